"""Pictures with the habits of scikit-learn's displays, scorers of any metric, and the interval over folds."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
import sklearn.calibration
import sklearn.metrics
from matplotlib.figure import Figure
from numpy.testing import assert_allclose
from scipy import stats
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.svm import LinearSVC

import concordant.sklearn as co
from concordant.errors import InputTypeError, LengthError, OptionError, PositiveLabelError

X, Y = make_classification(160, 6, n_informative=3, flip_y=0.15, random_state=0)
MODEL = LogisticRegression().fit(X, Y)
NAMES = np.array(["no", "yes"])[Y]


def axes() -> Any:
    return Figure().subplots()


@pytest.mark.parametrize(
    ("mine", "theirs", "numbers"),
    [
        (co.RocCurveDisplay, sklearn.metrics.RocCurveDisplay, ("roc_auc",)),
        (co.PrecisionRecallDisplay, sklearn.metrics.PrecisionRecallDisplay, ("average_precision",)),
        (co.CalibrationDisplay, sklearn.calibration.CalibrationDisplay, ("prob_true", "prob_pred")),
    ],
)
def test_numbers_are_those_of_the_displays_of_scikit_learn(mine: Any, theirs: Any, numbers: tuple[str, ...]) -> None:
    ours, other = mine.from_estimator(MODEL, X, Y, ax=axes()), theirs.from_estimator(MODEL, X, Y, ax=axes())
    for name in numbers:
        assert_allclose(getattr(ours, name), getattr(other, name), rtol=1e-12)
    assert ours.name == "LogisticRegression"
    again = mine.from_predictions(Y, MODEL.predict_proba(X)[:, 1], name="by hand", ax=axes())
    assert_allclose(getattr(again, numbers[0]), getattr(ours, numbers[0]))
    assert any("by hand" in text.get_text() for text in again.ax_.get_legend().get_texts())


def test_several_models_share_axes_and_a_display_is_drawn_again() -> None:
    figure = Figure()
    ax = figure.subplots()
    first = co.RocCurveDisplay.from_estimator(MODEL, X, Y, ax=ax, level=0.95)
    second = co.RocCurveDisplay.from_estimator(LinearSVC().fit(X, Y), X, Y, ax=ax, name="SVM")
    assert (first.ax_, second.figure_) == (ax, figure)
    shown = [text.get_text() for text in ax.get_legend().get_texts()]
    assert shown[0].startswith("LogisticRegression: AUC 0.")
    assert " to " in shown[0]
    other = axes()
    assert first.plot(other, name="again").ax_ is other


@pytest.mark.parametrize("pos_label", ["no", "yes"])
def test_the_positive_class_may_be_either(pos_label: str) -> None:
    model = LinearSVC().fit(X, NAMES)
    found = co.RocCurveDisplay.from_estimator(model, X, NAMES, pos_label=pos_label, ax=axes())
    theirs = sklearn.metrics.RocCurveDisplay.from_estimator(model, X, NAMES, pos_label=pos_label, ax=axes())
    assert_allclose(found.roc_auc, theirs.roc_auc, rtol=1e-12)
    assert found.pos_label == pos_label


def test_the_confusion_matrix_is_that_of_scikit_learn() -> None:
    for normalize in (None, "true"):
        found = co.ConfusionMatrixDisplay.from_estimator(MODEL, X, Y, normalize=normalize, ax=axes())
        expected = sklearn.metrics.confusion_matrix(Y, MODEL.predict(X), normalize=normalize)
        assert_allclose(found.confusion_matrix, expected)


def test_what_has_no_curve_is_refused() -> None:
    three = LogisticRegression().fit(X, np.arange(160) % 3)
    with pytest.raises(InputTypeError, match="has 3 classes, and a curve is of two"):
        co.RocCurveDisplay.from_estimator(three, X, Y)
    with pytest.raises(InputTypeError, match="SVC has no predict_proba of classes"):
        co.DetCurveDisplay.from_estimator(LinearSVC().fit(X, Y), X, Y, response_method="predict_proba")
    with pytest.raises(PositiveLabelError, match="none of the classes 0 and 1"):
        co.RocCurveDisplay.from_estimator(MODEL, X, Y, pos_label=7)
    with pytest.raises(OptionError, match="has no option 'level'"):
        co.DetCurveDisplay.from_predictions(Y, X[:, 0], level=0.95)


@pytest.mark.parametrize(
    ("name", "theirs", "y"), [("mcc", "matthews_corrcoef", Y), ("f1_macro", "f1_macro", Y), ("auc", "roc_auc", Y)]
)
def test_scorers_give_the_scores_of_scikit_learn(name: str, theirs: str, y: Any) -> None:
    scorer = pickle.loads(pickle.dumps(co.get_scorer(name)))
    ours, other = (cross_val_score(LogisticRegression(), X, y, scoring=one, cv=3) for one in (scorer, theirs))
    assert_allclose(ours, other, rtol=1e-9)


def test_scorers_work_inside_searches_with_text_labels_and_options() -> None:
    scoring = {"f2": co.get_scorer("f2", pos_label="yes"), "qwk": co.get_scorer("qwk", labels=["no", "yes"])}
    found = cross_validate(LogisticRegression(), X, NAMES, scoring=scoring, cv=3)
    assert np.isfinite([*found["test_f2"], *found["test_qwk"]]).all()
    search = GridSearchCV(LogisticRegression(), {"C": [0.1, 1]}, scoring=co.get_scorer("kappa"), cv=3).fit(X, Y)
    assert np.isfinite(search.best_score_)
    with pytest.raises(OptionError, match="roc_curve is not one number"):
        co.get_scorer("roc_curve")
    with pytest.raises(OptionError, match="means different things elsewhere"):
        co.get_scorer("alpha")


def test_the_interval_over_folds_is_the_corrected_resampled_t() -> None:
    scores = [0.81, 0.78, 0.84, 0.80, 0.77]
    found = co.fold_interval(scores, n_train=80, n_test=20, level=0.9)
    se = np.sqrt((1 / 5 + 20 / 80) * np.var(scores, ddof=1))
    assert_allclose([found.low, found.high], stats.t.interval(0.9, 4, np.mean(scores), se), rtol=1e-12)
    for wrong in ([0.5], [0.5, np.nan], [[0.5, 0.6]], None, "ab", {"test": [0.5, 0.6]}, ["a", "b"]):
        with pytest.raises(LengthError, match="two finite numbers or more"):
            co.fold_interval(wrong, n_train=80, n_test=20)
    sizes: tuple[Any, ...] = (0, -1, np.nan, np.inf, "80", None)
    for size in sizes:
        with pytest.raises(OptionError, match="must be above 0"):
            co.fold_interval(scores, n_train=80, n_test=size)


@pytest.mark.parametrize("score", [0.1, 1 / 3, 0.7, -0.4, 0.0, 1.0])
def test_equal_folds_have_no_interval_however_their_mean_is_rounded(score: float) -> None:
    for folds in (2, 3, 7, 20):
        found = co.fold_interval([score] * folds, n_train=80, n_test=20)
        assert np.isnan([found.low, found.high, found.se]).all()
        assert found.reason == "all folds have one score, which tells no spread"
