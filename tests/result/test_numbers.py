"""An interval or a comparison is a number: what that keeps, and what a plain number loses."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from concordant import accuracy, cohen_kappa
from concordant.result import Comparison, Comparisons, Interval, Intervals

TRUTH, A, B = [0, 1] * 20, [0, 1] * 15 + [1, 0] * 5, [0, 0] * 20
INTERVAL = accuracy.interval(TRUTH, A)
COMPARISON = cohen_kappa.compare(TRUTH, A, B)
NAN = float("nan")


@pytest.mark.parametrize("found", [INTERVAL, COMPARISON])
def test_is_its_number_in_arithmetic_and_comparisons(found: Any) -> None:
    value = float(found)
    assert type(value) is float
    assert found == value == found
    assert found != value + 1
    assert hash(found) == hash(value)
    assert found + 1 == value + 1
    assert found <= value < found + 1
    assert f"{found:.3f}" == f"{value:.3f}"
    assert found == np.float64(value)
    assert (found == np.array([value, 7.0])).tolist() == [True, False]
    assert found != "text"


@pytest.mark.parametrize("found", [INTERVAL, COMPARISON])
def test_json_and_numpy_see_the_plain_number(found: Any) -> None:
    """The limits are lost there, as the docstring says: `to_dict` keeps them."""
    assert json.dumps([found]) == f"[{float(found)!r}]"
    assert np.array([found, found]).dtype == np.float64
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["low"] == found.low


def test_several_are_refused_by_json_and_are_their_values_in_numpy() -> None:
    many = Intervals(np.array([0.5]), np.array([0.4]), np.array([0.6]), np.array([0.1]), 0.95, "t", 9, "m", "m")
    pairs = Comparisons((COMPARISON,), np.array([0.5]))
    assert np.asarray(many).tolist() == [0.5]
    assert np.asarray(pairs).tolist() == [COMPARISON.difference]
    for one in (many, pairs):
        with pytest.raises(TypeError, match="not JSON serializable"):
            json.dumps(one)


def test_records_are_equal_if_all_fields_are() -> None:
    one, wider = Interval(0.5, 0.4, 0.6), Interval(0.5, 0.3, 0.7)
    assert one == Interval(0.5, 0.4, 0.6)
    assert one != wider
    assert len({one, wider, Interval(0.5, 0.4, 0.6)}) == 2
    assert one == 0.5 == wider
    assert Interval(NAN, NAN, NAN, reason="no row") == Interval(NAN, NAN, NAN, reason="no row")
    assert Interval(0.5, 0.4, 0.6) != Comparison(0.5, 0.4, 0.6)
    assert math.isnan(Interval(NAN, NAN, NAN))


def test_undefined_is_null_beside_its_reason() -> None:
    data = Interval(NAN, NAN, NAN, reason="only one class").to_dict()
    assert (data["value"], data["low"], data["reason"]) == (None, None, "only one class")
    assert Interval.from_dict(data) == Interval(NAN, NAN, NAN, reason="only one class")


@pytest.mark.parametrize("undefined", [NAN, "nan", None])
def test_every_way_that_undefined_was_stored_is_read(undefined: Any) -> None:
    stored = INTERVAL.to_dict() | {"se": undefined}
    assert math.isnan(Interval.from_dict(stored).se)
