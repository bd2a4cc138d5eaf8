""""""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from metrics.cases import random_labels, reference

import concordant
from concordant import (
    accuracy,
    detection_rate,
    false_discovery_rate,
    false_negative_rate,
    false_omission_rate,
    false_positive_rate,
    negative_predictive_value,
    precision,
    predicted_prevalence,
    prevalence,
    recall,
    specificity,
)
from concordant.errors import LabelError, PositiveLabelError, UndefinedMetricWarning
from concordant.states import Counts

PREVALENCE_TN, PREVALENCE_FP, PREVALENCE_FN, PREVALENCE_TP = 5, 3, 2, 7
PREVALENCE_CELLS = Counts.from_table(
    [[PREVALENCE_TN, PREVALENCE_FP], [PREVALENCE_FN, PREVALENCE_TP]], ["healthy", "ill"]
)
PREVALENCE_R = [case for case in reference("screening") if "prevalence" in case]
PREVALENCE_R_CLASSES = [case for case in reference("screening") if "prevalence_each" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [0], 1.0),
        ([0], [1], 0.0),
        ([0, 1], [1, 1], 0.5),
        ([0, 1], [0, 0], 0.5),
        ([0, 0, 0, 1], [1, 1, 1, 0], 0.25),  # the prediction does not enter
    ],
)
def test_prevalence_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert prevalence(y_true, y_pred) == value


def test_prevalence_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(prevalence([], []))
    assert str(caught[0].message) == "prevalence: there are no rows (positive class 1)"


def test_prevalence_the_four_cells() -> None:
    assert prevalence.of(PREVALENCE_CELLS) == (PREVALENCE_TP + PREVALENCE_FN) / (
        PREVALENCE_TP + PREVALENCE_FP + PREVALENCE_FN + PREVALENCE_TN
    )
    assert prevalence.of(PREVALENCE_CELLS, pos_label="healthy") == (PREVALENCE_TN + PREVALENCE_FP) / (
        PREVALENCE_TP + PREVALENCE_FP + PREVALENCE_FN + PREVALENCE_TN
    )


def test_prevalence_averages_by_hand() -> None:
    truth, pred = [0, 0, 0, 1, 2], [0, 1, 1, 1, 2]
    np.testing.assert_array_equal(prevalence(truth, pred, average=None), [3 / 5, 1 / 5, 1 / 5])
    assert prevalence(truth, pred, average="macro") == pytest.approx(1 / 3, rel=1e-15)  # whatever the data
    assert prevalence(truth, pred, average="weighted") == pytest.approx((3 * 3 + 1 + 1) / 25, rel=1e-15)


def test_of_several_labels_it_is_the_share_of_labels_that_a_row_has() -> None:
    truth, pred = [[1, 1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]], np.ones((3, 4), int)
    assert prevalence(truth, pred, average="micro") == 3 / 12  # label density
    assert prevalence(truth, pred, average="samples") == pytest.approx(3 / 12, rel=1e-15)
    np.testing.assert_allclose(prevalence(truth, pred, average=None), [1 / 3, 2 / 3, 0, 0], rtol=1e-15)


@pytest.mark.parametrize("case", PREVALENCE_R, ids=lambda case: case["name"])
def test_true_prevalence_of_epir_and_prevalence_of_caret(case: Any) -> None:
    found = prevalence.of(Counts.from_table(case["table"]))
    assert found == pytest.approx(case["prevalence"], rel=1e-12)
    assert found == pytest.approx(case["prevalence_caret"], rel=1e-12)


@pytest.mark.parametrize("case", PREVALENCE_R_CLASSES, ids=lambda case: case["name"])
def test_prevalence_each_class_of_caret(case: Any) -> None:
    counts = Counts.from_table(case["table"])
    np.testing.assert_allclose(prevalence.of(counts, average=None), case["prevalence_each"], rtol=1e-12)


@pytest.mark.parametrize("case", reference("screening_python"), ids=lambda case: case["name"])
def test_prevalence_each_class_of_pycm(case: Any) -> None:
    counts = Counts.from_table(case["table"])
    np.testing.assert_allclose(prevalence.of(counts, average=None), case["each"]["prevalence"], rtol=1e-12)


def test_it_is_the_weighted_mean_of_the_indicator() -> None:
    truth, pred, weights = random_labels(61, 300, 2)
    assert prevalence(truth, pred, sample_weight=weights) == pytest.approx(
        np.average(truth, weights=weights), rel=1e-12
    )


PREDICTED_PREVALENCE_TN, PREDICTED_PREVALENCE_FP, PREDICTED_PREVALENCE_FN, PREDICTED_PREVALENCE_TP = 5, 3, 2, 7
PREDICTED_PREVALENCE_CELLS = Counts.from_table(
    [[PREDICTED_PREVALENCE_TN, PREDICTED_PREVALENCE_FP], [PREDICTED_PREVALENCE_FN, PREDICTED_PREVALENCE_TP]],
    ["healthy", "ill"],
)
PREDICTED_PREVALENCE_R = [case for case in reference("screening") if "predicted_prevalence" in case]
PREDICTED_PREVALENCE_R_CLASSES = [case for case in reference("screening") if "predicted_prevalence_each" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [0], 0.0),
        ([0], [1], 1.0),
        ([0, 1], [1, 1], 1.0),
        ([0, 1], [0, 0], 0.0),
        ([0, 0, 0, 1], [0, 1, 1, 1], 0.75),
    ],
)
def test_predicted_prevalence_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert predicted_prevalence(y_true, y_pred) == value


