"""LightGBM, XGBoost and CatBoost learn the kappa; each test is skipped where its library is absent."""

from __future__ import annotations

import copy
import pickle
import re
import runpy
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from sklearn.base import clone, is_regressor
from sklearn.model_selection import GridSearchCV, KFold

import concordant.learning
from concordant import average_precision, cohen_kappa, concordance_correlation, f1, ordinal_cut_points
from concordant.decisions import OrdinalCutPoints
from concordant.errors import (
    ConcordantError,
    InputTypeError,
    LabelError,
    LengthError,
    OptionError,
    ScoreError,
    UndefinedMetricWarning,
)
from concordant.learning import KappaRegressor, LinearKappaLoss, catboost, lightgbm, xgboost
from concordant.learning.booster_metrics import ClassMetric, ScoreMetric, class_probabilities
from concordant.learning.kappa_loss import kappa_loss, kappa_of_scores

# LightGBM before 4.7 warns so in every predict() on arrays, also without Concordant.
pytestmark = pytest.mark.filterwarnings("ignore:X does not have valid feature names, but LGBM")

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(1, 5, 80).astype(np.float32)
SCORE = (TRUTH * 0.4 + RNG.normal(0, 0.5, 80)).astype(np.float32)
ROW_WEIGHT = RNG.integers(0, 3, 80).astype(np.float32)
CLASSES = RNG.integers(0, 3, 60)
CHANCES = RNG.dirichlet([1, 1, 1], 60) * 0.5 + np.eye(3)[CLASSES] * 0.5 * RNG.random((60, 1))
CHANCES /= CHANCES.sum(1, keepdims=True)

# --- metrics of scores and of classes --------------------------------------------------------------------


@pytest.mark.parametrize("weights", ["quadratic", "linear", None])
def test_exact_cut_points_give_the_optimum(weights: str | None) -> None:
    cuts = ordinal_cut_points(TRUTH, SCORE, weights=weights, method="exact", sample_weight=ROW_WEIGHT, cv=None)
    best = ScoreMetric(weights=weights).value(TRUTH, SCORE, ROW_WEIGHT)
    assert best == cuts.value
    assert 0 < ScoreMetric(weights=weights, cut_points="smooth").value(TRUTH, SCORE, ROW_WEIGHT) < best


def test_rounding_is_kappa_of_rounded_scores() -> None:
    scores = SCORE * 2.5
    rated = np.clip(np.round(scores), 1, 4)
    expected = cohen_kappa(TRUTH, rated, weights="quadratic", sample_weight=ROW_WEIGHT)
    assert_allclose(ScoreMetric(cut_points="round").value(TRUTH, scores, ROW_WEIGHT), expected, rtol=1e-15)


def test_given_cut_points_judge_rows_that_lack_labels() -> None:
    metric = ScoreMetric(cut_points=[1.5, 2.5, 3.5], labels=[1, 2, 3, 4])
    assert_allclose(metric.value([1, 2, 2], [1.0, 2.0, 4.0]), cohen_kappa([1, 2, 2], [1, 2, 4], weights="quadratic"))
    with pytest.raises(LengthError, match="3 cut points need 4 labels, and there are 2: name all of them"):
        ScoreMetric(cut_points=[1.5, 2.5, 3.5]).value([1, 2], [1, 2])


WRONG: list[tuple[Any, Any, str]] = [
    (lambda: ScoreMetric(cut_points="best"), OptionError, "'exact', 'smooth', 'round' or K - 1 numbers"),
    (lambda: ScoreMetric(cut_points=[2, 1]), OptionError, "do not fall"),
    (lambda: ScoreMetric("gwet_ac1"), OptionError, "cut points can be optimised for accuracy"),
    (lambda: ClassMetric(3), InputTypeError, "a metric is expected"),
    (lambda: ClassMetric("prevalence"), OptionError, "no direction of better"),
    (lambda: ScoreMetric().value(CLASSES, CHANCES), LengthError, r"cut points need one score a row, .*\(60, 3\)"),
    (lambda: ClassMetric("f1").value([0, 1], [-1.0, 2.0]), ScoreError, r"from -1 to 2\. Raw .* need margins=True"),
    (lambda: ClassMetric("f1").value([0, 1, 1], [0.5, 0.5]), LengthError, r"shape \(3,\) or \(3, K\), not \(2,\)"),
    (lambda: ClassMetric("f1").value([0.5, 1], [0.5, 0.5]), InputTypeError, "classes 0, 1, 2"),
    (lambda: lightgbm.KappaObjective()([0, 1], [np.inf, 0]), ScoreError, "y_pred must hold"),
]


