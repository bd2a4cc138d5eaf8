"""Missing values, lengths and classes that are not there."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import polars as pl
import pytest
from sklearn.metrics import cohen_kappa_score as sklearn_kappa

from concordant import accuracy, evaluate, ordinal_cut_points
from concordant.errors import LabelError, MissingValuesError, OptionError, ScoreError
from concordant.metrics import get
from concordant.metrics.definition.registry import understand
from concordant.monitoring.values import title_of
from concordant.report import compare_models
from concordant.report.gates import Gate, judge
from concordant.report.records import in_columns
from concordant.report.requested import measure


@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
@pytest.mark.parametrize("pred", ["same", "other"])
@pytest.mark.parametrize("score", [None, [0.2, 0.3, 0.9] * 10, [5, 6, 7] * 10])
@pytest.mark.parametrize("only", [0, 3, True, "a"])
def test_a_truth_of_one_class_has_what_is_defined_and_says_what_is_not(only: Any, score: Any, pred: str) -> None:
    other: Any = "b" if only == "a" else False if only is True else 7
    truth, labels = [only] * 30, [only] * 28 + [only if pred == "same" else other] * 2
    if score is not None and pred == "same" and only in (3, "a"):
        with pytest.raises(LabelError, match=r"y_true holds one class only, .* declare all: labels=\[...\]"):
            evaluate(truth, labels, score)
        return
    page = evaluate(truth, labels, score)
    assert page["accuracy"].value == accuracy(truth, labels)
    assert any(one.startswith("The truth holds one class only,") for one in page.assumptions)
    for result in page.results:
        metric = get(result.name)
        column = labels if metric.facts.input == "labels" else score
        options = {"pos_label": page.pos_label} if page.task == "binary" and "pos_label" in metric.options else {}
        read = {} if metric.facts.input == "labels" else {"labels": list(page.labels)}
        value = metric(truth, column, **result.options, **options, **read)
        np.testing.assert_equal(result.value, float(value))
        assert result.defined or result.reason
    assert all("undefined" in text for text in (str(page), page.to_html()))
    assert any(one["value"] is None and one["reason"] for one in page.to_dict()["results"])
    assert judge(page, Gate(metric="accuracy", least=0.5)).passed
    assert not judge(page, Gate(metric="matthews_correlation", least=-0.5)).passed


def test_the_other_of_two_classes_can_be_named_by_the_positive_one() -> None:
    assert evaluate(["a"] * 3, ["a"] * 3, [1, 2, 3], pos_label="b").labels == ("a", "b")
    assert evaluate(["a"] * 3, ["a"] * 3, [1, 2, 3], pos_label="a").labels == ("not a", "a")


@pytest.mark.parametrize("number", [Fraction, Decimal])
@pytest.mark.parametrize("score", ["binary", "scale", "classes"])
def test_labels_may_be_declared_as_any_number_that_equals_them(number: Any, score: str) -> None:
    kinds = 2 if score == "binary" else 3
    truth = np.resize([1.5, 2, 3][:kinds], 30)
    scores = np.resize([0.2, 0.7, 0.4, 0.5, 0.1], 30)
    column = scores if score != "classes" else np.column_stack([scores / 2, scores / 2, 1 - scores])
    how = {"task": "multiclass"} if score == "classes" else {}
    found = evaluate(truth, None, column, labels=[number("1.5"), number(2), number(3)][:kinds], **how)
    expected = evaluate(truth, None, column, labels=[1.5, 2, 3][:kinds], **how)
    assert [one.shown for one in found.results] == [one.shown for one in expected.results]
    assert found.labels == expected.labels
    assert found.to_json() == expected.to_json()


def test_missing_rows_are_dropped_from_all_columns_at_once() -> None:
    y, p, s = [0, 1, None, 1, 0], [0, 1, 1, None, 1], [0.1, 0.9, 0.3, 0.2, np.nan]
    page = evaluate(y, p, s, missing="drop", sample_weight=[1, 2, 3, 4, 5])
    assert (page.n, page.n_missing) == (2, 3)
    assert page.counts.table.tolist() == [[1, 0], [0, 2]]
    assert "3 rows were dropped because a value was missing; 2 are left." in page.assumptions
    assert "Rows are weighted by sample_weight (sum 3): every count is a sum of weights." in page.assumptions
    assert page["roc_auc"].signature.split("|")[-2] == "missing:3"


def test_rows_of_weight_zero_are_absent() -> None:
    page = evaluate([0, 1, None, 2], [0, 1, 1, 2], [0.2, 0.7, 0.1, 0.3], sample_weight=[1, 2, 0, 0])
    assert (page.n, page.n_missing, page.task) == (2, 0, "binary")
    page = evaluate([0, 1], [0, 1], sample_weight=[1, 0])
    assert "The truth holds one class only, 0: what needs rows of two classes is undefined." in page.assumptions


@pytest.mark.parametrize("missing", ["raise", "drop"])
def test_a_column_without_any_value(missing: Any) -> None:
    with pytest.raises(MissingValuesError, match="y_pred has no value at all: all 2 are missing"):
        evaluate([0, 1], [None, None], missing=missing)


def test_calibration_stands_in_the_table_of_few_probabilities_and_in_no_comparison() -> None:
    rng = np.random.default_rng(1)
    p = rng.random(20_001)
    y = (rng.random(20_001) < p).astype(int)
    names = {"calibration_slope", "calibration_in_the_large", "observed_expected_ratio"}
    few = evaluate(y[:500], y_score=p[:500])
    assert names < {one.name for one in few}
    assert few["observed_expected_ratio"].value == pytest.approx(y[:500].sum() / p[:500].sum())
    many = evaluate(y, y_score=p)
    assert not names & {one.name for one in many}  # of which they are asked for by name
    assert many["calibration_slope"].value == pytest.approx(1, abs=0.1)
    compared = compare_models(y[:500], None, {"p": p[:500], "squared": p[:500] ** 2})
    assert not names & {one.name for one in compared.metrics}


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("qwk", "Quadratic weighted kappa (QWK)"),
        ("f1_macro", "F1, mean over classes"),
        ("log_loss", "Log loss"),
        ("kappa", "Cohen's kappa"),
        ("recall", "Recall (average macro)"),
    ],
)
def test_a_metric_has_one_name_wherever_it_stands(name: str, title: str) -> None:
    meaning = understand(name)
    score = np.tile([[0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.3, 0.3, 0.4], [0.5, 0.3, 0.2]], (5, 1))
    page = evaluate([0, 1, 2, 2] * 5, y_score=score, labels=[0, 1, 2], task="ordinal")
    assert measure(page, meaning.metric, meaning.options).title == title
    assert title_of(name) == title.removesuffix(" (average macro)")  # which `measure` adds for several classes


def test_infinite_log_loss_is_shown_with_its_reason() -> None:
    page = evaluate([0, 1, 1], y_score=[0.0, 0.0, 1.0])
    assert page["log_loss"].value == math.inf
    assert page["log_loss"].reason == "infinite: at least one row gave the probability 0 to what happened"
    assert "Log loss                     infinite" in str(page)


def test_two_models_are_not_taken_for_two_classes() -> None:
    truth = [0, 1, 0, 1]
    first, second = [0.1, 0.8, 0.3, 0.6], [0.2, 0.9, 0.4, 0.7]
    with pytest.raises(ScoreError, match=r"Give the column of 1 alone. Scores of several models are compared"):
        evaluate(truth, y_score=np.column_stack([first, second]))
    with pytest.raises(ScoreError, match=r"a and b are not the probabilities of the two classes 0 and 1"):
        evaluate("t", y_score=["a", "b"], data=pl.DataFrame({"t": truth, "a": first, "b": second}))
    both = np.column_stack([1 - np.array(first), first])
    assert evaluate(truth, y_score=both)["roc_auc"].value == evaluate(truth, y_score=first)["roc_auc"].value


def test_reasons_name_the_columns_of_a_frame() -> None:
    frame = pl.DataFrame({"sepsis": ["a", "c"] * 30, "p": ["a", "b"] * 30, "s": [0.1, 0.9] * 30})
    page = evaluate("sepsis", "p", data=frame, labels=["a", "b", "c", "d"], task="multiclass")
    assert "y_true" not in str({**page.to_dict(), "findings": None})
    doubted = replace(page.per_class[0], doubt="only the class 0 occurs in y_true")
    assert in_columns(doubted, {"y_true": "sepsis"}).doubt == "only the class 0 occurs in 'sepsis'"
    one = evaluate("t", y_score="s", data=frame.with_columns(t=pl.lit(0)), labels=[0, 1])
    assert one["roc_auc"].reason == "only the class 0 occurs in 't'"
    assert "y_true" not in str({**one.to_dict(), "findings": None})


def test_a_score_of_ordered_labels_leads_with_the_kappa_of_rounded_scores_and_the_gain_of_cut_points() -> None:
    rng = np.random.default_rng(1)
    grade = rng.integers(1, 6, 300)
    score = (grade - 3) * 0.7 + 3.3 + rng.normal(size=300) * 0.6
    page = evaluate(grade, y_score=score)
    rounded = np.clip(np.floor(score + 0.5), 1, 5).astype(int)
    assert page.results[0].key == "cohen_kappa|weights:quadratic"
    assert page.results[0].value == pytest.approx(sklearn_kappa(grade, rounded, weights="quadratic"), rel=1e-12)
    cuts, text = ordinal_cut_points(grade, score), " ".join(str(page).split())
    assert f"Quadratic weighted kappa (QWK) is {page.results[0].value:.4f}" in text
    gain = cuts.cross_validated_value - page.results[0].value
    assert f"{cuts.cross_validated_value:.4f} on rows that did not choose them" in text
    assert f"a {'gain' if gain > 0 else 'loss'} of {abs(gain):.4f}." in text
    assert all(f"{cut:.4g}" in text for cut in cuts.cut_points)
    assert "Best cut points" in page.to_html()
    names = np.array(["low", "mid", "high"])[np.clip(grade - 2, 0, 2)]
    assert evaluate(names, y_score=score, labels=["low", "mid", "high"]).cut_points is not None
    assert evaluate(grade, rounded).cut_points is None  # labels were predicted


def test_a_threshold_beside_scores_given_as_labels_says_where_scores_go() -> None:
    truth, score = [0, 1, 1, 0], [0.2, 0.9, 0.4, 0.6]
    with pytest.raises(OptionError, match=r"give scores as y_score instead of y_pred"):
        evaluate(truth, score, threshold=0.3)
    assert evaluate(truth, y_score=score, threshold=0.3).counts is not None
    with pytest.raises(OptionError, match=r"where there are no predicted labels"):
        evaluate(truth, [0, 1, 1, 0], y_score=score, threshold=0.3)


def test_models_whose_scores_are_rounded_point_to_cut_points() -> None:
    truth = np.arange(60) % 3 + 1
    scores = {"a": truth + 0.6 * (np.arange(60) % 5 == 0), "b": truth + 0.7 * (np.arange(60) % 4 == 0)}
    assert "concordant cutpoints" in " ".join(str(compare_models(truth, None, scores, task="ordinal")).split())
    labels = {name: np.round(score).astype(int) for name, score in scores.items()}
    assert "concordant cutpoints" not in str(compare_models(truth, labels, task="ordinal"))
