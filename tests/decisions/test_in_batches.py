"""Thresholds of files and lazy frames that are read in batches: those of memory, to the last bit."""

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
from support.files import LAZY

from concordant import best_threshold, ordinal_cut_points
from concordant.decisions.search import ThresholdSearch
from concordant.errors import InputTypeError, LabelError, MissingValuesError, OptionError
from concordant.sources import batches as row_limit
from concordant.sources import cells
from concordant.sources.batches import LazyRows
from concordant.sources.cells import FoldDeal, ScoreCells


@pytest.fixture(autouse=True)
def _coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read everything in batches; few buckets, and few scores at once."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    for name, value in {"_BITS": 2, "MOST_EXACT": 120, "_SCORE_CELLS_PARTS": 8}.items():
        monkeypatch.setattr(cells, name, value)


# -- thresholds ------------------------------------------------------------------------------------------------------


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
    frame.write_csv(tmp_path / "rows.csv")
    how: dict[str, Any] = {"labels": ["yes", "no"], "cv": None}
    whole = best_threshold(frame["t"], frame["s"], "f1", missing="drop", **how)
    for data in (tmp_path / "rows.csv", frame.lazy()):
        found = best_threshold("t", "s", "f1", data=data, missing="drop", **how)
        assert (found.threshold, found.value, found.classes) == (whole.threshold, whole.value, ("yes", "no"))
        with pytest.raises(MissingValuesError, match="s has 22 missing"):
            best_threshold("t", "s", "f1", data=data, **how)
        with pytest.raises(LabelError):
            best_threshold("t", "s", "f1", data=data, labels=["no", "ok"])
    with pytest.raises(InputTypeError, match="given by their names"):
        best_threshold(frame["t"], "s", "f1", data=tmp_path / "rows.csv")


# -- lazy frames -----------------------------------------------------------------------------------------------------


def test_every_candidate_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the cell that holds the optimum is left out another one comes of it: the tests above can fail."""
    wanted, changed = ThresholdSearch.wanted, 0
    for seed in range(5):
        frame = scored_rows(seed, 400, "probability")
        best = best_threshold(frame["t"], frame["s"], "f1", cv=None)

        def without(search: Any, found: ScoreCells, cut: float = best.threshold) -> Any:
            return wanted(search, found) & ~((found.low < cut) & (cut <= found.high))

        with monkeypatch.context() as patch:
            patch.setattr(ThresholdSearch, "wanted", without)
            changed += best.value != best_threshold("t", "s", "f1", data=frame.lazy(), cv=None).value
    assert changed == 5


@pytest.mark.parametrize("engine", LAZY)
@pytest.mark.parametrize("gives_batches", [True, False])
@pytest.mark.parametrize(
    ("find", "options"), [(best_threshold, {"metric": "f1"}), (ordinal_cut_points, {"method": "exact"})]
)
def test_rules_are_those_of_memory(
    engine: str, gives_batches: bool, find: Any, options: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that gives no batches sends the two columns."""
    if not gives_batches:
        monkeypatch.setattr(LazyRows, "of", lambda _: None)
    frame = scored_rows(3, 400, "close")
    found = result_of(find, "t", "s", data=LAZY[engine](frame), **options)
    assert found == result_of(find, frame["t"], frame["s"], **options)


def test_whole_scores_beyond_2_53_are_collected() -> None:
    frame = pl.DataFrame({"t": [0, 1] * 100, "s": [2**60 + k * 7 % 101 for k in range(200)]})
    found = best_threshold("t", "s", "f1", data=frame.lazy(), cv=None)
    assert found == best_threshold(frame["t"], frame["s"], "f1", cv=None)
