"""Limits of metrics maximised over thresholds, corrected for optimism."""

from __future__ import annotations

import numpy as np
import pytest

from concordant import h_measure, kolmogorov_smirnov
from concordant.errors import IntervalWarning, UndefinedMetricWarning

RNG = np.random.default_rng(4)
N = 150
TWO = (RNG.random(N) < 0.4).astype(int)
SCORE = np.round(RNG.normal(size=N) + 1.2 * TWO, 1)


def test_most_populations_are_covered() -> None:
    truth, held = 0.4515, 0  # 2 Phi(0.6) - 1
    rng = np.random.default_rng(1)
    for _ in range(60):
        y_true = (rng.random(200) < 0.3).astype(int)
        y_score = rng.normal(size=200) + 1.2 * y_true
        result = kolmogorov_smirnov.interval(y_true, y_score, draws=100)
        held += truth in result
        assert result in result
    assert held >= 54
    with pytest.warns(IntervalWarning, match="the greatest over all thresholds, and too high"):
        kolmogorov_smirnov.interval(TWO, SCORE, draws=100, method="percentile")


def test_scores_without_relation_to_the_truth_reach_zero_and_one_class_has_no_limits() -> None:
    assert kolmogorov_smirnov.interval(TWO, RNG.random(N)).low == 0
    with pytest.warns(UndefinedMetricWarning, match="only the class 1 occurs"):
        assert np.isnan(kolmogorov_smirnov.interval([1, 1], [1, 2]).low)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_several_classes_and_clusters_take_the_basic_bootstrap() -> None:
    many = RNG.integers(0, 3, N)
    result = kolmogorov_smirnov.interval(many, RNG.random((N, 3)), draws=50)
    assert result.method == "basic"
    assert result.reason is not None
    assert "the greatest over all thresholds" in result.reason
    assert kolmogorov_smirnov.interval(TWO, SCORE, cluster=np.arange(N) // 2, draws=50).method == "basic"


@pytest.mark.filterwarnings("ignore:.*the greatest over:concordant.errors.IntervalWarning")
def test_the_h_measure_is_lowered_by_twice_its_bias() -> None:
    with pytest.warns(IntervalWarning, match=r"about 0\.\d+ of the value may be the luck of its best thresholds"):
        result = h_measure.interval(TWO, SCORE, draws=200)
    plain = h_measure.interval(TWO, SCORE, draws=200, method="percentile")
    assert result.low < plain.low
    assert result.high < plain.high
    assert result in result
    with pytest.warns(IntervalWarning, match="all draws give the same value"):
        assert h_measure.interval([0] * 20 + [1] * 20, range(40), draws=20).method == "pairs"


@pytest.mark.parametrize("scores", [[0.4, 1.0, 0.02], [0.5, 0.5, 0.5]])
def test_thresholds_without_an_error_say_nothing_of_other_rows(scores: list[float]) -> None:
    with pytest.warns(IntervalWarning, match="all draws give the same value"):
        result = kolmogorov_smirnov.interval([0, 1, 0], scores, draws=50)
    assert result.method == "pairs"
    assert result.low <= result.value <= result.high
