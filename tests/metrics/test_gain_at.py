from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from concordant import gain_at, gain_curve
from concordant.errors import OptionError, UndefinedMetricWarning


@pytest.mark.parametrize(
    ("y_true", "y_score", "depth", "value"),
    [
        ([1], [3], 0.25, 0.25),  # a part of the only row
        ([0, 1], [0.1, 0.2], 0.5, 1.0),
        ([0, 1], [0.2, 0.1], 0.5, 0.0),
        ([0, 1, 1], [3, 3, 3], 0.5, 0.5),  # constant: the depth
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.25, 0.5),
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.5, 0.5),
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.625, 0.75),  # half of the third row
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 1, 1.0),
        ([0, 1], [-math.inf, math.inf], 0.5, 1.0),
    ],
)
def test_edges(y_true: Any, y_score: Any, depth: float, value: float) -> None:
    assert gain_at(y_true, y_score, depth=depth) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("rows", [([], []), ([0, 0], [1, 2])])
def test_without_positive_rows_it_is_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^gain_at: no row of y_true is positive \(1\)$"):
        assert math.isnan(gain_at(*rows, depth=0.1))


def test_ties_at_the_cut_give_the_mean_over_their_orders() -> None:
    truth, scores = np.array([1, 1, 0, 0, 1]), np.array([5, 3, 3, 3, 1])
    found = []
    for order in itertools.permutations([1, 2, 3]):
        ranked = truth[[0, *order, 4]]
        found.append(ranked[:2].sum() / 3)
    assert gain_at(truth, scores, depth=0.4) == pytest.approx(np.mean(found), rel=1e-15)


def test_it_is_on_the_gain_curve() -> None:
    rng = np.random.default_rng(191)
    truth, scores, weights = rng.integers(0, 2, 60), rng.integers(0, 20, 60), rng.random(60)
    curve = gain_curve(truth, scores, sample_weight=weights)
    for depth in (0.03, 0.5, 0.77):
        expected = np.interp(depth, curve.depth, curve.gain)
        assert gain_at(truth, scores, sample_weight=weights, depth=depth) == pytest.approx(expected, rel=1e-12)


def test_averages_of_several_classes() -> None:
    rng = np.random.default_rng(192)
    truth, scores = rng.integers(0, 3, 80), rng.random((80, 3))
    each = [gain_at((truth == k).astype(int), scores[:, k], depth=0.2) for k in range(3)]
    assert gain_at(truth, scores, depth=0.2, average=None).tolist() == pytest.approx(each, rel=1e-14)
    assert gain_at(truth, scores, depth=0.2) == pytest.approx(np.mean(each), rel=1e-14)


@pytest.mark.parametrize("depth", [0, 1.01, -0.1, math.nan, "0.1", None, True])
def test_a_depth_that_is_none_is_refused(depth: Any) -> None:
    with pytest.raises(OptionError, match=r"^depth must be a number above 0 and at most 1, not "):
        gain_at([0, 1], [1, 2], depth=depth)
