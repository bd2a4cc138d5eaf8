"""A page of the labels of a lazy frame: its engine groups them, and no row comes home."""

from __future__ import annotations

from typing import Any

import duckdb
import narwhals as nw
import polars as pl
import pytest

from concordant import evaluate
from concordant.errors import MissingValuesError, WeightError
from concordant.sources import batches as row_limit
from concordant.sources import frames as whole_rows
from concordant.sources.batches import LazyRows

FRAME = pl.DataFrame(
    {
        "t": [0, 1, 1, 0, 2, 1] * 20,
        "p": [0, 1, 0, 0, 2, 2] * 20,
        "x": ["a", "b", None, "a", "b", "b"] * 20,
        "w": [1.0, 0.5, 2.0, 0.0, 4.0, 1.0] * 20,
    }
)
ENGINES: dict[str, Any] = {
    "polars": lambda frame: frame.lazy(),
    "duckdb": lambda frame: duckdb.connect().from_arrow(frame.to_arrow()),
}


@pytest.fixture(params=ENGINES)
def lazy(request: pytest.FixtureRequest) -> Any:
    return ENGINES[request.param](FRAME)


@pytest.mark.parametrize("options", [{}, {"sample_weight": "w"}, {"labels": [2, 1, 0]}, {"task": "multiclass"}])
def test_the_page_is_that_of_the_rows(lazy: Any, options: dict[str, Any]) -> None:
    assert evaluate("t", "p", data=lazy, **options).to_dict() == evaluate("t", "p", data=FRAME, **options).to_dict()


def test_only_groups_and_a_look_come_home(lazy: Any, collected: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concordant.report.batches.LOOKED_AT", 7)
    evaluate("t", "p", data=lazy)
    assert collected == [7, 5]


def test_missing_labels_are_counted(lazy: Any) -> None:
    with pytest.raises(MissingValuesError, match=r"x has 20 missing\. Remove"):
        evaluate("x", "x", data=lazy)
    dropped = evaluate("x", "x", data=lazy, missing="drop")
    assert (dropped.n, dropped.n_missing) == (100, 20)
    weighed = evaluate("x", "x", data=lazy, missing="drop", sample_weight="w")
    assert weighed.to_dict() == evaluate("x", "x", data=FRAME, missing="drop", sample_weight="w").to_dict()
    assert (weighed.n, weighed.n_missing) == (80, 20)


def test_bad_weights_are_counted(lazy: Any) -> None:
    with pytest.raises(WeightError, match="40 are not"):
        evaluate("t", "p", data=nw.from_native(lazy).with_columns(w=nw.col("w") - 1), sample_weight="w")


@pytest.mark.parametrize("options", [{"by": "x"}, {"by": "x", "sample_weight": "w"}, {"cluster": "c"}])
def test_groups_and_clusters_are_counted_where_rows_live(
    lazy: Any, options: dict[str, Any], collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("concordant.report.batches.LOOKED_AT", 7)
    whole = FRAME.with_row_index("c").with_columns(c=pl.col("c") // 20, x=pl.col("x").fill_null("z"))
    native = whole.lazy() if isinstance(lazy, pl.LazyFrame) else duckdb.connect().from_arrow(whole.to_arrow())
    found, expected = evaluate("t", "p", data=native, **options), evaluate("t", "p", data=whole, **options)
    assert max(collected) < 40
    assert (found.n, found.columns, found.counts) == (expected.n, expected.columns, expected.counts)
    for one, other in zip(found, expected, strict=True):
        assert one.value == other.value
        assert one.interval.low == pytest.approx(other.interval.low, rel=1e-9, nan_ok=True)
    if "by" in options:
        assert [row.label for row in found.groups.rows] == [row.label for row in expected.groups.rows]


@pytest.mark.parametrize(
    ("roles", "options"),
    [
        (("y", None, "s"), {}),
        (("y", "q", "s"), {}),
        (("y", None, "z"), {}),
        (("name", None, "s"), {"pos_label": "yes", "missing": "drop"}),
    ],
)
def test_scores_are_added_up_where_rows_live(
    roles: Any, options: Any, lazy: Any, collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Engines that give no batches: only buckets and sums come home."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 100)
    monkeypatch.setattr(LazyRows, "of", lambda _: None)
    monkeypatch.setattr(whole_rows, "PAGE_BITS", 3)
    rows = 3_000
    place = pl.int_range(rows)
    whole = pl.select(y=(place * 7 % 5 < 2).cast(pl.Int8), s=(place * 7919 % 3001) / 3001, q=place % 3 // 2)
    whole = whole.with_columns(
        s=((pl.col("s") + pl.col("y")) / 2).clip(0.001, 0.999),
        name=pl.when(place % 11 != 3).then(pl.col("y").replace_strict({0: "no", 1: "yes"})),
    ).with_columns(z=pl.col("s") * 5 - 2)
    native = whole.lazy() if isinstance(lazy, pl.LazyFrame) else duckdb.connect().from_arrow(whole.to_arrow())
    found = evaluate(*roles, data=native, **options)
    assert max(collected) < 600
    expected = evaluate(*roles, data=whole, **options)
    assert (found.n, found.n_missing, found.counts, found.pos_label) == (
        expected.n,
        expected.n_missing,
        expected.counts,
        expected.pos_label,
    )
    for one, other in zip(found, expected, strict=True):
        if one.bounds is not None:
            assert one.bounds.low <= other.value <= one.bounds.high
        else:
            assert one.value == pytest.approx(other.value, rel=1e-9)
            assert one.interval.low == pytest.approx(other.interval.low, rel=1e-6)