@pytest.mark.parametrize(("make", "error", "message"), WRONG)
def test_wrong_choices_and_predictions_are_refused(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_likeliest_class_is_judged_by_metrics_of_labels() -> None:
    likeliest = CHANCES.argmax(1)
    for metric, options in ((f1, {"average": "macro"}), (cohen_kappa, {"weights": "linear"})):
        expected = metric(CLASSES, likeliest, **options)
        assert ClassMetric(metric, **options).value(CLASSES, CHANCES) == expected


def test_probabilities_are_judged_by_metrics_of_scores() -> None:
    expected = average_precision(CLASSES, CHANCES, average="macro")
    assert_allclose(ClassMetric("average_precision").value(CLASSES, CHANCES), expected, rtol=1e-15)
    two = (CLASSES > 0).astype(int)
    assert ClassMetric("average_precision").value(two, CHANCES[:, 1]) == average_precision(two, CHANCES[:, 1])


def test_shapes_of_all_libraries_say_the_same() -> None:
    metric = ClassMetric("f1", average="macro")
    whole = metric.value(CLASSES, CHANCES)
    assert metric.value(CLASSES, CHANCES.T.reshape(-1)) == whole  # LightGBM before 4: one run of rows a class
    margins = tuple(np.log(CHANCES).T + 3.0)  # CatBoost
    given = catboost.ClassMetric("f1", average="macro")
    assert_allclose(given.evaluate(margins, CLASSES.astype(np.float32), None), (whole, 1.0))
    assert_allclose(class_probabilities(np.log(CHANCES), 60, margins=True), CHANCES, rtol=1e-12)
    extreme = class_probabilities(np.array([-1000.0, 0.0, 1000.0]), 3, margins=True)
    assert_allclose(extreme[:, 1], [0, 0.5, 1])  # without an overflow
    column = CHANCES[:, :1]
    assert_allclose(class_probabilities(column, 60, margins=False)[:, 1], column[:, 0])
    assert_allclose(class_probabilities(np.log(column / (1 - column)), 60, margins=True)[:, 1], column[:, 0])


@pytest.mark.parametrize("metric", ["cohen_kappa", "average_precision", "brier_score"])
@pytest.mark.parametrize("labels", [[1, 2, 3], [-1, 0, 1]])
def test_labels_that_are_not_encoded_raise(metric: str, labels: list[int]) -> None:
    # LightGBM 4.7 hands over the labels of eval_y as they are, those of training encoded
    with pytest.raises(LabelError, match=r"of 3 classes is judged on the classes 0 to 2, and y_true holds .*: encode"):
        ClassMetric(metric).value(labels, np.eye(3))


def test_undefined_counts_as_chance_without_a_warning() -> None:
    assert ClassMetric("matthews_correlation").value([0, 1, 1], [0.1, 0.2, 0.3]) == 0
    assert ClassMetric("average_precision").value([0, 0, 0], [0.1, 0.2, 0.3]) == 0
    assert ScoreMetric().value([2, 2, 2], [0.1, 0.2, 0.3]) == 0


def test_a_label_of_rows_without_weight_is_absent() -> None:
    loss = LinearKappaLoss.of([1, 1.001, 3, 5], [1, 0, 1, 1])
    assert loss.corner == LinearKappaLoss.of([1, 3, 5]).corner == pytest.approx(0.2)
    rows, weight = ([1, 3, 2, 1, 3], [1.0, 3, 2, 2.2, 2.4]), [1, 1, 0, 1, 1]
    kept = [[row for row, w in zip(column, weight, strict=True) if w] for column in rows]
    for cut_points in ("exact", "smooth", "round"):
        metric = ScoreMetric(cut_points=cut_points)  # type: ignore[arg-type]
        assert metric.value(*rows, weight) == pytest.approx(metric.value(*kept))


ODD_TRUTHS = [None, "x", [np.nan, 0, 1], [np.inf, 0, 1], ["a", "b", "c"], [0, None, 1], [10**400, 0, 1], 1.0, {}]
ODD_PREDICTIONS = ["x", ["a", "b", "c"], {}, [10**400, 0, 1], 1.0, [np.nan] * 3, [1j, 0, 1]]


@pytest.mark.parametrize("odd", ODD_TRUTHS, ids=lambda odd: f"{odd}"[:20])
def test_a_truth_that_is_none_is_refused(odd: Any) -> None:
    for metric, predicted in ((ScoreMetric(), [0.1, 0.9, 2.0]), (ClassMetric("f1", average="macro"), np.eye(3))):
        with pytest.raises(ConcordantError):
            metric.value(odd, predicted)


@pytest.mark.parametrize("odd", ODD_PREDICTIONS, ids=str)
def test_predictions_that_are_none_are_refused(odd: Any) -> None:
    for metric in (ScoreMetric(), ScoreMetric(cut_points="round"), ClassMetric("f1", average="macro")):
        with pytest.raises(ConcordantError):
            metric.value([0, 1, 2], odd)
    with pytest.raises(ConcordantError):
        lightgbm.KappaObjective()([0, 1, 2], odd)


@pytest.mark.parametrize(
    "margins", [np.full((3, 3), np.nan), [[np.inf, 0, 0]] * 3, [[-np.inf] * 3] * 3, [np.inf, 0, 1]]
)
def test_margins_of_a_model_that_diverged_are_no_votes_for_the_first_class(margins: Any) -> None:
    with pytest.raises(ScoreError, match="margins must be finite"):
        ClassMetric("accuracy", margins=True).value([0, 1, 1], margins)


# --- models of the libraries --------------------------------------------------------------------------------------

LIBRARIES = ("lightgbm", "xgboost", "catboost")
MODULES = {"lightgbm": lightgbm, "xgboost": xgboost, "catboost": catboost}
TRAIN, HELD = slice(0, 400), slice(400, 600)


def rows() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(600, 4))
    latent = X[:, 0] + 0.5 * X[:, 1] + rng.normal(size=600)
    return X, np.digitize(latent, [0.3, 1.0, 1.6, 2.4]) + 1, rng.integers(0, 3, 600).astype(float)


