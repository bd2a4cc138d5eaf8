"""Murphy's decomposition of the Brier score: reliability, resolution, uncertainty."""

from __future__ import annotations

import math

import numpy as np

from concordant.errors import OptionError
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import Terms
from concordant.metrics._probabilities.bins import (
    Closed,
    Edges,
    Strategy,
    ascending,
    bin_starts,
    row_weights,
    summed,
    why_no_rows,
)
from concordant.metrics._probabilities.calibration_errors import chance_squares, squared_error
from concordant.result import MurphyDecomposition
from concordant.states import Curve, CurveStack
from concordant.typing import FloatArray


def _why(
    curve: Curve | CurveStack,
    *,
    n_bins: int | None = None,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
    debias: bool = False,
) -> str | None:
    del n_bins, strategy, edges, closed
    reason = why_no_rows(curve)
    if reason is None and debias and not curve.n > 1:
        return "one row has no variance, which the correction needs"
    return reason


@metric(
    input="probabilities",
    why=_why,
    is_a=Terms(MurphyDecomposition),
    instead="brier_score",
    family="tables",
    title="Murphy decomposition",
    says="the Brier score split into calibration, discrimination and uncertainty that no model removes",
    formula="reliability - resolution + uncertainty + within-bin variance - within-bin covariance",
    source="Murphy 1973, Journal of Applied Meteorology 12:595",
    better=None,
    range=None,
    elsewhere=("brier_decomposition",),
)
def murphy_decomposition(
    curve: Curve | CurveStack,
    /,
    *,
    n_bins: int | None = None,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
    debias: bool = False,
) -> MurphyDecomposition | tuple[MurphyDecomposition, ...]:
    """
    Murphy decomposition: the Brier score split into calibration, discrimination and uncertainty that no model removes.

    With the weight w, the mean probability p and the share of positives o of each group of rows, and the share o of
    all rows without index: ``reliability = sum w_k (p_k - o_k)^2 / W``, ``resolution = sum w_k (o_k - o)^2 / W``,
    ``uncertainty = o (1 - o)``. Each distinct probability is a group by default; then
    ``Brier score = reliability - resolution + uncertainty``. Bins of different probabilities need two terms more, the
    variance of the probabilities inside the bins and twice their covariance with the truth, and it is exact again.

    Parameters
    ----------
    n_bins : int or None, default None
        How many bins; None makes each distinct probability a group of its own.
    strategy : {"uniform", "quantile"}, default "uniform"
        Bins of equal width or of equal mass; see `calibration_curve`.
    edges : array-like, optional
        Own edges that rise from 0 to 1, in place of `n_bins` and `strategy`.
    closed : {"left", "right"}, default "left"
        The edge that belongs to a bin.
    debias : bool, default False
        Take off what chance adds to reliability and resolution, ``sum w_k o_k (1 - o_k) / (w_k - 1) / W``, and add
        what it takes from resolution and uncertainty, ``o (1 - o) / (W - 1)``. The sum stays the Brier score; a
        corrected reliability or resolution can be negative.

    Returns
    -------
    MurphyDecomposition, or a tuple of them, one a class or label
        All terms are NaN without rows, resolution and uncertainty also for one row with ``debias=True``.

    Notes
    -----
    Where most probabilities occur once, distinct groups say nothing: every row is its own group, resolution equals
    uncertainty and reliability the Brier score. Take bins then. A group of one row has nothing to correct by, and its
    squared gap stays. Other software shrinks the whole correction so that no term leaves its range (Ferro and
    Fricker's SpecsVerification); here it is applied as it is.

    References
    ----------
    Murphy (1973), A new vector partition of the probability score, Journal of Applied Meteorology 12:595. Stephenson,
    Coelho & Jolliffe (2008), Two extra components in the Brier score decomposition, Weather and Forecasting 23:752.
    Ferro & Fricker (2012), A bias-corrected decomposition of the Brier score, Quarterly Journal of the Royal
    Meteorological Society 138:1954.

    Examples
    --------
    >>> from concordant import murphy_decomposition
    >>> parts = murphy_decomposition([0, 0, 0, 1, 0, 1, 1, 1], [0.2, 0.2, 0.2, 0.2, 0.7, 0.7, 0.7, 0.7])
    >>> round(parts.brier, 4), round(parts.reliability, 4), round(parts.resolution, 4), parts.uncertainty
    (0.19, 0.0025, 0.0625, 0.25)
    """
    if isinstance(curve, CurveStack):
        return tuple(_terms(one, n_bins, strategy, edges, closed, debias=debias) for one in curve.binary_curves())
    return _terms(curve, n_bins, strategy, edges, closed, debias=debias)


def _terms(
    curve: Curve, n_bins: int | None, strategy: Strategy, edges: Edges, closed: Closed, *, debias: bool
) -> MurphyDecomposition:
    p = ascending(curve)
    if n_bins is None and edges is None:
        if strategy != "uniform" or closed != "left":
            msg = "strategy and closed are about bins; say n_bins or edges as well."
            raise OptionError(msg)
        bins = summed(curve, p, np.arange(len(p)), p)
        variance = covariance = 0.0
    else:
        starts, known = bin_starts(curve, p, 10 if n_bins is None else n_bins, strategy, edges, closed)
        bins = summed(curve, p, starts, known)
        variance, covariance = _within(curve, p - np.repeat(bins.predicted, np.diff(np.append(starts, len(p)))))
    total = bins.weight.sum()
    share = ratio(bins.positives.sum() * 1.0, total)
    held = bins.weight > 0
    reliability = squared_error(bins)
    resolution = ratio((bins.weight[held] * (bins.observed[held] - share) ** 2).sum(), total)
    uncertainty = share * (1 - share)
    brier = reliability - resolution + uncertainty + variance - covariance
    if debias:
        chance = ratio(chance_squares(bins).sum(), total)
        small_sample = uncertainty / (total - 1) if total > 1 else math.nan
        reliability, resolution = reliability - chance, resolution - chance + small_sample
        uncertainty += small_sample
    return MurphyDecomposition(*map(float, (brier, reliability, resolution, uncertainty, variance, covariance)))


def _within(curve: Curve, distance: FloatArray) -> tuple[float, float]:
    """The mean square of the distances from the bins' means, and twice their mean product with the truth."""
    weight, positives = row_weights(curve), curve.weights[::-1, 1]
    total = weight.sum()
    return ratio((weight * distance**2).sum(), total), 2 * ratio((positives * distance).sum(), total)
