"""Classifiers that decide by a metric: alone, inside scikit-learn, and beside its own."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.exceptions import DataConversionWarning
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score, make_scorer
from sklearn.model_selection import TunedThresholdClassifierCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import check_estimator

import concordant
from concordant import best_threshold, decide
from concordant.decisions import DecisionClassifier, ThresholdClassifier
from concordant.decisions.search import stratified_folds
from concordant.errors import (
    InputTypeError,
    LabelError,
    LabelOrderError,
    OptionError,
    PositiveLabelError,
    UndefinedMetricError,
)

RARE_X, RARE_Y = make_classification(600, weights=[0.85], flip_y=0.1, class_sep=0.7, random_state=0)
MANY_X, MANY_Y = make_classification(700, n_informative=6, n_classes=4, random_state=1)

# The decision values are those of the classifier inside, and their threshold is not 0: scikit-learn excepts its own
# TunedThresholdClassifierCV from this check for the same reason.
EXCLUDED = {ThresholdClassifier: {"check_classifiers_train"}, DecisionClassifier: set()}
QUADRATIC = {"weights": "quadratic"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", [ThresholdClassifier, DecisionClassifier])
def test_scikit_learn_takes_them_for_its_own(kind: type) -> None:
    results = check_estimator(kind(LogisticRegression(), "balanced_accuracy", cv=3), on_fail=None)
    failed = {result["check_name"] for result in results if result["status"] == "failed"}
    assert failed == EXCLUDED[kind]
    assert len(results) > 50


# --- the threshold --------------------------------------------------------------------------------------


def test_threshold_is_that_of_out_of_fold_scores() -> None:
    model = ThresholdClassifier(LogisticRegression(), "f1", cv=4, seed=3).fit(RARE_X, RARE_Y)
    fold_of = stratified_folds(RARE_Y, 4, 3)
    scores = np.empty(len(RARE_Y))
    for fold in range(4):
        test = fold_of == fold
        inside = LogisticRegression().fit(RARE_X[~test], RARE_Y[~test])
        scores[test] = inside.predict_proba(RARE_X[test])[:, 1]
    best = best_threshold(RARE_Y, scores, "f1", cv=4, seed=3)
    assert model.best_ == best
    assert (model.threshold_, model.value_, model.optimism_) == (best.threshold, best.value, best.optimism)
    assert (model.cross_validated_value_, model.standard_error_) == (best.cross_validated_value, best.standard_error)
    whole = LogisticRegression().fit(RARE_X, RARE_Y).predict_proba(RARE_X)[:, 1]
    assert model.predict(RARE_X).tolist() == (whole >= best.threshold).astype(int).tolist()


@pytest.mark.parametrize("seed", range(3))
def test_the_optimum_is_that_of_scikit_learns_search_over_all_scores(seed: int) -> None:
    X, y = make_classification(400, weights=[0.8], flip_y=0.15, class_sep=0.5, random_state=seed)
    inside = LogisticRegression().fit(X[:200], y[:200])
    scores = inside.predict_proba(X[200:])[:, 1]
    theirs = TunedThresholdClassifierCV(
        inside, scoring=make_scorer(f1_score), cv="prefit", refit=False, thresholds=np.unique(scores)
    ).fit(X[200:], y[200:])
    ours = ThresholdClassifier(inside, "f1", cv="prefit").fit(X[200:], y[200:])
    assert theirs.best_score_ == pytest.approx(ours.value_, abs=1e-12)


def test_decision_function_serves_where_there_are_no_probabilities() -> None:
    model = ThresholdClassifier(LinearSVC(), "matthews_correlation").fit(RARE_X, RARE_Y)
    scores = model.decision_function(RARE_X)
    assert model.predict(RARE_X).tolist() == (scores >= model.threshold_).astype(int).tolist()
    assert not hasattr(model, "predict_proba")
    with pytest.raises(InputTypeError, match="LinearSVC has no predict_proba; a classifier that has one is needed"):
        ThresholdClassifier(LinearSVC(), "f1", response="predict_proba").fit(RARE_X, RARE_Y)


@pytest.mark.parametrize("response", ["predict_proba", "decision_function"])
@pytest.mark.parametrize("positive", ["healthy", "ill"])
def test_either_class_can_be_the_positive_one(response: str, positive: str) -> None:
    y = np.array(["healthy", "ill"])[1 - RARE_Y]
    model = ThresholdClassifier(LogisticRegression(), "f1", pos_label=positive, response=response).fit(RARE_X, y)
    same = ThresholdClassifier(LogisticRegression(), "f1", response=response)
    same.fit(RARE_X, RARE_Y if positive == "healthy" else 1 - RARE_Y)
    labels = model.predict(RARE_X)
    assert model.best_.classes[1] == positive
    assert model.value_ == pytest.approx(same.value_, abs=0.02)
    assert ((labels == positive) == (same.predict(RARE_X) == 1)).mean() > 0.99
    assert model.score(RARE_X, y) == pytest.approx(concordant.f1(y, labels, pos_label=positive), rel=1e-12)


def test_text_needs_the_positive_class_only_where_it_matters() -> None:
    y = np.array(["no", "yes"])[RARE_Y]
    with pytest.raises(PositiveLabelError, match="which of 'no' and 'yes' is the positive class"):
        ThresholdClassifier(LogisticRegression(), "f1").fit(RARE_X, y)
    with pytest.raises(PositiveLabelError, match="pos_label='maybe' does not occur"):
        ThresholdClassifier(LogisticRegression(), "f1", pos_label="maybe").fit(RARE_X, y)
    price = {("yes", "no"): 5, ("no", "yes"): 1}
    model = ThresholdClassifier(LogisticRegression(), cost=price).fit(RARE_X, y)
    assert model.score(RARE_X, y) == -concordant.expected_cost(y, model.predict(RARE_X), cost=price)


def test_constraints_and_options_reach_the_search() -> None:
    model = ThresholdClassifier(LogisticRegression(), "f_beta", options={"beta": 2.0}, constraint="precision >= 0.5")
    model.fit(RARE_X, RARE_Y)
    assert model.best_.conditions[0].value >= 0.5
    assert "beta:2.0" in model.best_.signature


def test_weights_go_to_the_classifier_and_the_metric() -> None:
    w = np.where(RARE_Y == 1, 4.0, 1.0)
    model = ThresholdClassifier(LogisticRegression(), "accuracy").fit(RARE_X, RARE_Y, sample_weight=w)
    inside = LogisticRegression().fit(RARE_X, RARE_Y, sample_weight=w)
    np.testing.assert_allclose(model.predict_proba(RARE_X), inside.predict_proba(RARE_X))
    assert model.best_.n == w.sum()
    pipe = make_pipeline(StandardScaler(), LogisticRegression())
    ThresholdClassifier(pipe, "f1").fit(RARE_X, RARE_Y, logisticregression__sample_weight=w)


def test_no_threshold_is_an_error_and_not_a_model_that_says_no() -> None:
    class Blind(GaussianNB):
        def predict_proba(self, X: Any) -> Any:
            return np.full((len(X), 2), 0.5)

    with pytest.raises(UndefinedMetricError, match="matthews_correlation: undefined at every threshold"):
        ThresholdClassifier(Blind(), "matthews_correlation").fit(RARE_X, RARE_Y)


@pytest.mark.parametrize(
    ("cv", "message"),
    [
        ("prefitted", 'cv must be a number of folds, a splitter or "prefit"'),
        ([(np.arange(500), np.arange(400, 600))], "fold 0 of cv scores rows that it was fitted to, 100 of them"),
        ([(np.arange(500), [0.5])], "float64 of shape"),
        ([(1, 2)], "is not a column of whole numbers"),
        ([], "its folds hold none"),
    ],
    ids=str,
)
def test_wrong_folds_are_refused(cv: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        ThresholdClassifier(GaussianNB(), "f1", cv=cv).fit(RARE_X, RARE_Y)


FEW: list[tuple[Any, Any, str]] = [
    (MANY_X, MANY_Y, "Only binary classification is supported"),
    (RARE_X[:20], [1] + [0] * 19, "at least two rows of every class"),
    (RARE_X, RARE_Y * 1j, "Complex data not supported"),
]


@pytest.mark.parametrize(("rows", "y", "message"), FEW)
def test_labels_that_give_no_threshold_are_refused(rows: Any, y: Any, message: str) -> None:
    with pytest.raises(LabelError, match=message):
        ThresholdClassifier(LogisticRegression(), "f1").fit(rows, y)


def test_a_column_of_labels_is_read_with_a_warning() -> None:
    with pytest.warns(DataConversionWarning, match="column-vector y"):
        model = ThresholdClassifier(LogisticRegression(), "f1").fit(RARE_X, RARE_Y[:, None])
    assert model.threshold_ == ThresholdClassifier(LogisticRegression(), "f1").fit(RARE_X, RARE_Y).threshold_


# --- decisions --------------------------------------------------------------------------------------------


def test_rule_is_learned_from_out_of_fold_probabilities() -> None:
    model = DecisionClassifier(LogisticRegression(max_iter=500), "cohen_kappa", options=QUADRATIC).fit(MANY_X, MANY_Y)
    assert model.decisions_.exact
    assert model.value_ == model.decisions_.value
    held = concordant.cohen_kappa(MANY_Y, model.decisions_.labels, weights="quadratic")
    assert model.cross_validated_value_ == pytest.approx(held, abs=1e-12)
    prob = model.predict_proba(MANY_X)
    assert model.predict(MANY_X).tolist() == model.rule_.apply(prob).tolist()
    assert [model.predict(MANY_X[i : i + 1])[0] for i in range(30)] == model.predict(MANY_X)[:30].tolist()


def test_margins_of_the_batch_decide_anew() -> None:
    learned = DecisionClassifier(LogisticRegression(max_iter=500), "cohen_kappa", options=QUADRATIC).fit(MANY_X, MANY_Y)
    batch = clone(learned).set_params(margins="batch").fit(MANY_X, MANY_Y)
    some = MANY_X[MANY_Y < 2]
    prob = batch.predict_proba(some)
    assert batch.predict(some).tolist() == decide(prob, "cohen_kappa", weights="quadratic").labels.tolist()
    assert batch.predict(some).tolist() != learned.predict(some).tolist()
    with pytest.raises(OptionError, match=r"margins must be .* not 'row'"):
        DecisionClassifier(GaussianNB(), "accuracy", margins="row").fit(MANY_X, MANY_Y)


def test_text_classes_in_their_order() -> None:
    names = np.array(["low", "mid", "high", "top"])
    y = names[MANY_Y]
    with pytest.raises(LabelOrderError, match="needs the order of the labels"):
        DecisionClassifier(GaussianNB(), "cohen_kappa", options=QUADRATIC).fit(MANY_X, y)
    model = DecisionClassifier(GaussianNB(), "cohen_kappa", options=QUADRATIC, labels=names.tolist()).fit(MANY_X, y)
    plain = DecisionClassifier(GaussianNB(), "cohen_kappa", options=QUADRATIC).fit(MANY_X, MANY_Y)
    assert model.predict(MANY_X).tolist() == names[plain.predict(MANY_X)].tolist()
    with pytest.raises(LabelError, match="labels= does not name 'top'"):
        DecisionClassifier(GaussianNB(), "accuracy", labels=["low", "mid", "high"]).fit(MANY_X, y)


# --- as estimators ------------------------------------------------------------------------------------------


BOTH = [
    ThresholdClassifier(LogisticRegression(), "f1", cv=3),
    DecisionClassifier(LogisticRegression(), concordant.f1, cv=3),
]


# Clones, pickles, the error before `fit`, names of columns: `check_estimator` tries them.


@pytest.mark.parametrize("model", BOTH, ids=["threshold", "decision"])
def test_frames_and_sparse_matrices_pass_through(model: Any) -> None:
    frame = pd.DataFrame(RARE_X, columns=[f"x{i}" for i in range(RARE_X.shape[1])])
    fitted = clone(model).fit(frame, pd.Series(RARE_Y))
    assert fitted.feature_names_in_.tolist() == list(frame.columns)
    expected = fitted.predict(frame).tolist()
    for kind in (scipy.sparse.csr_matrix, scipy.sparse.coo_matrix):
        assert clone(model).fit(kind(RARE_X), RARE_Y).predict(kind(RARE_X).tocsr()).tolist() == expected


def test_only_estimators_need_scikit_learn() -> None:
    code = "import sys; sys.modules['sklearn'] = None; from concordant.decisions import best_threshold, DecisionRule;"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    code += "from concordant.decisions import ThresholdClassifier"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert "MissingDependencyError: estimators of concordant are those of scikit-learn: pip install" in done.stderr
