from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm

from concordant import planning, roc_auc
from concordant.errors import OptionError
from concordant.inference.planning.auc_variances import Pair

from .stored import cases


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"a": 0.8, "b": 0.8, "correlation": 0.5}, "b is 0.8, as is expected"),
        ({"a": 0.8, "b": 0.7, "correlation": 1.0}, "correlation must be a number between -1 and 1"),
        ({"a": 0.8, "b": 0.7, "correlation": (0.5, 0.4, 0.3)}, "correlation is one number, or a pair"),
        ({"a": 1.2, "b": 0.7, "correlation": 0.5}, "a must be a number between 0 and 1"),
    ],
)
def test_bad_wishes_raise(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError) as caught:
        planning.paired_aucs(**wishes)
    assert said in str(caught.value)


@pytest.mark.parametrize("case", cases("pairs"), ids=str)
def test_a_test_as_proc(case: dict[str, Any]) -> None:
    wishes: dict[str, Any] = {
        "correlation": tuple(case["correlations"]),
        "prevalence": 1 / (1 + case["ratio"]),
        "method": "obuchowski-mcclish",
    }
    plan = planning.paired_aucs(case["a"], case["b"], **wishes)
    assert plan.groups is not None
    assert plan.groups["positive"] == math.ceil(case["positive"])
    found = planning.paired_aucs(case["a"], case["b"], n=round(100 * (1 + case["ratio"])), **wishes)
    assert_allclose(found.power, case["power_of_100"], rtol=1e-9)


def test_equal_models_have_a_width() -> None:
    plan = planning.paired_aucs(0.8, 0.8, correlation=0.5, width=0.1)
    assert plan.width is not None
    assert plan.width <= 0.1
    assert plan.power is None


def test_alike_models_need_fewer_rows() -> None:
    sizes = [planning.paired_aucs(0.85, 0.8, correlation=r).n for r in (0.0, 0.3, 0.6, 0.9)]
    assert sizes == sorted(sizes, reverse=True)


def test_a_model_with_itself_does_not_differ() -> None:
    pair = Pair((0.8, 0.8), (1.0, 1.0))
    assert_allclose(pair.binormal(50, 70), 0, atol=1e-15)


def test_simulated_comparisons_are_as_wide() -> None:
    plan = planning.paired_aucs(0.85, 0.8, correlation=0.6, width=0.08)
    assert plan.groups is not None
    random = np.random.default_rng(1)
    truth = np.repeat([1, 0], list(plan.groups.values()))
    noise = np.linalg.cholesky([[1, 0.6], [0.6, 1]])
    shift = math.sqrt(2) * norm.ppf([0.85, 0.8])
    widths = []
    for _ in range(100):
        scores = random.normal(size=(plan.n, 2)) @ noise.T + truth[:, None] * shift
        found = roc_auc.compare(truth, scores[:, 0], scores[:, 1])
        widths.append(found.high - found.low)
    assert_allclose(np.mean(widths), 0.08, rtol=0.04)
