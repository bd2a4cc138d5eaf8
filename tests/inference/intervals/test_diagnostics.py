"""Warnings: a kink of the greatest kappa, clusters that are few, and clusters whose size tells their value."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

from concordant import Counts, accuracy, cohen_kappa, kappa_max, matthews_correlation, recall, roc_auc
from concordant.errors import IntervalWarning

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
LARGE = np.repeat(SIZES, SIZES) == 30


def in_clusters(wrong: np.ndarray) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Labels of the rows of such clusters, of which every k-th is wrong, and their clusters."""
    truth = np.arange(len(wrong)) % 2
    missed = np.arange(len(wrong)) % wrong == 0
    return truth, np.where(missed, 1 - truth, truth), {"cluster": np.repeat(np.arange(len(SIZES)), SIZES)}


@pytest.mark.parametrize("metric", [accuracy, cohen_kappa, matthews_correlation, recall, roc_auc], ids=str)
def test_large_clusters_that_are_wrong_more_often_are_a_doubt(metric: Any) -> None:
    truth, prediction, cluster = in_clusters(np.where(LARGE, 3, 17))
    alike = metric(truth, prediction, sample_weight=1 / np.repeat(SIZES, SIZES))
    with pytest.warns(IntervalWarning, match="large clusters differ from small ones") as caught:
        found = metric.interval(truth, prediction, **cluster)
    assert len(caught) == 1
    assert found.reason.endswith(f"where clusters count alike (sample_weight=1 / size) the value is {alike:.3g}")


def test_sizes_that_tell_nothing_are_none() -> None:
    truth, prediction, cluster = in_clusters(np.full(len(LARGE), 5))
    assert accuracy.interval(truth, prediction, **cluster).reason is None


def test_clusters_that_count_alike_are_none() -> None:
    truth, prediction, cluster = in_clusters(np.where(LARGE, 3, 17))
    weight = 1 / np.repeat(SIZES, SIZES)
    assert "large clusters" not in str(accuracy.interval(truth, prediction, sample_weight=weight, **cluster).reason)


@pytest.mark.parametrize(("clusters", "few"), [(5, None), (4, "the 4 clusters leave only 3 degrees of freedom")])
def test_few_clusters_leave_few_degrees_of_freedom(clusters: int, few: str | None) -> None:
    random, truth = np.random.default_rng(3), np.arange(20 * clusters) % 2
    first, second = (np.where(random.random(len(truth)) < wrong, 1 - truth, truth) for wrong in (0.2, 0.3))
    cluster = {"cluster": np.repeat(np.arange(clusters), 20)}
    with nullcontext() if few is None else pytest.warns(IntervalWarning, match=few):
        found = accuracy.interval(truth, first, **cluster), accuracy.compare(truth, first, second, **cluster)
    assert [one.reason for one in found] == [few, few]
