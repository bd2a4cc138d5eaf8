"""Intervals of results that are records: their parts by name, or the word which metric to ask."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import (
    brier_score,
    calibration_curve,
    corp_decomposition,
    metrics,
    murphy_decomposition,
    operating_point,
    precision,
    recall,
    specificity,
)
from concordant.errors import IntervalWarning, OptionError
from concordant.inference.intervals.proportions import of_rows, wilson
from concordant.inference.intervals.records import _PARTS
from concordant.inference.samples.sample import Totals
from concordant.result.intervals import Interval

RNG = np.random.default_rng(17)
N = 300
LOGIT = 1.5 * RNG.normal(size=N) - 0.5
P = 1 / (1 + np.exp(-LOGIT))
Y = (RNG.random(N) < P).astype(int)
MATRIX = RNG.dirichlet([2, 2, 2], N)
MANY = np.array([RNG.choice(3, p=p) for p in MATRIX])


RECORDS = [one for one in metrics.find() if one.facts.instead is not None]


def test_every_record_says_what_to_ask() -> None:
    of_scores = [one for one in metrics.find() if one.facts.input in ("scores", "probabilities")]
    assert [one for one in of_scores if one.facts.range is None] == RECORDS


@pytest.mark.parametrize("record", RECORDS, ids=lambda one: one.name)
def test_tests_and_curves_say_what_to_ask(record: metrics.Metric) -> None:
    name, instead = record.name, str(record.facts.instead)
    if type(record.trait) not in _PARTS:
        with pytest.raises(OptionError, match=f"{name} is not one number and has no interval: ask {instead}"):
            record.interval(Y, P)
    with pytest.raises(OptionError, match=f"{name} is not one number and cannot be compared: ask {instead}"):
        record.compare(Y, P, P)
    for word in instead.replace(",", " ").split():
        if "_" in word:
            assert metrics.get(word).facts.range is not None or word in ("calibration_curve", "corp_decomposition")


# -- decompositions ------------------------------------------------------------------------------------------------


def test_each_term_has_an_interval_that_holds_it() -> None:
    result = corp_decomposition.interval(Y, P, draws=300)
    value = corp_decomposition(Y, P)
    assert list(result) == ["score", "miscalibration", "discrimination", "uncertainty"]
    for name, part in result.items():
        assert isinstance(part, Interval)
        assert part.value == getattr(value, name)
        assert 0 <= part.low <= part.value <= part.high
    assert result["miscalibration"].low == 0  # they are calibrated
    assert result["discrimination"].low > 0
    assert result["miscalibration"].method == "optimism"
    assert str(result["score"]).startswith("score of corp decomposition 0.1")
    brier = brier_score.interval(Y, P)
    assert_allclose([result["score"].low, result["score"].high], [brier.low, brier.high], atol=0.006)


def test_the_terms_within_bins_are_there_where_there_are_bins() -> None:
    basic = murphy_decomposition.interval(Y, P, draws=100, method="basic")
    assert [part.method for part in basic.values()] == ["basic"] * 4
    result = murphy_decomposition.interval(Y, P, draws=300, n_bins=5)
    assert list(result)[-2:] == ["within_variance", "within_covariance"]
    assert result["reliability"].low == 0
    debiased = murphy_decomposition.interval(Y, P, draws=300, n_bins=5, debias=True)
    assert debiased["reliability"].low < 0


def test_several_classes_have_one_record_each() -> None:
    result = corp_decomposition.interval(MANY, MATRIX, draws=100)
    assert list(result) == [0, 1, 2]
    alone = corp_decomposition((MANY == 2).astype(int), MATRIX[:, 2])
    assert_allclose(result[2]["miscalibration"].value, alone.miscalibration, rtol=1e-12)


# -- calibration curve ---------------------------------------------------------------------------------------------


def test_bins_have_wilson_limits() -> None:
    result = calibration_curve.interval(Y, P, n_bins=5)["observed"]
    curve = calibration_curve(Y, P, n_bins=5)
    low, high = wilson(curve.observed, curve.weight, 0.95)
    assert_allclose(result.value, curve.observed)
    assert_allclose(result.low, low)
    assert_allclose(result.high, high)
    assert_allclose(result.se, curve.standard_error, rtol=1e-9, atol=1e-12)
    assert result.outputs == ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0))


def test_an_empty_bin_is_nan() -> None:
    result = calibration_curve.interval([0, 1, 0], [0.1, 0.9, 0.15], n_bins=4)["observed"]
    assert np.isnan(result.low).tolist() == [False, True, True, False]


def test_weighted_bins_count_as_shares_do_and_clusters_widen_them() -> None:
    weight, low_half = RNG.random(N), P < 0.5
    result = calibration_curve.interval(Y, P, n_bins=2, sample_weight=weight)["observed"]
    own, right = weight[low_half], Y[low_half]
    share = of_rows(Totals(own @ right, own.sum(), own**2 @ right, own @ own))  # its tests are of proportions
    assert_allclose(result.low[0], wilson(share.p, share.n, 0.95)[0], rtol=1e-10)
    truth, prob = np.repeat(Y, 3), np.repeat(P, 3)
    rows = calibration_curve.interval(truth, prob, n_bins=2)["observed"]
    clusters = calibration_curve.interval(truth, prob, n_bins=2, cluster=np.repeat(np.arange(N), 3))["observed"]
    assert ((clusters.high - clusters.low) > 1.5 * (rows.high - rows.low)).all()


# -- operating point -----------------------------------------------------------------------------------------------


def test_the_rates_are_those_of_the_labels_at_the_threshold() -> None:
    with pytest.warns(IntervalWarning, match="the threshold was chosen on the same rows"):
        result = operating_point.interval(Y, P)
    point = operating_point(Y, P)
    predicted = (point.threshold <= P).astype(int)
    rates: dict[str, Any] = {"recall": recall, "specificity": specificity, "precision": precision}
    assert list(result) == list(rates)
    for name, metric in rates.items():
        alone = metric.interval(Y, predicted)
        assert (result[name].value, result[name].low, result[name].high) == (alone.value, alone.low, alone.high)
        assert result[name].method == "wilson"
        assert result[name].metric == f"{name} of operating_point"


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
def test_no_such_threshold() -> None:
    result = operating_point.interval([0, 1, 0, 1] * 10, [0.9, 0.1, 0.8, 0.2] * 10, recall=1.0, precision=0.99)
    assert math.isnan(result["precision"].value)
