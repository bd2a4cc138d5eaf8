"""Columns that a call names, of any frame or file: of a lazy frame each distinct row once, and how often it occurs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.engines.frames.groups import absent, times_of
from concordant.engines.frames.opened import chosen
from concordant.engines.named_columns import frame_of, is_lazy, refuse_unnamed
from concordant.inputs.enum_order import collected
from concordant.inputs.rows import refuse_counted, refuse_missing
from concordant.typing import Missing

if TYPE_CHECKING:
    import narwhals as nw

Spec: TypeAlias = str | Sequence[str]  # the name of one column, or those of several side by side


@dataclass(frozen=True, slots=True)
class NamedRows:
    """
    Rows of some columns.

    Attributes
    ----------
    frame : DataFrame of narwhals
        The columns, in the order in which they were first named.
    places : dict
        Where each name stands among them.
    times : ndarray of int64, or None
        How many rows each of these stands for; None: one.
    """

    frame: nw.DataFrame[Any]
    places: dict[str, int]
    times: npt.NDArray[np.int64] | None = None

    def column(self, name: Spec) -> Any:
        """Return a column, or several as one frame, as their own library has them."""
        if isinstance(name, str):
            return self.frame[:, self.places[name]].to_native()
        several = self.frame[:, [self.places[one] for one in name]]
        return several.rename(dict(zip(several.columns, name, strict=True))).to_native()

    def refuse_gaps(self, columns: Sequence[Spec], weight: str | None, missing: Missing) -> None:
        """Raise for values that a lazy frame lacks, unless such rows are dropped; its rows have no numbers to tell."""
        refuse_missing((), missing)
        if self.times is None or missing == "drop":
            return
        times = self.times
        if weight is not None:
            times = np.where(self.frame[:, self.places[weight]].to_numpy() == 0, 0, times)
        gaps = {name: absent(self.frame[:, self.places[name]]).to_numpy() for name in names_in(columns)}
        found = {name: int(times[gap].sum()) for name, gap in gaps.items()}
        refuse_counted([f"column {name!r} has {lost} missing" for name, lost in found.items() if lost])

    def repeated(self) -> NamedRows:
        """Return every row by itself."""
        if self.times is None:
            return self
        return NamedRows(self.frame[np.repeat(np.arange(len(self.times)), self.times), :], self.places)


def named_rows(data: Any, columns: Sequence[Spec]) -> NamedRows:
    """
    Read the columns of a frame or of files; a lazy frame is grouped by all of them where it lives.

    Groups come in the order of their values, so that draws of a bootstrap do not depend on the engine.

    Raises
    ------
    ColumnError
        If a column does not exist.
    InputTypeError
        If a column is not named.
    """
    wanted = names_in(columns)
    places = {name: place for place, name in enumerate(wanted)}
    frame = frame_of(data, wanted)
    if not is_lazy(frame):
        return NamedRows(frame.select(wanted), places)  # type: ignore[arg-type]  # an eager one
    from narwhals import len as rows

    keys = [f"key {place}" for place in range(len(wanted))]
    named = [chosen(frame, name).alias(key) for name, key in zip(wanted, keys, strict=True)]
    groups = collected(frame.select(*named).group_by(*keys, drop_null_keys=False).agg(rows().alias("rows")))
    groups = _in_order(groups, keys)
    return NamedRows(groups.select(keys), places, times_of(groups))


def _in_order(groups: nw.DataFrame[Any], keys: Sequence[str]) -> nw.DataFrame[Any]:
    """Sort groups by their values; what Arrow cannot sort (lists, maps, intervals of DuckDB) by how it is written."""
    import narwhals as nw

    by = []
    for key in keys:
        kind: Any = groups[key].dtype
        if not (kind.is_nested() or kind in (nw.Unknown, nw.Object)):
            by.append(key)
            continue
        written = [repr(value) for value in groups[key].to_list()]
        by.append(f"written {key}")
        groups = groups.with_columns(nw.new_series(by[-1], written, nw.String(), backend=groups.implementation))
    return groups.sort(*by)


def names_in(columns: Sequence[Spec]) -> list[str]:
    """Return every name once; what is no name is refused."""
    every = [one for name in columns for one in ([name] if isinstance(name, str) else _several(name))]
    return list(dict.fromkeys(every))


def _several(names: Any) -> list[str]:
    if not isinstance(names, (list, tuple)):
        refuse_unnamed([names])
    refuse_unnamed(names)
    return list(names)
