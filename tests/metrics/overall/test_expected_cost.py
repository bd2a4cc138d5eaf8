"""Prices by matrix and by name, costs beside those of constant answers, and prices that are refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from metrics.cases import random_labels

from concordant import balanced_accuracy, expected_cost, zero_one_loss
from concordant.errors import LabelOrderError, OptionError, UndefinedMetricWarning
from concordant.states import Counts

PRICE = {("ill", "well"): 10.0, ("well", "ill"): 1.0}


@pytest.mark.parametrize(
    ("y_true", "y_pred", "cost", "value"),
    [
        ([0, 1], [1, 0], [[0, 1], [10, 0]], 5.5),
        ([0, 0, 1, 1], [0, 1, 1, 1], [[0, 1], [10, 0]], 0.25),
        ([0, 1], [0, 1], [[-2, 0], [0, -4]], -3.0),  # gains
    ],
)
def test_edges(y_true: Any, y_pred: Any, cost: Any, value: float) -> None:
    assert expected_cost(y_true, y_pred, cost=cost) == pytest.approx(value, rel=1e-15)


def test_prices_by_name_need_no_order() -> None:
    truth, pred = ["ill", "ill", "well", "well"], ["ill", "well", "ill", "well"]
    assert expected_cost(truth, pred, cost=PRICE) == 11 / 4
    assert expected_cost(truth, pred, cost={**PRICE, ("ill", "ill"): 2.0}) == 13 / 4
    matrix = expected_cost(truth, pred, cost=[[0, 1], [10, 0]], labels=["well", "ill"])
    assert matrix == 11 / 4


@pytest.mark.parametrize("normalized", [False, True])
def test_without_rows_it_is_undefined(normalized: bool) -> None:
    with pytest.warns(UndefinedMetricWarning, match="^expected_cost: there are no rows$"):
        assert math.isnan(expected_cost([], [], labels=[1], cost=[[0.0]], normalized=normalized))


def test_beside_a_constant_answer_that_costs_nothing_it_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^expected_cost: answering always the same costs nothing, so"):
        assert math.isnan(expected_cost([0, 0], [0, 1], cost=[[0, 1], [1, 0]], normalized=True))


def test_elkans_matrix_of_a_bank() -> None:
    # Elkan 2001, section 1.2: a loan of x = 1000 is refused at no cost (20 for a fraud), granted to a fraud costs x.
    x = 1000.0
    price = {("fraud", "refuse"): -20.0, ("fraud", "approve"): x, ("ok", "refuse"): 20.0, ("ok", "approve"): -0.02 * x}
    table = [[0, 0, 1, 0], [0, 0, 1, 2], [0, 0, 0, 0], [0, 0, 0, 0]]
    loans = Counts.from_table(table, ["fraud", "ok", "refuse", "approve"])
    assert expected_cost.of(loans, cost=price) == pytest.approx((-20 + 20 - 20 - 20) / 4)


def test_one_a_wrong_row_is_the_error_rate_and_by_class_the_balanced_one() -> None:
    truth, pred, weights = random_labels(5, 400, 4)
    wrong = 1.0 - np.eye(4)
    data: dict[str, Any] = {"sample_weight": weights}
    cost = expected_cost(truth, pred, cost=wrong, **data)
    assert cost == pytest.approx(zero_one_loss(truth, pred, **data), rel=1e-12)
    shares = np.bincount(truth, weights) / weights.sum()
    by_class = expected_cost(truth, pred, cost=wrong / (4 * shares[:, None]), **data)
    assert by_class == pytest.approx(1 - balanced_accuracy(truth, pred, **data), rel=1e-12)
    normalized = expected_cost(truth, pred, cost=wrong / (4 * shares[:, None]), normalized=True, **data)
    assert normalized == pytest.approx(by_class / (3 / 4), rel=1e-12)  # a constant answer errs on three of four classes


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ([[0, 1, 2], [1, 0, 1]], "a matrix of costs for 2 labels must have the shape (2, 2), not (2, 3)."),
        ([[0, np.inf], [1, 0]], "costs must be finite numbers."),
        (
            {("ill", "wel"): 1},
            "cost names ('ill', 'wel'); expected pairs (true label, predicted label) of ('ill', 'well').",
        ),
        ("high", "cost must be a matrix of numbers or a mapping"),
        (
            {("ill", "well"): math.nan},
            "the price of ('ill', 'well') (true label, predicted label) must be a finite number",
        ),
        ({("ill", "well"): 1}, "cost has no price of ('well', 'ill') (true label, predicted label)."),
    ],
)
def test_costs_that_cannot_be_used(cost: Any, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        expected_cost(["ill", "well", "well"], ["well", "ill", "well"], cost=cost)
    assert str(caught.value).startswith(message)


def test_a_matrix_for_labels_without_an_order_is_refused() -> None:
    with pytest.raises(LabelOrderError, match=r"^a matrix of costs speaks of the labels in an order, and these have"):
        expected_cost(["ill", "well"], ["well", "well"], cost=[[0, 1], [10, 0]])


def test_a_constant_answer_without_a_price_is_not_free() -> None:
    truth, pred = ["ill", "ill", "well", "well"], ["ill", "ill", "ill", "well"]
    with pytest.raises(OptionError, match=r"^cost has no price of \('ill', 'well'\).*; normalized=True compares with"):
        expected_cost(truth, pred, cost={("well", "ill"): 1}, normalized=True)
    assert expected_cost(truth, pred, cost={("well", "ill"): 1}) == 1 / 4
    assert expected_cost(truth, pred, cost=PRICE, normalized=True) == 1 / 2
    # nothing is asked of a label that does not occur in the truth
    assert expected_cost(["ill", "ill"], ["ill", "well"], cost={("ill", "well"): 3}, normalized=False) == 3 / 2
