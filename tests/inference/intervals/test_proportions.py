"""Intervals and comparisons of metrics at a target prevalence."""

from __future__ import annotations

import json
import math
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats
from support.files import TESTS
from support.samples import label_samples

from concordant import (
    accuracy,
    adjacent_agreement,
    average_precision,
    brennan_prediger,
    cohen_kappa,
    diagnostic_odds_ratio,
    exact_match,
    f1,
    f_beta,
    false_discovery_rate,
    false_negative_rate,
    false_omission_rate,
    hamming_loss,
    jaccard,
    matthews_correlation,
    metrics,
    negative_agreement,
    negative_likelihood_ratio,
    negative_predictive_value,
    no_information_rate,
    positive_likelihood_ratio,
    precision,
    precision_recall_auc,
    prevalence,
    recall,
    specificity,
    weighted_agreement,
    zero_one_loss,
)
from concordant.errors import IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.inference.intervals.proportions import KINDS as PROPORTIONS_KINDS
from concordant.inference.intervals.proportions import Evidence, evidence, of_rows
from concordant.inference.samples.sample import Totals
from concordant.states import Counts

# Rscript tests/reference/target_prevalence.R
BY_TARGET_PREVALENCE_FROM_R = json.loads((TESTS / "reference" / "target_prevalence.json").read_text(encoding="utf-8"))
BY_TARGET_PREVALENCE_RNG = np.random.default_rng(7)
N = 240
BY_TARGET_PREVALENCE_TRUTH = (BY_TARGET_PREVALENCE_RNG.random(N) < 0.4).astype(int)
PRED = np.where(BY_TARGET_PREVALENCE_RNG.random(N) < 0.85, BY_TARGET_PREVALENCE_TRUTH, 1 - BY_TARGET_PREVALENCE_TRUTH)
OTHER = np.where(BY_TARGET_PREVALENCE_RNG.random(N) < 0.75, BY_TARGET_PREVALENCE_TRUTH, 1 - BY_TARGET_PREVALENCE_TRUTH)
SCORE = BY_TARGET_PREVALENCE_RNG.normal(size=N) + 2 * BY_TARGET_PREVALENCE_TRUTH
MANY = BY_TARGET_PREVALENCE_RNG.integers(0, 3, N)
MANY_PRED = np.where(BY_TARGET_PREVALENCE_RNG.random(N) < 0.7, MANY, BY_TARGET_PREVALENCE_RNG.integers(0, 3, N))
SHARES = {0: 0.7, 1: 0.2, 2: 0.1}
PARTS = ("value", "low", "high")


