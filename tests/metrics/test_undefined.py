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

NO_ROWS, NO_POSITIVE = "there are no rows", "no row of y_true is positive (1)"
ONE_OF_TWO = {"labels": [0, 1]}
ONE_CLASS = "only one class: there is no uncertainty to"
ALONE = "chance alone would agree always (0/0)"
ONLY_3 = f"there is only the label 3, so {ALONE}; declare all possible labels: labels=[...]"
CONSTANT, ONE_RATED = f"both raters use only the category 3, so {ALONE}", [["a", "a", "a"], ["a", "a", "a"]]
NO_MATTER = "the weights make no difference between the categories that occur (0/0)"
SINGLE = "no bin holds more than one row, which the variance of its share needs"
NO_LABEL = "no row of the truth is in any of the classes, which weigh the average"
NOT_MENDED = "a row was given probability 0 for what happened, which no recalibration mends"
NO_TRUTH = np.zeros((2, 2), np.int64)
# metric -> data with which it is undefined, why, and options
UNDEFINED: dict[str, list[tuple[Any, ...]]] = {
    "accuracy": [(([], []), NO_ROWS)],
    "balanced_accuracy": [(([], []), "no row of the truth is positive (classes 0, 1)", ONE_OF_TWO)],
    "adjusted_count_r2": [(([], []), NO_ROWS), ((["b", "b"], ["a", "b"]), "the truth has only the class 'b'")],
    "expected_cost": [
        (([], []), NO_ROWS, {"labels": [1], "cost": [[0.0]]}),
        (([], []), NO_ROWS, {"labels": [1], "cost": [[0.0]], "normalized": True}),
        (
            ([0, 0], [0, 1]),
            "answering always the same costs nothing, so there is nothing to compare with (0/0)",
            {"cost": [[0, 1], [1, 0]], "normalized": True},
        ),
    ],
    "mutual_information": [(([], []), NO_ROWS)],
    "normalized_mutual_information": [
        (([1, 1], [2, 2]), f"both columns have {ONE_CLASS} share", {"mean": "max"}),
        (([1, 0], [2, 2]), f"a column has {ONE_CLASS} share", {"mean": "min"}),
    ],
    "uncertainty_coefficient": [(([], []), NO_ROWS), (([1, 1], [0, 1]), f"the truth has {ONE_CLASS} take away")],
    "f_beta": [
        (
            (["n", "n"], ["n", "n"]),
            "no row is positive, neither in the truth nor in the prediction (positive class 'y')",
            {"beta": 2.0, "labels": ["n", "y"]},
        )
    ],
    # -- agreement
    "brennan_prediger": [
        (([], []), NO_ROWS, ONE_OF_TWO),
        (([3, 3], [3, 3]), ONLY_3),
        (([0, 1], [1, 1]), "the weights make no difference between the labels (0/0)", {"weights": np.zeros((2, 2))}),
    ],
    "gwet_ac1": [
        (([], []), NO_ROWS, ONE_OF_TWO),
        (([3, 3], [3, 3]), ONLY_3),
        ((ONE_RATED,), "there is only the label 'a' (0/0); declare all possible labels: labels=[...]"),
    ],
    "gwet_ac2": [
        (([], []), NO_ROWS, {**ONE_OF_TWO, "weights": "linear"}),
        (([3, 3], [3, 3]), ONLY_3, {"weights": "linear"}),
    ],
    "cohen_kappa": [
        (([0, 1], [1, 0]), NO_MATTER, {"weights": [[0, 0], [0, 0]]}),
        *((([], []), NO_ROWS, {"labels": [1, 2, 3], "weights": x}) for x in (None, "radical")),
        *((([3, 3], [3, 3]), CONSTANT, {"labels": [1, 2, 3], "weights": x}) for x in (None, "radical")),
    ],
    "kappa_max": [
        *((([], []), NO_ROWS, {"labels": [1, 2, 3], "weights": x}) for x in (None, "radical")),
        *((([3, 3], [3, 3]), CONSTANT, {"labels": [1, 2, 3], "weights": x}) for x in (None, "radical")),
    ],
    "scott_pi": [(([0, 1], [1, 0]), NO_MATTER, {"labels": [0, 1, 2], "weights": [[0, 0, 1], [0, 0, 1], [1, 1, 0]]})],
    "krippendorff_alpha": [
        *((([], []), NO_ROWS, {"level_of_measurement": x}) for x in ("nominal", "ordinal", "circular")),
        *((([3, 3], [3, 3]), CONSTANT, {"level_of_measurement": x}) for x in ("nominal", "interval", "bipolar")),
        (
            ([0, 1], [1, 0]),
            "the weights sum to 0.3, not even to one rating, so ratings cannot be paired",
            {"sample_weight": [0.2, 0.1]},
        ),
        ((ONE_RATED,), f"only 'a' is used, so {ALONE}"),
    ],
    "fleiss_kappa": [(([["a", None]],), "no unit has two ratings"), ((ONE_RATED,), f"only 'a' is used, so {ALONE}")],
    "conger_kappa": [(([[None, "b"]],), "no unit has two ratings")],
    "light_kappa": [((ONE_RATED,), "each pair of raters uses only one and the same label (0/0)")],
    "prmse": [
        (
            ([1, 2, 3], [1, 2, 3]),
            "no unit has two ratings of people, which would tell their error: give error_variance=",
        ),
        (([[1, 3], [3, 1]], [1, 2]), "people differ no more between units than within"),
    ],
    "pearson_correlation": [
        (([1.0], [2.0]), "y_true and y_pred are constant"),
        (([1, 1, 1], [1, 2, 3]), "y_true is constant"),
        (([1, 2, 3], [0.1, 0.1, 0.1]), "y_pred is constant"),
    ],
    "standardized_mean_difference": [
        (([1.0], [2.0]), "a standard deviation needs more than one row"),
        (([1.0, 2.0], [2.0, 3.0]), "a standard deviation needs more than one row", {"sample_weight": [0.5, 0.25]}),
        (([1, 1], [2, 2]), "both ratings are constant"),
        (([1, 1], [2, 3]), "y_true is constant", {"standardizer": "y_true"}),
    ],
    "intraclass_correlation": [
        ((rows,), reason, form)
        for rows, reason in (
            ([], "there is no unit"),
            (np.empty((0, 3)), "there is no unit"),
            (np.empty((3, 0)), "there is no unit"),
            ([[1.0, 2.0]], "there is one unit"),
            ([[1.0], [2.0]], "there is one rater"),
            ([[1.0, None], [2.0, None], [4.0, None]], "there is one rater"),
            ([[1.0, None], [None, 2.0]], "no unit has two ratings"),
            ([[0.1, 0.1, 0.1]] * 7, "the ratings do not vary"),
        )
        for form in ({}, {"model": "one-way"}, {"type": "consistency", "unit": "average"})
    ],
    # -- ranking
    "roc_auc": [((["yes", "yes"], [0.1, 0.2]), "only the class 'yes' occurs in y_true", {"labels": ["no", "yes"]})],
    "precision_at_k": [
        (([], []), "there are fewer than k=1 rows", {"k": 1}),
        (([0, 1], [1, 2]), "there are fewer than k=3 rows", {"k": 3}),
        (([0, 1, 2], np.eye(3)), "there are fewer than k=9 rows (classes 0, 1, 2)", {"k": 9}),
    ],
    "recall_at_precision": [(([0, 1], [2, 1]), "no threshold has a precision of at least 0.9", {"precision": 0.9})],
    # -- probabilities
    **{
        name: [
            (([0, 1], [0.1, 0.2]), NO_ROWS, {"sample_weight": [0, 0]}),
            (([1], [0.4]), "only the class 1 occurs in y_true, so that its share predicts it perfectly"),
            (
                (["b", "b"], [[0.1, 0.8, 0.1]] * 2),
                "only the class 'b' occurs in y_true, so that its share predicts it perfectly",
                {"labels": ["a", "b", "c"]},
            ),
        ]
        for name in ("brier_skill_score", "log_loss_skill_score")
    },
    "expected_calibration_error": [
        (([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9]), SINGLE, {"norm": "l2", "debias": True}),
        ((NO_TRUTH, np.full((2, 2), 0.25)), NO_LABEL, {"average": "weighted"}),
    ],
    "debiased_calibration_error": [
        (([0, 1], [0.2, 0.7]), SINGLE),
        (([0, 1], [0.2, 0.7]), SINGLE, {"strategy": "quantile"}),
        (([0, 1], [0.2, 0.2]), SINGLE, {"sample_weight": [0.5, 0.5]}),  # a sum of 1 says that there is a single row
    ],
    "net_benefit": [
        (([], []), NO_ROWS, {"threshold": 0.2, **ONE_OF_TWO}),
        (([0, 0], [0.1, 0.5]), NO_POSITIVE, {"threshold": 0.2, "standardized": True, **ONE_OF_TWO}),
        (
            ([0, 0], [0.1, 0.5]),
            "only the class 0 occurs in y_true",
            {"threshold": 0.2, "prevalence": 0.2, **ONE_OF_TWO},
        ),
        (
            ([1, 1], [0.1, 0.5]),
            "only the class 1 occurs in y_true",
            {"threshold": 0.2, "prevalence": 0.2, "standardized": True, **ONE_OF_TWO},
        ),
        ((NO_TRUTH, [[0.3, 0.1], [0.1, 0.6]]), NO_LABEL, {"threshold": 0.2, "average": "weighted"}),
    ],
    "net_interventions_avoided": [
        (([], []), NO_ROWS, {"threshold": 0.2}),
        (([1, 1], [0.1, 0.5]), "only the class 1 occurs in y_true", {"threshold": 0.2, "prevalence": 0.2}),
    ],
    "calibration_slope": [
        (([0, 1, 0], [0.2, 0.6, 0.7]), "only the class 0 occurs in y_true", {"sample_weight": [2.0, 5e-324, 1.0]})
    ],
    "calibration_in_the_large": [
        (([], []), NO_ROWS),
        (([1, 1], [0.3, 1.0]), "only the class 1 occurs where the probability is neither 0 nor 1"),
        (([0, 1], [0.0, 1.0]), "all probabilities are 0 or 1, and right"),
        (([1, 0], [0.0, 0.3]), NOT_MENDED),
    ],
    "observed_expected_ratio": [
        (([], []), NO_ROWS),
        (([0, 0], [0, 0]), "all probabilities are 0 and nothing happened (0/0)"),
    ],
}


