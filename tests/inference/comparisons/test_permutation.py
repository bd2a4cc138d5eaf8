"""Exchanges within clusters against all of them, one by one: only clusters in which something differs need one."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import concordant
from concordant import accuracy, cohen_kappa, f1, recall
from concordant.inference.comparisons import permutation as by_permutation
from concordant.result import Comparison, Comparisons

Array = np.ndarray[Any, Any]
pytestmark = [
    pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning"),
    pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning"),
]


def data(classes: int, clusters: int, *, weighted: bool) -> tuple[Array, Array, Array, Array, Array | None]:
    random = np.random.default_rng(classes + clusters)
    rows = 4 * clusters
    truth, cluster = random.integers(0, classes, rows), random.permutation(np.arange(rows) % clusters)
    a = np.where(random.random(rows) < 0.8, truth, random.integers(0, classes, rows))
    b = np.where(random.random(rows) < 0.8, a, random.integers(0, classes, rows))
    return truth, a, b, cluster, random.integers(1, 3, rows) * 0.5 if weighted else None


def share_as_far(metric: Any, truth: Array, a: Array, b: Array, cluster: Array, weights: Array | None, how: Any) -> Any:
    """The share of all exchanges with a difference as large as the observed one, or undefined; of each value."""
    given = {**how, "sample_weight": weights}
    names = np.unique(cluster)
    observed = np.abs(np.asarray(metric(truth, a, **given)) - np.asarray(metric(truth, b, **given)))
    far = 0.0
    for flips in itertools.product([False, True], repeat=len(names)):
        swap = np.array(flips)[np.searchsorted(names, cluster)]
        first = metric(truth, np.where(swap, b, a), **given)
        second = metric(truth, np.where(swap, a, b), **given)
        moved = np.abs(np.asarray(first) - np.asarray(second))
        far = far + (np.isnan(moved) | (moved >= observed - 1e-9))
    return far / 2.0 ** len(names)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    ("metric", "how"),
    [(accuracy, {}), (cohen_kappa, {"weights": "quadratic"}), (f1, {"average": "macro"}), (recall, {"average": None})],
)
def test_few_clusters_are_exchanged_in_all_ways(metric: Any, how: Any, weighted: bool) -> None:
    truth, a, b, cluster, weights = data(3, 9, weighted=weighted)
    given = {**how, "labels": [0, 1, 2]}
    found = metric.compare(truth, a, b, cluster=cluster, sample_weight=weights, method="permutation", **given)
    expected = share_as_far(metric, truth, a, b, cluster, weights, given)
    assert np.asarray(found.p_value) == pytest.approx(expected, abs=1e-12)


def test_clusters_without_a_difference_change_nothing() -> None:
    """They keep the ways few enough to try them all, however many they are."""
    truth, a, b, cluster, _ = data(2, 9, weighted=False)
    agree = np.arange(40_000) % 2
    truth, a, b = (np.concatenate([column, agree]) for column in (truth, a, b))
    cluster = np.concatenate([cluster, 100 + np.arange(len(agree)) // 2])
    found = accuracy.compare(truth, a, b, cluster=cluster, method="permutation")
    few = accuracy.compare(truth[:36], a[:36], b[:36], cluster=cluster[:36], method="permutation")
    assert isinstance(found, Comparison)
    assert isinstance(few, Comparison)
    assert found.p_value == pytest.approx(few.p_value, abs=1e-12)


@pytest.mark.parametrize("classes", [2, 12])
def test_many_clusters_are_drawn(classes: int) -> None:
    """Alike ones as binomial numbers, of few units, and one by one of many: near the same distribution."""
    truth, a, b, cluster, _ = data(classes, 400, weighted=False)
    found = accuracy.compare(truth, a, b, cluster=cluster, method="permutation", seed=1)
    right = np.bincount(cluster, (a == truth).astype(float) - (b == truth))
    signs = np.random.default_rng(0).integers(0, 2, (20_000, 400)) * 2 - 1
    expected = np.mean(np.abs(signs @ right) >= abs(right.sum()) - 1e-9)
    assert isinstance(found, Comparison)
    assert found.p_value == pytest.approx(expected, abs=0.02)


def test_each_of_many_rare_classes() -> None:
    truth, a, b, cluster, _ = data(200, 150, weighted=False)
    each = recall.compare(truth, a, b, average=None, cluster=cluster)
    assert isinstance(each, Comparisons)
    exchanged = [place for place, one in enumerate(each) if one.method == "permutation"]
    assert exchanged
    for place in exchanged[:5]:
        label = np.unique(np.concatenate([truth, a, b]))[place]
        alone = recall.compare(truth == label, a == label, b == label, cluster=cluster, method="permutation")
        assert isinstance(alone, Comparison)
        assert each[place].p_value == pytest.approx(alone.p_value, abs=1e-12)


def test_an_exchange_and_its_mirror_are_as_far_apart_whether_both_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(6)
    truth, a, b = random.integers(0, 2, 7), random.random(7), random.random(7)
    metrics = [concordant.integrated_calibration_index, concordant.kolmogorov_smirnov, concordant.accuracy]
    cases = [(one, (a, b) if one is not metrics[-1] else (a > 0.5, b > 0.5)) for one in metrics]

    def found() -> list[Any]:
        how: Any = {"method": "permutation", "draws": 20}
        return [one.compare(truth.astype(bool), *both, **how).p_value for one, both in cases]

    whole = found()
    monkeypatch.setattr(by_permutation, "_BATCH", 14 * 5)  # five exchanges at a time
    assert_allclose(whole, found(), rtol=1e-12)
