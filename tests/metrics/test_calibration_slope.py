from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm
from numpy.testing import assert_allclose

from concordant import calibration_slope
from concordant.errors import OptionError, UndefinedMetricWarning

from .cases import reference

NO_MEND = "a row was given probability 0 for what happened, which no recalibration mends"
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
        ([0, 0], [0.3, 0.4], "only the class 0 occurs in y_true"),
        ([0, 1, 0], [0.3, 0.3, 0.3], "the probabilities are equal, so that they have no slope"),
        ([0, 1], [0.3, 0.4], SEPARATE),
        ([1, 0], [0.3, 0.4], SEPARATE),  # the wrong way round
        ([0, 0, 1, 1], [0.1, 0.3, 0.3, 0.9], SEPARATE),  # but for a tie
        ([0, 1, 1], [0.2, 0.6, 0.0], NO_MEND),
        ([0, 1, 0], [0.2, 0.6, 1.0], NO_MEND),
        ([0, 1], [0, 1], "all probabilities are 0 or 1, and right"),
        ([0, 1, 1], [0, 0.4, 0.5], "only the class 1 occurs where the probability is neither 0 nor 1"),
    ],
)
def test_without_a_finite_slope_it_is_nan_and_says_why(y_true: Any, y_prob: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^calibration_slope: {reason}$"):
        assert math.isnan(calibration_slope(y_true, y_prob))


def test_two_probabilities_by_hand() -> None:
    # At .2 and .8 the shares are 1/3 and 2/3: the line goes through (logit .2, logit 1/3) and (logit .8, logit 2/3).
    found = calibration_slope([0, 0, 1, 1, 1, 0], [0.2, 0.2, 0.2, 0.8, 0.8, 0.8])
    assert found == pytest.approx(math.log(2) / math.log(4), rel=1e-12)
    turned = calibration_slope([1, 1, 0, 0, 0, 1], [0.2, 0.2, 0.2, 0.8, 0.8, 0.8])
    assert turned == pytest.approx(-math.log(2) / math.log(4), rel=1e-12)
    # weights 1 and 3 at .2: the share is 3/4
    found = calibration_slope([0, 1, 1, 0], [0.2, 0.2, 0.8, 0.8], sample_weight=[3, 1, 9, 1])
    assert found == pytest.approx((math.log(9) + math.log(3)) / (2 * math.log(4)), rel=1e-12)


def test_stretched_logits_divide_the_slope() -> None:
    rng = np.random.default_rng(1)
    line = rng.normal(-0.5, 1.2, 500)
    truth = (rng.random(500) < logistic(line)).astype(int)
    plain = calibration_slope(truth, logistic(line))
    assert plain == pytest.approx(1, abs=0.2)
    assert calibration_slope(truth, logistic(2.5 * line)) == pytest.approx(plain / 2.5, rel=1e-9)
    assert calibration_slope(truth, logistic(line + 3)) == pytest.approx(plain, rel=1e-8)
    assert calibration_slope(1 - truth, logistic(-line)) == pytest.approx(plain, rel=1e-9)


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


def test_weights_that_vanish_beside_others_are_none() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^calibration_slope: only the class 0 occurs in y_true$"):
        calibration_slope([0, 1, 0], [0.2, 0.6, 0.7], sample_weight=[2.0, 5e-324, 1.0])
    few = calibration_slope([0, 1, 0], [0.2, 0.6, 0.7], sample_weight=[2.0, 1e-9, 1.0])
    assert math.isfinite(few)


def test_nearly_separated_classes_have_a_steep_slope() -> None:
    prob = np.linspace(0.05, 0.95, 400)
    truth = (prob > 0.5).astype(int)
    truth[[199, 200]] = 1, 0
    line = logit(prob)
    slope = calibration_slope(truth, prob)
    fitted = sm.GLM(truth, sm.add_constant(line), sm.families.Binomial()).fit(tol=1e-14, maxiter=200)
    assert slope > 100
    assert slope == pytest.approx(fitted.params[1], rel=1e-7)


def test_several_classes() -> None:
    rng = np.random.default_rng(3)
    truth, prob = rng.integers(0, 3, 200), rng.dirichlet(np.ones(3), 200)
    each = [calibration_slope((truth == k).astype(int), prob[:, k]) for k in range(3)]
    assert_allclose(calibration_slope(truth, prob, average=None), each, rtol=1e-12)
    assert calibration_slope(truth, prob) == pytest.approx(np.mean(each), rel=1e-12)
    support = np.bincount(truth)
    assert calibration_slope(truth, prob, average="weighted") == pytest.approx(each @ support / 200, rel=1e-12)
    pooled = calibration_slope(np.eye(3, dtype=int)[truth].ravel(), prob.ravel())
    assert calibration_slope(truth, prob, average="micro") == pytest.approx(pooled, rel=1e-12)
    top = calibration_slope((prob.argmax(1) == truth).astype(int), prob.max(1))
    assert calibration_slope(truth, prob, reduction="top_label") == pytest.approx(top, rel=1e-12)


def test_averages_leave_out_classes_without_a_slope_and_say_why() -> None:
    truth = np.array([[0, 0], [1, 0], [0, 1], [1, 1]])
    prob = np.array([[0.2, 0.1], [0.3, 0.2], [0.6, 0.7], [0.8, 0.9]])
    message = rf"^calibration_slope: the macro average is over 1 of 2 classes: {SEPARATE} \(class 1\)$"
    with pytest.warns(UndefinedMetricWarning, match=message):
        found = calibration_slope(truth, prob)
    assert found == calibration_slope(truth[:, 0], prob[:, 0])
    with pytest.raises(
        OptionError, match=r"^average must be one of 'macro', 'micro', 'weighted', None, not 'binary'\.$"
    ):
        calibration_slope(truth[:, 0], prob[:, 0], average="binary")


@pytest.mark.parametrize("case", [x for x in reference("probabilities") if "slope" in x], ids=lambda x: x["name"])
def test_r_gives_the_same(case: Any) -> None:
    found = calibration_slope(case["y_true"], case["y_prob"], sample_weight=case.get("sample_weight"))
    assert found == pytest.approx(case["slope"], rel=1e-9)
    if "rms" in case:
        assert found == pytest.approx(case["rms"]["slope"], rel=1e-7)
