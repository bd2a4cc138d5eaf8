"""Cut points judged on rows that did not choose them: each fold is cut where the others say."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from concordant.decisions.cut_aims import CutAim
from concordant.decisions.cut_choice import Method, choose
from concordant.decisions.cut_groups import ratings
from concordant.decisions.folds import stratified_folds
from concordant.inputs.labels import LabelRows
from concordant.inputs.scores import ScoreRows
from concordant.states import Counts


@dataclass(frozen=True, slots=True)
class Held:
    """Decisions on rows that did not choose their cut points."""

    counts: Counts | None
    cuts: tuple[tuple[float, ...], ...]
    reason: str | None = None


NOT_HELD = Held(None, ())


def held_out_cuts(rows: ScoreRows, aim: CutAim, method: Method, folds: int, seed: int) -> Held:
    """Cut each fold where the others say."""
    if len(rows.scores) < folds:
        return Held(None, (), f"cross-validation in {folds} folds needs as many rows, not {len(rows.scores)}")
    if len(rows.classes) < 2:
        return NOT_HELD
    fold = stratified_folds(rows.y_true, folds, seed)
    rated = np.zeros(len(fold), dtype=np.int64)
    cuts = []
    for one in range(folds):
        here = fold == one
        weights = None if rows.weights is None else rows.weights[~here]
        others = replace(rows, y_true=rows.y_true[~here], scores=rows.scores[~here], weights=weights)
        chosen = choose(others, aim, method, judge=False).cuts
        if np.isnan(chosen).any():
            return Held(None, (), f"no cross-validated value: there are no rows without fold {one + 1} of {folds}")
        rated[here] = ratings(chosen, rows.scores[here])
        cuts.append(tuple(chosen.tolist()))
    names = rows.classes
    pair = LabelRows(np.asarray(rows.y_true), rated, names, names, True, False, rows.weights, rows.missing)
    return Held(Counts.from_rows(pair), tuple(cuts))
