"""Thresholds and cut points where the rows of a lazy frame live: those of the rows in memory, to the last bit."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from support.decisions import AIMS, SHAPES, result_of, scored_rows

from concordant import best_threshold, ordinal_cut_points
from concordant.decisions.batches import CutSearch
from concordant.decisions.search import ThresholdSearch
from concordant.errors import DataFileError, LabelError, MissingValuesError
from concordant.sources import batches as row_limit
from concordant.sources import cells, frames
from concordant.sources.batches import LazyRows
from concordant.sources.cells import ScoreCells

duckdb = pytest.importorskip("duckdb")
COARSE = {(row_limit, "MOST_ROWS"): 0, (frames, "PAGE_BITS"): 3, (cells, "MOST_ROWS"): 40}
COARSE |= {(cells, "_RANGES"): 3, (cells, "_PARTS"): 24}


@pytest.fixture(autouse=True)
def _grouped_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Group any lazy frame by its engine, as those that give no batches; few buckets, few scores at once."""
    for (where, name), value in COARSE.items():
        monkeypatch.setattr(where, name, value)
    monkeypatch.setattr(LazyRows, "of", lambda _: None)


def in_engine(frame: pl.DataFrame, engine: str) -> Any:
    return frame.lazy() if engine == "polars" else duckdb.connect().from_arrow(frame.to_arrow())


@given(
    seed=st.integers(0, 2**32),
    rows=st.integers(20, 400),
    shape=st.sampled_from(SHAPES),
    aim=st.sampled_from(AIMS),
    engine=st.sampled_from(["polars", "duckdb"]),
)
@example(seed=0, rows=400, shape="close", aim=AIMS[0], engine="duckdb")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
def test_thresholds_equal_those_of_memory(seed: int, rows: int, shape: str, aim: Any, engine: str) -> None:
    frame, (metric, options) = scored_rows(seed, rows, shape), aim
    result = result_of(best_threshold, "t", "s", metric, data=in_engine(frame, engine), **options)
    np.testing.assert_equal(result, result_of(best_threshold, frame["t"], frame["s"], metric, **options))


