"""Exact results for data beyond memory: rows in the order of their score, one running accumulator."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum, log1p
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.errors import DataFileError, OptionError
from concordant.inputs.scores import ScoreRows
from concordant.sources.batches import Accumulator, LazyRows, Lost, Weights, accumulate
from concordant.sources.buckets import ExactScores, with_places
from concordant.sources.files import DataFile, Progress
from concordant.sources.scores import columns_of
from concordant.sources.summary import Summary
from concordant.states.buckets import BucketCurve
from concordant.states.curves import SHARE, Curve, cuts_of_ranks, ends_of_ranks
from concordant.typing import FloatArray, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl


# Every score of two classes in a lazy frame, in order, without bringing them home.
#
# Buckets of scores, whose rows are known, are sorted each by itself: a window for each bucket runs over its different
# scores, from the number of rows above the bucket on. There is no sort of all scores. Runs of neighbouring scores come
# home, each with its sums: those of `concordant.states.curves`, cut at the edges of buckets. A bucket with one score is
# known from the first pass and left out.


Ints = npt.NDArray[np.int64]

MOST_SCORES = 400_000  # different ones, all of which come home
_CHANGED = "the lazy frame changed while it was read: a later query met other rows than the first."
_DOUBT = 1e-9  # of the logarithm of a rank, in steps between joined scores: far more than any engine rounds
_SUMS = ("place", "score", "rows", "positive", "doubled", "precision", "most", "least", "scores")


def in_order(rows: nw.LazyFrame[Any], truth: str, score: str, found: Summary) -> Summary:
    """
    Add what the order of all scores says to rows whose scores are counted in buckets.

    Where few scores differ, all of them come home. `rows` are whole, with scores that are floats.

    Raises
    ------
    OptionError
        If the engine has no windows.
    DataFileError
        If the frame holds other rows now.
    """
    curve = found.curve
    if not isinstance(curve, BucketCurve) or not curve.weights.any(0).all():
        return found
    tied = curve.low == curve.high
    if int(tied.sum()) + int(curve.weights[~tied].sum()) <= MOST_SCORES:
        return replace(found, curve=_every_score(rows, truth, score, curve))
    if not has_windows(rows):
        raise OptionError(
            "exact=True sums along the order of the scores, which narwhals cannot do in Dask. Write the frame to "
            "Parquet files and give these as data, which are read in batches; or leave exact=True out: numbers then "
            "have guaranteed bounds."
        )
    exact = window_sums_exact_scores(rows, truth, score, curve)
    if exact.distinct <= MOST_SCORES:
        return replace(found, curve=_every_score(rows, truth, score, curve))
    return replace(found, exact=exact)


def _every_score(rows: nw.LazyFrame[Any], truth: str, score: str, curve: BucketCurve) -> Curve:
    """The curve of all scores, with the rows of the buckets."""
    native: Any = rows.to_native()
    exact = Curve.from_frame(native, y_true=truth, y_score=score, labels=curve.classes)
    if not np.array_equal(exact.weights.sum(0), curve.weights.sum(0)):
        raise DataFileError(_CHANGED)
    return exact


def has_windows(frame: nw.LazyFrame[Any]) -> bool:
    """Whether the engine of a frame sums along an order; narwhals has no such sums in Dask."""
    return not frame.implementation.is_dask()


def window_sums_exact_scores(rows: nw.LazyFrame[Any], truth: str, score: str, curve: BucketCurve) -> ExactScores:
    """
    Add up what all scores in their order say, in the engine of the frame.

    Parameters
    ----------
    rows : LazyFrame
        Whole rows, whose scores are floats with one zero.
    truth, score : str
        Their columns.
    curve : BucketCurve
        The same rows in buckets, not weighted, of two classes that both occur.

    Raises
    ------
    OptionError
        If a bucket holds so many rows that its pairs leave int64.
    DataFileError
        If the frame holds other rows now.
    """
    _refuse_too_many_pairs(curve)
    runs = _joined_to_tied(_runs(_summed(rows, truth, score, curve)), curve)
    return runs.result(curve)


def _refuse_too_many_pairs(curve: BucketCurve) -> None:
    """Raise where twice the pairs of a bucket are no int64."""
    negatives, positives = (curve.weights[curve.low < curve.high].astype(np.float64)).T
    if len(positives) and 2 * (negatives * positives).max() >= 2.0**62:
        raise OptionError("exact=True cannot count the pairs of rows: one bucket holds billions of rows of each class.")


def _summed(rows: nw.LazyFrame[Any], truth: str, score: str, curve: BucketCurve) -> nw.DataFrame[Any]:
    """One query: the sums of each run of scores inside each bucket that holds several scores."""
    import narwhals as nw

    positive = (nw.col(truth) == curve.classes[1]).cast(nw.Int64)
    marked = rows.select(nw.col(score).alias("score"), positive.alias("positive"))
    marked = with_places(marked, curve.score_key).select("place", "score", "positive")

    size = nw.len().cast(nw.Int64).alias("rows")
    gained = nw.col("positive").sum().cast(nw.Int64)
    ends = (nw.col("score").min().alias("lowest"), nw.col("score").max().alias("highest"))
    buckets = marked.group_by("place").agg(size, gained, *ends).with_columns((-nw.col("place")).alias("down"))
    above = {name: nw.col(name).cum_sum().over(order_by="down").cast(nw.Int64) for name in ("rows", "positive")}
    buckets = buckets.with_columns(
        *((total - nw.col(name)).alias(f"{name}_above") for name, total in above.items()),
        (nw.col("rows") - nw.col("positive")).alias("negative_here"),
    ).filter(nw.col("lowest") < nw.col("highest"))
    buckets = buckets.select("place", "rows_above", "positive_above", "negative_here")

    scores = marked.group_by("place", "score").agg(size, gained).join(buckets, on="place", how="inner")
    scores = scores.with_columns((-nw.col("score")).alias("down"))
    inside = {name: nw.col(name).cum_sum().over("place", order_by="down").cast(nw.Int64) for name in above}
    scores = scores.with_columns(*(total.alias(f"{name}_to") for name, total in inside.items()))
    p, n = nw.col("positive"), nw.col("rows") - nw.col("positive")
    lost = nw.col("rows_to") - nw.col("positive_to")  # in the bucket, down to this score
    tp = (nw.col("positive_to") + nw.col("positive_above")).cast(nw.Float64)
    to = nw.col("rows_to") + nw.col("rows_above")
    fp = to.cast(nw.Float64) - tp
    none = nw.col("rows") * 0  # Polars multiplies by the inverse of a divisor that is one number
    negatives, positives = ((none + total).cast(nw.Float64) for total in curve.weights.sum(0).tolist())
    scores = scores.with_columns(
        (2 * p * (nw.col("negative_here") - lost) + p * n).alias("doubled"),
        (p.cast(nw.Float64) * (tp / to.cast(nw.Float64))).alias("precision"),
        (tp / positives - fp / negatives).alias("distance"),
        *_marks(to - nw.col("rows")),
    )
    runs = scores.group_by("place", "first", "second").agg(
        *(nw.col(name).sum().cast(nw.Int64) for name in ("rows", "positive", "doubled")),
        nw.col("precision").sum(),
        nw.col("distance").max().alias("most"),
        nw.col("distance").min().alias("least"),
        nw.col("score").min(),
        nw.len().cast(nw.Int64).alias("scores"),
    )
    return runs.select(*_SUMS).collect()


def _marks(before: nw.Expr) -> tuple[nw.Expr, nw.Expr]:
    """
    Number the runs of scores that may be joined, by the number of rows above a score.

    Logarithms are not the same in all engines. Scores of two runs differ in one of the two marks in any case; those of
    one run may do so where a mark is in doubt.
    """
    import narwhals as nw

    first = round(1 / SHARE)  # up to there each rank stands alone
    rank = nw.when(before >= first).then(before).otherwise(first).cast(nw.Float64)
    step = (rank * SHARE).log() / log1p(SHARE)
    alone = (before - first).cast(nw.Float64) - 1.0

    def mark(step: nw.Expr) -> nw.Expr:
        return nw.when(before >= first).then(step.floor()).otherwise(alone).cast(nw.Int64)

    return mark(step - _DOUBT).alias("first"), mark(step + _DOUBT).alias("second")


@dataclass(frozen=True, slots=True)
class _Runs:
    """Sums over runs of scores, the highest first; each lies in one bucket."""

    place: Ints
    score: FloatArray  # the least
    rows: Ints
    positive: Ints
    doubled: npt.NDArray[Any]  # twice the concordant pairs within the bucket, and the tied ones
    precision: FloatArray
    most: FloatArray  # of the distance between the rates
    least: FloatArray
    scores: Ints

    def result(self, curve: BucketCurve) -> ExactScores:
        """Add the pairs of different buckets, and divide."""
        negatives, positives = (int(total) for total in curve.weights.sum(0).tolist())
        lost, gained = curve.weights.T.astype(object)  # pairs of many rows leave int64
        between = int((gained * (negatives - lost.cumsum())).sum())
        doubled = 2 * between + sum(self.doubled.tolist())
        weights = np.stack([self.rows - self.positive, self.positive], -1)
        ends = ends_of_ranks(self.rows.cumsum())
        starts = np.concatenate([[0], ends[:-1] + 1])
        return ExactScores(
            doubled / 2 / (float(positives) * float(negatives)),
            fsum(self.precision.tolist()) / positives,
            max(float(self.most.max()), float(-self.least.min())),
            int(self.scores.sum()),
            Curve(self.score[ends], np.add.reduceat(weights, starts, axis=0), curve.classes),
        )


def _runs(found: nw.DataFrame[Any]) -> _Runs:
    """What came home, the highest scores first."""
    columns = {name: found.get_column(name).to_numpy() for name in _SUMS}
    order = np.argsort(-columns["score"])
    return _Runs(*(column[order] for column in columns.values()))


def _joined_to_tied(runs: _Runs, curve: BucketCurve) -> _Runs:
    """
    Add the buckets with one score; the first pass knows them.

    Raises
    ------
    DataFileError
        If the other buckets hold other rows than in the first pass.
    """
    tied = curve.low == curve.high
    starts = np.flatnonzero(np.diff(runs.place, prepend=curve.score_key.highest + 1))
    rows, gained = curve.weights.sum(1), curve.weights[:, 1]
    known = (curve.places[~tied], rows[~tied], gained[~tied])
    summed = [np.add.reduceat(one, starts) if len(starts) else one for one in (runs.rows, runs.positive)]
    again = (runs.place[starts], *summed)
    if not all(map(np.array_equal, known, again)):
        raise DataFileError(_CHANGED)
    fp, tp = (total[tied] * 1.0 for total in curve.weights.cumsum(0).T)
    lost, gained = curve.weights[tied].T
    negatives, positives = curve.weights.sum(0).tolist()
    distance = tp / positives - fp / negatives
    alone = _Runs(
        curve.places[tied],
        curve.low[tied],
        rows[tied],
        gained,
        gained.astype(object) * lost,
        gained * 1.0 * (tp / (tp + fp)),
        distance,
        distance,
        np.ones(int(tied.sum()), np.int64),
    )
    both = [np.concatenate([getattr(runs, name), getattr(alone, name)]) for name in _Runs.__slots__]
    order = np.argsort(-both[1])
    return _Runs(*(column[order] for column in both))


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
        windows: Windows = accumulate(files, columns, empty, weight=None, missing=missing, progress=progress)
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


def pairwise_sum(numbers: BinaryIO, count: int) -> float:
    """
    Add numbers of a file as `numpy.sum` adds those of an array: in halves of halves (pairwise summation).

    The halves are multiples of eight numbers, and up to 128 are added in one go.
    """
    numbers.flush()
    numbers.seek(0)
    return _added(_leaves(numbers, count), count)


def _leaves(numbers: BinaryIO, count: int) -> Iterator[FloatArray]:
    """Yield pieces of the file as long as they are asked for."""
    sizes = list(_sizes(count))
    buffer = np.zeros(0)
    position, left = 0, count
    for size in sizes:
        if position + size > len(buffer):
            fresh = np.fromfile(numbers, count=min(left, 1 << 20))
            left -= len(fresh)
            buffer, position = np.concatenate([buffer[position:], fresh]), 0
        yield buffer[position : position + size]
        position += size


def _sizes(count: int) -> Iterator[int]:
    if count <= _LEAF:
        yield count
        return
    half = count // 2 - count // 2 % 8
    yield from _sizes(half)
    yield from _sizes(count - half)


def _added(leaves: Iterator[FloatArray], count: int) -> float:
    if count <= _LEAF:
        return float(np.sum(next(leaves)))
    half = count // 2 - count // 2 % 8
    return _added(leaves, half) + _added(leaves, count - half)


# Windows of scores, from the highest down, each sorted by itself: all scores in order, of which few are held at a time.
#
# Rows go to one temporary file a window and class, 8 bytes a row. A window is a run of buckets whose rows are known
# from the first pass, so that every window fits.


WINDOW = 1_000_000  # rows


@dataclass(slots=True)
class Windows(Accumulator):
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

    truth: str
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

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Write the scores of a batch to the files of their windows."""
        del weights
        if lost is not None:
            part = part.filter(~lost)
        if not part.height:
            return
        positive, scores = columns_of(part[self.truth], part[self.score], self.pair)
        scores = scores.astype(np.float64) + 0.0
        before = 8 * self.found.ravel()
        window = np.maximum(np.searchsorted(self.floors, scores, side="right") - 1, 0)
        code = 2 * window + positive
        few = 2 * len(self.floors) <= 1 << 16
        order = np.argsort(code.astype(np.uint16) if few else code, kind="stable")  # of few codes it is a count
        many = np.bincount(code, minlength=2 * len(self.floors))
        self.found = self.found + many.reshape(-1, 2)
        last = many.cumsum()
        try:
            for k in np.flatnonzero(many).tolist():
                with self._path(k).open("ab") as opened:
                    if opened.tell() < before[k]:
                        raise self._damaged(k)
                    opened.truncate(before[k])  # a file of the user that is read again is written again
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
            msg = "the files changed while they were read: the second pass met other rows than the first."
            raise DataFileError(msg)
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
            parts = min(-(-rows_of_bucket // most), 1000) if low[bucket] < high[bucket] else 1
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
