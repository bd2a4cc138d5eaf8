"""Gain, lift, precision and recall among the rows of the highest scores."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from metrics.cases import reference

from concordant import gain_at, gain_curve, lift_at, precision_at_k, recall_at_k

SEEDED = [case for case in reference("curves") if "lift" in case]


@pytest.mark.parametrize("case", SEEDED, ids=lambda case: case["name"])
def test_rocr_gives_the_same_lift_at_the_depths_of_thresholds(case: Any) -> None:
    for depth, lift in zip(case["lift_depth"], case["lift"], strict=True):
        assert lift_at(case["y_true"], case["y_score"], depth=min(depth, 1.0)) == pytest.approx(lift, rel=1e-11)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 6])
def test_ties_give_the_mean_over_all_orders(k: int) -> None:
    truth, scores = np.array([1, 0, 1, 0, 0, 1]), np.array([4, 4, 4, 2, 2, 2])
    hits = [
        truth[[*first, *second]][:k].sum()
        for first in itertools.permutations([0, 1, 2])
        for second in itertools.permutations([3, 4, 5])
    ]
    assert precision_at_k(truth, scores, k=k) == pytest.approx(np.mean(hits) / k, rel=1e-14)
    assert recall_at_k(truth, scores, k=k) == pytest.approx(np.mean(hits) / 3, rel=1e-14)
    assert gain_at(truth, scores, depth=k / 6) == pytest.approx(np.mean(hits) / 3, rel=1e-14)


def test_gain_at_is_on_the_gain_curve() -> None:
    rng = np.random.default_rng(191)
    truth, scores, weights = rng.integers(0, 2, 60), rng.integers(0, 20, 60), rng.random(60)
    curve = gain_curve(truth, scores, sample_weight=weights)
    for depth in (0.03, 0.5, 0.77):
        expected = np.interp(depth, curve.depth, curve.gain)
        assert gain_at(truth, scores, sample_weight=weights, depth=depth) == pytest.approx(expected, rel=1e-12)
