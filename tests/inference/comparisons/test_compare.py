""""""

from __future__ import annotations

import json
import math
import pickle
import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats
from support.files import TESTS
from support.samples import label_samples

import concordant
from concordant import (
    accuracy,
    brier_score,
    cohen_kappa,
    diagnostic_odds_ratio,
    f1,
    gini,
    kolmogorov_smirnov,
    log_loss,
    metrics,
    positive_likelihood_ratio,
    recall,
    roc_auc,
    specificity,
    zero_one_loss,
)
from concordant.errors import (
    ConcordantError,
    InputError,
    InputTypeError,
    IntervalWarning,
    LabelError,
    OptionError,
    UndefinedMetricWarning,
)
from concordant.inference.comparisons.compare import ComparisonRequest, answer, answers_of_each
from concordant.inference.comparisons.difference import Difference, adjusted, check_claim
from concordant.inference.comparisons.paired_tests import unseen_variance
from concordant.inference.comparisons.proportions import mcnemar_p, tango_interval
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.samples.gather import samples_of, split_options
from concordant.metrics import get
from concordant.result import Comparison, Comparisons
from concordant.result.comparisons import ManyComparisons, column, reasons_of


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
        found = metric.compare(truth, first, first)
    assert (found.difference, found.p_value, found.conclusion) == (0.0, 1.0, "no difference shown")


def test_the_same_models_have_no_interval_of_width_zero() -> None:
    truth, first, _ = compare_rows(labels=2)
    with pytest.warns(IntervalWarning, match="no interval: nothing moves the difference"):
        found = cohen_kappa.compare(truth, first, first)
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    with pytest.warns(IntervalWarning, match="the same"):
        found = accuracy.compare(truth, first, first)
    assert found.low == pytest.approx(-(1.959964**2) / (120 + 1.959964**2), rel=1e-6)  # Tango without discordant rows
    assert found.high == pytest.approx(-found.low)


@pytest.mark.parametrize("metric", [cohen_kappa, accuracy])
@pytest.mark.parametrize("weight", [1e12, 1e14, 1e17])
def test_one_row_that_outweighs_all_others_is_named(metric: Any, weight: float) -> None:
    truth, first, second = compare_rows(labels=2)
    weights = np.ones(len(truth))
    weights[7] = weight
    with pytest.warns(IntervalWarning, match="no interval: one row outweighs all others"):
        found = metric.compare(truth, first, second, sample_weight=weights)
    assert math.isnan(found.low)


def test_scores_in_the_same_order_are_the_same_model() -> None:
    random = np.random.default_rng(0)
    truth = random.integers(0, 2, 60)
    score = random.normal(size=60)
    with pytest.warns(IntervalWarning, match="the same"):
        found = roc_auc.compare(truth, score, np.exp(score))
    assert (found.difference, found.p_value) == (0.0, 1.0)


def test_one_row() -> None:
    with pytest.warns(IntervalWarning, match="only 1 rows in which one of the two alone is right"):
        found = accuracy.compare([1], [1], [0], labels=[0, 1])
    assert found.difference == 1
    assert found.p_value == pytest.approx(math.erfc(1 / math.sqrt(2)), rel=1e-12)  # the score is 1
    assert -1 < found.low < found.high <= 1
    with pytest.warns(IntervalWarning):
        assert accuracy.compare([1], [1], [0], labels=[0, 1], method="mcnemar-mid-p").p_value == 0.5  # of one fair coin


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_all_rows_discordant() -> None:
    truth = [0, 1] * 6
    wrong = [1, 0] * 6
    found = accuracy.compare(truth, truth, wrong)
    assert found.difference == 1
    assert found.p_value == pytest.approx(math.erfc(math.sqrt(12 / 2)), rel=1e-12)
    assert accuracy.compare(truth, truth, wrong, method="mcnemar-mid-p").p_value == pytest.approx(0.5**12)
    kappa = cohen_kappa.compare(truth, truth, wrong)
    assert (kappa.difference, kappa.method) == (2, "permutation")
    assert kappa.p_value == pytest.approx(2 * 0.5**12)
    assert "the delta test cannot be computed here" in str(kappa.reason)


def test_no_rows() -> None:
    with pytest.warns(UndefinedMetricWarning, match="A: there are no rows; B: there are no rows"):
        found = accuracy.compare([], [], [], labels=[0, 1])
    assert math.isnan(found.difference)
    assert math.isnan(found.p_value)
    assert str(found) == "accuracy of A less that of B is undefined: A: there are no rows; B: there are no rows"


def test_a_metric_that_is_undefined_for_one_model() -> None:
    with pytest.warns(UndefinedMetricWarning, match="B: both raters use only the category 1"):
        found = cohen_kappa.compare([1, 1, 1], [1, 1, 0], [1, 1, 1])
    assert math.isnan(found.p_value)
    assert found.values[0] == 0
    assert math.isnan(found.values[1])
    assert found.conclusion == "undefined"


def test_labels_that_only_one_model_uses() -> None:
    truth, first, second = compare_rows(labels=2)
    second = second.copy()
    second[:3] = 2
    alone = cohen_kappa(truth, first), cohen_kappa(truth, second)
    assert cohen_kappa.compare(truth, first, second).values == pytest.approx(alone)


def test_missing_rows_are_dropped_for_both() -> None:
    truth, first, second = (column.astype(float) for column in compare_rows())
    first[3], second[5] = np.nan, np.nan
    found = cohen_kappa.compare(truth, first, second, missing="drop")
    kept = np.setdiff1d(np.arange(len(truth)), [3, 5])
    assert found.n == len(kept)
    assert found.p_value == cohen_kappa.compare(truth[kept], first[kept], second[kept]).p_value
    with pytest.raises(InputError, match="pred_a"):
        cohen_kappa.compare(truth, first, second)


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
    found = cohen_kappa.compare(truth, first, second, method=method)
    assert found.difference == usual.difference
    assert found.method == method
    np.testing.assert_allclose([found.low, found.high], [usual.low, usual.high], atol=0.02)
    third = np.where(np.random.default_rng(8).random(600) < 0.12, (truth + 1) % 3, first)
    usual, found = (cohen_kappa.compare(truth, first, third, method=one) for one in ("delta", method))
    assert found.p_value == pytest.approx(usual.p_value, abs=0.03)


