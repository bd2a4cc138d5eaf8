"""Thresholds judged on rows that did not choose them: each fold by the threshold of the others, all in one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import Aim
from concordant.decisions.folds import Groups, stratified_folds
from concordant.decisions.judged import judged, too_few
from concordant.decisions.thresholds.conditions import Condition
from concordant.decisions.thresholds.scan import Scan, best_run, middle
from concordant.inference.samples.cells import CellSample
from concordant.inputs.scores import ScoreRows
from concordant.result.threshold import reaches
from concordant.states import Curve
from concordant.typing import Label


@dataclass(frozen=True, slots=True)
class HeldOut:
    """
    Decisions on held-out rows.

    `sample` is None where a fold has no threshold; `reason` then says why.
    """

    sample: CellSample | None
    thresholds: tuple[float, ...]
    reason: str | None = None


def held_out(
    rows: ScoreRows,
    classes: tuple[Label, ...],
    aim: Aim,
    conditions: Sequence[Condition],
    folds: int,
    seed: int,
    groups: Groups | None,
) -> HeldOut:
    """Choose a threshold without each fold, and count the decisions that it makes there."""
    why = too_few(rows, groups, folds)
    if why is not None:
        return HeldOut(None, (), why)
    truth = (rows.y_true == rows.values[1]).astype(np.uint8)
    fold = stratified_folds(truth, folds, seed, groups)
    called = np.zeros(len(truth), dtype=np.uint8)
    thresholds = []
    for one in range(folds):
        here = fold == one
        threshold = _threshold_without(rows, here, classes, aim, conditions)
        if threshold is None:
            why = (
                f"without fold {one + 1} of {folds} no threshold meets the conditions with a defined {aim.metric.name}"
            )
            return HeldOut(None, (), f"no cross-validated value: {why}")
        thresholds.append(threshold)
        called[here] = reaches(rows.scores[here], threshold)
    return HeldOut(judged(rows, truth, called, (classes[0], classes[1]), groups), tuple(thresholds))


def _threshold_without(
    rows: ScoreRows,
    here: npt.NDArray[np.bool_],
    classes: tuple[Label, ...],
    aim: Aim,
    conditions: Sequence[Condition],
) -> float | None:
    kept = ~here
    weights = None if rows.weights is None else rows.weights[kept]
    some = replace(rows, y_true=rows.y_true[kept], scores=rows.scores[kept], weights=weights, classes=classes)
    scan = Scan.of(Curve.from_rows(some))
    run = best_run(aim.sign * scan.values(aim), scan.allowed(conditions), scan)
    return None if run is None else middle(scan, run)
