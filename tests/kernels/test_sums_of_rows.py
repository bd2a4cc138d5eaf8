"""Sums over rows: of groups, of terms of labels, of patterns, of cells that are cut, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from concordant import _kernels

# -- groups ----------------------------------------------------------------------------------------------------------


SHAPES = [(0, 3, 4, 2), (1, 1, 1, 1), (60, 5, 6, 4), (50, 7, 9, 5), (3000, 40, 300, 64)]  # rows, groups, units, columns


def rows_of(rows: int, groups: int, units: int) -> tuple[Any, Any, Any]:
    random = np.random.default_rng(rows)
    weight = random.random(rows) * (random.random(rows) < 0.8)
    return random.integers(0, groups, rows), random.integers(0, units, rows), weight


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("rows", "groups", "units", "columns"), SHAPES)
def test_rows_of_a_table_are_added_in_their_order(
    rows: int, groups: int, units: int, columns: int, threads: int
) -> None:
    group, unit, weight = rows_of(rows, groups, units)
    table = np.random.default_rng(1).standard_normal((units, columns))
    wanted = np.zeros((groups, columns))
    np.add.at(wanted, group, weight[:, None] * table[unit])
    assert_array_equal(_kernels.group_sums(table, group, unit, weight, groups, threads), wanted)
    assert_array_equal(_kernels.group_sums(table[unit], group, None, weight, groups, threads), wanted)


@pytest.mark.parametrize("bad", [-1, 2, 2**40])
def test_groups_and_units_that_there_are_not_are_refused(bad: int) -> None:
    table, rows, ones, other = np.zeros((2, 3)), np.array([0, 1]), np.ones(2), np.array([0, bad])
    for values, group, unit in ((table, other, rows), (table, rows, other), (table[:1], rows, None)):
        with pytest.raises(IndexError, match="a group or a unit"):
            _kernels.group_sums(values, group, unit, ones, 2)


def test_groups_that_do_not_fit_are_refused() -> None:
    table, rows, ones = np.zeros((2, 3)), np.array([0, 1]), np.ones(2)
    for group, unit, weight, groups in ((rows, rows, ones[:1], 2), (rows, rows[:1], ones, 2), (rows, rows, ones, -1)):
        with pytest.raises(ValueError, match="for each row"):
            _kernels.group_sums(table, group, unit, weight, groups)


@pytest.mark.parametrize("groups", [2**62, 2**61, 2**60])
def test_more_groups_than_memory_can_hold_are_refused(groups: int) -> None:
    one = np.zeros(1, np.int64)
    with pytest.raises((ValueError, MemoryError)):
        _kernels.group_sums(np.ones((1, 8)), one, None, np.ones(1), groups)


# -- terms of labels -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("rows", [0, 1, 1023, 5000])
def test_terms_are_added_in_the_order_of_the_rows(rows: int, threads: int) -> None:
    random = np.random.default_rng(rows)
    a, b, c = random.standard_normal((3, 7))
    c[2] = np.inf  # of no other row
    a[3] = np.nan
    truth, prediction = random.integers(0, 7, (2, rows))
    found = _kernels.label_terms(a, b, c, truth, prediction, threads)
    assert_array_equal(
        found, np.where(truth == prediction, a[truth] + b[prediction] + c[truth], a[truth] + b[prediction])
    )


@pytest.mark.parametrize("label", [-1, 4, 2**40, -(2**63)])
@pytest.mark.parametrize("place", [0, 2999])
def test_labels_that_are_none_are_refused(label: int, place: int) -> None:
    terms, known = np.zeros((3, 4)), np.zeros(3000, np.int64)
    other = known.copy()
    other[place] = label
    for columns in ((known, other), (other, known)):
        for threads in (1, 2):
            with pytest.raises(IndexError, match="none of 0 to size - 1"):
                _kernels.label_terms(*terms, *columns, threads)


def test_terms_that_do_not_fit_are_refused() -> None:
    three, four, rows = np.zeros(3), np.zeros(4), np.zeros(5, np.int64)
    for terms, other in (((three, four, three), rows), ((three, three, four), rows), ((three,) * 3, rows[:4])):
        with pytest.raises(ValueError, match="do not fit"):
            _kernels.label_terms(*terms, rows, other)


# -- patterns of rows: which labels are the class --------------------------------------------------------------------


@given(st.data())
def test_patterns_are_those_of_a_loop(data: st.DataObject) -> None:
    columns, classes = data.draw(st.integers(2, 3)), data.draw(st.integers(1, 5))
    rows = data.draw(st.lists(st.tuples(*[st.integers(0, classes - 1)] * columns, st.integers(0, 9)), max_size=40))
    table = np.array(rows, np.int64).reshape(-1, columns + 1)
    labels, weights = [np.ascontiguousarray(column) for column in table[:, :-1].T], table[:, -1].astype(np.float64)
    wanted = np.zeros((classes, 2**columns))
    for *row, weight in rows:
        for place in set(row):
            wanted[place, int("".join(str(int(label == place)) for label in row), 2)] += weight
    np.testing.assert_array_equal(_kernels.kinds_of_rows(labels, weights, classes), wanted)


@pytest.mark.parametrize("label", [-1, 3, 2**40, -(2**62)])
def test_patterns_of_other_labels_are_refused(label: int) -> None:
    codes = np.array([0, 1, label])
    with pytest.raises(IndexError, match="none of 0 to classes - 1"):
        _kernels.kinds_of_rows([np.zeros(3, np.int64), codes], np.ones(3), 3)


def test_columns_of_patterns_go_together() -> None:
    codes = np.zeros(3, np.int64)
    with pytest.raises(ValueError, match="different lengths"):
        _kernels.kinds_of_rows([codes, codes[:2]], np.ones(3), 1)
    with pytest.raises(ValueError, match="two or three"):
        _kernels.kinds_of_rows([codes], np.ones(3), 1)
    for classes in (-1, 2**32, 2**40, 2**61, 2**61 + 1, 2**62, 2**62 + 5, 2**63 - 1):
        for columns in (2, 3):
            with pytest.raises(ValueError, match="two or three"):
                _kernels.kinds_of_rows([codes] * columns, np.ones(3), classes)


# -- listed cells that are cut in two --------------------------------------------------------------------------------


SIZE = 5
CELLS = st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=20).map(
    lambda some: np.array(sorted(some), np.int64).reshape(-1, 2).T.copy()
)


@given(CELLS, CELLS, st.randoms(use_true_random=False))
def test_both_parts_and_the_way_back(cells: np.ndarray, cuts: np.ndarray, random: object) -> None:
    rng = np.random.default_rng(random.randint(0, 1000))  # type: ignore[attr-defined]
    numbers = rng.integers(1, 9, cells.shape[1]).astype(np.float64)
    table = np.zeros((SIZE, SIZE))
    np.add.at(table, tuple(cells), numbers)
    before, after = _kernels.cut_rows(*cells, numbers, *cuts)
    assert_array_equal(before, [table[row, :column].sum() for row, column in cuts.T])
    assert_array_equal(after, [table[row, column:].sum() for row, column in cuts.T])
    some, other = rng.random((2, cuts.shape[1]))
    found = _kernels.cut_rows_back(*cells, *cuts, some, other)
    # What a cell adds to the sums of all parts is the derivative of these.
    assert_allclose(found @ numbers, before @ some + after @ other, rtol=1e-12, atol=1e-12)
    first = [
        sum(some[k] if column < at else other[k] for k, (where, at) in enumerate(cuts.T) if where == row)
        for row, column in cells.T
    ]
    assert_allclose(found, np.array(first, np.float64), rtol=1e-12)


def test_small_numbers_stand_beside_large_ones() -> None:
    row, column = np.zeros(3, np.int64), np.arange(3)
    before, after = _kernels.cut_rows(row, column, np.array([1e30, 1.0, 2.0]), row[:2], np.array([0, 1]))
    assert before.tolist() == [0.0, 1e30]
    assert after.tolist() == [1e30, 3.0]


def test_cuts_that_do_not_fit_are_refused() -> None:
    two, three = np.zeros(2, np.int64), np.zeros(3, np.int64)
    with pytest.raises(ValueError, match="different lengths"):
        _kernels.cut_rows(two, three, np.zeros(2), two, two)
    with pytest.raises(ValueError, match="one number for each cell"):
        _kernels.cut_rows(two, two, np.zeros(3), two, two)
    with pytest.raises(ValueError, match="two numbers for each cut"):
        _kernels.cut_rows_back(two, two, two, two, np.zeros(2), np.zeros(3))


# -- squared differences over a table that is not made ---------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 7, 8, 9, 100])
@pytest.mark.parametrize("form", [None, "squares", "steps", "within"])
@pytest.mark.parametrize("with_matrix", [False, True])
def test_squared_differences_are_those_of_the_table(size: int, form: str | None, with_matrix: bool) -> None:
    random = np.random.default_rng(size)
    x, y, v, s = random.standard_normal((4, size))
    m, chance = random.standard_normal((size, 2 * size))[:, :size], random.random(2 * size - 1)
    apart = x[:, None] - y
    between = np.abs(v[:, None] - v)
    penalties = {None: 0.0 * between, "squares": between**2, "steps": between, "within": between <= 0.5}
    apart -= s[:, None] * penalties[form] + 0.7 * m * with_matrix
    likely = chance[size - 1 + np.subtract.outer(-np.arange(size), -np.arange(size))]
    of_values = (None, None) if form is None else (v, s, form, 0.5)
    found = _kernels.apart_squares(x, y, chance, *of_values, matrix=m if with_matrix else None, times=0.7)
    assert_allclose(found, (likely * apart**2).sum(1), rtol=1e-12)


def test_differences_that_do_not_fit_are_refused() -> None:
    three, four, chance = np.zeros(3), np.zeros(4), np.zeros(5)
    columns = (three, three, chance)
    for given_arrays in ((three, four, chance), (three, three, four), (*columns, four, four), (*columns, three)):
        with pytest.raises(ValueError, match="do not fit"):
            _kernels.apart_squares(*given_arrays)
    with pytest.raises(ValueError, match="form is"):
        _kernels.apart_squares(*columns, three, three, "cubes")
    for matrix in (np.zeros((3, 4)), np.zeros((3, 6))[:, ::2]):
        with pytest.raises(ValueError, match="do not fit"):
            _kernels.apart_squares(*columns, matrix=matrix, times=1.0)
