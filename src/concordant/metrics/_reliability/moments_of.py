"""The sums that metrics of numeric ratings read, of whichever state they are taken of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from concordant.states import NumericRatings, RatingMoments, Ratings
from concordant.typing import FloatArray


def moments_of(state: Any) -> RatingMoments:
    """
    Return the moments of a state, without the raters who rated nothing.

    Labels of `Ratings` are read as the numbers that they are.
    """
    return _of_those_who_rated(state if isinstance(state, RatingMoments) else units_of(state).moments())


def _of_those_who_rated(moments: RatingMoments) -> RatingMoments:
    """Drop raters without a rating: they are none of the raters that an average is of."""
    each = np.diagonal(moments.shared, axis1=-2, axis2=-1)
    used = (each != 0).any(tuple(range(each.ndim - 1)))
    if used.all() or not used.any():
        return moments
    names = tuple(name for name, here in zip(moments.raters, used.tolist(), strict=True) if here)
    tables = {
        name: getattr(moments, name)[..., used, :][..., used] for name in ("shared", "first", "second", "product")
    }
    return replace(moments, raters=names, unit_sums=moments.unit_sums[..., used], **tables)


def units_of(state: Any) -> NumericRatings:
    """Return the state whose rows are the units."""
    return NumericRatings.from_ratings(state) if isinstance(state, Ratings) else state


def number_of_units(moments: RatingMoments) -> FloatArray:
    """The units, or their weight, shape (...)."""
    return np.asarray(moments.weight.sum(-1) * 1.0)


def number_of_ratings(moments: RatingMoments) -> FloatArray:
    """The ratings, or their weight, shape (...)."""
    return np.asarray((moments.weight * moments.sizes).sum(-1) * 1.0)


def why_too_few(moments: RatingMoments, *, fewest: int = 2) -> str | None:
    """Why numbers say nothing of how well raters agree; None if they do."""
    if np.all(moments.weight.sum(-1) == 0):
        return "there is no unit"
    if len(moments.raters) < 2:
        return "there is one rater"
    if not (moments.weighted or moments.stack) and moments.n < fewest:
        return "there is one unit"
    if not (moments.sizes >= 2).any():
        return "no unit has two ratings"
    return None
