"""Tables of labels: one against the rest, and how many labels have room."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from concordant import accuracy, cohen_kappa, f1, gwet_ac1, macro_mean_absolute_error
from concordant.errors import LabelError, LengthError, WeightError
from concordant.states import Counts, Tallies
from concordant.states.tables import MOST_LABELS, against_rest, outside_each, without_each


@pytest.mark.parametrize("labels", [0, 1, 2, 3, 7, 12])
@pytest.mark.parametrize("stack", [(), (2,), (0,), (2, 3)])
def test_weights_against_the_rest_are_those_of_exact_fractions(labels: int, stack: tuple[int, ...]) -> None:
    random = np.random.default_rng(labels)
    shape = (*stack, labels, labels)
    table = 10.0 ** random.uniform(-200, 200, shape) * (random.random(shape) < 0.5)
    found = against_rest(table)
    assert found.shape == (*stack, labels, 2, 2)
    for place in np.ndindex(*stack):
        cells = [[Fraction(x) for x in row] for row in table[place].tolist()]
        for k in range(labels):
            others = [i for i in range(labels) if i != k]
            neither = sum((cells[i][j] for i in others for j in others), Fraction())
            wrong, missed = (
                sum((cells[i][k] for i in others), Fraction()),
                sum((cells[k][i] for i in others), Fraction()),
            )
            exact = [[neither, wrong], [missed, cells[k][k]]]
            # nothing is subtracted: each is right to its last digits, and 0 where there is nothing
            np.testing.assert_allclose(found[(*place, k)], np.array(exact, float), rtol=1e-13, atol=0)


def test_against_the_rest_of_a_perturbed_table_is_linear() -> None:
    table = np.array([[1.5, 0, 2], [0, 0, 1], [0.25, 3, 0]])
    step = np.zeros_like(table)
    step[2, 1] = 1
    found = against_rest(table + 1e-20j * step)
    np.testing.assert_allclose(found.real, against_rest(table), rtol=1e-15)
    np.testing.assert_allclose(found.imag, 1e-20 * against_rest(step), rtol=1e-15)


def _categories(size: int) -> Any:
    pandas = pytest.importorskip("pandas")
    return pandas.Categorical([0, 1], categories=range(size), ordered=True).rename_categories(
        [f"label {k}" for k in range(size)]
    )


MANY: dict[str, Callable[[int], Any]] = {
    "declared": lambda size: accuracy([0, 1], [0, 1], labels=range(size)),
    "declared, counted categories": lambda size: gwet_ac1([0, 1], [0, 1], labels=range(size)),
    "declared, weighted": lambda size: f1([0, 1], [0, 1], labels=range(size), average="macro", sample_weight=[1, 2]),
    "an ordered categorical": lambda size: f1(_categories(size), _categories(size), average="macro"),
    "an empty state": lambda size: accuracy.of(
        Counts.empty(range(size)) + Counts.from_labels([1], [1], labels=range(size))
    ),
    "relabelled": lambda size: accuracy.of(Counts.from_table([[1, 0], [0, 1]]).relabel(range(size))),
}


@pytest.mark.filterwarnings("ignore:f1")
@pytest.mark.parametrize("name", MANY)
@pytest.mark.parametrize("size", [MOST_LABELS + 1, 100_000])
def test_what_needs_no_table_takes_labels_that_have_no_room_in_one(name: str, size: int) -> None:
    assert MANY[name](size) == pytest.approx(1, abs=1e-12)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("weights", [None, [1.0, 2.0, 0.5, 1.0]])
@pytest.mark.parametrize("metric", [accuracy, cohen_kappa, gwet_ac1])
def test_intervals_and_comparisons_of_more_labels_than_have_room(metric: Any, weights: Any) -> None:
    truth, first, second = [0, 1, 5, 99_999], [0, 1, 4, 99_999], [0, 2, 5, 7]
    found = metric.interval(truth, first, labels=range(100_000), sample_weight=weights)
    assert found.low < found.value < found.high
    compared = metric.compare(truth, first, second, labels=range(100_000), sample_weight=weights)
    assert compared.low < compared.difference < compared.high


NEED_A_TABLE: dict[str, Callable[[Counts], Any]] = {
    "the table": lambda counts: counts.table,
    "shares of it": lambda counts: counts.normalized("true"),
    "weights of all pairs": lambda counts: cohen_kappa.of(counts, weights="linear"),
    "cells that were empty by chance": lambda counts: cohen_kappa.interval_of(counts, method="perks"),
    "a share for each pair of labels": macro_mean_absolute_error.interval_of,
    "one table a label": lambda counts: Counts.empty(counts.labels, outputs=["a", "b"]),
}


@pytest.mark.parametrize("name", NEED_A_TABLE)
@pytest.mark.parametrize("size", [MOST_LABELS + 1, 100_000])
def test_what_needs_a_table_is_refused_before_memory_is_asked_for(name: str, size: int) -> None:
    counts = Counts.from_labels([0, 1, 5], [0, 1, 4], labels=range(size))
    with pytest.raises(LabelError, match=rf"a table of {size} labels has {size} x {size} cells; at most 8192 labels"):
        NEED_A_TABLE[name](counts)


@pytest.mark.parametrize("size", [MOST_LABELS + 1, 100_000])
def test_counts_of_more_labels_than_a_table_holds_are_stored(size: int) -> None:
    counts = Counts.from_labels([0, 1, 5], [0, 1, 4], labels=range(size))
    assert Counts.from_dict(counts.to_dict()) == counts


def test_declared_labels_that_memory_cannot_hold_are_not_even_listed() -> None:
    with pytest.raises(LabelError, match="labels declares 1000000000000 labels, more than the 16777216"):
        accuracy([0, 1], [0, 1], labels=range(10**12))


@pytest.mark.parametrize("stack", [(), (3,), (2, 2)], ids=str)
@pytest.mark.parametrize("most", [1.0, 1e6, 1e18], ids=str)
@pytest.mark.parametrize("signed", [False, True])
def test_what_is_outside_a_label_that_has_nearly_all_keeps_its_digits(
    stack: tuple[int, ...], most: float, signed: bool
) -> None:
    random, size = np.random.default_rng(5), 40
    table = random.random((*stack, size, size)) * (random.random((size, size)) < 0.2)
    table[..., 7, :] *= most
    table[..., 3, 3] += most
    if signed:
        table *= random.choice([-1.0, 1.0], table.shape)
    flat = table.reshape(-1, size, size)
    cells = np.nonzero(np.abs(flat).sum(0))
    beside = ~np.eye(size, dtype=np.bool_)
    each = [[math.fsum(one[np.ix_(beside[k], beside[k])].ravel()) for k in range(size)] for one in flat]
    sizes = [[np.abs(one[np.ix_(beside[k], beside[k])]).sum() for k in range(size)] for one in flat]
    for found in (without_each(table), outside_each(*cells, table[(..., *cells)], size)):
        assert found.shape == (*stack, size)
        off = np.abs(found.reshape(-1, size) - np.array(each))
        assert (off <= 1e-13 * np.array(sizes)).all()


def test_nothing_is_outside_a_label_that_has_all() -> None:
    table = np.zeros((40, 40))
    table[4], table[:, 4] = 0.1, 0.3
    others = np.delete(without_each(table), 4)
    assert without_each(table)[4] == 0.0
    assert (others > 0).all()


@pytest.mark.parametrize("read", [Counts.from_table, Tallies.from_counts], ids=["counts", "tallies"])
def test_a_table_of_the_caller_holds_a_number_in_every_cell(read: Callable[..., Any]) -> None:
    table = np.ma.masked_array([[5, 1], [2, 7]], mask=[[False, False], [False, True]])
    with pytest.raises(WeightError, match="some are masked"):
        read(table)
    assert read(table.filled(0)) == read([[5, 1], [2, 0]])
    assert read(np.ma.masked_array([[5, 1], [2, 7]])) == read([[5, 1], [2, 7]])
    with pytest.raises(LengthError, match="rows of one length"):
        read([[5], [2, 7]])


def test_a_table_has_a_finite_sum() -> None:
    with pytest.raises(WeightError, match="add up to more than float64 holds"):
        Counts.from_table([[1e308, 1e308], [0.0, 1.0]])
    assert Counts.from_table(np.full((2, 2), 60000, np.float16)).n == 4 * 60000  # float16 itself ends at 65504