X, Y, WEIGHT = rows()


def booster(library: str, rounds: int = 40, kind: str = "Regressor", **more: Any) -> Any:
    module = pytest.importorskip(library)
    common: dict[str, Any] = {"n_estimators": rounds, "learning_rate": 0.2}
    if library == "lightgbm":
        return getattr(module, f"LGBM{kind}")(**common, num_leaves=7, verbose=-1, n_jobs=1, **more)
    if library == "xgboost":
        return getattr(module, f"XGB{kind}")(**common, max_depth=3, n_jobs=1, **more)
    quiet = {"verbose": 0, "thread_count": 1, "allow_writing_files": False, "random_seed": 0}
    return getattr(module, f"CatBoost{kind}")(**common, depth=3, **quiet, **more)


def used_rounds(model: Any) -> int:
    for name in ("best_iteration_", "best_iteration"):
        if getattr(model, name, None) is not None:
            return int(getattr(model, name))
    return -1


@pytest.mark.parametrize("weights", ["quadratic", "linear"])
@pytest.mark.parametrize("library", LIBRARIES)
def test_learned_score_has_a_better_kappa_than_squared_error(library: str, weights: str) -> None:
    plain = booster(library).fit(X[TRAIN], Y[TRAIN]).predict(X[HELD])
    score = KappaRegressor(booster(library), weights=weights).fit(X[TRAIN], Y[TRAIN]).predict(X[HELD])
    loss = kappa_loss(Y[TRAIN], weights=weights)
    held = Y[HELD].astype(float)
    assert loss.value(held, score) < loss.value(held, np.asarray(plain, dtype=float))


@pytest.mark.parametrize("library", LIBRARIES)
def test_training_starts_at_the_weighted_mean(library: str) -> None:
    model = KappaRegressor(booster(library, 1)).fit(X[TRAIN], Y[TRAIN], WEIGHT[TRAIN])
    mean = np.average(Y[TRAIN], weights=WEIGHT[TRAIN])
    assert_allclose(model.start_, mean)
    assert_allclose(np.average(model.predict(X[TRAIN]), weights=WEIGHT[TRAIN]), mean, atol=0.02)


@pytest.mark.parametrize("library", LIBRARIES)
def test_row_of_weight_two_is_the_row_twice(library: str) -> None:
    features, times = X[TRAIN].round(), WEIGHT[TRAIN].astype(int) + 1  # few values: the same bins with and without
    more: dict[str, Any] = {}
    if library == "lightgbm":
        more = {"min_child_samples": 1, "min_child_weight": 30, "min_data_in_bin": 1, "subsample_for_bin": 10_000}
    if library == "catboost":
        # CatBoost scales its penalty by the mean weight.
        more = {"bootstrap_type": "No", "random_strength": 0, "boosting_type": "Plain", "l2_leaf_reg": 0}
    weighted = KappaRegressor(booster(library, 5, **more)).fit(features, Y[TRAIN], times)
    long = KappaRegressor(booster(library, 5, **more)).fit(
        np.repeat(features, times, axis=0), np.repeat(Y[TRAIN], times)
    )
    unweighted = KappaRegressor(booster(library, 5, **more)).fit(features, Y[TRAIN])
    assert_allclose(weighted.predict(features), long.predict(features), rtol=1e-4)
    assert np.abs(unweighted.predict(features) - long.predict(features)).max() > 0.01


