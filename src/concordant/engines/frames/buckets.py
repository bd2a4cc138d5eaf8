"""Labels and scores of a frame become a `BucketCurve`: of a lazy frame by one group-by of bucket and truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.engines import arrays
from concordant.engines.frames.groups import absent, refuse_lost, times_of
from concordant.engines.frames.opened import chosen, column_of, opened, refuse_weights, weight_of
from concordant.errors import ScoreError
from concordant.inputs.enum_order import collected
from concordant.inputs.rows import refuse_missing
from concordant.inputs.scan import Scan
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.states.buckets import BucketCurve, ScoreKey
from concordant.typing import Frame, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw


def bucket_curve(
    frame: Frame,
    *,
    y_true: str,
    y_score: str,
    key: ScoreKey,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> BucketCurve:
    """Count scores in buckets; of a lazy frame where it lives."""
    import narwhals as nw

    refuse_missing((), missing)
    names: Any = {"labels": labels, "pos_label": pos_label, "missing": missing}
    if isinstance(frame, Scan):
        from concordant.engines.files.curves import bucket_curve as of_files

        return of_files(frame, key=key, y_true=y_true, y_score=y_score, sample_weight=sample_weight, **names)
    wrapped = opened(frame, (y_true, y_score, sample_weight))
    if isinstance(wrapped, nw.DataFrame):
        columns = (column_of(wrapped, name) for name in (y_true, y_score))
        weights = column_of(wrapped, sample_weight)
        return BucketCurve.from_scores(*columns, key=key, sample_weight=weights, **names)
    cells = cells_of_buckets(wrapped, y_true, y_score, sample_weight, key)
    refuse_lost(cells, (y_true, y_score), missing)
    return buckets_of(cells, key, weighted=sample_weight is not None, **names)


def buckets_of(
    cells: nw.DataFrame[Any],
    key: ScoreKey,
    *,
    weighted: bool,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    missing: Missing,
) -> BucketCurve:
    """Put groups of rows in their buckets."""
    truth, least = column_of(cells, "first"), column_of(cells, "second")
    weights = column_of(cells, "weight") if weighted else None
    times = None if weighted else times_of(cells)
    names: Any = {"labels": labels, "pos_label": pos_label, "missing": missing}
    rows = check_scores(truth, least, sample_weight=weights, times=times, **names)
    return _with_greatest(arrays.bucket_curve(rows, key=key), cells)


def buckets_of_codes(
    cells: nw.DataFrame[Any], key: ScoreKey, classes: tuple[Label, ...], *, weighted: bool, missing: int
) -> BucketCurve:
    """Put groups of rows in their buckets, whose labels are told as places among the classes."""
    code, least = (cells.get_column(name).to_numpy() for name in ("first", "second"))
    weights = cells.get_column("weight").to_numpy().astype(np.float64) if weighted else None
    times = None if weighted else times_of(cells)
    own = (code.astype(np.int64), tuple(range(len(classes))), classes, least.astype(np.float64))
    rows = ScoreRows(*own, weights, missing, times=times)
    return _with_greatest(arrays.bucket_curve(rows, key=key), cells)


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

    Gives a row for each class ("first") and bucket with its number of rows, their weight, and the least and greatest
    of their scores ("second", "greatest"); with `groups` for each combination of these columns too. Rows of weight zero
    are not counted.

    Raises
    ------
    ScoreError
        If there are scores that the key has no buckets for.
    """
    import narwhals as nw

    kind = frame.collect_schema()[y_score]
    if not (kind.is_numeric() or kind == nw.Boolean):
        msg = f"column {y_score!r} must hold numbers, not {kind}."
        raise ScoreError(msg)
    score = chosen(frame, y_score).cast(nw.Float64) + 0.0  # one zero
    weight, bad = (nw.lit(1.0), nw.lit(value=False)) if sample_weight is None else weight_of(frame, sample_weight)
    columns = {"first": chosen(frame, y_true), "score": score, "weight": weight, "bad": bad}
    columns |= {name: chosen(frame, name) for name in groups}
    rows = frame.select(*(column.alias(name) for name, column in columns.items()))
    s, w = nw.col("score"), nw.col("weight")
    rows = rows.with_columns(
        nw.when(~(s.is_null() | s.is_nan())).then(s).alias("score"),
        (w != 0).cast(nw.Int64).alias("rows"),
        nw.col("bad").cast(nw.Int64),
    )
    rows = with_places(rows, key)
    present = nw.when(w != 0).then(s)
    cells = collected(
        rows.group_by("first", "place", *groups, drop_null_keys=False).agg(
            *(nw.col(name).sum() for name in ("rows", "weight", "bad")),
            present.min().alias("second"),
            present.max().alias("greatest"),
        )
    )
    refuse_weights(int(cells.get_column("bad").sum() or 0), sample_weight)
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
        msg = (
            f"column {name!r} must be from 0 to 1 for buckets of probabilities; it is from {least!r} to {greatest!r}. "
            'For other scores take key="real".'
        )
        raise ScoreError(msg)


def _with_greatest(state: BucketCurve, cells: nw.DataFrame[Any]) -> BucketCurve:
    """Join the greatest score of each group to its bucket; the state holds the least ones."""
    high = cells.get_column("greatest").to_numpy().astype(np.float64)
    here = np.flatnonzero(~np.isnan(high) & ~absent(cells.get_column("first")).to_numpy())
    places = state.score_key.places(high[here])
    at = len(state.places) - 1 - np.searchsorted(state.places[::-1], places)
    greatest = state.high.copy()
    np.maximum.at(greatest, at, high[here])
    return replace(state, high=greatest)
