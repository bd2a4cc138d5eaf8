"""Sums in bins of the probability; calibration_curve, hosmer_lemeshow."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import OptionError
from concordant.inputs.scores import ScoreRows, refuse_outside, resolve_classes
from concordant.metrics.arithmetic import NO_SUPPORT, ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import BinShares
from concordant.metrics.distributions import chi_square_tail
from concordant.metrics.ranking.curve_points import UNDEFINED, first_reason, of_each_curve, records_of_curves
from concordant.names import require_choice
from concordant.result import CalibrationCurve, HosmerLemeshow
from concordant.settings import threads_for
from concordant.states import Curve, CurveStack
from concordant.typing import Average, FloatArray, NumberArray

Strategy: TypeAlias = Literal["uniform", "quantile"]
Closed: TypeAlias = Literal["left", "right"]
Edges: TypeAlias = npt.ArrayLike | None
Sample: TypeAlias = Literal["validation", "training"]
NO_ROWS = "there are no rows"
_MOST_BINS = 2**24


def why_no_rows(curve: Curve | CurveStack, *, average: Average = "macro", **_: object) -> str | None:
    """Say that there are no rows, or none to weight classes by; other options make no difference."""
    if not curve.n:
        return NO_ROWS
    if isinstance(curve, CurveStack) and average == "weighted" and not curve.support().any():
        return NO_SUPPORT
    return None


@metric(
    why=why_no_rows,
    trait=BinShares(),
    instead="one of its rates",
    shortcut="rows",
    title="Calibration curve",
    says="the share of positives in each bin of probabilities",
    formula="(mean p, share of positives) in each bin",
    source="Murphy & Winkler 1977, Applied Statistics 26:41",
    scale_free=False,
    elsewhere=("reliability_curve", "reliability_diagram", "calibration_plot"),
)
def calibration_curve(
    curve: Curve | CurveStack | ScoreRows,
    /,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
) -> CalibrationCurve | tuple[CalibrationCurve, ...]:
    """
    Calibration curve: the share of positives in each bin of probabilities.

    For each bin the mean probability and the share of positives, with the rows behind them and two errors: the
    standard error of the share, and how far it would stray from the mean probability if the probabilities were right.

    Parameters
    ----------
    n_bins : int, default 10
        How many bins.
    strategy : {"uniform", "quantile"}, default "uniform"
        Bins of equal width, ``edges[b] <= p < edges[b + 1]`` where ``edges[b]`` is the float64 nearest to b / n_bins
        (the last bin holds 1 as well), or of equal mass: every distinct probability goes with all its rows into the
        bin in which the middle of its rows falls, and bins that get none are left out.
    edges : array-like, optional
        Own edges that rise from 0 to 1, in place of `n_bins` and `strategy`.
    closed : {"left", "right"}, default "left"
        The edge that belongs to a bin. With ``"right"`` bin b holds ``edges[b] < p <= edges[b + 1]``, the first
        one 0 as well.

    Returns
    -------
    CalibrationCurve, or a tuple of them, one a class or label
        Unpacks as ``observed, predicted``. A bin without rows stays, with weight 0 and NaN in its shares and errors.
        All is NaN without rows.

    Notes
    -----
    A probability is compared as it is, whatever its type: 0.1 * 3, which is 0.30000000000000004, and 0.3 itself are
    in the bin from 0.3 on, but the float32 nearest to 0.7 is 0.699999988 and in the bin below. scikit-learn's
    `calibration_curve` closes its bins on the right, takes edges of ``numpy.linspace``, and leaves empty bins out;
    ``edges=numpy.linspace(0, 1, 11), closed="right"`` gives its values. Its bins of ``strategy="quantile"`` lie
    between percentiles, which for many ties are more uneven than those here.

    References
    ----------
    Murphy & Winkler (1977), Reliability of subjective probability forecasts of precipitation and temperature,
    Applied Statistics 26:41. Bröcker & Smith (2007), Increasing the reliability of reliability diagrams, Weather and
    Forecasting 22:651 (the expected error).

    Examples
    --------
    >>> from concordant import calibration_curve
    >>> curve = calibration_curve([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], n_bins=2)
    >>> curve.predicted.round(3).tolist(), curve.observed.round(3).tolist(), curve.weight.tolist()
    ([0.2, 0.733], [0.333, 0.667], [3, 3])
    """
    if isinstance(curve, ScoreRows):
        bins = bins_of_rows(curve, n_bins, strategy, edges, closed)
        return UNDEFINED if bins is None else _calibration_points(bins)
    return records_of_curves(curve, lambda single: _calibration_points(binned(single, n_bins, strategy, edges, closed)))


def _calibration_points(bins: Bins) -> CalibrationCurve:
    weight, observed = bins.weight, bins.observed
    standard_error = np.sqrt(np.asarray(ratio(observed * (1 - observed), weight)))
    expected_error = np.asarray(ratio(np.sqrt(bins.variance), weight))
    parts = observed, bins.predicted, weight, bins.positives, bins.edges, standard_error, expected_error
    return CalibrationCurve(*parts)


@dataclass(frozen=True, slots=True)
class Bins:
    """
    What the rows of each bin add up to.

    `negatives` and `positives` are counts or sums of weights, `probability` is the sum of w p, `variance` that of
    w p (1 - p), each of shape (B,); `edges` has shape (B + 1,).
    """

    edges: FloatArray
    negatives: NumberArray
    positives: NumberArray
    probability: FloatArray
    variance: FloatArray

    @property
    def weight(self) -> NumberArray:
        """The rows of each bin, or the sum of their weights."""
        return self.negatives + self.positives

    @property
    def predicted(self) -> FloatArray:
        """The mean probability; NaN in an empty bin."""
        return np.asarray(ratio(self.probability, self.weight))

    @property
    def observed(self) -> FloatArray:
        """The share of positives; NaN in an empty bin."""
        return np.asarray(ratio(self.positives * 1.0, self.weight))

    @property
    def surplus(self) -> FloatArray:
        """How many more positives the probabilities announce than there are: the weight times the gap."""
        return self.probability - self.positives


def bins_of_rows(rows: ScoreRows, n_bins: int, strategy: Strategy, edges: Edges, closed: Closed) -> Bins | None:
    """Sum checked rows of two classes; None for bins of equal mass, which need the curve, and without rows."""
    limits = check_edges(n_bins, strategy, edges, closed)
    if limits is None:
        return None
    sums = sum_rows(rows, limits[1:-1], closed=closed)
    if not sums[:2].any():
        return None
    if rows.weights is None:  # counts are whole
        return Bins(limits, sums[0].astype(np.int64), sums[1].astype(np.int64), sums[2], sums[3])
    return Bins(limits, *sums)


def sum_rows(rows: ScoreRows, inner_edges: FloatArray, *, closed: Closed) -> FloatArray:
    """
    The weight of negatives, of positives, the sum of w p and of w p (1 - p) in each bin, shape (4, B).

    `inner_edges` may be any between 0 and 1 that do not fall; bins between equal ones stay empty.
    """
    negative, positive = rows.values
    binned = _kernels.bin_sums(
        rows.y_true,
        negative,
        positive,
        rows.scores,
        rows.weights,
        inner_edges,
        closed == "left",
        threads_for(len(rows.y_true)),
    )
    if binned.bad_label >= 0:
        return sum_rows(resolve_classes(rows), inner_edges, closed=closed)
    if binned.bad_value >= 0:
        refuse_outside(rows.scores, rows.kept)
    return binned.sums


def binned(
    curve: Curve, n_bins: int = 10, strategy: Strategy = "uniform", edges: Edges = None, closed: Closed = "left"
) -> Bins:
    """Sum the rows of a two-class curve in bins."""
    p = ascending(curve)
    return summed(curve, p, *bin_starts(curve, p, n_bins, strategy, edges, closed))


def summed(curve: Curve, p: FloatArray, starts: npt.NDArray[np.intp], edges: FloatArray) -> Bins:
    """Sum runs of ascending probabilities; an empty run sums to zero."""
    weights = curve.weights[::-1]
    occupied = starts < np.append(starts[1:], len(p))  # only runs with rows can be reduced, others add nothing

    def run(values: NumberArray) -> NumberArray:
        out = np.zeros(len(starts), values.dtype)
        if occupied.any():
            out[occupied] = np.add.reduceat(values, starts[occupied])
        return out

    probability = row_weights(curve) * p
    return Bins(edges, run(weights[:, 0]), run(weights[:, 1]), run(probability), run(probability * (1 - p)))


def ascending(curve: Curve) -> FloatArray:
    """The distinct probabilities from the lowest up, as float64: every type of the same value is in the same bin."""
    return curve.scores[::-1].astype(np.float64)


def row_weights(curve: Curve) -> NumberArray:
    """The rows at each of the ascending distinct probabilities; several times as fast as a sum over two columns."""
    weights = curve.weights[::-1]
    return np.asarray(weights[:, 0] + weights[:, 1])


def bin_starts(
    curve: Curve, p: FloatArray, n_bins: int, strategy: Strategy, edges: Edges, closed: Closed
) -> tuple[npt.NDArray[np.intp], FloatArray]:
    """Where each bin begins among the ascending distinct probabilities, and the edges."""
    limits = check_edges(n_bins, strategy, edges, closed)
    if limits is None:
        starts = _equal_mass(curve, n_bins)
        return starts, np.concatenate([p[starts], p[-1:]]) if len(p) else np.array([0.0, 1.0])
    # bin b begins at the first probability that is not below its edge, or that is above it
    inner = np.searchsorted(p, limits[1:-1], side="left" if closed == "left" else "right")
    return np.concatenate([[0], inner]), limits


def _equal_mass(curve: Curve, n_bins: int) -> npt.NDArray[np.intp]:
    """
    Where bins of equal mass begin among the ascending distinct probabilities.

    A probability goes with all its rows into the bin in which the middle of its rows falls, so that neither ties nor
    the order of rows decide, and 1 - p gives the mirrored bins. A middle within rounding of a border (sums of weights
    are rounded) counts as on it, and belongs to the upper bin.
    """
    weight = row_weights(curve)
    if not len(weight):
        return np.zeros(1, dtype=np.intp)
    upto = weight.cumsum(dtype=np.float64)
    middles = 2 * upto - weight  # in half rows
    borders = 2 * upto[-1] * (np.arange(n_bins) - 1e-9) / n_bins
    starts = np.unique(np.searchsorted(middles, borders))
    return starts[starts < len(weight)]


def check_edges(n_bins: int, strategy: Strategy, edges: Edges, closed: Closed) -> FloatArray | None:
    """The edges from 0 to 1; None for bins of equal mass, whose edges depend on the rows."""
    require_choice("strategy", strategy, ("uniform", "quantile"))
    require_choice("closed", closed, ("left", "right"))
    if strategy == "quantile" and (edges is not None or closed == "right"):
        raise OptionError('strategy="quantile" finds its own edges; leave edges and closed at their defaults.')
    if edges is not None:
        return _own_edges(edges)
    if isinstance(n_bins, bool) or not isinstance(n_bins, (int, np.integer)) or not 1 <= n_bins <= _MOST_BINS:
        most = f" and at most {_MOST_BINS:,}" if isinstance(n_bins, int) and n_bins > 1 else ""
        raise OptionError(f"n_bins must be a whole number of at least 1{most}, not {n_bins!r:.80}.")
    return _uniform_edges(int(n_bins)) if strategy == "uniform" else None


@cache
def _uniform_edges(n_bins: int) -> FloatArray:
    """0, 1/n, 2/n, ... 1, each the float64 nearest to it (linspace rounds twice: its 0.3 is 0.30000000000000004)."""
    edges = np.arange(n_bins + 1) / n_bins
    edges.flags.writeable = False
    return edges


def _own_edges(edges: npt.ArrayLike) -> FloatArray:
    try:
        values = np.asarray(edges, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise OptionError(f"edges must be numbers that rise from 0 to 1: {error}") from error
    rising = values.ndim == 1 and len(values) > 1 and bool((np.diff(values) > 0).all())
    if not rising or values[0] != 0 or values[-1] != 1:
        raise OptionError(f"edges must rise from 0 to 1, each larger than the one before; they are {values.tolist()}.")
    return values


class Distinct(NamedTuple):
    """Probabilities from the highest, and the weight of the negative and the positive class at each."""

    p: FloatArray
    negatives: FloatArray
    positives: FloatArray


def distinct(curve: Curve) -> Distinct:
    """Take the columns of a curve of two classes; side by side in memory, they are read several times as fast."""
    negatives, positives = np.ascontiguousarray(curve.weights.T, dtype=np.float64)
    return Distinct(curve.scores.astype(np.float64, copy=False), negatives, positives)


def brier_of(columns: Distinct) -> float:
    """The Brier score of probabilities that come with the weight of both classes; NaN without rows."""
    p, negatives, positives = columns
    rest = 1.0 - p
    return float(ratio(dot(negatives, p * p) + dot(positives, rest * rest), float(negatives.sum() + positives.sum())))


def dot(weight: FloatArray, values: FloatArray) -> float:
    """The sum of products, added pairwise: the same for any number of threads of a BLAS."""
    return float((weight * values).sum())


def _hosmer_lemeshow_why(curve: Curve | CurveStack, *, n_bins: int = 10, sample: Sample = "validation") -> str | None:
    reason = why_no_rows(curve)
    if reason is not None or sample == "validation":
        return reason

    def too_few(single: Curve) -> str | None:
        groups = len(_group_starts(single, n_bins))
        few = f"{groups} groups leave no degree of freedom; on the rows of the training 3 are needed"
        return few if groups < 3 else None

    return first_reason(curve, too_few)


@metric(
    why=_hosmer_lemeshow_why,
    instead="expected_calibration_error",
    title="Hosmer-Lemeshow test",
    says="whether the probabilities of groups of rows agree with what happened, beyond chance",
    formula="sum over groups of (O - E)^2 / (E (1 - E / n)), chi-square",
    source="Hosmer & Lemeshow 1980, Communications in Statistics A9:1043",
    scale_free=False,
    elsewhere=("hoslem", "hoslem.test", "hosmer_lemeshow_test", "hl_test"),
)
def hosmer_lemeshow(
    curve: Curve | CurveStack, /, *, n_bins: int = 10, sample: Sample = "validation"
) -> HosmerLemeshow | tuple[HosmerLemeshow, ...]:
    """
    Hosmer-Lemeshow test: whether groups of probabilities agree with what happened.

    ``X2 = sum over groups of (O - E)^2 / (E (1 - E / n))`` with the positives O, the sum of probabilities E and the
    rows n of each group. The groups are cut at the quantiles of the probabilities (type 7, which R, NumPy and
    scikit-learn take by default; a group holds its upper quantile). Equal quantiles are one, so that ties are never
    split and there can be fewer groups; the lowest group reaches up to the first quantile above its lowest row.

    Parameters
    ----------
    n_bins : int, default 10
        How many groups.
    sample : {"validation", "training"}, default "validation"
        Whether the probabilities are of new rows, with as many degrees of freedom as groups, or of the rows that the
        model was fitted to, with two fewer.

    Returns
    -------
    HosmerLemeshow, or a tuple of them, one a class or label
        Statistic, degrees of freedom, p value and the table of the groups. The statistic is +inf where a group is
        given probability 0 and holds a positive, or 1 and holds a negative. Statistic and p value are NaN without
        rows; the p value also on training rows in fewer than three groups.

    Notes
    -----
    It is offered because many use it, not because it is recommended: the value depends on the number of groups, with
    many rows the smallest miscalibration is significant and with few hardly any is, and it says neither where nor how
    much. `calibration_curve` and `expected_calibration_error` do. Code over ``cut(quantile(p), include.lowest = TRUE)``
    in R, as in the package ResourceSelection, gives the same statistic. Weights count rows.

    References
    ----------
    Hosmer & Lemeshow (1980), Goodness of fit tests for the multiple logistic regression model, Communications in
    Statistics A9:1043. Hosmer, Lemeshow & Sturdivant (2013), Applied logistic regression, 3rd edition, Wiley, chapter
    5 (as many degrees of freedom as groups on new rows).

    Examples
    --------
    >>> from concordant import hosmer_lemeshow
    >>> test = hosmer_lemeshow([0, 0, 1, 0, 1, 1, 0, 1], [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9], n_bins=4)
    >>> round(test.statistic, 4), test.df, round(test.p_value, 4)
    (3.5492, 4, 0.4704)
    """
    require_choice("sample", sample, ("validation", "training"))
    check_edges(n_bins, "quantile", None, "left")
    return of_each_curve(curve, lambda single: _hosmer_lemeshow_test(single, n_bins, sample))


def _hosmer_lemeshow_test(curve: Curve, n_bins: int, sample: Sample) -> HosmerLemeshow:
    p = ascending(curve)
    groups = summed(curve, p, _group_starts(curve, n_bins), p)
    df = len(groups.weight) - (2 if sample == "training" else 0)
    statistic = _chi_square(groups)
    p_value = chi_square_tail(statistic, df)
    return HosmerLemeshow(statistic, df, p_value, groups.positives * 1.0, groups.probability, groups.weight)


def _chi_square(groups: Bins) -> float:
    if not len(groups.weight):
        return math.nan
    expected, weight = groups.probability, groups.weight
    gaps = groups.positives - expected
    spread = expected * (1 - expected / weight)
    certain = spread <= 0  # all probabilities of the group are 0, or all are 1
    terms = np.divide(gaps, spread, out=np.where(gaps != 0, np.inf, 0.0), where=~certain)
    return float((terms * np.where(certain, 1.0, gaps)).sum())


def _group_starts(curve: Curve, n_bins: int) -> npt.NDArray[np.intp]:
    """
    Where the groups between the quantiles begin among the ascending distinct probabilities.

    The k-th quantile lies at the index (W - 1) k / g of the sorted rows, from 0, between the rows at this index
    rounded down and up. What is above it begins with the probability after that of the lower one. A quantile that is
    the lowest probability cuts nothing off, as in R's cut(include.lowest = TRUE).
    """
    upto = row_weights(curve).cumsum(dtype=np.float64)
    if not len(upto):
        return np.zeros(0, dtype=np.intp)
    indices = np.maximum(upto[-1] - 1, 0) * np.arange(1, n_bins) / n_bins
    indices = indices[np.ceil(indices - 1e-9) >= upto[0]]
    above = np.searchsorted(upto, np.floor(indices + 1e-9), side="right") + 1
    return np.unique(np.append(0, above[above < len(upto)]))
