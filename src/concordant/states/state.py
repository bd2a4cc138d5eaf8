"""What all states share: keys that must be the same, the stored format and its distrust, states by group."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

import numpy as np

from concordant import _kernels
from concordant.errors import InputError, MergeError, OptionError, StateFormatError
from concordant.inputs.rows import unit_beyond
from concordant.result.stored import Stored, is_whole
from concordant.settings import threads_for
from concordant.typing import Frame, Label, NumberArray

if TYPE_CHECKING:
    from concordant.states.buckets import ScoreKey
    from concordant.states.numeric_ratings import NumericRatings


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


_ROUNDING = 1e-6
_LAST_DIGITS = 1e-7  # the root of 1e-14
_LEAST = 1.5e-154  # the root of the smallest normal number
_LOSSES = {  # the ends of what a loss of one row, and so their mean, can be
    "squared loss": (0.0, 2.0),
    "ranked loss": (0.0, 1.0),
    "surprise loss": (0.0, np.inf),
    "hinge loss": (0.0, np.inf),
    "positive": (0.0, 1.0),
    "defined": (0.0, 1.0),
}


def unsound_cells(tables: NumberArray) -> str | None:
    """Why these cells, shape (T, cells), are no rows or sums of weights; None if they are."""
    if tables.dtype.kind == "f" and not np.isfinite(tables).all():
        return "its cells are not all finite numbers"
    if tables.size and tables.min() < 0:
        return "a negative number of rows is in it"
    if tables.dtype.kind == "i":
        if _most_rows(tables) >= 2**63:
            return "its rows are more than 64-bit integers count"
        return None
    with np.errstate(over="ignore"):
        return None if np.isfinite(tables.sum(-1)).all() else "its weights have no finite sum"


def _most_rows(tables: NumberArray) -> int:
    """The sum of the fullest table, exact also where it exceeds 64 bits."""
    high, low = (tables >> 32).sum(-1), (tables & 0xFFFFFFFF).sum(-1)
    return max((int(a) * 2**32 + int(b) for a, b in zip(high.tolist(), low.tolist(), strict=True)), default=0)


def unsound_counts(
    table: NumberArray, squares: NumberArray | None, labels: Sequence[Label], outputs: Sequence[Label] | None
) -> str | None:
    """Why these are not the parts of `Counts`; None if they are."""
    if table.ndim < 2 or table.shape[-2:] != (len(labels), len(labels)):
        return f"{len(labels)} labels need tables of {len(labels)} x {len(labels)}, not the shape {table.shape}"
    if outputs is not None and (table.ndim < 3 or table.shape[-3] != len(outputs)):
        return f"{len(outputs)} outputs need as many tables, not the shape {table.shape}"
    why = unsound_cells(table.reshape(-1, len(labels) ** 2) if table.size else table.reshape(0, 0))
    return why or _unsound_squares(table, squares)


def unsound_places(
    truth: NumberArray,
    prediction: NumberArray,
    numbers: NumberArray,
    squares: NumberArray | None,
    labels: Sequence[Label],
) -> str | None:
    """Why these are not the cells of `Counts`, row after row; None if they are."""
    parts = (truth, prediction, numbers) if squares is None else (truth, prediction, numbers, squares)
    if len({len(part) for part in parts}) > 1:
        return "its cells do not each have a place and a number"
    for part in (truth, prediction):
        if len(part) and not (part.min() >= 0 and part.max() < len(labels)):
            return f"a cell lies outside the table of its {len(labels)} labels"
    if not (np.diff(truth * len(labels) + prediction) > 0).all():
        return "its cells do not stand row after row, each once"
    return unsound_cells(numbers[None]) or _unsound_squares(numbers, squares)


def _unsound_squares(weights: NumberArray, squares: NumberArray | None) -> str | None:
    """Why these are not the sums of squared weights beside the sums of weights; None if they are."""
    if squares is None:
        return None
    if weights.dtype.kind == "i":
        return "rows that are counted have no sums of squared weights"
    if squares.size and not (squares.min() >= 0 and np.isfinite(squares).all()):
        return "its squares are not all finite and 0 or more"
    return "squared weights are in it where no row is" if (squares[weights == 0] > 0).any() else None


def unsound_curve(
    scores: NumberArray, weights: NumberArray, edges: NumberArray | None, squares: NumberArray | None = None
) -> str | None:
    """Why these are not the parts of a `Curve`; None if they are."""
    if len(scores) > 1 and not (scores[:-1] > scores[1:]).all():
        return "its scores do not fall from each to the next"
    if edges is not None:
        if not len(edges) or not (edges[:-1] < edges[1:]).all():
            return "its edges do not rise"
        if not np.isin(scores, np.append(-np.inf, edges)).all():
            return "a score is none of its edges"
    why = unsound_cells(weights.reshape(1, -1))
    if why is None and not weights.any(1).all():
        return "a score without a row is in it"
    return why or _unsound_squares(weights, squares)


def unsound_buckets(
    key: ScoreKey, places: NumberArray, weights: NumberArray, low: NumberArray, high: NumberArray
) -> str | None:
    """Why these are not the parts of a `BucketCurve`; None if they are."""
    if not len(places) == len(low) == len(high):
        return f"{len(places)} buckets need as many least and greatest scores, not {len(low)} and {len(high)}"
    if len(places) > 1 and not (places[:-1] > places[1:]).all():
        return "its buckets do not fall from each to the next"
    if key.limit is not None and len(places) > key.limit and key.bits > 0:
        return "its buckets are more than the limit of its key"
    if (low > high).any():
        return "the least score of a bucket is above its greatest"
    if key.scale == "probability" and ((low < 0) | (high > 1)).any():
        return "a score is no probability"
    if (key.places(low) != places).any() or (key.places(high) != places).any():
        return "a score does not lie in its bucket"
    why = unsound_cells(weights.reshape(1, -1))
    if why is None and not weights.any(1).all():
        return "a bucket without a row is in it"
    return why


def unsound_stack(weights: Sequence[NumberArray], *, multilabel: bool) -> str | None:
    """Why curves with these weights, (T, classes) each, are not the columns of the same rows; None if they are."""
    totals = [table.sum() if multilabel else table.sum(0) for table in weights]
    for total in totals[1:]:
        if not np.allclose(total, totals[0], rtol=_ROUNDING, atol=0):
            return "its curves do not have the same rows"
    return None


def unsound_samples(tables: NumberArray, weights: NumberArray, labels: int) -> str | None:
    """Why these are not the parts of `SampleCounts` of so many labels; None if they are."""
    if len(tables) != len(weights):
        return f"{len(tables)} tables need as many weights, not {len(weights)}"
    why = unsound_cells(tables.reshape(-1, 4)) or unsound_cells(weights[None])
    if why:
        return why
    if (tables.sum((-2, -1)) != labels).any():
        return f"the cells of a row of {labels} labels must add up to {labels}"
    if (weights == 0).any():
        return "a table that no row has is in it"
    flat = tables.reshape(-1, 4).tolist()
    return None if all(a < b for a, b in pairwise(flat)) else "its tables are not distinct, in order"


def unsound_tallies(counts: NumberArray, weight: NumberArray, squares: NumberArray | None) -> str | None:
    """Why these are not the parts of `Tallies`; None if they are."""
    why = _unsound_units(weight, squares)
    if why or not counts.size:
        return why or ("units without a label are in it" if len(counts) else None)
    if counts.min() < 0 or counts.max() >= 2**31 or not counts.any(1).all():
        return "a composition without a rating, or with less than none or too many, is in it"
    return None if all(a < b for a, b in pairwise(counts.tolist())) else "its compositions are not distinct, in order"


def unsound_ratings(
    start: NumberArray,
    rater: NumberArray,
    code: NumberArray,
    raters: int,
    labels: int,
    weight: NumberArray,
    squares: NumberArray | None,
) -> str | None:
    """Why these are not the parts of `Ratings`; None if they are. Whether profiles are distinct is seen elsewhere."""
    why = _unsound_units(weight, squares)
    if why:
        return why
    if len(start) != weight.shape[-1] + 1 or start[0] != 0 or start[-1] != len(rater) or len(rater) != len(code):
        return "its profiles do not begin and end where its ratings do"
    if not (start[1:] > start[:-1]).all():
        return "a profile without a rating is in it"
    for part, most, what in ((rater, raters, "rater"), (code, labels, "label")):
        if part.size and not (part.min() >= 0 and part.max() < most):
            return f"a rating has a {what} that is none of them"
    first = np.zeros(len(rater), np.bool_)
    first[start[:-1]] = True
    later = ~first[1:]
    return None if (np.diff(rater)[later] > 0).all() else "the raters of a profile do not rise"


def _unsound_units(weight: NumberArray, squares: NumberArray | None) -> str | None:
    """Why these are no numbers of units, shape (..., U), and no sums of their squared weights."""
    if not weight.ndim:
        return "its weights have no axis"
    why = unsound_cells(weight.reshape(-1, weight.shape[-1]) if weight.size else weight.reshape(0, 0))
    if why is None and weight.size and not weight.reshape(-1, weight.shape[-1]).any(0).all():
        return "what no unit has is in it"
    if why or squares is None:
        return why
    if weight.dtype.kind == "i":
        return "units that are counted have no sums of squared weights"
    if squares.size and not (squares.min() >= 0 and np.isfinite(squares).all()):
        return "its squares are not all finite and 0 or more"
    return None


def unsound_moments(
    names: Sequence[str], weight: NumberArray, squares: NumberArray, mean: NumberArray, comoment: NumberArray
) -> str | None:
    """Why these are not the parts of `Moments`; None if they are."""
    for name, part in (("weight", weight), ("squares", squares)):
        if part.size and not (np.isfinite(part).all() and part.min() >= 0):
            return f"{name} is not all finite and 0 or more"
    none = weight == 0
    if (squares[none] != 0).any() or (mean[none] != 0).any() or (comoment[none] != 0).any():
        return "what has no row has moments"
    spread = np.diagonal(comoment, axis1=-2, axis2=-1)
    endless = np.isinf(mean) | np.isinf(spread)  # an infinite loss: what varies with it is undefined
    settled = ~(endless[..., :, None] | endless[..., None, :])
    if np.isnan(comoment[settled]).any():
        return "a co-moment of finite quantities is NaN"
    with np.errstate(over="ignore", under="ignore"):  # sums of squares are right up to the last digits of the means
        rounded = _LAST_DIGITS * np.where(endless, 0.0, np.abs(mean)) * np.sqrt(weight)[..., None] + _LEAST
        if (spread < -(rounded**2))[~endless].any():
            return "a sum of squares is negative"
        root = np.sqrt(np.where(endless, 0.0, spread).clip(0)) + rounded
        most = root[..., :, None] * root[..., None, :] * (1 + _ROUNDING)
    if (np.abs(comoment[settled]) > most[settled]).any():
        return "a co-moment exceeds what the sums of squares allow"
    found, other = comoment[settled], np.swapaxes(comoment, -2, -1)[settled]
    if (np.abs(found / 2 - other / 2) > _ROUNDING * most[settled]).any():
        return "its co-moments are not symmetric"
    return _outside(names, mean)


def _outside(names: Sequence[str], mean: NumberArray) -> str | None:
    for place, name in enumerate(names):
        low, high = (0.0, 1.0) if name.startswith("class ") else _LOSSES.get(name, (-np.inf, np.inf))
        if not ((mean[..., place] >= low - _ROUNDING) & (mean[..., place] <= high + _ROUNDING)).all():
            return f"the mean of {name!r} is outside {low:g} to {high:g}"
    return None


def require_sound(what: str, why: str | None) -> None:
    """Raise if there is a reason why stored arrays come from no rows."""
    if why is not None:
        msg = f"the stored {what!r} cannot be read: {why}."
        raise StateFormatError(msg)


def refuse_unstorable(what: str, tables: NumberArray, squares: NumberArray | None = None) -> None:
    """Raise for numbers that JSON cannot hold, such as the counts of a population that these rows cannot stand for."""
    for part in (tables, squares):
        if part is not None and part.dtype.kind == "f" and not np.isfinite(part).all():
            msg = (
                f"{what} with undefined or infinite cells cannot be stored. Store those of the rows as they are, and "
                "take another prevalence or a multiple of them after reading."
            )
            raise StateFormatError(msg)


def unsound_numeric_ratings(state: NumericRatings) -> str | None:
    """Why these are not the parts of `NumericRatings`; None if they are."""
    weight, squares, cluster = state.weight, state.squares, state.cluster
    if not np.isfinite(weight).all() or (weight <= 0).any() or not np.isfinite(float(weight.sum())):
        return "its weights are not all finite and above 0"
    if np.isnan(state.matrix).all(1).any():
        return "a unit without a rating is in it"
    if weight.dtype.kind == "i":
        if squares is not None:
            return "units that are counted have no sums of squared weights"
        if sum(weight.tolist()) >= 2**63:
            return "its units are more than 64-bit integers count"
    elif squares is None or len(squares) != len(weight) or not (np.isfinite(squares).all() and (squares >= 0).all()):
        return "its squares are not one for each unit, finite and 0 or more"
    if cluster is not None and (len(cluster) != len(weight) or (cluster < 0).any()):
        return "its clusters are not one for each unit"
    same = state.distinct()
    parts = ((same.matrix, state.matrix), (same.weight, weight))
    if not all(np.array_equal(a, b, equal_nan=True) for a, b in parts):
        return "its units are not distinct, in order"
    return None


COUNTED = ("int64", "float64")  # rows, or sums of weights
SCORED = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")
_MOST_CELLS = 1 << 40  # of a shape: also one that holds nothing, as NumPy adds up its other axes
_MOST_AXES = 30
_INFINITE = ("inf", "-inf")


class StoredState(Stored):
    """
    The fields of a stored state of this kind and version.

    Raises
    ------
    StateFormatError
        If it is another kind, another version, or not complete.
    """

    def __init__(self, data: Any, kind: str, version: int, names: tuple[str, ...]) -> None:
        found = data.get("state") if isinstance(data, Mapping) else type(data).__name__
        if not isinstance(data, Mapping) or not isinstance(found, str) or found != kind:
            msg = f"expected stored data of the state {kind!r}, got {found!r:.100}."
            raise StateFormatError(msg)
        marked = data.get("version")
        if type(marked) is not int or marked != version:
            msg = (
                f"this release reads version {version} of a stored {kind!r}, not version {marked!r:.100}; "
                "a newer release of Concordant may have written it."
            )
            raise StateFormatError(msg)
        super().__init__(data, f"the stored {kind!r}", names)

    def shape(self, name: str) -> tuple[int, ...]:
        """Read the shape of an array."""
        shape = tuple(self.listed(name, "sizes"))
        if not all(map(is_whole, shape)) or len(shape) > _MOST_AXES:
            self.refuse(name, "a list of sizes, 0 or more each")
        if math.prod(max(size, 1) for size in shape) > _MOST_CELLS:
            self.refuse(name, "the shape of an array that memory can hold")
        return shape

    def dtype(self, name: str, allowed: tuple[str, ...]) -> str:
        """Read the name of a type of numbers."""
        found: str = self.choice(name, allowed)
        return found

    def nested(self, name: str, shape: tuple[int, ...], dtype: str) -> NumberArray:
        """Read numbers in lists of lists of exactly this shape."""
        level: list[Any] = [self[name]]
        for size in shape:
            if not all(isinstance(part, (list, tuple)) and len(part) == size for part in level):
                self.refuse(name, f"nested lists of the shape {list(shape)}")
            level = list(chain.from_iterable(level))
        return self._numbers(name, level, dtype, ()).reshape(shape)

    def flat(self, name: str, shape: tuple[int, ...], *, undefined: bool = False) -> NumberArray:
        """Read an array of floats from one list of its numbers; infinite ones and NaN are texts."""
        texts = (*_INFINITE, "nan") if undefined else _INFINITE
        found = self._numbers(name, self.listed(name, "numbers"), "float64", texts)
        if len(found) != math.prod(shape):
            self.refuse(name, f"a list of {math.prod(shape)} numbers, as its shape is {list(shape)}")
        return found.reshape(shape)

    def row(self, name: str, dtype: str) -> NumberArray:
        """Read a list of numbers of this type, however many; infinite ones are texts."""
        return self._numbers(name, self.listed(name, "numbers"), dtype, _INFINITE if dtype.startswith("float") else ())

    def _numbers(self, name: str, values: list[Any], dtype: str, texts: tuple[str, ...]) -> NumberArray:
        """Numbers that the type holds to the last bit; of floats also these texts."""
        kinds = set(map(type, values))
        if any(issubclass(kind, str) for kind in kinds):
            values = [_of_text(value, texts) for value in values]
            kinds = set(map(type, values))
        real = dtype.startswith("float")
        if any(issubclass(kind, bool) or not issubclass(kind, (int, float) if real else int) for kind in kinds):
            self.refuse(name, "made of numbers" if real else "made of whole numbers", _first_other(values, real=real))
        wide = _floats(values) if real else _integers(values, np.iinfo(dtype))
        if wide is None:
            self.refuse(name, f"made of numbers that {dtype} holds")
        with np.errstate(over="ignore"):
            array = wide.astype(dtype)
        if real and not np.array_equal(array.astype(np.float64), wide, equal_nan=True):
            self.refuse(name, f"made of numbers that {dtype} holds")
        if real and not texts and not np.isfinite(array).all():
            self.refuse(name, "made of finite numbers")
        if real and "nan" not in texts and np.isnan(array).any():
            self.refuse(name, "made of numbers, none of them NaN")
        return array


def _of_text(value: Any, texts: tuple[str, ...]) -> Any:
    return float(value) if isinstance(value, str) and value in texts else value


def _first_other(values: Iterable[Any], *, real: bool) -> Any:
    """The first that is no number of the kind that is wanted."""
    kinds: Any = (int, float) if real else int
    return next(value for value in values if isinstance(value, bool) or not isinstance(value, kinds))


def _floats(values: list[Any]) -> NumberArray | None:
    """None if a whole number among them is none that a float holds."""
    try:
        if any(issubclass(kind, int) for kind in set(map(type, values))):
            exact = all(int(float(value)) == value for value in values if isinstance(value, int))
            return np.array(values, np.float64) if exact else None
        return np.array(values, np.float64)
    except OverflowError:
        return None


def _integers(values: list[int], bounds: Any) -> NumberArray | None:
    """None if one of them is beyond the bounds of the type."""
    if values and not bounds.min <= min(values) <= max(values) <= bounds.max:
        return None
    return np.array(values, bounds.dtype)


S = TypeVar("S", bound="ByGroup")


@dataclass(frozen=True, eq=False, repr=False)
class StatesByGroup(Mapping[Any, S]):
    """
    A state for each group of rows, as `by_group` of a state makes it.

    A group is named by its value; of several columns by the values of all, as a tuple. A window of time is named by its
    beginning, in UTC.

    Attributes
    ----------
    by : tuple of str
        What the groups are by.
    states : dict
        In the order of the groups.
    missing : int
        How many rows were left out as their group is missing; those that lack another value are counted in the states.
    """

    by: tuple[str, ...]
    states: dict[Any, S]
    missing: int = 0

    def __getitem__(self, group: Any) -> S:
        """Return the state of one group."""
        return self.states[group]

    def __iter__(self) -> Iterator[Any]:
        """Yield the groups in order."""
        return iter(self.states)

    def __len__(self) -> int:
        """How many groups there are."""
        return len(self.states)

    def total(self) -> S:
        """Return the state of all groups together."""
        if not self.states:
            msg = "there are no groups: nothing can be added up."
            raise InputError(msg)
        first, *others = self.states.values()
        for other in others:
            first = first + other
        return first

    def __repr__(self) -> str:
        """The groups, not the numbers."""
        kind = type(next(iter(self.states.values()))).__name__.removeprefix("_CountsOf") if self.states else "states"
        return f"<{kind} of {len(self.states):,} groups by {', '.join(self.by)}>"


class ByGroup:
    """A state that can be made of each group of rows by one query."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        """Add the rows of two states."""
        raise NotImplementedError

    @classmethod
    def by_group(cls, frame: Frame, *, by: Any, **columns: Any) -> StatesByGroup[Self]:
        """
        Make the state of each group of rows of a frame; of a lazy frame where it lives, by one query or two.

        Parameters
        ----------
        frame : eager or lazy frame, files
            Of files the columns are read as a whole.
        by : str, tuple, or list of these
            A column whose values make the groups, or a column of times with the length of a window: ``("at", "1d")``.
            Windows begin at whole multiples of their length since 1970-01-01 UTC (``"s"``, ``"m"``, ``"h"``, ``"d"``,
            ``"w"``; those of 7 days on a Thursday); a time without a zone is taken as UTC. Of several, each
            combination that occurs is a group.
        **columns
            As for `from_frame`. Labels that are not declared are those of all rows in every group, so that states of
            groups can be added.

        Returns
        -------
        StatesByGroup
            A mapping of groups to states.

        Raises
        ------
        MissingValuesError
            If a group is missing; with ``missing="drop"`` such rows are left out and counted.

        Examples
        --------
        >>> import polars as pl
        >>> from concordant import accuracy
        >>> from concordant.states import Counts
        >>> rows = pl.LazyFrame({"truth": [0, 1, 1, 0], "label": [0, 1, 0, 0], "site": ["north", "south"] * 2})
        >>> found = Counts.by_group(rows, by="site", y_true="truth", y_pred="label")
        >>> {site: accuracy.of(counts) for site, counts in found.items()}
        {'north': 0.5, 'south': 1.0}
        >>> accuracy.of(found.total())
        0.75
        """
        from concordant.sources.by_group import states_by_group

        return states_by_group(cls, frame, by, columns)
