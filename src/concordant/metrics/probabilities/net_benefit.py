"""net_benefit, net_interventions_avoided, decision_curve."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inputs.scores import ScoreRows
from concordant.metrics.arithmetic import NO_SUPPORT, check_average, check_share, ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import NetBenefit, Thresholds
from concordant.metrics.probabilities.bins import NO_ROWS, Distinct, distinct, sum_rows
from concordant.metrics.ranking.curve_points import (
    OUTPUT_AVERAGES,
    UNDEFINED,
    of_curves,
    one_class_reason,
    records_of_curves,
    why_curves,
    why_no_positive,
)
from concordant.result import DecisionCurve
from concordant.states import Curve, CurveStack
from concordant.typing import Average, FloatArray, Floats

GRID = np.arange(1, 100) / 100
GRID.flags.writeable = False


# Influence of a row on net benefits.
#
# Without a prevalence they are means over rows, of 1 for a true and ``-t / (1 - t)`` for a false positive; at a given
# prevalence they are such means of each class. The standardised one is a ratio of means.


def net_benefit_influence(
    curve: Curve, *, threshold: float, prevalence: float | None = None, standardized: bool = False
) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct probability, shape (T, 2)."""
    columns = distinct(curve)
    taken = (columns.p >= threshold).astype(np.float64)
    gain = np.stack([-taken * (threshold / (1 - threshold)), taken], axis=1)
    psi = _influence_of_gains(columns, gain, prevalence)
    if not standardized:
        return psi
    if prevalence is not None:
        return psi / prevalence
    positives, rows = columns.positives.sum(), float(curve.weights.sum())
    value = ratio((columns.negatives * gain[:, 0] + columns.positives * gain[:, 1]).sum(), positives)
    return np.asarray((gain - value * np.array([0.0, 1.0])) * ratio(rows, positives))


def _why_no_benefit(
    curve: Curve | CurveStack,
    *,
    average: Average = "macro",
    prevalence: float | None = None,
    standardized: bool = False,
    **_: object,
) -> str | None:
    """Say which rows a net benefit lacks: any; of both classes at another prevalence; positive ones to divide by."""

    def why(single: Curve) -> str | None:
        if not single.weights.any():
            return NO_ROWS
        if prevalence is not None:
            return one_class_reason(single)
        return why_no_positive(single) if standardized else None

    reason = why_curves(curve, why, average)
    if reason is None and average == "weighted" and isinstance(curve, CurveStack) and not curve.support().any():
        return NO_SUPPORT
    return reason


