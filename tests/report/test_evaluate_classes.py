"""evaluate on several classes, with and without an order."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn import metrics as sk

from concordant import concordance_correlation, evaluate
from concordant.data import example
from concordant.explain import KappaExplanation
from concordant.states import Counts, CurveStack

POLARS = pytest.importorskip("polars")


@pytest.fixture(scope="module")
def digits() -> Any:
    return POLARS.read_csv(example("digits").path)


def test_multiclass_numbers_are_those_of_scikit_learn(digits: Any) -> None:
    names = [f"p{k}" for k in range(10)]
    page = evaluate("truth", "prediction", names, data=digits)
    y, p, s = digits["truth"].to_numpy(), digits["prediction"].to_numpy(), digits.select(names).to_numpy()
    hot = np.eye(10)[y]
    normal = s / s.sum(1, keepdims=True)  # scikit-learn wants rows that sum to one to rounding
    expected = {
        "accuracy": sk.accuracy_score(y, p),
        "balanced_accuracy": sk.balanced_accuracy_score(y, p),
        "f1|average:macro": sk.f1_score(y, p, average="macro"),
        "f1|average:weighted": sk.f1_score(y, p, average="weighted"),
        "precision|average:macro": sk.precision_score(y, p, average="macro"),
        "matthews_correlation": sk.matthews_corrcoef(y, p),
        "cohen_kappa": sk.cohen_kappa_score(y, p),
        "roc_auc|average:macro": sk.roc_auc_score(hot, s, average="macro"),
        "average_precision|average:macro": sk.average_precision_score(hot, s, average="macro"),
        "brier_score": ((s - hot) ** 2).sum(1).mean(),
        "log_loss": -np.log(s[np.arange(len(y)), y]).mean(),
    }
    for key, value in expected.items():
        assert_allclose(page[key].value, value, rtol=1e-12, err_msg=key)
    pairs = sk.roc_auc_score(y, normal, multi_class="ovo")
    assert_allclose(page["roc_auc|average:macro|multi_class:ovo"].value, pairs, rtol=1e-6)
    assert len(page) == len(expected) + 1
    assert page.task == "multiclass"
    assert isinstance(page.curve, CurveStack)


def test_class_by_class(digits: Any) -> None:
    names = [f"p{k}" for k in range(10)]
    page = evaluate("truth", "prediction", names, data=digits)
    y, p, s = digits["truth"].to_numpy(), digits["prediction"].to_numpy(), digits.select(names).to_numpy()
    found = {metric.name: metric.values for metric in page.per_class}
    assert list(found) == ["precision", "recall", "f1", "roc_auc", "average_precision"]
    assert_allclose(found["precision"], sk.precision_score(y, p, average=None))
    assert_allclose(found["recall"], sk.recall_score(y, p, average=None))
    assert_allclose(found["f1"], sk.f1_score(y, p, average=None))
    assert_allclose(found["roc_auc"], [sk.roc_auc_score(y == k, s[:, k]) for k in range(10)])
    assert_allclose(found["average_precision"], [sk.average_precision_score(y == k, s[:, k]) for k in range(10)])
    assert [share.true for share in page.balance.values()] == np.bincount(y).tolist()


def test_scores_alone_predict_the_largest() -> None:
    scores = [[0.7, 0.2, 0.1], [0.2, 0.2, 0.6], [0.4, 0.4, 0.2], [0.1, 0.8, 0.1]]
    page = evaluate(["a", "c", "b", "b"], y_score=scores, labels=["a", "b", "c"], task="multiclass")
    assert page.counts.table.tolist() == [[1, 0, 0], [1, 1, 0], [0, 0, 1]]
    assert page["accuracy"].value == 0.75
    said = "No predicted labels were given: the class with the highest score is predicted, the first of equal ones."
    assert said in page.assumptions


def test_columns_find_their_labels_by_name() -> None:
    frame = POLARS.DataFrame(
        {"y": ["b", "a", "c"], "p_c": [0.1, 0.2, 0.9], "p_a": [0.2, 0.7, 0.0], "p_b": [0.7, 0.1, 0.1]}
    )
    page = evaluate("y", y_score=["p_c", "p_a", "p_b"], data=frame)
    assert page["accuracy"].value == 1.0
    assert page["roc_auc"].value == 1.0
    assert any(
        said.startswith("The score columns belong to the labels that end their names") for said in page.assumptions
    )


def test_declared_labels_are_the_order_of_the_columns_and_odd_names_are_pointed_out() -> None:
    frame = POLARS.DataFrame(
        {"y": ["b", "a", "c"], "p_c": [0.2, 0.8, 0.0], "p_a": [0.7, 0.1, 0.1], "p_b": [0.1, 0.1, 0.9]}
    )
    page = evaluate("y", y_score=["p_c", "p_a", "p_b"], labels=["a", "b", "c"], data=frame)
    assert page["accuracy"].value == 1.0
    assert any("their names suggest another order: CHECK THIS" in said for said in page.assumptions)


def test_rows_that_do_not_sum_to_one_are_scores() -> None:
    page = evaluate([0, 1, 2], y_score=[[0.9, 0.9, 0.1], [0.1, 0.5, 0.1], [0.1, 0.1, 0.2]])
    assert "brier_score" not in page
    assert not page.probabilities
    said = "Taken as scores and not as probabilities: each row of probabilities must sum to 1; row 0 sums to 1.9."
    assert said in page.assumptions


def test_ordinal_puts_the_quadratic_kappa_first() -> None:
    found = example("ms")
    page = evaluate(found.truth, found.pred, data=found.path, labels=found.labels)
    frame = POLARS.read_csv(found.path)
    first, second = frame[found.truth].to_list(), frame[found.pred].to_list()
    names = list(found.labels)
    assert page.task == "ordinal"
    assert page.results[0].title == "Quadratic weighted kappa (QWK)"
    for weights in ("quadratic", "linear"):
        value = sk.cohen_kappa_score(first, second, weights=weights, labels=names)
        assert_allclose(page[f"cohen_kappa|weights:{weights}"].value, value, rtol=1e-12)
    assert_allclose(page["cohen_kappa"].value, sk.cohen_kappa_score(first, second), rtol=1e-12)
    assert_allclose(page["accuracy"].value, sk.accuracy_score(first, second), rtol=1e-12)
    assert isinstance(page.explanation, KappaExplanation)
    assert page.explanation.kappa == page.results[0].value
    assert page.explanation.names == ("new_orleans", "winnipeg")


def test_ordinal_with_one_score_has_the_concordance_correlation() -> None:
    found = example("party")
    page = evaluate(found.truth, found.pred, "score", data=found.path)
    frame = POLARS.read_csv(found.path)
    assert page.task == "ordinal"
    value = concordance_correlation(frame["truth"], frame["score"])
    assert page["concordance_correlation"].value == value
    assert page.curve is None
    only = evaluate(found.truth, y_score="score", data=found.path)
    assert [result.name for result in only] == ["concordance_correlation"]
    assert only.counts is None


def test_declared_names_stand_at_their_positions_beside_a_score() -> None:
    page = evaluate(["low", "mid", "high"], y_score=[0.1, 0.9, 2.2], labels=["low", "mid", "high"])
    assert page["concordance_correlation"].value == concordance_correlation([0, 1, 2], [0.1, 0.9, 2.2])


def test_ordered_categories_with_class_probabilities_stay_ordinal() -> None:
    kind = POLARS.Enum(["low", "mid", "high"])
    frame = POLARS.DataFrame({"y": POLARS.Series(["low", "high", "mid", "mid"], dtype=kind)})
    page = evaluate(frame["y"], y_score=[[0.8, 0.1, 0.1], [0.1, 0.2, 0.7], [0.3, 0.4, 0.3], [0.5, 0.4, 0.1]])
    assert page.task == "ordinal"
    names = [result.key for result in page]
    assert names[0] == "cohen_kappa|weights:quadratic"
    assert "log_loss" in names


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
    assert "too wide for this page" in text
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
    assert dense.counts.cells is None
    assert page.counts.cells is not None
    assert str(dense) == str(page)
    assert dense.to_html() == page.to_html()
    assert dense.to_json() == page.to_json()
    steps = "Where the quadratic weighted kappa comes from"
    assert steps not in evaluate(truth, pred, task="ordinal").to_html()  # of so many labels
    assert steps in evaluate(truth % 9, pred % 9, task="ordinal").to_html()
