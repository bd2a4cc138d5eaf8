"""BucketCurve of lazy frames and files: the same buckets as of arrays, to the bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.files import LAZY, read_in_batches, write_parts

import concordant
from concordant.engines.arrays import bucket_curve
from concordant.errors import ColumnError, InputError, OptionError, ScoreError, WeightError
from concordant.inputs.scores import ScoreRows
from concordant.sources.buckets import BucketTable
from concordant.states import BucketCurve, Curve, ScoreKey
from concordant.states.buckets import Scale

NAMES: Any = {"y_true": "truth", "y_score": "score"}


def rows(scale: str, size: int = 3000) -> dict[str, Any]:
    """Scores with ties, ends and neighbours of powers of two."""
    random = np.random.default_rng(0)
    powers = 2.0 ** -random.integers(0, 30, size)
    score = np.where(random.random(size) < 0.5, powers, np.nextafter(powers, random.choice([0, 1], size)))
    score = np.where(random.random(size) < 0.5, score, 1 - score)
    score[:6] = [0.0, 1.0, 0.5, 5e-324, -0.0, np.nextafter(0.5, 1)]
    if scale == "real":
        score = score * 2.0 ** random.integers(-5, 40, size) * random.choice([-1, 1], size)
        score[:4] = [np.inf, -np.inf, 1e300, 0]
    return {"truth": random.integers(0, 2, size), "score": score, "weight": random.integers(0, 3, size) * 1.0}


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("bits", [0, 4, 12])
@pytest.mark.parametrize("scale", ["probability", "real"])
def test_a_lazy_frame_has_the_buckets_of_the_arrays(scale: Any, bits: int, weighted: bool) -> None:
    columns, key = rows(scale), ScoreKey(scale, bits=bits)
    weights = columns["weight"] if weighted else None
    wanted = BucketCurve.from_scores(columns["truth"], columns["score"], key=key, sample_weight=weights)
    for name, hold in LAZY.items():
        frame = hold(pl.DataFrame(columns))
        found = BucketCurve.from_frame(frame, key=key, sample_weight="weight" if weighted else None, **NAMES)
        assert found == wanted, name


@pytest.mark.parametrize("text", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", ["parquet", "csv", "ndjson"])
def test_scores_in_files_are_those_in_memory(
    tmp_path: Path, kind: str, weighted: bool, text: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = pl.DataFrame(rows("probability")).with_columns(pl.col("score").replace(0.5, None))
    if text:
        frame = frame.with_columns(pl.col("truth").replace_strict({0: "b", 1: "a"}))
    write_parts(frame, tmp_path, kind)
    read_in_batches(monkeypatch, 700)
    how: Any = {"missing": "drop", "labels": ["b", "a"] if text else None}
    named: Any = {**how, "sample_weight": "weight" if weighted else None}
    how["sample_weight"] = frame["weight"] if weighted else None
    columns, files = (frame["truth"], frame["score"]), concordant.scan(tmp_path)
    for state in (Curve, BucketCurve):
        assert state.from_frame(files, **NAMES, **named) == state.from_scores(*columns, **how)  # type: ignore[attr-defined]
    for metric in (concordant.roc_auc, concordant.average_precision, concordant.kolmogorov_smirnov):
        assert metric("truth", "score", data=files, **named) == metric(*columns, **how)
    found = concordant.roc_auc.interval("truth", "score", data=files, **named)
    assert found.to_dict() == concordant.roc_auc.interval(*columns, **how).to_dict()
    for wrong in ("undefined", "missing"):
        with pytest.raises(OptionError, match=wrong):
            concordant.roc_auc("truth", "score", data=files, **{**named, wrong: "none"})


@pytest.mark.parametrize(
    ("columns", "options", "error", "why"),
    [
        ({"score": [0.2, 1.5]}, {}, ScoreError, r"from 0 to 1 .* it is from 0.2 to 1.5.*key=\"real\""),
        ({"score": ["a", "b"]}, {}, ScoreError, "must hold numbers, not String"),
        ({"score": [1, 2**53 + 2]}, {"key": "real"}, ScoreError, r"column 'score' holds whole numbers beyond 2\*\*53"),
        ({"weight": [1.0, -1.0]}, {"sample_weight": "weight"}, WeightError, "1 are not"),
        ({}, {"sample_weight": "wieght"}, ColumnError, "weight"),
    ],
)
def test_what_cannot_be_counted_is_said(columns: Any, options: Any, error: Any, why: str) -> None:
    frame = pl.DataFrame({"truth": [0, 1], "score": [0.2, 0.5], "weight": [1.0, 2.0], **columns}).lazy()
    with pytest.raises(error, match=why):
        BucketCurve.from_frame(frame, **NAMES, **options)


@pytest.mark.parametrize(
    ("odd", "weight"),
    [(np.inf, None), (-np.inf, "weight"), (1e300, "weight"), (-1e300, None), (3e12, None), (1.5, None)],
)
def test_scores_of_any_size_are_no_probabilities_and_have_buckets_of_their_own(odd: float, weight: str | None) -> None:
    columns = {"truth": [0, 1, 1, 0], "score": [0.2, 0.7, odd, 0.4], "weight": [1.0, 2.0, 1.0, 0.5]}
    weights = columns["weight"] if weight else None
    wanted = BucketCurve.from_scores(columns["truth"], columns["score"], sample_weight=weights, key="real")
    for name, hold in LAZY.items():
        frame = hold(pl.DataFrame(columns))
        with pytest.raises(ScoreError, match='take key="real"'):
            BucketCurve.from_frame(frame, sample_weight=weight, **NAMES)
        with pytest.raises(ScoreError, match='take key="real"'):
            BucketCurve.by_group(frame, by="truth", sample_weight=weight, **NAMES)
        assert BucketCurve.from_frame(frame, sample_weight=weight, key="real", **NAMES) == wanted, name


def test_rows_of_weight_zero_may_have_any_score() -> None:
    columns = {"truth": [0, 1, 1, 0], "score": [0.2, 0.7, np.inf, -1e300], "weight": [1.0, 2.0, 0.0, 0.0]}
    wanted = BucketCurve.from_scores([0, 1], [0.2, 0.7], sample_weight=[1.0, 2.0])
    for name, hold in LAZY.items():
        frame = hold(pl.DataFrame(columns))
        assert BucketCurve.from_frame(frame, sample_weight="weight", **NAMES) == wanted, name


EDGES = [0.0, -0.0, 5e-324, 2.0**-24, 0.25, np.nextafter(0.5, 0), 0.5, np.nextafter(0.5, 1), 1 - 2.0**-30, 1.0]


def rows_of(truth: np.ndarray, scores: np.ndarray) -> ScoreRows:
    return ScoreRows(truth.astype(np.uint8), (0, 1), ("no", "yes"), scores, None, 0)


@pytest.mark.parametrize("scale", ["probability", "real"])
@given(seed=st.integers(0, 2**32 - 1), rows=st.integers(0, 120), cut=st.integers(0, 120), bits=st.integers(0, 8))
def test_batches_in_place_are_all_rows(scale: Scale, seed: int, rows: int, cut: int, bits: int) -> None:
    rng = np.random.default_rng(seed)
    scores = np.where(rng.random(rows) < 0.3, rng.choice(EDGES, rows), rng.random(rows))
    if scale == "real":
        scores = np.where(rng.random(rows) < 0.2, np.inf, (scores - 0.4) * 10.0 ** rng.integers(-9, 9, rows))
    truth, key = rng.integers(0, 2, rows), ScoreKey(scale, bits=bits)
    table, other = BucketTable(key, weighted=False), BucketTable(key, weighted=False)
    for here in (slice(0, cut), slice(cut, None)):
        rows_here = rows_of(truth[here], scores[here])
        table.add_rows(rows_here)
        other.add(bucket_curve(rows_here, key=key))
    whole = bucket_curve(rows_of(truth, scores), key=key)
    assert table.state(("no", "yes"), 0) == other.state(("no", "yes"), 0) == whole


def test_odd_scores_are_refused() -> None:
    table = BucketTable(ScoreKey(), weighted=False)
    for bad in (np.nan, 1.5, -0.5):
        with pytest.raises(InputError, match=r"missing|from 0 to 1"):
            table.add_rows(rows_of(np.array([0, 1]), np.array([0.5, bad])))
