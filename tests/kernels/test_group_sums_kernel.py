"""Sums over the rows of groups, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from concordant import _kernels

SHAPES = [(0, 3, 4, 2), (1, 1, 1, 1), (50, 7, 9, 5), (3000, 40, 300, 64)]  # rows, groups, units, columns


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


@pytest.mark.parametrize(("rows", "groups", "units", "columns"), SHAPES)
def test_classes_are_the_rows_of_a_table_of_all(rows: int, groups: int, units: int, columns: int) -> None:
    group, unit, weight = rows_of(rows, groups, units)
    terms, truth, prediction, table = written(units, columns)
    wanted = _kernels.group_sums(table, group, unit, weight, groups)
    for first, last in ((0, columns), (0, 0), (columns // 2, columns), (0, columns // 2)):
        found = _kernels.class_sums(terms, truth, prediction, group, unit, weight, groups, first, last)
        assert_allclose(found, wanted[:, first:last], rtol=1e-12, atol=1e-12)
    alone = _kernels.class_sums(terms, truth[unit], prediction[unit], group, None, weight, groups, 0, columns)
    assert_allclose(alone, wanted, rtol=1e-12, atol=1e-12)


def written(units: int, classes: int) -> tuple[Any, Any, Any, Any]:
    """The terms of classes, two labels of each unit, and what every unit counts for every class."""
    random = np.random.default_rng(2)
    terms = random.standard_normal((4, classes))
    truth, prediction = random.integers(0, classes, (2, units))
    place = 2 * (truth[:, None] == np.arange(classes)) + (prediction[:, None] == np.arange(classes))
    return terms, truth, prediction, terms[place, np.arange(classes)]


def test_what_the_rows_of_a_class_leave_of_a_group_is_nothing_where_they_are_all() -> None:
    # 0.1 + 0.2 + 0.3 less 0.3, 0.2 and 0.1 is not 0 in floats
    terms = np.array([[1e6], [0.0], [0.0], [0.0]])
    labels, weight = np.zeros(3, np.int64), np.array([0.1, 0.2, 0.3])
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        found = _kernels.class_sums(terms, labels, labels, labels, np.array(order), weight[order], 1, 0, 1)
        assert found.tolist() == [[0.0]]


def test_what_is_undefined_of_others_counts_only_where_there_are_others() -> None:
    terms = np.array([[np.nan], [0.0], [0.0], [2.0]])
    labels, group = np.zeros(3, np.int64), np.array([0, 0, 1])
    assert _kernels.class_sums(terms, labels, labels, group, None, np.ones(3), 2, 0, 1).tolist() == [[4.0], [2.0]]
    terms, other = np.array([[np.nan, 1.0], [0.0, 0.0], [0.0, 0.0], [2.0, 3.0]]), np.array([0, 0, 1])
    found = _kernels.class_sums(terms, other, other, group, None, np.ones(3), 2, 0, 2)
    assert_array_equal(found, [[4.0, 2.0], [np.nan, 3.0]])


@pytest.mark.parametrize("bad", [-1, 2, 2**40])
def test_groups_units_and_labels_that_there_are_not_are_refused(bad: int) -> None:
    table, rows, ones = np.zeros((2, 3)), np.array([0, 1]), np.ones(2)
    other = np.array([0, bad])
    with pytest.raises(IndexError, match="a group or a unit"):
        _kernels.group_sums(table, other, rows, ones, 2)
    with pytest.raises(IndexError, match="a group or a unit"):
        _kernels.group_sums(table, rows, other, ones, 2)
    with pytest.raises(IndexError, match="a group or a unit"):
        _kernels.group_sums(table[:1], rows, None, ones, 2)
    terms = np.zeros((4, 2))
    for truth, prediction in ((other, rows), (rows, other)):
        with pytest.raises(IndexError, match="none of 0 to size - 1"):
            _kernels.class_sums(terms, truth, prediction, rows, None, ones, 2, 0, 2)
    for group, unit in ((other, rows), (rows, other)):
        with pytest.raises(IndexError, match="a group or a unit"):
            _kernels.class_sums(terms, rows, rows, group, unit, ones, 2, 0, 2)


def test_arrays_that_do_not_fit_are_refused() -> None:
    table, rows, ones = np.zeros((2, 3)), np.array([0, 1]), np.ones(2)
    for group, unit, weight, groups in ((rows, rows, ones[:1], 2), (rows, rows[:1], ones, 2), (rows, rows, ones, -1)):
        with pytest.raises(ValueError, match="for each row"):
            _kernels.group_sums(table, group, unit, weight, groups)
    terms = np.zeros((4, 2))
    for given, truth, first, last in (
        (terms[:3], rows, 0, 2),
        (terms, rows[:1], 0, 2),
        (terms, rows, -1, 2),
        (terms, rows, 2, 1),
        (terms, rows, 0, 3),
    ):
        with pytest.raises(ValueError, match="four terms of each class"):
            _kernels.class_sums(given, truth, rows, rows, None, ones, 2, first, last)


@pytest.mark.parametrize("heavy", [1.0, 1e3, 1e6, 1e9, 1e13])
def test_light_rows_of_other_classes_count_beside_heavy_ones(heavy: float) -> None:
    random = np.random.default_rng(3)
    truth, prediction = random.integers(0, 3, (2, 300))
    group, terms = random.integers(0, 20, 300), random.random((4, 3))
    terms[1:, 0] = 0.0  # what is left is that of the light rows
    weight = np.where((truth == 0) | (prediction == 0), heavy, random.random(300))
    others = (truth != 0) & (prediction != 0)
    wanted = terms[0, 0] * np.bincount(group[others], weight[others], 20)
    found = _kernels.class_sums(terms, truth, prediction, group, None, weight, 20, 0, 3)
    assert_allclose(found[:, 0], wanted, rtol=1e-10)


@pytest.mark.parametrize("groups", [2**62, 2**61, 2**60])
def test_more_groups_than_memory_can_hold_are_refused(groups: int) -> None:
    one = np.zeros(1, np.int64)
    with pytest.raises((ValueError, MemoryError)):
        _kernels.group_sums(np.ones((1, 8)), one, None, np.ones(1), groups)
    with pytest.raises((ValueError, MemoryError)):
        _kernels.class_sums(np.ones((4, 8)), one, one, one, None, np.ones(1), groups, 0, 8)
