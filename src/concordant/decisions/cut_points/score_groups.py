"""Groups of neighbouring scores, and the cut points that lie between them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.typing import FloatArray, NumberArray

Places = npt.NDArray[np.int64]  # how many groups, from the lowest score, are below each cut


def runs_of_one_class(table: NumberArray) -> npt.NDArray[np.intp]:
    """
    Where groups start when neighbouring scores that have only one and the same class are taken together.

    Moving such rows from one rating to the next changes F1 in one direction, or convexly: no cut inside is better than
    those at both ends.
    """
    pure = (table != 0).sum(1) == 1
    only = table.argmax(1)
    same = pure[1:] & pure[:-1] & (only[1:] == only[:-1])
    return np.append(np.zeros(min(len(table), 1), dtype=np.intp), np.flatnonzero(~same) + 1)


def quantile_groups(table: NumberArray, most: int) -> npt.NDArray[np.intp]:
    """Where groups start when scores are taken together in at most so many groups of about equal weight."""
    if len(table) <= most:
        return np.arange(len(table))
    weight = np.einsum("gk->g", table) * 1.0
    group = group_of_middle(weight.cumsum() - weight / 2, weight.sum(), most)
    return np.flatnonzero(np.diff(group, prepend=-1))


def group_of_middle(middle: FloatArray, total: float, most: int) -> npt.NDArray[np.intp]:
    """Which of `most` groups of equal weight a score is in, by the weight above the middle of its rows."""
    return np.minimum(middle / total * most, most - 1).astype(np.intp)


def pooled(table: NumberArray, starts: npt.NDArray[np.intp]) -> NumberArray:
    """The table of the groups."""
    if len(starts) == len(table):
        return table
    together: NumberArray = np.add.reduceat(table, starts, axis=0)
    return together


def places_of_scores(places: Places, starts: npt.NDArray[np.intp], size: int) -> Places:
    """From groups back to single scores; the table lists the highest score first, places count from the lowest."""
    ends = np.append(starts, size)
    found: Places = size - ends[len(starts) - places]
    return found


def all_rated(rating: int, classes: int, size: int) -> Places:
    """The places that give every row the same rating."""
    return np.where(np.arange(1, classes) <= rating, 0, size).astype(np.int64)


def cut_points_at(places: Places, scores: npt.NDArray[Any], greatest: npt.NDArray[Any] | None = None) -> FloatArray:
    """
    Half way between the scores on both sides; -inf below all scores, +inf where no score reaches the label.

    `scores` are distinct, the highest first. A row is above a cut if ``score >= cut``, and none is above +inf. Where
    several scores stand together, `scores` are the least of each group and `greatest` the greatest.
    """
    size = len(scores)
    inner = (places > 0) & (places < size)
    low = (scores if greatest is None else greatest)[np.where(inner, size - places, 0)].astype(np.float64)
    high = scores[np.where(inner, size - 1 - places, 0)].astype(np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        middle = low / 2 + high / 2
    middle = np.where((middle > low) & (middle < np.inf), middle, high)
    # A score of +inf is above its cut, which therefore is the greatest number below it.
    middle = np.where(middle == np.inf, np.finfo(np.float64).max, middle)
    cuts: FloatArray = np.where(inner, middle, np.where(places == 0, -np.inf, np.inf))
    return cuts


def ratings(cut_points: FloatArray, scores: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """The rating of each score: how many cuts it reaches."""
    return np.searchsorted(cut_points[cut_points < np.inf], scores, side="right")
