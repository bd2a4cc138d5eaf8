from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import (
    brier_score,
    calibration_curve,
    debiased_calibration_error,
    ece,
    expected_calibration_error,
    expected_calibration_error_null,
)
from concordant.errors import OptionError, UndefinedMetricError, UndefinedMetricWarning

from .cases import reference

PEERS = [case for case in reference("calibration_python") if case["name"] != "three classes"]
SIX = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9]


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([1], [0.3], 0.7),
        ([1, 1], [0.3, 0.9], 0.4),  # one class
        ([0, 1], [0.0, 1.0], 0.0),  # perfect
        ([0, 1], [1.0, 0.0], 1.0),  # inverted
        ([0, 1, 1, 1], [0.5] * 4, 0.25),  # constant
        ([0, 1, 1, 1], [0.75] * 4, 0.0),  # the prevalence: calibrated, and useless
    ],
)
def test_edges(y_true: Any, y_prob: Any, value: float) -> None:
    assert expected_calibration_error(y_true, y_prob, labels=[0, 1]) == pytest.approx(value, rel=1e-14, abs=1e-16)


def test_no_rows_are_undefined() -> None:
    reason = r"^expected_calibration_error: there are no rows$"
    for options in ({}, {"norm": "l2"}, {"strategy": "quantile"}, {"norm": "l2", "debias": True}, {"debias": True}):
        with pytest.warns(UndefinedMetricWarning, match=reason):
            assert math.isnan(expected_calibration_error([], [], **options))
    with pytest.warns(UndefinedMetricWarning, match=reason):
        assert math.isnan(expected_calibration_error([0, 1], [0.5, 0.1], sample_weight=[0, 0]))
    with pytest.raises(UndefinedMetricError, match=reason):
        expected_calibration_error([], [], undefined="raise")
    assert expected_calibration_error([], [], undefined=0.25) == 0.25


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


def test_six_rows_by_hand() -> None:
    # Two bins of three: 0.2 against 1/3, 2.2/3 against 2/3; sums 0.6 - 1 and 2.2 - 2.
    assert expected_calibration_error(*SIX, n_bins=2) == pytest.approx((0.4 + 0.2) / 6, rel=1e-14)
    squares = ((0.4 / 3) ** 2 + (0.2 / 3) ** 2) / 2
    assert expected_calibration_error(*SIX, n_bins=2, norm="l2") == pytest.approx(math.sqrt(squares), rel=1e-14)
    # gaps of both signs in one bin cancel: 2.8 - 3
    assert expected_calibration_error(*SIX, n_bins=1) == pytest.approx(0.2 / 6, rel=1e-13)
    assert ece is expected_calibration_error


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


def test_weights_by_hand() -> None:
    value = expected_calibration_error([0, 1, 1], [0.2, 0.4, 0.8], n_bins=2, sample_weight=[0.5, 1.5, 3.0])
    assert value == pytest.approx((abs(0.7 - 1.5) + abs(2.4 - 3.0)) / 5, rel=1e-14)


@pytest.mark.parametrize("debias", [False, True])
def test_three_classes_by_hand(debias: bool) -> None:
    truth = [0, 1, 2, 2]
    prob = np.array([[0.5, 0.3, 0.2], [0.4, 0.6, 0.0], [0.1, 0.7, 0.2], [0.0, 0.0, 1.0]])
    each = [expected_calibration_error([int(t == k) for t in truth], prob[:, k], debias=debias) for k in range(3)]
    options: dict[str, Any] = {"debias": debias}
    assert_allclose(expected_calibration_error(truth, prob, average=None, **options), each, rtol=1e-14)
    assert expected_calibration_error(truth, prob, **options) == pytest.approx(np.mean(each), rel=1e-14)
    assert expected_calibration_error(truth, prob, average="weighted", **options) == pytest.approx(
        (each[0] + each[1] + 2 * each[2]) / 4, rel=1e-14
    )
    if not debias:  # right: 0.5, 0.6, 1.0; wrong: 0.7
        top = expected_calibration_error(truth, prob, reduction="top_label")
        assert top == pytest.approx((0.5 + 0.4 + 0.7 + 0) / 4, rel=1e-14)
        # twelve decisions in bins 0, 1, 2, 3, 4, 5, 6, 7, 9
        micro = (0 + 0.1 + abs(0.4 - 1) + 0.3 + 0.4 + 0.5 + 0.4 + 0.7 + 0) / 12
        assert expected_calibration_error(truth, prob, average="micro") == pytest.approx(micro, rel=1e-13)