def test_predicted_prevalence_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(predicted_prevalence([], []))
    assert str(caught[0].message) == "predicted_prevalence: there are no rows (positive class 1)"


def test_predicted_prevalence_the_four_cells() -> None:
    assert predicted_prevalence.of(PREDICTED_PREVALENCE_CELLS) == (
        PREDICTED_PREVALENCE_TP + PREDICTED_PREVALENCE_FP
    ) / (PREDICTED_PREVALENCE_TP + PREDICTED_PREVALENCE_FP + PREDICTED_PREVALENCE_FN + PREDICTED_PREVALENCE_TN)
    assert predicted_prevalence.of(PREDICTED_PREVALENCE_CELLS, pos_label="healthy") == (
        PREDICTED_PREVALENCE_TN + PREDICTED_PREVALENCE_FN
    ) / (PREDICTED_PREVALENCE_TP + PREDICTED_PREVALENCE_FP + PREDICTED_PREVALENCE_FN + PREDICTED_PREVALENCE_TN)


def test_predicted_prevalence_averages_by_hand() -> None:
    truth, pred = [0, 0, 0, 1, 2], [0, 1, 1, 1, 2]
    each = [1 / 5, 3 / 5, 1 / 5]
    np.testing.assert_array_equal(predicted_prevalence(truth, pred, average=None), each)
    # weighted by the truth, as everywhere
    assert predicted_prevalence(truth, pred, average="weighted") == pytest.approx((3 + 3 + 1) / 25, rel=1e-15)


def test_its_other_names() -> None:
    assert concordant.metrics.get("detection_prevalence") is predicted_prevalence
    assert concordant.metrics.get("apparent_prevalence") is predicted_prevalence


@pytest.mark.parametrize("case", PREDICTED_PREVALENCE_R, ids=lambda case: case["name"])
def test_apparent_prevalence_of_epir_and_detection_prevalence_of_caret(case: Any) -> None:
    found = predicted_prevalence.of(Counts.from_table(case["table"]))
    assert found == pytest.approx(case["predicted_prevalence"], rel=1e-12)
    assert found == pytest.approx(case["predicted_prevalence_caret"], rel=1e-12)


@pytest.mark.parametrize("case", PREDICTED_PREVALENCE_R_CLASSES, ids=lambda case: case["name"])
def test_predicted_prevalence_each_class_of_caret(case: Any) -> None:
    found = predicted_prevalence.of(Counts.from_table(case["table"]), average=None)
    np.testing.assert_allclose(found, case["predicted_prevalence_each"], rtol=1e-12)


def test_it_is_the_prevalence_with_truth_and_prediction_exchanged() -> None:
    truth, pred, weights = random_labels(62, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    np.testing.assert_array_equal(predicted_prevalence(truth, pred, **data), prevalence(pred, truth, **data))


TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])
R = [case for case in reference("screening") if "detection_rate" in case]
R_CLASSES = [case for case in reference("screening") if "detection_rate_each" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 1.0),
        ([1], [0], 0.0),
        ([0], [0], 0.0),
        ([0, 1], [0, 1], 0.5),  # perfect: the prevalence
        ([0, 1], [1, 0], 0.0),
        ([0, 0, 0, 1], [1, 1, 1, 1], 0.25),  # constant
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert detection_rate(y_true, y_pred, labels=[0, 1]) == value


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(detection_rate([], []))
    assert str(caught[0].message) == "detection_rate: there are no rows (positive class 1)"


def test_the_four_cells() -> None:
    assert detection_rate.of(CELLS) == TP / (TP + FP + FN + TN)
    assert detection_rate.of(CELLS, pos_label="healthy") == TN / (TP + FP + FN + TN)


def test_averages_by_hand() -> None:
    truth, pred = [0, 0, 0, 1, 2], [0, 0, 1, 1, 1]
    each = [2 / 5, 1 / 5, 0]
    np.testing.assert_array_equal(detection_rate(truth, pred, average=None), each)
    assert detection_rate(truth, pred, average="macro") == pytest.approx(3 / 15, rel=1e-15)
    assert detection_rate(truth, pred, average="weighted") == pytest.approx((3 * 2 + 1) / 25, rel=1e-15)
    assert detection_rate(truth, pred, average="micro") == pytest.approx(3 / 15, rel=1e-15)


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_detection_rate_of_caret(case: Any) -> None:
    assert detection_rate.of(Counts.from_table(case["table"])) == pytest.approx(case["detection_rate"], rel=1e-12)


@pytest.mark.parametrize("case", R_CLASSES, ids=lambda case: case["name"])
def test_each_class_of_caret(case: Any) -> None:
    found = detection_rate.of(Counts.from_table(case["table"]), average=None)
    np.testing.assert_allclose(found, case["detection_rate_each"], rtol=1e-12)


