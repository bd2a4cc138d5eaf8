"""Chosen thresholds and cut points: limits hold what they are of, and data that say the same choose the same."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import best_threshold
from concordant.decisions import guaranteed_threshold, ordinal_cut_points
from concordant.errors import ConcordantError

RNG = np.random.default_rng(0)
TRUTH, RARE = np.array([0, 1] * 40), np.array([0] * 77 + [1] * 3)
DATA: dict[str, tuple[Any, Any]] = {
    "separated": (TRUTH, 0.2 + 0.6 * TRUTH + 0.001 * np.arange(80)),
    "the wrong way": (TRUTH, 0.8 - 0.6 * TRUTH + 0.001 * np.arange(80)),
    "a rare class": (RARE, 0.3 * RARE + RNG.random(80)),
    "tied": (TRUTH, np.round(0.3 * TRUTH + RNG.random(80), 1)),
    "usual": (TRUTH, 0.5 * TRUTH + RNG.random(80)),
}


@pytest.mark.parametrize("metric", ["f1", "balanced_accuracy", "accuracy", "cohen_kappa"])
@pytest.mark.parametrize("kind", DATA)
def test_a_threshold_lies_in_its_limits_and_does_not_hang_on_the_order(kind: str, metric: str) -> None:
    truth, score = DATA[kind]
    found = best_threshold(truth, score, metric, cv=None)
    assert found.low <= found.threshold <= found.high
    order = np.random.default_rng(2).permutation(80)
    moved = best_threshold(truth[order], score[order], metric, cv=None)
    assert (moved.threshold, moved.value, moved.low, moved.high) == (
        found.threshold,
        found.value,
        found.low,
        found.high,
    )
    named = best_threshold(np.array(["no", "yes"])[truth], score, metric, cv=None, pos_label="yes")
    assert (named.threshold, named.value) == (found.threshold, found.value)
    shifted = best_threshold(truth, 4 * score - 1, metric, cv=None)
    assert shifted.value == found.value
    assert shifted.threshold == pytest.approx(4 * found.threshold - 1)


def test_a_cluster_for_each_row_is_nearly_no_cluster() -> None:
    truth, score = DATA["usual"]
    found = best_threshold(truth, score, "f1")
    alone = best_threshold(truth, score, "f1", cluster=np.arange(80))
    assert (alone.threshold, alone.value) == (found.threshold, found.value)
    assert alone.cross_validated_value == pytest.approx(found.cross_validated_value, abs=0.1)


@pytest.mark.parametrize("kind", DATA)
def test_more_confidence_leaves_fewer_thresholds(kind: str) -> None:
    truth, score = DATA[kind]
    last = (-math.inf, math.inf)
    for confidence in (0.6, 0.9, 0.99):
        try:
            found = guaranteed_threshold(truth, score, "recall >= 0.5", metric="precision", confidence=confidence)
        except ConcordantError:  # no threshold keeps it, and none does with more confidence
            last = (0.0, 0.0)
            continue
        assert last != (0.0, 0.0)
        assert last[0] <= found.low <= found.threshold <= found.high <= last[1]
        assert all(bound.p_value <= bound.level + 1e-12 for bound in found.bounds)
        last = found.low, found.high


def test_cut_points_do_not_hang_on_the_order_or_the_scale() -> None:
    score = RNG.random(90)
    grade = np.digitize(score + 0.2 * RNG.normal(size=90), [0.3, 0.6])
    found = ordinal_cut_points(grade, score, cv=None)
    order = np.random.default_rng(2).permutation(90)
    moved = ordinal_cut_points(grade[order], score[order], cv=None)
    assert_allclose(moved.cut_points, found.cut_points, rtol=1e-9)
    scaled = ordinal_cut_points(grade, 8 * score, cv=None)
    assert_allclose(scaled.cut_points, 8 * np.array(found.cut_points), rtol=1e-6)
    assert_allclose(scaled.value, found.value, rtol=1e-9)
