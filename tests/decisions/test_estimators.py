"""Folds that repeat rows or leave some out, labels that some folds lack, and fitted estimators."""

from __future__ import annotations

import doctest
import sys
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
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
from concordant import decisions
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
    model.set_params(cv=cv).fit(X, y)
    assert_allclose(_result(model).n, len(scored))
    assert np.isfinite([model.value_, model.cross_validated_value_, model.standard_error_]).all()


def test_the_same_folds_twice_choose_what_they_choose_once() -> None:
    once = list(KFold(3).split(X, GRADES))
    for model, y in MODELS.values():
        one = model.set_params(cv=once).fit(X, y)
        value, error, labels = one.value_, one.standard_error_, one.predict(X)
        two = model.set_params(cv=once + once).fit(X, y)
        assert_allclose(two.value_, value, rtol=1e-9)
        assert_array_equal(two.predict(X), labels)
        # not as if there were twice as many rows: that error would be 1 / sqrt(2) of this one
        assert two.standard_error_ > 0.85 * error


def test_all_repeats_are_used() -> None:
    folds = RepeatedKFold(n_splits=3, n_repeats=2, random_state=0)
    last = list(folds.split(X))[3:]
    tree = DecisionTreeRegressor(random_state=0)
    repeated = OrdinalCutPoints(estimator=tree, cv=folds, method="exact").fit(X, GRADES)
    only_last = OrdinalCutPoints(estimator=tree, cv=last, method="exact").fit(X, GRADES)
    assert repeated.value_ != only_last.value_
    rows, scores = [], []
    for train, test in folds.split(X):
        rows.append(test)
        scores.append(tree.fit(X[train], GRADES[train]).predict(X[test]))
    order = np.argsort(np.concatenate(rows), kind="stable")
    found = ordinal_cut_points(
        GRADES[np.concatenate(rows)[order]],
        np.concatenate(scores)[order],
        sample_weight=np.full(2 * N, 0.5),
        cluster=np.concatenate(rows)[order],
        method="exact",
    )
    assert_allclose(repeated.cut_points_, found.cut_points)
    assert_allclose(repeated.standard_error_, found.standard_error)


@pytest.mark.parametrize("kind", MODELS)
def test_a_fitted_estimator_is_judged_on_rows_that_it_has_not_seen(kind: str) -> None:
    model, y = MODELS[kind]
    inside = type(model.estimator)().fit(X[:60], y[:60])
    prefit = model.set_params(cv="prefit", estimator=inside).fit(X[60:], y[60:])
    assert prefit.estimator_ is inside
    assert _result(prefit).n == N - 60
    with pytest.raises(OptionError, match="cv must be a number of folds, a splitter or \"prefit\", not 'fitted'"):
        model.set_params(cv="fitted").fit(X, y)
    if kind == "cut points":
        found = ordinal_cut_points(y[60:], inside.predict(X[60:]))
        assert_allclose(prefit.cut_points_, found.cut_points)


@pytest.mark.parametrize("kind", MODELS)
def test_folds_in_processes_give_the_same(kind: str) -> None:
    model, y = MODELS[kind]
    model.set_params(cv=2, estimator=type(model.estimator)())
    alone = model.set_params(n_jobs=None).fit(X, y)
    value, labels = alone.value_, alone.predict(X)
    for jobs in (1, 2):
        several = model.set_params(n_jobs=jobs).fit(X, y)
        assert several.value_ == value
        assert_array_equal(several.predict(X), labels)
    for wrong in (0, 1.5, True, "all"):
        with pytest.raises(OptionError, match="n_jobs must be a whole number of processes"):
            model.set_params(n_jobs=wrong).fit(X, y)
    model.set_params(n_jobs=None)


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("cv", ["prefit", 3, KFold(3), list(KFold(3).split(X))], ids=str)
@pytest.mark.parametrize("length", [N - 1, N + 1])
@pytest.mark.filterwarnings("ignore:The groups parameter is ignored")
def test_weights_and_groups_of_another_length_are_refused(kind: str, cv: Any, length: int) -> None:
    model, y = MODELS[kind]
    model.set_params(cv=cv, estimator=type(model.estimator)().fit(X, y))
    for extra in ({"sample_weight": np.ones(length)}, {"groups": np.arange(length) % 9}):
        with pytest.raises(ValueError, match=r"sample_weight|groups|inconsistent"):
            model.fit(X, y, **extra)


# --- labels that some rows lack -------------------------------------------------------------------------------

RARE = GRADES.copy()
RARE[7] = 9
NAMES = np.array(list("abcdefghij"))


@pytest.mark.parametrize("splits", [KFold(3), KFold(3, shuffle=True, random_state=1)])
def test_a_grade_that_one_row_has_does_not_break_a_cross_validation(splits: Any) -> None:
    rows = np.arange(30)
    for model in (
        OrdinalCutPoints(estimator=LinearRegression(), cv=3),
        DecisionClassifier(GaussianNB(), "mean_absolute_error", cv=3),
    ):
        values = cross_val_score(model, X[rows], RARE[rows], cv=splits, error_score="raise")
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


@pytest.mark.parametrize("positive", ["ill", "healthy"])
def test_the_score_is_of_the_positive_class_that_was_named(positive: str) -> None:
    names = np.array(["healthy", "ill"])[TWO]
    model = ThresholdClassifier(GaussianNB(), "f1", pos_label=positive).fit(X, names)
    assert_allclose(model.score(X, names), concordant.f1(names, model.predict(X), pos_label=positive), rtol=1e-12)


