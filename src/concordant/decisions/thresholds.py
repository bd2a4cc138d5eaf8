"""Find the threshold on a score with the best value of a metric, over all thresholds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import Condition, DecisionAim, aim_of, check_undefined, read_conditions, warn_or_raise
from concordant.decisions.columns import columns_in, read_by_roles
from concordant.decisions.search import (
    Deal,
    HeldOut,
    ThresholdTable,
    bounds_of,
    groups_of,
    held_out_thresholds,
    middle,
    optimum_of,
)
from concordant.errors import LengthError, OptionError
from concordant.inference.samples.cells import CellSample
from concordant.inputs.arrays import refuse_other_order
from concordant.inputs.scores import check_scores, resolve_classes
from concordant.metrics.definition.metric import Metric
from concordant.metrics.ranking.curve_points import Running
from concordant.metrics.ranking.operating_points import NOWHERE, point_at
from concordant.result.decisions import BestThreshold, MetCondition
from concordant.sources.files import Progress
from concordant.sources.source import InFiles, rows_placed
from concordant.states import Curve
from concordant.typing import Column, Frame, Label, Missing


def best_threshold(
    y_true: Column,
    y_score: Column,
    metric: Metric | str | None = None,
    *,
    constraint: Any = None,
    max_positives: float | None = None,
    periods: float = 1,
    cost: Any = None,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    undefined: Literal["nan", "raise"] = "nan",
    cv: int | Column | None = 5,
    seed: int = 0,
    cluster: Column | None = None,
    data: Frame | InFiles | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> BestThreshold:
    """
    Find the threshold with the best value of a metric; "positive" means ``score >= threshold``.

    One sort gives the table at every distinct score, and the metric is computed wherever it may be best: the optimum is
    exact, and no threshold between is better.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes.
    y_score : array-like of shape (n,)
        Scores, higher for the positive class; infinite ones are allowed.
    metric : Metric or str
        Any metric of two columns of labels with a direction, such as ``f1``, ``cohen_kappa``, ``"informedness"``; one
        where lower is better is minimised. It may be left out where `cost` is given.
    constraint : str, mapping, or list of them, optional
        Conditions that the threshold must meet: ``"recall >= 0.9"``, ``"recall >= 0.9 and precision >= 0.3"``,
        ``{"recall": (0.9, None)}`` with the lowest and the highest value. A metric that is undefined at a threshold
        does not meet its bound there. A bound that is missed by 1e-12 is met.
    max_positives : float, optional
        The greatest number of these rows (or of their weight) that may be called positive; in folds the same share.
    periods : float
        If `max_positives` is per day: the number of days over which these rows were gathered.
    cost : mapping or array-like of shape (2, 2), optional
        Prices as `expected_cost` takes them; the expected cost is then minimised.
    labels : sequence of two labels, optional
        The negative and the positive class.
    pos_label : label, optional
        The positive class.
    sample_weight : array-like of shape (n,), optional
        One weight a row, finite and not negative.
    missing : {"raise", "drop"}
        What to do with missing labels and NaN scores.
    undefined : {"nan", "raise"}
        What to do if the metric is undefined at every threshold: NaN with a warning that says why, or an error.
    cv : int, array-like of shape (n,) or None
        The number of folds of the cross-validation, or the fold of each row, as of the models that gave the scores
        (`fold_thresholds` of the result are in the sorted order of the folds); None for no cross-validation. The labels
        that the rows get from the thresholds of the other folds are ``out_of_fold.labels`` of the result.
    seed : int
        Fixes which row is in which fold.
    cluster : array-like of shape (n,), optional
        Which rows belong together (of one patient, say): they stay in one fold, and the standard error allows for it.
    data : frame, Scan, str, Path, or list of paths, optional
        A frame, or files (see `concordant.scan`); the columns are then given by name, and read as a whole.
    progress : callable, optional
        Called with how far the reading of files has got: rows, and of how many (None where that is not known).
    **options
        Options of the metric, such as ``beta=2`` of `f_beta`.

    Returns
    -------
    BestThreshold
        Threshold and value; the interval of equally good thresholds; the value on held-out rows with its standard
        error, and the optimism between the two; rates and cells there.

    Raises
    ------
    OptionError
        If no threshold meets the constraints; the message says the best that can be reached.

    Notes
    -----
    The thresholds are the distinct scores, which make every possible decision, and +inf: nothing is positive. The
    result lies in the middle between the lowest score that is called positive and the highest that is not (of equally
    good neighbours: in the middle of them all), so that new scores which fall between are split evenly. The optimum is
    chosen and judged on the same rows, so it looks better than it is; the cross-validated value does not.

    See Also
    --------
    operating_point : The threshold with the best recall, precision or informedness alone.

    Examples
    --------
    >>> from concordant import best_threshold
    >>> truth, score = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.6, 0.9]
    >>> best = best_threshold(truth, score, "f1", cv=None)
    >>> best.threshold, round(best.value, 4), (best.low, best.high)
    (0.25, 0.8571, (0.2, 0.3))
    >>> best_threshold(truth, score, "recall", constraint="precision >= 0.9", cv=None).threshold
    0.5
    """
    aim = aim_of(metric, cost, options)
    check_undefined(undefined)
    deal = Deal.of(cv, seed)
    truth = y_true
    if data is not None:
        columns = (y_true, y_score, sample_weight, cluster, deal.column)
        data = read_by_roles(data, *columns, declared=labels, pos_label=pos_label)
        y_true, y_score, sample_weight, cluster, fold = columns_in(data, columns, progress)
        deal = replace(deal, column=fold)
    names: Any = {"labels": labels, "pos_label": pos_label, "missing": missing}
    with rows_placed(data, truth):
        rows = check_scores(y_true, y_score, sample_weight=sample_weight, **names)
        if not rows.binary:
            msg = "best_threshold takes one column of scores of two classes; for several classes see concordant.decide."
            raise LengthError(msg)
        curve = Curve.from_rows(rows)
    if rows.assumed and curve.classes != rows.classes:
        rows = resolve_classes(rows)
    refuse_other_order(y_true, (cluster, deal.column), ("cluster", "cv"))
    groups = groups_of(cluster, rows)
    conditions = read_conditions(constraint, max_positives, periods, float(curve.n))
    rows = replace(rows, classes=curve.classes)
    judge = partial(held_out_thresholds, rows, aim, conditions, deal=deal, groups=groups) if deal.judges else None
    return _decided(ThresholdTable.of(curve), aim, conditions, undefined, judge)


def _decided(
    whole: ThresholdTable,
    aim: DecisionAim,
    conditions: Sequence[Condition],
    undefined: Literal["nan", "raise"],
    judge: Callable[[], HeldOut[float]] | None,
) -> BestThreshold:
    """Take the best of all thresholds, and judge the choice if that is wanted."""
    aim.outcome(whole.counts_at(0))  # refuses options that do not fit
    table = whole.narrowed(aim, conditions)
    values = table.values(aim)
    allowed = table.allowed(conditions)
    if conditions and not allowed.any():
        raise OptionError(_infeasible(whole, conditions))
    optimum = optimum_of(aim.sign * values, allowed, table)
    held: HeldOut[float] = HeldOut()
    if optimum is None:
        reason = _why(whole, aim, whole.allowed(conditions))
        warn_or_raise(undefined, f"{aim.metric.name}: {reason}")
        held = HeldOut(reason=reason)
        threshold, index, low, high, value, point = np.nan, None, np.nan, np.nan, np.nan, NOWHERE
    else:
        if judge is not None:
            held = judge()
        threshold = middle(table, optimum)
        index = min(max(table.index_of(threshold), optimum.start), optimum.end)
        low, high = bounds_of(table, optimum)
        value = float(values[index])
        thresholds = np.full(len(table.fp), threshold, dtype=np.float64)
        point = point_at(Running(thresholds, table.fp, table.tp), index)
    counts = table.counts_at(len(table.scores))
    return BestThreshold(
        threshold=threshold,
        value=value,
        low=low,
        high=high,
        optima=0 if optimum is None else optimum.runs,
        point=point,
        fold_thresholds=held.rules,
        conditions=tuple(_met(condition, table, index, held.sample) for condition in conditions),
        skipped=int(np.isnan(values[table.first :]).sum()),
        candidates=len(whole.fp) - whole.first,
        n=float(counts.n),
        metric=aim.metric.name,
        better="higher" if aim.sign > 0 else "lower",
        classes=(table.classes[0], table.classes[1]),
        signature=aim.metric.signature(counts, **aim.options),
        **held.fields(aim, value),
    )


def _infeasible(table: ThresholdTable, conditions: Sequence[Condition]) -> str:
    """Say what each condition could reach where the others hold, or alone where they never hold together."""
    parts = []
    for condition in conditions:
        others = tuple(other for other in conditions if other is not condition)
        allowed = table.allowed(others)
        if allowed.any():
            beside = f" where {' and '.join(other.text for other in others)}" if others else ""
            parts.append(_reach(table, condition, allowed, beside))
    if not parts:
        parts = [_reach(table, condition, table.allowed(()), " alone") for condition in conditions]
    return f"no threshold has {' and '.join(condition.text for condition in conditions)}: {'; '.join(parts)}."


def _reach(table: ThresholdTable, condition: Condition, allowed: npt.NDArray[np.bool_], beside: str) -> str:
    values = np.where(allowed, table.values(condition), np.nan)
    if np.isnan(values).all():
        return f"{condition.name}{beside} is undefined"
    best = condition.nearest(values)
    index = int(np.flatnonzero(values == best)[0])
    threshold = table.scores[index - 1].item() if index else np.inf
    extreme = "greatest" if ">" in condition.comparison else "least"
    return f"the {extreme} {condition.name}{beside} is {best:.6g}, at the threshold {threshold:.6g}"


def _why(table: ThresholdTable, aim: DecisionAim, allowed: npt.NDArray[np.bool_]) -> str:
    """Why the metric is undefined at every allowed threshold."""
    if len(table.fp) == 1:
        return "there are no rows"
    indices = np.flatnonzero(allowed)
    reason = aim.outcome(table.counts_at(int(indices[len(indices) // 2]))).reason
    every = len(indices) == len(allowed) - table.first
    return f"undefined at every threshold{'' if every else ' that meets the conditions'}: {reason}"


def _met(condition: Condition, table: ThresholdTable, index: int | None, held: CellSample | None) -> MetCondition:
    value = np.nan if index is None else float(condition.values(table.counts_at(index)))
    judged = np.nan if held is None else float(condition.values(held.state))
    return MetCondition(condition.text, value, judged)
