"""Expected, adaptive, debiased and maximum calibration error, and the expected error of chance alone."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from metrics.cases import reference
from numpy.testing import assert_allclose

from concordant import (
    adaptive_calibration_error,
    calibration_curve,
    debiased_calibration_error,
    ece,
    expected_calibration_error,
    expected_calibration_error_null,
    maximum_calibration_error,
    mce,
)
from concordant.errors import UndefinedMetricError, UndefinedMetricWarning

PEERS = reference("calibration_python")  # the last of three classes
SIX = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9]


# -- edges ---------------------------------------------------------------------------------------------------------


def test_bins_of_one_row_have_no_variance_to_correct_by() -> None:
    reason = r"^expected_calibration_error: no bin holds more than one row, which the variance of its share needs$"
    with pytest.warns(UndefinedMetricWarning, match=reason):
        assert math.isnan(expected_calibration_error(*SIX, norm="l2", debias=True))
    assert expected_calibration_error(*SIX, debias=True) == expected_calibration_error(*SIX)


def test_a_weighted_average_needs_rows_of_some_label() -> None:
    reason = r"^expected_calibration_error: no row of the truth is in any of the classes, which weigh the average$"
    truth, prob = np.zeros((2, 2), np.int64), np.full((2, 2), 0.25)
    with pytest.warns(UndefinedMetricWarning, match=reason):
        assert math.isnan(expected_calibration_error(truth, prob, average="weighted"))
    assert expected_calibration_error(truth, prob) == 0.25


# -- by hand -------------------------------------------------------------------------------------------------------


def test_four_coins_in_a_bin_by_hand() -> None:
    # p = 0.9, 2 of 4 positive: gap 0.4, variance of the share 0.25, debiased 0.16 - 0.25 / 3
    rows = [0, 1, 0, 1], [0.9] * 4
    assert expected_calibration_error(*rows, norm="l2", debias=True) == pytest.approx(math.sqrt(0.16 - 0.25 / 3))
    # the same where the corrected square is negative
    assert expected_calibration_error([0, 1, 0, 1], [0.6] * 4, norm="l2", debias=True) == 0.0
    assert debiased_calibration_error([0, 1, 0, 1], [0.6] * 4) == pytest.approx(0.01 - 0.25 / 3)
    # |Z| of a normal variable with mean 0.4 and standard deviation 0.25 is 0.41202 on average
    z = 1.6
    expected = 0.25 * math.sqrt(2 / math.pi) * math.exp(-z * z / 2) + 0.4 * math.erf(z / math.sqrt(2))
    assert expected == pytest.approx(0.41162, abs=5e-5)
    assert expected_calibration_error(*rows, debias=True) == pytest.approx(0.8 - expected, rel=1e-14)


# -- identities ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"n_bins": 4}, {"strategy": "quantile"}, {"closed": "right", "n_bins": 7}])
def test_errors_are_the_mean_and_the_maximum_of_the_gaps_of_the_curve(options: dict[str, Any]) -> None:
    rng = np.random.default_rng(21)
    truth, prob, weights = rng.integers(0, 2, 300), np.round(rng.random(300), 2), rng.random(300)
    curve = calibration_curve(truth, prob, sample_weight=weights, **options)
    holds_rows = curve.weight > 0
    gap, weight = np.abs(curve.observed - curve.predicted)[holds_rows], curve.weight[holds_rows]
    options = {**options, "sample_weight": weights}
    assert ece(truth, prob, **options) == pytest.approx(np.average(gap, weights=weight), rel=1e-12)
    squared = np.average(gap**2, weights=weight)
    assert ece(truth, prob, norm="l2", **options) == pytest.approx(math.sqrt(squared), rel=1e-12)
    assert mce(truth, prob, **options) == pytest.approx(gap.max(), rel=1e-12)


# -- third party ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", PEERS[:-1], ids=lambda case: case["name"])
def test_python_packages_give_the_same_errors(case: Any) -> None:
    rows = case["y_true"], case["y_prob"]
    kumar, torch = case["uncertainty-calibration"], case["torchmetrics"]
    found = expected_calibration_error(*rows)
    for theirs in (case["netcal"]["ece"], case["relplot"]["ece"], torch["l1"], kumar["l1"]):
        assert found == pytest.approx(theirs, rel=1e-12)
    assert expected_calibration_error(*rows, strategy="quantile") == pytest.approx(
        case["netcal"]["ece of equal mass"], rel=1e-12
    )
    for theirs in (torch["l2"], kumar["l2"]):
        assert expected_calibration_error(*rows, norm="l2") == pytest.approx(theirs, rel=1e-12)
    assert expected_calibration_error(*rows, norm="l2", debias=True) == pytest.approx(kumar["debiased l2"], rel=1e-11)
    sampled = kumar.get("debiased l1, sampled")
    if sampled is not None:  # the mean of 200,000 draws: a standard error of about 5e-5
        assert expected_calibration_error(*rows, debias=True) == pytest.approx(sampled, abs=2e-4)
    assert debiased_calibration_error(*rows) == pytest.approx(kumar["debiased square"], rel=1e-11)
    square = debiased_calibration_error(*rows, strategy="quantile")
    assert square == pytest.approx(kumar["debiased square of equal mass"], rel=1e-11)
    for theirs in (case["netcal"]["mce"], torch["max"]):
        assert maximum_calibration_error(*rows) == pytest.approx(theirs, rel=1e-12)
    maximum = maximum_calibration_error(*rows, strategy="quantile")
    assert maximum == pytest.approx(case["netcal"]["mce of equal mass"], rel=1e-12)


def test_python_packages_give_the_same_errors_of_classes() -> None:
    case = PEERS[-1]
    rows = case["y_true"], case["y_prob"]
    top = expected_calibration_error(*rows, reduction="top_label")
    kumar = case["uncertainty-calibration"]
    assert top == pytest.approx(case["netcal"]["top label ece"], rel=1e-12)
    assert top == pytest.approx(kumar["top label ece"], rel=1e-12)
    assert top == pytest.approx(case["torchmetrics"]["l1"], rel=1e-6)  # it computes in float32
    assert expected_calibration_error(*rows) == pytest.approx(kumar["class-wise ece"], rel=1e-12)
    assert expected_calibration_error(*rows, reduction="top_label", norm="l2") == pytest.approx(
        case["torchmetrics"]["l2"], rel=1e-6
    )
    each = adaptive_calibration_error(*rows, average=None)
    assert_allclose(each, case["netcal"]["ece of equal mass of each class"], rtol=1e-12)
    assert adaptive_calibration_error(*rows) == pytest.approx(np.mean(each), rel=1e-14)
    maximum = maximum_calibration_error(*rows, reduction="top_label")
    assert maximum == pytest.approx(case["netcal"]["top label mce"], rel=1e-12)
    assert maximum == pytest.approx(case["torchmetrics"]["max"], rel=1e-6)


# -- errors --------------------------------------------------------------------------------------------------------


def test_uneven_ranges_count_by_their_rows() -> None:
    # 0.01 is 8 of 10 rows, one range; its middle is at 40 percent. Plain means of the two ranges would give 0.355.
    rows = [0] * 8 + [1, 0], [0.01] * 8 + [0.8, 0.8]
    assert adaptive_calibration_error(*rows, n_bins=2) == pytest.approx((8 * 0.01 + 2 * 0.3) / 10, rel=1e-14)


SINGLE = r"^debiased_calibration_error: no bin holds more than one row, which the variance of its share needs$"


@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([1, 1], [0.3, 0.3], 0.49),  # one class: no variance in the bin
        ([0, 0, 1, 1], [1.0, 1.0, 0.0, 0.0], 1.0),  # inverted
        ([0, 1], [0.5] * 2, -0.25),  # the least value of rows that are counted
        ([0, 1, 0, 1, 1], [0.9] * 4 + [0.1], 0.8 * (0.16 - 0.25 / 3)),  # the bin of one row does not count
    ],
)
def test_debiased_calibration_error_edges(y_true: Any, y_prob: Any, value: float) -> None:
    assert debiased_calibration_error(y_true, y_prob, labels=[0, 1]) == pytest.approx(value, rel=1e-13)


def test_debiased_calibration_error_of_single_rows_is_undefined() -> None:
    for options in ({}, {"strategy": "quantile"}):
        with pytest.warns(UndefinedMetricWarning, match=SINGLE):
            assert math.isnan(debiased_calibration_error([0, 1], [0.2, 0.7], **options))
    # weights of a sum of 1 say that there is a single row
    with pytest.warns(UndefinedMetricWarning, match=SINGLE):
        assert math.isnan(debiased_calibration_error([0, 1], [0.2, 0.2], sample_weight=[0.5, 0.5]))
    with pytest.raises(UndefinedMetricError, match=SINGLE):
        debiased_calibration_error([0, 1], [0.2, 0.7], undefined="raise")


def test_debiased_calibration_error_weights_by_hand() -> None:
    # Bin 0: weights 0.5 and 1.5, gap 0.35 - 0.75, variance 0.1875 / (2 - 1). Bin 1: weight 3, all positive.
    found = debiased_calibration_error([0, 1, 1], [0.2, 0.4, 0.8], n_bins=2, sample_weight=[0.5, 1.5, 3.0])
    assert found == pytest.approx((2 * (0.16 - 0.1875) + 3 * 0.04) / 5, rel=1e-13)


ROOT = math.sqrt(2 / math.pi)


@pytest.mark.parametrize(
    ("y_prob", "value"),
    [
        ([0.5], ROOT * 0.5),
        ([0.0, 1.0], 0.0),  # nothing is left to chance
        ([0.1, 0.2, 0.3, 0.6, 0.7, 0.9], ROOT * (0.3 + 0.4 + 2 * math.sqrt(0.21) + math.sqrt(0.24) + 0.3) / 6),
    ],
)
def test_expected_calibration_error_null_edges(y_prob: Any, value: float) -> None:
    for truth in (np.zeros(len(y_prob), np.int64), np.ones(len(y_prob), np.int64)):  # whatever the truth
        assert expected_calibration_error_null(truth, y_prob, labels=[0, 1]) == pytest.approx(value, rel=1e-14)


def test_expected_calibration_error_null_weights_by_hand() -> None:
    found = expected_calibration_error_null([0, 1, 1], [0.2, 0.4, 0.8], n_bins=2, sample_weight=[0.5, 1.5, 3.0])
    assert found == pytest.approx(ROOT * (math.sqrt(0.08 + 0.36) + math.sqrt(0.48)) / 5, rel=1e-14)
    # a bin's square over its weight: 0.44 / 2 and 0.48 / 3
    squared = expected_calibration_error_null(
        [0, 1, 1], [0.2, 0.4, 0.8], n_bins=2, sample_weight=[0.5, 1.5, 3.0], norm="l2"
    )
    assert squared == pytest.approx(math.sqrt((0.22 + 0.16) / 5), rel=1e-14)
