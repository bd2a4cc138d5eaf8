"""The best threshold of files that are read in batches: that of the rows in memory, to the last bit."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.decisions import AIMS, SHAPES, result_of, scored_rows

from concordant import best_threshold
from concordant.errors import InputTypeError, LabelError, OptionError
from concordant.sources import batches as row_limit
from concordant.sources import cells as score_cells
from concordant.sources.cells import FoldDeal


@pytest.fixture(autouse=True)
def _coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read any file in batches; few buckets, and few scores at once."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    monkeypatch.setattr(score_cells, "_BITS", 2)
    monkeypatch.setattr(score_cells, "MOST_EXACT", 120)
    monkeypatch.setattr(score_cells, "_SCORE_CELLS_PARTS", 8)


@given(seed=st.integers(0, 2**32), rows=st.integers(20, 400), shape=st.sampled_from(SHAPES), aim=st.sampled_from(AIMS))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
def test_thresholds_equal_those_of_the_rows_in_memory(
    tmp_path: Path, seed: int, rows: int, shape: str, aim: tuple[str | None, dict[str, Any]]
) -> None:
    frame, (metric, options) = scored_rows(seed, rows, shape), aim
    frame.write_parquet(tmp_path / "rows.parquet")
    whole = result_of(best_threshold, frame["t"], frame["s"], metric, **options)
    result = result_of(best_threshold, "t", "s", metric, data=tmp_path / "rows.parquet", **options)
    np.testing.assert_equal(result, whole)


@pytest.mark.parametrize("rows", [1, 2, 3])
@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
def test_folds_without_a_row_leave_the_threshold_as_it_is(tmp_path: Path, rows: int) -> None:
    frame = pl.DataFrame({"t": [0, 1, 1][:rows], "s": [0.25, 0.75, 0.5][:rows]})
    frame.write_parquet(tmp_path / "rows.parquet")
    for metric, options in AIMS:
        with suppress(OptionError):
            whole = best_threshold(frame["t"], frame["s"], metric, labels=[0, 1], **options)
            found = best_threshold("t", "s", metric, data=tmp_path / "rows.parquet", labels=[0, 1], **options)
            same = [(one.threshold, one.value, one.reason) for one in (found, whole)]
            np.testing.assert_equal(*same)


def test_each_fold_is_judged_by_the_threshold_of_the_others(tmp_path: Path) -> None:
    """By brute force over folds dealt in the same way; how rows come in batches plays no part."""
    frame = scored_rows(5, 500, "real")
    for start in range(0, 500, 125):
        frame[start : start + 125].write_parquet(tmp_path / f"{start:03}.parquet")
    found = best_threshold("t", "s", "f1", data=tmp_path, seed=9, cv=4)
    truth, score = frame["t"].to_numpy(), frame["s"].to_numpy()
    fold = FoldDeal(4, 2, 9).of(truth)
    assert [np.ptp(np.bincount(fold[truth == k])) <= 1 for k in (0, 1)] == [True, True]
    cuts = [best_threshold(truth[fold != k], score[fold != k], "f1", cv=None).threshold for k in range(4)]
    assert list(found.fold_thresholds) == cuts
    called = score >= np.array(cuts)[fold]
    hits = (called & (truth == 1)).sum()
    assert found.cross_validated_value == 2 * hits / (called.sum() + truth.sum())
    whole = best_threshold(truth, score, "f1", seed=9, cv=4)
    assert found.standard_error == pytest.approx(whole.standard_error, rel=0.5)


def test_text_gaps_and_errors_are_those_of_memory(tmp_path: Path) -> None:
    frame = scored_rows(1, 200, "probability").with_columns(
        pl.when(pl.col("t") == 1).then(pl.lit("yes")).otherwise(pl.lit("no")).alias("t"),
        pl.when(pl.int_range(200) % 9 == 2).then(None).otherwise(pl.col("s")).alias("s"),
    )
    path = tmp_path / "rows.csv"
    frame.write_csv(path)
    whole = best_threshold(frame["t"], frame["s"], "f1", missing="drop", labels=["yes", "no"], cv=None)
    found = best_threshold("t", "s", "f1", data=path, missing="drop", labels=["yes", "no"], cv=None)
    assert (found.threshold, found.value, found.classes) == (whole.threshold, whole.value, ("yes", "no"))
    with pytest.raises(LabelError):
        best_threshold("t", "s", "f1", data=path, labels=["no", "ok"])
    with pytest.raises(InputTypeError, match="given by their names"):
        best_threshold(frame["t"], "s", "f1", data=path)
