from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm
from numpy.testing import assert_allclose

from concordant import calibration_intercept, calibration_slope
from concordant.errors import UndefinedMetricWarning

from .cases import reference


@pytest.mark.parametrize(
    ("y_true", "y_prob", "reason"),
    [
        ([], [], "there are no rows"),
        ([1], [0.3], "only the class 1 occurs in y_true"),
        ([0, 1], [0.3, 0.3], "the probabilities are equal, so that they have no slope"),
        ([0, 1], [0.3, 0.4], "the probabilities separate the classes, so that no finite slope fits best"),
        ([0, 1], [0.0, 0.0], "a row was given probability 0 for what happened, which no recalibration mends"),
    ],
)
def test_without_a_finite_line_it_is_nan_and_says_why(y_true: Any, y_prob: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^calibration_intercept: {reason}$"):
        assert math.isnan(calibration_intercept(y_true, y_prob))


def test_two_probabilities_by_hand() -> None:
    # Shares 1/4 at .2 and 9/10 at .8: the line through (-log 4, -log 3) and (log 4, log 9) has log(3)/2 in the middle.
    found = calibration_intercept([0, 1, 1, 0], [0.2, 0.2, 0.8, 0.8], sample_weight=[3, 1, 9, 1])
    assert found == pytest.approx(math.log(3) / 2, rel=1e-12)
    turned = calibration_intercept([1, 0, 0, 1], [0.8, 0.8, 0.2, 0.2], sample_weight=[3, 1, 9, 1])
    assert turned == pytest.approx(-math.log(3) / 2, rel=1e-12)


def test_a_shift_of_all_logits_comes_back_times_the_slope() -> None:
    rng = np.random.default_rng(1)
    line = rng.normal(-0.5, 1.2, 500)
    truth = (rng.random(500) < 1 / (1 + np.exp(-line))).astype(int)
    prob = 1 / (1 + np.exp(-line))
    plain, slope = calibration_intercept(truth, prob), calibration_slope(truth, prob)
    assert plain == pytest.approx(0, abs=0.25)
    assert calibration_intercept(truth, 1 / (1 + np.exp(-line - 2))) == pytest.approx(plain - 2 * slope, rel=1e-8)


def test_statsmodels_gives_the_same() -> None:
    rng = np.random.default_rng(2)
    prob = rng.random(400)
    truth = (rng.random(400) < prob**2).astype(int)
    weights = rng.random(400) + 0.1
    design = sm.add_constant(np.log(prob / (1 - prob)))
    fitted = sm.GLM(truth, design, sm.families.Binomial(), freq_weights=weights).fit(tol=1e-14)
    assert calibration_intercept(truth, prob, sample_weight=weights) == pytest.approx(fitted.params[0], rel=1e-9)


def test_several_classes() -> None:
    rng = np.random.default_rng(3)
    truth, prob = rng.integers(0, 3, 200), rng.dirichlet(np.ones(3), 200)
    each = [calibration_intercept((truth == k).astype(int), prob[:, k]) for k in range(3)]
    assert_allclose(calibration_intercept(truth, prob, average=None), each, rtol=1e-11)
    assert calibration_intercept(truth, prob) == pytest.approx(np.mean(each), rel=1e-11)


@pytest.mark.parametrize("case", [x for x in reference("probabilities") if "intercept" in x], ids=lambda x: x["name"])
def test_r_gives_the_same(case: Any) -> None:
    found = calibration_intercept(case["y_true"], case["y_prob"], sample_weight=case.get("sample_weight"))
    assert found == pytest.approx(case["intercept"], rel=1e-9)
    if "rms" in case:
        assert found == pytest.approx(case["rms"]["intercept"], rel=1e-7)
