"""Intervals of the ROC AUC: against pROC, by hand, under weights and clusters, and where there is no variance."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.files import TESTS
from support.samples import score_samples

from concordant import roc_auc
from concordant.errors import IntervalWarning
from concordant.inference.intervals.auc import delong_covariance

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
REFERENCE = json.loads((TESTS / "reference" / "auc_intervals.json").read_text(encoding="utf-8"))
CASES = [
    (name, model) for name, case in REFERENCE["cases"].items() for model in case["scores"] if name != "few_positive"
]
RNG = np.random.default_rng(12)
N = 120
TWO = (RNG.random(N) < 0.4).astype(int)
SCORE = np.round(RNG.normal(size=N) + TWO, 1)
WON = (SCORE[:, None] > SCORE) + 0.5 * (SCORE[:, None] == SCORE)


# -- pROC ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "model"), CASES)
def test_proc_gives_the_same(name: str, model: str) -> None:
    case = REFERENCE["cases"][name]
    for level, key in ((0.95, "ci95"), (0.9, "ci90")):
        result = roc_auc.interval(case["y_true"], case["scores"][model], method="delong", level=level)
        assert result == pytest.approx(case["auc"][model], rel=1e-12)
        assert result.se**2 == pytest.approx(case["variance"][model], rel=1e-9)
        assert_allclose([result.low, result.high], case[key][model], rtol=1e-9)


# R 4.2.2, pROC 1.18.0: plogis(qlogis(auc(r)) + c(-1, 1) * qnorm(.975) * sqrt(var(r)) / (auc(r) * (1 - auc(r))))
@pytest.mark.parametrize(
    ("model", "low", "high"),
    [
        ("s100b", 0.619216938992709, 0.820085749913473),
        ("ndka", 0.497330565621015, 0.715404233940336),
        ("wfns", 0.735764096647305, 0.886841844332612),
    ],
)
def test_the_logit_limits_of_the_variance_of_proc(model: str, low: float, high: float) -> None:
    case = REFERENCE["cases"]["aSAH"]
    result = roc_auc.interval(case["y_true"], case["scores"][model], method="delong-logit")
    assert_allclose([result.low, result.high], [low, high], rtol=1e-9)


@pytest.mark.parametrize("name", list(REFERENCE["cases"]))
def test_proc_gives_the_same_covariance_of_two_models(name: str) -> None:
    case = REFERENCE["cases"][name]
    models = list(case["scores"])[:2]
    samples = score_samples(case["y_true"], [case["scores"][model] for model in models], names=models)
    psi: Any = np.stack([sample.influence(roc_auc, {}) for sample in samples], axis=1)
    result = delong_covariance(samples[0].atoms, psi, samples[0].codes[0] == 1)
    assert result[0, 1] == pytest.approx(case["covariance_of_the_first_two"], rel=1e-9)
    assert_allclose(np.diag(result), [case["variance"][model] for model in models], rtol=1e-9)


# -- by hand -------------------------------------------------------------------------------------------------------


# -- what must not matter ------------------------------------------------------------------------------------------


def test_weighted_variance_is_that_of_weighted_placements() -> None:
    weight = RNG.random(N) + 0.5
    result = roc_auc.interval(TWO, SCORE, sample_weight=weight, method="delong")
    variance = 0.0
    for own, other, wins in ((TWO == 1, TWO == 0, WON), (TWO == 0, TWO == 1, WON.T)):
        placement = wins[own][:, other] @ weight[other] / weight[other].sum()
        share = weight[own] / weight[own].sum()
        rows = 1 / (share**2).sum()
        variance += (share**2 * (placement - share @ placement) ** 2).sum() * rows / (rows - 1)
    assert result.se == pytest.approx(math.sqrt(variance), rel=1e-10)


def test_clusters_by_the_formula_of_obuchowski() -> None:
    cluster, positive, negative = np.arange(N) // 3, TWO == 1, TWO == 0
    result = roc_auc.interval(TWO, SCORE, cluster=cluster, method="delong")
    area, m, n = WON[positive][:, negative].mean(), positive.sum(), negative.sum()
    ten = np.bincount(cluster, np.where(positive, WON @ negative / n - area, 0.0))
    one = np.bincount(cluster, np.where(negative, WON.T @ positive / m - area, 0.0))
    i, j, every = (len(np.unique(cluster[side])) for side in (positive, negative, positive | negative))
    variance = i / (i - 1) * (ten @ ten) / m**2 + j / (j - 1) * (one @ one) / n**2
    variance += 2 * every / (every - 1) * (ten @ one) / (m * n)
    assert result.se == pytest.approx(math.sqrt(variance), rel=1e-10)


# -- where there is no variance ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("truth", "value"), [([0] * 30 + [1] * 12, 1.0), ([1] * 12 + [0] * 30, 0.0)])
def test_separated_classes_have_limits(truth: list[int], value: float) -> None:
    result, pairs = (roc_auc.interval(truth, range(42), method=method) for method in (None, "pairs"))
    assert (result, result.method) == (value, "score")
    edge = 0.025 ** (1 / 12)  # exact limits of 12 pairs
    assert_allclose([pairs.low, pairs.high], [edge, 1] if value else [0, 1 - edge], rtol=1e-14)
    assert pairs.low < result.low < pairs.low + 0.2 if value else pairs.high - 0.2 < result.high < pairs.high


def test_one_positive_row_tells_next_to_nothing() -> None:
    truth, score = [0] * 20 + [1], [*range(20), 14.5]
    with pytest.warns(IntervalWarning, match="only 1 row of y_true is 1"):
        result = roc_auc.interval(truth, score)
    assert (result, result.low < 0.35, result.high > 0.9) == (0.75, True, True)
    with pytest.warns(IntervalWarning, match='no interval by method="delong"'):
        assert math.isnan(roc_auc.interval(truth, score, method="delong").low)
