"""Files of which some batches are counted before the rest is read by other types; damaged files that are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from concordant import evaluate, scan
from concordant.report import batches as page_batches
from concordant.sources import batches as row_limit
from concordant.sources import ndjson_files, parquet_files, score_batches
from concordant.sources.files import DamagedFileError, batches

Work = Callable[[Any], Any]
PARTS, ROWS = 4, 40


def page(*roles: Any, **more: Any) -> Work:
    """What a page says, but for where the rows are from and which file is left out."""

    def work(source: Any) -> Any:
        found = evaluate(*roles, data=source, **more).to_dict()
        return {name: what for name, what in found.items() if name not in ("source", "remarks")}

    return work


WORK: dict[str, Work] = {
    "weighted labels": page("t", "p", sample_weight="w"),
    "scores by groups": page("t", None, "s", by="g"),
    "measurements": page("s", "r", task="continuous"),
}


@pytest.fixture(autouse=True)
def _in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read batches of seven rows; scores go into few buckets."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    for module in (ndjson_files, parquet_files):
        monkeypatch.setattr(module, "batches", lambda scanned, _: batches(scanned, 7))
    monkeypatch.setattr(page_batches, "LOOKED_AT", 5)
    monkeypatch.setattr(score_batches, "MOST_SCORES", 30)
    monkeypatch.setattr(score_batches, "BITS", {"probability": 8, "real": 7})
    monkeypatch.setattr(score_batches, "BLOCK", 16)
    monkeypatch.setattr(score_batches, "BATCH", 8)


def rows_of(part: int) -> pl.DataFrame:
    rng = np.random.default_rng(part)
    truth = rng.integers(0, 2, ROWS)
    level = rng.normal(truth, 1, (2, ROWS))
    columns = {"t": truth, "p": np.where(rng.random(ROWS) < 0.8, truth, 1 - truth)}
    scores = {"s": 1 / (1 + np.exp(-level[0])), "r": 1 / (1 + np.exp(-level[1]))}
    return pl.DataFrame({**columns, **scores, "w": rng.random(ROWS), "g": rng.choice(["x", "y"], ROWS)})


def broken_off(patch: pytest.MonkeyPatch, error: Exception, when: Callable[[int], bool]) -> None:
    """Raise after three batches, in those readings of a file whose number is chosen."""
    numbers = count()

    def some(scanned: pl.LazyFrame, _: int) -> Iterator[pl.DataFrame]:
        number = next(numbers)
        for place, part in enumerate(batches(scanned, 7)):
            if place == 3 and when(number):
                raise error
            yield part

    for module in (ndjson_files, parquet_files):
        patch.setattr(module, "batches", some)


@pytest.mark.parametrize("question", WORK)
def test_objects_of_other_types_are_read_on(tmp_path: Path, question: str) -> None:
    """The types of the first objects of each file of NDJSON do not fit to all of them, in each pass."""
    for part in range(PARTS):
        rows_of(part).write_ndjson(tmp_path / f"{part}.ndjson")
    once = WORK[question](tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        broken_off(patch, pl.exceptions.ComputeError("another type"), lambda number: number % 2 == 0)
        assert WORK[question](tmp_path) == once


@pytest.mark.parametrize("question", ["weighted labels", "scores by groups"])
def test_a_file_that_is_left_out_says_nothing(tmp_path: Path, question: str) -> None:
    """The second file is damaged behind some batches."""
    for part in range(PARTS):
        rows_of(part).write_parquet(tmp_path / f"{part}.parquet")
    others = WORK[question]([tmp_path / f"{part}.parquet" for part in (0, 2, 3)])
    with pytest.MonkeyPatch.context() as patch:
        broken_off(patch, DamagedFileError("damaged"), lambda number: number == 2)
        files = scan(tmp_path, skip_corrupt=True)
        assert WORK[question](files) == others
    assert [Path(name).stem for name in files.left_out] == ["1"]
