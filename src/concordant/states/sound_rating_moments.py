"""What is true of every `RatingMoments` that comes from rows; of stored ones it is checked before they are used."""

from __future__ import annotations

from typing import Any

import numpy as np

_ROUNDING = 1e-6


def unsound_rating_moments(state: Any) -> str | None:
    """Why these are not the parts of `RatingMoments`; None if they are."""
    sizes, r = state.sizes, len(state.raters)
    if len(sizes) and not (sizes[0] >= 1 and sizes[-1] <= r and (np.diff(sizes) > 0).all()):
        return f"its numbers of ratings do not rise from 1 to {r} at most"
    parts = (state.weight, state.shared, state.unit_sums, state.unit_squares, state.first, state.second, state.product)
    if not all(np.isfinite(part).all() for part in parts) or not np.isfinite(state.origin):
        return "its sums are not all finite"
    if state.weight.size and not (state.weight.min() >= 0 and state.weight.reshape(-1, len(sizes)).any(0).all()):
        return "a number of ratings that no unit has, or less than none, is in it"
    return _unsound_shared(state) or _unsound_sums(state)


def _near(one: Any, other: Any, size: Any) -> bool:
    """Whether two sums are equal up to rounding, beside the size of what was added up."""
    return bool((np.abs(one - other) <= _ROUNDING * size + 1e-290).all())


def _unsound_shared(state: Any) -> str | None:
    """Of the units of each size: how many each pair of raters shares."""
    shared, weight = state.shared, state.weight * 1.0
    each = np.diagonal(shared, axis1=-2, axis2=-1)
    size = weight[..., None]
    if (shared < 0).any() or not _near(shared, np.swapaxes(shared, -2, -1), size[..., None]):
        return "the units that two raters share are not the same either way"
    if (each > size * (1 + _ROUNDING)).any() or not _near(each.sum(-1), weight * state.sizes, weight):
        return "the ratings of its raters are not as many as those of its units"
    if not _near(shared.sum(-1), each * state.sizes[:, None], size * state.sizes[:, None]):
        return "its raters share other units than they rated"
    return None


def _unsound_sums(state: Any) -> str | None:
    first, second, product, both = state.first, state.second, state.product, state.shared.sum(-3)
    if (second < 0).any() or (state.unit_squares < 0).any():
        return "a sum of squares is negative"
    with np.errstate(over="ignore", under="ignore"):
        root = np.sqrt(second) * np.sqrt(both)
        if (np.abs(first) > root * (1 + _ROUNDING) + 1e-290).any():
            return "a sum exceeds what the sum of squares allows"
        across = np.sqrt(second) * np.sqrt(np.swapaxes(second, -2, -1))
        if (np.abs(product) > across * (1 + _ROUNDING) + 1e-290).any():
            return "a sum of products exceeds what the sums of squares allow"
        if not _near(product, np.swapaxes(product, -2, -1), across):
            return "its sums of products are not symmetric"
        own = np.diagonal(product, axis1=-2, axis2=-1), np.diagonal(second, axis1=-2, axis2=-1)
        if not _near(*own, own[1]):
            return "the squares of a rater are not the products with itself"
        totals = state.unit_sums.sum(-2), np.swapaxes(first, -2, -1).sum(-1)
        if not _near(*totals, np.sqrt(np.swapaxes(second, -2, -1) * both).sum(-1)):
            return "the sums of its units are not those of its raters"
        squares = state.unit_squares.sum(-1), product.sum((-2, -1))
        if not _near(*squares, across.sum((-2, -1))):
            return "the squares of the sums of its units are not those of its raters"
    return _outside(state)


def _outside(state: Any) -> str | None:
    """What the units of one size cannot have: squares of sums that are less than the mean of the sums allows."""
    with np.errstate(over="ignore", under="ignore", divide="ignore", invalid="ignore"):
        totals = state.unit_sums.sum(-1) / state.sizes
        least = np.where(state.weight > 0, totals**2 / state.weight, 0.0)
        if (state.unit_squares * (1 + _ROUNDING) + 1e-290 < least).any():
            return "the squares of the sums of its units are less than their mean allows"
        spread = np.sum(np.diagonal(state.second, axis1=-2, axis2=-1), axis=-1)
        within = (state.unit_squares / state.sizes).sum(-1)
        if (within > spread * (1 + _ROUNDING) + 1e-290).any():
            return "its units vary more between than all their ratings do"
    return None
