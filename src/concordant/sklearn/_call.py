"""`as_sklearn`: a call with scikit-learn's options becomes our rows and options; its warnings and parameter checks."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from inspect import cleandoc
from numbers import Integral, Real
from typing import Any, Literal, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt

from concordant import _kernels, errors
from concordant.errors import InputError, LengthError, OptionError, WeightError
from concordant.inputs.arrays import readable, to_array
from concordant.inputs.indicators import is_sparse
from concordant.metrics.definition.options import warn_user

Function = TypeVar("Function", bound=Callable[..., Any])
Texts = Mapping[str, tuple[str, str]]  # names of parameters, as numpydoc lists them: their type, and what they are
WEIGHT = {"sample_weight": ("array-like of shape (n,), optional", "One weight a row.")}
ROWS = {
    "y_true, y_pred": (
        "array-like of shape (n,), or indicator matrix of shape (n, L), also sparse",
        "The truth and the prediction.",
    ),
    "labels": (
        "array-like, optional",
        "The labels to take, in this order; for indicators numbers of columns. Default: all that occur.",
    ),
    "pos_label": ("int, float, bool or str, default 1", 'The positive label for ``average="binary"``.'),
    "average": (
        '{"binary", "micro", "macro", "samples", "weighted"} or None, default "binary"',
        'None: one value a label. "weighted": weighted by how often a label is true. "samples": of each row.',
    ),
    "zero_division": ('{"warn", 0, 1, nan}, default "warn"', 'What stands for 0/0; "warn" is 0 with a warning.'),
    **WEIGHT,
}
COLUMNS = {"y_true, y_pred": ("array-like of shape (n,)", "The truth and the prediction."), **WEIGHT}
SCORES = {
    "y_true": ("array-like of shape (n,)", "Labels of two classes: {0, 1}, {-1, 1}, or any if `pos_label` is given."),
    "y_score": ("array-like of shape (n,)", "Finite scores, higher for the positive class."),
    "pos_label": ("label, optional", "The positive class."),
    "drop_intermediate": ("bool, default False", "Leave out thresholds between which no positive row is found."),
    **WEIGHT,
}
PROBABILITIES = {
    "y_true": ("array-like of shape (n,) or (n, K)", "Labels, or indicators of what happened."),
    "y_proba": (
        "array-like of shape (n,) or (n, K)",
        "Probabilities of the positive class, or one column a class in ascending order.",
    ),
    "pos_label": (
        "label, optional",
        "The positive class of a single column; by default 1, or the larger of two numbers.",
    ),
    "labels": ("array-like of shape (K,), optional", "The classes of the columns, where not all of them occur."),
    "y_pred": ("array-like", "The former name of `y_proba`."),
    **WEIGHT,
}
SEVERAL = {
    "average": (
        '{"macro", "micro", "samples", "weighted"} or None, default "macro"',
        "How the values of several classes or labels are put together.",
    ),
    **WEIGHT,
}
RANKINGS = {
    "y_true": ("array-like or sparse matrix of shape (n, L)", "Indicators: 1 where a label is relevant."),
    "y_score": ("array-like of shape (n, L)", "Finite scores."),
    "k": ("int, optional", "How many places count. Default: all."),
    "ignore_ties": ("bool, default False", "Do not average over equal scores: the last column comes first."),
    **WEIGHT,
}


# Checks of parameters, with scikit-learn's messages.
#
# Each function takes the name of the public function, the name of the parameter and its value, and raises
# `InvalidParameterError` for a value that does not exist. For the other modules:
#
# - `check_arrays(function, y_true=..., y_pred=...)`, with `sparse=True` where sparse matrices are taken;
# - `check_optional_array(function, "sample_weight", value)`;
# - `check_boolean(function, "normalize", value)`;
# - `check_choice(function, "average", value, ("macro", "micro"), none=True)`;
# - `check_number(function, "beta", value, low=0.0, high=inf, closed="both")`, with `integral=True` for integers and
#   `none=True` where None is a value;
# - `check_pos_label(function, value)`;
# - `refuse(function, name, value, "what is expected")` for everything else.


class InvalidParameterError(OptionError, TypeError):
    """A parameter has a value that does not exist. It is a ValueError and a TypeError, as in scikit-learn."""


def refuse(function: str, name: str, value: Any, expected: str) -> NoReturn:
    """Raise for a parameter."""
    raise InvalidParameterError(f"The {name!r} parameter of {function} must be {expected}. Got {value!r} instead.")


def check_arrays(function: str, *, sparse: bool = False, **arrays: Any) -> None:
    """Raise for what is not an array of values."""
    for name, value in arrays.items():
        if type(value) in (np.ndarray, list):
            continue
        if is_sparse(value):
            if not sparse:
                refuse(function, name, value, "an array-like")
        elif not _is_array_like(value):
            refuse(function, name, value, "an array-like" + (" or a sparse array or matrix" if sparse else ""))


def _is_array_like(value: Any) -> bool:
    return any(hasattr(value, name) for name in ("__len__", "shape", "__array__")) and not np.isscalar(value)


def check_optional_array(function: str, name: str, value: Any) -> None:
    """Raise for what is neither None nor an array of values."""
    if value is not None and (is_sparse(value) or not _is_array_like(value)):
        refuse(function, name, value, "an array-like or None")


def check_boolean(function: str, name: str, value: Any) -> None:
    """Raise for anything but True and False."""
    if not isinstance(value, (bool, np.bool_)):
        refuse(function, name, value, "an instance of 'bool' or an instance of 'numpy.bool'")


def check_choice(function: str, name: str, value: Any, choices: Sequence[str], *, none: bool = False) -> None:
    """Raise for a word that is none of the choices."""
    if (value is None and none) or (isinstance(value, str) and value in choices):
        return
    shown = ", ".join(map(repr, sorted(choices)))
    refuse(function, name, value, f"a str among {{{shown}}}" + (" or None" if none else ""))


def check_number(
    function: str,
    name: str,
    value: Any,
    *,
    low: float,
    high: float,
    closed: Literal["left", "right", "both", "neither"],
    integral: bool = False,
    none: bool = False,
) -> None:
    """Raise for a number outside an interval."""
    if value is None and none:
        return
    if isinstance(value, Integral if integral else Real):
        number: Any = value
        above = number >= low if closed in ("left", "both") else number > low
        below = number <= high if closed in ("right", "both") else number < high
        if above and below:
            return
    opening, closing = "[" if closed in ("left", "both") else "(", "]" if closed in ("right", "both") else ")"
    shown = f"{'an int' if integral else 'a float'} in the range {opening}{low}, {high}{closing}"
    refuse(function, name, value, shown + (" or None" if none else ""))


def check_pos_label(function: str, value: Any) -> None:
    """Raise for a positive label that no label can be."""
    if value is None or isinstance(value, (Real, str, bool, np.bool_)):
        return
    kinds = "an instance of 'float', an instance of 'str', an instance of 'bool' or an instance of 'numpy.bool'"
    refuse(function, "pos_label", value, f"{kinds} or None")


def check_zero_division(function: str, value: Any, *, nan: bool = True) -> float:
    """Return the number that stands for 0/0; raise for anything but "warn" (then it is 0), 0, 1 and, mostly, NaN."""
    if isinstance(value, str) and value == "warn":
        return 0.0
    if isinstance(value, Real) and (value in (0, 1) or (nan and value != value)):  # noqa: PLR0124  (NaN)
        return float(value)
    allowed = "a float among {0.0, 1.0}, numpy.nan" if nan else "a float among {0, 1}"
    return refuse(function, "zero_division", value, f"{allowed} or a str among {{'warn'}}")


def public(shared: Texts) -> Callable[[Function], Function]:
    """
    Make a function one that users import from `concordant.sklearn`, and complete its docstring.

    It is pickled and shown under that module. Its docstring describes its own parameters; `shared` has the others.
    """

    def decorate(function: Function) -> Function:
        function.__module__ = "concordant.sklearn"
        if function.__doc__ is not None:  # it is with python -OO
            function.__doc__ = _completed(cleandoc(function.__doc__), function, shared)
        return function

    return decorate


def _completed(doc: str, function: Callable[..., Any], shared: Texts) -> str:
    """Put the shared parameters beside its own, in the order of the call."""
    code = getattr(function, "__wrapped__", function).__code__
    arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    head, _, tail = doc.partition("Returns\n-------\n")
    head, _, own = head.partition("Parameters\n----------\n")
    texts = {_first(part): part for part in re.split(r"\n(?=\S)", own.strip()) if part}
    described = {name for part in texts.values() for name in part.partition(" : ")[0].split(", ")}
    for names, (kind, says) in shared.items():
        first = _first(names)
        if first in arguments and first not in described:
            texts[first] = f"{names} : {kind}\n    {says}"
    parameters = "\n".join(texts[name] for name in sorted(texts, key=arguments.index))
    return f"{head}Parameters\n----------\n{parameters}\n\nReturns\n-------\n{tail}"


def _first(part: str) -> str:
    """The first name of a line such as ``y_true, y_pred : array-like``."""
    return re.split("[ ,]", part, maxsplit=1)[0]


# Warnings as scikit-learn gives them.
#
# For the other modules: `warn_undefined(message)` where a value is ill-defined, `warn(message, category)` for anything
# else. Both point at the line of the caller outside this package.


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Warn at the line of the caller outside this package."""
    warn_user(message, category)


