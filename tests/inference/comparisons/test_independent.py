"""`compare_independent` of two states is that of the rows that they were made of, or says what to do."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from concordant import accuracy, brier_score, cohen_kappa, conger_kappa, fleiss_kappa, precision, roc_auc
from concordant.inference import interaction_test
from concordant.metrics.definition.metric import Metric
from concordant.result import Comparison

RNG = np.random.default_rng(5)


def rows(kind: str, n: int, noise: float) -> tuple[Any, Any]:
    truth = RNG.integers(0, 2, n)
    if kind == "labels":
        return truth, np.where(RNG.random(n) < noise, 1 - truth, truth)
    if kind == "numbers":
        return truth + RNG.normal(0, 1, n), truth + RNG.normal(0, 1 + noise, n)
    return truth, 1 / (1 + np.exp(-RNG.normal(truth, 1 + noise)))


@pytest.mark.parametrize(
    ("metric", "kind", "method"),
    [
        (accuracy, "labels", None),
        (accuracy, "labels", "bca"),
        (cohen_kappa, "labels", None),
        (fleiss_kappa, "labels", None),
        (conger_kappa, "labels", None),
        (precision, "labels", "delta"),
        (roc_auc, "scores", None),
        (roc_auc, "scores", "delong"),
        (brier_score, "scores", None),
    ],
)
def test_the_difference_is_that_of_the_rows(metric: Metric, kind: str, method: str | None) -> None:
    first, second = rows(kind, 300, 0.1), rows(kind, 200, 0.4)
    of_rows = metric.compare_independent(first, second, method=method, margin=None)
    result = metric.compare_independent(metric.state(*first), metric.state(*second), method=method)
    for name in ("difference", "low", "high", "p_value"):
        assert getattr(result, name) == pytest.approx(getattr(of_rows, name), rel=1e-9)
    assert (result.n, result.method) == (of_rows.n, of_rows.method)


def test_columns_of_two_raters_are_their_ratings() -> None:
    first, second = rows("labels", 80, 0.2), rows("labels", 60, 0.3)
    weights = RNG.integers(1, 4, 80), RNG.integers(1, 4, 60)
    of_columns = fleiss_kappa.compare_independent(first, second, labels=[0, 1])
    of_ratings = fleiss_kappa.compare_independent(np.column_stack(first), np.column_stack(second))
    assert (of_columns.low, of_columns.high) == pytest.approx((of_ratings.low, of_ratings.high), rel=1e-9)
    weighted = fleiss_kappa.compare_independent(first, second, sample_weight=weights)
    values = [fleiss_kappa(*pair, sample_weight=w) for pair, w in zip((first, second), weights, strict=True)]
    assert weighted.difference == pytest.approx(values[0] - values[1])


def test_an_interaction_is_cochrans_q_over_the_subgroups() -> None:
    """R, metafor 4: rma(measure = "RR", ai = tpos, bi = tneg, ci = cpos, di = cneg, data = dat.bcg)."""
    trials = [
        (4, 119, 11, 128),
        (6, 300, 29, 274),
        (3, 228, 11, 209),
        (62, 13536, 248, 12619),
        (33, 5036, 47, 5761),
        (180, 1361, 372, 1079),
        (8, 2537, 10, 619),
        (505, 87886, 499, 87892),
        (29, 7470, 45, 7232),
        (17, 1699, 65, 1600),
        (186, 50448, 141, 27197),
        (5, 2493, 3, 2338),
        (27, 16886, 29, 17825),
    ]
    pairs = []
    for a, b, c, d in trials:
        log_ratio = math.log(a * (c + d) / (c * (a + b)))
        error = math.sqrt(1 / a - 1 / (a + b) + 1 / c - 1 / (c + d))
        pairs.append(Comparison(log_ratio, log_ratio - error, log_ratio + error, error, n=a + b + c + d))
    test = interaction_test(pairs)
    assert (round(test.statistic, 4), test.df) == (152.2330, 12)
    first, second = pairs[:2]
    z = (first.difference - second.difference) / math.hypot(first.se, second.se)
    assert interaction_test([first, second]).statistic == pytest.approx(z * z)
    lone = interaction_test([first, Comparison(0.0, -0.1, 0.1, 0.0)])
    assert math.isnan(lone.p_value)
    assert lone.reason == "left out, without a standard error: 1 of 2 subgroups"
    tiny = replace(pairs[2], se=1e-3, reason="only 2 rows of y_true are 1")
    doubted = interaction_test({"one": first, "two": second, "tiny": tiny})
    assert doubted.reason == "with a standard error in doubt: 1 of 3 subgroups ('tiny')"
    assert doubted.statistic == pytest.approx(interaction_test([first, second, tiny]).statistic)
    named = interaction_test({"one": first, "two": second, "tiny": replace(tiny, se=math.nan)})
    assert named.reason == "left out, without a standard error: 1 of 3 subgroups ('tiny')"
    assert named.statistic == pytest.approx(z * z)


def test_the_signature_counts_the_rows_of_both() -> None:
    first, second = ["a", "b", "?", "a"] * 20, ["b", "b", "b", "?", "a"] * 20
    found = accuracy.compare_independent((first, first), (second, second[::-1]), missing_labels=["?"])
    assert "|n:120|missing:60|" in found.signature
    clean = accuracy.compare_independent((["a", "b"], ["a", "a"]), (["a", "b", "b"], ["a", "a", "b"]))
    assert "|n:5|v:" in clean.signature
