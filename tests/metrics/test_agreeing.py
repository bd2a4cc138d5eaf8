"""Accuracy and its kin without a table, beside the table; any number of labels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concordant import Counts, _kernels, accuracy, exact_match, hamming_loss, set_threads, zero_one_loss
from concordant.errors import LabelError, OptionError

METRICS = (accuracy, exact_match, zero_one_loss, hamming_loss)
TYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool", "float32", "float64")


@given(st.sampled_from(TYPES), st.sampled_from(TYPES), st.integers(1, 700), st.integers(1, 3), st.integers(0, 99))
@settings(max_examples=150)
def test_the_value_is_that_of_the_table(first: str, second: str, rows: int, step: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    truth = random.integers(0, 2 if "bool" in (first, second) else 100, rows * step).astype(first)[::step]
    noise = random.random(rows) < 0.3
    predicted = np.where(noise, truth[::-1], truth).astype(second)
    counts = Counts.from_labels(truth, predicted)
    for metric in METRICS:
        if metric is exact_match:
            continue
        assert metric(truth, predicted) == metric.of(counts)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_every_row_counts_whatever_the_number_of_threads(threads: int) -> None:
    rows = 5 * 2**18 + 127
    truth = np.arange(rows) % 251
    predicted = truth.copy()
    predicted[::7] += 1
    set_threads(threads)
    try:
        assert accuracy(truth, predicted) == (rows - len(predicted[::7])) / rows
        assert accuracy(truth.astype(np.uint8), predicted.astype(np.int16)) == accuracy(truth, predicted)
    finally:
        set_threads(None)


def test_labels_may_be_more_than_a_table_holds() -> None:
    ids = np.arange(20_000) * 10**12 - 10**15
    assert accuracy(ids, np.where(ids % 3 == 0, ids, ids[::-1])) == np.mean(ids % 3 == 0)
    names = [f"answer {k}" for k in range(9_000)]
    assert accuracy(names, [*names[:-1], "another"]) == 8_999 / 9_000
    assert accuracy.of(Counts.from_labels(ids, ids)) == 1


def test_declared_labels_and_the_policy_are_still_checked() -> None:
    with pytest.raises(LabelError):
        accuracy([1, 2, 3], [1, 2, 3], labels=[1, 2])
    with pytest.raises(OptionError):
        accuracy([1, 2], [1, 2], undefined="never")
    with pytest.warns(UserWarning, match="no rows"):
        assert np.isnan(accuracy([], []))


@pytest.mark.parametrize(
    ("truth", "predicted"),
    [(np.arange(3), np.arange(2)), (np.arange(3.0), np.arange(3)), (np.arange(3), np.arange(3.0))],
)
def test_the_kernel_refuses_what_it_cannot_count(truth: Any, predicted: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        _kernels.agreeing(truth, predicted)
