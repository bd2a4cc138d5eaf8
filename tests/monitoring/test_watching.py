"""
Files that a store has counted: what changed is refused, what grew is counted on, also while it is written.

After whatever happens the store holds one pass over rows that were whole in their file, or an error says why not.
"""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from support.samples import USUAL, part, rows_of

from concordant import Monitor, StateTable
from concordant.errors import DataFileError, LabelError
from concordant.monitoring import watching as watched_files
from concordant.sources.batches import read_columns
from concordant.sources.files import find_files

ROWS = rows_of(600, days=3)
OTHER = rows_of(600, days=3, seed=1)
KINDS = ("csv", "csv.gz", "ndjson", "parquet", "arrow")
LINES = ("csv", "ndjson")


def frame_of(start: int, end: int, rows: dict[str, Any] = ROWS) -> pl.DataFrame:
    return pl.DataFrame(part(rows, start, end))


def bytes_of(frame: pl.DataFrame, kind: str) -> bytes:
    writers = {"parquet": frame.write_parquet, "arrow": frame.write_ipc, "ndjson": frame.write_ndjson}
    writers.get(kind, frame.write_csv)(buffer := BytesIO())
    return gzip.compress(buffer.getvalue(), mtime=0) if kind.endswith("gz") else buffer.getvalue()


def whole(start: int, end: int) -> StateTable:
    return StateTable.from_rows(part(ROWS, start, end), **USUAL)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").mkdir()


def opened(**more: object) -> Monitor:
    return Monitor.open("states", **{**USUAL, "checkpoint_rows": 10**9, "checkpoint_seconds": 1e9, **more})


def watch(name: str = "in", **more: object) -> list[tuple[str, int, str | None]]:
    """Count what is there once, in a process of its own, as it were."""
    with opened(**more) as live:
        found = list(watched_files.count_files(live, find_files(name)))
    return [(file.path.name, new, None if same is None else Path(same).name) for file, new, same in found]


def counted(kind: str, rows: int = 300, name: str = "a") -> Path:
    """Write a file and count its rows."""
    path = Path(f"in/{name}.{kind}")
    path.write_bytes(bytes_of(frame_of(0, rows), kind))
    assert watch() == [(path.name, rows, None)]
    return path


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as grown:
        grown.write(data)


def is_refused(rows: int = 300, message: str = "was changed after") -> None:
    """The file is refused, and what was counted stays."""
    with pytest.raises(DataFileError, match=message):
        watch()
    assert total() == whole(0, rows)


def total() -> StateTable:
    return StateTable.read("states")


# -- changed, grown, touched -----------------------------------------------------------------------------------------


