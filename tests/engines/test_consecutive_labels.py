"""Rows of whole numbers among many declared consecutive ones, counted one by one in Python."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant.errors import LabelError
from concordant.states import Counts
from concordant.states.tables import table_pays


@given(st.data())
def test_each_row_is_counted_where_it_belongs(data: st.DataObject) -> None:
    low, size = data.draw(st.integers(-300, 300)), data.draw(st.sampled_from([60, 64, 65, 128, 257, 1000]))
    label = st.integers(low, low + size - 1)
    rows = data.draw(st.lists(st.tuples(label, label, st.integers(1, 9)), min_size=1, max_size=40))
    truth, prediction, weights = np.array(rows).T
    weighed = data.draw(st.booleans())
    found = Counts.from_labels(
        truth, prediction, labels=range(low, low + size), sample_weight=weights / 4 if weighed else None
    )
    expected: Counter[tuple[int, int]] = Counter()
    for first, second, weight in rows:
        expected[first, second] += weight if weighed else 1
    cells = sorted(expected)
    assert found.labels == tuple(range(low, low + size))
    assert (found.cells is None) == table_pays(size, len(cells))
    table = np.zeros((size, size))
    for (first, second), number in expected.items():
        table[first - low, second - low] = number / 4 if weighed else number
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