def test_it_is_prevalence_times_recall_and_predicted_prevalence_times_precision() -> None:
    truth, pred, weights = random_labels(63, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    found = detection_rate(truth, pred, **data)
    np.testing.assert_allclose(found, prevalence(truth, pred, **data) * recall(truth, pred, **data), rtol=1e-12)
    other = predicted_prevalence(truth, pred, **data) * precision(truth, pred, **data)
    np.testing.assert_allclose(found, other, rtol=1e-12)
    assert found.sum() == pytest.approx(accuracy(truth, pred, sample_weight=weights), rel=1e-12)


FALSE_DISCOVERY_RATE_TN, FALSE_DISCOVERY_RATE_FP, FALSE_DISCOVERY_RATE_FN, FALSE_DISCOVERY_RATE_TP = 5, 3, 2, 7
FALSE_DISCOVERY_RATE_CELLS = Counts.from_table(
    [[FALSE_DISCOVERY_RATE_TN, FALSE_DISCOVERY_RATE_FP], [FALSE_DISCOVERY_RATE_FN, FALSE_DISCOVERY_RATE_TP]],
    ["healthy", "ill"],
)
FALSE_DISCOVERY_RATE_R = [case for case in reference("screening") if "false_discovery_rate" in case]
PYCM = reference("screening_python")


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 0.0),
        ([0], [1], 1.0),
        ([0, 1], [1, 1], 0.5),  # constant
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], 1.0),
    ],
)
def test_false_discovery_rate_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert false_discovery_rate(y_true, y_pred) == value


@pytest.mark.parametrize(("y_true", "y_pred"), [([0, 1], [0, 0]), ([0], [0]), ([], [])])
def test_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(false_discovery_rate(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == ("false_discovery_rate: no row is predicted positive (positive class 1)")


def test_false_discovery_rate_the_four_cells() -> None:
    assert false_discovery_rate.of(FALSE_DISCOVERY_RATE_CELLS) == pytest.approx(
        FALSE_DISCOVERY_RATE_FP / (FALSE_DISCOVERY_RATE_TP + FALSE_DISCOVERY_RATE_FP), rel=1e-14
    )
    assert false_discovery_rate.of(FALSE_DISCOVERY_RATE_CELLS, pos_label="healthy") == pytest.approx(
        FALSE_DISCOVERY_RATE_FN / (FALSE_DISCOVERY_RATE_TN + FALSE_DISCOVERY_RATE_FN), rel=1e-14
    )


def test_false_discovery_rate_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (1, 1, 0, 3), 1: (1, 0, 2, 2), 2: (1, 1, 0, 3)
    truth, pred = [0, 0, 1, 2, 2], [0, 1, 1, 1, 2]
    each = [0.0, 2 / 3, 0.0]
    np.testing.assert_allclose(false_discovery_rate(truth, pred, average=None), each, rtol=1e-14)
    assert false_discovery_rate(truth, pred, average="macro") == pytest.approx(sum(each) / 3, rel=1e-14)
    assert false_discovery_rate(truth, pred, average="weighted") == pytest.approx(
        (2 * each[0] + each[1] + 2 * each[2]) / 5, rel=1e-14
    )
    assert false_discovery_rate(truth, pred, average="micro") == pytest.approx(2 / 5, rel=1e-14)


@pytest.mark.parametrize("case", FALSE_DISCOVERY_RATE_R, ids=lambda case: case["name"])
def test_share_of_epir_with_no_disease_among_positive_tests(case: Any) -> None:
    assert false_discovery_rate.of(Counts.from_table(case["table"])) == pytest.approx(
        case["false_discovery_rate"], rel=1e-12
    )


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_each_class_of_pycm(case: Any) -> None:
    expected = np.array([math.nan if x is None else x for x in case["each"]["false_discovery_rate"]])
    found = false_discovery_rate.of(Counts.from_table(case["table"]), average=None, undefined=math.nan)
    known = ~np.isnan(expected)
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
    assert np.isnan(found[~known]).all()


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
def test_it_is_one_minus_precision(average: Any) -> None:
    truth, pred, weights = random_labels(56, 300, 4)
    data: Any = {"sample_weight": weights, "average": average}
    np.testing.assert_allclose(
        false_discovery_rate(truth, pred, **data), 1 - precision(truth, pred, **data), rtol=1e-12
    )


(
    NEGATIVE_PREDICTIVE_VALUE_TN,
    NEGATIVE_PREDICTIVE_VALUE_FP,
    NEGATIVE_PREDICTIVE_VALUE_FN,
    NEGATIVE_PREDICTIVE_VALUE_TP,
) = 5, 3, 2, 7
NEGATIVE_PREDICTIVE_VALUE_CELLS = Counts.from_table(
    [
        [NEGATIVE_PREDICTIVE_VALUE_TN, NEGATIVE_PREDICTIVE_VALUE_FP],
        [NEGATIVE_PREDICTIVE_VALUE_FN, NEGATIVE_PREDICTIVE_VALUE_TP],
    ],
    ["healthy", "ill"],
)


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0], [0], 1.0),
        ([1], [0], 0.0),
        ([0, 0, 0], [1, 0, 0], 1.0),  # one class in the truth
        ([0, 1], [0, 0], 0.5),  # constant
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 0.0),
    ],
)
def test_negative_predictive_value_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert negative_predictive_value(y_true, y_pred) == value


