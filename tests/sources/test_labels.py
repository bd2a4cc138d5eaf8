"""Counting several predictions at once, beside counting each by itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.engines.arrays import counts
from concordant.engines.arrays.labels import joint_counts
from concordant.inputs.labels import check_label_columns
from concordant.states import Counts

TEXT = np.array(["a", "b", "c"])


def columns(rows: int, labels: int, predictions: int = 2, seed: int = 0) -> list[Any]:
    random = np.random.default_rng(seed)
    return [random.integers(0, labels, rows) for _ in range(predictions + 1)]


def rows_of(given: list[Any], **how: Any) -> Any:
    return check_label_columns(given[0], given[1:], names=["pred_a", "pred_b", "pred_c"][: len(given) - 1], **how)


def is_that_of_each(given: list[Any], **how: Any) -> None:
    """The counts are those of each column over the labels of all, and the cells hold every row."""
    every = rows_of(given, **how)
    found = joint_counts(every)
    assert found is not None
    table = Counts.union([counts(rows) for rows in every])
    for rows, state, code in zip(every, found.states, found.codes[1:], strict=True):
        alone = counts(rows)
        assert state == (alone if alone.labels == table.labels else alone.relabel(table.labels))
        cells = np.zeros(state.table.shape)
        np.add.at(cells, (found.codes[0], code), found.weight)
        np.testing.assert_array_equal(cells, state.table)


@given(st.integers(1, 40), st.integers(1, 9), st.integers(1, 3), st.integers(0, 999))
def test_each_prediction_has_the_counts_that_it_has_alone(rows: int, labels: int, many: int, seed: int) -> None:
    is_that_of_each([column + seed % 4 for column in columns(rows, labels, many, seed)])


def test_text_and_declared_labels() -> None:
    is_that_of_each([TEXT[column] for column in columns(30, 3)])
    is_that_of_each([TEXT[column] for column in columns(30, 3)], labels=["a", "b", "c", "d"])
    is_that_of_each(columns(30, 3), labels=range(5))


@pytest.mark.parametrize(
    ("given", "how"),
    [
        pytest.param([np.zeros(0, np.int64)] * 3, {}, id="no rows"),
        pytest.param([np.array([-1, 1])] * 3, {}, id="negative labels"),
        pytest.param([np.array([0, 10**12])] * 3, {}, id="labels far apart"),
        pytest.param([np.arange(600) % 300] * 3, {}, id="many labels"),
        pytest.param([np.r_[np.zeros(5000, np.int64), 7]] * 3, {}, id="a label that the first rows do not show"),
        pytest.param([np.array([0, 1])] * 3, {"labels": [1, 0]}, id="another order"),
        pytest.param([np.array([0, 1])] * 3, {"labels": [0]}, id="an unknown label"),
        pytest.param([np.array([0, 1])] * 3, {"labels": range(1000)}, id="many declared labels"),
    ],
)
def test_where_it_would_not_pay_or_could_not_tell_it_is_none(given: list[Any], how: Any) -> None:
    assert joint_counts(rows_of(given, **how)) is None