@pytest.mark.parametrize(
    ("name", "rows", "options", "reason"),
    [(name, data, dict(*options), reason) for name, rows in UNDEFINED.items() for data, reason, *options in rows],
)
def test_nan_and_one_warning_at_the_line_of_the_caller_or_an_error_or_a_number(
    name: str, rows: Any, options: Any, reason: str
) -> None:
    metric: Any = concordant.metrics.get(name)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = metric(*rows, **options)
    assert type(value) is float
    assert math.isnan(value)
    assert [str(one.message) for one in caught] == [f"{name}: {reason}"]
    assert caught[0].category is UndefinedMetricWarning
    assert caught[0].filename == __file__
    line = test_nan_and_one_warning_at_the_line_of_the_caller_or_an_error_or_a_number.__code__.co_firstlineno
    assert line < caught[0].lineno < line + 20
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
WITHOUT_2 = [0, 1, 1], [[0.8, 0.2, 0.0], [0.9, 0.1, 0.0], [0.3, 0.5, 0.2]]
ONE_SEPARATE = [[0, 0], [1, 0], [0, 1], [1, 1]], [[0.2, 0.1], [0.3, 0.2], [0.6, 0.7], [0.8, 0.9]]
ONE_FULL = [[1, 0, 1], [0, 1, 1]], [[0.5, 0.2, 0.4], [0.1, 0.7, 0.9]]
NO_TRUTH_0, NO_CLASS_2 = "no row of the truth is positive (class 0)", "no row of y_true is in the class (class 2)"
UNHAD = "no row of y_true is in the class, or no threshold has a precision of at least 0.8 (classes 0, 2)"
SLOPE = concordant.calibration_slope([0, 1, 0, 1], [0.2, 0.3, 0.6, 0.8])
# metric, rows, options, the mean and why it leaves out a class
LEFT_OUT: list[tuple[Any, tuple[Any, Any], dict[str, Any], float, str]] = [
    (recall, ("ab", "aa"), ABC, 1 / 2, "2 of 3 classes: no row of the truth is positive (class 'c')"),
    (precision, ("abc", "aaa"), ABC, 1 / 3, "1 of 3 classes: no row is predicted positive (classes 'b', 'c')"),
    (precision, ("aab", "aaa"), WEIGHTED, 2 / 3, "2 of 3 classes: no row is predicted positive (class 'b')"),
    (roc_auc, ([0, 1], SCORES), OF_THREE, 1, "2 of 3 classes: all rows of y_true or none are in the class (class 2)"),
    (roc_auc, ([0, 1], SCORES), PAIRS, 1, "2 of 3 classes: no row of y_true is in the class (class 2)"),
    (average_precision, INDICATORS, {}, 1, "1 of 2 classes: no row of y_true is in the class (class 0)"),
    (concordant.balanced_accuracy, ([1, 1], [1, 0]), {}, 1 / 2, f"1 of 2 classes: {NO_TRUTH_0}"),
    (geometric_mean, ([1, 1], [1, 0]), {}, 1 / 2, f"1 of 2 classes: {NO_TRUTH_0}"),
    # a class that is absent is not one that is never found
    (geometric_mean, ([1, 2], [1, 2]), {**OF_THREE, "correction": 0.01}, 1, f"2 of 3 classes: {NO_TRUTH_0}"),
    (
        concordant.macro_mean_absolute_error,
        ([1, 1, 2], [1, 3, 2]),
        {},
        1 / 2,
        "2 of 3 classes: no row of the truth is in the class (class 3)",
    ),
    (concordant.hand_till_auc, WITHOUT_2, OF_THREE, 1 / 2, f"2 of 3 classes: {NO_CLASS_2}"),
    (concordant.recall_at_precision, WITHOUT_2, {**OF_THREE, "precision": 0.8}, 1 / 2, f"1 of 3 classes: {UNHAD}"),
    (
        concordant.calibration_slope,
        ONE_SEPARATE,
        {},
        SLOPE,
        "1 of 2 classes: the probabilities separate the classes, so that no finite slope fits best (class 1)",
    ),
    (
        concordant.brier_skill_score,
        ONE_FULL,
        {},
        (1 - 0.13 / 0.25 + 1 - 0.065 / 0.25) / 2,
        "2 of 3 classes: only one class occurs in y_true (class 2)",
    ),
]


