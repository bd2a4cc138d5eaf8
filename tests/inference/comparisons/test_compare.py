from __future__ import annotations

import json
import math
import pickle
from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant
from concordant import (
    accuracy,
    brier_score,
    cohen_kappa,
    diagnostic_odds_ratio,
    f1,
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
    InputError,
    InputTypeError,
    IntervalWarning,
    LabelError,
    OptionError,
    UndefinedMetricWarning,
)
from concordant.result import Comparison, Comparisons


def rows(n: int = 120, seed: int = 1, labels: int = 3) -> tuple[Any, Any, Any]:
    random = np.random.default_rng(seed)
    truth = random.integers(0, labels, n)
    first = np.where(random.random(n) < 0.8, truth, random.integers(0, labels, n))
    second = np.where(random.random(n) < 0.6, truth, random.integers(0, labels, n))
    return truth, first, second


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", [cohen_kappa, accuracy, roc_auc])
def test_a_model_beside_itself_differs_by_nothing(metric: Any) -> None:
    truth, first, _ = rows(labels=2)
    with pytest.warns(IntervalWarning, match="the two are the same in every row"):
        found = metric.compare(truth, first, first)
    assert (found.difference, found.p_value, found.conclusion) == (0.0, 1.0, "no difference shown")


def test_the_same_models_have_no_interval_of_width_zero() -> None:
    truth, first, _ = rows(labels=2)
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
    truth, first, second = rows(labels=2)
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
    truth, first, second = rows(labels=2)
    second = second.copy()
    second[:3] = 2
    alone = cohen_kappa(truth, first), cohen_kappa(truth, second)
    assert cohen_kappa.compare(truth, first, second).values == pytest.approx(alone)


def test_missing_rows_are_dropped_for_both() -> None:
    truth, first, second = (column.astype(float) for column in rows())
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
    truth, first, second = rows(600)
    usual = cohen_kappa.compare(truth, first, second, method="delta")
    found = cohen_kappa.compare(truth, first, second, method=method)
    assert found.difference == usual.difference
    assert found.method == method
    np.testing.assert_allclose([found.low, found.high], [usual.low, usual.high], atol=0.02)
    third = np.where(np.random.default_rng(8).random(600) < 0.12, (truth + 1) % 3, first)
    usual, found = (cohen_kappa.compare(truth, first, third, method=one) for one in ("delta", method))
    assert found.p_value == pytest.approx(usual.p_value, abs=0.03)


def test_exchanging_the_models_turns_the_sign() -> None:
    truth, first, second = rows()
    for method in ("delta", "mcnemar", "permutation", "percentile"):
        one = accuracy.compare(truth, first, second, method=method)
        two = accuracy.compare(truth, second, first, method=method)
        assert one.difference == -two.difference
        drawn = method in ("permutation", "percentile")  # other draws, as alike rows stand in another order
        assert one.p_value == pytest.approx(two.p_value, abs=0.05 if drawn else 1e-12)
        assert (one.low, one.high) == pytest.approx((-two.high, -two.low), abs=0.03 if drawn else 1e-9)


def test_a_loss_has_the_p_value_of_its_gain() -> None:
    gain, loss = (metric.compare(*rows()) for metric in (accuracy, zero_one_loss))
    assert gain.p_value == loss.p_value
    assert (gain.low, gain.high) == pytest.approx((-loss.high, -loss.low))


def test_recall_is_mcnemar_on_the_rows_of_its_class() -> None:
    truth, first, second = rows(300, labels=2)
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
    truth, first, second = rows(14, seed=3)
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
    truth, first, second = rows(labels=2)
    scores = [
        np.clip(pred + np.random.default_rng(k).normal(size=120) / 5, 0, 1) for k, pred in ((0, first), (1, second))
    ]
    plain = brier_score.compare(truth, *scores)
    alone = brier_score.compare(truth, *scores, cluster=np.arange(len(truth)))
    rarest = min(np.bincount(truth))
    assert plain.se * math.sqrt(1 - 1 / 120) < alone.se <= plain.se * math.sqrt(rarest / (rarest - 1) * 119 / 120)
    assert alone.p_value == pytest.approx(plain.p_value, rel=0.05)


def test_rows_that_are_repeated_in_clusters_tell_nothing_new() -> None:
    truth, first, second = rows()
    plain = cohen_kappa.compare(truth, first, second, cluster=np.arange(len(truth)))
    twice = [np.repeat(column, 3) for column in (truth, first, second)]
    found = cohen_kappa.compare(*twice, cluster=np.repeat(np.arange(len(truth)), 3))
    assert (found.se, found.p_value) == pytest.approx((plain.se, plain.p_value), rel=1e-9)
    assert accuracy.compare(*twice, cluster=np.repeat(np.arange(len(truth)), 3)).method == "delta"


def test_clusters_are_exchanged_as_a_whole() -> None:
    truth, first, second = rows(40)
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
    truth, first, second = rows()
    plain = cohen_kappa.compare(truth, first, second)
    weighted = cohen_kappa.compare(truth, first, second, sample_weight=np.full(len(truth), 2.5))
    assert (weighted.difference, weighted.se, weighted.p_value) == pytest.approx(
        (plain.difference, plain.se, plain.p_value), rel=1e-12
    )


