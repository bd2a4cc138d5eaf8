"""Ratings in long tables: profiles and tallies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from concordant.errors import InputTypeError, OptionError, ScoreError
from concordant.inputs.numeric_ratings import NumericRows
from concordant.inputs.ratings import LongRows, check_long, check_long_codes
from concordant.inputs.scores import measurement_column
from concordant.sources.frames import column_of, rows_in_memory
from concordant.states.numeric_ratings import NumericRatings, RatingMoments
from concordant.states.profiles import Places, Profiles, counted, distinct_rows, grouped
from concordant.typing import Frame, Label

if TYPE_CHECKING:
    from concordant.states.ratings import Ratings
    from concordant.states.tallies import Tallies


R = TypeVar("R", bound="Ratings")
T = TypeVar("T", bound="Tallies")


def ratings_from_long(
    cls: type[R], frame: Frame, *, unit: str, rater: str, label: str, weight: str | None, **how: Any
) -> R:
    """Count the ratings of a long table."""
    *columns, of_units = _columns(frame, (unit, rater, label, weight), how["duplicates"])
    return ratings_of_rows(cls, check_long(*columns, weight=of_units, **how))[0]


def _columns(frame: Frame, names: Sequence[str | None], duplicates: str = "raise") -> list[Any]:
    """Return columns as their own library has them. Those of a lazy frame, whose rows have no order, are collected."""
    rows, is_lazy = rows_in_memory(frame, names)
    if is_lazy and duplicates != "raise":
        msg = f"duplicates={duplicates!r} needs the rows in their order: collect the frame, or remove doubled ratings."
        raise OptionError(msg)
    return [column_of(rows, name) for name in names]


def tallies_from_long(cls: type[T], frame: Frame, *, unit: str, label: str, weight: str | None, **how: Any) -> T:
    """Count the ratings of a long table without raters."""
    units, labels, of_units = _columns(frame, (unit, label, weight))
    return tallies_of_rows(cls, check_long(units, None, labels, weight=of_units, **how))[0]


def tallies_of_rows(cls: type[T], rows: LongRows) -> tuple[T, Places]:
    """Count checked ratings by unit; and the composition of each unit, -1 where nobody rated it."""
    size = len(rows.labels)
    counts = np.bincount(rows.unit * size + rows.code, minlength=rows.units * size).reshape(rows.units, size)
    rated, composition = counts.any(1), np.full(rows.units, -1, np.intp)
    composition[rated] = distinct_rows(counts[rated], int(counts.max(initial=0)) + 1)[1]
    return cls.from_rows(counts, rows.labels, rows.weights, ordered=rows.ordered), composition


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
    return ratings_of_rows(cls, check_long(unit, rater, label, **how))[0]


def ratings_of_rows(cls: type[R], rows: LongRows) -> tuple[R, Places]:
    """Group checked ratings by unit, and equal units together; and the profile of each unit, -1 where there is none."""
    rated = np.unique(rows.unit)
    start = np.append(np.searchsorted(rows.unit, rated), len(rows.unit)).astype(np.int64)
    of_units = Profiles(start, rows.rater.astype(np.int32), rows.code.astype(np.int32))
    unrated, weights = rows.units - len(rated), None
    if rows.weights is not None:
        weighted = rows.weights > 0
        unrated = int((weighted & ~np.isin(np.arange(rows.units), rated)).sum())
        kept = np.flatnonzero(weighted[rated])
        of_units, rated = of_units.some(kept), rated[kept]
        weights = rows.weights[rated]
    profiles, index = grouped(of_units, len(rows.raters), len(rows.labels))
    weight, squares = counted(index, len(profiles), weights)
    place = np.full(rows.units, -1, np.intp)
    place[rated] = index
    rest: Any = {"ordered": rows.ordered, "missing": unrated}
    return cls.of_profiles(profiles, weight, squares, rows.labels, rows.raters, **rest), place


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
    units, people, numbers, of_units = _columns(frame, (unit, rater, rating, weight), duplicates)
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
