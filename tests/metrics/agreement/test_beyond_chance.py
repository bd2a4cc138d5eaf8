"""Agreement beyond chance of two raters and of a panel: edges, worked values, definitions, other software."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from metrics.cases import NAN, PENALTIES

from concordant import brennan_prediger, category_kappa, gwet_ac1, gwet_ac2, scott_pi
from concordant.errors import UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts

WEIGHTED = (brennan_prediger, scott_pi, gwet_ac2)

# -- all of two raters -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", WEIGHTED)
def test_a_matrix_that_is_not_symmetric_keeps_rows_and_columns_apart(metric: Metric) -> None:
    table, penalties = np.arange(1.0, 17).reshape(4, 4), np.array(PENALTIES)
    shares = table / table.sum()
    pi = (shares.sum(0) + shares.sum(1)) / 2
    chance = {
        "brennan_prediger": penalties.mean(),
        "scott_pi": (penalties * np.outer(pi, pi)).sum(),
        "gwet_ac2": 7 - (7 - penalties).sum() / 12 * (pi * (1 - pi)).sum(),  # agreements are 1 - penalties / 7
    }
    expected = 1 - (penalties * shares).sum() / chance[metric.name]
    counts = Counts.from_table(table)
    assert metric.of(counts, weights=penalties) == pytest.approx(expected, rel=1e-13)
    assert metric.of(counts, weights=1 - penalties / 7) == pytest.approx(expected, rel=1e-13)
    assert abs(metric.of(counts, weights=penalties.T) - expected) > 1e-3


# -- Brennan and Prediger --------------------------------------------------------------------------------------------


def test_weights_can_bring_brennan_prediger_below_minus_one() -> None:
    # All rows in the corner: 1 - 1 / mean(V), the mean of (i - j)^2 / 9 over 16 cells being 40 / 144.
    assert brennan_prediger([1, 1], [4, 4], weights="quadratic", labels=[1, 2, 3, 4]) == pytest.approx(1 - 144 / 40)
    assert brennan_prediger([1, 1], [4, 4], labels=[1, 2, 3, 4]) == pytest.approx(-1 / 3)
    assert brennan_prediger.facts.range == (-1, 1)  # without weights


# -- Scott's pi ------------------------------------------------------------------------------------------------------


# -- Gwet's AC1 and AC2 ---------------------------------------------------------------------------------------------


def test_the_abstractors_of_gwet_2014() -> None:
    # Gwet, Handbook of Inter-Rater Reliability: 100 pregnant women, two abstractors; as irrCAC's manual prints it.
    counts = Counts.from_table([[13, 0, 0], [0, 20, 7], [0, 4, 56]])
    assert gwet_ac1.of(counts) == pytest.approx(0.84933, abs=5e-6)
    assert gwet_ac2.of(counts, weights="quadratic") == pytest.approx(0.94024, abs=5e-6)


def test_weights_of_many_labels_can_bring_gwet_ac2_below_minus_one() -> None:
    # Everything as far apart as the margins allow; the corner of eight labels costs much more than the average pair.
    counts = Counts.from_table(np.fliplr(np.diag([9, 1, 1, 1, 1, 1, 1, 9])))
    assert gwet_ac2.of(counts, weights="quadratic") < -1


# -- panels ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "values"),
    [
        ([["a", "a"], ["a", "a"]], [NAN]),
        # a: Do = 1/3, p = 2/3; b the same; c is not used
        ([["a", "a", "a"], ["a", "b", "b"]], [1 - (1 / 3) / (4 / 9), 1 - (1 / 3) / (4 / 9), NAN]),
    ],
)
def test_kappas_of_categories_by_hand(rows: Any, values: list[float]) -> None:
    labels = list("abc")[: len(values)]
    np.testing.assert_allclose(category_kappa(rows, labels=labels, undefined=NAN), values)


def test_categories_without_a_rating_are_named() -> None:
    with pytest.warns(UndefinedMetricWarning, match="no rating, or all of them: 'c'$"):
        category_kappa([["a", "a"], ["a", "b"]], labels=["a", "b", "c"])
