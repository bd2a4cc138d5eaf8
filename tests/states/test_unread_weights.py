"""Weighted arrays are counted before anybody has read them: what comes is what checked columns give, or their error."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant import Counts
from concordant.engines.arrays import counts
from concordant.errors import InputError, WeightError
from concordant.inputs.labels import check_labels

Array = np.ndarray[Any, Any]
SPREADS = (1, 1, 40, 10**6)  # the distance of one label from the next
LABELS = ("bool", "int8", "uint16", "int64", "uint64", "float32", "float64")
NUMBERS = ("float64", "float32", "int32", "uint8", "bool")


def same(arrays: Counts, checked: Counts) -> None:
    assert arrays == checked
    assert arrays.labels == checked.labels
    assert list(map(type, arrays.labels)) == list(map(type, checked.labels))
    assert (arrays.ordered, arrays.missing) == (checked.ordered, checked.missing)
    assert str(arrays.to_dict()) == str(checked.to_dict())  # the cells, sums of squares and their unit, to the last bit


def compare(y_true: Array, y_pred: Array, weights: Array) -> Counts | None:
    """Count plain arrays, and the same weights of a type that is converted and checked; None where both raise alike."""
    try:
        checked = Counts.from_labels(y_true, y_pred, sample_weight=weights.astype(object))
    except InputError as error:
        wanted = error
    else:
        found = Counts.from_labels(y_true, y_pred, sample_weight=weights)
        same(found, checked)
        return found
    with pytest.raises(type(wanted), match=re.escape(str(wanted))):
        Counts.from_labels(y_true, y_pred, sample_weight=weights)
    return None


@given(st.data())
def test_arrays_are_counted_as_checked_columns_are(data: st.DataObject) -> None:
    rows, labels = data.draw(st.integers(1, 400)), data.draw(st.sampled_from([1, 2, 5, 90, 300]))
    random = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    step, low = data.draw(st.sampled_from(SPREADS)), data.draw(st.sampled_from([0, 0, 1, -3]))
    values = low + step * np.arange(labels)
    kinds = data.draw(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)))
    y_true, y_pred = (values[random.integers(0, labels, rows)].astype(kind) for kind in kinds)
    weights = random.random(rows) * data.draw(st.sampled_from([1, 1, 50, 2.0**-500, 2.0**600, 2.0**1015]))
    weights *= random.random(rows) < data.draw(st.sampled_from([1, 1, 0.5, 0]))
    with np.errstate(over="ignore", invalid="ignore"):
        weights = weights.astype(data.draw(st.sampled_from(NUMBERS)))
    compare(y_true, y_pred, weights)


@pytest.mark.parametrize("other", ["uint64", "int64", "int8"])
def test_labels_beyond_signed_numbers_are_themselves(other: str) -> None:
    large = np.array([2**63 + 1, 2**63 + 1, 5, 2**64 - 1] * 700, np.uint64)
    small = large.astype(other)
    for truth, predicted in ((large, large), (large, small), (small, large), (large[:7], small[:7])):
        found = compare(truth, predicted, np.arange(1.0, len(truth) + 1))
        assert found is not None
        assert found.labels == tuple(sorted({*truth.tolist(), *predicted.tolist()}))


@pytest.mark.parametrize("bad", [-1.0, np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("labels", [2, 200, 3_000])
def test_weights_that_are_none_are_refused_as_ever(bad: float, labels: int) -> None:
    y, weights = np.arange(20_000) % labels, np.linspace(0, 1, 20_000)
    weights[777] = bad
    assert compare(y, y[::-1].copy(), weights) is None


@pytest.mark.parametrize("odd", [0.5, np.nan, np.inf, 2.0**60])
def test_floats_that_are_no_labels_are_refused_as_ever(odd: float) -> None:
    y = np.arange(300.0) % 7
    y[5] = odd
    assert (compare(y, y, np.ones(300)) is None) == (odd != 2.0**60)


@pytest.mark.parametrize("power", [-1074, -600, -481, -480, -479, 0, 470, 480, 481, 600, 1010, 1023])
@pytest.mark.parametrize("labels", [3, 150, 300])  # a small window, wide ones, a list
def test_weights_far_from_one(power: int, labels: int) -> None:
    y = np.arange(9_000) % labels
    weights = np.zeros(9_000)
    weights[:labels] = np.ldexp(1.0, power)
    compare(y, np.roll(y, 1), weights)


def test_lengths_and_shapes_are_refused_as_ever() -> None:
    y = np.arange(5)
    for truth, predicted, weights in [(y, y[:4], y), (y, y, y[:4]), (y, y, np.ones((5, 2))), (y, y, np.float64(1))]:
        assert compare(truth, predicted, np.asarray(weights)) is None


@pytest.mark.parametrize("labels", [2, 200, 3_000])
def test_weights_that_another_thread_spoils_after_their_check_are_refused(labels: int) -> None:
    y, weights = np.arange(20_000) % labels, np.ones(20_000)
    rows = check_labels(y, y, sample_weight=weights)
    weights[777] = np.nan
    for squared in (True, False):
        with pytest.raises(WeightError, match="row 777"):
            counts(rows, squared=squared)
