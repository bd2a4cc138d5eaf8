"""Every scorer, display and wrapper of scikit-learn on our estimators: what it says of the classifier inside."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.linear_model import LinearRegression
from sklearn.metrics import get_scorer, get_scorer_names
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC
from sklearn.utils.metaestimators import available_if

from concordant.decisions import DecisionClassifier, OrdinalCutPoints, ThresholdClassifier

RNG = np.random.default_rng(5)
X = RNG.normal(size=(160, 3))
TWO = (X.sum(1) + RNG.normal(size=160) > 1).astype(int)
THREE = np.digitize(X.sum(1) + RNG.normal(size=160), [-1, 1])
MODELS = {
    "threshold": (ThresholdClassifier(GaussianNB(), "f1", cv=2), TWO),
    "decision": (DecisionClassifier(GaussianNB(), "f1", cv=2), TWO),
    "decision of three": (DecisionClassifier(GaussianNB(), "accuracy", cv=2), THREE),
}
CUTS = OrdinalCutPoints(estimator=LinearRegression(), cv=2)
# Scorers of regressions and of clusterings take any numbers; they say nothing of how probabilities are read.
NAMES = [name for name in get_scorer_names() if "neg_" not in name or name in ("neg_log_loss", "neg_brier_score")]


class _Inside:
    """What scikit-learn sees if nothing is wrapped: the labels of one model, all else of the one inside."""

    def __init__(self, model: Any) -> None:
        self.model, self.classes_, self._estimator_type = model, model.classes_, "classifier"

    def predict(self, rows: Any) -> Any:
        return self.model.predict(rows)

    @available_if(lambda self: hasattr(self.model.estimator_, "predict_proba"))
    def predict_proba(self, rows: Any) -> Any:
        return self.model.estimator_.predict_proba(rows)

    def __sklearn_tags__(self) -> Any:
        return self.model.__sklearn_tags__()


@pytest.mark.parametrize("kind", MODELS)
def test_every_scorer_says_of_the_wrapped_classifier_what_it_says_of_the_one_inside(kind: str) -> None:
    model, y = MODELS[kind]
    model.fit(X, y)
    compared = 0
    for name in NAMES:
        scorer = get_scorer(name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                expected = scorer(_Inside(model), X, y)
            except ValueError:  # scorers of two classes on three, or of several labels
                continue
            assert_allclose(scorer(model, X, y), expected, rtol=0, atol=0, err_msg=name)
        compared += 1
    assert compared > 15


@pytest.mark.parametrize("method", ["predict_proba", "predict_log_proba", "decision_function"])
@pytest.mark.parametrize("kind", [ThresholdClassifier, DecisionClassifier])
def test_methods_of_the_classifier_inside_have_their_own_names(kind: type, method: str) -> None:
    inside = GaussianNB() if method != "decision_function" else LinearSVC()
    model = kind(inside, "f1")
    assert getattr(model, method).__name__ == method
    assert getattr(kind, method).__name__ == method
    assert not hasattr(kind(LinearRegression(), "f1"), method)


def test_cut_points_of_two_labels_are_judged_by_their_score() -> None:
    values = cross_val_score(CUTS, X, TWO, scoring="roc_auc", cv=2, error_score="raise")
    assert ((values > 0.5) & (values < 1)).all()
    fitted = CUTS.fit(X, TWO)
    assert_allclose(fitted.decision_function(X), fitted.estimator_.predict(X) - fitted.cut_points_[0], atol=1e-12)


@pytest.mark.parametrize("model", [*(model for model, _ in MODELS.values()), CUTS], ids=str)
def test_diagrams_show_what_is_inside(model: Any) -> None:
    shown = model._repr_html_()
    assert type(model).__name__ in shown
    assert type(model.estimator).__name__ in shown


def test_labels_of_a_diagram_are_no_markup() -> None:
    shown = OrdinalCutPoints(labels=["<mark>"])._repr_html_()
    assert "&lt;mark&gt;" in shown
    assert "<mark>" not in shown
