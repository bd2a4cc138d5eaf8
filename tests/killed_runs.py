"""Runs over files that are killed at a point of their reading, and read few rows at a time before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from concordant import durable_files
from concordant.engines.files import resumed, row_limit
from concordant.inputs import checkpoints, csv_files, typed_files
from concordant.inputs.batches import batches


class KilledError(BaseException):
    """The process ends here; nothing more is written."""


def in_sevens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read any file in batches of seven rows, and keep every one."""

    def seven(scanned: pl.LazyFrame, rows: int) -> Iterator[pl.DataFrame]:
        del rows
        return batches(scanned, 7)

    for where in (csv_files, typed_files):
        monkeypatch.setattr(where, "batches", seven)
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    monkeypatch.setattr(resumed, "EVERY", 0.0)
    monkeypatch.setattr(resumed, "_COST", 0)
    monkeypatch.setattr(durable_files.os, "fsync", lambda _: None)


def killed_at(monkeypatch: pytest.MonkeyPatch, left: int) -> Any:
    """Kill the run at the n-th batch, before or after it is counted, or at the n-th write."""
    state = SimpleNamespace(left=left)

    def counted(what: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **options: Any) -> Any:
            state.left -= 1
            if state.left < 0:
                monkeypatch.undo()
                raise KilledError
            return what(*given, **options)

        return call

    monkeypatch.setattr(resumed._Pass, "_read", counted(resumed._Pass._read))
    monkeypatch.setattr(resumed._Pass, "_start", counted(resumed._Pass._start))
    monkeypatch.setattr(checkpoints, "write_new", counted(checkpoints.write_new))
    monkeypatch.setattr(checkpoints, "remove", counted(checkpoints.remove))
    return state