@pytest.mark.parametrize("library", LIBRARIES)
def test_early_stopping_keeps_the_round_with_the_best_kappa(library: str) -> None:
    held = (X[HELD], Y[HELD])
    long = KappaRegressor(booster(library, 300), early_stopping_rounds=15).fit(X[TRAIN], Y[TRAIN], eval_set=held)
    best = used_rounds(long.estimator_)
    assert 0 < best < 280
    judge = MODULES[library].ScoreMetric()
    kept = judge.value(Y[HELD], long.predict(X[HELD]))
    for rounds in (1, 3, best + 15):
        other = KappaRegressor(booster(library, rounds)).fit(X[TRAIN], Y[TRAIN])
        assert judge.value(Y[HELD], other.predict(X[HELD])) <= kept + 1e-12


def logged(model: Any, library: str, name: str) -> Any:
    """All rounds of a metric in the log of the held-out rows; LightGBM logs no other."""
    if library == "catboost":
        return model.get_evals_result()["validation"][name]
    if library == "xgboost":
        return model.evals_result()["validation_0"][name]
    log = model.evals_result_["valid_0"]
    assert list(log) == [name]
    return log[name]


@pytest.mark.parametrize("library", LIBRARIES)
def test_early_stopping_weighs_held_out_rows(library: str) -> None:
    model = KappaRegressor(booster(library, 60), early_stopping_rounds=10)
    model.fit(X[TRAIN], Y[TRAIN], WEIGHT[TRAIN], eval_set=[(X[HELD], Y[HELD])], eval_sample_weight=[WEIGHT[HELD]])
    value = MODULES[library].ScoreMetric().value(Y[HELD], model.predict(X[HELD]), WEIGHT[HELD])
    assert_allclose(max(logged(model.estimator_, library, "quadratic_kappa")), value, rtol=1e-5)


@pytest.mark.parametrize("library", LIBRARIES)
def test_models_survive_pickling_and_cloning(library: str) -> None:
    model = KappaRegressor(booster(library, 5), weights="linear").fit(X[TRAIN], Y[TRAIN])
    expected = model.predict(X[HELD])
    clone(booster(library, **({} if library == "lightgbm" else {"eval_metric": MODULES[library].ScoreMetric()})))
    fresh = clone(model)
    for again in (pickle.loads(pickle.dumps(model)), fresh.fit(X[TRAIN], Y[TRAIN])):
        assert again.weights == "linear"
        assert_allclose(again.predict(X[HELD]), expected)
    assert is_regressor(fresh)


def test_lightgbm_by_hand_is_the_regressor() -> None:
    library = pytest.importorskip("lightgbm")
    start = Y[TRAIN].mean()
    direct = booster("lightgbm", objective=lightgbm.KappaObjective())
    direct.fit(X[TRAIN], Y[TRAIN], init_score=np.full(400, start))
    whole = KappaRegressor(booster("lightgbm")).fit(X[TRAIN], Y[TRAIN]).predict(X[HELD])
    assert_allclose(direct.predict(X[HELD]) + start, whole, rtol=1e-12)
    data = library.Dataset(X[TRAIN], Y[TRAIN], init_score=np.full(400, start))
    held = library.Dataset(X[HELD], Y[HELD], init_score=np.full(200, start), reference=data)
    settings = {"objective": lightgbm.KappaObjective(), "verbose": -1, "num_leaves": 7, "learning_rate": 0.2}
    judge, log = lightgbm.ScoreMetric(), {}
    native = library.train(
        {**settings, "num_threads": 1, "metric": "None"},
        data,
        40,
        valid_sets=[held],
        feval=judge,
        callbacks=[library.record_evaluation(log)],
    )
    assert_allclose(native.predict(X[HELD]) + start, whole, rtol=1e-6)
    assert_allclose(log["valid_0"]["quadratic_kappa"][-1], judge.value(Y[HELD], native.predict(X[HELD])), rtol=1e-9)


