"""Rows that a comparison has not seen must not hide differences that it has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import balanced_accuracy, cohen_kappa

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")


def graded(n: int, seed: int, noise: tuple[float, float]) -> tuple[Any, Any, Any]:
    """Grades 0 to 4 of two models that err with so much noise."""
    random = np.random.default_rng(seed)
    latent = random.normal(size=n)
    cut = np.array([-1.2, -0.4, 0.4, 1.2])
    return tuple(np.searchsorted(cut, latent + s * random.normal(size=n)) for s in (0.0, *noise))  # type: ignore[return-value]


def test_a_clear_difference_of_weighted_kappas_is_seen() -> None:
    truth, good, poor = graded(200, 1, (0.3, 0.7))
    found = cohen_kappa.compare(truth, good, poor, weights="quadratic", labels=range(5))
    margin = cohen_kappa.compare(truth, good, poor, weights="quadratic", labels=range(5), method="mover")
    assert found.p_value < 0.001
    assert found.high - found.low < 1.3 * (margin.high - margin.low)


def test_power_and_false_alarms() -> None:
    rejected = {}
    for noise in ((0.45, 0.45), (0.45, 0.75)):
        p = [
            cohen_kappa.compare(*graded(100, seed, noise), weights="quadratic", labels=range(5)).p_value
            for seed in range(120)
        ]
        rejected[noise] = float(np.mean(np.array(p) < 0.05))
    assert rejected[0.45, 0.45] < 0.12
    assert rejected[0.45, 0.75] > 0.4


def test_a_class_that_both_have_right_stays_in_doubt() -> None:
    truth = np.array([1] * 3 + [0] * 297)
    first, second = truth.copy(), truth.copy()
    first[3:18], second[100:112] = 1, 1
    found = balanced_accuracy.compare(truth, first, second)
    assert found.high - found.low > 0.3  # three rows tell little of either recall
