"""Influences and standard errors of logistic recalibration: glm, the sandwich, numeric derivatives, edges."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import (
    calibration_in_the_large,
    calibration_intercept,
    calibration_slope,
    expected_calibration_error,
    observed_expected_ratio,
)
from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.inference.samples.gather import samples_of

FILE = Path(__file__).parents[2] / "reference" / "row_intervals.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))["probabilities"]
METRICS = [calibration_slope, calibration_intercept, calibration_in_the_large]
RNG = np.random.default_rng(4)
N = 70
LOGIT = np.round(1.5 * RNG.normal(size=N), 1)
P = 1 / (1 + np.exp(-LOGIT))
Y = (RNG.random(N) < P).astype(int)
MANY, MATRIX = RNG.integers(0, 3, N), RNG.dirichlet([2, 2, 2], N)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")  # few rows carry some slopes
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", CASES)
def test_glm_has_the_standard_error_of_the_information_and_of_the_sandwich(name: str, metric: Any) -> None:
    case = CASES[name]
    expected = case[metric.name]
    model = metric.interval(case["y_true"], case["y_prob"], method="information")
    robust = metric.interval(case["y_true"], case["y_prob"], method="delta")
    assert_allclose(model.value, expected["value"], rtol=1e-9)
    assert_allclose(model.se, expected["se"], rtol=1e-8)
    assert_allclose(robust.se, expected["sandwich"], rtol=1e-8)
    assert_allclose(model.high - model.value, 1.959963984540054 * model.se, rtol=1e-12)


@pytest.mark.parametrize("data", [(Y, P), (MANY, MATRIX)])
@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
@pytest.mark.parametrize("metric", [*METRICS, observed_expected_ratio])
def test_the_influence_is_the_derivative_by_the_weight_of_a_row(metric: Any, average: str | None, data: Any) -> None:
    reading = {"sample_weight": np.linspace(0.5, 1.5, N), "cluster": None}
    (sample,) = samples_of(metric, data[0], [data[1]], ("y_prob",), reading)
    psi = sample.influence(metric, {"average": average})
    assert psi is not None
    step, weight = 1e-4, sample.units.weight
    up, down = (sample.values(metric, {"average": average}, weight + sign * step * np.eye(N)) for sign in (1, -1))
    numeric = (up - down) / (2 * step) * sample.units.total
    assert_allclose(psi, numeric, rtol=1e-4, atol=1e-4)
    assert_allclose(np.tensordot(weight, psi, axes=1), 0, atol=1e-7)


def test_the_ratio_has_its_standard_error() -> None:
    found = observed_expected_ratio.interval(Y, P)
    ratio = Y.sum() / P.sum()
    assert_allclose(found.se, np.sqrt(((Y - ratio * P) ** 2).sum()) / P.sum(), rtol=1e-12)
    assert found.method == "log"
    assert_allclose(found.high, ratio * np.exp(1.959963984540054 * found.se / ratio), rtol=1e-12)


def test_rows_that_are_certain_and_right_do_not_move_the_line() -> None:
    truth, prob = [*Y, 1, 0], [*P, 1.0, 0.0]
    for metric in METRICS:
        certain, rest = metric.interval(truth, prob, method="delta"), metric.interval(Y, P, method="delta")
        assert_allclose([certain.value, certain.se], [rest.value, rest.se], rtol=1e-9)


def test_clusters_of_one_row_and_repeated_rows() -> None:
    alone, rows = calibration_slope.interval(Y, P, cluster=np.arange(N)), calibration_slope.interval(Y, P)
    assert_allclose([alone.low, alone.high], [rows.low, rows.high], rtol=1e-2)
    twice = calibration_slope.interval(np.tile(Y, 2), np.tile(P, 2), cluster=np.tile(np.arange(N), 2))
    assert_allclose([twice.low, twice.high], [alone.low, alone.high], rtol=1e-7)


def test_the_order_of_rows_does_not_matter() -> None:
    order = RNG.permutation(N)
    found, other = calibration_slope.interval(Y, P), calibration_slope.interval(Y[order], P[order])
    assert_allclose([found.low, found.high], [other.low, other.high], rtol=1e-9)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_the_predicted_class_alone() -> None:
    found = calibration_slope.interval(MANY, MATRIX, reduction="top_label")
    top = MATRIX.argmax(1)
    alone = calibration_slope.interval((top == MANY).astype(int), MATRIX.max(1))
    assert_allclose([found.value, found.low, found.high], [alone.value, alone.low, alone.high], rtol=1e-9)


def test_no_line_no_interval() -> None:
    with pytest.warns(UndefinedMetricWarning, match="only the class 1 occurs"):
        assert math.isnan(calibration_slope.interval([1, 1, 1], [0.2, 0.5, 0.7]).low)


def test_the_information_is_for_one_curve_of_rows_that_count_alike() -> None:
    with pytest.raises(OptionError, match='method="information" is for calibration_in_the_large'):
        expected_calibration_error.interval(Y, P, method="information")
    with pytest.raises(OptionError, match='method="information" is for calibration_in_the_large'):
        calibration_slope.interval(MANY, MATRIX, method="information")
    with pytest.raises(OptionError, match="independent rows without weights"):
        calibration_slope.interval(Y, P, method="information", cluster=np.arange(N) // 2)
