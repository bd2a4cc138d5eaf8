"""``concordant report`` of many files: folders, columns in names of folders, and files that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from .conftest import Run

FRAME = pl.DataFrame({"t": ["no", "no", "yes", "yes"] * 5, "p": ["no", "yes", "yes", "yes"] * 5})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for year in (2025, 2026):
        (tmp_path / f"year={year}").mkdir()
        FRAME.write_parquet(tmp_path / f"year={year}" / "part.parquet")
    return tmp_path


def test_a_folder_is_reported_as_one(run: Run, folder: Path) -> None:
    ran = run("report", folder, "--truth", "t", "--pred", "p", "--json", "-")
    page = json.loads(ran.out)
    assert (ran.code, page["n"], page["results"][0]["value"]) == (0, 40, 1.0)
    assert page["source"] == str(folder)


def test_a_folder_names_a_column_of_groups(run: Run, folder: Path) -> None:
    ran = run("report", folder, "--truth", "t", "--pred", "p", "--by", "year", "--json", "-")
    assert [group["label"] for group in json.loads(ran.out)["by"]["groups"]] == [2025, 2026]


def test_a_gate_takes_a_folder(run: Run, folder: Path) -> None:
    words = ("gate", folder, "--truth", "t", "--pred", "p", "--metric", "accuracy")
    assert run(*words, "--min", "0.7").code == 0
    assert run(*words, "--min", "0.8").code == 1


def test_the_damaged_one_of_many_is_named(run: Run, folder: Path) -> None:
    bad = folder / "year=2026" / "part.parquet"
    bad.write_bytes(bad.read_bytes()[:-20])
    ran = run("report", folder, "--truth", "t", "--pred", "p")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"concordant: {bad} cannot be read as Parquet")


def test_text_weights_are_told_by_their_row(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("t,p,w\n0,1,1\n1,1,x\n")
    ran = run("report", path, "--truth", "t", "--pred", "p", "--weight", "w")
    said = "--weight w: numbers are needed, but row 2 holds 'x'. Say --na x if it means missing."
    assert (ran.code, ran.err) == (2, f"concordant: {said}\n")
