"""What all calls share: which values an option may have, weights of any sign, warnings as scikit-learn gives them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from math import inf, nan
from numbers import Integral, Real
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from concordant import _kernels, errors
from concordant.errors import InputError, InputTypeError, LengthError, OptionError, WeightError
from concordant.inputs.arrays import READ, is_plain, is_plain_matrix
from concordant.inputs.indicators import is_sparse
from concordant.inputs.rows import numbers
from concordant.metrics.definition.options import warn_user
from concordant.settings import threads_for

Array = npt.NDArray[Any]
Function = TypeVar("Function", bound=Callable[..., Any])


class InvalidParameterError(OptionError, TypeError):
    """An argument is none that the function takes. It is a ValueError and a TypeError, as in scikit-learn."""


def public(function: Function) -> Function:
    """Make a function one that users import from `concordant.sklearn`: it is pickled and shown under that module."""
    function.__module__ = "concordant.sklearn"
    return function


class Expected(NamedTuple):
    """The values that an option may have, in words and as a test."""

    words: str
    holds: Callable[[Any], bool]


def choice(*words: str | None) -> Expected:
    """One of some words, of which None may be one."""
    return Expected(f"one of {', '.join(map(repr, words))}", lambda x: (x is None or isinstance(x, str)) and x in words)


def _is_column_or_none(value: Any) -> bool:
    return value is None or (is_array_like(value) and not is_sparse(value))


def is_array_like(value: Any) -> bool:
    """Whether it holds values: scikit-learn takes whatever has a length or a shape, but no text."""
    if type(value) is np.ndarray or type(value) is list:
        return True
    return not np.isscalar(value) and any(hasattr(value, name) for name in ("__len__", "shape", "__array__"))


def number(value: Any) -> Any:
    """A number as it is; NaN, which compares with none, in place of anything else."""
    return value if isinstance(value, Real) else nan


COLUMN = Expected("a list, an array or a series, or None", _is_column_or_none)
FLAG = Expected("True or False", lambda x: isinstance(x, (bool, np.bool_)))
LABEL = Expected("a number, a text or a bool", lambda x: isinstance(x, (Real, str, np.bool_)))
LABEL_OR_NONE = Expected(f"{LABEL.words}, or None", lambda x: x is None or LABEL.holds(x))
AT_LEAST_ONE = Expected("a whole number of at least 1", lambda x: isinstance(x, Integral) and int(x) >= 1)
OPTIONS = {
    **dict.fromkeys(("labels", "sample_weight", "target_names"), COLUMN),
    **dict.fromkeys(("adjusted", "drop_intermediate", "ignore_ties", "normalize", "output_dict", "samplewise"), FLAG),
    "pos_label": LABEL_OR_NONE,
    "average": choice("binary", "macro", "micro", "weighted", "samples", None),
    "beta": Expected("a number of at least 0", lambda x: number(x) >= 0),
    "digits": Expected("a whole number of at least 0", lambda x: isinstance(x, Integral) and int(x) >= 0),
    "k": AT_LEAST_ONE,
    "log_base": Expected("a number above 0", lambda x: 0 < number(x) < inf),
    "max_fpr": Expected("a number above 0 and up to 1, or None", lambda x: x is None or 0 < number(x) <= 1),
    "multi_class": choice("raise", "ovr", "ovo"),
    "n_bins": AT_LEAST_ONE,
    "strategy": choice("uniform", "quantile"),
    "weights": choice("linear", "quadratic", None),
}


def check(options: Mapping[str, Expected] = OPTIONS, /, **values: Any) -> None:
    """Raise for an option whose value is none of those that it may have."""
    for name, value in values.items():
        words, holds = options[name]
        if not holds(value):
            raise refused(name, value, words)


def refused(name: str, value: Any, expected: str) -> InvalidParameterError:
    """Return the error for an argument that is not what is expected."""
    return InvalidParameterError(f"{name} must be {expected}, not {value!r:.80}.")


def filling(zero_division: Any, *, or_nan: bool = True) -> tuple[float, bool]:
    """Return the number that stands for 0/0, and whether that warns."""
    if isinstance(zero_division, str) and zero_division == "warn":
        return 0.0, True
    if isinstance(zero_division, Real):
        value = float(zero_division)
        if value in (0.0, 1.0) or (or_nan and value != value):  # noqa: PLR0124  (NaN)
            return value, False
    raise refused("zero_division", zero_division, '"warn", 0, 1 or nan' if or_nan else '"warn", 0 or 1')


# Numbers beside the truth: scores and weights.


class Bounds(NamedTuple):
    """The least and the greatest of numbers, and how far a row is from a sum of 1 at most; NaN if there is a NaN."""

    low: float
    high: float
    worst_sum: float = 0.0

    def within(self, low: float, high: float) -> bool:
        """Whether all numbers lie in an interval; false if one is NaN."""
        return self.low >= low and self.high <= high


LARGEST = float(np.finfo(np.float64).max)


def bounds_of(array: Array) -> Bounds:
    """Return the bounds of all numbers, in one pass."""
    find = _kernels.bounds if array.ndim == 1 else _kernels.matrix_bounds
    return Bounds(*find(array, threads_for(array.size)))


def read_numbers(values: Any, name: str) -> Array:
    """Return numbers as an array of one or two dimensions that the kernels read; they may be NaN or infinite."""
    if is_plain(values, READ) or (is_plain_matrix(values, READ) and values.shape[1]):
        return values  # type: ignore[no-any-return]
    if isinstance(values, np.ma.MaskedArray):
        values = values.data  # what is masked counts, as in scikit-learn
    listed = _kernels.list_numbers(values) if type(values) is list else None
    try:
        array = numbers(values if listed is None else listed, name)
    except (InputError, InputTypeError) as error:  # scikit-learn raises one or the other, depending on the function
        raise InvalidParameterError(str(error)) from error
    if array.ndim == 2 and not array.shape[1]:
        raise LengthError(f"{name} has no column.")
    return array


def finite_bounds(array: Array, name: str) -> Bounds:
    """Return the bounds of numbers; raise if there is NaN or infinity."""
    bounds = bounds_of(array) if array.size else Bounds(0.0, 0.0)
    if not (bounds.low >= -LARGEST and bounds.high <= LARGEST):
        what = "is NaN" if np.isnan(bounds.low) else "is infinite"
        raise InputError(f"{name} must hold finite numbers; one of them {what}. Leave such rows out.")
    return bounds


def as_column(array: Array, name: str) -> Array:
    """Return one column out of an array of shape (n,) or (n, 1)."""
    if array.ndim == 2 and array.shape[1] == 1:
        return array[:, 0]
    if array.ndim != 1:
        raise LengthError(f"{name} must be one column, not an array of shape {array.shape}.")
    return array


def same_rows(**columns: Any) -> None:
    """Raise for two columns of different lengths, or without rows."""
    (first, second), (rows, others) = columns, (column.shape[0] for column in columns.values())
    if rows != others:
        raise LengthError(f"{first} and {second} must have the same number of rows; they have {rows} and {others}.")
    if not rows:
        raise LengthError(f"{first} and {second} have no rows; at least one is needed.")


def weight_column(sample_weight: Any, rows: int, *, column: bool = False) -> Array | None:
    """Return any numbers, one a row, or None; `column`: also out of a matrix of one column."""
    if sample_weight is None:
        return None
    weights = read_numbers(sample_weight, "sample_weight")
    weights = as_column(weights, "sample_weight") if column else weights
    if weights.ndim != 1:
        raise refused("sample_weight", sample_weight, "one column of numbers")
    if len(weights) != rows:
        raise LengthError(f"sample_weight must have one weight a row: {rows}, not {len(weights)}.")
    if weights.dtype.kind == "f" and np.isnan(weights).any() and isinstance(sample_weight, (list, tuple)):
        lacking = [place for place, weight in enumerate(sample_weight) if weight is None]
        if lacking:
            raise InputTypeError(f"sample_weight is None in row {lacking[0]}: every row needs a number.")
    return weights


def read_weights(sample_weight: Any, rows: int, *, column: bool = False) -> Array | None:
    """Return finite weights of any sign, one a row, or None."""
    weights = weight_column(sample_weight, rows, column=column)
    if weights is None:
        return None
    finite_bounds(weights, "sample_weight")
    if weights.dtype.kind in "iu" and np.abs(weights.astype(np.float64)).sum() >= 2.0**63:
        weights = weights.astype(np.float64)  # the kernels add whole numbers in 64 bits
    if not weights.any():
        raise ZeroWeightError("sample_weight is 0 in every row; at least one row must count.")
    return weights


class ZeroWeightError(WeightError, ZeroDivisionError):
    """Weights that cancel out: nothing can be divided by their sum."""


def average(values: Array, weights: Array | None) -> float:
    """Return the mean with weights of any sign."""
    if weights is None:
        return float(values.mean(dtype=np.float64))
    total = weights.sum(dtype=np.float64)
    if total == 0:
        raise ZeroWeightError("sample_weight sums to 0: weights above and below it cancel out, so there is no mean.")
    return float((values * weights.astype(np.float64)).sum() / total)


# Warnings as scikit-learn gives them, at the line of the caller outside this package.


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Warn of anything but an undefined value."""
    warn_user(message, category)


def warn_undefined(message: str) -> None:
    """Warn that a value is ill-defined."""
    warn_user(message, undefined_metric_warning())


def undefined_metric_warning() -> type[Warning]:
    """
    Return the class of the warning.

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
    return both


def __getattr__(name: str) -> Any:
    """Let a pickled warning find its class in a process that has not warned yet."""
    if name == "UndefinedMetricWarning":
        return undefined_metric_warning()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
