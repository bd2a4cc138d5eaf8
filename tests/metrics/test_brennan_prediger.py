from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import concordant
from concordant import accuracy, bias_index, brennan_prediger, cohen_kappa, prevalence_index
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .agreement_cases import FAMILIES, TWO_LABELS, by_irrcac, by_package, counts_of
from .cases import PENALTIES, random_labels

# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, *FAMILIES])
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0], [1], -1.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
        ([0, 0, 0, 0], [0, 0, 0, 1], 0.5),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float, weights: Any) -> None:
    assert brennan_prediger(y_true, y_pred, weights=weights) == pytest.approx(value, abs=1e-15)


def test_constant_raters_agree_beyond_chance_once_other_labels_are_declared() -> None:
    assert brennan_prediger([3, 3], [3, 3], labels=[1, 2, 3]) == 1.0
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(brennan_prediger([3, 3], [3, 3]))
    assert str(caught[0].message) == (
        "brennan_prediger: there is only the label 3, so chance alone would agree always (0/0); "
        "declare all possible labels: labels=[...]"
    )


def test_no_rows_and_no_difference_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^brennan_prediger: there are no rows$"):
        assert math.isnan(brennan_prediger([], [], labels=[0, 1]))
    with pytest.warns(UndefinedMetricWarning, match="the weights make no difference between the labels"):
        assert math.isnan(brennan_prediger([0, 1], [1, 1], weights=np.zeros((2, 2))))
    with pytest.warns(UndefinedMetricWarning, match="in some tables there are no rows"):
        found = brennan_prediger.of(Counts.from_table(np.array([np.eye(2), np.zeros((2, 2))])))
    assert found[0] == 1
    assert math.isnan(found[1])


def test_more_possible_labels_raise_the_value() -> None:
    rows = ["a", "a", "b", "b"], ["a", "b", "b", "b"]
    found = [brennan_prediger(*rows, labels=list("abcde")[:k]) for k in (2, 3, 5)]
    assert found == pytest.approx([1 / 2, 5 / 8, 11 / 16], rel=1e-15)  # (K 3/4 - 1) / (K - 1)


def test_weights_can_bring_it_below_minus_one() -> None:
    # All rows in the corner: 1 - 1 / mean(V), the mean of (i - j)^2 / 9 over 16 cells being 40 / 144.
    assert brennan_prediger([1, 1], [4, 4], weights="quadratic", labels=[1, 2, 3, 4]) == pytest.approx(1 - 144 / 40)
    assert brennan_prediger([1, 1], [4, 4], labels=[1, 2, 3, 4]) == pytest.approx(-1 / 3)
    assert brennan_prediger.facts.range == (-1, 1)  # without weights


def test_the_value_of_independent_raters_depends_on_their_habits() -> None:
    for share in (0.5, 0.8):
        table = np.outer([share, 1 - share], [share, 1 - share])
        assert brennan_prediger.of(Counts.from_table(table)) == pytest.approx((2 * share - 1) ** 2, abs=1e-15)


def test_other_names() -> None:
    assert concordant.metrics.get("pabak") is brennan_prediger
    assert concordant.metrics.get("bennett_s") is brennan_prediger
    assert concordant.metrics.get("randolph_kappa") is brennan_prediger


# -- the definition ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("classes", [2, 3, 6])
def test_without_weights_it_follows_from_the_accuracy(classes: int) -> None:
    truth, pred, weight = random_labels(82, 300, classes)
    found = brennan_prediger(truth, pred, sample_weight=weight)
    share = accuracy(truth, pred, sample_weight=weight)
    assert found == pytest.approx((classes * share - 1) / (classes - 1), rel=1e-13)


def test_a_matrix_that_is_not_symmetric() -> None:
    table, v = np.arange(1.0, 17).reshape(4, 4), np.array(PENALTIES)
    found = brennan_prediger.of(Counts.from_table(table), weights=v)
    assert found == pytest.approx(1 - (v * table).sum() / table.sum() / v.mean(), rel=1e-14)
    assert abs(brennan_prediger.of(Counts.from_table(table), weights=v.T) - found) > 1e-3


# -- other software ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "weights", "value"), by_irrcac("brennan_prediger"))
def test_values_of_irrcac(counts: Any, weights: Any, value: float) -> None:
    # irrCAC.table.CAC(table, weights=...).bp(), irrCAC.raw.CAC(ratings, weights=..., categories=...).bp()
    assert brennan_prediger.of(counts, weights=weights) == pytest.approx(value, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("package", ["pycm", "statsmodels"])
def test_values_of_pycm_and_of_the_randolph_kappa_of_statsmodels(package: str) -> None:
    # pycm.ConfusionMatrix(matrix=...).S; statsmodels fleiss_kappa(table, method="randolph")
    for case in by_package(package, "brennan_prediger"):
        counts, value = case.values
        assert brennan_prediger.of(counts) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("case", TWO_LABELS, ids=lambda case: case["name"])
def test_pabak_of_epir(case: Any) -> None:
    assert brennan_prediger.of(counts_of(case)) == pytest.approx(case["pabak"], rel=1e-13)  # epiR::epi.kappa


def test_kappa_follows_from_pabak_prevalence_and_bias() -> None:
    # Byrt, Bishop & Carlin 1993, the identity of their section on PABAK
    rng = np.random.default_rng(83)
    counts = Counts.from_table(rng.integers(1, 50, (20, 2, 2)))
    pi, bi = prevalence_index.of(counts) ** 2, bias_index.of(counts) ** 2
    found = (brennan_prediger.of(counts) - pi + bi) / (1 - pi + bi)
    np.testing.assert_allclose(cohen_kappa.of(counts), found, rtol=1e-12, atol=1e-14)
