"""Every threshold in one sort, for all folds; rules judged on held-out rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import Condition, DecisionAim
from concordant.errors import OptionError
from concordant.inference.intervals.estimand import check_seed
from concordant.inference.samples.cells import CellSample, samples_of_codes
from concordant.inference.samples.gather import with_exponent
from concordant.inputs.labels import LabelRows
from concordant.inputs.rows import check_clusters, rescaled
from concordant.inputs.scores import ScoreRows
from concordant.settings import with_progress
from concordant.states import Counts, Curve
from concordant.typing import Column, FloatArray, Label, NumberArray

Rule = TypeVar("Rule")  # a threshold, or cut points
Groups: TypeAlias = tuple[npt.NDArray[np.intp], int]  # the cluster of each row, and how many there are
Mask = npt.NDArray[np.bool_]
Values = Callable[[Counts], FloatArray]

_PART = 1 << 14  # thresholds at a time: their tables and the formula's own arrays stay in the cache
_EQUAL = 8 * float(np.finfo(float).eps)  # values that differ by less, relatively, are equally good
_CLOSE = 64 * float(np.finfo(float).eps)  # more than what counts as equal at the end
_MARGIN = 1e-11  # of a condition, which itself allows for 1e-12
_EVEN = 33  # points of a grid from 0 to all rows of a class


# Every threshold of a score: one sort gives the curve, its running sums are the table at each threshold.
#
# Index 0 calls nothing positive; index t calls the rows with ``score >= scores[t - 1]`` positive. Tables are made a
# part at a time, so that memory stays bounded however many distinct scores there are: two numbers a threshold remain.


@dataclass(frozen=True, slots=True)
class ThresholdTable:
    """
    The table at every threshold.

    Attributes
    ----------
    scores : ndarray, shape (T,)
        Distinct scores, descending.
    fp, tp : ndarray, shape (T + 1,)
        Rows of each class that are called positive at each index.
    classes : tuple
        The negative and the positive class.
    first : int
        0, or 1 where no threshold calls nothing positive, as a score is +inf.
    """

    scores: npt.NDArray[Any]
    fp: NumberArray
    tp: NumberArray
    classes: tuple[Label, ...]
    first: int

    @classmethod
    def of(cls, curve: Curve) -> ThresholdTable:
        """Sum up the curve from the highest score on."""
        sums = np.zeros((2, len(curve.scores) + 1), curve.weights.dtype)
        sums[0, 1:], sums[1, 1:] = curve.cumulative()
        unreachable = bool(len(curve.scores)) and curve.scores[0] == np.inf
        return cls(curve.scores, sums[0], sums[1], curve.classes, int(unreachable))

    @property
    def rows(self) -> int:
        """How many rows there are, or their weight in integers."""
        return int(self.fp[-1] + self.tp[-1])

    def counts_of(self, part: slice) -> Counts:
        """The tables at some indices, as `Curve.counts` makes them for all."""
        fp, tp = self.fp[part], self.tp[part]
        table = np.empty((2, 2, len(fp)), fp.dtype)
        table[0, 0], table[0, 1] = self.fp[-1] - fp, fp
        table[1, 0], table[1, 1] = self.tp[-1] - tp, tp
        return Counts(table.transpose(2, 0, 1), self.classes)

    def counts_at(self, index: int) -> Counts:
        """The table at one index."""
        return self.counts_of(slice(index, index + 1))[0]

    def values(self, of: DecisionAim | Condition) -> FloatArray:
        """Compute a metric at every index."""
        return self.of_tables(of.values)

    def of_tables(self, function: Values) -> FloatArray:
        """Apply a function of stacks of tables at every index."""
        starts = range(0, len(self.fp), _PART)
        return np.concatenate([function(self.counts_of(slice(start, start + _PART))) for start in starts])

    def allowed(self, conditions: Sequence[Condition]) -> Mask:
        """Whether all conditions are met, index by index."""
        allowed = np.ones(len(self.fp), dtype=bool)
        allowed[: self.first] = False
        for condition in conditions:
            allowed &= condition.met(self.values(condition))
        return allowed

    def index_of(self, threshold: float) -> int:
        """The index whose decisions a threshold makes."""
        return len(self.scores) - int(np.searchsorted(self.scores[::-1], threshold, side="left"))


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best thresholds: first and last index of a run of equally good ones, and how many such runs exist."""

    start: int
    end: int
    runs: int


