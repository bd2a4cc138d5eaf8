"""Commands on files of scores that are read in batches."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from concordant.sources import batches as row_limit
from concordant.sources import score_batches as score_fold

from .conftest import Run

ROWS = 600
SCORE = ("--truth", "t", "--score", "s", "--pos-label", "ill")
AUC = (*SCORE, "--metric", "auc")


@pytest.fixture(autouse=True)
def _in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    monkeypatch.setattr(score_fold, "MOST_SCORES", 20)
    monkeypatch.setattr(score_fold, "BLOCK", 100)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, ROWS)
    score = 0.5 + (0.4 * truth + rng.random(ROWS)) / 2**9
    frame = pl.DataFrame({"t": np.where(truth == 1, "ill", "well"), "s": score, "g": rng.choice(["a", "b"], ROWS)})
    frame[:200].write_parquet(tmp_path / "0.parquet")
    frame[200:].write_parquet(tmp_path / "1.parquet")
    return tmp_path


def test_a_report_shows_bounds_and_how_to_do_without(run: Run, folder: Path) -> None:
    words = ("report", folder, *SCORE)
    text = " ".join(run(*words).plain.split())
    for said in ("were read in batches", "guaranteed to lie from", "--exact brings the columns into memory"):
        assert said in text
    exact = " ".join(run(*words, "--exact").plain.split())
    assert "guaranteed to lie from" not in exact


def test_gates(run: Run, folder: Path) -> None:
    words = (folder, *SCORE)
    value = run("report", *words, "--exact", "--json", "-").json["results"][0]["value"]
    gate = ("gate", *words, "--metric", "roc_auc", "--min", value)
    ran = run(*gate)
    assert (ran.code, "not certain" in ran.out) == (1, True)
    assert run(*gate, "--exact").code == 0


@pytest.mark.parametrize("how", [(), ("--exact",)])
def test_files_elsewhere_are_read_as_asked(run: Run, folder: Path, how: tuple[str, ...]) -> None:
    path = folder / "0.parquet"
    for command in (("score", *AUC, *how), ("gate", *AUC, *how, "--min", "0.1")):
        assert run(*command, path.as_uri()).out == run(*command, path).out
