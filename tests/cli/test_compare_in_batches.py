"""Comparisons of files that are read in batches: those of the rows in memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from concordant.sources import batches as row_limit
from concordant.sources import scores as score_fold

from .conftest import Run

ROWS = 900


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four parts, of which the last is the first to hold a label."""
    rng = np.random.default_rng(0)
    truth = np.append(rng.integers(0, 3, ROWS - 5), [3] * 5)
    columns = {"t": truth}
    for name, right in (("a", 0.8), ("b", 0.7), ("c", 0.65)):
        columns[name] = np.where(rng.random(ROWS) < right, truth, rng.integers(0, 4, ROWS))
    frame = pl.DataFrame(columns).with_columns(
        g=pl.Series(rng.integers(0, 40, ROWS)),
        w=pl.Series(rng.random(ROWS)),
        gap=pl.when(pl.int_range(ROWS) % 50 == 7).then(None).otherwise(pl.col("b")),
        word=pl.col("t").replace_strict({0: "ant", 1: "bee", 2: "cat", 3: "dog"}),
        guess=pl.col("a").replace_strict({0: "ant", 1: "bee", 2: "cat", 3: "dog"}),
        other=pl.col("b").replace_strict({0: "ant", 1: "bee", 2: "cat", 3: "dog"}),
        y=(pl.col("t") > 1).cast(pl.Int8),
        s=pl.Series(rng.random(ROWS)) + pl.col("t"),
        z=pl.Series(rng.random(ROWS)) * 2 + pl.col("t"),
    )
    frame = frame.with_columns(
        z2=pl.col("z") * 2,
        u=(pl.col("s") / 5).round(3),
        v=pl.col("z") / 6,
        hole=pl.when(pl.int_range(ROWS) % 70 == 9).then(float("nan")).otherwise(pl.col("z") / 7),
    )
    for part in range(4):
        frame[part * 225 : part * 225 + 225].write_parquet(tmp_path / f"{part}.parquet")
    return tmp_path


def near(found: Any, whole: Any) -> None:
    """The same text, and the same numbers but for the last digits."""
    if isinstance(whole, dict):
        assert found.keys() == whole.keys()
        for key, value in whole.items():
            near(found[key], value)
    elif isinstance(whole, list):
        assert len(found) == len(whole)
        for one, other in zip(found, whole, strict=True):
            near(one, other)
    elif isinstance(whole, float):
        np.testing.assert_allclose(found, whole, rtol=1e-9, atol=1e-12)
    else:
        assert found == whole


@pytest.mark.parametrize(
    "words",
    [
        ("--truth", "t", "--pred", "a", "--pred", "b"),
        ("--truth", "t", "--pred", "a", "--pred", "b", "--pred", "c", "--adjust", "fdr"),
        ("--truth", "t", "--pred", "a", "--pred", "b", "--cluster", "g", "--metric", "cohen_kappa"),
        ("--truth", "t", "--pred", "a", "--pred", "gap", "--missing", "drop", "--metric", "accuracy"),
        ("--truth", "word", "--pred", "guess", "--pred", "other", "--labels", "ant,bee,cat,dog"),
        ("--truth", "t", "--pred", "a", "--pred", "b", "--metric", "recall", "--average", "macro"),
        ("--truth", "t", "--pred", "a", "--pred", "b", "--weight", "w", "--metric", "accuracy"),
    ],
)
def test_labels_are_compared_as_in_memory(
    words: tuple[str, ...], run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = json.loads(run("compare", folder, *words, "--json", "-").out)
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    near(json.loads(run("compare", folder, *words, "--json", "-").out), whole)


@pytest.mark.parametrize(
    "words",
    [
        ("--score", "s", "--score", "z"),
        ("--score", "u", "--score", "v", "--score", "hole", "--missing", "drop"),
        ("--score", "u", "--score", "v", "--metric", "brier_skill_score", "--metric", "log_loss"),
        ("--score", "u", "--score", "v", "--metric", "gini", "--metric", "roc_auc"),
        ("--score", "s", "--score", "z", "--metric", "roc_auc", "--margin", "0.1", "--alternative", "equivalence"),
        ("--score", "z", "--score", "z2", "--metric", "roc_auc"),
        ("--score", "s", "--score", "z", "--metric", "kolmogorov_smirnov"),
    ],
)
def test_scores_are_compared_as_in_memory(
    words: tuple[str, ...], run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("compare", folder, "--truth", "y", *words, "--json", "-")
    whole = run(*words)
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    found = run(*words)
    if "kolmogorov_smirnov" in words:
        assert (found.code, "rows in batches" in found.err) == (2, True)
        return
    near(json.loads(found.out), json.loads(whole.out))


def test_limits_of_scores_in_buckets_are_widened(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("compare", folder, "--truth", "y", "--score", "s", "--score", "z", "--metric", "roc_auc", "--json", "-")
    (whole,) = json.loads(run(*words).out)["metrics"][0]["comparisons"]
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    monkeypatch.setattr(score_fold, "MOST_SCORES", 20)
    monkeypatch.setattr(score_fold, "BITS", {"probability": 5, "real": 5})
    (found,) = json.loads(run(*words).out)["metrics"][0]["comparisons"]
    assert found["low"] < whole["low"] < whole["high"] < found["high"]
    assert found["se"] == pytest.approx(whole["se"], rel=0.05)
    assert "lies for certain from" in found["reason"]


def test_a_gap_is_an_error_that_counts(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    ran = run("compare", folder, "--truth", "t", "--pred", "a", "--pred", "gap")
    assert (ran.code, "gap has 18 missing" in ran.err) == (2, True)
