from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import lift_curve, precision_recall_curve
from concordant.errors import UndefinedMetricWarning
from concordant.result import LiftCurve

from .cases import assert_same, reference

SEEDED = [case for case in reference("curves") if "lift" in case]


@pytest.mark.parametrize(
    ("y_true", "y_score", "points"),
    [
        ([1], [3], [(1, 1)]),
        ([0, 1], [0.1, 0.2], [(0.5, 2), (1, 1)]),
        ([0, 1], [0.2, 0.1], [(0.5, 0), (1, 1)]),
        ([0, 1], [0.2, 0.2], [(1, 1)]),
        ([0, 0, 1, 1], [1, 3, 2, 4], [(0.25, 2), (0.5, 1), (0.75, 1 / 0.75), (1, 1)]),
    ],
)
def test_edges(y_true: Any, y_score: Any, points: Any) -> None:
    depth, lift, thresholds = lift_curve(y_true, y_score)
    assert list(zip(depth.tolist(), lift.tolist(), strict=True)) == points
    assert thresholds.tolist() == sorted(set(y_score), reverse=True)


def test_without_positive_rows_it_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^lift_curve: no row of y_true is positive \(1\)$"):
        assert np.isnan(lift_curve([0, 0], [1, 2]).lift).all()
    with pytest.warns(UndefinedMetricWarning, match=r"^lift_curve: no row of y_true is positive \(1\)$"):
        assert len(lift_curve([], []).lift) == 0


@pytest.mark.parametrize("weighted", [False, True])
def test_it_is_precision_over_prevalence(weighted: bool) -> None:
    rng = np.random.default_rng(181)
    truth, scores = rng.integers(0, 2, 50), rng.integers(0, 12, 50) / 4
    weights = rng.random(50) if weighted else None
    curve = lift_curve(truth, scores, sample_weight=weights)
    other = precision_recall_curve(truth, scores, sample_weight=weights)
    np.testing.assert_allclose(curve.lift, other.precision / other.prevalence, rtol=1e-12)
    np.testing.assert_allclose(curve.prevalence, other.prevalence, rtol=1e-12)
    assert curve.thresholds.tolist() == other.thresholds.tolist()


def test_a_kernel_gives_what_the_state_gives() -> None:
    rng = np.random.default_rng(182)
    truth, scores = rng.integers(0, 2, 40), rng.integers(0, 9, 40) / 2
    assert_same(lift_curve(truth, scores), lift_curve.of(lift_curve.state(truth, scores)), "lift_curve")


def test_several_labels_give_one_curve_each() -> None:
    curves = lift_curve(np.array([[0, 1], [1, 0]]), np.array([[1, 2], [2, 1]]))
    assert [type(curve) for curve in curves] == [LiftCurve] * 2
    assert curves[1].lift.tolist() == [2, 1]


@pytest.mark.parametrize("case", SEEDED, ids=lambda case: case["name"])
def test_points_of_rocr(case: Any) -> None:
    # tests/reference/curves.R: ROCR::performance(prediction, "lift", "rpp")
    curve = lift_curve(case["y_true"], case["y_score"])
    np.testing.assert_allclose(curve.depth, case["lift_depth"], rtol=1e-12)
    np.testing.assert_allclose(curve.lift, case["lift"], rtol=1e-12)