def test_a_prediction_without_negatives_is_undefined() -> None:
    with pytest.warns(
        UndefinedMetricWarning, match=r"^negative_predictive_value: no row is predicted negative \(positive class 1\)$"
    ):
        assert math.isnan(negative_predictive_value([0, 1], [1, 1]))
    with pytest.warns(
        UndefinedMetricWarning, match=r"^negative_predictive_value: no row is predicted negative \(positive class 1\)$"
    ):
        assert math.isnan(negative_predictive_value([], []))


def test_negative_predictive_value_the_four_cells() -> None:
    assert negative_predictive_value.of(NEGATIVE_PREDICTIVE_VALUE_CELLS) == NEGATIVE_PREDICTIVE_VALUE_TN / (
        NEGATIVE_PREDICTIVE_VALUE_TN + NEGATIVE_PREDICTIVE_VALUE_FN
    )


def test_negative_predictive_value_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert negative_predictive_value([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == pytest.approx(2 / 3, rel=1e-15)


def test_negative_predictive_value_the_positive_class_can_be_chosen() -> None:
    assert negative_predictive_value.of(
        NEGATIVE_PREDICTIVE_VALUE_CELLS, pos_label="healthy"
    ) == NEGATIVE_PREDICTIVE_VALUE_TP / (NEGATIVE_PREDICTIVE_VALUE_TP + NEGATIVE_PREDICTIVE_VALUE_FP)
    assert negative_predictive_value(["y", "n", "n"], ["y", "y", "n"], pos_label="y") == 1.0
    with pytest.raises(PositiveLabelError, match="which of 'n' and 'y' is the positive class"):
        negative_predictive_value(["y", "n", "n"], ["y", "y", "n"])


def test_negative_predictive_value_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError) as caught:
        negative_predictive_value([0, 1, 2], [0, 1, 2])
    assert str(caught.value) == (
        'average="binary" needs two classes, but the data has 3: 0, 1, 2. '
        'Choose average="macro", "weighted", "micro", or None for one value a class.'
    )


def test_negative_predictive_value_averages_by_hand() -> None:
    # class: (tn, fp, fn, tp) 0: (2, 0, 1, 1), 1: (1, 2, 0, 1), 2: (3, 0, 1, 0)
    truth, pred = [0, 0, 1, 2], [0, 1, 1, 1]
    each = [2 / 3, 1.0, 3 / 4]
    found = negative_predictive_value(truth, pred, average=None, undefined="raise")
    np.testing.assert_allclose(found, each, rtol=1e-15)
    assert negative_predictive_value(truth, pred, average="macro", undefined="raise") == pytest.approx(
        sum(each) / 3, rel=1e-15
    )
    assert negative_predictive_value(truth, pred, average="weighted", undefined="raise") == pytest.approx(
        (2 * each[0] + each[1] + each[2]) / 4, rel=1e-15
    )
    assert negative_predictive_value(truth, pred, average="micro") == pytest.approx(6 / 8, rel=1e-15)


@pytest.mark.parametrize("case", reference("rates"), ids=lambda case: case["name"])
def test_negative_predictive_value_of_caret(case: Any) -> None:
    assert negative_predictive_value.of(Counts.from_table(case["table"])) == pytest.approx(
        case["negative_predictive_value"], rel=1e-12
    )


def test_it_is_the_precision_of_the_other_class() -> None:
    truth, pred, weights = random_labels(34, 100, 2)
    found = negative_predictive_value(truth, pred, sample_weight=weights)
    assert found == precision(truth, pred, pos_label=0, sample_weight=weights)


PRECISION_TN, PRECISION_FP, PRECISION_FN, PRECISION_TP = 5, 3, 2, 7
PRECISION_CELLS = Counts.from_table([[PRECISION_TN, PRECISION_FP], [PRECISION_FN, PRECISION_TP]], ["healthy", "ill"])


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 1.0),
        ([0], [1], 0.0),
        ([1, 1, 1], [1, 0, 1], 1.0),  # one class in the truth
        ([0, 1], [1, 1], 0.5),  # constant
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 0.0),
    ],
)
def test_precision_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert precision(y_true, y_pred) == value


def test_a_prediction_without_positives_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^precision: no row is predicted positive \(positive class 1\)$"):
        assert math.isnan(precision([0, 1], [0, 0]))
    with pytest.warns(UndefinedMetricWarning, match=r"^precision: no row is predicted positive \(positive class 1\)$"):
        assert math.isnan(precision([], []))


def test_precision_the_four_cells() -> None:
    assert precision.of(PRECISION_CELLS) == PRECISION_TP / (PRECISION_TP + PRECISION_FP)


