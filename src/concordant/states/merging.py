"""What the states share: the rule of merging, and plain data that JSON can hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from concordant import _kernels
from concordant.errors import MergeError, OptionError, StateFormatError
from concordant.inputs.rows import unit_beyond
from concordant.settings import threads_for
from concordant.typing import Label, NumberArray


def require_same_key(
    kind: str, first: Mapping[str, Any], second: Mapping[str, Any], verb: Literal["add", "compare"] = "add"
) -> None:
    """Raise unless two states may be added; the message names both keys."""
    for name, value in first.items():
        if not _same(value, second[name]):
            msg = f"cannot {verb} two {kind} with different {name}: {_shown(value)} and {_shown(second[name])}."
            if name in ("labels", "classes"):
                msg += " Declare the same labels=[...] for every part."
            raise MergeError(msg)


def same_key(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether two states of one kind may be added."""
    return all(_same(value, second[name]) for name, value in first.items())


def _same(value: Any, other: Any) -> bool:
    if type(value) is np.ndarray or type(other) is np.ndarray:
        return np.array_equal(value, other)
    return bool(value == other) and _types(value) == _types(other)


def _types(value: Any) -> Any:
    """1 == True == 1.0 in Python, but they are different labels."""
    return [isinstance(x, bool) for x in value] if isinstance(value, tuple) else None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:197] + "..."


def check_factor(factor: float) -> None:
    """Raise unless a state can be repeated so many times."""
    if isinstance(factor, bool) or not isinstance(factor, (int, float, np.integer, np.floating)):
        msg = f"a state is repeated a number of times, not {factor!r} times."
        raise OptionError(msg)
    if not (factor >= 0 and math.isfinite(factor)):
        msg = f"a state is repeated a finite number of times, 0 or more, not {factor!r}."
        raise OptionError(msg)


def times(table: NumberArray, factor: float) -> NumberArray:
    """Repeat a table `factor` times: whole numbers stay exact."""
    check_factor(factor)
    if table.dtype.kind == "i" and isinstance(factor, (int, np.integer)):
        if largest_total(table) * int(factor) >= 2**63:
            msg = f"repeating counts {factor} times exceeds 64-bit integers; use a float factor."
            raise OptionError(msg)
        return table * np.int64(factor)
    with np.errstate(over="ignore"):
        repeated = table * float(factor)
    if holds_infinity(repeated):
        msg = f"repeating these rows {factor} times exceeds float64 (1.8e308); divide all weights by one number first."
        raise OptionError(msg)
    return repeated


def added(first: NumberArray, second: NumberArray) -> NumberArray:
    """Add two tables of counts or weights."""
    refuse_overflow(first, second)
    with np.errstate(over="ignore"):
        total = first + second
    refuse_infinite_sum(total)
    return total


def refuse_infinite_sum(total: NumberArray) -> None:
    """Raise if sums of weights have left float64."""
    if holds_infinity(total):
        msg = (
            "the weights of these parts add up to more than float64 holds (1.8e308): divide all weights by one number."
        )
        raise MergeError(msg)


def holds_infinity(weights: NumberArray) -> bool:
    """Whether a weight, or a sum of them, has left float64."""
    return bool(weights.dtype.kind == "f" and weights.size and np.maximum.reduce(weights, axis=None) == np.inf)


def largest_total(table: NumberArray) -> int:
    """The rows of a table of counts, or of the fullest table of a stack. It fits 64 bits: every state sees to that."""
    return int(table.sum((-2, -1) if table.ndim > 1 else -1).max(initial=0))


def refuse_overflow(first: NumberArray, second: NumberArray) -> None:
    """Raise if the rows of two tables of counts together are too many for 64-bit integers."""
    if first.dtype.kind == second.dtype.kind == "i" and largest_total(first) + largest_total(second) >= 2**63:
        msg = "the sum of these counts exceeds 64-bit integers; multiply one of them by 1.0 to add as floats."
        raise MergeError(msg)


_MANY = 1 << 15  # numbers
SQUARED = 480  # weights from 2**-480 to 2**480 have squares that float64 holds, however many are added


def unit_of_squares(weights: NumberArray) -> int:
    """
    The exponent of two of the unit that squares of these weights are kept in.

    It is 0 for all weights but those whose squares would leave float64.
    """
    if not (isinstance(weights, np.ndarray) and weights.dtype.kind == "f" and weights.size):
        return 0
    if weights.size > _MANY and weights.dtype == np.float64 and weights.flags.c_contiguous:
        return int(unit_beyond(_kernels.bounds(weights.reshape(-1), threads_for(weights.size))[1], SQUARED))
    return int(unit_beyond(np.maximum.reduce(weights, axis=None), SQUARED))


def sums_in(sums: NumberArray, unit: Any, other: Any, *, power: int = 2) -> NumberArray:
    """Sums of this power of weights in one unit as those of weights in another; of a stack, in one for each."""
    change = unit - other
    if isinstance(change, int) and not change:
        return sums
    by_entry = np.reshape(change, np.shape(change) + (1,) * (sums.ndim - np.ndim(change)))
    found: NumberArray = np.ldexp(sums, power * by_entry)
    return found


def sums_times(sums: NumberArray, factor: float, unit: Any, other: Any, *, power: int = 2) -> NumberArray:
    """Sums of this power of weights of rows that are repeated `factor` times, in another unit."""
    change = unit - other
    if not np.any(change):
        return sums * float(factor)  # also infinite ones, of an infinite loss
    digits, exponent = math.frexp(factor)
    return sums_in(sums * digits, exponent + power * change, 0, power=1)


def plain_labels(labels: tuple[Label, ...] | None) -> list[Any] | None:
    """Labels as JSON can hold them."""
    if labels is None:
        return None
    for label in labels:
        if isinstance(label, float) and not math.isfinite(label):
            msg = f"JSON has no {label!r}: states with this label cannot be stored."
            raise StateFormatError(msg)
        if not isinstance(label, (str, int, float, bool)):
            msg = f"only text, numbers and bools can be stored as labels, not {label!r} ({type(label).__name__})."
            raise StateFormatError(msg)
    return list(labels)


def plain_floats(values: NumberArray) -> list[Any]:
    """Numbers as JSON can hold them: infinities become the texts "inf" and "-inf"."""
    listed: list[Any] = values.tolist()
    if values.dtype.kind != "f" or np.isfinite(values).all():
        return listed
    return [_plain_float(x) for x in listed]


def _plain_float(value: float) -> float | str:
    return value if math.isfinite(value) else str(value)
