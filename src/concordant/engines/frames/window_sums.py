"""
Every score of two classes in a lazy frame, in order, without bringing them home.

Buckets of scores, whose rows are known, are sorted each by itself: a window for each bucket runs over its different
scores, from the number of rows above the bucket on. There is no sort of all scores. Runs of neighbouring scores come
home, each with its sums: those of `concordant.states.curves`, cut at the edges of buckets. A bucket with one
score is known from the first pass and left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import fsum, log1p
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines.exact_scores import ExactScores
from concordant.engines.frames.buckets import with_places
from concordant.engines.scored_rows import ScoredRows
from concordant.errors import DataFileError, OptionError
from concordant.states.buckets import BucketCurve
from concordant.states.curves import SHARE, Curve, ends_of_ranks
from concordant.typing import FloatArray

if TYPE_CHECKING:
    import narwhals as nw

Ints = npt.NDArray[np.int64]

MOST_SCORES = 400_000  # different ones, all of which come home
_CHANGED = "the lazy frame changed while it was read: a later query met other rows than the first."
_DOUBT = 1e-9  # of the logarithm of a rank, in steps between joined scores: far more than any engine rounds
_SUMS = ("place", "score", "rows", "positive", "doubled", "precision", "most", "least", "scores")


def in_order(rows: nw.LazyFrame[Any], truth: str, score: str, found: ScoredRows) -> ScoredRows:
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
        msg = (
            "exact=True sums along the order of the scores, which narwhals cannot do in Dask. Write the frame to "
            "Parquet files and give these as data, which are read in batches; or leave exact=True out: numbers then "
            "have certain bounds."
        )
        raise OptionError(msg)
    exact = exact_scores(rows, truth, score, curve)
    if exact.distinct <= MOST_SCORES:
        return replace(found, curve=_every_score(rows, truth, score, curve))
    return replace(found, exact=exact)


def _every_score(rows: nw.LazyFrame[Any], truth: str, score: str, curve: BucketCurve) -> Curve:
    """The curve of all scores, with the rows of the buckets."""
    native: Any = rows.to_native()
    every = Curve.from_frame(native, y_true=truth, y_score=score, labels=curve.classes)
    if not np.array_equal(every.weights.sum(0), curve.weights.sum(0)):
        raise DataFileError(_CHANGED)
    return every


def has_windows(frame: nw.LazyFrame[Any]) -> bool:
    """Whether the engine of a frame sums along an order; narwhals has no such sums in Dask."""
    return not frame.implementation.is_dask()


def exact_scores(rows: nw.LazyFrame[Any], truth: str, score: str, curve: BucketCurve) -> ExactScores:
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
        msg = "exact=True cannot count the pairs of rows: one bucket holds billions of rows of each class."
        raise OptionError(msg)


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