# -- identities ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"n_bins": 4}, {"strategy": "quantile"}, {"closed": "right", "n_bins": 7}])
def test_it_is_the_weighted_gap_of_the_curve(options: dict[str, Any]) -> None:
    rng = np.random.default_rng(21)
    truth, prob, weights = rng.integers(0, 2, 300), np.round(rng.random(300), 2), rng.random(300)
    curve = calibration_curve(truth, prob, sample_weight=weights, **options)
    here = curve.weight > 0
    gap = np.abs(curve.observed - curve.predicted)[here]
    for norm, expected in (
        ("l1", np.average(gap, weights=curve.weight[here])),
        ("l2", math.sqrt(np.average(gap**2, weights=curve.weight[here]))),
    ):
        found = expected_calibration_error(truth, prob, sample_weight=weights, norm=norm, **options)  # type: ignore[arg-type]
        assert found == pytest.approx(expected, rel=1e-12)


def test_one_bin_a_probability_bounds_by_the_brier_score() -> None:
    # Jensen: the squared gap of a bin is at most its mean squared error.
    rng = np.random.default_rng(22)
    truth, prob = rng.integers(0, 2, 200), rng.random(200)
    for n_bins in (1, 10, 1000):
        assert expected_calibration_error(truth, prob, n_bins=n_bins, norm="l2") ** 2 <= brier_score(truth, prob)
        l1, l2 = (expected_calibration_error(truth, prob, n_bins=n_bins, norm=x) for x in ("l1", "l2"))
        assert l1 <= l2


def test_chance_alone_makes_what_the_null_says() -> None:
    rng = np.random.default_rng(23)
    prob = rng.random(1000)
    null = expected_calibration_error_null([0, 1] * 500, prob)
    draws = [(rng.random(1000) < prob).astype(np.int64) for _ in range(400)]
    assert np.mean([expected_calibration_error(draw, prob) for draw in draws]) == pytest.approx(null, rel=0.04)
    # most of it goes with debias, none of it without
    assert abs(np.mean([expected_calibration_error(draw, prob, debias=True) for draw in draws])) < 0.6 * null
    squares = [expected_calibration_error(draw, prob, norm="l2") ** 2 for draw in draws]
    expected = expected_calibration_error_null([0, 1] * 500, prob, norm="l2") ** 2
    assert np.mean(squares) == pytest.approx(expected, rel=0.06)


# -- third party ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", PEERS, ids=lambda case: case["name"])
def test_values_of_python_packages(case: Any) -> None:
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


def test_three_classes_of_python_packages() -> None:
    case = reference("calibration_python")[-1]
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


# -- errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"norm": "max"}, """norm must be "l1" or "l2", not 'max'."""),
        ({"average": "samples"}, "average must be one of 'macro', 'micro', 'weighted', None, not 'samples'."),
        ({"n_bins": -1}, "n_bins must be a whole number of at least 1, not -1."),
        ({"reduction": "ovr"}, """reduction must be "classwise" or "top_label", not 'ovr'."""),
    ],
)
def test_options_that_do_not_exist(options: dict[str, Any], message: str) -> None:
    for rows in (([0, 1], [0.2, 0.7]), ([0, 1, 2], np.eye(3))):
        with pytest.raises(OptionError) as caught:
            expected_calibration_error(*rows, **options)
        assert str(caught.value) == message
