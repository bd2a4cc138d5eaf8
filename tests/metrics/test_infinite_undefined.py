"""An infinite number in place of what is undefined: averages hold it or leave it, and NumPy has nothing to say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from concordant import diagnostic_odds_ratio, geometric_mean, recall, youden_j

ROWS = [0, 0, 1], [0, 1, 1]
INF = math.inf


@pytest.mark.parametrize("fill", [INF, -INF, 1e308])
def test_a_class_without_weight_does_not_count(fill: float) -> None:
    found = recall(*ROWS, labels=[0, 1, 2], average="weighted", undefined=fill)
    assert found == recall(*ROWS, labels=[0, 1, 2], average="weighted", undefined=0.0)
    assert found == pytest.approx((0.5 * 2 + 1) / 3)


@pytest.mark.parametrize("fill", [INF, -INF])
def test_a_class_that_counts_makes_the_average_infinite(fill: float) -> None:
    assert recall(*ROWS, labels=[0, 1, 2], average="macro", undefined=fill) == fill
    assert recall(*ROWS, labels=[0, 1, 2], average=None, undefined=fill).tolist() == [0.5, 1.0, fill]
    assert recall([0, 0], [0, 0], labels=[0, 1], undefined=fill) == fill
    assert np.isinf(youden_j([0, 0], [0, 1], labels=[0, 1], undefined=fill))


def test_infinities_of_both_signs_and_zero_times_one_are_undefined_in_turn() -> None:
    rows = [0, 1, 2, 2], [0, 1, 2, 2]
    each = diagnostic_odds_ratio(*rows, labels=[0, 1, 2, 3], average=None, undefined=-INF)
    assert each.tolist() == [INF, INF, INF, -INF]
    assert diagnostic_odds_ratio(*rows, labels=[0, 1, 2, 3], average="macro", undefined=-INF) == -INF
    assert geometric_mean([0, 1], [1, 1], labels=[0, 1, 2], undefined=INF) == INF
