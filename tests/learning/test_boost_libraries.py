"""LightGBM, XGBoost and CatBoost learn the kappa; each test is skipped where its library is absent."""

import io
import pickle
from typing import Any

import joblib
import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import average_precision, cohen_kappa, concordance_correlation, f1, matthews_correlation
from concordant.decisions import OrdinalCutPoints
from concordant.errors import InputTypeError, LabelError, LengthError, OptionError
from concordant.learning import KappaRegressor
from concordant.learning import catboost as of_catboost
from concordant.learning import lightgbm as of_lightgbm
from concordant.learning import xgboost as of_xgboost
from concordant.learning.kappa_loss import kappa_loss

# LightGBM before 4.7 warns so in every predict() on arrays, also without Concordant.
pytestmark = pytest.mark.filterwarnings("ignore:X does not have valid feature names, but LGBM")

LIBRARIES = ("lightgbm", "xgboost", "catboost")
MODULES = {"lightgbm": of_lightgbm, "xgboost": of_xgboost, "catboost": of_catboost}
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
def test_loss_of_training_rows_falls_in_every_round(library: str) -> None:
    values = []
    for rounds in (1, 2, 3, 5, 8, 13, 21):
        more = {"bootstrap_type": "No", "random_strength": 0} if library == "catboost" else {}
        found = (
            KappaRegressor(booster(library, rounds, **more)).fit(X[TRAIN], Y[TRAIN], WEIGHT[TRAIN]).predict(X[TRAIN])
        )
        truth = Y[TRAIN].astype(float)
        values.append(kappa_loss(truth, WEIGHT[TRAIN]).value(truth, found, WEIGHT[TRAIN]))
    assert values[0] < 1
    assert (np.diff(values) < 0).all()


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


@pytest.mark.parametrize("library", LIBRARIES)
def test_early_stopping_weighs_held_out_rows(library: str) -> None:
    model = KappaRegressor(booster(library, 60), early_stopping_rounds=10)
    model.fit(X[TRAIN], Y[TRAIN], WEIGHT[TRAIN], eval_set=[(X[HELD], Y[HELD])], eval_sample_weight=[WEIGHT[HELD]])
    judge = MODULES[library].ScoreMetric()
    value = judge.value(Y[HELD], model.predict(X[HELD]), WEIGHT[HELD])
    if library == "lightgbm":
        logged = model.estimator_.best_score_["valid_0"]
        assert list(logged) == ["quadratic_kappa"]
        told = logged["quadratic_kappa"]
    elif library == "xgboost":
        told = model.estimator_.best_score
    else:
        told = model.estimator_.best_score_["validation"]["quadratic_kappa"]
    assert_allclose(told, value, rtol=1e-5)


@pytest.mark.parametrize("library", LIBRARIES)
def test_cut_points_on_out_of_fold_scores_give_labels(library: str) -> None:
    model = OrdinalCutPoints(estimator=KappaRegressor(booster(library)), cv=3).fit(X[TRAIN], Y[TRAIN])
    found = model.predict(X[HELD])
    assert set(found.tolist()) <= {1, 2, 3, 4, 5}
    assert_allclose(model.score(X[HELD], Y[HELD]), cohen_kappa(Y[HELD], found, weights="quadratic", labels=range(1, 6)))
    assert model.score(X[HELD], Y[HELD]) > 0.4


@pytest.mark.parametrize("library", LIBRARIES)
def test_models_survive_pickling_joblib_and_cloning(library: str) -> None:
    sklearn = pytest.importorskip("sklearn.base")
    model = KappaRegressor(booster(library, 5), weights="linear").fit(X[TRAIN], Y[TRAIN])
    expected = model.predict(X[HELD])
    assert_allclose(pickle.loads(pickle.dumps(model)).predict(X[HELD]), expected)
    buffer = io.BytesIO()
    joblib.dump(model, buffer)
    buffer.seek(0)
    assert_allclose(joblib.load(buffer).predict(X[HELD]), expected)
    fresh = sklearn.clone(model)
    assert fresh.weights == "linear"
    assert_allclose(fresh.fit(X[TRAIN], Y[TRAIN]).predict(X[HELD]), expected)
    assert sklearn.is_regressor(fresh)


def test_score_is_the_concordance_of_the_score() -> None:
    model = KappaRegressor(booster("lightgbm")).fit(X[TRAIN], Y[TRAIN])
    score = model.predict(X[HELD])
    assert_allclose(model.score(X[HELD], Y[HELD]), concordance_correlation(Y[HELD], score), rtol=1e-12)


def test_parameters_of_the_booster_can_be_searched() -> None:
    search = pytest.importorskip("sklearn.model_selection").GridSearchCV
    model = OrdinalCutPoints(estimator=KappaRegressor(booster("lightgbm", 10)), cv=2)
    grid = {"estimator__estimator__num_leaves": [2, 7], "estimator__weights": ["quadratic", "linear"]}
    found = search(model, grid, cv=2, error_score="raise").fit(X[TRAIN], Y[TRAIN])
    assert found.best_params_["estimator__estimator__num_leaves"] == 7
    assert found.best_score_ > 0.4


