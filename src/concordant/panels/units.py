"""The units of a panel one by one: what each was rated, its name, and its place among the distinct profiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, LengthError, OptionError, RaterIdentityError
from concordant.inputs.arrays import index_of, refuse_other_order
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import Encoded
from concordant.inputs.ratings import check_long, check_wide, is_frame, opened_frame
from concordant.names import require_columns
from concordant.sources.panels import ratings_of_rows, tallies_of_rows
from concordant.states import Counts, Ratings, Tallies
from concordant.typing import Column, FloatArray, Label

Indices = npt.NDArray[np.intp]
FORGOTTEN = "A state keeps no names of units: each row is a distinct profile. For named units give the matrix or frame."


@dataclass(frozen=True)
class RatedUnits:
    """
    The ratings of units.

    Attributes
    ----------
    state : Ratings or Tallies
        All units, counted.
    place : ndarray of int, shape (n,)
        The profile (of Tallies: the composition) of each unit, -1 of units that nobody rated or that have no weight.
        Of a state each profile is one row.
    names : tuple
        What the units are called: the values of their column, else of the index of pandas, else their number; of a
        state none.
    rows : bool
        Whether the rows are units: False where a state was given, whose units are counted.
    """

    state: Ratings | Tallies
    place: Indices
    names: tuple[Label, ...]
    rows: bool

    @property
    def rated(self) -> npt.NDArray[np.bool_]:
        """Which units somebody rated."""
        rated: npt.NDArray[np.bool_] = self.place >= 0
        return rated

    @property
    def tallies(self) -> Tallies:
        """How often each label was given, of the distinct compositions."""
        return self.state.tallies() if isinstance(self.state, Ratings) else self.state

    @property
    def composition(self) -> Indices:
        """The composition of each unit, -1 of units that nobody rated."""
        if not isinstance(self.state, Ratings) or not len(self.state.profiles):
            return self.place
        return np.where(self.rated, self.state.compositions()[self.place], -1)

    @property
    def weight(self) -> FloatArray:
        """How many units each row stands for."""
        if self.rows:
            return np.ones(len(self.place))
        return np.asarray(self.state.weight, np.float64)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels in their order."""
        return self.state.labels

    def known_raters(self, what: str) -> Ratings:
        """Return the state, for `what`; raise where it is not known who rated."""
        if not isinstance(self.state, Ratings):
            msg = f"{what} to know who rated, and these ratings are anonymous: give rater=, or Ratings."
            raise RaterIdentityError(msg)
        return self.state


def read_units(
    data: Any,
    *,
    unit: Any = None,
    rater: str | None = None,
    label: str | None = None,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    cluster: Column | None = None,
    missing_labels: Sequence[Label] = (),
    duplicates: str = "raise",
) -> RatedUnits:
    """
    Read units: wide (a matrix or a frame, a row a unit), long (`label` names the column of ratings), or a state.

    Of wide data `unit` is the names of the units: a column, or its name in the frame.
    """
    if label is None and duplicates != "raise":
        msg = f"duplicates={duplicates!r} is of a row a rating: name the columns unit=, rater= and label=."
        raise OptionError(msg)
    if isinstance(data, Counts) and not data.stack:
        data = data.panel()
    if isinstance(data, (Ratings, Tallies)):
        options: dict[str, Any] = {"unit": unit, "rater": rater, "label": label, "raters": raters, "labels": labels}
        options |= {"sample_weight": sample_weight, "cluster": cluster}
        return _from_state(data, [name for name, value in options.items() if value is not None])
    if label is not None or rater is not None:
        if label is None or not isinstance(unit, str):
            raise OptionError("a row a rating needs unit= and label=, the names of two columns (and rater=).")
        if sample_weight is not None or cluster is not None:
            raise OptionError("weights and clusters are of wide data, where every row is a unit.")
        how: dict[str, Any] = {"labels": labels, "raters": raters, "missing_labels": missing_labels}
        return _read_long(data, unit, rater, label, duplicates=duplicates, **how)
    how = {"labels": labels, "sample_weight": sample_weight, "missing_labels": missing_labels}
    return _read_wide(data, unit, raters, cluster, how)


def _from_state(state: Ratings | Tallies, names: list[str]) -> RatedUnits:
    if names:
        msg = f"{names[0]}= says how rows are read, and {type(state).__name__} have none: give the matrix or the frame."
        raise OptionError(msg)
    if state.stack:
        raise OptionError("this is about one panel: take those of a stack one by one, state[place].")
    return RatedUnits(state, np.arange(state.weight.shape[-1]), (), rows=False)


def _read_long(data: Any, unit: str, rater: str | None, label: str, **how: Any) -> RatedUnits:
    frame, names = opened_frame(data, what="a row a rating is read from an eager frame"), (unit, rater, label)
    require_columns(frame.columns, list(filter(None, names)))
    rows = check_long(*(None if name is None else frame.get_column(name).to_native() for name in names), **how)
    state: Ratings | Tallies
    state, place = tallies_of_rows(Tallies, rows) if rater is None else ratings_of_rows(Ratings, rows)
    return RatedUnits(state, place, tuple(rows.names), rows=True)


def _read_wide(data: Any, unit: Any, raters: Any, cluster: Any, how: dict[str, Any]) -> RatedUnits:
    named = isinstance(unit, str)
    if named and raters is None:
        raters = _other_columns(data, unit)
    refuse_other_order(data, (cluster, unit), ("cluster", "unit"), how["sample_weight"], what="ratings")
    rows = check_wide(data, raters=raters, each=True, **how)
    state, place = Ratings.with_places(rows, cluster)
    return RatedUnits(state, place, names_of_units(data, unit, len(rows.codes)), rows=True)


def _other_columns(data: Any, unit: str) -> list[Any]:
    if not is_frame(data):
        msg = f"unit={unit!r} is the name of a column, and there is no frame: give the names of the units."
        raise InputTypeError(msg)
    columns = opened_frame(data).columns
    if unit not in columns and _is_index(data, unit):
        return list(columns)
    require_columns(columns, [unit])
    return [name for name in columns if name != unit]


def _is_index(data: Any, unit: str) -> bool:
    index = index_of(data)
    return index is not None and index.name == unit


def names_of_units(data: Any, unit: Any, size: int) -> tuple[Label, ...]:
    """
    What the rows of wide data are called: as `unit` says, else by the index of a frame of pandas, else by their number.

    An index with repeats, as that of frames set one below the other, does not name units.
    """
    index = index_of(data)
    if unit is None:
        return tuple(range(size) if index is None or not index.is_unique else index.tolist())
    if isinstance(unit, str) and unit not in data.columns and _is_index(data, unit):
        unit = index.tolist()
    elif isinstance(unit, str):
        unit = opened_frame(data).get_column(unit).to_native()
    names = values_of(encode(unit, "unit"))
    if len(names) != size:
        raise LengthError(f"unit must name every row: expected {size} names, got {len(names)}.")
    return tuple(names)


def values_of(column: Encoded) -> list[Any]:
    """The values of a column that was encoded."""
    return column.values.tolist() if column.names is None else [column.names[code] for code in column.values]
