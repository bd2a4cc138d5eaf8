"""Thresholds and cut points of lazy frames: those of the rows in memory, to the last bit."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from support.decisions import result_of, scored_rows
from support.files import LAZY

from concordant import best_threshold, ordinal_cut_points
from concordant.decisions.batches import CutSearch
from concordant.decisions.search import ThresholdSearch
from concordant.errors import LabelError, MissingValuesError
from concordant.sources import batches as row_limit
from concordant.sources import cells
from concordant.sources.batches import LazyRows
from concordant.sources.cells import ScoreCells


@pytest.fixture(autouse=True)
def _coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read any lazy frame in batches; few buckets, few scores at once."""
    for where, name, value in ((row_limit, "MOST_ROWS", 0), (cells, "_BITS", 2), (cells, "MOST_EXACT", 450)):
        monkeypatch.setattr(where, name, value)
    monkeypatch.setattr(cells, "_SCORE_CELLS_PARTS", 64)


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


@pytest.mark.parametrize("engine", LAZY)
@pytest.mark.parametrize("gives_batches", [True, False])
@pytest.mark.parametrize(("_", "find", "options"), SEARCHES)
def test_rules_are_those_of_memory(
    engine: str, gives_batches: bool, _: Any, find: Any, options: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that gives no batches sends the two columns."""
    if not gives_batches:
        monkeypatch.setattr(LazyRows, "of", lambda _: None)
    frame = scored_rows(3, 400, "close")
    found = result_of(find, "t", "s", data=LAZY[engine](frame), **options)
    assert found == result_of(find, frame["t"], frame["s"], **options)


def test_missing_scores_and_wrong_labels_are_refused() -> None:
    frame = scored_rows(0, 300, "real").with_columns(gap=pl.when(pl.int_range(300) > 5).then(pl.col("s")))
    with pytest.raises(MissingValuesError, match="gap has 6 missing"):
        best_threshold("t", "gap", "f1", data=frame.lazy())
    dropped = best_threshold("t", "gap", "f1", data=frame.lazy(), missing="drop", cv=None)
    assert dropped.value == best_threshold(frame["t"], frame["gap"], "f1", missing="drop", cv=None).value
    with pytest.raises(LabelError):
        best_threshold("t", "s", "f1", data=frame.lazy(), labels=[0, 7])


def test_whole_scores_beyond_2_53_are_collected() -> None:
    frame = pl.DataFrame({"t": [0, 1] * 100, "s": [2**60 + k * 7 % 101 for k in range(200)]})
    found = best_threshold("t", "s", "f1", data=frame.lazy(), cv=None)
    assert found == best_threshold(frame["t"], frame["s"], "f1", cv=None)
