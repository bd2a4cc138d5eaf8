"""Exchanges within clusters against all of them, one by one: only clusters in which something differs need one."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant
from concordant import accuracy, cohen_kappa, f1, recall, roc_auc
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


def share_as_far(metric: Any, truth: Array, a: Array, b: Array, groups: Array, **options: Any) -> Any:
    """The share of exchanges of whole groups that differ as much as observed, or are undefined; of each value."""
    names = np.unique(groups)

    def difference(first: Array, second: Array) -> Array:
        return np.abs(np.asarray(metric(truth, first, **options)) - np.asarray(metric(truth, second, **options)))

    observed, far = difference(a, b), 0.0
    for flips in itertools.product([False, True], repeat=len(names)):
        swap = np.array(flips)[np.searchsorted(names, groups)].reshape(-1, *[1] * (a.ndim - 1))
        moved = difference(np.where(swap, b, a), np.where(swap, a, b))
        far = far + (np.isnan(moved) | (moved >= observed - 1e-9))
    return far / 2.0 ** len(names)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    ("metric", "options"),
    [(accuracy, {}), (cohen_kappa, {"weights": "quadratic"}), (f1, {"average": "macro"}), (recall, {"average": None})],
)
def test_few_clusters_are_exchanged_in_all_ways(metric: Any, options: dict[str, Any], weighted: bool) -> None:
    truth, a, b, cluster, weights = data(3, 9, weighted=weighted)
    given = {**options, "labels": [0, 1, 2], "sample_weight": weights}
    result = metric.compare(truth, a, b, cluster=cluster, method="permutation", **given)
    expected = share_as_far(metric, truth, a, b, cluster, **given)
    assert np.asarray(result.p_value) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("tied", [False, True])
def test_scores_are_exchanged_by_their_ranks(tied: bool) -> None:
    truth = np.array([0, 1, 0, 1, 1, 0, 1, 0])
    first = np.array([0.1, 0.4, 0.35, 0.8, 0.9, 0.2, 0.7, 0.75])
    second = np.array([30.0, 20, 10, 70, 80, 40, 25, 60])  # another scale, with its own ranks
    if tied:
        second = np.minimum(second, 60)  # as many places from the top as in `first`, with other ranks
    ranks = [stats.rankdata(score) for score in (first, second)]
    result = roc_auc.compare(truth, first, second, method="permutation")
    assert result.p_value == pytest.approx(share_as_far(roc_auc, truth, *ranks, np.arange(8)), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "options"),
    [("f1", {"average": "macro"}), ("f1", {"average": "samples"}), ("exact_match", {}), ("hamming_loss", {})],
)
def test_rows_with_several_labels_are_exchanged_as_a_whole(name: str, options: dict[str, Any]) -> None:
    random = np.random.default_rng(11)
    truth = (random.random((9, 4)) < 0.5).astype(int)
    truth[:, 0] = 1
    first, second = (np.where(random.random((9, 4)) < share, truth, 1 - truth) for share in (0.9, 0.5))
    metric = concordant.metrics.get(name)
    result: Any = metric.compare(truth, first, second, method="permutation", **options)
    expected = share_as_far(metric, truth, first, second, np.arange(9), **options)
    assert result.p_value == pytest.approx(expected, rel=1e-9)


def test_no_p_value_is_less_than_draws_can_tell() -> None:
    truth, noise = np.arange(200) % 2, np.random.default_rng(0).random(200)
    assert roc_auc.compare(truth, truth + noise, noise - truth, method="permutation", draws=99).p_value == 1 / 100


def test_clusters_without_a_difference_change_nothing() -> None:
    """They keep the ways few enough to try them all, however many they are."""
    truth, a, b, cluster, _ = data(2, 9, weighted=False)
    agree = np.arange(40_000) % 2
    truth, a, b = (np.concatenate([column, agree]) for column in (truth, a, b))
    cluster = np.concatenate([cluster, 100 + np.arange(len(agree)) // 2])
    result = accuracy.compare(truth, a, b, cluster=cluster, method="permutation")
    few = accuracy.compare(truth[:36], a[:36], b[:36], cluster=cluster[:36], method="permutation")
    assert isinstance(result, Comparison)
    assert isinstance(few, Comparison)
    assert result.p_value == pytest.approx(few.p_value, abs=1e-12)


@pytest.mark.parametrize("classes", [2, 12])
def test_many_clusters_are_drawn(classes: int) -> None:
    """Alike ones as binomial numbers, of few units, and one by one of many: near the same distribution."""
    truth, a, b, cluster, _ = data(classes, 400, weighted=False)
    result = accuracy.compare(truth, a, b, cluster=cluster, method="permutation", seed=1)
    right = np.bincount(cluster, (a == truth).astype(float) - (b == truth))
    signs = np.random.default_rng(0).integers(0, 2, (20_000, 400)) * 2 - 1
    expected = np.mean(np.abs(signs @ right) >= abs(right.sum()) - 1e-9)
    assert isinstance(result, Comparison)
    assert result.p_value == pytest.approx(expected, abs=0.02)


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
