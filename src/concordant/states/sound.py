"""What is true of the arrays of every state that comes from rows; of stored ones it is checked before they are used."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from concordant.errors import StateFormatError
from concordant.states.score_key import ScoreKey
from concordant.typing import Label, NumberArray

if TYPE_CHECKING:
    from concordant.states.numeric_ratings import NumericRatings

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
