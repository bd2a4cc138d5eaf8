"""Every threshold in one sort, for all folds; rules judged on held-out rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import Condition, DecisionAim
from concordant.errors import OptionError
from concordant.inference.intervals.estimand import check_seed
from concordant.inference.samples.cells import CellSample, samples_of_codes
from concordant.inputs.encoding import encode
from concordant.inputs.labels import LabelRows
from concordant.inputs.rows import check_clusters, rows_of
from concordant.inputs.scores import ScoreRows
from concordant.result.decisions import OutOfFold, reaches
from concordant.settings import with_progress
from concordant.states import Counts, Curve
from concordant.typing import Column, FloatArray, Label, NumberArray

Rule = TypeVar("Rule")  # a threshold, or cut points
Groups: TypeAlias = tuple[npt.NDArray[np.intp], int]  # the cluster of each row, and how many there are
Folds: TypeAlias = tuple[npt.NDArray[np.intp], int]  # the fold of each row, and how many there are
Mask = npt.NDArray[np.bool_]
Values = Callable[[Counts], FloatArray]

_PART = 1 << 14  # thresholds at a time: their tables and the formula's own arrays stay in the cache
_BLOCK = 1 << 8  # neighbouring thresholds that one bound is for
_EQUAL = 8 * float(np.finfo(float).eps)  # values that differ by less, relatively, are equally good
_CLOSE = 64 * float(np.finfo(float).eps)  # more than what counts as equal at the end
_MARGIN = 1e-11  # of a condition, which itself allows for 1e-12
_EVEN = 33  # points of a grid from 0 to all rows of a class
_HALVINGS = 27  # of all rows, near both ends of the grid


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
    """

    scores: npt.NDArray[Any]
    fp: NumberArray
    tp: NumberArray
    classes: tuple[Label, ...]

    @classmethod
    def of(cls, curve: Curve) -> ThresholdTable:
        """Sum up the curve from the highest score on."""
        sums = np.zeros((2, len(curve.scores) + 1), curve.weights.dtype)
        for running, rows in zip(sums, curve.weights.T, strict=True):
            np.cumsum(rows, out=running[1:])
        return cls(curve.scores, sums[0], sums[1], curve.classes)

    @property
    def first(self) -> int:
        """The first index: 0, or 1 where no threshold calls nothing positive, as a score is +inf."""
        return int(bool(len(self.scores)) and self.scores[0] == np.inf)

    @property
    def rows(self) -> int:
        """How many rows there are, or their weight in integers."""
        return int(self.fp[-1] + self.tp[-1])

    def counts_at(self, index: int) -> Counts:
        """The table at one index."""
        return self._counts(self.fp[index : index + 1], self.tp[index : index + 1])[0]

    def _counts(self, fp: NumberArray, tp: NumberArray) -> Counts:
        """Tables of all rows, given those that are called positive, as `Curve.counts` makes them."""
        table = np.empty((2, 2, len(fp)), fp.dtype)
        table[0, 0], table[0, 1] = self.fp[-1] - fp, fp
        table[1, 0], table[1, 1] = self.tp[-1] - tp, tp
        return Counts(table.transpose(2, 0, 1), self.classes)

    def values(self, of: DecisionAim | Condition) -> FloatArray:
        """Compute a metric at every index."""
        return self.of_tables(of.values)

    def of_tables(self, function: Values) -> FloatArray:
        """Apply a function of stacks of tables at every index."""
        return self.of_positives(function, self.fp, self.tp)

    def of_positives(self, function: Values, fp: NumberArray, tp: NumberArray) -> FloatArray:
        """Apply a function to tables of all rows, given those that are called positive."""
        parts = [slice(start, start + _PART) for start in range(0, max(len(fp), 1), _PART)]
        return np.concatenate([function(self._counts(fp[part], tp[part])) for part in parts])

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

    def at(self, indices: npt.NDArray[np.intp]) -> ThresholdTable:
        """Return the tables at some indices, among them the first and the last."""
        return replace(self, scores=self.scores[indices[1:] - 1], fp=self.fp[indices], tp=self.tp[indices])

    def narrowed(self, aim: DecisionAim, conditions: Sequence[Condition]) -> ThresholdTable:
        """Return the tables without the inner ones of blocks that hold neither a best nor an undefined value."""
        size = len(self.scores)
        if size <= _PART:
            return self
        ends = np.unique(np.append(np.arange(1, size, _BLOCK), [0, size]))
        blocks = self.at(ends)
        undefined = np.isnan(blocks.values(aim))
        inspected = may_hold_best(blocks, aim, conditions) | undefined[1:] | undefined[:-1]
        kept = np.repeat(np.append(True, inspected), np.diff(ends, prepend=-1))
        kept[ends] = True
        return self.at(np.flatnonzero(kept))


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
    table = table.narrowed(aim, conditions)
    optimum = optimum_of(aim.sign * table.values(aim), table.allowed(conditions), table)
    return None if optimum is None else middle(table, optimum)


