"""Shares of rows on which raters agree: edges, worked values, other software, and what they are made of."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from metrics.cases import FAMILIES, TWO_LABELS, by_irrcac, by_package, counts_of, random_labels

from concordant import (
    accuracy,
    adjacent_agreement,
    bias_index,
    cohen_kappa,
    f1,
    negative_agreement,
    positive_agreement,
    predicted_prevalence,
    prevalence,
    prevalence_index,
    weighted_agreement,
)
from concordant.errors import LabelError, LabelOrderError, OptionError, PositiveLabelError, UndefinedMetricWarning
from concordant.metrics.agreement.weights import scaled_disagreement
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts

U = math.nan


@pytest.mark.parametrize(
    ("metric", "rows", "options", "reason"),
    [
        (adjacent_agreement, ([], []), {}, "there are no rows"),
        (weighted_agreement, ([], []), {"weights": "linear"}, "there are no rows"),
        (bias_index, ([], []), {"labels": [0, 1]}, "there are no rows (positive class 1)"),
        (prevalence_index, ([], []), {"labels": [0, 1]}, "there are no rows (positive class 1)"),
        (
            positive_agreement,
            ([0, 0], [0, 0]),
            {"labels": [0, 1]},
            "no row is positive, neither in the truth nor in the prediction (positive class 1)",
        ),
        (
            negative_agreement,
            ([1, 1], [1, 1]),
            {"labels": [0, 1]},
            "no row is negative, neither in the truth nor in the prediction (positive class 1)",
        ),
    ],
)
def test_undefined_values_have_a_reason(metric: Metric, rows: Any, options: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(metric(*rows, **options))
    assert [str(warning.message) for warning in caught] == [f"{metric.name}: {reason}"]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "positive", "negative", "bias", "excess"),
    [
        ([1], [1], 1, U, 0, 1),
        ([0, 0], [0, 0], U, 1, 0, -1),
        ([0, 1], [0, 1], 1, 1, 0, 0),
        ([0, 1], [1, 0], 0, 0, 0, 0),
        ([1, 1], [0, 0], 0, 0, 1, 0),
        ([0, 0], [1, 1], 0, 0, -1, 0),
        ([1, 1, 1, 0], [1, 0, 0, 0], 1 / 2, 1 / 2, 1 / 2, 0),
        ([1, 1, 0], [1, 1, 1], 4 / 5, 0, -1 / 3, 2 / 3),
    ],
)
def test_edges_of_two_labels(
    y_true: Any, y_pred: Any, positive: float, negative: float, bias: float, excess: float
) -> None:
    options: Any = {"labels": [0, 1], "undefined": U}
    assert positive_agreement(y_true, y_pred, **options) == pytest.approx(positive, rel=1e-15, nan_ok=True)
    assert negative_agreement(y_true, y_pred, **options) == pytest.approx(negative, rel=1e-15, nan_ok=True)
    assert bias_index(y_true, y_pred, **options) == pytest.approx(bias, rel=1e-15)
    assert prevalence_index(y_true, y_pred, **options) == pytest.approx(excess, rel=1e-15)


@pytest.mark.parametrize("case", TWO_LABELS, ids=lambda case: case["name"])
def test_values_of_caret_and_epir(case: Any) -> None:
    # caret::F_meas(table, relevant = "yes" or "no"); it gives NA where no row is agreed positive, which is 0 here
    counts = counts_of(case)
    assert positive_agreement.of(counts) == pytest.approx(case["positive_agreement"] or 0.0, rel=1e-13)
    assert negative_agreement.of(counts) == pytest.approx(case["negative_agreement"], rel=1e-13)
    # epiR::epi.kappa(table, method = "fleiss")$bindex$est and $pindex$est: the first rater in the rows, the positive
    # label first
    assert bias_index.of(counts) == pytest.approx(case["bias_index"], rel=1e-13)
    assert prevalence_index.of(counts) == pytest.approx(case["prevalence_index"], rel=1e-13)


# -- adjacent agreement ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("within", [0, 1, 2, 100])
def test_adjacent_agreement_counted_directly(within: int) -> None:
    truth, pred, weight = random_labels(92, 200, 6)
    near = np.abs(truth - pred) <= within
    assert adjacent_agreement(truth, pred, within=within) == pytest.approx(near.mean(), rel=1e-14)
    weighted = adjacent_agreement(truth, pred, within=within, sample_weight=weight)
    assert weighted == pytest.approx(np.average(near, weights=weight), rel=1e-13)


def test_numbers_stand_at_their_values_and_text_at_its_indices() -> None:
    assert adjacent_agreement([1, 3, 7], [3, 3, 7]) == pytest.approx(2 / 3)
    assert adjacent_agreement([1, 3, 7], [3, 3, 7], within=2) == 1.0
    assert adjacent_agreement(["1", "3", "7"], ["3", "3", "7"], labels=["1", "3", "7"]) == 1.0
    assert adjacent_agreement([1, 3, 7], [3, 3, 7], labels=[7, 3, 1]) == pytest.approx(2 / 3)


def test_steps_that_floats_cannot_hold_exactly() -> None:
    labels = [0.2, 0.4, 0.6, 0.8, 1.0]
    assert 0.8 - 0.6 > 0.2  # by rounding
    assert adjacent_agreement([0.2, 0.4, 0.8, 1.0], [0.4, 0.6, 0.6, 0.6], labels=labels, within=0.2) == 0.75


def test_adjacent_agreement_of_text_without_an_order_is_refused() -> None:
    with pytest.raises(LabelOrderError, match=r"^adjacent_agreement needs the order of the labels"):
        adjacent_agreement(["low", "mid", "high"], ["mid", "mid", "high"])


@pytest.mark.parametrize("within", [-1, float("nan"), True, "1", None])
def test_a_distance_that_is_none_is_refused(within: Any) -> None:
    with pytest.raises(OptionError, match=f"^within must be a number of at least 0, not {within!r}.$"):
        adjacent_agreement([1, 2], [1, 2], within=within)


@pytest.mark.parametrize(("counts", "value"), by_package("dlordinal", "accuracy_off1"))
def test_values_of_dlordinal(counts: Any, value: float) -> None:
    assert adjacent_agreement.of(counts) == pytest.approx(value, rel=1e-13)  # accuracy_off1(y_true, y_pred, labels=...)


def test_the_cells_of_stuarts_table_that_are_left_out() -> None:
    counts = Counts.from_table([[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]])
    assert adjacent_agreement.of(counts) == pytest.approx(1 - (124 + 66 + 78 + 117 + 36 + 82) / 7477, rel=1e-15)


# -- agreement on a label --------------------------------------------------------------------------------------------


def test_the_tables_of_feinstein_and_cicchetti_1990() -> None:
    # The same agreement of 0.85; kappa 0.70 and 0.32. Cicchetti & Feinstein 1990: p_pos and p_neg tell them apart.
    balanced, prevalent = (Counts.from_table(x) for x in ([[45, 6], [9, 40]], [[5, 5], [10, 80]]))
    assert cohen_kappa.of(balanced) == pytest.approx(0.70, abs=5e-3)
    assert cohen_kappa.of(prevalent) == pytest.approx(0.32, abs=5e-3)
    assert positive_agreement.of(balanced) == pytest.approx(80 / 95, rel=1e-15)
    assert positive_agreement.of(prevalent) == pytest.approx(160 / 175, rel=1e-15)
    assert negative_agreement.of(balanced) == pytest.approx(90 / 105, rel=1e-15)
    assert negative_agreement.of(prevalent) == pytest.approx(10 / 25, rel=1e-15)


def test_specific_agreement_on_each_category_is_f1() -> None:
    truth, pred, _ = random_labels(94, 200, 4)
    assert positive_agreement(truth, pred, average=None).tolist() == f1(truth, pred, average=None).tolist()


def test_which_label_is_positive_must_be_known() -> None:
    with pytest.raises(PositiveLabelError):
        positive_agreement(["yes", "no"], ["yes", "yes"])
    assert positive_agreement(["yes", "no"], ["yes", "yes"], pos_label="yes") == pytest.approx(2 / 3)


def test_negative_agreement_is_the_positive_agreement_of_the_other_label() -> None:
    truth, pred, weight = random_labels(95, 100, 2)
    negative = negative_agreement(truth, pred, sample_weight=weight)
    assert negative == pytest.approx(positive_agreement(truth, pred, pos_label=0, sample_weight=weight), rel=1e-14)
    assert abs(negative - positive_agreement(truth, pred, sample_weight=weight)) > 1e-3


def test_negative_agreement_has_one_value_a_category() -> None:
    truth, pred, _ = random_labels(96, 100, 3)
    neither, either = ((truth != 1) & (pred != 1)).sum(), ((truth == 1) != (pred == 1)).sum()
    values = negative_agreement(truth, pred, average=None)
    assert values[1] == pytest.approx(2 * neither / (2 * neither + either), rel=1e-14)


# -- weighted agreement ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", FAMILIES)
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"), [([1, 2], [1, 2], 1.0), ([1, 2], [2, 1], 0.0), ([5], [5], 1.0), ([1], [2], 0.0)]
)
def test_weighted_agreement_edges(y_true: Any, y_pred: Any, value: float, weights: Any) -> None:
    assert weighted_agreement(y_true, y_pred, weights=weights) == value


@pytest.mark.parametrize(
    ("weights", "value"),
    [("linear", (1 + 1 / 2 + 1 + 0) / 4), ("quadratic", (1 + 3 / 4 + 1) / 4), ("ordinal", (1 + 2 / 3 + 1) / 4)],
)
def test_weighted_agreement_by_hand(weights: Any, value: float) -> None:
    assert weighted_agreement([1, 2, 3, 3], [1, 3, 3, 1], weights=weights) == pytest.approx(value, rel=1e-15)


def test_without_weights_weighted_agreement_is_the_accuracy() -> None:
    truth, pred, weight = random_labels(86, 100, 4)
    agreement = weighted_agreement(truth, pred, weights=None, sample_weight=weight)
    assert agreement == pytest.approx(accuracy(truth, pred, sample_weight=weight), rel=1e-14)


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
    expected = (weighted_agreement.of(counts, weights=weights) - chance) / (1 - chance)
    assert cohen_kappa.of(counts, weights=weights) == pytest.approx(expected, rel=1e-12)


# -- indices of bias and prevalence ----------------------------------------------------------------------------------


def test_bias_index_is_the_difference_of_the_shares_of_positives_and_changes_its_sign_with_the_raters() -> None:
    truth, pred, weight = random_labels(97, 100, 2, agree=0.8)
    truth[:20] = 1
    bias = bias_index(truth, pred, sample_weight=weight)
    shares = [rate(truth, pred, sample_weight=weight) for rate in (prevalence, predicted_prevalence)]
    assert bias == pytest.approx(shares[0] - shares[1], rel=1e-12)
    assert bias_index(pred, truth, sample_weight=weight) == pytest.approx(-bias, rel=1e-14)
    assert abs(bias) > 0.01


def test_over_all_categories_bias_index_sums_to_zero() -> None:
    truth, pred, _ = random_labels(98, 100, 4)
    bias = bias_index(truth, pred, average=None)
    assert bias.sum() == pytest.approx(0, abs=1e-15)
    assert bias[1] == pytest.approx((truth == 1).mean() - (pred == 1).mean(), rel=1e-13)


def test_the_other_label_changes_the_sign_of_prevalence_index() -> None:
    rows = ["y", "y", "y", "n", "y"], ["y", "y", "n", "n", "y"]
    assert prevalence_index(*rows, pos_label="y") == pytest.approx(0.4)
    assert prevalence_index(*rows, pos_label="n") == pytest.approx(-0.4)


def test_several_categories_have_a_prevalence_index_each() -> None:
    rows = [0, 1, 2, 2], [0, 1, 2, 1]
    with pytest.raises(LabelError, match='average="binary" needs two classes'):
        prevalence_index(*rows)
    assert prevalence_index(*rows, average=None).tolist() == [(1 - 3) / 4, (1 - 2) / 4, (1 - 2) / 4]
