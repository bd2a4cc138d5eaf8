"""operating_point, precision_at_recall, recall_at_precision, sensitivity_at_specificity, specificity_at_sensitivity."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Literal

import numpy as np

from concordant.metrics.arithmetic import check_share, ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import Rates
from concordant.metrics.ranking.curve_points import (
    UNDEFINED,
    Running,
    class_totals,
    first_reason,
    of_each_curve,
    of_points,
    one_class_reason,
    roc_points,
    why_no_positive,
    why_one_class,
    why_outputs,
)
from concordant.names import require_choice
from concordant.result import OperatingPoint
from concordant.states import Curve, CurveStack
from concordant.typing import Average, FloatArray

Target = Literal["recall", "specificity", "precision", "informedness"]


RATES = ("recall", "specificity", "precision", "informedness")
NOWHERE = OperatingPoint(*[np.nan] * 8)


def _operating_point_why(
    curve: Curve | CurveStack, *, maximise: Target = "informedness", **least: float | None
) -> str | None:
    if reason := first_reason(curve, one_class_reason):
        return reason
    conditions = _conditions(**least)
    for single in (curve,) if isinstance(curve, Curve) else curve.binary_curves():
        point = best_point(roc_points(single), maximise, conditions)
        if point is NOWHERE:
            bounds = " and ".join(f"{name} of at least {least:g}" for name, least in conditions.items())
            return f"no threshold has a {bounds} (positive class {single.classes[1]!r})"
        if any(np.isnan(getattr(point, field.name)) for field in fields(point)):
            return "nothing is predicted positive at this threshold, so the precision is 0/0"
    return None


@metric(
    shortcut="points",
    why=_operating_point_why,
    trait=Rates(("recall", "specificity", "precision")),
    instead="one of its rates",
    title="Operating point",
    says="the threshold with the best value of one rate that meets the bounds on others, and what it does",
    formula="max over thresholds of the rate, where recall, specificity, precision are at least what is asked",
    source="Youden 1950, Cancer 3:32, for the greatest informedness",
    scale_free=False,
)
def operating_point(
    curve: Curve | CurveStack | Running,
    /,
    *,
    maximise: Target = "informedness",
    recall: float | None = None,
    specificity: float | None = None,
    precision: float | None = None,
) -> OperatingPoint | tuple[OperatingPoint, ...]:
    """
    Operating point: the threshold with the best value of one rate that meets the bounds on others.

    It gives the threshold at which `recall_at_precision`, `precision_at_recall`, `sensitivity_at_specificity`,
    `specificity_at_sensitivity` reach their value, and where informedness (Youden's J) is greatest.

    Parameters
    ----------
    maximise : {"informedness", "recall", "specificity", "precision"}, default "informedness"
        What to make as great as possible.
    recall, specificity, precision : float, optional
        The least values of these rates, between 0 and 1.

    Returns
    -------
    OperatingPoint, or a tuple of them, one a class or label
        The threshold ("positive" means ``score >= threshold``), the rates and the cells of the table there. All
        are NaN if no threshold meets the bounds.

    Notes
    -----
    The thresholds are the scores that occur, and +inf (nothing is predicted positive); nothing is interpolated. Of
    several that are equally good it is the one with the greatest informedness, then the highest. A threshold that
    is chosen and judged on the same rows looks better than it is: judge it on others.

    References
    ----------
    Youden (1950), Index for rating diagnostic tests, Cancer 3:32.

    Examples
    --------
    >>> from concordant import operating_point
    >>> point = operating_point([0, 0, 1, 1, 1], [0.1, 0.4, 0.35, 0.8, 0.9], maximise="recall", precision=0.7)
    >>> point.threshold, point.recall, point.precision
    (0.35, 1.0, 0.75)
    """
    require_choice("maximise", maximise, RATES)
    conditions = _conditions(recall=recall, specificity=specificity, precision=precision)
    if isinstance(curve, Running):
        point = best_point(curve, maximise, conditions)
        return UNDEFINED if math.isnan(point.precision) else point  # of both classes there are rows
    return of_each_curve(curve, lambda single: best_point(roc_points(single), maximise, conditions))


def _conditions(**least: float | None) -> dict[str, float]:
    return {name: check_share(value, name) for name, value in least.items() if value is not None}


# The best threshold under a condition: the greatest value of one rate that meets the bounds on others.
#
# Thresholds are those of the data, and +inf: nothing is predicted positive. Of several that are equally good it takes
# the one with the greatest informedness (recall + specificity - 1), then the highest.


def best_point(points: Running, target: str, at_least: Mapping[str, float]) -> OperatingPoint:
    """Find the best threshold; all NaN if none meets the conditions."""
    values = np.fmax(rate(points, target), -np.inf)
    for name, least in at_least.items():
        values = np.where(rate(points, name) >= least, values, -np.inf)
    index = int(values.argmax())
    best = values[index]
    if best == -np.inf:
        return NOWHERE
    if target == "informedness":
        return point_at(points, index)
    indices = (values == best).nonzero()[0]
    informedness = np.nan_to_num(rate(points, "informedness")[indices], nan=-1.0)
    return point_at(points, int(indices[informedness.argmax()]))


def rate(points: Running, name: str) -> FloatArray:
    """Return a rate at every threshold; NaN where it is 0/0."""
    fp, tp = points.negatives, points.positives
    if name == "recall":
        return tp / float(tp[-1] or np.nan)
    if name == "specificity":
        negatives = float(fp[-1])
        return (negatives - fp) / (negatives or np.nan)
    if name == "precision":
        return np.asarray(ratio(tp, tp + fp))
    return rate(points, "recall") + rate(points, "specificity") - 1


def point_at(points: Running, index: int) -> OperatingPoint:
    """Return the cells and rates of the threshold at an index; rates are NaN where they are 0/0."""
    fp, tp = float(points.negatives[index]), float(points.positives[index])
    negatives, positives = float(points.negatives[-1]), float(points.positives[-1])
    return OperatingPoint(
        threshold=float(points.thresholds[index]),
        recall=tp / positives if positives else np.nan,
        specificity=(negatives - fp) / negatives if negatives else np.nan,
        precision=tp / (tp + fp) if tp + fp else np.nan,
        tn=negatives - fp,
        fp=fp,
        fn=positives - tp,
        tp=tp,
    )


@metric(
    shortcut="points",
    why=why_no_positive,
    title="Precision at a recall",
    says="the best precision of a threshold that finds at least this share of the positives",
    formula="max TP / (TP + FP) over thresholds where TP / P is at least the recall",
    source="Davis & Goadrich 2006, ICML, p. 233",
    dominance="counted",
    interval="percentile",
    elsewhere=("BinaryPrecisionAtFixedRecall", "precision_at_fixed_recall"),
)
@of_points
def precision_at_recall(points: Running, /, *, recall: float) -> float:
    """
    Precision at a recall: the best precision of a threshold that finds at least this share of the positives.

    ``max TP / (TP + FP)`` over the thresholds where ``TP / P >= recall``. Thresholds are the scores that occur;
    nothing is interpolated, so a threshold reaches the value on these rows. `operating_point` gives it.

    Parameters
    ----------
    recall : float
        The least recall, between 0 and 1.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between the prevalence and 1. Undefined (NaN) without positive rows.

    Notes
    -----
    Chance gives the prevalence, so values of data with different prevalence cannot be compared.

    References
    ----------
    Davis & Goadrich (2006), The relationship between precision-recall and ROC curves, ICML, p. 233.

    Examples
    --------
    >>> from concordant import operating_point, precision_at_recall
    >>> y_true, y_score = [0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.2, 0.9]
    >>> precision_at_recall(y_true, y_score, recall=0.9)
    0.75
    >>> operating_point(y_true, y_score, maximise="precision", recall=0.9).threshold
    0.35
    """
    return best_point(points, "precision", {"recall": check_share(recall, "recall")}).precision


def _recall_at_precision_why(curve: Curve | CurveStack, *, precision: float, average: Average = "macro") -> str | None:
    reason = f"no threshold has a precision of at least {precision:g}"

    def never(single: Curve) -> bool:
        return math.isnan(best_point(roc_points(single), "recall", {"precision": precision}).recall)

    if isinstance(curve, Curve):
        return why_no_positive(curve) or (reason if never(curve) else None)
    if average != "weighted" and (class_totals(curve)[:, 1] == 0).any():
        reason = f"no row of y_true is in the class, or {reason}"
    return why_outputs(curve, never, average, reason)


@metric(
    shortcut="points",
    why=_recall_at_precision_why,
    title="Recall at a precision",
    says="the most positives that a threshold finds with at least this precision",
    formula="max TP / P over thresholds where TP / (TP + FP) is at least the precision",
    source="Davis & Goadrich 2006, ICML, p. 233",
    interval="percentile",
    elsewhere=("BinaryRecallAtFixedPrecision", "recall_at_fixed_precision"),
)
@of_points
def recall_at_precision(points: Running, /, *, precision: float) -> float:
    """
    Recall at a precision: the most positives that a threshold finds with at least this precision.

    ``max TP / P`` over the thresholds where ``TP / (TP + FP) >= precision``. Thresholds are the scores that occur;
    nothing is interpolated, so a threshold reaches the value on these rows. `operating_point` gives it.

    Parameters
    ----------
    precision : float
        The least precision, between 0 and 1.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) without positive rows, and where no threshold has this precision.

    Notes
    -----
    Other software gives 0 where no threshold has the precision; ``undefined=0.0`` does so too. The precision
    depends on the prevalence: of data with another the value says nothing.

    References
    ----------
    Davis & Goadrich (2006), The relationship between precision-recall and ROC curves, ICML, p. 233.

    Examples
    --------
    >>> from concordant import operating_point, recall_at_precision
    >>> y_true, y_score = [0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.2, 0.9]
    >>> recall_at_precision(y_true, y_score, precision=0.75)
    1.0
    >>> operating_point(y_true, y_score, maximise="recall", precision=0.75).threshold
    0.35
    """
    return best_point(points, "recall", {"precision": check_share(precision, "precision")}).recall


@metric(
    shortcut="points",
    why=why_one_class,
    title="Sensitivity at a specificity",
    says="the best sensitivity of a threshold with at least this specificity",
    formula="max TP / P over thresholds where TN / N is at least the specificity",
    source="Zhou, Obuchowski & McClish 2011, Statistical Methods in Diagnostic Medicine, chapter 2",
    dominance="counted",
    interval="bca",
    aliases=("recall_at_specificity",),
    elsewhere=("BinarySensitivityAtSpecificity",),
)
@of_points
def sensitivity_at_specificity(points: Running, /, *, specificity: float, interpolate: bool = False) -> float:
    """
    Sensitivity at a specificity: the best sensitivity of a threshold with at least this specificity.

    ``max TP / P`` over the thresholds where ``TN / N >= specificity``. Thresholds are the scores that occur, and +inf.
    By default nothing is interpolated, so a threshold reaches the value on these rows; `operating_point` gives it.

    Parameters
    ----------
    specificity : float
        The least specificity, between 0 and 1.
    interpolate : bool, default False
        Whether to read the sensitivity off the ROC curve at exactly this specificity, on the straight line
        between two thresholds. No threshold reaches that, but decisions that draw one of the two by lot do.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; one less the specificity by chance. Undefined (NaN) if only one class occurs in the truth.

    Notes
    -----
    pROC's ``coords`` interpolates as ``interpolate=True`` does.

    References
    ----------
    Zhou, Obuchowski & McClish (2011), Statistical Methods in Diagnostic Medicine, 2nd edition, Wiley, chapter 2.

    Examples
    --------
    >>> from concordant import sensitivity_at_specificity, operating_point
    >>> y_true, y_score = [0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.2, 0.9]
    >>> sensitivity_at_specificity(y_true, y_score, specificity=0.8)
    0.6666666666666666
    >>> operating_point(y_true, y_score, maximise="recall", specificity=0.8).threshold
    0.8
    """
    least = check_share(specificity, "specificity")
    return _read_off(points, target="recall", condition="specificity", least=least, interpolate=interpolate)


@metric(
    shortcut="points",
    why=why_one_class,
    title="Specificity at a sensitivity",
    says="the best specificity of a threshold with at least this sensitivity",
    formula="max TN / N over thresholds where TP / P is at least the sensitivity",
    source="Zhou, Obuchowski & McClish 2011, Statistical Methods in Diagnostic Medicine, chapter 2",
    dominance="counted",
    interval="percentile",
    aliases=("specificity_at_recall",),
    elsewhere=("BinarySpecificityAtSensitivity",),
)
@of_points
def specificity_at_sensitivity(points: Running, /, *, sensitivity: float, interpolate: bool = False) -> float:
    """
    Specificity at a sensitivity: the best specificity of a threshold with at least this sensitivity.

    ``max TN / N`` over the thresholds where ``TP / P >= sensitivity``. Thresholds are the scores that occur, and +inf.
    By default nothing is interpolated, so a threshold reaches the value on these rows; `operating_point` gives it.

    Parameters
    ----------
    sensitivity : float
        The least sensitivity, between 0 and 1.
    interpolate : bool, default False
        Whether to read the specificity off the ROC curve at exactly this sensitivity, on the straight line
        between two thresholds. No threshold reaches that, but decisions that draw one of the two by lot do.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; one less the sensitivity by chance. Undefined (NaN) if only one class occurs in the truth.

    Notes
    -----
    pROC's ``coords`` interpolates as ``interpolate=True`` does.

    References
    ----------
    Zhou, Obuchowski & McClish (2011), Statistical Methods in Diagnostic Medicine, 2nd edition, Wiley, chapter 2.

    Examples
    --------
    >>> from concordant import specificity_at_sensitivity, operating_point
    >>> y_true, y_score = [0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.2, 0.9]
    >>> specificity_at_sensitivity(y_true, y_score, sensitivity=0.8)
    0.6666666666666666
    >>> operating_point(y_true, y_score, maximise="specificity", recall=0.8).threshold
    0.35
    """
    least = check_share(sensitivity, "sensitivity")
    return _read_off(points, target="specificity", condition="recall", least=least, interpolate=interpolate)


def _read_off(points: Running, *, target: str, condition: str, least: float, interpolate: bool) -> float:
    """
    Return the greatest recall (or specificity) where the specificity (recall) is at least `least`.

    With interpolation: where it is `least` itself, on the straight line to the next threshold beyond.
    """
    if not points.negatives[-1] or not points.positives[-1]:
        return math.nan
    if not interpolate:
        return float(getattr(best_point(points, target, {condition: least}), target))
    bounded, sought = rate(points, condition), rate(points, target)
    inside = np.flatnonzero(bounded >= least)
    if target == "recall":
        last = int(inside[-1])
        beyond = min(last + 1, len(bounded) - 1)
    else:
        last = int(inside[0])
        beyond = max(last - 1, 0)
    span = bounded[last] - bounded[beyond]
    part = (bounded[last] - least) / span if span else 0.0
    return float(sought[last] + part * (sought[beyond] - sought[last]))