# Rules judged on rows that did not choose them.


@dataclass(frozen=True, slots=True)
class HeldOut(Generic[Rule]):
    """
    Decisions on held-out rows, and the rule of each fold.

    `sample` is None where a fold has no rule; `reason` then says why. `folds` are the names of the folds, and `rows`
    says what was decided of each row.
    """

    sample: CellSample | None = None
    rules: tuple[Rule, ...] = ()
    reason: str | None = None
    folds: tuple[Label, ...] = ()
    rows: OutOfFold | None = None

    def fields(self, aim: DecisionAim, value: float) -> dict[str, Any]:
        """Return the fields of a record that say what a rule is worth elsewhere, whose `value` is that of its rows."""
        judged, error, reason = np.nan, np.nan, self.reason
        if self.sample is not None:
            outcome = aim.outcome(self.sample.state)
            judged = float(outcome.value)
            error = error_on_new_rows(aim.standard_error(self.sample), value - judged)
            reason = outcome.reason if np.isnan(judged) else None
        shown = {"cross_validated_value": judged, "standard_error": error, "optimism": aim.sign * (value - judged)}
        return {**shown, "folds": self.folds, "out_of_fold": self.rows, "reason": reason}


def rows_without_each_fold(rows: ScoreRows, folds: Folds) -> Iterator[ScoreRows]:
    """Yield, fold by fold, the rows of the other folds."""
    for fold in with_progress(range(folds[1]), "cross-validating"):
        others = folds[0] != fold
        weights = None if rows.weights is None else rows.weights[others]
        yield replace(rows, y_true=rows.y_true[others], scores=rows.scores[others], weights=weights)


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


@dataclass(frozen=True, slots=True)
class Deal:
    """How rows are dealt to folds: to so many at random (0: to none), or as a column says."""

    folds: int
    seed: int = 0
    column: Any = None

    @classmethod
    def of(cls, cv: Any, seed: Any) -> Deal:
        """Read what a caller gives: a number of folds, None, or the fold of each row."""
        if isinstance(cv, str) or hasattr(cv, "__len__"):
            check_seed(seed)
            if isinstance(cv, Sequence) and len(cv) > 0 and isinstance(cv[0], tuple) and np.ndim(cv[0][0]) == 1:
                raise OptionError(
                    "cv holds pairs, as of rows to train and rows to test; give the fold of each row instead: an array "
                    "of one number a row, in which fold_of[test] = k for the k-th pair."
                )
            return cls(0, seed, cv)
        return cls(check_folds(cv, seed), seed)

    @property
    def judges(self) -> bool:
        """Whether there are folds."""
        return self.folds > 0 or self.column is not None

    def names(self, kept: Mask | None) -> tuple[Label, ...]:
        """Return the names of the folds of the rows that are kept: numbers from 0, or the values of the column."""
        if self.column is None:
            return tuple(range(self.folds))
        column = encode(self.column, "cv")
        (values,) = rows_of(kept, column.values)
        occurring = np.unique(values).tolist()
        return tuple(occurring if column.names is None else [column.names[code] for code in occurring])

    def of_rows(self, rows: ScoreRows, truth: npt.NDArray[Any], groups: Groups | None) -> Folds | str:
        """Return the fold of each checked row, and how many there are; or why there cannot be so many."""
        if self.column is not None:
            folds = check_clusters(self.column, len(rows.scores), rows.kept, "cv")
            _refuse_divided(groups, folds)
            return folds if folds[1] > 1 else "cross-validation needs two folds, and all rows are in one"
        count, what = (len(rows.scores), "rows") if groups is None else (groups[1], "clusters")
        if count < self.folds:
            return f"cross-validation in {self.folds} folds needs at least as many {what}, not {count}"
        return stratified_folds(truth, self.folds, self.seed, groups), self.folds


