"""Thresholds and cut points where the rows of a lazy frame live: those of the rows in memory, to the last bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from concordant import best_threshold, ordinal_cut_points
from concordant.decisions import batches as threshold_in_batches
from concordant.decisions.batches import CutInBatches
from concordant.errors import DataFileError, LabelError, MissingValuesError, OptionError
from concordant.sources import batches as row_limit
from concordant.sources import cells as candidate_rows
from concordant.sources import cells as drawn_folds
from concordant.sources import frames as whole_rows
from concordant.sources.batches import LazyRows
from concordant.sources.cells import ScoreCells

duckdb = pytest.importorskip("duckdb")
COARSE = {(row_limit, "MOST_ROWS"): 0, (whole_rows, "PAGE_BITS"): 3, (candidate_rows, "MOST_ROWS"): 40}
COARSE |= {(candidate_rows, "_RANGES"): 3, (candidate_rows, "_PARTS"): 24}
SHAPES = ("real", "probability", "tied", "one", "close", "alternating", "whole", "infinite", "zeros", "single")
FIELDS = ("threshold", "value", "low", "high", "optima", "n", "classes", "signature", "skipped", "better", "metric")


@pytest.fixture(autouse=True)
def _where_they_live(monkeypatch: pytest.MonkeyPatch) -> None:
    """Group any lazy frame by its engine, as those that give no batches; few buckets, few scores at once."""
    for (where, name), value in COARSE.items():
        monkeypatch.setattr(where, name, value)
    monkeypatch.setattr(LazyRows, "of", lambda _: None)


def frame_of(seed: int, rows: int, shape: str, classes: int = 2) -> pl.DataFrame:
    """Rows whose scores are hard to tell apart, or to order, in some way."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, rows)
    score = truth * rng.uniform(-0.2, 2) + rng.normal(0, 1, rows)
    scores = {
        "real": score,
        "probability": 1 / (1 + np.exp(-score)),
        "tied": score.round(),
        "one": np.full(rows, 0.25),
        "close": 0.5 + np.arctan(score) * 1e-10,
        "alternating": (2 * rng.permutation(rows) + truth % 2) / (2 * rows + 1),
        "whole": (9 * score).round(),
        "infinite": np.where(rng.random(rows) < 0.2, np.inf * np.where(score > 0, 1, -1), score),
        "zeros": np.where(rng.random(rows) < 0.5, -0.0, np.where(rng.random(rows) < 0.5, 0.0, score)),
        "single": score,
    }
    kinds = {"whole": np.int32, "single": np.float32}
    return pl.DataFrame({"t": truth, "s": scores[shape].astype(kinds.get(shape, np.float64))})


def in_engine(frame: pl.DataFrame, engine: str) -> Any:
    return frame.lazy() if engine == "polars" else duckdb.connect().from_arrow(frame.to_arrow())


def outcome(find: Any, *columns: Any, **options: Any) -> dict[str, Any] | str:
    """What is found, or what is said against it."""
    try:
        found = find(*columns, **options)
    except OptionError as error:
        return str(error)
    if find is best_threshold:
        met = [(one.text, one.value) for one in found.conditions]
        return {**{name: getattr(found, name) for name in FIELDS}, "point": found.point.to_dict(), "met": met}
    names = ("cut_points", "value", "optimum", "labels", "n", "method", "exactness", "reason")
    return {name: getattr(found, name) for name in names}


AIMS: list[tuple[str | None, dict[str, Any]]] = [
    ("f1", {}),
    ("matthews_correlation", {}),
    ("recall", {"constraint": "precision >= 0.6"}),
    (None, {"cost": [[0, 1], [3, 0]]}),
    ("f1", {"constraint": "recall >= 0.999 and precision > 0.9999"}),
]


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
    frame, (metric, options) = frame_of(seed, rows, shape), aim
    found = outcome(best_threshold, "t", "s", metric, data=in_engine(frame, engine), cv=None, **options)
    np.testing.assert_equal(found, outcome(best_threshold, frame["t"], frame["s"], metric, cv=None, **options))


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
    frame, options = frame_of(seed, rows, shape, classes), {"method": method, "cv": None}
    found = outcome(ordinal_cut_points, "t", "s", data=in_engine(frame, engine), **options)
    np.testing.assert_equal(found, outcome(ordinal_cut_points, frame["t"], frame["s"], **options))


@pytest.mark.parametrize("find", [best_threshold, ordinal_cut_points])
def test_few_rows_come_home(find: Any, collected: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_rows, "PAGE_BITS", 9)
    monkeypatch.setattr(candidate_rows, "MOST_ROWS", 2_000)
    frame = frame_of(5, 40_000, "real")
    options: Any = {"method": "exact"} if find is ordinal_cut_points else {"metric": "f1"}
    found = outcome(find, "t", "s", data=in_engine(frame, "duckdb"), cv=None, **options)
    assert found == outcome(find, frame["t"], frame["s"], cv=None, **options)
    _, labels, _, buckets, *again = collected
    assert labels == 2
    assert buckets < 8_000
    assert again
    assert max(again) < 1_000


