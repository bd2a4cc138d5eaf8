"""Parts of several files below each other."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from concordant.errors import DataFileError
from concordant.inputs.polars_needed import reading
from concordant.inputs.sources import DataFile
from concordant.inputs.text_values import kind_of

if TYPE_CHECKING:
    import polars as pl


def joined(parts: list[tuple[DataFile, pl.DataFrame]], columns: list[str]) -> pl.DataFrame:
    """Put the parts below each other, if the columns hold the same kind of value everywhere."""
    import polars as pl

    for name in columns:
        kinds = {kind: file for file, part in reversed(parts) if (kind := kind_of(part[name])) != "nothing"}
        if len(kinds) > 1:
            (kind, file), (other, second) = list(kinds.items())[:2]
            where = f"{other} in {second.path} and {kind} in {file.path}"
            msg = f"column {name!r} holds {where}; write it the same way everywhere."
            raise DataFileError(msg)
    filled = [part for _, part in parts if part.height] or [parts[0][1]]
    with reading(parts[0][0]):
        return pl.concat(_of_one_type(filled, columns), how="vertical_relaxed", rechunk=True)


def _of_one_type(parts: list[pl.DataFrame], columns: list[str]) -> list[pl.DataFrame]:
    """Categories of different files have no common type but text."""
    import polars as pl

    types = {name: set(chain.from_iterable([part.schema[name]] for part in parts)) for name in columns}
    mixed = [name for name in columns if len(types[name]) > 1 and kind_of(parts[0][name]) == "text"]
    return [part.with_columns(part[name].cast(pl.String) for name in mixed) for part in parts]
