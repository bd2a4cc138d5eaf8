"""One policy for undefined values, for every metric: NaN and a warning that says why, an error, or a number."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import concordant
from concordant import (
    accuracy,
    average_precision,
    cohen_kappa,
    diagnostic_odds_ratio,
    f1,
    geometric_mean,
    informedness,
    log_loss,
    precision,
    recall,
    roc_auc,
    youden_j,
)
from concordant.errors import (
    ConcordantError,
    IntervalWarning,
    OptionError,
    UndefinedMetricError,
    UndefinedMetricWarning,
)
from concordant.metrics.definition.metric import Metric
from metrics.cases import CALL, METRICS, Case, cases_of, example_of, options_of, rows_and_weights

# Rows where a metric of one number is undefined, and why; the reasons of others stand beside their values.
UNDEFINED: list[tuple[str, tuple[Any, Any], dict[str, Any], str]] = [
    ("accuracy", ([], []), {}, "there are no rows"),
    ("balanced_accuracy", ([], []), {"labels": [0, 1]}, "no row of the truth is positive (classes 0, 1)"),
    (
        "cohen_kappa",
        ([0, 1], [1, 0]),
        {"weights": [[0, 0], [0, 0]]},
        "the weights make no difference between the categories that occur (0/0)",
    ),
    (
        "f_beta",
        (["n", "n"], ["n", "n"]),
        {"beta": 2.0, "labels": ["n", "y"]},
        "no row is positive, neither in the truth nor in the prediction (positive class 'y')",
    ),
    ("roc_auc", (["yes", "yes"], [0.1, 0.2]), {"labels": ["no", "yes"]}, "only the class 'yes' occurs in y_true"),
]
undefined = pytest.mark.parametrize(("name", "rows", "options", "reason"), UNDEFINED)


@undefined
def test_nan_and_one_warning_at_the_line_of_the_caller(name: str, rows: Any, options: Any, reason: str) -> None:
    metric = concordant.metrics.get(name)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = metric(*rows, **options)
    assert type(value) is float
    assert math.isnan(value)
    assert [str(one.message) for one in caught] == [f"{name}: {reason}"]
    assert caught[0].category is UndefinedMetricWarning
    assert caught[0].filename == __file__
    line = test_nan_and_one_warning_at_the_line_of_the_caller.__code__.co_firstlineno
    assert line < caught[0].lineno < line + 10


@undefined
def test_an_error_a_number_or_an_outcome_stands_for_the_undefined_value(
    name: str, rows: Any, options: Any, reason: str
) -> None:
    metric: Any = concordant.metrics.get(name)
    with pytest.raises(UndefinedMetricError) as caught:
        metric(*rows, **options, undefined="raise")
    assert str(caught.value) == f"{name}: {reason}"
    assert isinstance(caught.value, ConcordantError)
    assert isinstance(caught.value, ValueError)
    for number in (0, 1.0, -0.25, np.float32(0.5)):
        value = metric(*rows, **options, undefined=number)
        assert type(value) is float
        assert value == number
    own = {key: value for key, value in options.items() if key in metric.options}
    data = {key: value for key, value in options.items() if key not in metric.options}
    outcome = metric.outcome(metric.state(*rows, **data), **own)
    assert math.isnan(outcome.value)
    assert outcome.reason == reason


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
@pytest.mark.parametrize("policy", ["warn", "zero", None, True, [0]])
def test_another_policy_is_refused_also_where_the_value_is_defined(metric: Any, policy: Any) -> None:
    case = cases_of(metric)[0]
    with pytest.raises(OptionError) as caught:
        metric(*example_of(case.kind), undefined=policy, **case.options)
    assert str(caught.value) == f"undefined must be 'nan', 'raise' or a number, not {policy!r}."


def test_of_warns_at_the_line_of_the_caller_as_well() -> None:
    counts = concordant.Counts.empty([0, 1])
    with pytest.warns(UndefinedMetricWarning, match=r"^accuracy: there are no rows$") as caught:
        accuracy.of(counts)
    assert caught[0].filename == __file__


SCORED = [metric for metric in METRICS if metric.facts.input == "scores" and metric.facts.range is not None]
ABSENT = r"there are no rows|only the class [01] occurs in y_true|no row of y_true is positive \(1\)|.* than k=2 rows"


@pytest.mark.parametrize("metric", SCORED, ids=lambda metric: metric.name)
def test_scores_without_a_row_of_a_class_say_what_is_absent(metric: Metric) -> None:
    for truth in ([], [0, 0], [1, 1]):
        state = metric.state(truth, [0.5, 0.1][: len(truth)], labels=[0, 1])
        outcome = metric.outcome(state, **options_of(metric)[0])
        if truth != [1, 1]:
            assert np.isnan(outcome.value) or (
                truth and metric.name == "precision_at_k"
            )  # of which one class is enough
        assert not np.isnan(outcome.value) or re.fullmatch(ABSENT, outcome.reason or "")


# -- averages ------------------------------------------------------------------------------------------------------

ABC: dict[str, Any] = {"labels": ["a", "b", "c"]}
OF_THREE: dict[str, Any] = {"labels": [0, 1, 2]}
WEIGHTED, PAIRS = {**ABC, "average": "weighted"}, {**OF_THREE, "multi_class": "ovo"}
SCORES = [[0.5, 0.3, 0.2], [0.1, 0.7, 0.2]]
INDICATORS = (np.array([[0, 1], [0, 1]]), np.array([[0.2, 0.3], [0.1, 0.4]]))
# metric, rows, options, the mean and why it leaves out a class
LEFT_OUT: list[tuple[Any, tuple[Any, Any], dict[str, Any], float, str]] = [
    (recall, ("ab", "aa"), ABC, 1 / 2, "2 of 3 classes: no row of the truth is positive (class 'c')"),
    (precision, ("abc", "aaa"), ABC, 1 / 3, "1 of 3 classes: no row is predicted positive (classes 'b', 'c')"),
    (precision, ("aab", "aaa"), WEIGHTED, 2 / 3, "2 of 3 classes: no row is predicted positive (class 'b')"),
    (roc_auc, ([0, 1], SCORES), OF_THREE, 1, "2 of 3 classes: all rows of y_true or none are in the class (class 2)"),
    (roc_auc, ([0, 1], SCORES), PAIRS, 1, "2 of 3 classes: no row of y_true is in the class (class 2)"),
    (average_precision, INDICATORS, {}, 1, "1 of 2 classes: no row of y_true is in the class (class 0)"),
]


@pytest.mark.parametrize(("metric", "rows", "options", "value", "reason"), LEFT_OUT)
def test_an_average_leaves_out_undefined_classes_and_names_them(
    metric: Any, rows: Any, options: dict[str, Any], value: float, reason: str
) -> None:
    how = {"average": "macro", **options}
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = metric(*(list(column) if isinstance(column, str) else column for column in rows), **how)
    assert found == pytest.approx(value)
    assert [str(one.message) for one in caught] == [f"{metric.name}: the {how['average']} average is over {reason}"]


def test_a_micro_average_does_not_miss_a_class() -> None:
    # Pooled, the one class of the truth is a negative of the other classes: TP 1, FN 2, FP 2, TN 4.
    assert informedness([0, 0, 0], [0, 1, 2], average="micro", undefined="raise") == pytest.approx(0)
    assert recall([0, 0, 0], [0, 1, 2], average="micro", undefined="raise") == pytest.approx(1 / 3)
    assert roc_auc([0, 0], SCORES, **OF_THREE, average="micro", undefined="raise") == 0.375


def test_one_value_a_class_says_which_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = precision([0, 1, 2], [0, 0, 2], average=None)
    np.testing.assert_array_equal(found, [0.5, np.nan, 1.0])
    assert str(caught[0].message) == ("precision: undefined for 1 of 3 classes: no row is predicted positive (class 1)")


def test_pairs_of_classes_say_which_class_has_no_rows() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = roc_auc([0, 1], SCORES, **OF_THREE, multi_class="ovo", average=None)
    np.testing.assert_array_equal(found, [1.0, np.nan, np.nan])
    assert str(caught[0].message) == "roc_auc: undefined for pairs with a class that has no row in y_true: 2"


def test_a_number_counts_as_the_value_of_each_undefined_class() -> None:
    pairs = [0, 1, 2], [0, 0, 2]
    assert precision(*pairs, average="macro", undefined=0) == 0.5  # (1/2 + 0 + 1) / 3
    assert precision(*pairs, average="macro", undefined=1) == pytest.approx(2.5 / 3)
    assert precision(*pairs, average=None, undefined=0).tolist() == [0.5, 0.0, 1.0]
    assert precision(*pairs, average="weighted", undefined=0) == 0.5
    assert roc_auc([0, 1], SCORES, **OF_THREE, undefined=0.5) == pytest.approx(2.5 / 3)
    found = roc_auc([0, 1], SCORES, **OF_THREE, multi_class="ovo", undefined=0.25)
    assert found == pytest.approx(0.5)  # (1 + 1/4 + 1/4) / 3


def test_a_stack_says_in_how_many_tables() -> None:
    stack = concordant.Counts.from_table([[[1, 1], [1, 1]], [[2, 0], [0, 0]], [[2, 0], [1, 0]]])
    with pytest.warns(UndefinedMetricWarning, match=r"\(positive class 1\) in 2 of 3 tables$"):
        precision.of(stack)
    with pytest.warns(UndefinedMetricWarning, match=r"^recall: no row of the truth is positive in 1 of 3 tables$"):
        recall.of(stack, average="macro")


# -- curves --------------------------------------------------------------------------------------------------------


def test_a_number_stands_for_undefined_rates_of_a_curve() -> None:
    fpr, tpr, thresholds = concordant.roc_curve([1, 1], [0.2, 0.3], undefined=0.0)
    assert fpr.tolist() == [0.0, 0.0, 0.0]
    assert tpr.tolist() == [0.0, 0.5, 1.0]
    assert thresholds.tolist() == [math.inf, 0.3, 0.2]
    both = concordant.precision_recall_curve(np.array([[0, 1], [0, 0]]), np.array([[1, 2], [3, 4]]), undefined=0)
    assert both[0].recall.tolist() == [0.0, 0.0]
    assert both[1].recall.tolist() == [0.0, 1.0]
    with pytest.raises(UndefinedMetricError):
        concordant.roc_curve([1, 1], [0.2, 0.3], undefined="raise")


CASES = {metric.name: {case.kind: case for case in reversed(cases_of(metric))} for metric in METRICS}  # one a kind


def _calls(case: Case, rows: slice, weights: Any) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Every way to ask how sure a metric is, by name."""
    ask: Metric = case.metric
    truth, one = rows_and_weights(case.kind, 6)[0]
    full = (truth, one)
    truth, one, two = truth[rows], one[rows], one[::-1][rows]
    options: dict[str, Any] = {**CALL[case.kind], **case.options, "draws": 2}
    alike, both, half = {}, {}, {}
    if weights is not None:
        alike, both, half = ({"sample_weight": x} for x in (weights, (weights, weights), (weights + 1, weights)))
    groups = {"cluster": np.arange(len(truth)) // 2}
    claim = {"margin": 0.1, "alternative": "equivalence"}
    yield "interval", lambda: ask.interval(truth, one, **options, **alike)
    yield "interval by bca", lambda: ask.interval(truth, one, method="bca", **options, **alike)
    yield "interval of clusters", lambda: ask.interval(truth, one, **groups, **options, **alike)
    yield "compare", lambda: ask.compare(truth, one, two, **options, **alike)
    yield "compare by percentile", lambda: ask.compare(truth, one, two, method="percentile", **options, **alike)
    yield "equivalence", lambda: ask.compare(truth, one, two, **claim, **options, **alike)
    yield "compare_independent", lambda: ask.compare_independent((truth, one), (truth, two), **options, **both)
    yield "compare_independent with rows", lambda: ask.compare_independent(full, (truth, two), **options, **half)


def _parts(found: Any) -> Iterator[Any]:
    """The intervals or comparisons that a result is made of."""
    if isinstance(found, dict):
        for part in found.values():
            yield from _parts(part)
    elif isinstance(found, float):
        yield found
    else:
        yield from found


def _check(case: Case, rows: slice, weights: Any, *, empty: bool) -> None:
    for name, call in _calls(case, rows, weights):
        with warnings.catch_warnings():  # a warning of NumPy stays an error
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            warnings.simplefilter("ignore", IntervalWarning)
            try:
                found = call()
            except ConcordantError:
                continue
            except Exception as error:  # noqa: BLE001 - the test is that there is no other
                pytest.fail(f"{name} of {case}: {type(error).__name__}: {error}")
        for part in _parts(found):
            assert np.isnan(float(part)) or not empty, f"{name} of {case} is {part}"
            bin_without_rows = not empty and case.metric.name == "calibration_curve"
            if np.isnan([float(part), part.low, part.high]).any() and not bin_without_rows:
                assert part.reason, f"{name} of {case}: NaN without a reason"


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
@pytest.mark.parametrize(
    ("rows", "weights"),
    [(slice(0), None), (slice(None), np.zeros(6)), (slice(1), None)],
    ids=["no rows", "no weight", "one row"],
)
def test_intervals_and_comparisons_that_are_undefined_say_why(metric: Metric, rows: slice, weights: Any) -> None:
    for case in CASES[metric.name].values():
        _check(case, rows, weights, empty=rows != slice(1))


ROWS = [0, 0, 1], [0, 1, 1]
INF = math.inf


@pytest.mark.parametrize("fill", [INF, -INF, 1e308])
def test_a_class_without_weight_does_not_count(fill: float) -> None:
    found = recall(*ROWS, labels=[0, 1, 2], average="weighted", undefined=fill)
    assert found == recall(*ROWS, labels=[0, 1, 2], average="weighted", undefined=0.0)
    assert found == pytest.approx((0.5 * 2 + 1) / 3)


@pytest.mark.parametrize("fill", [INF, -INF])
def test_a_class_that_counts_makes_the_average_infinite(fill: float) -> None:
    assert recall(*ROWS, labels=[0, 1, 2], average="macro", undefined=fill) == fill
    assert recall(*ROWS, labels=[0, 1, 2], average=None, undefined=fill).tolist() == [0.5, 1.0, fill]
    assert recall([0, 0], [0, 0], labels=[0, 1], undefined=fill) == fill
    assert np.isinf(youden_j([0, 0], [0, 1], labels=[0, 1], undefined=fill))


def test_infinities_of_both_signs_and_zero_times_one_are_undefined_in_turn() -> None:
    rows = [0, 1, 2, 2], [0, 1, 2, 2]
    each = diagnostic_odds_ratio(*rows, labels=[0, 1, 2, 3], average=None, undefined=-INF)
    assert each.tolist() == [INF, INF, INF, -INF]
    assert diagnostic_odds_ratio(*rows, labels=[0, 1, 2, 3], average="macro", undefined=-INF) == -INF
    assert geometric_mean([0, 1], [1, 1], labels=[0, 1, 2], undefined=INF) == INF


EMPTY: dict[str, Any] = {
    "list": [],
    "int64": np.array([], np.int64),
    "numpy text": np.array([], "U3"),
    "objects": np.array([], object),
    "polars text": pl.Series([], dtype=pl.String),
    "polars categorical": pl.Series([], dtype=pl.Categorical),
    "polars Enum": pl.Series([], dtype=pl.Enum(["a", "b"])),
    "pandas text": pd.Series([], dtype="str"),
    "pandas categorical": pd.Series([], dtype="category"),
    "Arrow text": pa.array([], pa.string()),
    "Arrow dictionary": pa.array([], pa.dictionary(pa.int32(), pa.string())),
}


@pytest.mark.parametrize("column", EMPTY.values(), ids=EMPTY)
@pytest.mark.parametrize(
    "metric", [accuracy, cohen_kappa, f1, recall, roc_auc, average_precision, log_loss], ids=lambda metric: metric.name
)
def test_empty_columns_of_any_type_are_undefined(metric: Metric, column: Any) -> None:
    with pytest.warns(UndefinedMetricWarning):
        assert math.isnan(metric(column, column if metric.facts.input == "labels" else np.array([])))
