"""Files elsewhere, which Polars reads by their URLs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, Self
from urllib.parse import urlsplit

from concordant.errors import DataFileError
from concordant.sources.batches import LazyRows, reading_frame
from concordant.sources.files import require_polars

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
    _typed: Callable[[Mapping[str, Any]], Any] | None = field(default=None, compare=False)
    _text: frozenset[str] = frozenset()

    def as_text(self, columns: Iterable[str]) -> Self:
        """Return the same; of CSV these columns, of which there may be none, are read as they are written."""
        text = self._text.union(columns).intersection(self.columns)
        if self._typed is None or text == self._text:
            return self
        import polars as pl

        return replace(self, _lazy=self._typed(dict.fromkeys(text, pl.String)), _text=text)

    def with_labels(self, columns: Sequence[str], *, is_text: bool) -> Self:
        """Return the same; labels of CSV are text if they are said to be, or if some of them are."""
        import polars as pl

        if self._typed is None or not set(columns) <= set(self.columns):
            return self
        with reading_frame(", ".join(self.urls)):
            schema = self._lazy.collect_schema()
        some_are = pl.String in {schema[name] for name in columns}
        return self.as_text(columns) if is_text or some_are else self

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

    scans = {_SCANS.get(PurePosixPath(urlsplit(url).path).suffix.lower()) for url in urls}
    (scan_name, *others) = scans
    if others or scan_name is None:
        raise DataFileError(
            f"{urls[0]}: files elsewhere are read if all end in one of {', '.join(_SCANS)}; for others give a lazy "
            "frame, data=polars.scan_parquet(...)."
        )
    text: dict[str, Any] = {"infer_schema_length": _LOOKED_AT} if scan_name in ("scan_csv", "scan_ndjson") else {}
    text |= {"null_values": ""} if scan_name == "scan_csv" else {}
    options = None if storage_options is None else dict(storage_options)

    def typed(types: Mapping[str, Any]) -> Any:
        how = {"schema_overrides": types, **text} if types else text
        return getattr(pl, scan_name)(list(urls), storage_options=options, **how)

    with reading_frame(", ".join(urls)):
        lazy = typed({})
        names = tuple(lazy.collect_schema().names())
    return RemoteScan(tuple(urls), names, lazy, typed if scan_name == "scan_csv" else None)
