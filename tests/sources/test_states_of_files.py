"""States of files in batches: those of the whole columns, in any kind of file, whatever the batches hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose
from support.files import WRITERS, read_in_batches, write_parts

from concordant import roc_auc, scan
from concordant.errors import (
    DataFileError,
    LabelError,
    MissingValuesError,
    PositiveLabelError,
    ScoreError,
    WeightError,
)
from concordant.sources.batches import read_columns
from concordant.states import Counts, Curve, Moments

RNG = np.random.default_rng(5)
ROWS = 47
FRAME = pl.DataFrame(
    {
        "t": RNG.integers(0, 2, ROWS),
        "p": RNG.integers(0, 2, ROWS),
        "s": RNG.integers(0, 9, ROWS) / 8,
        "x": RNG.normal(0, 1, ROWS),
        "y": RNG.normal(0, 1, ROWS),
        "w": RNG.integers(0, 3, ROWS) / 2,
        "name": np.where(RNG.random(ROWS) < 0.5, "yes", "no"),
    }
).with_columns(gap=pl.when(pl.int_range(ROWS) % 7 == 3).then(None).otherwise(pl.col("t")))


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    read_in_batches(monkeypatch, 5)


@pytest.fixture(params=WRITERS)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return write_parts(FRAME, tmp_path, request.param, 20)


@pytest.mark.parametrize("weight", [None, "w"])
@pytest.mark.parametrize(("truth", "missing"), [("t", "raise"), ("name", "raise"), ("gap", "drop")])
def test_states_are_those_of_the_columns(path: Path, truth: str, missing: Any, weight: str | None) -> None:
    found, whole = scan(path), read_columns(path, FRAME.columns)
    given: Any = {"y_true": truth, "sample_weight": weight, "missing": missing}
    pred = "name" if truth == "name" else "p"
    assert Counts.from_frame(found, y_pred=pred, **given) == Counts.from_frame(whole, y_pred=pred, **given)
    positive: Any = {"pos_label": "no"} if truth == "name" else {}
    curve = Curve.from_frame(found, y_score="s", **given, **positive)
    assert curve == Curve.from_frame(whole, y_score="s", **given, **positive)
    if truth != "name":
        moments, expected = (Moments.from_frame(one, y_pred="x", **given) for one in (found, whole))
        for name in ("weight", "squares", "mean", "comoment", "missing"):
            assert_allclose(getattr(moments, name), getattr(expected, name), rtol=1e-12, atol=1e-15)


def test_declared_labels_and_classes(path: Path) -> None:
    found, whole = scan(path), read_columns(path, FRAME.columns)
    given: Any = {"y_true": "name", "y_pred": "name", "labels": ["yes", "maybe", "no"]}
    assert Counts.from_frame(found, **given) == Counts.from_frame(whole, **given)
    given = {"y_true": "name", "y_score": "s", "labels": ["yes", "no"]}
    assert Curve.from_frame(found, **given) == Curve.from_frame(whole, **given)
    with pytest.raises(PositiveLabelError, match="which of 'no' and 'yes'"):
        Curve.from_frame(found, y_true="name", y_score="s")
    with pytest.raises(LabelError, match="that labels= does not name"):
        Curve.from_frame(found, y_true="s", y_score="s", labels=[0, 1])


def test_errors_name_rows_and_columns(path: Path) -> None:
    found = scan(path)
    missing = r"gap has 7 missing \(the first in row 3, which is row 3 of .*0\.\w+\)"
    with pytest.raises(MissingValuesError, match=missing):
        Counts.from_frame(found, y_true="gap", y_pred="p")
    with pytest.raises(MissingValuesError, match=missing):
        Curve.from_frame(found, y_true="gap", y_score="s")
    with pytest.raises(MissingValuesError, match=missing):
        Moments.from_frame(found, y_true="x", y_pred="gap")
    with pytest.raises(WeightError, match=r"must be finite and not negative; \d+ are not, the first in row"):
        Counts.from_frame(found, y_true="t", y_pred="p", sample_weight="x")
    with pytest.raises(WeightError, match="must hold numbers"):
        Moments.from_frame(found, y_true="t", y_pred="p", sample_weight="name")
    with pytest.raises(ScoreError, match="must hold numbers, not text"):
        Moments.from_frame(found, y_true="x", y_pred="name")


def test_batches_of_one_class_or_without_rows(tmp_path: Path) -> None:
    frame = pl.DataFrame({"t": [0] * 12 + [1] * 12, "s": np.arange(24) / 8})
    frame.write_parquet(tmp_path / "a.parquet")
    frame.clear().write_parquet(tmp_path / "b.parquet")
    curve = Curve.from_frame(scan(tmp_path), y_true="t", y_score="s")
    assert curve == Curve.from_scores(frame["t"], frame["s"])
    assert roc_auc.of(curve) == 1
    with pytest.raises(DataFileError, match="no rows"):
        Moments.from_frame(scan(tmp_path / "b.parquet"), y_true="t", y_pred="s")


def test_batches_of_nothing_but_gaps(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("t,x,y\n" + "1,0.5,1\n0,2,3\n" * 5 + "1,NA,1\n" * 10 + "1,,1\n" * 10 + "0,1.5,2\n")
    whole = read_columns(path, ["t", "x", "y"])
    found = Moments.from_frame(scan(path), y_true="x", y_pred="y", missing="drop")
    assert (found.n, found.missing) == (11, 20)
    assert_allclose(found.mean, Moments.from_frame(whole, y_true="x", y_pred="y", missing="drop").mean)
    curve = Curve.from_frame(scan(path), y_true="t", y_score="x", missing="drop")
    assert curve == Curve.from_frame(whole, y_true="t", y_score="x", missing="drop")
    with pytest.raises(MissingValuesError, match=r"x has 20 missing \(the first in row 10\)"):
        Moments.from_frame(scan(path), y_true="x", y_pred="y")
    with pytest.raises(WeightError, match="20 are not, the first in row 10: nan"):
        Counts.from_frame(scan(path), y_true="t", y_pred="t", sample_weight="x")
