"""The kernels that list the cells that hold rows and that sum weighted pairs, against the general table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from support.pairs import check_pairs

from concordant import _kernels

Array = np.ndarray[Any, Any]
MOST = 1 << 20


@pytest.mark.parametrize("step", [1, 3, 10**9])
def test_few_labels_and_many_rows_are_a_table(step: int) -> None:
    for labels, rows, listed in ((64, 64, False), (65, 65, True), (100, 2499, True), (100, 2500, False)):
        y = np.arange(rows) % labels * step - 10
        assert check_pairs(y, np.roll(y, 17)) is listed
        assert check_pairs(y, np.roll(y, 17), np.linspace(0.1, 1, rows)) is listed or rows > labels


@given(st.data())
def test_cells_are_those_of_the_table(data: st.DataObject) -> None:
    random = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    labels, rows = data.draw(st.integers(1, 300)), data.draw(st.integers(0, 900))
    step, dtype = data.draw(st.sampled_from([(1, "int16"), (1, "uint32"), (3, "float64"), (10**12, "int64")]))
    values = np.arange(labels) * step
    y_true, y_pred = (values[random.integers(0, labels, rows)].astype(dtype) for _ in range(2))
    weights = data.draw(st.sampled_from([None, random.random(rows), random.random(rows) * (random.random(rows) < 0.3)]))
    check_pairs(y_true, y_pred, weights)


@pytest.mark.parametrize("labels", [70, 700, 20_000])
@pytest.mark.parametrize("right", [0.0, 0.7, 1.0])
@pytest.mark.parametrize("absent", [0.0, 0.5, 1.0])
def test_weights_of_many_rows_that_agree_or_not(labels: int, right: float, absent: float) -> None:
    random = np.random.default_rng(labels)
    rows = max(2 * labels, 1200)
    y_true = random.integers(0, labels, rows)
    y_pred = np.where(random.random(rows) < right, y_true, random.integers(0, labels, rows))
    weights = np.where(random.random(rows) < absent, 0.0, random.random(rows))
    y_true[random.random(rows) < 0.02] = labels // 2  # one label of many rows, beside labels of few
    there = weights > 0
    pairs, index = np.unique(y_true[there] * labels + y_pred[there], return_inverse=True)
    sums = np.zeros((2, len(pairs)))
    np.add.at(sums.T, index, np.stack([weights, weights**2], axis=1)[there])  # in the order of the rows
    for low, step in ((0, 1), (-7, 1), (0, 3)):
        columns = low + step * y_true, low + step * y_pred
        if labels <= 8192:
            check_pairs(*columns, weights)
        found, cells, squares, _, places, _ = _kernels.count_pairs(*columns, weights)
        if places is not None:
            truth, prediction = ((found[place] - low) // step for place in places)
            assert_array_equal(truth * labels + prediction, pairs)
            assert_array_equal(cells, sums[0])
            assert_array_equal(squares, sums[1])
        assert places is not None or labels <= 8192 or not len(pairs)


@pytest.mark.parametrize("step", [1, 10**6])
def test_the_most_labels_and_one_more(step: int) -> None:
    y = np.arange(MOST + 1) * step
    assert _kernels.count_pairs(y, y)[3]
    labels, cells, _, too_many, _, _ = _kernels.count_pairs(y[:MOST], y[:MOST])
    assert not too_many
    assert len(labels) == len(cells) == MOST


@pytest.mark.parametrize("labels", [70, 700, 1500, 5000])
@pytest.mark.parametrize("right", [0.0, 0.7, 1.0])
def test_many_rows_that_agree_or_not(labels: int, right: float) -> None:
    random = np.random.default_rng(labels)
    for rows in (1200, labels * labels // 5):  # few and many rows of a cell
        y_true = random.integers(0, labels, min(rows, 300_000))
        y_pred = np.where(
            random.random(len(y_true)) < right, y_true, random.integers(0, labels, len(y_true)) ** 2 % labels
        )
        for low, step in ((0, 1), (5, 3)):
            check_pairs(low + step * y_true, low + step * y_pred)


# -- weighted pairs ------------------------------------------------------------------------------------------------

ROWS = 20_000
WAYS = {  # labels, the distance of one from the next, and what holds their table
    "a small window": (5, 1),
    "wide windows": (200, 1),
    "a list, at a glance": (3_000, 1),
    "a list of labels below 0": (3_000, -1),
    "a list of a range": (3_000, 50),
    "a range": (150, 100),
    "a map": (100, 10**12),
    "a list of a map": (3_000, 10**12),
}


@pytest.fixture(params=WAYS)
def y_true(request: pytest.FixtureRequest) -> Array:
    """Each label a few times and more, the farthest of them soon."""
    labels, step = WAYS[request.param]
    return np.random.default_rng(0).permutation(ROWS)[::-1] % labels * step


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("kind", ["float64", "float32", "int16", "uint64", "bool"])
def test_the_greatest_is_known(y_true: Array, threads: int, kind: str) -> None:
    weights = np.random.default_rng(1).integers(0, 1000, ROWS).astype(kind)
    for column in (weights, np.repeat(weights, 2)[::2], weights[::-1]):
        *_, greatest = _kernels.count_pairs(y_true, np.roll(y_true, 9), column, threads)
        assert greatest == weights.max()


def test_it_is_nothing_without_weights_and_of_weights_that_are_nothing(y_true: Array) -> None:
    for none in (None, np.zeros(ROWS), np.full(ROWS, -0.0)):
        assert str(_kernels.count_pairs(y_true, y_true, none)[-1]) == "0.0"
    assert _kernels.count_pairs(y_true[:0], y_true[:0], np.zeros(0))[-1] == 0


@pytest.mark.parametrize("bad", [-1.0, -5e-324, np.nan, -np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", [0, 4_321, ROWS - 1])
@pytest.mark.parametrize("threads", [1, 2])
def test_weights_that_are_none_give_no_labels(y_true: Array, bad: float, place: int, threads: int) -> None:
    weights = np.ones(ROWS)
    weights[7] = -0.0
    assert len(_kernels.count_pairs(y_true, np.roll(y_true, 9), weights, threads)[0]) > 1
    weights[place] = bad
    for column in (weights, np.repeat(weights, 2)[::2]):
        labels, cells, *_, places, greatest = _kernels.count_pairs(y_true, np.roll(y_true, 9), column, threads)
        assert len(labels) == cells.size == 0
        assert places is None
        assert np.isnan(greatest)