def test_xgboost_by_hand_is_the_regressor() -> None:
    library = pytest.importorskip("xgboost")
    start = float(Y[TRAIN].mean())
    direct = booster("xgboost", objective=xgboost.KappaObjective(), base_score=start).fit(X[TRAIN], Y[TRAIN])
    whole = KappaRegressor(booster("xgboost")).fit(X[TRAIN], Y[TRAIN]).predict(X[HELD])
    assert_allclose(direct.predict(X[HELD]), whole, rtol=1e-6)
    data, held = library.DMatrix(X[TRAIN], Y[TRAIN]), library.DMatrix(X[HELD], Y[HELD])
    judge, log = xgboost.ScoreMetric(), {}
    native = library.train(
        {"max_depth": 3, "learning_rate": 0.2, "base_score": start, "nthread": 1, "disable_default_eval_metric": 1},
        data,
        40,
        evals=[(held, "held")],
        obj=xgboost.KappaObjective(),
        custom_metric=judge,
        evals_result=log,
        verbose_eval=False,
    )
    assert_allclose(native.predict(held), whole, rtol=1e-5)
    assert_allclose(log["held"]["quadratic_kappa"][-1], judge.value(Y[HELD], native.predict(held)), rtol=1e-6)


def test_catboost_objective_knows_the_loss_of_all_rows() -> None:
    library = pytest.importorskip("catboost")
    ratios: list[float] = []

    class Watched(catboost.KappaObjective):
        def calc_ders_range(self, approxes: Any, targets: Any, weights: Any) -> list[tuple[float, float]]:
            derivatives = super().calc_ders_range(approxes, targets, weights)
            ratios.append(self.ratio)
            return derivatives

    many = np.tile(np.arange(400), 6)  # more than the 1000 rows of a slice
    truth = Y[many].astype(float)
    start = truth.mean()
    settings = {"iterations": 9, "depth": 3, "learning_rate": 0.2, "bootstrap_type": "No"}
    quiet = {"verbose": 0, "thread_count": 1, "allow_writing_files": False}
    model = library.CatBoostRegressor(
        loss_function=Watched(truth), eval_metric=catboost.ScoreMetric(), **settings, **quiet
    )
    model.fit(library.Pool(X[many], truth, baseline=np.full(len(many), start)))
    before_last = model.predict(X[many], ntree_end=8) + start
    assert_allclose(ratios[-1], kappa_loss(truth).value(truth, before_last), rtol=1e-5)


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("library", LIBRARIES)
def test_metrics_of_classifiers_see_probabilities(library: str, size: int) -> None:
    classes = np.minimum(Y - 1, size - 1)
    wanted: list[tuple[Any, dict[str, Any]]] = [(cohen_kappa, {"weights": "quadratic"}), (average_precision, {})]
    for metric, options in wanted:
        judge = MODULES[library].ClassMetric(metric, **options)
        held = (X[HELD], classes[HELD])
        if library == "lightgbm":
            model = booster(library, 5, "Classifier", metric="None")
            named = {"eval_X": (held[0],), "eval_y": (held[1],)}
            try:
                model.fit(X[TRAIN], classes[TRAIN], eval_metric=judge, **named)
            except TypeError:  # before 4.7
                model.fit(X[TRAIN], classes[TRAIN], eval_metric=judge, eval_set=[held])
        elif library == "xgboost":
            model = booster(library, 5, "Classifier", eval_metric=judge)
            model.fit(X[TRAIN], classes[TRAIN], eval_set=[held], verbose=False)
        else:
            loss = {"loss_function": "MultiClass" if size > 2 else "Logloss"}
            model = booster(library, 5, "Classifier", eval_metric=judge, **loss)
            model.fit(X[TRAIN], classes[TRAIN], eval_set=held, use_best_model=False)
        chances = model.predict_proba(X[HELD])
        if metric is average_precision:
            expected = metric(classes[HELD], chances[:, 1] if size == 2 else chances)
        else:
            expected = metric(classes[HELD], chances.argmax(1), **options)
        assert_allclose(logged(model, library, judge.name)[-1], expected, rtol=1e-4)


