"""Combinations of rates: hand-worked values, edges, other packages, and what they are made of."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sk
from metrics.cases import random_labels
from support.rates import FN, FP, TN, TP, assert_edges, assert_reference, assert_worked, references

from concordant import (
    diagnostic_odds_ratio,
    false_positive_rate,
    informedness,
    markedness,
    matthews_correlation,
    negative_likelihood_ratio,
    positive_likelihood_ratio,
    precision,
    prevalence,
    prevalence_threshold,
    recall,
    specificity,
)
from concordant.errors import UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts

SE, SP = TP / (TP + FN), TN / (TN + FP)
ODDS, YOUDEN, TRUST = TP * TN / (FP * FN), SE + SP - 1, TP / (TP + FP) + TN / (TN + FN) - 1
U, INF = math.nan, math.inf


def threshold_of(se: float, sp: float) -> float:
    """Return the prevalence threshold by the formula of the abstract of Balayla 2020."""
    return (math.sqrt(se * (1 - sp)) + sp - 1) / (se + sp - 1)


@pytest.mark.parametrize(
    ("metric", "ill", "healthy", "each", "micro"),
    [
        (informedness, YOUDEN, YOUDEN, [7 / 18, 1 / 3, 1 / 2], 2 / 5),
        (markedness, TRUST, TRUST, [21 / 44, 9 / 28, 9 / 22], 2 / 5),
        (positive_likelihood_ratio, SE / (1 - SP), SP / (1 - SE), [9 / 2, 2, 4], 3),
        (negative_likelihood_ratio, (1 - SE) / SP, (1 - SP) / SE, [9 / 16, 1 / 2, 2 / 5], 1 / 2),
        (diagnostic_odds_ratio, ODDS, ODDS, [8, 4, 10], 6),
        (
            prevalence_threshold,
            threshold_of(SE, SP),
            threshold_of(SP, SE),
            [1 / (1 + math.sqrt(9 / 2)), 1 / (1 + math.sqrt(2)), 1 / 3],
            1 / (1 + math.sqrt(3)),
        ),
    ],
)
def test_values_worked_by_hand(metric: Metric, ill: float, healthy: float, each: list[float], micro: float) -> None:
    assert_worked(metric, ill, healthy, each, micro)


@pytest.mark.parametrize(
    ("metric", "values", "reason"),
    [
        (informedness, [U, U, U, U, U, 0, 0, 1, -1, 1 / 2, -1 / 2], "the truth has only one class"),
        (markedness, [U, U, U, U, U, U, U, 1, -1, 2 / 3, -2 / 3], "the prediction has only one class"),
        (
            positive_likelihood_ratio,
            [U, U, U, U, U, 1, U, INF, 0, INF, 1 / 2],
            "the truth has only one class, or no row is predicted positive",
        ),
        (
            negative_likelihood_ratio,
            [U, U, U, U, U, U, 1, 0, INF, 1 / 2, INF],
            "the truth has only one class, or no row is predicted negative",
        ),
        (diagnostic_odds_ratio, [U, U, U, U, U, U, U, INF, 0, INF, 0], "truth or prediction has only one class"),
        (
            prevalence_threshold,
            [U, U, U, U, U, 1 / 2, U, 0, 1, 0, 1 / (1 + math.sqrt(1 / 2))],
            "the truth has only one class, or no row is predicted positive",
        ),
    ],
)
def test_edges(metric: Metric, values: list[float], reason: str) -> None:
    assert_edges(metric, values, reason)


@pytest.mark.parametrize(
    ("metric", "table", "value"),
    references([markedness, positive_likelihood_ratio, negative_likelihood_ratio, diagnostic_odds_ratio]),
)
def test_values_of_r_packages_and_pycm(metric: Metric, table: Any, value: Any) -> None:
    assert_reference(metric, table, value)


@pytest.mark.parametrize(
    ("metric", "table", "value"),
    [
        (diagnostic_odds_ratio, [[3, 1], [1, 2]], 6),
        (informedness, [[3, 1], [1, 1]], 1 / 4),
        (markedness, [[3, 1], [2, 2]], 2 / 3 + 3 / 5 - 1),
    ],
)
def test_products_of_large_counts_do_not_overflow(metric: Metric, table: Any, value: float) -> None:
    assert metric.of(Counts.from_table(np.array(table) * 10**15)) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize("average", ["binary", "macro", "micro", "weighted", None])
def test_informedness_is_recall_plus_specificity_minus_one(average: Any) -> None:
    truth, pred, weights = random_labels(37, 300, 2 if average == "binary" else 5)
    data: Any = {"sample_weight": weights, "average": average}
    expected = recall(truth, pred, **data) + specificity(truth, pred, **data) - 1
    np.testing.assert_allclose(informedness(truth, pred, **data), expected, rtol=1e-12)


def test_markedness_is_informedness_with_truth_and_prediction_exchanged() -> None:
    truth, pred, weights = random_labels(58, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    np.testing.assert_allclose(markedness(truth, pred, **data), informedness(pred, truth, **data), rtol=1e-12)


def test_markedness_times_informedness_is_the_square_of_the_matthews_correlation() -> None:
    truth, pred, _ = random_labels(59, 300, 2)
    product = markedness(truth, pred) * informedness(truth, pred)
    assert product == pytest.approx(matthews_correlation(truth, pred) ** 2, rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_likelihood_ratios_of_scikit_learn(weighted: bool) -> None:
    truth, pred, weights = random_labels(51, 200, 2)
    data: Any = {"sample_weight": weights} if weighted else {}
    ratios = positive_likelihood_ratio(truth, pred, **data), negative_likelihood_ratio(truth, pred, **data)
    np.testing.assert_allclose(ratios, sk.class_likelihood_ratios(truth, pred, **data), rtol=1e-12)


def test_a_positive_prediction_multiplies_the_odds_by_the_positive_likelihood_ratio() -> None:
    truth, pred, _ = random_labels(52, 300, 2)
    before, after = prevalence(truth, pred), precision(truth, pred)
    odds = before / (1 - before) * positive_likelihood_ratio(truth, pred)
    assert after / (1 - after) == pytest.approx(odds, rel=1e-12)


def test_the_odds_ratio_is_the_quotient_of_the_likelihood_ratios() -> None:
    truth, pred, weights = random_labels(55, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    expected = positive_likelihood_ratio(truth, pred, **data) / negative_likelihood_ratio(truth, pred, **data)
    np.testing.assert_allclose(diagnostic_odds_ratio(truth, pred, **data), expected, rtol=1e-12)


def test_one_infinite_class_makes_the_mean_infinite_and_an_undefined_one_is_left_out() -> None:
    truth, pred = [0, 0, 1, 1], [0, 1, 1, 1]
    assert positive_likelihood_ratio(truth, pred, average="macro") == math.inf
    with pytest.warns(UndefinedMetricWarning, match=r"the macro average is over 2 of 3 classes: .* \(class 2\)$"):
        assert positive_likelihood_ratio(truth, pred, labels=[0, 1, 2], average="macro") == math.inf


def test_a_stack_holds_numbers_infinities_and_undefined_ones() -> None:
    stack = Counts.from_table([[[5, 3], [2, 7]], [[5, 0], [2, 7]], [[5, 0], [2, 0]], [[0, 0], [2, 7]]])
    with pytest.warns(UndefinedMetricWarning, match="in 2 of 4 tables$"):
        ratios = positive_likelihood_ratio.of(stack)
    np.testing.assert_array_equal(ratios, [(7 / 9) / (3 / 8), math.inf, math.nan, math.nan])


def test_beside_a_tiny_weight_a_ratio_is_infinite() -> None:
    weights = [1e9, 1e-308, 1]
    assert positive_likelihood_ratio([0, 0, 1], [0, 1, 1], sample_weight=weights) == math.inf


def precision_at(share: float, truth: Any, pred: Any) -> float:
    """Precision of rows weighted so that this share is positive."""
    weights = np.where(truth == 1, share / np.mean(truth), (1 - share) / (1 - np.mean(truth)))
    return float(precision(truth, pred, sample_weight=weights))


@pytest.mark.parametrize("agree", [0.3, 0.8, 0.97])
def test_at_the_prevalence_threshold_the_slope_of_precision_over_prevalence_is_one(agree: float) -> None:
    truth, pred, _ = random_labels(64, 400, 2, agree=agree)
    threshold, step = prevalence_threshold(truth, pred), 1e-5
    rise = precision_at(threshold + step, truth, pred) - precision_at(threshold - step, truth, pred)
    assert rise / (2 * step) == pytest.approx(1, abs=1e-6)
    assert precision_at(threshold, truth, pred) == pytest.approx(1 - threshold, rel=1e-12)


def test_the_prevalence_threshold_follows_from_the_rates_of_truth_and_from_their_ratio() -> None:
    truth, pred, weights = random_labels(65, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    threshold = prevalence_threshold(truth, pred, **data)
    np.testing.assert_allclose(threshold, 1 / (1 + np.sqrt(positive_likelihood_ratio(truth, pred, **data))), rtol=1e-12)
    tpr, fpr = recall(truth, pred, **data), false_positive_rate(truth, pred, **data)
    np.testing.assert_allclose(threshold, (np.sqrt(tpr * fpr) - fpr) / (tpr - fpr), rtol=1e-10)