@metric(
    why=_why_no_benefit,
    trait=NetBenefit(),
    influence=net_benefit_influence,
    shortcut="rows",
    title="Net benefit",
    says="what treating at a threshold gains: true positives less false ones at the odds of the threshold, a row",
    formula="TP / n - FP / n x t / (1 - t) where p >= t is treated",
    source="Vickers & Elkin 2006, Medical Decision Making 26:565",
    range=(-float("inf"), 1),
)
def net_benefit(
    curve: Curve | CurveStack,
    /,
    *,
    threshold: float,
    prevalence: float | None = None,
    standardized: bool = False,
    average: Average = "macro",
    fill: float = float("nan"),
) -> Floats:
    """
    Net benefit: the true positives of a threshold less its false positives, at the odds of the threshold.

    ``TP / n - FP / n * t / (1 - t)`` where the rows with ``p >= t`` are treated. Treating from a risk of t on, and not
    below it, values one false positive at ``t / (1 - t)`` true positives: at t = 0.1 at a ninth. A net benefit
    of 0.05 is worth five true positives in a hundred rows without a false one.

    Parameters
    ----------
    threshold : float
        The risk from which on a row is treated, at least 0 and below 1.
    prevalence : float, optional
        The share of positives where the model is used, for data that were sampled by their class (case-control):
        ``sensitivity * prevalence - (1 - specificity) * (1 - prevalence) * t / (1 - t)``. Default: that of the rows.
    standardized : bool, default False
        Divide by the prevalence: the share of the greatest possible net benefit, also called relative utility.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the net benefit of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray if average is None
        At most the prevalence, which is reached if all positive rows and no others are treated; standardized, at most
        1. It is 0 for treating nobody, and has no least value. Undefined (NaN) without rows, standardized without
        positive rows, and at another prevalence than that of the rows if only one class occurs.

    Notes
    -----
    Compare it with treating everybody, ``prevalence - (1 - prevalence) * t / (1 - t)``, and nobody, 0:
    `decision_curve` shows all three at every threshold, and `net_interventions_avoided` is above 0 where the model
    is better than treating everybody. The threshold stands for a preference, so name it before you see the data: net
    benefits at different thresholds are in different currencies, and their maximum means nothing. The probabilities
    are taken at their word: where they are miscalibrated, the net benefit can be below that of treating nobody.

    The default interval (``"score"``) takes the score limits of the table of truth and treatment. In simulations of
    10,000 samples of 100, 300 and 1,000 rows, prevalence 0.05 to 0.5, thresholds 0.05 to 0.5, normal scores 1.5 apart,
    calibrated and with logits twice too large, it held the true value in 92 to 98 of 100 samples (92 to 99 standardized
    and at another prevalence), in 89 to 92 where 3 or 4 rows were treated on average. It says so below 8.
    `compare` tests the difference of two models at this threshold by the
    paired t test: in 1,500 samples each of two equally good models (not standardized) a test at 5 % called one better
    in 0 to 6.1 of 100, in the fewest where few rows are treated.

    References
    ----------
    Vickers & Elkin (2006), Decision curve analysis: a novel method for evaluating prediction models, Medical Decision
    Making 26:565. Kerr et al. (2016), Assessing the clinical impact of risk prediction models with decision curves,
    Journal of Clinical Oncology 34:2534 (standardized). Pfeiffer & Gail (2020), Estimating the decision curve and its
    precision from three study designs, Biometrical Journal 62:764 (case-control data).

    Examples
    --------
    >>> from concordant import net_benefit
    >>> truth, risk = [1, 0, 1, 0, 0], [0.9, 0.3, 0.2, 0.1, 0.05]
    >>> round(net_benefit(truth, risk, threshold=0.2), 4)  # 2 of 5 right, 1 of 5 wrong, at a fourth
    0.35
    >>> round(net_benefit(truth, risk, threshold=0.2, standardized=True), 4)
    0.875
    """
    at, prevalence = np.array([check_share(threshold, "threshold", one=False)]), _check_prevalence(prevalence)

    def value(rows: Treated) -> float:
        return float(_net_benefits(rows, at, prevalence, standardized=standardized)[0])

    return _of_treated(curve, value, at, average, fill)


