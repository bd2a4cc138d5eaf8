"""The rows of a batch of tensors: logits, the class of each row, and how much it weighs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

import torch
from torch import Tensor

from concordant.errors import ConcordantError, InputTypeError, LabelError, LengthError, OptionError, WeightError
from concordant.learning.torch.metric import check_ignore_index, differs, shown
from concordant.names import require_choice

# Checks that look at values would make a GPU wait, and break a compiled graph. So they raise on the CPU; elsewhere, in
# compiled code and under `torch.func`, a wrong value turns the loss into NaN.


Link: TypeAlias = Literal["softmax", "corn", "cumulative", "identity"]  # what logits are, see `links`
IGNORED = -100  # what PyTorch's own losses leave out


@dataclass(frozen=True, slots=True)
class Rows:
    """
    Rows of a batch, flattened.

    Attributes
    ----------
    logits : Tensor, shape (n, C)
        At least float32; zero in rows that do not count.
    indices : Tensor of int64, shape (n,), or None
        The class of each row, 0 in rows that do not count; None where `shares` are given.
    shares : Tensor, shape (n, K), or None
        The probability of each class, for soft targets.
    weight : Tensor, shape (n,)
        0 in rows that do not count.
    shape : torch.Size
        Of the rows as they came.
    classes : int
        K.
    """

    logits: Tensor
    indices: Tensor | None
    shares: Tensor | None
    weight: Tensor
    shape: torch.Size
    classes: int

    def targets(self) -> Tensor:
        """Return the probability of each class, (n, K): ones at the class where the target is hard."""
        if self.shares is not None:
            return self.shares
        indices = cast("Tensor", self.indices)  # one of both is always there
        return (indices[:, None] == torch.arange(self.classes, device=indices.device)).to(self.logits.dtype)


def batch_rows(
    logits: Tensor,
    target: Tensor,
    link: Link,
    dim: int | None,
    sample_weight: Tensor | None,
    mask: Tensor | None,
    ignore_index: int,
    class_weight: Tensor | None,
    *,
    expected: int | None = None,
) -> Rows:
    """
    Flatten a batch and mark the rows that do not count.

    Parameters
    ----------
    logits : Tensor, shape (..., C), or with the classes on the axis `dim`
    target : Tensor, shape (...) of integers, or (..., K) of probabilities
    link : {"softmax", "corn", "cumulative", "identity"}
        What the logits are.
    dim : int or None
        The axis of the classes; None for the last.
    sample_weight, mask : Tensor, shape (...), or None
    ignore_index : int
    class_weight : Tensor, shape (K,), or None
    expected : int, optional
        K, where it is known.

    Raises
    ------
    LengthError
        If shapes do not fit.
    OptionError
        If there are other classes than expected.
    LabelError, WeightError
        On the CPU: if a target is no class, or a weight is negative or not finite.
    """
    logits, target = classes_last(logits, target, dim)
    classes = classes_of(logits, link)
    if expected is not None and classes != expected:
        raise OptionError(f"this loss is of {expected} classes, and the logits speak of {classes}.")
    _check_kinds(logits, target)
    check_ignore_index(ignore_index)
    shape = logits.shape[:-1]
    soft = target.is_floating_point()
    _check_shape("target", target, (*shape, classes) if soft else tuple(shape))
    dtype = torch.promote_types(logits.dtype, torch.float32)
    counts = torch.ones(shape, dtype=torch.bool, device=logits.device) if soft else differs(target, ignore_index)
    if mask is not None:
        _check_shape("mask", mask, tuple(shape))
        counts = counts & mask.bool()
    if sample_weight is not None:
        _check_shape("sample_weight", sample_weight, tuple(shape))
        weight = sample_weight.detach().to(dtype).where(counts, 0.0)
        weight = refuse_where(
            ~((weight >= 0) & (weight.sum() < torch.inf)),
            weight,
            WeightError,
            f"sample_weight must be finite and not negative, and so must its sum in {dtype}.",
        )
        counts = counts & (weight != 0)
    else:
        weight = counts.to(dtype)
    counts, weight = counts.reshape(-1), weight.reshape(-1)
    kept = logits.reshape(-1, logits.shape[-1]).to(dtype).masked_fill(~counts[:, None], 0.0)
    if soft:
        shares = target.reshape(-1, classes).to(dtype)
        wrong = ~((shares >= 0).all(-1) & ((shares.sum(-1) - 1).abs() < 1e-2)) & counts
        weight = refuse_where(wrong, weight, LabelError, "targets of floats are probabilities that sum to one.")
        shares = shares.masked_fill(~counts[:, None], 0.0)
        if class_weight is not None:
            weight = weight * (shares * _of_classes(class_weight, classes, weight)).sum(-1)
        return Rows(kept, None, shares, weight, shape, classes)
    indices = target.reshape(-1).to(torch.int64).where(counts, 0)
    message = f"target must hold classes from 0 to {classes - 1}, or ignore_index={ignore_index} for rows left out."
    weight = refuse_where((indices < 0) | (indices >= classes), weight, LabelError, message)
    indices = indices.clamp(0, classes - 1)
    if class_weight is not None:
        weight = weight * _of_classes(class_weight, classes, weight).index_select(0, indices)
    return Rows(kept, indices, None, weight, shape, classes)


def classes_of(logits: Tensor, link: Link) -> int:
    """The number of classes that logits speak of."""
    require_choice("link", link, get_args(Link))
    check_tensor("logits", logits)
    if logits.ndim == 0:
        raise LengthError("logits must have the classes on the last axis, and this tensor has none.")
    classes = int(logits.shape[-1]) + (link in ("corn", "cumulative"))
    if classes < 2:
        msg = f"two classes at least are needed; the last axis of the logits is too short: {shown(logits)}."
        raise LengthError(msg)
    return classes


def classes_last(logits: Tensor, target: Tensor, dim: int | None) -> tuple[Tensor, Tensor]:
    """
    Bring the axis of the classes to the end, of logits and of targets that are probabilities.

    Without `dim` the classes stand on the last axis. A map (N, C, H, W) whose target fits to both the second axis and
    the last would be read along the wrong one without a word, so it must be said.
    """
    check_tensor("logits", logits)
    check_tensor("target", target)
    shape = tuple(logits.shape)
    if dim is None:
        fits_second = len(shape) > 2 and tuple(target.shape) == (shape[0], *shape[2:])
        if fits_second and tuple(target.shape) == shape[:-1]:
            raise OptionError(
                f"the classes of logits of shape {shape} may stand on the second axis or on the last, and the target "
                "fits to both: say dim=1 or dim=-1."
            )
        if fits_second:
            raise LengthError(
                f"the classes stand on the last axis unless dim= says otherwise, and a target of shape "
                f"{shown(target)} fits to the second axis of logits of shape {shape}: say dim=1."
            )
        return logits, target
    check_axis(logits, dim)
    soft = target.is_floating_point() and target.ndim == logits.ndim
    return logits.movedim(dim, -1), target.movedim(dim, -1) if soft else target


def check_axis(logits: Tensor, dim: int) -> None:
    """Raise unless this is an axis of the logits."""
    check_tensor("logits", logits)
    axes = logits.ndim
    if isinstance(dim, bool) or not isinstance(dim, int) or not -axes <= dim < axes:
        raise OptionError(f"dim must be an axis of the logits, from {-axes} to {axes - 1}, not {dim!r}.")


def _of_classes(class_weight: Tensor, classes: int, like: Tensor) -> Tensor:
    check_tensor("class_weight", class_weight)
    if tuple(class_weight.shape) != (classes,):
        raise LengthError(f"class_weight must have the shape ({classes},), one a class, not {shown(class_weight)}.")
    weight = class_weight.detach().to(like.device, like.dtype)
    message = "class_weight must be finite and not negative."
    return refuse_where(~((weight >= 0) & (weight < torch.inf)), weight, WeightError, message)


def refuse_where(bad: Tensor, values: Tensor, error: type[ConcordantError], message: str) -> Tensor:
    """Raise on the CPU if anything is bad; elsewhere make the values NaN there."""
    if bad.device.type == "cpu" and not torch.compiler.is_compiling() and not _transformed(bad):
        if bool(bad.any()):
            raise error(message)
        return values
    return values.masked_fill(bad, torch.nan)


def _transformed(values: Tensor) -> bool:
    """Whether `torch.func` maps over these, as vmap does: then no single value can be looked at."""
    return bool(torch._C._functorch.is_functorch_wrapped_tensor(values))  # noqa: SLF001  (no public name)


def check_tensor(name: str, values: Tensor) -> None:
    """Refuse what is no tensor, such as a list."""
    if not isinstance(values, Tensor):
        raise InputTypeError(f"{name} must be a tensor, not {type(values).__name__}: torch.as_tensor(...).")


def _check_kinds(logits: Tensor, target: Tensor) -> None:
    if not logits.is_floating_point():
        msg = f"logits must be floating point with the classes on the last axis, not {logits.dtype} {shown(logits)}."
        raise InputTypeError(msg)
    if target.dtype == torch.bool or target.dtype.is_complex:
        msg = f"target must hold integers (classes) or floats (their probabilities), not {target.dtype}."
        raise InputTypeError(msg)


def _check_shape(name: str, values: Tensor, expected: tuple[int, ...]) -> None:
    check_tensor(name, values)
    if tuple(values.shape) != expected:
        raise LengthError(f"{name} must have the shape {expected}, as the logits have it, not {shown(values)}.")
