"""Thresholds and cut points of columns of files and lazy frames: those of memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from support.files import LAZY

from concordant import best_threshold, ordinal_cut_points
from concordant.errors import InputTypeError, LabelError, MissingValuesError


def scored_rows(rows: int) -> pl.DataFrame:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, rows)
    return pl.DataFrame({"t": truth, "s": rng.normal(truth)})


def test_text_gaps_and_errors_are_those_of_memory(tmp_path: Path) -> None:
    frame = scored_rows(200).with_columns(
        pl.when(pl.col("t") == 1).then(pl.lit("yes")).otherwise(pl.lit("no")).alias("t"),
        pl.when(pl.int_range(200) % 9 == 2).then(None).otherwise(pl.col("s")).alias("s"),
    )
    frame.write_csv(tmp_path / "rows.csv")
    how: dict[str, Any] = {"labels": ["yes", "no"], "cv": None}
    whole = best_threshold(frame["t"], frame["s"], "f1", missing="drop", **how)
    for data in (tmp_path / "rows.csv", frame.lazy()):
        found = best_threshold("t", "s", "f1", data=data, missing="drop", **how)
        assert (found.threshold, found.value, found.classes) == (whole.threshold, whole.value, ("yes", "no"))
        with pytest.raises(MissingValuesError, match="y_score has 22 missing"):
            best_threshold("t", "s", "f1", data=data, **how)
        with pytest.raises(LabelError):
            best_threshold("t", "s", "f1", data=data, labels=["no", "ok"])
    with pytest.raises(InputTypeError, match="given by their names"):
        best_threshold(frame["t"], "s", "f1", data=tmp_path / "rows.csv")


@pytest.mark.parametrize("engine", LAZY)
@pytest.mark.parametrize(
    ("find", "options"), [(best_threshold, {"metric": "f1"}), (ordinal_cut_points, {"method": "exact"})]
)
def test_rules_are_those_of_memory(engine: str, find: Any, options: Any) -> None:
    frame = scored_rows(400)
    found = find("t", "s", data=LAZY[engine](frame), cv=None, **options)
    assert found == find(frame["t"], frame["s"], cv=None, **options)
