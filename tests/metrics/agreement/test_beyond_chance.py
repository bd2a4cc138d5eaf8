"""Agreement beyond chance of two raters and of a panel: edges, worked values, definitions, other software."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from metrics.cases import FAMILIES, NAN, PENALTIES, TWO_LABELS, by_irrcac, by_package, counts_of

from concordant import brennan_prediger, category_kappa, gwet_ac1, gwet_ac2, scott_pi
from concordant.errors import InputTypeError, LabelOrderError, UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts

WEIGHTED = (brennan_prediger, scott_pi, gwet_ac2)

# -- all of two raters -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", [*WEIGHTED, gwet_ac1])
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0], [1], -1.0),  # one row, two categories: each rater used half of the ratings
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
    ],
)
def test_edges_of_two_labels_are_the_same_with_all_weights(
    metric: Metric, y_true: Any, y_pred: Any, value: float
) -> None:
    for weights in (None, *FAMILIES):
        options = {} if metric is gwet_ac1 else {"weights": weights}
        assert metric(y_true, y_pred, **options) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    ("metric", "options"), [(brennan_prediger, {}), (gwet_ac1, {}), (gwet_ac2, {"weights": "linear"})]
)
def test_constant_raters_agree_beyond_chance_once_other_labels_are_declared(metric: Metric, options: Any) -> None:
    assert metric([3, 3], [3, 3], labels=[1, 2, 3], **options) == 1.0
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(metric([3, 3], [3, 3], **options))
    assert str(caught[0].message) == (
        f"{metric.name}: there is only the label 3, so chance alone would agree always (0/0); "
        "declare all possible labels: labels=[...]"
    )
    with pytest.warns(UndefinedMetricWarning, match=f"^{metric.name}: there are no rows$"):
        assert math.isnan(metric([], [], labels=[0, 1], **options))


@pytest.mark.parametrize(
    ("metric", "counts", "weights", "value"),
    [
        pytest.param(metric, *case.values, id=f"{metric.name}-{case.id}")
        for metric in WEIGHTED
        for case in by_irrcac(metric.name)
    ],
)
def test_values_of_irrcac(metric: Metric, counts: Any, weights: Any, value: float) -> None:
    # irrCAC.table.CAC(table, weights=...) and irrCAC.raw.CAC(ratings, weights=..., categories=...): bp(), gwet(),
    # and scott() of a table, which is fleiss() of ratings
    assert metric.of(counts, weights=weights) == pytest.approx(value, rel=1e-12, abs=1e-14)
    if metric is gwet_ac2 and weights is None:
        assert gwet_ac1.of(counts) == pytest.approx(value, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize(
    ("metric", "counts", "value"),
    [
        pytest.param(metric, *case.values, id=f"{metric.name}-{package}-{case.id}")
        for metric in (brennan_prediger, scott_pi, gwet_ac1)
        for package in ("pycm", "statsmodels")
        for case in by_package(package, metric.name)
    ],
)
def test_values_of_pycm_and_statsmodels(metric: Metric, counts: Any, value: float) -> None:
    # pycm.ConfusionMatrix(matrix=...).S, .PI, .AC1; statsmodels fleiss_kappa(table, method="randolph" or "fleiss")
    assert metric.of(counts) == pytest.approx(value, rel=1e-12)


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


def test_brennan_prediger_of_weights_or_tables_without_a_difference_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="the weights make no difference between the labels"):
        assert math.isnan(brennan_prediger([0, 1], [1, 1], weights=np.zeros((2, 2))))
    with pytest.warns(UndefinedMetricWarning, match="in some tables there are no rows"):
        values = brennan_prediger.of(Counts.from_table(np.array([np.eye(2), np.zeros((2, 2))])))
    np.testing.assert_array_equal(values, [1, NAN])


def test_weights_can_bring_brennan_prediger_below_minus_one() -> None:
    # All rows in the corner: 1 - 1 / mean(V), the mean of (i - j)^2 / 9 over 16 cells being 40 / 144.
    assert brennan_prediger([1, 1], [4, 4], weights="quadratic", labels=[1, 2, 3, 4]) == pytest.approx(1 - 144 / 40)
    assert brennan_prediger([1, 1], [4, 4], labels=[1, 2, 3, 4]) == pytest.approx(-1 / 3)
    assert brennan_prediger.facts.range == (-1, 1)  # without weights


@pytest.mark.parametrize("case", TWO_LABELS, ids=lambda case: case["name"])
def test_pabak_of_epir(case: Any) -> None:
    assert brennan_prediger.of(counts_of(case)) == pytest.approx(case["pabak"], rel=1e-13)  # epiR::epi.kappa


# -- Scott's pi ------------------------------------------------------------------------------------------------------


def test_scott_pi_of_raters_who_cannot_differ_is_undefined() -> None:
    weights = [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
    with pytest.warns(
        UndefinedMetricWarning, match=r"^scott_pi: the weights make no difference between the categories"
    ):
        assert math.isnan(scott_pi([0, 1], [1, 0], labels=[0, 1, 2], weights=weights))


def test_scott_pi_of_a_stack_says_what_its_tables_lack() -> None:
    tables = np.array([np.zeros((2, 2)), np.ones((2, 2)), [[3, 0], [0, 0]]])
    expected = ("there are no rows", "both raters use one and the same category")
    for lacking, chosen in ((expected[:1], [0, 1]), (expected[1:], [1, 2]), (expected, [0, 1, 2])):
        with pytest.warns(UndefinedMetricWarning) as caught:
            scott_pi.of(Counts(tables[chosen], (0, 1)))
        assert str(caught[0].message) == f"scott_pi: in some tables {' or '.join(lacking)}"


# -- Gwet's AC1 and AC2 ---------------------------------------------------------------------------------------------


def test_the_abstractors_of_gwet_2014() -> None:
    # Gwet, Handbook of Inter-Rater Reliability: 100 pregnant women, two abstractors; as irrCAC's manual prints it.
    counts = Counts.from_table([[13, 0, 0], [0, 20, 7], [0, 4, 56]])
    assert gwet_ac1.of(counts) == pytest.approx(0.84933, abs=5e-6)
    assert gwet_ac2.of(counts, weights="quadratic") == pytest.approx(0.94024, abs=5e-6)


def test_gwet_ac2_needs_weights_and_of_text_an_order() -> None:
    with pytest.raises(InputTypeError, match="gwet_ac2 needs weights="):
        gwet_ac2([0, 1], [0, 1])
    with pytest.raises(LabelOrderError, match=r"^gwet_ac2 needs the order of the labels"):
        gwet_ac2(["low", "mid", "high"], ["mid", "mid", "high"], weights="quadratic")


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
