"""evaluate on two classes: every number against scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn import metrics as sk

from concordant import evaluate
from concordant.data import example
from concordant.states import Counts, Curve

POLARS = pytest.importorskip("polars")


@pytest.fixture(scope="module")
def breast() -> Any:
    return POLARS.read_csv(example("breast").path)


def test_numbers_are_those_of_scikit_learn(breast: Any) -> None:
    page = evaluate("truth", "prediction", "malignancy", data=breast, pos_label="malignant")
    y = (breast["truth"] == "malignant").to_numpy().astype(int)
    p = (breast["prediction"] == "malignant").to_numpy().astype(int)
    s = breast["malignancy"].to_numpy()
    expected = {
        "roc_auc": sk.roc_auc_score(y, s),
        "average_precision": sk.average_precision_score(y, s),
        "brier_score": sk.brier_score_loss(y, s),
        "log_loss": sk.log_loss(y, s),
        "recall": sk.recall_score(y, p),
        "specificity": sk.recall_score(y, p, pos_label=0),
        "precision": sk.precision_score(y, p),
        "negative_predictive_value": sk.precision_score(y, p, pos_label=0),
        "f1": sk.f1_score(y, p),
        "accuracy": sk.accuracy_score(y, p),
        "balanced_accuracy": sk.balanced_accuracy_score(y, p),
        "informedness": sk.balanced_accuracy_score(y, p, adjusted=True),
        "matthews_correlation": sk.matthews_corrcoef(y, p),
        "cohen_kappa": sk.cohen_kappa_score(y, p),
    }
    assert [result.name for result in page] == list(expected)
    for name, value in expected.items():
        assert_allclose(page[name].value, value, rtol=1e-12, err_msg=name)


def test_the_page_knows_task_labels_balance_and_states(breast: Any) -> None:
    page = evaluate("truth", "prediction", "malignancy", data=breast, pos_label="malignant")
    assert (page.task, page.n, page.n_missing, page.weighted, page.probabilities) == ("binary", 569, 0, False, True)
    assert (page.labels, page.pos_label) == (("benign", "malignant"), "malignant")
    assert page.balance["malignant"].true == 212
    assert page.balance["malignant"].predicted == 202
    assert_allclose(page.balance["benign"].true_share, 357 / 569)
    assert isinstance(page.curve, Curve)
    assert page.counts.table.tolist() == [[334, 23], [33, 179]]
    assert page.per_class == ()
    assert page.explanation is None
    assert page.columns == {"truth": "truth", "prediction": "prediction", "score": ("malignancy",)}


def test_other_positive_label_turns_everything_round(breast: Any) -> None:
    scores = 1 - breast["malignancy"].to_numpy()
    page = evaluate(breast["truth"], breast["prediction"], scores, pos_label="benign")
    there = evaluate(breast["truth"], breast["prediction"], breast["malignancy"], pos_label="malignant")
    assert page.labels == ("malignant", "benign")
    assert page["recall"].value == there["specificity"].value
    assert page["precision"].value == there["negative_predictive_value"].value
    assert_allclose(page["roc_auc"].value, there["roc_auc"].value, rtol=1e-12)
    assert page.counts.table.tolist() == [[179, 33], [23, 334]]


def test_two_columns_of_two_classes_are_read_by_the_order_of_the_labels() -> None:
    y, s = ["a", "b", "b", "a"], np.array([0.2, 0.6, 0.7, 0.5])
    both = np.column_stack([1 - s, s])
    page = evaluate(y, y_score=both, labels=["a", "b"])
    assert page["roc_auc"].value == 1.0
    assert evaluate(y, y_score=both, labels=["a", "b"], pos_label="a")["roc_auc"].value == 1.0
    assert_allclose(page["brier_score"].value, sk.brier_score_loss([0, 1, 1, 0], s))


def test_probabilities_alone_are_cut_at_a_half() -> None:
    page = evaluate([0, 0, 1, 1, 1], y_score=[0.1, 0.5, 0.5, 0.9, 0.4])
    assert page.counts.table.tolist() == [[1, 1], [1, 2]]
    assert "No predicted labels were given: 1 is predicted from a probability of 0.5 on." in page.assumptions


def test_scores_alone_give_no_metrics_of_labels() -> None:
    page = evaluate([0, 0, 1, 1], y_score=[-3.0, 0.4, 0.35, 8.0])
    assert [result.name for result in page] == ["roc_auc", "average_precision"]
    assert page.counts is None
    assert page.balance[1].predicted is None
    assert (
        "No predicted labels were given, and such scores have no natural threshold: metrics of labels are left out."
        in page.assumptions
    )
    assert page["roc_auc"].value == 0.75


def test_weights_count_rows_repeatedly() -> None:
    y, p, s, w = [0, 0, 1, 1, 1], [0, 1, 1, 0, 1], [0.1, 0.6, 0.8, 0.3, 0.6], [2, 1, 3, 1, 0]
    weighted = evaluate(y, p, s, sample_weight=w)
    repeated = evaluate(*(np.repeat(x, w) for x in (y, p, s)))
    for one, other in zip(weighted, repeated, strict=True):
        assert_allclose(one.value, other.value, rtol=1e-12, err_msg=one.name)
    assert weighted.weighted
    assert "Rows are weighted by sample_weight (sum 7): every count is a sum of weights." in weighted.assumptions


def test_counts_are_those_of_the_state() -> None:
    y, p = [True, False, True], [True, True, False]
    page = evaluate(y, p)
    assert page.counts == Counts.from_labels(y, p)
    assert page.pos_label is True