@pytest.mark.parametrize(("metric", "rows", "options", "value", "reason"), LEFT_OUT)
def test_an_average_leaves_out_undefined_classes_and_names_them(
    metric: Any, rows: Any, options: dict[str, Any], value: float, reason: str
) -> None:
    how = {"average": "macro", **options} if "average" in metric.options else options
    columns = [list(column) if isinstance(column, str) else column for column in rows]
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert metric(*columns, **how) == pytest.approx(value, rel=1e-13)
    mean = "geometric mean" if metric is geometric_mean else f"{how.get('average', 'macro')} average"
    assert [str(one.message) for one in caught] == [f"{metric.name}: the {mean} is over {reason}"]
    assert metric(*columns, **how, undefined=value) == pytest.approx(value, rel=1e-13)  # each as the others
    with pytest.raises(UndefinedMetricError):
        metric(*columns, **how, undefined="raise")


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
    gini = concordant.gini(*WITHOUT_2, **OF_THREE, average=None, undefined=-0.25)  # of its own, not of the area
    assert gini.tolist() == [0.0, 0.0, -0.25]
    lift = concordant.lift_at(*WITHOUT_2, **OF_THREE, depth=1 / 3, average=None, undefined=0.5)
    assert lift.tolist() == pytest.approx([0, 1.5, 0.5], rel=1e-14)


