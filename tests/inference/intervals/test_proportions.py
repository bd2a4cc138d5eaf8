"""Intervals of shares of rows, of ratios of them, and of both at a target prevalence."""

from __future__ import annotations

import json
import math
from functools import partial
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
    diagnostic_odds_ratio,
    exact_match,
    f1,
    f_beta,
    false_negative_rate,
    hamming_loss,
    jaccard,
    matthews_correlation,
    metrics,
    negative_agreement,
    negative_likelihood_ratio,
    no_information_rate,
    positive_likelihood_ratio,
    precision,
    prevalence,
    recall,
    specificity,
    weighted_agreement,
    zero_one_loss,
)
from concordant.errors import IntervalWarning, UndefinedMetricWarning
from concordant.inference.intervals.proportions import KINDS, Evidence, evidence, of_rows
from concordant.inference.samples.sample import Totals
from concordant.states import Counts

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
# Rscript tests/reference/intervals.R
FROM_R = json.loads((TESTS / "reference" / "intervals.json").read_text(encoding="utf-8"))
# Rscript tests/reference/target_prevalence.R
AT_PREVALENCE = json.loads((TESTS / "reference" / "target_prevalence.json").read_text(encoding="utf-8"))
RNG = np.random.default_rng(7)
N = 240
TRUTH = (RNG.random(N) < 0.4).astype(int)
PRED = np.where(RNG.random(N) < 0.85, TRUTH, 1 - TRUTH)
OTHER = np.where(RNG.random(N) < 0.75, TRUTH, 1 - TRUTH)
SCORE = RNG.normal(size=N) + 2 * TRUTH
MANY = RNG.integers(0, 3, N)
MANY_PRED = np.where(RNG.random(N) < 0.7, MANY, RNG.integers(0, 3, N))
SHARES = {0: 0.7, 1: 0.2, 2: 0.1}
PARTS = ("value", "low", "high")
Z = 1.959963984540054
CELLS = Counts.from_table([[50, 8], [12, 30]])
THREE = Counts.from_table([[30, 4, 2], [5, 20, 3], [1, 6, 29]])
RATIOS = (diagnostic_odds_ratio, positive_likelihood_ratio, negative_likelihood_ratio)


def table_of(tp: float, fp: float, fn: float, tn: float) -> Counts:
    return Counts.from_table([[tn, fp], [fn, tp]])


# -- edges ---------------------------------------------------------------------------------------------------------


def test_at_the_other_end_or_undefined() -> None:
    result = precision.interval_of(table_of(0, 5, 20, 15), prevalence=0.01)
    assert (result.value, result.low) == (0, 0)
    assert 0 < result.high < 0.1
    result = precision.interval_of(table_of(16, 0, 4, 50), prevalence=0.01)
    assert (result.value, result.high, result.reason) == (1, 1, None)
    assert 0.1 < result.low < 0.2
    with pytest.warns(UndefinedMetricWarning, match="no row of y_true is in the class 0"):
        result = precision.interval_of(table_of(20, 0, 0, 0), prevalence=0.01)
    assert np.isnan([result.low, result.high]).all()


@pytest.mark.parametrize(
    ("cells", "few"), [((1, 5, 1, 50), "2 rows of y_true are 1"), ((1, 5, 0, 50), "1 row of y_true is 1")]
)
def test_few_rows_of_a_class_are_said(cells: tuple[float, ...], few: str) -> None:
    with pytest.warns(IntervalWarning, match=f"only {few}"):
        precision.interval_of(table_of(*cells), prevalence=0.01)


def test_a_perfect_ranking_of_few_negatives_is_doubted() -> None:
    with pytest.warns(
        IntervalWarning, match="the negative rows go with only 0.3 positive ones, too few to tell the top"
    ):
        result = average_precision.interval([0] * 30 + [1] * 30, range(60), prevalence=0.01)
    assert result.value == result.high == 1
    assert result.low < 0.1


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


def test_each_class_has_the_interval_of_its_own_rate() -> None:
    each = precision.interval(TRUTH, PRED, prevalence=0.1, average=None)
    first = precision.interval(TRUTH, PRED, prevalence=0.9, pos_label=0)
    second = precision.interval(TRUTH, PRED, prevalence=0.1)
    for one, alone in zip(each, (first, second), strict=True):
        assert_allclose([one.low, one.high, one.se], [alone.low, alone.high, alone.se], rtol=1e-9)