@pytest.mark.parametrize("library", LIBRARIES)
def test_plain_model_with_our_metric_can_be_cloned(library: str) -> None:
    sklearn = pytest.importorskip("sklearn.base")
    where = {} if library == "lightgbm" else {"eval_metric": MODULES[library].ScoreMetric()}
    sklearn.clone(booster(library, **where))
    if library != "catboost":
        sklearn.clone(booster(library, objective=MODULES[library].KappaObjective()))


def test_lightgbm_by_hand_is_the_regressor() -> None:
    lightgbm = pytest.importorskip("lightgbm")
    start = Y[TRAIN].mean()
    direct = booster("lightgbm", objective=of_lightgbm.KappaObjective())
    direct.fit(X[TRAIN], Y[TRAIN], init_score=np.full(400, start))
    whole = KappaRegressor(booster("lightgbm")).fit(X[TRAIN], Y[TRAIN]).predict(X[HELD])
    assert_allclose(direct.predict(X[HELD]) + start, whole, rtol=1e-12)
    data = lightgbm.Dataset(X[TRAIN], Y[TRAIN], init_score=np.full(400, start))
    held = lightgbm.Dataset(X[HELD], Y[HELD], init_score=np.full(200, start), reference=data)
    settings = {"objective": of_lightgbm.KappaObjective(), "verbose": -1, "num_leaves": 7, "learning_rate": 0.2}
    log: dict[str, Any] = {}
    native = lightgbm.train(
        {**settings, "num_threads": 1, "metric": "None"},
        data,
        40,
        valid_sets=[held],
        feval=of_lightgbm.ScoreMetric(),
        callbacks=[lightgbm.record_evaluation(log)],
    )
    assert_allclose(native.predict(X[HELD]) + start, whole, rtol=1e-6)
    value = of_lightgbm.ScoreMetric().value(Y[HELD], native.predict(X[HELD]))
    assert_allclose(log["valid_0"]["quadratic_kappa"][-1], value, rtol=1e-9)


def test_xgboost_by_hand_is_the_regressor() -> None:
    xgboost = pytest.importorskip("xgboost")
    start = float(Y[TRAIN].mean())
    direct = booster("xgboost", objective=of_xgboost.KappaObjective(), base_score=start).fit(X[TRAIN], Y[TRAIN])
    whole = KappaRegressor(booster("xgboost")).fit(X[TRAIN], Y[TRAIN]).predict(X[HELD])
    assert_allclose(direct.predict(X[HELD]), whole, rtol=1e-6)
    data, held = xgboost.DMatrix(X[TRAIN], Y[TRAIN]), xgboost.DMatrix(X[HELD], Y[HELD])
    judge, log = of_xgboost.ScoreMetric(), {}
    native = xgboost.train(
        {"max_depth": 3, "learning_rate": 0.2, "base_score": start, "nthread": 1, "disable_default_eval_metric": 1},
        data,
        40,
        evals=[(held, "held")],
        obj=of_xgboost.KappaObjective(),
        custom_metric=judge,
        evals_result=log,
        verbose_eval=False,
    )
    assert_allclose(native.predict(held), whole, rtol=1e-5)
    assert_allclose(log["held"]["quadratic_kappa"][-1], judge.value(Y[HELD], native.predict(held)), rtol=1e-6)


def test_catboost_objective_knows_the_loss_of_all_rows() -> None:
    catboost = pytest.importorskip("catboost")
    seen: list[float] = []

    class Watched(of_catboost.KappaObjective):
        def calc_ders_range(self, approxes: Any, targets: Any, weights: Any) -> list[tuple[float, float]]:
            found = super().calc_ders_range(approxes, targets, weights)
            seen.append(self.ratio)
            return found

    many = np.tile(np.arange(400), 6)  # more than the 1000 rows of a slice
    truth = Y[many].astype(float)
    start = truth.mean()
    model = catboost.CatBoostRegressor(
        iterations=9, depth=3, learning_rate=0.2, verbose=0, thread_count=1, allow_writing_files=False,
        loss_function=Watched(truth), eval_metric=of_catboost.ScoreMetric(), bootstrap_type="No",
    )  # fmt: skip
    model.fit(catboost.Pool(X[many], truth, baseline=np.full(len(many), start)))
    before_last = model.predict(X[many], ntree_end=8) + start
    assert_allclose(seen[-1], kappa_loss(truth).value(truth, before_last), rtol=1e-5)


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("library", LIBRARIES)
def test_metrics_of_classifiers_see_probabilities(library: str, size: int) -> None:
    classes = np.minimum(Y - 1, size - 1)
    average = {"average": "macro"}
    wanted: list[tuple[Any, dict[str, Any]]] = [
        (f1, average if size > 2 else {}),
        (cohen_kappa, {"weights": "quadratic"}),
        (matthews_correlation, {}),
        (average_precision, {}),
    ]
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
            told = model.evals_result_["valid_0"][judge.name][-1]
        elif library == "xgboost":
            model = booster(library, 5, "Classifier", eval_metric=judge)
            model.fit(X[TRAIN], classes[TRAIN], eval_set=[held], verbose=False)
            told = model.evals_result()["validation_0"][judge.name][-1]
        else:
            loss = {"loss_function": "MultiClass" if size > 2 else "Logloss"}
            model = booster(library, 5, "Classifier", eval_metric=judge, **loss)
            model.fit(X[TRAIN], classes[TRAIN], eval_set=held, use_best_model=False)
            told = model.get_evals_result()["validation"][judge.name][-1]
        chances = model.predict_proba(X[HELD])
        if metric is average_precision:
            expected = metric(classes[HELD], chances[:, 1] if size == 2 else chances)
        else:
            expected = metric(classes[HELD], chances.argmax(1), **options)
        assert_allclose(told, expected, rtol=1e-4)


