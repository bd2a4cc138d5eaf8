"""murphy_decomposition, corp_decomposition, corp_reliability_curve."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from concordant import _kernels
from concordant.errors import OptionError
from concordant.metrics.arithmetic import ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import Terms
from concordant.metrics.probabilities.bins import (
    Closed,
    Distinct,
    Edges,
    Strategy,
    ascending,
    bin_starts,
    brier_of,
    distinct,
    dot,
    row_weights,
    summed,
    why_no_rows,
)
from concordant.metrics.probabilities.calibration_errors import chance_squares, squared_error
from concordant.metrics.ranking.curve_points import of_each_curve, records_of_curves
from concordant.names import require_choice
from concordant.result import CorpDecomposition, CorpReliabilityCurve, MurphyDecomposition
from concordant.states import Curve, CurveStack
from concordant.typing import FloatArray, IntArray, NumberArray

Score: TypeAlias = Literal["brier", "log"]


@metric(
    why=why_no_rows,
    trait=Terms(CorpDecomposition),
    instead="brier_score",
    title="CORP decomposition",
    says="the mean score taken apart: what recalibration would save, how far classes are told apart, and their mix",
    formula="score = MCB - DSC + UNC: MCB = S(p) - S(p^), DSC = S(prevalence) - S(p^), p^ the isotonic recalibration",
    source="Dimitriadis, Gneiting & Jordan 2021, PNAS 118:e2016191118, eq. 2",
    aliases=("score_decomposition",),
    elsewhere=("corp",),
)
def corp_decomposition(
    curve: Curve | CurveStack, /, *, score: Score = "brier"
) -> CorpDecomposition | tuple[CorpDecomposition, ...]:
    """
    CORP decomposition: a mean score as miscalibration, discrimination and uncertainty, without bins.

    The probabilities are recalibrated by the isotonic regression of what happened on them, which has no parameter to
    choose. With S the mean score, ``S = MCB - DSC + UNC``: miscalibration ``MCB = S(p) - S(recalibrated)`` is what
    recalibration saves, discrimination ``DSC = S(prevalence) - S(recalibrated)`` how much better than the prevalence
    the recalibrated probabilities are, uncertainty ``UNC = S(prevalence)`` what the rows cost without a model.

    Parameters
    ----------
    score : {"brier", "log"}, default "brier"
        The score: squared error (the Brier score) or surprise (the log loss, in nats).

    Returns
    -------
    CorpDecomposition, or a tuple of them, one a class or label
        No term is negative. Where one class occurs, uncertainty and discrimination are 0. With ``score="log"`` score
        and miscalibration are infinite if a row was given probability 0 for what happened. NaN without rows.

    Notes
    -----
    The recalibration is fitted to the rows that it is judged on: in small samples miscalibration and discrimination
    are both too large (perfectly calibrated probabilities show a miscalibration above 0), their difference is not.

    References
    ----------
    Dimitriadis, Gneiting & Jordan (2021), Stable reliability diagrams for probabilistic classifiers, PNAS
    118:e2016191118. Ayer et al. (1955), An empirical distribution function for sampling with incomplete information,
    Annals of Mathematical Statistics 26:641 (isotonic regression).

    Examples
    --------
    >>> from concordant import corp_decomposition
    >>> parts = corp_decomposition([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9])
    >>> [round(part, 4) for part in parts]
    [0.1667, 0.0833, 0.1667, 0.25]
    """
    require_choice("score", score, ("brier", "log"))
    return of_each_curve(curve, lambda single: _corp_terms(single, score))


def _corp_terms(curve: Curve, score: Score) -> CorpDecomposition:
    columns, steps = distinct(curve), isotonic(curve)
    total = _mean_score(score, columns, 1.0 - columns.p)
    recalibrated = _score_of_shares(score, steps.negatives, steps.positives)
    constant = _score_of_shares(score, curve.weights[:, :1].sum(0), curve.weights[:, 1:].sum(0))
    # Neither difference can be negative, but for rounding.
    miscalibration, discrimination = np.maximum([total - recalibrated, constant - recalibrated], 0.0).tolist()
    return CorpDecomposition(total, miscalibration, discrimination, constant)


def _score_of_shares(score: Score, negatives: NumberArray, positives: NumberArray) -> float:
    """The mean score of groups of rows whose probability is the share of positives."""
    weight = negatives + positives
    columns = Distinct(ratio(positives, weight), negatives.astype(np.float64), positives.astype(np.float64))
    return _mean_score(score, columns, ratio(negatives, weight))


def _mean_score(score: Score, columns: Distinct, rest: FloatArray) -> float:
    """The mean score of probabilities p of the positive class; `rest` is 1 - p, as exactly as it is known."""
    if score == "brier":
        return brier_of(columns)
    p, negatives, positives = columns
    total = _log_loss(positives, p) + _log_loss(negatives, rest)
    return float(ratio(total, float(negatives.sum() + positives.sum())))


def _log_loss(weight: FloatArray, p: FloatArray) -> float:
    """The sum of -w log p; 0 where nothing happened, infinite where it happened with probability 0."""
    occurred = weight != 0
    with np.errstate(divide="ignore"):
        return dot(weight[occurred], -np.log(p[occurred]))


@metric(
    why=why_no_rows,
    instead="calibration_curve, or corp_decomposition for the miscalibration",
    title="CORP reliability curve",
    says="the share of positives at each probability, in steps that the data choose",
    formula="isotonic regression of y on p: the rising step function of least squared error",
    source="Dimitriadis, Gneiting & Jordan 2021, PNAS 118:e2016191118",
    scale_free=False,
    elsewhere=("corp_reliability_diagram",),
)
def corp_reliability_curve(curve: Curve | CurveStack, /) -> CorpReliabilityCurve | tuple[CorpReliabilityCurve, ...]:
    """
    CORP reliability curve: how often it happens at each probability, by isotonic regression in place of bins.

    Among all curves that rise with the probability the one of least squared error (and of least log loss): a step
    function whose steps the data choose. On the diagonal the probabilities are right; a step below it was predicted
    too high. Rows of equal probability stay together.

    Returns
    -------
    CorpReliabilityCurve, or a tuple of them, one a class or label
        Unpacks as ``observed, predicted``, the share of positives and the mean probability of each step. Steps of
        equal share are one step. Empty without rows, with a warning.

    Notes
    -----
    Between two steps, where no probability was given, the curve is not determined. The first and the last step are
    often of a few rows of one class and then lie at 0 and 1: see their weight before reading them.

    References
    ----------
    Dimitriadis, Gneiting & Jordan (2021), Stable reliability diagrams for probabilistic classifiers, PNAS
    118:e2016191118. Ayer et al. (1955), An empirical distribution function for sampling with incomplete information,
    Annals of Mathematical Statistics 26:641 (isotonic regression).

    Examples
    --------
    >>> from concordant import corp_reliability_curve
    >>> curve = corp_reliability_curve([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9])
    >>> curve.observed.tolist(), curve.lowest.tolist(), curve.highest.tolist(), curve.weight.tolist()
    ([0.0, 0.5, 1.0], [0.1, 0.3, 0.7], [0.2, 0.6, 0.9], [2, 2, 2])
    """
    return records_of_curves(curve, _reliability_curve)


def _reliability_curve(curve: Curve) -> CorpReliabilityCurve:
    steps = isotonic(curve)
    mass = curve.scores.astype(np.float64) * curve.weights.sum(1)
    inside = np.add.reduceat(mass, steps.starts) if len(steps.starts) else mass
    upwards = slice(None, None, -1)
    return CorpReliabilityCurve(
        steps.observed[upwards],
        np.asarray(ratio(inside, steps.weight))[upwards],
        curve.scores[steps.ends - 1][upwards],
        curve.scores[steps.starts][upwards],
        steps.weight[upwards],
        steps.positives[upwards],
    )


# Isotonic regression of what happened on the probability: the rising curve that fits best.
#
# The state holds distinct probabilities, so that equal ones are pooled already; the kernel pools adjacent violators.


@dataclass(frozen=True, slots=True)
class Steps:
    """
    The steps in the order of the curve: from the highest probabilities and shares to the lowest.

    Step k holds the distinct probabilities ``starts[k]`` to ``ends[k] - 1``.
    """

    ends: IntArray
    negatives: NumberArray
    positives: NumberArray

    @property
    def starts(self) -> IntArray:
        """Where each step begins."""
        return np.append(0, self.ends)[:-1]

    @property
    def weight(self) -> NumberArray:
        """The rows of each step, or the sum of their weights."""
        return np.asarray(self.negatives + self.positives)

    @property
    def observed(self) -> FloatArray:
        """The share of positives of each step."""
        return np.asarray(ratio(self.positives, self.weight))


def isotonic(curve: Curve) -> Steps:
    """Fit the curve of two classes."""
    ends, sums = _kernels.isotonic_steps(np.ascontiguousarray(curve.weights))
    return Steps(ends, sums[:, 0], sums[:, 1])


def _murphy_decomposition_why(curve: Curve | CurveStack, *, debias: bool = False, **_: object) -> str | None:
    reason = why_no_rows(curve)
    if reason is None and debias and not curve.n > 1:
        return "one row has no variance, which the correction needs"
    return reason


@metric(
    why=_murphy_decomposition_why,
    trait=Terms(MurphyDecomposition),
    instead="brier_score",
    title="Murphy decomposition",
    says="the Brier score split into calibration, discrimination and uncertainty that no model removes",
    formula="reliability - resolution + uncertainty + within-bin variance - within-bin covariance",
    source="Murphy 1973, Journal of Applied Meteorology 12:595",
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
    return of_each_curve(curve, lambda single: _murphy_terms(single, n_bins, strategy, edges, closed, debias=debias))


def _murphy_terms(
    curve: Curve, n_bins: int | None, strategy: Strategy, edges: Edges, closed: Closed, *, debias: bool
) -> MurphyDecomposition:
    p = ascending(curve)
    if n_bins is None and edges is None:
        if strategy != "uniform" or closed != "left":
            raise OptionError("strategy and closed are about bins; say n_bins or edges as well.")
        bins = summed(curve, p, np.arange(len(p)), p)
        variance = covariance = 0.0
    else:
        starts, limits = bin_starts(curve, p, 10 if n_bins is None else n_bins, strategy, edges, closed)
        bins = summed(curve, p, starts, limits)
        variance, covariance = _within_bins(curve, p - np.repeat(bins.predicted, np.diff(np.append(starts, len(p)))))
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


def _within_bins(curve: Curve, distance: FloatArray) -> tuple[float, float]:
    """The mean square of the distances from the bins' means, and twice their mean product with the truth."""
    weight, positives = row_weights(curve), curve.weights[::-1, 1]
    total = weight.sum()
    return ratio((weight * distance**2).sum(), total), 2 * ratio((positives * distance).sum(), total)
