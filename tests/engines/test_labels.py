"""Categories in any order, also declared in another one: the counts are those of each pair of names."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant import Counts
from concordant.errors import LabelError
from concordant.states.tables import table_pays


@given(st.data())
def test_each_row_is_counted_where_it_belongs(data: st.DataObject) -> None:
    low, size = data.draw(st.integers(-300, 300)), data.draw(st.sampled_from([60, 64, 65, 128, 257, 1000]))
    label = st.integers(low, low + size - 1)
    rows = data.draw(st.lists(st.tuples(label, label, st.integers(1, 9)), min_size=1, max_size=40))
    truth, prediction, weights = np.array(rows).T
    weight = weights / 4 if data.draw(st.booleans()) else None
    found = Counts.from_labels(truth, prediction, labels=range(low, low + size), sample_weight=weight)
    table = np.zeros((size, size))
    np.add.at(table, (truth - low, prediction - low), 1 if weight is None else weight)
    assert found.labels == tuple(range(low, low + size))
    assert (found.cells is None) == table_pays(size, np.count_nonzero(table))
    assert_array_equal(found.table, table)


@pytest.mark.parametrize("stranger", [-1, 100, 2**40])
@pytest.mark.parametrize("weights", [None, [1.0, 2.0, 0.5]])
def test_a_number_that_is_not_declared_is_named(stranger: int, weights: list[float] | None) -> None:
    with pytest.raises(LabelError, match=str(stranger)):
        Counts.from_labels([0, 5, stranger], [0, 99, 7], labels=range(100), sample_weight=weights)


def test_whole_numbers_are_no_truth_values() -> None:
    found = Counts.from_labels(np.array([True, False]), np.array([True, True]), labels=range(100))
    assert found.labels == tuple(range(100))
    assert found.table[1, 1] == found.table[0, 1] == 1


def categories(names: Iterable[str], codes: npt.NDArray[np.int64], *, ordered: bool = False) -> pd.Series:
    return pd.Series(pd.Categorical.from_codes(codes, list(names), ordered=ordered))


@given(
    seed=st.integers(0, 10**6),
    size=st.integers(60, 90),
    rows=st.integers(0, 300),
    ordered=st.booleans(),
    weighted=st.booleans(),
    declared=st.sampled_from([None, "sorted", "any order", "more"]),
)
def test_each_pair_of_names_is_counted(
    seed: int, size: int, rows: int, ordered: bool, weighted: bool, declared: str | None
) -> None:
    random = np.random.default_rng(seed)
    names = np.array([f"name {k}" for k in random.permutation(size)])
    first, second = random.integers(0, size, (2, rows))
    weights = random.integers(1, 9, rows) if weighted else None
    mixed = random.permutation(names).tolist()
    labels = {None: None, "sorted": sorted(names), "any order": mixed, "more": [*mixed, "another"]}[declared]
    counts = Counts.from_labels(
        categories(names, first, ordered=ordered),
        categories(names, second, ordered=ordered),
        labels=labels,
        sample_weight=weights,
    )
    labels = names.tolist() if labels is None and ordered else labels
    plain = Counts.from_labels(*names[[first, second]].tolist(), labels=labels, sample_weight=weights)
    assert counts.labels == plain.labels
    assert_array_equal(counts.table, plain.table)


@pytest.mark.parametrize("rows", [10, 500])
def test_a_name_that_is_not_declared_is_told(rows: int) -> None:
    names = [f"name {k}" for k in range(100)]
    column = categories(names, np.arange(rows) % 100)
    with pytest.raises(LabelError, match="'name 7'"):
        Counts.from_labels(column, column, labels=[name for name in names if name != "name 7"])
    unused = categories([*names, "unused"], np.arange(rows) % 100)
    assert Counts.from_labels(unused, unused, labels=names).n == rows  # a category without rows need not be declared
