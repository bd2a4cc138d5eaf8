"""Files of which some batches are counted before they are read again, or left out: nothing of these batches remains."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from concordant import best_threshold, evaluate, ordinal_cut_points, roc_auc, scan
from concordant.cli import main
from concordant.report import batches as page_batches
from concordant.sources import batches as row_limit
from concordant.sources import cells as score_cells
from concordant.sources import ordered as second_pass
from concordant.sources import parquet_files, score_batches
from concordant.sources.files import DamagedFileError, batches

Work = Callable[[Any], Any]
PARTS, ROWS = 4, 40


def page(*roles: Any, **more: Any) -> Work:
    """What a page says, but for where the rows are from and which file is left out."""

    def work(source: Any) -> Any:
        found = evaluate(*roles, data=source, **more).to_dict()
        return {name: what for name, what in found.items() if name not in ("source", "remarks")}

    return work


ONE_PASS: dict[str, Work] = {
    "labels": page("t", "p"),
    "weighted labels": page("t", "p", sample_weight="w"),
    "clusters": page("t", "p", cluster="g"),
    "scores": page("t", None, "s"),
    "scores by groups": page("t", None, "s", by="g"),
    "weighted scores": page("t", None, "s", sample_weight="w"),
    "measurements": page("s", "r", task="continuous"),
}
AFTER_LABELS: dict[str, Work] = {
    "classes": page("o", None, ["a", "b", "c"]),
    "threshold": lambda source: best_threshold("t", "s", "f1", data=source).to_dict(),
    "cut points": lambda source: ordinal_cut_points("o", "s", data=source).to_dict(),
    "a weighted value": lambda source: roc_auc("t", "s", data=source, sample_weight="w"),
    "bounds": lambda source: roc_auc.bounds("t", "s", data=source).to_dict(),
}
MORE_PASSES: dict[str, Work] = {
    "scores in order": page("t", None, "s", exact=True),
    "exact cut points": lambda source: ordinal_cut_points("o", "s", method="exact", data=source).to_dict(),
}


@pytest.fixture(autouse=True)
def _in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read batches of seven rows; scores go into few buckets, cells and windows, which takes several passes."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    monkeypatch.setattr(parquet_files, "batches", lambda scanned, _: batches(scanned, 7))
    monkeypatch.setattr(page_batches, "LOOKED_AT", 5)
    monkeypatch.setattr(score_batches, "MOST_SCORES", 30)
    monkeypatch.setattr(score_batches, "BITS", {"probability": 8, "real": 7})
    monkeypatch.setattr(score_batches, "BLOCK", 16)
    monkeypatch.setattr(score_batches, "CHUNK", 8)
    monkeypatch.setattr(score_cells, "_TABLE", 1_000)
    monkeypatch.setattr(score_cells, "_SCORE_CELLS_PARTS", 16)
    monkeypatch.setattr(score_cells, "MOST_EXACT", 200)
    monkeypatch.setattr(second_pass, "WINDOW", 50)


def rows_of(part: int) -> pl.DataFrame:
    rng = np.random.default_rng(part)
    truth = rng.integers(0, 2, ROWS)
    level = rng.normal(truth, 1, (2, ROWS))
    columns = {"t": truth, "p": np.where(rng.random(ROWS) < 0.8, truth, 1 - truth), "o": rng.integers(0, 3, ROWS)}
    shares = dict(zip("abc", rng.dirichlet([1, 1, 1], ROWS).T, strict=True))
    scores = {"s": 1 / (1 + np.exp(-level[0])), "r": 1 / (1 + np.exp(-level[1]))}
    return pl.DataFrame({**columns, **scores, **shares, "w": rng.random(ROWS), "g": rng.choice(["x", "y"], ROWS)})


def broken_off(patch: pytest.MonkeyPatch, error: Exception, when: Callable[[int], bool]) -> None:
    """Raise after three batches, in those readings of a file whose number is chosen."""
    numbers = count()

    def some(scanned: pl.LazyFrame, _: int) -> Iterator[pl.DataFrame]:
        number = next(numbers)
        for place, part in enumerate(batches(scanned, 7)):
            if place == 3 and when(number):
                raise error
            yield part

    patch.setattr(parquet_files, "batches", some)


def compared(source: Any, capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["compare", str(source), "--truth", "t", *words, "--json", "-"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("question", [*ONE_PASS, *AFTER_LABELS, *MORE_PASSES, "compared labels", "compared scores"])
def test_objects_of_other_types_are_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], question: str
) -> None:
    """Every file of NDJSON is read twice in each pass, as the types of its first objects do not fit to all."""
    two = {"compared labels": ("--pred", "p", "--pred", "o"), "compared scores": ("--score", "s", "--score", "r")}
    work: Work = {**ONE_PASS, **AFTER_LABELS, **MORE_PASSES}.get(
        question, lambda source: compared(source, capsys, *two[question])
    )
    for part in range(PARTS):
        rows_of(part).write_ndjson(tmp_path / f"{part}.ndjson")
    once = work(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        broken_off(patch, pl.exceptions.ComputeError("another type"), lambda number: number % 2 == 0)
        assert work(tmp_path) == once


@pytest.mark.parametrize("question", [*ONE_PASS, *AFTER_LABELS])
def test_a_file_that_is_left_out_says_nothing(tmp_path: Path, question: str) -> None:
    """The second file is damaged where it is counted, in the pass after that of the labels if there is one."""
    work, before = (AFTER_LABELS[question], PARTS) if question in AFTER_LABELS else (ONE_PASS[question], 0)
    for part in range(PARTS):
        rows_of(part).write_parquet(tmp_path / f"{part}.parquet")
    others = work([tmp_path / f"{part}.parquet" for part in (0, 2, 3)])
    with pytest.MonkeyPatch.context() as patch:
        broken_off(patch, DamagedFileError("damaged"), lambda number: number == before + 1)
        files = scan(tmp_path, skip_corrupt=True)
        assert work(files) == others
    assert [Path(name).stem for name in files.left_out] == ["1"]
