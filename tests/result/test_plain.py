"""Whatever a record holds becomes strict JSON, and numbers are read back as they were."""

from __future__ import annotations

import datetime as dt
import json
import math
from enum import Enum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.result import Interval
from concordant.result.record import plain
from concordant.result.stored import number_or_none

NAN, INF = float("nan"), float("inf")


class Colour(Enum):
    RED = 1


CASES: list[tuple[Any, Any]] = [
    (NAN, None),
    (INF, "inf"),
    (-INF, "-inf"),
    (np.float32(0.5), 0.5),
    (np.float64("nan"), None),
    (np.longdouble(0.25), 0.25),
    (np.int8(-3), -3),
    (np.True_, True),
    (np.str_("a"), "a"),
    (2**70, 2**70),
    (None, None),
    ((1, (2.5, NAN)), [1, [2.5, None]]),
    ({"a": NAN, 3: (INF,)}, {"a": None, "3": ["inf"]}),
    (np.array([]), []),
    (np.array([[1.0, NAN], [INF, 0.0]]), [[1.0, None], ["inf", 0.0]]),
    (np.array([True, False]), [True, False]),
    (np.array(["a", None, 1.5], dtype=object), ["a", None, 1.5]),
    (np.array(["2024-01-01"], dtype="datetime64[ns]"), ["2024-01-01T00:00:00.000000000"]),
    (dt.date(2024, 1, 1), "2024-01-01"),
    (Colour.RED, "Colour.RED"),
    (b"x", "b'x'"),
    ([Interval(0.5, 0.4, 0.6)], [Interval(0.5, 0.4, 0.6).to_dict()]),
]


@pytest.mark.parametrize(("value", "expected"), CASES, ids=[repr(value)[:40] for value, _ in CASES])
def test_values_become_what_json_has_words_for(value: Any, expected: Any) -> None:
    found = plain(value)
    assert found == expected
    assert json.loads(json.dumps(found, allow_nan=False)) == expected


@given(st.floats())
def test_a_number_is_read_back(number: float) -> None:
    again = number_or_none(json.loads(json.dumps(plain(number), allow_nan=False)))
    assert again is not None
    assert again == number or (math.isnan(again) and math.isnan(number))
