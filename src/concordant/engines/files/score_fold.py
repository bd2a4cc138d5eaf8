"""Batches of labels and scores of two classes, folded into what a page of them needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.engines.files.batch_groups import grouped, merged
from concordant.engines.files.bucket_table import BucketTable
from concordant.engines.files.loss_sums import CHUNK, LossSums
from concordant.engines.files.row_batches import Lost, Weights
from concordant.engines.files.waiting_rows import WaitingRows
from concordant.errors import LabelError
from concordant.inputs.chunks import in_chunks
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.states.buckets import BucketCurve, Scale, ScoreKey
from concordant.states.curves import Curve
from concordant.states.moments import Moments
from concordant.typing import FloatArray, Label

if TYPE_CHECKING:
    import polars as pl

MOST_SCORES = 1_000_000  # different ones that are kept as they are; 24 bytes each
BITS = {"probability": 14, "real": 13}  # of the key, if there are more: tables of 25 and 22 MB
BLOCK = 4 * CHUNK  # rows that become a state at once
_FOLD = 1 << 12  # groups of labels that wait to be added


class OtherClassesError(Exception):
    """A label occurs that is neither of the two classes."""


class OtherScaleError(Exception):
    """Scores leave the range of probabilities after they were counted in buckets of it."""


@dataclass(slots=True)
class ScoreFold:
    """
    What the batches of labels and scores have said so far.

    Parameters
    ----------
    truth, score, pred : str, str, str or None
        The columns.
    pair : tuple of two labels
        The negative and the positive class.
    losses : LossSums
        Empty.
    scale : {"probability", "real"}
        Of the buckets, if there are too many scores.
    weighted : bool
    """

    truth: str
    score: str
    pred: str | None
    pair: tuple[Label, Label]
    losses: LossSums
    scale: Scale
    weighted: bool
    probabilities: bool = True  # so far
    rows: int = 0  # that count
    missing: int = 0
    curve: Curve | None = None
    table: BucketTable | None = None
    cells: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((3, 4)))  # of truth and cut, if weighted
    groups: list[pl.DataFrame] = field(default_factory=list)
    waiting: WaitingRows = field(default_factory=WaitingRows)

    def copy(self) -> ScoreFold:
        """Return the same to go on from."""
        return replace(
            self,
            losses=self.losses.copy(),
            table=None if self.table is None else self.table.copy(),
            cells=self.cells.copy(),
            groups=list(self.groups),
            waiting=self.waiting.copy(),
        )

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Add the rows of a batch that are whole and have a weight above zero."""
        part, weights = self.present(part, weights, lost)
        if part.height:
            self.add_present(part, weights)

    def present(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> tuple[pl.DataFrame, Weights]:
        """Return the rows that are whole and have a weight above zero, and count what the others lack."""
        keep = None if lost is None else ~lost
        if lost is not None:
            self.missing += int(lost.sum())
        if weights is not None and not weights.all():
            keep = weights != 0 if keep is None else keep & (weights != 0)
        if keep is None:
            return part, weights
        return part.filter(keep), None if weights is None else weights[keep]

    def add_present(self, part: pl.DataFrame, weights: Weights) -> None:
        """Add rows, all of which are whole and have a weight above zero."""
        self.rows += part.height
        start = 0
        for positive, scores in _pieces(part[self.truth], part[self.score], self.pair):
            end = start + len(scores)
            self.waiting.add((positive, scores, None if weights is None else weights[start:end]))
            start = end
        if self.pred is not None:
            self.groups.append(grouped(part[self.truth], part[self.pred], weights, 0))
            if sum(one.height for one in self.groups) > _FOLD:
                self.groups = [merged(self.groups)]
        for block in self.waiting.blocks(BLOCK):
            self._count(*block)

    def finish(self) -> None:
        """Count the rows that wait."""
        for block in self.waiting.rest():
            self._count(*block)

    def _count(self, positive: npt.NDArray[np.bool_], scores: npt.NDArray[Any], weights: Any) -> None:
        """Count the rows of a block."""
        block = ScoreRows(positive.view(np.uint8), (0, 1), self.pair, scores, weights, 0, what=self.score)
        if self.probabilities and (scores.min() < 0 or scores.max() > 1):
            self.probabilities = False
            if self.table is not None and self.scale == "probability":
                raise OtherScaleError
            self.scale = "real"
        with self.losses.adding(block) if self.probabilities else nullcontext():
            self._count_scores(block)
        if weights is not None and self.pred is None:
            add_cells(self.cells, positive, scores >= 0.5, weights)

    def _count_scores(self, block: ScoreRows) -> None:
        if self.table is not None:
            self._into(self.table, block)
            return
        part, before = arrays.curve(block), self.curve
        self.curve = part if before is None else before + part
        if len(self.curve.scores) > MOST_SCORES:
            whole = self.curve.scores
            if whole.dtype.kind in "iu":
                arrays.refuse_wide(int(whole[-1]), int(whole[0]), self.score)
            key = _key_of(self.scale, float(whole[0]), float(whole[-1]))
            self.table, self.curve = BucketTable(key, weighted=self.weighted), None
            if before is not None:
                self.table.add(BucketCurve.from_curve(before, key=key))
            self._into(self.table, block)

    def _into(self, table: BucketTable, block: ScoreRows) -> None:
        arrays.refuse_inexact(block)
        table.add_rows(block)

    def state(self) -> Curve | BucketCurve:
        """Return the scores of all rows."""
        if self.table is not None:
            return self.table.state(self.pair, self.missing)
        if self.curve is None:
            return replace(Curve.empty(self.pair), missing=self.missing)
        return replace(self.curve, missing=self.missing)

    def moments(self) -> dict[str, Moments]:
        """Return the losses of all rows; none of scores that are no probabilities."""
        if not self.probabilities:
            return {}
        return {name: replace(one, missing=self.missing) for name, one in self.losses.sums.items()}


def add_cells(
    cells: FloatArray, positive: npt.NDArray[np.bool_], decided: npt.NDArray[np.bool_], weights: FloatArray | None
) -> None:
    """Add rows to how many there are by truth and decision, to their weights and squared weights, shape (3, 4)."""
    cell = 2 * positive.view(np.uint8) + decided
    cells[0] += np.bincount(cell, minlength=4)
    if weights is not None:
        with np.errstate(over="ignore", under="ignore"):  # of such weights the rows are read as a whole
            for sums, values in zip(cells[1:], (weights, weights**2), strict=True):
                np.add.at(sums, cell, values)  # row by row, however they are parted


def _key_of(scale: Scale, most: float, least: float) -> ScoreKey:
    """The key of scores like these: of large ones with more octaves, and fewer bits in each."""
    key = ScoreKey(scale, bits=BITS[scale])
    if scale == "probability" or max(abs(most), abs(least)) < 2.0**key.octaves:
        return key
    return ScoreKey(scale, octaves=64, bits=BITS[scale] - 2)


def columns_of(
    truth: pl.Series, score: pl.Series, pair: tuple[Label, Label]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[Any]]:
    """
    Return which rows are positive, and the scores; none of them lacks a value.

    Raises
    ------
    OtherClassesError
        If a label is neither of the two.
    """
    if _are_plain(truth, score):
        return _positive(truth.to_numpy(), pair), score.to_numpy()
    columns: Any = truth, score
    try:
        rows = check_scores(*columns, labels=pair, what=score.name)
    except LabelError as error:
        raise OtherClassesError from error
    return rows.y_true == rows.values[1], rows.scores


def _pieces(
    truth: pl.Series, score: pl.Series, pair: tuple[Label, Label]
) -> Iterator[tuple[npt.NDArray[np.bool_], npt.NDArray[Any]]]:
    """Yield what `columns_of` returns piece by piece, without a copy of the scores where that can be."""
    if not _are_plain(truth, score):
        yield columns_of(truth, score, pair)
        return
    for values, scores in in_chunks(truth, score):
        yield _positive(values, pair), scores


def _are_plain(truth: pl.Series, score: pl.Series) -> bool:
    """Whether these are whole numbers and floats, as in nearly all large files: they need no look at each value."""
    return truth.dtype.is_integer() and "128" not in str(truth.dtype) and score.dtype.is_float()


def _positive(values: npt.NDArray[Any], pair: tuple[Label, Label]) -> npt.NDArray[np.bool_]:
    positive: npt.NDArray[np.bool_] = values == pair[1]
    if np.count_nonzero(positive) + np.count_nonzero(values == pair[0]) != len(values):
        raise OtherClassesError
    return positive