def optimum_of(values: FloatArray, allowed: Mask, table: ThresholdTable) -> Optimum | None:
    """
    Find the greatest value at allowed indices; None if it is defined at none of them.

    Values that differ by rounding are equal. Of several runs of indices the one with most rows inside is taken, then
    the one with the highest scores.
    """
    eligible = allowed & ~np.isnan(values)
    if not eligible.any():
        return None
    best = values[eligible].max()
    with np.errstate(invalid="ignore"):
        slack = _EQUAL * max(1.0, abs(best)) if np.isfinite(best) else 0.0
        equal = eligible & (values >= best - slack)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], equal, [False]]).astype(np.int8)))
    starts, ends = edges[::2], edges[1::2] - 1
    called = table.fp + table.tp
    inside = called[ends] - called[starts]
    widest = int(np.argmax(inside))
    return Optimum(int(starts[widest]), int(ends[widest]), len(starts))


def bounds_of(table: ThresholdTable, optimum: Optimum) -> tuple[float, float]:
    """Thresholds above the first number and up to the second make the decisions of an index of the optimum."""
    high = np.inf if optimum.start == 0 else table.scores[optimum.start - 1].item()
    low = -np.inf if optimum.end == len(table.scores) else table.scores[optimum.end].item()
    return low, high


def middle(table: ThresholdTable, optimum: Optimum) -> float:
    """
    Return the middle between the bounds, in the precision of the scores.

    An open end counts as the outermost score inside the run; +inf where nothing is to be called positive.
    """
    low, high = bounds_of(table, optimum)
    if optimum.start == 0:
        if optimum.end == 0:
            return float(np.inf)
        high = table.scores[0].item()
    inner = table.scores[-1].item() if optimum.end == len(table.scores) else low
    if not (np.isfinite(inner) and np.isfinite(high)):
        return float(high) if isinstance(high, float) else high
    center = inner / 2 + high / 2
    if table.scores.dtype.kind == "f":
        center = table.scores.dtype.type(center).item()
    return center if low < center <= high else high


def chosen_threshold(table: ThresholdTable, aim: DecisionAim, conditions: Sequence[Condition]) -> float | None:
    """Return the best threshold under conditions; None if the metric is defined at none that meets them."""
    optimum = optimum_of(aim.sign * table.values(aim), table.allowed(conditions), table)
    return None if optimum is None else middle(table, optimum)


# Rules judged on rows that did not choose them.


@dataclass(frozen=True, slots=True)
class HeldOut(Generic[Rule]):
    """
    Decisions on held-out rows, and the rule of each fold.

    `sample` is None where a fold has no rule; `reason` then says why.
    """

    sample: CellSample | None = None
    rules: tuple[Rule, ...] = ()
    reason: str | None = None


