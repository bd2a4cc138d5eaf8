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
    ece,
    expected_calibration_error,
    maximum_calibration_error,
    mce,
)

PEERS = reference("calibration_python")  # the last of three classes


# -- edges ---------------------------------------------------------------------------------------------------------


# -- by hand -------------------------------------------------------------------------------------------------------


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
