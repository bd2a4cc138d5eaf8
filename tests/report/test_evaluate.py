"""`evaluate` on numbers, several classes with and without an order, and two classes."""

from __future__ import annotations

import json
import tracemalloc
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose
from sklearn import metrics as sk

from concordant import concordance_correlation, evaluate
from concordant.data import example
from concordant.errors import ContinuousLabelsError, OptionError
from concordant.explain import KappaExplanation
from concordant.metrics import get
from concordant.report.gates import Gate, judge
from concordant.states import Counts, Curve, CurveStack

RNG = np.random.default_rng(5)
FIRST = RNG.normal(10, 3, 200)
SECOND = FIRST + RNG.normal(0.3, 1, 200)


def test_the_page_is_that_of_the_metrics() -> None:
    cluster = np.arange(200) // 4
    frame = pl.DataFrame({"lab": FIRST, "device": SECOND, "patient": cluster})
    page = evaluate("lab", y_score="device", data=frame, task="continuous", cluster="patient")
    assert (page.task, page.n, page.labels, page.counts, dict(page.balance)) == ("continuous", 200, (), None, {})
    for result in page:
        alone = get(result.name).interval(FIRST, SECOND, cluster=cluster)
        assert result.interval is not None
        assert (result.interval.low, result.interval.high) == (alone.low, alone.high)
    assert "Continuous: lab and device are taken as two ratings" in str(page)
    assert "Classes" not in str(page)
    assert json.loads(page.to_json())["task"] == "continuous"
    html = page.to_html()
    assert "Lin's concordance correlation" in html
    assert [f'id="{name}"' in html for name in ("balance", "matrix", "scatter", "differences")] == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("first", "second", "task"),
    [
        (FIRST, SECOND, "continuous"),
        (FIRST.astype(np.float32), SECOND, "continuous"),
        (list(FIRST), list(SECOND), "continuous"),
        (np.round(FIRST), np.round(SECOND), "ordinal"),  # whole numbers are labels, unless said
        (np.arange(200) % 2, (np.arange(200) + 1) % 2, "binary"),
    ],
)
def test_what_is_found_out(first: Any, second: Any, task: str) -> None:
    assert evaluate(first, second).task == task


@pytest.mark.parametrize(
    ("first", "second"), [(FIRST, np.round(SECOND)), (np.round(FIRST), SECOND), ([1, 1.5, 2.5], [1, 1.5, 2.5])]
)
def test_half_grades_and_one_column_of_numbers_are_asked_about(first: Any, second: Any) -> None:
    with pytest.raises(ContinuousLabelsError, match="say task='continuous'"):
        evaluate(first, second)
    assert evaluate(first, second, task="continuous").task == "continuous"


def test_a_gate_of_labels_says_what_these_are() -> None:
    with pytest.raises(OptionError, match="these are continuous ratings: take concordance_correlation"):
        judge(evaluate(FIRST, SECOND), Gate(metric="accuracy", least=0))


@pytest.fixture(scope="module")
def digits() -> Any:
    return pl.read_csv(example("digits").path)


def test_multiclass_pages_have_these_metrics_and_those_of_each_class(digits: Any) -> None:
    names = [f"p{k}" for k in range(10)]
    page = evaluate("truth", "prediction", names, data=digits)
    y, p, s = digits["truth"].to_numpy(), digits["prediction"].to_numpy(), digits.select(names).to_numpy()
    keys = (
        "accuracy balanced_accuracy f1|average:macro f1|average:weighted precision|average:macro matthews_correlation "
        "cohen_kappa roc_auc|average:macro roc_auc|average:macro|multi_class:ovo average_precision|average:macro "
        "brier_score log_loss"
    )
    assert sorted(result.key for result in page) == sorted(keys.split())
    assert_allclose(page["roc_auc|average:macro"].value, sk.roc_auc_score(np.eye(10)[y], s, average="macro"))
    assert page.task == "multiclass"
    assert isinstance(page.curve, CurveStack)
    per_class = {metric.name: metric.values for metric in page.per_class}
    assert list(per_class) == ["precision", "recall", "f1", "roc_auc", "average_precision"]
    for name, values in per_class.items():
        metric = get(name)
        assert_allclose(values, metric(y, p if metric.facts.input == "labels" else s, average=None), rtol=1e-12)
    assert [share.true for share in page.balance.values()] == np.bincount(y).tolist()


def test_scores_alone_predict_the_largest() -> None:
    scores = [[0.7, 0.2, 0.1], [0.2, 0.2, 0.6], [0.4, 0.4, 0.2], [0.1, 0.8, 0.1]]
    page = evaluate(["a", "c", "b", "b"], y_score=scores, labels=["a", "b", "c"], task="multiclass")
    assert page.counts.table.tolist() == [[1, 0, 0], [1, 1, 0], [0, 0, 1]]
    assert page["accuracy"].value == 0.75
    said = "No predicted labels were given: the class with the highest score is predicted, the first of equal ones."
    assert said in page.assumptions


