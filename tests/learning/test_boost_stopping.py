"""Boosters that stop early, alone and on folds; the names that they log; the score that a search compares."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV, KFold

import concordant
from concordant.decisions import OrdinalCutPoints
from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.learning import KappaRegressor
from concordant.learning.catboost import ClassMetric as CatClassMetric
from concordant.learning.catboost import ScoreMetric as CatScoreMetric
from concordant.learning.kappa_loss import kappa_of_scores

RNG = np.random.default_rng(8)
X = RNG.normal(size=(240, 3))
Y = np.digitize(X.sum(1) + RNG.normal(size=240), [-1.5, 0, 1.5]).astype(float)


def _booster(library: str, rounds: int = 60) -> Any:
    module = pytest.importorskip(library)
    if library == "lightgbm":
        return module.LGBMRegressor(n_estimators=rounds, num_leaves=4, verbose=-1, n_jobs=1)
    if library == "xgboost":
        return module.XGBRegressor(n_estimators=rounds, max_depth=2, n_jobs=1)
    quiet = {"verbose": False, "allow_writing_files": False, "thread_count": 1}
    return module.CatBoostRegressor(iterations=rounds, depth=2, learning_rate=0.3, **quiet)


# --- the score that a search compares ---------------------------------------------------------------------------


@pytest.mark.parametrize("weights", ["linear", "quadratic"])
def test_of_labels_as_scores_it_is_the_kappa(weights: Any) -> None:
    given = RNG.permutation(Y)
    given[:200] = Y[:200]
    weight = RNG.integers(1, 4, 240).astype(float)
    expected = concordant.cohen_kappa(Y, given, weights=weights, sample_weight=weight)
    # by chance the score is judged by the labels, so the margins must be alike: here they are, but for the weights
    plain = concordant.cohen_kappa(Y, given, weights=weights)
    assert_allclose(kappa_of_scores(Y, given, weights=weights), plain, rtol=1e-12)
    assert_allclose(kappa_of_scores(Y, given, weight, weights=weights), expected, rtol=1e-12)


def test_halfway_scores_by_hand() -> None:
    # sum |s - a| = 1 + 0 + 0.5; by chance each score against labels 1, 2, 3: means 2/3, 2/3, 0.5 + 1/3
    assert_allclose(
        kappa_of_scores([1, 2, 3], np.array([2.0, 2.0, 2.5]), weights="linear"), 1 - 1.5 / (2 / 3 * 2 + 5 / 6)
    )
    assert kappa_of_scores([1, 2], np.array([1.0, 2.0]), weights="linear") == 1
    assert kappa_of_scores([1, 1], np.array([1.0, 2.0]), weights="linear") == 0
    assert np.isnan(kappa_of_scores([1, 1], np.array([1.0, 1.0])))
    assert np.isnan(kappa_of_scores([], np.array([])))


class _Told(KappaRegressor):
    """A fitted regressor that says what it is told."""

    def fit(self, X: Any, y: Any, **_: Any) -> Any:
        self.start_ = 0.0
        return self

    def predict(self, X: Any) -> Any:
        return np.asarray(X)[:, 0]


def test_a_search_over_the_smoothing_compares_one_score() -> None:
    score = (Y + RNG.normal(size=240) / 2)[:, None]
    grid = {"smoothing": [0.01, 0.1, 1.0, 10.0]}
    found = GridSearchCV(_Told(weights="linear"), grid, cv=3, error_score="raise").fit(score, Y)
    assert np.ptp(found.cv_results_["mean_test_score"]) == 0  # these scores do not depend on it
    with pytest.warns(UndefinedMetricWarning, match="all labels are the same, and so are all scores"):
        assert np.isnan(_Told().fit(None, None).score(np.ones((3, 1)), [1, 1, 1]))


# --- early stopping ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("library", ["lightgbm", "xgboost", "catboost"])
def test_each_fold_stops_by_the_rows_that_it_scores(library: str) -> None:
    inside = KappaRegressor(_booster(library), early_stopping_rounds=3, cut_points="round")
    folds = KFold(3)
    rounds, scores = [], np.empty(len(Y))
    for train, test in folds.split(X):
        one = clone(inside).fit(X[train], Y[train], eval_set=(X[test], Y[test]))
        rounds.append(one.rounds_)
        scores[test] = one.predict(X[test])
    model = OrdinalCutPoints(estimator=inside, cv=folds).fit(X, Y)
    assert model.estimator_.rounds_ == max(1, round(np.mean(rounds))) < 60
    assert_allclose(model.cut_points_, concordant.ordinal_cut_points(Y, scores).cut_points)
    assert inside.stops_early
    assert not model.estimator_.stops_early
    again = KappaRegressor(_booster(library, model.estimator_.rounds_), cut_points="round").fit(X, Y)
    assert_allclose(model.estimator_.predict(X), again.predict(X))
    weight = np.where(Y > 1, 3.0, 1.0)
    weighted = OrdinalCutPoints(estimator=inside, cv=folds).fit(X, Y, sample_weight=weight)
    assert weighted.result_.n == weight.sum()
    with pytest.raises(OptionError, match="early stopping needs held-out rows"):
        clone(inside).fit(X, Y)


@pytest.mark.parametrize("library", ["lightgbm", "xgboost", "catboost"])
def test_rounds_count_what_predictions_are_made_of(library: str) -> None:
    assert KappaRegressor(_booster(library, 7)).fit(X, Y).rounds_ == 7
    stopped = KappaRegressor(_booster(library), early_stopping_rounds=3).fit(X, Y, eval_set=(X[:80], Y[::-1][:80]))
    assert stopped.rounds_ < 60
    assert KappaRegressor(_booster(library)).for_rounds(5).fit(X, Y).rounds_ == 5


def test_another_name_of_the_rounds_is_found() -> None:
    lightgbm = pytest.importorskip("lightgbm")
    inside = lightgbm.LGBMRegressor(num_boost_round=50, num_leaves=4, verbose=-1, n_jobs=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # LightGBM says that one name wins over the other
        assert KappaRegressor(inside).for_rounds(4).fit(X, Y).rounds_ == 4


def test_early_stopping_in_the_cross_validation_of_xgboost() -> None:
    xgboost = pytest.importorskip("xgboost")
    from concordant.learning.xgboost import KappaObjective, ScoreMetric

    metric = ScoreMetric()
    chosen = {"max_depth": 2, "base_score": float(Y.mean()), "disable_default_eval_metric": 1, "nthread": 1}
    common = {"num_boost_round": 60, "nfold": 3, "obj": KappaObjective(), "custom_metric": metric, "seed": 0}
    found = xgboost.cv(chosen, xgboost.DMatrix(X, Y), callbacks=[metric.early_stopping(3)], **common)
    values = found["test-quadratic_kappa-mean"]
    assert len(values) < 60
    assert values.iloc[-1] == values.max()
    whole = xgboost.cv(chosen, xgboost.DMatrix(X, Y), **common)["test-quadratic_kappa-mean"]
    assert_allclose(values, whole[: len(values)])
    callback = pickle.loads(pickle.dumps(metric.early_stopping(3)))
    data = xgboost.DMatrix(X[:160], Y[:160])
    booster = xgboost.train(
        chosen,
        data,
        60,
        obj=KappaObjective(),
        custom_metric=metric,
        evals=[(xgboost.DMatrix(X[160:], Y[160:]), "held")],
        callbacks=[callback],
        verbose_eval=False,
    )
    assert booster.num_boosted_rounds() == booster.best_iteration + 1 < 60  # one model keeps its best rounds


# --- names in logs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("metric", "name"),
    [
        (CatScoreMetric(), "quadratic_kappa"),
        (CatScoreMetric(weights="linear"), "linear_kappa"),
        (CatScoreMetric("mean_absolute_error", weights=None), "mean_absolute_error"),
        (CatClassMetric("f1", average="macro"), "f1_macro"),
    ],
)
def test_catboost_logs_the_name_of_the_metric(metric: Any, name: str) -> None:
    assert metric.__class__.__name__ == metric.name == name
    assert isinstance(metric, (CatScoreMetric, CatClassMetric))
    assert repr(metric).startswith(("ScoreMetric(metric=", "ClassMetric(metric="))
    for again in (copy.deepcopy(metric), pickle.loads(pickle.dumps(metric))):
        assert type(again) is type(metric)
        assert vars(again) == vars(metric)


def test_the_log_of_catboost() -> None:
    inside = _booster("catboost", 3).set_params(eval_metric=CatScoreMetric(weights="linear"))
    inside.fit(X[:160], Y[:160], eval_set=(X[160:], Y[160:]))
    assert "linear_kappa" in inside.best_score_["validation"]
    assert_array_equal(clone(inside).get_params()["eval_metric"].name, "linear_kappa")


def test_an_estimator_without_rounds_is_fitted_to_all_rows_first() -> None:
    model = OrdinalCutPoints(estimator=LinearRegression()).fit(X, Y)
    assert not hasattr(model.estimator_, "rounds_")
