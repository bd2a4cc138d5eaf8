"""Limits of average precision: Boyd's, and those of the influences."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import expit, logit

from concordant import average_precision, average_precision_lift, precision_recall_auc, roc_auc
from concordant.errors import IntervalWarning, OptionError

RNG = np.random.default_rng(4)
N = 150
TWO = (RNG.random(N) < 0.4).astype(int)
SCORE = np.round(RNG.normal(size=N) + TWO, 1)
Z = 1.959963984540054


@pytest.mark.filterwarnings("ignore:.*rests on few rows:concordant.errors.IntervalWarning")
@pytest.mark.parametrize("metric", [average_precision, precision_recall_auc])
def test_boyd_takes_the_area_for_a_share_of_the_positives(metric: object) -> None:
    found = metric.interval(TWO, SCORE, method="boyd")  # type: ignore[attr-defined]
    plain = metric.interval(TWO, SCORE, method="boyd-wald")  # type: ignore[attr-defined]
    value, positives = float(found), TWO.sum()
    half = Z / np.sqrt(positives * value * (1 - value))
    assert_allclose([found.low, found.high], expit(logit(value) + np.array([-half, half])), rtol=1e-12)
    half = Z * np.sqrt(value * (1 - value) / positives)
    assert_allclose([plain.low, plain.high], [value - half, value + half], rtol=1e-12)


@pytest.mark.filterwarnings("ignore:.*rests on few rows:concordant.errors.IntervalWarning")
def test_weighted_positives_count_as_fewer() -> None:
    weight = np.where(np.arange(N) % 2, 3.0, 1.0)
    found = average_precision.interval(TWO, SCORE, method="boyd", sample_weight=weight)
    here = weight[TWO == 1]
    rows = here.sum() ** 2 / (here**2).sum()
    assert found.se == pytest.approx(np.sqrt(found * (1 - found) / rows), rel=1e-12)


def test_boyd_is_for_one_score_and_independent_rows() -> None:
    message = "is for average precision of one column of scores and independent rows"
    with pytest.raises(OptionError, match=message):
        roc_auc.interval(TWO, SCORE, method="boyd")
    with pytest.raises(OptionError, match=message):
        average_precision.interval(TWO, SCORE, method="boyd", cluster=np.arange(N) // 2)


@pytest.mark.filterwarnings("ignore:.*rests on few rows:concordant.errors.IntervalWarning")
def test_the_default_is_the_logit_of_the_exact_influence() -> None:
    found = average_precision.interval(TWO, SCORE)
    draws = average_precision.interval(TWO, SCORE, method="percentile", draws=4000)
    assert found.method == "logit"
    assert found.se == pytest.approx(draws.se, rel=0.05)
    assert average_precision_lift.interval(TWO, SCORE).method == "log"


def test_a_perfect_ranking_has_limits() -> None:
    with pytest.warns(IntervalWarning, match="the logit interval cannot be computed here"):
        found = average_precision.interval([0] * 20 + [1] * 15, range(35))
    assert (found, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(0.025 ** (1 / 15), rel=1e-12)
