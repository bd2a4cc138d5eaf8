"""Kendall's W: irr, ties, and units that lack a rating."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from panels_of import cases_of_numbers, random_numbers

from concordant import (
    kendall_w,
)
from concordant.errors import InputTypeError, UndefinedMetricWarning
from concordant.states import RatingMoments

NAN = float("nan")


@pytest.mark.parametrize("case", cases_of_numbers("ranks"), ids=lambda case: case["name"])
def test_values_and_test_beside_irr(case: dict[str, Any]) -> None:
    rows, expected = case["input"]["ratings"], case["expected"]
    test = kendall_w.test(rows)
    assert_allclose(kendall_w(rows), expected["kendall_w"], rtol=1e-9)
    assert_allclose([test.statistic, test.p_value], [expected["chi2"], expected["p"]], rtol=1e-9)
    assert test.df == expected["df"]


def test_one_order_is_1_and_two_opposite_ones_0() -> None:
    assert kendall_w([[1, 10, 3], [2, 20, 4], [5, 30, 9]]) == 1
    assert kendall_w([[1, 2], [2, 1]]) == 0


def test_the_jackknife_leaves_each_unit_out() -> None:
    rows = np.round(random_numbers(24, 15, 3) * 2) / 2
    each = np.array([kendall_w(np.delete(rows, u, 0)) for u in range(15)])
    found = kendall_w.interval(rows)
    assert_allclose(found.se, math.sqrt(14 / 15 * ((each - each.mean()) ** 2).sum()))


def test_units_that_lack_a_rating_are_counted() -> None:
    with pytest.warns(UndefinedMetricWarning, match="one unit that lacks a rating is left out"):
        kendall_w([[1, None], [1, 3], [2, 5], [4, 4]])
    with pytest.raises(InputTypeError, match="RatingMoments hold their sums"):
        kendall_w.of(RatingMoments.from_wide([[1, 2], [2, 3]]))