def held_out(
    rows: ScoreRows,
    truth: npt.NDArray[Any],
    labels: tuple[Label, ...],
    choose: Callable[[ScoreRows], Rule | None],
    decide: Callable[[Rule, npt.NDArray[Any]], npt.NDArray[Any]],
    *,
    folds: int,
    seed: int,
    groups: Groups | None,
    lacking: str,
) -> HeldOut[Rule]:
    """
    Choose a rule without each fold, and count the decisions that it makes there.

    Parameters
    ----------
    rows : ScoreRows
        All rows.
    truth : ndarray of int
        The index of the label of each row among `labels`.
    choose : callable
        Takes rows; gives the rule, or None if there is none.
    decide : callable
        Takes a rule and scores; gives indices of labels.
    folds, seed, groups
        How rows, or clusters, are dealt out.
    lacking : str
        What there is without a fold that has no rule.
    """
    reason = too_few(len(rows.scores), "rows", folds) if groups is None else too_few(groups[1], "clusters", folds)
    if reason is not None:
        return HeldOut(reason=reason)
    fold_of = stratified_folds(truth, folds, seed, groups)
    decided = np.zeros(len(truth), dtype=np.int64)
    rules = []
    for fold in with_progress(range(folds), "cross-validating"):
        test = fold_of == fold
        weights = None if rows.weights is None else rows.weights[~test]
        rule = choose(replace(rows, y_true=rows.y_true[~test], scores=rows.scores[~test], weights=weights))
        if rule is None:
            return HeldOut(reason=f"no cross-validated value: without fold {fold + 1} of {folds} {lacking}")
        decided[test] = decide(rule, rows.scores[test])
        rules.append(rule)
    weights, unit = rescaled(rows.weights)
    counts = Counts.from_rows(LabelRows(truth, decided, labels, labels, True, False, weights, rows.missing))
    if groups is None:
        samples = [CellSample.of_table(counts)]
    else:
        samples = samples_of_codes([counts], [truth.astype(np.intp), decided.astype(np.intp)], weights, groups)
    return HeldOut(with_exponent(samples, unit)[0], tuple(rules))


def too_few(count: int, what: str, folds: int) -> str | None:
    """Say why rows cannot be dealt to so many folds; None if they can."""
    return None if count >= folds else f"cross-validation in {folds} folds needs at least as many {what}, not {count}"


def error_on_new_rows(error: float, optimism: float) -> float:
    """
    Return the standard error of a cross-validated value as a forecast for new rows.

    `error` is that of the table of the folds, which takes their decisions as given. The choice of the rule adds to it:
    how much the choice can move the value, its optimism shows. That is taken as a uniform error between -optimism and
    +optimism, whose variance is a third of its square (JCGM 100:2008, Guide to the expression of uncertainty in
    measurement, 4.3.7). How often 1.96 standard errors then hold the value on new rows, benchmarks/coverage/new_rows.py
    measures.
    """
    return sqrt(error**2 + optimism**2 / 3)


def groups_of(cluster: Column | None, rows: ScoreRows) -> Groups | None:
    """Return the cluster of each checked row, and how many there are; None if every row is one of its own."""
    if cluster is None:
        return None
    return check_clusters(cluster, len(rows.scores), rows.kept)


def check_folds(cv: Any, seed: Any = 0) -> int:
    """Return the number of folds; 0 for None: no cross-validation. The seed that deals rows to them is checked, too."""
    check_seed(seed)
    if cv is None:
        return 0
    if isinstance(cv, bool) or not isinstance(cv, (int, np.integer)) or cv < 2:
        msg = f"cv must be a whole number of folds, at least 2, or None for no cross-validation, not {cv!r}."
        raise OptionError(msg)
    return int(cv)


def stratified_folds(
    classes: npt.NDArray[Any], folds: int, seed: int, groups: Groups | None = None
) -> npt.NDArray[np.intp]:
    """
    Return the fold of each row.

    Rows of a class differ by at most one between folds, and so do all rows: the deal goes on from class to class.
    Clusters stay whole: they are dealt like rows, from those with the lowest mean class to those with the highest.
    """
    if groups is not None:
        code, size = groups
        mean = np.bincount(code, classes, minlength=size) / np.maximum(np.bincount(code, minlength=size), 1)
        return stratified_folds(mean, folds, seed)[code]
    order = np.random.default_rng(seed).permutation(len(classes))
    dealt = order[np.argsort(classes[order], kind="stable")]
    fold = np.empty(len(classes), dtype=np.intp)
    fold[dealt] = np.arange(len(classes)) % folds
    return fold


# In which cells of scores the best threshold may lie, if only the rows of each class in each cell are known.
#
# Inside a cell the table moves from that above the cell to that below it, by some path. Of a function that rises or
# falls with the true positives, and so with the false positives, one corner of the rectangle between is the best that
# any path can meet.


