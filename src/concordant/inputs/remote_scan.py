"""Files of columns at other places than this computer: Polars finds and reads them, batch by batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from concordant.errors import DataFileError
from concordant.inputs.lazy_rows import LazyRows, reading
from concordant.inputs.polars_needed import require_polars

_LOOKED_AT = 10_000  # rows of text by which Polars tells what a column holds
_SCANS = {
    ".parquet": "scan_parquet",
    ".pq": "scan_parquet",
    ".csv": "scan_csv",
    ".ndjson": "scan_ndjson",
    ".jsonl": "scan_ndjson",
    ".arrow": "scan_ipc",
    ".ipc": "scan_ipc",
    ".feather": "scan_ipc",
}


@dataclass(frozen=True, slots=True, repr=False)
class RemoteScan:
    """
    Files of columns elsewhere. `scan` makes it of URLs.

    Attributes
    ----------
    urls : tuple of str
        As they were given; a pattern stays one.
    columns : tuple of str
        The names of the columns.
    """

    urls: tuple[str, ...]
    columns: tuple[str, ...]
    _lazy: Any = field(compare=False)

    @property
    def rows(self) -> int:
        """All rows; of text they are counted by reading it."""
        return LazyRows(self._lazy, self.columns).count()

    def frame(self) -> Any:
        """Return the rows as a lazy frame of Polars, for questions of your own."""
        return self._lazy

    def __repr__(self) -> str:
        """How many URLs and columns there are."""
        s = "" if len(self.urls) == 1 else f" and {len(self.urls) - 1} more"
        return f"<RemoteScan of {self.urls[0]}{s}: {len(self.columns)} columns>"


def is_url(source: Any) -> bool:
    """Whether this is the address of a file elsewhere, or a list that begins with one."""
    if isinstance(source, (list, tuple)):
        return bool(source) and is_url(source[0])
    return isinstance(source, str) and "://" in source


def scan_remote(urls: Sequence[str], storage_options: Mapping[str, Any] | None = None) -> RemoteScan:
    """
    Look at the names of the columns of files elsewhere.

    Raises
    ------
    DataFileError
        If there is no such file, it cannot be reached or read, or its ending does not tell its kind.
    """
    require_polars()
    import polars as pl

    ways = {_SCANS.get(PurePosixPath(urlsplit(url).path).suffix.lower()) for url in urls}
    (way, *others) = ways
    if others or way is None:
        msg = (
            f"{urls[0]}: files elsewhere are read if all end in one of {', '.join(_SCANS)}; for others give a lazy "
            "frame, data=polars.scan_parquet(...)."
        )
        raise DataFileError(msg)
    text: dict[str, Any] = {"infer_schema_length": _LOOKED_AT} if way in ("scan_csv", "scan_ndjson") else {}
    text |= {"null_values": ""} if way == "scan_csv" else {}
    options = None if storage_options is None else dict(storage_options)
    with reading(", ".join(urls)):
        lazy = getattr(pl, way)(list(urls), storage_options=options, **text)
        names = tuple(lazy.collect_schema().names())
    return RemoteScan(tuple(urls), names, lazy)