def _refuse_divided(groups: Groups | None, folds: Folds) -> None:
    """Raise where clusters have rows in several folds: the rows that judge a rule would have chosen it."""
    if groups is None:
        return
    pairs = np.unique(groups[0] * np.int64(folds[1]) + folds[0])
    divided = int((np.bincount(pairs // folds[1]) > 1).sum())
    if divided:
        have = "has" if divided == 1 else "have"
        raise OptionError(
            f"cv says the fold of each row, and {divided:,} of {groups[1]:,} clusters {have} rows in several folds, so "
            "that a rule would be judged on clusters that chose it. Give folds that hold whole clusters, or a number "
            "of folds, to which whole clusters are dealt."
        )


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


def may_hold_best(table: ThresholdTable, aim: DecisionAim, conditions: Sequence[Condition]) -> Mask:
    """Return in which cells the best threshold may lie; `table` has the tables between the cells."""
    may = np.ones(len(table.scores), np.bool_)
    for condition in conditions:
        sign = 1 if ">" in condition.comparison else -1
        furthest = sign * _reach(table, condition, sign)[1]
        margin = _MARGIN * np.maximum(1.0, np.abs(np.nan_to_num(furthest, posinf=0.0, neginf=0.0)))
        may &= condition.met(furthest + sign * margin) | np.isnan(furthest)
    values, furthest = _reach(table, aim, aim.sign)
    values = values[table.allowed(conditions) & ~np.isnan(values)]
    if len(values):
        best = values.max()
        may &= ~(furthest < best - (_CLOSE * max(1.0, abs(best)) if np.isfinite(best) else 0.0))
    return may


def _reach(table: ThresholdTable, of: DecisionAim | Condition, sign: int) -> tuple[FloatArray, FloatArray]:
    """
    Return the values at each index times `sign`, and the greatest that a path through each cell can meet.

    The latter is NaN where it is not known.
    """
    values, slopes = sign * table.values(of), _slopes(of.values, table)
    if slopes is None:
        return values, np.full(len(table.scores), np.nan)
    fp = table.fp[1:] if sign * slopes[0] > 0 else table.fp[:-1]
    tp = table.tp[1:] if sign * slopes[1] > 0 else table.tp[:-1]
    corner = sign * table.of_positives(of.values, fp, tp)
    corner[np.isnan(values[1:]) | np.isnan(values[:-1])] = np.nan
    return values, corner


def _slopes(values: Values, table: ThresholdTable) -> tuple[int, int] | None:
    """
    How a function moves with the false and with the true positives, 1 up and -1 down; None if one is neither.

    It is found on a grid of tables with as many rows, which holds even steps, and counts near 0 and near all
    rows; undefined values are left out.
    """
    tp, fp = np.meshgrid(_grid(table.tp[-1]), _grid(table.fp[-1]), indexing="ij")
    grid = table.of_positives(values, fp.ravel(), tp.ravel()).reshape(tp.shape)
    along_fp, along_tp = _slope(grid), _slope(grid.T)
    return None if along_fp is None or along_tp is None else (along_fp or 1, along_tp or 1)


def _grid(total: float) -> FloatArray:
    near = 2.0 ** -np.arange(1, _HALVINGS)
    return total * np.unique(np.concatenate([np.linspace(0, 1, _EVEN), near, 1 - near]))


def _slope(rows: FloatArray) -> int | None:
    """1 for rows that do not fall, -1 for rows that do not rise, 0 for constant ones, else None."""
    index = np.maximum.accumulate(np.where(np.isnan(rows), 0, np.arange(rows.shape[1])), axis=1)
    defined = np.take_along_axis(rows, index, axis=1)  # or the last value that is
    with np.errstate(invalid="ignore"):
        steps = np.diff(defined)
        least = 1e-12 * np.maximum(1.0, np.abs(defined[:, 1:]))
        up, down = bool((steps > least).any()), bool((steps < -least).any())
    return None if up and down else int(up) - int(down)


def held_out(
    rows: ScoreRows,
    choose: Callable[[ScoreRows], Rule | None],
    decide: Callable[[Rule, npt.NDArray[Any]], npt.NDArray[Any]],
    *,
    deal: Deal,
    groups: Groups | None,
    lacking: str,
) -> HeldOut[Rule]:
    """
    Choose a rule without each fold, and count the decisions that it makes there.

    Parameters
    ----------
    rows : ScoreRows
        They, or their groups, are dealt to the folds.
    choose : callable
        From rows to the best rule for them; None if there is none.
    decide : callable
        From a rule and scores to the index of the label of each score.
    deal, groups
        How they are dealt.
    lacking : str
        What there is without a fold that has no rule.
    """
    truth = label_codes(rows)
    dealt = deal.of_rows(rows, truth, groups)
    if isinstance(dealt, str):
        return HeldOut(reason=dealt)
    fold_of, folds = dealt
    decided = np.zeros(len(truth), dtype=np.int64)
    rules: list[Rule] = []
    for fold, others in enumerate(rows_without_each_fold(rows, dealt)):
        rule = choose(others)
        if rule is None:
            return HeldOut(reason=f"no cross-validated value: without fold {fold + 1} of {folds} {lacking}")
        test = fold_of == fold
        decided[test] = decide(rule, rows.scores[test])
        rules.append(rule)
    weights, labels = rows.weights, rows.classes
    counts = Counts.from_rows(LabelRows(truth, decided, labels, labels, True, False, weights, rows.missing))
    if groups is None:
        samples = [CellSample.of_table(counts)]
    else:
        samples = samples_of_codes([counts], [truth.astype(np.intp), decided.astype(np.intp)], weights, groups)
    names = deal.names(rows.kept)
    of_rows = OutOfFold.of(rows.kept, (fold_of, names), (decided, labels))
    return HeldOut(samples[0], tuple(rules), folds=names, rows=of_rows)


def held_out_thresholds(
    rows: ScoreRows, aim: DecisionAim, conditions: Sequence[Condition], *, deal: Deal, groups: Groups | None
) -> HeldOut[float]:
    """Judge the best threshold without each fold, see `held_out`; of two classes the second is the positive one."""

    def choose(others: ScoreRows) -> float | None:
        return chosen_threshold(ThresholdTable.of(Curve.from_rows(others)), aim, conditions)

    def decide(threshold: float, scores: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        return reaches(scores, threshold)

    lacking = f"no threshold meets the conditions with a defined {aim.metric.name}"
    return held_out(rows, choose, decide, deal=deal, groups=groups, lacking=lacking)


def label_codes(rows: ScoreRows) -> npt.NDArray[Any]:
    """Return the index of the label of each row."""
    return (rows.y_true == rows.values[1]).astype(np.uint8) if len(rows.values) == 2 else np.asarray(rows.y_true)