def test_precision_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert precision([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == pytest.approx(2 / 3, rel=1e-15)


def test_precision_the_positive_class_can_be_chosen() -> None:
    assert precision.of(PRECISION_CELLS, pos_label="healthy") == PRECISION_TN / (PRECISION_TN + PRECISION_FN)
    assert precision(["y", "n", "n"], ["y", "y", "n"], pos_label="y") == 1 / 2
    with pytest.raises(PositiveLabelError, match="which of 'n' and 'y' is the positive class"):
        precision(["y", "n", "n"], ["y", "y", "n"])


def test_precision_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError) as caught:
        precision([0, 1, 2], [0, 1, 2])
    assert str(caught.value) == (
        'average="binary" needs two classes, but the data has 3: 0, 1, 2. '
        'Choose average="macro", "weighted", "micro", or None for one value a class.'
    )


def test_precision_averages_by_hand() -> None:
    # class: (tn, fp, fn, tp) 0: (2, 0, 1, 1), 1: (1, 2, 0, 1), 2: (3, 0, 1, 0)
    truth, pred = [0, 0, 1, 2], [0, 1, 1, 1]
    each = [1.0, 1 / 3, 0.0]
    found = precision(truth, pred, average=None, undefined=0)
    np.testing.assert_allclose(found, each, rtol=1e-15)
    assert precision(truth, pred, average="macro", undefined=0) == pytest.approx(sum(each) / 3, rel=1e-15)
    assert precision(truth, pred, average="weighted", undefined=0) == pytest.approx(
        (2 * each[0] + each[1] + each[2]) / 4, rel=1e-15
    )
    assert precision(truth, pred, average="micro") == pytest.approx(2 / 4, rel=1e-15)


@pytest.mark.parametrize("case", reference("rates"), ids=lambda case: case["name"])
def test_precision_of_caret(case: Any) -> None:
    assert precision.of(Counts.from_table(case["table"])) == pytest.approx(case["precision"], rel=1e-12)


def test_it_is_the_recall_with_truth_and_prediction_exchanged() -> None:
    truth, pred, weights = random_labels(32, 200, 4)
    for average in ("macro", "micro", None):
        np.testing.assert_array_equal(
            precision(truth, pred, average=average, sample_weight=weights),
            recall(pred, truth, average=average, sample_weight=weights),
        )


RECALL_TN, RECALL_FP, RECALL_FN, RECALL_TP = 5, 3, 2, 7
RECALL_CELLS = Counts.from_table([[RECALL_TN, RECALL_FP], [RECALL_FN, RECALL_TP]], ["healthy", "ill"])


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 1.0),
        ([1], [0], 0.0),
        ([1, 1, 1], [1, 0, 1], 2 / 3),  # one class in the truth
        ([0, 1], [1, 1], 1.0),  # constant
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 0.0),
    ],
)
def test_recall_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert recall(y_true, y_pred) == value


def test_recall_a_truth_without_positives_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^recall: no row of the truth is positive \(positive class 1\)$"):
        assert math.isnan(recall([0, 0], [0, 1]))
    with pytest.warns(UndefinedMetricWarning, match=r"^recall: no row of the truth is positive \(positive class 1\)$"):
        assert math.isnan(recall([], []))


def test_recall_the_four_cells() -> None:
    assert recall.of(RECALL_CELLS) == RECALL_TP / (RECALL_TP + RECALL_FN)


def test_recall_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert recall([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == pytest.approx(2 / 3, rel=1e-15)


def test_recall_the_positive_class_can_be_chosen() -> None:
    assert recall.of(RECALL_CELLS, pos_label="healthy") == RECALL_TN / (RECALL_TN + RECALL_FP)
    assert recall(["y", "n", "n"], ["y", "y", "n"], pos_label="y") == 1.0
    with pytest.raises(PositiveLabelError, match="which of 'n' and 'y' is the positive class"):
        recall(["y", "n", "n"], ["y", "y", "n"])


def test_recall_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError) as caught:
        recall([0, 1, 2], [0, 1, 2])
    assert str(caught.value) == (
        'average="binary" needs two classes, but the data has 3: 0, 1, 2. '
        'Choose average="macro", "weighted", "micro", or None for one value a class.'
    )


def test_recall_averages_by_hand() -> None:
    # class: (tn, fp, fn, tp) 0: (2, 0, 1, 1), 1: (1, 2, 0, 1), 2: (3, 0, 1, 0)
    truth, pred = [0, 0, 1, 2], [0, 1, 1, 1]
    each = [1 / 2, 1.0, 0.0]
    found = recall(truth, pred, average=None, undefined="raise")
    np.testing.assert_allclose(found, each, rtol=1e-15)
    assert recall(truth, pred, average="macro", undefined="raise") == pytest.approx(sum(each) / 3, rel=1e-15)
    assert recall(truth, pred, average="weighted", undefined="raise") == pytest.approx(
        (2 * each[0] + each[1] + each[2]) / 4, rel=1e-15
    )
    assert recall(truth, pred, average="micro") == pytest.approx(2 / 4, rel=1e-15)


@pytest.mark.parametrize("case", reference("rates"), ids=lambda case: case["name"])
def test_recall_of_caret(case: Any) -> None:
    assert recall.of(Counts.from_table(case["table"])) == pytest.approx(case["recall"], rel=1e-12)


def test_it_is_the_specificity_of_the_other_class() -> None:
    truth, pred, weights = random_labels(31, 100, 2)
    assert recall(truth, pred, sample_weight=weights) == specificity(truth, pred, pos_label=0, sample_weight=weights)


SPECIFICITY_TN, SPECIFICITY_FP, SPECIFICITY_FN, SPECIFICITY_TP = 5, 3, 2, 7
SPECIFICITY_CELLS = Counts.from_table(
    [[SPECIFICITY_TN, SPECIFICITY_FP], [SPECIFICITY_FN, SPECIFICITY_TP]], ["healthy", "ill"]
)


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0], [0], 1.0),
        ([0], [1], 0.0),
        ([0, 0, 0], [1, 0, 0], 2 / 3),  # one class in the truth
        ([0, 1], [1, 1], 0.0),  # constant
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 0.0),
    ],
)
def test_specificity_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert specificity(y_true, y_pred) == value