def test_exchanging_the_models_turns_the_sign() -> None:
    truth, first, second = compare_rows()
    for method in ("delta", "mcnemar", "permutation", "percentile"):
        one = accuracy.compare(truth, first, second, method=method)
        two = accuracy.compare(truth, second, first, method=method)
        assert one.difference == -two.difference
        drawn = method in ("permutation", "percentile")  # other draws, as alike rows stand in another order
        assert one.p_value == pytest.approx(two.p_value, abs=0.05 if drawn else 1e-12)
        assert (one.low, one.high) == pytest.approx((-two.high, -two.low), abs=0.03 if drawn else 1e-9)


def test_a_loss_has_the_p_value_of_its_gain() -> None:
    gain, loss = (metric.compare(*compare_rows()) for metric in (accuracy, zero_one_loss))
    assert gain.p_value == loss.p_value
    assert (gain.low, gain.high) == pytest.approx((-loss.high, -loss.low))


def test_recall_is_mcnemar_on_the_rows_of_its_class() -> None:
    truth, first, second = compare_rows(300, labels=2)
    for metric, side in ((recall, 1), (specificity, 0)):
        here = truth == side
        found = metric.compare(truth, first, second)
        alone = accuracy.compare(truth[here], first[here], second[here], labels=[0, 1])
        assert (found.p_value, found.method) == (alone.p_value, "mcnemar")
        assert (found.low, found.high) == (alone.low, alone.high)


def test_exact_permutation_of_accuracy_is_mcnemar_exact() -> None:
    truth = np.array([0, 1] * 30)
    first, second = truth.copy(), truth.copy()
    first[:3], second[20:29] = 1 - first[:3], 1 - second[20:29]
    exact, exchanged = (accuracy.compare(truth, first, second, method=m) for m in ("mcnemar-exact", "permutation"))
    assert exchanged.p_value == pytest.approx(exact.p_value, rel=1e-12)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_exact_permutation_is_the_share_of_all_exchanges() -> None:
    truth, first, second = compare_rows(14, seed=3)
    places = np.flatnonzero(first != second)
    observed = abs(cohen_kappa(truth, first) - cohen_kappa(truth, second))
    far = 0
    for way in range(2 ** len(places)):
        a, b = first.copy(), second.copy()
        here = places[[way >> k & 1 == 1 for k in range(len(places))]]
        a[here], b[here] = second[here], first[here]
        far += abs(cohen_kappa(truth, a) - cohen_kappa(truth, b)) >= observed - 1e-12
    found = cohen_kappa.compare(truth, first, second, method="permutation")
    assert found.p_value == pytest.approx(far / 2 ** len(places), rel=1e-12)


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_permutation_of_scores_exchanges_ranks(tied: bool) -> None:
    truth = np.array([0, 1, 0, 1, 1, 0, 1, 0])
    first = np.array([0.1, 0.4, 0.35, 0.8, 0.9, 0.2, 0.7, 0.75])
    second = np.array([30.0, 20, 10, 70, 80, 40, 25, 60])  # another scale, with its own ranks
    if tied:
        second = np.minimum(second, 60)  # as many places from the top as in `first`, with other ranks
    ranks = [stats.rankdata(score) for score in (first, second)]
    observed = abs(roc_auc(truth, first) - roc_auc(truth, second))
    far = 0
    for way in range(256):
        here = np.array([way >> k & 1 == 1 for k in range(8)])
        a, b = np.where(here, ranks[1], ranks[0]), np.where(here, ranks[0], ranks[1])
        far += abs(roc_auc(truth, a) - roc_auc(truth, b)) >= observed - 1e-12
    found = roc_auc.compare(truth, first, second, method="permutation")
    assert found.p_value == pytest.approx(far / 256, rel=1e-12)


def test_clusters_of_one_row_are_rows_of_losses() -> None:
    truth, first, second = compare_rows(labels=2)
    scores = [
        np.clip(pred + np.random.default_rng(k).normal(size=120) / 5, 0, 1) for k, pred in ((0, first), (1, second))
    ]
    plain = brier_score.compare(truth, *scores)
    alone = brier_score.compare(truth, *scores, cluster=np.arange(len(truth)))
    rarest = min(np.bincount(truth))
    assert plain.se * math.sqrt(1 - 1 / 120) < alone.se <= plain.se * math.sqrt(rarest / (rarest - 1) * 119 / 120)
    assert alone.p_value == pytest.approx(plain.p_value, rel=0.05)


def test_rows_that_are_repeated_in_clusters_tell_nothing_new() -> None:
    truth, first, second = compare_rows()
    plain = cohen_kappa.compare(truth, first, second, cluster=np.arange(len(truth)))
    twice = [np.repeat(column, 3) for column in (truth, first, second)]
    found = cohen_kappa.compare(*twice, cluster=np.repeat(np.arange(len(truth)), 3))
    assert (found.se, found.p_value) == pytest.approx((plain.se, plain.p_value), rel=1e-9)
    assert accuracy.compare(*twice, cluster=np.repeat(np.arange(len(truth)), 3)).method == "delta"


def test_clusters_are_exchanged_as_a_whole() -> None:
    truth, first, second = compare_rows(40)
    code = np.repeat(np.arange(8), 5)
    with pytest.warns(IntervalWarning, match="only 8 clusters"):
        found = cohen_kappa.compare(truth, first, second, cluster=code, method="permutation")
    observed, far = abs(cohen_kappa(truth, first) - cohen_kappa(truth, second)), 0
    for way in range(256):
        here = np.array([way >> group & 1 == 1 for group in range(8)])[code]
        a, b = np.where(here, second, first), np.where(here, first, second)
        far += abs(cohen_kappa(truth, a) - cohen_kappa(truth, b)) >= observed - 1e-12
    assert found.p_value == pytest.approx(far / 256, rel=1e-12)


def test_weights_that_are_all_alike_change_nothing() -> None:
    truth, first, second = compare_rows()
    plain = cohen_kappa.compare(truth, first, second)
    weighted = cohen_kappa.compare(truth, first, second, sample_weight=np.full(len(truth), 2.5))
    assert (weighted.difference, weighted.se, weighted.p_value) == pytest.approx(
        (plain.difference, plain.se, plain.p_value), rel=1e-12
    )


