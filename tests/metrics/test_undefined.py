"""One policy for undefined values, for every metric: NaN and a warning that says why, an error, or a number."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest

import concordant
from concordant.errors import ConcordantError, OptionError, UndefinedMetricError, UndefinedMetricWarning

from .cases import METRICS, cases_of, example_of, no_rows

# Rows where a metric of one number is undefined, and why.
NO_ROWS: tuple[list[int], list[int]] = ([], [])
UNDEFINED: list[tuple[str, tuple[Any, Any], dict[str, Any], str]] = [
    ("accuracy", NO_ROWS, {}, "there are no rows"),
    (
        "average_precision",
        ([0, 0], [0.1, 0.2]),
        {},
        "no row of y_true is positive (1)",
    ),
    ("balanced_accuracy", NO_ROWS, {"labels": [0, 1]}, "no row of the truth is positive (classes 0, 1)"),
    ("brier_score", ([], []), {}, "there are no rows"),
    ("cohen_kappa", NO_ROWS, {}, "there are no rows"),
    (
        "cohen_kappa",
        (["a", "a"], ["a", "a"]),
        {},
        "both raters use only the category 'a', so chance alone would agree always (0/0)",
    ),
    (
        "cohen_kappa",
        ([0, 1], [1, 0]),
        {"weights": [[0, 0], [0, 0]]},
        "the weights make no difference between the categories that occur (0/0)",
    ),
    ("concordance_correlation", ([2.0, 2.0], [2.0, 2.0]), {}, "both ratings are constant and equal (0/0)"),
    ("concordance_correlation", ([], []), {}, "there are no rows"),
    (
        "f1",
        ([0, 0], [0, 0]),
        {},
        "no row is positive, neither in the truth nor in the prediction (positive class 1)",
    ),
    (
        "f_beta",
        (["n", "n"], ["n", "n"]),
        {"beta": 2.0, "labels": ["n", "y"]},
        "no row is positive, neither in the truth nor in the prediction (positive class 'y')",
    ),
    ("false_negative_rate", ([0, 0], [0, 1]), {}, "no row of the truth is positive (positive class 1)"),
    ("false_positive_rate", ([1, 1], [0, 1]), {}, "no row of the truth is negative (positive class 1)"),
    ("informedness", ([1, 1], [0, 1]), {}, "the truth has only one class (positive class 1)"),
    ("log_loss", ([], []), {}, "there are no rows"),
    ("matthews_correlation", ([1, 1], [0, 1]), {}, "the truth has only the class 1"),
    ("matthews_correlation", ([0, 1], [0, 0]), {}, "the prediction has only the class 0"),
    ("negative_predictive_value", ([0, 1], [1, 1]), {}, "no row is predicted negative (positive class 1)"),
    ("precision", ([0, 1], [0, 0]), {}, "no row is predicted positive (positive class 1)"),
    ("recall", ([0, 0], [0, 1]), {}, "no row of the truth is positive (positive class 1)"),
    ("roc_auc", (["yes", "yes"], [0.1, 0.2]), {"labels": ["no", "yes"]}, "only the class 'yes' occurs in y_true"),
    ("roc_auc", ([0, 0], [0.1, 0.2]), {}, "only the class 0 occurs in y_true"),
    ("roc_auc", ([], []), {}, "there are no rows"),
    ("specificity", ([1, 1], [0, 1]), {}, "no row of the truth is negative (positive class 1)"),
]
undefined = pytest.mark.parametrize(("name", "rows", "options", "reason"), UNDEFINED)


@pytest.mark.parametrize("metric", [m for m in METRICS if m.facts.range is not None], ids=lambda metric: metric.name)
def test_without_rows_every_metric_of_one_number_is_undefined_and_says_why(metric: Any) -> None:
    for case in cases_of(metric):
        state = case.state(*no_rows(case.kind))
        outcome = metric.outcome(state, **case.formula_options)
        assert np.isnan(outcome.value).all(), str(case)
        assert outcome.reason, str(case)
        assert "0/0 here" not in outcome.reason, f"{case} gives no reason of its own"
        assert not outcome.reason.startswith("undefined:"), f"{case} says undefined twice where it is shown"


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
def test_raise_gives_an_error_that_says_why(name: str, rows: Any, options: Any, reason: str) -> None:
    with pytest.raises(UndefinedMetricError) as caught:
        concordant.metrics.get(name)(*rows, **options, undefined="raise")
    assert str(caught.value) == f"{name}: {reason}"
    assert isinstance(caught.value, ConcordantError)
    assert isinstance(caught.value, ValueError)


@undefined
@pytest.mark.parametrize("number", [0, 1.0, -0.25, np.float32(0.5)])
def test_a_number_stands_for_the_undefined_value(
    name: str, rows: Any, options: Any, reason: str, number: float
) -> None:
    value = concordant.metrics.get(name)(*rows, **options, undefined=number)
    assert type(value) is float
    assert value == number


@undefined
def test_an_outcome_holds_the_reason(name: str, rows: Any, options: Any, reason: str) -> None:
    metric: Any = concordant.metrics.get(name)
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
    assert str(caught.value) == f'undefined must be "nan", "raise" or a number, not {policy!r}.'


def test_a_defined_value_is_the_same_under_every_policy() -> None:
    for policy in ("nan", "raise", 0.5):
        assert concordant.f1([0, 1, 1], [0, 1, 0], undefined=policy) == 2 / 3
        assert concordant.roc_auc([0, 1, 1], [0, 1, 0], undefined=policy) == 0.75


def test_of_warns_at_the_line_of_the_caller_as_well() -> None:
    counts = concordant.Counts.empty([0, 1])
    with pytest.warns(UndefinedMetricWarning, match=r"^accuracy: there are no rows$") as caught:
        concordant.accuracy.of(counts)
    assert caught[0].filename == __file__


# -- averages ------------------------------------------------------------------------------------------------------

NO_POSITIVE = "no row is positive, neither in the truth nor in the prediction"
ABC: dict[str, Any] = {"labels": ["a", "b", "c"]}


@pytest.mark.parametrize(
    ("call", "value", "reason"),
    [
        (
            lambda: concordant.recall(["a", "b"], ["a", "a"], **ABC, average="macro"),
            0.5,
            "recall: the macro average is over 2 of 3 classes: no row of the truth is positive (class 'c')",
        ),
        (
            lambda: concordant.precision(["a", "b", "c"], ["a", "a", "a"], **ABC, average="macro"),
            1 / 3,
            "precision: the macro average is over 1 of 3 classes: no row is predicted positive (classes 'b', 'c')",
        ),
        (
            lambda: concordant.precision(["a", "a", "b"], ["a", "a", "a"], **ABC, average="weighted"),
            2 / 3,
            "precision: the weighted average is over 2 of 3 classes: no row is predicted positive (class 'b')",
        ),
        (
            lambda: concordant.f1(["a", "b"], ["a", "b"], **ABC, average="macro"),
            1.0,
            "f1: the macro average is over 2 of 3 classes: " + NO_POSITIVE + " (class 'c')",
        ),
        (
            lambda: concordant.balanced_accuracy([0, 0, 2], [0, 1, 2]),
            0.75,
            "balanced_accuracy: the macro average is over 2 of 3 classes: no row of the truth is positive (class 1)",
        ),
        (
            lambda: concordant.roc_auc([0, 1], [[0.5, 0.3, 0.2], [0.1, 0.7, 0.2]], labels=[0, 1, 2]),
            1.0,
            "roc_auc: the macro average is over 2 of 3 classes: all rows of y_true or none are in the class (class 2)",
        ),
        (
            lambda: concordant.roc_auc([0, 1], [[0.5, 0.3, 0.2], [0.1, 0.7, 0.2]], labels=[0, 1, 2], multi_class="ovo"),
            1.0,
            "roc_auc: the macro average is over 2 of 3 classes: no row of y_true is in the class (class 2)",
        ),
        (
            lambda: concordant.average_precision(np.array([[0, 1], [0, 1]]), np.array([[0.2, 0.3], [0.1, 0.4]])),
            1.0,
            "average_precision: the macro average is over 1 of 2 classes: no row of y_true is in the class (class 0)",
        ),
    ],
)
def test_an_average_leaves_out_undefined_classes_and_names_them(call: Any, value: float, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = call()
    assert found == pytest.approx(value)
    assert [str(one.message) for one in caught] == [reason]


def test_a_weighted_average_does_not_miss_a_class_without_weight() -> None:
    # Such as class 'c', which never occurs in the truth: its weight is zero.
    assert concordant.recall(["a", "b"], ["a", "c"], **ABC, average="weighted") == 0.5
    assert concordant.precision(["a", "b"], ["a", "b"], **ABC, average="weighted") == 1.0
    scores = [[0.5, 0.3, 0.2], [0.1, 0.7, 0.2]]
    assert concordant.roc_auc([0, 1], scores, labels=[0, 1, 2], average="weighted") == 1.0


def test_a_micro_average_does_not_miss_a_class() -> None:
    # Pooled, the one class of the truth is a negative of the other classes: TP 1, FN 2, FP 2, TN 4.
    assert concordant.informedness([0, 0, 0], [0, 1, 2], average="micro", undefined="raise") == pytest.approx(0)
    assert concordant.recall([0, 0, 0], [0, 1, 2], average="micro", undefined="raise") == pytest.approx(1 / 3)
    scores = [[0.5, 0.3, 0.2], [0.1, 0.7, 0.2]]
    assert concordant.roc_auc([0, 0], scores, labels=[0, 1, 2], average="micro", undefined="raise") == 0.375


def test_one_value_a_class_says_which_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = concordant.precision([0, 1, 2], [0, 0, 2], average=None)
    np.testing.assert_array_equal(found, [0.5, np.nan, 1.0])
    assert str(caught[0].message) == ("precision: undefined for 1 of 3 classes: no row is predicted positive (class 1)")


def test_pairs_of_classes_say_which_class_has_no_rows() -> None:
    scores = [[0.5, 0.3, 0.2], [0.1, 0.7, 0.2]]
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = concordant.roc_auc([0, 1], scores, labels=[0, 1, 2], multi_class="ovo", average=None)
    np.testing.assert_array_equal(found, [1.0, np.nan, np.nan])
    assert str(caught[0].message) == "roc_auc: undefined for pairs with a class that has no row in y_true: 2"


def test_a_number_counts_as_the_value_of_each_undefined_class() -> None:
    pairs = [0, 1, 2], [0, 0, 2]
    assert concordant.precision(*pairs, average="macro", undefined=0) == 0.5  # (1/2 + 0 + 1) / 3
    assert concordant.precision(*pairs, average="macro", undefined=1) == pytest.approx(2.5 / 3)
    assert concordant.precision(*pairs, average=None, undefined=0).tolist() == [0.5, 0.0, 1.0]
    assert concordant.precision(*pairs, average="weighted", undefined=0) == 0.5
    scores = [[0.5, 0.3, 0.2], [0.1, 0.7, 0.2]]
    assert concordant.roc_auc([0, 1], scores, labels=[0, 1, 2], undefined=0.5) == pytest.approx(2.5 / 3)
    found = concordant.roc_auc([0, 1], scores, labels=[0, 1, 2], multi_class="ovo", undefined=0.25)
    assert found == pytest.approx(0.5)  # (1 + 1/4 + 1/4) / 3


def test_an_average_that_leaves_out_classes_can_raise() -> None:
    with pytest.raises(UndefinedMetricError, match="the macro average is over 2 of 3 classes"):
        concordant.precision([0, 1, 2], [0, 0, 2], average="macro", undefined="raise")


def test_a_stack_says_in_how_many_tables() -> None:
    stack = concordant.Counts.from_table([[[1, 1], [1, 1]], [[2, 0], [0, 0]], [[2, 0], [1, 0]]])
    with pytest.warns(UndefinedMetricWarning, match=r"\(positive class 1\) in 2 of 3 tables$"):
        concordant.precision.of(stack)
    with pytest.warns(UndefinedMetricWarning, match=r"^recall: no row of the truth is positive in 1 of 3 tables$"):
        concordant.recall.of(stack, average="macro")
    with pytest.warns(UndefinedMetricWarning, match="^cohen_kappa: in some tables both raters use one and the same"):
        concordant.cohen_kappa.of(stack)
    with pytest.warns(UndefinedMetricWarning, match="^matthews_correlation: some tables have only one class in the"):
        concordant.matthews_correlation.of(stack)


# -- curves --------------------------------------------------------------------------------------------------------


def test_a_curve_of_one_class_is_nan_in_part_and_says_why() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^roc_curve: only the class 1 occurs in y_true$"):
        fpr, tpr, _ = concordant.roc_curve([1, 1], [0.2, 0.3])
    assert np.isnan(fpr).all()
    assert tpr.tolist() == [0.0, 0.5, 1.0]
    with pytest.warns(UndefinedMetricWarning, match=r"^precision_recall_curve: no row of y_true is positive \(1\)$"):
        precision, recall, _ = concordant.precision_recall_curve([0, 0], [0.2, 0.3])
    assert precision.tolist() == [0.0, 0.0]
    assert np.isnan(recall).all()


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
