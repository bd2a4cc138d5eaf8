""""""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sk
from metrics.cases import random_labels, reference

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
from concordant.errors import LabelError, PositiveLabelError, UndefinedMetricWarning
from concordant.states import Counts

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])
R = [case for case in reference("screening") if "diagnostic_odds_ratio" in case]
PYCM = reference("screening_python")


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], math.inf),
        ([0, 1], [1, 0], 0.0),
        ([0, 0, 1, 1], [0, 0, 0, 1], math.inf),  # no false positive: the limit
        ([0, 0, 1, 1], [0, 1, 0, 0], 0.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 1.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert diagnostic_odds_ratio(y_true, y_pred) == value


@pytest.mark.parametrize(
    ("y_true", "y_pred"), [([0, 0], [0, 1]), ([1, 1], [0, 1]), ([0, 1], [0, 0]), ([0, 1], [1, 1]), ([0], [0]), ([], [])]
)
def test_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(diagnostic_odds_ratio(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == (
        "diagnostic_odds_ratio: truth or prediction has only one class (positive class 1)"
    )


def test_the_four_cells() -> None:
    assert diagnostic_odds_ratio.of(CELLS) == pytest.approx(TP * TN / (FP * FN), rel=1e-14)
    assert diagnostic_odds_ratio.of(CELLS, pos_label="healthy") == pytest.approx(TP * TN / (FP * FN), rel=1e-14)


def test_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (2, 1, 1, 3), 1: (1, 1, 1, 4), 2: (1, 1, 1, 4)
    truth, pred = [0, 0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2, 0]
    np.testing.assert_allclose(diagnostic_odds_ratio(truth, pred, average=None), [6, 4, 4], rtol=1e-14)
    assert diagnostic_odds_ratio(truth, pred, average="macro") == pytest.approx(14 / 3, rel=1e-14)
    assert diagnostic_odds_ratio(truth, pred, average="weighted") == pytest.approx((3 * 6 + 4 * 4) / 7, rel=1e-14)
    assert diagnostic_odds_ratio(truth, pred, average="micro") == pytest.approx(4 * 11 / 9, rel=1e-14)


def test_products_of_large_counts_do_not_overflow() -> None:
    assert diagnostic_odds_ratio.of(Counts.from_table([[3 * 10**15, 10**15], [10**15, 2 * 10**15]])) == pytest.approx(
        6, rel=1e-15
    )


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_epi_tests_of_epir(case: Any) -> None:
    assert diagnostic_odds_ratio.of(Counts.from_table(case["table"])) == pytest.approx(
        case["diagnostic_odds_ratio"], rel=1e-12
    )


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_oddsratio_of_vcd(case: Any) -> None:
    assert diagnostic_odds_ratio.of(Counts.from_table(case["table"])) == pytest.approx(
        case["diagnostic_odds_ratio_vcd"], rel=1e-10
    )


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_each_class_of_pycm(case: Any) -> None:
    expected = np.array([math.nan if x is None else x for x in case["each"]["diagnostic_odds_ratio"]])
    found = diagnostic_odds_ratio.of(Counts.from_table(case["table"]), average=None, undefined=math.nan)
    known = ~np.isnan(expected)  # pycm divides the likelihood ratios: "None" where one of them is infinite
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
    assert set(found[~known].tolist()) <= {0.0, math.inf}


def test_it_is_the_quotient_of_the_likelihood_ratios() -> None:
    truth, pred, weights = random_labels(55, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    expected = positive_likelihood_ratio(truth, pred, **data) / negative_likelihood_ratio(truth, pred, **data)
    np.testing.assert_allclose(diagnostic_odds_ratio(truth, pred, **data), expected, rtol=1e-12)


(
    POSITIVE_LIKELIHOOD_RATIO_TN,
    POSITIVE_LIKELIHOOD_RATIO_FP,
    POSITIVE_LIKELIHOOD_RATIO_FN,
    POSITIVE_LIKELIHOOD_RATIO_TP,
) = 5, 3, 2, 7
POSITIVE_LIKELIHOOD_RATIO_CELLS = Counts.from_table(
    [
        [POSITIVE_LIKELIHOOD_RATIO_TN, POSITIVE_LIKELIHOOD_RATIO_FP],
        [POSITIVE_LIKELIHOOD_RATIO_FN, POSITIVE_LIKELIHOOD_RATIO_TP],
    ],
    ["healthy", "ill"],
)
POSITIVE_LIKELIHOOD_RATIO_R = [case for case in reference("screening") if "positive_likelihood_ratio" in case]


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
def test_positive_likelihood_ratio_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert positive_likelihood_ratio(y_true, y_pred) == value


@pytest.mark.parametrize(
    ("y_true", "y_pred"), [([0, 0], [0, 1]), ([1, 1], [0, 1]), ([0, 1], [0, 0]), ([0], [0]), ([], [])]
)
def test_positive_likelihood_ratio_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(positive_likelihood_ratio(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == (
        "positive_likelihood_ratio: the truth has only one class, or no row is predicted positive (positive class 1)"
    )


def test_positive_likelihood_ratio_the_four_cells() -> None:
    assert positive_likelihood_ratio.of(POSITIVE_LIKELIHOOD_RATIO_CELLS) == pytest.approx(
        (POSITIVE_LIKELIHOOD_RATIO_TP / (POSITIVE_LIKELIHOOD_RATIO_TP + POSITIVE_LIKELIHOOD_RATIO_FN))
        / (POSITIVE_LIKELIHOOD_RATIO_FP / (POSITIVE_LIKELIHOOD_RATIO_FP + POSITIVE_LIKELIHOOD_RATIO_TN)),
        rel=1e-14,
    )
    assert positive_likelihood_ratio.of(POSITIVE_LIKELIHOOD_RATIO_CELLS, pos_label="healthy") == pytest.approx(
        (POSITIVE_LIKELIHOOD_RATIO_TN / (POSITIVE_LIKELIHOOD_RATIO_TN + POSITIVE_LIKELIHOOD_RATIO_FP))
        / (POSITIVE_LIKELIHOOD_RATIO_FN / (POSITIVE_LIKELIHOOD_RATIO_FN + POSITIVE_LIKELIHOOD_RATIO_TP)),
        rel=1e-14,
    )


def test_positive_likelihood_ratio_averages_by_hand() -> None:
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


@pytest.mark.parametrize("case", POSITIVE_LIKELIHOOD_RATIO_R, ids=lambda case: case["name"])
def test_positive_likelihood_ratio_epi_tests_of_epir(case: Any) -> None:
    assert positive_likelihood_ratio.of(Counts.from_table(case["table"])) == pytest.approx(
        case["positive_likelihood_ratio"], rel=1e-12
    )


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_positive_likelihood_ratio_each_class_of_pycm(case: Any) -> None:
    expected = np.array([math.nan if x is None else x for x in case["each"]["positive_likelihood_ratio"]])
    found = positive_likelihood_ratio.of(Counts.from_table(case["table"]), average=None, undefined=math.nan)
    known = ~np.isnan(expected)  # pycm says "None" where the value is infinite
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
    assert not np.isfinite(found[~known]).any()


@pytest.mark.parametrize("weighted", [False, True])
def test_positive_likelihood_ratio_scikit_learn(weighted: bool) -> None:
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


MARKEDNESS_TN, MARKEDNESS_FP, MARKEDNESS_FN, MARKEDNESS_TP = 5, 3, 2, 7
MARKEDNESS_CELLS = Counts.from_table(
    [[MARKEDNESS_TN, MARKEDNESS_FP], [MARKEDNESS_FN, MARKEDNESS_TP]], ["healthy", "ill"]
)
MARKEDNESS_R = [case for case in reference("screening") if "markedness" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
        ([1, 1], [0, 1], 0.0),  # one class in the truth
    ],
)
def test_markedness_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert markedness(y_true, y_pred) == value


@pytest.mark.parametrize(("y_true", "y_pred"), [([0, 1], [0, 0]), ([0, 1], [1, 1]), ([0], [0]), ([], [])])
def test_markedness_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(markedness(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == ("markedness: the prediction has only one class (positive class 1)")


def test_markedness_the_four_cells() -> None:
    assert markedness.of(MARKEDNESS_CELLS) == pytest.approx(
        MARKEDNESS_TP / (MARKEDNESS_TP + MARKEDNESS_FP) + MARKEDNESS_TN / (MARKEDNESS_TN + MARKEDNESS_FN) - 1, rel=1e-14
    )
    assert markedness.of(MARKEDNESS_CELLS, pos_label="healthy") == pytest.approx(
        MARKEDNESS_TP / (MARKEDNESS_TP + MARKEDNESS_FP) + MARKEDNESS_TN / (MARKEDNESS_TN + MARKEDNESS_FN) - 1, rel=1e-14
    )


def test_markedness_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (1, 1, 0, 3), 1: (1, 0, 2, 2), 2: (1, 1, 0, 3)
    truth, pred = [0, 0, 1, 2, 2], [0, 1, 1, 1, 2]
    each = [1 + 3 / 4 - 1, 1 / 3 + 1 - 1, 1 + 3 / 4 - 1]
    np.testing.assert_allclose(markedness(truth, pred, average=None), each, rtol=1e-14)
    assert markedness(truth, pred, average="macro") == pytest.approx(sum(each) / 3, rel=1e-14)
    assert markedness(truth, pred, average="weighted") == pytest.approx(
        (2 * each[0] + each[1] + 2 * each[2]) / 5, rel=1e-14
    )
    assert markedness(truth, pred, average="micro") == pytest.approx(3 / 5 + 8 / 10 - 1, rel=1e-14)


def test_markedness_products_of_large_counts_do_not_overflow() -> None:
    huge = Counts.from_table([[3 * 10**15, 10**15], [2 * 10**15, 2 * 10**15]])
    assert markedness.of(huge) == pytest.approx(2 / 3 + 3 / 5 - 1, rel=1e-14)


@pytest.mark.parametrize("case", MARKEDNESS_R, ids=lambda case: case["name"])
def test_ppv_and_npv_of_modelmetrics(case: Any) -> None:
    assert markedness.of(Counts.from_table(case["table"])) == pytest.approx(case["markedness"], rel=1e-12)


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_markedness_each_class_of_pycm(case: Any) -> None:
    expected = np.array([math.nan if x is None else x for x in case["each"]["markedness"]])
    found = markedness.of(Counts.from_table(case["table"]), average=None, undefined=math.nan)
    known = ~np.isnan(expected)
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
    assert np.isnan(found[~known]).all()


def test_it_is_informedness_with_truth_and_prediction_exchanged() -> None:
    truth, pred, weights = random_labels(58, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    np.testing.assert_allclose(markedness(truth, pred, **data), informedness(pred, truth, **data), rtol=1e-12)


def test_its_product_with_informedness_is_the_square_of_the_matthews_correlation() -> None:
    truth, pred, _ = random_labels(59, 300, 2)
    product = markedness(truth, pred) * informedness(truth, pred)
    assert product == pytest.approx(matthews_correlation(truth, pred) ** 2, rel=1e-12)


INFORMEDNESS_TN, INFORMEDNESS_FP, INFORMEDNESS_FN, INFORMEDNESS_TP = 5, 3, 2, 7
INFORMEDNESS_CELLS = Counts.from_table(
    [[INFORMEDNESS_TN, INFORMEDNESS_FP], [INFORMEDNESS_FN, INFORMEDNESS_TP]], ["healthy", "ill"]
)


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [1, 1], 0.0),  # constant
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
    ],
)
def test_informedness_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert informedness(y_true, y_pred) == value


def test_a_truth_of_one_class_is_undefined() -> None:
    with pytest.warns(
        UndefinedMetricWarning, match=r"^informedness: the truth has only one class \(positive class 1\)$"
    ):
        assert math.isnan(informedness([1, 1], [0, 1]))
    with pytest.warns(
        UndefinedMetricWarning, match=r"^informedness: the truth has only one class \(positive class 1\)$"
    ):
        assert math.isnan(informedness([], []))


def test_informedness_the_four_cells() -> None:
    assert informedness.of(INFORMEDNESS_CELLS) == pytest.approx(
        INFORMEDNESS_TP / (INFORMEDNESS_TP + INFORMEDNESS_FN)
        + INFORMEDNESS_TN / (INFORMEDNESS_TN + INFORMEDNESS_FP)
        - 1
    )


def test_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert informedness([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == pytest.approx(1 / 3, rel=1e-15)


def test_the_positive_class_can_be_chosen() -> None:
    assert informedness.of(INFORMEDNESS_CELLS, pos_label="healthy") == pytest.approx(
        INFORMEDNESS_TP / (INFORMEDNESS_TP + INFORMEDNESS_FN)
        + INFORMEDNESS_TN / (INFORMEDNESS_TN + INFORMEDNESS_FP)
        - 1
    )
    assert informedness(["y", "n", "n"], ["y", "y", "n"], pos_label="y") == 0.5
    with pytest.raises(PositiveLabelError, match="which of 'n' and 'y' is the positive class"):
        informedness(["y", "n", "n"], ["y", "y", "n"])


def test_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError) as caught:
        informedness([0, 1, 2], [0, 1, 2])
    assert str(caught.value) == (
        'average="binary" needs two classes, but the data has 3: 0, 1, 2. '
        'Choose average="macro", "weighted", "micro", or None for one value a class.'
    )


def test_informedness_averages_by_hand() -> None:
    # class: (tn, fp, fn, tp) 0: (2, 0, 1, 1), 1: (1, 2, 0, 1), 2: (3, 0, 1, 0)
    truth, pred = [0, 0, 1, 2], [0, 1, 1, 1]
    each = [1 / 2, 1 / 3, 0.0]
    found = informedness(truth, pred, average=None, undefined="raise")
    np.testing.assert_allclose(found, each, rtol=1e-15)
    assert informedness(truth, pred, average="macro", undefined="raise") == pytest.approx(sum(each) / 3, rel=1e-15)
    assert informedness(truth, pred, average="weighted", undefined="raise") == pytest.approx(
        (2 * each[0] + each[1] + each[2]) / 4, rel=1e-15
    )
    assert informedness(truth, pred, average="micro") == pytest.approx(1 / 4, rel=1e-15)


@pytest.mark.parametrize("average", ["binary", "macro", "micro", "weighted", None])
def test_it_is_recall_plus_specificity_minus_one(average: Any) -> None:
    truth, pred, weights = random_labels(37, 300, 2 if average == "binary" else 5)
    data = {"sample_weight": weights, "average": average}
    expected = recall(truth, pred, **data) + specificity(truth, pred, **data) - 1
    np.testing.assert_allclose(informedness(truth, pred, **data), expected, rtol=1e-12)


def test_informedness_products_of_large_counts_do_not_overflow() -> None:
    huge = Counts.from_table([[3 * 10**15, 10**15], [10**15, 10**15]])
    assert informedness.of(huge) == pytest.approx(1 / 4, rel=1e-15)


(
    NEGATIVE_LIKELIHOOD_RATIO_TN,
    NEGATIVE_LIKELIHOOD_RATIO_FP,
    NEGATIVE_LIKELIHOOD_RATIO_FN,
    NEGATIVE_LIKELIHOOD_RATIO_TP,
) = 5, 3, 2, 7
NEGATIVE_LIKELIHOOD_RATIO_CELLS = Counts.from_table(
    [
        [NEGATIVE_LIKELIHOOD_RATIO_TN, NEGATIVE_LIKELIHOOD_RATIO_FP],
        [NEGATIVE_LIKELIHOOD_RATIO_FN, NEGATIVE_LIKELIHOOD_RATIO_TP],
    ],
    ["healthy", "ill"],
)
NEGATIVE_LIKELIHOOD_RATIO_R = [case for case in reference("screening") if "negative_likelihood_ratio" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], math.inf),
        ([0, 1], [0, 0], 1.0),  # constant
        ([0, 0, 1, 1], [1, 1, 0, 1], math.inf),  # no true negative: the limit
        ([0, 0, 1, 1], [0, 1, 1, 1], 0.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 1.0),
    ],
)
def test_negative_likelihood_ratio_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert negative_likelihood_ratio(y_true, y_pred) == value


@pytest.mark.parametrize(
    ("y_true", "y_pred"), [([0, 0], [0, 1]), ([1, 1], [0, 1]), ([0, 1], [1, 1]), ([0], [0]), ([], [])]
)
def test_negative_likelihood_ratio_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(negative_likelihood_ratio(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == (
        "negative_likelihood_ratio: the truth has only one class, or no row is predicted negative (positive class 1)"
    )


def test_negative_likelihood_ratio_the_four_cells() -> None:
    assert negative_likelihood_ratio.of(NEGATIVE_LIKELIHOOD_RATIO_CELLS) == pytest.approx(
        (NEGATIVE_LIKELIHOOD_RATIO_FN / (NEGATIVE_LIKELIHOOD_RATIO_TP + NEGATIVE_LIKELIHOOD_RATIO_FN))
        / (NEGATIVE_LIKELIHOOD_RATIO_TN / (NEGATIVE_LIKELIHOOD_RATIO_FP + NEGATIVE_LIKELIHOOD_RATIO_TN)),
        rel=1e-14,
    )
    assert negative_likelihood_ratio.of(NEGATIVE_LIKELIHOOD_RATIO_CELLS, pos_label="healthy") == pytest.approx(
        (NEGATIVE_LIKELIHOOD_RATIO_FP / (NEGATIVE_LIKELIHOOD_RATIO_TN + NEGATIVE_LIKELIHOOD_RATIO_FP))
        / (NEGATIVE_LIKELIHOOD_RATIO_TP / (NEGATIVE_LIKELIHOOD_RATIO_FN + NEGATIVE_LIKELIHOOD_RATIO_TP)),
        rel=1e-14,
    )


def test_negative_likelihood_ratio_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (2, 1, 1, 3), 1: (1, 1, 1, 4), 2: (1, 1, 1, 4)
    truth, pred = [0, 0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2, 0]
    each = [(1 / 3) / (3 / 4), (1 / 2) / (4 / 5), (1 / 2) / (4 / 5)]
    np.testing.assert_allclose(negative_likelihood_ratio(truth, pred, average=None), each, rtol=1e-14)
    assert negative_likelihood_ratio(truth, pred, average="macro") == pytest.approx(sum(each) / 3, rel=1e-14)
    assert negative_likelihood_ratio(truth, pred, average="weighted") == pytest.approx(
        (3 * each[0] + 4 * each[1]) / 7, rel=1e-14
    )
    assert negative_likelihood_ratio(truth, pred, average="micro") == pytest.approx((3 / 7) / (11 / 14), rel=1e-14)


@pytest.mark.parametrize("case", NEGATIVE_LIKELIHOOD_RATIO_R, ids=lambda case: case["name"])
def test_negative_likelihood_ratio_epi_tests_of_epir(case: Any) -> None:
    assert negative_likelihood_ratio.of(Counts.from_table(case["table"])) == pytest.approx(
        case["negative_likelihood_ratio"], rel=1e-12
    )


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_negative_likelihood_ratio_each_class_of_pycm(case: Any) -> None:
    expected = np.array([math.nan if x is None else x for x in case["each"]["negative_likelihood_ratio"]])
    found = negative_likelihood_ratio.of(Counts.from_table(case["table"]), average=None, undefined=math.nan)
    known = ~np.isnan(expected)  # pycm says "None" where the value is infinite
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
    assert not np.isfinite(found[~known]).any()


@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn(weighted: bool) -> None:
    truth, pred, weights = random_labels(53, 200, 2)
    data: Any = {"sample_weight": weights} if weighted else {}
    expected = sk.class_likelihood_ratios(truth, pred, **data)[1]
    assert negative_likelihood_ratio(truth, pred, **data) == pytest.approx(expected, rel=1e-12)


def test_the_other_class_has_the_inverse_of_the_positive_ratio() -> None:
    truth, pred, _ = random_labels(54, 300, 2)
    assert negative_likelihood_ratio(truth, pred) == pytest.approx(
        1 / positive_likelihood_ratio(truth, pred, pos_label=0), rel=1e-12
    )


PREVALENCE_THRESHOLD_TN, PREVALENCE_THRESHOLD_FP, PREVALENCE_THRESHOLD_FN, PREVALENCE_THRESHOLD_TP = 5, 3, 2, 7
PREVALENCE_THRESHOLD_CELLS = Counts.from_table(
    [[PREVALENCE_THRESHOLD_TN, PREVALENCE_THRESHOLD_FP], [PREVALENCE_THRESHOLD_FN, PREVALENCE_THRESHOLD_TP]],
    ["healthy", "ill"],
)


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], 1.0),
        ([0, 0, 1, 1], [0, 0, 0, 1], 0.0),  # no false positive
        ([0, 0, 1, 1], [0, 1, 0, 0], 1.0),  # no true positive
        ([0, 1], [1, 1], 0.5),  # constant
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.5),  # the 0/0 of the formula of the abstract
    ],
)
def test_prevalence_threshold_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert prevalence_threshold(y_true, y_pred) == value


