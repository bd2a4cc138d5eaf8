"""Cut points of files that are read in batches: those of the rows in memory, to the last bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.decisions import CUT_POINTS, SHAPES, scored_rows

from concordant import ordinal_cut_points
from concordant.decisions import batches
from concordant.errors import LabelOrderError, UndefinedMetricWarning
from concordant.sources import batches as row_limit
from concordant.sources import cells as score_cells
from concordant.sources.cells import FoldDeal


@pytest.fixture(autouse=True)
def _coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read any file in batches; few buckets, and few scores at once."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    monkeypatch.setattr(score_cells, "_BITS", 3)
    monkeypatch.setattr(score_cells, "MOST_EXACT", 450)
    monkeypatch.setattr(score_cells, "_SCORE_CELLS_PARTS", 64)


def both(frame: pl.DataFrame, path: Path, **options: Any) -> tuple[Any, Any]:
    frame.write_parquet(path)
    whole = ordinal_cut_points(frame["t"], frame["s"], **options)
    return whole, ordinal_cut_points("t", "s", data=path, **options)


@given(
    seed=st.integers(0, 2**32),
    rows=st.integers(3, 600),
    shape=st.sampled_from(SHAPES),
    classes=st.integers(2, 5),
    method=st.sampled_from(["exact", "smooth"]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
def test_equal_those_of_memory(tmp_path: Path, seed: int, rows: int, shape: str, classes: int, method: Any) -> None:
    frame = scored_rows(seed, rows, shape, classes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "GROUPS", 20)
        patch.setattr("concordant.decisions.cut_search.GROUPS", 20)
        whole, result = both(frame, tmp_path / "rows.parquet", method=method, cv=None)
    for name in CUT_POINTS:
        np.testing.assert_equal(getattr(result, name), getattr(whole, name), err_msg=name)
    if not np.isnan(whole.upper_bound):
        assert result.upper_bound >= whole.upper_bound * (1 - 1e-12)


@pytest.mark.parametrize("method", ["exact", "smooth"])
def test_each_fold_is_cut_where_the_others_say(method: Any, tmp_path: Path) -> None:
    frame = scored_rows(4, 400, "real", 3)
    _, result = both(frame, tmp_path / "rows.parquet", method=method, cv=4, seed=1)
    truth, score = frame["t"].to_numpy(), frame["s"].to_numpy()
    fold = FoldDeal(4, 3, 1).of(truth)
    cuts = [ordinal_cut_points(truth[fold != k], score[fold != k], method=method, cv=None).cut_points for k in range(4)]
    assert list(result.fold_cut_points) == cuts


def test_other_metrics_read_the_columns_unless_scores_are_few(tmp_path: Path) -> None:
    for shape in ("real", "whole"):
        whole, result = both(scored_rows(6, 300, shape, 3), tmp_path / "rows.parquet", metric="accuracy", cv=None)
        assert (result.cut_points, result.optimum) == (whole.cut_points, whole.optimum)


def test_labels_need_an_order_and_one_label_is_undefined(tmp_path: Path) -> None:
    frame = scored_rows(6, 40, "real", 3).with_columns(t=pl.Series(["low", "mid", "top", "top"] * 10))
    path = tmp_path / "rows.csv"
    frame.write_csv(path)
    with pytest.raises(LabelOrderError):
        ordinal_cut_points("t", "s", data=path)
    declared = {"labels": ["low", "mid", "top"], "cv": None}
    whole = ordinal_cut_points(frame["t"], frame["s"], **declared)
    assert ordinal_cut_points("t", "s", data=path, **declared).cut_points == whole.cut_points
    frame.filter(pl.col("t") == "low").write_csv(path)
    with pytest.warns(UndefinedMetricWarning):
        assert np.isnan(ordinal_cut_points("t", "s", data=path, **declared).value)
