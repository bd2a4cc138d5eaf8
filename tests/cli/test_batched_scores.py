"""Commands on files of scores that are read in batches."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from concordant.report import results as bucketed
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
    for said in ("were read in batches", "guaranteed to lie from", "--exact reads the rows once more"):
        assert said in text
    exact = " ".join(run(*words, "--exact").plain.split())
    assert "by a second pass over 600 different scores" in exact
    assert "guaranteed to lie from" not in exact


def test_gates(run: Run, folder: Path) -> None:
    words = (folder, *SCORE)
    value = run("report", *words, "--exact", "--json", "-").json["results"][0]["value"]
    gate = ("gate", *words, "--metric", "roc_auc", "--min", value)
    ran = run(*gate)
    assert (ran.code, "not certain" in ran.out) == (1, True)
    assert run(*gate, "--exact").code == 0
    assert run(*gate, "--exact", "auto").code == 0


def test_auto_reads_twice_where_bounds_are_wide(run: Run, folder: Path) -> None:
    words = (folder, *SCORE)
    for command in (("report", "--json", "-"), ("score", "--metric", "auc"), ("score", "--metric", "auc", "--by", "g")):
        name, *rest = command
        wide = [run(name, *words, *rest, *how).out for how in ((), ("--exact", "auto"), ("--exact",))]
        whole = [out.partition("\na ")[0] for out in wide]  # of groups the line of all rows
        assert whole[0] != whole[1] == whole[2]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bucketed, "is_wide", lambda *_: False)
            assert run(name, *words, *rest, "--exact", "auto").out == wide[0]


def test_only_auto_is_taken_as_a_value(run: Run, folder: Path) -> None:
    assert run("score", "--exact", folder, *AUC).out == run("score", folder, *AUC, "--exact").out
    assert run("score", folder, *AUC, "--exact=never").error == "--exact never: choose one of auto, always."


@pytest.mark.parametrize("how", [(), ("--exact",), ("--exact", "auto")])
def test_files_elsewhere_are_read_as_asked(run: Run, folder: Path, how: tuple[str, ...]) -> None:
    path = folder / "0.parquet"
    for command in (("score", *AUC, *how), ("gate", *AUC, *how, "--min", "0.1")):
        assert run(*command, path.as_uri()).out == run(*command, path).out
