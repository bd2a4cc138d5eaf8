"""One rule at every edge of data, the same for all metrics: what scripts/edges.py tries and docs/edges.md shows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from edges import AS_THEY_ARE, PLAIN, RULES, VALUES, Answer, Edge, answer, is_partly_undefined, kind_of, same_words

from concordant import accuracy, brier_score, informedness, metrics, precision
from concordant.metrics.definition.metric import Metric

METRICS = metrics.find()
MAY_HAVE_EMPTY_BINS = ("calibration_curve",)  # NaN in a bin without rows is its documented value, not a lack of data
BOTH_KINDS_OF_WORDS = {  # rules whose words speak of the shape, the scale or the type, which kinds of input differ in
    "an infinite number": 2,
    "other lengths": 2,
    "text as a number": 2,
}


def taken(edge: Edge) -> list[Metric]:
    return [metric for metric in METRICS if kind_of(metric) in edge.rows]


def test_every_metric_is_tried_and_every_kind_has_one() -> None:
    assert {kind_of(metric) for metric in METRICS} == set(PLAIN)
    for edge in {**RULES, **VALUES}.values():
        assert taken(edge), edge.words


@pytest.mark.parametrize("name", RULES)
def test_one_rule_for_all_metrics_in_the_same_words(name: str) -> None:
    edge = RULES[name]
    answers = {metric.name: answer(metric, edge) for metric in taken(edge)}
    if name in ("a weight of zero", "whole floats"):
        for metric in taken(edge):
            plain, found = answer(metric, AS_THEY_ARE), answers[metric.name]
            assert (found.kind, found.text) == (plain.kind, plain.text), metric.name
            if isinstance(plain.value, float):
                np.testing.assert_allclose(found.value, plain.value, rtol=1e-12, err_msg=metric.name)
        return
    kinds = {one.kind for one in answers.values()}
    assert len(kinds) == 1, answers
    assert kinds.pop().endswith("Error")
    by_kind: dict[str, set[str]] = {}
    for metric in taken(edge):
        by_kind.setdefault(kind_of(metric), set()).add(same_words(answers[metric.name]))
    assert all(len(words) == 1 for words in by_kind.values()), by_kind
    assert len(set.union(*by_kind.values())) == BOTH_KINDS_OF_WORDS.get(name, 1), by_kind


@pytest.mark.parametrize("name", [AS_THEY_ARE.words, *VALUES])
def test_a_value_or_nan_with_a_reason(name: str) -> None:
    edge = VALUES.get(name, AS_THEY_ARE)
    for metric in taken(edge):
        found = answer(metric, edge)  # an error of another class or another warning is raised here
        where = f"{metric.name} at {name}: {found}"
        assert found.kind in ("value", "undefined"), where
        if found.kind == "undefined":
            assert len(found.text) > 10, where
        elif metric.name not in MAY_HAVE_EMPTY_BINS:
            assert not is_partly_undefined(found.value), where


@pytest.mark.parametrize("name", ["no rows", "weights all zero"])
def test_without_rows_no_metric_has_a_number(name: str) -> None:
    for metric in taken(VALUES[name]):
        found = answer(metric, VALUES[name])
        if metric.name != "confusion_matrix":  # a table of zeros is a table
            assert found.kind == "undefined", metric.name
            assert not isinstance(found.value, float) or np.isnan(found.value), metric.name


def test_huge_counts_change_no_share() -> None:
    depends_on_n = {  # corrections for small samples, tests, quantiles between rows, and depths in rows
        *("calibration_error_e50", "calibration_error_e90"),
        *("debiased_calibration_error", "expected_calibration_error_null", "krippendorff_alpha", "precision_at_k"),
        *("recall_at_k", "standardized_mean_difference", "van_oest"),
    }
    for metric in taken(VALUES["huge counts"]):
        plain, huge = answer(metric, AS_THEY_ARE), answer(metric, VALUES["huge counts"])
        if isinstance(plain.value, float) and metric.name not in depends_on_n:
            np.testing.assert_allclose(huge.value, plain.value, rtol=1e-12, err_msg=metric.name)


# --- these checks can fail ------------------------------------------------------------------------


def test_another_warning_is_not_taken_for_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def loud(*_: Any, **__: Any) -> float:
        _ = np.array([1.0]) / np.array([0.0])
        return 0.0

    monkeypatch.setitem(vars(informedness), "formula", loud)
    with pytest.raises(RuntimeError, match=r"^informedness warns .*divide by zero"):
        answer(informedness, AS_THEY_ARE)


def test_another_error_is_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(informedness), "formula", lambda *_, **__: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        answer(informedness, AS_THEY_ARE)


def test_answers_of_known_edges() -> None:
    assert answer(accuracy, AS_THEY_ARE) == Answer("value", "0.75", 0.75)
    assert answer(precision, VALUES["not predicted"]).text == "no row is predicted positive (positive class 1)"
    assert answer(brier_score, RULES["a sum that is not 1"]).text.startswith("each row of y_prob must sum to 1; row 0")


def test_same_words_still_tell_other_words_apart() -> None:
    one = Answer("LengthError", "y_true and y_prob must have the same number of rows; they have 4 and 3.")
    two = Answer("LengthError", "y_true and y_pred must have the same number of rows; they have 2 and 1.")
    other = Answer("LengthError", "y_true and y_pred must be of one length; they have 2 and 1.")
    assert same_words(one) == same_words(two) != same_words(other)
