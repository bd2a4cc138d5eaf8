"""The functions inside scikit-learn's own machinery."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from beside_sklearn import theirs
from sklearn.datasets import make_classification, make_multilabel_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.tree import DecisionTreeClassifier

import concordant.sklearn

X, Y = make_classification(n_samples=120, n_features=6, n_informative=4, n_classes=3, random_state=0)
SCORERS: dict[str, dict[str, Any]] = {
    "accuracy_score": {},
    "balanced_accuracy_score": {"adjusted": True},
    "f1_score": {"average": "macro"},
    "fbeta_score": {"average": "weighted", "beta": 0.5},
    "jaccard_score": {"average": "micro"},
    "cohen_kappa_score": {"weights": "quadratic"},
    "matthews_corrcoef": {},
    "hamming_loss": {"greater_is_better": False},
    "roc_auc_score": {"response_method": "predict_proba", "multi_class": "ovr"},
    "log_loss": {"response_method": "predict_proba", "greater_is_better": False},
}


@pytest.mark.parametrize(("name", "options"), SCORERS.items(), ids=SCORERS.keys())
def test_cross_validate_gives_the_same_scores(name: str, options: dict[str, Any]) -> None:
    scorers = {
        who: make_scorer(function, **options)
        for who, function in (("ours", getattr(concordant.sklearn, name)), ("theirs", theirs(name)))
    }
    found = cross_validate(LogisticRegression(), X, Y, scoring=scorers, cv=3)
    np.testing.assert_allclose(found["test_ours"], found["test_theirs"], rtol=1e-9)
    assert pickle.loads(pickle.dumps(scorers["ours"]))._score_func is getattr(concordant.sklearn, name)


def test_grid_search_in_two_processes_finds_the_same_model() -> None:
    best = []
    for function in (concordant.sklearn.f1_score, theirs("f1_score")):
        search = GridSearchCV(
            DecisionTreeClassifier(random_state=0),
            {"max_depth": [1, 2, 4]},
            scoring=make_scorer(function, average="macro", zero_division=0),
            cv=3,
            n_jobs=2,
        )
        best.append((search.fit(X, Y).best_params_, search.best_score_))
    assert best[0][0] == best[1][0]
    assert best[0][1] == pytest.approx(best[1][1], rel=1e-12)


def test_text_labels_and_several_labels_at_once() -> None:
    names = np.array(["low", "mid", "high"])[Y]
    scorer = make_scorer(concordant.sklearn.f1_score, average="macro")
    assert cross_val_score(LogisticRegression(), X, names, scoring=scorer, cv=3).shape == (3,)
    features, indicators = make_multilabel_classification(n_samples=80, random_state=0)
    tree = DecisionTreeClassifier(random_state=0)
    scores = {
        who: cross_val_score(
            tree, features, indicators, cv=3, scoring=make_scorer(function, average="samples", zero_division=0)
        )
        for who, function in (("ours", concordant.sklearn.f1_score), ("theirs", theirs("f1_score")))
    }
    np.testing.assert_allclose(scores["ours"], scores["theirs"], rtol=1e-12)


def test_metric_of_a_training_loop() -> None:
    # what gradient boosting calls as eval_metric: labels, then predictions; a name, a float, higher is better
    def eval_metric(y_true: Any, y_pred: Any) -> tuple[str, float, bool]:
        return "f1", concordant.sklearn.f1_score(y_true, y_pred > 0.5), True

    name, value, higher = eval_metric(np.array([0.0, 1.0, 1.0], dtype=np.float32), np.array([0.2, 0.9, 0.4]))
    assert (name, higher) == ("f1", True)
    assert value == pytest.approx(2 / 3, rel=1e-15)
