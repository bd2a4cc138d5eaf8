"""Ratings and tallies: rows can be split, shuffled and repeated; every way to build them gives the same state."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.samples import panels, random_panel

from concordant.errors import DuplicateRatingError, LabelError, OptionError
from concordant.states import Counts, Ratings, Tallies, TallySums

LABELS = [0, 1, 2, 3]
WIDE = [[1, 2, None], [2, 2, 2], [None, None, None], [1, 2, None]]


def long_rows(rows: Any) -> list[tuple[int, int, Any]]:
    return [(rater, unit, label) for unit, row in enumerate(rows) for rater, label in enumerate(row)]


def test_profiles_stand_in_order_and_units_without_a_rating_are_counted() -> None:
    ratings = Ratings.from_wide(WIDE)
    assert (ratings.labels, ratings.ordered, ratings.raters) == ((1, 2), True, (0, 1, 2))
    assert (ratings.n, ratings.missing) == (3, 1)
    assert ratings.start.tolist() == [0, 2, 5]
    assert ratings.rater.tolist() == [0, 1, 0, 1, 2]
    assert ratings.code.tolist() == [0, 1, 1, 1, 1]
    assert ratings.weight.tolist() == [2, 1]
    assert repr(ratings) == "Ratings: 3 units, 3 raters, 2 profiles, labels 1, 2"


def test_tallies_forget_who_rated() -> None:
    tallies = Ratings.from_wide(WIDE).tallies()
    assert (tallies.counts.tolist(), tallies.weight.tolist(), tallies.missing) == ([[0, 3], [1, 1]], [1, 2], 1)
    assert repr(tallies) == "Tallies: 3 units, 2 compositions of up to 3 ratings, labels 1, 2"


@given(rows=panels(), data=st.data())
def test_neither_the_order_of_rows_nor_the_way_in_matters(rows: Any, data: st.DataObject) -> None:
    whole = Ratings.from_wide(rows, labels=LABELS)
    assert Ratings.from_wide(data.draw(st.permutations(rows)), labels=LABELS) == whole
    triples = data.draw(st.permutations(long_rows(rows)))
    assert Ratings.from_triples(triples, labels=LABELS) == whole
    frame = pd.DataFrame(triples, columns=["rater", "unit", "label"])
    assert Ratings.from_long(frame, unit="unit", rater="rater", label="label", labels=LABELS) == whole
    assert Tallies.from_long(frame, unit="unit", label="label", labels=LABELS) == whole.tallies()
    counts = [[sum(x == k for x in row) for k in LABELS] for row in rows]
    assert Tallies.from_counts(counts, LABELS) == whole.tallies()


@given(rows=panels())
def test_weights_repeat_units(rows: Any) -> None:
    once, twice = Ratings.from_wide(rows, labels=LABELS), Ratings.from_wide(rows + rows, labels=LABELS)
    assert once * 2 == twice
    weighted = Ratings.from_wide(rows, labels=LABELS, sample_weight=[2] * len(rows))
    assert weighted.weight.tolist() == (once.weight * 2.0).tolist()
    assert weighted.squares is not None
    assert weighted.squares.tolist() == (once.weight * 4.0).tolist()
    assert (once * 0).weight.tolist() == []
    assert once.tallies() * 2 == twice.tallies()
    assert TallySums.from_tallies(once) * 2 == TallySums.from_tallies(twice)
    for state in (weighted, once.tallies(), TallySums.from_tallies(once)):
        assert type(state).from_dict(state.to_dict()) == state


def test_weight_zero_removes_a_unit() -> None:
    ratings = Ratings.from_wide([[1, 2], [2, 2], [1, 1]], labels=[1, 2], sample_weight=[1, 0, 0.5])
    assert (len(ratings.profiles), ratings.weight.tolist()) == (2, [0.5, 1.0])


def test_sums_of_pairs_are_never_below_zero() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):  # a difference of sums may be, by rounding
        counts = np.where(rng.random((4, 3)) < 0.6, rng.integers(1, 3, (4, 3)), 1)
        state = TallySums.from_tallies(Tallies.from_counts(counts))
        assert state.within.min() >= 0
        assert TallySums.from_dict(state.to_dict()) == state


def test_ratings_of_some_raters_are_aligned() -> None:
    a, b = (Ratings.from_wide([[1, 2]], raters=names) for names in (["x", "y"], ["y", "z"]))
    names = ["x", "y", "z"]
    assert (a.align(names) + b.align(names)).n == 2
    with pytest.raises(LabelError, match="rater 'z' has ratings"):
        b.align(["x", "y"])


def test_views_of_some_raters() -> None:
    ratings = Ratings.from_wide(random_panel(1), raters=list("abcd"))
    again = Ratings.from_wide(random_panel(1)[:, [2, 0]], raters=["c", "a"], labels=[1, 2, 3])
    assert ratings.select(["c", "a"]) == again
    assert ratings.without("d") == ratings.select(["a", "b", "c"])
    both = random_panel(1)[:, [0, 1]]
    rated, weight = ~np.isnan(both).any(1), np.arange(len(both)) % 4 / 2
    both = both[rated].astype(int)
    assert ratings.pair("a", "b") == Counts.from_labels(both[:, 0], both[:, 1], labels=[1, 2, 3])
    weighted = Ratings.from_wide(random_panel(1), sample_weight=weight).pair(0, 1)
    assert weighted == Counts.from_labels(both[:, 0], both[:, 1], labels=[1, 2, 3], sample_weight=weight[rated])
    stack = ratings.with_weights(np.stack([ratings.weight, 2 * ratings.weight])).pair("a", "b")
    assert stack[1] == ratings.pair("a", "b") * 2
    assert ratings.pair("a", "b").panel(("a", "b")).tallies().n == len(both)
    with pytest.raises(LabelError, match="there is no rater 'e'; the raters are 'a', 'b', 'c', 'd'"):
        ratings.without("e")


def test_two_columns_are_a_panel_of_two() -> None:
    counts = Counts.from_labels(["x", "y", "y"], ["x", "x", "y"])
    assert counts.panel(("a", "b")) == Ratings.from_wide([["x", "x"], ["y", "x"], ["y", "y"]], raters=["a", "b"])
    sums = TallySums.from_tallies(counts.panel())
    assert sums.pairs.tolist() == TallySums.from_counts(counts).pairs.tolist()


MARKERS: dict[str, Any] = {
    "lists": [["a", None], ["b", "a"]],
    "objects with NaN": np.array([["a", np.nan], ["b", "a"]], dtype=object),
    "masked": np.ma.masked_array([["a", "b"], ["b", "a"]], [[False, True], [False, False]]),
    "pandas nullable": pd.DataFrame({0: pd.array(["a", "b"], "string"), 1: pd.array([pd.NA, "a"], "string")}),
    "polars": pl.DataFrame({"0": ["a", "b"], "1": [None, "a"]}),
}


@pytest.mark.parametrize("name", MARKERS)
def test_every_marker_of_a_missing_rating_is_one(name: str) -> None:
    found = Ratings.from_wide(MARKERS[name])
    assert found.labels == ("a", "b")
    assert not found.ordered
    assert found.tallies() == Ratings.from_wide([["a", None], ["b", "a"]]).tallies()


NUMBERS: list[Any] = [
    [[1, None], [3, 1]],
    np.array([[1, np.nan], [3, 1]]),
    np.ma.masked_equal(np.array([[1, -9], [3, 1]], np.int8), -9),
    pd.DataFrame({"a": [1, 3], "b": pd.array([None, 1], "Int64")}),
    pl.DataFrame({"a": [1, 3], "b": [None, 1]}),
    pl.DataFrame({"a": [1.0, 3.0], "b": [float("nan"), 1.0]}),
]


@pytest.mark.parametrize("matrix", NUMBERS, ids=range(len(NUMBERS)))
def test_numbers_stand_at_their_values(matrix: Any) -> None:
    found = Ratings.from_wide(matrix)
    assert (found.labels, found.ordered) == ((1, 3), True)
    assert found.tallies().counts.tolist() == [[1, 0], [1, 1]]


def test_labels_of_categories_keep_their_order() -> None:
    kind = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    frame = pd.DataFrame({"a": pd.Series(["low", "high"], dtype=kind), "b": pd.Series([None, "low"], dtype=kind)})
    found = Ratings.from_wide(frame)
    assert (found.labels, found.ordered, found.raters) == (("low", "mid", "high"), True, ("a", "b"))
    assert Ratings.from_wide(frame, raters=["b"]).raters == ("b",)


def test_a_column_without_any_rating_is_a_rater() -> None:
    found = Ratings.from_wide(pd.DataFrame({"a": ["x", "y"], "b": [None, None]}))
    assert (found.labels, found.raters, found.n) == (("x", "y"), ("a", "b"), 2)


def test_an_empty_text_is_a_label_unless_it_is_declared_missing() -> None:
    assert Ratings.from_wide([["", "a"]]).labels == ("", "a")
    assert Ratings.from_wide([["", "a"]], missing_labels=[""]).labels == ("a",)
    assert Ratings.from_wide([[-1, 2]], missing_labels=[-1]).labels == (2,)


def frame_of(rows: Any) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["unit", "who", "grade"])


AGAIN = frame_of([("u1", "ann", 1), ("u1", "bob", 2), ("u2", "ann", 2), ("u2", "ann", 3)])
COLUMNS = {"unit": "unit", "rater": "who", "label": "grade"}


def test_a_doubled_rating_raises_or_one_of_them_is_taken() -> None:
    with pytest.raises(DuplicateRatingError, match="the first of unit 'u2' by rater 'ann'"):
        Ratings.from_long(AGAIN, **COLUMNS)
    first, last = (Ratings.from_long(AGAIN, **COLUMNS, duplicates=how) for how in ("first", "last"))
    assert (first.labels, last.n) == ((1, 2, 3), 2)
    assert first.tallies().counts.tolist() == [[0, 1, 0], [1, 1, 0]]
    assert last.tallies().counts.tolist() == [[0, 0, 1], [1, 1, 0]]
    runs = Ratings.from_long(AGAIN, **COLUMNS, duplicates="runs")
    assert runs.raters == ("ann", ("ann", 2), "bob")
    assert runs.pair("ann", ("ann", 2)).table.sum() == 1
    with pytest.raises(OptionError, match="duplicates must be '"):
        Ratings.from_long(AGAIN, **COLUMNS, duplicates="mean")


def test_weights_of_a_long_table_belong_to_units() -> None:
    frame = frame_of([("u", "a", 1), ("u", "b", 2), ("v", "a", 1)]).assign(w=[2.0, 2.0, 0.5])
    found = Ratings.from_long(frame, **COLUMNS, weight="w")
    assert found.weight.tolist() == [0.5, 2.0]
    assert found == Ratings.from_wide([[1, 2], [1, None]], ["a", "b"], sample_weight=[2, 0.5])


def test_a_mapping_of_raters_is_read_as_well() -> None:
    nested = {"ann": {"u1": "x", "u2": "y"}, "bob": {"u1": "x"}}
    assert Ratings.from_triples(nested) == Ratings.from_wide([["x", "x"], ["y", None]], raters=["ann", "bob"])


def test_many_raters_and_many_labels_leave_the_table_of_codes() -> None:
    rng = np.random.default_rng(3)
    wide = rng.integers(0, 50, (300, 90)) * 1000
    found = Ratings.from_wide(np.concatenate([wide, wide[:100]]))
    assert (found.n, len(found.profiles)) == (400, 300)
    assert sorted(found.weight.tolist()) == [1] * 200 + [2] * 100


def test_a_stack_is_a_new_axis() -> None:
    tallies = Tallies.from_counts([[3, 0], [1, 2]])
    stack = tallies.with_weights(np.array([[1, 2], [0, 5]]))
    assert (stack.stack, stack[1].weight.tolist()) == ((2,), [0, 5])
    assert (TallySums.from_tallies(stack).units.tolist()) == [3, 5]


@given(rows=panels(least=4), data=st.data())
def test_clusters_of_parts_are_different_ones(rows: Any, data: st.DataObject) -> None:
    groups = data.draw(st.lists(st.integers(0, 2), min_size=len(rows), max_size=len(rows)))
    whole = Ratings.from_wide(rows, labels=LABELS, cluster=groups)
    twice = whole + whole
    assert Ratings.from_wide(rows + rows, labels=LABELS, cluster=groups + [x + 3 for x in groups]) == twice
    assert whole.cluster is not None
    assert whole.cluster[2].sum() == whole.n
    assert Ratings.from_dict(whole.to_dict()) == whole
    assert whole + whole * 0 == whole
    some = whole.select([1, 0])
    kept = [place for place, row in enumerate(rows) if row[0] is not None or row[1] is not None]
    again = [[rows[place][1], rows[place][0]] for place in kept]
    expected = Ratings.from_wide(again, [1, 0], LABELS, cluster=[groups[place] for place in kept])
    assert some.cluster is not None
    assert expected.cluster is not None
    assert some.cluster.tolist() == expected.cluster.tolist()


@pytest.mark.parametrize("raters", [22, 23, 1023, 1024, 1500])
def test_a_matrix_has_as_many_raters_as_it_has_columns(raters: int) -> None:
    codes = np.random.default_rng(0).integers(0, 2, (10, raters))
    state = Ratings.from_wide(codes)
    assert state.tallies() == Tallies.from_counts(np.column_stack([raters - codes.sum(1), codes.sum(1)]))
    assert len(state.raters) == raters


@pytest.mark.parametrize(
    "frame",
    [
        pl.DataFrame({"a": [True, False], "b": [True, True], "c": [None, None]}),
        pl.DataFrame({"c": [None, None], "a": [True, False], "b": [True, True]}, schema_overrides={"c": pl.Boolean}),
        pd.DataFrame({"a": [True, False], "b": [True, True], "c": [None, None]}),
        pd.DataFrame({"a": [True, False], "b": [True, True], "c": [np.nan, np.nan]}),
    ],
)
def test_a_rater_who_rated_nothing_does_not_turn_bools_into_numbers(frame: Any) -> None:
    state = Ratings.from_wide(frame)
    assert [*map(type, state.labels)] == [bool, bool]
    assert state.tallies() == Ratings.from_wide([[True, True], [False, True]]).tallies()
    numbers = Ratings.from_wide(frame.assign(d=[1, 0]) if isinstance(frame, pd.DataFrame) else frame.with_columns(d=1))
    assert numbers.labels == (0, 1)
