"""Numbers that occur, by marks where they lie close together: against numpy.unique."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from concordant.inputs.label_values import numbered, occurring_places

RNG = np.random.default_rng(0)
COLUMNS = {
    "bytes from end to end": np.array([127, -128, 0, 127, -128, 5], np.int8),
    "unsigned bytes": RNG.integers(0, 256, 50).astype(np.uint8),
    "close together": RNG.integers(10**15, 10**15 + 300, 1000),
    "beyond int64": np.array([2**63, 2**64 - 1, 2**63, 3], np.uint64),
    "close together beyond int64": np.array([2**64 - 1, 2**64 - 2, 2**64 - 1], np.uint64),
    "both ends of int64": np.array([-(2**63), 2**63 - 1, -(2**63)]),
    "the least of int64": np.array([-(2**63), -(2**63) + 5, -(2**63)]),
    "far apart": RNG.integers(0, 2**40, 100),
    "one value": np.full(9, 7),
    "in order": np.arange(5, 5000, dtype=np.int32),
    "no rows": np.array([], np.int64),
    "texts": np.array(["b", "a", "b"]),
    "times": np.array(["2020-01-02", "2020-01-01", "2020-01-02"], "datetime64[D]"),
    "floats": np.array([0.5, -1.0, 0.5]),
    "truth values": np.array([True, False, True]),
}


@pytest.mark.parametrize("column", [pytest.param(column, id=name) for name, column in COLUMNS.items()])
def test_numbers_are_those_of_unique(column: Any) -> None:
    known, code = np.unique(column, return_inverse=True)
    found, many = numbered(column)
    assert found.dtype == np.intp
    assert many == len(known)
    assert_array_equal(found, code.ravel())


@pytest.mark.parametrize("size", [10, 5000, 10**6])
def test_places_that_occur(size: int) -> None:
    for place in (RNG.integers(0, size, 400), np.sort(RNG.choice(size, 10, replace=False)), np.zeros(0, np.intp)):
        here, code = occurring_places(place, size)
        assert_array_equal(here, np.unique(place))
        assert_array_equal(here[code], place)
