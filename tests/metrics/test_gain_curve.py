from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import gain_curve
from concordant.errors import UndefinedMetricWarning
from concordant.result import GainCurve

from .cases import assert_same, reference

SEEDED = [case for case in reference("curves") if "gain" in case]


@pytest.mark.parametrize(
    ("y_true", "y_score", "points"),
    [
        ([1], [3], [(0, 0), (1, 1)]),
        ([0, 1], [0.1, 0.2], [(0, 0), (0.5, 1), (1, 1)]),
        ([0, 1], [0.2, 0.1], [(0, 0), (0.5, 0), (1, 1)]),
        ([0, 1], [0.2, 0.2], [(0, 0), (1, 1)]),
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], [(0, 0), (0.25, 0.5), (0.5, 0.5), (0.75, 1), (1, 1)]),
    ],
)
def test_edges(y_true: Any, y_score: Any, points: Any) -> None:
    depth, gain, thresholds = gain_curve(y_true, y_score)
    assert list(zip(depth.tolist(), gain.tolist(), strict=True)) == points
    assert thresholds.tolist() == [math.inf, *sorted(set(y_score), reverse=True)]


def test_without_positive_rows_the_gain_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^gain_curve: no row of y_true is positive \(1\)$"):
        curve = gain_curve([0, 0], [1, 2])
    assert np.isnan(curve.gain).all()
    assert curve.depth.tolist() == [0, 0.5, 1]
    assert curve.prevalence == 0
    with pytest.warns(UndefinedMetricWarning, match=r"^gain_curve: no row of y_true is positive \(1\)$"):
        curve = gain_curve([], [])
    assert math.isnan(curve.prevalence)


def test_a_perfect_ranking_reaches_one_at_the_prevalence() -> None:
    curve = gain_curve([0, 0, 0, 1, 1], [1, 2, 3, 4, 5])
    assert curve.prevalence == 0.4
    assert curve.gain[curve.depth == 0.4].tolist() == [1.0]


def test_weights_count_as_rows() -> None:
    depth, gain, thresholds = gain_curve([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[1, 2, 3, 0])
    assert thresholds.tolist() == [math.inf, 4, 3, 2]
    np.testing.assert_allclose(depth, [0, 1 / 6, 1 / 2, 1], rtol=1e-15)
    np.testing.assert_allclose(gain, [0, 1 / 4, 1 / 4, 1], rtol=1e-15)


def test_a_kernel_gives_what_the_state_gives() -> None:
    rng = np.random.default_rng(171)
    truth, scores = rng.integers(0, 2, 40), rng.integers(0, 9, 40) / 2
    assert_same(gain_curve(truth, scores), gain_curve.of(gain_curve.state(truth, scores)), "gain_curve")


def test_several_classes_give_one_curve_each() -> None:
    truth, scores = [0, 1, 2, 1], np.array([[5, 1, 1], [2, 3, 2], [1, 3, 4], [3, 1, 1]])
    curves = gain_curve(truth, scores)
    assert [type(curve) for curve in curves] == [GainCurve] * 3
    assert curves[1].gain.tolist() == [0, 0.5, 1]
    assert [curve.prevalence for curve in curves] == [0.25, 0.5, 0.25]


@pytest.mark.parametrize("case", SEEDED, ids=lambda case: case["name"])
def test_points_of_rocr(case: Any) -> None:
    # tests/reference/curves.R: ROCR::performance(prediction, "tpr", "rpp")
    curve = gain_curve(case["y_true"], case["y_score"])
    np.testing.assert_allclose(curve.depth, case["gain_depth"], rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(curve.gain, case["gain"], rtol=1e-12, atol=1e-14)