def test_the_score_weighs_text_in_its_declared_order() -> None:
    order = ["low", "mid", "high"]
    names = np.array(order)[GRADES]
    model = DecisionClassifier(GaussianNB(), "cohen_kappa", options={"weights": "quadratic"}, labels=order)
    expected = concordant.cohen_kappa(names, model.fit(X, names).predict(X), weights="quadratic", labels=order)
    assert_allclose(model.score(X, names), expected, rtol=1e-12)


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


METADATA_REQUESTS_RNG = np.random.default_rng(0)
METADATA_REQUESTS_X = METADATA_REQUESTS_RNG.normal(size=(240, 2))
Y = (METADATA_REQUESTS_X.sum(1) + METADATA_REQUESTS_RNG.normal(size=240) > 0.8).astype(int)
W = METADATA_REQUESTS_RNG.integers(1, 4, 240).astype(float)
METADATA_REQUESTS_MODELS = {
    "cut points": OrdinalCutPoints(estimator=Ridge()),
    "threshold": ThresholdClassifier(LogisticRegression(), "f1"),
    "decision": DecisionClassifier(LogisticRegression(), "f1"),
}


@pytest.fixture
def _routing() -> Any:
    with sklearn.config_context(enable_metadata_routing=True):
        yield


@pytest.mark.usefixtures("_routing")
@pytest.mark.parametrize("kind", METADATA_REQUESTS_MODELS)
def test_requested_weights_reach_fit_and_score(kind: str) -> None:
    model = (
        clone(METADATA_REQUESTS_MODELS[kind])
        .set_fit_request(sample_weight=True)
        .set_score_request(sample_weight="weight")
    )
    params = {"sample_weight": W, "weight": np.where(Y == 1, 2.0, 1.0)}
    folds = [(np.arange(120), np.arange(120, 240))]
    found = cross_validate(
        model, METADATA_REQUESTS_X, Y, cv=folds, params=params, error_score="raise", return_estimator=True
    )
    alone = clone(METADATA_REQUESTS_MODELS[kind]).fit(METADATA_REQUESTS_X[:120], Y[:120], sample_weight=W[:120])
    assert_allclose(
        found["test_score"], alone.score(METADATA_REQUESTS_X[120:], Y[120:], sample_weight=params["weight"][120:])
    )
    assert abs(found["test_score"][0] - alone.score(METADATA_REQUESTS_X[120:], Y[120:])) > 1e-6
    asked = found["estimator"][0].get_metadata_routing().fit.requests  # clones keep it
    assert asked == {"sample_weight": True, "groups": None}


@pytest.mark.usefixtures("_routing")
@pytest.mark.parametrize("kind", METADATA_REQUESTS_MODELS)
def test_weights_that_nobody_asked_for_are_an_error(kind: str) -> None:
    with pytest.raises(UnsetMetadataPassedError, match="not explicitly set as requested"):
        cross_validate(
            METADATA_REQUESTS_MODELS[kind],
            METADATA_REQUESTS_X,
            Y,
            cv=3,
            params={"sample_weight": W},
            error_score="raise",
        )
    without = (
        clone(METADATA_REQUESTS_MODELS[kind])
        .set_fit_request(sample_weight=False)
        .set_score_request(sample_weight=False)
    )
    assert not without.get_metadata_routing().fit.requests["sample_weight"]


def test_a_pipeline_inside_gets_weights_where_metadata_are_routed() -> None:
    scaler = StandardScaler()
    with sklearn.config_context(enable_metadata_routing=True):
        inside = make_pipeline(
            scaler.set_fit_request(sample_weight=False), LogisticRegression().set_fit_request(sample_weight=True)
        )
        model = ThresholdClassifier(inside, "f1").fit(METADATA_REQUESTS_X, Y, sample_weight=W)
        weighed = clone(inside).fit(METADATA_REQUESTS_X, Y, sample_weight=W).predict_proba(METADATA_REQUESTS_X)
        assert_allclose(model.predict_proba(METADATA_REQUESTS_X), weighed)
        assert abs(weighed - clone(inside).fit(METADATA_REQUESTS_X, Y).predict_proba(METADATA_REQUESTS_X)).max() > 1e-6
    with pytest.raises(InputTypeError, match=r"Pipeline\.fit takes no sample_weight"):
        ThresholdClassifier(inside, "f1").fit(METADATA_REQUESTS_X, Y, sample_weight=W)


def test_requests_need_routing() -> None:
    with pytest.raises(OptionError, match=r"sklearn.set_config\(enable_metadata_routing=True\)"):
        OrdinalCutPoints().set_fit_request(sample_weight=True)


PUBLIC = [name for name in decisions.__all__ if ">>>" in (getattr(decisions, name).__doc__ or "")]


def test_every_function_and_estimator_has_an_example() -> None:
    assert set(decisions.__all__) - set(PUBLIC) == {"DecisionRule", "LabelThresholds"}  # those of a result


@pytest.mark.parametrize("name", PUBLIC)
def test_examples_come_out_as_written(name: str) -> None:
    module = sys.modules[getattr(decisions, name).__module__]
    tried = doctest.testmod(module)
    assert tried.attempted > 3
    assert tried.failed == 0
