"""Cut points of checked rows: the state, the search, and the table that they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.decisions.cut_points.cut_aim import CutAim
from concordant.decisions.cut_points.exact_cut_points import Found, search
from concordant.decisions.cut_points.score_groups import cut_points_at
from concordant.decisions.cut_points.smooth_cut_points import smooth_places
from concordant.inputs.scores import ScoreRows
from concordant.states import Counts, Curve
from concordant.threads import get_threads
from concordant.typing import FloatArray, NumberArray

Method: TypeAlias = Literal["smooth", "exact"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """
    Cut points of some rows, the table that they make of these, and the exact search.

    `optimal` is the table of the optimum; equal to `counts` for ``method="exact"``.
    """

    cuts: FloatArray
    counts: Counts
    optimal: Counts
    found: Found | None
    scores: int


def choose(rows: ScoreRows, aim: CutAim, method: Method, *, judge: bool = True, copies: float = 1.0) -> Chosen:
    """
    Choose cut points on checked rows, of which each may come in several copies.

    Without `judge` the optimum is not looked for beside smooth ones.
    """
    curve = Curve.from_rows(rows)
    labels, size = rows.classes, len(rows.classes)
    if not len(curve.scores) or size < 2:
        known = curve.weights[:, :size]
        table = np.diag(known.sum(0)) if size else np.zeros((0, 0), np.int64)
        counts = Counts(table, labels, True, missing=rows.missing)
        return Chosen(np.full(max(size - 1, 0), np.nan), counts, counts, None, len(curve.scores))
    table = np.ascontiguousarray(curve.weights)
    uncut = _kernels.table_at_cuts(table, np.zeros(size - 1, dtype=np.int64), get_threads())  # all in the last column
    truth = Counts(np.diag(uncut[:, -1]), labels, True)
    if method == "exact":
        found = search(table, truth, aim)
        counts = _table(table, found.places, rows)
        return Chosen(cut_points_at(found.places, curve.scores), counts, counts, found, len(curve.scores))
    places = smooth_places(table, truth, aim, _rows(rows) / copies)
    counts = _table(table, places, rows)
    best = search(table, truth, aim) if judge else None
    optimal = counts if best is None else _table(table, best.places, rows)
    return Chosen(cut_points_at(places, curve.scores), counts, optimal, best, len(curve.scores))


def _table(table: NumberArray, places: npt.NDArray[np.int64], rows: ScoreRows) -> Counts:
    return Counts(_kernels.table_at_cuts(table, places, get_threads()), rows.classes, True, missing=rows.missing)


def _rows(rows: ScoreRows) -> float:
    """How many rows the weights stand for: repeated rows, or (Kish 1965) the size of an equally good plain sample."""
    if rows.weights is None:
        return float(len(rows.scores))
    weights = rows.weights.astype(np.float64)
    if (weights == np.round(weights)).all():
        return float(weights.sum())
    return float(weights.sum() ** 2 / (weights**2).sum())
