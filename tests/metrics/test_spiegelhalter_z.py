from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm

from concordant import brier_score, spiegelhalter_z
from concordant.errors import UndefinedMetricWarning

from .cases import reference


@pytest.mark.parametrize(
    ("y_true", "y_prob", "statistic"),
    [
        ([1], [0.2], 0.8 / 0.4),  # .8 * .6 / sqrt(.36 * .16)
        ([0], [0.2], -0.2 / 0.4),
        ([1, 1], [0.9, 0.9], -(0.2 * 0.8) / math.sqrt(2 * 0.64 * 0.09)),
        ([0, 1, 1], [0.5, 0.2, 0.5], 2.0),  # a probability of 1/2 costs 1/4 whatever happens
        ([0, 1, 1], [0.0, 0.2, 1.0], 2.0),  # certain and right
        ([1, 1], [0.0, 0.2], (1 + 0.48) / 0.24),  # certain and wrong: a surprise without a variance
    ],
)
def test_edges(y_true: Any, y_prob: Any, statistic: float) -> None:
    found = spiegelhalter_z(y_true, y_prob)
    assert found.statistic == pytest.approx(statistic, rel=1e-13)
    assert found.p_value == pytest.approx(2 * norm.sf(abs(statistic)), rel=1e-12)


@pytest.mark.parametrize(
    ("y_true", "y_prob", "reason"),
    [
        ([], [], "there are no rows"),
        ([0, 1, 0], [0.0, 1.0, 0.5], "all probabilities are 0, 1/2 or 1, where the score has no variance"),
        ([1, 0], [0, 1], "all probabilities are 0, 1/2 or 1, where the score has no variance"),
    ],
)
def test_without_variance_it_is_nan_and_says_why(y_true: Any, y_prob: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^spiegelhalter_z: {reason}$"):
        found = spiegelhalter_z(y_true, y_prob)
    assert math.isnan(found.statistic)
    assert math.isnan(found.p_value)


def test_the_scores_are_known_where_z_is_not() -> None:
    found = spiegelhalter_z([1, 0, 1], [0, 1, 0.5], undefined=math.nan)
    assert found.brier == pytest.approx(2.25 / 3, rel=1e-15)
    assert found.expected_brier == pytest.approx(0.25 / 3, rel=1e-15)


def test_it_is_the_distance_of_the_brier_score_from_its_expectation() -> None:
    rng = np.random.default_rng(1)
    prob = rng.random(300)
    truth = (rng.random(300) < prob).astype(int)
    found = spiegelhalter_z(truth, prob)
    assert found.brier == pytest.approx(brier_score(truth, prob), rel=1e-13)
    assert found.expected_brier == pytest.approx((prob * (1 - prob)).mean(), rel=1e-13)
    deviation = math.sqrt(((1 - 2 * prob) ** 2 * prob * (1 - prob)).sum()) / 300
    assert found.statistic == pytest.approx((found.brier - found.expected_brier) / deviation, rel=1e-10)


def test_right_probabilities_give_a_standard_normal() -> None:
    rng = np.random.default_rng(2)
    prob = rng.random(150)
    values = [spiegelhalter_z((rng.random(150) < prob).astype(int), prob) for _ in range(2000)]
    z = np.array([one.statistic for one in values])
    assert z.mean() == pytest.approx(0, abs=0.08)
    assert z.std() == pytest.approx(1, abs=0.05)
    assert np.mean([one.p_value < 0.05 for one in values]) == pytest.approx(0.05, abs=0.015)


def test_its_sign_says_too_sure_or_not_sure_enough() -> None:
    rng = np.random.default_rng(3)
    line = rng.normal(0, 1, 2000)
    truth = (rng.random(2000) < 1 / (1 + np.exp(-line))).astype(int)
    assert spiegelhalter_z(truth, 1 / (1 + np.exp(-3 * line))).statistic > 5
    assert spiegelhalter_z(truth, 1 / (1 + np.exp(-line / 3))).statistic < -5


def test_several_classes_give_one_test_a_class() -> None:
    rng = np.random.default_rng(4)
    truth, prob = rng.integers(0, 3, 60), rng.dirichlet(np.ones(3), 60)
    each = spiegelhalter_z(truth, prob)
    for k in range(3):
        assert each[k] == spiegelhalter_z((truth == k).astype(int), prob[:, k])
    with pytest.warns(UndefinedMetricWarning, match=r"^spiegelhalter_z: all probabilities are 0, 1/2 or 1"):
        spiegelhalter_z([[0, 1], [1, 1]], [[0.2, 1.0], [0.7, 0.5]])


@pytest.mark.parametrize("case", [x for x in reference("probabilities") if "rms" in x], ids=lambda x: x["name"])
def test_val_prob_of_r_gives_the_same(case: Any) -> None:
    found, rms = spiegelhalter_z(case["y_true"], case["y_prob"]), case["rms"]
    assert_allclose(
        [found.statistic, found.p_value, found.brier], [rms["z"], rms["z_p_value"], rms["brier"]], rtol=1e-9
    )
