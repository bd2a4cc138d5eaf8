"""Metrics that are made of the values of others: a mean over classes, sensitivity and specificity, ..."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.metrics._cells.row_shares import Share
from concordant.states import Counts
from concordant.typing import Average, FloatArray, Label, NumberArray


@dataclass(frozen=True, slots=True)
class Parts:
    """
    What a metric is made of.

    Each part is known from rows of its own: a class that is rare, and without an error, looks certain to the metric and
    is not. Limits of the parts know that, and the limits of the metric are put together from them.

    Attributes
    ----------
    of : tuple of (str, mapping) or Share
        Metrics and their options, which may have one value a class; or shares of rows that are no metrics.
    combine : callable
        Takes all values along the last axis, gives the metric; it rises, or stays, with each.
    linear : bool
        Whether it is a sum of the values that are not NaN, each times a constant, and a constant.
    alike : ndarray of shape (P,) or None
        How many parts of one and the same value each stands for, None: one. Of parts that weigh w in the metric it is
        Kish's number of them, ``(sum w)^2 / sum w^2``.
    with_one : callable or None
        Takes all values, (P,), and another one of each, (P,), which may be complex; gives the metric with each in turn
        in the place of its own, (P, S). None: by `combine`, of P times P values.
    own : bool
        Whether all that are named in `of` have as many values as the metric, and each value of the metric is made of
        one value of each, in the same place.
    """

    of: tuple[tuple[str, Mapping[str, Any]] | Share, ...]
    combine: Callable[[FloatArray], Any]
    linear: bool = False
    alike: FloatArray | None = None
    with_one: Callable[[FloatArray, NumberArray], NumberArray] | None = None
    own: bool = False


def mean_of_defined(values: FloatArray) -> FloatArray:
    """Average the values that are not NaN."""
    here = ~np.isnan(values)
    many = here.sum(-1)
    mean: FloatArray = np.where(many > 0, np.where(here, values, 0.0).sum(-1) / np.maximum(many, 1), np.nan)
    return mean


def sum_less_one(values: FloatArray) -> FloatArray:
    """Add the first half of the values, one rate of each class, to the second half, another; less one."""
    half = values.shape[-1] // 2
    sums: FloatArray = values[..., :half] + values[..., half:] - 1
    return sums


def two_rates(rates: tuple[str, str], average: Average, pos_label: Label | None) -> Parts | None:
    """Parts of a metric that is the sum of two rates less one, of one class, of each, or as their mean."""
    if average == "binary":
        alone = tuple((rate, {"pos_label": pos_label}) for rate in rates)
        return Parts(alone, lambda values: sum_less_one(values)[..., 0], linear=True)
    each = tuple((rate, {"average": None}) for rate in rates)
    if average is None:
        return Parts(each, sum_less_one, linear=True, own=True)
    if average != "macro":
        return None
    return Parts(each, lambda values: mean_of_defined(sum_less_one(values)), linear=True)


def of_recalls(counts: Counts, combine: Callable[[FloatArray], Any], *, linear: bool = False) -> Parts:
    """Parts of a metric of the recalls of all classes, (..., K); of several labels at once, of both sides of each."""
    if counts.outputs is None:
        return Parts((("recall", {"average": None}),), combine, linear)
    sides = tuple((rate, {"average": None}) for rate in ("recall", "specificity"))
    return Parts(sides, lambda values: combine(np.stack(np.split(values, 2, axis=-1), axis=-1)), linear, own=True)
