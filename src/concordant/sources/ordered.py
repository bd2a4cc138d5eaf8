"""Exact results for data beyond memory: rows in the order of their score, one running accumulator."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.errors import DataFileError
from concordant.inputs.scores import ScoreRows
from concordant.sources.batches import LazyRows
from concordant.sources.buckets import ExactScores
from concordant.sources.files import DataFile, Progress
from concordant.sources.scores import columns_of
from concordant.sources.whole_batches import whole_batches
from concordant.states.buckets import BucketCurve
from concordant.states.curves import Curve, cuts_of_ranks
from concordant.typing import FloatArray, Label, Missing

if TYPE_CHECKING:
    import polars as pl


Ints = npt.NDArray[np.int64]

WINDOW = 1_000_000  # rows that are sorted at once


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
    floors, run, rows = windows_of(curve)
    columns: dict[str, Any] = {truth: types[truth], score: None, **{name: types[name] for name in others}}
    negative, positive = curve.classes
    with tempfile.TemporaryDirectory(prefix="concordant-") as folder:
        windows = Windows(score, (negative, positive), floors, run, rows, Path(folder))
        for batch in whole_batches(files, columns, weight=None, missing=missing, progress=progress):
            if batch.rows.height:
                windows.add(*columns_of(batch.rows[truth], batch.rows[score], windows.pair))
        return _sums_in_order(windows.curves(), curve)


def _sums_in_order(windows: Iterable[Curve], curve: BucketCurve) -> ExactScores:
    """Add up all scores, which come window by window, the highest first; `curve` holds the same rows in buckets."""
    negatives, positives = (int(rows) for rows in curve.weights.sum(0).tolist())
    sums = _Sums(negatives, positives)
    for window in windows:
        sums.add(window)
    return sums.result(curve)


@dataclass(slots=True)
class _Sums:
    """Sums over the scores so far, the highest first."""

    negatives: int
    positives: int
    precision: list[float] = field(default_factory=list)  # of the rows of each window, added up
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
        self.precision.append(float((gained * 1.0 * (tp / (tp + fp))).sum()))
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
        total = fsum(self.precision)
        nan = float("nan")
        return ExactScores(
            self.doubled / 2 / pairs if pairs else nan,
            total / self.positives if self.positives else nan,
            self.apart if pairs else nan,
            self.distinct,
            joined,
        )


# Windows of scores, from the highest down, each sorted by itself: all scores in order, of which few are held at a time.
#
# Rows go to one temporary file a window and class, 8 bytes a row. A window is a run of buckets whose rows are known
# from the first pass, so that every window fits.


@dataclass(slots=True)
class Windows:
    """
    Scores of two classes on their way into windows.

    Attributes
    ----------
    floors : ndarray of float64
        The least score of each window, ascending.
    run : ndarray of int64
        The run of buckets that each window is of, or is a part of.
    rows : ndarray of int64, shape (runs, 2)
        The rows of each class that each run must get, by the first pass.
    folder : Path
        Where the files of the windows are.
    """

    score: str
    pair: tuple[Label, Label]
    floors: npt.NDArray[np.float64]
    run: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]
    folder: Path
    found: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        """No row was found yet."""
        self.found = np.zeros((len(self.floors), 2), np.int64)

    def add(self, positive: npt.NDArray[np.bool_], scores: npt.NDArray[Any]) -> None:
        """Write the scores of a batch to the files of their windows."""
        scores = scores.astype(np.float64) + 0.0
        window = np.maximum(np.searchsorted(self.floors, scores, side="right") - 1, 0)
        code = 2 * window + positive
        few = 2 * len(self.floors) <= 1 << 16
        order = np.argsort(code.astype(np.uint16) if few else code, kind="stable")  # of few codes it is a count
        many = np.bincount(code, minlength=2 * len(self.floors))
        self.found += many.reshape(-1, 2)
        last = many.cumsum()
        try:
            for k in np.flatnonzero(many).tolist():
                with self._path(k).open("ab") as opened:
                    opened.write(scores[order[last[k] - many[k] : last[k]]].tobytes())
        except OSError as error:
            raise DataFileError(
                f"the scores cannot be written to temporary files in {self.folder.parent}, 8 bytes a row: "
                f"{error.strerror or error}. Name another folder in the environment variable TMPDIR."
            ) from error

    def _path(self, code: int) -> Path:
        return self.folder / f"{code}.f64"

    def curves(self) -> Iterator[Curve]:
        """Yield the curve of each window, the highest scores first, and remove its files."""
        found = np.zeros_like(self.rows)
        np.add.at(found, self.run, self.found)
        if not np.array_equal(found, self.rows):
            raise DataFileError("a file changed while it was read: a later pass met other rows than the first.")
        for window in range(len(self.floors) - 1, -1, -1):
            parts = [self._read(2 * window + code) for code in (0, 1)]
            happened = np.repeat(np.array([0, 1], np.uint8), [len(part) for part in parts])
            rows = ScoreRows(happened, (0, 1), self.pair, np.concatenate(parts), None, 0, what=self.score)
            if len(happened):
                yield arrays.curve(rows)
            for code in (0, 1):
                self._path(2 * window + code).unlink(missing_ok=True)

    def _read(self, code: int) -> npt.NDArray[np.float64]:
        return np.fromfile(self._path(code)) if self.found.ravel()[code] else np.zeros(0)


def windows_of(curve: BucketCurve) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """
    Cut the scores into windows of about a million rows.

    Returns
    -------
    ndarray of float64
        The least score of each window, ascending.
    ndarray of int64
        The run of buckets that each window is of. A bucket with more rows than a window is cut into equal parts of its
        range, as nothing is known of where in it they lie.
    ndarray of int64, shape (runs, 2)
        The rows of each run.
    """
    rows, low, high = curve.weights[::-1], curve.low[::-1], curve.high[::-1]
    first: list[int] = []
    floors: list[float] = []
    run: list[int] = []
    held = WINDOW
    for bucket, rows_of_bucket in enumerate(rows.sum(1).tolist()):
        if held + rows_of_bucket > WINDOW:
            parts = min(-(-rows_of_bucket // WINDOW), 1000)
            cut = [low[bucket]]
            if low[bucket] < high[bucket]:
                cut = np.unique(np.linspace(low[bucket], high[bucket], parts + 1)[:-1]).tolist()
            floors += cut
            run += [len(first)] * len(cut)
            first.append(bucket)
            held = 0
        held += rows_of_bucket
    return np.array(floors), np.array(run), np.add.reduceat(rows, first, axis=0)
