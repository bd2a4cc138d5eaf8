"""Decide labels from class probabilities so that a metric is best: not always the likeliest labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import DecisionAim, aim_of
from concordant.decisions.search import ThresholdTable, chosen_threshold
from concordant.errors import LabelError, LengthError, MissingValuesError, OptionError
from concordant.inference.influence.tables import cell_influence
from concordant.inputs.arrays import refuse_other_order
from concordant.inputs.labels import check_declared
from concordant.inputs.rows import check_weights, nan_rows, numbers
from concordant.inputs.score_columns import in_order_of
from concordant.inputs.scores import ScoreRows, refuse_outside, refuse_sums
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import warn_user
from concordant.result.decisions import Decisions, named
from concordant.result.record import Readable
from concordant.result.stored import Stored
from concordant.states import Counts, Curve
from concordant.typing import Column, FloatArray, Label

_PART = 1 << 13  # rows at a time: their gains stay in the cache
_STEPS = 200
_HALVINGS = 8
_ROUNDING = 4 * float(np.finfo(float).eps)
_MOVES = 1 << 20  # numbers in the tables of all single moves, up to which they are tried


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
        The labels of the columns, in their order. Default: 0 to K - 1. Columns of a frame whose names hold the labels
        may stand in any order.
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
    refuse_undecidable(prob)
    refuse_outside(prob)
    weights = check_weights(sample_weight, len(prob))
    refuse_other_order(y_prob, (), (), sample_weight, what="y_prob")
    weights = None if weights is None else weights.astype(np.float64)
    if not multilabel and (prob.ndim != 2 or prob.shape[1] <= 1):  # of the second of two classes
        second = prob.reshape(-1).astype(np.float64)
        prob = np.column_stack([1.0 - second, second])
    elif prob.ndim == 2:
        prob = in_order_of(_names(labels, prob.shape[1]), y_prob, prob, "y_prob")
    if multilabel:
        return best_of_labels(prob, weights, labels, aim)
    refuse_sums(prob)
    return decided(Expected(prob, weights, _names(labels, prob.shape[1]), aim))


def refuse_undecidable(prob: npt.NDArray[Any]) -> None:
    """Raise for rows with a probability that is missing or infinite: no label of them is better than another."""
    absent = nan_rows(prob)
    if absent is not None:
        first, many = int(absent.argmax()), int(absent.sum())
        msg = f"y_prob has {many} missing (the first in row {first}), and such a row cannot be decided: leave it out."
        raise MissingValuesError(msg)
    if not np.isfinite(prob).all():
        refuse_outside(prob)


def _names(labels: Sequence[Label] | None, columns: int) -> tuple[Label, ...]:
    names = tuple(range(columns)) if labels is None else check_declared(labels)
    if len(names) != columns:
        raise LabelError(f"y_prob has {columns} columns, but labels= names {len(names)}: one a column is needed.")
    return names


def _read_rows(stored: Stored, name: str) -> FloatArray:
    rows = [stored.numbers(name, row) for row in stored.listed(name, "rows")]
    if len({len(row) for row in rows}) != 1:
        stored.refuse(name, "rows of as many numbers each")
    return np.array(rows)


_Numbers = Annotated[FloatArray, lambda stored, name: np.array(stored.reals(name))]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DecisionRule(Readable):
    """
    A rule for one row: answer the first label with the greatest ``sum_j p_j gains[j, k] + offsets[k]``.

    Attributes
    ----------
    gains : ndarray, shape (K, K)
        What answering k adds for each bit of probability of j.
    offsets : ndarray, shape (K,)
        What answering k adds to every row.
    labels : tuple
        The K labels, in the order of the columns of the probabilities.
    """

    stored_as: ClassVar[str | None] = "decision_rule"
    stored_name = "decision rule"

    gains: Annotated[FloatArray, _read_rows]
    offsets: _Numbers
    labels: tuple[Label, ...]

    def apply(self, y_prob: Column) -> npt.NDArray[Any]:
        """
        Decide rows one by one: probabilities (n, K), or (n,) of the second of two labels.

        Raises
        ------
        MissingValuesError
            If a probability is missing: the row cannot be decided.
        """
        prob = _read(y_prob, self.labels)
        if prob.ndim == 1 and len(self.labels) == 2:
            prob = np.column_stack([1.0 - prob, prob])
        if prob.ndim != 2 or prob.shape[1] != len(self.labels):
            raise LengthError(f"this rule needs probabilities of shape (n, {len(self.labels)}), not {prob.shape}.")
        return named(greatest_gain(prob, self.gains, self.offsets), self.labels)

    def _check(self, stored: Stored) -> None:
        size = len(self.labels)
        if self.gains.shape != (size, size) or not np.isfinite(self.gains).all():
            stored.refuse("gains", f"finite numbers, {size} rows of as many")
        if len(self.offsets) != size or not (self.offsets < np.inf).all():
            stored.refuse("offsets", f"{size} numbers below infinity")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LabelThresholds(Readable):
    """
    A rule for rows with several labels at once: label l where its probability is at least ``thresholds[l]``.

    Attributes
    ----------
    thresholds : ndarray, shape (L,)
        One a label; +inf: never.
    labels : tuple
        The names of the labels.
    """

    stored_as: ClassVar[str | None] = "label_thresholds"
    stored_name = "record of thresholds of labels"

    thresholds: _Numbers
    labels: tuple[Label, ...]

    def apply(self, y_prob: Column) -> npt.NDArray[np.int64]:
        """
        Decide rows one by one: probabilities (n, L) become 0 and 1.

        Raises
        ------
        MissingValuesError
            If a probability is missing: the row cannot be decided.
        """
        prob = _read(y_prob, self.labels)
        if prob.ndim != 2 or prob.shape[1] != len(self.labels):
            raise LengthError(f"this rule needs probabilities of shape (n, {len(self.labels)}), not {prob.shape}.")
        return (prob >= self.thresholds).astype(np.int64)

    def _check(self, stored: Stored) -> None:
        if len(self.thresholds) != len(self.labels) or np.isnan(self.thresholds).any():
            stored.refuse("thresholds", f"{len(self.labels)} numbers")


def _read(y_prob: Column, labels: tuple[Label, ...]) -> npt.NDArray[Any]:
    """Probabilities that a rule can decide, the columns of a frame in the order of the labels."""
    prob = numbers(y_prob, "y_prob")
    refuse_undecidable(prob)
    return in_order_of(labels, y_prob, prob, "y_prob")


def greatest_gain(probabilities: npt.NDArray[Any], gains: FloatArray, offsets: FloatArray) -> npt.NDArray[np.intp]:
    """
    Return for each row the index of the greatest ``p @ gains + offsets``; of equal ones the first.

    A matrix product adds in an order that depends on its shape, so that rounding decides between equal gains, in one
    batch for one label and in another batch for another. Rows whose greatest gains are that near are summed again in
    the order of the labels, which no other row changes.
    """
    size = len(gains)
    gains = gains - gains.min(1, keepdims=True)  # what all labels gain; no sum cancels, and zeros add no rounding
    rounding = size * _ROUNDING
    of_offsets = rounding * np.abs(offsets[np.isfinite(offsets)]).max(initial=0.0)
    indices = np.empty(len(probabilities), dtype=np.intp)
    for start in range(0, len(probabilities), _PART):
        part = np.asarray(probabilities[start : start + _PART], dtype=np.float64)
        gain = gains.T @ part.T + offsets[:, None]
        greatest = gain.max(0)
        near = gain >= greatest - rounding * np.abs(greatest) - of_offsets
        index = _first_true(near)
        close = np.flatnonzero(np.count_nonzero(near, axis=0) > 1)
        if len(close):
            gain = np.zeros((size, len(close)))
            for of_label, chance in zip(gains, part[close].T, strict=True):
                gain += np.multiply.outer(of_label, chance)
            gain += offsets[:, None]
            index[close] = _first_true(gain == gain.max(0))
        indices[start : start + _PART] = index
    return indices


def _first_true(rows: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
    """The first of K rows that is true in each column, (n,) of (K, n); several times as fast as ``argmax(0)``."""
    index = np.zeros(rows.shape[1], dtype=np.intp)
    for k in range(len(rows) - 1, -1, -1):
        np.copyto(index, k, where=rows[k])
    return index


def decided(rows: Expected) -> Decisions:
    """Decide checked rows: by a threshold, or by climbing."""
    rows.aim.outcome(rows.counts(rows.random_table()))  # refuses options that do not fit
    if len(rows.labels) == 2 and rows.aim.metric.optimum.by != "row":
        return _by_threshold(rows)
    exact = rows.aim.metric.optimum.by == "row"
    end = climb(rows, exact=exact)
    rule = DecisionRule(end.gains, np.zeros(len(rows.labels)), rows.labels)
    bound = np.nan if exact else _bound(rows)
    labels = named(end.indices, rows.labels)
    return _record(
        rows.aim, rows.counts(end.table), labels, rule, rows.weights, exact=exact, bound=bound, steps=end.steps
    )


@dataclass(frozen=True, slots=True)
class Expected:
    """
    Rows with a probability of every label, and what decisions on them aim at.

    Attributes
    ----------
    prob : ndarray, shape (n, K)
        Probabilities.
    weights : ndarray, shape (n,), or None
        Weights of the rows.
    labels : tuple
        The K labels.
    aim : DecisionAim
        The metric.
    ordered : bool
        Whether the order of the labels means something.
    """

    prob: npt.NDArray[Any]
    weights: FloatArray | None
    labels: tuple[Label, ...]
    aim: DecisionAim
    ordered: bool = True

    def table(self, indices: npt.NDArray[np.intp]) -> FloatArray:
        """``M[a, b]``: the probability of a, summed over the rows that are answered b."""
        size = len(self.labels)
        answers = np.arange(size)[:, None]
        total = np.zeros((size, size))
        for start in range(0, len(indices), _PART):
            part = slice(start, start + _PART)
            chosen = (indices[part] == answers).astype(np.float64)
            if self.weights is not None:
                chosen *= self.weights[part]
            total += (chosen @ self.prob[part]).T
        return total

    def random_table(self) -> FloatArray:
        """The table if each row were answered at random by its own probabilities: a start without empty margins."""
        table: FloatArray = np.asarray(self.weighted_prob(), np.float64).T @ self.prob
        return table

    def weighted_prob(self) -> npt.NDArray[Any]:
        """The probabilities times the weights of their rows."""
        return self.prob if self.weights is None else self.prob * self.weights[:, None]

    def counts(self, table: FloatArray) -> Counts:
        """The table as the state that metrics take."""
        return Counts(table, self.labels, self.ordered)

    def goal(self, tables: FloatArray) -> FloatArray:
        """The metric of tables, higher is better; -inf where it is undefined."""
        values = self.aim.sign * self.aim.values(self.counts(tables))
        return np.where(np.isnan(values), -np.inf, values)

    def gains(self, table: FloatArray) -> FloatArray:
        """How the metric grows with each cell of the table, shape (K, K); NaN where it has no slope."""
        size = len(self.labels)
        aim = self.aim
        with np.errstate(all="ignore"):
            slopes = cell_influence(
                lambda counts: aim.metric.formula(counts, **aim.options), self.counts(table), np.arange(size * size)
            )
        return aim.sign * slopes.reshape(size, size)

    def answers(self, gains: FloatArray) -> npt.NDArray[np.intp]:
        """The indices of the labels with the greatest expected gain."""
        return greatest_gain(self.prob, gains, np.zeros(len(self.labels)))


def _by_threshold(rows: Expected) -> Decisions:
    aim = rows.aim
    threshold = best_soft_threshold(rows.prob[:, 1], rows.weights, aim, rows.labels)
    gains, offsets = np.diag([0.0, 1.0]), np.array([np.nextafter(threshold, -np.inf), 0.0])
    rule = DecisionRule(gains, offsets, rows.labels)  # the second label where p >= threshold
    indices = greatest_gain(rows.prob, gains, offsets)
    average = aim.options.get("average", "binary")
    exact = aim.metric.optimum.by == "threshold" and average in ("binary", "micro")
    how = f"{rows.labels[1]!r} where its probability is at least {threshold:.6g}"
    if threshold == np.inf:
        how = f"{rows.labels[1]!r} never"
    elif not exact:
        how += ": the best threshold on it"
    labels = named(indices, rows.labels)
    return _record(aim, rows.counts(rows.table(indices)), labels, rule, rows.weights, exact=exact, how=how)


def _bound(rows: Expected) -> float:
    """The mean of what each class could reach if it shared no rows with others, which bounds a macro average."""
    aim = rows.aim
    if aim.metric.optimum.by != "threshold" or aim.options.get("average") != "macro":
        return float("nan")
    binary = DecisionAim(aim.metric, {**aim.options, "average": "binary"}, aim.sign)
    always: list[float] = []
    at_will: list[float] = []  # of classes whose value answers can make undefined: the mean leaves them out then
    for k in range(len(rows.labels)):
        values = aim.sign * soft_table(rows.prob[:, k], rows.weights).values(binary)
        best = float(np.fmax.reduce(values))
        (at_will if np.isnan(values).any() else always).append(best)
    counted = list(always)
    for best in sorted((value for value in at_will if not np.isnan(value)), reverse=True):
        if not counted or best > np.mean(counted):
            counted.append(best)
    return aim.sign * float(np.mean(counted)) if counted else float("nan")


def _record(
    aim: DecisionAim,
    counts: Counts,
    labels: npt.NDArray[Any],
    rule: DecisionRule | LabelThresholds,
    weights: FloatArray | None,
    *,
    exact: bool,
    how: str = "",
    bound: float = np.nan,
    steps: int = 1,
) -> Decisions:
    """The decisions and their forecast: the metric of the expected `counts`."""
    outcome = aim.metric.outcome(counts, **aim.options)
    one = np.ndim(outcome.value) == 0
    value = float(outcome.value) if one else outcome.value
    if outcome.reason:
        warn_user(f"{aim.metric.name}: {outcome.reason}")
    return Decisions(
        labels=labels,
        value=value,
        exact=exact,
        upper_bound=value if exact and one else bound,
        how=how or _how_it_decides(aim, counts, value, exact=exact),
        rule=rule,
        expected_table=counts.table,
        steps=steps,
        n=float(len(labels) if weights is None else weights.sum()),
        metric=aim.metric.name,
        signature=aim.metric.signature(counts, **aim.options),
        reason=outcome.reason,
    )


def _how_it_decides(aim: DecisionAim, counts: Counts, value: float, *, exact: bool) -> str:
    """Say in one sentence how a row gets its label where no threshold decides; `counts` are the expected ones."""
    words = aim.metric.optimum.words
    if words is not None:
        return words if isinstance(words, str) else words(counts, value, aim.options)
    if exact:
        return f"the label with the greatest expected gain in {aim.metric.name.replace('_', ' ')}"
    return "the label with the greatest gain along the slope of the metric, from several starts"


# Several labels at once.


def best_of_labels(
    prob: npt.NDArray[Any], weights: FloatArray | None, labels: Sequence[Label] | None, aim: DecisionAim
) -> Decisions:
    """Find the threshold of each label, or with ``average="micro"`` the one of all labels."""
    if prob.ndim != 2:
        raise LengthError(f"with multilabel=True y_prob has one column a label, shape (n, L), not {prob.shape}.")
    average = aim.options.get("average", "macro")
    if "average" not in aim.metric.options or average not in ("macro", "micro", "weighted", None):
        raise OptionError(
            'several labels at once need a metric with average="macro", "micro", "weighted" or None, such as f1; not '
            f"{aim.metric.name} with average={average!r}."
        )
    names = _names(labels, prob.shape[1])
    binary = DecisionAim(aim.metric, {**aim.options, "average": "binary"}, aim.sign)
    if average == "micro":
        repeated = None if weights is None else np.repeat(weights, len(names))
        thresholds = np.full(len(names), best_soft_threshold(prob.reshape(-1), repeated, binary))
    else:
        thresholds = np.array([best_soft_threshold(prob[:, label], weights, binary) for label in range(len(names))])
    rule = LabelThresholds(thresholds, names)
    answers = rule.apply(prob)
    counts = Counts(_tables(prob, answers, weights), (0, 1), outputs=names)
    shown = ", ".join(f"{name!r} at {at:.4g}" for name, at in zip(names[:8], thresholds[:8].tolist(), strict=True))
    how = f"each label where its probability reaches a threshold: {shown}{', ...' if len(names) > 8 else ''}"
    return _record(aim, counts, answers, rule, weights, exact=aim.metric.optimum.of_each_label, how=how)


def _tables(prob: npt.NDArray[Any], answers: npt.NDArray[np.int64], weights: FloatArray | None) -> FloatArray:
    """The expected table of each label, shape (L, 2, 2)."""
    once = np.ones((len(prob), 1)) if weights is None else weights[:, None]
    yes = np.asarray(prob, np.float64) * once
    chances, answered = (once - yes, yes), (answers == 0, answers == 1)
    return np.array([[(chance * answer).sum(0) for answer in answered] for chance in chances]).transpose(2, 0, 1)


def best_soft_threshold(
    prob: npt.NDArray[Any], weights: FloatArray | None, aim: DecisionAim, labels: tuple[Label, ...] = (0, 1)
) -> float:
    """
    The threshold on a probability with the best metric of the expected table.

    Where no row can be positive none is called so, and where all are for sure all are: the metric may be undefined
    then, but any other answer is a mistake, and a mean over labels would count it as 0.
    """
    counted = prob if weights is None else prob[weights > 0]
    if len(counted) and counted.max() == 0:
        return np.inf
    if len(counted) and counted.min() == 1:
        return 1.0
    threshold = chosen_threshold(soft_table(prob, weights, labels), aim, ())
    return np.inf if threshold is None else threshold


def soft_table(
    prob: npt.NDArray[Any], weights: FloatArray | None, labels: tuple[Label, ...] = (0, 1)
) -> ThresholdTable:
    """The expected table at every threshold: each row is positive with weight p and negative with weight 1 - p."""
    chance = prob.astype(np.float64)
    once = np.ones(len(chance)) if weights is None else weights
    truth = np.repeat(np.array([0, 1], np.uint8), len(chance))
    both = np.concatenate([(1.0 - chance) * once, chance * once])
    rows = ScoreRows(truth, (0, 1), labels, np.concatenate([chance, chance]), both, 0)
    return ThresholdTable.of(Curve.from_rows(rows))


# Decisions that maximise a metric of the expected table: follow its slope, decide every row anew, repeat.
#
# With the slope G of the metric at a table, the table that is best along G gives each row the label of the greatest
# ``(p G)_k``. For a metric that is linear in the table, or a quotient of two linear parts (every kappa, at fixed
# truth), this is Dinkelbach's method: it ends at the global optimum, after a few steps (Dinkelbach 1967, Management
# Science 13:492). For others it climbs to a local optimum: of Matthews correlation it is the ascent of a convex bound,
# of macro F1 the algorithm of Frank and Wolfe on what random decisions can reach (Narasimhan et al. 2015, ICML, p.
# 2398).


def climb(rows: Expected, *, exact: bool) -> Climbed:
    """Climb from one start where that is enough, else from several, and keep the highest end."""
    if exact:
        return _ascend(rows, rows.gains(rows.random_table()), damped=False)
    ends = [_polished(rows, _ascend(rows, gains, damped=True)) for gains in _starts(rows)]
    best = max(ends, key=lambda end: end.goal)
    return Climbed(best.indices, best.table, best.goal, best.gains, sum(end.steps for end in ends))


@dataclass(frozen=True, slots=True)
class Climbed:
    """Where a climb ended: the indices of the labels, their table, the goal, the slope that decided them, steps."""

    indices: npt.NDArray[np.intp]
    table: FloatArray
    goal: float
    gains: FloatArray
    steps: int


def _starts(rows: Expected) -> Iterator[FloatArray]:
    """Slopes to begin with: of random answers, of the likeliest label, of the label that gains most on its share."""
    size = len(rows.labels)
    table = rows.random_table()
    yield rows.gains(table)
    yield np.eye(size)
    share = table.sum(1)
    yield np.diag(np.divide(share.sum(), share, out=np.zeros(size), where=share > 0))


def _ascend(rows: Expected, gains: FloatArray, *, damped: bool) -> Climbed:
    if np.isnan(gains).any():
        gains = np.eye(len(rows.labels))
    end = _decided(rows, gains, 1)
    while end.steps < _STEPS:
        higher = _next(rows, end, damped=damped)
        if higher is None:
            break
        end = higher
    return end


def _decided(rows: Expected, gains: FloatArray, steps: int) -> Climbed:
    indices = rows.answers(gains)
    table = rows.table(indices)
    return Climbed(indices, table, float(rows.goal(table)), gains, steps)


def _next(rows: Expected, start: Climbed, *, damped: bool) -> Climbed | None:
    """
    One step uphill; None at the top.

    Where the whole way overshoots, the slope is taken further back on it (in between are random decisions).
    """
    gains = rows.gains(start.table)
    if np.isnan(gains).any():
        return None
    steps, goal = start.steps, start.goal
    for halving in range(_HALVINGS if damped else 1):
        end = _decided(rows, gains, steps + 1)
        if end.goal > goal + _ROUNDING * max(1.0, abs(goal)):
            return end
        steps += 1
        share = 0.5 ** (halving + 1)
        gains = rows.gains((1 - share) * start.table + share * end.table)
        if np.isnan(gains).any():
            return None
    return None


def _polished(rows: Expected, end: Climbed) -> Climbed:
    """Change the label of the one row that gains most, as long as one gains; for few rows only."""
    n, size = rows.prob.shape
    if n * size**3 > _MOVES:
        return end
    weighted = rows.weighted_prob()
    indices, table, goal, moves = end.indices.copy(), end.table, end.goal, 0
    eye = np.eye(size)
    while moves < 4 * n:
        change = eye[None, :, :] - eye[indices][:, None, :]  # (n, K, K): one answer to k more, one to the old less
        tables = table + weighted[:, None, :, None] * change[:, :, None, :]
        goals = rows.goal(np.maximum(tables, 0.0))
        row, k = np.unravel_index(int(goals.argmax()), goals.shape)
        if not goals[row, k] > goal + _ROUNDING * max(1.0, abs(goal)):
            break
        indices[row] = k
        table = rows.table(indices)
        goal, moves = float(rows.goal(table)), moves + 1
    if not moves:
        return end
    slope = rows.gains(table)
    return Climbed(indices, table, goal, end.gains if np.isnan(slope).any() else slope, end.steps + moves)
