"""Ratings and tallies from long tables: of eager frames the columns are read, lazy ones are grouped where they live."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from concordant.engines.frames.grouped_panels import lazy_counts, lazy_profiles
from concordant.engines.frames.opened import opened
from concordant.errors import InputTypeError
from concordant.inputs.ratings import LongRows, check_long
from concordant.states.profiles import Profiles, counted, distinct_rows, grouped, sums_of
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
