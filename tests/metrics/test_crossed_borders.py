"""Shares of rows that are put beyond a border, in runs, against each border counted on its own."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from concordant import Counts, macro_mean_absolute_error
from concordant.errors import IntervalWarning
from concordant.inference.influence.influences import Spread
from concordant.inference.intervals.parts import reach
from concordant.inference.samples.sample import Units
from concordant.metrics.overall.balanced import CrossedBorders
from concordant.states.tables import Cells

TABLES = st.integers(1, 6).flatmap(
    lambda size: st.lists(st.sampled_from([0, 0, 1, 3]), min_size=size * size, max_size=size * size).map(
        lambda cells: np.array(cells).reshape(size, size)
    )
)


@given(TABLES)
def test_every_border_of_every_class_lies_in_one_run(table: np.ndarray) -> None:
    size = len(table)
    runs = CrossedBorders.of_counts(Counts(table, tuple(range(size))))
    found = [
        (row, border)
        for row, first, last in zip(runs.true.tolist(), runs.first.tolist(), runs.last.tolist(), strict=True)
        for border in range(first, last + 1)
    ]
    assert found == [(row, border) for row in range(size) if table[row].any() for border in range(1, size)]


@given(TABLES)
def test_the_rows_of_each_share(table: np.ndarray) -> None:
    dense = Counts(table, tuple(range(len(table))))
    listed = Counts.from_cells(Cells.of_table(table, None), dense.labels)
    for state in (dense, listed):
        runs = CrossedBorders.of_counts(state)
        for one in (dense, listed, dense.with_numbers(table * 0.5)):
            crossed, among, times = runs.crossed(one), runs.among(one), 0.5 if one.numbers.dtype.kind == "f" else 1
            for run, (row, first, last) in enumerate(zip(runs.true, runs.first, runs.last, strict=True)):
                for border in (first, last):
                    beyond = table[row, :border] if row >= border else table[row, border:]
                    assert crossed[run] == times * beyond.sum()
                assert among[run] == times * table[row].sum()


@given(TABLES)
def test_stacks_of_listed_cells_have_the_sums_of_each(table: np.ndarray) -> None:
    listed = Counts.from_cells(Cells.of_table(table, None), tuple(range(len(table))))
    runs = CrossedBorders.of_counts(listed)
    stack = listed.with_numbers(np.stack([listed.numbers, 2 * listed.numbers]) + 0j)
    for take in (runs.crossed, runs.among):
        assert_array_equal(take(stack), np.stack([take(listed), 2 * take(listed)]))


def heavy_class(size: int, weight: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows of `size` labels, of which those of the first class have so many times the weight."""
    rng = np.random.default_rng(size)
    truth = rng.integers(size, size=12 * size)
    prediction = np.clip(truth + rng.integers(-2, 3, size=len(truth)), 0, size - 1)
    prediction[truth == 1] = 0  # of one class all rows are beyond the border
    return truth, prediction, np.where(truth == 0, weight, 1.0) * rng.random(len(truth))


@pytest.mark.parametrize("size", [5, 90])
def test_shares_of_a_light_class_beside_a_heavy_one_are_exact(size: int) -> None:
    truth, prediction, weight = heavy_class(size, 2.0**46)
    dense = Counts.from_labels(truth, prediction, labels=range(size), sample_weight=weight)
    listed = Counts.from_cells(Cells.of_table(dense.table, None), dense.labels)
    runs = CrossedBorders.of_counts(dense)
    for state in (dense, listed):
        crossed, among = runs.crossed(state), runs.among(state)
        assert (crossed <= among).all()
        for run, (row, first) in enumerate(zip(runs.true, runs.first, strict=True)):
            cells = dense.table[row]
            beyond = cells[:first] if row >= first else cells[first:]
            assert_allclose(crossed[run], math.fsum(beyond), rtol=1e-14)
            assert (crossed[run] == among[run]) == (math.fsum(beyond) == math.fsum(cells))


@pytest.mark.parametrize("size", [5, 90])
def test_what_a_row_adds_to_light_shares_is_exact_beside_heavy_ones(size: int) -> None:
    truth, prediction, weight = heavy_class(size, 1.0)
    dense = Counts.from_labels(truth, prediction, labels=range(size), sample_weight=weight)
    for state in (dense, Counts.from_cells(dense.occupied, dense.labels)):
        runs = CrossedBorders.of_counts(state)
        each = np.where(runs.true == size // 2, 2.0**50, 1.0) * np.random.default_rng(1).random(len(runs.true))
        found = np.broadcast_to(runs.back(state, each, 0 * each), state.numbers.shape).ravel()
        for place, (row, column) in enumerate(
            np.transpose([one.ravel() for one in np.broadcast_arrays(*state.places)])
        ):
            mine = runs.true == row
            beyond = np.where(row >= runs.first, column < runs.first, column >= runs.first)
            assert_allclose(found[place], math.fsum(each[mine & beyond]), rtol=1e-14)


@pytest.mark.parametrize("size", [5, 90])
def test_limits_do_not_depend_on_the_weight_of_a_whole_class(size: int) -> None:
    truth, prediction, weight = heavy_class(size, 1.0)
    found = []
    for times in (1.0, 2.0**40):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", IntervalWarning)  # of weighted rows that are worth few
            one = macro_mean_absolute_error.interval(
                truth, prediction, labels=range(size), sample_weight=np.where(truth == 0, times, 1.0) * weight
            )
        found.append((one.value, one.low, one.high, one.se))
    assert_allclose(found[1], found[0], rtol=1e-9)


def test_few_cells_of_many_labels_need_few_shares() -> None:
    labels = np.arange(0, 5000, 50)
    state = Counts.from_labels(labels, labels, labels=range(5000))
    assert len(CrossedBorders.of_counts(state).true) == 2 * 100 - 1  # of the first label no border lies below


def test_steps_of_a_run_and_their_squares() -> None:
    runs = CrossedBorders.of_counts(Counts(np.diag([0, 0, 5, 0, 0]), tuple(range(5))))
    steps = np.array([1.0, 2.0, 4.0, 8.0])
    assert (runs.first.tolist(), runs.last.tolist()) == ([1, 3], [2, 4])
    assert_array_equal(runs.sums_of(steps), [[3, 12], [5, 80]])


def test_parts_that_are_alike_reach_as_far_as_they_do_one_by_one() -> None:
    rng = np.random.default_rng(8)
    psi, times = rng.normal(size=(50, 4)), np.array([1, 3, 2, 5])
    psi[:, 3] = 0  # nothing moves it
    units = Units(np.ones(50), np.ones(50))
    down, up = rng.random(4), rng.random(4)
    apart = reach(Spread(units, np.repeat(psi, times, axis=1)), np.repeat(down, times), np.repeat(up, times))
    together = reach(Spread(units, psi), down * times, up * times, alike=times.astype(float))
    assert_allclose(together, apart, rtol=1e-12)
