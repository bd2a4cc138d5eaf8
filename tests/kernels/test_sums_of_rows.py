"""Sums over the rows of groups, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
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


TWO, TABLE, ROWS = np.ones(2), np.zeros((2, 3)), np.array([0, 1])


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