def test_specificity_a_truth_without_negatives_is_undefined() -> None:
    with pytest.warns(
        UndefinedMetricWarning, match=r"^specificity: no row of the truth is negative \(positive class 1\)$"
    ):
        assert math.isnan(specificity([1, 1], [0, 1]))
    with pytest.warns(
        UndefinedMetricWarning, match=r"^specificity: no row of the truth is negative \(positive class 1\)$"
    ):
        assert math.isnan(specificity([], []))


def test_specificity_the_four_cells() -> None:
    assert specificity.of(SPECIFICITY_CELLS) == SPECIFICITY_TN / (SPECIFICITY_TN + SPECIFICITY_FP)


def test_specificity_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert specificity([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == pytest.approx(2 / 3, rel=1e-15)


def test_specificity_the_positive_class_can_be_chosen() -> None:
    assert specificity.of(SPECIFICITY_CELLS, pos_label="healthy") == SPECIFICITY_TP / (SPECIFICITY_TP + SPECIFICITY_FN)
    assert specificity(["y", "n", "n"], ["y", "y", "n"], pos_label="y") == 1 / 2
    with pytest.raises(PositiveLabelError, match="which of 'n' and 'y' is the positive class"):
        specificity(["y", "n", "n"], ["y", "y", "n"])


def test_specificity_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError) as caught:
        specificity([0, 1, 2], [0, 1, 2])
    assert str(caught.value) == (
        'average="binary" needs two classes, but the data has 3: 0, 1, 2. '
        'Choose average="macro", "weighted", "micro", or None for one value a class.'
    )


def test_specificity_averages_by_hand() -> None:
    # class: (tn, fp, fn, tp) 0: (2, 0, 1, 1), 1: (1, 2, 0, 1), 2: (3, 0, 1, 0)
    truth, pred = [0, 0, 1, 2], [0, 1, 1, 1]
    each = [1.0, 1 / 3, 1.0]
    found = specificity(truth, pred, average=None, undefined="raise")
    np.testing.assert_allclose(found, each, rtol=1e-15)
    assert specificity(truth, pred, average="macro", undefined="raise") == pytest.approx(sum(each) / 3, rel=1e-15)
    assert specificity(truth, pred, average="weighted", undefined="raise") == pytest.approx(
        (2 * each[0] + each[1] + each[2]) / 4, rel=1e-15
    )
    assert specificity(truth, pred, average="micro") == pytest.approx(6 / 8, rel=1e-15)


@pytest.mark.parametrize("case", reference("rates"), ids=lambda case: case["name"])
def test_specificity_of_caret(case: Any) -> None:
    assert specificity.of(Counts.from_table(case["table"])) == pytest.approx(case["specificity"], rel=1e-12)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
def test_it_is_what_false_positive_rate_leaves(average: Any) -> None:
    truth, pred, weights = random_labels(33, 200, 4)
    data = {"sample_weight": weights, "average": average}
    np.testing.assert_allclose(
        specificity(truth, pred, **data), 1 - false_positive_rate(truth, pred, **data), rtol=1e-12
    )


FALSE_NEGATIVE_RATE_TN, FALSE_NEGATIVE_RATE_FP, FALSE_NEGATIVE_RATE_FN, FALSE_NEGATIVE_RATE_TP = 5, 3, 2, 7
FALSE_NEGATIVE_RATE_CELLS = Counts.from_table(
    [[FALSE_NEGATIVE_RATE_TN, FALSE_NEGATIVE_RATE_FP], [FALSE_NEGATIVE_RATE_FN, FALSE_NEGATIVE_RATE_TP]],
    ["healthy", "ill"],
)


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 0.0),
        ([1], [0], 1.0),
        ([1, 1, 1], [1, 0, 1], 1 / 3),  # one class in the truth
        ([0, 1], [0, 0], 1.0),  # constant
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], 1.0),
    ],
)
def test_false_negative_rate_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert false_negative_rate(y_true, y_pred) == value


def test_a_truth_without_positives_is_undefined() -> None:
    with pytest.warns(
        UndefinedMetricWarning, match=r"^false_negative_rate: no row of the truth is positive \(positive class 1\)$"
    ):
        assert math.isnan(false_negative_rate([0, 0], [0, 1]))
    with pytest.warns(
        UndefinedMetricWarning, match=r"^false_negative_rate: no row of the truth is positive \(positive class 1\)$"
    ):
        assert math.isnan(false_negative_rate([], []))