def test_a_row_of_weight_zero_is_absent() -> None:
    truth, first, second = compare_rows()
    weight = np.ones(len(truth))
    weight[:10] = 0
    found = cohen_kappa.compare(truth, first, second, sample_weight=weight)
    alone = cohen_kappa.compare(truth[10:], first[10:], second[10:])
    assert (found.difference, found.se, found.p_value) == pytest.approx((alone.difference, alone.se, alone.p_value))


def test_the_same_seed_gives_the_same_result() -> None:
    for method in ("permutation", "percentile", "bca"):
        one, two = (f1.compare(*compare_rows(), average="macro", method=method, draws=300) for _ in range(2))
        other = f1.compare(*compare_rows(), average="macro", method=method, draws=300, seed=9)
        assert one.to_dict() == two.to_dict()
        assert one.p_value != other.p_value or one.low != other.low


def test_bootstrap_limits_and_p_value_say_the_same() -> None:
    for seed in range(12):
        truth, first, second = compare_rows(80, seed)
        for method in ("percentile", "basic", "bca"):
            found = cohen_kappa.compare(truth, first, second, method=method, draws=400)
            if abs(found.p_value - 0.05) > 0.015:
                assert (0 in found) == (found.p_value > 0.05), (seed, method)


def test_a_metric_without_influences_is_compared_by_resampling() -> None:
    random = np.random.default_rng(2)
    truth = random.integers(0, 2, 80)
    first, second = truth + random.normal(size=80), truth + 2 * random.normal(size=80)
    found = kolmogorov_smirnov.compare(truth, first, second, draws=200)
    assert found.method == "permutation"
    near = kolmogorov_smirnov.compare(truth, first, second, draws=200, margin=0.2, alternative="equivalence")
    assert near.method == "percentile"
    assert found.low < found.difference < found.high
    assert 0 < found.p_value < 1
    with pytest.raises(OptionError, match="needs the influence of each row, which is not known for kolmogorov_smirnov"):
        kolmogorov_smirnov.compare(truth, first, second, method="delta")


@pytest.mark.parametrize(
    ("average", "name"), [("macro", "f1"), ("samples", "f1"), ("", "exact_match"), ("", "hamming_loss")]
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_rows_with_several_labels_are_exchanged_as_a_whole(average: str, name: str) -> None:
    random = np.random.default_rng(11)
    truth = (random.random((9, 4)) < 0.5).astype(int)
    truth[:, 0] = 1
    first, second = (np.where(random.random((9, 4)) < share, truth, 1 - truth) for share in (0.9, 0.5))
    metric, options = metrics.get(name), {"average": average} if average else {}
    observed, far = abs(metric(truth, first, **options) - metric(truth, second, **options)), 0
    for way in range(2**9):
        here = np.array([way >> k & 1 == 1 for k in range(9)])[:, None]
        a, b = np.where(here, second, first), np.where(here, first, second)
        moved = abs(metric(truth, a, **options) - metric(truth, b, **options))
        far += not moved < observed - 1e-12
    found = metric.compare(truth, first, second, method="permutation", **options)
    assert found.p_value == pytest.approx(far / 2**9, rel=1e-9)
    usual = metric.compare(truth, first, second, **options)
    assert usual.method == "delta"
    assert usual.low < usual.difference < usual.high


# -- margins -------------------------------------------------------------------------------------------------------


def test_limits_inside_the_margin_are_what_the_p_value_says() -> None:
    truth, first, second = compare_rows(400)
    for method in ("delta", "mcnemar"):
        for margin in (0.05, 0.2, 0.26, 0.3, 0.4):
            same = accuracy.compare(truth, first, second, margin=margin, alternative="equivalence", method=method)
            assert same.level == pytest.approx(0.9)
            assert (same.p_value < 0.05) == (-margin < same.low and same.high < margin)
            worse = accuracy.compare(truth, second, first, margin=margin, alternative="non-inferiority", method=method)
            assert (worse.p_value < 0.05) == (worse.low > -margin)
            assert worse.conclusion == (
                "A is not inferior to B" if worse.p_value < 0.05 else "non-inferiority not shown"
            )


def test_of_a_loss_lower_is_not_inferior() -> None:
    truth, first, second = compare_rows(400)
    gain = accuracy.compare(truth, second, first, margin=0.3, alternative="non-inferiority")
    loss = zero_one_loss.compare(truth, second, first, margin=0.3, alternative="non-inferiority")
    assert loss.p_value == pytest.approx(gain.p_value)


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"alternative": "better"}, "alternative must be one of 'two-sided', 'non-inferiority', 'equivalence', not"),
        ({"alternative": "difference"}, "not 'difference'. Did you mean 'two-sided'?"),
        ({"alternative": "equivalence"}, "alternative='equivalence' needs margin="),
        ({"alternative": "equivalence", "margin": 0}, "a positive number in units of accuracy, not 0"),
        ({"alternative": "equivalence", "margin": 2}, "differ by more than margin=2: give the greatest difference"),
        ({"alternative": "equivalence", "margin": 2}, "For 2 percentage points write 0.02."),
        ({"alternative": "non-inferiority", "margin": 1}, "accuracy lies between 0 and 1, so that no two values"),
        ({"margin": 0.1}, 'margin= goes with alternative="non-inferiority" or "equivalence"'),
        ({"alternative": "equivalence", "margin": 0.1, "level": 0.4}, "level must be above 0.5, not 0.4"),
        ({"alternative": "equivalence", "margin": 0.1, "method": "permutation"}, "tests only the hypothesis of no"),
        ({"method": "wilson"}, "method must be None or one of 'mcnemar', 'mcnemar-mid-p'"),
        ({"method": "delong"}, 'method="delong" is for ROC AUC, not for accuracy'),
        ({"method": "mcnemar", "sample_weight": np.linspace(1, 2, 120)}, "like), without weights or clusters"),
        ({"names": ("x", "x")}, "names must be 2 different names"),
        ({"adjust": "none"}, "adjust must be None or one of 'holm', 'fdr', 'fdr-by', not 'none'"),
        ({"level": 2}, "level is the nominal coverage"),
    ],
)
def test_options_that_do_not_fit(more: dict[str, Any], text: str) -> None:
    with pytest.raises(OptionError) as caught:
        accuracy.compare(*compare_rows(), **more)
    assert text in str(caught.value)


def test_a_metric_without_direction_has_no_inferior() -> None:
    with pytest.raises(OptionError, match="predicted_prevalence has no direction of better"):
        metrics.get("predicted_prevalence").compare(*compare_rows(), margin=0.1, alternative="non-inferiority")