REFUSED: list[tuple[str, dict[str, Any], Any, dict[str, Any], Any, str]] = [
    ("lightgbm", {"kind": "Classifier"}, Y, {}, InputTypeError, "not LGBMClassifier"),
    ("lightgbm", {}, np.ones(600), {}, LabelError, "at least two labels"),
    ("lightgbm", {}, Y, {"eval_set": (X, Y), "eval_sample_weight": []}, OptionError, "weights for each of the 1 parts"),
    ("xgboost", {"early_stopping_rounds": 5}, Y, {"eval_set": (X, Y)}, OptionError, "takes lower for better"),
    ("lightgbm", {}, Y[:590], {}, LengthError, r"^X and y must have as many rows.*\[600, 590\]"),
    ("lightgbm", {}, Y, {"eval_set": [(X, Y), (X, Y[:590])]}, LengthError, r"part 1 of eval_set: X and y .*600, 590"),
    ("lightgbm", {}, Y, {"eval_set": (X, np.ones(600))}, LabelError, "part 0 of eval_set: kappa needs at least two"),
]
REFUSED += [
    ("lightgbm", {}, Y, {"eval_set": given}, InputTypeError, r"eval_set must be \(X, y\), or a list of such pairs")
    for given in ([X, Y], (X, Y, WEIGHT), [(X,)], 3)
]


