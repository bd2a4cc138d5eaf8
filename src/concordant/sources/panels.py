"""Ratings in long tables: profiles and tallies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from concordant.errors import (
    DuplicateRatingError,
    EmptyInputError,
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
    check_long_numbers,
    check_raters,
    code_labels,
    refuse_all_missing,
)
from concordant.inputs.scores import measurement_column
from concordant.sources.batches import collected
from concordant.sources.frames import chosen, opened
from concordant.states.numeric_ratings import NumericRatings, RatingMoments
from concordant.states.profiles import Profiles, counted, distinct_rows, grouped, profiles_of_codes, sums_of
from concordant.typing import Frame, Label, NumberArray

if TYPE_CHECKING:
    import narwhals as nw

    from concordant.states.ratings import Ratings
    from concordant.states.tallies import Tallies


R = TypeVar("R", bound="Ratings")
T = TypeVar("T", bound="Tallies")


def ratings_from_long(
    cls: type[R], frame: Frame, *, unit: str, rater: str, label: str, weight: str | None, **how: Any
) -> R:
    """Count the ratings of a long table."""
    import narwhals as nw

    wrapped: Any = opened(frame, (unit, rater, label, weight))
    if isinstance(wrapped, nw.LazyFrame):
        profiles, weights, squares, labels, raters, ordered, missing = lazy_profiles(
            wrapped, (unit, rater, label), weight, **how
        )
        return cls.of_profiles(profiles, weights, squares, labels, raters, ordered=ordered, missing=missing)
    columns = [wrapped.get_column(name).to_native() for name in (unit, rater, label)]
    of_units = None if weight is None else wrapped.get_column(weight).to_native()
    return ratings_of_rows(cls, check_long(*columns, weight=of_units, **how))


def tallies_from_long(cls: type[T], frame: Frame, *, unit: str, label: str, weight: str | None, **how: Any) -> T:
    """Count the ratings of a long table without raters."""
    import narwhals as nw

    wrapped: Any = opened(frame, (unit, label, weight))
    if isinstance(wrapped, nw.LazyFrame):
        return _pushed_down(cls, lazy_counts(wrapped, unit, label, weight, **how))
    columns = [wrapped.get_column(name).to_native() for name in (unit, label)]
    of_units = None if weight is None else wrapped.get_column(weight).to_native()
    rows = check_long(columns[0], None, columns[1], weight=of_units, **how)
    size = len(rows.labels)
    counts = np.bincount(rows.unit * size + rows.code, minlength=rows.units * size).reshape(rows.units, size)
    return cls.from_rows(counts, rows.labels, rows.weights, ordered=rows.ordered)


def ratings_from_triples(
    cls: type[R],
    triples: Iterable[tuple[Label, Label, Label]] | Mapping[Label, Mapping[Label, Label]],
    **how: Any,
) -> R:
    """Count triples (rater, unit, label)."""
    if isinstance(triples, Mapping):
        triples = [(rater, unit, label) for rater, of_units in triples.items() for unit, label in of_units.items()]
    rows = list(triples)
    for place, row in enumerate(rows):
        if not isinstance(row, (tuple, list)) or len(row) != 3:
            msg = f"triples must be (rater, unit, label) each; number {place} is {row!r:.100}."
            raise InputTypeError(msg)
    rater, unit, label = ([row[place] for row in rows] for place in range(3))
    return ratings_of_rows(cls, check_long(unit, rater, label, **how))


def ratings_of_rows(cls: type[R], rows: LongRows) -> R:
    """Group checked ratings by unit, and equal units together."""
    here = np.unique(rows.unit)
    start = np.append(np.searchsorted(rows.unit, here), len(rows.unit)).astype(np.int64)
    every = Profiles(start, rows.rater.astype(np.int32), rows.code.astype(np.int32))
    given, lost, of_units = here, rows.units - len(here), None
    if rows.weights is not None:
        weighed = rows.weights > 0
        lost = int((weighed & ~np.isin(np.arange(rows.units), here)).sum())
        kept = np.flatnonzero(weighed[given])
        every, of_units = every.some(kept), rows.weights[given[kept]]
    profiles, place = grouped(every, len(rows.raters), len(rows.labels))
    weight, squares = counted(place, len(profiles), of_units)
    named = (rows.labels, rows.raters)
    return cls.of_profiles(profiles, weight, squares, *named, ordered=rows.ordered, missing=lost)


def _pushed_down(cls: type[T], parts: tuple[Any, ...]) -> T:
    """Tallies of counts that are distinct already, in no order."""
    counts, weight, squares, labels, ordered = parts
    here = counts.any(1) & (weight > 0)
    first, place = distinct_rows(counts[here], int(counts.max(initial=0)) + 1)
    weights = sums_of(place, len(first), weight[here])
    found = None if squares is None else sums_of(place, len(first), squares[here])
    missing = int(weight[~counts.any(1)].sum()) if squares is None else 0
    return cls(counts[here][first], weights, labels, ordered, found, missing=missing)


# Ratings of a lazy frame: two group-bys where the rows live, and only the distinct profiles or compositions come back.
#
# The first gathers the ratings of each unit, the second counts equal units. Labels and raters that were not declared
# are found by a query of their own.


_MOST_RATERS = 64


def lazy_profiles(
    frame: nw.LazyFrame[Any],
    columns: tuple[str, str, str],
    weight: str | None,
    *,
    labels: Sequence[Label] | None,
    raters: Sequence[Label] | None,
    duplicates: str,
    missing_labels: Sequence[Label],
) -> tuple[Profiles, NumberArray, NumberArray | None, tuple[Label, ...], tuple[Label, ...], bool, int]:
    """Return the parts of `Ratings`: profiles, weight, squares, labels, raters, ordered, missing."""
    import narwhals as nw

    if duplicates != "raise":
        msg = f"duplicates={duplicates!r} needs the rows in their order: collect the frame, or remove doubled ratings."
        raise OptionError(msg)
    unit, rater, label = columns
    known, ordered, names = _labels(frame, label, labels, missing_labels)
    found = _names(frame, rater) if raters is None else check_raters(raters)
    if len(found) > _MOST_RATERS:
        msg = (
            f"a lazy frame is read by raters up to {_MOST_RATERS}, not {len(found)}. Collect it, or take "
            "Tallies.from_long, which need no raters."
        )
        raise OptionError(msg)
    rows = _coded(frame, unit, label, weight, names, rater=rater)
    by_rater = [
        nw.when(nw.col("rater") == name).then(nw.col("code")).otherwise(0).max().alias(f"r{place}")
        for place, name in enumerate(found)
    ]
    other = nw.col("code").sum() * 0 + sum(
        ((nw.col("rater") == name).cast(nw.Int64).sum() for name in found), start=nw.lit(0)
    )
    units = rows.group_by("unit").agg(*by_rater, other.alias("named"), *_of_unit(weight))
    cells = _counted(units, [*(f"r{place}" for place in range(len(found))), "named"], weight)
    codes = np.stack([cells.get_column(f"r{place}").to_numpy() for place in range(len(found))], axis=1).astype(np.int64)
    ratings, rows_of = (cells.get_column(name).to_numpy().astype(np.int64) for name in ("ratings", "rows"))
    if (cells.get_column("named").to_numpy() < rows_of).any():
        msg = "raters occur that raters=[...] does not name. Declare them, or leave their rows out."
        raise LabelError(msg)
    times = cells.get_column("times").to_numpy().astype(np.int64)
    doubled = ((ratings - (codes > 0).sum(1)) * times).sum()
    if doubled:
        msg = f"{int(doubled)} ratings are of a unit that the same rater has rated already. Remove them first."
        raise DuplicateRatingError(msg)
    refuse_all_missing(codes - 1, len(codes))
    profiles, weights, squares, missing = _grouped(codes - 1, len(known), cells, weight)
    return profiles, weights, squares, known, found, ordered, missing


def lazy_counts(
    frame: nw.LazyFrame[Any],
    unit: str,
    label: str,
    weight: str | None,
    *,
    labels: Sequence[Label] | None,
    missing_labels: Sequence[Label],
) -> tuple[NumberArray, NumberArray, NumberArray | None, tuple[Label, ...], bool]:
    """Return distinct counts of labels, how many units have them (or their weights), squares, labels, ordered."""
    import narwhals as nw

    known, ordered, names = _labels(frame, label, labels, missing_labels)
    rows = _coded(frame, unit, label, weight, names)
    keys = [f"k{place}" for place in range(len(known))]
    each = [(nw.col("code") == place + 1).cast(nw.Int64).sum().alias(key) for place, key in enumerate(keys)]
    cells = _counted(rows.group_by("unit").agg(*each, *_of_unit(weight)), keys, weight)
    counts = np.stack([cells.get_column(key).to_numpy() for key in keys], axis=1).astype(np.int64)
    refuse_all_missing(counts - 1, len(counts))
    if weight is None:
        return counts, cells.get_column("times").to_numpy().astype(np.int64), None, known, ordered
    return counts, _floats(cells, "weights"), _floats(cells, "squares"), known, ordered


def _floats(cells: nw.DataFrame[Any], name: str) -> NumberArray:
    return np.asarray(cells.get_column(name).to_numpy(), np.float64)


def _grouped(
    codes: NumberArray, labels: int, cells: nw.DataFrame[Any], weight: str | None
) -> tuple[Profiles, NumberArray, NumberArray | None, int]:
    """Put the cells in the order of profiles."""
    times = cells.get_column("times").to_numpy().astype(np.int64)
    if weight is None:
        profiles, number, _, _, missing = profiles_of_codes(codes, labels, None, times)
        return profiles, number, None, missing
    weights, squares = _floats(cells, "weights"), _floats(cells, "squares")
    here = (weights > 0) & (codes >= 0).any(1)
    profiles, _, _, place, _ = profiles_of_codes(codes[here], labels, None)
    sums = [sums_of(place, len(profiles), part[here]) for part in (weights, squares)]
    return profiles, sums[0], sums[1], int(times[(weights > 0) & ~(codes >= 0).any(1)].sum())


def _coded(
    frame: nw.LazyFrame[Any], unit: str, label: str, weight: str | None, names: Sequence[Any], rater: str | None = None
) -> nw.LazyFrame[Any]:
    """The rows with the code of their label, 1 for the first and 0 for a missing one."""
    import narwhals as nw

    code = sum(
        (
            nw.when(nw.col("label") == name).then(place + 1).otherwise(0)
            for place, name in enumerate(names)
            if name is not None  # a declared label that does not occur
        ),
        start=nw.lit(0),
    )
    named = {"unit": unit, "label": label, "rater": rater, "weight": weight}
    columns = {alias: chosen(frame, name).alias(alias) for alias, name in named.items() if name is not None}
    rows = frame.select(*columns.values())
    if weight is not None:
        rows = rows.with_columns(nw.col("weight").cast(nw.Float64))
    _refuse_gaps(rows, ["unit"] + ([] if rater is None else ["rater"]))
    return rows.with_columns(code.alias("code"))


def _refuse_gaps(rows: nw.LazyFrame[Any], columns: Sequence[str]) -> None:
    import narwhals as nw

    found = rows.select(*(nw.col(name).is_null().cast(nw.Int64).sum().alias(name) for name in columns)).collect()
    for name in columns:
        lost = int(found.get_column(name).to_list()[0] or 0)
        if lost:
            msg = f"{name} has {lost} missing values: say which {name} each rating belongs to."
            raise MissingValuesError(msg)


def _of_unit(weight: str | None) -> list[Any]:
    """What is known of a unit beside its ratings."""
    import narwhals as nw

    made = [(nw.col("code") > 0).cast(nw.Int64).sum().alias("ratings"), nw.len().alias("rows")]
    if weight is not None:
        made += [nw.col("weight").min().alias("least"), nw.col("weight").max().alias("weight")]
    return made


def _counted(units: nw.LazyFrame[Any], keys: Sequence[str], weight: str | None) -> nw.DataFrame[Any]:
    """How many units have the same ratings, and the sums of their weights."""
    import narwhals as nw

    every = [*keys, "ratings", "rows"] if "named" in keys else [*keys, "ratings"]
    sums = [nw.len().alias("times")]
    if weight is not None:
        units = units.with_columns(
            (nw.col("weight") * nw.col("weight")).alias("squares"),
            ((nw.col("weight") != nw.col("least")) | ~(nw.col("weight") >= 0)).cast(nw.Int64).alias("bad"),
        )
        sums += [nw.col("weight").sum().alias("weights"), nw.col("squares").sum(), nw.col("bad").sum()]
    cells = units.group_by(*every).agg(*sums).collect()
    if weight is not None and int(cells.get_column("bad").sum() or 0):
        msg = f"the weight {weight!r} of a unit must be 0 or more, and the same in all of its rows."
        raise WeightError(msg)
    return cells


def _labels(
    frame: nw.LazyFrame[Any], label: str, declared: Sequence[Label] | None, missing_labels: Sequence[Label]
) -> tuple[tuple[Label, ...], bool, list[Any]]:
    """The labels, whether they are ordered, and the values of the column that stand for each."""
    found = collected(frame.select(chosen(frame, label).alias("label")).unique()).get_column("label")
    coded = code_labels(encode(found.to_native(), label), declared, label, missing_labels)
    values: list[Any] = [None] * len(coded.labels)
    for value, code in zip(found.to_list(), coded.codes.tolist(), strict=True):
        if code >= 0:
            values[code] = value
    return coded.labels, coded.ordered, values


def _names(frame: nw.LazyFrame[Any], rater: str) -> tuple[Label, ...]:

    found = frame.select(chosen(frame, rater).alias("rater")).unique().collect().get_column("rater").to_list()
    return tuple(in_order({name for name in found if name is not None}))


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
    units, people, numbers = (wrapped.get_column(name).to_native() for name in (unit, rater, rating))
    values = np.asarray(measurement_column(numbers, rating), np.float64)
    if np.isinf(values).any():
        msg = f"{rating} must hold finite numbers; row {int(np.isinf(values).argmax())} does not."
        raise ScoreError(msg)
    if len(values) and np.isnan(values).all():
        msg = "every rating is missing: there is nothing to measure. Are the missing markers what you mean?"
        raise EmptyInputError(msg)
    of_units = None if weight is None else wrapped.get_column(weight).to_native()
    rows = check_long_numbers(units, people, ~np.isnan(values), weight=of_units, raters=raters, duplicates=duplicates)
    table = np.full((rows.units, len(rows.raters)), np.nan)
    table[rows.unit, rows.rater] = values[rows.code]
    kept = ~np.isnan(table).all(1)
    weighed = np.ones(len(kept), np.bool_) if rows.weights is None else rows.weights > 0
    missing = int((~kept & weighed).sum())
    here = kept & weighed
    weights = None if rows.weights is None else rows.weights[here]
    return NumericRows(table[here], rows.raters, weights, here, missing)