def test_false_negative_rate_the_four_cells() -> None:
    assert false_negative_rate.of(FALSE_NEGATIVE_RATE_CELLS) == FALSE_NEGATIVE_RATE_FN / (
        FALSE_NEGATIVE_RATE_TP + FALSE_NEGATIVE_RATE_FN
    )


def test_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert false_negative_rate([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == pytest.approx(1 / 3, rel=1e-15)


def test_the_positive_class_can_be_chosen() -> None:
    assert false_negative_rate.of(FALSE_NEGATIVE_RATE_CELLS, pos_label="healthy") == FALSE_NEGATIVE_RATE_FP / (
        FALSE_NEGATIVE_RATE_TN + FALSE_NEGATIVE_RATE_FP
    )
    assert false_negative_rate(["y", "n", "n"], ["y", "y", "n"], pos_label="y") == 0.0
    with pytest.raises(PositiveLabelError, match="which of 'n' and 'y' is the positive class"):
        false_negative_rate(["y", "n", "n"], ["y", "y", "n"])


def test_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError) as caught:
        false_negative_rate([0, 1, 2], [0, 1, 2])
    assert str(caught.value) == (
        'average="binary" needs two classes, but the data has 3: 0, 1, 2. '
        'Choose average="macro", "weighted", "micro", or None for one value a class.'
    )


def test_false_negative_rate_averages_by_hand() -> None:
    # class: (tn, fp, fn, tp) 0: (2, 0, 1, 1), 1: (1, 2, 0, 1), 2: (3, 0, 1, 0)
    truth, pred = [0, 0, 1, 2], [0, 1, 1, 1]
    each = [1 / 2, 0.0, 1.0]
    found = false_negative_rate(truth, pred, average=None, undefined="raise")
    np.testing.assert_allclose(found, each, rtol=1e-15)
    assert false_negative_rate(truth, pred, average="macro", undefined="raise") == pytest.approx(
        sum(each) / 3, rel=1e-15
    )
    assert false_negative_rate(truth, pred, average="weighted", undefined="raise") == pytest.approx(
        (2 * each[0] + each[1] + each[2]) / 4, rel=1e-15
    )
    assert false_negative_rate(truth, pred, average="micro") == pytest.approx(2 / 4, rel=1e-15)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
def test_it_is_what_recall_leaves(average: Any) -> None:
    truth, pred, weights = random_labels(36, 200, 4)
    data = {"sample_weight": weights, "average": average}
    np.testing.assert_allclose(false_negative_rate(truth, pred, **data), 1 - recall(truth, pred, **data), rtol=1e-12)


FALSE_OMISSION_RATE_TN, FALSE_OMISSION_RATE_FP, FALSE_OMISSION_RATE_FN, FALSE_OMISSION_RATE_TP = 5, 3, 2, 7
FALSE_OMISSION_RATE_CELLS = Counts.from_table(
    [[FALSE_OMISSION_RATE_TN, FALSE_OMISSION_RATE_FP], [FALSE_OMISSION_RATE_FN, FALSE_OMISSION_RATE_TP]],
    ["healthy", "ill"],
)
FALSE_OMISSION_RATE_R = [case for case in reference("screening") if "false_omission_rate" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0], [0], 0.0),
        ([1], [0], 1.0),
        ([0, 1], [0, 0], 0.5),  # constant
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], 1.0),
    ],
)
def test_false_omission_rate_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert false_omission_rate(y_true, y_pred) == value


