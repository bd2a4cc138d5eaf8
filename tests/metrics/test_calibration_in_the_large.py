from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import calibration_in_the_large
from concordant.errors import UndefinedMetricWarning

from .cases import reference


def moved(prob: Any, shift: float) -> Any:
    return 1 / (1 + np.exp(-shift) * (1 - prob) / prob)


@pytest.mark.parametrize(
    ("y_true", "y_prob", "reason"),
    [
        ([], [], "there are no rows"),
        ([0], [0.3], "only the class 0 occurs in y_true"),
        ([1, 1], [0.3, 1.0], "only the class 1 occurs where the probability is neither 0 nor 1"),
        ([0, 1], [0.0, 1.0], "all probabilities are 0 or 1, and right"),
        ([1, 0], [0.0, 0.3], "a row was given probability 0 for what happened, which no recalibration mends"),
    ],
)
def test_without_a_finite_shift_it_is_nan_and_says_why(y_true: Any, y_prob: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^calibration_in_the_large: {reason}$"):
        assert math.isnan(calibration_in_the_large(y_true, y_prob))


@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([0, 1], [0.5, 0.5], 0.0),
        ([0, 1], [0.3, 0.7], 0.0),
        ([0, 1], [0.2, 0.2], math.log(4)),  # equal probabilities have a shift, if no slope
        ([0, 1], [0.8, 0.8], -math.log(4)),
        ([0, 0, 0, 1], [0.5] * 4, -math.log(3)),
        ([1, 0], [0.3, 0.7], 0.0),  # wrong, but not in the large
        ([0, 1, 0], [0.2, 0.2, 0.0], math.log(4)),  # certain and right changes nothing
        ([0, 1], [1e-200, 1e-200], 200 * math.log(10)),
    ],
)
def test_edges(y_true: Any, y_prob: Any, value: float) -> None:
    assert calibration_in_the_large(y_true, y_prob) == pytest.approx(value, rel=1e-9, abs=1e-12)


def test_moved_by_it_the_probabilities_add_up_to_what_happened() -> None:
    rng = np.random.default_rng(1)
    for shape in (0.3, 1.0, 4.0):
        prob = rng.beta(shape, 2, 200).clip(1e-12, 1 - 1e-12)
        truth = rng.integers(0, 2, 200)
        weights = rng.random(200)
        shift = calibration_in_the_large(truth, prob, sample_weight=weights)
        assert (weights * moved(prob, shift)).sum() == pytest.approx((weights * truth).sum(), rel=1e-9)
        assert calibration_in_the_large(truth, moved(prob, 1.5), sample_weight=weights) == pytest.approx(
            shift - 1.5, abs=1e-8
        )


def test_several_classes() -> None:
    rng = np.random.default_rng(3)
    truth, prob = rng.integers(0, 3, 200), rng.dirichlet(np.ones(3), 200)
    each = [calibration_in_the_large((truth == k).astype(int), prob[:, k]) for k in range(3)]
    assert_allclose(calibration_in_the_large(truth, prob, average=None), each, rtol=1e-11)
    assert calibration_in_the_large(truth, prob) == pytest.approx(np.mean(each), rel=1e-11)
    message = (
        r"^calibration_in_the_large: the macro average is over 2 of 3 classes: only the class False occurs in y_true "
        r"\(class 3\)$"
    )
    with pytest.warns(UndefinedMetricWarning, match=message):
        calibration_in_the_large([1, 2, 1, 2], prob[:4], labels=[1, 2, 3])


@pytest.mark.parametrize(
    "case", [x for x in reference("probabilities") if "in_the_large" in x], ids=lambda x: x["name"]
)
def test_glm_of_r_gives_the_same(case: Any) -> None:
    # glm(y ~ 1 + offset(qlogis(p)), family = binomial)
    found = calibration_in_the_large(case["y_true"], case["y_prob"], sample_weight=case.get("sample_weight"))
    assert found == pytest.approx(case["in_the_large"], rel=1e-9)