def test_a_row_of_weight_zero_is_absent() -> None:
    truth, first, second = rows()
    weight = np.ones(len(truth))
    weight[:10] = 0
    found = cohen_kappa.compare(truth, first, second, sample_weight=weight)
    alone = cohen_kappa.compare(truth[10:], first[10:], second[10:])
    assert (found.difference, found.se, found.p_value) == pytest.approx((alone.difference, alone.se, alone.p_value))


def test_the_same_seed_gives_the_same_result() -> None:
    for method in ("permutation", "percentile", "bca"):
        one, two = (f1.compare(*rows(), average="macro", method=method, draws=300) for _ in range(2))
        other = f1.compare(*rows(), average="macro", method=method, draws=300, seed=9)
        assert one.to_dict() == two.to_dict()
        assert one.p_value != other.p_value or one.low != other.low


def test_bootstrap_limits_and_p_value_say_the_same() -> None:
    for seed in range(12):
        truth, first, second = rows(80, seed)
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
    truth, first, second = rows(400)
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
    truth, first, second = rows(400)
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
        accuracy.compare(*rows(), **more)
    assert text in str(caught.value)


def test_a_metric_without_direction_has_no_inferior() -> None:
    with pytest.raises(OptionError, match="predicted_prevalence has no direction of better"):
        metrics.get("predicted_prevalence").compare(*rows(), margin=0.1, alternative="non-inferiority")


def test_unknown_options_and_mcnemar_of_kappa() -> None:
    with pytest.raises(InputTypeError, match=r"accuracy\.compare has no option 'weights'"):
        accuracy.compare(*rows(), weights="linear")
    with pytest.raises(InputTypeError, match=r"no option 'hypothesis'; .*Did you mean 'alternative'\?"):
        accuracy.compare(*rows(), margin=0.1, hypothesis="equivalence")
    with pytest.raises(OptionError, match="method='mcnemar' is for shares of rows"):
        cohen_kappa.compare(*rows(), method="mcnemar")


# -- several -------------------------------------------------------------------------------------------------------


def test_several_models_are_all_pairs_with_holm() -> None:
    truth, first, second = rows()
    third = rows(seed=5)[1]
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
    truth, first, second = rows(300)
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
    truth, first, second = rows(200)
    found = accuracy.compare(truth, first, second, rows(200, 2)[1], names=("new", "old", "random"))
    lines = str(found).splitlines()
    assert lines[0].split() == ["pair", "difference", "95", "%", "interval", "p", "p", "(Holm)"]
    assert lines[1].startswith("accuracy: new - old")
    assert len(lines) == 4
    assert json.loads(json.dumps(found.to_dict()))["adjust"] == "holm"


# -- independent rows ----------------------------------------------------------------------------------------------


def test_variances_of_independent_rows_add() -> None:
    truth, first, second = rows(200)
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
    truth, first, second = rows(200)
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
    truth, first, second = rows(200)
    few = truth < 2
    found = f1.compare_independent((truth, first), (truth[few], np.minimum(second[few], 1)), average="micro")
    assert "labels:0..2" in found.signature
    with pytest.raises(OptionError, match="declare them"):
        accuracy.compare_independent((["a", "b"], ["a", "b"]), (["a", "c"], ["a", "a"]))


def test_independent_samples_are_not_exchanged() -> None:
    truth, first, second = rows()
    with pytest.raises(OptionError, match="models on different rows have none in common"):
        accuracy.compare_independent((truth, first), (truth, second), method="permutation")
    with pytest.raises(InputError, match="the data of each model are a pair"):
        accuracy.compare_independent(truth, first)


# -- the result ----------------------------------------------------------------------------------------------------


def test_a_comparison_is_the_difference_where_a_number_is_needed() -> None:
    found = accuracy.compare(*rows())
    assert isinstance(found, float)
    assert found - 0.05 == found.difference - 0.05
    assert f"{found:.2f}" == f"{found.difference:.2f}"
    assert found.values[0] - found.values[1] == pytest.approx(found.difference)
    assert found.difference in found
    with pytest.raises(AttributeError, match="a Comparison does not change"):
        found.low = 0.0


def test_a_comparison_travels() -> None:
    found = accuracy.compare(*rows(400), margin=0.1, alternative="equivalence", names=("x", "y"))
    for back in (pickle.loads(pickle.dumps(found)), Comparison.from_dict(json.loads(json.dumps(found.to_dict())))):
        assert back.to_dict() == found.to_dict()
    assert found.signature.endswith("|paired:mcnemar")


def test_a_comparison_in_print() -> None:
    truth, first, second = rows(200)
    text = str(accuracy.compare(truth, first, second, names=("new", "old")))
    assert text.startswith("accuracy of new less that of old: 0.")
    assert "95 % interval" in text
    assert text.endswith("(mcnemar, n = 200)")
    claim = str(accuracy.compare(truth, first, second, margin=0.1, alternative="non-inferiority"))
    assert "; A is not inferior to B (margin 0.1)" in claim


def test_pred_with_several_labels_is_no_binary_recall() -> None:
    with pytest.raises(LabelError):
        recall.compare(*rows())


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
