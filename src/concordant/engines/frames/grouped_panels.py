"""
Ratings of a lazy frame: two group-bys where the rows live, and only the distinct profiles or compositions come back.

The first gathers the ratings of each unit, the second counts equal units. Labels and raters that were not declared are
found by a query of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.engines.frames.opened import chosen
from concordant.errors import DuplicateRatingError, LabelError, MissingValuesError, OptionError, WeightError
from concordant.inputs.encoding import encode
from concordant.inputs.enum_order import collected
from concordant.inputs.label_values import in_order
from concordant.inputs.ratings import check_raters, code_labels, refuse_all_missing
from concordant.states.profiles import Profiles, profiles_of_codes, sums_of
from concordant.typing import Label, NumberArray

if TYPE_CHECKING:
    import narwhals as nw

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
