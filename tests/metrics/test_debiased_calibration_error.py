from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import debiased_calibration_error, expected_calibration_error, murphy_decomposition
from concordant.errors import UndefinedMetricError, UndefinedMetricWarning

from .cases import reference

SINGLE = r"^debiased_calibration_error: no bin holds more than one row, which the variance of its share needs$"


@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([1, 1], [0.3, 0.3], 0.49),  # one class: no variance in the bin
        ([0, 0, 1, 1], [0.0, 0.0, 1.0, 1.0], 0.0),  # perfect
        ([0, 0, 1, 1], [1.0, 1.0, 0.0, 0.0], 1.0),  # inverted
        ([0, 1], [0.5] * 2, -0.25),  # the least value of rows that are counted
        ([0, 1, 0, 1], [0.9] * 4, 0.16 - 0.25 / 3),
        ([0, 1, 0, 1, 1], [0.9] * 4 + [0.1], 0.8 * (0.16 - 0.25 / 3)),  # the bin of one row does not count
    ],
)
def test_edges(y_true: Any, y_prob: Any, value: float) -> None:
    assert debiased_calibration_error(y_true, y_prob, labels=[0, 1]) == pytest.approx(value, rel=1e-13)


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^debiased_calibration_error: there are no rows$"):
        assert math.isnan(debiased_calibration_error([], []))


def test_bins_of_one_row_are_undefined() -> None:
    for options in ({}, {"strategy": "quantile"}):
        with pytest.warns(UndefinedMetricWarning, match=SINGLE):
            assert math.isnan(debiased_calibration_error([0, 1], [0.2, 0.7], **options))
    # weights of a sum of 1 say that there is a single row
    with pytest.warns(UndefinedMetricWarning, match=SINGLE):
        assert math.isnan(debiased_calibration_error([0, 1], [0.2, 0.2], sample_weight=[0.5, 0.5]))
    with pytest.raises(UndefinedMetricError, match=SINGLE):
        debiased_calibration_error([0, 1], [0.2, 0.7], undefined="raise")


def test_averages_leave_out_classes_of_single_rows() -> None:
    truth, prob = np.array([[0, 0], [1, 1]]), np.array([[0.1, 0.5], [0.9, 0.5]])
    reason = "no bin holds more than one row, which the variance of its share needs"
    with pytest.warns(
        UndefinedMetricWarning,
        match=rf"^debiased_calibration_error: the macro average is over 1 of 2 classes: {reason} \(class 0\)$",
    ):
        assert debiased_calibration_error(truth, prob) == -0.25
    with pytest.warns(UndefinedMetricWarning, match=rf"undefined for 1 of 2 classes: {reason} \(class 0\)$"):
        assert np.isnan(debiased_calibration_error(truth, prob, average=None)).tolist() == [True, False]
    assert debiased_calibration_error(truth, prob, undefined=0.75) == 0.25


def test_weights_by_hand() -> None:
    # Bin 0: weights 0.5 and 1.5, gap 0.35 - 0.75, variance 0.1875 / (2 - 1). Bin 1: weight 3, all positive.
    found = debiased_calibration_error([0, 1, 1], [0.2, 0.4, 0.8], n_bins=2, sample_weight=[0.5, 1.5, 3.0])
    assert found == pytest.approx((2 * (0.16 - 0.1875) + 3 * 0.04) / 5, rel=1e-13)


def test_right_probabilities_give_zero_on_average() -> None:
    rng = np.random.default_rng(51)
    prob = rng.random(300)
    draws = [(rng.random(300) < prob).astype(np.int64) for _ in range(2000)]
    for n_bins in (5, 30):
        values = [debiased_calibration_error(draw, prob, n_bins=n_bins) for draw in draws]
        error = np.std(values) / math.sqrt(len(values))
        assert abs(np.mean(values)) < 4 * error
        plain = np.mean([expected_calibration_error(draw, prob, n_bins=n_bins, norm="l2") ** 2 for draw in draws])
        assert plain > 20 * error


def test_its_root_is_the_debiased_error() -> None:
    rng = np.random.default_rng(52)
    prob = rng.random(400)
    truth = (rng.random(400) < prob**2).astype(np.int64)
    for options in ({}, {"n_bins": 4}, {"strategy": "quantile"}):
        square = debiased_calibration_error(truth, prob, **options)  # type: ignore[arg-type]
        found = expected_calibration_error(truth, prob, norm="l2", debias=True, **options)  # type: ignore[arg-type]
        assert square > 0
        assert found == pytest.approx(math.sqrt(square), rel=1e-14)
        # and it is the corrected reliability of the Brier score, where no bin holds one row
        n_bins = options.get("n_bins", 10)
        strategy = options.get("strategy", "uniform")
        parts = murphy_decomposition(truth, prob, n_bins=n_bins, strategy=strategy, debias=True)  # type: ignore[arg-type]
        assert parts.reliability == pytest.approx(square, rel=1e-12)


@pytest.mark.parametrize("case", reference("calibration_python")[:-1], ids=lambda case: case["name"])
def test_values_of_kumars_package(case: Any) -> None:
    rows, kumar = (case["y_true"], case["y_prob"]), case["uncertainty-calibration"]
    assert debiased_calibration_error(*rows) == pytest.approx(kumar["debiased square"], rel=1e-11)
    assert debiased_calibration_error(*rows, strategy="quantile") == pytest.approx(
        kumar["debiased square of equal mass"], rel=1e-11
    )
