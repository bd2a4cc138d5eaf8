"""Sums over the rows of groups, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from concordant import _kernels

SHAPES = [
    (0, 3, 4, 2),
    (1, 1, 1, 1),
    (9, 4, 5, 3),
    (60, 5, 6, 4),
    (50, 7, 9, 5),
    (3000, 40, 300, 64),
]  # rows, groups, units, columns


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
    table, rows, ones = np.zeros((2, 3)), np.array([0, 1]), np.ones(2)
    other = np.array([0, bad])
    with pytest.raises(IndexError, match="a group or a unit"):
        _kernels.group_sums(table, other, rows, ones, 2)
    with pytest.raises(IndexError, match="a group or a unit"):
        _kernels.group_sums(table, rows, other, ones, 2)
    with pytest.raises(IndexError, match="a group or a unit"):
        _kernels.group_sums(table[:1], rows, None, ones, 2)


def test_arrays_that_do_not_fit_are_refused() -> None:
    table, rows, ones = np.zeros((2, 3)), np.array([0, 1]), np.ones(2)
    for group, unit, weight, groups in ((rows, rows, ones[:1], 2), (rows, rows[:1], ones, 2), (rows, rows, ones, -1)):
        with pytest.raises(ValueError, match="for each row"):
            _kernels.group_sums(table, group, unit, weight, groups)


@pytest.mark.parametrize("groups", [2**62, 2**61, 2**60])
def test_more_groups_than_memory_can_hold_are_refused(groups: int) -> None:
    one = np.zeros(1, np.int64)
    with pytest.raises((ValueError, MemoryError)):
        _kernels.group_sums(np.ones((1, 8)), one, None, np.ones(1), groups)
