"""Counts of parts with other labels: the union is the count of all rows, in any order of the parts."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.errors import InputTypeError, LabelError, MergeError
from concordant.states import Counts

SMALL = st.integers(-3, 3)


@given(
    st.lists(
        st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=5), min_size=1, max_size=5
    ),
    st.sampled_from([lambda x: x, lambda x: f"label {x}", lambda x: x + 10**9 * x, lambda x: x / 2]),
    st.booleans(),
)
def test_it_is_the_count_of_all_rows(parts: Any, name: Any, weighted: bool) -> None:
    def counted(rows: Any) -> Counts:
        true, pred = ([name(row[k]) for row in rows] for k in (0, 1))
        weights = [1 + row[0] % 2 for row in rows] if weighted else None
        labels = sorted({*true, *pred}) if name(1) == 0.5 else None
        return Counts.from_labels(true, pred, sample_weight=weights, labels=labels)

    states = [counted(rows) for rows in parts]
    whole = counted([row for rows in parts for row in rows])
    assert Counts.union(states) == whole
    random.Random(1).shuffle(states)
    assert Counts.union(iter(states)) == whole


def test_one_part_is_itself_and_none_is_refused() -> None:
    one = Counts.from_labels(["a", "b"], ["a", "a"], missing="drop")
    assert Counts.union([one]) == one
    with pytest.raises(MergeError, match="there are no counts to join"):
        Counts.union([])
    with pytest.raises(InputTypeError, match="not of list"):
        Counts.union([one, [1]])  # type: ignore[list-item]


def test_bools_are_ordered_as_ever() -> None:
    found = Counts.union([Counts.from_labels([True], [True]), Counts.from_labels([False], [False])])
    assert found == Counts.from_labels([True, False], [True, False])


def test_ordered_names_need_one_order_of_all() -> None:
    whole = Counts.from_labels(["low"], ["high"], labels=["low", "mid", "high"])
    part = Counts.from_labels(["low", None], ["high", "low"], missing="drop")
    found = Counts.union([part, whole])
    assert (found.labels, found.ordered, found.n, found.missing) == (("low", "mid", "high"), True, 2, 1)
    with pytest.raises(LabelError, match="the order of all labels is unknown"):
        Counts.union([whole, Counts.from_labels(["best"], ["high"])])
    with pytest.raises(LabelError, match="the order of all labels is unknown"):
        Counts.union([whole, Counts.from_labels(["low"], ["high"], labels=["high", "low"])])


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ([0, 1], ["a", "b"], "numbers and of text"),
        ([True], [1], "bools and of numbers"),
        (["a"], [b"a"], "and of b"),
    ],
)
def test_labels_that_are_never_equal_are_refused(first: Any, second: Any, said: str) -> None:
    with pytest.raises(MergeError, match=said):
        Counts.union([Counts.from_labels(first, first), Counts.from_labels(second, second)])


def test_many_labels_keep_to_their_cells() -> None:
    parts = [Counts.from_labels([k, k + 5000], [k, k]) for k in range(0, 40_000, 10_000)]
    found = Counts.union(parts)
    assert (len(found.labels), found.n) == (8, 8)
    names = [f"{k:05d}" for k in range(20_000)]
    large = Counts.from_labels(names, names)
    assert Counts.union([large, Counts.from_labels(["x"], ["00000"])]).n == 20_001


def test_stacks_are_joined_table_by_table() -> None:
    stack = Counts.from_table([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], labels=[0, 1])
    other = Counts.from_table([[[1]], [[2]]], labels=[3])
    assert Counts.union([stack, other]).table[:, 2, 2].tolist() == [1, 2]
    tables = Counts.from_indicators([[1, 0], [0, 1]], [[1, 1], [0, 1]], labels=["x", "y"])
    assert Counts.union([tables, tables]) == tables * 2
