"""The second pass over files: metrics of all scores in order, equal to those of the rows in memory to the last bit."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import numpy.typing as npt

from concordant.engines.exact_scores import ExactScores
from concordant.engines.files.ordered_scores import WINDOW, Windows, refuse_full_disk, windows_of
from concordant.engines.files.row_batches import fold_rows
from concordant.inputs.lazy_rows import LazyRows
from concordant.inputs.reading_progress import Progress
from concordant.inputs.sources import DataFile
from concordant.states.buckets import BucketCurve
from concordant.states.curves import Curve, cuts_of_ranks
from concordant.typing import FloatArray, Missing

if TYPE_CHECKING:
    import polars as pl

_LEAF = 128  # numbers that NumPy adds without halving them further


def exact_scores(
    files: Sequence[DataFile] | LazyRows,
    truth: str,
    score: str,
    curve: BucketCurve,
    *,
    types: Mapping[str, pl.DataType],
    others: Sequence[str] = (),
    missing: Missing = "raise",
    progress: Progress | None = None,
) -> ExactScores:
    """
    Read the rows once more, in windows of scores.

    Parameters
    ----------
    files, truth, score, missing, progress
        As in the first pass.
    curve : BucketCurve
        The rows of each bucket, from the first pass; not weighted.
    types : mapping
        The types of the columns of labels.
    others : sequence of str
        Further columns of labels; rows that lack a value there were left out.

    Raises
    ------
    DataFileError
        If the files hold other rows now.
    """
    floors, run, rows = windows_of(curve, WINDOW)
    columns: dict[str, Any] = {truth: types[truth], score: None, **{name: types[name] for name in others}}
    negative, positive = curve.classes
    with tempfile.TemporaryDirectory(prefix="concordant-") as folder:
        refuse_full_disk(int(rows.sum()), Path(folder))
        empty = Windows(truth, score, (negative, positive), floors, run, rows, Path(folder))
        windows: Windows = fold_rows(files, columns, empty, weight=None, missing=missing, progress=progress)
        with tempfile.TemporaryFile(dir=folder) as terms:
            sums = _Sums(int(rows[:, 0].sum()), int(rows[:, 1].sum()), terms)
            for window in windows.curves():
                sums.add(window)
            return sums.result(curve)


@dataclass(slots=True)
class _Sums:
    """Sums over the scores so far, the highest first."""

    negatives: int
    positives: int
    terms: BinaryIO  # of the average precision
    above: tuple[int, int] = (0, 0)
    doubled: int = 0  # twice the concordant pairs, and the tied ones
    apart: float = 0.0
    distinct: int = 0
    ends: list[npt.NDArray[np.int64]] = field(default_factory=list)
    scores: list[FloatArray] = field(default_factory=list)

    def add(self, window: Curve) -> None:
        """Add the next lower scores."""
        lost, gained = window.weights.T
        fp, tp = lost.cumsum() + self.above[0], gained.cumsum() + self.above[1]
        below = self.negatives - fp
        self.doubled += 2 * int((gained * below).sum()) + int((gained * lost).sum())
        (gained * 1.0 * (tp / (tp + fp))).tofile(self.terms)
        with np.errstate(invalid="ignore"):
            distance = tp * 1.0 / self.positives - fp * 1.0 / self.negatives
        self.apart = max(self.apart, float(distance.max()), float(-distance.min()))
        self.distinct += len(gained)
        self._join(window.scores, fp, tp)
        self.above = int(fp[-1]), int(tp[-1])

    def _join(self, scores: FloatArray, fp: npt.NDArray[np.int64], tp: npt.NDArray[np.int64]) -> None:
        """Keep the scores at which joined ones end; what stands at them is known."""
        rows, before = fp + tp, sum(self.above)
        cuts = cuts_of_ranks(self.negatives + self.positives)
        here = np.unique(np.searchsorted(rows, cuts[(cuts > before) & (cuts <= rows[-1])]))
        if rows[-1] == self.negatives + self.positives:
            here = np.unique(np.append(here, len(rows) - 1))
        self.ends.append(np.stack([fp[here], tp[here]], -1))
        self.scores.append(scores[here])

    def result(self, curve: BucketCurve) -> ExactScores:
        """Divide."""
        pairs = float(self.positives) * float(self.negatives)
        weights = np.diff(np.concatenate(self.ends), axis=0, prepend=0)
        joined = Curve(np.concatenate(self.scores), weights, curve.classes)
        total = pairwise_sum(self.terms, self.distinct)
        nan = float("nan")
        return ExactScores(
            self.doubled / 2 / pairs if pairs else nan,
            total / self.positives if self.positives else nan,
            self.apart if pairs else nan,
            self.distinct,
            joined,
        )


def pairwise_sum(numbers: BinaryIO, many: int) -> float:
    """
    Add numbers of a file as `numpy.sum` adds those of an array: in halves of halves (pairwise summation).

    The halves are multiples of eight numbers, and up to 128 are added in one go.
    """
    numbers.flush()
    numbers.seek(0)
    return _added(_leaves(numbers, many), many)


def _leaves(numbers: BinaryIO, many: int) -> Iterator[FloatArray]:
    """Yield pieces of the file as long as they are asked for."""
    sizes = list(_sizes(many))
    buffer = np.zeros(0)
    place, left = 0, many
    for size in sizes:
        if place + size > len(buffer):
            fresh = np.fromfile(numbers, count=min(left, 1 << 20))
            left -= len(fresh)
            buffer, place = np.concatenate([buffer[place:], fresh]), 0
        yield buffer[place : place + size]
        place += size


def _sizes(many: int) -> Iterator[int]:
    if many <= _LEAF:
        yield many
        return
    half = many // 2 - many // 2 % 8
    yield from _sizes(half)
    yield from _sizes(many - half)


def _added(leaves: Iterator[FloatArray], many: int) -> float:
    if many <= _LEAF:
        return float(np.sum(next(leaves)))
    half = many // 2 - many // 2 % 8
    return _added(leaves, half) + _added(leaves, many - half)
