from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import observed_expected_ratio
from concordant.errors import UndefinedMetricWarning

from .cases import reference


@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([1], [0.5], 2.0),
        ([0], [0.5], 0.0),
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 1.0),  # wrong, but right in the sum
        ([1, 0], [0, 0], math.inf),
        ([0, 1, 0, 1], [0.5, 0.9, 0.3, 0.8], 0.8),
    ],
)
def test_edges(y_true: Any, y_prob: Any, value: float) -> None:
    assert observed_expected_ratio(y_true, y_prob) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize(
    ("y_true", "y_prob", "reason"),
    [([], [], "there are no rows"), ([0, 0], [0, 0], r"all probabilities are 0 and nothing happened \(0/0\)")],
)
def test_nothing_of_nothing_is_nan_and_says_why(y_true: Any, y_prob: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^observed_expected_ratio: {reason}$"):
        assert math.isnan(observed_expected_ratio(y_true, y_prob))


def test_weights_by_hand() -> None:
    # (1 + 3) / (.5 + .9 + 2 * .3 + 3 * .8)
    found = observed_expected_ratio([0, 1, 0, 1], [0.5, 0.9, 0.3, 0.8], sample_weight=[1, 1, 2, 3])
    assert found == pytest.approx(4 / 4.4, rel=1e-14)


def test_several_classes() -> None:
    rng = np.random.default_rng(1)
    truth, prob = rng.integers(0, 3, 100), rng.dirichlet(np.ones(3), 100)
    each = np.bincount(truth) / prob.sum(0)
    assert_allclose(observed_expected_ratio(truth, prob, average=None), each, rtol=1e-13)
    assert observed_expected_ratio(truth, prob) == pytest.approx(each.mean(), rel=1e-13)
    assert observed_expected_ratio(truth, prob, average="micro") == pytest.approx(1, rel=1e-13)
    right = (prob.argmax(1) == truth).sum() / prob.max(1).sum()
    assert observed_expected_ratio(truth, prob, reduction="top_label") == pytest.approx(right, rel=1e-13)


@pytest.mark.parametrize(
    "case", [x for x in reference("probabilities") if "observed_expected_ratio" in x], ids=lambda x: x["name"]
)
def test_r_gives_the_same(case: Any) -> None:
    found = observed_expected_ratio(case["y_true"], case["y_prob"])
    assert found == pytest.approx(case["observed_expected_ratio"], rel=1e-12)
