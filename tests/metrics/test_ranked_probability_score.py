from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest

from concordant import brier_score, ranked_probability_score
from concordant.errors import LabelError, LabelOrderError, OptionError, UndefinedMetricWarning
from concordant.states import Moments

from .cases import reference


@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([1], [1.0], 0.0),
        ([1], [0.0], 1.0),
        ([0, 1], [1, 0], 1.0),
        ([0, 1, 2], np.eye(3), 0.0),
        ([0, 2], np.eye(3)[[2, 0]], 1.0),  # the far end
        ([0, 2], np.eye(3)[[1, 1]], 0.5),  # half way
        ([1, 1], np.full((2, 3), 1 / 3), 1 / 9),  # one class, constant: (1/9 + 1/9) / 2
        ([0, 0], np.full((2, 3), 1 / 3), 5 / 18),  # (4/9 + 1/9) / 2
    ],
)
def test_edges(y_true: Any, y_prob: Any, value: float) -> None:
    labels = [0, 1, 2] if np.ndim(y_prob) == 2 else None
    assert ranked_probability_score(y_true, y_prob, labels=labels) == pytest.approx(value, rel=1e-14, abs=1e-16)


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^ranked_probability_score: there are no rows$"):
        assert math.isnan(ranked_probability_score([], []))
    with pytest.warns(UndefinedMetricWarning, match=r"^ranked_probability_score: there are no rows$"):
        assert math.isnan(ranked_probability_score([1, 0], [0.2, 0.3], sample_weight=[0, 0], thresholds="sum"))


def test_three_classes_by_hand() -> None:
    # cumulated .6 .9 | 0 0 (c) and .2 .7 | 0 1 (b)
    rows = [[0.6, 0.3, 0.1], [0.2, 0.5, 0.3]]
    sums = [0.6**2 + 0.9**2, 0.2**2 + 0.3**2]
    declared: Any = {"labels": ["a", "b", "c"]}
    assert ranked_probability_score(["c", "b"], rows, **declared) == pytest.approx(sum(sums) / 4, rel=1e-14)
    assert ranked_probability_score(["c", "b"], rows, thresholds="sum", **declared) == pytest.approx(
        sum(sums) / 2, rel=1e-14
    )
    weighted = ranked_probability_score(["c", "b"], rows, sample_weight=[1, 3], **declared)
    assert weighted == pytest.approx((sums[0] + 3 * sums[1]) / 8, rel=1e-14)


def test_two_classes_give_the_brier_score() -> None:
    rng = np.random.default_rng(0)
    truth, prob = rng.integers(0, 2, 50), rng.random(50)
    expected = brier_score(truth, prob)
    assert ranked_probability_score(truth, prob) == expected
    assert ranked_probability_score(truth, prob, thresholds="sum") == expected
    assert ranked_probability_score(truth, np.stack([1 - prob, prob], 1)) == pytest.approx(expected, rel=1e-13)


def test_it_is_the_mean_of_the_brier_scores_at_the_thresholds() -> None:
    rng = np.random.default_rng(1)
    truth, prob = rng.integers(0, 5, 70), rng.dirichlet(np.ones(5), 70)
    each = [brier_score((truth <= k).astype(int), prob[:, : k + 1].sum(1).clip(0, 1)) for k in range(4)]
    assert ranked_probability_score(truth, prob) == pytest.approx(np.mean(each), rel=1e-13)


def test_only_the_order_of_the_labels_matters_not_their_distance() -> None:
    truth, prob = np.array([0, 2, 1, 2]), np.array([[0.5, 0.3, 0.2]] * 4)
    expected = ranked_probability_score(truth, prob)
    assert ranked_probability_score(np.array([1, 3, 700])[truth], prob) == expected
    # the columns stand in the declared order
    turned = ranked_probability_score(truth, prob[:, ::-1], labels=[2, 1, 0])
    assert turned == pytest.approx(expected, rel=1e-14)
    assert ranked_probability_score(truth, prob[:, [1, 0, 2]], labels=[1, 0, 2]) != pytest.approx(expected, rel=1e-3)


def test_text_without_an_order_is_refused() -> None:
    with pytest.raises(LabelOrderError) as caught:
        ranked_probability_score(["low", "high", "medium"], np.eye(3))
    assert str(caught.value) == (
        "y_prob has 3 columns, and nothing says which is whose: 'high', 'low', 'medium' have no order (alphabetical "
        "order is hardly that of the columns). Declare labels=[...] in the order of the columns, or give a data frame "
        "whose columns have the names of the labels."
    )
    order = ["low", "medium", "high"]
    column = pd.Series(pd.Categorical(["low", "high", "medium"], categories=order, ordered=True))
    rows = np.eye(3)[[0, 2, 1]]
    assert ranked_probability_score(column, rows) == 0.0
    assert ranked_probability_score(["low", "high", "medium"], rows, labels=order) == 0.0
    assert ranked_probability_score(["no", "yes"], [0.2, 0.4], pos_label="yes") == pytest.approx(0.2, rel=1e-14)


def test_several_labels_at_once() -> None:
    truth, prob = np.array([[1, 0], [0, 1]]), np.array([[0.5, 0.2], [0.1, 0.7]])
    np.testing.assert_allclose(ranked_probability_score(truth, prob, average=None), [0.13, 0.065], rtol=1e-14)
    np.testing.assert_allclose(ranked_probability_score(truth, prob, thresholds="sum"), 0.0975, rtol=1e-14)


@pytest.mark.parametrize(
    "case", [x for x in reference("probabilities_python") if "dlordinal" in x], ids=lambda x: x["name"]
)
def test_scoringrules_and_dlordinal_give_the_sum(case: Any) -> None:
    labels = list(range(case["classes"]))
    found = ranked_probability_score(case["y_true"], case["y_prob"], labels=labels, thresholds="sum")
    assert found == pytest.approx(case["scoringrules"], rel=1e-12)
    assert found == pytest.approx(case["dlordinal"], rel=1e-12)
    mean = ranked_probability_score(case["y_true"], case["y_prob"], labels=labels)
    assert mean == pytest.approx(found / (case["classes"] - 1), rel=1e-14)


def test_options_are_checked() -> None:
    with pytest.raises(OptionError, match=r'^thresholds must be "mean" or "sum", not \'max\'\.$'):
        ranked_probability_score([0, 1], [0.5, 0.5], thresholds="max")
    bare = Moments(("ranked loss",), np.array(1.0), np.array(1.0), np.zeros(1), np.zeros((1, 1)))
    assert ranked_probability_score.of(bare) == 0.0
    with pytest.raises(LabelError, match=r"^thresholds=\"sum\" needs moments that know their classes"):
        ranked_probability_score.of(bare, thresholds="sum")
