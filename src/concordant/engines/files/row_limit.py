"""From how many rows on files are read in batches wherever that gives the same answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from concordant.inputs.files import count_rows
from concordant.inputs.lazy_rows import LazyRows
from concordant.inputs.sources import DataFile

if TYPE_CHECKING:
    import narwhals as nw

MOST_ROWS = 2_000_000  # of which intervals are taken, where a state does not tell how much its rows vary


def many_rows(files: Sequence[DataFile] | LazyRows) -> bool:
    """Whether there are more than two million rows, or it is not known how many (compressed text)."""
    rows = files.count() if isinstance(files, LazyRows) else count_rows(files)
    return rows is None or rows > MOST_ROWS


def has_many_rows(frame: nw.LazyFrame[Any]) -> bool:
    """Whether a lazy frame has more than two million rows, which its engine counts."""
    return rows_of_frame(frame) > MOST_ROWS


def rows_of_frame(frame: nw.LazyFrame[Any]) -> int:
    """Count the rows of a lazy frame in its engine."""
    import narwhals as nw

    return int(frame.select(nw.len().alias("rows")).collect().item())
