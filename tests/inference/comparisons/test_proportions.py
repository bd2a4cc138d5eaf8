"""Shares of different rows: published limits, statsmodels, McNemar and Tango, and one story of p-values and limits."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from statsmodels.stats.proportion import confint_proportions_2indep
from statsmodels.stats.proportion import test_proportions_2indep as score_of_two

from concordant import accuracy, average_precision, brier_score, cohen_kappa, f1, recall, roc_auc
from concordant.inference.comparisons.proportions import TwoShares, mcnemar_p, score, tango_interval

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
Z = 1.959963984540054

# Newcombe 1998, Statistics in Medicine 17:873, table II: methods 6 (Miettinen & Nurminen) and 10
TABLE_II: list[tuple[int, int, int, int, tuple[float, float] | None, tuple[float, float]]] = [
    (56, 70, 48, 80, (0.0528, 0.3382), (0.0524, 0.3339)),
    (9, 10, 3, 10, (0.1700, 0.8406), (0.1705, 0.8090)),
    (10, 10, 0, 20, (0.7156, 1.0), (0.6791, 1.0)),
    (5, 56, 0, 29, (-0.0326, 0.1933), (-0.0381, 0.1926)),
    (0, 10, 0, 20, None, (-0.1611, 0.2775)),
    (10, 10, 0, 10, None, (0.6075, 1.0)),
]
ROWS = pytest.mark.parametrize(("x", "n", "y", "m", "score_limits", "hybrid"), TABLE_II)


def of(right: int, n: int) -> tuple[Any, Any]:
    return np.ones(n, int), np.repeat([1, 0], [right, n - right])


def compared(x: int, n: int, y: int, m: int) -> Any:
    return recall.compare_independent(of(x, n), of(y, m), labels=[0, 1])


@ROWS
def test_limits_of_two_shares_as_published(x: int, n: int, y: int, m: int, score_limits: Any, hybrid: Any) -> None:
    result = compared(x, n, y, m)
    assert result.method == "miettinen-nurminen"
    if score_limits is not None:
        assert_allclose([result.low, result.high], score_limits, atol=5.1e-5)
    for metric in (recall, accuracy):
        result = metric.compare_independent(of(x, n), of(y, m), labels=[0, 1], method="mover")
        assert_allclose([result.low, result.high], hybrid, atol=5.1e-5)
        other = confint_proportions_2indep(x, n, y, m, method="newcomb", compare="diff")
        assert_allclose([result.low, result.high], other, atol=1e-9)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of statsmodels
@settings(max_examples=150)
@given(st.integers(2, 80), st.integers(2, 80), st.data())
def test_the_p_value_is_that_of_statsmodels(n: int, m: int, data: st.DataObject) -> None:
    x, y = data.draw(st.integers(0, n)), data.draw(st.integers(0, m))
    assume(0 < x + y < n + m)
    result = compared(x, n, y, m)
    expected = score_of_two(x, n, y, m, method="score", correction=True)
    assert_allclose(result.p_value, expected.pvalue, rtol=1e-8, atol=1e-15)


def test_both_perfect_have_limits_and_exchange_turns_the_sign() -> None:
    result = compared(20, 20, 30, 30)
    assert (result.difference, result.p_value) == (0, 1)
    assert -0.2 < result.low < 0 < result.high < 0.2
    one, two = compared(9, 10, 3, 10), compared(3, 10, 9, 10)
    assert_allclose([one.low, one.high, one.p_value], [-two.high, -two.low, two.p_value], rtol=1e-8)
    assert score(TwoShares(3, 3, 0, 4), 1.0) == 0


def test_weights_and_clusters_take_limits_put_together() -> None:
    rows = of(9, 10), of(3, 10)
    for how in ({"sample_weight": (np.linspace(1, 2, 10),) * 2}, {"cluster": (np.arange(10) // 2,) * 2}):
        assert recall.compare_independent(*rows, labels=[0, 1], **how).method == "mover"


# -- one story -----------------------------------------------------------------------------------------------------


def test_mcnemar_leaves_no_difference_out_where_tango_does() -> None:
    for n in (1, 2, 5, 10, 20, 40):
        for b in range(n + 1):
            for c in range(n + 1 - b):
                low, high = tango_interval(b, c, n, Z)
                assert (mcnemar_p(b, c, "mcnemar") < 0.05) == (low > 0 or high < 0), (n, b, c)


def test_another_p_value_says_where_it_disagrees_with_the_limits() -> None:
    truth = np.ones(40, int)
    first, second = np.repeat([1, 0, 1], [6, 1, 33]), np.repeat([0, 1], [6, 34])
    score_found = accuracy.compare(truth, first, second, labels=[0, 1])
    assert score_found.p_value > 0.05
    assert "disagrees" not in (score_found.reason or "")
    first, second = np.repeat([1, 0, 1], [5, 0, 35]), np.repeat([0, 1], [5, 35])
    result = accuracy.compare(truth, first, second, labels=[0, 1])
    exact = accuracy.compare(truth, first, second, labels=[0, 1], method="mcnemar-exact")
    assert result.p_value < 0.05 < exact.p_value
    assert (result.low, result.high) == (exact.low, exact.high)
    assert "the limits are Tango's, and this test disagrees with them about a difference of 0" in str(exact.reason)


LABEL_METHODS = [
    (accuracy, "mcnemar"),
    (cohen_kappa, "delta"),
    (cohen_kappa, "mover"),
    (f1, "mover"),
    (recall, "mover"),
]
SCORE_METHODS = [(roc_auc, "delong"), (roc_auc, "mover"), (average_precision, "delta"), (brier_score, "delta")]


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(25, 90), st.sampled_from([0.8, 0.9, 0.95]))
def test_p_value_and_limits_tell_one_story(seed: int, n: int, level: float) -> None:
    random = np.random.default_rng(seed)
    truth = np.concatenate([[0, 0, 1, 1], random.integers(0, 2, n)])
    scores = [np.clip(truth * gain + random.random(n + 4), 0, 2) / 2 for gain in (0.5, random.random())]
    labels = [(score > 0.5) * 1 for score in scores]
    half, results = len(truth) // 2, []
    for columns, methods in ((labels, LABEL_METHODS), (scores, SCORE_METHODS)):
        results += [metric.compare(truth, *columns, method=method, level=level) for metric, method in methods]
    for metric, method in ((recall, "miettinen-nurminen"), (recall, "mover"), (cohen_kappa, "mover"), (f1, "delta")):
        sides = (truth[:half], labels[0][:half]), (truth[half:], labels[1][half:])
        results.append(metric.compare_independent(*sides, method=method, level=level, labels=[0, 1]))
    for result in results:
        if not math.isnan(result.low) and abs(result.p_value - (1 - level)) > 1e-7:
            assert (result.p_value < 1 - level) == (result.low > 0 or result.high < 0), result.signature