@pytest.mark.parametrize(("library", "settings", "y", "more", "error", "message"), REFUSED)
def test_rows_and_models_that_do_not_fit_are_refused(
    library: str, settings: dict[str, Any], y: Any, more: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        KappaRegressor(booster(library, **settings)).fit(X, y, **more)


def test_what_is_no_booster_is_refused() -> None:
    with pytest.raises(InputTypeError, match="must be a regressor of LightGBM, XGBoost or CatBoost"):
        KappaRegressor(3).fit(X, Y)


@pytest.mark.parametrize("library", LIBRARIES)
def test_held_out_rows_come_alone_or_in_lists_and_tuples(library: str) -> None:
    held = (X[HELD], Y[HELD])
    scores = []
    for eval_set in (held, [held], (held,), [list(held)]):
        model = KappaRegressor(booster(library, 30), early_stopping_rounds=5)
        scores.append(model.fit(X[TRAIN], Y[TRAIN], eval_set=eval_set).predict(X[HELD]))
    for other in scores[1:]:
        assert_allclose(other, scores[0])


@pytest.mark.parametrize("library", LIBRARIES)
def test_frames_with_categories_gaps_and_any_index_are_learned(library: str) -> None:
    frame = pd.DataFrame(X[:, :2], columns=["a", "b"], index=np.arange(7, 607))
    frame["kind"] = pd.Categorical(np.where(X[:, 1] > 0, "high", "low"))
    frame.loc[frame.index[:20], "a"] = np.nan
    more = {"enable_categorical": True} if library == "xgboost" else {}
    extra = {"cat_features": ["kind"]} if library == "catboost" else {}
    far = np.array([1, 3, 7, 20, 21])  # labels that are no row of whole numbers
    for labels in (
        pd.Series(Y, index=frame.index, dtype="Int64"),
        pd.Series(far[Y - 1], index=frame.index),
        pd.Series(Y > 2, index=frame.index),
        (Y - 1).astype(np.int8).tolist(),
    ):
        model = KappaRegressor(booster(library, **more)).fit(frame, labels, **extra)
        assert model.score(frame, labels) > 0.5
        assert_allclose(pickle.loads(pickle.dumps(model)).predict(frame), model.predict(frame))


SOME = slice(0, 240)
SOME_X = X[SOME]
GRADES = np.digitize(SOME_X[:, :3].sum(1) + RNG.normal(size=240), [-1.5, 0, 1.5]).astype(float)


def shallow(library: str, rounds: int = 60) -> Any:
    """A booster that stops early."""
    if library == "lightgbm":
        return pytest.importorskip(library).LGBMRegressor(n_estimators=rounds, num_leaves=4, verbose=-1, n_jobs=1)
    return booster(library, rounds).set_params(**({"max_depth": 2} if library == "xgboost" else {"depth": 2}))


# --- the score that a search compares ---------------------------------------------------------------------------


@pytest.mark.parametrize("weights", ["linear", "quadratic"])
def test_of_labels_as_scores_it_is_the_kappa(weights: Any) -> None:
    given = RNG.permutation(GRADES)
    given[:200] = GRADES[:200]
    weight = RNG.integers(1, 4, 240).astype(float)
    expected = concordant.cohen_kappa(GRADES, given, weights=weights, sample_weight=weight)
    # by chance the score is judged by the labels, so the margins must be alike: here they are, but for the weights
    plain = concordant.cohen_kappa(GRADES, given, weights=weights)
    assert_allclose(kappa_of_scores(GRADES, given, weights=weights), plain, rtol=1e-12)
    assert_allclose(kappa_of_scores(GRADES, given, weight, weights=weights), expected, rtol=1e-12)


def test_halfway_scores_by_hand() -> None:
    # sum |s - a| = 1 + 0 + 0.5; by chance each score against labels 1, 2, 3: means 2/3, 2/3, 0.5 + 1/3
    by_hand = kappa_of_scores([1, 2, 3], np.array([2.0, 2.0, 2.5]), weights="linear")
    assert by_hand == pytest.approx(1 - 1.5 / (2 / 3 * 2 + 5 / 6))
    assert kappa_of_scores([1, 2], np.array([1.0, 2.0]), weights="linear") == 1
    assert kappa_of_scores([1, 1], np.array([1.0, 2.0]), weights="linear") == 0
    assert_allclose(kappa_of_scores(TRUTH, SCORE), concordance_correlation(TRUTH, SCORE), rtol=1e-6)
    assert np.isnan(kappa_of_scores([1, 1], np.array([1.0, 1.0])))
    assert np.isnan(kappa_of_scores([], np.array([])))


class Identity(KappaRegressor):
    """A fitted regressor whose score is its first feature."""

    def fit(self, X: Any, y: Any, **_: Any) -> Any:
        self.start_ = 0.0
        return self

    def predict(self, X: Any) -> Any:
        return np.asarray(X)[:, 0]


def test_a_search_over_the_smoothing_compares_one_score() -> None:
    score = (GRADES + RNG.normal(size=240) / 2)[:, None]
    grid = {"smoothing": [0.01, 0.1, 1.0, 10.0]}
    search = GridSearchCV(Identity(weights="linear"), grid, cv=3, error_score="raise").fit(score, GRADES)
    assert np.ptp(search.cv_results_["mean_test_score"]) == 0  # these scores do not depend on it
    with pytest.warns(UndefinedMetricWarning, match="all labels are the same, and so are all scores"):
        assert np.isnan(Identity().fit(None, None).score(np.ones((3, 1)), [1, 1, 1]))


# --- early stopping ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("library", LIBRARIES)
def test_each_fold_stops_by_the_rows_that_it_scores(library: str) -> None:
    inside = KappaRegressor(shallow(library), early_stopping_rounds=3, cut_points="round")
    folds = KFold(3)
    rounds, scores = [], np.empty(len(GRADES))
    for train, test in folds.split(SOME_X):
        one = clone(inside).fit(SOME_X[train], GRADES[train], eval_set=(SOME_X[test], GRADES[test]))
        rounds.append(one.rounds_)
        scores[test] = one.predict(SOME_X[test])
    model = OrdinalCutPoints(estimator=inside, cv=folds).fit(SOME_X, GRADES)
    assert model.estimator_.rounds_ == max(1, round(np.mean(rounds))) < 60
    assert_allclose(model.cut_points_, concordant.ordinal_cut_points(GRADES, scores).cut_points)
    assert inside.stops_early
    assert not model.estimator_.stops_early
    again = KappaRegressor(shallow(library, model.estimator_.rounds_), cut_points="round").fit(SOME_X, GRADES)
    assert_allclose(model.estimator_.predict(SOME_X), again.predict(SOME_X))
    weight = np.where(GRADES > 1, 3.0, 1.0)
    weighted = OrdinalCutPoints(estimator=inside, cv=folds).fit(SOME_X, GRADES, sample_weight=weight)
    assert weighted.result_.n == weight.sum()
    with pytest.raises(OptionError, match="early stopping needs held-out rows"):
        clone(inside).fit(SOME_X, GRADES)


@pytest.mark.parametrize("library", LIBRARIES)
def test_rounds_count_what_predictions_are_made_of(library: str) -> None:
    assert KappaRegressor(shallow(library, 7)).fit(SOME_X, GRADES).rounds_ == 7
    stopped = KappaRegressor(shallow(library), early_stopping_rounds=3).fit(
        SOME_X, GRADES, eval_set=(SOME_X[:80], GRADES[::-1][:80])
    )
    assert stopped.rounds_ < 60
    assert KappaRegressor(shallow(library)).for_rounds(5).fit(SOME_X, GRADES).rounds_ == 5


def test_another_name_of_the_rounds_is_found() -> None:
    inside = pytest.importorskip("lightgbm").LGBMRegressor(num_boost_round=50, num_leaves=4, verbose=-1, n_jobs=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # LightGBM says that one name wins over the other
        assert KappaRegressor(inside).for_rounds(4).fit(SOME_X, GRADES).rounds_ == 4


def test_early_stopping_in_the_cross_validation_of_xgboost() -> None:
    library = pytest.importorskip("xgboost")
    metric = xgboost.ScoreMetric()
    settings = {"max_depth": 2, "base_score": float(GRADES.mean()), "disable_default_eval_metric": 1, "nthread": 1}
    judged: dict[str, Any] = {"obj": xgboost.KappaObjective(), "custom_metric": metric}
    folds = {"num_boost_round": 60, "nfold": 3, "seed": 0, **judged}
    data = library.DMatrix(SOME_X, GRADES)
    values = library.cv(settings, data, callbacks=[metric.early_stopping(3, save_best=False)], **folds)[
        "test-quadratic_kappa-mean"
    ]
    assert len(values) < 60
    assert values.iloc[-1] == values.max()
    assert_allclose(values, library.cv(settings, data, **folds)["test-quadratic_kappa-mean"][: len(values)])
    callback = pickle.loads(pickle.dumps(metric.early_stopping(3)))
    train, held = library.DMatrix(SOME_X[:160], GRADES[:160]), library.DMatrix(SOME_X[160:], GRADES[160:])
    model = library.train(
        settings, train, 60, evals=[(held, "held")], callbacks=[callback], verbose_eval=False, **judged
    )
    assert model.num_boosted_rounds() == model.best_iteration + 1 < 60  # one model keeps its best rounds


# --- names in logs -------------------------------------------------------------------------------------------------


METRICS = [
    (catboost.ScoreMetric(), "quadratic_kappa"),
    (lightgbm.ScoreMetric(weights="linear", cut_points=[0.5, 1.0, 1.5]), "linear_kappa"),
    (xgboost.ScoreMetric("mean_absolute_error", weights=None), "mean_absolute_error"),
    (catboost.ClassMetric("f1", average="macro"), "f1_macro"),
]


@pytest.mark.parametrize(("metric", "name"), METRICS)
def test_libraries_log_the_name_of_a_metric_and_copy_it(metric: Any, name: str) -> None:
    assert metric.__name__ == metric.name == name
    if isinstance(metric, (catboost.ScoreMetric, catboost.ClassMetric)):
        assert metric.__class__.__name__ == name
    assert repr(metric).startswith(("ScoreMetric(metric=", "ClassMetric(metric="))
    assert metric.greater_is_better == (name != "mean_absolute_error")
    for again in (copy.deepcopy(metric), pickle.loads(pickle.dumps(metric))):
        assert type(again) is type(metric)
        assert vars(again) == vars(metric)


ROOT = Path(__file__).resolve().parents[2]


def boost_page_rows(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    return X, np.digitize(X[:, 0] + rng.normal(size=n), [-0.5, 0.5, 1.5]) + 1


def test_code_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("lightgbm", minversion="4.7")
    text = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if not block.startswith(">>>")]
    assert len(blocks) == 4
    (X, y), (X_new, y_new) = boost_page_rows(300, 0), boost_page_rows(150, 1)
    names: dict[str, Any] = {"X": X, "y": y, "X_new": X_new, "y_new": y_new}
    for block in blocks:
        assert "verbose=-1" in block
        # one thread: those of a thousand short rounds wait for each other for minutes where all cores are busy
        exec(block.replace("verbose=-1", "verbose=-1, n_jobs=1"), names)
    assert set(names["labels"].tolist()) <= {1, 2, 3, 4}
    assert np.corrcoef(names["score"], y_new)[0, 1] > 0.4
    assert "cross-validated" in capsys.readouterr().out


def test_study_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("lightgbm")
    pytest.importorskip("statsmodels")
    pytest.importorskip("scipy")
    study = runpy.run_path(str(ROOT / "examples" / "ordinal_study.py"))
    study["fit_all"].__globals__["ROUNDS"] = (40,)
    X, y = boost_page_rows(300, 2)
    study["study"](study["Data"]("small", X, y - 1))
    lines = capsys.readouterr().out.strip().splitlines()
    assert lines[0].startswith("small: 300 rows")
    assert len(lines) == 3 + 11
    assert all(re.search(r"0\.\d{3} +-?0?\.?\d*", line) for line in lines[3:])


def test_the_package_imports_no_booster_and_refuses_unknown_names() -> None:
    code = (
        "import sys, concordant.learning as l; l.QuadraticKappaLoss; l.lightgbm, l.xgboost, l.catboost;"
        "bad = {'lightgbm', 'xgboost', 'catboost', 'torch', 'sklearn'} & set(sys.modules); assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match=r"module 'concordant\.learning' has no attribute 'sklearn'"):
        concordant.learning.sklearn  # noqa: B018
