"""Where the files stand that tests read, how tests write frames to files, and in which batches they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).resolve().parents[1]

WRITERS: dict[str, Callable[[Any, Path], Any]] = {
    "csv": lambda frame, path: frame.write_csv(path),
    "parquet": lambda frame, path: frame.write_parquet(path),
    "ndjson": lambda frame, path: frame.write_ndjson(path),
    "arrow": lambda frame, path: frame.write_ipc(path),
}


def write_parts(frame: Any, folder: Path, kind: str = "parquet", cut: int = 400) -> Path:
    """Write the rows of a Polars frame to two files of a folder."""
    for number, part in enumerate((frame[:cut], frame[cut:])):
        WRITERS[kind](part, folder / f"{number}.{kind}")
    return folder


def read_in_batches(monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    """Let files be read in batches of so many rows."""
    from concordant.sources import csv_files, ndjson_files, parquet_files
    from concordant.sources.files import batches

    def few(scanned: Any, _: int) -> Iterator[Any]:
        return batches(scanned, rows)

    for module in (csv_files, ndjson_files, parquet_files):
        monkeypatch.setattr(module, "batches", few)


def duckdb_of(frame: Any) -> Any:
    """Hold a Polars frame in DuckDB."""
    import duckdb

    return duckdb.connect().from_arrow(frame.to_arrow())


LAZY: dict[str, Callable[[Any], Any]] = {"polars": lambda frame: frame.lazy(), "duckdb": duckdb_of}