@pytest.mark.parametrize(
    ("columns", "labels", "assumption"),
    [
        ("abc", None, "The score columns belong to the labels in their names"),
        ("abc", ["c", "b", "a"], "The score columns belong to the labels in their names"),
        ("yxz", ["c", "a", "b"], "The score columns stand in the order of the declared labels"),
    ],
)
def test_score_columns_have_the_order_of_names_or_the_declared_one(columns: str, labels: Any, assumption: str) -> None:
    scores = {"a": [0.2, 0.7, 0.0], "b": [0.7, 0.1, 0.1], "c": [0.1, 0.2, 0.9]}
    named = {f"p_{name}": scores[label] for name, label in zip(columns, "abc", strict=True)}
    frame = pl.DataFrame({"y": ["b", "a", "c"], **named})
    first, second, third = columns
    page = evaluate("y", y_score=[f"p_{third}", f"p_{first}", f"p_{second}"], labels=labels, data=frame)
    assert page["accuracy"].value == page["roc_auc"].value == 1.0
    assert any(assumption in sentence for sentence in page.assumptions)


def test_rows_that_do_not_sum_to_one_are_scores() -> None:
    page = evaluate([0, 1, 2], y_score=[[0.9, 0.9, 0.1], [0.1, 0.5, 0.1], [0.1, 0.1, 0.2]])
    assert "brier_score" not in page
    assert not page.probabilities
    said = "Taken as scores and not as probabilities: each row of probabilities must sum to 1; row 0 sums to 1.9."
    assert said in page.assumptions


def test_ordinal_puts_the_quadratic_kappa_first() -> None:
    ms = example("ms")
    page = evaluate(ms.truth, ms.pred, data=ms.path, labels=ms.labels)
    frame = pl.read_csv(ms.path)
    first, second, labels = frame[ms.truth].to_list(), frame[ms.pred].to_list(), list(ms.labels or ())
    assert page.task == "ordinal"
    assert page.results[0].title == "Quadratic weighted kappa (QWK)"
    for key, weights in (("|weights:quadratic", "quadratic"), ("|weights:linear", "linear"), ("", None)):
        value = sk.cohen_kappa_score(first, second, weights=weights, labels=labels)
        assert_allclose(page[f"cohen_kappa{key}"].value, value, rtol=1e-12)
    assert isinstance(page.explanation, KappaExplanation)
    assert page.explanation.kappa == page.results[0].value
    assert page.explanation.names == ("new_orleans", "winnipeg")


def test_ordinal_with_one_score_has_the_concordance_correlation() -> None:
    party = example("party")
    page = evaluate(party.truth, party.pred, "score", data=party.path)
    frame = pl.read_csv(party.path)
    value = concordance_correlation(frame["truth"], frame["score"])
    assert (page.task, page["concordance_correlation"].value, page.curve) == ("ordinal", value, None)
    only = evaluate(party.truth, y_score="score", data=party.path)
    assert only["concordance_correlation"].value == value
    assert only.results == page.results  # the predicted labels of the example are the rounded scores
    named = evaluate(["low", "mid", "high"], y_score=[0.1, 0.9, 2.2], labels=["low", "mid", "high"])
    assert named["concordance_correlation"].value == concordance_correlation([0, 1, 2], [0.1, 0.9, 2.2])


def test_ordered_categories_with_class_probabilities_stay_ordinal() -> None:
    kind = pl.Enum(["low", "mid", "high"])
    frame = pl.DataFrame({"y": pl.Series(["low", "high", "mid", "mid"], dtype=kind)})
    page = evaluate(frame["y"], y_score=[[0.8, 0.1, 0.1], [0.1, 0.2, 0.7], [0.3, 0.4, 0.3], [0.5, 0.4, 0.1]])
    assert page.task == "ordinal"
    assert (page.results[0].key, "log_loss" in page) == ("cohen_kappa|weights:quadratic", True)


@pytest.mark.parametrize("ordered", [False, True])
def test_pages_and_json_of_many_classes_grow_with_the_cells_that_occur(ordered: bool) -> None:
    rng, size = np.random.default_rng(3), 1500
    truth = rng.integers(0, size, 3 * size)
    pred = np.where(rng.random(3 * size) < 0.7, truth, rng.integers(0, size, 3 * size))
    names = np.array([f"c{k:04d}" for k in range(size)])
    given = (names[truth], names[pred])
    how: dict[str, Any] = {"labels": names.tolist(), "task": "multiclass"} if ordered else {}
    evaluate(*given, **how).to_html()  # what is imported is no page
    tracemalloc.start()
    page = evaluate(*given, **how)
    text, html, data = str(page), page.to_html(), page.to_dict()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < size * size * 8 / 1.2
    assert page.counts is not None
    assert data["format"] == 2
    table, cells = np.zeros_like(page.counts.table), data["confusion_matrix"]
    table[cells["truth"], cells["prediction"]] = cells["rows"]
    np.testing.assert_array_equal(table, page.counts.table)
    assert len(page.to_json()) < 2_000 * size
    assert f"The confusion matrix, {len(page.labels)} x {len(page.labels)}, is on the HTML page" in text
    assert "Most confused pairs" in html


