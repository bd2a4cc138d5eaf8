"""Decide labels from class probabilities so that a metric is best: not always the likeliest labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.decisions.decision_aim import DecisionAim, aim_of
from concordant.decisions.from_probabilities.climb import climb
from concordant.decisions.from_probabilities.expected import Expected
from concordant.decisions.from_probabilities.per_label import best_of_labels, best_soft_threshold, soft_scan
from concordant.decisions.from_probabilities.rule_in_words import how_it_decides
from concordant.decisions.from_probabilities.rules import DecisionRule, greatest_gain
from concordant.errors import LabelError, MissingValuesError
from concordant.inputs.labels import check_declared
from concordant.inputs.rows import check_weights, nan_rows, numbers
from concordant.inputs.scores import refuse_outside, refuse_sums
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import warn_user
from concordant.result.decisions import Decisions, named
from concordant.typing import Column, FloatArray, Label


def decide(
    y_prob: Column,
    metric: Metric | str | None = None,
    *,
    cost: Any = None,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    multilabel: bool = False,
    **options: Any,
) -> Decisions:
    """
    Decide labels from class probabilities so that the expected value of a metric is best.

    The likeliest label is best for accuracy and for nothing else. What counts is the expected table
    ``M[a, b] = sum of p_i(a) over the rows i that are answered b``: the labels are those with the best metric of M.

    Parameters
    ----------
    y_prob : array-like of shape (n, K), (n,) or (n, L)
        Probability of every class, rows sum to 1; one column: of the second of two classes. With `multilabel`: of
        every label, which can occur together.
    metric : Metric or str
        Any metric of two columns of labels with a direction: ``"cohen_kappa"`` with ``weights="quadratic"``,
        ``"f1"`` with ``average="macro"``, ... It may be left out where `cost` is given.
    cost : mapping or array-like of shape (K, K), optional
        Prices as `expected_cost` takes them; the expected cost is then minimised.
    labels : sequence of length K, optional
        The labels of the columns, in their order. Default: 0 to K - 1.
    sample_weight : array-like of shape (n,), optional
        One weight a row, finite and not negative.
    multilabel : bool, default False
        Whether the columns are labels that can occur together. The metric needs an ``average``: "macro" (the default
        here), "weighted" or None decide each label for itself, "micro" all with one threshold.
    **options
        Options of the metric.

    Returns
    -------
    Decisions
        Labels, the forecast of the metric, whether they are the optimum, the rule in words and as an object that
        decides single rows.

    Notes
    -----
    Exact, the best of all K^n answers: accuracy, balanced accuracy, any cost, every kappa with any weights, and for two
    classes or per label F1, F-beta, Jaccard, Matthews correlation and rates. A local optimum: macro F1 and Matthews
    correlation of three classes and more, and the rest; ``exact`` tells. Of two classes, rows with equal probabilities
    get equal labels.

    The decisions on a row depend on the other rows: kappa and F1 are not means over rows. ``result.rule`` keeps what
    this batch settled and decides new rows one by one. The forecast is as good as the probabilities are calibrated, and
    it is the metric of an expected table, which differs from the expected metric by terms of order 1/n.

    References
    ----------
    Elkan (2001), The foundations of cost-sensitive learning, IJCAI, p. 973. Lipton, Elkan & Narayanaswamy (2014),
    Optimal thresholding of classifiers to maximize F1 measure, ECML PKDD, p. 225. Dinkelbach (1967), On nonlinear
    fractional programming, Management Science 13:492.

    Examples
    --------
    >>> from concordant import decide
    >>> chances = [[0.5, 0.1, 0.4], [0.8, 0.1, 0.1], [0.0, 0.3, 0.7]]
    >>> decide(chances, "accuracy").labels.tolist()
    [0, 0, 2]
    >>> best = decide(chances, "cohen_kappa", weights="quadratic")
    >>> best.labels.tolist(), round(best.value, 4), best.exact
    ([1, 0, 2], 0.6222, True)
    >>> decide([0.1, 0.4, 0.45], "f1").labels.tolist()
    [0, 1, 1]
    """
    if multilabel:
        options.setdefault("average", "macro")
    aim = aim_of(metric, cost, options)
    prob = numbers(y_prob, "y_prob")
    absent = nan_rows(prob)
    if absent is not None:
        first, many = int(absent.argmax()), int(absent.sum())
        msg = f"y_prob has {many} missing (the first in row {first}), and such a row cannot be decided: leave it out."
        raise MissingValuesError(msg)
    refuse_outside(prob)
    weights = check_weights(sample_weight, len(prob))
    weights = None if weights is None else weights.astype(np.float64)
    if multilabel:
        return best_of_labels(prob, weights, labels, aim)
    prob = _two_columns(prob)
    refuse_sums(prob)
    return decided(Expected(prob, weights, _names(labels, prob.shape[1]), aim))


def decided(rows: Expected) -> Decisions:
    """Decide checked rows: by a threshold, or by climbing."""
    rows.aim.outcome(rows.counts(rows.random_table()))  # refuses options that do not fit
    if len(rows.labels) == 2 and rows.aim.metric.optimum.by != "row":
        return _by_threshold(rows)
    return _by_climbing(rows)


def _two_columns(prob: npt.NDArray[Any]) -> npt.NDArray[Any]:
    if prob.ndim == 2 and prob.shape[1] > 1:
        return prob
    one = prob.reshape(-1).astype(np.float64)
    return np.column_stack([1.0 - one, one])


def _names(labels: Sequence[Label] | None, columns: int) -> tuple[Label, ...]:
    names = tuple(range(columns)) if labels is None else check_declared(labels)
    if len(names) != columns:
        msg = f"y_prob has {columns} columns, but labels= names {len(names)}: one a column is needed."
        raise LabelError(msg)
    return names


def _by_climbing(rows: Expected) -> Decisions:
    exact = rows.aim.metric.optimum.by == "row"
    end = climb(rows, exact=exact)
    rule = DecisionRule(end.gains, np.zeros(len(rows.labels)), rows.labels)
    bound = np.nan if exact else _bound(rows)
    return _record(rows, end.places, end.table, rule, exact=exact, bound=bound, steps=end.steps)


def _bound(rows: Expected) -> float:
    """The bound of a macro average: the mean of what each class could reach if it did not share rows with others."""
    aim = rows.aim
    if aim.metric.optimum.by != "threshold" or aim.options.get("average") != "macro":
        return float("nan")
    each = DecisionAim(aim.metric, {**aim.options, "average": "binary"}, aim.sign)
    always: list[float] = []
    at_will: list[float] = []  # of classes whose value answers can make undefined: the mean leaves them out then
    for k in range(len(rows.labels)):
        values = aim.sign * soft_scan(rows.prob[:, k], rows.weights).values(each)
        best = float(np.fmax.reduce(values))
        (at_will if np.isnan(values).any() else always).append(best)
    counted = list(always)
    for best in sorted((value for value in at_will if not np.isnan(value)), reverse=True):
        if not counted or best > np.mean(counted):
            counted.append(best)
    return aim.sign * float(np.mean(counted)) if counted else float("nan")


def _by_threshold(rows: Expected) -> Decisions:
    aim = rows.aim
    threshold = best_soft_threshold(rows.prob[:, 1], rows.weights, aim, rows.labels)
    gains, offsets = np.diag([0.0, 1.0]), np.array([np.nextafter(threshold, -np.inf), 0.0])
    rule = DecisionRule(gains, offsets, rows.labels)  # the second label where p >= threshold
    places = greatest_gain(rows.prob, gains, offsets)
    average = aim.options.get("average", "binary")
    exact = aim.metric.optimum.by == "threshold" and average in ("binary", "micro")
    return _record(rows, places, rows.table(places), rule, exact=exact, bound=np.nan, steps=1, threshold=threshold)


def _record(
    rows: Expected,
    places: npt.NDArray[np.intp],
    table: FloatArray,
    rule: DecisionRule,
    *,
    exact: bool,
    bound: float,
    steps: int,
    threshold: float | None = None,
) -> Decisions:
    aim, counts = rows.aim, rows.counts(table)
    outcome = aim.outcome(counts)
    value = float(outcome.value)
    if np.isnan(value):
        warn_user(f"{aim.metric.name}: {outcome.reason}")
    return Decisions(
        labels=named(places, rows.labels),
        value=value,
        exact=exact,
        upper_bound=value if exact else bound,
        how=how_it_decides(aim, counts, value, exact=exact, threshold=threshold),
        rule=rule,
        expected_table=table,
        steps=steps,
        n=float(table.sum()) if rows.weights is not None else float(len(places)),
        metric=aim.metric.name,
        signature=aim.metric.signature(counts, **aim.options),
        reason=outcome.reason,
    )
