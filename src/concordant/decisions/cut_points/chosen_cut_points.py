"""Cut points of checked rows: the state, the search, and the table that they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.decisions.cut_points.cut_aim import CutAim
from concordant.decisions.cut_points.exact_cut_points import Found, search
from concordant.decisions.cut_points.score_groups import cut_points_at
from concordant.decisions.cut_points.smooth_cut_points import smooth_places
from concordant.inputs.scores import ScoreRows
from concordant.settings import get_threads
from concordant.states import Counts, Curve
from concordant.typing import FloatArray, Label, NumberArray

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


@dataclass(frozen=True, slots=True)
class GroupedRows:
    """
    Rows by their score.

    Attributes
    ----------
    scores : ndarray, shape (T,)
        Distinct scores, the highest first; of several scores that stand together the least.
    table : ndarray, shape (T, K)
        The rows of each class.
    classes : tuple
    rows : float
        How many independent rows there are.
    missing : int
    greatest : ndarray or None
        The greatest of the scores that stand together; None where none do.
    """

    scores: npt.NDArray[Any]
    table: NumberArray
    classes: tuple[Label, ...]
    rows: float
    missing: int
    greatest: npt.NDArray[Any] | None = None

    def truth(self) -> Counts:
        """The rows by their class, on the diagonal."""
        uncut = np.zeros(len(self.classes) - 1, dtype=np.int64)  # all in the last column
        return Counts(np.diag(_kernels.table_at_cuts(self.table, uncut, get_threads())[:, -1]), self.classes, True)

    def table_at(self, places: npt.NDArray[np.int64]) -> Counts:
        """The table that cuts at these places make."""
        table = _kernels.table_at_cuts(self.table, places, get_threads())
        return Counts(table, self.classes, True, missing=self.missing)

    def cuts_at(self, places: npt.NDArray[np.int64]) -> FloatArray:
        """The cut points at these places."""
        return cut_points_at(places, self.scores, self.greatest)


def choose(rows: ScoreRows, aim: CutAim, method: Method, *, judge: bool = True, copies: float = 1.0) -> Chosen:
    """
    Choose cut points on checked rows, of which each may come in several copies.

    Without `judge` the optimum is not looked for beside smooth ones.
    """
    curve = Curve.from_rows(rows)
    table = np.ascontiguousarray(curve.weights[:, : max(len(rows.classes), 1)])
    grouped = GroupedRows(curve.scores, table, rows.classes, _rows(rows) / copies, rows.missing)
    return choose_of_groups(grouped, aim, method, judge=judge)


def choose_of_groups(rows: GroupedRows, aim: CutAim, method: Method, *, judge: bool = True) -> Chosen:
    """Choose cut points on rows that stand together by their score."""
    labels, size, table = rows.classes, len(rows.classes), rows.table
    if not len(rows.scores) or size < 2:
        known = np.diag(table[:, :size].sum(0)) if size else np.zeros((0, 0), np.int64)
        counts = Counts(known, labels, True, missing=rows.missing)
        return Chosen(np.full(max(size - 1, 0), np.nan), counts, counts, None, len(rows.scores))
    truth = rows.truth()
    if method == "exact":
        found = search(table, truth, aim)
        counts = rows.table_at(found.places)
        return Chosen(rows.cuts_at(found.places), counts, counts, found, len(rows.scores))
    places = smooth_places(table, truth, aim, rows.rows)
    counts = rows.table_at(places)
    best = search(table, truth, aim) if judge else None
    optimal = counts if best is None else rows.table_at(best.places)
    return Chosen(rows.cuts_at(places), counts, optimal, best, len(rows.scores))


def _rows(rows: ScoreRows) -> float:
    """How many rows the weights stand for: repeated rows, or (Kish 1965) the size of an equally good plain sample."""
    if rows.weights is None:
        return float(len(rows.scores))
    weights = rows.weights.astype(np.float64)
    if (weights == np.round(weights)).all():
        return float(weights.sum())
    return float(weights.sum() ** 2 / (weights**2).sum())
