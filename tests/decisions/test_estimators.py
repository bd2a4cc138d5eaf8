"""Folds that repeat rows or leave some out, labels that some folds lack, and fitted estimators."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import (
    KFold,
    PredefinedSplit,
    RepeatedKFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    TimeSeriesSplit,
    cross_val_score,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeRegressor

import concordant
from concordant.decisions import DecisionClassifier, OrdinalCutPoints, ThresholdClassifier, ordinal_cut_points
from concordant.errors import ContinuousLabelsError, InputTypeError, LabelError, LabelOrderError, OptionError

RNG = np.random.default_rng(11)
N = 120
X = RNG.normal(size=(N, 2))
TWO = (X.sum(1) + RNG.normal(size=N) > 0.5).astype(int)
GRADES = np.digitize(X.sum(1) + RNG.normal(size=N), [-1, 1])
MODELS = {
    "threshold": (ThresholdClassifier(GaussianNB(), "f1"), TWO),
    "decision": (DecisionClassifier(GaussianNB(), "f1"), TWO),
    "cut points": (OrdinalCutPoints(estimator=LinearRegression()), GRADES),
}
SPLITTERS = {
    "repeated": RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=0),
    "repeated, plain": RepeatedKFold(n_splits=3, n_repeats=2, random_state=0),
    "time series": TimeSeriesSplit(3),
    "shuffled": ShuffleSplit(3, test_size=0.3, random_state=0),
    "predefined": PredefinedSplit(np.arange(N) % 4 - 1),
    "masks": [(np.arange(N) % 2 == k, np.arange(N) % 2 != k) for k in (0, 1)],
}


def _result(model: Any) -> Any:
    return getattr(model, "best_", None) or getattr(model, "decisions_", None) or model.result_


@pytest.mark.parametrize("name", SPLITTERS)
@pytest.mark.parametrize("kind", MODELS)
def test_a_row_counts_once_however_many_folds_score_it(kind: str, name: str) -> None:
    model, y = MODELS[kind]
    cv = SPLITTERS[name]
    parts = list(cv.split(X, y)) if hasattr(cv, "split") else cv
    scored = np.unique(np.concatenate([np.arange(N)[test] for _, test in parts]))
    model = clone(model).set_params(cv=cv).fit(X, y)
    assert_allclose(_result(model).n, len(scored))
    assert np.isfinite([model.value_, model.cross_validated_value_, model.standard_error_]).all()


def test_all_repeats_are_used() -> None:
    folds = RepeatedKFold(n_splits=3, n_repeats=2, random_state=0)
    tree = DecisionTreeRegressor(random_state=0)
    repeated = OrdinalCutPoints(estimator=tree, cv=folds, method="exact").fit(X, GRADES)
    rows = np.concatenate([test for _, test in folds.split(X)])
    scores = [tree.fit(X[train], GRADES[train]).predict(X[test]) for train, test in folds.split(X)]
    order = np.argsort(rows, kind="stable")
    halves: dict[str, Any] = {"sample_weight": np.full(2 * N, 0.5), "cluster": rows[order]}
    cuts = ordinal_cut_points(GRADES[rows[order]], np.concatenate(scores)[order], **halves, method="exact")
    assert_allclose(repeated.cut_points_, cuts.cut_points)
    assert_allclose(repeated.standard_error_, cuts.standard_error)
    assert_array_equal(repeated.predict(X), cuts.predict(tree.fit(X, GRADES).predict(X)))


@pytest.mark.parametrize("kind", MODELS)
def test_a_fitted_estimator_is_judged_on_rows_that_it_has_not_seen(kind: str) -> None:
    model, y = MODELS[kind]
    inside = clone(model.estimator).fit(X[:60], y[:60])
    prefit = clone(model).set_params(cv="prefit")
    prefit.estimator = inside
    prefit.fit(X[60:], y[60:])
    assert prefit.estimator_ is inside
    assert _result(prefit).n == N - 60
    if kind == "cut points":
        assert_allclose(prefit.cut_points_, ordinal_cut_points(y[60:], inside.predict(X[60:])).cut_points)
    with pytest.raises(OptionError, match="cv must be a number of folds, a splitter or \"prefit\", not 'fitted'"):
        clone(model).set_params(cv="fitted").fit(X, y)


@pytest.mark.parametrize("kind", MODELS)
def test_folds_in_processes_give_the_same(kind: str) -> None:
    model, y = MODELS[kind]
    alone, several = (clone(model).set_params(cv=2, n_jobs=jobs).fit(X, y) for jobs in (None, 2))
    assert several.value_ == alone.value_
    assert_array_equal(several.predict(X), alone.predict(X))
    for wrong in (0, 1.5, True):
        with pytest.raises(OptionError, match="n_jobs must be a whole number of processes"):
            clone(model).set_params(n_jobs=wrong).fit(X, y)


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("cv", ["prefit", 3, KFold(3), list(KFold(3).split(X))], ids=str)
@pytest.mark.filterwarnings("ignore:The groups parameter is ignored")
def test_weights_and_groups_of_another_length_are_refused(kind: str, cv: Any) -> None:
    template, y = MODELS[kind]
    model = clone(template).set_params(cv=cv)
    model.estimator = clone(template.estimator).fit(X, y)
    for length in (N - 1, N + 1):
        for extra in ({"sample_weight": np.ones(length)}, {"groups": np.arange(length) % 9}):
            with pytest.raises(ValueError, match=r"sample_weight|groups|inconsistent"):
                model.fit(X, y, **extra)


# --- labels that some rows lack -------------------------------------------------------------------------------

RARE = GRADES.copy()
RARE[7] = 9
NAMES = np.array(list("abcdefghij"))


def test_a_grade_that_one_row_has_does_not_break_a_cross_validation() -> None:
    for template in (MODELS["cut points"][0], DecisionClassifier(GaussianNB(), "mean_absolute_error")):
        for folds in (KFold(3), KFold(3, shuffle=True, random_state=1)):
            model = clone(template).set_params(cv=3)
            values = cross_val_score(model, X[:30], RARE[:30], cv=folds, error_score="raise")
            assert np.isfinite(values).all()


def test_a_label_that_fit_never_saw_counts_at_its_value() -> None:
    train = RARE != 9
    for model in (
        OrdinalCutPoints(estimator=LinearRegression()),
        DecisionClassifier(LogisticRegression(), "cohen_kappa", options={"weights": "quadratic"}),
    ):
        model.fit(X[train], RARE[train])
        expected = concordant.cohen_kappa(RARE, model.predict(X), weights="quadratic")
        assert_allclose(model.score(X, RARE), expected, rtol=1e-12)


def test_a_text_that_fit_never_saw_has_a_place_only_if_it_is_declared() -> None:
    train, names = RARE != 9, NAMES[RARE]
    kappa = {"weights": "quadratic"}
    declared = DecisionClassifier(GaussianNB(), "cohen_kappa", options=kappa, labels=NAMES.tolist())
    declared.fit(X[train], names[train])
    expected = concordant.cohen_kappa(names, declared.predict(X), weights="quadratic", labels=NAMES.tolist())
    assert_allclose(declared.score(X, names), expected, rtol=1e-12)
    short = DecisionClassifier(GaussianNB(), "cohen_kappa", options=kappa, labels=["a", "b", "c"])
    with pytest.raises(LabelError, match="labels= does not name 'j', which y holds"):
        short.fit(X[train], names[train]).score(X, names)
    # an order is not needed here, and there is none
    plain = DecisionClassifier(GaussianNB(), "accuracy").fit(X[train], names[train])
    assert plain.score(X, names) == (plain.predict(X) == names).mean()
    grades = pd.Series(pd.Categorical(names, categories=NAMES, ordered=True))
    cuts = OrdinalCutPoints(estimator=LinearRegression()).fit(X[train], grades[train].cat.remove_unused_categories())
    expected = concordant.cohen_kappa(names, cuts.predict(X), weights="quadratic", labels=NAMES.tolist())
    assert_allclose(cuts.score(X, grades), expected, rtol=1e-12)
    with pytest.raises(LabelOrderError, match="needs the order of the labels"):
        cuts.score(X, names)


def test_a_class_with_one_row_is_learned_and_has_no_chance_in_its_fold() -> None:
    model = DecisionClassifier(GaussianNB(var_smoothing=0.1), "accuracy", cv=3).fit(X, RARE)
    assert model.classes_.tolist() == [0, 1, 2, 9]
    assert model.predict_proba(X).shape == (N, 4)
    with pytest.raises(LabelError, match="at least two rows of every class"):
        DecisionClassifier(GaussianNB(), "accuracy").fit(X[:4], [0, 0, 0, 1])


def test_a_fitted_classifier_may_know_classes_that_these_rows_lack() -> None:
    inside = GaussianNB().fit(X, GRADES)
    some = GRADES < 2
    model = DecisionClassifier(inside, "accuracy", cv="prefit").fit(X[some], GRADES[some])
    assert model.classes_.tolist() == [0, 1, 2]
    assert set(model.predict(X)) == {0, 1, 2}
    with pytest.raises(LabelError, match="does not know the positive class 7"):
        ThresholdClassifier(inside, "f1", cv="prefit").fit(X, np.where(GRADES == 2, 7, 0))


# --- what cut points stand around ----------------------------------------------------------------------------


def test_halves_are_labels_where_they_are_declared() -> None:
    halves = GRADES / 2 + 1
    model = OrdinalCutPoints(estimator=LinearRegression(), labels=[1, 1.5, 2]).fit(X, halves)
    plain = OrdinalCutPoints(estimator=LinearRegression()).fit(X, GRADES)
    assert_allclose(model.cut_points_, plain.cut_points_ / 2 + 1)
    assert_allclose(model.score(X, halves), plain.score(X, GRADES))
    alone = OrdinalCutPoints(labels=[1, 1.5, 2]).fit(X.sum(1), halves)
    assert set(alone.predict(X.sum(1))) <= {1, 1.5, 2}
    with pytest.raises(LabelError, match=r"declare them: labels=\[1, 1.5, 2\]"):
        OrdinalCutPoints(estimator=LinearRegression()).fit(X, halves)
    with pytest.raises(LabelError, match="continuous"):
        OrdinalCutPoints(estimator=LinearRegression(), labels=[1, 2]).fit(X, halves)
    with pytest.raises(ContinuousLabelsError, match=r"labels=\[...\]"):
        OrdinalCutPoints().fit(X.sum(1), halves)


@pytest.mark.parametrize("inside", [LogisticRegression(), GaussianNB()])
def test_a_classifier_gives_no_score_to_cut(inside: Any) -> None:
    with pytest.raises(InputTypeError, match="must be a regressor, whose predictions are a score"):
        OrdinalCutPoints(estimator=inside).fit(X, GRADES)


@pytest.mark.parametrize("cuts", [[0.0], [-1.0, 2.0], [0.5, 0.5, 1.0], [-np.inf, 0.0, np.inf], [np.inf, np.inf]])
def test_the_greatest_decision_value_is_that_of_the_label_of_predict(cuts: list[float]) -> None:
    from concordant.decisions.cut_points import margins_of

    ends = [-np.inf, np.inf, 0.0, *(x for cut in cuts for x in (cut, np.nextafter(cut, -np.inf)))]
    scores = np.concatenate([RNG.normal(size=50), ends])
    reached = np.array(cuts)[np.array(cuts) < np.inf]
    expected = np.searchsorted(reached, scores, side="right")
    found = margins_of(np.array(cuts), scores)
    assert not np.isnan(found).any()
    chosen = (found > 0).astype(int) if found.ndim == 1 else found.argmax(1)
    assert_array_equal(chosen, expected)


# --- weights through scikit-learn's metadata routing ----------------------------------------------------------

W = RNG.integers(1, 4, N).astype(float)


@pytest.mark.parametrize("kind", MODELS)
def test_requested_weights_reach_fit_and_score(kind: str) -> None:
    template, y = MODELS[kind]
    params = {"sample_weight": W, "weight": np.where(y == 1, 2.0, 1.0)}
    half = N // 2
    folds = [(np.arange(half), np.arange(half, N))]
    with sklearn.config_context(enable_metadata_routing=True):
        model = clone(template).set_fit_request(sample_weight=True).set_score_request(sample_weight="weight")
        results = cross_validate(model, X, y, cv=folds, params=params, error_score="raise", return_estimator=True)
    alone = clone(template).fit(X[:half], y[:half], sample_weight=W[:half])
    weighted = alone.score(X[half:], y[half:], sample_weight=params["weight"][half:])
    assert_allclose(results["test_score"], weighted)
    assert abs(weighted - alone.score(X[half:], y[half:])) > 1e-6


def test_a_pipeline_inside_gets_weights_where_metadata_are_routed() -> None:
    scaler = StandardScaler()
    with sklearn.config_context(enable_metadata_routing=True):
        logistic = LogisticRegression().set_fit_request(sample_weight=True)
        inside = make_pipeline(scaler.set_fit_request(sample_weight=False), logistic)
        model = ThresholdClassifier(inside, "f1").fit(X, TWO, sample_weight=W)
        weighted = clone(inside).fit(X, TWO, sample_weight=W).predict_proba(X)
        assert_allclose(model.predict_proba(X), weighted)
        assert abs(weighted - clone(inside).fit(X, TWO).predict_proba(X)).max() > 1e-6
    with pytest.raises(InputTypeError, match=r"Pipeline\.fit takes no sample_weight"):
        ThresholdClassifier(inside, "f1").fit(X, TWO, sample_weight=W)
