"""
A table of states as one Parquet file, and back: any tool can read it and add it up.

``SELECT state, cell, class, SUM(rows), MIN(low), MAX(high) ... GROUP BY state, cell, class`` merges tables. The
metadata of the file hold what was counted, who wrote it, a sum of all rows and a CRC of the content.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.errors import DataFileError, MissingDependencyError, StateFormatError
from concordant.monitoring.definition import GROUP_BITS, LOSS_CELLS, Definition
from concordant.monitoring.long_cells import Ints, LongCells, added_up, distinct_below, packed
from concordant.monitoring.rows_to_cells import Group
from concordant.monitoring.windowed_states import WindowedStates
from concordant.sources.files import panics_unreported

if TYPE_CHECKING:
    import polars as pl

VERSION = 2  # version 1 is the JSON of single states
_KEY = "concordant"
_STATES = ("missing", "labels", "scores", "losses")
_NO_CLASS = -1


def table_bytes(table: WindowedStates, more: Mapping[str, Any]) -> bytes:
    """Return the Parquet file of a table; `more` goes into its metadata."""
    pl = _polars()
    table = type(table).of(table.definition, table.groups, table.cells)  # without groups that hold no row
    definition, cells = table.definition, table.cells
    state, cell, code = _places(definition, cells.key & ((1 << definition.cell_bits) - 1))
    group = (cells.key >> definition.cell_bits) & ((1 << GROUP_BITS) - 1)
    frame: dict[str, Any] = {}
    if definition.window is not None:
        number = cells.key >> (GROUP_BITS + definition.cell_bits)
        for name, starts in (("window_start", number), ("window_end", number + 1)):
            frame[name] = pl.Series(starts * definition.window).cast(pl.Datetime("us", "UTC"))
    for place, name in enumerate(definition.by):
        texts = pl.Series([one[place] for one in table.groups], dtype=pl.String)
        frame[name] = texts.gather(group) if len(texts) else pl.Series([], dtype=pl.String)
    kinds = pl.Series(_STATES, dtype=pl.String)
    frame["state"] = kinds.gather(state) if len(state) else pl.Series([], dtype=pl.String)
    frame["cell"], frame["rows"] = cell, cells.rows
    frame["class"] = pl.Series(code, dtype=pl.Int16).replace(_NO_CLASS, None)
    of_scores = cells.low <= cells.high
    for name, values in (("low", cells.low), ("high", cells.high)):
        frame[name] = pl.Series(np.where(of_scores, values, np.nan)).fill_nan(None)
    order = [*definition.by, "state", "cell", "class", "rows", "low", "high"]
    order = [*(["window_start", "window_end"] if definition.window is not None else []), *order]
    meta = {
        "format": "concordant table of states",
        "version": VERSION,
        "definition": definition.to_dict(),
        "cells": len(cells.key),
        "sum": int(cells.rows.sum()),
        **more,
    }
    meta["meta_crc"] = _crc_of_text(meta)
    text = json.dumps({**meta, "crc": _crc(table, meta)})
    out = BytesIO()
    pl.DataFrame({name: frame[name] for name in order}).write_parquet(out, metadata={_KEY: text}, statistics=True)
    return out.getvalue()


def table_of_bytes(data: bytes, name: str) -> tuple[WindowedStates, dict[str, Any]]:
    """
    Read the Parquet file of a table.

    Returns
    -------
    WindowedStates, dict
        The table, and the metadata beside it.

    Raises
    ------
    DataFileError
        If the file is damaged; the message has its `name`.
    StateFormatError
        If it is of a later version.
    """
    pl = _polars()
    try:
        with panics_unreported():
            text = pl.read_parquet_metadata(BytesIO(data)).get(_KEY)
            frame = pl.read_parquet(BytesIO(data))
    except BaseException as error:
        if isinstance(error, (KeyboardInterrupt, MemoryError)):
            raise
        msg = f"{name} is damaged: it is no whole Parquet file ({str(error).splitlines()[0]})."
        raise DataFileError(msg) from error
    meta = _meta(text, name)
    definition = Definition.from_dict(meta["definition"])
    try:
        table = _table(frame, definition)
    except (pl.exceptions.PolarsError, KeyError, ValueError, TypeError) as error:
        msg = f"{name} is damaged: its columns are not those of a table of states ({error})."
        raise DataFileError(msg) from error
    crc = meta.pop("crc", None)
    if meta["cells"] != len(table.cells.key) or meta["sum"] != int(table.cells.rows.sum()):
        msg = f"{name} is damaged: it should hold {meta['cells']:,} cells, and holds {len(table.cells.key):,}."
        raise DataFileError(msg)
    if crc != _crc(table, meta):
        msg = f"{name} is damaged: its content does not have the CRC that it was written with."
        raise DataFileError(msg)
    return table, meta


def _meta(text: Any, name: str) -> dict[str, Any]:
    try:
        meta = json.loads(text)
        version = meta["version"]
        held = meta["format"] == "concordant table of states" and {"definition", "cells", "sum"} <= meta.keys()
    except (TypeError, ValueError, KeyError) as error:
        msg = f"{name} is no table of states: its metadata do not say what it holds."
        raise DataFileError(msg) from error
    if "meta_crc" in meta and meta["meta_crc"] != _crc_of_text(meta):  # files of the first releases have none
        msg = f"{name} is damaged: its metadata do not have the CRC that they were written with."
        raise DataFileError(msg)
    if not held or type(version) is not int:
        msg = f"{name} is no table of states: its metadata lack a part."
        raise DataFileError(msg)
    if version > VERSION:
        msg = f"{name} is of format {version}, and this version of Concordant reads up to {VERSION}: update it."
        raise StateFormatError(msg)
    return dict(meta)


def _table(frame: pl.DataFrame, definition: Definition) -> WindowedStates:
    """Columns become cells; those that are not known are ignored."""
    starts, pl = definition.starts, _polars()
    kinds = {name: place for place, name in enumerate(_STATES)}
    state = frame["state"].cast(pl.Enum(_STATES)).to_physical().to_numpy().astype(np.int64)
    cell, code = frame["cell"].to_numpy(), frame["class"].fill_null(0).to_numpy().astype(np.int64)
    begins = np.array([starts.get(name, -1) for name in _STATES], np.int64)[state]
    per = np.array([1, 1, definition.classes, 1], np.int64)[state]
    offset = np.where(state == kinds["losses"], code * LOSS_CELLS, np.where(state == kinds["scores"], code, 0))
    place = begins + cell * per + offset
    if len(place) and (begins.min() < 0 or place.min() < 0 or place.max() >= starts["end"]):
        msg = "a cell is none of its definition"
        raise ValueError(msg)
    numbers, groups = _groups(frame, definition)
    window: Any = 0
    if definition.window is not None:
        window = frame["window_start"].dt.timestamp("us").to_numpy() // definition.window
    key = packed(definition, window, numbers, place)
    rows = frame["rows"].to_numpy()
    low = frame["low"].fill_null(np.inf).to_numpy()
    high = frame["high"].fill_null(-np.inf).to_numpy()
    cells = LongCells(key, rows, low, high)
    if not (np.diff(key) > 0).all():  # the groups were in another order, or another tool has sorted the rows
        cells = added_up(cells)
    return WindowedStates.of(definition, groups, cells)


def _groups(frame: pl.DataFrame, definition: Definition) -> tuple[Any, tuple[Group, ...]]:
    if not definition.by or not frame.height:
        return 0, (() if not frame.height else ((),))
    places: Any = np.zeros(frame.height, np.int64)
    found: list[Group] = [()]
    for name in definition.by:
        codes, texts = _coded(frame[name])
        distinct, places = distinct_below(places * len(texts) + codes, len(found) * len(texts))
        every = [(*group, text) for group in found for text in texts]
        found = [every[place] for place in distinct.tolist()]
    return places, tuple(found)


def _coded(column: pl.Series) -> tuple[Any, list[str | None]]:
    """The place of each text among those that occur; None stands last."""
    pl = _polars()
    texts = column.drop_nulls().unique(maintain_order=True)
    codes = column.cast(pl.Enum(texts)).to_physical().cast(pl.Int64).fill_null(len(texts)).to_numpy()
    return codes, [*texts.to_list(), None]


def _places(definition: Definition, cell: Ints) -> tuple[Ints, Ints, Ints]:
    """The state of each cell (as a number), its place there, and its class."""
    starts = definition.starts
    state, place, code = np.zeros_like(cell), cell.copy(), np.full_like(cell, _NO_CLASS)
    for number, name in enumerate(_STATES):
        if name in starts:
            here = cell >= starts[name]
            state[here], place[here] = number, cell[here] - starts[name]
    scores, losses = state == _STATES.index("scores"), state == _STATES.index("losses")
    code[scores], place[scores] = place[scores] % definition.classes, place[scores] // definition.classes
    code[losses], place[losses] = place[losses] // LOSS_CELLS, place[losses] % LOSS_CELLS
    return state, place, code


def _crc(table: WindowedStates, meta: Mapping[str, Any]) -> int:
    """The CRC-32 of what a file holds."""
    found = zlib.crc32(json.dumps([meta, table.groups], sort_keys=True).encode())
    for part in (table.cells.key, table.cells.rows, table.cells.low, table.cells.high):
        found = zlib.crc32(np.ascontiguousarray(part.astype(part.dtype.newbyteorder("<"))).tobytes(), found)
    return found


def _crc_of_text(meta: Mapping[str, Any]) -> int:
    """The CRC-32 of the metadata alone, which says whether a version that nobody knows was written so."""
    own = {name: value for name, value in meta.items() if name not in ("crc", "meta_crc")}
    return zlib.crc32(json.dumps(own, sort_keys=True).encode())


def _polars() -> Any:
    try:
        import polars as pl
    except ModuleNotFoundError as error:
        msg = 'tables of states are written and read by Polars: pip install "concordant[cli]".'
        raise MissingDependencyError(msg) from error
    return pl