def test_wrong_use_raises_and_says_what_to_do() -> None:
    with pytest.raises(InputTypeError, match="must be a regressor of LightGBM, XGBoost or CatBoost"):
        KappaRegressor(3).fit(X, Y)
    with pytest.raises(InputTypeError, match="not LGBMClassifier"):
        KappaRegressor(booster("lightgbm", kind="Classifier")).fit(X, Y)
    with pytest.raises(OptionError, match="early stopping needs held-out rows"):
        KappaRegressor(booster("lightgbm"), early_stopping_rounds=5).fit(X, Y)
    with pytest.raises(LabelError, match="at least two labels"):
        KappaRegressor(booster("lightgbm")).fit(X, np.ones(len(X)))
    with pytest.raises(OptionError, match="one column of weights for each of the 1 parts"):
        KappaRegressor(booster("lightgbm")).fit(X, Y, eval_set=(X, Y), eval_sample_weight=[])


@pytest.mark.parametrize("library", LIBRARIES)
def test_held_out_rows_come_alone_or_in_lists_and_tuples(library: str) -> None:
    held = (X[HELD], Y[HELD])
    found = []
    for given in (held, [held], (held,), [list(held)]):
        model = KappaRegressor(booster(library, 30), early_stopping_rounds=5)
        found.append(model.fit(X[TRAIN], Y[TRAIN], eval_set=given).predict(X[HELD]))
    for one in found[1:]:
        assert_allclose(one, found[0])


def test_rows_that_do_not_fit_are_refused_before_the_library_sees_them() -> None:
    model = KappaRegressor(booster("lightgbm"))
    for given in ([X, Y], (X, Y, WEIGHT), X[0], [(X,)], 3):
        with pytest.raises(InputTypeError, match=r"eval_set must be \(X, y\), or a list of such pairs"):
            model.fit(X, Y, eval_set=given)
    with pytest.raises(LengthError, match=r"X and y must have as many rows.*\[600, 590\]"):
        model.fit(X, Y[:590])
    with pytest.raises(LengthError, match=r"part 1 of eval_set: X and y must have as many rows.*\[600, 590\]"):
        model.fit(X, Y, eval_set=[(X, Y), (X, Y[:590])])
    with pytest.raises(LabelError, match=r"part 0 of eval_set: kappa needs at least two labels"):
        model.fit(X, Y, eval_set=(X, np.ones(600)))


@pytest.mark.parametrize("library", LIBRARIES)
def test_frames_with_categories_gaps_and_any_index_are_learned(library: str) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X[:, :2], columns=["a", "b"], index=np.arange(7, 607))
    frame["kind"] = pandas.Categorical(np.where(X[:, 1] > 0, "high", "low"))
    frame.loc[frame.index[:20], "a"] = np.nan
    more = {"enable_categorical": True} if library == "xgboost" else {}
    extra = {"cat_features": ["kind"]} if library == "catboost" else {}
    far = np.array([1, 3, 7, 20, 21])  # labels that are no row of whole numbers
    for labels in (
        pandas.Series(Y, index=frame.index, dtype="Int64"),
        pandas.Series(far[Y - 1], index=frame.index),
        pandas.Series(Y > 2, index=frame.index),
        (Y - 1).astype(np.int8).tolist(),
    ):
        model = KappaRegressor(booster(library, **more)).fit(frame, labels, **extra)
        assert model.score(frame, labels) > 0.5
        assert_allclose(pickle.loads(pickle.dumps(model)).predict(frame), model.predict(frame))


def test_early_stopping_rounds_of_xgboost_are_refused() -> None:
    model = KappaRegressor(booster("xgboost", early_stopping_rounds=5))
    with pytest.raises(OptionError, match="takes lower for better"):
        model.fit(X, Y, eval_set=(X, Y))