BOTH, NOTHING, ONE = np.ones((2, 2)), np.zeros((2, 2)), np.array([[3.0, 0], [0, 0]])
ONE_CATEGORY = "both raters use one and the same category"


@pytest.mark.parametrize(
    ("metric", "tables", "options", "reason"),
    [
        (
            precision,
            (BOTH, ONE, ONE[:, ::-1].T),
            {},
            "no row is predicted positive (positive class 1) in 2 of 3 tables",
        ),
        (recall, (BOTH, ONE), {"average": "macro"}, "no row of the truth is positive in 1 of 2 tables"),
        (concordant.brennan_prediger, (np.eye(2), NOTHING), {}, "in some tables there are no rows"),
        (concordant.scott_pi, (NOTHING, BOTH), {}, "in some tables there are no rows"),
        (concordant.scott_pi, (BOTH, ONE), {}, f"in some tables {ONE_CATEGORY}"),
        (concordant.scott_pi, (NOTHING, BOTH, ONE), {}, f"in some tables there are no rows or {ONE_CATEGORY}"),
        (
            concordant.krippendorff_alpha,
            (BOTH / 10, BOTH, NOTHING),
            {},
            "in some tables the weights sum to 0.5 or less, not even to one rating or there are no rows",
        ),
    ],
)
def test_a_stack_says_what_its_tables_lack(metric: Any, tables: Any, options: dict[str, Any], reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = metric.of(concordant.Counts(np.array(tables), (0, 1)), **options)
    assert [str(one.message) for one in caught] == [f"{metric.name}: {reason}"]
    assert np.isnan(found).any() == ("average" not in options)


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
