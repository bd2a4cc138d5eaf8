"""Comparisons whose numbers are columns, beside a tuple of the same."""

from __future__ import annotations

import copy
import gc
import pickle
import types

import numpy as np
import pytest

import concordant
from concordant.result.comparisons import Comparison, Comparisons, ManyComparisons, column, reasons_of


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
