"""Intervals and comparisons of metrics at a target prevalence."""

from __future__ import annotations

import json
import math
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import (
    accuracy,
    average_precision,
    cohen_kappa,
    f1,
    false_discovery_rate,
    false_omission_rate,
    matthews_correlation,
    metrics,
    negative_predictive_value,
    precision,
    precision_recall_auc,
    zero_one_loss,
)
from concordant.errors import IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.states import Counts

# Rscript tests/reference/target_prevalence.R
FROM_R = json.loads((Path(__file__).parents[2] / "reference" / "target_prevalence.json").read_text(encoding="utf-8"))
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


def _table(tp: float, fp: float, fn: float, tn: float) -> Counts:
    return Counts.from_table([[tn, fp], [fn, tp]])


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
        precision.interval(TRUTH, PRED, prevalence=0.1, method="wilson")
    with pytest.raises(OptionError, match="mcnemar"):
        accuracy.compare(TRUTH, PRED, OTHER, prevalence=0.1, method="mcnemar")


def test_mover_is_refused_where_it_does_not_apply() -> None:
    message = 'method="mover" puts limits of parts together, and {} has none with these options'
    for options in ({}, {"prevalence": 0.1, "cluster": np.arange(N) // 4}):
        with pytest.raises(OptionError, match=message.format("precision")):
            precision.interval(TRUTH, PRED, method="mover", **options)
    with pytest.raises(OptionError, match=message.format("accuracy")):
        accuracy.interval(MANY, MANY_PRED, prevalence=SHARES, method="mover")


def test_methods_of_average_precision_at_its_own_prevalence_are_refused() -> None:
    for method, message in (("boyd", "without prevalence="), ("pairs", "average_precision with prevalence=")):
        with pytest.raises(OptionError, match=message):
            average_precision.interval(TRUTH, SCORE, prevalence=0.4, method=method)


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
        a, b = (metric.interval(TRUTH, PRED, prevalence=0.05, method=method) for metric in (one, other))
        assert_allclose([a.value, a.low, a.high], [1 - b.value, 1 - b.high, 1 - b.low], rtol=1e-9)


@pytest.mark.parametrize("metric", [precision, f1, accuracy, matthews_correlation, cohen_kappa])
def test_more_rows_of_a_class_only_narrow_the_interval(metric: Any) -> None:
    few, many = (
        metric.interval_of(Counts.from_table(x), prevalence=0.1) for x in ([[45, 5], [10, 40]], [[450, 50], [10, 40]])
    )
    assert few.value == pytest.approx(many.value)
    assert few.low < many.low < many.high < few.high


def test_weights_that_are_alike_change_nothing() -> None:
    plain = f1.interval(TRUTH, PRED, prevalence=0.1)
    scaled = f1.interval(TRUTH, PRED, prevalence=0.1, sample_weight=np.full(N, 2.5))
    assert_allclose([scaled.low, scaled.high, scaled.se], [plain.low, plain.high, plain.se], rtol=1e-9)


def test_each_class_has_the_interval_of_its_own_rate() -> None:
    each = precision.interval(TRUTH, PRED, prevalence=0.1, average=None)
    first = precision.interval(TRUTH, PRED, prevalence=0.9, pos_label=0)
    second = precision.interval(TRUTH, PRED, prevalence=0.1)
    for one, alone in zip(each, (first, second), strict=True):
        assert_allclose([one.low, one.high, one.se], [alone.low, alone.high, alone.se], rtol=1e-9)


@pytest.mark.parametrize("metric", [precision, average_precision], ids=["labels", "scores"])
def test_clusters_of_one_row_give_the_standard_error_of_the_rows(metric: Any) -> None:
    other = PRED if metric is precision else SCORE
    plain = _quiet(metric.interval, TRUTH, other, prevalence=0.1, method="logit")
    alone = _quiet(metric.interval, TRUTH, other, prevalence=0.1, cluster=np.arange(N))
    assert alone.method == "logit"
    m = min(np.bincount(TRUTH))
    assert plain.se < alone.se < plain.se * math.sqrt(m / (m - 1))


@pytest.mark.parametrize("method", ["percentile", "bca", "basic"])
@pytest.mark.parametrize("metric", [precision, f1, matthews_correlation, average_precision, precision_recall_auc])
def test_the_bootstrap_of_both_classes_is_near_the_delta_method(metric: Any, method: str) -> None:
    other = SCORE if metric.facts.input == "scores" else PRED
    drawn = _quiet(metric.interval, TRUTH, other, prevalence=0.3, method=method, scheme="stratified", draws=1500)
    exact = _quiet(metric.interval, TRUTH, other, prevalence=0.3)
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
    found = _quiet(metric.compare, TRUTH, *models, prevalence=0.3)
    assert found.method == "delta"
    a, b = (metric(TRUTH, model, prevalence=0.3) for model in models)
    assert_allclose(found.difference, a - b)
    drawn = _quiet(metric.compare, TRUTH, *models, prevalence=0.3, method="percentile", scheme="stratified", draws=1500)
    assert_allclose(drawn.high - drawn.low, found.high - found.low, rtol=0.12)
    assert "prevalence:0.3" in found.signature


def test_two_hospitals_are_compared_at_one_prevalence() -> None:
    first, second = (TRUTH[:120], PRED[:120]), (TRUTH[120:], OTHER[120:])
    found = _quiet(precision.compare_independent, first, second, prevalence=0.05)
    a, b = (precision.interval(*rows, prevalence=0.05) for rows in (first, second))
    assert_allclose(found.difference, a.value - b.value)
    assert found.method == "mover"
    assert_allclose(found.se, math.hypot(a.se, b.se), rtol=1e-9)
    plain = _quiet(precision.compare_independent, first, second, prevalence=0.05, method="delta")
    assert_allclose(plain.se, found.se * math.sqrt(120 / 119), rtol=1e-9)  # divided by n - 1


# -- third party ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", FROM_R["cases"], ids=lambda case: f"{case['cells']} {case['prevalence']}")
def test_equal_to_r(case: dict[str, Any]) -> None:
    counts, share = _table(*case["cells"]), case["prevalence"]
    for method in ("logit", "mover"):
        for name, expected in case[method].items():
            found = _quiet(metrics.get(name).interval_of, counts, prevalence=share, method=method)
            assert_allclose([getattr(found, part) for part in PARTS], expected, rtol=1e-9, err_msg=f"{name} {method}")
    for name, expected in case["delta"].items():
        found = _quiet(metrics.get(name).interval_of, counts, prevalence=share)
        assert_allclose([found.value, found.se], expected, rtol=1e-7, err_msg=name)
