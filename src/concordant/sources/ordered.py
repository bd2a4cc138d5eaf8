"""Exact results for data beyond memory: rows in the order of their score, one running accumulator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.errors import DataFileError
from concordant.inputs.scores import ScoreRows
from concordant.sources.batches import Accumulator, LazyRows, Lost, Weights, accumulate
from concordant.sources.buckets import ExactScores, curve_of
from concordant.sources.files import DataFile, Progress
from concordant.sources.frames import grouped
from concordant.sources.scores import columns_of
from concordant.sources.summary import Summary
from concordant.states.buckets import BucketCurve
from concordant.states.curves import Curve, cuts_of_ranks
from concordant.typing import FloatArray, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl


MOST_SCORES = 400_000  # different ones, all of which come home
WINDOW = 8_000_000  # rows whose scores are here at once


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
    return curve_of(cells, lambda _: cells, weighted=False, labels=curve.classes, missing="raise")


def exact_scores_of_engine(rows: nw.LazyFrame[Any], truth: str, score: str, curve: BucketCurve) -> ExactScores:
    """Query the distinct scores of whole rows, window by window; `curve` holds the same rows in buckets."""
    import narwhals as nw

    s = nw.col(score)

    def scores_in(low: float, high: float | None) -> Curve:
        inside = s >= low if high is None else (s >= low) & (s < high)
        return _queried(rows.filter(inside), truth, score, curve)

    return _sums_in_order(_windows(scores_in, curve, "the lazy frame"), curve)


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
    Read the rows again, once for each window of scores.

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
    columns: dict[str, Any] = {truth: types[truth], score: None, **{name: types[name] for name in others}}
    how: Any = {"weight": None, "missing": missing, "progress": progress}

    def scores_in(low: float, high: float | None) -> Curve:
        rows: _RowsInWindow = accumulate(files, columns, _RowsInWindow(truth, score, curve.classes, low, high), **how)
        return rows.curve()

    return _sums_in_order(_windows(scores_in, curve, "a file"), curve)


@dataclass(slots=True)
class _RowsInWindow(Accumulator):
    """The rows of two classes so far whose scores lie in a window."""

    truth: str
    score: str
    pair: tuple[Label, ...]
    low: float
    high: float | None
    parts: list[tuple[npt.NDArray[np.bool_], FloatArray]] = field(default_factory=list)

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Keep those of a batch."""
        del weights
        if lost is not None:
            part = part.filter(~lost)
        if not part.height:
            return
        positive, scores = columns_of(part[self.truth], part[self.score], self.pair)
        scores = scores.astype(np.float64) + 0.0
        inside = scores >= self.low
        if self.high is not None:
            inside &= scores < self.high
        self.parts.append((positive[inside], scores[inside]))

    def curve(self) -> Curve:
        """Return their curve."""
        if not sum(len(scores) for _, scores in self.parts):
            return Curve.empty(self.pair)
        happened, scores = (np.concatenate(column) for column in zip(*self.parts, strict=True))
        return arrays.curve(ScoreRows(happened.view(np.uint8), (0, 1), self.pair, scores, None, 0, what=self.score))


def _windows(scores_in: Callable[[float, float | None], Curve], curve: BucketCurve, what: str) -> Iterator[Curve]:
    """Yield the scores of each window, the highest first; raise if there are other rows than in the buckets."""
    floors, run, expected = windows_of(curve, WINDOW)
    counted, high = np.zeros_like(expected), None
    for window in range(len(floors) - 1, -1, -1):
        low = float(floors[window]) if window else float("-inf")
        scores = scores_in(low, high)
        counted[run[window]] += scores.weights.sum(0)
        if len(scores.scores):
            yield scores
        high = low
    if not np.array_equal(counted, expected):
        raise _changed(what)


def _changed(what: str) -> DataFileError:
    return DataFileError(f"{what} changed while it was read: a later pass met other rows than the first.")


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
