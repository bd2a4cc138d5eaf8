from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import lift_at, lift_curve
from concordant.errors import OptionError, UndefinedMetricWarning

from .cases import reference

SEEDED = [case for case in reference("curves") if "lift" in case]


@pytest.mark.parametrize(
    ("y_true", "y_score", "depth", "value"),
    [
        ([1], [3], 0.25, 1.0),
        ([0, 1], [0.1, 0.2], 0.5, 2.0),
        ([0, 1], [0.2, 0.1], 0.5, 0.0),
        ([0, 1, 1], [3, 3, 3], 0.5, 1.0),
        ([0, 0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.2], 0.2, 2.5),  # at most 1 / prevalence
        ([0, 0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.2], 0.4, 1.25),
        ([0, 0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.2], 1.0, 1.0),
    ],
)
def test_edges(y_true: Any, y_score: Any, depth: float, value: float) -> None:
    assert lift_at(y_true, y_score, depth=depth) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize("rows", [([], []), ([0, 0], [1, 2])])
def test_without_positive_rows_it_is_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^lift_at: no row of y_true is positive \(1\)$"):
        assert math.isnan(lift_at(*rows, depth=0.1))


@pytest.mark.parametrize("case", SEEDED, ids=lambda case: case["name"])
def test_at_the_depths_of_thresholds_rocr_gives_the_same(case: Any) -> None:
    for depth, lift in zip(case["lift_depth"], case["lift"], strict=True):
        assert lift_at(case["y_true"], case["y_score"], depth=min(depth, 1.0)) == pytest.approx(lift, rel=1e-11)


def test_it_is_on_the_lift_curve() -> None:
    rng = np.random.default_rng(201)
    truth, scores, weights = rng.integers(0, 2, 60), rng.integers(0, 20, 60), rng.random(60)
    curve = lift_curve(truth, scores, sample_weight=weights)
    for place in (0, 7, len(curve.depth) - 1):
        found = lift_at(truth, scores, sample_weight=weights, depth=min(curve.depth[place], 1.0))
        assert found == pytest.approx(curve.lift[place], rel=1e-12)


def test_a_number_for_undefined_classes_is_a_lift() -> None:
    truth, scores = [0, 1, 1], [[0.8, 0.2, 0.0], [0.9, 0.1, 0.0], [0.3, 0.5, 0.2]]
    options: dict[str, Any] = {"labels": [0, 1, 2], "depth": 1 / 3, "undefined": 0.5}
    values = lift_at(truth, scores, average=None, **options)
    assert values.tolist() == pytest.approx([0, 1.5, 0.5], rel=1e-14)
    assert lift_at(truth, scores, **options) == pytest.approx(values.mean(), rel=1e-14)


def test_a_depth_that_is_none_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^depth must be a number above 0 and at most 1, not 0\.$"):
        lift_at([0, 1], [1, 2], depth=0)