def _avoided_influence(curve: Curve, *, threshold: float, prevalence: float | None = None) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct probability, shape (T, 2)."""
    columns = distinct(curve)
    left = (columns.p < threshold).astype(np.float64)
    return _influence_of_gains(columns, np.stack([left, -left * ((1 - threshold) / threshold)], axis=1), prevalence)


@metric(
    why=_why_no_benefit,
    trait=NetBenefit(of_untreated=True),
    influence=_avoided_influence,
    shortcut="rows",
    title="Net interventions avoided",
    says="what not treating below a threshold spares: true negatives less missed positives at its inverse odds, a row",
    formula="TN / n - FN / n x (1 - t) / t where p >= t is treated",
    source="Vickers et al. 2008, BMC Medical Informatics and Decision Making 8:53",
    range=(-float("inf"), 1),
    aliases=("net_benefit_untreated",),
)
def net_interventions_avoided(
    curve: Curve | CurveStack,
    /,
    *,
    threshold: float,
    prevalence: float | None = None,
    average: Average = "macro",
    fill: float = float("nan"),
) -> Floats:
    """
    Net interventions avoided: the negatives that a threshold spares less the positives that it misses, at its odds.

    ``TN / n - FN / n * (1 - t) / t`` where the rows with ``p >= t`` are treated: the net benefit for the untreated.
    It equals ``(net benefit - net benefit of treating everybody) / (t / (1 - t))``. 0.3 says that, beside treating
    everybody, the model spares thirty in a hundred rows the intervention, and misses nobody, on balance.

    Parameters
    ----------
    threshold : float
        The risk from which on a row is treated, above 0 and at most 1.
    prevalence : float, optional
        The share of positives where the model is used, for data that were sampled by their class (case-control):
        ``specificity * (1 - prevalence) - (1 - sensitivity) * prevalence * (1 - t) / t``. Default: that of the rows.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by how
        often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray if average is None
        At most the share of negatives, which is reached if these and no others are left untreated. It is 0 for
        treating everybody, and has no least value. Undefined (NaN) without rows, and at another prevalence than that
        of the rows if only one class occurs.

    Notes
    -----
    Use it for interventions that everybody gets today, where the question is whom to spare; for those that few get,
    `net_benefit` is the natural choice. Above 0 the model is better than treating everybody. Papers give it for a
    hundred rows. Intervals and tests are those of `net_benefit`.

    References
    ----------
    Vickers et al. (2008), Extensions to decision curve analysis, a novel method for evaluating diagnostic tests,
    prediction models and molecular markers, BMC Medical Informatics and Decision Making 8:53. Rousson & Zumbrunn
    (2011), Decision curve analysis revisited, BMC Medical Informatics and Decision Making 11:45 (for the untreated).

    Examples
    --------
    >>> from concordant import net_interventions_avoided
    >>> truth, risk = [1, 0, 1, 0, 0], [0.9, 0.3, 0.2, 0.1, 0.05]
    >>> round(net_interventions_avoided(truth, risk, threshold=0.2), 4)  # 2 of 5 spared, nobody missed
    0.4
    >>> round(net_interventions_avoided(truth, risk, threshold=0.25), 4)  # 1 of 5 missed, which counts three times
    -0.2
    """
    at, prevalence = np.array([check_share(threshold, "threshold", zero=False)]), _check_prevalence(prevalence)
    return _of_treated(curve, lambda rows: float(_avoided(rows, at, prevalence)[0]), at, average, fill)


@metric(
    why=lambda curve, **options: _why_no_benefit(curve, average=None, **options),
    trait=Thresholds("net_benefit"),
    instead="net_benefit at one threshold",
    shortcut="rows",
    title="Decision curve",
    says="the net benefit of a model at each threshold, beside treating all and treating none",
    formula="TP / n - FP / n x t / (1 - t) over the thresholds t",
    source="Vickers & Elkin 2006, Medical Decision Making 26:565",
    elsewhere=("dca", "decision_curve_analysis"),
)
def decision_curve(
    curve: Curve | CurveStack | ScoreRows,
    /,
    *,
    thresholds: npt.ArrayLike | None = None,
    prevalence: float | None = None,
    standardized: bool = False,
) -> DecisionCurve | tuple[DecisionCurve, ...]:
    """
    Decision curve: the net benefit of a model at each threshold, beside treating all and treating none.

    A model is worth using at the thresholds where its `net_benefit` is above that of treating everybody and above 0,
    that of treating nobody.

    Parameters
    ----------
    thresholds : array-like, optional
        Ascending, each at least 0 and below 1. Default: 0.01, 0.02, ... 0.99. Choose those that decision
        makers find reasonable, before you see the data.
    prevalence : float, optional
        The share of positives where the model is used, for data that were sampled by their class (case-control).
        Default: that of the rows.
    standardized : bool, default False
        Divide by the prevalence: the share of the greatest possible net benefit.

    Returns
    -------
    DecisionCurve, or a tuple of them, one a class or label
        Unpacks as ``net_benefit, treat_all, treat_none, thresholds``. All is NaN where `net_benefit` is undefined.

    Notes
    -----
    `interval` gives ``{"net_benefit": Intervals, "band": Intervals}``, one interval a threshold. The first holds the
    true value at each threshold that was chosen beforehand; the limits of the band hold it at all of them at once, by
    the distribution of the greatest standardised error over the thresholds. `net_benefit.compare` compares two models
    at one threshold, `net_interventions_avoided.interval` a model with treating everybody.

    References
    ----------
    Vickers & Elkin (2006), Decision curve analysis: a novel method for evaluating prediction models, Medical Decision
    Making 26:565. Van Calster et al. (2018), Reporting and interpreting decision curve analysis, European Urology
    74:796.

    Examples
    --------
    >>> from concordant import decision_curve
    >>> truth, risk = [1, 0, 1, 0, 0], [0.9, 0.3, 0.2, 0.1, 0.05]
    >>> found = decision_curve(truth, risk, thresholds=[0.1, 0.2, 0.5])
    >>> found.net_benefit.round(3).tolist(), found.treat_all.round(3).tolist()
    ([0.356, 0.35, 0.2], [0.333, 0.25, -0.2])
    """
    at, prevalence = check_thresholds(thresholds), _check_prevalence(prevalence)

    def points(rows: Treated) -> DecisionCurve:
        return _decision_points(rows, at, prevalence, standardized=standardized)

    if not isinstance(curve, ScoreRows):
        return records_of_curves(curve, lambda single: points(_treated(single, at)))
    rows = _treated_of_rows(curve, at)
    found = None if rows is None else points(rows)
    return UNDEFINED if found is None or np.isnan(found.net_benefit).any() else found


def _decision_points(rows: Treated, at: FloatArray, prevalence: float | None, *, standardized: bool) -> DecisionCurve:
    ones = np.ones(len(at))
    everybody = rows._replace(tp=rows.positives * ones, fp=rows.negatives * ones)
    model, all_treated = (
        _net_benefits(cells, at, prevalence, standardized=standardized) for cells in (rows, everybody)
    )
    return DecisionCurve(model, all_treated, np.zeros(len(at)), at, float(_shares(rows, prevalence)[2]))


def check_thresholds(thresholds: npt.ArrayLike | None) -> FloatArray:
    """Return the thresholds of a curve, 0.01 to 0.99 by default; raise if they do not rise within [0, 1)."""
    if thresholds is None:
        return GRID
    try:
        values = np.asarray(thresholds, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise OptionError(f"thresholds must be numbers that rise, at least 0 and below 1: {error}") from error
    rising = values.ndim == 1 and len(values) > 0 and bool((np.diff(values) > 0).all())
    if not rising or not (values[0] >= 0 and values[-1] < 1):
        raise OptionError(
            "thresholds must be numbers at least 0 and below 1, each larger than the one before; "
            f"they are {values.tolist()}."
        )
    return values


def _check_prevalence(prevalence: float | None) -> float | None:
    """Return the prevalence; raise if it is not a share strictly between 0 and 1."""
    return None if prevalence is None else check_share(prevalence, "prevalence", zero=False, one=False)


# The rows that a threshold treats, and what that is worth: true positives less false ones at the odds of the threshold.
#
# Who treats at a risk of t and not below it holds one false positive for worth ``t / (1 - t)`` true positives.


class Treated(NamedTuple):
    """Positive and negative rows with ``p >= t`` at each threshold, shape (T,), and those in all."""

    tp: FloatArray
    fp: FloatArray
    positives: Any
    negatives: Any


def _of_treated(
    curve: Curve | CurveStack | ScoreRows,
    value: Callable[[Treated], float],
    thresholds: FloatArray,
    average: Average,
    fill: float,
) -> Floats:
    """Compute a value of the rows that thresholds treat, of a curve, of each class or label, or of checked rows."""
    if isinstance(curve, ScoreRows):
        check_average(average, allowed=OUTPUT_AVERAGES)
        rows = _treated_of_rows(curve, thresholds)
        return math.nan if rows is None else value(rows)
    return of_curves(curve, lambda single: value(_treated(single, thresholds)), average, fill)


def _treated(curve: Curve, thresholds: FloatArray) -> Treated:
    """Count the rows of a curve of two classes; a probability is compared as float64, whatever its type."""
    p, negatives, positives = distinct(curve)
    taken = len(p) - np.searchsorted(p[::-1], thresholds, side="left")  # distinct probabilities, from the highest
    fp, tp = (np.concatenate([[0.0], weight.cumsum()]) for weight in (negatives, positives))
    return Treated(tp[taken], fp[taken], float(tp[-1]), float(fp[-1]))


def _treated_of_rows(rows: ScoreRows, thresholds: FloatArray) -> Treated | None:
    """Count checked rows of two classes in one pass, without a sort; None without rows."""
    negatives, positives = sum_rows(rows, thresholds, closed="left")[:2, ::-1].cumsum(1)[:, ::-1]
    if not negatives[0] and not positives[0]:
        return None
    return Treated(positives[1:], negatives[1:], float(positives[0]), float(negatives[0]))


def _net_benefits(
    rows: Treated, thresholds: FloatArray, prevalence: float | None, *, standardized: bool = False
) -> FloatArray:
    """``TP / n - w FP / n`` with ``w = t / (1 - t)``, or the same of sensitivity and specificity at a prevalence."""
    positive, negative, share = _shares(rows, prevalence)
    value = positive * rows.tp - negative * rows.fp * (thresholds / (1 - thresholds))
    return np.asarray(ratio(value, share) if standardized else value)


def _avoided(rows: Treated, thresholds: FloatArray, prevalence: float | None) -> FloatArray:
    """``TN / n - FN / n / w``: the net benefit of leaving the others untreated."""
    positive, negative, _ = _shares(rows, prevalence)
    spared, missed = negative * (rows.negatives - rows.fp), positive * (rows.positives - rows.tp)
    return np.asarray(spared - missed * ((1 - thresholds) / thresholds))


def _shares(rows: Treated, prevalence: float | None) -> tuple[Any, Any, Any]:
    """The share of all rows that one positive and one negative row stand for, and that of all positive rows."""
    if prevalence is None:
        row = ratio(1.0, rows.positives + rows.negatives)
        return row, row, row * rows.positives
    return (
        ratio(prevalence, rows.positives),
        ratio(1 - prevalence, rows.negatives),
        prevalence + ratio(0.0, rows.positives * rows.negatives),
    )


def benefit_of_tables(
    tables: FloatArray,
    thresholds: FloatArray,
    *,
    of_untreated: bool = False,
    prevalence: float | None = None,
    standardized: bool = False,
) -> FloatArray:
    """Return the net benefits, (..., T), of tables (..., T, 2, 2) of the truth and of who is treated at thresholds."""
    prevalence = _check_prevalence(prevalence)
    negatives, positives = np.moveaxis(tables.sum(-1), -1, 0)
    rows = Treated(tables[..., 1, 1], tables[..., 0, 1], positives, negatives)
    if of_untreated:
        return _avoided(rows, thresholds, prevalence)
    return _net_benefits(rows, thresholds, prevalence, standardized=standardized)


def _influence_of_gains(columns: Distinct, gain: FloatArray, prevalence: float | None) -> FloatArray:
    """Psi of the mean gain of all rows, or of the means of both classes in the shares of a prevalence."""
    weight = np.stack([columns.negatives, columns.positives], axis=1)
    if prevalence is None:
        return np.asarray(gain - ratio((weight * gain).sum(), weight.sum()))
    of_class = weight.sum(0)
    mean = ratio((weight * gain).sum(0), of_class)
    return np.asarray((gain - mean) * (np.array([1 - prevalence, prevalence]) * ratio(weight.sum(), of_class)))
