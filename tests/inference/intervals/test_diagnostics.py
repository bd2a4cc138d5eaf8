"""Warnings: a kink of the greatest kappa, clusters that are few, and clusters whose size tells their value."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

from concordant import (
    Counts,
    accuracy,
    average_precision,
    cohen_kappa,
    kappa_max,
    matthews_correlation,
    recall,
    roc_auc,
)
from concordant.errors import IntervalWarning, WeightError

ALIKE = np.diag([30, 30, 30, 30]) + np.array([[0, 4, 1, 0], [3, 0, 4, 1], [1, 5, 0, 3], [1, 0, 4, 0]])
APART = np.array([[30, 25, 0], [1, 30, 20], [0, 1, 40]])


def test_margins_that_chance_cannot_tell_apart_are_a_doubt() -> None:
    with pytest.warns(IntervalWarning, match="both raters use 4 labels about equally often"):
        kappa_max.interval_of(Counts.from_table(ALIKE))


@pytest.mark.parametrize(
    ("table", "metric"),
    [(APART, kappa_max), (ALIKE, cohen_kappa), ([[40, 10], [11, 40]], kappa_max)],
    ids=["raters who differ", "kappa itself", "two labels"],
)
def test_others_are_not(table: object, metric: object) -> None:
    assert metric.interval_of(Counts.from_table(table)).reason is None  # type: ignore[attr-defined]


SIZES = np.array([2] * 12 + [4] * 6 + [30] * 3)
OWN = np.repeat(SIZES, SIZES)
CLUSTER = np.repeat(np.arange(len(SIZES)), SIZES)
TRUTH = np.arange(len(OWN)) % 2
MOSTLY_LARGE, ANY = (np.where(np.arange(len(OWN)) % k == 0, 1 - TRUTH, TRUTH) for k in (np.where(OWN == 30, 3, 17), 5))


@pytest.mark.parametrize("metric", [accuracy, cohen_kappa, matthews_correlation, recall, roc_auc], ids=str)
def test_large_clusters_that_are_wrong_more_often_are_a_doubt(metric: Any) -> None:
    alike = metric(TRUTH, MOSTLY_LARGE, sample_weight=1 / OWN)
    with pytest.warns(IntervalWarning, match="large clusters differ from small ones"):
        found = metric.interval(TRUTH, MOSTLY_LARGE, cluster=CLUSTER)
    assert found.reason.endswith(f"where clusters count alike (sample_weight=1 / size) the value is {alike:.3g}")


@pytest.mark.parametrize(("prediction", "weight"), [(ANY, None), (MOSTLY_LARGE, 1 / OWN)])
def test_sizes_that_tell_nothing_are_none(prediction: Any, weight: Any) -> None:
    assert accuracy.interval(TRUTH, prediction, sample_weight=weight, cluster=CLUSTER).reason is None


@pytest.mark.parametrize(
    ("clusters", "few"),
    [
        (5, None),
        (4, "the 4 clusters leave only 3 degrees of freedom"),
        (2, "the 2 clusters leave only 1 degree of freedom"),
    ],
)
def test_few_clusters_leave_few_degrees_of_freedom(clusters: int, few: str | None) -> None:
    random, truth = np.random.default_rng(3), np.arange(20 * clusters) % 2
    first, second = (np.where(random.random(len(truth)) < wrong, 1 - truth, truth) for wrong in (0.2, 0.3))
    cluster = {"cluster": np.repeat(np.arange(clusters), 20)}
    with nullcontext() if few is None else pytest.warns(IntervalWarning, match=few):
        found = accuracy.interval(truth, first, **cluster), accuracy.compare(truth, first, second, **cluster)
    assert [one.reason for one in found] == [few, few]


def test_weights_and_chance_that_mislead_precisions_are_said() -> None:
    random = np.random.default_rng(1)
    truth = np.arange(200) < 100
    score = random.normal(size=200) + 1.2 * truth
    with pytest.warns(IntervalWarning, match="with these weights the negative rows go with only 5 positive ones"):
        average_precision.interval(truth, score, sample_weight=np.where(truth, 1.0, 20.0))
    with pytest.warns(IntervalWarning, match="few heavy rows, seen or not, carry the value"):
        roc_auc.interval(truth, score, sample_weight=np.where(np.arange(200) % 67 == 3, 60.0, 1.0))
    assert roc_auc.interval(truth, score, sample_weight=np.where(truth, 1.0, 20.0)).reason is None
    classes = np.arange(240) % 6
    with pytest.warns(IntervalWarning, match="chance makes average precisions too high, by up to 1 standard errors"):
        average_precision.interval(classes, random.normal(size=(240, 6)))
    with pytest.warns(IntervalWarning, match="at this prevalence the negative rows go with only 5.3 positive ones"):
        average_precision.compare(truth, score, score + random.normal(size=200), prevalence=0.05)


@pytest.mark.parametrize(
    ("average", "says"), [("macro", "only 2 rows of y_true are 'c'"), (None, "a share of only 2 rows in 1 of 2 values")]
)
def test_classes_that_were_not_chosen_do_not_matter(average: Any, says: str) -> None:
    table = Counts.from_table([[180, 15, 5], [12, 130, 8], [1, 0, 1]], ["a", "b", "c"])
    for chosen in (["a", "b"], np.array(["b", "a"])):
        assert recall.interval_of(table, average=average, classes=chosen).reason is None
    with pytest.warns(IntervalWarning, match=says):
        assert recall.interval_of(table, average=average, classes=["c", "a"]).reason == says


@pytest.mark.parametrize("weights", [np.where(np.arange(200) == 3, 1e-300, 1.0), 10.0 ** np.linspace(-150, 15, 200)])
def test_weights_that_float64_cannot_square_are_refused(weights: Any) -> None:
    truth, score = np.arange(200) % 2, np.random.default_rng(1).random(200)
    for metric, other in ((average_precision, score), (cohen_kappa, score > 0.5)):
        with pytest.raises(WeightError, match="too far for a standard error in float64"):
            metric.interval(truth, other.astype(float), sample_weight=weights)
