"""Tests by ratios, by limits of both put together, and by influences with the rows that were not seen."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from concordant import accuracy, balanced_accuracy, diagnostic_odds_ratio, informedness, positive_likelihood_ratio

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
RNG = np.random.default_rng(11)
TRUTH = RNG.integers(0, 2, 400)
FIRST = np.where(RNG.random(400) < 0.8, TRUTH, 1 - TRUTH)
SECOND = np.where(RNG.random(400) < 0.7, TRUTH, 1 - TRUTH)


def cells(truth: np.ndarray, pred: np.ndarray) -> np.ndarray:
    return np.array([((truth == a) & (pred == b)).sum() for a in (0, 1) for b in (0, 1)])


def test_odds_ratios_of_different_rows_are_tested_as_by_woolf() -> None:
    """``sum of 1 / cells`` is the variance of a log odds ratio (Woolf 1955), here with the divisor n - 1."""
    half = slice(0, 200), slice(200, 400)
    result = diagnostic_odds_ratio.compare_independent(
        (TRUTH[half[0]], FIRST[half[0]]), (TRUTH[half[1]], SECOND[half[1]])
    )
    tables = cells(TRUTH[half[0]], FIRST[half[0]]), cells(TRUTH[half[1]], SECOND[half[1]])
    logs = [math.log(t[0] * t[3] / (t[1] * t[2])) for t in tables]
    variances = [(1 / t).sum() * 200 / 199 for t in tables]
    degrees = sum(variances) ** 2 / sum(v**2 / 199 for v in variances)
    t = (logs[0] - logs[1]) / math.sqrt(sum(variances))
    assert result.method == "log"
    assert result.p_value == pytest.approx(2 * stats.t.sf(abs(t), degrees), rel=1e-9)
    z = stats.t.ppf(0.975, degrees)
    a, b = (math.exp(log) for log in logs)
    (low_a, high_a), (low_b, high_b) = (
        (math.exp(log - z * math.sqrt(v)), math.exp(log + z * math.sqrt(v)))
        for log, v in zip(logs, variances, strict=True)
    )
    assert result.low == pytest.approx(a - b - math.hypot(a - low_a, high_b - b), rel=1e-9)
    assert result.high == pytest.approx(a - b + math.hypot(high_a - a, b - low_b), rel=1e-9)


@pytest.mark.parametrize("cluster", [None, np.repeat(np.arange(100), 4)])
def test_paired_ratios_vary_as_rows_drawn_again(cluster: np.ndarray | None) -> None:
    """The standard error of the logarithm that the p-value holds, beside that of 4,000 bootstrap samples."""
    result = positive_likelihood_ratio.compare(TRUTH, FIRST, SECOND, cluster=cluster)
    groups = np.arange(400)[:, None] if cluster is None else np.arange(400).reshape(100, 4)
    degrees = len(groups) - 1
    log = math.log(result.values[0] / result.values[1])
    se = log / stats.t.isf(result.p_value / 2, degrees)
    random, logs = np.random.default_rng(5), []
    for _ in range(4000):
        rows = groups[random.integers(0, len(groups), len(groups))].ravel()
        counts = [cells(TRUTH[rows], pred[rows]) for pred in (FIRST, SECOND)]
        ratios = [(t[3] / (t[2] + t[3])) / (t[1] / (t[0] + t[1])) for t in counts]
        logs.append(math.log(ratios[0] / ratios[1]))
    assert se == pytest.approx(np.std(logs), rel=0.06)
    assert result.low < result.difference < result.high


def test_where_there_is_no_logarithm_rows_are_exchanged() -> None:
    truth, wrong = np.array([0, 1] * 20), np.array([1, 0, 1, 1] + [0, 1] * 18)
    never = np.where(np.arange(40) == 0, 1, 0)  # one false alarm, no hit: a ratio of 0
    result = positive_likelihood_ratio.compare(truth, wrong, never)
    assert result.method == "permutation"
    assert "log test cannot be computed here" in (result.reason or "")


def test_a_ratio_with_a_margin_is_tested_by_its_score() -> None:
    with_margin = diagnostic_odds_ratio.compare(TRUTH, FIRST, SECOND, margin=1, alternative="non-inferiority")
    assert with_margin.method == "score"


def sample(right: int, n: int) -> tuple[Any, Any]:
    return np.zeros(n, int), np.r_[np.zeros(right, int), np.ones(n - right, int)]


def test_a_small_sample_without_an_error_is_no_certainty() -> None:
    perfect, usual = sample(10, 10), sample(83, 100)
    assert accuracy.compare_independent(perfect, usual, labels=[0, 1], method="delta").p_value < 1e-3
    assert accuracy.compare_independent(perfect, usual, labels=[0, 1]).p_value > 0.1
    assert accuracy.compare_independent(perfect, usual, labels=[0, 1], method="mover").p_value > 0.1


def test_p_of_a_claim_is_where_a_limit_touches_its_margin() -> None:
    a, b = sample(70, 100), sample(150, 180)
    claim = accuracy.compare_independent(a, b, labels=[0, 1], method="mover", margin=0.2, alternative="non-inferiority")
    one_side = accuracy.compare_independent(a, b, labels=[0, 1], method="mover", level=1 - 2 * claim.p_value)
    assert one_side.low == pytest.approx(-0.2, abs=1e-6)


def test_one_of_several_values_is_the_value_alone() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 3, 90)
    first, second = (np.where(rng.random(90) < share, truth, rng.integers(0, 3, 90)) for share in (0.8, 0.6))
    claim: dict[str, Any] = {"margin": 0.1, "alternative": "equivalence"}
    classes = informedness.compare(truth, first, second, average=None, **claim)
    columns = [np.eye(3, dtype=int)[labels] for labels in (truth, first, second)]
    paired = balanced_accuracy.compare(*columns, method="mover", **claim)
    independent = balanced_accuracy.compare_independent((columns[0], columns[1]), (columns[0], columns[2]))
    for label in range(3):
        y, a, b = (labels == label for labels in (truth, first, second))
        for result, alone in (
            (classes, informedness.compare(y, a, b, pos_label=True, **claim)),
            (paired, balanced_accuracy.compare(y, a, b, method="mover", **claim)),
            (independent, balanced_accuracy.compare_independent((y, a), (y, b))),
        ):
            for name in ("difference", "low", "high", "p_value"):
                assert getattr(result[label], name) == pytest.approx(getattr(alone, name), rel=1e-6, abs=1e-9)


def test_a_class_that_both_have_right_stays_in_doubt() -> None:
    truth = np.array([1] * 3 + [0] * 297)
    first, second = truth.copy(), truth.copy()
    first[3:18], second[100:112] = 1, 1
    result = balanced_accuracy.compare(truth, first, second)
    assert result.high - result.low > 0.3  # three rows tell little of either recall
