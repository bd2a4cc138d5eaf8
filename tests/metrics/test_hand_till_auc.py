from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from concordant import hand_till_auc, roc_auc
from concordant.errors import LabelError, UndefinedMetricWarning

from .cases import reference

SEEDED = [case for case in reference("curves") if "hand_till" in case]


def direct(truth: Any, scores: Any, weights: Any) -> Any:
    """A(i|j) of all ordered pairs, pair of rows by pair of rows."""
    classes = scores.shape[1]
    over = np.full((classes, classes), np.nan)
    for i in range(classes):
        for j in range(classes):
            first, second = np.flatnonzero(truth == i), np.flatnonzero(truth == j)
            wins = (scores[first, i][:, None] > scores[second, i]) + 0.5 * (
                scores[first, i][:, None] == scores[second, i]
            )
            pairs = weights[first][:, None] * weights[second]
            if i != j and pairs.sum():
                over[i, j] = (wins * pairs).sum() / pairs.sum()
    return over


@pytest.mark.parametrize(
    ("y_true", "scores", "value"),
    [
        ([0, 1, 2], np.eye(3), 1.0),
        ([0, 1, 2], 1 - np.eye(3), 0.0),
        ([0, 1, 2], np.ones((3, 3)), 0.5),
        ([0, 1, 2], np.where(np.eye(3) > 0, np.inf, -np.inf), 1.0),
    ],
)
def test_edges(y_true: Any, scores: Any, value: float) -> None:
    assert hand_till_auc(y_true, scores) == value


def test_two_classes_give_the_auc() -> None:
    rows = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    assert hand_till_auc(*rows) == roc_auc(*rows) == 0.75


def test_pairs_with_a_class_without_rows_are_left_out() -> None:
    truth, scores = [0, 1, 1], [[0.8, 0.2, 0.0], [0.9, 0.1, 0.0], [0.3, 0.5, 0.2]]
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = hand_till_auc(truth, scores, labels=[0, 1, 2])
    assert found == (0.5 + 0.5) / 2
    assert str(caught[0].message) == (
        "hand_till_auc: the macro average is over 2 of 3 classes: no row of y_true is in the class (class 2)"
    )
    assert hand_till_auc(truth, scores, labels=[0, 1, 2], undefined=0.2) == pytest.approx((0.5 + 0.2 + 0.2) / 3)


@pytest.mark.parametrize("truth", [[], [1, 1]])
def test_one_class_alone_is_undefined(truth: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^hand_till_auc: "):
        assert math.isnan(hand_till_auc(truth, np.ones((len(truth), 3)), labels=[0, 1, 2]))


@pytest.mark.parametrize("weighted", [False, True])
def test_it_is_the_mean_over_all_pairs_of_rows_of_two_classes(weighted: bool) -> None:
    rng = np.random.default_rng(311)
    for spread in (3, 10**6):
        truth, scores = rng.integers(0, 4, 60), rng.integers(0, spread, (60, 4)) / 4
        weights = rng.random(60) if weighted else np.ones(60)
        over = direct(truth, scores, weights)
        data = {"sample_weight": weights if weighted else None}
        assert hand_till_auc(truth, scores, **data) == pytest.approx(np.nanmean(over), rel=1e-12)
        pairs = [(over[i, j] + over[j, i]) / 2 for i in range(4) for j in range(i + 1, 4)]
        found = roc_auc(truth, scores, multi_class="ovo", average=None, **data)
        np.testing.assert_allclose(found, pairs, rtol=1e-12)
        totals = np.bincount(truth, weights)
        shares = [totals[i] + totals[j] for i in range(4) for j in range(i + 1, 4)]
        found = roc_auc(truth, scores, multi_class="ovo", average="weighted", **data)
        assert found == pytest.approx(np.average(pairs, weights=shares), rel=1e-12)


def test_many_rows_are_taken_in_blocks() -> None:
    rng = np.random.default_rng(312)
    truth, scores = rng.integers(0, 3, 30_000), rng.random((30_000, 3))
    scores[np.arange(30_000), truth] += 0.3
    curves = hand_till_auc.state(truth, scores)
    pair = [roc_auc.of(curves.curves[i].pair(j, i)) for i in range(3) for j in range(3) if i != j]
    assert hand_till_auc(truth, scores) == pytest.approx(np.mean(pair), rel=1e-13)


@pytest.mark.parametrize("case", SEEDED, ids=lambda case: case["name"])
def test_proc_gives_the_same(case: Any) -> None:
    # tests/reference/curves.R: pROC::multiclass.roc(truth, scores, direction = ">")$auc
    assert hand_till_auc(case["y_true"], case["scores"]) == pytest.approx(case["hand_till"], rel=1e-12)


def test_scikit_learn_gives_the_same() -> None:
    rng = np.random.default_rng(313)
    truth, scores = rng.integers(0, 4, 150), rng.dirichlet(np.ones(4), 150)
    expected = roc_auc_score(truth, scores, multi_class="ovo", average="macro")
    assert hand_till_auc(truth, scores) == pytest.approx(expected, rel=1e-12)


def test_it_does_not_depend_on_how_frequent_the_classes_are() -> None:
    rng = np.random.default_rng(314)
    truth, scores = rng.integers(0, 3, 60), rng.integers(0, 9, (60, 3))
    weights = np.array([1.0, 5.0, 0.2])[truth]
    assert hand_till_auc(truth, scores, sample_weight=weights) == pytest.approx(hand_till_auc(truth, scores), rel=1e-12)


def test_labels_that_can_occur_together_are_refused() -> None:
    with pytest.raises(LabelError, match=r"^hand_till_auc compares classes that exclude each other; y_true has labels"):
        hand_till_auc(np.array([[0, 1], [1, 0]]), np.array([[1, 2], [2, 1]]))
