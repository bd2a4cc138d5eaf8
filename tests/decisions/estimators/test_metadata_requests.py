"""Weights that reach the estimators through scikit-learn's metadata routing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn
from numpy.testing import assert_allclose
from sklearn.base import clone
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from concordant.decisions import DecisionClassifier, OrdinalCutPoints, ThresholdClassifier
from concordant.errors import InputTypeError, OptionError

RNG = np.random.default_rng(0)
X = RNG.normal(size=(240, 2))
Y = (X.sum(1) + RNG.normal(size=240) > 0.8).astype(int)
W = RNG.integers(1, 4, 240).astype(float)
MODELS = {
    "cut points": OrdinalCutPoints(estimator=Ridge()),
    "threshold": ThresholdClassifier(LogisticRegression(), "f1"),
    "decision": DecisionClassifier(LogisticRegression(), "f1"),
}


@pytest.fixture
def _routing() -> Any:
    with sklearn.config_context(enable_metadata_routing=True):
        yield


@pytest.mark.usefixtures("_routing")
@pytest.mark.parametrize("kind", MODELS)
def test_requested_weights_reach_fit_and_score(kind: str) -> None:
    model = clone(MODELS[kind]).set_fit_request(sample_weight=True).set_score_request(sample_weight="weight")
    params = {"sample_weight": W, "weight": np.where(Y == 1, 2.0, 1.0)}
    folds = [(np.arange(120), np.arange(120, 240))]
    found = cross_validate(model, X, Y, cv=folds, params=params, error_score="raise", return_estimator=True)
    alone = clone(MODELS[kind]).fit(X[:120], Y[:120], sample_weight=W[:120])
    assert_allclose(found["test_score"], alone.score(X[120:], Y[120:], sample_weight=params["weight"][120:]))
    assert abs(found["test_score"][0] - alone.score(X[120:], Y[120:])) > 1e-6
    asked = found["estimator"][0].get_metadata_routing().fit.requests  # clones keep it
    assert asked == {"sample_weight": True, "groups": None}


@pytest.mark.usefixtures("_routing")
@pytest.mark.parametrize("kind", MODELS)
def test_weights_that_nobody_asked_for_are_an_error(kind: str) -> None:
    with pytest.raises(UnsetMetadataPassedError, match="not explicitly set as requested"):
        cross_validate(MODELS[kind], X, Y, cv=3, params={"sample_weight": W}, error_score="raise")
    without = clone(MODELS[kind]).set_fit_request(sample_weight=False).set_score_request(sample_weight=False)
    assert not without.get_metadata_routing().fit.requests["sample_weight"]


def test_a_pipeline_inside_gets_weights_where_metadata_are_routed() -> None:
    scaler = StandardScaler()
    with sklearn.config_context(enable_metadata_routing=True):
        inside = make_pipeline(
            scaler.set_fit_request(sample_weight=False), LogisticRegression().set_fit_request(sample_weight=True)
        )
        model = ThresholdClassifier(inside, "f1").fit(X, Y, sample_weight=W)
        weighed = clone(inside).fit(X, Y, sample_weight=W).predict_proba(X)
        assert_allclose(model.predict_proba(X), weighed)
        assert abs(weighed - clone(inside).fit(X, Y).predict_proba(X)).max() > 1e-6
    with pytest.raises(InputTypeError, match=r"Pipeline\.fit takes no sample_weight"):
        ThresholdClassifier(inside, "f1").fit(X, Y, sample_weight=W)


def test_requests_need_routing() -> None:
    with pytest.raises(OptionError, match=r"sklearn.set_config\(enable_metadata_routing=True\)"):
        OrdinalCutPoints().set_fit_request(sample_weight=True)