def test_unknown_options_and_mcnemar_of_kappa() -> None:
    with pytest.raises(InputTypeError, match=r"accuracy\.compare has no option 'weights'"):
        accuracy.compare(*compare_rows(), weights="linear")
    with pytest.raises(InputTypeError, match=r"no option 'hypothesis'; .*Did you mean 'alternative'\?"):
        accuracy.compare(*compare_rows(), margin=0.1, hypothesis="equivalence")
    with pytest.raises(OptionError, match="method='mcnemar' is for shares of rows"):
        cohen_kappa.compare(*compare_rows(), method="mcnemar")


# -- several -------------------------------------------------------------------------------------------------------


def test_several_models_are_all_pairs_with_holm() -> None:
    truth, first, second = compare_rows()
    third = compare_rows(seed=5)[1]
    found = cohen_kappa.compare(truth, first, second, third, names=("x", "y", "z"))
    assert isinstance(found, Comparisons)
    assert [pair.names for pair in found] == [("x", "y"), ("x", "z"), ("y", "z")]
    alone = cohen_kappa.compare(truth, first, second)
    assert (found[0].difference, found[0].p_value) == pytest.approx((alone.difference, alone.p_value), rel=1e-12)
    raw = np.sort(found.p_value)
    np.testing.assert_allclose(np.sort(found.adjusted)[0], min(1, 3 * raw[0]))
    assert (found.adjusted >= found.p_value).all()
    plain = cohen_kappa.compare(truth, first, second, third, adjust=None)
    np.testing.assert_array_equal(plain.adjusted, plain.p_value)
    np.testing.assert_array_equal(np.asarray(found), found.difference)


def test_one_value_a_class_is_one_comparison_a_class() -> None:
    truth, first, second = compare_rows(300)
    found = recall.compare(truth, first, second, average=None)
    assert [pair.metric for pair in found] == ["recall of 0", "recall of 1", "recall of 2"]
    for pair, label in zip(found, range(3), strict=True):
        here = truth == label
        alone = accuracy.compare(truth[here], first[here], second[here], labels=[0, 1, 2])
        assert pair.p_value == alone.p_value
    for method in ("delta", "permutation", "percentile"):
        found = f1.compare(truth, first, second, average=None, method=method, draws=300)
        np.testing.assert_allclose(
            found.difference, f1(truth, first, average=None) - f1(truth, second, average=None), rtol=1e-12
        )
        assert (found.low < found.difference).all()


def test_a_table_in_print() -> None:
    truth, first, second = compare_rows(200)
    found = accuracy.compare(truth, first, second, compare_rows(200, 2)[1], names=("new", "old", "random"))
    lines = str(found).splitlines()
    assert lines[0].split() == ["pair", "difference", "95", "%", "interval", "p", "p", "(Holm)"]
    assert lines[1].startswith("accuracy: new - old")
    assert len(lines) == 4
    assert json.loads(json.dumps(found.to_dict()))["adjust"] == "holm"


# -- independent rows ----------------------------------------------------------------------------------------------


def test_variances_of_independent_rows_add() -> None:
    truth, first, second = compare_rows(200)
    found = cohen_kappa.compare_independent((truth, first), (truth[:150], second[:150]), method="delta")
    parts = tuple(
        cohen_kappa.interval(*data, method="fisher").se for data in ((truth, first), (truth[:150], second[:150]))
    )
    assert found.se**2 == pytest.approx(parts[0] ** 2 * 200 / 199 + parts[1] ** 2 * 150 / 149, rel=1e-9)
    assert found.n == 350
    for method in ("percentile", "bca"):
        drawn = cohen_kappa.compare_independent((truth, first), (truth[:150], second[:150]), method=method)
        np.testing.assert_allclose([drawn.low, drawn.high], [found.low, found.high], atol=0.03)
        assert drawn.p_value == pytest.approx(found.p_value, abs=0.01)


def test_independent_clusters_and_weights_are_pairs() -> None:
    truth, first, second = compare_rows(200)
    code = np.arange(200) // 2
    found = cohen_kappa.compare_independent((truth, first), (truth, second), cluster=(code, code), method="delta")
    parts = [cohen_kappa.interval(truth, column, cluster=code).se for column in (first, second)]
    assert found.se == pytest.approx(math.hypot(*parts), rel=1e-9)
    with pytest.raises(OptionError, match="sample_weight must be a pair, one for each model"):
        cohen_kappa.compare_independent((truth, first), (truth, second), sample_weight=np.ones(200))
    same = np.ones(200), np.ones(200)
    weighted = cohen_kappa.compare_independent((truth, first), (truth, second), sample_weight=same)
    plain = cohen_kappa.compare_independent((truth, first), (truth, second))
    assert weighted.p_value == pytest.approx(plain.p_value)


def test_independent_samples_have_the_labels_of_both() -> None:
    truth, first, second = compare_rows(200)
    few = truth < 2
    found = f1.compare_independent((truth, first), (truth[few], np.minimum(second[few], 1)), average="micro")
    assert "labels:0..2" in found.signature
    with pytest.raises(OptionError, match="declare them"):
        accuracy.compare_independent((["a", "b"], ["a", "b"]), (["a", "c"], ["a", "a"]))


def test_independent_samples_are_not_exchanged() -> None:
    truth, first, second = compare_rows()
    with pytest.raises(OptionError, match="models on different rows have none in common"):
        accuracy.compare_independent((truth, first), (truth, second), method="permutation")
    with pytest.raises(InputError, match="the data of each model are a pair"):
        accuracy.compare_independent(truth, first)


# -- the result ----------------------------------------------------------------------------------------------------


def test_a_comparison_is_the_difference_where_a_number_is_needed() -> None:
    found = accuracy.compare(*compare_rows())
    assert isinstance(found, float)
    assert found - 0.05 == found.difference - 0.05
    assert f"{found:.2f}" == f"{found.difference:.2f}"
    assert found.values[0] - found.values[1] == pytest.approx(found.difference)
    assert found.difference in found
    with pytest.raises(AttributeError, match="a Comparison does not change"):
        found.low = 0.0


def test_a_comparison_travels() -> None:
    found = accuracy.compare(*compare_rows(400), margin=0.1, alternative="equivalence", names=("x", "y"))
    for back in (pickle.loads(pickle.dumps(found)), Comparison.from_dict(json.loads(json.dumps(found.to_dict())))):
        assert back.to_dict() == found.to_dict()
    assert found.signature.endswith("|paired:mcnemar")


