"""Groups of rows in files that are read in batches: the same numbers as of the columns in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from concordant import evaluate
from concordant.errors import OptionError, WeightError
from concordant.report import columns
from concordant.sources import batches as row_limit
from concordant.sources import parquet_files
from concordant.sources import score_batches as score_fold

ROWS = 900


@pytest.fixture(autouse=True)
def _in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)


def frame() -> pl.DataFrame:
    """Rows of three classes in four groups."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, ROWS)
    return pl.DataFrame(
        {
            "t": truth,
            "p": np.where(rng.random(ROWS) < 0.7, truth, rng.integers(0, 3, ROWS)),
            "b": truth > 0,
            "s": np.round(np.clip(truth / 3 + rng.normal(0.2, 0.2, ROWS), 0, 1), 2),
            "g": rng.choice(["north", "east", "west", "south"], ROWS),
            "k": rng.integers(1, 4, ROWS),
            "w": rng.integers(0, 3, ROWS) / 2,
        }
    )


def test_too_many_groups_are_refused(tmp_path: Path) -> None:
    frame().with_columns(many=pl.int_range(ROWS) / 8).write_parquet(path := tmp_path / "a.parquet")
    for roles in (("t", "p"), ("b", None, "s")):
        with pytest.raises(OptionError, match="up to 200 groups are shown"):
            evaluate(*roles, data=path, by="many")


def test_groups_of_many_scores_have_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score_fold, "MOST_SCORES", 20)
    monkeypatch.setattr(score_fold, "_TOGETHER", 100)
    monkeypatch.setattr(parquet_files, "_BATCH", 90)
    rng = np.random.default_rng(1)
    rows = frame().with_columns(s=0.5 + pl.Series(rng.random(ROWS)) / 2**7, z=pl.Series(rng.random(ROWS)) / 64 - 5)
    rows.write_parquet(path := tmp_path / "a.parquet")
    for score in ("s", "z"):
        found, expected = (evaluate("b", y_score=score, data=data, by="g") for data in (path, rows))
        for one, other in zip(found.groups.groups, expected.groups.groups, strict=True):
            assert not one.results[0].bounds.exact
            test, rested = (group.against_rest[0].comparison for group in (one, other))
            assert test.low < rested.low
            assert rested.high < test.high
    assert "guaranteed to lie" in str(found)
    found.to_html()


def test_what_weighted_scores_leave_open_is_not_looked_for(tmp_path: Path) -> None:
    frame().write_parquet(path := tmp_path / "a.parquet")
    findings = evaluate("b", y_score="s", sample_weight="w", data=path).findings
    assert findings.not_looked_for["score_without_skill"].startswith("the weighted scores were added up")
    assert "score_without_skill" in evaluate("b", y_score="s", sample_weight="w", data=frame()).findings.looked_for


@pytest.mark.parametrize("weight", ["2", "nan", "0"])
def test_all_names_tell_whether_a_word_among_them_is_a_group(
    weight: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "read_columns", None)  # they are grouped in batches
    path, rows = tmp_path / "d.csv", f"t,p,g,w\n0,0,1,1\n1,1,NA,{weight}\n1,0,1,1\n0,1,2,1\n1,1,2,1\n"
    path.write_text(rows)
    page = evaluate("t", "p", by="g", sample_weight="w", data=path, missing="drop")
    assert page.groups is not None
    assert ([group.label for group in page.groups.groups], page.n) == ([1, 2], 4)
    assert page.n_missing == (weight != "0")
    path.write_text(rows.replace("1,1,2,1", "1,1,b,1"))
    if weight == "nan":
        with pytest.raises(WeightError, match=r"1 are not, the first in row 1: nan"):
            evaluate("t", "p", by="g", sample_weight="w", data=path)
        return
    page = evaluate("t", "p", by="g", sample_weight="w", data=path)
    assert page.groups is not None
    assert [group.label for group in page.groups.groups] == ["1", "2", *(["NA"] if weight == "2" else []), "b"]


@pytest.mark.parametrize("roles", [("t", "p"), ("b", None, "s")])
def test_several_columns_of_groups(roles: Any) -> None:
    rows = frame()
    found = evaluate(*roles, data=rows, by=["g", "k"])
    expected = evaluate(*roles, data=rows.with_columns(both=pl.format("{}, {}", "g", "k")), by="both")
    assert (found.groups.name, found.columns["group"]) == ("g, k", "g, k")
    assert found.to_dict()["by"]["groups"] == expected.to_dict()["by"]["groups"]
