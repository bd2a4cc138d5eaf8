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
from concordant.inputs.missing import refuse_missing
from concordant.inputs.scan import Scan
from concordant.inputs.scores import check_scores
from concordant.states.bucket_curve import BucketCurve
from concordant.states.score_key import ScoreKey
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
    cells = _grouped(wrapped, y_true, y_score, sample_weight, key)
    refuse_weights(int(cells.get_column("bad").sum() or 0), sample_weight)
    cells = cells.filter(nw.col("rows") > 0)
    refuse_lost(cells.rename({"truth": "first", "low": "second"}), (y_true, y_score), missing)
    _refuse_outside(cells, y_score, key)
    weights = None if sample_weight is None else column_of(cells, "w")
    times = None if sample_weight is not None else times_of(cells)
    rows = check_scores(column_of(cells, "truth"), column_of(cells, "low"), sample_weight=weights, times=times, **names)
    return _with_greatest(arrays.bucket_curve(rows, key=key), cells)


def _grouped(
    frame: nw.LazyFrame[Any], y_true: str, y_score: str, sample_weight: str | None, key: ScoreKey
) -> nw.DataFrame[Any]:
    """One aggregation in the frame's own engine: rows, weight, least and greatest score of each class and bucket."""
    import narwhals as nw

    kind = frame.collect_schema()[y_score]
    if not (kind.is_numeric() or kind == nw.Boolean):
        msg = f"column {y_score!r} must hold numbers, not {kind}."
        raise ScoreError(msg)
    score = chosen(frame, y_score).cast(nw.Float64) + 0.0  # one zero
    weight, bad = (nw.lit(1.0), nw.lit(value=False)) if sample_weight is None else weight_of(frame, sample_weight)
    rows = frame.select(chosen(frame, y_true).alias("truth"), score.alias("score"), weight.alias("w"), bad.alias("b"))
    s = nw.col("score")
    lost = s.is_null() | s.is_nan()
    rows = rows.with_columns(
        nw.when(lost).then(None).otherwise(s).alias("score"),
        (nw.col("w") != 0).cast(nw.Int64).alias("rows"),
        nw.col("b").cast(nw.Int64).alias("bad"),
    )
    rows = rows.with_columns(place_of(nw.col("score"), key).alias("place"))
    sums = [nw.col(name).sum().alias(name) for name in ("rows", "w", "bad")]
    present = nw.when(nw.col("w") != 0).then(nw.col("score"))
    ends = [present.min().alias("low"), present.max().alias("high")]
    return rows.group_by("truth", "place", drop_null_keys=False).agg(*sums, *ends).collect()


def place_of(score: nw.Expr, key: ScoreKey) -> nw.Expr:
    """
    Write the place of a score, as `ScoreKey.places` finds it, in arithmetic that is exact in every engine.

    Only comparisons, ``1 - s``, products with powers of two and rounding down: no engine can round otherwise.
    """
    import narwhals as nw

    steps = 1 << key.bits
    upper = score > nw.lit(0.5)
    size = nw.when(upper).then(1.0 - score).otherwise(score) if key.scale == "probability" else score.abs()
    above = key.octaves if key.scale == "real" else 0
    place = (size * 2.0 ** (key.octaves + key.bits)).floor()
    for octave in range(-key.octaves, above):  # from 2**octave on
        offset = float((octave + key.octaves) * steps)
        place = nw.when(size >= 2.0**octave).then((size * 2.0 ** (key.bits - octave)).floor() + offset).otherwise(place)
    if key.scale == "probability":
        return nw.when(upper).then(key.highest - place).otherwise(place).cast(nw.Int64)
    place = nw.when(size >= 2.0**key.octaves).then(float((2 * key.octaves + 1) << key.bits)).otherwise(place)
    place = nw.when(size == float("inf")).then(float(key.highest)).otherwise(place)
    return nw.when(score < 0).then(-1 - place).otherwise(place).cast(nw.Int64)


def _refuse_outside(cells: nw.DataFrame[Any], name: str, key: ScoreKey) -> None:
    """Raise for scores that are no probabilities."""
    if key.scale != "probability" or not len(cells):
        return
    least, greatest = cells.get_column("low").min(), cells.get_column("high").max()
    if least is not None and not 0 <= least <= greatest <= 1:
        msg = (
            f"column {name!r} must be from 0 to 1 for buckets of probabilities; it is from {least!r} to {greatest!r}. "
            'For other scores take key="real".'
        )
        raise ScoreError(msg)


def _with_greatest(state: BucketCurve, cells: nw.DataFrame[Any]) -> BucketCurve:
    """Join the greatest score of each group to its bucket; the state holds the least ones."""
    high = cells.get_column("high").to_numpy().astype(np.float64)
    here = np.flatnonzero(~np.isnan(high) & ~absent(cells.get_column("truth")).to_numpy())
    places = state.score_key.places(high[here])
    at = len(state.places) - 1 - np.searchsorted(state.places[::-1], places)
    greatest = state.high.copy()
    np.maximum.at(greatest, at, high[here])
    return replace(state, high=greatest)
