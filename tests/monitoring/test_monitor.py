"""
A writer that is killed at any system call, gets batches twice, late or out of order, or finds the disk full.

What a reader sees equals one pass over the rows of the batches before the last checkpoint, to the bit; after a restart
and another delivery it equals one pass over all rows.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.samples import USUAL, part, rows_of

from concordant import Monitor, StateTable
from concordant.errors import DataFileError, GapError, MergeError, OptionError, StaleWriterError
from concordant.monitoring import store as store_module

ROWS = rows_of(1000, days=5)
SIZE = 100
NAMES = ("open", "write", "fsync", "link", "unlink")


def whole(rows: int) -> StateTable:
    """One pass over the first rows."""
    return StateTable.from_rows(part(ROWS, 0, rows), **USUAL)


def opened(path: Path, **more: object) -> Monitor:
    return Monitor.open(path, **{**USUAL, "checkpoint_rows": 10**9, "checkpoint_seconds": 1e9, **more})


def deliver(live: Monitor, start: int, end: int | None = None, *, at: str = "log") -> int:
    end = start + SIZE if end is None else end
    return live.update(part(ROWS, start, end), at=(at, start))


WHOLE = whole(1000)


class KilledError(BaseException):
    """Stands for the end of the process: nothing of ours may catch it."""


class Calls:
    """Lets so many system calls through, and fails in the next one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: BaseException, names: Sequence[str] = NAMES) -> None:
        self.left, self.made, self.error = 10**9, 0, error
        for name in names:
            place = Path if name == "unlink" else store_module.os
            monkeypatch.setattr(place, name, self._counted(getattr(place, name)))

    def _counted(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def made(*args: Any, **options: Any) -> Any:
            self.made += 1
            if self.left <= 0:
                raise self.error
            self.left -= 1
            return call(*args, **options)

        return made


def script(path: Path) -> Iterator[int]:
    """Count all rows with checkpoints and compactions between; yields how many rows are safe."""
    live = opened(path)
    for start in range(0, 1000, SIZE):
        if start >= (live.position("log") or 0):
            deliver(live, start)
        if start in (200, 500, 900):
            live.checkpoint()
            yield start + SIZE
        if start in (300, 700):
            live.compact()
            yield start + SIZE


def checkpoints_of(path: Path, many: int) -> Monitor:
    """Open a writer and let it count so many parts, each with a checkpoint, but for those that it has counted."""
    live = opened(path)
    for start in range(live.position("log") or 0, many * SIZE, SIZE):
        deliver(live, start)
        live.checkpoint()
    return live


def seen_in(path: Path) -> StateTable | None:
    """What a reader sees; None before the first checkpoint."""
    return StateTable.read(path) if any(path.glob("writer=main/epoch=*")) else None


@pytest.mark.parametrize("name", NAMES)
def test_killed_at_a_system_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    calls = Calls(monkeypatch, KilledError(), [name])
    for _ in script(tmp_path / "whole"):
        pass
    total = calls.made
    assert total > 6
    for killed in sorted({0, total // 3, total // 2, total - 2}):
        path, safe = tmp_path / str(killed), 0
        calls.left = killed
        with pytest.raises(KilledError):
            for safe in script(path):  # noqa: B007  (what was safe when it was killed)
                pass
        calls.left = 10**9
        found = seen_in(path)
        rows = 0 if found is None else found.n
        assert rows >= safe
        assert rows % SIZE == 0
        assert found is None or found == whole(rows)
        for _ in script(path):  # a restart: everything is delivered again
            pass
        assert seen_in(path) == WHOLE
        assert not list(path.glob("writer=main/.*.tmp"))


# -- batches that come twice, late, or not at all ------------------------------------------------------------------


def test_batches_that_come_twice_or_overlap_count_once(tmp_path: Path) -> None:
    live = opened(tmp_path)
    rng = np.random.default_rng(0)
    while (position := live.position("log") or 0) < 1000:
        start = max(position - int(rng.integers(0, 150)), 0)
        end = min(start + int(rng.integers(1, 250)), 1000)
        assert deliver(live, start, end) == max(end - position, 0)
        if rng.random() < 0.3:
            live.checkpoint()
            live = opened(tmp_path)  # and the process starts anew
    live.close()
    assert StateTable.read(tmp_path) == WHOLE


def test_a_gap_is_an_error_and_counts_nothing(tmp_path: Path) -> None:
    live = opened(tmp_path)
    deliver(live, 100)
    with pytest.raises(GapError, match=r"rows 200 to 299 are missing. The batch begins at 300"):
        deliver(live, 300)
    with pytest.raises(GapError, match="before the first one that was counted, 100"):
        deliver(live, 0)
    assert (live.table().n, live.position("log"), live.streams) == (100, 200, {"log": 200})


@pytest.mark.parametrize("at", [3, ("log", -1), ("log", True), (1, 1), ("log", 1.0)])
def test_positions_are_a_stream_and_a_row(tmp_path: Path, at: object) -> None:
    with pytest.raises(OptionError, match="a stream and the number"):
        opened(tmp_path).update(part(ROWS, 0, 1), at=at)


def test_a_batch_that_cannot_be_read_counts_nothing(tmp_path: Path) -> None:
    live = opened(tmp_path)
    bad = part(ROWS, 0, 10) | {"truth": np.array(["other"] * 10)}
    with pytest.raises(Exception, match="does not name: 'other'"):
        live.update(bad, at=("log", 0))
    assert live.position("log") is None
    assert live.table().n == 0
    deliver(live, 0, 1000)
    assert live.table() == WHOLE


def test_late_rows_are_counted_and_noted(tmp_path: Path) -> None:
    live = opened(tmp_path)
    order = np.argsort(ROWS["at"])
    late = order[:50]
    rest = np.setdiff1d(order, late)
    live.update({name: column[rest] for name, column in ROWS.items()})
    assert live.compact(keep="1d") == 4
    assert live.compact() == 4
    live.update({name: column[late] for name, column in ROWS.items()})
    assert live.late_rows == 50
    live.close()
    again = opened(tmp_path)
    assert (again.late_rows, again.table() == WHOLE) == (50, True)
    assert again.compact() == 4
    assert again.table() == StateTable.read(tmp_path) == WHOLE
    assert len(list(tmp_path.glob("writer=main/closed=*"))) == 1


# -- several writers, and one that was thought dead ----------------------------------------------------------------


def test_two_writers_add_up(tmp_path: Path) -> None:
    first, second = opened(tmp_path, writer="a"), opened(tmp_path, writer="b")
    for start in range(0, 1000, SIZE):
        deliver(first if start % 200 else second, start, at=f"log{start}")
    second.close()
    assert first.table() == WHOLE
    first.close()
    assert StateTable.read(tmp_path) == WHOLE


def test_a_writer_that_restarts_from_an_old_epoch_is_refused(tmp_path: Path) -> None:
    old = checkpoints_of(tmp_path, 1)
    new = checkpoints_of(tmp_path, 5)
    deliver(old, 100)
    with pytest.raises(StaleWriterError, match=r"has written into .* as writer 'main' since this one read it"):
        old.checkpoint()
    assert StateTable.read(tmp_path) == whole(500)
    deliver(new, 500)
    new.checkpoint()  # the other one has left nothing in the way


def test_both_at_the_same_epoch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = opened(tmp_path), opened(tmp_path)
    deliver(first, 0)
    deliver(second, 0)
    first.checkpoint()
    monkeypatch.setattr(second, "_refuse_stale", lambda: None)  # as if it had looked just before
    with pytest.raises(StaleWriterError):
        second.checkpoint()


# -- the disk ------------------------------------------------------------------------------------------------------


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live = checkpoints_of(tmp_path, 1)
    calls = Calls(monkeypatch, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    deliver(live, 100)
    for left in range(4):
        calls.left = left
        with pytest.raises(DataFileError, match=r"No space left on device\. 100 rows are counted in memory alone"):
            live.checkpoint()
        calls.left = 10**9
        assert StateTable.read(tmp_path).n in (100, 200)  # the last call comes after the file has its name
    deliver(live, 200)
    live.checkpoint()
    assert StateTable.read(tmp_path) == whole(300)


def test_where_files_cannot_be_linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(errno.ENOTSUP, "no links here")

    monkeypatch.setattr(store_module.os, "link", refused)
    live = opened(tmp_path)
    deliver(live, 0, 1000)
    live.close()
    assert StateTable.read(tmp_path) == WHOLE
    with pytest.raises(FileExistsError):
        store_module.write_new(next(tmp_path.glob("writer=main/epoch=*")), b"")


def test_a_damaged_epoch_is_named_and_left_out_on_request(tmp_path: Path) -> None:
    checkpoints_of(tmp_path, 2)
    path = max(tmp_path.glob("writer=main/epoch=*"))
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(DataFileError, match=r"epoch=000000002.parquet is damaged.*skip_damaged"):
        StateTable.read(tmp_path)
    with pytest.warns(UserWarning, match="left out"):
        assert StateTable.read(tmp_path, skip_damaged=True).n == 100
    with pytest.warns(UserWarning, match="left out"):
        again = opened(tmp_path, skip_damaged=True)
    assert again.position("log") == 100
    deliver(again, 100, 1000)
    again.close()
    assert StateTable.read(tmp_path) == WHOLE


NEWEST = "writer=main/epoch=000000009.parquet"


def copied_writer(store: Path) -> None:
    shutil.copytree(store / "writer=main", store / "writer=main.bak")


def old_epoch_as_the_newest(store: Path) -> None:
    shutil.copy(store / "writer=main/epoch=000000002.parquet", store / NEWEST)


def epoch_of_another_writer(store: Path) -> None:
    with opened(store, writer="other") as live:
        deliver(live, 0, 50)
    shutil.move(store / "writer=other/epoch=000000001.parquet", store / NEWEST)


@pytest.mark.parametrize(
    "put",
    [
        copied_writer,
        old_epoch_as_the_newest,
        epoch_of_another_writer,
        pytest.param(lambda store: StateTable.read(store).write(store / NEWEST), id="a table that is no epoch"),
        pytest.param(lambda store: (store / NEWEST).mkdir(), id="a folder"),
    ],
)
def test_what_a_writer_did_not_put_there_is_named_and_never_counted(
    tmp_path: Path, put: Callable[[Path], None]
) -> None:
    checkpoints_of(tmp_path, 3).close()
    put(tmp_path)
    for call in (StateTable.read, lambda path: opened(path).table()):
        with pytest.raises(DataFileError, match=r"writer=main(\.bak)?/epoch=0000000\d\d.parquet"):
            call(tmp_path)
    with pytest.warns(UserWarning, match="left out"):
        assert StateTable.read(tmp_path, skip_damaged=True) == whole(300)
    with pytest.warns(UserWarning, match="left out"):
        again = opened(tmp_path, skip_damaged=True)
    assert again.position("log") == 300


def test_closed_windows_are_those_that_the_epoch_names(tmp_path: Path) -> None:
    live = opened(tmp_path)
    order = np.argsort(ROWS["at"])
    rows = {name: column[order] for name, column in ROWS.items()}
    live.update(part(rows, 0, 600))
    live.compact()
    [old] = tmp_path.glob("writer=main/closed=*")
    kept = old.read_bytes()
    live.update(part(rows, 600, 1000))
    live.compact()
    [new] = tmp_path.glob("writer=main/closed=*")
    new.write_bytes(kept)  # fewer windows under the name of more
    with pytest.raises(DataFileError, match="does not belong there: it was written for closed 'closed="):
        StateTable.read(tmp_path)


@pytest.mark.parametrize("read", [lambda path: Monitor.open(path).table(), StateTable.read])
def test_who_reads_leaves_a_live_writer_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Path], StateTable]
) -> None:
    """It reads in the middle of a write, when the file has its temporary name alone."""
    live, seen = checkpoints_of(tmp_path, 1), []
    left = tmp_path / "writer=main/.left.tmp"
    left.touch()
    real = os.fsync

    def read_meanwhile(number: int) -> None:
        if not seen:
            seen.append(read(tmp_path).n)
        real(number)

    monkeypatch.setattr(store_module.os, "fsync", read_meanwhile)
    deliver(live, 100)
    live.close()
    assert (seen, StateTable.read(tmp_path).n) == ([100], 200)
    assert left.exists()  # it came after the first write of this process
    with opened(tmp_path) as again:
        deliver(again, 200)
    assert not left.exists()


def test_a_store_keeps_its_definition(tmp_path: Path) -> None:
    with opened(tmp_path) as live:
        deliver(live, 0)
    assert Monitor.open(tmp_path).definition == live.definition
    with pytest.raises(MergeError, match="and these are to be counted with labels="):
        opened(tmp_path, labels=["yes", "no"])
    with pytest.raises(OptionError, match="letters, digits"):
        opened(tmp_path, writer="../a")
    with pytest.raises(DataFileError, match="holds nothing that was counted"):
        StateTable.read(tmp_path / "other")
    (tmp_path / "file").write_text("")
    with pytest.raises(DataFileError, match="is a file"):
        opened(tmp_path / "file")


def test_a_store_in_an_object_store_is_refused() -> None:
    url = "s3://bucket/states"
    for call in (lambda: opened(url), lambda: StateTable.read(url), lambda: WHOLE.write(url)):  # type: ignore[arg-type]
        with pytest.raises(OptionError, match="kept in folders of this computer"):
            call()
    assert not Path("s3:").exists()


def test_checkpoints_by_rows(tmp_path: Path) -> None:
    live = opened(tmp_path, checkpoint_rows=250)
    for start in range(0, 1000, SIZE):
        deliver(live, start)
    assert StateTable.read(tmp_path).n == 900
    assert len(list(tmp_path.glob("writer=main/epoch=*"))) == 2