@pytest.mark.parametrize(("method", "atol"), [("score", 0.02), ("logit", 0.0)])
def test_several_classes_at_their_shares(method: str, atol: float) -> None:
    mean, classes, plain = (
        f1.interval(MANY, MANY_PRED, prevalence=SHARES, average=average, method=one)
        for average, one in (("macro", method), (None, method), (None, "logit"))
    )
    assert (mean.method, classes.method, classes.outputs) == (method, method, (0, 1, 2))
    assert_allclose(mean.value, classes.value.mean(), rtol=1e-12)
    assert_allclose([classes.low, classes.high], [plain.low, plain.high], atol=atol)


# -- comparisons ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", [precision, matthews_correlation, average_precision])
def test_two_models_are_compared_by_influences(metric: Any) -> None:
    models = (SCORE, SCORE + np.random.default_rng(4).normal(size=N)) if metric is average_precision else (PRED, OTHER)
    result = metric.compare(TRUTH, *models, prevalence=0.3)
    assert result.method == ("delta" if metric is average_precision else "score")
    a, b = (metric(TRUTH, model, prevalence=0.3) for model in models)
    assert_allclose(result.difference, a - b)
    drawn = metric.compare(TRUTH, *models, prevalence=0.3, method="percentile", scheme="stratified", draws=1500)
    assert_allclose(drawn.high - drawn.low, result.high - result.low, rtol=0.12)
    assert "prevalence:0.3" in result.signature


def test_two_hospitals_are_compared_at_one_prevalence() -> None:
    first, second = (TRUTH[:120], PRED[:120]), (TRUTH[120:], OTHER[120:])
    result = precision.compare_independent(first, second, prevalence=0.05)
    a, b = (precision.interval(*rows, prevalence=0.05) for rows in (first, second))
    assert_allclose(result.difference, a.value - b.value)
    assert result.method == "mover"
    assert_allclose(result.se, math.hypot(a.se, b.se), rtol=1e-9)
    plain = precision.compare_independent(first, second, prevalence=0.05, method="delta")
    assert_allclose(plain.se, result.se * math.sqrt(120 / 119), rtol=1e-9)  # divided by n - 1


# -- third party ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", AT_PREVALENCE["cases"], ids=lambda case: f"{case['cells']} {case['prevalence']}")
def test_limits_at_a_prevalence_equal_to_r(case: dict[str, Any]) -> None:
    counts, share = table_of(*case["cells"]), case["prevalence"]
    for name, expected in case["logit"].items():
        result = metrics.get(name).interval_of(counts, prevalence=share, method="logit")
        assert_allclose([getattr(result, part) for part in PARTS], expected, rtol=1e-9, err_msg=name)
    for name, expected in case["delta"].items():
        result = metrics.get(name).interval_of(counts, prevalence=share)
        assert_allclose([result.value, result.se], expected, rtol=1e-7, err_msg=name)


# -- shares of rows ------------------------------------------------------------------------------------------------

# a metric, the other that it is a function of, and that function
MAPPED: list[tuple[Any, Any, Any]] = [
    (partial(f1.interval_of, CELLS), partial(jaccard.interval_of, CELLS), lambda p: 2 * p / (1 + p)),
    (partial(false_negative_rate.interval_of, CELLS), partial(recall.interval_of, CELLS), lambda p: 1 - p),
    (partial(zero_one_loss.interval_of, CELLS), partial(accuracy.interval_of, CELLS), lambda p: 1 - p),
    (partial(negative_agreement.interval_of, CELLS), partial(f1.interval_of, CELLS, pos_label=0), lambda p: p),
    (partial(no_information_rate.interval_of, CELLS), partial(prevalence.interval_of, CELLS, pos_label=0), lambda p: p),
    (
        partial(adjacent_agreement.interval_of, THREE),
        partial(accuracy.interval_of, Counts.from_table([[97, 3], [0, 0]])),
        lambda p: p,
    ),
    *(
        (partial(metric.interval_of, THREE, **options), partial(accuracy.interval_of, THREE), function)
        for metric, options, function in (
            (brennan_prediger, {}, lambda p: (3 * p - 1) / 2),
            (weighted_agreement, {"weights": None}, lambda p: p),
            (specificity, {"average": "micro"}, lambda p: (1 + p) / 2),
            (jaccard, {"average": "micro"}, lambda p: p / (2 - p)),
            (f_beta, {"average": "micro", "beta": 2.0}, lambda p: p),
            *((metric, {"average": "micro"}, lambda p: p) for metric in (precision, recall, f1)),
        )
    ),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("interval", "other", "function"), MAPPED)