def test_a_comparison_in_print() -> None:
    truth, first, second = compare_rows(200)
    text = str(accuracy.compare(truth, first, second, names=("new", "old")))
    assert text.startswith("accuracy of new less that of old: 0.")
    assert "95 % interval" in text
    assert text.endswith("(mcnemar, n = 200)")
    claim = str(accuracy.compare(truth, first, second, margin=0.1, alternative="non-inferiority"))
    assert "; A is not inferior to B (margin 0.1)" in claim


def test_pred_with_several_labels_is_no_binary_recall() -> None:
    with pytest.raises(LabelError):
        recall.compare(*compare_rows())


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


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_draws_in_which_both_are_infinite_are_counted_as_undefined(method: str) -> None:
    a, b = ([1, *list(some)[1:]] for some in SURE["positive_likelihood_ratio"])
    with pytest.warns(IntervalWarning, match="undefined in .* of the draws"):
        found = positive_likelihood_ratio.compare(TRUTH, a, b, method=method, draws=200)
    assert found.low < found.difference < found.high


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
@pytest.mark.parametrize("heavy", [1e3, 1e5, 1e8])
@pytest.mark.parametrize("name", ["cohen_kappa", "f1"])
def test_one_heavy_row_is_a_doubt_however_heavy(name: str, heavy: float) -> None:
    random = np.random.default_rng(0)
    y = random.integers(0, 3, 400)
    a, b = np.where(random.random(400) < 0.7, y, 0), np.where(random.random(400) < 0.6, y, 1)
    weight = np.ones(400)
    weight[np.flatnonzero((a == y) & (b != y))[0]] = heavy
    options = {"average": "macro"} if name == "f1" else {}
    found = concordant.metrics.get(name).compare(y, a, b, sample_weight=weight, **options)
    assert "the weighted rows are worth only" in found.reason


METRICS = [
    name
    for name in concordant.metrics.names()
    if "average" in get(name).options and get(name).data == ("y_true", "y_pred") and get(name).facts.instead is None
]
NUMBERS = ("difference", "low", "high", "se", "p_value", "level", "n")
WORDS = ("method", "names", "metric", "signature", "reason", "margin", "alternative", "conclusion")


class Both(NamedTuple):
    """The answers for all classes at once, and one after the other."""

    at_once: Sequence[Comparison]
    alone: Sequence[Comparison]


def both(name: str, truth: Any, a: Any, b: Any, method: str | None = None, cluster: Any = None, **options: Any) -> Both:
    """What is found of each class at once, and of one after the other."""
    metric = get(name)
    beta = {"beta": 2.0} if "beta" in metric.options else {}
    reading, chosen = split_options(metric, {"average": None, **beta, **options})
    samples = samples_of(metric, truth, (a, b), ("a", "b"), {"cluster": cluster} | reading, chosen)
    claim = check_claim(metric, "two-sided", None, 0.95)
    first, second = (Estimand(metric, chosen, sample, claim.coverage) for sample in samples)
    asked = ComparisonRequest(claim, method, ("A", "B"), "signature", first.undefined)
    contrast = Difference(first, second, claim.coverage)
    known = answers_of_each(contrast, asked, f"{name} of {{}}".format)
    alone = [answer(contrast.of_value(place), asked, f"{name} of {place}") for place in range(len(first.value))]
    return Both(known, alone)


def check(found: Both) -> bool:
    """Both say the same; whether all classes were asked at once."""
    for at_once, alone in zip(found.at_once, found.alone, strict=True):
        for field in NUMBERS:
            one, other = getattr(at_once, field), getattr(alone, field)
            assert one == pytest.approx(other, rel=1e-9, abs=1e-15, nan_ok=True), field
        for field in WORDS:
            assert getattr(at_once, field) == getattr(alone, field), field
    for name in ("difference", "low", "high", "p_value"):
        assert_allclose(column(found.at_once, name), column(found.alone, name), rtol=1e-9, atol=1e-15)
    assert sorted(reasons_of(found.at_once)) == sorted(reasons_of(found.alone))
    return isinstance(found.at_once, ManyComparisons)


def rows(seed: int, n: int, k: int, right: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, k, n)
    return truth, *(np.where(rng.random(n) < right, truth, rng.integers(0, k, n)) for _ in range(2))


@pytest.mark.parametrize("how", ["plain", "weighted", "clusters", "weighted clusters", "few rows", "nearly perfect"])
@pytest.mark.parametrize("name", METRICS)
def test_at_once_is_one_after_the_other(name: str, how: str) -> None:
    truth, a, b = rows(3, 40 if how == "few rows" else 600, 5, 0.98 if how == "nearly perfect" else 0.7)
    rng, options = np.random.default_rng(5), {}
    if "weighted" in how:
        options["sample_weight"] = rng.choice([0.0, 0.5, 1.0, 2.5], len(truth))
    if "clusters" in how:
        options["cluster"] = rng.integers(0, 30, len(truth))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        check(both(name, truth, a, b, **options))