def _quiet(call: Any, *data: Any, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        return call(*data, **options)


# -- edges ---------------------------------------------------------------------------------------------------------


def test_without_a_false_positive_precision_has_the_limit_of_the_specificity() -> None:
    found = precision.interval_of(_table(16, 0, 4, 50), prevalence=0.01)
    least = 50 / (50 + 1.959963984540054**2)  # Wilson's lower limit of 50 in 50
    assert found.value == found.high == 1
    assert_allclose(found.low, 0.01 * 0.8 / (0.01 * 0.8 + 0.99 * (1 - least)), rtol=1e-12)
    assert found.method == "mover"
    assert found.reason is None


def test_without_any_error_the_squares_of_both_shares_are_added() -> None:
    found = accuracy.interval_of(_table(30, 0, 0, 30), prevalence=0.2)
    least = 30 / (30 + 1.959963984540054**2)
    assert found.high == 1
    assert_allclose(found.low, 1 - math.hypot(0.2 * (1 - least), 0.8 * (1 - least)), rtol=1e-12)


@pytest.mark.parametrize(("cells", "value"), [((0, 5, 20, 15), 0.0), ((20, 0, 0, 0.0), math.nan)])
def test_at_the_other_end_or_undefined(cells: Any, value: float) -> None:
    if math.isnan(value):
        with pytest.warns(UndefinedMetricWarning, match="no row of y_true is in the class 0"):
            found = precision.interval_of(_table(*cells), prevalence=0.01)
        assert np.isnan([found.low, found.high]).all()
    else:
        found = precision.interval_of(_table(*cells), prevalence=0.01)
        assert (found.value, found.low) == (0, 0)
        assert 0 < found.high < 0.1


def test_few_rows_of_a_class_are_said() -> None:
    with pytest.warns(IntervalWarning, match="only 6 rows of y_true are 1"):
        precision.interval_of(_table(4, 5, 2, 50), prevalence=0.01)


def test_proportions_and_mcnemar_are_refused() -> None:
    with pytest.raises(OptionError, match='method="wilson" is for shares of rows'):
        precision.interval(BY_TARGET_PREVALENCE_TRUTH, PRED, prevalence=0.1, method="wilson")
    with pytest.raises(OptionError, match="mcnemar"):
        accuracy.compare(BY_TARGET_PREVALENCE_TRUTH, PRED, OTHER, prevalence=0.1, method="mcnemar")


def test_mover_is_refused_where_it_does_not_apply() -> None:
    message = 'method="mover" puts limits of parts together, and {} has none with these options'
    for options in ({}, {"prevalence": 0.1, "cluster": np.arange(N) // 4}):
        with pytest.raises(OptionError, match=message.format("precision")):
            precision.interval(BY_TARGET_PREVALENCE_TRUTH, PRED, method="mover", **options)
    with pytest.raises(OptionError, match=message.format("accuracy")):
        accuracy.interval(MANY, MANY_PRED, prevalence=SHARES, method="mover")


def test_methods_of_average_precision_at_its_own_prevalence_are_refused() -> None:
    for method, message in (("boyd", "without prevalence="), ("pairs", "average_precision with prevalence=")):
        with pytest.raises(OptionError, match=message):
            average_precision.interval(BY_TARGET_PREVALENCE_TRUTH, SCORE, prevalence=0.4, method=method)


def test_a_perfect_ranking_of_few_negatives_has_no_interval_and_says_so() -> None:
    with pytest.warns(
        IntervalWarning, match="the negative rows go with only 0.3 positive ones, too few to tell the top"
    ):
        found = average_precision.interval([0] * 30 + [1] * 30, range(60), prevalence=0.01)
    assert found.value == 1
    assert math.isnan(found.low)
    assert 'no interval by method="logit": ' in (found.reason or "")


def test_enough_negative_rows_are_no_doubt() -> None:
    truth = np.repeat([0, 1], (600, 60))
    score = np.random.default_rng(1).normal(size=660) + truth
    assert average_precision.interval(truth, score, prevalence=0.1).reason is None
    with pytest.warns(IntervalWarning, match="the negative rows go with only 6.1 positive ones"):
        average_precision.interval(truth, score, prevalence=0.01)
    assert average_precision.interval(truth, score).reason is None


def test_the_rarest_of_several_classes_decides_the_doubt() -> None:
    rng = np.random.default_rng(3)
    truth = np.repeat([0, 1, 2], (200, 200, 200))
    score = rng.normal(size=(600, 3)) + 2 * np.eye(3)[truth]
    assert average_precision.interval(truth, score, prevalence={0: 0.5, 1: 0.3, 2: 0.2}).reason is None
    with pytest.warns(IntervalWarning, match="the negative rows go with only 8.2 positive ones"):
        average_precision.interval(truth, score, prevalence={0: 0.49, 1: 0.49, 2: 0.02})


# -- identities ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", [None, "logit"])
def test_opposite_rates_have_opposite_limits(method: str | None) -> None:
    pairs = (
        (precision, false_discovery_rate),
        (negative_predictive_value, false_omission_rate),
        (accuracy, zero_one_loss),
    )
    for one, other in pairs:
        a, b = (
            metric.interval(BY_TARGET_PREVALENCE_TRUTH, PRED, prevalence=0.05, method=method) for metric in (one, other)
        )
        assert_allclose([a.value, a.low, a.high], [1 - b.value, 1 - b.high, 1 - b.low], rtol=1e-9)


@pytest.mark.parametrize("metric", [precision, f1, accuracy, matthews_correlation, cohen_kappa])
def test_more_rows_of_a_class_only_narrow_the_interval(metric: Any) -> None:
    few, many = (
        metric.interval_of(Counts.from_table(x), prevalence=0.1) for x in ([[45, 5], [10, 40]], [[450, 50], [10, 40]])
    )
    assert few.value == pytest.approx(many.value)
    assert few.low < many.low < many.high < few.high


def test_weights_that_are_alike_change_nothing() -> None:
    plain = f1.interval(BY_TARGET_PREVALENCE_TRUTH, PRED, prevalence=0.1)
    scaled = f1.interval(BY_TARGET_PREVALENCE_TRUTH, PRED, prevalence=0.1, sample_weight=np.full(N, 2.5))
    assert_allclose([scaled.low, scaled.high, scaled.se], [plain.low, plain.high, plain.se], rtol=1e-9)


def test_each_class_has_the_interval_of_its_own_rate() -> None:
    each = precision.interval(BY_TARGET_PREVALENCE_TRUTH, PRED, prevalence=0.1, average=None)
    first = precision.interval(BY_TARGET_PREVALENCE_TRUTH, PRED, prevalence=0.9, pos_label=0)
    second = precision.interval(BY_TARGET_PREVALENCE_TRUTH, PRED, prevalence=0.1)
    for one, alone in zip(each, (first, second), strict=True):
        assert_allclose([one.low, one.high, one.se], [alone.low, alone.high, alone.se], rtol=1e-9)


@pytest.mark.parametrize("metric", [precision, average_precision], ids=["labels", "scores"])
def test_clusters_of_one_row_give_the_standard_error_of_the_rows(metric: Any) -> None:
    other = PRED if metric is precision else SCORE
    plain = _quiet(metric.interval, BY_TARGET_PREVALENCE_TRUTH, other, prevalence=0.1, method="logit")
    alone = _quiet(metric.interval, BY_TARGET_PREVALENCE_TRUTH, other, prevalence=0.1, cluster=np.arange(N))
    assert alone.method == "logit"
    m = min(np.bincount(BY_TARGET_PREVALENCE_TRUTH))
    assert plain.se < alone.se < plain.se * math.sqrt(m / (m - 1))


@pytest.mark.parametrize("method", ["percentile", "bca", "basic"])
@pytest.mark.parametrize("metric", [precision, f1, matthews_correlation, average_precision, precision_recall_auc])
def test_the_bootstrap_of_both_classes_is_near_the_delta_method(metric: Any, method: str) -> None:
    other = SCORE if metric.facts.input == "scores" else PRED
    drawn = _quiet(
        metric.interval,
        BY_TARGET_PREVALENCE_TRUTH,
        other,
        prevalence=0.3,
        method=method,
        scheme="stratified",
        draws=1500,
    )
    exact = _quiet(metric.interval, BY_TARGET_PREVALENCE_TRUTH, other, prevalence=0.3)
    assert_allclose(drawn.se, exact.se, rtol=0.08)
    assert drawn.low < drawn.value < drawn.high


def test_several_classes_take_the_delta_method() -> None:
    found = f1.interval(MANY, MANY_PRED, prevalence=SHARES, average="macro")
    drawn = f1.interval(
        MANY, MANY_PRED, prevalence=SHARES, average="macro", method="percentile", scheme="stratified", draws=1500
    )
    assert found.method == "logit"
    assert_allclose(drawn.se, found.se, rtol=0.08)
    each = f1.interval(MANY, MANY_PRED, prevalence=SHARES, average=None)
    assert (each.outputs, each.method) == ((0, 1, 2), "logit")
    assert_allclose(found.value, each.value.mean(), rtol=1e-12)


# -- comparisons ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", [precision, accuracy, zero_one_loss, matthews_correlation, average_precision])
def test_two_models_are_compared_by_influences(metric: Any) -> None:
    models = (SCORE, SCORE + np.random.default_rng(4).normal(size=N)) if metric is average_precision else (PRED, OTHER)
    found = _quiet(metric.compare, BY_TARGET_PREVALENCE_TRUTH, *models, prevalence=0.3)
    assert found.method == "delta"
    a, b = (metric(BY_TARGET_PREVALENCE_TRUTH, model, prevalence=0.3) for model in models)
    assert_allclose(found.difference, a - b)
    drawn = _quiet(
        metric.compare,
        BY_TARGET_PREVALENCE_TRUTH,
        *models,
        prevalence=0.3,
        method="percentile",
        scheme="stratified",
        draws=1500,
    )
    assert_allclose(drawn.high - drawn.low, found.high - found.low, rtol=0.12)
    assert "prevalence:0.3" in found.signature


def test_two_hospitals_are_compared_at_one_prevalence() -> None:
    first, second = (BY_TARGET_PREVALENCE_TRUTH[:120], PRED[:120]), (BY_TARGET_PREVALENCE_TRUTH[120:], OTHER[120:])
    found = _quiet(precision.compare_independent, first, second, prevalence=0.05)
    a, b = (precision.interval(*rows, prevalence=0.05) for rows in (first, second))
    assert_allclose(found.difference, a.value - b.value)
    assert found.method == "mover"
    assert_allclose(found.se, math.hypot(a.se, b.se), rtol=1e-9)
    plain = _quiet(precision.compare_independent, first, second, prevalence=0.05, method="delta")
    assert_allclose(plain.se, found.se * math.sqrt(120 / 119), rtol=1e-9)  # divided by n - 1


# -- third party ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case", BY_TARGET_PREVALENCE_FROM_R["cases"], ids=lambda case: f"{case['cells']} {case['prevalence']}"
)
def test_by_target_prevalence_equal_to_r(case: dict[str, Any]) -> None:
    counts, share = _table(*case["cells"]), case["prevalence"]
    for method in ("logit", "mover"):
        for name, expected in case[method].items():
            found = _quiet(metrics.get(name).interval_of, counts, prevalence=share, method=method)
            assert_allclose([getattr(found, part) for part in PARTS], expected, rtol=1e-9, err_msg=f"{name} {method}")
    for name, expected in case["delta"].items():
        found = _quiet(metrics.get(name).interval_of, counts, prevalence=share)
        assert_allclose([found.value, found.se], expected, rtol=1e-7, err_msg=name)


CELLS = Counts.from_table([[50, 8], [12, 30]])
THREE = Counts.from_table([[30, 4, 2], [5, 20, 3], [1, 6, 29]])
KINDS = ("wilson", "exact", "agresti-coull", "jeffreys")


@pytest.mark.parametrize("kind", KINDS)
def test_f1_has_the_limits_of_jaccard_mapped(kind: str) -> None:
    of_f1, of_jaccard = f1.interval_of(CELLS, method=kind), jaccard.interval_of(CELLS, method=kind)
    for name in ("value", "low", "high"):
        part = getattr(of_jaccard, name)
        assert_allclose(getattr(of_f1, name), 2 * part / (1 + part), rtol=1e-12)


def test_error_rates_have_the_limits_of_their_complement_turned_round() -> None:
    for one, other in ((recall, false_negative_rate), (accuracy, zero_one_loss)):
        a, b = one.interval_of(CELLS), other.interval_of(CELLS)
        assert_allclose([a.low, a.high], [1 - b.high, 1 - b.low], rtol=1e-12)


def test_brennan_prediger_is_a_line_of_the_accuracy() -> None:
    a, b = accuracy.interval_of(THREE), brennan_prediger.interval_of(THREE)
    assert_allclose([b.low, b.high], [(3 * a.low - 1) / 2, (3 * a.high - 1) / 2], rtol=1e-12)


def test_negative_agreement_is_positive_agreement_of_the_other_label() -> None:
    a, b = negative_agreement.interval_of(CELLS), f1.interval_of(CELLS, pos_label=0)
    assert_allclose([a.low, a.high], [b.low, b.high], rtol=1e-12)


@pytest.mark.parametrize("metric", [precision, recall, f1, specificity, jaccard])
@pytest.mark.parametrize("kind", KINDS)
def test_micro_average_of_one_label_a_row_is_a_function_of_the_accuracy(metric: object, kind: str) -> None:
    a, b = accuracy.interval_of(THREE, method=kind), metric.interval_of(THREE, average="micro", method=kind)
    p = np.array([a.low, a.high])
    mapped = {"specificity": (1 + p) / 2, "jaccard": p / (2 - p)}.get(metric.name, p)
    assert_allclose([b.low, b.high], mapped, rtol=1e-12)


def test_micro_average_of_f_beta_is_the_accuracy_for_every_beta() -> None:
    a = accuracy.interval_of(THREE)
    b = f_beta.interval_of(THREE, beta=2.0, average="micro")
    assert (b.method, a.method) == ("wilson", "wilson")
    assert_allclose([b.low, b.high], [a.low, a.high], rtol=1e-12)


def test_one_interval_a_class_is_that_of_the_class_alone() -> None:
    found = recall.interval_of(THREE, average=None)
    assert found.outputs == (0, 1, 2)
    for place, (part, whole) in enumerate([(30, 36), (20, 28), (29, 36)]):
        alone = recall.interval_of(Counts.from_table([[1, 0], [whole - part, part]]))
        assert_allclose([found[place].low, found[place].high], [alone.low, alone.high], rtol=1e-12)


def test_averages_over_classes_take_another_default() -> None:
    assert recall.interval_of(THREE, average="macro").method == "mover"
    assert recall.interval_of(THREE, average="weighted").method == "logit"
    assert f_beta.interval_of(CELLS, beta=2.0).method == "logit"
    assert brennan_prediger.interval_of(THREE, weights="linear").method == "jackknife"


def test_weighted_agreement_without_weights_is_a_share() -> None:
    a, b = accuracy.interval_of(THREE), weighted_agreement.interval_of(THREE, weights=None, method="wilson")
    assert (a.low, a.high) == (b.low, b.high)


def test_adjacent_agreement_is_a_share() -> None:
    found = adjacent_agreement.interval_of(THREE, method="exact")
    alone = accuracy.interval_of(Counts.from_table([[97, 3], [0, 0]]), method="exact")
    assert_allclose([found.low, found.high], [alone.low, alone.high], rtol=1e-12)


def test_no_information_rate_is_the_share_of_the_largest_class() -> None:
    table = Counts.from_table([[60, 4], [5, 20]])
    a, b = no_information_rate.interval_of(table), prevalence.interval_of(table, pos_label=0)
    assert_allclose([a.low, a.high], [b.low, b.high], rtol=1e-12)


def test_no_information_rate_of_classes_of_about_one_size_is_doubted() -> None:
    with pytest.warns(IntervalWarning, match="the two most frequent classes are about equally frequent"):
        no_information_rate.interval_of(Counts.from_table([[50, 4], [5, 40]]))
    assert no_information_rate.interval_of(Counts.from_table([[50, 0], [5, 0]])).reason is None


def test_rows_of_several_labels_are_right_or_wrong() -> None:
    truth = np.array([[1, 0], [0, 1], [1, 1], [0, 0]] * 10)
    prediction = truth.copy()
    prediction[:7, 0] = 1 - prediction[:7, 0]
    found = exact_match.interval(truth, prediction, method="exact")
    alone = accuracy.interval([1] * 40, [0] * 7 + [1] * 33, method="exact")
    assert_allclose([found.value, found.low, found.high], [alone.value, alone.low, alone.high], rtol=1e-12)


def test_share_without_an_error_has_an_interval_without_a_word() -> None:
    found = recall.interval([0] * 20 + [1] * 20, [0] * 20 + [1] * 20)
    assert found.high == 1.0
    assert_allclose(found.low, 20 / (20 + 1.959963984540054**2), rtol=1e-12)
    assert found.reason is None


def test_share_of_few_rows_says_so_unless_it_is_exact() -> None:
    truth, prediction = [1] * 5 + [0] * 60, [1] * 4 + [0] * 61
    with pytest.warns(IntervalWarning, match="recall: a share of only 5 rows"):
        recall.interval(truth, prediction)
    assert recall.interval(truth, prediction, method="exact").reason is None
    with pytest.warns(IntervalWarning, match="recall: a share of only 5 rows in 1 of 2 values"):
        recall.interval(truth, prediction, average=None)


def test_constant_average_has_no_interval() -> None:
    with pytest.warns(IntervalWarning, match="no row moves the value"):
        found = prevalence.interval_of(THREE, average="micro")
    assert found == pytest.approx(1 / 3)
    assert np.isnan([found.low, found.high]).all()


@pytest.mark.parametrize("kind", KINDS)
def test_metric_that_is_no_share_is_refused(kind: str) -> None:
    message = (
        f'method="{kind}" is for shares of rows, and matthews_correlation is none with these options; leave method out '
        "for its default."
    )
    with pytest.raises(OptionError) as error:
        matthews_correlation.interval_of(CELLS, method=kind)
    assert str(error.value) == message


def test_average_over_classes_is_refused_and_told_what_else() -> None:
    with pytest.raises(OptionError) as error:
        recall.interval_of(THREE, average="macro", method="wilson")
    assert str(error.value) == (
        'method="wilson" is for shares of rows, and the macro average of recall is none with these options; leave '
        "method out for its default, or average=None for the intervals of all classes."
    )


RNG = np.random.default_rng(11)
TRUTH = RNG.integers(0, 2, 120)
PREDICTION = np.where(RNG.random(120) < 0.25, 1 - TRUTH, TRUTH)


def test_rows_are_those_of_the_denominator() -> None:
    (sample,) = label_samples(TRUTH, [PREDICTION])
    found = evidence(sample, recall.share(sample.state, {}), 0.95)
    assert_allclose([found.p, found.n], [recall(TRUTH, PREDICTION), TRUTH.sum()], rtol=1e-12)


def _of_weights(right: Any, weight: Any) -> Evidence:
    """The share of weighted rows that are right."""
    right, weight = np.asarray(right, float), np.asarray(weight, float)
    return of_rows(Totals(weight @ right, weight.sum(), weight**2 @ right, weight @ weight))


def test_weighted_rows_are_worth_p_times_q_by_the_variance() -> None:
    # two more rows of either kind, of the weight (sum w^2) / (sum w); four are taken off again
    weight = RNG.random(120)
    (sample,) = label_samples(TRUTH, [PREDICTION], sample_weight=weight)
    found = evidence(sample, recall.share(sample.state, {}), 0.95)
    own, right = weight[TRUTH == 1], PREDICTION[TRUTH == 1]
    more = np.full(4, (own**2).sum() / own.sum())
    own, right = np.concatenate([own, more]), np.concatenate([right, [0, 0, 1, 1]])
    p = np.average(right, weights=own)
    variance = (own**2 * (right - p) ** 2).sum() / own.sum() ** 2
    assert_allclose(found.n, p * (1 - p) / variance - 4, rtol=1e-12)


@settings(max_examples=100)
@given(st.integers(0, 30), st.integers(1, 30), st.floats(0.001, 1000))
def test_equal_weights_of_any_scale_are_rows(right: int, wrong: int, scale: float) -> None:
    found = _of_weights([1] * right + [0] * wrong, [scale] * (right + wrong))
    assert_allclose([found.p, found.n], [right / (right + wrong), right + wrong], rtol=1e-7)


def test_heavy_rows_that_are_wrong_count_as_fewer() -> None:
    weight = np.repeat([1.0, 5.0], [80, 20])
    kish = weight.sum() ** 2 / (weight @ weight)
    heavy = np.where(weight == 5, np.arange(100) % 2 == 0, np.arange(100) % 20 != 0)  # half of them, and 1 in 20
    light = np.where(weight == 1, np.arange(100) % 2 == 0, np.arange(100) % 20 != 0)
    assert _of_weights(heavy, weight).n < 0.9 * kish
    assert _of_weights(light, weight).n > 1.1 * kish
    assert_allclose(_of_weights(np.arange(100) % 5 != 0, weight).n, kish, rtol=0.05)  # whatever their weight


def test_shares_of_all_or_no_rows_are_worth_less_than_their_number() -> None:
    weight = RNG.random(50) + 0.1
    found, none = _of_weights(np.ones(50), weight), _of_weights(np.zeros(50), weight)
    assert_allclose([found.p, none.p], [1, 0], rtol=1e-12)
    assert_allclose(found.n, none.n, rtol=1e-12)
    assert 1 < found.n < 50
    assert np.isnan(_of_weights([], []).n)


def test_scale_of_weights_does_not_matter() -> None:
    weight = RNG.random(120)
    one, other = (f1.interval(TRUTH, PREDICTION, sample_weight=weight * scale) for scale in (1, 1000))
    assert_allclose([one.low, one.high], [other.low, other.high], rtol=1e-12)


def test_clusters_of_one_row_are_rows_but_for_the_factor_of_small_samples() -> None:
    for metric in (accuracy, recall, f1):
        (sample,) = label_samples(TRUTH, [PREDICTION], cluster=np.arange(120))
        (alone,) = label_samples(TRUTH, [PREDICTION])
        share = metric.share(sample.state, {})
        with_clusters, without = (evidence(one, share, 0.95) for one in (sample, alone))
        assert_allclose(with_clusters.p, without.p, rtol=1e-12)
        among = {"accuracy": 120, "recall": TRUTH.sum(), "f1": ((TRUTH == 1) | (PREDICTION == 1)).sum()}[metric.name]
        assert_allclose(with_clusters.n, without.n * (among - 1) / among, rtol=1e-2 if metric is f1 else 1e-9)


def test_rows_that_are_there_twice_are_worth_half() -> None:
    cluster = np.repeat(np.arange(120), 2)
    (sample,) = label_samples(np.repeat(TRUTH, 2), [np.repeat(PREDICTION, 2)], cluster=cluster)
    found = evidence(sample, accuracy.share(sample.state, {}), 0.95)
    quotient = 0.999  # of Student's t with 239 and with 119 degrees of freedom, squared: .9898
    assert 0.98 * 120 < found.n < quotient * 120


def test_clusters_that_balance_out_are_not_worth_more_than_rows() -> None:
    truth = np.ones(80, int)
    prediction = np.tile([0, 1], 40)  # each cluster has one right and one wrong row: the share never changes
    (sample,) = label_samples(truth, [prediction], cluster=np.repeat(np.arange(40), 2))
    found = evidence(sample, accuracy.share(sample.state, {}), 0.95)
    assert found.n <= 80


def test_without_an_error_each_cluster_counts_as_one_row() -> None:
    cluster = np.repeat(np.arange(30), 4)
    with pytest.warns(IntervalWarning, match="no decision differs, so that each cluster counts as one"):
        found = accuracy.interval(TRUTH, TRUTH, cluster=cluster)
    assert_allclose([found.low, found.high], [30 / (30 + 1.959963984540054**2), 1.0], rtol=1e-9)  # 30 of 30 rows


def test_decisions_of_one_row_are_not_independent() -> None:
    same = [np.repeat(part[:, None], 5, axis=1) for part in (TRUTH, PREDICTION)]  # five labels that say the same
    one, five = hamming_loss.interval(TRUTH, PREDICTION), hamming_loss.interval(*same)
    assert_allclose([five.low, five.high], [one.low, one.high], rtol=1e-9)
    one, five = recall.interval(TRUTH, PREDICTION), recall.interval(*same, average="micro")
    assert_allclose([five.low, five.high], [one.low, one.high], rtol=1e-9)


def test_independent_labels_are_worth_all_their_decisions() -> None:
    truth = RNG.integers(0, 2, (400, 8))
    prediction = np.where(RNG.random((400, 8)) < 0.2, 1 - truth, truth)
    (sample,) = label_samples(truth, [prediction])
    found = evidence(sample, hamming_loss.share(sample.state, {}), 0.95)
    assert 0.85 * 3200 < found.n <= 3200


# Rscript tests/reference/intervals.R
BY_ODDS_FROM_R = json.loads((TESTS / "reference" / "intervals.json").read_text(encoding="utf-8"))
RATIOS = (diagnostic_odds_ratio, positive_likelihood_ratio, negative_likelihood_ratio)
Z = 1.959963984540054


def _table(tp: float, fp: float, fn: float, tn: float) -> Counts:
    return Counts.from_table([[tn, fp], [fn, tp]])


def test_odds_ratio_without_a_false_positive_is_infinite_and_half_a_row_gives_its_lower_limit() -> None:
    with pytest.warns(IntervalWarning, match="a cell is empty, half a row was added to each for the limits"):
        found = diagnostic_odds_ratio.interval_of(_table(15, 0, 5, 20))
    log = math.log(15.5 * 20.5 / (0.5 * 5.5))
    low = math.exp(log - Z * math.sqrt(1 / 15.5 + 1 / 20.5 + 1 / 0.5 + 1 / 5.5))
    assert found.value == math.inf
    assert found.high == math.inf
    assert_allclose(found.low, low, rtol=1e-12)
    assert found.method == "haldane"


def test_ratio_of_zero_is_its_lower_limit() -> None:
    with pytest.warns(IntervalWarning, match="half a row"):
        found = negative_likelihood_ratio.interval_of(_table(20, 5, 0, 20))
    assert found.value == found.low == 0
    assert 0 < found.high < 1


def test_one_a_class_mends_only_those_with_an_empty_cell() -> None:
    counts = Counts.from_table([[40, 13, 0], [12, 40, 0], [12, 10, 40]])
    with pytest.warns(IntervalWarning, match="half a row"):
        found = diagnostic_odds_ratio.interval_of(counts, average=None)
    plain = diagnostic_odds_ratio.interval_of(Counts.from_table([[90, 24], [13, 40]]), method="log")
    assert_allclose([found[0].low, found[0].high], [plain.low, plain.high], rtol=1e-12)
    assert found[2].high == math.inf
    assert found[2].low > 1


@pytest.mark.parametrize("metric", RATIOS)
@pytest.mark.parametrize("case", BY_ODDS_FROM_R["screening"], ids=lambda case: str(case["cells"]))
def test_by_odds_equal_to_r(metric: Any, case: dict[str, Any]) -> None:
    tp, fp, fn, tn = case["cells"]
    for method in ("log", "haldane"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", IntervalWarning)  # of few rows
            found = metric.interval_of(_table(tp, fp, fn, tn), method=method)
        assert_allclose([found.value, found.low, found.high], case[metric.name], rtol=1e-9)


def test_haldane_is_refused_for_other_metrics_and_averages() -> None:
    message = 'method="haldane" is for likelihood ratios and odds ratios of independent rows, of one class or of each'
    with pytest.raises(OptionError, match=message):
        recall.interval_of(_table(5, 5, 5, 5), method="haldane")
    with pytest.raises(OptionError, match=message):
        diagnostic_odds_ratio.interval_of(_table(5, 5, 5, 5), average="macro", method="haldane")


def test_weighted_rows_count_as_many_as_kish_says() -> None:
    truth, prediction = [1] * 20 + [0] * 20, [1] * 15 + [0] * 25
    with pytest.warns(IntervalWarning, match="half a row"):
        plain = diagnostic_odds_ratio.interval(truth, prediction)
    with pytest.warns(IntervalWarning, match="half a row"):
        scaled = diagnostic_odds_ratio.interval(truth, prediction, sample_weight=[7.0] * 40)
    assert_allclose(scaled.low, plain.low, rtol=1e-12)


# Rscript tests/reference/intervals.R
FROM_R = json.loads((TESTS / "reference" / "intervals.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", sorted(PROPORTIONS_KINDS))
@pytest.mark.parametrize(("share", "end"), [(0.0, 0), (1.0, 1)])
def test_share_at_an_end_is_a_limit_and_the_other_limit_lies_inside(kind: str, share: float, end: int) -> None:
    ends = PROPORTIONS_KINDS[kind](np.array(share), np.array(20.0), 0.95)
    assert ends[end] == share
    assert 0 < ends[1 - end] < 1


@pytest.mark.parametrize("kind", sorted(PROPORTIONS_KINDS))
def test_share_of_no_rows_has_no_limits(kind: str) -> None:
    ends = PROPORTIONS_KINDS[kind](np.array(np.nan), np.array(np.nan), 0.95)
    assert np.isnan(ends).all()


def test_exact_limit_of_no_row_is_a_power() -> None:
    assert_allclose(PROPORTIONS_KINDS["exact"](np.array(0.0), np.array(10.0), 0.95)[1], 1 - 0.025**0.1, rtol=1e-12)


def test_wilson_limits_are_where_the_score_test_rejects() -> None:
    low, high = PROPORTIONS_KINDS["wilson"](np.array(0.3), np.array(50.0), 0.95)
    for limit in (low, high):
        assert_allclose(abs(0.3 - limit) / np.sqrt(limit * (1 - limit) / 50), stats.norm.ppf(0.975), rtol=1e-12)


@pytest.mark.parametrize("case", FROM_R["proportions"], ids=lambda c: f"{c['x']} of {c['n']} at {c['level']}")
@pytest.mark.parametrize("kind", sorted(PROPORTIONS_KINDS))
def test_equal_to_r(case: dict[str, Any], kind: str) -> None:
    x, n, expected = case["x"], case["n"], np.clip(case[kind], 0, 1)  # Agresti and Coull's can leave the range
    found = PROPORTIONS_KINDS[kind](np.array(x / n), np.array(float(n)), case["level"])
    assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def test_equal_to_r_from_rows() -> None:
    case = next(case for case in FROM_R["proportions"] if (case["x"], case["n"], case["level"]) == (13, 87, 0.95))
    prediction = [1] * case["x"] + [0] * (case["n"] - case["x"])
    for kind in PROPORTIONS_KINDS:
        found = recall.interval([1] * case["n"] + [0] * 5, [*prediction, 0, 0, 0, 0, 1], method=kind)
        assert_allclose([found.low, found.high], case[kind], rtol=1e-9)
        assert found.method == kind
