from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from concordant import precision_at_k
from concordant.errors import OptionError, UndefinedMetricWarning


@pytest.mark.parametrize(
    ("y_true", "y_score", "k", "value"),
    [
        ([1], [3], 1, 1.0),
        ([0], [3], 1, 0.0),
        ([0, 0], [3, 4], 2, 0.0),  # one class is enough
        ([0, 1], [0.1, 0.2], 1, 1.0),
        ([0, 1], [0.2, 0.1], 1, 0.0),
        ([0, 1], [0.2, 0.1], 2, 0.5),
        ([0, 1, 1], [3, 3, 3], 2, 2 / 3),  # constant: the prevalence
        ([1, 0, 0, 0], [3, 2, 2, 1], 2, 0.5),
        ([0, 1, 1, 0], [9, 5, 5, 5], 3, (0 + 2 * 2 / 3) / 3),
        ([0, 1], [-math.inf, math.inf], 1, 1.0),
    ],
)
def test_edges(y_true: Any, y_score: Any, k: int, value: float) -> None:
    assert precision_at_k(y_true, y_score, k=k) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(("rows", "k"), [(([], []), 1), (([0, 1], [1, 2]), 3)])
def test_fewer_rows_than_k_are_undefined(rows: Any, k: int) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^precision_at_k: there are fewer than k={k} rows$"):
        assert math.isnan(precision_at_k(*rows, k=k))
    with pytest.warns(UndefinedMetricWarning, match=r"there are fewer than k=9 rows \(classes 0, 1, 2\)$"):
        assert math.isnan(precision_at_k([0, 1, 2], np.eye(3), k=9))


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 6])
def test_ties_give_the_mean_over_all_orders(k: int) -> None:
    truth, scores = np.array([1, 0, 1, 0, 0, 1]), np.array([4, 4, 4, 2, 2, 2])
    found = [
        truth[[*first, *second]][:k].mean()
        for first in itertools.permutations([0, 1, 2])
        for second in itertools.permutations([3, 4, 5])
    ]
    assert precision_at_k(truth, scores, k=k) == pytest.approx(np.mean(found), rel=1e-14)


def test_without_ties_it_is_the_share_among_the_first_rows() -> None:
    rng = np.random.default_rng(211)
    truth, scores = rng.integers(0, 2, 100), rng.normal(size=100)
    ranked = truth[np.argsort(-scores)]
    for k in (1, 7, 50, 100):
        assert precision_at_k(truth, scores, k=k) == pytest.approx(ranked[:k].mean(), rel=1e-14)


def test_weights_are_rows() -> None:
    assert precision_at_k([1, 0], [2, 1], sample_weight=[1.5, 2], k=3) == pytest.approx(0.5)


def test_averages_of_several_labels() -> None:
    truth, scores = np.array([[1, 0], [0, 0], [1, 1]]), np.array([[5, 3], [4, 2], [3, 1]])
    assert precision_at_k(truth, scores, k=2, average=None).tolist() == [0.5, 0.0]
    assert precision_at_k(truth, scores, k=2) == 0.25
    # pooled: 5, 4, then two of the score 3, one of them positive
    assert precision_at_k(truth, scores, k=3, average="micro") == pytest.approx((1 + 0.5) / 3)


@pytest.mark.parametrize("k", [0, -1, 1.5, "2", None, True])
def test_a_number_of_rows_that_is_none_is_refused(k: Any) -> None:
    with pytest.raises(OptionError, match=r"^k must be a whole number of at least 1, not "):
        precision_at_k([0, 1], [1, 2], k=k)
