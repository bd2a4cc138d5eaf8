"""How well a score separates two classes: H-measure, Kolmogorov-Smirnov statistic, equal error rate."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.stats import beta

from concordant import equal_error_rate, h_measure, roc_curve

PRIORS: list[tuple[dict[str, Any], Any]] = [
    ({}, lambda p: (1 + p, 2 - p)),
    ({"prior": "hand2009"}, lambda p: (2, 2)),
    ({"prior": "severity"}, lambda p: (2, 1 + (1 - p) / p)),
    ({"prior": "severity", "severity_ratio": 0.5}, lambda p: (2, 3)),
    ({"prior": (3, 1.5)}, lambda p: (3, 1.5)),
]


@pytest.mark.parametrize(("options", "parameters"), PRIORS, ids=lambda x: str(x) if isinstance(x, dict) else "")
@pytest.mark.parametrize("weighted", [False, True])
def test_h_measure_is_the_mean_loss_saved_at_all_costs(options: Any, parameters: Any, weighted: bool) -> None:
    rng = np.random.default_rng(281)
    truth = (rng.random(40) < 0.3).astype(int)
    scores = rng.integers(0, 9, 40) + 3 * truth
    weights = rng.random(40) if weighted else np.ones(40)
    share = weights[truth == 1].sum() / weights.sum()
    fpr, tpr, _ = roc_curve(truth, scores, sample_weight=weights)
    prior = beta(*parameters(share))

    def loss(c: float) -> float:
        return float((c * (1 - share) * fpr + (1 - c) * share * (1 - tpr)).min())

    def guessing(c: float) -> float:
        return min(c * (1 - share), (1 - c) * share)

    kinks = np.linspace(0, 1, 41)[1:-1]
    mean = [quad(lambda c: f(c) * prior.pdf(c), 0, 1, points=kinks, limit=400)[0] for f in (loss, guessing)]  # noqa: B023
    found = h_measure(truth, scores, sample_weight=weights, **options)
    assert found == pytest.approx(1 - mean[0] / mean[1], abs=1e-7)


@pytest.mark.parametrize("weighted", [False, True])
def test_equal_error_rate_is_where_the_curve_meets_the_other_diagonal(weighted: bool) -> None:
    rng = np.random.default_rng(161)
    for spread in (4, 1000):
        truth = rng.integers(0, 2, 150)
        scores = rng.integers(0, spread, 150) + spread // 3 * truth
        weights = rng.random(150) if weighted else None
        found = equal_error_rate(truth, scores, sample_weight=weights)
        fpr, tpr, _ = roc_curve(truth, scores, sample_weight=weights)
        # along the curve, as a function of a parameter that grows on every piece
        along = fpr + tpr
        root = brentq(lambda t: np.interp(t, along, fpr - (1 - tpr)), 0, 2, xtol=1e-15)  # noqa: B023
        assert found == pytest.approx(np.interp(root, along, fpr), rel=1e-9)
