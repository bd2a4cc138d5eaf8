from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import calibration_curve, maximum_calibration_error, mce
from concordant.errors import UndefinedMetricWarning

from .cases import reference


@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([1], [0.3], 0.7),
        ([1, 1], [0.3, 0.9], 0.7),  # one class
        ([0, 1], [0.0, 1.0], 0.0),  # perfect
        ([0, 1], [1.0, 0.0], 1.0),  # inverted
        ([0, 1, 1, 1], [0.5] * 4, 0.25),  # constant
        ([0, 0, 0, 1], [0.01, 0.02, 0.03, 0.45], 0.55),  # the bin of one row
    ],
)
def test_edges(y_true: Any, y_prob: Any, value: float) -> None:
    assert maximum_calibration_error(y_true, y_prob, labels=[0, 1]) == pytest.approx(value, rel=1e-14)


def test_no_rows_are_undefined() -> None:
    for options in ({}, {"strategy": "quantile"}):
        with pytest.warns(UndefinedMetricWarning, match=r"^maximum_calibration_error: there are no rows$"):
            assert math.isnan(maximum_calibration_error([], [], **options))


def test_six_rows_by_hand() -> None:
    rows = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9]
    assert maximum_calibration_error(*rows, n_bins=2) == pytest.approx(1 / 3 - 0.2, rel=1e-14)
    assert maximum_calibration_error(*rows, n_bins=3, strategy="quantile") == pytest.approx(0.2, rel=1e-14)
    assert mce is maximum_calibration_error


def test_it_is_the_largest_gap_of_the_curve() -> None:
    rng = np.random.default_rng(31)
    truth, prob, weights = rng.integers(0, 2, 200), np.round(rng.random(200), 2), rng.random(200)
    for options in ({}, {"n_bins": 30, "closed": "right"}, {"strategy": "quantile"}):
        curve = calibration_curve(truth, prob, sample_weight=weights, **options)  # type: ignore[arg-type]
        found = maximum_calibration_error(truth, prob, sample_weight=weights, **options)  # type: ignore[arg-type]
        assert found == pytest.approx(np.nanmax(np.abs(curve.observed - curve.predicted)), rel=1e-12)


def test_of_classes_the_mean_of_their_maxima() -> None:
    truth, prob = [0, 1, 2], np.array([[0.7, 0.2, 0.1], [0.1, 0.5, 0.4], [0.3, 0.3, 0.4]])
    assert maximum_calibration_error(truth, prob, average=None) == pytest.approx([0.3, 0.5, 0.1], rel=1e-13)
    assert maximum_calibration_error(truth, prob, reduction="top_label") == pytest.approx(0.6, rel=1e-14)


@pytest.mark.parametrize("case", reference("calibration_python")[:-1], ids=lambda case: case["name"])
def test_values_of_python_packages(case: Any) -> None:
    rows = case["y_true"], case["y_prob"]
    for theirs in (case["netcal"]["mce"], case["torchmetrics"]["max"]):
        assert maximum_calibration_error(*rows) == pytest.approx(theirs, rel=1e-12)
    assert maximum_calibration_error(*rows, strategy="quantile") == pytest.approx(
        case["netcal"]["mce of equal mass"], rel=1e-12
    )


def test_three_classes_of_python_packages() -> None:
    case = reference("calibration_python")[-1]
    found = maximum_calibration_error(case["y_true"], case["y_prob"], reduction="top_label")
    assert found == pytest.approx(case["netcal"]["top label mce"], rel=1e-12)
    assert found == pytest.approx(case["torchmetrics"]["max"], rel=1e-6)  # it computes in float32
