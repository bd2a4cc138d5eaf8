"""Thresholds and cut points on scores of any number of rows: batches in buckets, then only where a cut may lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.decisions.aim import Condition, DecisionAim
from concordant.decisions.cut_search import (
    GROUPS,
    Chosen,
    CutAim,
    GroupedRows,
    Method,
    choose_of_groups,
    group_of_middle,
    rising_values,
)
from concordant.decisions.search import HeldOut, ThresholdTable, chosen_threshold, feasible, may_hold_best, too_few
from concordant.engines import arrays
from concordant.inference.samples.cells import CellSample
from concordant.inputs.scores import check_ordinal_scores, check_scores
from concordant.result.decisions import reaches
from concordant.settings import get_threads
from concordant.sources.batches import LazyRows, collected, has_many_rows, many_rows
from concordant.sources.cells import ScoreCells, ScoresInFrame, ScoresOfClasses, TooManyScoresError, labels_in_frame
from concordant.sources.files import DataFile, Progress, find_files
from concordant.sources.frames import chosen, opened
from concordant.sources.label_batches import truth_labels
from concordant.sources.scores import columns_of
from concordant.sources.source import frame_of, is_lazy, is_source, remote, source_of
from concordant.states import Counts
from concordant.typing import FloatArray, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw


ManyRows: TypeAlias = "Sequence[DataFile] | LazyRows | nw.LazyFrame[Any]"
Rule = TypeVar("Rule")  # a threshold, or cut points
Mask = npt.NDArray[np.bool_]
Table = npt.NDArray[np.int64]  # (T, K), the highest scores first

_ROUNDING = 1e-10  # of all sums
_STEPS = 5  # points in a range of tau


def many_rows_of(data: Any, columns: Sequence[Any]) -> ManyRows | None:
    """
    Return what holds many rows: files or a lazy frame to be read in batches, or a lazy frame that its engine groups.

    None for anything else, whose columns are read as a whole.
    """
    data = remote(data)
    if isinstance(data, LazyRows) or is_source(data):
        files: Sequence[DataFile] | LazyRows = data if isinstance(data, LazyRows) else find_files(source_of(data))
        return files if many_rows(files) else None
    frame = opened(data, [name for name in columns if name is not None])
    if not is_lazy(frame):
        return None
    rows = LazyRows.of(frame)
    if rows is None:
        return frame if has_many_rows(frame) else None
    return rows if many_rows(rows) else None


def columns_in(data: Any, columns: Sequence[str | None]) -> list[Any]:
    """Return the columns as they are; None for none."""
    wanted = list(dict.fromkeys(name for name in columns if name is not None))
    frame: Any = frame_of(data, wanted)
    if is_lazy(frame):
        frame = collected(frame.select(chosen(frame, name) for name in wanted))
    return [None if name is None else frame.get_column(name).to_native() for name in columns]


def searched(
    files: ManyRows,
    truth: str,
    score: str,
    aim: DecisionAim,
    conditions: Callable[[float], tuple[Condition, ...]],
    *,
    labels: Sequence[Label] | None,
    pos_label: Label | None,
    missing: Missing,
    folds: int,
    seed: int,
    progress: Progress | None = None,
) -> Searched:
    """
    Count rows in cells of scores, and score by score where the best threshold may lie.

    Parameters
    ----------
    files : sequence of DataFile, LazyRows, or LazyFrame
    truth, score : str
        The columns.
    aim : DecisionAim
    conditions : callable
        From the number of rows to the conditions.
    labels, pos_label, missing, folds, seed, progress
        As `best_threshold` takes them; 0 folds for no cross-validation.

    Raises
    ------
    TooManyScoresError
        If the best threshold may lie nearly anywhere.
    """
    occurring = distinct_labels(files, truth)
    rows = check_scores(occurring, np.zeros(len(occurring)), labels=labels, pos_label=pos_label)
    negative, positive = arrays.curve(rows).classes
    pair = (negative, positive)

    def encoded(column: Any, scores: Any) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        is_positive, values = columns_of(column, scores, pair)
        return is_positive.view(np.uint8), values

    how: Any = {"folds": max(folds, 1), "seed": seed, "missing": missing, "progress": progress}
    source = scores_of(files, truth, score, occurring, encoded, pair, **how)
    cells = source.counted()
    required = conditions(float(cells.rows.sum()))
    cells = source.narrowed(cells, lambda cells: _wanted(cells, pair, aim, required))
    return Searched(table_of_cells(all_folds(cells), pair), required, cells)


@dataclass(frozen=True, slots=True)
class Searched:
    """The tables at all thresholds that may be best, the conditions, and the rows of each fold there."""

    table: ThresholdTable
    conditions: tuple[Condition, ...]
    cells: ScoreCells


def _wanted(cells: ScoreCells, pair: tuple[Label, Label], aim: DecisionAim, conditions: Sequence[Condition]) -> Mask:
    """The cells where a threshold of all rows, or of all but a fold, may lie."""
    whole = table_of_cells(all_folds(cells), pair)
    wanted = may_hold_best(whole, aim, aim.sign, conditions)
    if conditions and not (wanted & cells.open).any() and not whole.allowed(conditions).any():
        return _out_of_reach(whole, conditions)
    if cells.rows.shape[1] > 1:
        for occupied, others in without_each_fold(cells):
            table = table_of_cells(others, pair)
            wanted[occupied] |= may_hold_best(table, aim, aim.sign, conditions)
            threshold = chosen_threshold(table, aim, conditions)
            if threshold is not None:
                wanted |= (cells.low < threshold) & (threshold <= cells.high)
    return wanted


def _out_of_reach(table: ThresholdTable, conditions: Sequence[Condition]) -> Mask:
    """The cells that tell how near each condition can come where the others hold, or alone."""
    wanted = np.zeros(len(table.scores), np.bool_)
    for condition in conditions:
        others = [other for other in conditions if other is not condition]
        for beside in (others, []):
            if table.allowed(beside).any() or feasible(table, beside).any():
                wanted |= may_hold_best(table, condition, 1 if ">" in condition.comparison else -1, beside)
    return wanted


def table_of_cells(cells: ScoreCells, pair: tuple[Label, Label]) -> ThresholdTable:
    """Return the tables between cells of one fold, as if each were one score."""
    sums = np.zeros((2, len(cells.low) + 1), np.int64)
    sums[:, 1:] = cells.rows[:, 0].cumsum(0).T
    unreachable = bool(len(cells.low)) and cells.low[0] == np.inf
    return ThresholdTable(cells.scores(), sums[0], sums[1], pair, int(unreachable))


def held_out_in_batches(search: Searched, aim: DecisionAim) -> HeldOut[float]:
    """Judge thresholds by the rows of each fold that did not choose them."""
    negative, positive = search.table.classes
    pair = (negative, positive)
    return held_out_of_cells(
        search.cells,
        pair,
        lambda others: chosen_threshold(table_of_cells(others, pair), aim, search.conditions),
        lambda threshold, scores: reaches(scores, threshold),
        lacking=f"no threshold meets the conditions with a defined {aim.metric.name}",
    )


def cut_in_batches(
    files: ManyRows,
    truth: str,
    score: str,
    aim: CutAim,
    method: Method,
    *,
    labels: Sequence[Label] | None,
    missing: Missing,
    folds: int,
    seed: int,
    progress: Progress | None = None,
) -> CutInBatches:
    """
    Count rows in cells of scores, and score by score where a cut may lie.

    Parameters
    ----------
    files : sequence of DataFile, LazyRows, or LazyFrame
    truth, score : str
        The columns.
    aim, method
        What is to be best, and how it is found.
    labels, missing, folds, seed, progress
        As `ordinal_cut_points` takes them; 0 folds for no cross-validation.

    Raises
    ------
    TooManyScoresError
        If a cut may lie nearly anywhere, or it is not known for this metric where one cannot lie.
    """
    occurring = distinct_labels(files, truth)
    classes = check_ordinal_scores(occurring, np.zeros(len(occurring)), labels=labels).classes

    def encoded(column: Any, scores: Any) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        rows = check_ordinal_scores(column, scores, labels=classes)
        return rows.y_true, rows.scores

    how: Any = {"folds": max(folds, 1), "seed": seed, "missing": missing, "progress": progress}
    source = scores_of(files, truth, score, occurring, encoded, classes, **how)
    cells = source.counted()
    plan = CutInBatches(cells, classes, aim, method)
    return replace(plan, cells=source.narrowed(cells, plan.wanted))


@dataclass(frozen=True, slots=True)
class CutInBatches:
    """The rows in cells that no possible cut divides, and what is looked for."""

    cells: ScoreCells
    labels: tuple[Label, ...]
    aim: CutAim
    method: Method

    def chosen(self) -> Chosen:
        """Choose cut points on all rows; the bound holds for every order of the rows within the cells."""
        cells = all_folds(self.cells)
        chosen = self._of(cells)
        best = chosen.best
        if best is None or np.isnan(best.bound) or not cells.open.any():
            return chosen
        values = rising_values(chosen.counts)
        table = in_best_order(cells.rows[:, 0], cells.open)
        bound = best.bound if values is None else explained_share(table, values)
        certificate = (
            best.certificate + f",\nwith rows of {int(cells.open.sum()):,} groups of scores in their best order"
        )
        return replace(chosen, best=replace(best, bound=bound, certificate=certificate))

    def _of(self, cells: ScoreCells, *, judge: bool = True) -> Chosen:
        table = np.ascontiguousarray(cells.rows[:, 0])
        rows = GroupedRows(cells.scores(), table, self.labels, float(table.sum()), cells.missing, cells.high)
        return choose_of_groups(rows, self.aim, self.method, judge=judge)

    def cuts(self, cells: ScoreCells) -> FloatArray | None:
        """The cut points that these rows alone choose; None if there are none."""
        cuts = self._of(cells, judge=False).cuts
        return None if np.isnan(cuts).any() else cuts

    def wanted(self, cells: ScoreCells) -> Mask:
        """The cells where a cut of all rows, or of all but a fold, may lie."""
        whole = all_folds(cells)
        wanted = self._undecided(whole, judge=True)
        if cells.rows.shape[1] > 1:
            for occupied, others in without_each_fold(cells):
                wanted[occupied] |= self._undecided(others, judge=False)
                for cut in self._of(others, judge=False).cuts.tolist():
                    wanted |= (cells.low < cut) & (cut <= cells.high)  # NaN lies nowhere
        return wanted

    def _undecided(self, cells: ScoreCells, *, judge: bool) -> Mask:
        table, undecided = np.ascontiguousarray(cells.rows[:, 0]), np.zeros(len(cells.low), np.bool_)
        if np.count_nonzero(table.sum(0)) < 2 or not cells.open.any():
            return undecided
        values = rising_values(Counts(np.diag(table.sum(0)), self.labels, True))
        if self.method == "smooth":
            undecided |= may_divide_groups(table, cells.open)
        if self.method == "exact" or judge:
            if self.aim.search != "means" or values is None:
                raise TooManyScoresError  # for other aims it is not known where a cut cannot lie
            undecided |= may_hold_cut(table, cells.open, values)
        return undecided


# Rows in cells, and the folds of a cross-validation over them.


def distinct_labels(rows: ManyRows, truth: str) -> Any:
    """Return each label once, as a column."""
    if isinstance(rows, (LazyRows, Sequence)):
        return truth_labels(rows, truth)
    return labels_in_frame(rows, truth)


def scores_of(
    rows: ManyRows,
    truth: str,
    score: str,
    occurring: Any,
    encoded: Callable[..., Any],
    labels: tuple[Label, ...],
    *,
    folds: int,
    seed: int,
    missing: Missing,
    progress: Progress | None,
) -> ScoresOfClasses | ScoresInFrame:
    """
    Return what counts the rows in cells.

    Parameters
    ----------
    rows : sequence of DataFile, LazyRows, or LazyFrame
    truth, score : str
        The columns.
    occurring : column
        The labels that occur, as `distinct_labels` gives them.
    encoded : callable
        From columns of a batch to the numbers of the classes, and to the scores.
    labels, folds, seed, missing, progress
        As in `ScoresOfClasses`.

    Raises
    ------
    TooManyScoresError
        If the scores are whole numbers of a lazy frame beyond those that float64 tells apart.
    """
    how: Any = {"folds": folds, "seed": seed, "missing": missing}
    if isinstance(rows, (LazyRows, Sequence)):
        return ScoresOfClasses(rows, truth, score, occurring.dtype, encoded, labels, **how, progress=progress)
    return ScoresInFrame.of(rows, truth, score, labels, **how)


def without_each_fold(cells: ScoreCells) -> Iterator[tuple[Mask, ScoreCells]]:
    """Yield, fold by fold, which cells hold rows of the other folds, and these cells with these rows."""
    total = cells.rows.sum(1, keepdims=True)
    for fold in range(cells.rows.shape[1]):
        rows = total - cells.rows[:, fold : fold + 1]
        occupied = rows.any((1, 2))
        yield occupied, replace(cells, rows=rows).some(occupied)


def all_folds(cells: ScoreCells) -> ScoreCells:
    """Return the cells with the rows of all folds together."""
    return replace(cells, rows=cells.rows.sum(1, keepdims=True))


def held_out_of_cells(
    cells: ScoreCells,
    labels: tuple[Label, ...],
    choose: Callable[[ScoreCells], Rule | None],
    decide: Callable[[Rule, npt.NDArray[Any]], npt.NDArray[Any]],
    *,
    lacking: str,
) -> HeldOut[Rule]:
    """
    Choose a rule without each fold, and count the decisions that it makes there.

    Parameters
    ----------
    cells : ScoreCells
        No rule divides one of them.
    labels, choose, decide, lacking
        As in `concordant.decisions.search.held_out`; `choose` gets cells of the other folds.
    """
    folds = cells.rows.shape[1]
    reason = too_few(int(cells.rows.sum()), "rows", folds)
    if reason is not None:
        return HeldOut(reason=reason)
    table = np.zeros((len(labels), len(labels)), np.int64)
    rules = []
    for fold, (_, others) in enumerate(without_each_fold(cells)):
        rule = choose(others)
        if rule is None:
            return HeldOut(reason=f"no cross-validated value: without fold {fold + 1} of {folds} {lacking}")
        np.add.at(table.T, decide(rule, cells.scores()).astype(np.intp), cells.rows[:, fold])
        rules.append(rule)
    return HeldOut(CellSample.of_table(Counts(table, labels, True, missing=cells.missing)), tuple(rules))


# In which cells of scores a best cut point may lie, if only the rows of each class in each cell are known.
#
# For quadratic weights cut k is where A(c) - tau_k W(c) is least: W(c) rows lie below the point c, A(c) is the sum of
# their labels, and ``tau_k = mean + kappa (h_k - mean)`` with h_k half way between two labels. Inside a cell that
# difference is at least ``A0 - tau W0 + sum(v - tau)`` over its rows with a label v < tau. Kappa lies between that of
# cuts between cells and that of rows which stand in the order of their labels within each cell. For tau in the range
# that follows, few cells stay below the least value at the ends of cells.


def may_hold_cut(table: Table, unsure: Mask, values: FloatArray) -> Mask:
    """
    Return in which cells a best cut for quadratic weights may lie.

    Parameters
    ----------
    table : ndarray of int, shape (T, K)
        The rows of each class in each cell, the highest scores first; two classes or more occur.
    unsure : ndarray of bool, shape (T,)
        Which cells hold several scores.
    values : ndarray, shape (K,)
        Where the labels stand; they rise.
    """
    squares = float(table.sum(0) @ values**2)
    low = _best_kappa(table, values, squares)
    high = _best_kappa(in_best_order(table, unsure), values, squares)
    may = np.zeros(len(table), np.bool_)
    ascending = table[::-1].astype(np.float64)
    below = np.zeros((2, len(table) + 1))
    below[0, 1:], below[1, 1:] = (ascending @ values).cumsum(), ascending.sum(1).cumsum()
    mean = below[0, -1] / below[1, -1]
    slack = _ROUNDING * below[1, -1] * float(np.abs(values).max())
    for half in ((values[1:] + values[:-1]) / 2).tolist():
        ends = sorted(mean + kappa * (half - mean) for kappa in (max(low, 0.0) - 1e-12, high + 1e-12))
        for tau, least in _lower_lines(below, values, ends[0], ends[1]):
            inside = np.minimum(values - tau, 0.0)
            may |= below[0, :-1] - tau * below[1, :-1] + ascending @ inside <= least + slack
    held: Mask = may[::-1] & unsure
    return held


def _best_kappa(table: Table, values: FloatArray, squares: float) -> float:
    rising = _kernels.rising_means(np.ascontiguousarray(table), values, get_threads())
    return float(_kernels.cut_means(rising.weights, rising.sums, values, squares).kappa)


def _lower_lines(below: FloatArray, values: FloatArray, first: float, last: float) -> list[tuple[float, float]]:
    """
    Bound ``min(A - tau W)`` over the ends of cells from above, for tau from `first` to `last`.

    The minimum is concave in tau, so that its tangents at two points bound it in between. Between the points that are
    returned, with the bound at each, both it and the least value inside a cell are linear.
    """
    kinks = values[(values > first) & (values < last)]
    taus = np.unique(np.concatenate([np.linspace(first, last, _STEPS), kinks]))
    lowest = [int(np.argmin(below[0] - tau * below[1])) for tau in taus.tolist()]
    lines = [(float(below[0, j]), float(below[1, j])) for j in lowest]
    bounds = [(tau, a - tau * w) for tau, (a, w) in zip(taus.tolist(), lines, strict=True)]
    for (a, w), (b, v) in pairwise(lines):
        if w != v:
            tau = (b - a) / (v - w)
            bounds.append((tau, a - tau * w))
    return bounds


def may_divide_groups(table: Table, unsure: Mask) -> Mask:
    """Return in which cells the smooth estimate divides its groups of scores, which have about equal weight."""
    if len(table) <= GROUPS:
        return unsure
    rows = table.sum(1)
    end = rows.cumsum()
    first, last = (group_of_middle(middle, float(end[-1]), GROUPS) for middle in (end - rows + 0.5, end - 0.5))
    divided: Mask = unsure & (first != last)
    return divided


def in_best_order(table: Table, unsure: Mask) -> Table:
    """Return a row for each class of the cells whose order is not known, the highest class with the highest scores."""
    classes = table.shape[1]
    copies = np.where(unsure, classes, 1)
    ordered = np.repeat(table, copies, axis=0)
    split = np.repeat(unsure, copies)
    ordered[split] *= np.tile(np.eye(classes, dtype=np.int64)[::-1], (int(unsure.sum()), 1))
    return np.ascontiguousarray(ordered[ordered.any(1)])


def explained_share(table: Table, values: FloatArray) -> float:
    """Return the standard deviation of the isotonic regression of the truth on the score over that of the truth."""
    rising = _kernels.rising_means(table, values, get_threads())
    shares = table.sum(0)
    total, centre = rising.weights.sum(), rising.sums.sum() / rising.weights.sum()
    explained = float((rising.sums**2 / rising.weights).sum() - total * centre**2)
    return float(np.sqrt(max(explained, 0.0) / (float(shares @ values**2) - total * centre**2)))
