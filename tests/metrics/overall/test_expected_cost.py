"""Prices by matrix and by name, costs beside those of constant answers, and prices that are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from metrics.cases import random_labels

from concordant import balanced_accuracy, expected_cost, zero_one_loss
from concordant.states import Counts


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
