"""Variances of rows in clusters: clubSandwich, by hand, by the definition; and each representation of influences."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.files import TESTS

import concordant
from concordant import accuracy, brier_score, informedness, roc_auc
from concordant.errors import IntervalWarning, OptionError
from concordant.inference.influence import influences as clustered
from concordant.inference.influence.influences import Influences, Sandwich, variance_of_sums
from concordant.inference.samples.sample import Atoms, Clusters

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
# Rscript tests/reference/clusters.R
FROM_R = json.loads((TESTS / "reference" / "clusters.json").read_text(encoding="utf-8"))["cases"]
CASES = pytest.mark.parametrize("case", FROM_R, ids=[case["name"] for case in FROM_R])


def of_rows(code: Any, weight: Any = None, stratum: Any = None) -> Atoms:
    code = np.unique(code, return_inverse=True)[1].ravel()
    weight = np.ones(len(code)) if weight is None else np.asarray(weight, float)
    clusters = Clusters(code, np.arange(len(code)), weight, int(code.max()) + 1)
    return Atoms(weight, weight**2, None if stratum is None else np.asarray(stratum), clusters)


def sandwich(atoms: Atoms, psi: Any, exposure: Any = None) -> Sandwich:
    """That of arrays, too."""
    psi, exposure = (Influences(x) if isinstance(x, np.ndarray) else x for x in (psi, exposure))
    return clustered.sandwich(atoms, psi, exposure)


def degrees_of(share: Any, expected: Any) -> Any:
    """Of the shares of clusters and the expected variances of their sums, (G, S) each; those of sums of nothing."""
    return variance_of_sums(np.zeros_like(share), share, expected, np.ones(share.shape[1])).degrees


# -- edges ---------------------------------------------------------------------------------------------------------


def test_one_cluster_is_refused() -> None:
    with pytest.raises(OptionError, match="cluster= names one cluster; at least two are needed"):
        sandwich(of_rows([0, 0, 0]), np.ones((3, 1)))


# -- by hand -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "stratum", "psi", "variance"),
    [
        # clusters of 1, 1 and 2 rows with the sums 1, 1 and -2 of a mean: 1 / .75 + 1 / .75 + 4 / .5, over 4 squared
        ([0, 1, 2, 2], None, [1, 1, -1, -1], (1 / 0.75 + 1 / 0.75 + 4 / 0.5) / 16),
        # the rows of class 1 move the value twice as far: they share 2 / 6 each, those of class 0 1 / 6
        (range(4), [0, 0, 1, 1], [1, -1, 2, -2], (2 / (1 - 1 / 6) + 8 / (1 - 2 / 6)) / 16),
        # one row a cluster: the divisor of its class where the other class does not count
        (range(10), [0] * 7 + [1] * 3, [0] * 7 + [1, -2, 1], 6 / (1 - 1 / 3) / 100),
    ],
)
def test_by_hand(code: Any, stratum: Any, psi: list[float], variance: float) -> None:
    result = sandwich(of_rows(code, stratum=stratum), np.array(psi, float)[:, None])
    assert_allclose(result.variance, variance, rtol=1e-12)


@pytest.mark.parametrize(("groups", "size"), [(2, 1), (5, 4), (30, 3)])
def test_equal_sizes_have_clusters_less_one_degrees_of_freedom(groups: int, size: int) -> None:
    psi = np.random.default_rng(groups).normal(size=(groups * size, 3))
    result = sandwich(of_rows(np.repeat(np.arange(groups), size)), psi - psi.mean(0))
    assert_allclose(result.degrees, groups - 1, rtol=1e-10)
    sums = (psi - psi.mean(0)).reshape(groups, size, 3).sum(1)
    assert_allclose(result.variance, groups / (groups - 1) * (sums**2).sum(0) / (groups * size) ** 2, rtol=1e-10)


# -- third party ---------------------------------------------------------------------------------------------------


@CASES
def test_a_mean_has_the_variance_of_clubsandwich(case: dict[str, Any]) -> None:
    prob, truth = np.array(case["prob"]), np.ones(len(case["prob"]), int)
    loss = brier_score.interval(truth, prob, cluster=case["cluster"], labels=[0, 1], method="delta")
    assert_allclose([loss.value, loss.se], [case["loss"]["mean"], case["loss"]["se"]], rtol=1e-10)
    right = accuracy.interval(truth, (prob >= 0.5) * 1, cluster=case["cluster"], labels=[0, 1], method="delta")
    assert_allclose([right.value, right.se], [case["right"]["mean"], case["right"]["se"]], rtol=1e-10)


@CASES
def test_degrees_of_freedom_of_independent_rows_are_those_of_clubsandwich(case: dict[str, Any]) -> None:
    sizes = np.bincount(case["cluster"])[1:, None].astype(float)
    share = sizes / sizes.sum()
    result = degrees_of(share, sizes)
    assert_allclose(result, case["loss"]["df"], rtol=1e-9)


# -- the definition ------------------------------------------------------------------------------------------------


def test_degrees_of_freedom_follow_the_correlation_that_the_sample_shows() -> None:
    sizes = np.array([40, 3, 3, 3, 3, 3, 3])
    code = np.repeat(np.arange(7), sizes)
    apart, together = np.resize([1.0, -1.0], 58)[:, None], np.where(code == 0, 1.0, -40 / 18)[:, None]
    share = sizes[:, None] / 58
    for psi, expected in ((apart, sizes), (together, sizes**2)):
        result = sandwich(of_rows(code), psi)
        shown = degrees_of(share, expected[:, None].astype(float))
        assert_allclose(result.degrees, shown, rtol=1e-9)


# -- many values ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", ["recall", "precision", "f1", "informedness", "negative_likelihood_ratio"])
@pytest.mark.parametrize("classes", [3, 12])
def test_a_class_has_the_limits_of_binary_labels(name: str, classes: int, weighted: bool) -> None:
    random = np.random.default_rng(classes)
    cluster, metric = random.integers(0, 30, 400), getattr(concordant, name)
    truth = np.where(random.random(400) < 0.3, cluster % classes, random.integers(0, classes, 400))
    prediction = np.where(random.random(400) < 0.7, truth, random.integers(0, classes, 400))
    reading: dict[str, Any] = {"cluster": cluster, "sample_weight": random.random(400) + 0.2 if weighted else None}
    intervals = metric.interval(truth, prediction, average=None, **reading)
    for label in range(classes):
        alone = metric.interval((truth == label) * 1, (prediction == label) * 1, **reading)
        for part in ("low", "high", "se"):
            assert_allclose(getattr(intervals, part)[label], getattr(alone, part))


@pytest.mark.parametrize("name", ["recall", "precision", "specificity", "f1", "informedness", "markedness"])
def test_models_that_say_the_same_of_a_class_do_not_differ_there(name: str) -> None:
    random = np.random.default_rng(0)
    truth = random.integers(0, 4, 200)
    first = np.where(random.random(200) < 0.8, truth, random.integers(0, 4, 200))
    second = np.where((first < 2) & (random.random(200) < 0.3), 1 - first, first)  # of classes 0 and 1 alone
    columns = [np.append(labels, [4] * 9) for labels in (truth, first, second)]  # class 4 is without an error
    cluster = np.append(random.integers(0, 20, 200), range(9))
    tests = getattr(concordant, name).compare(*columns, average=None, cluster=cluster, method="delta")
    assert [test.p_value for test in tests[2:]] == [1.0, 1.0, 1.0]
    assert max(test.p_value for test in tests[:2]) < 1


def test_sums_of_clusters_that_cancel_are_no_error() -> None:
    # the rows of each cluster move the value by as much up as down; their weights and sizes leave what rounding does
    random = np.random.default_rng(0)
    up = random.random(40) * 10.0 ** random.integers(-3, 8, 40)
    psi, weight = np.concatenate([up, -up / 3]), np.repeat([0.1, 0.3], 40)
    units = of_rows(np.tile(np.arange(8), 10), weight)
    result = sandwich(units, psi[:, None])
    assert [result.variance.tolist(), result.second.tolist()] == [[0.0], [0.0]]
    assert clustered.standard_error(units, Influences(psi)).tolist() == 0.0
    psi[3] = np.inf
    assert not np.isfinite(sandwich(units, psi[:, None]).variance).any()


# -- rounding ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["recall", "f1", "informedness"])
@pytest.mark.parametrize("classes", [3, 10, 100])
def test_a_cluster_that_is_a_class_leaves_the_degrees_of_all_clusters_whatever_the_rounding(
    name: str, classes: int
) -> None:
    random = np.random.default_rng(0)
    truth = random.integers(0, classes, 1000)
    prediction = np.where(random.random(1000) < 0.9, truth, random.integers(0, classes, 1000))
    weight = 1 + random.random(1000)
    interval = partial(getattr(concordant, name).interval, truth, prediction, average=None, cluster=truth)
    first = interval(sample_weight=weight)
    for scale in (1.1, 1.3, 7.7):
        again = interval(sample_weight=scale * weight)
        assert_allclose([again.low, again.high], [first.low, first.high], rtol=1e-6, equal_nan=True)


def test_one_cluster_has_no_interval_of_a_mean_but_a_value() -> None:
    truth, score = np.array([0, 1, 1, 0] * 5), np.linspace(0.1, 0.9, 20)
    result = brier_score.interval(truth, score, cluster=np.zeros(20))
    assert result.value == brier_score(truth, score)
    assert np.isnan(result.low)
    assert "one cluster leaves only 0 degrees of freedom" in str(result.reason)


# -- representations of influences -----------------------------------------------------------------------------------


def test_weights_leave_a_class_of_one_row_to_the_exchange_of_rows() -> None:
    random = np.random.default_rng(1)
    truth, (first, second) = random.integers(0, 2, 60), random.integers(0, 2, (2, 60))
    truth[0], first[0], second[0] = 2, 2, 0
    for light in (1.0, 1e-3, 1e-6):
        weight = np.append(light, np.exp(random.normal(size=59)))
        with pytest.warns(IntervalWarning, match='method="permutation" is used instead'):
            result = informedness.compare(truth, first, second, average=None, sample_weight=weight)
        assert [one.method for one in result] == ["score", "score", "permutation"]
        assert list(result)[2].se == 0


def test_exchanged_rows_give_a_p_value_and_no_limits_where_the_test_has_none() -> None:
    random = np.random.default_rng(2)
    cluster, truth = np.arange(80) // 2, np.arange(80) < 2  # one cluster holds all positive rows
    first, second = np.where(truth, [[5.0], [0.5]], random.normal(size=(2, 80)))
    with pytest.warns(IntervalWarning, match="the rows do not tell how much the difference varies"):
        result = roc_auc.compare(truth, first, second, cluster=cluster)
    assert result.method == "permutation"
    assert 0 < result.p_value <= 1
    assert np.isnan([result.low, result.high, result.se]).all()
