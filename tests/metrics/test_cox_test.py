from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import chi2

from concordant import calibration_intercept, calibration_slope, cox_test, log_loss
from concordant.errors import UndefinedMetricWarning

from .cases import reference


@pytest.mark.parametrize(
    ("y_true", "y_prob", "reason"),
    [
        ([], [], "there are no rows"),
        ([1], [0.3], "only the class 1 occurs in y_true"),
        ([0, 1], [0.3, 0.3], "the probabilities are equal, so that they have no slope"),
        ([0, 1], [0.3, 0.4], "the probabilities separate the classes, so that no finite slope fits best"),
        ([0, 1], [0.3, 0.0], "a row was given probability 0 for what happened, which no recalibration mends"),
    ],
)
def test_without_a_finite_line_it_is_nan_and_says_why(y_true: Any, y_prob: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^cox_test: {reason}$"):
        found = cox_test(y_true, y_prob)
    assert np.isnan([found.statistic, found.p_value, found.intercept, found.slope]).all()


def test_two_probabilities_by_hand() -> None:
    # Shares 1/4 and 3/4 at .2 and .8: twice the log likelihood ratio is 2 * 8 * (KL of the shares from .2).
    found = cox_test([0, 0, 0, 1, 1, 1, 1, 0], [0.2] * 4 + [0.8] * 4)
    expected = 16 * (0.75 * math.log(0.75 / 0.8) + 0.25 * math.log(0.25 / 0.2))
    assert found.statistic == pytest.approx(expected, rel=1e-11)
    assert found.df == 2
    assert found.p_value == pytest.approx(math.exp(-expected / 2), rel=1e-12)
    assert found.intercept == pytest.approx(0, abs=1e-12)
    assert found.slope == pytest.approx(math.log(3) / math.log(4), rel=1e-12)


def test_calibrated_probabilities_leave_nothing_to_gain() -> None:
    found = cox_test([0, 0, 0, 1, 1, 1, 1, 0], [0.25] * 4 + [0.75] * 4)
    assert found.statistic == pytest.approx(0, abs=1e-12)
    assert found.p_value == pytest.approx(1, abs=1e-12)


def test_it_is_the_log_loss_that_recalibration_saves() -> None:
    rng = np.random.default_rng(1)
    prob = rng.random(300)
    truth = (rng.random(300) < prob**2).astype(int)
    found = cox_test(truth, prob)
    assert (found.slope, found.intercept) == (calibration_slope(truth, prob), calibration_intercept(truth, prob))
    line = found.intercept + found.slope * np.log(prob / (1 - prob))
    saved = log_loss(truth, prob) - log_loss(truth, 1 / (1 + np.exp(-line)))
    assert found.statistic == pytest.approx(2 * 300 * saved, rel=1e-9)
    assert found.p_value == pytest.approx(chi2.sf(found.statistic, 2), rel=1e-10)


def test_right_probabilities_are_refuted_as_often_as_the_level_says() -> None:
    rng = np.random.default_rng(2)
    prob = rng.random(200)
    refuted = [cox_test((rng.random(200) < prob).astype(int), prob).p_value < 0.05 for _ in range(1500)]
    assert np.mean(refuted) == pytest.approx(0.05, abs=0.02)


def test_several_classes_give_one_test_a_class() -> None:
    rng = np.random.default_rng(3)
    truth, prob = rng.integers(0, 3, 100), rng.dirichlet(np.ones(3), 100)
    for k, one in enumerate(cox_test(truth, prob)):
        assert one == cox_test((truth == k).astype(int), prob[:, k])


@pytest.mark.parametrize("case", [x for x in reference("probabilities") if "rms" in x], ids=lambda x: x["name"])
def test_val_prob_of_r_gives_the_same(case: Any) -> None:
    found, rms = cox_test(case["y_true"], case["y_prob"]), case["rms"]
    assert found.statistic == pytest.approx(rms["u_chi_square"], rel=1e-7)
    assert found.p_value == pytest.approx(rms["u_p_value"], rel=1e-7, abs=1e-15)  # R: 1 - pchisq(...)
    u = (found.statistic - 2) / rms["without_certain"]
    assert_allclose(u, rms["u"], rtol=1e-7)
