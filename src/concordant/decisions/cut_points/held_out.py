"""Cut points judged on rows that did not choose them: each fold is cut where the others say."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from concordant.decisions.cut_points.aims import CutAim
from concordant.decisions.cut_points.choice import Method, choose
from concordant.decisions.cut_points.groups import ratings
from concordant.decisions.folds import Groups, stratified_folds
from concordant.decisions.judged import judged, too_few
from concordant.inference.samples.cells import CellSample
from concordant.inputs.scores import ScoreRows


@dataclass(frozen=True, slots=True)
class Held:
    """Decisions on rows that did not choose their cut points."""

    sample: CellSample | None
    cuts: tuple[tuple[float, ...], ...]
    reason: str | None = None


NOT_HELD = Held(None, ())


def held_out_cuts(
    rows: ScoreRows,
    aim: CutAim,
    method: Method,
    folds: int,
    seed: int,
    groups: Groups | None,
    *,
    copies: float = 1.0,
) -> Held:
    """Cut each fold where the others say."""
    why = too_few(rows, groups, folds)
    if why is not None:
        return Held(None, (), why)
    if len(rows.classes) < 2:
        return NOT_HELD
    fold = stratified_folds(rows.y_true, folds, seed, groups)
    rated = np.zeros(len(fold), dtype=np.int64)
    cuts = []
    for one in range(folds):
        here = fold == one
        weights = None if rows.weights is None else rows.weights[~here]
        others = replace(rows, y_true=rows.y_true[~here], scores=rows.scores[~here], weights=weights)
        chosen = choose(others, aim, method, judge=False, copies=copies).cuts
        if np.isnan(chosen).any():
            return Held(None, (), f"no cross-validated value: there are no rows without fold {one + 1} of {folds}")
        rated[here] = ratings(chosen, rows.scores[here])
        cuts.append(tuple(chosen.tolist()))
    return Held(judged(rows, np.asarray(rows.y_true), rated, rows.classes, groups), tuple(cuts))