def edited(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(label=pl.when(pl.int_range(pl.len()) < 10).then(pl.lit("no")).otherwise("label"))


CHANGES: dict[str, Callable[[str], bytes]] = {
    "larger": lambda kind: bytes_of(frame_of(0, 600, OTHER), kind),
    "of one size": lambda kind: bytes_of(frame_of(0, 300).reverse(), kind),
    "smaller": lambda kind: bytes_of(frame_of(0, 200), kind),
    "mended and grown": lambda kind: bytes_of(pl.concat([edited(frame_of(0, 300)), frame_of(300, 600)]), kind),
    "other rows before": lambda kind: bytes_of(pl.concat([frame_of(300, 600), frame_of(0, 300)]), kind),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_was_changed_is_refused_and_nothing_is_lost(kind: str, change: str) -> None:
    path = counted(kind, name="b")
    before = path.read_bytes()
    for number in range(2):  # the second time from a store that has been asked before
        path.write_bytes(CHANGES[change](kind))
        Path(f"in/a{number}.{kind}").write_bytes(bytes_of(frame_of(300 + 50 * number, 350 + 50 * number), kind))
        # the file before it counts
        is_refused(350 + 50 * number, rf"b\.{kind} was changed after its rows were counted \(300 of them\)")
        path.write_bytes(before)
        assert watch() == [(path.name, 0, None)]
        assert watch() == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_grew_is_counted_on_if_its_kind_can_grow(kind: str) -> None:
    path = counted(kind)
    more = bytes_of(frame_of(300, 600), kind)
    if kind.startswith("csv"):
        more = bytes_of(frame_of(0, 600), "csv")[len(bytes_of(frame_of(0, 300), "csv")) :]
        more = gzip.compress(more, mtime=0) if kind.endswith("gz") else more
    append(path, more)
    if kind in ("parquet", "arrow"):  # the old bytes stand at its start all the same
        is_refused()
    else:
        assert (watch(), watch()) == ([(path.name, 300, None)], [])
        assert total() == whole(0, 600)


def test_a_file_that_was_only_touched_is_the_same() -> None:
    os.utime(counted("csv"), (1, 1))
    assert watch() == [("a.csv", 0, None)]
    assert watch() == []
    assert total() == whole(0, 300)


# -- written while it is read ----------------------------------------------------------------------------------------


def writing(monkeypatch: pytest.MonkeyPatch, path: Path, more: bytes, when: str) -> None:
    """Let somebody write on once, just before the file is read or just after."""
    real, left = read_columns, [more]

    def read(*args: Any, **options: Any) -> pl.DataFrame:
        try:
            found = real(*args, **options) if when == "after" else None
        finally:
            while left:
                append(path, left.pop())
        return real(*args, **options) if found is None else found

    monkeypatch.setattr(watched_files, "read_columns", read)


@pytest.mark.parametrize("kind", LINES)
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("cut", [0, 1, 10])
@pytest.mark.parametrize("cut_again", [0, 1, 10])
def test_a_file_that_grows_while_it_is_read_counts_each_row_once_and_whole(
    monkeypatch: pytest.MonkeyPatch, kind: str, when: str, cut: int, cut_again: int
) -> None:
    """Its last row is cut when its size is asked, when it is read, both, or never."""
    path, data = Path(f"in/a.{kind}"), bytes_of(frame_of(0, 600), kind)
    first, second = (len(bytes_of(frame_of(0, rows), kind)) for rows in (300, 450))
    path.write_bytes(data[: first - cut])
    writing(monkeypatch, path, data[first - cut : second - cut_again], when)
    watch()
    seen = total().n
    assert seen in ({300, 450} if not cut_again else {300, 449})
    assert total() == whole(0, seen)
    append(path, data[second - cut_again :])
    watch()
    assert total() == whole(0, 600)
    assert watch() == []


@pytest.mark.parametrize("kind", LINES)
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_file_whose_first_line_is_being_written(monkeypatch: pytest.MonkeyPatch, kind: str, when: str) -> None:
    path, data = Path(f"in/a.{kind}"), bytes_of(frame_of(0, 300), kind)
    path.write_bytes(data[:8])
    writing(monkeypatch, path, data[8:], when)
    assert watch() == [(path.name, 300, None)]
    assert watch() == [(path.name, 0, None)]
    assert watch() == []
    assert total() == whole(0, 300)


@pytest.mark.parametrize("kind", ["csv.gz", "parquet", "arrow"])
def test_a_file_that_is_written_while_it_is_read_waits_if_it_has_no_lines(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    path, data = Path(f"in/a.{kind}"), bytes_of(frame_of(0, 300), kind)
    path.write_bytes(data)
    writing(monkeypatch, path, b"\0", "after")
    with pytest.raises(DataFileError, match="was written while it was read: move files in"):
        watch()
    path.write_bytes(data)
    assert watch() == [(path.name, 300, None)]
    assert total() == whole(0, 300)


def test_a_file_that_is_replaced_while_it_is_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    path = counted("csv")
    append(path, b"\n")
    real = read_columns

    def read(*args: Any, **options: Any) -> pl.DataFrame:
        path.write_bytes(CHANGES["larger"]("csv"))
        return real(*args, **options)

    monkeypatch.setattr(watched_files, "read_columns", read)
    is_refused(message=r"^in/a\.csv was changed after")


# -- one file by two names -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("put", [shutil.copy, shutil.move, os.link])
def test_a_file_by_a_second_name_counts_once(kind: str, put: Callable[[Path, Path], object]) -> None:
    old = counted(kind, name="b")
    new = old.with_name(f"a.{kind}")  # comes first
    put(old, new)
    assert watch() == [(new.name, 0, old.name)]
    assert watch() == []
    assert total() == whole(0, 300)
    grown = kind in LINES
    if grown:
        new.write_bytes(bytes_of(frame_of(0, 400), kind))
        if put is os.link:  # both names have grown
            return
        assert watch() == [(new.name, 100, None)]
        assert watch() == []
        assert total() == whole(0, 400)
    new.write_bytes(CHANGES["larger"](kind))
    is_refused(400 if grown else 300)


def test_two_names_of_one_file_in_one_pass_and_values_in_the_names_of_folders() -> None:
    data = bytes_of(frame_of(0, 300).drop("land"), "csv")
    for land in ("FI", "NO"):
        folder = Path(f"in/land={land}")
        folder.mkdir()
        for name in ("a", "b"):
            (folder / f"{name}.csv").write_bytes(data)
    assert watch() == [("a.csv", 300, None), ("b.csv", 0, "a.csv")] * 2
    assert {group: states.n for (group,), states in total().by_group().items()} == {"FI": 300, "NO": 300}


# -- killed, or stopped by an error, in the middle of a file ---------------------------------------------------------


class KilledError(BaseException):
    """Stands for the end of the process: nothing of ours may catch it."""


@pytest.mark.parametrize("then", ["the same", "moved", "copied"])
@pytest.mark.parametrize("done", [False, True])
def test_a_watcher_that_is_killed_before_or_behind_a_file(
    monkeypatch: pytest.MonkeyPatch, then: str, *, done: bool
) -> None:
    path, real = Path("in/b.csv"), Monitor.update
    path.write_bytes(bytes_of(frame_of(0, 300), "csv"))

    def update(*args: Any, **options: Any) -> int:
        if done:
            real(*args, **options)
        raise KilledError

    with monkeypatch.context() as killed:
        killed.setattr(Monitor, "update", update)
        with pytest.raises(KilledError):
            watch(checkpoint_rows=50)
    if then == "moved":
        path.rename(path.with_name("a.csv"))
    elif then == "copied":
        shutil.copy(path, path.with_name("a.csv"))
    watch()
    assert total() == whole(0, 300)
    assert watch() == []


@pytest.mark.parametrize(("kind", "before"), [("csv", 0), ("csv", 300), ("ndjson", 300), ("parquet", 0)])
@pytest.mark.parametrize("good", [0, 100])
def test_of_a_file_with_an_error_in_it_nothing_is_counted(kind: str, before: int, good: int) -> None:
    """It is new, or has grown; it can be mended behind what was counted before."""
    path = Path(f"in/a.{kind}")
    if before:
        counted(kind, before)
    bad = frame_of(0, 600).with_columns(
        label=pl.when(pl.int_range(pl.len()) == before + good).then(pl.lit("perhaps")).otherwise("label")
    )
    path.write_bytes(bytes_of(bad, kind))
    for _ in range(2):
        with pytest.raises(LabelError, match="perhaps"):
            watch()
    if before:
        assert total() == whole(0, before)
        path.write_bytes(CHANGES["mended and grown"](kind))
        is_refused(before)
    path.write_bytes(bytes_of(frame_of(0, 600), kind))
    assert watch() == [(path.name, 600 - before, None)]
    assert watch() == []
    assert total() == whole(0, 600)


@pytest.mark.parametrize("name", ["A.csv", "z.csv"])
@pytest.mark.parametrize("copied_before", [False, True])
def test_a_file_that_grew_and_was_copied_counts_once(name: str, copied_before: bool) -> None:
    path, copy = Path("in/a.csv"), Path(f"in/{name}")
    for number, rows in enumerate((100, 150, 180)):
        path.write_bytes(bytes_of(frame_of(0, rows), "csv"))
        if number or copied_before:
            copy.write_bytes(path.read_bytes())
        assert sum(new for _, new, _ in watch()) == rows - (0, 100, 150)[number]
        assert total() == whole(0, rows)
    copy.write_bytes(bytes_of(frame_of(0, 200), "csv"))  # the copy alone goes on, and then the file too
    assert sum(new for _, new, _ in watch()) == 20
    path.write_bytes(copy.read_bytes())
    assert sum(new for _, new, _ in watch()) == 0
    assert total() == whole(0, 200)


@pytest.mark.parametrize("text", ["", "x y", "-5 3", "1e9 5"])
def test_a_mark_of_a_file_that_watching_did_not_write_is_an_error(text: str) -> None:
    path = counted("csv", 10)
    with opened() as live:
        live.mark(f"blake2b of {path.resolve()}", text)
    with pytest.raises(DataFileError, match="that concordant watch did not write"):
        watch()
