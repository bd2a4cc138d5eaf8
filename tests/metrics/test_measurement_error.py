"""The standard error of measurement: loamr, and differences of two raters."""

from __future__ import annotations

import math
from typing import Any

import pytest
from numpy.testing import assert_allclose
from panels_of import cases_of_numbers, random_numbers
from scipy import stats

from concordant import (
    measurement_error,
    minimal_detectable_change,
)

NAN = float("nan")


@pytest.mark.parametrize("case", cases_of_numbers("loam"), ids=lambda case: case["name"])
def test_measurement_error_beside_loamr(case: dict[str, Any]) -> None:
    rows, expected = case["input"]["ratings"], case["expected"]
    found = measurement_error.interval(rows, type="consistency")
    assert_allclose(found.value, expected["sd_error"], rtol=1e-12)
    assert_allclose([found.low, found.high], expected["sd_error_ci95"], rtol=1e-12)
    change = minimal_detectable_change.interval(rows, type="consistency")
    factor = stats.norm.ppf(0.975) * math.sqrt(2)
    assert_allclose([change.value, change.low, change.high], [x * factor for x in (found.value, found.low, found.high)])


def test_measurement_error_of_two_raters_is_of_their_differences() -> None:
    a, b = random_numbers(31, 30, 2).T
    assert_allclose(measurement_error(a, b, type="consistency"), (a - b).std(ddof=1) / math.sqrt(2), rtol=1e-12)
    assert_allclose(minimal_detectable_change(a, b, type="consistency"), 1.959963984540054 * (a - b).std(ddof=1))
    assert measurement_error([[1, 1], [2, 2]]) == 0
