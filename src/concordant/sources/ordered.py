"""Exact results for data beyond memory: rows in the order of their score, one running accumulator."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.errors import DataFileError
from concordant.inputs.scores import ScoreRows
from concordant.sources.batches import LazyRows
from concordant.sources.buckets import ExactScores, curve_of
from concordant.sources.files import DataFile, Progress
from concordant.sources.frames import grouped
from concordant.sources.scores import columns_of
from concordant.sources.summary import Summary
from concordant.sources.whole_batches import whole_batches
from concordant.states.buckets import BucketCurve
from concordant.states.curves import Curve, cuts_of_ranks
from concordant.typing import FloatArray, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl


Ints = npt.NDArray[np.int64]

MOST_SCORES = 400_000  # different ones, all of which come home
WINDOW = 1_000_000  # rows of files that are sorted at once
QUERIED = 16_000_000  # rows whose distinct scores one query of an engine brings home


def in_order(rows: nw.LazyFrame[Any], truth: str, score: str, found: Summary) -> Summary:
    """
    Add what the order of all scores says to rows of an engine whose scores are counted in buckets.

    Where few scores differ, all of them come home. `rows` are whole, with scores that are floats.

    Raises
    ------
    DataFileError
        If the frame holds other rows now.
    """
    curve = found.curve
    if not isinstance(curve, BucketCurve) or not curve.weights.any(0).all():
        return found
    tied = curve.low == curve.high
    if int(tied.sum()) + int(curve.weights[~tied].sum()) <= MOST_SCORES:
        return replace(found, curve=_curve_of_engine(rows, truth, score, curve))
    exact = exact_scores_of_engine(rows, truth, score, curve)
    if exact.distinct <= MOST_SCORES:
        return replace(found, curve=_curve_of_engine(rows, truth, score, curve))
    return replace(found, exact=exact)


def _curve_of_engine(rows: nw.LazyFrame[Any], truth: str, score: str, curve: BucketCurve) -> Curve:
    """The curve of all scores, with the rows of the buckets."""
    exact = _queried(rows, truth, score, curve)
    if not np.array_equal(exact.weights.sum(0), curve.weights.sum(0)):
        raise _changed("the lazy frame")
    return exact


def _queried(rows: nw.LazyFrame[Any], truth: str, score: str, curve: BucketCurve) -> Curve:
    """Group rows by score and class in their engine."""
    cells = grouped(rows, (truth, score), None)
    if not len(cells):
        return Curve.empty(curve.classes)
    return curve_of(cells, weighted=False, labels=curve.classes, missing="raise")


def exact_scores_of_engine(rows: nw.LazyFrame[Any], truth: str, score: str, curve: BucketCurve) -> ExactScores:
    """Query the distinct scores of whole rows, window by window; `curve` holds the same rows in buckets."""
    import narwhals as nw

    floors, run, expected = windows_of(curve, QUERIED)

    def windows() -> Iterator[Curve]:
        counted, s = np.zeros_like(expected), nw.col(score)
        above: Any = s <= float("inf")
        for window in range(len(floors) - 1, -1, -1):
            floor = float(floors[window]) if window else float("-inf")
            scores = _queried(rows.filter(above & (s >= floor)), truth, score, curve)
            above = s < floor
            counted[run[window]] += scores.weights.sum(0)
            if len(scores.scores):
                yield scores
        if not np.array_equal(counted, expected):
            raise _changed("the lazy frame")

    return _sums_in_order(windows(), curve)


def _changed(what: str) -> DataFileError:
    return DataFileError(f"{what} changed while it was read: a later pass met other rows than the first.")


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
        windows = Windows(score, (negative, positive), floors, run, rows, Path(folder))
        for batch in whole_batches(files, columns, weight=None, missing=missing, progress=progress):
            if batch.rows.height:
                windows.add(*columns_of(batch.rows[truth], batch.rows[score], windows.pair))
        return _sums_in_order(windows.curves(), curve)


def _sums_in_order(windows: Iterable[Curve], curve: BucketCurve) -> ExactScores:
    """Add up all scores, which come window by window, the highest first; `curve` holds the same rows in buckets."""
    negatives, positives = (int(rows) for rows in curve.weights.sum(0).tolist())
    sums = _Sums(negatives, positives, np.dtype(np.int64) if negatives * positives < 2**62 else np.dtype(object))
    for window in windows:
        sums.add(window)
    return sums.result(curve)


@dataclass(slots=True)
class _Sums:
    """Sums over the scores so far, the highest first."""

    negatives: int
    positives: int
    pairs: np.dtype[Any]  # that holds the number of all pairs of rows
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
        own = gained.astype(self.pairs)
        self.doubled += 2 * int((own * below).sum()) + int((own * lost).sum())
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
            msg = f"the scores cannot be written to temporary files in {self.folder.parent}: {error.strerror or error}."
            raise DataFileError(msg) from error

    def _damaged(self, code: int) -> DataFileError:
        msg = f"{self._path(code)} does not hold what was written there: start again."
        return DataFileError(msg)

    def _path(self, code: int) -> Path:
        return self.folder / f"{code}.f64"

    def curves(self) -> Iterator[Curve]:
        """Yield the curve of each window, the highest scores first, and remove its files."""
        found = np.zeros_like(self.rows)
        np.add.at(found, self.run, self.found)
        if not np.array_equal(found, self.rows):
            raise _changed("a file")
        for window in range(len(self.floors) - 1, -1, -1):
            parts = [self._read(2 * window + code) for code in (0, 1)]
            happened = np.repeat(np.array([0, 1], np.uint8), [len(part) for part in parts])
            rows = ScoreRows(happened, (0, 1), self.pair, np.concatenate(parts), None, 0, what=self.score)
            if len(happened):
                yield arrays.curve(rows)
            for code in (0, 1):
                self._path(2 * window + code).unlink(missing_ok=True)

    def _read(self, code: int) -> npt.NDArray[np.float64]:
        path, rows = self._path(code), int(self.found.ravel()[code])
        scores = np.fromfile(path, count=rows) if rows and path.exists() else np.zeros(0)
        if len(scores) != rows:
            raise self._damaged(code)
        return scores


def windows_of(
    curve: BucketCurve, most: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """
    Cut the scores into windows of about so many rows.

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
    held = most
    for bucket, rows_of_bucket in enumerate(rows.sum(1).tolist()):
        if held + rows_of_bucket > most:
            parts = min(-(-rows_of_bucket // most), 1000)
            cut = [low[bucket]]
            if low[bucket] < high[bucket]:
                cut = np.unique(np.linspace(low[bucket], high[bucket], parts + 1)[:-1]).tolist()
            floors += cut
            run += [len(first)] * len(cut)
            first.append(bucket)
            held = 0
        held += rows_of_bucket
    return np.array(floors), np.array(run), np.add.reduceat(rows, first, axis=0)


def refuse_full_disk(rows: int, folder: Path) -> None:
    """Raise if the disk of a folder has no space for the files of so many scores."""
    free, needed = shutil.disk_usage(folder).free, 9 * rows
    if free < needed:
        raise DataFileError(
            f"exact=True needs {needed / 1e9:.1f} GB for temporary files, and {folder.parent} has {free / 1e9:.1f} GB; "
            "name another folder in the environment variable TMPDIR."
        )
