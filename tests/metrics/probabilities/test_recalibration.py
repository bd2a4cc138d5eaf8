"""Calibration slope, intercept and calibration in the large, the tests of Cox and Spiegelhalter, and O/E."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm
from metrics.cases import reference
from numpy.testing import assert_allclose

from concordant import calibration_intercept, calibration_slope, cox_test, spiegelhalter_z
from concordant.errors import UndefinedMetricWarning

NO_MEND = "a row was given probability 0 for what happened, which no recalibration mends"
ONE_CLASS = "only the class 1 occurs where the probability is neither 0 nor 1"
SEPARATE = "the probabilities separate the classes, so that no finite slope fits best"


def logit(p: Any) -> Any:
    return np.log(p) - np.log1p(-p)


def logistic(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


@pytest.mark.parametrize(
    ("y_true", "y_prob", "reason"),
    [
        ([], [], "there are no rows"),
        ([1], [0.3], "only the class 1 occurs in y_true"),
        ([0, 1, 0], [0.3, 0.3, 0.3], "the probabilities are equal, so that they have no slope"),
        ([0, 1], [0.3, 0.4], SEPARATE),
        ([1, 0], [0.3, 0.4], SEPARATE),  # the wrong way round
        ([0, 0, 1, 1], [0.1, 0.3, 0.3, 0.9], SEPARATE),  # but for a tie
        ([0, 1, 1], [0.2, 0.6, 0.0], NO_MEND),
        ([0, 1], [0, 1], "all probabilities are 0 or 1, and right"),
        ([0, 1, 1], [0, 0.4, 0.5], ONE_CLASS),
    ],
)
def test_without_a_finite_line_slope_intercept_and_test_are_undefined(y_true: Any, y_prob: Any, reason: str) -> None:
    for metric in (calibration_slope, calibration_intercept, cox_test):
        with pytest.warns(UndefinedMetricWarning, match=f"^{metric.name}: {reason}$"):
            value = metric(y_true, y_prob)
        line = [value.statistic, value.p_value, value.intercept, value.slope] if metric is cox_test else [value]
        assert np.isnan(line).all()


def test_rows_that_were_certain_and_right_change_nothing() -> None:
    truth, prob = [0, 0, 1, 0, 1, 1, 0], [0.1, 0.3, 0.7, 0.6, 0.2, 0.9, 0.4]
    plain = calibration_slope(truth, prob)
    assert calibration_slope([*truth, 0, 1, 1], [*prob, 0.0, 1.0, 1.0]) == plain
    # ... which is the limit:
    nearly = calibration_slope([*truth, 0, 1, 1], [*prob, 1e-12, 1 - 1e-12, 1 - 1e-12])
    assert nearly == pytest.approx(plain, abs=1e-6)


@pytest.mark.parametrize("spread", [1e-3, 1.0, 30.0, 200.0])
@pytest.mark.parametrize("shift", [0.0, -40.0, 15.0])
def test_the_score_equations_hold_also_far_out(spread: float, shift: float) -> None:
    rng = np.random.default_rng(2)
    prob = logistic(np.clip(rng.normal(0, spread, 60) + shift, -600, 30))
    truth = rng.integers(0, 2, 60)
    slope = calibration_slope(truth, prob)
    line = logit(prob)
    fitted = sm.GLM(truth, sm.add_constant((line - line.mean()) / line.std()), sm.families.Binomial()).fit(tol=1e-14)
    assert slope == pytest.approx(fitted.params[1] / line.std(), rel=1e-6, abs=1e-12)


def test_shares_far_from_each_other_are_reached() -> None:
    # 12 of 13 at 1/16 and 1 of 4061 at 1/8: plain Newton steps would leap past them, to where no rate changes
    found = calibration_slope([1, 0, 1, 0], [0.0625, 0.0625, 0.125, 0.125], sample_weight=[12, 1, 1, 4060])
    assert found == pytest.approx((math.log(1 / 4060) - math.log(12)) / (math.log(1 / 7) - math.log(1 / 15)), rel=1e-10)


def test_a_row_that_weighs_next_to_nothing_leaves_a_finite_slope() -> None:
    assert math.isfinite(calibration_slope([0, 1, 0], [0.2, 0.6, 0.7], sample_weight=[2.0, 1e-9, 1.0]))


def test_the_brier_scores_are_known_where_z_is_undefined() -> None:
    found = spiegelhalter_z([1, 0, 1], [0, 1, 0.5], undefined=math.nan)
    assert found.brier == pytest.approx(2.25 / 3, rel=1e-15)
    assert found.expected_brier == pytest.approx(0.25 / 3, rel=1e-15)


def test_cox_test_two_probabilities_by_hand() -> None:
    # Shares 1/4 and 3/4 at .2 and .8: twice the log likelihood ratio is 2 * 8 * (KL of the shares from .2).
    found = cox_test([0, 0, 0, 1, 1, 1, 1, 0], [0.2] * 4 + [0.8] * 4)
    expected = 16 * (0.75 * math.log(0.75 / 0.8) + 0.25 * math.log(0.25 / 0.2))
    assert found.statistic == pytest.approx(expected, rel=1e-11)
    assert found.df == 2
    assert found.p_value == pytest.approx(math.exp(-expected / 2), rel=1e-12)
    assert found.intercept == pytest.approx(0, abs=1e-12)
    assert found.slope == pytest.approx(math.log(3) / math.log(4), rel=1e-12)


@pytest.mark.parametrize("case", [x for x in reference("probabilities") if "rms" in x], ids=lambda x: x["name"])
def test_val_prob_of_r_gives_the_same_cox_test(case: Any) -> None:
    found, rms = cox_test(case["y_true"], case["y_prob"]), case["rms"]
    assert found.statistic == pytest.approx(rms["u_chi_square"], rel=1e-7)
    assert found.p_value == pytest.approx(rms["u_p_value"], rel=1e-7, abs=1e-15)  # R: 1 - pchisq(...)
    u = (found.statistic - 2) / rms["without_certain"]
    assert_allclose(u, rms["u"], rtol=1e-7)


# -- the other metrics by hand, and all beside R ---------------------------------------------------------------------
