"""Cut points on scores in files of any number of rows: a pass in buckets, then only where a cut may lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.decisions.counted_cells import distinct_labels, scores_of
from concordant.decisions.cut_points.chosen_cut_points import Chosen, GroupedRows, Method, choose_of_groups
from concordant.decisions.cut_points.cut_aim import CutAim, rising_values
from concordant.decisions.cut_points.possible_cuts import (
    explained_share,
    in_best_order,
    may_divide_groups,
    may_hold_cut,
)
from concordant.decisions.cut_points.score_groups import ratings
from concordant.decisions.data_columns import ManyRows
from concordant.decisions.held_out import HeldOut
from concordant.decisions.held_out_cells import all_folds, held_out_of_cells, without_each_fold
from concordant.engines.files.score_cells import ScoreCells, TooManyScoresError
from concordant.inputs.reading_progress import Progress
from concordant.inputs.scores import check_ordinal_scores
from concordant.states import Counts
from concordant.typing import FloatArray, Label, Missing


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
        found = self._of(cells)
        best = found.found
        if best is None or np.isnan(best.bound) or not cells.open.any():
            return found
        values = rising_values(found.counts)
        table = in_best_order(cells.rows[:, 0], cells.open)
        bound = best.bound if values is None else explained_share(table, values)
        certificate = (
            best.certificate + f",\nwith rows of {int(cells.open.sum()):,} groups of scores in their best order"
        )
        return replace(found, found=replace(best, bound=bound, certificate=certificate))

    def _of(self, cells: ScoreCells, *, judge: bool = True) -> Chosen:
        return choose_of_groups(_grouped(cells, self.labels), self.aim, self.method, judge=judge)

    def cuts(self, cells: ScoreCells) -> FloatArray | None:
        """The cut points that these rows alone choose; None if there are none."""
        cuts = self._of(cells, judge=False).cuts
        return None if np.isnan(cuts).any() else cuts

    def wanted(self, cells: ScoreCells) -> npt.NDArray[np.bool_]:
        """The cells where a cut of all rows, or of all but a fold, may lie."""
        whole = all_folds(cells)
        found = self._undecided(whole, judge=True)
        if cells.rows.shape[1] > 1:
            for here, others in without_each_fold(cells):
                found[here] |= self._undecided(others, judge=False)
                for cut in self._of(others, judge=False).cuts.tolist():
                    found |= (cells.low < cut) & (cut <= cells.high)  # NaN lies nowhere
        return found

    def _undecided(self, cells: ScoreCells, *, judge: bool) -> npt.NDArray[np.bool_]:
        table, found = np.ascontiguousarray(cells.rows[:, 0]), np.zeros(len(cells.low), np.bool_)
        if np.count_nonzero(table.sum(0)) < 2 or not cells.open.any():
            return found
        values = rising_values(Counts(np.diag(table.sum(0)), self.labels, True))
        if self.method == "smooth":
            found |= may_divide_groups(table, cells.open)
        if self.method == "exact" or judge:
            if self.aim.search != "means" or values is None:
                raise TooManyScoresError  # for other aims it is not known where a cut cannot lie
            found |= may_hold_cut(table, cells.open, values)
        return found


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
    known = distinct_labels(files, truth)
    ends = check_ordinal_scores(known, np.zeros(len(known)), labels=labels)

    def coded(column: Any, scores: Any) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        rows = check_ordinal_scores(column, scores, labels=ends.classes)
        return rows.y_true, rows.scores

    how: Any = {"folds": max(folds, 1), "seed": seed, "missing": missing, "progress": progress}
    source = scores_of(files, truth, score, known, coded, ends.classes, **how)
    cells = source.counted()
    plan = CutInBatches(cells, ends.classes, aim, method)
    return replace(plan, cells=source.narrowed(cells, plan.wanted))


def _grouped(cells: ScoreCells, labels: tuple[Label, ...]) -> GroupedRows:
    table = np.ascontiguousarray(cells.rows[:, 0])
    return GroupedRows(cells.scores(), table, labels, float(table.sum()), cells.missing, cells.high)


def held_out_cuts(plan: CutInBatches) -> HeldOut[FloatArray]:
    """Judge cut points by the rows of each fold that did not choose them."""
    return held_out_of_cells(plan.cells, plan.labels, plan.cuts, ratings, lacking="there are no rows")
