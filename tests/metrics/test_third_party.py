"""The same numbers as scikit-learn, where it has the metric: seeded rows with ties and weights, several sizes."""

# scikit-learn 1.9.1. Every class occurs in truth and prediction, so that no rule for 0/0 is in play.

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sk
from numpy.testing import assert_allclose

import concordant as c

from .cases import random_labels

AVERAGES = ["macro", "micro", "weighted", None]
weighted = pytest.mark.parametrize("use_weights", [False, True], ids=["plain", "weighted"])


def same(found: Any, expected: Any) -> None:
    assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


# -- labels --------------------------------------------------------------------------------------------------------

OVERALL = [
    (c.accuracy, sk.accuracy_score, {}),
    (c.balanced_accuracy, sk.balanced_accuracy_score, {}),
    (c.matthews_correlation, sk.matthews_corrcoef, {}),
    (c.cohen_kappa, sk.cohen_kappa_score, {"weights": None}),
    (c.cohen_kappa, sk.cohen_kappa_score, {"weights": "linear"}),
    (c.cohen_kappa, sk.cohen_kappa_score, {"weights": "quadratic"}),
]


@pytest.mark.parametrize(("ours", "theirs", "options"), OVERALL)
@pytest.mark.parametrize(("n", "classes"), [(30, 2), (200, 2), (200, 4), (3000, 9)])
@weighted
def test_one_number_of_labels(ours: Any, theirs: Any, options: Any, n: int, classes: int, use_weights: bool) -> None:
    truth, pred, weights = random_labels(n + classes, n, classes)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    same(ours(truth, pred, **data, **options), theirs(truth, pred, **data, **options))


@weighted
def test_confusion_matrix(use_weights: bool) -> None:
    truth, pred, weights = random_labels(1, 300, 5)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    same(c.confusion_matrix(truth, pred, **data).table, sk.confusion_matrix(truth, pred, **data))
    order = [3, 0, 4, 1, 2]
    same(
        c.confusion_matrix(truth, pred, labels=order, **data).table,
        sk.confusion_matrix(truth, pred, labels=order, **data),
    )
    for by in ("true", "pred", "all"):
        expected = sk.confusion_matrix(truth, pred, normalize=by, **data)
        same(c.confusion_matrix(truth, pred, **data).normalized(by), expected)


RATES = [
    (c.precision, sk.precision_score, {}),
    (c.recall, sk.recall_score, {}),
    (c.f1, sk.f1_score, {}),
    (c.f_beta, sk.fbeta_score, {"beta": 0.5}),
    (c.f_beta, sk.fbeta_score, {"beta": 3.0}),
]
rates = pytest.mark.parametrize(("ours", "theirs", "options"), RATES)


@rates
@weighted
def test_rates_of_two_labels(ours: Any, theirs: Any, options: Any, use_weights: bool) -> None:
    truth, pred, weights = random_labels(2, 150, 2)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    same(ours(truth, pred, **data, **options), theirs(truth, pred, **data, **options))
    same(ours(truth, pred, pos_label=0, **data, **options), theirs(truth, pred, pos_label=0, **data, **options))


@rates
@pytest.mark.parametrize("average", AVERAGES)
@weighted
def test_rates_of_several_labels(ours: Any, theirs: Any, options: Any, average: Any, use_weights: bool) -> None:
    truth, pred, weights = random_labels(3, 400, 5)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    same(ours(truth, pred, average=average, **data, **options), theirs(truth, pred, average=average, **data, **options))
    texts = np.array(["e", "b", "d", "a", "c"])
    same(
        ours(texts[truth], texts[pred], average=average, **data, **options),
        theirs(texts[truth], texts[pred], average=average, **data, **options),
    )


@rates
@pytest.mark.parametrize("average", AVERAGES)
@weighted
def test_rates_of_indicators(ours: Any, theirs: Any, options: Any, average: Any, use_weights: bool) -> None:
    truth, pred, weights = indicators(4)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    expected = theirs(truth, pred, average=average, **data, **options)
    same(ours(truth, pred, average=average, **data, **options), expected)
    same(ours(truth.tolist(), pred.tolist(), average=average, **data, **options), expected)
    same(ours(truth.astype(bool), pred.astype(float), average=average, **data, **options), expected)


# The rates that scikit-learn lacks follow from its table a label.
BY_TABLE = [
    (c.specificity, lambda tn, fp, fn, tp: tn / (tn + fp)),
    (c.negative_predictive_value, lambda tn, fp, fn, tp: tn / (tn + fn)),
    (c.false_positive_rate, lambda tn, fp, fn, tp: fp / (tn + fp)),
    (c.false_negative_rate, lambda tn, fp, fn, tp: fn / (tp + fn)),
    (c.informedness, lambda tn, fp, fn, tp: tp / (tp + fn) + tn / (tn + fp) - 1),
]


@pytest.mark.parametrize(("ours", "formula"), BY_TABLE)
@pytest.mark.parametrize("several", ["classes", "indicators"])
@weighted
def test_other_rates_by_the_tables_of_scikit_learn(ours: Any, formula: Any, several: str, use_weights: bool) -> None:
    truth, pred, weights = random_labels(5, 400, 4) if several == "classes" else indicators(5)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    cells = np.moveaxis(sk.multilabel_confusion_matrix(truth, pred, **data).reshape(-1, 4).astype(float), 1, 0)
    each, support = formula(*cells), cells[2] + cells[3]
    same(ours(truth, pred, average=None, **data), each)
    same(ours(truth, pred, average="macro", **data), each.mean())
    same(ours(truth, pred, average="weighted", **data), np.average(each, weights=support))
    same(ours(truth, pred, average="micro", **data), formula(*cells.sum(1)))


