from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sk

from concordant import positive_likelihood_ratio, precision, prevalence
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])
R = [case for case in reference("screening") if "positive_likelihood_ratio" in case]
PYCM = reference("screening_python")


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], math.inf),
        ([0, 1], [1, 0], 0.0),
        ([0, 1], [1, 1], 1.0),  # constant
        ([0, 0, 1, 1], [0, 0, 0, 1], math.inf),  # no false positive: the limit
        ([0, 0, 1, 1], [0, 1, 0, 0], 0.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 1.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert positive_likelihood_ratio(y_true, y_pred) == value


@pytest.mark.parametrize(
    ("y_true", "y_pred"), [([0, 0], [0, 1]), ([1, 1], [0, 1]), ([0, 1], [0, 0]), ([0], [0]), ([], [])]
)
def test_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(positive_likelihood_ratio(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == (
        "positive_likelihood_ratio: the truth has only one class, or no row is predicted positive (positive class 1)"
    )


def test_the_four_cells() -> None:
    assert positive_likelihood_ratio.of(CELLS) == pytest.approx((TP / (TP + FN)) / (FP / (FP + TN)), rel=1e-14)
    assert positive_likelihood_ratio.of(CELLS, pos_label="healthy") == pytest.approx(
        (TN / (TN + FP)) / (FN / (FN + TP)), rel=1e-14
    )


def test_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (2, 1, 1, 3), 1: (1, 1, 1, 4), 2: (1, 1, 1, 4)
    truth, pred = [0, 0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2, 0]
    each = [(2 / 3) / (1 / 4), (1 / 2) / (1 / 5), (1 / 2) / (1 / 5)]
    np.testing.assert_allclose(positive_likelihood_ratio(truth, pred, average=None), each, rtol=1e-14)
    assert positive_likelihood_ratio(truth, pred, average="macro") == pytest.approx(sum(each) / 3, rel=1e-14)
    assert positive_likelihood_ratio(truth, pred, average="weighted") == pytest.approx(
        (3 * each[0] + 4 * each[1]) / 7, rel=1e-14
    )
    assert positive_likelihood_ratio(truth, pred, average="micro") == pytest.approx((4 / 7) / (3 / 14), rel=1e-14)


def test_one_infinite_class_makes_the_mean_infinite_and_an_undefined_one_is_left_out() -> None:
    truth, pred = [0, 0, 1, 1], [0, 1, 1, 1]
    assert positive_likelihood_ratio(truth, pred, average="macro") == math.inf
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert positive_likelihood_ratio(truth, pred, labels=[0, 1, 2], average="macro") == math.inf
    assert str(caught[0].message) == (
        "positive_likelihood_ratio: the macro average is over 2 of 3 classes: the truth has only one class, or no "
        "row is predicted positive (class 2)"
    )


def test_a_stack_holds_numbers_infinities_and_undefined_ones() -> None:
    stack = Counts.from_table([[[5, 3], [2, 7]], [[5, 0], [2, 7]], [[5, 0], [2, 0]], [[0, 0], [2, 7]]])
    with pytest.warns(UndefinedMetricWarning, match="in 2 of 4 tables$"):
        found = positive_likelihood_ratio.of(stack)
    np.testing.assert_array_equal(found, [(7 / 9) / (3 / 8), math.inf, math.nan, math.nan])


def test_beside_a_tiny_weight_it_is_infinite() -> None:
    weights = [1e9, 1e-308, 1]
    assert positive_likelihood_ratio([0, 0, 1], [0, 1, 1], sample_weight=weights) == math.inf


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_epi_tests_of_epir(case: Any) -> None:
    assert positive_likelihood_ratio.of(Counts.from_table(case["table"])) == pytest.approx(
        case["positive_likelihood_ratio"], rel=1e-12
    )


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_each_class_of_pycm(case: Any) -> None:
    expected = np.array([math.nan if x is None else x for x in case["each"]["positive_likelihood_ratio"]])
    found = positive_likelihood_ratio.of(Counts.from_table(case["table"]), average=None, undefined=math.nan)
    known = ~np.isnan(expected)  # pycm says "None" where the value is infinite
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
    assert not np.isfinite(found[~known]).any()


@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn(weighted: bool) -> None:
    truth, pred, weights = random_labels(51, 200, 2)
    data: Any = {"sample_weight": weights} if weighted else {}
    expected = sk.class_likelihood_ratios(truth, pred, **data)[0]
    assert positive_likelihood_ratio(truth, pred, **data) == pytest.approx(expected, rel=1e-12)


def test_it_takes_the_odds_before_a_positive_prediction_to_those_after_it() -> None:
    truth, pred, _ = random_labels(52, 300, 2)
    before, after = prevalence(truth, pred), precision(truth, pred)
    assert after / (1 - after) == pytest.approx(
        before / (1 - before) * positive_likelihood_ratio(truth, pred), rel=1e-12
    )
