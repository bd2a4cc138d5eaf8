"""Tests of one value: they invert the interval, and are the textbook's where it has one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from statsmodels.stats.proportion import binom_test, proportions_ztest

from concordant import accuracy, cohen_kappa, f1, fleiss_kappa, krippendorff_alpha, recall, roc_auc
from concordant.errors import UndefinedMetricWarning

RNG = np.random.default_rng(5)
TRUTH = RNG.integers(0, 3, 80)
PRED = np.where(RNG.random(80) < 0.4, RNG.integers(0, 3, 80), TRUTH)
TWO = (RNG.random(80) < 0.4).astype(int)
SCORE = RNG.normal(size=80) + TWO
WAYS: list[tuple[Any, Any, dict[str, Any]]] = [
    (cohen_kappa, (TRUTH, PRED), {}),
    (cohen_kappa, (TRUTH, PRED), {"weights": "quadratic"}),
    (cohen_kappa, (TRUTH, PRED), {"method": "delta"}),
    (f1, (TRUTH, PRED), {"average": "macro"}),
    (f1, (TRUTH, PRED), {"average": "macro", "sample_weight": RNG.random(80)}),
    (accuracy, (TRUTH, PRED), {"cluster": np.arange(80) // 2}),
    (roc_auc, (TWO, SCORE), {}),
    (roc_auc, (TWO, SCORE), {"method": "delong"}),
    (krippendorff_alpha, (TRUTH, PRED), {}),
    (fleiss_kappa, (TRUTH, PRED), {}),
]


@pytest.mark.parametrize(("metric", "data", "options"), WAYS)
def test_limits_are_the_values_that_are_just_not_rejected(metric: Any, data: Any, options: dict[str, Any]) -> None:
    found = metric.interval(*data, level=0.9, **options)
    for end, alternative, sign in ((found.low, "greater", 1), (found.high, "less", -1)):
        both = metric.test(*data, against=end, **options)
        assert both.p_value == pytest.approx(0.1, rel=1e-6)
        assert math.copysign(1, both.statistic) == sign
        assert metric.test(*data, against=end, alternative=alternative, **options).p_value == pytest.approx(
            0.05, rel=1e-6
        )
    assert metric.test(*data, against=float(found.value), **options).p_value == 1.0
    assert both.n == found.n


@pytest.mark.parametrize("seed", [71, 123, 187, 219])
def test_a_value_that_rounding_parts_from_the_hypothesis_is_not_tested_by_rounding(seed: int) -> None:
    random = np.random.default_rng(seed)
    truth = random.integers(0, 2, int(random.integers(4, 60)))
    score, weight = random.normal(size=len(truth)) + 3 * truth, random.random(len(truth))
    score += 9 * truth  # all positive rows are above all others
    found = roc_auc.test(truth, score, against=1.0, sample_weight=weight)
    assert (found.statistic, found.p_value) == (0.0, 1.0)


def test_of_a_share_it_is_the_score_test() -> None:
    right = int((TRUTH == PRED).sum())
    for against in (0.5, 0.6, 0.9):
        z, p = proportions_ztest(right, 80, against, prop_var=against)
        found = accuracy.test(TRUTH, PRED, against=against)
        assert (found.statistic, found.p_value) == (pytest.approx(z, rel=1e-7), pytest.approx(p, rel=1e-6))
    exact = accuracy.test(TRUTH, PRED, against=0.6, alternative="greater", method="exact")
    assert exact.p_value == pytest.approx(binom_test(right, 80, 0.6, alternative="larger"), rel=1e-6)
    assert str(exact).startswith("Test of accuracy (accuracy <= 0.6): statistic")


def test_two_raters_of_a_panel_are_tested_as_two_columns() -> None:
    ratings = np.stack([TRUTH, PRED], axis=1)
    found, alone = fleiss_kappa.test(ratings, against=0.3), fleiss_kappa.test(TRUTH, PRED, against=0.3)
    assert (found.p_value, found.hypothesis) == (alone.p_value, "fleiss kappa = 0.3")
    assert fleiss_kappa.test(ratings, against=0.3, se="delta").method != found.method


def test_without_a_hypothesis_it_is_that_of_chance() -> None:
    assert roc_auc.test(TWO, SCORE) == roc_auc.test(TWO, SCORE, against=np.float32(0.5))
    assert cohen_kappa.test(TRUTH, PRED) == cohen_kappa.test(TRUTH, PRED, against=np.int64(0))
    assert fleiss_kappa.test(TRUTH, PRED) == fleiss_kappa.test(TRUTH, PRED, against=0)


def test_resampled_values_tell_no_p_value_below_that_of_one_draw() -> None:
    for method in ("percentile", "basic", "bca"):
        assert roc_auc.test(TWO, SCORE, against=0.1, method=method).p_value == pytest.approx(2 / 2001)


def test_the_scale_of_a_panel_is_the_one_asked_for() -> None:
    three = np.stack([TRUTH, PRED, np.roll(PRED, 1)], axis=1)
    for method in ("fisher", "logit", "t", "jackknife", "delta"):
        end = fleiss_kappa.interval(three, method=method).low
        assert fleiss_kappa.test(three, against=end, method=method).p_value == pytest.approx(0.05, rel=1e-6)


def test_an_undefined_value_has_no_test() -> None:
    with pytest.warns(UndefinedMetricWarning, match="recall: "):
        undefined = recall.test([0, 0], [0, 1], against=0.5, pos_label=1, labels=[0, 1])
    assert math.isnan(undefined.p_value)
