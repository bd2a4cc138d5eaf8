"""The minimal detectable change is so many errors of measurement."""

from __future__ import annotations

import math

import pytest
from numpy.testing import assert_allclose
from panels_of import random_numbers
from scipy import stats

from concordant import (
    measurement_error,
    minimal_detectable_change,
)
from concordant.errors import OptionError

NAN = float("nan")


def test_it_is_so_many_errors_of_measurement() -> None:
    rows = random_numbers(32, 20, 3)
    for options in ({}, {"type": "consistency"}):
        error = measurement_error(rows, **options)  # type: ignore[arg-type]
        found = minimal_detectable_change(rows, coverage=0.9, **options)  # type: ignore[arg-type]
        assert_allclose(found, stats.norm.ppf(0.95) * math.sqrt(2) * error)


def test_a_coverage_that_is_none_is_refused() -> None:
    for coverage in (0.0, 1.0, 95):
        with pytest.raises(OptionError, match="coverage"):
            minimal_detectable_change([[1, 2], [2, 3]], coverage=coverage)
