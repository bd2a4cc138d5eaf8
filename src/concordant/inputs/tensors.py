"""
Arrays of PyTorch, CuPy and JAX: which library holds a column, where it lies, and how it becomes a NumPy array.

No library is imported to find out. What lies in the memory of the host is read by the kernels without a copy.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import ConcordantError, InputTypeError

Library = Literal["torch", "cupy", "jax"]
# Kinds of devices whose arrays the kernels read. Apple's GPUs share the memory of the host, and know no float64.
HOSTS = {"cpu", "mps"}
_ROOTS: dict[str, Library] = {"torch": "torch", "cupy": "cupy", "jax": "jax", "jaxlib": "jax"}


def library_of(column: Any) -> Library | None:
    """Return the library of a tensor; None of everything else."""
    kind: Any = type(column)
    return _library_of_type(kind)


@lru_cache(maxsize=256)
def _library_of_type(kind: type) -> Library | None:
    for base in kind.__mro__:  # also of subclasses, such as parameters
        library = _ROOTS.get(base.__module__.partition(".")[0])
        if library is not None and hasattr(kind, "dtype") and hasattr(kind, "shape"):
            return library
    return None


def on_device(first: Any, second: Any = None, *others: Any) -> bool:
    """Whether some of these columns lie where the kernels cannot read them."""
    if type(first) is type(second) is np.ndarray and not others:
        return False  # nearly always
    for column in (first, second, *others):
        kind = type(column)
        if kind is np.ndarray or kind is list or column is None:
            continue
        library = library_of(column)
        if library is not None and kind_of_device(column, library) not in HOSTS:
            return True
    return False


def kind_of_device(column: Any, library: Library) -> str:
    """Return ``"cpu"``, ``"cuda"`` and the like."""
    if library == "torch":
        return str(column.device.type)
    if library == "cupy":
        return "cuda"
    return "cpu" if _is_traced(column) else str(next(iter(column.sharding.device_set)).platform)


def host_array(values: Any, what: str) -> npt.NDArray[Any]:
    """
    Return a tensor as an array, without a copy where it lies in the memory of the host.

    Half precision becomes float32, which holds it exactly.

    Raises
    ------
    InputTypeError
        For tensors whose values are not there or are not one a row: traced, sparse, quantised, on the device
        ``"meta"``, or with a gradient.
    """
    library = library_of(values)
    refuse_unreadable(values, what)
    try:
        if library == "torch":
            values = values.float() if _is_narrow(values) else values
            return np.asarray(values.cpu().resolve_conj().resolve_neg().numpy())
        array: npt.NDArray[Any] = values.get() if library == "cupy" else np.asarray(values)
    except ConcordantError:
        raise
    except Exception as error:
        msg = f"{what} cannot be read as an array: {error}"
        raise InputTypeError(msg) from error
    return array.astype(np.float32) if _is_narrow(array) else array


def to_array(values: Any, what: str) -> npt.NDArray[Any]:
    """Return what NumPy takes as an array, and tensors of any device as `host_array` does."""
    return np.asarray(values) if library_of(values) is None else host_array(values, what)


def _is_narrow(values: Any) -> bool:
    """Whether values are floats of fewer than 32 bits, of which bfloat16 is none of NumPy's own."""
    return "float" in str(values.dtype) and values.dtype.itemsize < 4


def refuse_unreadable(values: Any, what: str) -> None:
    """Raise for a tensor of which nobody can say what its values are; the message says what to do."""
    library = library_of(values)
    if library == "torch":
        said = _said_of_torch(values)
    elif library == "jax" and _is_traced(values):
        said = "is traced by JAX, so it has no values yet: call the metric outside jit, vmap and grad"
    else:
        return
    if said:
        msg = f"{what} {said}."
        raise InputTypeError(msg)


def _said_of_torch(values: Any) -> str:
    if values.requires_grad:
        return "requires a gradient, and a metric has none: give its .detach(), or compute it under torch.no_grad()"
    layout = str(values.layout)
    if layout != "torch.strided":
        return f"is a sparse tensor ({layout}): give its .to_dense()"
    if values.is_quantized:
        return "is a quantised tensor: give its .dequantize(), or its .int_repr() if these are labels"
    if values.device.type == "meta":
        return 'lies on the device "meta", so it has no values'
    return ""


def _is_traced(column: Any) -> bool:
    """Whether JAX only follows what is done with it, and knows no values."""
    return "Tracer" in type(column).__name__