def test_a_share_has_the_limits_of_the_other_share_mapped(interval: Any, other: Any, function: Any, kind: str) -> None:
    result, mapped = interval(method=kind), other(method=kind)
    expected = sorted(function(getattr(mapped, part)) for part in PARTS)
    assert_allclose([result.low, result.value, result.high], expected, rtol=1e-12)


def test_shares_of_rows_of_one_weight_are_those_of_rows() -> None:
    for metric, average in ((recall, "binary"), (f1, None), (precision, "micro")):
        rows = metric.interval(TRUTH, PRED, average=average)
        alike = metric.interval(TRUTH, PRED, average=average, sample_weight=np.where(np.arange(N) % 3, 2.0**-60, 0.0))
        chosen = metric.interval(TRUTH[np.arange(N) % 3 > 0], PRED[np.arange(N) % 3 > 0], average=average)
        assert rows.method == alike.method == "wilson"
        assert_allclose([alike.low, alike.high], [chosen.low, chosen.high], rtol=1e-9)


def test_no_information_rate_of_classes_of_about_one_size_is_doubted() -> None:
    with pytest.warns(IntervalWarning, match="the two most frequent classes are about equally frequent"):
        no_information_rate.interval_of(Counts.from_table([[50, 4], [5, 40]]))
    assert no_information_rate.interval_of(Counts.from_table([[50, 0], [5, 0]])).reason is None


def test_rows_of_several_labels_are_right_or_wrong() -> None:
    truth = np.array([[1, 0], [0, 1], [1, 1], [0, 0]] * 10)
    prediction = truth.copy()
    prediction[:7, 0] = 1 - prediction[:7, 0]
    result = exact_match.interval(truth, prediction, method="exact")
    alone = accuracy.interval([1] * 40, [0] * 7 + [1] * 33, method="exact")
    assert_allclose([result.value, result.low, result.high], [alone.value, alone.low, alone.high], rtol=1e-12)


def test_share_without_an_error_has_an_interval_without_a_word() -> None:
    result = recall.interval([0] * 20 + [1] * 20, [0] * 20 + [1] * 20)
    assert result.high == 1.0
    assert_allclose(result.low, 20 / (20 + Z**2), rtol=1e-12)
    assert result.reason is None


def test_share_of_few_rows_says_so_unless_it_is_exact() -> None:
    truth, prediction = [1] * 5 + [0] * 60, [1] * 4 + [0] * 61
    with pytest.warns(IntervalWarning, match="recall: a share of only 5 rows"):
        recall.interval(truth, prediction)
    assert recall.interval(truth, prediction, method="exact").reason is None
    with pytest.warns(IntervalWarning, match="recall: a share of only 5 rows in 1 of 2 values"):
        recall.interval(truth, prediction, average=None)


def test_constant_average_has_no_interval() -> None:
    with pytest.warns(IntervalWarning, match="no row moves the value"):
        result = prevalence.interval_of(THREE, average="micro")
    assert result == pytest.approx(1 / 3)
    assert np.isnan([result.low, result.high]).all()


def _of_weights(right: Any, weight: Any) -> Evidence:
    """The share of weighted rows that are right."""
    right, weight = np.asarray(right, float), np.asarray(weight, float)
    return of_rows(Totals(weight @ right, weight.sum(), weight**2 @ right, weight @ weight))


def test_weighted_rows_are_worth_p_times_q_by_the_variance() -> None:
    # two more rows of either kind, of the weight (sum w^2) / (sum w); four are taken off again
    weight = RNG.random(N)
    (sample,) = label_samples(TRUTH, [PRED], sample_weight=weight)
    result = evidence(sample, recall.share(sample.state, {}), 0.95)
    own, right = weight[TRUTH == 1], PRED[TRUTH == 1]
    more = np.full(4, (own**2).sum() / own.sum())
    own, right = np.concatenate([own, more]), np.concatenate([right, [0, 0, 1, 1]])
    p = np.average(right, weights=own)
    variance = (own**2 * (right - p) ** 2).sum() / own.sum() ** 2
    assert_allclose(result.n, p * (1 - p) / variance - 4, rtol=1e-12)


@settings(max_examples=100)
@given(st.integers(0, 30), st.integers(1, 30), st.floats(0.001, 1000))
def test_equal_weights_of_any_scale_are_rows(right: int, wrong: int, scale: float) -> None:
    result = _of_weights([1] * right + [0] * wrong, [scale] * (right + wrong))
    assert_allclose([result.p, result.n], [right / (right + wrong), right + wrong], rtol=1e-7)


