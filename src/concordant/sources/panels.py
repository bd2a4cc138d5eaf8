"""Ratings in long tables: profiles and tallies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from concordant.errors import (
    DuplicateRatingError,
    InputTypeError,
    LabelError,
    MissingValuesError,
    OptionError,
    ScoreError,
    WeightError,
)
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import in_order
from concordant.inputs.numeric_ratings import NumericRows
from concordant.inputs.ratings import (
    LongRows,
    check_long,
    check_long_codes,
    check_raters,
    code_labels,
    refuse_all_missing,
)
from concordant.inputs.scores import measurement_column
from concordant.sources.batches import collected
from concordant.sources.frames import chosen, column_of, opened
from concordant.states.numeric_ratings import NumericRatings, RatingMoments
from concordant.states.profiles import Profiles, counted, distinct_rows, grouped, profiles_of_codes, sums_of
from concordant.typing import Frame, Label, NumberArray

if TYPE_CHECKING:
    import narwhals as nw

    from concordant.states.ratings import Ratings
    from concordant.states.tallies import Tallies


R = TypeVar("R", bound="Ratings")
T = TypeVar("T", bound="Tallies")

_MOST_RATERS = 64


def ratings_from_long(
    cls: type[R], frame: Frame, *, unit: str, rater: str, label: str, weight: str | None, **how: Any
) -> R:
    """Count the ratings of a long table."""
    import narwhals as nw

    wrapped: Any = opened(frame, (unit, rater, label, weight))
    if isinstance(wrapped, nw.LazyFrame):
        return _ratings_of_lazy(cls, wrapped, (unit, rater, label), weight, **how)
    *columns, of_units = (column_of(wrapped, name) for name in (unit, rater, label, weight))
    return ratings_of_rows(cls, check_long(*columns, weight=of_units, **how))


def tallies_from_long(cls: type[T], frame: Frame, *, unit: str, label: str, weight: str | None, **how: Any) -> T:
    """Count the ratings of a long table without raters."""
    import narwhals as nw

    wrapped: Any = opened(frame, (unit, label, weight))
    if isinstance(wrapped, nw.LazyFrame):
        return _tallies_of_lazy(cls, wrapped, unit, label, weight, **how)
    units, labels, of_units = (column_of(wrapped, name) for name in (unit, label, weight))
    rows = check_long(units, None, labels, weight=of_units, **how)
    size = len(rows.labels)
    counts = np.bincount(rows.unit * size + rows.code, minlength=rows.units * size).reshape(rows.units, size)
    return cls.from_rows(counts, rows.labels, rows.weights, ordered=rows.ordered)


def ratings_from_triples(
    cls: type[R], triples: Iterable[tuple[Label, Label, Label]] | Mapping[Label, Mapping[Label, Label]], **how: Any
) -> R:
    """Count triples (rater, unit, label)."""
    if isinstance(triples, Mapping):
        triples = [(rater, unit, label) for rater, of_units in triples.items() for unit, label in of_units.items()]
    rows = list(triples)
    for index, row in enumerate(rows):
        if not isinstance(row, (tuple, list)) or len(row) != 3:
            raise InputTypeError(f"triples must be (rater, unit, label) each; number {index} is {row!r:.100}.")
    rater, unit, label = ([row[k] for row in rows] for k in range(3))
    return ratings_of_rows(cls, check_long(unit, rater, label, **how))


def ratings_of_rows(cls: type[R], rows: LongRows) -> R:
    """Group checked ratings by unit, and equal units together."""
    rated = np.unique(rows.unit)
    start = np.append(np.searchsorted(rows.unit, rated), len(rows.unit)).astype(np.int64)
    of_units = Profiles(start, rows.rater.astype(np.int32), rows.code.astype(np.int32))
    unrated, weights = rows.units - len(rated), None
    if rows.weights is not None:
        weighted = rows.weights > 0
        unrated = int((weighted & ~np.isin(np.arange(rows.units), rated)).sum())
        kept = np.flatnonzero(weighted[rated])
        of_units, weights = of_units.some(kept), rows.weights[rated[kept]]
    profiles, index = grouped(of_units, len(rows.raters), len(rows.labels))
    weight, squares = counted(index, len(profiles), weights)
    return cls.of_profiles(profiles, weight, squares, rows.labels, rows.raters, ordered=rows.ordered, missing=unrated)


# Ratings of a lazy frame: two group-bys where the rows live, and only the distinct profiles or compositions come back.
#
# The first gathers the ratings of each unit, the second counts equal units. Labels and raters that were not declared
# are found by a query of their own.


def _ratings_of_lazy(
    cls: type[R],
    frame: nw.LazyFrame[Any],
    columns: tuple[str, str, str],
    weight: str | None,
    *,
    labels: Sequence[Label] | None,
    raters: Sequence[Label] | None,
    duplicates: str,
    missing_labels: Sequence[Label],
) -> R:
    import narwhals as nw

    if duplicates != "raise":
        msg = f"duplicates={duplicates!r} needs the rows in their order: collect the frame, or remove doubled ratings."
        raise OptionError(msg)
    unit, rater, label = columns
    classes, ordered, values = _labels(frame, label, labels, missing_labels)
    if raters is None:
        people = frame.select(chosen(frame, rater).alias("rater")).unique().collect().get_column("rater").to_list()
        raters = tuple(in_order({name for name in people if name is not None}))
    else:
        raters = check_raters(raters)
    if len(raters) > _MOST_RATERS:
        raise OptionError(
            f"a lazy frame is read by raters up to {_MOST_RATERS}, not {len(raters)}. Collect it, or take "
            "Tallies.from_long, which need no raters."
        )
    rows = _encoded(frame, unit, label, weight, values, rater=rater)
    keys = [f"r{index}" for index in range(len(raters))]
    by_rater = [
        nw.when(nw.col("rater") == name).then(nw.col("code")).otherwise(0).max().alias(key)
        for key, name in zip(keys, raters, strict=True)
    ]
    of_named = nw.col("code").sum() * 0 + sum(
        ((nw.col("rater") == name).cast(nw.Int64).sum() for name in raters), start=nw.lit(0)
    )
    units = rows.group_by("unit").agg(*by_rater, of_named.alias("named"), *_of_unit(weight))
    cells = _counted(units, [*keys, "named"], weight)
    codes = np.stack([cells.get_column(key).to_numpy() for key in keys], axis=1).astype(np.int64) - 1
    ratings, rows_of, times = (
        cells.get_column(name).to_numpy().astype(np.int64) for name in ("ratings", "rows", "times")
    )
    if (cells.get_column("named").to_numpy() < rows_of).any():
        raise LabelError("raters occur that raters=[...] does not name. Declare them, or leave their rows out.")
    doubled = ((ratings - (codes >= 0).sum(1)) * times).sum()
    if doubled:
        msg = f"{int(doubled)} ratings are of a unit that the same rater has rated already. Remove them first."
        raise DuplicateRatingError(msg)
    refuse_all_missing(codes >= 0)
    if weight is None:
        profiles, weights, _, _, missing = profiles_of_codes(codes, len(classes), None, times)
        return cls.of_profiles(profiles, weights, None, classes, raters, ordered=ordered, missing=missing)
    weights, squares = _floats(cells, "weights"), _floats(cells, "squares")
    rated = (codes >= 0).any(1)
    kept = (weights > 0) & rated
    profiles, _, _, index, _ = profiles_of_codes(codes[kept], len(classes), None)
    weights, squares = (sums_of(index, len(profiles), part[kept]) for part in (weights, squares))
    missing = int(times[(_floats(cells, "weights") > 0) & ~rated].sum())
    return cls.of_profiles(profiles, weights, squares, classes, raters, ordered=ordered, missing=missing)


def _tallies_of_lazy(
    cls: type[T],
    frame: nw.LazyFrame[Any],
    unit: str,
    label: str,
    weight: str | None,
    *,
    labels: Sequence[Label] | None,
    missing_labels: Sequence[Label],
) -> T:
    import narwhals as nw

    classes, ordered, values = _labels(frame, label, labels, missing_labels)
    rows = _encoded(frame, unit, label, weight, values)
    keys = [f"k{k}" for k in range(len(classes))]
    of_label = [(nw.col("code") == k + 1).cast(nw.Int64).sum().alias(key) for k, key in enumerate(keys)]
    cells = _counted(rows.group_by("unit").agg(*of_label, *_of_unit(weight)), keys, weight)
    counts = np.stack([cells.get_column(key).to_numpy() for key in keys], axis=1).astype(np.int64)
    refuse_all_missing(counts > 0)
    weights: NumberArray = cells.get_column("times").to_numpy().astype(np.int64)
    rated, missing, squares = counts.any(1), 0, None
    if weight is None:
        missing = int(weights[~rated].sum())
    else:
        weights = _floats(cells, "weights")
    kept = rated & (weights > 0)
    first, index = distinct_rows(counts[kept], int(counts.max(initial=0)) + 1)
    if weight is not None:
        squares = sums_of(index, len(first), _floats(cells, "squares")[kept])
    sums = sums_of(index, len(first), weights[kept])
    return cls(counts[kept][first], sums, classes, ordered, squares, missing=missing)


def _floats(cells: nw.DataFrame[Any], name: str) -> NumberArray:
    return np.asarray(cells.get_column(name).to_numpy(), np.float64)


def _encoded(
    frame: nw.LazyFrame[Any], unit: str, label: str, weight: str | None, values: Sequence[Any], rater: str | None = None
) -> nw.LazyFrame[Any]:
    """The rows with the code of their label, 1 for the first and 0 for a missing one."""
    import narwhals as nw

    code = sum(
        (
            nw.when(nw.col("label") == value).then(k + 1).otherwise(0)
            for k, value in enumerate(values)
            if value is not None  # a declared label that does not occur
        ),
        start=nw.lit(0),
    )
    named = {"unit": unit, "label": label, "rater": rater, "weight": weight}
    rows = frame.select(*(chosen(frame, name).alias(alias) for alias, name in named.items() if name is not None))
    if weight is not None:
        rows = rows.with_columns(nw.col("weight").cast(nw.Float64))
    required = ["unit"] if rater is None else ["unit", "rater"]
    sums = rows.select(*(nw.col(name).is_null().cast(nw.Int64).sum().alias(name) for name in required)).collect()
    for name in required:
        missing = int(sums.get_column(name).to_list()[0] or 0)
        if missing:
            raise MissingValuesError(f"{name} has {missing} missing values: say which {name} each rating belongs to.")
    return rows.with_columns(code.alias("code"))


def _of_unit(weight: str | None) -> list[Any]:
    """Aggregates of a unit beside its labels: how many ratings and rows it has, and its weight."""
    import narwhals as nw

    sums = [(nw.col("code") > 0).cast(nw.Int64).sum().alias("ratings"), nw.len().alias("rows")]
    if weight is not None:
        sums += [nw.col("weight").min().alias("least"), nw.col("weight").max().alias("weight")]
    return sums


def _counted(units: nw.LazyFrame[Any], keys: Sequence[str], weight: str | None) -> nw.DataFrame[Any]:
    """How many units have the same ratings, and the sums of their weights."""
    import narwhals as nw

    of_units = [*keys, "ratings", "rows"] if "named" in keys else [*keys, "ratings"]
    sums = [nw.len().alias("times")]
    if weight is not None:
        units = units.with_columns(
            (nw.col("weight") * nw.col("weight")).alias("squares"),
            ((nw.col("weight") != nw.col("least")) | ~(nw.col("weight") >= 0)).cast(nw.Int64).alias("bad"),
        )
        sums += [nw.col("weight").sum().alias("weights"), nw.col("squares").sum(), nw.col("bad").sum()]
    cells = units.group_by(*of_units).agg(*sums).collect()
    if weight is not None and int(cells.get_column("bad").sum() or 0):
        raise WeightError(f"the weight {weight!r} of a unit must be 0 or more, and the same in all of its rows.")
    return cells


def _labels(
    frame: nw.LazyFrame[Any], label: str, declared: Sequence[Label] | None, missing_labels: Sequence[Label]
) -> tuple[tuple[Label, ...], bool, list[Any]]:
    """The labels, whether they are ordered, and the values of the column that stand for each."""
    column = collected(frame.select(chosen(frame, label).alias("label")).unique()).get_column("label")
    encoded = code_labels(encode(column.to_native(), label), declared, label, missing_labels)
    values: list[Any] = [None] * len(encoded.labels)
    for value, code in zip(column.to_list(), encoded.codes.tolist(), strict=True):
        if code >= 0:
            values[code] = value
    return encoded.labels, encoded.ordered, values


def moments_from_long(frame: Frame, **how: Any) -> RatingMoments:
    """Sum the ratings of a long table."""
    return NumericRatings.from_long(frame, **how).moments()


def numeric_rows_from_long(
    frame: Frame,
    *,
    unit: str,
    rater: str,
    rating: str,
    weight: str | None,
    raters: Sequence[Label] | None,
    duplicates: str,
) -> NumericRows:
    """Lay the ratings of a long table out, a row a unit and a column a rater."""
    import narwhals as nw

    wrapped: Any = opened(frame, (unit, rater, rating, weight))
    if isinstance(wrapped, nw.LazyFrame):
        msg = "numbers of a lazy long table are not grouped where they live: collect it first, frame.collect()."
        raise InputTypeError(msg)
    units, people, numbers, of_units = (column_of(wrapped, name) for name in (unit, rater, rating, weight))
    values = np.asarray(measurement_column(numbers, rating), np.float64)
    if np.isinf(values).any():
        raise ScoreError(f"{rating} must hold finite numbers; row {int(np.isinf(values).argmax())} does not.")
    how: Any = {"weight": of_units, "raters": raters, "duplicates": duplicates}
    rows = check_long_codes(units, people, np.arange(len(values)), ~np.isnan(values), "rating", **how)
    table = np.full((rows.units, len(rows.raters)), np.nan)
    table[rows.unit, rows.rater] = values[rows.code]
    rated = ~np.isnan(table).all(1)
    weighted = np.ones(len(rated), np.bool_) if rows.weights is None else rows.weights > 0
    kept = rated & weighted
    weights = None if rows.weights is None else rows.weights[kept]
    return NumericRows(table[kept], rows.raters, weights, kept, int((~rated & weighted).sum()))
