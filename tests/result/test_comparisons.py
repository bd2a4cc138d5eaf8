"""Comparisons whose numbers are columns, beside a tuple of the same."""

from __future__ import annotations

import copy
import gc
import math
import pickle
import types

import numpy as np
import pytest

import concordant
from concordant.result.comparisons import Comparison, Comparisons, ManyComparisons, column, reasons_of, shown_by_limits


@pytest.fixture
def found() -> Comparisons:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 7, 300)
    a, b = (np.where(rng.random(300) < 0.7, truth, rng.integers(0, 7, 300)) for _ in range(2))
    several = concordant.f1.compare(truth, a, b, average=None)
    assert isinstance(several, Comparisons)
    return several


def test_it_is_a_sequence_of_comparisons(found: Comparisons) -> None:
    many = found.pairs
    assert isinstance(many, ManyComparisons)
    assert len(many) == len(found) == 7
    assert all(isinstance(one, Comparison) for one in many)
    assert [one.metric for one in found] == [f"f1 of {index}" for index in range(7)]
    assert many[-1] == many[6] == found[6]
    assert many[1:3] == (many[1], many[2])
    assert many[::-2] == tuple(many)[::-2]
    assert many.index(many[4]) == 4
    assert many[2] in many
    for index in (7, -8):
        with pytest.raises(IndexError):
            many[index]
    assert found.to_dict()["pairs"] == [one.to_dict() for one in found]


def test_it_equals_and_pickles_as_a_tuple(found: Comparisons) -> None:
    many = found.pairs
    assert many == tuple(many)
    assert hash(many) == hash(tuple(many))
    assert many != tuple(many)[1:]
    assert many != list(many)
    assert repr(many) == repr(tuple(many))
    for again in (pickle.loads(pickle.dumps(many)), copy.deepcopy(many)):
        assert isinstance(again, tuple)
        assert again == many
    stored = pickle.loads(pickle.dumps(found))
    assert stored.pairs == many
    np.testing.assert_array_equal(stored.p_value, found.p_value)
    assert str(stored) == str(found)


@pytest.mark.parametrize("name", ["difference", "low", "high", "p_value"])
def test_columns_are_those_of_the_comparisons(found: Comparisons, name: str) -> None:
    expected = np.array([getattr(one, name) for one in found])
    np.testing.assert_array_equal(getattr(found, name), expected)
    np.testing.assert_array_equal(column(tuple(found), name), expected)
    getattr(found, name)[:] = 9  # a copy
    np.testing.assert_array_equal(getattr(found, name), expected)


def test_the_rows_are_not_kept() -> None:
    rng = np.random.default_rng(5)
    found = concordant.recall.compare(*(rng.integers(0, 5, 5000) for _ in range(3)), average=None)
    assert isinstance(found.pairs, ManyComparisons)
    seen: set[int] = set()
    left: list[object] = [found.pairs]
    while left:
        one = left.pop()
        if id(one) in seen or isinstance(one, (type, types.ModuleType)) or one is vars(concordant.metrics):
            continue
        seen.add(id(one))
        assert not isinstance(one, np.ndarray) or one.size < 5000
        cells = getattr(one, "__closure__", None) if callable(one) else None  # of a function not its module
        left += list(cells or ()) if isinstance(one, types.FunctionType) else gc.get_referents(one)


def test_reasons_are_said_once() -> None:
    truth = np.array([0, 0, 1, 1, 2, 2, 2, 2, 1, 0])
    with pytest.warns(concordant.errors.IntervalWarning):
        found = concordant.recall.compare(truth, np.roll(truth, 1), np.roll(truth, 2), average=None)
    assert list(reasons_of(found.pairs)) == list(reasons_of(tuple(found)))


BEYOND, WITHIN, OPEN = (
    f", {how} the margin" for how in ("by more than", "but by less than", "but not whether by more than")
)
AS_GOOD, NEITHER = (
    "is shown to be as good as B, within the margin",
    "is neither shown to be as good as B, within the margin",
)


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (-9, -6, f"is shown to be worse than B{BEYOND}"),
        (-9, -5, f"is shown to be worse than B{OPEN}"),
        (-9, -1, f"is shown to be worse than B{OPEN}"),
        (-5, -1, f"is shown to be worse than B{OPEN}"),
        (-4, -1, f"is shown to be worse than B{WITHIN}"),
        (-9, 0, f"{NEITHER}, nor shown to be worse"),
        (-9, 1, f"{NEITHER}, nor shown to be worse"),
        (-9, 9, f"{NEITHER}, nor shown to be worse"),
        (math.nan, math.nan, f"{NEITHER}, nor shown to be worse"),
        (-4, 0, AS_GOOD),
        (-4, 4, AS_GOOD),
        (-4, 9, AS_GOOD),
        (0, 4, AS_GOOD),
        (1, 4, f"is shown to be better than B{WITHIN}"),
        (1, 5, f"is shown to be better than B{OPEN}"),
        (1, 9, f"is shown to be better than B{OPEN}"),
        (5, 9, f"is shown to be better than B{OPEN}"),
        (6, 9, f"is shown to be better than B{BEYOND}"),
    ],
)
def test_what_limits_show_beside_zero_and_a_margin(low: float, high: float, shown: str) -> None:
    assert shown_by_limits(low, high, "B", "the margin", 5) == shown
    side = "worse" if high < 0 else "better" if low > 0 else None
    alone = "is not shown to be better or worse than B" if side is None else f"is shown to be {side} than B"
    assert shown_by_limits(low, high, "B", None, None) == alone


@pytest.mark.parametrize(
    ("low", "high", "not_worse", "shown"),
    [
        (-9, 1, True, AS_GOOD),
        (-4, 1, False, f"{NEITHER}, nor shown to be worse"),
        (1, 4, False, f"{NEITHER}, nor shown to be worse"),
        (-6, -1, True, f"is shown to be worse than B{WITHIN}"),
        (-4, -1, False, f"is shown to be worse than B{OPEN}"),
    ],
)
def test_a_test_of_its_own_says_whether_the_margin_is_kept(
    low: float, high: float, not_worse: bool, shown: str
) -> None:
    assert shown_by_limits(low, high, "B", "the margin", 5, not_worse=not_worse) == shown
