"""Scores of any number of rows, in batches or in a lazy frame; cut points on rows in cells of scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.decisions.cut_search import (
    GROUPS,
    Chosen,
    CutAim,
    GroupedRows,
    Method,
    choose,
    choose_of_groups,
    group_of_middle,
    ratings,
    rising_values,
)
from concordant.decisions.search import Folds, Mask, RuleSearch, all_folds, rows_without_each_fold
from concordant.inputs.scores import ScoreRows
from concordant.settings import get_threads, progress_of
from concordant.sources.batches import LazyRows, many_rows
from concordant.sources.cells import ScoreCells, ScoresOfClasses, TooManyScoresError, narrowed
from concordant.sources.files import DataFile, Progress, find_files
from concordant.sources.frames import opened, rows_in_memory
from concordant.sources.label_batches import truth_labels
from concordant.sources.source import frame_of, is_lazy, is_source, read_as, refuse_unnamed, remote, source_of
from concordant.states import Counts
from concordant.typing import FloatArray, Label, Missing

ManyRows: TypeAlias = Sequence[DataFile] | LazyRows
Search = TypeVar("Search", bound=RuleSearch[Any])
Table = npt.NDArray[np.int64]  # (T, K), the highest scores first

_ROUNDING = 1e-10  # of all sums
_STEPS = 5  # points in a range of tau


def read_by_roles(data: Any, truth: Any, score: Any, weight: Any, cluster: Any, fold: Any, **labels: Any) -> Any:
    """Return files whose columns are read by their roles, and other data as they are; every column has a name."""
    refuse_unnamed((truth, score, weight, cluster, fold))
    return read_as(data, labels=[truth], names=[cluster, fold], scores=[score], weights=[weight], **labels)


def many_rows_of(data: Any, columns: Sequence[Any]) -> ManyRows | None:
    """Return files or a lazy frame of many rows, to be read in batches; None of what is read as a whole."""
    data = remote(data)
    if isinstance(data, LazyRows) or is_source(data):
        files: Sequence[DataFile] | LazyRows = data if isinstance(data, LazyRows) else find_files(source_of(data))
        return files if many_rows(files) else None
    frame = opened(data, [name for name in columns if name is not None])
    if not is_lazy(frame):
        return None
    rows = LazyRows.of(frame)
    return rows if rows is not None and many_rows(rows) else None


def columns_in(data: Any, columns: Sequence[str | None]) -> list[Any]:
    """Return the columns as they are; None for none."""
    frame, _ = rows_in_memory(frame_of(data, [name for name in columns if name is not None]), columns)
    return [None if name is None else frame.get_column(name).to_native() for name in columns]


def searched_in_batches(
    data: Any,
    columns: Sequence[Any],
    classes_of: Callable[[Any], tuple[Label, ...]],
    encoded: Callable[[tuple[Label, ...], Any, Any], tuple[npt.NDArray[Any], npt.NDArray[Any]]],
    search_of: Callable[[tuple[Label, ...], float], Search],
    *,
    folds: int,
    seed: int,
    missing: Missing,
    progress: Progress | None,
) -> tuple[Search, ScoreCells] | None:
    """
    Count rows in cells of scores, and score by score where the best rule may lie.

    Parameters
    ----------
    data : frame, Scan, str, Path, or list of paths
    columns : sequence
        The columns of the labels and the scores; those of weights, clusters and folds, None where there are none.
    classes_of : callable
        From a column that holds each label once to all classes.
    encoded : callable
        From the classes and the columns of a batch to the numbers of the classes, and to the scores.
    search_of : callable
        From the classes and the number of rows to the search.
    folds, seed, missing, progress
        As `best_threshold` takes them; 0 folds for no cross-validation.

    Returns
    -------
    tuple or None
        The search, and the rows in cells that no best rule divides. None where the columns are to be read as a whole:
        there are few rows, or weights, clusters or folds of one's own, or it is not known where the best rule cannot
        lie.
    """
    truth, score, *others = columns
    rows = None if any(name is not None for name in others) else many_rows_of(data, columns)
    if rows is None:
        return None
    how: Any = {"folds": max(folds, 1), "seed": seed, "missing": missing}
    try:
        with progress_of("reading rows", progress) as report:
            occurring = truth_labels(rows, truth)
            classes = classes_of(occurring)
            coded = partial(encoded, classes)
            source = ScoresOfClasses(rows, truth, score, occurring.dtype, coded, classes, **how, progress=report)
            cells = source.counted()
            search = search_of(classes, float(cells.rows.sum()))
            return search, narrowed(cells, search.wanted, source.counted_again)
    except TooManyScoresError:
        return None


@dataclass(frozen=True, slots=True)
class CutSearch(RuleSearch[FloatArray]):
    """The search for the best cut points; each row may come in several copies."""

    aim: CutAim
    method: Method
    copies: float = 1.0

    @property
    def lacking(self) -> str:
        """What there is without a fold that has no cut points."""
        return "there are no rows"

    def chosen(self, cells: ScoreCells) -> Chosen:
        """Choose cut points on all rows; the bound holds for every order of the rows within the cells."""
        cells = all_folds(cells)
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

    def rule(self, cells: ScoreCells) -> FloatArray | None:
        """Return the cut points that the rows of one fold choose; None if there are none."""
        return self._of(cells, judge=False).rule

    def rules(self, rows: ScoreRows, folds: Folds) -> Iterator[FloatArray | None]:
        """Yield, fold by fold, the cut points for the rows of the other folds."""
        for others in rows_without_each_fold(rows, folds):
            yield choose(others, self.aim, self.method, judge=False, copies=self.copies).rule

    def decide(self, rule: FloatArray, scores: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
        """Return how many cuts each score reaches."""
        return ratings(rule, scores)

    def may_hold_rule(self, cells: ScoreCells, *, judge: bool) -> Mask:
        """Return in which cells a cut may lie, or with `judge` a cut of the optimum."""
        table, may = np.ascontiguousarray(cells.rows[:, 0]), np.zeros(len(cells.low), np.bool_)
        if np.count_nonzero(table.sum(0)) < 2 or not cells.open.any():
            return may
        values = rising_values(Counts(np.diag(table.sum(0)), self.labels, True))
        if self.method == "smooth":
            may |= may_divide_groups(table, cells.open)
        if self.method == "exact" or judge:
            if self.aim.search != "means" or values is None:
                raise TooManyScoresError  # for other aims it is not known where a cut cannot lie
            may |= may_hold_cut(table, cells.open, values)
        return may


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
