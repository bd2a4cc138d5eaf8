"""Sums over rows: of groups, of terms of labels, of patterns, of cells that are cut, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal

from concordant import _kernels

# -- groups ----------------------------------------------------------------------------------------------------------


SHAPES = [(0, 3, 4, 2), (1, 1, 1, 1), (60, 5, 6, 4), (50, 7, 9, 5), (3000, 40, 300, 64)]  # rows, groups, units, columns


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("rows", "groups", "units", "columns"), SHAPES)
def test_rows_of_a_table_are_added_in_their_order(
    rows: int, groups: int, units: int, columns: int, threads: int
) -> None:
    random = np.random.default_rng(rows)
    group, unit = random.integers(0, groups, rows), random.integers(0, units, rows)
    weight = random.random(rows) * (random.random(rows) < 0.8)
    table, wanted = random.standard_normal((units, columns)), np.zeros((groups, columns))
    np.add.at(wanted, group, weight[:, None] * table[unit])
    assert_array_equal(_kernels.group_sums(table, group, unit, weight, groups, threads), wanted)
    assert_array_equal(_kernels.group_sums(table[unit], group, None, weight, groups, threads), wanted)


# -- terms of labels -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("rows", [0, 1, 1023, 5000])
def test_terms_are_added_in_the_order_of_the_rows(rows: int, threads: int) -> None:
    random = np.random.default_rng(rows)
    a, b, c = random.standard_normal((3, 7))
    c[2], a[3] = np.inf, np.nan  # of no other row
    truth, prediction = random.integers(0, 7, (2, rows))
    wanted = a[truth] + b[prediction]
    found = _kernels.label_terms(a, b, c, truth, prediction, threads)
    assert_array_equal(found, np.where(truth == prediction, wanted + c[truth], wanted))


# -- patterns of rows: which labels are the class --------------------------------------------------------------------


@given(st.data())
def test_patterns_are_those_of_a_loop(data: st.DataObject) -> None:
    columns, classes = data.draw(st.integers(2, 3)), data.draw(st.integers(1, 5))
    labels = data.draw(arrays(np.int64, (columns, data.draw(st.integers(0, 40))), elements=st.integers(0, classes - 1)))
    weights = np.arange(labels.shape[1]) % 10.0
    wanted = np.zeros((classes, 2**columns))
    for row, weight in zip(labels.T, weights, strict=True):
        for place in set(row.tolist()):
            wanted[place, int("".join(str(int(label == place)) for label in row), 2)] += weight
    assert_array_equal(_kernels.kinds_of_rows(list(labels), weights, classes), wanted)


# -- what does not fit -----------------------------------------------------------------------------------------------

TWO, THREE, TABLE, ROWS = np.ones(2), np.zeros(3), np.zeros((2, 3)), np.array([0, 1])
REFUSED: list[tuple[str, Any, tuple[Any, ...]]] = [
    ("for each row", _kernels.group_sums, (TABLE, ROWS, ROWS, TWO[:1], 2)),
    ("for each row", _kernels.group_sums, (TABLE, ROWS, ROWS[:1], TWO, 2)),
    ("for each row", _kernels.group_sums, (TABLE, ROWS, ROWS, TWO, -1)),
    ("do not fit", _kernels.label_terms, (THREE, np.zeros(4), THREE, ROWS, ROWS)),
    ("do not fit", _kernels.label_terms, (THREE, THREE, np.zeros(4), ROWS, ROWS)),
    ("do not fit", _kernels.label_terms, (THREE, THREE, THREE, ROWS, ROWS[:1])),
    ("different lengths", _kernels.kinds_of_rows, ([ROWS, ROWS[:1]], TWO, 1)),
    ("two or three", _kernels.kinds_of_rows, ([ROWS], TWO, 1)),
    *(
        ("two or three", _kernels.kinds_of_rows, ([ROWS] * columns, TWO, classes))
        for classes in (-1, 2**32, 2**40, 2**61, 2**61 + 1, 2**62, 2**62 + 5, 2**63 - 1)
        for columns in (2, 3)
    ),
]


@pytest.mark.parametrize(("why", "kernel", "arguments"), REFUSED)
def test_what_does_not_fit_is_refused(why: str, kernel: Any, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=why):
        kernel(*arguments)


@pytest.mark.parametrize("groups", [2**62, 2**61, 2**60])
def test_more_groups_than_memory_can_hold_are_refused(groups: int) -> None:
    with pytest.raises((ValueError, MemoryError)):
        _kernels.group_sums(np.ones((1, 8)), ROWS[:1], None, TWO[:1], groups)


@pytest.mark.parametrize("bad", [-1, 3, 2**40, -(2**63)])
def test_codes_that_are_none_are_refused(bad: int) -> None:
    other = np.array([0, bad])
    for table, group, unit in ((TABLE, other, ROWS), (TABLE, ROWS, other), (TABLE[:1], ROWS, None)):
        with pytest.raises(IndexError, match="a group or a unit"):
            _kernels.group_sums(table, group, unit, TWO, 2)
    with pytest.raises(IndexError, match="none of 0 to classes - 1"):
        _kernels.kinds_of_rows([ROWS, other], TWO, 3)
    for place in (0, 2999):
        known = np.zeros(3000, np.int64)
        odd = np.where(np.arange(3000) == place, bad, known)
        for columns in ((known, odd), (odd, known)):
            for threads in (1, 2):
                with pytest.raises(IndexError, match="none of 0 to size - 1"):
                    _kernels.label_terms(*np.zeros((3, 3)), *columns, threads)
