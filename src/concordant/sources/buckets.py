"""Scores of one column: exact while few, then in buckets; counted in place, or by a group-by of the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines import arrays
from concordant.errors import ScoreError
from concordant.inputs.rows import refuse_missing
from concordant.inputs.scores import ScoreRows, check_scores, resolve_classes
from concordant.sources.frames import (
    absent,
    chosen,
    column_of,
    grouped,
    opened,
    refuse_lost,
    require_numbers,
    summed,
    times_of,
    weighed,
)
from concordant.sources.label_batches import label_groups
from concordant.sources.source import Scan
from concordant.sources.whole_batches import Parts, joined, whole_batches
from concordant.states.buckets import BucketCurve, ScoreKey
from concordant.states.curves import Curve, CurveStack
from concordant.typing import FloatArray, Frame, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw


_COLUMNS = ("first", "second", "weight")


def checked_scores(cells: nw.DataFrame[Any], *, lazy: bool, **reading: Any) -> ScoreRows:
    """Check the labels ("first") and scores ("second") of rows; a cell of a lazy frame stands for several."""
    first, second, weights = (column_of(cells, name if name in cells.columns else None) for name in _COLUMNS)
    rows = check_scores(first, second, sample_weight=weights, times=times_of(cells) if lazy else None, **reading)
    return rows if np.isin(rows.y_true, rows.values).all() else resolve_classes(rows)


def state_of_scores(
    rows: ScoreRows, cells: nw.DataFrame[Any], key: ScoreKey | None, *, lazy: bool
) -> Curve | BucketCurve:
    """Return the curve of checked rows, which are those of the cells, or their buckets."""
    if key is not None:
        buckets = arrays.bucket_curve(rows, key=key)
        return _with_greatest(buckets, cells) if lazy else buckets
    curve = arrays.curve(rows)
    if "squares" not in cells.columns:
        return arrays.with_squares(curve, rows)
    return arrays.squared_by(curve, replace(rows, weights=cells.get_column("squares").to_numpy()))


def cells_of_buckets(
    frame: nw.LazyFrame[Any],
    y_true: str,
    y_score: str,
    sample_weight: str | None,
    key: ScoreKey,
    groups: Sequence[str] = (),
) -> nw.DataFrame[Any]:
    """
    One aggregation in the frame's own engine.

    Gives a row for each class ("first") and bucket with its number of rows, their weight, and the least and greatest of
    their scores ("second", "greatest"); with `groups` for each combination of these columns too. Rows of weight zero
    are not counted.

    Raises
    ------
    ScoreError
        If there are scores that the key has no buckets for.
    """
    import narwhals as nw

    kind = require_numbers(frame, y_score)
    score = chosen(frame, y_score).cast(nw.Float64) + 0.0  # one zero
    columns = [chosen(frame, y_true).alias("first"), score.alias("score"), *(chosen(frame, name) for name in groups)]
    s = nw.col("score")
    rows = weighed(frame, columns, sample_weight, (y_true, y_score, *groups))
    rows = with_places(rows.with_columns(nw.when(~(s.is_null() | s.is_nan())).then(s).alias("score")), key)
    present = nw.when(nw.col("weight") != 0).then(s)
    ends = present.min().alias("second"), present.max().alias("greatest")
    sums = ("rows",) if sample_weight is None else ("rows", "weight")
    cells = summed(rows, ("first", "place", *groups), sample_weight, sums, *ends)
    cells = cells.filter(nw.col("rows") > 0)
    _refuse_other_scores(cells, y_score, key, whole=kind.is_integer())
    return cells


def with_places(rows: nw.LazyFrame[Any], key: ScoreKey, name: str = "score") -> nw.LazyFrame[Any]:
    """
    Add the place of each score of a column, as `ScoreKey.places` finds it, in arithmetic that is exact in every engine.

    Only comparisons, ``1 - s``, products with powers of two and rounding down: no engine can round otherwise. What is
    no probability gets the place of the nearest one, as its own could be beyond int64. The distance from the nearest
    end is a column first, which engines would otherwise work out again for each octave, and an octave chooses a factor
    rather than a place, as some engines work out all that there is to choose from.
    """
    import narwhals as nw

    score, size = nw.col(name), nw.col("size")
    upper = score > nw.lit(0.5)
    if key.scale == "probability":
        away = nw.when(score < 0).then(0.0).when(score > 1).then(0.0).when(upper).then(1.0 - score).otherwise(score)
    else:
        away = score.abs()
    place = _place_of_size(size, key)
    if key.scale == "probability":
        place = nw.when(upper).then(key.highest - place).otherwise(place)
    else:
        place = nw.when(size >= 2.0**key.octaves).then(float((2 * key.octaves + 1) << key.bits)).otherwise(place)
        place = nw.when(size == float("inf")).then(float(key.highest)).otherwise(place)
        place = nw.when(score < 0).then(-1 - place).otherwise(place)
    return rows.with_columns(away.alias("size")).with_columns(place.cast(nw.Int64).alias("place"))


def _place_of_size(size: nw.Expr, key: ScoreKey) -> nw.Expr:
    """Write the place of a score from 0 on: equal steps below the last octave, and as many in each octave above it."""
    import narwhals as nw

    factor, before = nw.lit(2.0 ** (key.octaves + key.bits)), nw.lit(0.0)
    for octave in range(-key.octaves, key.octaves if key.scale == "real" else 0):  # from 2**octave on
        factor = nw.when(size >= 2.0**octave).then(2.0 ** (key.bits - octave)).otherwise(factor)
        before = nw.when(size >= 2.0**octave).then(float((octave + key.octaves) << key.bits)).otherwise(before)
    return (size * factor).floor() + before


def _refuse_other_scores(cells: nw.DataFrame[Any], name: str, key: ScoreKey, *, whole: bool) -> None:
    """Raise for scores that are no probabilities, and for whole ones that float64 does not tell apart."""
    least, greatest = cells.get_column("second").min(), cells.get_column("greatest").max()
    if least is None:
        return
    if whole:
        arrays.refuse_wide(least, greatest, f"column {name!r}")
    if key.scale == "probability" and not 0 <= least <= greatest <= 1:
        raise ScoreError(
            f"column {name!r} must be from 0 to 1 for buckets of probabilities; it is from {least!r} to {greatest!r}. "
            'For other scores take key="real".'
        )


def _with_greatest(state: BucketCurve, cells: nw.DataFrame[Any]) -> BucketCurve:
    """Join the greatest score of each group to its bucket; the state holds the least ones."""
    high = cells.get_column("greatest").to_numpy().astype(np.float64)
    here = np.flatnonzero(~np.isnan(high) & ~absent(cells.get_column("first")).to_numpy())
    places = state.score_key.places(high[here])
    at = len(state.places) - 1 - np.searchsorted(state.places[::-1], places)
    greatest = state.high.copy()
    np.maximum.at(greatest, at, high[here])
    return replace(state, high=greatest)


@dataclass(frozen=True, slots=True)
class BucketStack:
    """
    Scores of several classes in buckets: for the column of each class the rows of every class in each bucket.

    Attributes
    ----------
    curves : tuple of BucketCurve
        One a class, of all classes.
    outputs : tuple
        The classes.
    """

    curves: tuple[BucketCurve, ...]
    outputs: tuple[Label, ...]

    @property
    def buckets(self) -> int:
        """How many buckets hold rows, in all columns."""
        return sum(len(one.places) for one in self.curves)

    def tied(self) -> CurveStack:
        """Return the curves with the rows of a bucket as ties."""
        return CurveStack(tuple(one.tied() for one in self.curves), self.outputs)

    def against_rest(self) -> tuple[BucketCurve, ...]:
        """Return the buckets of each class against the rest."""
        return tuple(one.one_vs_rest(label) for one, label in zip(self.curves, self.outputs, strict=True))

    def ordered(self, *, own_first: bool) -> CurveStack:
        """Return the curves where in each bucket the class of the column stands above all others, or below them."""
        parts = [_split(one, place, own_first=own_first) for place, one in enumerate(self.curves)]
        return CurveStack(tuple(parts), self.outputs)


def _split(buckets: BucketCurve, place: int, *, own_first: bool) -> Curve:
    """Part each bucket in rows of one class and the others."""
    own = buckets.weights[:, place] > 0
    mixed = (buckets.low < buckets.high) & own & ((buckets.weights > 0).sum(1) > 1)
    times = 1 + mixed
    first = np.cumsum(times) - times
    scores, weights = np.repeat(buckets.low, times), np.repeat(buckets.weights, times, axis=0)
    upper, lower = first[mixed], first[mixed] + 1
    scores[upper] = buckets.high[mixed]
    alone, others = (upper, lower) if own_first else (lower, upper)
    others_of = np.arange(weights.shape[1]) != place
    weights[np.ix_(alone, others_of)] = 0
    weights[others, place] = 0
    return Curve(scores, weights, buckets.classes, missing=buckets.missing)


class BucketTable:
    """
    The rows of each of two classes in every bucket that a key has, with the least and the greatest score.

    Of probabilities of two classes it takes 25 MB with 14 bits, of other scores 22 MB with 13. What is known of a
    bucket lies side by side: a row then waits for one line of memory.
    """

    def __init__(self, key: ScoreKey, *, weighted: bool = False) -> None:
        self.key = key
        cells = np.zeros((key.highest - key.lowest + 1, 4))
        self.weights: npt.NDArray[Any] = cells[:, :2] if weighted else cells.view(np.int64)[:, :2]
        self.ranges = cells[:, 2:]
        self.ranges[:] = np.inf, -np.inf

    def add(self, part: BucketCurve) -> None:
        """Add buckets of the same key, each of which occurs once."""
        here = part.places - self.key.lowest
        self.weights[here] += part.weights
        self.ranges[here, 0] = np.minimum(self.ranges[here, 0], part.low)
        self.ranges[here, 1] = np.maximum(self.ranges[here, 1], part.high)

    def add_rows(self, rows: ScoreRows) -> None:
        """Add checked rows, none of weight zero, one after the other: how they come in batches plays no part."""
        odd = self.count(rows.y_true, rows.values, rows.scores, rows.weights)
        if max(odd.bad_label, odd.bad_score, odd.outside) >= 0:
            arrays.bucket_curve(rows, key=self.key)  # which says what is wrong

    def count(self, codes: Any, values: tuple[int, ...], scores: FloatArray, weights: Any = None) -> Any:
        """Count rows, and return what is wrong with them."""
        size = (self.key.scale == "probability", self.key.octaves, self.key.bits)
        return _kernels.count_in_buckets(codes, values, scores, *size, self.weights, self.ranges, weights)

    @property
    def held(self) -> npt.NDArray[np.intp]:
        """The buckets that hold rows, the highest scores first."""
        return np.flatnonzero(self.ranges[:, 0] <= self.ranges[:, 1])[::-1]

    def state(self, classes: tuple[Label, ...], missing: int) -> BucketCurve:
        """Return the buckets that hold rows."""
        here = self.held
        low, high = (self.ranges[here] + 0.0).T
        parts = (here + self.key.lowest, self.weights[here], np.ascontiguousarray(low), np.ascontiguousarray(high))
        return BucketCurve(*parts, classes, self.key, missing=missing)


def frames_curve(
    frame: Frame,
    *,
    y_true: str,
    y_score: str,
    key: ScoreKey | None = None,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> Any:
    """Group by score and truth, or count in the buckets of a key; of a lazy frame where it lives."""
    import narwhals as nw

    names: Any = {"labels": labels, "pos_label": pos_label, "missing": missing}
    if isinstance(frame, Scan):
        names |= {"y_true": y_true, "y_score": y_score, "sample_weight": sample_weight}
        if key is not None:
            total = Parts()
            for rows in _rows_of_files(frame, **names):
                total.add(arrays.bucket_curve(rows, key=key))
            return total.total()
        read = score_rows(frame, **names)
        return arrays.with_squares(arrays.curve(read), read)
    refuse_missing((), missing)
    wrapped = opened(frame, (y_true, y_score, sample_weight))
    if isinstance(wrapped, nw.DataFrame):
        truth, score, weights = (column_of(wrapped, name) for name in (y_true, y_score, sample_weight))
        names["sample_weight"] = weights
        if key is not None:
            return BucketCurve.from_scores(truth, score, key=key, **names)
        return Curve.from_scores(truth, score, **names)

    if key is None:
        cells = grouped(wrapped, (y_true, y_score), sample_weight)
    else:
        cells = cells_of_buckets(wrapped, y_true, y_score, sample_weight, key)
    refuse_lost(cells, (y_true, y_score), missing)
    rows = checked_scores(cells, lazy=True, **names)
    return state_of_scores(rows, cells if rows.kept is None else cells.filter(rows.kept.tolist()), key, lazy=True)


def score_rows(scan: Scan, **columns: Any) -> ScoreRows:
    """Read all scores of files, as a curve of them takes no less memory; the columns are those of `frames_curve`."""
    batches = list(_rows_of_files(scan, **columns))
    filled = [rows for rows in batches if len(rows.scores)] or batches[:1]  # gaps alone have no type of scores
    every: Any = {name: joined([getattr(rows, name) for rows in filled]) for name in ("y_true", "scores", "weights")}
    return replace(filled[0], missing=sum(rows.missing for rows in batches), **every)


def _rows_of_files(
    scan: Scan,
    *,
    y_true: str,
    y_score: str,
    sample_weight: str | None = None,
    missing: Missing = "raise",
    **declared: Any,
) -> Iterator[ScoreRows]:
    """Read the truth, to know its classes and, in CSV files, what they are; then yield the rows of all columns."""
    refuse_missing((), missing)
    groups = label_groups(scan.files, {"truth": y_true}, weight=sample_weight, refuse_bad=False)
    truth = groups.columns["truth"]
    ends = check_scores(truth, np.zeros(len(truth)), missing="drop", times=groups.times, **declared)
    classes, columns = arrays.curve(ends).classes, {y_true: truth.dtype, y_score: None}
    for batch in whole_batches(scan.files, columns, weight=sample_weight, missing=missing):
        rows = check_scores(batch.rows[y_true], batch.rows[y_score], labels=classes, sample_weight=batch.weights)
        positive = (rows.y_true == rows.values[1]).view(np.uint8)
        yield replace(rows, y_true=positive, values=(0, 1), missing=batch.missing)