def test_shares_of_all_or_no_rows_are_worth_less_than_their_number() -> None:
    weight = RNG.random(50) + 0.1
    result, none = _of_weights(np.ones(50), weight), _of_weights(np.zeros(50), weight)
    assert_allclose([result.p, none.p], [1, 0], rtol=1e-12)
    assert_allclose(result.n, none.n, rtol=1e-12)
    assert 1 < result.n < 50
    assert np.isnan(_of_weights([], []).n)


def test_rows_that_are_there_twice_are_worth_half() -> None:
    (sample,) = label_samples(np.repeat(TRUTH, 2), [np.repeat(PRED, 2)], cluster=np.repeat(np.arange(N), 2))
    result = evidence(sample, accuracy.share(sample.state, {}), 0.95)
    assert 0.98 * N < result.n < 0.999 * N  # less by the quotient of Student's t with 2 N - 1 and with N - 1 degrees


def test_without_an_error_each_cluster_counts_as_one_row() -> None:
    with pytest.warns(IntervalWarning, match="a proportion of 0 or 1 shows no variation, so that each cluster"):
        result = accuracy.interval(TRUTH, TRUTH, cluster=np.arange(N) // 4, method="wilson")
    assert_allclose([result.low, result.high], [N / 4 / (N / 4 + Z**2), 1.0], rtol=1e-9)


def test_decisions_of_one_row_are_not_independent() -> None:
    same = [np.repeat(part[:, None], 5, axis=1) for part in (TRUTH, PRED)]  # five labels that say the same
    one, five = hamming_loss.interval(TRUTH, PRED), hamming_loss.interval(*same)
    assert_allclose([five.low, five.high], [one.low, one.high], rtol=1e-9)
    one, five = recall.interval(TRUTH, PRED), recall.interval(*same, average="micro")
    assert_allclose([five.low, five.high], [one.low, one.high], rtol=1e-9)


def test_odds_ratio_without_a_false_positive_is_infinite_and_has_a_lower_limit() -> None:
    for result in (
        diagnostic_odds_ratio.interval_of(table_of(15, 0, 5, 20)),
        diagnostic_odds_ratio.interval_of(table_of(15, 0, 5, 20), average=None)[1],
    ):
        exact = stats.contingency.odds_ratio([[15, 0], [5, 20]]).confidence_interval(0.95)
        assert result.value == result.high == exact.high == math.inf
        assert exact.low < result.low < 2 * exact.low
        assert (result.method, result.reason) == ("score", None)


def test_ratio_of_zero_is_its_lower_limit() -> None:
    result = negative_likelihood_ratio.interval_of(table_of(20, 5, 0, 20))
    assert result.value == result.low == 0
    assert 0 < result.high < 1


@pytest.mark.parametrize("metric", RATIOS)
@pytest.mark.parametrize("case", FROM_R["screening"], ids=lambda case: str(case["cells"]))
def test_ratios_equal_to_r(metric: Any, case: dict[str, Any]) -> None:
    result = metric.interval_of(table_of(*case["cells"]), method="log")
    assert_allclose([result.value, result.low, result.high], case[metric.name], rtol=1e-9)


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize(("share", "end"), [(0.0, 0), (1.0, 1)])
def test_share_at_an_end_is_a_limit_and_the_other_limit_lies_inside(kind: str, share: float, end: int) -> None:
    ends = KINDS[kind](np.array(share), np.array(20.0), 0.95)
    assert ends[end] == share
    assert 0 < ends[1 - end] < 1


@pytest.mark.parametrize("case", FROM_R["proportions"], ids=lambda c: f"{c['x']} of {c['n']} at {c['level']}")
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_limits_of_shares_equal_to_r(case: dict[str, Any], kind: str) -> None:
    x, n, expected = case["x"], case["n"], np.clip(case[kind], 0, 1)  # Agresti and Coull's can leave the range
    result = KINDS[kind](np.array(x / n), np.array(float(n)), case["level"])
    assert_allclose(result, expected, rtol=1e-9, atol=1e-12)


def test_limits_of_rows_equal_to_r() -> None:
    case = next(case for case in FROM_R["proportions"] if (case["x"], case["n"], case["level"]) == (13, 87, 0.95))
    prediction = [1] * case["x"] + [0] * (case["n"] - case["x"])
    for kind in KINDS:
        result = recall.interval([1] * case["n"] + [0] * 5, [*prediction, 0, 0, 0, 0, 1], method=kind)
        assert_allclose([result.low, result.high], case[kind], rtol=1e-9)
        assert result.method == kind
