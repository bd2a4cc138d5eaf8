"""Judge rules on folds that did not choose them, of rows that are known in cells of scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from concordant.decisions.held_out import HeldOut, too_few
from concordant.engines.files.score_cells import ScoreCells
from concordant.inference.samples.cells import CellSample
from concordant.states import Counts
from concordant.typing import Label

Rule = TypeVar("Rule")  # a threshold, or cut points


def without_each_fold(cells: ScoreCells) -> Iterator[tuple[npt.NDArray[np.bool_], ScoreCells]]:
    """Yield, fold by fold, which cells hold rows of the other folds, and these cells with these rows."""
    every = cells.rows.sum(1, keepdims=True)
    for fold in range(cells.rows.shape[1]):
        rows = every - cells.rows[:, fold : fold + 1]
        here = rows.any((1, 2))
        yield here, replace(cells, rows=rows).some(here)


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
        As in `concordant.decisions.held_out.held_out`; `choose` gets cells of the other folds.
    """
    folds = cells.rows.shape[1]
    why = too_few(int(cells.rows.sum()), "rows", folds)
    if why is not None:
        return HeldOut(reason=why)
    table = np.zeros((len(labels), len(labels)), np.int64)
    rules = []
    for fold, (_, others) in enumerate(without_each_fold(cells)):
        rule = choose(others)
        if rule is None:
            return HeldOut(reason=f"no cross-validated value: without fold {fold + 1} of {folds} {lacking}")
        np.add.at(table.T, decide(rule, cells.scores()).astype(np.intp), cells.rows[:, fold])
        rules.append(rule)
    return HeldOut(CellSample.of_table(Counts(table, labels, True, missing=cells.missing)), tuple(rules))
