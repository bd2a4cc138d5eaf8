from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from concordant import gain_at, precision_at_k, recall_at_k
from concordant.errors import OptionError, UndefinedMetricWarning


@pytest.mark.parametrize(
    ("y_true", "y_score", "k", "value"),
    [
        ([1], [3], 1, 1.0),
        ([0, 1], [0.1, 0.2], 1, 1.0),
        ([0, 1], [0.2, 0.1], 1, 0.0),
        ([0, 1], [0.2, 0.1], 2, 1.0),
        ([0, 1], [0.2, 0.1], 9, 1.0),  # all rows
        ([0, 1, 1], [3, 3, 3], 1, 1 / 3),  # constant: k / n
        ([1, 1, 0, 1], [3, 2, 2, 1], 2, 0.5),
    ],
)
def test_edges(y_true: Any, y_score: Any, k: int, value: float) -> None:
    assert recall_at_k(y_true, y_score, k=k) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("rows", [([], []), ([0, 0], [1, 2])])
def test_without_positive_rows_it_is_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^recall_at_k: no row of y_true is positive \(1\)$"):
        assert math.isnan(recall_at_k(*rows, k=1))


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_ties_give_the_mean_over_all_orders(k: int) -> None:
    truth, scores = np.array([1, 0, 1, 0]), np.array([2, 2, 2, 1])
    found = [truth[[*order, 3]][:k].sum() / 2 for order in itertools.permutations([0, 1, 2])]
    assert recall_at_k(truth, scores, k=k) == pytest.approx(np.mean(found), rel=1e-14)


def test_it_is_the_gain_at_that_depth_and_follows_from_the_precision() -> None:
    rng = np.random.default_rng(221)
    truth, scores = rng.integers(0, 2, 80), rng.integers(0, 9, 80)
    for k in (1, 20, 64):
        found = recall_at_k(truth, scores, k=k)
        assert found == pytest.approx(gain_at(truth, scores, depth=k / 80), rel=1e-12)
        assert found == pytest.approx(precision_at_k(truth, scores, k=k) * k / truth.sum(), rel=1e-12)


def test_averages_of_several_classes() -> None:
    truth, scores = [0, 1, 2, 1], np.array([[5, 1, 1], [2, 3, 2], [1, 3, 4], [3, 1, 1]])
    assert recall_at_k(truth, scores, k=1, average=None).tolist() == [1, 0.25, 1]
    assert recall_at_k(truth, scores, k=1) == pytest.approx(2.25 / 3)
    assert recall_at_k(truth, scores, k=1, average="weighted") == pytest.approx((1 + 2 * 0.25 + 1) / 4)


def test_a_number_of_rows_that_is_none_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^k must be a whole number of at least 1, not 0\.5\.$"):
        recall_at_k([0, 1], [1, 2], k=0.5)