@pytest.mark.parametrize(("y_true", "y_pred"), [([0, 1], [1, 1]), ([1], [1]), ([], [])])
def test_false_omission_rate_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(false_omission_rate(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == ("false_omission_rate: no row is predicted negative (positive class 1)")


def test_false_omission_rate_the_four_cells() -> None:
    assert false_omission_rate.of(FALSE_OMISSION_RATE_CELLS) == pytest.approx(
        FALSE_OMISSION_RATE_FN / (FALSE_OMISSION_RATE_TN + FALSE_OMISSION_RATE_FN), rel=1e-14
    )
    assert false_omission_rate.of(FALSE_OMISSION_RATE_CELLS, pos_label="healthy") == pytest.approx(
        FALSE_OMISSION_RATE_FP / (FALSE_OMISSION_RATE_TP + FALSE_OMISSION_RATE_FP), rel=1e-14
    )


def test_false_omission_rate_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (1, 1, 0, 3), 1: (1, 0, 2, 2), 2: (1, 1, 0, 3)
    truth, pred = [0, 0, 1, 2, 2], [0, 1, 1, 1, 2]
    each = [1 / 4, 0.0, 1 / 4]
    np.testing.assert_allclose(false_omission_rate(truth, pred, average=None), each, rtol=1e-14)
    assert false_omission_rate(truth, pred, average="macro") == pytest.approx(sum(each) / 3, rel=1e-14)
    assert false_omission_rate(truth, pred, average="weighted") == pytest.approx(
        (2 * each[0] + each[1] + 2 * each[2]) / 5, rel=1e-14
    )
    assert false_omission_rate(truth, pred, average="micro") == pytest.approx(2 / 10, rel=1e-14)


@pytest.mark.parametrize("case", FALSE_OMISSION_RATE_R, ids=lambda case: case["name"])
def test_share_of_epir_with_disease_among_negative_tests(case: Any) -> None:
    assert false_omission_rate.of(Counts.from_table(case["table"])) == pytest.approx(
        case["false_omission_rate"], rel=1e-12
    )


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_false_omission_rate_each_class_of_pycm(case: Any) -> None:
    expected = np.array([math.nan if x is None else x for x in case["each"]["false_omission_rate"]])
    found = false_omission_rate.of(Counts.from_table(case["table"]), average=None, undefined=math.nan)
    known = ~np.isnan(expected)
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
    assert np.isnan(found[~known]).all()


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
def test_it_is_one_minus_the_negative_predictive_value(average: Any) -> None:
    truth, pred, weights = random_labels(57, 300, 4)
    data: Any = {"sample_weight": weights, "average": average}
    np.testing.assert_allclose(
        false_omission_rate(truth, pred, **data), 1 - negative_predictive_value(truth, pred, **data), rtol=1e-12
    )


FALSE_POSITIVE_RATE_TN, FALSE_POSITIVE_RATE_FP, FALSE_POSITIVE_RATE_FN, FALSE_POSITIVE_RATE_TP = 5, 3, 2, 7
FALSE_POSITIVE_RATE_CELLS = Counts.from_table(
    [[FALSE_POSITIVE_RATE_TN, FALSE_POSITIVE_RATE_FP], [FALSE_POSITIVE_RATE_FN, FALSE_POSITIVE_RATE_TP]],
    ["healthy", "ill"],
)


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0], [0], 0.0),
        ([0], [1], 1.0),
        ([0, 0, 0], [1, 0, 0], 1 / 3),  # one class in the truth
        ([0, 1], [1, 1], 1.0),  # constant
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], 1.0),
    ],
)
def test_false_positive_rate_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert false_positive_rate(y_true, y_pred) == value


def test_a_truth_without_negatives_is_undefined() -> None:
    with pytest.warns(
        UndefinedMetricWarning, match=r"^false_positive_rate: no row of the truth is negative \(positive class 1\)$"
    ):
        assert math.isnan(false_positive_rate([1, 1], [0, 1]))
    with pytest.warns(
        UndefinedMetricWarning, match=r"^false_positive_rate: no row of the truth is negative \(positive class 1\)$"
    ):
        assert math.isnan(false_positive_rate([], []))


def test_false_positive_rate_the_four_cells() -> None:
    assert false_positive_rate.of(FALSE_POSITIVE_RATE_CELLS) == FALSE_POSITIVE_RATE_FP / (
        FALSE_POSITIVE_RATE_TN + FALSE_POSITIVE_RATE_FP
    )


def test_false_positive_rate_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert false_positive_rate([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == pytest.approx(1 / 3, rel=1e-15)


def test_false_positive_rate_the_positive_class_can_be_chosen() -> None:
    assert false_positive_rate.of(FALSE_POSITIVE_RATE_CELLS, pos_label="healthy") == FALSE_POSITIVE_RATE_FN / (
        FALSE_POSITIVE_RATE_TP + FALSE_POSITIVE_RATE_FN
    )
    assert false_positive_rate(["y", "n", "n"], ["y", "y", "n"], pos_label="y") == 1 / 2
    with pytest.raises(PositiveLabelError, match="which of 'n' and 'y' is the positive class"):
        false_positive_rate(["y", "n", "n"], ["y", "y", "n"])


def test_false_positive_rate_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError) as caught:
        false_positive_rate([0, 1, 2], [0, 1, 2])
    assert str(caught.value) == (
        'average="binary" needs two classes, but the data has 3: 0, 1, 2. '
        'Choose average="macro", "weighted", "micro", or None for one value a class.'
    )


def test_false_positive_rate_averages_by_hand() -> None:
    # class: (tn, fp, fn, tp) 0: (2, 0, 1, 1), 1: (1, 2, 0, 1), 2: (3, 0, 1, 0)
    truth, pred = [0, 0, 1, 2], [0, 1, 1, 1]
    each = [0.0, 2 / 3, 0.0]
    found = false_positive_rate(truth, pred, average=None, undefined="raise")
    np.testing.assert_allclose(found, each, rtol=1e-15)
    assert false_positive_rate(truth, pred, average="macro", undefined="raise") == pytest.approx(
        sum(each) / 3, rel=1e-15
    )
    assert false_positive_rate(truth, pred, average="weighted", undefined="raise") == pytest.approx(
        (2 * each[0] + each[1] + each[2]) / 4, rel=1e-15
    )
    assert false_positive_rate(truth, pred, average="micro") == pytest.approx(2 / 8, rel=1e-15)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
def test_it_is_what_specificity_leaves(average: Any) -> None:
    truth, pred, weights = random_labels(35, 200, 4)
    data = {"sample_weight": weights, "average": average}
    np.testing.assert_allclose(
        false_positive_rate(truth, pred, **data), 1 - specificity(truth, pred, **data), rtol=1e-12
    )