def indicators(seed: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    truth = (rng.random((250, 4)) < [0.5, 0.2, 0.7, 0.1]).astype(np.int64)
    pred = np.where(rng.random((250, 4)) < 0.7, truth, rng.integers(0, 2, (250, 4)))
    return truth, pred, rng.random(250)


# -- scores --------------------------------------------------------------------------------------------------------


def scored(seed: int, n: int, digits: int) -> tuple[Any, Any, Any]:
    """Two classes with scores that tie often where few digits are kept."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    return truth, np.round(rng.normal(size=n) + truth, digits), rng.random(n) * 2


@pytest.mark.parametrize(("n", "digits"), [(20, 1), (500, 0), (500, 1), (2000, 6)])
@weighted
def test_ranking_of_two_classes(n: int, digits: int, use_weights: bool) -> None:
    truth, scores, weights = scored(n + digits, n, digits)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    same(c.roc_auc(truth, scores, **data), sk.roc_auc_score(truth, scores, **data))
    same(c.average_precision(truth, scores, **data), sk.average_precision_score(truth, scores, **data))
    same(
        c.average_precision(truth, -scores, pos_label=0, **data),
        sk.average_precision_score(truth, -scores, pos_label=0, **data),
    )


@pytest.mark.parametrize(("n", "digits"), [(20, 1), (500, 1), (2000, 6)])
@weighted
def test_curves_of_two_classes(n: int, digits: int, use_weights: bool) -> None:
    truth, scores, weights = scored(n + digits, n, digits)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    found, expected = c.roc_curve(truth, scores, **data), sk.roc_curve(truth, scores, drop_intermediate=False, **data)
    for one, two in zip(found, expected, strict=True):
        same(one, two)
    # scikit-learn runs from the lowest threshold up and adds the point (0, 1).
    precision, recall, thresholds = sk.precision_recall_curve(truth, scores, **data)
    curve = c.precision_recall_curve(truth, scores, **data)
    same(curve.precision, precision[:-1][::-1])
    same(curve.recall, recall[:-1][::-1])
    same(curve.thresholds, thresholds[::-1])
    same(curve.prevalence, np.average(truth, weights=data.get("sample_weight")))


def multi_class(seed: int, n: int = 300, classes: int = 4) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    truth = np.concatenate([np.arange(classes), rng.choice(classes, n - classes, p=[0.4, 0.3, 0.2, 0.1])])
    raw = rng.integers(1, 9, (n, classes)) + 4.0 * np.eye(classes)[truth]
    return truth, raw / raw.sum(1, keepdims=True), rng.random(n)


@pytest.mark.parametrize("average", AVERAGES)
@weighted
def test_auc_of_each_class_against_the_rest(average: Any, use_weights: bool) -> None:
    truth, scores, weights = multi_class(6)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    expected = sk.roc_auc_score(truth, scores, multi_class="ovr", average=average, **data)
    same(c.roc_auc(truth, scores, average=average, **data), expected)
    texts = np.array(["d", "a", "c", "b"])
    same(c.roc_auc(texts[truth], scores, labels=texts.tolist(), average=average, **data), expected)


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_auc_of_each_pair_of_classes(average: Any) -> None:
    truth, scores, _ = multi_class(7)
    expected = sk.roc_auc_score(truth, scores, multi_class="ovo", average=average)
    same(c.roc_auc(truth, scores, multi_class="ovo", average=average), expected)


@pytest.mark.parametrize("average", AVERAGES)
@weighted
def test_ranking_of_several_labels(average: Any, use_weights: bool) -> None:
    truth, _, weights = indicators(8)
    scores = np.round(np.random.default_rng(8).normal(size=truth.shape) + truth, 1)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    same(c.roc_auc(truth, scores, average=average, **data), sk.roc_auc_score(truth, scores, average=average, **data))
    same(
        c.average_precision(truth, scores, average=average, **data),
        sk.average_precision_score(truth, scores, average=average, **data),
    )


@pytest.mark.parametrize("average", AVERAGES)
@weighted
def test_average_precision_of_several_classes(average: Any, use_weights: bool) -> None:
    truth, scores, weights = multi_class(9)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    expected = sk.average_precision_score(truth, scores, average=average, **data)
    same(c.average_precision(truth, scores, average=average, **data), expected)


# -- probabilities -------------------------------------------------------------------------------------------------


@weighted
def test_losses_of_two_classes(use_weights: bool) -> None:
    rng = np.random.default_rng(10)
    truth, prob, weights = rng.integers(0, 2, 400), rng.integers(1, 100, 400) / 100, rng.random(400)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    columns = np.stack([1 - prob, prob], 1)
    for given in (prob, columns):
        same(c.brier_score(truth, given, **data), sk.brier_score_loss(truth, prob, **data))
        same(c.log_loss(truth, given, **data), sk.log_loss(truth, prob, **data))


@weighted
def test_losses_of_several_classes(use_weights: bool) -> None:
    truth, prob, weights = multi_class(11)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    same(c.brier_score(truth, prob, **data), sk.brier_score_loss(truth, prob, **data))
    same(c.log_loss(truth, prob, **data), sk.log_loss(truth, prob, **data))


@weighted
def test_losses_of_several_labels(use_weights: bool) -> None:
    truth, _, weights = indicators(12)
    prob = np.random.default_rng(12).integers(1, 50, truth.shape) / 50 * 0.99
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    for ours, theirs in ((c.brier_score, sk.brier_score_loss), (c.log_loss, sk.log_loss)):
        each = [theirs(truth[:, j], prob[:, j], **data) for j in range(4)]
        same(ours(truth, prob, average=None, **data), each)
        same(ours(truth, prob, **data), np.mean(each))
