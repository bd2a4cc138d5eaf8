"""Thresholds and cut points of columns that are named in ``data=``: those of the arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from support.files import LAZY

from concordant import best_threshold, ordinal_cut_points
from concordant.errors import InputTypeError, LabelError, MissingValuesError

RNG = np.random.default_rng(1)
TRUTH = RNG.integers(0, 2, 200)
ROWS = pl.DataFrame({"t": TRUTH, "s": TRUTH + RNG.normal(0, 1, 200)})


def test_text_gaps_and_errors_are_those_of_arrays(tmp_path: Path) -> None:
    frame = ROWS.with_columns(
        pl.when(pl.col("t") == 1).then(pl.lit("yes")).otherwise(pl.lit("no")).alias("t"),
        pl.when(pl.int_range(200) % 9 == 2).then(None).otherwise(pl.col("s")).alias("s"),
    )
    frame.write_csv(tmp_path / "rows.csv")
    how: dict[str, Any] = {"labels": ["yes", "no"]}
    whole = best_threshold(frame["t"], frame["s"], "f1", missing="drop", **how)
    for data in (tmp_path / "rows.csv", frame.lazy()):
        assert best_threshold("t", "s", "f1", data=data, missing="drop", **how) == whole
        with pytest.raises(MissingValuesError, match="22 missing"):
            best_threshold("t", "s", "f1", data=data, **how)
        with pytest.raises(LabelError):
            best_threshold("t", "s", "f1", data=data, labels=["no", "ok"])
    with pytest.raises(InputTypeError, match="given by their names"):
        best_threshold(frame["t"], "s", "f1", data=tmp_path / "rows.csv")


@pytest.mark.parametrize("engine", LAZY)
def test_rules_of_lazy_frames_are_those_of_arrays(engine: str) -> None:
    lazy = LAZY[engine](ROWS)
    assert best_threshold("t", "s", "f1", data=lazy) == best_threshold(ROWS["t"], ROWS["s"], "f1")
    found = ordinal_cut_points("t", "s", method="exact", data=lazy)
    expected = ordinal_cut_points(ROWS["t"], ROWS["s"], method="exact")
    assert (found.cut_points, found.value) == (expected.cut_points, expected.value)