@pytest.mark.parametrize(
    ("y_true", "y_pred"), [([0, 0], [0, 1]), ([1, 1], [0, 1]), ([0, 1], [0, 0]), ([0], [0]), ([], [])]
)
def test_prevalence_threshold_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(prevalence_threshold(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == (
        "prevalence_threshold: the truth has only one class, or no row is predicted positive (positive class 1)"
    )


def test_the_four_cells_by_the_formula_of_the_abstract() -> None:
    # Balayla 2020: (sqrt(a (1 - b)) + b - 1) / (a + b - 1), a sensitivity, b specificity
    a, b = (
        PREVALENCE_THRESHOLD_TP / (PREVALENCE_THRESHOLD_TP + PREVALENCE_THRESHOLD_FN),
        PREVALENCE_THRESHOLD_TN / (PREVALENCE_THRESHOLD_TN + PREVALENCE_THRESHOLD_FP),
    )
    assert prevalence_threshold.of(PREVALENCE_THRESHOLD_CELLS) == pytest.approx(
        (math.sqrt(a * (1 - b)) + b - 1) / (a + b - 1), rel=1e-12
    )
    a, b = b, a
    assert prevalence_threshold.of(PREVALENCE_THRESHOLD_CELLS, pos_label="healthy") == pytest.approx(
        (math.sqrt(a * (1 - b)) + b - 1) / (a + b - 1), rel=1e-12
    )


def test_prevalence_threshold_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (2, 2, 1, 7), 1: (4, 0, 2, 6), 2: (3, 1, 0, 8)
    truth, pred = [0] * 4 + [1] * 4 + [2] * 4, [0, 0, 1, 1] + [1] * 4 + [2, 2, 2, 0]
    each = [
        math.sqrt(1 / 8) / (math.sqrt(2 / 4) + math.sqrt(1 / 8)),
        math.sqrt(2 / 8) / (math.sqrt(4 / 4) + math.sqrt(2 / 8)),
        0.0,
    ]
    np.testing.assert_allclose(prevalence_threshold(truth, pred, average=None), each, rtol=1e-14)
    assert prevalence_threshold(truth, pred, average="macro") == pytest.approx(sum(each) / 3, rel=1e-14)
    assert prevalence_threshold(truth, pred, average="micro") == pytest.approx(
        math.sqrt(3 / 24) / (math.sqrt(9 / 12) + math.sqrt(3 / 24)), rel=1e-14
    )


def precision_at(share: float, truth: Any, pred: Any) -> float:
    """Precision of rows weighted so that this share is positive."""
    weights = np.where(truth == 1, share / np.mean(truth), (1 - share) / (1 - np.mean(truth)))
    return float(precision(truth, pred, sample_weight=weights))


@pytest.mark.parametrize("agree", [0.3, 0.8, 0.97])
def test_there_the_slope_of_precision_over_prevalence_is_one(agree: float) -> None:
    truth, pred, _ = random_labels(64, 400, 2, agree=agree)
    threshold, step = prevalence_threshold(truth, pred), 1e-5
    rise = precision_at(threshold + step, truth, pred) - precision_at(threshold - step, truth, pred)
    assert rise / (2 * step) == pytest.approx(1, abs=1e-6)
    assert precision_at(threshold, truth, pred) == pytest.approx(1 - threshold, rel=1e-12)


def test_it_follows_from_the_positive_likelihood_ratio() -> None:
    truth, pred, weights = random_labels(65, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    found = prevalence_threshold(truth, pred, **data)
    np.testing.assert_allclose(found, 1 / (1 + np.sqrt(positive_likelihood_ratio(truth, pred, **data))), rtol=1e-12)
    tpr, fpr = recall(truth, pred, **data), false_positive_rate(truth, pred, **data)
    np.testing.assert_allclose(found, (np.sqrt(tpr * fpr) - fpr) / (tpr - fpr), rtol=1e-10)
