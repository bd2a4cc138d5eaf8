"""Columns of a batch as arrays, in the pieces of memory that a reader left them in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

if TYPE_CHECKING:
    import polars as pl


def in_chunks(*columns: pl.Series) -> Iterator[list[npt.NDArray[Any]]]:
    """Yield the rows of columns of numbers without gaps as arrays: views of each chunk, where all are cut alike."""
    chunks = [one.get_chunks() for one in columns]
    if len({tuple(map(len, one)) for one in chunks}) > 1:
        chunks = [[one.rechunk()] for one in columns]
    for some in zip(*chunks, strict=True):
        yield [one.to_numpy() for one in some]