def warn_undefined(message: str) -> None:
    """Warn that a value is ill-defined."""
    warn_user(message, undefined_metric_warning())


def undefined_metric_warning() -> type[Warning]:
    """
    The class of the warning.

    Where scikit-learn is imported it is scikit-learn's class as well, so that filters of users catch it.
    """
    exceptions = sys.modules.get("sklearn.exceptions")
    if exceptions is None:
        return errors.UndefinedMetricWarning
    both = globals().get("UndefinedMetricWarning")
    if both is None or not issubclass(both, exceptions.UndefinedMetricWarning):
        bases = (errors.UndefinedMetricWarning, exceptions.UndefinedMetricWarning)
        both = type("UndefinedMetricWarning", bases, {"__module__": __name__, "__doc__": exceptions.__doc__})
        globals()["UndefinedMetricWarning"] = both
    kind: type[Warning] = both
    return kind


def check_sample_weight(sample_weight: Any, lengths: Sequence[int], *, wraps: bool = False) -> npt.NDArray[Any] | None:
    """
    Return the weights as an array of numbers that the kernels can read, or None.

    `lengths` are the numbers of rows of the other columns, for the message; the weights need as many as the first.
    Whole weights whose sum 64 bits do not hold become floats, unless sums are to wrap as those of NumPy do.
    """
    if sample_weight is None:
        return None
    weights = weight_array(sample_weight)
    if weights.dtype.kind not in "iufb":
        if weights.dtype.kind == "c":
            raise InputError(f"Complex data not supported\n{weights}\n")
        weights = weights.astype(np.float64)
    if weights.ndim != 1:
        raise WeightError(
            f"Sample weights must be 1D array or scalar, got {weights.ndim}D array. "
            f"Expected either a scalar value or a 1D array of length {lengths[0]}."
        )
    if len(weights) != lengths[0]:
        raise uneven([*lengths, len(weights)])
    if weights.dtype.itemsize not in (1, 4, 8):
        weights = weights.astype(np.float64 if weights.dtype.kind == "f" else np.int64)
    weights = readable(weights)
    if weights.dtype.kind == "f":
        refuse_not_finite(weights, "sample_weight")
    if not wraps and weights.dtype.kind in "iu" and np.abs(weights.astype(np.float64)).sum() >= 2.0**63:
        weights = weights.astype(np.float64)  # the kernels add whole numbers in 64 bits
    if len(weights) and not weights.any():
        raise WeightError("Sample weights must contain at least one non-zero number.")
    return weights


def weight_array(sample_weight: Any) -> npt.NDArray[Any]:
    """Return weights as NumPy takes them."""
    listed = _kernels.list_numbers(sample_weight) if type(sample_weight) is list else None
    return to_array(sample_weight, "sample_weight") if listed is None else listed


def refuse_not_finite(values: npt.NDArray[Any], what: str) -> None:
    """Raise for NaN and infinity."""
    if np.isfinite(values.sum(dtype=np.float64)) or np.isfinite(values).all():  # the sum may overflow
        return
    problem = "NaN" if np.isnan(values).any() else f"infinity or a value too large for dtype({values.dtype.name!r})"
    raise InputError(f"Input {what} contains {problem}.")


def uneven(lengths: Sequence[int]) -> LengthError:
    """The error for columns of different lengths."""
    return LengthError(f"Found input variables with inconsistent numbers of samples: {list(lengths)}")


def __getattr__(name: str) -> Any:
    """Let a pickled warning find its class in a process that has not warned yet."""
    if name == "UndefinedMetricWarning":
        return undefined_metric_warning()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
