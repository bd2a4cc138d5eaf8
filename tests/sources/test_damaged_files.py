"""Damaged files of several batches: refused in one line, or read to the last row; Polars' panics are not shown."""

from __future__ import annotations

import gzip
import os
import random
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from concordant.errors import ConcordantError, DataFileError
from concordant.sources import parquet_files
from concordant.sources.batches import column_names, file_batches, read_columns
from concordant.sources.files import DamagedFileError, batches, find_files

ROWS, BATCH = 6000, 500
NAMES = ["truth", "pred", "score"]


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_files, "_BATCH", 2 * BATCH)


def table() -> pa.Table:
    rng = np.random.default_rng(0)
    texts = np.array(["a", "b", "c"])[rng.integers(0, 3, ROWS)]
    return pa.table({"truth": rng.integers(0, 3, ROWS).astype("i1"), "pred": texts, "score": rng.random(ROWS)})


def arrow(new: Callable[..., pa.RecordBatchWriter], compression: str | None) -> bytes:
    sink = BytesIO()
    with new(sink, table().schema, options=pa.ipc.IpcWriteOptions(compression=compression)) as writer:
        for batch in table().to_batches(max_chunksize=BATCH):
            writer.write_batch(batch)
    return sink.getvalue()


def parquet(compression: str) -> bytes:
    sink = BytesIO()
    pq.write_table(table(), sink, row_group_size=BATCH, compression=compression)
    return sink.getvalue()


def text(name: str) -> bytes:
    sink = BytesIO()
    frame = pl.DataFrame(pl.from_arrow(table()))
    frame.write_csv(sink) if name == "csv" else frame.write_ndjson(sink)
    return sink.getvalue()


BINARY = {
    "plain.arrow": lambda: arrow(pa.ipc.new_file, None),
    "lz4.arrow": lambda: arrow(pa.ipc.new_file, "lz4"),
    "zstd.arrow": lambda: arrow(pa.ipc.new_file, "zstd"),
    "plain.parquet": lambda: parquet("none"),
    "snappy.parquet": lambda: parquet("snappy"),
    "zstd.parquet": lambda: parquet("zstd"),
    "rows.csv.gz": lambda: gzip.compress(text("csv"), mtime=0),
    "rows.ndjson.gz": lambda: gzip.compress(text("ndjson"), mtime=0),
}
TEXT = {"rows.csv": lambda: text("csv"), "rows.ndjson": lambda: text("ndjson")}


def cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(1, len(data))]


def flipped(data: bytes, rng: random.Random, last: int | None = None) -> bytes:
    damaged = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        damaged[-rng.randrange(1, min(last or len(data), len(data)))] = rng.randrange(256)
    return bytes(damaged)


def holed(data: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(data) - 64)
    return data[:start] + bytes(64) + data[start + 64 :]


DAMAGES = {
    "cut": cut,
    "flipped": flipped,
    "flipped at its end": lambda data, rng: flipped(data, rng, 3000),
    "holed": holed,
}


def outcome(path: Path, data: bytes) -> int | str:
    path.unlink(missing_ok=True)  # a thread of a reader that gave up may still hold the old file
    path.write_bytes(data)
    try:
        return read_columns(path, NAMES).height
    except ConcordantError as error:  # also of a column, where its name is damaged
        return str(error)


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", BINARY)
def test_all_rows_or_one_line(tmp_path: Path, name: str, damage: str) -> None:
    """Where the format declares its rows (or a checksum), no row is lost in silence."""
    rng = random.Random(name + damage)
    whole = BINARY[name]()
    found = [outcome(tmp_path / name, DAMAGES[damage](whole, rng)) for _ in range(30)]
    assert {rows for rows in found if isinstance(rows, int)} <= {ROWS}
    assert not [line for line in found if isinstance(line, str) and "\n" in line]
    assert damage != "cut" or ROWS not in found


@pytest.mark.parametrize("name", [*BINARY, *TEXT])
def test_whole_files_are_read(tmp_path: Path, name: str) -> None:
    assert outcome(tmp_path / name, (BINARY | TEXT)[name]()) == ROWS
    assert column_names(tmp_path / name) == NAMES