def test_pages_of_cells_are_those_of_tables() -> None:
    rng = np.random.default_rng(3)
    truth, pred = rng.integers(0, 600, (2, 900)) // rng.integers(1, 3, 900)
    page = evaluate(truth, pred, task="multiclass")
    assert page.counts is not None
    shown = [5, 0, 17, 300]
    np.testing.assert_array_equal(page.counts.among(shown), page.counts.table[np.ix_(shown, shown)])
    dense = replace(page, counts=Counts(page.counts.table, page.counts.labels, page.counts.ordered))
    assert dense.counts is not None
    assert (dense.counts.cells is None, page.counts.cells is None) == (True, False)
    assert [str(dense), dense.to_html(), dense.to_json()] == [str(page), page.to_html(), page.to_json()]
    steps = "Where the quadratic weighted kappa comes from"
    assert steps not in evaluate(truth, pred, task="ordinal").to_html()  # of so many labels
    assert steps in evaluate(truth % 9, pred % 9, task="ordinal").to_html()


@pytest.fixture(scope="module")
def breast() -> Any:
    return pl.read_csv(example("breast").path)


def test_binary_pages_have_these_metrics(breast: Any) -> None:
    page = evaluate("truth", "prediction", "malignancy", data=breast, pos_label="malignant")
    names = (
        "roc_auc average_precision brier_score log_loss "
        "calibration_slope calibration_in_the_large observed_expected_ratio "
        "recall specificity precision negative_predictive_value f1 "
        "accuracy balanced_accuracy informedness matthews_correlation cohen_kappa"
    )
    assert [result.name for result in page] == names.split()
    y, p = ((breast[name] == "malignant").to_numpy().astype(int) for name in ("truth", "prediction"))
    assert_allclose(page["roc_auc"].value, sk.roc_auc_score(y, breast["malignancy"]), rtol=1e-12)
    assert_allclose(page["recall"].value, sk.recall_score(y, p), rtol=1e-12)


def test_the_page_knows_task_labels_balance_and_states(breast: Any) -> None:
    page = evaluate("truth", "prediction", "malignancy", data=breast, pos_label="malignant")
    assert (page.task, page.n, page.n_missing, page.weighted, page.probabilities) == ("binary", 569, 0, False, True)
    assert (page.labels, page.pos_label) == (("benign", "malignant"), "malignant")
    assert (page.balance["malignant"].true, page.balance["malignant"].predicted) == (212, 202)
    assert_allclose(page.balance["benign"].true_share, 357 / 569)
    assert isinstance(page.curve, Curve)
    assert page.counts.table.tolist() == [[334, 23], [33, 179]]
    assert (page.per_class, page.explanation) == ((), None)
    assert page.columns == {"truth": "truth", "prediction": "prediction", "score": ("malignancy",)}


def test_probabilities_alone_are_cut_at_a_half_and_other_scores_give_no_metrics_of_labels() -> None:
    page = evaluate([0, 0, 1, 1, 1], y_score=[0.1, 0.5, 0.5, 0.9, 0.4])
    assert page.counts.table.tolist() == [[1, 1], [1, 2]]
    assert "No predicted labels were given: 1 is predicted from a probability of 0.5 on." in page.assumptions
    page = evaluate([0, 0, 1, 1], y_score=[-3.0, 0.4, 0.35, 8.0])
    assert page["roc_auc"].value == 0.75
    assert [result.name for result in page] == ["roc_auc", "average_precision"]
    assert page.counts is None
    assert page.balance[1].predicted is None
    assert any("such scores have no natural threshold" in sentence for sentence in page.assumptions)


def test_numbers_of_text_that_share_no_label_with_the_truth_are_a_score() -> None:
    truth, risk = ["no", "yes", "no", "yes"] * 5, ["0,001", "0,75", "0.2", "NA"] * 5
    with pytest.raises(ContinuousLabelsError, match="these are numbers, and no predicted labels"):
        evaluate(truth, risk)


def test_no_label_in_common_is_said() -> None:
    page = evaluate(["a", "b", "a"], ["c", "d", "c"])
    assert "No label of y_pred ('c', 'd') is one of y_true: every row counts as wrong." in page.assumptions
    shared = evaluate(["a", "b", "a"], ["c", "a", "c"])
    assert not any("every row counts as wrong" in text for text in shared.assumptions)
