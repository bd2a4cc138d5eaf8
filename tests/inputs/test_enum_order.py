"""ENUM columns of DuckDB keep the order of their labels wherever they are read, as Polars' Enums do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl
import pytest

import concordant as co
from concordant.sources import batches as row_limit
from concordant.sources.batches import LazyRows
from concordant.states import BucketCurve, Counts, Curve

duckdb = pytest.importorskip("duckdb")

WORDS = ["mild", "grave", "fatal", "absent"]
STATES = ["well", "ill"]
RNG = np.random.default_rng(3)
N = 400
TRUTH = RNG.integers(0, 3, N)
PRED = np.where(RNG.random(N) < 0.6, TRUTH, RNG.integers(0, 3, N))
ENUM = pl.Enum(WORDS)
ROWS = pl.DataFrame(
    {
        "t": pl.Series([WORDS[k] for k in TRUTH], dtype=ENUM),
        "p": pl.Series([WORDS[k] for k in PRED], dtype=ENUM),
        "y": pl.Series([STATES[int(k > 1)] for k in TRUTH], dtype=pl.Enum(STATES)),
        "s": np.round(RNG.random(N) * 0.4 + TRUTH * 0.2, 2),
        "w": RNG.integers(1, 4, N) / 2,
    }
)


@pytest.fixture(scope="module")
def relation() -> Iterator[Any]:
    with duckdb.connect() as base:
        plain = ROWS.with_columns(pl.col("t", "p", "y").cast(pl.String))
        base.register("plain", plain.to_arrow())
        base.execute("CREATE TYPE words AS ENUM ('mild', 'grave', 'fatal', 'absent')")
        base.execute("CREATE TYPE states AS ENUM ('well', 'ill')")
        base.execute("CREATE TABLE held AS SELECT t::words AS t, p::words AS p, y::states AS y, s, w FROM plain")
        yield base.table("held")


@pytest.mark.parametrize("weight", [None, "w"])
def test_counts_have_the_labels_in_the_order_of_the_enum(relation: Any, weight: str | None) -> None:
    names: Any = {"y_true": "t", "y_pred": "p", "sample_weight": weight}
    found = Counts.from_frame(relation, **names)
    assert found == Counts.from_frame(ROWS, **names)
    assert found.labels == tuple(WORDS)
    assert found.key["ordered"]


def test_states_of_scores_take_the_later_word_as_positive(relation: Any) -> None:
    names: Any = {"y_true": "y", "y_score": "s"}
    for state in (Curve, BucketCurve):
        assert state.from_frame(relation, **names).classes == tuple(STATES)
        assert state.from_frame(relation, **names) == state.from_frame(ROWS, **names)


def test_a_call_that_needs_an_order_finds_it(relation: Any) -> None:
    kappa = co.cohen_kappa("t", "p", data=relation, weights="quadratic")
    assert kappa == co.cohen_kappa("t", "p", data=ROWS, weights="quadratic")
    assert co.roc_auc("y", "s", data=relation) == co.roc_auc("y", "s", data=ROWS)
    assert co.best_threshold("y", "s", "f1", data=relation, cv=None) == co.best_threshold(
        "y", "s", "f1", data=ROWS, cv=None
    )


def test_a_page_has_the_labels_in_that_order(relation: Any) -> None:
    assert co.evaluate("t", "p", data=relation).labels == co.evaluate("t", "p", data=ROWS).labels == tuple(WORDS)
    assert co.evaluate("y", y_score="s", data=relation).labels == co.evaluate("y", y_score="s", data=ROWS).labels


def test_so_has_a_page_of_rows_that_are_read_in_batches(relation: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = co.evaluate("y", y_score="s", data=ROWS)
    monkeypatch.setattr(row_limit, "MOST_ROWS", 100)
    page = co.evaluate("y", y_score="s", data=relation)
    assert page.labels == expected.labels == tuple(STATES)
    assert page["roc_auc"].value == expected["roc_auc"].value


def test_batches_are_polars_enums_and_other_columns_are_as_they_were(relation: Any) -> None:
    import narwhals as nw

    rows = LazyRows.of(nw.from_native(relation))
    assert rows is not None
    parts = list(rows.batches(["t", "s"], 150))
    assert pl.concat(parts).equals(ROWS.select("t", "s"))
    assert rows.head(["p"], 5).equals(ROWS.select("p").head(5))
    assert rows.distinct("t").dtype == ENUM