@pytest.mark.parametrize("name", TEXT)
def test_text_with_a_hole_is_refused(tmp_path: Path, name: str) -> None:
    """A crash leaves blocks of zeros; the lines in them would be lost."""
    rng, whole = random.Random(name), TEXT[name]()
    found = [outcome(tmp_path / name, holed(whole, rng)) for _ in range(10)]
    assert all(isinstance(line, str) for line in found)


def test_a_hole_in_csv_says_where(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    assert outcome(path, b"truth,pred,score\n" + b"1,a,2\n" * 2000 + b"\0" * 8) == (
        f"{path} is damaged: byte 12017 is zero, which no text holds."
    )


def test_a_stream_of_arrow_is_to_be_written_as_a_file(tmp_path: Path) -> None:
    assert "write it as Parquet" in str(outcome(tmp_path / "x.arrow", arrow(pa.ipc.new_stream, None)))


def test_rows_that_are_declared_and_not_read_are_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_files, "batches", lambda scan, rows: list(batches(scan, rows))[:2])
    for name in ("lz4.arrow", "snappy.parquet"):
        assert (
            outcome(tmp_path / name, BINARY[name]())
            == f"{tmp_path / name} is damaged: it declares 6000 rows, and 2000 can be read."
        )


# A reader that panics, and batches that nobody wants


class Scan:
    """A scan that gives batches and then does what it is told."""

    def __init__(self, given: int, then: BaseException | None = None) -> None:
        self.given, self.then, self.taken = given, then, 0

    def sink_batches(self, function: Callable[[pl.DataFrame], bool], *, chunk_size: int) -> None:
        for row in range(self.given):
            self.taken += 1
            if function(pl.DataFrame({"row": [row] * chunk_size})):
                return
        if self.then is not None:
            raise self.then


def test_what_the_reader_raises_comes_after_its_batches() -> None:
    came: list[int] = []
    with pytest.raises(pl.exceptions.PanicException, match="out of range"):
        came.extend(part.height for part in batches(Scan(5, pl.exceptions.PanicException("out of range")), 10))  # type: ignore[arg-type]
    assert came == [10] * 5


def test_a_reader_stops_when_its_batches_are_not_wanted() -> None:
    scan = Scan(10**6)
    iterator: Iterator[pl.DataFrame] = batches(scan, 1)  # type: ignore[arg-type]
    next(iterator)
    iterator.close()  # type: ignore[attr-defined]
    assert scan.taken < 10


@pytest.mark.parametrize("name", ["rows.csv", "rows.ndjson", "snappy.parquet", "rows.csv.gz"])
@pytest.mark.parametrize("change", ["written", "gone"])
def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path: Path, name: str, change: str) -> None:
    path = tmp_path / name
    path.write_bytes((BINARY | TEXT)[name]())

    parts = file_batches(find_files(path, left_out={}), NAMES)
    next(parts)
    os.utime(path, ns=(1, 1)) if change == "written" else path.unlink()
    with pytest.raises(DataFileError, match="changed while it was read; read it again when it is complete") as caught:
        list(parts)
    assert not isinstance(caught.value, DamagedFileError)  # which --skip-corrupt would leave out


def test_a_pipe_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    os.mkfifo(path)
    with pytest.raises(DataFileError, match=r"a pipe or a device, not a file on a disk.*save it as a file first"):
        read_columns(path, NAMES)


@pytest.mark.parametrize("kind", ["csv", "ndjson", "parquet", "ipc"])
@pytest.mark.parametrize("column", ["^.*$", "*", 'p"q', "", "a,b", "é", "^a|b$", "[truth]"])
def test_a_name_of_a_column_is_no_pattern(tmp_path: Path, kind: str, column: str) -> None:
    frame = pl.DataFrame({"a": [1, 2], column: [3, 4], "b": [5, 6]})
    path = tmp_path / f"x.{kind}"
    getattr(frame, f"write_{kind}")(path)
    assert read_columns(path, [column, "a"]).to_dict(as_series=False) == {column: [3, 4], "a": [1, 2]}