@pytest.mark.parametrize("k", [3, 64, 65, 200])
def test_many_classes_are_asked_at_once(k: int) -> None:
    truth, a, b = rows(7, 40 * k, k, 0.6)
    for name in ("f1", "recall", "precision", "informedness", "jaccard"):
        assert check(both(name, truth, a, b)), name
        assert check(both(name, truth, a, b, cluster=np.arange(len(truth)) // 8)), name


@pytest.mark.parametrize("method", ["mcnemar", "mcnemar-mid-p", "mcnemar-exact", "mcnemar-corrected", "delta"])
def test_methods_that_know_classes(method: str) -> None:
    truth, a, b = rows(11, 500, 8, 0.8)
    assert check(both("recall", truth, a, b, method))


@pytest.mark.parametrize("method", ["mover", "percentile", "permutation"])
def test_other_methods_are_asked_alone(method: str) -> None:
    truth, a, b = rows(13, 120, 3, 0.8)
    assert not check(both("f1", truth, a, b, method))


def test_classes_that_are_the_same_say_so() -> None:
    truth, a, b = rows(17, 400, 6, 0.8)
    b = np.where((truth == 2) | (a == 2) | (b == 2), a, b)
    for name in ("f1", "recall"):
        found = both(name, truth, a, b)
        check(found)
        same = found.at_once[2]
        assert same.p_value == 1
        assert "the two are the same in every row" in (same.reason or "")
        assert math.isnan(same.low) == (name == "f1")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_labels(data: st.DataObject) -> None:
    k = data.draw(st.integers(1, 6))
    n = data.draw(st.integers(1, 40))
    labels = st.lists(st.integers(0, k - 1), min_size=n, max_size=n)
    truth, a, b = (np.array(data.draw(labels)) for _ in range(3))
    options: dict[str, Any] = {}
    if data.draw(st.booleans()):
        options["sample_weight"] = np.array(
            data.draw(st.lists(st.sampled_from([0.0, 1.0, 3.0]), min_size=n, max_size=n))
        )
    if n > 1 and data.draw(st.booleans()):
        options["cluster"] = np.arange(n) % data.draw(st.integers(2, 8))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        try:
            check(
                both(
                    data.draw(st.sampled_from(["f1", "recall", "specificity", "informedness"])), truth, a, b, **options
                )
            )
        except ConcordantError:
            return


def test_the_public_call_gives_what_was_found() -> None:
    truth, a, b = rows(19, 900, 12, 0.7)
    found = concordant.f1.compare(truth, a, b, average=None, adjust=None)
    for one, alone in zip(found, both("f1", truth, a, b).alone, strict=True):
        assert (one.low, one.high, one.p_value) == pytest.approx((alone.low, alone.high, alone.p_value), rel=1e-9)


@pytest.mark.parametrize("how", ["plain", "weighted", "clusters"])
@pytest.mark.parametrize("k", [3, 40, 90])
@pytest.mark.parametrize("name", ["f1", "recall", "precision", "informedness", "jaccard"])
def test_each_class_is_compared_as_binary_labels_are(name: str, k: int, how: str) -> None:
    truth, a, b = rows(23, 12 * k, k, 0.7)
    options: dict[str, Any] = {}
    if how == "weighted":
        options["sample_weight"] = np.random.default_rng(2).choice([0.5, 1.0, 2.5], len(truth))
    if how == "clusters":
        options["cluster"] = np.arange(len(truth)) // 6
    metric = get(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        each = metric.compare(truth, a, b, average=None, adjust=None, **options)
        for place in range(0, k, 7):
            one = metric.compare(*(labels == place for labels in (truth, a, b)), **options)
            for field in ("difference", "low", "high", "se", "p_value"):
                wanted = pytest.approx(getattr(one, field), rel=1e-8, abs=1e-15, nan_ok=True)
                assert getattr(each[place], field) == wanted, field


def test_weights_that_round_hide_no_class_that_is_the_same() -> None:
    rng = np.random.default_rng(199)
    truth = rng.integers(0, 3, 60)
    a = np.where(rng.random(60) < 0.8, truth, rng.integers(0, 3, 60))
    b = a.copy()
    others = np.flatnonzero(a != 2)[:6]
    b[others] = 1 - a[others]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        found = concordant.specificity.compare(truth, a, b, average=None, sample_weight=rng.uniform(0.2, 3, 60))
    assert found[2].method == "delta"
    assert found[2].p_value == 1
    assert found[2].difference == pytest.approx(0, abs=1e-15)
    assert "the two are the same in every row" in (found[2].reason or "")


@pytest.mark.parametrize("how", ["weight 0", "no row", "dropped"])
@pytest.mark.parametrize("method", [None, "delta", "mover", "log", "mcnemar"])
@pytest.mark.parametrize("clusters", [False, True])
def test_without_a_row_there_is_no_difference(how: str, method: str | None, clusters: bool) -> None:
    missing = float("nan")
    truth, a, b = {
        "weight 0": ([0, 1], [0, 1], [1, 1]),
        "no row": ([], [], []),
        "dropped": ([missing] * 2, [0, 1], [1, 1]),
    }[how]
    options: dict[str, Any] = {"labels": [0, 1, 2], "missing": "drop"}
    if how == "weight 0":
        options["sample_weight"] = [0.0, 0.0]
    if clusters and how != "no row":
        options["cluster"] = [0, 1]
    for name in ("f1", "recall", "positive_likelihood_ratio", "prevalence"):
        with pytest.warns(UndefinedMetricWarning):
            found = get(name).compare(truth, a, b, average=None, method=method, **options)
        assert np.isnan(found.difference).all()
        assert np.isnan(found.p_value).all()


def test_a_slope_without_end_hides_no_difference() -> None:
    rng = np.random.default_rng(0)
    for k in (5, 20, 80):
        truth = rng.integers(0, k, 50 * k)
        a, b = (np.where(rng.random(50 * k) < 0.7, truth, rng.integers(0, k, 50 * k)) for _ in range(2))
        b = np.where((b == 1) & (truth != 1), truth, b)  # without a false positive of class 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", IntervalWarning)
            found = get("prevalence_threshold").compare(truth, a, b, average=None)[1]
            binary = get("prevalence_threshold").compare(truth == 1, a == 1, b == 1)
        assert found.se < 0.1
        assert found.p_value < 1e-4
        assert (found.se, found.p_value) == pytest.approx((binary.se, binary.p_value), rel=1e-8)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_a_class_that_both_find_always_needs_no_permutation(monkeypatch: pytest.MonkeyPatch) -> None:
    truth, a, b = rows(29, 600, 6, 0.7)
    a, b = (np.where(truth == 4, 4, labels) for labels in (a, b))  # and what else is taken for it differs
    monkeypatch.setattr("concordant.inference.comparisons.permutation.permutation_test", None)
    found = concordant.recall.compare(truth, a, b, average=None, cluster=np.arange(600) // 10)
    assert (found[4].difference, found[4].se, found[4].p_value, found[4].method) == (0, 0, 1, "delta")
    assert "the two are the same in every row" in (found[4].reason or "")


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("clusters", [False, True])
def test_exchanged_rows_of_a_class_are_those_of_binary_labels(clusters: bool) -> None:
    truth, a, b = rows(31, 240, 4, 0.7)
    options: dict[str, Any] = {"cluster": np.arange(240) // 6} if clusters else {}
    each = concordant.f1.compare(truth, a, b, average=None, method="permutation", **options)
    for place, found in enumerate(each):
        binary = concordant.f1.compare(*(x == place for x in (truth, a, b)), method="permutation", **options)
        assert found.p_value == pytest.approx(binary.p_value, abs=0.03 if not clusters else 1e-12)


# Rscript tests/reference/paired.R
METHODS_BESIDE_R_FROM_R = json.loads((TESTS / "reference" / "paired.json").read_text(encoding="utf-8"))
AUCS = pytest.mark.parametrize(
    "case", METHODS_BESIDE_R_FROM_R["aucs"], ids=[case["name"] for case in METHODS_BESIDE_R_FROM_R["aucs"]]
)
SHARES = pytest.mark.parametrize(
    "case", METHODS_BESIDE_R_FROM_R["shares"], ids=[case["name"] for case in METHODS_BESIDE_R_FROM_R["shares"]]
)


def of_table(table: Any) -> tuple[Any, Any, Any]:
    """Truth and two models: how often both are right, A alone, B alone, neither."""
    right = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], np.ravel(table), axis=0)
    return np.ones(len(right), int), right[:, 0], right[:, 1]


@AUCS
def test_delong_paired_is_that_of_proc(case: dict[str, Any]) -> None:
    found = roc_auc.compare(case["truth"], case["a"], case["b"])
    assert found.method == "delong"
    np.testing.assert_allclose(found.values, case["auc"], rtol=1e-12)
    np.testing.assert_allclose(found.se, case["se"], rtol=1e-9)
    np.testing.assert_allclose(found.p_value, case["p_value"], rtol=1e-9)
    np.testing.assert_allclose(found.difference / found.se, case["statistic"], rtol=1e-9)
    np.testing.assert_allclose([found.low, found.high], case["limits"], rtol=1e-9)


@AUCS
def test_delong_unpaired_is_that_of_proc(case: dict[str, Any]) -> None:
    rows = case["unpaired"]["rows"]
    other = [case["truth"][row] for row in rows], [case["b"][row] for row in rows]
    found = roc_auc.compare_independent((case["truth"], case["a"]), other, method="delong")
    np.testing.assert_allclose(found.values, [case["auc"][0], case["unpaired"]["auc"]], rtol=1e-12)
    np.testing.assert_allclose(found.difference / found.se, case["unpaired"]["statistic"], rtol=1e-9)
    np.testing.assert_allclose(found.p_value, case["unpaired"]["p_value"], rtol=1e-9)


@AUCS
def test_gini_is_twice_the_difference_with_the_same_p_value(case: dict[str, Any]) -> None:
    one, two = (metric.compare(case["truth"], case["a"], case["b"]) for metric in (roc_auc, gini))
    np.testing.assert_allclose([two.difference, two.se, two.p_value], [2 * one.difference, 2 * one.se, one.p_value])


@SHARES
def test_mcnemar_p_values(case: dict[str, Any]) -> None:
    b, c = case["table"][0][1], case["table"][1][0]
    names: dict[Any, str] = {"mcnemar": "chi2", "mcnemar-corrected": "corrected", "mcnemar-exact": "exact"}
    for method, name in (names | {"mcnemar-mid-p": "mid_p"}).items():
        np.testing.assert_allclose(mcnemar_p(b, c, method), case[name], rtol=1e-9)


@SHARES
@pytest.mark.filterwarnings("ignore:accuracy")
def test_accuracy_by_mcnemar_has_the_interval_of_tango(case: dict[str, Any]) -> None:
    found = accuracy.compare(*of_table(case["table"]), labels=[0, 1])
    assert found.method == "mcnemar"
    np.testing.assert_allclose(found.p_value, case["chi2"], rtol=1e-9)
    np.testing.assert_allclose([found.low, found.high], case["tango"], atol=1e-7)
    for name, kind in (("mcnemar-mid-p", "mid_p"), ("mcnemar-exact", "exact"), ("mcnemar-corrected", "corrected")):
        other = accuracy.compare(*of_table(case["table"]), labels=[0, 1], method=name)
        np.testing.assert_allclose(other.p_value, case[kind], rtol=1e-9)
        assert (other.low, other.high) == (found.low, found.high)


def test_the_interval_of_tango_in_other_packages() -> None:
    # ratesci (R), in its source for the table 1 1 / 7 12: -0.517 to -0.026
    np.testing.assert_allclose(tango_interval(1, 7, 21, 1.959964), [-0.517, -0.026], atol=5e-4)
    # PropCIs::scoreci.mp(25, 28, 618, conf.level = 0.9), of (28 - 25) / 618: -0.0148 to 0.0247
    np.testing.assert_allclose(tango_interval(28, 25, 618, 1.644854), [-0.0148, 0.0247], atol=5e-5)


def losses(column: Any) -> np.ndarray:
    """Probabilities of the class that all rows are of, so that the Brier score is the mean of `column`."""
    return 1 - np.asarray(column, float)


def test_losses_by_delta_are_the_paired_t_test() -> None:
    case = METHODS_BESIDE_R_FROM_R["means"]
    found = brier_score.compare(np.ones(60, int), losses(case["a"]), losses(case["b"]), labels=[0, 1])
    assert found.method == "delta"
    np.testing.assert_allclose(found.p_value, case["paired"]["p_value"], rtol=1e-9)
    np.testing.assert_allclose([found.low, found.high], case["paired"]["limits"], rtol=1e-9)
    np.testing.assert_allclose(found.se, case["paired"]["se"], rtol=1e-9)


def test_accuracy_by_delta_counts_half_a_row_more_for_each_model() -> None:
    case = METHODS_BESIDE_R_FROM_R["means"]
    truth, b, c = np.ones(60, int), *(np.sum(np.subtract(case["a"], case["b"]) == way) for way in (1, -1))
    found = accuracy.compare(truth, case["a"], case["b"], method="delta")
    d = (b - c) / 60  # a row that A alone is right in moves it by 1 - d, one of B by -1 - d
    unseen = (0.5 * (1 - d) ** 2 + 0.5 * (1 + d) ** 2) / 60**2
    np.testing.assert_allclose(found.se**2, case["paired"]["se"] ** 2 + unseen, rtol=1e-9)
    np.testing.assert_allclose(found.difference, d, rtol=1e-12)


def test_independent_losses_and_accuracies_are_the_test_of_welch() -> None:
    case, ones = METHODS_BESIDE_R_FROM_R["means"], np.ones(60, int)
    loss = brier_score.compare_independent(
        (ones, losses(case["a"])), (ones[:45], losses(case["b"][:45])), method="delta", labels=[0, 1]
    )
    right = accuracy.compare_independent((ones, case["a"]), (ones[:45], case["b"][:45]), method="delta")
    for found in (loss, right):
        np.testing.assert_allclose(found.p_value, case["welch"]["p_value"], rtol=1e-9)
        np.testing.assert_allclose([found.low, found.high], case["welch"]["limits"], rtol=1e-9)


def test_margins_are_one_sided_t_tests() -> None:
    case = METHODS_BESIDE_R_FROM_R["means"]
    rows = np.ones(60, int), losses(case["a"]), losses(case["b"])  # less is better: A - B is to be at most the margin
    how = {"method": "delta", "margin": case["margin"], "labels": [0, 1]}
    worse = brier_score.compare(*rows, alternative="non-inferiority", **how)
    either = brier_score.compare(*rows, alternative="equivalence", **how)
    np.testing.assert_allclose(worse.p_value, case["at_least"], rtol=1e-9)
    np.testing.assert_allclose(either.p_value, max(case["at_most"], case["at_least"]), rtol=1e-9)


@pytest.mark.parametrize("case", METHODS_BESIDE_R_FROM_R["kappas"]["cases"], ids=["none", "linear", "quadratic"])
def test_two_dependent_kappas_by_the_gradient_on_the_joint_table(case: dict[str, Any]) -> None:
    rows = METHODS_BESIDE_R_FROM_R["kappas"]
    weights = None if case["weights"] == "none" else case["weights"]
    found = cohen_kappa.compare(rows["truth"], rows["a"], rows["b"], weights=weights)
    np.testing.assert_allclose(found.values, case["kappa"], rtol=1e-12)
    np.testing.assert_allclose(found.difference, case["difference"], rtol=1e-9)
    samples = label_samples(rows["truth"], [rows["a"], rows["b"]], names=["a", "b"])
    first, second = (Estimand(cohen_kappa, {"weights": weights}, sample) for sample in samples)
    seen = found.se**2 - unseen_variance(Difference(first, second, 0.95))
    np.testing.assert_allclose(np.sqrt(seen), case["se"] * np.sqrt(150 / 149), rtol=1e-8)  # a numeric gradient


def test_holm_is_that_of_p_adjust() -> None:
    np.testing.assert_allclose(
        adjusted(np.array(METHODS_BESIDE_R_FROM_R["holm"]["p"]), "holm"),
        METHODS_BESIDE_R_FROM_R["holm"]["adjusted"],
        rtol=1e-12,
    )


def test_holm_leaves_undefined_tests_out() -> None:
    np.testing.assert_allclose(adjusted(np.array([0.01, np.nan, 0.04]), "holm"), [0.02, np.nan, 0.04])


FROM_R = json.loads((TESTS / "reference" / "multiplicity.json").read_text("utf-8"))["adjusting"]
WAYS = {"holm": "holm", "fdr": "fdr_bh", "fdr-by": "fdr_by"}


def test_edges() -> None:
    nan = float("nan")
    for way in (*WAYS, None):
        assert adjusted(np.array([]), way).shape == (0,)  # type: ignore[arg-type]
        assert adjusted(np.array([0.03]), way) == [0.03]  # type: ignore[arg-type]
        np.testing.assert_array_equal(adjusted(np.array([nan, nan]), way), [nan, nan])  # type: ignore[arg-type]
    np.testing.assert_allclose(adjusted(np.array([0.01, nan, 0.04]), "fdr"), [0.02, nan, 0.04])
    np.testing.assert_allclose(adjusted(np.array([0.01, nan, 0.04]), "fdr-by"), [0.03, nan, 0.06])
    np.testing.assert_array_equal(adjusted(np.array([0.0, 1.0, 0.9]), "fdr"), [0.0, 1.0, 1.0])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", FROM_R)
def test_as_in_r(case: dict[str, Any], way: Any) -> None:
    np.testing.assert_allclose(adjusted(np.array(case["p"]), way), case[way], rtol=1e-12)


@pytest.mark.parametrize("way", WAYS)
def test_as_in_statsmodels(way: Any) -> None:
    multipletests = pytest.importorskip("statsmodels.stats.multitest").multipletests
    p = np.random.default_rng(1).random(200) ** 3
    np.testing.assert_allclose(adjusted(p, way), multipletests(p, method=WAYS[way])[1], rtol=1e-12)


def test_the_worked_example_of_benjamini_and_hochberg() -> None:
    """Their section 3: of 15 p-values, four are found at 0.05 by the false discovery rate and three by Bonferroni."""
    p = np.array(FROM_R[0]["p"])
    assert (adjusted(p, "fdr") <= 0.05).sum() == 4
    assert (p <= 0.05 / 15).sum() == 3


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_order_and_bounds(p: list[float]) -> None:
    raw = np.array(p)
    holm, fdr, any_dependence = (adjusted(raw, way) for way in ("holm", "fdr", "fdr-by"))  # type: ignore[arg-type]
    assert (raw <= fdr + 1e-15).all()
    assert (fdr <= holm + 1e-15).all()
    assert (fdr <= any_dependence).all()
    assert (np.maximum(holm, any_dependence) <= 1).all()
    assert (np.diff(fdr[np.argsort(raw, kind="stable")]) >= 0).all()


def test_comparisons_say_how() -> None:
    random = np.random.default_rng(3)
    truth = random.integers(0, 2, 200)
    models = [np.where(random.random(200) < share, truth, 1 - truth) for share in (0.9, 0.8, 0.78)]
    for way, name in (("fdr", "p (FDR)"), ("fdr-by", "p (FDR-BY)"), ("holm", "p (Holm)")):
        found = accuracy.compare(truth, *models, adjust=way)
        assert name in str(found)
        assert found.to_dict()["adjust"] == way
        np.testing.assert_allclose(found.adjusted, adjusted(found.p_value, way))  # type: ignore[arg-type]
    halves = (truth[:100], models[0][:100]), (truth[100:], models[0][100:])
    each = recall.compare_independent(*halves, average=None, adjust="fdr")
    np.testing.assert_allclose(each.adjusted, adjusted(each.p_value, "fdr"))
    with pytest.raises(OptionError, match="adjust must be None or one of 'holm', 'fdr', 'fdr-by', not 'bonferroni'"):
        accuracy.compare(truth, *models, adjust="bonferroni")
