"""The best threshold on scores in files of any number of rows: a pass in buckets, then only where it may lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.decisions.counted_cells import distinct_labels, scores_of
from concordant.decisions.data_columns import ManyRows
from concordant.decisions.decision_aim import DecisionAim
from concordant.decisions.held_out import HeldOut
from concordant.decisions.held_out_cells import all_folds, held_out_of_cells, without_each_fold
from concordant.decisions.thresholds.conditions import Condition
from concordant.decisions.thresholds.every_threshold import Scan, best_run, middle
from concordant.decisions.thresholds.possible_optima import feasible, may_hold_best
from concordant.engines import arrays
from concordant.engines.files.score_cells import ScoreCells
from concordant.engines.files.score_fold import columns_of
from concordant.inputs.reading_progress import Progress
from concordant.inputs.scores import check_scores
from concordant.result.decisions import reaches
from concordant.typing import Label, Missing


@dataclass(frozen=True, slots=True)
class Searched:
    """The tables at all thresholds that may be best, the conditions, and the rows of each fold there."""

    scan: Scan
    conditions: tuple[Condition, ...]
    cells: ScoreCells


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
    known = distinct_labels(files, truth)
    ends = check_scores(known, np.zeros(len(known)), labels=labels, pos_label=pos_label)
    negative, positive = arrays.curve(ends).classes
    pair = (negative, positive)

    def coded(column: Any, scores: Any) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        found, values = columns_of(column, scores, pair)
        return found.view(np.uint8), values

    how: Any = {"folds": max(folds, 1), "seed": seed, "missing": missing, "progress": progress}
    source = scores_of(files, truth, score, known, coded, pair, **how)
    cells = source.counted()
    asked = conditions(float(cells.rows.sum()))
    cells = source.narrowed(cells, lambda found: _wanted(found, pair, aim, asked))
    return Searched(scan_of(all_folds(cells), pair), asked, cells)


def scan_of(cells: ScoreCells, pair: tuple[Label, Label]) -> Scan:
    """Return the tables between cells of one fold, as if each were one score."""
    sums = np.zeros((2, len(cells.low) + 1), np.int64)
    sums[:, 1:] = cells.rows[:, 0].cumsum(0).T
    unreachable = bool(len(cells.low)) and cells.low[0] == np.inf
    return Scan(cells.scores(), sums[0], sums[1], pair, int(unreachable))


def _wanted(
    cells: ScoreCells, pair: tuple[Label, Label], aim: DecisionAim, conditions: Sequence[Condition]
) -> npt.NDArray[np.bool_]:
    """The cells where a threshold of all rows, or of all but a fold, may lie."""
    whole = scan_of(all_folds(cells), pair)
    found = may_hold_best(whole, aim, aim.sign, conditions)
    if conditions and not (found & cells.open).any() and not whole.allowed(conditions).any():
        return _out_of_reach(whole, conditions)
    if cells.rows.shape[1] > 1:
        for here, others in without_each_fold(cells):
            scan = scan_of(others, pair)
            found[here] |= may_hold_best(scan, aim, aim.sign, conditions)
            threshold = _chosen(scan, aim, conditions)
            if threshold is not None:
                found |= (cells.low < threshold) & (threshold <= cells.high)
    return found


def _out_of_reach(scan: Scan, conditions: Sequence[Condition]) -> npt.NDArray[np.bool_]:
    """The cells that tell how near each condition can come where the others hold, or alone."""
    found = np.zeros(len(scan.scores), np.bool_)
    for one in conditions:
        others = [other for other in conditions if other is not one]
        for beside in (others, []):
            if scan.allowed(beside).any() or feasible(scan, beside).any():
                found |= may_hold_best(scan, one, 1 if ">" in one.comparison else -1, beside)
    return found


def _chosen(scan: Scan, aim: DecisionAim, conditions: Sequence[Condition]) -> float | None:
    run = best_run(aim.sign * scan.values(aim), scan.allowed(conditions), scan)
    return None if run is None else middle(scan, run)


def held_out_in_batches(found: Searched, aim: DecisionAim) -> HeldOut[float]:
    """Judge thresholds by the rows of each fold that did not choose them."""
    negative, positive = found.scan.classes
    pair = (negative, positive)
    return held_out_of_cells(
        found.cells,
        pair,
        lambda others: _chosen(scan_of(others, pair), aim, found.conditions),
        lambda threshold, scores: reaches(scores, threshold),
        lacking=f"no threshold meets the conditions with a defined {aim.metric.name}",
    )
