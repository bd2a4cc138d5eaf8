"""Comparisons of models on the same rows: edges, identities, margins, classes at once, other software."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scipy import stats
from support.files import TESTS

import concordant
from concordant import (
    accuracy,
    brier_score,
    cohen_kappa,
    diagnostic_odds_ratio,
    f1,
    kolmogorov_smirnov,
    log_loss,
    partial_auc,
    positive_likelihood_ratio,
    recall,
    roc_auc,
    zero_one_loss,
)
from concordant.errors import InputError, IntervalWarning, UndefinedMetricWarning
from concordant.inference.comparisons.difference import adjusted
from concordant.inference.comparisons.proportions import tango_interval
from concordant.metrics import get
from concordant.metrics.definition.metric import Metric
from concordant.result import Comparisons


def compare_rows(n: int = 120, seed: int = 1, labels: int = 3) -> tuple[Any, Any, Any]:
    random = np.random.default_rng(seed)
    truth = random.integers(0, labels, n)
    first = np.where(random.random(n) < 0.8, truth, random.integers(0, labels, n))
    second = np.where(random.random(n) < 0.6, truth, random.integers(0, labels, n))
    return truth, first, second


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", [cohen_kappa, accuracy, roc_auc])
def test_a_model_beside_itself_differs_by_nothing(metric: Any) -> None:
    truth, first, _ = compare_rows(labels=2)
    with pytest.warns(IntervalWarning, match="the two are the same in every row"):
        result = metric.compare(truth, first, first)
    assert (result.difference, result.p_value, result.conclusion) == (0.0, 1.0, "no difference shown")
    if metric is accuracy:  # Tango without discordant rows
        assert result.low == pytest.approx(-(1.959964**2) / (120 + 1.959964**2), rel=1e-6)
        assert result.high == pytest.approx(-result.low)
    else:
        assert "no interval: nothing moves the difference" in str(result.reason)
        assert np.isnan([result.low, result.high]).all()


@pytest.mark.parametrize("metric", [cohen_kappa, accuracy])
@pytest.mark.parametrize("weight", [1e12, 1e14, 1e17])
def test_one_row_that_outweighs_all_others_is_named(metric: Any, weight: float) -> None:
    truth, first, second = compare_rows(labels=2)
    weights = np.ones(len(truth))
    weights[7] = weight
    with pytest.warns(IntervalWarning, match="no interval: one row outweighs all others"):
        result = metric.compare(truth, first, second, sample_weight=weights)
    assert math.isnan(result.low)


def test_one_row() -> None:
    with pytest.warns(IntervalWarning, match="only 1 row in which one of the two alone is right"):
        result = accuracy.compare([1], [1], [0], labels=[0, 1])
    assert result.difference == 1
    assert result.p_value == pytest.approx(math.erfc(1 / math.sqrt(2)), rel=1e-12)  # the score is 1
    assert -1 < result.low < result.high <= 1
    with pytest.warns(IntervalWarning):
        assert accuracy.compare([1], [1], [0], labels=[0, 1], method="mcnemar-mid-p").p_value == 0.5  # of one fair coin


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_all_rows_discordant() -> None:
    truth = [0, 1] * 6
    wrong = [1, 0] * 6
    result = accuracy.compare(truth, truth, wrong)
    assert result.difference == 1
    assert result.p_value == pytest.approx(math.erfc(math.sqrt(12 / 2)), rel=1e-12)
    assert accuracy.compare(truth, truth, wrong, method="mcnemar-mid-p").p_value == pytest.approx(0.5**12)
    kappa = cohen_kappa.compare(truth, truth, wrong)
    assert (kappa.difference, kappa.method) == (2, "permutation")
    assert kappa.p_value == pytest.approx(2 * 0.5**12)
    assert "the score test cannot be computed here" in str(kappa.reason)


def test_no_rows() -> None:
    with pytest.warns(UndefinedMetricWarning, match="A: there are no rows; B: there are no rows"):
        result = accuracy.compare([], [], [], labels=[0, 1])
    assert np.isnan([result.difference, result.p_value]).all()
    assert str(result) == "accuracy of A minus B is undefined: A: there are no rows; B: there are no rows"


def test_a_metric_that_is_undefined_for_one_model() -> None:
    with pytest.warns(UndefinedMetricWarning, match="B: both raters use only the category 1"):
        result = cohen_kappa.compare([1, 1, 1], [1, 1, 0], [1, 1, 1])
    assert math.isnan(result.p_value)
    assert result.values[0] == 0
    assert math.isnan(result.values[1])
    assert result.conclusion == "undefined"


def test_missing_rows_are_dropped_for_both() -> None:
    truth, first, second = (column.astype(float) for column in compare_rows())
    first[3], second[5] = np.nan, np.nan
    result = cohen_kappa.compare(truth, first, second, missing="drop")
    kept = np.setdiff1d(np.arange(len(truth)), [3, 5])
    assert result.n == len(kept)
    assert result.p_value == cohen_kappa.compare(truth[kept], first[kept], second[kept]).p_value
    with pytest.raises(InputError, match="pred_a"):
        cohen_kappa.compare(truth, first, second)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("times", [1, 4])
def test_few_dear_errors_are_doubted_whether_the_sample_has_them_or_not(times: int) -> None:
    """Of rows that cost 50 times as much each model misses one, or four."""
    truth, first, second = (
        np.repeat(column, [17, times, times, 300, 50, 30])
        for column in ([1, 1, 1, 0, 0, 0], [1, 0, 1, 0, 1, 0], [1, 1, 0, 0, 0, 1])
    )
    reason = concordant.expected_cost.compare(truth, first, second, cost=[[0, 1], [50, 0]]).reason
    assert ("few dear errors, seen or not, carry the difference" in str(reason)) == (times == 1)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_a_value_that_one_more_row_moves_without_end_is_doubted() -> None:
    """A product of recalls of which one is 0 has no error of its own, which is not to say that it is certain."""
    truth = np.repeat([0, 1, 2], [40, 40, 6])
    good, blind = np.where(np.arange(86) % 7, truth, 0), np.where(truth == 2, 0, truth)
    result = concordant.geometric_mean.compare(truth, good, blind)
    assert "one more row could move 0 by any amount, which the test leaves out" in str(result.reason)


def test_few_discordant_rows_are_doubted() -> None:
    truth = np.array([0, 1] * 50)
    first, second = truth.copy(), truth.copy()
    first[:2], second[10:14] = 1 - first[:2], 1 - second[10:14]
    with pytest.warns(IntervalWarning, match="cohen_kappa: the two differ in only 6 rows"):
        assert "only 6 rows" in str(cohen_kappa.compare(truth, first, second).reason)


# -- identities ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["delta", "permutation", "percentile", "bca", "basic"])
def test_methods_agree_where_rows_are_many(method: str) -> None:
    truth, first, second = compare_rows(600)
    usual = cohen_kappa.compare(truth, first, second, method="delta")
    result = cohen_kappa.compare(truth, first, second, method=method)
    assert result.difference == usual.difference
    assert result.method == method
    np.testing.assert_allclose([result.low, result.high], [usual.low, usual.high], atol=0.02)
    third = np.where(np.random.default_rng(8).random(600) < 0.12, (truth + 1) % 3, first)
    usual, result = (cohen_kappa.compare(truth, first, third, method=one) for one in ("delta", method))
    assert result.p_value == pytest.approx(usual.p_value, abs=0.03)


def test_rows_that_are_repeated_in_clusters_tell_nothing_new() -> None:
    truth, first, second = compare_rows()
    plain = cohen_kappa.compare(truth, first, second, cluster=np.arange(len(truth)))
    twice = [np.repeat(column, 3) for column in (truth, first, second)]
    result = cohen_kappa.compare(*twice, cluster=np.repeat(np.arange(len(truth)), 3))
    assert (result.se, result.p_value) == pytest.approx((plain.se, plain.p_value), rel=1e-9)
    assert accuracy.compare(*twice, cluster=np.repeat(np.arange(len(truth)), 3)).method == "score"


def test_bootstrap_limits_and_p_value_say_the_same() -> None:
    for seed in range(12):
        truth, first, second = compare_rows(80, seed)
        for method in ("percentile", "basic", "bca"):
            result = cohen_kappa.compare(truth, first, second, method=method, draws=400)
            if abs(result.p_value - 0.05) > 0.015:
                assert (0 in result) == (result.p_value > 0.05), (seed, method)


def test_a_metric_without_influences_is_compared_by_resampling() -> None:
    random = np.random.default_rng(2)
    truth = random.integers(0, 2, 80)
    first, second = truth + random.normal(size=80), truth + 2 * random.normal(size=80)
    result = kolmogorov_smirnov.compare(truth, first, second, draws=200)
    assert result.method == "permutation"
    near = kolmogorov_smirnov.compare(truth, first, second, draws=200, margin=0.2, alternative="equivalence")
    assert near.method == "percentile"
    assert result.low < result.difference < result.high
    assert 0 < result.p_value < 1


# -- margins -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["delta", "mcnemar"])
@pytest.mark.parametrize("margin", [0.05, 0.2, 0.26, 0.3, 0.4])
def test_limits_inside_the_margin_are_what_the_p_value_says(method: str, margin: float) -> None:
    truth, first, second = compare_rows(400)
    same = accuracy.compare(truth, first, second, margin=margin, alternative="equivalence", method=method)
    assert same.level == pytest.approx(0.9)
    assert (same.p_value < 0.05) == (-margin < same.low and same.high < margin)
    worse = accuracy.compare(truth, second, first, margin=margin, alternative="non-inferiority", method=method)
    assert (worse.p_value < 0.05) == (worse.low > -margin)
    shown = "A is not inferior to B" if worse.p_value < 0.05 else "non-inferiority not shown"
    assert worse.conclusion == shown
    loss = zero_one_loss.compare(truth, second, first, margin=margin, alternative="non-inferiority", method=method)
    assert loss.p_value == pytest.approx(worse.p_value)


@pytest.mark.parametrize("margin", [0.0, 0.05, 0.2, 0.3])
@pytest.mark.parametrize(
    ("metric", "method"), [(accuracy, None), (accuracy, "bca"), (f1, None), (cohen_kappa, "mover")]
)
def test_superiority_is_what_non_inferiority_of_the_other_model_leaves(
    metric: Metric, method: str | None, margin: float
) -> None:
    truth, first, second = compare_rows(400)
    options: dict[str, Any] = {"average": "macro"} if metric is f1 else {}
    superior = metric.compare(
        truth, first, second, margin=margin, alternative="superiority", method=method, draws=300, **options
    )
    assert superior.level == pytest.approx(0.9)
    assert (superior.p_value < 0.05) == (superior.low > margin) == (superior.conclusion == "A is superior to B")
    if margin:
        claim: dict[str, Any] = {"margin": margin, "alternative": "non-inferiority", "method": method, "draws": 300}
        inferior = metric.compare(truth, second, first, **claim, **options)
        assert superior.p_value + inferior.p_value == pytest.approx(1, abs=2 / 300 if method == "bca" else 1e-9)
    read = type(superior).from_dict(superior.to_dict())
    assert (read, read.alternative, read.margin) == (superior, "superiority", margin)


def test_superiority_agrees_with_scipy_and_with_half_of_mcnemar() -> None:
    random = np.random.default_rng(1)
    truth = random.integers(0, 2, 60)
    first, second = (np.clip(truth * 0.6 + 0.2 + random.normal(scale=s, size=60), 0.01, 0.99) for s in (0.2, 0.35))
    losses = (first - truth) ** 2 - (second - truth) ** 2  # less is better
    for margin in (None, 0.0, 0.01, 0.06):
        claim: dict[str, Any] = {"alternative": "superiority", "margin": margin, "method": "delta"}
        expected = stats.ttest_1samp(losses, -(margin or 0.0), alternative="less")
        result = brier_score.compare(truth, first, second, **claim)
        assert result.p_value == pytest.approx(expected.pvalue)
        assert result.margin == (margin or 0.0)
    for better, worse in ((first, second), (second, first)):
        rows = truth, (better > 0.5).astype(int), (worse > 0.5).astype(int)
        either, superior = accuracy.compare(*rows), accuracy.compare(*rows, alternative="superiority")
        half = either.p_value / 2
        assert superior.p_value == pytest.approx(half if either.difference > 0 else 1 - half)


# -- several -------------------------------------------------------------------------------------------------------


def test_several_models_are_all_pairs_with_holm() -> None:
    truth, first, second = compare_rows()
    third = compare_rows(seed=5)[1]
    result = cohen_kappa.compare(truth, first, second, third, names=("x", "y", "z"))
    assert isinstance(result, Comparisons)
    assert [pair.names for pair in result] == [("x", "y"), ("x", "z"), ("y", "z")]
    alone = cohen_kappa.compare(truth, first, second)
    assert (result[0].difference, result[0].p_value) == pytest.approx((alone.difference, alone.p_value), rel=1e-12)
    raw = np.sort(result.p_value)
    np.testing.assert_allclose(np.sort(result.adjusted)[0], min(1, 3 * raw[0]))
    assert (result.adjusted >= result.p_value).all()
    plain = cohen_kappa.compare(truth, first, second, third, adjust=None)
    np.testing.assert_array_equal(plain.adjusted, plain.p_value)
    np.testing.assert_array_equal(np.asarray(result), result.difference)


# -- independent rows ----------------------------------------------------------------------------------------------


def test_variances_of_independent_rows_add() -> None:
    truth, first, second = compare_rows(200)
    result = cohen_kappa.compare_independent((truth, first), (truth[:150], second[:150]), method="delta")
    parts = tuple(
        cohen_kappa.interval(*data, method="fisher").se for data in ((truth, first), (truth[:150], second[:150]))
    )
    assert result.se**2 == pytest.approx(parts[0] ** 2 * 200 / 199 + parts[1] ** 2 * 150 / 149, rel=1e-9)
    assert result.n == 350
    for method in ("percentile", "bca"):
        drawn = cohen_kappa.compare_independent((truth, first), (truth[:150], second[:150]), method=method)
        np.testing.assert_allclose([drawn.low, drawn.high], [result.low, result.high], atol=0.03)
        assert drawn.p_value == pytest.approx(result.p_value, abs=0.01)


def test_independent_clusters_and_weights_are_pairs() -> None:
    truth, first, second = compare_rows(200)
    code = np.arange(200) // 2
    result = cohen_kappa.compare_independent((truth, first), (truth, second), cluster=(code, code), method="delta")
    parts = [cohen_kappa.interval(truth, column, cluster=code).se for column in (first, second)]
    assert result.se == pytest.approx(math.hypot(*parts), rel=1e-9)
    same = np.ones(200), np.ones(200)
    weighted = cohen_kappa.compare_independent((truth, first), (truth, second), sample_weight=same)
    plain = cohen_kappa.compare_independent((truth, first), (truth, second))
    assert weighted.p_value == pytest.approx(plain.p_value)


def test_independent_samples_have_the_labels_of_both() -> None:
    truth, first, second = compare_rows(200)
    few = truth < 2
    result = f1.compare_independent((truth, first), (truth[few], np.minimum(second[few], 1)), average="micro")
    assert "labels:0..2" in result.signature


# -- the result ----------------------------------------------------------------------------------------------------


# -- infinite values -----------------------------------------------------------------------------------------------

TRUTH = [0] * 20 + [1] * 20
SURE = {  # predictions of two models whose metric is infinite
    "log_loss": ([0.0] * 20 + [0.8] * 18 + [0.0] * 2, [0.1] * 20 + [0.8] * 15 + [0.0] * 5),
    "diagnostic_odds_ratio": (TRUTH, [0] * 20 + [1] * 19 + [0]),
    "positive_likelihood_ratio": ([0] * 20 + [1] * 18 + [0] * 2, [0] * 20 + [1] * 15 + [0] * 5),
}


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("method", [None, "delta", "percentile", "bca"])
@pytest.mark.parametrize("metric", [log_loss, diagnostic_odds_ratio, positive_likelihood_ratio])
def test_two_infinite_values_are_undefined_in_our_words_alone(metric: Any, method: str | None) -> None:
    a, b = SURE[metric.name]
    with pytest.warns(UndefinedMetricWarning, match="both are infinite"):
        assert math.isnan(metric.compare(TRUTH, a, b, method=method, draws=50).difference)
    with pytest.warns(UndefinedMetricWarning, match="both are infinite"):
        assert math.isnan(metric.compare_independent((TRUTH, a), (TRUTH, b), method=method, draws=50).difference)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("name", ["uncertainty_coefficient", "normalized_mutual_information", "mutual_information"])
def test_unlike_biases_of_information_are_a_doubt(name: str) -> None:
    random = np.random.default_rng(8)
    y, few, many = (random.integers(0, labels, 1500) for labels in (10, 2, 20))
    metric = concordant.metrics.get(name)
    assert "chance makes the values too large" in metric.compare(y, few, many).reason
    y, few, again = (random.integers(0, 2, 20_000) for _ in range(3))
    again = np.where(random.random(20_000) < 0.3, y, again)
    few = np.where(random.random(20_000) < 0.5, y, few)
    assert metric.compare(y, few, again).reason is None


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("balanced_accuracy", {}, "only 2 rows of y_true are 2"),
        ("precision", {"average": "macro"}, "only 1 row is predicted as 2; only 2 rows are predicted as 2"),
        ("f1", {"average": "macro"}, None),
        ("cohen_kappa", {}, None),
    ],
)
def test_a_rare_class_is_doubted_once(name: str, options: dict[str, Any], reason: str | None) -> None:
    y = np.repeat([0, 1, 2], [60, 60, 2])
    a, b = (np.where(np.arange(122) % each == 3, 1 - y % 2, y) for each in (5, 7))
    a[-2:], b[-2:] = [0, 2], [2, 2]
    assert concordant.metrics.get(name).compare(y, a, b, **options).reason == reason


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("heavy", [1e3, 1e5, 1e8])
@pytest.mark.parametrize("name", ["cohen_kappa", "f1"])
def test_one_heavy_row_is_a_doubt_however_heavy(name: str, heavy: float) -> None:
    random = np.random.default_rng(0)
    y = random.integers(0, 3, 400)
    a, b = np.where(random.random(400) < 0.7, y, 0), np.where(random.random(400) < 0.6, y, 1)
    weight = np.ones(400)
    weight[np.flatnonzero((a == y) & (b != y))[0]] = heavy
    options = {"average": "macro"} if name == "f1" else {}
    result = concordant.metrics.get(name).compare(y, a, b, sample_weight=weight, **options)
    assert "the weighted rows are worth only" in result.reason


# -- all classes at once -------------------------------------------------------------------------------------------

METRICS = [
    name
    for name in concordant.metrics.names()
    if "average" in get(name).options and get(name).data == ("y_true", "y_pred") and get(name).facts.instead is None
]
WAYS = ("plain", "weighted", "clusters", "weighted clusters", "few rows", "nearly perfect")
SOME = ("f1", "recall", "precision", "informedness", "jaccard")


def rows(seed: int, n: int, k: int, right: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, k, n)
    return truth, *(np.where(rng.random(n) < right, truth, rng.integers(0, k, n)) for _ in range(2))


def assert_as_binary(name: str, truth: Any, a: Any, b: Any, labels: Sequence[int], **options: Any) -> None:
    """Each class is compared as its labels against all others are."""
    metric, rest = get(name), {"beta": 2.0} if name == "f_beta" else {}
    declared = sorted({*truth.tolist(), *a.tolist(), *b.tolist()})
    classes = metric.compare(truth, a, b, average=None, adjust=None, **rest, **options)
    for label in labels:
        found = classes[declared.index(label)]
        sides = [(column == label).astype(int) for column in (truth, a, b)]
        alone = metric.compare(*sides, labels=[0, 1], **rest, **options)
        for field in ("difference", "low", "high", "se", "p_value"):
            expected = pytest.approx(getattr(alone, field), rel=1e-8, abs=1e-15, nan_ok=True)
            assert getattr(found, field) == expected, (field, label)
        assert (found.conclusion, found.n) == (alone.conclusion, alone.n)
        assert found.method == alone.method or "permutation" in (found.method, alone.method)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize(
    ("name", "k"), [*((name, 5) for name in METRICS), *((name, k) for name in SOME for k in (3, 40, 90))]
)
def test_each_class_is_compared_as_binary_labels_are(name: str, k: int, how: str) -> None:
    n = 8 * k if how == "few rows" else 12 * max(k, 50)
    truth, a, b = rows(3, n, k, 0.98 if how == "nearly perfect" else 0.7)
    options: dict[str, Any] = {}
    if "weighted" in how:
        options["sample_weight"] = np.random.default_rng(2).choice([0.5, 1.0, 2.5], n)
    if "clusters" in how:
        options["cluster"] = np.arange(n) // 6
    assert_as_binary(name, truth, a, b, np.unique(truth)[::7].tolist() if k > 5 else np.unique(truth), **options)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("name", "method"),
    [
        *(("recall", f"mcnemar{name}") for name in ("", "-mid-p", "-exact", "-corrected")),
        ("recall", "delta"),
        ("f1", "mover"),
    ],
)
def test_methods_that_test_all_classes_at_once(name: str, method: str) -> None:
    assert_as_binary(name, *rows(11, 120, 3, 0.8), range(3), method=method)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_classes_that_are_the_same_say_so() -> None:
    truth, a, b = rows(17, 400, 6, 0.8)
    b = np.where((truth == 2) | (a == 2) | (b == 2), a, b)
    for name in ("f1", "recall"):
        same = get(name).compare(truth, a, b, average=None)[2]
        assert same.p_value == 1
        assert "the two are the same in every row" in (same.reason or "")
        assert math.isnan(same.low) == (name == "f1")


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_weights_that_round_hide_no_class_that_is_the_same() -> None:
    rng = np.random.default_rng(199)
    truth = rng.integers(0, 3, 60)
    a = np.where(rng.random(60) < 0.8, truth, rng.integers(0, 3, 60))
    b = a.copy()
    others = np.flatnonzero(a != 2)[:6]
    b[others] = 1 - a[others]
    same = concordant.specificity.compare(truth, a, b, average=None, sample_weight=rng.uniform(0.2, 3, 60))[2]
    assert (same.method, same.p_value) == ("score", 1)
    assert same.difference == pytest.approx(0, abs=1e-15)
    assert "the two are the same in every row" in (same.reason or "")


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("k", [5, 20, 80])
def test_a_slope_without_end_hides_no_difference(k: int) -> None:
    truth, a, b = rows(0, 50 * k, k, 0.7)
    b = np.where((b == 1) & (truth != 1), truth, b)  # without a false positive of class 1
    result = get("prevalence_threshold").compare(truth, a, b, average=None)[1]
    binary = get("prevalence_threshold").compare(truth == 1, a == 1, b == 1)
    assert result.se < 0.1
    assert result.p_value < 1e-4
    assert (result.se, result.p_value) == pytest.approx((binary.se, binary.p_value), rel=1e-8)


# Rscript tests/reference/paired.R
PAIRED = json.loads((TESTS / "reference" / "paired.json").read_text(encoding="utf-8"))
AUCS = pytest.mark.parametrize("case", PAIRED["aucs"], ids=lambda case: case["name"])
SHARES = pytest.mark.parametrize("case", PAIRED["shares"], ids=lambda case: case["name"])


def of_table(table: Any) -> tuple[Any, Any, Any]:
    """Truth and two models: how often both are right, A alone, B alone, neither."""
    right = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], np.ravel(table), axis=0)
    return np.ones(len(right), int), right[:, 0], right[:, 1]


@AUCS
def test_delong_paired_is_that_of_proc(case: dict[str, Any]) -> None:
    result = roc_auc.compare(case["truth"], case["a"], case["b"])
    assert result.method == "delong"
    np.testing.assert_allclose(result.values, case["auc"], rtol=1e-12)
    np.testing.assert_allclose(result.se, case["se"], rtol=1e-9)
    np.testing.assert_allclose(result.p_value, case["p_value"], rtol=1e-9)
    np.testing.assert_allclose(result.difference / result.se, case["statistic"], rtol=1e-9)
    np.testing.assert_allclose([result.low, result.high], case["limits"], rtol=1e-9)


@AUCS
def test_delong_unpaired_is_that_of_proc(case: dict[str, Any]) -> None:
    rows = case["unpaired"]["rows"]
    other = [case["truth"][row] for row in rows], [case["b"][row] for row in rows]
    result = roc_auc.compare_independent((case["truth"], case["a"]), other, method="delong")
    np.testing.assert_allclose(result.values, [case["auc"][0], case["unpaired"]["auc"]], rtol=1e-12)
    np.testing.assert_allclose(result.difference / result.se, case["unpaired"]["statistic"], rtol=1e-9)
    np.testing.assert_allclose(result.p_value, case["unpaired"]["p_value"], rtol=1e-9)


@SHARES
@pytest.mark.filterwarnings("ignore:accuracy")
def test_accuracy_by_mcnemar_has_the_interval_of_tango(case: dict[str, Any]) -> None:
    result = accuracy.compare(*of_table(case["table"]), labels=[0, 1])
    assert result.method == "mcnemar"
    np.testing.assert_allclose(result.p_value, case["chi2"], rtol=1e-9)
    np.testing.assert_allclose([result.low, result.high], case["tango"], atol=1e-7)
    b, c, n = case["table"][0][1], case["table"][1][0], np.sum(case["table"])
    np.testing.assert_allclose(result.se, np.sqrt(b + c - (b - c) ** 2 / n) / n, rtol=1e-9, atol=1e-12)
    for name, kind in (("mcnemar-mid-p", "mid_p"), ("mcnemar-exact", "exact"), ("mcnemar-corrected", "corrected")):
        other = accuracy.compare(*of_table(case["table"]), labels=[0, 1], method=name)
        np.testing.assert_allclose(other.p_value, case[kind], rtol=1e-9)
        assert (other.low, other.high) == (result.low, result.high)


def test_the_interval_of_tango_in_other_packages() -> None:
    # ratesci (R), in its source for the table 1 1 / 7 12: -0.517 to -0.026
    np.testing.assert_allclose(tango_interval(1, 7, 21, 1.959964), [-0.517, -0.026], atol=5e-4)
    # PropCIs::scoreci.mp(25, 28, 618, conf.level = 0.9), of (28 - 25) / 618: -0.0148 to 0.0247
    np.testing.assert_allclose(tango_interval(28, 25, 618, 1.644854), [-0.0148, 0.0247], atol=5e-5)


def losses(column: Any) -> np.ndarray:
    """Probabilities of the class that all rows are of, so that the Brier score is the mean of `column`."""
    return 1 - np.asarray(column, float)


def test_losses_by_delta_are_the_paired_t_test() -> None:
    case = PAIRED["means"]
    result = brier_score.compare(np.ones(60, int), losses(case["a"]), losses(case["b"]), labels=[0, 1])
    assert result.method == "delta"
    np.testing.assert_allclose(result.p_value, case["paired"]["p_value"], rtol=1e-9)
    np.testing.assert_allclose([result.low, result.high], case["paired"]["limits"], rtol=1e-9)
    np.testing.assert_allclose(result.se, case["paired"]["se"], rtol=1e-9)


def test_accuracy_by_score_counts_a_quarter_of_a_row_more_for_each_model() -> None:
    case = PAIRED["means"]
    truth, b, c = np.ones(60, int), *(np.sum(np.subtract(case["a"], case["b"]) == way) for way in (1, -1))
    plain, result = (accuracy.compare(truth, case["a"], case["b"], method=method) for method in ("delta", "score"))
    d = (b - c) / 60  # a row that A alone is right in moves it by 1 - d, one of B by -1 - d
    unseen = (0.25 * (1 - d) ** 2 + 0.25 * (1 + d) ** 2) / 60**2
    np.testing.assert_allclose(plain.se, case["paired"]["se"], rtol=1e-9)
    np.testing.assert_allclose(result.se**2, case["paired"]["se"] ** 2 + unseen, rtol=1e-9)
    np.testing.assert_allclose(result.difference, d, rtol=1e-12)


def test_independent_losses_and_accuracies_are_the_test_of_welch() -> None:
    case, ones = PAIRED["means"], np.ones(60, int)
    loss = brier_score.compare_independent(
        (ones, losses(case["a"])), (ones[:45], losses(case["b"][:45])), method="delta", labels=[0, 1]
    )
    right = accuracy.compare_independent((ones, case["a"]), (ones[:45], case["b"][:45]), method="delta")
    for result in (loss, right):
        np.testing.assert_allclose(result.p_value, case["welch"]["p_value"], rtol=1e-9)
        np.testing.assert_allclose([result.low, result.high], case["welch"]["limits"], rtol=1e-9)


def test_margins_are_one_sided_t_tests() -> None:
    case = PAIRED["means"]
    rows = np.ones(60, int), losses(case["a"]), losses(case["b"])  # less is better: A - B is to be at most the margin
    how = {"method": "delta", "margin": case["margin"], "labels": [0, 1]}
    worse = brier_score.compare(*rows, alternative="non-inferiority", **how)
    either = brier_score.compare(*rows, alternative="equivalence", **how)
    np.testing.assert_allclose(worse.p_value, case["at_least"], rtol=1e-9)
    np.testing.assert_allclose(either.p_value, max(case["at_most"], case["at_least"]), rtol=1e-9)


@pytest.mark.parametrize("case", PAIRED["kappas"]["cases"], ids=["none", "linear", "quadratic"])
def test_two_dependent_kappas_by_the_gradient_on_the_joint_table(case: dict[str, Any]) -> None:
    rows = PAIRED["kappas"]
    weights = None if case["weights"] == "none" else case["weights"]
    result = cohen_kappa.compare(rows["truth"], rows["a"], rows["b"], weights=weights, method="delta")
    np.testing.assert_allclose(result.values, case["kappa"], rtol=1e-12)
    np.testing.assert_allclose(result.difference, case["difference"], rtol=1e-9)
    np.testing.assert_allclose(result.se, case["se"] * np.sqrt(150 / 149), rtol=1e-8)  # a numeric gradient


ADJUSTING = json.loads((TESTS / "reference" / "multiplicity.json").read_text("utf-8"))["adjusting"]
WAYS = ("holm", "fdr", "fdr-by")


def test_edges_of_adjusting() -> None:
    nan = float("nan")
    for way in (*WAYS, None):
        assert adjusted(np.array([]), way).shape == (0,)  # type: ignore[arg-type]
        assert adjusted(np.array([0.03]), way) == [0.03]  # type: ignore[arg-type]
        np.testing.assert_array_equal(adjusted(np.array([nan, nan]), way), [nan, nan])  # type: ignore[arg-type]
    with_gap = np.array([0.01, nan, 0.04])
    np.testing.assert_allclose(adjusted(with_gap, "holm"), [0.02, nan, 0.04])
    np.testing.assert_allclose(adjusted(with_gap, "fdr"), [0.02, nan, 0.04])
    np.testing.assert_allclose(adjusted(with_gap, "fdr-by"), [0.03, nan, 0.06])
    np.testing.assert_array_equal(adjusted(np.array([0.0, 1.0, 0.9]), "fdr"), [0.0, 1.0, 1.0])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", ADJUSTING)
def test_adjusted_p_values_as_in_r(case: dict[str, Any], way: Any) -> None:
    np.testing.assert_allclose(adjusted(np.array(case["p"]), way), case[way], rtol=1e-12)


def test_a_table_of_comparisons_says_how_they_are_adjusted() -> None:
    random = np.random.default_rng(3)
    truth = random.integers(0, 2, 200)
    models = [np.where(random.random(200) < share, truth, 1 - truth) for share in (0.9, 0.8, 0.78)]
    for way, name in (("fdr", "p (FDR)"), ("fdr-by", "p (FDR-BY)"), ("holm", "p (Holm)")):
        result = accuracy.compare(truth, *models, adjust=way, names=("new", "old", "random"))
        header, first, *others = str(result).splitlines()
        assert " ".join(header.split()) == f"pair difference 95 % interval p {name}"
        assert first.startswith("accuracy: new - old")
        assert len(others) == 2
        assert json.loads(json.dumps(result.to_dict()))["adjust"] == way
        np.testing.assert_allclose(result.adjusted, adjusted(result.p_value, way))  # type: ignore[arg-type]
    halves = (truth[:100], models[0][:100]), (truth[100:], models[0][100:])
    classes = recall.compare_independent(*halves, average=None, adjust="fdr")
    np.testing.assert_allclose(classes.adjusted, adjusted(classes.p_value, "fdr"))
    assert [comparison.metric for comparison in classes] == ["recall of 0", "recall of 1"]


def test_few_rows_in_a_range_of_recalls_are_said() -> None:
    random = np.random.default_rng(0)
    truth = np.repeat([1, 0], [15, 285])
    scores = random.normal(size=(2, 300)) + truth
    with pytest.warns(IntervalWarning, match=r"only about 3 positive rows decide the part of the curve with tpr="):
        partial_auc.compare(truth, *scores, tpr=(0.8, 1.0))
    assert partial_auc.compare(truth, *scores, max_fpr=0.2).reason is None


@pytest.mark.parametrize("name", ["f1", "precision", "jaccard"])
@pytest.mark.parametrize("how", [{}, {"margin": 0.05, "alternative": "equivalence"}])
def test_one_row_of_a_class_of_its_own_is_no_evidence(name: str, how: dict[str, Any]) -> None:
    """A single stray label makes the mean over classes one over other classes: it jumps by a fourth."""
    random = np.random.default_rng(0)
    truth = random.choice(["cat", "cow", "dog"], 1000)
    old = np.where(random.random(1000) < 0.9, truth, "cat")
    new = old.copy()
    new[3] = "elk"
    with pytest.warns(IntervalWarning, match="no row is"):
        found = get(name).compare(truth, new, old, average="macro", **how)
    assert found.difference < -0.2
    assert found.low < -0.2
    assert found.high >= 0
    assert found.p_value > 0.3
    with pytest.warns(IntervalWarning):  # of no row of the truth the weighted mean takes nothing
        weighted = get(name).compare(truth, new, old, average="weighted")
    assert abs(weighted.difference) < 0.01
    assert weighted.method == "score"


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_two_equal_models_with_a_rare_class_seldom_differ() -> None:
    """Tests by influences rejected in 16 % of such samples."""
    rejected = []
    for seed in range(200):
        random = np.random.default_rng(seed)
        truth, *others = (random.choice(3, 30, p=[0.6, 0.37, 0.03]) for _ in range(3))
        first, second = (np.where(random.random(30) < 0.75, truth, other) for other in others)
        rejected.append(f1.compare(truth, first, second, average="macro", draws=500).p_value < 0.05)
    assert np.mean(rejected) < 0.08
