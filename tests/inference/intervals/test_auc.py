"""Intervals of the ROC AUC: against pROC, by hand, under weights and clusters, and where there is no variance."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import expit, logit
from scipy.stats import norm
from support.files import TESTS
from support.samples import score_samples

from concordant import average_precision, average_precision_lift, gini, hand_till_auc, partial_auc, precision, roc_auc
from concordant.errors import IntervalWarning, OptionError
from concordant.inference.intervals.auc import delong_covariance

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
REFERENCE = json.loads((TESTS / "reference" / "auc_intervals.json").read_text(encoding="utf-8"))
CASES = [
    (name, model) for name, case in REFERENCE["cases"].items() for model in case["scores"] if name != "few_positive"
]
RNG = np.random.default_rng(12)
N = 120
Z = 1.959963984540054
TWO = (RNG.random(N) < 0.4).astype(int)
SCORE = np.round(RNG.normal(size=N) + TWO, 1)
MANY = RNG.integers(0, 3, N)
MATRIX = np.round(RNG.normal(size=(N, 3)) + np.eye(3)[MANY], 1)
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


def test_logit_limits_by_hand() -> None:
    # placements of the positives 1, 1/2, 2/3 + 1/6 = 5/6 hence S10; of the negatives 1, 5/6, 1/2
    result = roc_auc.interval([0, 0, 0, 1, 1, 1], [1, 3, 4, 5, 3, 4], level=0.9, method="delong-logit")
    of_positives, of_negatives = np.array([1, 1 / 2, 5 / 6]), np.array([1, 5 / 6, 1 / 2])
    assert result == pytest.approx(of_positives.mean(), rel=1e-15)
    se = math.sqrt(of_positives.var(ddof=1) / 3 + of_negatives.var(ddof=1) / 3)
    assert result.se == pytest.approx(se, rel=1e-14)
    half = norm.ppf(0.95) * se / (result * (1 - result))
    assert_allclose([result.low, result.high], expit(logit(float(result)) + np.array([-half, half])), rtol=1e-9)


def test_gini_is_the_same_on_its_own_scale() -> None:
    area, twice = roc_auc.interval(TWO, SCORE), gini.interval(TWO, SCORE)
    assert_allclose([twice.low, twice.high, twice.se], [2 * area.low - 1, 2 * area.high - 1, 2 * area.se], rtol=1e-12)
    assert hand_till_auc.interval(TWO, SCORE).low == pytest.approx(area.low, rel=1e-12)


def test_pairs_of_classes_are_no_classes() -> None:
    assert roc_auc.interval(MANY, MATRIX, average=None).outputs == (0, 1, 2)
    assert roc_auc.interval(MANY, MATRIX, average=None, multi_class="ovo").outputs is None


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


def test_delong_is_for_auc() -> None:
    with pytest.raises(OptionError, match='method="delong" is for ROC AUC, not for precision'):
        precision.interval([0, 1], [1, 1], method="delong")
    with pytest.raises(OptionError, match='method="pairs" is for metrics of scores with a finite range'):
        precision.interval([0, 1], [1, 1], method="pairs")


def test_each_class_has_the_limits_of_its_own_two_classes() -> None:
    random = np.random.default_rng(3)
    truth = random.integers(0, 3, 90)
    score = np.exp(random.normal(size=(90, 3)) + 1.5 * np.eye(3)[truth])
    score /= score.sum(1, keepdims=True)
    result = roc_auc.interval(truth, score, average=None)
    for place in range(3):
        alone = roc_auc.interval((truth == place).astype(int), score[:, place])
        assert_allclose(
            [result.low[place], result.high[place], result.se[place]], [alone.low, alone.high, alone.se], rtol=1e-12
        )


@pytest.mark.parametrize("metric", [average_precision, average_precision_lift, roc_auc, partial_auc])
def test_the_standard_error_is_that_of_the_exact_influence(metric: Any) -> None:
    options = {"max_fpr": 0.3} if metric is partial_auc else {}
    result = metric.interval(TWO, SCORE, **options)
    draws = metric.interval(TWO, SCORE, method="percentile", draws=4000, **options)
    assert result.method == "score"
    assert result.se == pytest.approx(draws.se, rel=0.08)


def test_a_perfect_ranking_has_limits() -> None:
    result = average_precision.interval([0] * 20 + [1] * 15, range(35))
    assert (result, result.high, result.method) == (1.0, 1.0, "score")
    assert 0.7 < result.low < 0.9
