"""Information of columns that are all but independent, or all but certain, beside sums of sixty digits."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import pytest
from metrics.cases import random_labels, reference
from sklearn.metrics import (
    completeness_score,
    homogeneity_score,
    mutual_info_score,
    normalized_mutual_info_score,
    v_measure_score,
)

from concordant import mutual_information, normalized_mutual_information, uncertainty_coefficient
from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.metrics.arithmetic import difference_of_products
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts

TRILLION = 10**12
TABLES = [
    [[TRILLION, 3], [2, TRILLION]],
    [[TRILLION, 1], [1, 1]],  # all but certain
    [[10**15, 0], [0, 1]],
    [[TRILLION, TRILLION], [TRILLION, TRILLION + 10**6]],  # all but independent
    [[10**6, 10**6], [10**6, 10**6 + 1]],
    [[TRILLION, 10**6], [10**6, 2]],
    [[5, 3], [1, 7]],
    [[TRILLION, 3, 4], [10**3, TRILLION, 9], [7, 8, 10**6]],
]
MEASURES: list[tuple[Metric, Any]] = [
    (mutual_information, lambda shared, truth, predicted: shared),
    (normalized_mutual_information, lambda shared, truth, predicted: 2 * shared / (truth + predicted)),
    (uncertainty_coefficient, lambda shared, truth, predicted: shared / truth),
]


def exact(table: list[list[int]]) -> tuple[Decimal, Decimal, Decimal]:
    """The shared information and both entropies."""
    n = Decimal(sum(map(sum, table)))
    rows, columns = ([Decimal(sum(line)) for line in lines] for lines in (table, zip(*table, strict=True)))
    shared = sum(
        x / n * (x * n / (rows[i] * columns[j])).ln()
        for i, line in enumerate(table)
        for j, x in enumerate(map(Decimal, line))
        if x
    )
    truth, predicted = (-sum(x / n * (x / n).ln() for x in sums if x) for sums in (rows, columns))
    return Decimal(shared), Decimal(truth), Decimal(predicted)


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize(("metric", "of"), MEASURES, ids=lambda x: getattr(x, "name", ""))
def test_no_digit_is_lost(metric: Metric, of: Any, table: list[list[int]]) -> None:
    with localcontext(prec=60):
        expected = float(of(*exact(table)))
    assert metric.of(Counts.from_table(table)) == pytest.approx(expected, rel=1e-14)
    assert metric.of(Counts.from_table(np.array(table) * 2.0**-300)) == pytest.approx(expected, rel=1e-14)


def test_independent_columns_share_nothing_at_all() -> None:
    for rows, columns in (([1, 2, 3], [4, 5, 6]), ([10**7, 1], [1, 10**7]), ([3, 7], [9, 11])):
        assert mutual_information.of(Counts.from_table(np.outer(rows, columns)[: len(rows), : len(columns)])) == 0.0


def test_a_difference_of_products_is_rounded_once() -> None:
    rng = np.random.default_rng(1)
    a, b, c = rng.integers(1, 2**50, (3, 200)).astype(np.float64)
    d = np.floor(a * b / c)
    exactly = [int(p) * int(q) - int(r) * int(s) for p, q, r, s in zip(a, b, c, d, strict=True)]
    np.testing.assert_allclose(difference_of_products(a, b, c, d), np.array(exactly, dtype=np.float64), rtol=1e-15)


@pytest.mark.parametrize("metric", [mutual_information, normalized_mutual_information, uncertainty_coefficient])
def test_a_comparison_of_no_rows_of_several_labels_is_undefined_in_silence(metric: Metric) -> None:
    none = np.zeros((0, 3), np.int64)
    with pytest.warns(UndefinedMetricWarning, match="there are no rows"):
        found = metric.compare(none, none, none)
    assert all(np.isnan(one.difference) for one in found)


@pytest.mark.parametrize("least", [5e-324, 1e-300, 1e-20])
def test_a_cell_that_is_next_to_nothing_counts_as_nothing(least: float) -> None:
    for table in ([[1.0, least], [1.0, 1.0]], [[0.3, least], [0.7, 0.1]], [[1.0, 2.0], [least, 3.0]]):
        found = mutual_information.of(Counts.from_table(table))
        assert found == pytest.approx(mutual_information.of(Counts.from_table(np.round(table, 10))), rel=1e-14)


MEANS = ["arithmetic", "geometric", "min", "max"]


@pytest.mark.parametrize("mean", MEANS)
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [([0, 1], [0, 1], 1.0), ([0, 1], [1, 0], 1.0), ([0, 0, 1, 1], [0, 1, 0, 1], 0.0)],
)
def test_normalized_mutual_information_edges(y_true: Any, y_pred: Any, value: float, mean: Any) -> None:
    assert normalized_mutual_information(y_true, y_pred, mean=mean) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    ("rows", "mean", "reason"),
    [
        (([], []), "arithmetic", "there are no rows"),
        (([1, 1], [2, 2]), "arithmetic", "both columns have only one class: there is no uncertainty to share"),
        (([1, 1], [1, 1]), "max", "both columns have only one class: there is no uncertainty to share"),
        (([1, 0], [2, 2]), "min", "a column has only one class: there is no uncertainty to share"),
        (([1, 0], [2, 2]), "geometric", "a column has only one class: there is no uncertainty to share"),
    ],
)
def test_without_uncertainty_it_is_undefined(rows: Any, mean: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(normalized_mutual_information(*rows, mean=mean))
    assert str(caught[0].message) == f"normalized_mutual_information: {reason}"


def test_one_constant_column_shares_nothing() -> None:
    assert normalized_mutual_information([0, 1], [2, 2]) == 0.0
    assert normalized_mutual_information([0, 1], [2, 2], mean="max") == 0.0


@pytest.mark.parametrize("mean", MEANS)
@pytest.mark.parametrize("n", [40, 800])
def test_normalized_mutual_information_scikit_learn(mean: Any, n: int) -> None:
    # sklearn.metrics.normalized_mutual_info_score, 1.9.1
    truth, pred, _ = random_labels(n, n, 5)
    pred[pred == 3] = 0
    found = normalized_mutual_information(truth, pred, mean=mean)
    assert found == pytest.approx(normalized_mutual_info_score(truth, pred, average_method=mean), rel=1e-10)


def test_the_arithmetic_one_is_the_v_measure_the_harmonic_mean_of_both_uncertainty_coefficients() -> None:
    truth, pred, _ = random_labels(9, 300, 4)
    there, back = uncertainty_coefficient(truth, pred), uncertainty_coefficient(pred, truth)
    found = normalized_mutual_information(truth, pred)
    assert found == pytest.approx(2 * there * back / (there + back), rel=1e-12)
    assert found == pytest.approx(v_measure_score(truth, pred), rel=1e-10)


def test_another_mean_is_refused() -> None:
    with pytest.raises(OptionError) as caught:
        normalized_mutual_information([0, 1], [0, 1], mean="harmonic")
    assert str(caught.value) == "mean must be one of 'arithmetic', 'geometric', 'min', 'max', not 'harmonic'."


def test_a_stack_without_tables_and_one_with_an_empty_table() -> None:
    assert normalized_mutual_information.of(Counts(np.zeros((0, 2, 2), np.int64), (0, 1))).shape == (0,)
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = normalized_mutual_information.of(Counts(np.array([np.eye(2), np.zeros((2, 2))]), (0, 1)))
    assert found[0] == pytest.approx(1, rel=1e-15)
    assert np.isnan(found[1])
    reason = "in some tables there are no rows or a column has only one class"
    assert str(caught[0].message) == f"normalized_mutual_information: {reason}"


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 0.0),
        ([1, 1, 1], [1, 1, 1], 0.0),
        ([0, 1, 0, 1], [0, 0, 0, 0], 0.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
        ([0, 1], [0, 1], math.log(2)),
        ([0, 1], [1, 0], math.log(2)),  # always wrong in the same way tells as much
        (["a", "b", "c"], ["a", "b", "c"], math.log(3)),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert mutual_information(y_true, y_pred) == pytest.approx(value, abs=1e-15)


def test_no_rows() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^mutual_information: there are no rows$"):
        assert math.isnan(mutual_information([], []))


def test_four_rows_by_hand() -> None:
    # p = 1/2, 1/4, 1/4; margins 1/2 1/2 and 3/4 1/4: 1/2 log(4/3) + 1/4 log(2/3) + 1/4 log 2
    expected = math.log(4 / 3) / 2 + math.log(2 / 3) / 4 + math.log(2) / 4
    assert mutual_information([0, 0, 1, 1], [0, 0, 0, 1]) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("case", reference("overall_python"), ids=lambda case: case["name"])
def test_pycm(case: Any) -> None:
    found = mutual_information(case["y_true"], case["y_pred"])
    assert found == pytest.approx(case["mutual_information"]["pycm"], rel=1e-12)


@pytest.mark.parametrize(("n", "classes"), [(30, 2), (500, 5), (3000, 12)])
def test_scikit_learn(n: int, classes: int) -> None:
    # sklearn.metrics.mutual_info_score, 1.9.1
    truth, pred, _ = random_labels(n, n, classes)
    assert mutual_information(truth, pred) == pytest.approx(mutual_info_score(truth, pred), rel=1e-10)


def test_it_is_half_the_likelihood_ratio_statistic_of_independence_per_row() -> None:
    # G^2 = 2 n I: scipy.stats.chi2_contingency(table, lambda_="log-likelihood"), an identity
    from scipy.stats import chi2_contingency

    table = np.array([[12, 5, 3], [4, 20, 6], [1, 7, 30]])
    statistic = chi2_contingency(table, correction=False, lambda_="log-likelihood").statistic
    assert mutual_information.of(Counts.from_table(table)) == pytest.approx(statistic / (2 * table.sum()), rel=1e-12)


def test_independent_columns_share_nothing_to_the_last_bit_but_rounding() -> None:
    table = np.outer([1, 7, 3], [2, 5, 11]) * 10**6
    assert 0 <= mutual_information.of(Counts.from_table(table)) < 1e-15


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 1.0),
        ([0, 1, 0, 1], [0, 0, 0, 0], 0.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
        ([0, 0, 0, 1], [0, 1, 2, 3], 1.0),  # finer than the truth: nothing is left open
        ([0, 1, 2, 3], [0, 0, 1, 1], 0.5),  # one of two bits
    ],
)
def test_uncertainty_coefficient_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert uncertainty_coefficient(y_true, y_pred) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (([], []), "there are no rows"),
        (([1], [1]), "the truth has only one class: there is no uncertainty to take away"),
        (([1, 1], [0, 1]), "the truth has only one class: there is no uncertainty to take away"),
    ],
)
def test_uncertainty_coefficient_without_uncertainty_it_is_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(uncertainty_coefficient(*rows))
    assert str(caught[0].message) == f"uncertainty_coefficient: {reason}"


def test_uncertainty_coefficient_four_rows_by_hand() -> None:
    information = math.log(4 / 3) / 2 + math.log(2 / 3) / 4 + math.log(2) / 4
    assert uncertainty_coefficient([0, 0, 1, 1], [0, 0, 0, 1]) == pytest.approx(information / math.log(2), rel=1e-14)
    entropy = -(3 / 4) * math.log(3 / 4) - math.log(1 / 4) / 4
    assert uncertainty_coefficient([0, 0, 0, 1], [0, 0, 1, 1]) == pytest.approx(information / entropy, rel=1e-14)


@pytest.mark.parametrize("case", reference("overall_python"), ids=lambda case: case["name"])
def test_uncertainty_coefficient_pycm(case: Any) -> None:
    found = uncertainty_coefficient(case["y_true"], case["y_pred"])
    assert found == pytest.approx(case["uncertainty_coefficient"]["pycm"], rel=1e-12)


def test_homogeneity_and_completeness_of_scikit_learn() -> None:
    # sklearn.metrics.homogeneity_score and completeness_score, 1.9.1
    truth, pred, _ = random_labels(7, 400, 5)
    pred[pred == 4] = 1
    assert uncertainty_coefficient(truth, pred) == pytest.approx(homogeneity_score(truth, pred), rel=1e-10)
    assert uncertainty_coefficient(pred, truth) == pytest.approx(completeness_score(truth, pred), rel=1e-10)


def test_of_equal_columns_mutual_information_is_the_entropy() -> None:
    truth, _, _ = random_labels(8, 100, 3)
    assert mutual_information(truth, truth) > 0.9
    assert uncertainty_coefficient(truth, truth) == pytest.approx(1.0, rel=1e-15)


def test_uncertainty_coefficient_a_stack_without_tables_and_one_with_an_empty_table() -> None:
    assert uncertainty_coefficient.of(Counts(np.zeros((0, 2, 2), np.int64), (0, 1))).shape == (0,)
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = uncertainty_coefficient.of(Counts(np.array([np.eye(2), np.zeros((2, 2))]), (0, 1)))
    assert found[0] == pytest.approx(1, rel=1e-15)
    assert np.isnan(found[1])
    reason = "in some tables there are no rows or the truth has only one class"
    assert str(caught[0].message) == f"uncertainty_coefficient: {reason}"