@pytest.mark.parametrize(
    ("owner", "name", "find", "options"),
    [
        (threshold_in_batches, "_wanted", best_threshold, {"metric": "f1"}),
        (CutInBatches, "wanted", ordinal_cut_points, {"method": "exact"}),
    ],
)
def test_every_candidate_is_needed(
    owner: Any, name: str, find: Any, options: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the cell that holds the optimum is left out another one comes of it: the tests above can fail."""
    wanted, changed = getattr(owner, name), 0
    for seed in range(5):
        frame = frame_of(seed, 400, "probability")
        best = find(frame["t"], frame["s"], cv=None, **options)
        cut = best.threshold if find is best_threshold else best.cut_points[0]

        def without(*given: Any, cut: float = cut) -> Any:
            cells = next(one for one in given if isinstance(one, ScoreCells))
            return wanted(*given) & ~((cells.low < cut) & (cut <= cells.high))

        with monkeypatch.context() as patch:
            patch.setattr(owner, name, without)
            other = find("t", "s", data=frame.lazy(), cv=None, **options)
        changed += best.value != other.value
    assert changed == 5


def test_folds_are_those_of_a_permutation_and_the_same_in_each_engine() -> None:
    frame = frame_of(4, 3_000, "probability")
    polars, duck = (
        best_threshold("t", "s", "f1", data=in_engine(frame, engine), seed=7) for engine in ("polars", "duckdb")
    )
    assert polars == duck
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
    sizes = drawn_folds.even_sizes(rows.sum(0), 4, random)
    assert np.array_equal(sizes.sum(0), rows.sum(0))
    assert np.ptp(sizes, axis=0).max() <= 1
    draws = np.stack([drawn_folds.dealt(rows, sizes, random) for _ in range(4_000)])
    assert (draws.sum(2) == rows).all()
    assert (draws.sum(1) == sizes).all()
    total, size, here = rows[:, 0].sum(), sizes[0, 0], rows[0, 0]
    mean, left = size * here / total, (total - size) / (total - 1)
    assert draws[:, 0, 0, 0].mean() == pytest.approx(mean, abs=0.05)
    assert draws[:, 0, 0, 0].var() == pytest.approx(mean * (1 - here / total) * left, rel=0.1)
    monkeypatch.setattr(drawn_folds, "MOST_DRAWN", 10)
    apart = np.stack([drawn_folds.dealt(rows, sizes, random) for _ in range(4_000)])
    assert (apart.sum(2) == rows).all()
    assert apart[:, 1, 2, 1].mean() == pytest.approx(10, abs=0.2)


def test_each_part_keeps_the_folds_of_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"MOST_ROWS": 300, "_RANGES": 64, "_PARTS": 4096}.items():
        monkeypatch.setattr(candidate_rows, name, value)
    frame = frame_of(2, 900, "real")
    source = candidate_rows.ScoresInFrame.of(scored_frame(frame), "t", "s", (0, 1), folds=3, seed=1, missing="raise")
    cells = source.counted()
    finer = source.narrowed(cells, lambda found: np.ones(len(found.low), bool))
    assert not finer.open.any()
    cell = np.searchsorted(-cells.high, -finer.high, side="right") - 1
    for place in range(len(cells.low)):
        assert np.array_equal(finer.rows[cell == place].sum(0), cells.rows[place])
    memory = frame.group_by("s").len().sort("s", descending=True)
    assert finer.low.tolist() == memory["s"].to_list()
    assert finer.rows.sum((1, 2)).tolist() == memory["len"].to_list()


def scored_frame(frame: pl.DataFrame) -> Any:
    """A frame as narwhals has it."""
    import narwhals as nw

    return nw.from_native(frame.lazy())


def test_what_is_wrong_is_said() -> None:
    frame = frame_of(0, 300, "real").with_columns(gap=pl.when(pl.int_range(300) > 5).then(pl.col("s")))
    with pytest.raises(MissingValuesError, match="'gap' has 6 missing"):
        best_threshold("t", "gap", "f1", data=frame.lazy())
    dropped = best_threshold("t", "gap", "f1", data=frame.lazy(), missing="drop", cv=None)
    assert dropped.value == best_threshold(frame["t"], frame["gap"], "f1", missing="drop", cv=None).value
    with pytest.raises(LabelError):
        best_threshold("t", "s", "f1", data=frame.lazy(), labels=[0, 7])


def test_a_frame_that_changes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    again = candidate_rows.ScoresInFrame._every_score

    def changed(self: Any, ranges: Any) -> ScoreCells:
        return again(self, [(low, low) for low, _ in ranges])

    monkeypatch.setattr(candidate_rows.ScoresInFrame, "_every_score", changed)
    monkeypatch.setattr(candidate_rows, "MOST_ROWS", 10_000)
    with pytest.raises(DataFileError, match="a later query met other rows than the first"):
        best_threshold("t", "s", "f1", data=frame_of(0, 300, "real").lazy())


def test_whole_scores_beyond_2_53_are_collected() -> None:
    frame = pl.DataFrame({"t": [0, 1] * 100, "s": [2**60 + k * 7 % 101 for k in range(200)]})
    found = best_threshold("t", "s", "f1", data=frame.lazy(), cv=None)
    assert found == best_threshold(frame["t"], frame["s"], "f1", cv=None)
