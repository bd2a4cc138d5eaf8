"""Scores of many classes: no curve of all classes is made, and every number is what the held curves give."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import concordant
from concordant.engines.arrays import scores as curves
from concordant.errors import ConcordantError
from concordant.metrics.ranking import roc_auc as pairwise_auc
from concordant.states import CurveStack

RNG = np.random.default_rng(8)
N, K = 32, 4
TRUTH = RNG.integers(0, K, N)
PROBABILITIES = np.round(RNG.dirichlet(np.ones(K), N) * 20) + np.eye(K)[TRUTH]
PROBABILITIES /= PROBABILITIES.sum(1, keepdims=True)
OTHERS = RNG.dirichlet(np.ones(K), N)
WEIGHT = RNG.random(N) + 0.5

NEEDED: dict[str, dict[str, Any]] = {
    "partial_auc": {"max_fpr": 0.4},
    "gain_at": {"depth": 0.2},
    "lift_at": {"depth": 0.2},
    "precision_at_k": {"k": 20},
    "recall_at_k": {"k": 20},
    "precision_at_recall": {"recall": 0.6},
    "recall_at_precision": {"precision": 0.3},
    "sensitivity_at_specificity": {"specificity": 0.7},
    "specificity_at_sensitivity": {"sensitivity": 0.7},
    "net_benefit": {"threshold": 0.3},
    "net_interventions_avoided": {"threshold": 0.3},
}
EVERY = [concordant.metrics.get(name) for name in concordant.metrics.names()]
METRICS = [metric for metric in EVERY if CurveStack in metric.takes]
OVO = ("roc_auc", {"multi_class": "ovo"})
CASES = [(one.name, NEEDED.get(one.name, {})) for one in METRICS] + [OVO]
CASES += [
    (one.name, {**NEEDED.get(one.name, {}), "average": "weighted"}) for one in METRICS if "average" in one.options
]


def told(ask: Callable[[], Any]) -> Any:
    """What a call gives, as plain data, or its error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = ask()
        except ConcordantError as error:
            return type(error).__name__, str(error)
    return json.loads(json.dumps(found, default=plain))


def plain(found: Any) -> Any:
    """Plain data of a record or an array."""
    return found.tolist() if isinstance(found, (np.ndarray, np.generic)) else found.to_dict()


def answers(name: str, options: dict[str, Any], weight: Any) -> list[Any]:
    metric: Any = concordant.metrics.get(name)
    rest = {**options, **({} if weight is None else {"sample_weight": weight})}
    number = metric.facts.better is not None
    quick = {"draws": 6} if number else {}
    return [
        told(lambda: metric(TRUTH, PROBABILITIES, **rest)),
        told(lambda: metric.interval(TRUTH, PROBABILITIES, **quick, **rest)),
        *(
            [told(lambda: metric.interval(TRUTH, PROBABILITIES, method="percentile", **quick, **rest))]
            if number
            else []
        ),
        *([told(lambda: metric.compare(TRUTH, PROBABILITIES, OTHERS, **quick, **rest))] if number else []),
    ]


@pytest.mark.parametrize(("name", "options"), CASES, ids=lambda one: one if isinstance(one, str) else "-".join(one))
def test_counted_rows_of_many_classes_give_the_same_without_a_curve_of_all(
    monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any]
) -> None:
    held = answers(name, options, None)
    monkeypatch.setattr(curves, "_HELD", 0)
    monkeypatch.setattr(pairwise_auc, "_MANY", 0)
    if name != "hand_till_auc" and "multi_class" not in options:  # resampled pairs of classes need one at a time
        monkeypatch.setattr(curves, "_of_column", lambda *_: pytest.fail("a curve of all classes"))
    assert repr(answers(name, options, None)) == repr(held)


@pytest.mark.parametrize(
    ("name", "options"), CASES[: len(METRICS) + 1], ids=lambda one: one if isinstance(one, str) else ""
)
def test_weighted_rows_of_many_classes_give_the_same_up_to_rounding(
    monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any]
) -> None:
    held = answers(name, options, WEIGHT)
    monkeypatch.setattr(curves, "_HELD", 0)
    assert_same(held, answers(name, options, WEIGHT))


def assert_same(first: Any, second: Any) -> None:
    """Equal, but for the rounding of sums of weights, and of limits that are searched for."""
    if isinstance(first, dict):
        assert_same(list(first.items()), list(second.items()))
    elif isinstance(first, (list, tuple)):
        assert len(first) == len(second)
        for one, two in zip(first, second, strict=True):
            assert_same(one, two)
    elif isinstance(first, float):
        assert_allclose(second, first, rtol=1e-6, atol=1e-8)
    else:
        assert first == second


def test_no_curve_of_all_classes_is_made_for_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    held = concordant.evaluate(TRUTH, y_score=PROBABILITIES)
    monkeypatch.setattr(curves, "_HELD", 0)
    monkeypatch.setattr(pairwise_auc, "_MANY", 0)
    monkeypatch.setattr(curves, "_of_column", lambda *_: pytest.fail("a curve of all classes"))
    assert concordant.evaluate(TRUTH, y_score=PROBABILITIES).to_dict() == held.to_dict()
