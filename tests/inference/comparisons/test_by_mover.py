"""The difference of independent values from the limits of each."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import (
    accuracy,
    average_precision,
    balanced_accuracy,
    cohen_kappa,
    informedness,
    kolmogorov_smirnov,
    roc_auc,
)
from concordant.errors import OptionError


def sample(right: int, n: int) -> tuple[Any, Any]:
    return np.zeros(n, int), np.r_[np.zeros(right, int), np.ones(n - right, int)]


# Newcombe (1998), Statistics in Medicine 17:873, table II, method 10 (the score method without correction)
@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_limits_of_newcombe(a: tuple[int, int], b: tuple[int, int], low: float, high: float) -> None:
    found = accuracy.compare_independent(sample(*a), sample(*b), labels=[0, 1], method="mover")
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_a_small_sample_without_an_error_is_no_certainty() -> None:
    perfect, usual = sample(10, 10), sample(83, 100)
    assert accuracy.compare_independent(perfect, usual, labels=[0, 1], method="delta").p_value < 1e-3
    assert accuracy.compare_independent(perfect, usual, labels=[0, 1]).p_value > 0.1
    assert accuracy.compare_independent(perfect, usual, labels=[0, 1], method="mover").p_value > 0.1


def test_p_is_where_a_limit_touches_the_hypothesis() -> None:
    a, b = sample(70, 100), sample(150, 180)
    found = accuracy.compare_independent(a, b, labels=[0, 1], method="mover")
    at = accuracy.compare_independent(a, b, labels=[0, 1], method="mover", level=1 - found.p_value)
    assert at.high == pytest.approx(0, abs=1e-6)
    claim = accuracy.compare_independent(a, b, labels=[0, 1], method="mover", margin=0.2, alternative="non-inferiority")
    one_side = accuracy.compare_independent(a, b, labels=[0, 1], method="mover", level=1 - 2 * claim.p_value)
    assert one_side.low == pytest.approx(-0.2, abs=1e-6)


def test_large_samples_agree_with_the_usual_test() -> None:
    random = np.random.default_rng(0)

    def drawn(n: int, share: float) -> tuple[Any, Any]:
        truth = random.integers(0, 2, n)
        return truth, np.where(random.random(n) < share, truth, 1 - truth)

    a, b = drawn(4000, 0.8), drawn(5000, 0.78)
    for metric in (accuracy, cohen_kappa, roc_auc):
        usual, found = (metric.compare_independent(a, b, method=method) for method in (None, "mover"))
        assert found.p_value == pytest.approx(usual.p_value, rel=0.05)
        assert (found.low, found.high) == pytest.approx((usual.low, usual.high), abs=5e-4)
    weights = random.random(4000), random.random(5000)
    assert 0 < accuracy.compare_independent(a, b, sample_weight=weights, method="mover").p_value < 1


def test_far_apart_and_the_same() -> None:
    a, b = sample(1990, 2000), sample(10, 2000)
    assert accuracy.compare_independent(a, b, labels=[0, 1], method="mover").p_value < 1e-10
    same = accuracy.compare_independent(b, b, labels=[0, 1], method="mover")
    assert same.p_value == pytest.approx(1)
    assert not math.isnan(same.low)


def test_the_same_rows_need_influences() -> None:
    truth, scores = [0, 1, 1, 0] * 5, np.linspace(0, 1, 20)
    with pytest.raises(OptionError, match='method="mover" needs the influence of each row'):
        kolmogorov_smirnov.compare(truth, scores, scores[::-1].copy(), method="mover")


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("metric", [kolmogorov_smirnov, average_precision])
def test_metrics_of_scores_and_of_draws(metric: Any) -> None:
    random = np.random.default_rng(4)
    truth, score = random.integers(0, 2, 300), random.normal(size=300)
    good, poor = (truth[:150], score[:150] + 2 * truth[:150]), (truth[150:], score[150:])
    assert metric.compare_independent(good, poor, method="mover", draws=300).p_value < 0.01
    assert metric.compare_independent(poor, poor, method="mover", draws=300).p_value == 1


def test_one_of_several_values_is_the_value_alone() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 3, 90)
    first, second = (np.where(rng.random(90) < share, truth, rng.integers(0, 3, 90)) for share in (0.8, 0.6))
    claim: dict[str, Any] = {"margin": 0.1, "alternative": "equivalence"}
    each = informedness.compare(truth, first, second, average=None, **claim)
    columns = balanced_accuracy.compare(*(np.eye(3, dtype=int)[one] for one in (truth, first, second)), **claim)
    apart = balanced_accuracy.compare_independent(
        *((np.eye(3, dtype=int)[truth], np.eye(3, dtype=int)[one]) for one in (first, second))
    )
    for label in range(3):
        of = [one == label for one in (truth, first, second)]
        alone = informedness.compare(*of, pos_label=True, **claim)
        for name in ("difference", "low", "high", "p_value"):
            assert getattr(each[label], name) == pytest.approx(getattr(alone, name), rel=1e-6, abs=1e-9)
        alone = balanced_accuracy.compare(*of, **claim)
        assert columns[label].low == pytest.approx(alone.low, abs=1e-9)
        assert columns[label].high == pytest.approx(alone.high, abs=1e-9)
        alone = balanced_accuracy.compare_independent((of[0], of[1]), (of[0], of[2]))
        assert apart[label].low == pytest.approx(alone.low, abs=1e-9)
        assert apart[label].p_value == pytest.approx(alone.p_value, abs=1e-9)