def may_hold_best(
    table: ThresholdTable, aim: DecisionAim | Condition, sign: int, conditions: Sequence[Condition]
) -> Mask:
    """
    Return in which cells the best threshold may lie.

    Parameters
    ----------
    table : ThresholdTable
        The tables between the cells.
    aim : DecisionAim or Condition
        What is to be best.
    sign : int
        1 if higher is better, -1 if lower is.
    conditions : sequence of Condition
        What must hold.

    Returns
    -------
    ndarray of bool, one a cell
    """
    possible = feasible(table, conditions)
    values = sign * table.values(aim)
    values = values[table.allowed(conditions) & ~np.isnan(values)]
    if not len(values):
        return possible
    best = values.max()
    slack = _CLOSE * max(1.0, abs(best)) if np.isfinite(best) else 0.0
    may: Mask = possible & ~(_furthest(table, aim.values, sign) < best - slack)
    return may


def feasible(table: ThresholdTable, conditions: Sequence[Condition]) -> Mask:
    """Return in which cells all conditions may hold."""
    may = np.ones(len(table.scores), np.bool_)
    for condition in conditions:
        sign = 1 if ">" in condition.comparison else -1
        furthest = sign * _furthest(table, condition.values, sign)
        margin = _MARGIN * np.maximum(1.0, np.abs(np.nan_to_num(furthest, posinf=0.0, neginf=0.0)))
        may &= condition.met(furthest + sign * margin) | np.isnan(furthest)
    return may


def _furthest(table: ThresholdTable, values: Values, sign: int) -> FloatArray:
    """The greatest value times `sign` that a path through each cell can meet; NaN where that is not known."""
    slopes = _slopes(values, table)
    if slopes is None:
        return np.full(len(table.scores), np.nan)
    fp = table.fp[1:] if sign * slopes[0] > 0 else table.fp[:-1]
    tp = table.tp[1:] if sign * slopes[1] > 0 else table.tp[:-1]
    corner = sign * _values(values, table, fp, tp)
    edges = sign * _values(values, table, table.fp, table.tp)
    corner[np.isnan(edges[1:]) | np.isnan(edges[:-1])] = np.nan
    return corner


def _slopes(values: Values, table: ThresholdTable) -> tuple[int, int] | None:
    """
    How a function moves with the false and with the true positives, 1 up and -1 down; None if one is neither.

    It is found on a grid of tables with as many rows, which holds even steps, and counts near 0 and near all
    rows; undefined values are left out.
    """
    tp, fp = np.meshgrid(_grid(int(table.tp[-1])), _grid(int(table.fp[-1])), indexing="ij")
    grid = _values(values, table, fp.ravel(), tp.ravel()).reshape(tp.shape)
    along_fp, along_tp = _slope(grid), _slope(grid.T)
    return None if along_fp is None or along_tp is None else (along_fp or 1, along_tp or 1)


def _grid(total: int) -> npt.NDArray[np.int64]:
    near = 2 ** np.arange(max(total.bit_length(), 1))
    even = np.round(np.linspace(0, total, _EVEN)).astype(np.int64)
    every = np.concatenate([[0], near, total - near, even])
    return np.unique(every[(every >= 0) & (every <= total)])


def _slope(rows: FloatArray) -> int | None:
    """1 for rows that do not fall, -1 for rows that do not rise, 0 for constant ones, else None."""
    up = down = False
    for row in rows:
        defined = row[~np.isnan(row)]
        with np.errstate(invalid="ignore"):
            steps = np.diff(defined)
            least = 1e-12 * np.maximum(1.0, np.abs(defined[1:]))
            up, down = up or bool((steps > least).any()), down or bool((steps < -least).any())
    return None if up and down else int(up) - int(down)


def _values(
    function: Values, table: ThresholdTable, fp: npt.NDArray[np.int64], tp: npt.NDArray[np.int64]
) -> FloatArray:
    """Apply a function to tables with so many positives, of as many rows as the table has."""
    ends = np.append(fp, table.fp[-1]), np.append(tp, table.tp[-1])
    return ThresholdTable(table.scores, *ends, table.classes, 0).of_tables(function)[:-1]
