"""Ratios compared by their logarithms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from concordant import diagnostic_odds_ratio, f1, positive_likelihood_ratio
from concordant.errors import IntervalWarning, OptionError

RNG = np.random.default_rng(11)
TRUTH = RNG.integers(0, 2, 400)
FIRST = np.where(RNG.random(400) < 0.8, TRUTH, 1 - TRUTH)
SECOND = np.where(RNG.random(400) < 0.7, TRUTH, 1 - TRUTH)


def cells(truth: np.ndarray, pred: np.ndarray) -> np.ndarray:
    return np.array([((truth == a) & (pred == b)).sum() for a in (0, 1) for b in (0, 1)])


def test_odds_ratios_of_different_rows_are_tested_as_by_woolf() -> None:
    """``sum of 1 / cells`` is the variance of a log odds ratio (Woolf 1955), here with the divisor n - 1."""
    half = slice(0, 200), slice(200, 400)
    found = diagnostic_odds_ratio.compare_independent(
        (TRUTH[half[0]], FIRST[half[0]]), (TRUTH[half[1]], SECOND[half[1]])
    )
    tables = cells(TRUTH[half[0]], FIRST[half[0]]), cells(TRUTH[half[1]], SECOND[half[1]])
    logs = [math.log(t[0] * t[3] / (t[1] * t[2])) for t in tables]
    variances = [(1 / t).sum() * 200 / 199 for t in tables]
    degrees = sum(variances) ** 2 / sum(v**2 / 199 for v in variances)
    t = (logs[0] - logs[1]) / math.sqrt(sum(variances))
    assert found.method == "log"
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(t), degrees), rel=1e-9)
    z = stats.t.ppf(0.975, degrees)
    a, b = (math.exp(log) for log in logs)
    (low_a, high_a), (low_b, high_b) = (
        (math.exp(log - z * math.sqrt(v)), math.exp(log + z * math.sqrt(v)))
        for log, v in zip(logs, variances, strict=True)
    )
    assert found.low == pytest.approx(a - b - math.hypot(a - low_a, high_b - b), rel=1e-9)
    assert found.high == pytest.approx(a - b + math.hypot(high_a - a, b - low_b), rel=1e-9)


@pytest.mark.parametrize("cluster", [None, np.repeat(np.arange(100), 4)])
def test_paired_ratios_vary_as_rows_drawn_again(cluster: np.ndarray | None) -> None:
    """The standard error of the logarithm that the p-value holds, beside that of 4,000 bootstrap samples."""
    found = positive_likelihood_ratio.compare(TRUTH, FIRST, SECOND, cluster=cluster)
    groups = np.arange(400)[:, None] if cluster is None else np.arange(400).reshape(100, 4)
    degrees = len(groups) - 1
    log = math.log(found.values[0] / found.values[1])
    se = log / stats.t.isf(found.p_value / 2, degrees)
    random, logs = np.random.default_rng(5), []
    for _ in range(4000):
        rows = groups[random.integers(0, len(groups), len(groups))].ravel()
        counts = [cells(TRUTH[rows], pred[rows]) for pred in (FIRST, SECOND)]
        ratios = [(t[3] / (t[2] + t[3])) / (t[1] / (t[0] + t[1])) for t in counts]
        logs.append(math.log(ratios[0] / ratios[1]))
    assert se == pytest.approx(np.std(logs), rel=0.06)
    assert found.low < found.difference < found.high


def test_a_clear_difference_is_found_that_the_plain_difference_hides() -> None:
    good = np.where(RNG.random(400) < 0.95, TRUTH, 1 - TRUTH)
    log = diagnostic_odds_ratio.compare(TRUTH, good, SECOND)
    plain = diagnostic_odds_ratio.compare(TRUTH, good, SECOND, method="delta")
    assert log.p_value < 1e-6
    assert plain.p_value > 0.005
    assert log.difference == plain.difference


def test_where_there_is_no_logarithm_rows_are_exchanged() -> None:
    truth, perfect = np.array([0, 1] * 20), np.array([0, 1] * 20)
    wrong = perfect.copy()
    wrong[:3] = 1 - wrong[:3]
    never = np.where(np.arange(40) == 0, 1, 0)  # one false alarm, no hit: a ratio of 0
    with pytest.warns(IntervalWarning):
        found = positive_likelihood_ratio.compare(truth, wrong, never)
    assert found.method == "permutation"
    assert "log test cannot be computed here" in (found.reason or "")


def test_what_it_is_not_for_is_said() -> None:
    with pytest.raises(OptionError, match='method="log" is for metrics from 0 without an upper end, not for f1'):
        f1.compare(TRUTH, FIRST, SECOND, method="log")
    with pytest.raises(OptionError, match="tests only the hypothesis of no difference"):
        diagnostic_odds_ratio.compare(TRUTH, FIRST, SECOND, method="log", margin=1, alternative="non-inferiority")
    with_margin = diagnostic_odds_ratio.compare(TRUTH, FIRST, SECOND, margin=1, alternative="non-inferiority")
    assert with_margin.method == "delta"