@given(
    seed=st.integers(0, 2**32),
    rows=st.integers(20, 400),
    shape=st.sampled_from(SHAPES),
    classes=st.integers(2, 5),
    method=st.sampled_from(["exact", "smooth"]),
    engine=st.sampled_from(["polars", "duckdb"]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
def test_cut_points_equal_those_of_memory(
    seed: int, rows: int, shape: str, classes: int, method: Any, engine: str
) -> None:
    frame = scored_rows(seed, rows, shape, classes)
    result = result_of(ordinal_cut_points, "t", "s", data=in_engine(frame, engine), method=method)
    np.testing.assert_equal(result, result_of(ordinal_cut_points, frame["t"], frame["s"], method=method))


@pytest.mark.parametrize("find", [best_threshold, ordinal_cut_points])
def test_few_rows_are_collected(find: Any, collected: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "PAGE_BITS", 9)
    monkeypatch.setattr(cells, "MOST_ROWS", 2_000)
    frame = scored_rows(5, 40_000, "real")
    options: Any = {"method": "exact"} if find is ordinal_cut_points else {"metric": "f1"}
    result = result_of(find, "t", "s", data=in_engine(frame, "duckdb"), **options)
    assert result == result_of(find, frame["t"], frame["s"], **options)
    _, labels, _, buckets, *again = collected
    assert labels == 2
    assert buckets < 8_000
    assert again
    assert max(again) < 1_000


SEARCHES: list[tuple[Any, Any, dict[str, Any]]] = [
    (ThresholdSearch, best_threshold, {"metric": "f1"}),
    (CutSearch, ordinal_cut_points, {"method": "exact"}),
]


@pytest.mark.parametrize(("search", "find", "options"), SEARCHES)
def test_every_candidate_is_needed(search: Any, find: Any, options: Any, monkeypatch: Any) -> None:
    """Where the cell that holds the optimum is left out another one comes of it: the tests above can fail."""
    wanted, changed = search.wanted, 0
    for seed in range(5):
        frame = scored_rows(seed, 400, "probability")
        best = find(frame["t"], frame["s"], cv=None, **options)
        cut = best.threshold if find is best_threshold else best.cut_points[0]

        def without(*arguments: Any, cut: float = cut) -> Any:
            (found,) = (part for part in arguments if isinstance(part, ScoreCells))
            return wanted(*arguments) & ~((found.low < cut) & (cut <= found.high))

        with monkeypatch.context() as patch:
            patch.setattr(search, "wanted", without)
            other = find("t", "s", data=frame.lazy(), cv=None, **options)
        changed += best.value != other.value
    assert changed == 5


def test_folds_are_those_of_a_permutation_and_the_same_in_each_engine() -> None:
    frame = scored_rows(4, 3_000, "probability")
    polars = best_threshold("t", "s", "f1", data=in_engine(frame, "polars"), seed=7)
    assert polars == best_threshold("t", "s", "f1", data=in_engine(frame, "duckdb"), seed=7)
    assert len(polars.fold_thresholds) == 5
    other = best_threshold("t", "s", "f1", data=frame.lazy(), seed=8)
    assert other.value == polars.value
    assert other.cross_validated_value != polars.cross_validated_value
    memory = best_threshold(frame["t"], frame["s"], "f1", seed=7)
    assert abs(memory.cross_validated_value - polars.cross_validated_value) < 3 * memory.standard_error
    assert polars.standard_error == pytest.approx(memory.standard_error, rel=0.2)
    cuts = ordinal_cut_points("t", "s", data=frame.lazy(), cv=4)
    assert len(cuts.fold_cut_points) == 4


def test_rows_dealt_to_folds_are_samples_without_replacement(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.array([[5, 0], [3, 40], [0, 1], [13, 7]])
    random = np.random.default_rng(0)
    sizes = cells.even_sizes(rows.sum(0), 4, random)
    assert np.array_equal(sizes.sum(0), rows.sum(0))
    assert np.ptp(sizes, axis=0).max() <= 1
    draws = np.stack([cells.dealt(rows, sizes, random) for _ in range(4_000)])
    assert (draws.sum(2) == rows).all()
    assert (draws.sum(1) == sizes).all()
    total, size, first = rows[:, 0].sum(), sizes[0, 0], rows[0, 0]
    mean, left = size * first / total, (total - size) / (total - 1)
    assert draws[:, 0, 0, 0].mean() == pytest.approx(mean, abs=0.05)
    assert draws[:, 0, 0, 0].var() == pytest.approx(mean * (1 - first / total) * left, rel=0.1)
    monkeypatch.setattr(cells, "MOST_DRAWN", 10)
    approximate = np.stack([cells.dealt(rows, sizes, random) for _ in range(4_000)])
    assert (approximate.sum(2) == rows).all()
    assert approximate[:, 1, 2, 1].mean() == pytest.approx(10, abs=0.2)


def test_each_part_keeps_the_folds_of_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"MOST_ROWS": 300, "_RANGES": 64, "_PARTS": 4096}.items():
        monkeypatch.setattr(cells, name, value)
    frame = scored_rows(2, 900, "real")
    rows = nw.from_native(frame.lazy())
    source = cells.ScoresInFrame.of(rows, "t", "s", (0, 1), folds=3, seed=1, missing="raise")
    coarse = source.counted()
    finer = cells.narrowed(coarse, lambda counted: np.ones(len(counted.low), bool), source.counted_again)
    assert not finer.open.any()
    cell = np.searchsorted(-coarse.high, -finer.high, side="right") - 1
    for index in range(len(coarse.low)):
        assert np.array_equal(finer.rows[cell == index].sum(0), coarse.rows[index])
    memory = frame.group_by("s").len().sort("s", descending=True)
    assert finer.low.tolist() == memory["s"].to_list()
    assert finer.rows.sum((1, 2)).tolist() == memory["len"].to_list()


def test_missing_scores_and_wrong_labels_are_refused() -> None:
    frame = scored_rows(0, 300, "real").with_columns(gap=pl.when(pl.int_range(300) > 5).then(pl.col("s")))
    with pytest.raises(MissingValuesError, match="'gap' has 6 missing"):
        best_threshold("t", "gap", "f1", data=frame.lazy())
    dropped = best_threshold("t", "gap", "f1", data=frame.lazy(), missing="drop", cv=None)
    assert dropped.value == best_threshold(frame["t"], frame["gap"], "f1", missing="drop", cv=None).value
    with pytest.raises(LabelError):
        best_threshold("t", "s", "f1", data=frame.lazy(), labels=[0, 7])


def test_a_frame_that_changes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    again = cells.ScoresInFrame._every_score

    def changed(self: Any, ranges: Any) -> ScoreCells:
        return again(self, [(low, low) for low, _ in ranges])

    monkeypatch.setattr(cells.ScoresInFrame, "_every_score", changed)
    monkeypatch.setattr(cells, "MOST_ROWS", 10_000)
    with pytest.raises(DataFileError, match="a later query met other rows than the first"):
        best_threshold("t", "s", "f1", data=scored_rows(0, 300, "real").lazy())


def test_whole_scores_beyond_2_53_are_collected() -> None:
    frame = pl.DataFrame({"t": [0, 1] * 100, "s": [2**60 + k * 7 % 101 for k in range(200)]})
    found = best_threshold("t", "s", "f1", data=frame.lazy(), cv=None)
    assert found == best_threshold(frame["t"], frame["s"], "f1", cv=None)
