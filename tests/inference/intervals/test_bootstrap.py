"""Limits of metrics maximised over thresholds, corrected for optimism."""

from __future__ import annotations

import numpy as np
import pytest

from concordant import h_measure, kolmogorov_smirnov, set_threads
from concordant.errors import IntervalWarning, UndefinedMetricWarning

RNG = np.random.default_rng(4)
N = 150
TWO = (RNG.random(N) < 0.4).astype(int)
SCORE = np.round(RNG.normal(size=N) + 1.2 * TWO, 1)


def test_most_populations_are_covered_where_percentiles_miss() -> None:
    truth, held, by_percentiles = 0.4515, 0, 0  # 2 Phi(0.6) - 1
    rng = np.random.default_rng(1)
    for _ in range(60):
        y_true = (rng.random(200) < 0.3).astype(int)
        y_score = rng.normal(size=200) + 1.2 * y_true
        found = kolmogorov_smirnov.interval(y_true, y_score, draws=100)
        held += truth in found
        assert found in found
        with pytest.warns(IntervalWarning, match="the greatest over all thresholds, and too high"):
            by_percentiles += truth in kolmogorov_smirnov.interval(y_true, y_score, draws=100, method="percentile")
    assert held >= 54
    assert by_percentiles <= 52


def test_the_same_seed_gives_the_same_limits() -> None:
    found = [kolmogorov_smirnov.interval(TWO, SCORE, seed=seed) for seed in (3, 3, 4)]
    assert found[0].low == found[1].low != found[2].low
    assert found[0].method == "optimism"


def test_scores_without_relation_to_the_truth_reach_zero_and_one_class_has_no_limits() -> None:
    assert kolmogorov_smirnov.interval(TWO, RNG.random(N)).low == 0
    with pytest.warns(UndefinedMetricWarning, match="only the class 1 occurs"):
        assert np.isnan(kolmogorov_smirnov.interval([1, 1], [1, 2]).low)


def test_separated_classes_have_limits() -> None:
    found = kolmogorov_smirnov.interval([0] * 20 + [1] * 20, range(40))
    assert (found, found.high) == (1.0, 1.0)
    assert 0.6 < found.low < 0.99


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_several_classes_and_clusters_take_the_basic_bootstrap() -> None:
    many = RNG.integers(0, 3, N)
    found = kolmogorov_smirnov.interval(many, RNG.random((N, 3)), draws=50)
    assert found.method == "basic"
    assert found.reason is not None
    assert "the greatest over all thresholds" in found.reason
    assert kolmogorov_smirnov.interval(TWO, SCORE, cluster=np.arange(N) // 2, draws=50).method == "basic"


def test_threads_change_nothing() -> None:
    found = []
    for threads in (1, 2):
        set_threads(threads)
        found.append(kolmogorov_smirnov.interval(TWO, SCORE).low)
    set_threads(None)
    assert found[0] == found[1]


@pytest.mark.filterwarnings("ignore:.*the greatest over:concordant.errors.IntervalWarning")
def test_the_h_measure_is_lowered_by_twice_its_bias() -> None:
    with pytest.warns(IntervalWarning, match=r"about 0\.\d+ of the value may be the luck of its best thresholds"):
        found = h_measure.interval(TWO, SCORE, draws=200)
    plain = h_measure.interval(TWO, SCORE, draws=200, method="percentile")
    assert found.low < plain.low
    assert found.high < plain.high
    assert found in found
    with pytest.warns(IntervalWarning, match="all draws give the same value"):
        assert h_measure.interval([0] * 20 + [1] * 20, range(40), draws=20).method == "pairs"


@pytest.mark.parametrize("scores", [[0.4, 1.0, 0.02], [0.5, 0.5, 0.5]])
def test_thresholds_without_an_error_say_nothing_of_other_rows(scores: list[float]) -> None:
    with pytest.warns(IntervalWarning, match="all draws give the same value"):
        found = kolmogorov_smirnov.interval([0, 1, 0], scores, draws=50)
    assert found.method == "pairs"
    assert found.low <= found.value <= found.high
