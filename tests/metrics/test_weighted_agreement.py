from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import accuracy, cohen_kappa, weighted_agreement
from concordant.errors import UndefinedMetricWarning
from concordant.metrics.agreement.weights import scaled_disagreement
from concordant.states import Counts

from .agreement_cases import FAMILIES, by_irrcac
from .cases import random_labels


@pytest.mark.parametrize("weights", FAMILIES)
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"), [([1, 2], [1, 2], 1.0), ([1, 2], [2, 1], 0.0), ([5], [5], 1.0), ([1], [2], 0.0)]
)
def test_edges(y_true: Any, y_pred: Any, value: float, weights: Any) -> None:
    assert weighted_agreement(y_true, y_pred, weights=weights) == value


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^weighted_agreement: there are no rows$"):
        assert math.isnan(weighted_agreement([], [], weights="linear"))


@pytest.mark.parametrize(
    ("weights", "value"),
    [("linear", (1 + 1 / 2 + 1 + 0) / 4), ("quadratic", (1 + 3 / 4 + 1) / 4), ("ordinal", (1 + 2 / 3 + 1) / 4)],
)
def test_four_rows_by_hand(weights: Any, value: float) -> None:
    assert weighted_agreement([1, 2, 3, 3], [1, 3, 3, 1], weights=weights) == pytest.approx(value, rel=1e-15)


def test_without_weights_it_is_the_accuracy() -> None:
    truth, pred, weight = random_labels(86, 100, 4)
    found = weighted_agreement(truth, pred, weights=None, sample_weight=weight)
    assert found == pytest.approx(accuracy(truth, pred, sample_weight=weight), rel=1e-14)


@pytest.mark.parametrize(("counts", "weights", "value"), by_irrcac("weighted_agreement"))
def test_values_of_irrcac(counts: Any, weights: Any, value: float) -> None:
    # irrCAC.table.CAC(table, weights=...).pa2()
    assert weighted_agreement.of(counts, weights=weights) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("weights", FAMILIES)
def test_a_weighted_kappa_is_this_agreement_less_that_of_chance(weights: Any) -> None:
    truth, pred, _ = random_labels(87, 200, 5)
    counts = Counts.from_labels(truth + 1, pred + 1)
    r, c = counts.table.sum(1) / 200, counts.table.sum(0) / 200
    chance = ((1 - scaled_disagreement(counts, weights)) * np.outer(r, c)).sum()
    found = (weighted_agreement.of(counts, weights=weights) - chance) / (1 - chance)
    assert cohen_kappa.of(counts, weights=weights) == pytest.approx(found, rel=1e-12)
