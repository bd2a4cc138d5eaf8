"""Intervals that hold at once: the critical value beside R, the limits beside those of one value, and edges."""

from __future__ import annotations

import json
import math
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats
from support.files import TESTS

import concordant
from concordant import Counts, Curve, decision_curve, f1, kolmogorov_smirnov, net_benefit, precision, recall, roc_auc
from concordant.errors import IntervalWarning, OptionError
from concordant.inference.intervals import simultaneous
from concordant.inference.intervals.simultaneous import _Radii, bonferroni_level, max_critical_value, sidak_level
from concordant.inference.quantiles import two_sided
from concordant.result import Interval

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
FROM_R = json.loads((TESTS / "reference" / "multiplicity.json").read_text("utf-8"))


def rows(n: int = 400, classes: int = 4, seed: int = 1) -> tuple[Any, Any, Any]:
    random = np.random.default_rng(seed)
    truth = random.integers(0, classes, n)
    scores = random.normal(size=(n, classes))
    scores[np.arange(n), truth] += 1.5
    return truth, scores.argmax(1), scores


# -- edges ---------------------------------------------------------------------------------------------------------


def test_an_undefined_class_does_not_count() -> None:
    truth, prediction, _ = rows()
    more = recall.interval(truth, prediction, average=None, labels=[0, 1, 2, 3, 4], simultaneous="max-t")
    four = recall.interval(truth, prediction, average=None, simultaneous="max-t")
    assert_allclose(more.low[:4], four.low, rtol=1e-12)
    assert math.isnan(more.low[4])


@pytest.mark.parametrize("way", ["bonferroni", "max-t"])
def test_one_defined_class_has_its_usual_limits(way: Any) -> None:
    result, usual = (
        recall.interval([1] * 40, [1] * 30 + [0] * 10, labels=[0, 1], average=None, simultaneous=simultaneous)
        for simultaneous in (way, None)
    )
    assert_allclose([result.low, result.high], [usual.low, usual.high], rtol=1e-12)


def test_classes_without_an_error_count_as_unrelated() -> None:
    truth = np.repeat([0, 1, 2], 50)
    result = recall.interval(truth, truth, average=None, simultaneous="max-t")
    usual = recall.interval(truth, truth, average=None, level=0.95 ** (1 / 3))
    assert_allclose(result.low, usual.low, rtol=1e-9)


def test_limits_from_few_draws_say_how_many_to_take() -> None:
    truth, _, scores = rows(200, 8)
    with pytest.warns(IntervalWarning, match=r"rest on 0\.\d of 100 draws: take draws=2_000"):
        kolmogorov_smirnov.interval(truth, scores, average=None, method="percentile", draws=100, simultaneous="max-t")


def test_too_many_values_are_refused_before_all_rows_are_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simultaneous, "_correlation", lambda *_: pytest.fail("it was asked for"))
    truth = np.arange(1200) % 600
    with pytest.raises(OptionError, match="takes up to 500 values, not 600"):
        recall.interval(truth, truth[::-1].copy(), average=None, simultaneous="max-t")


# -- identities ----------------------------------------------------------------------------------------------------


def test_recalls_of_classes_are_of_different_rows_and_need_no_simulation() -> None:
    truth, prediction, _ = rows()
    together = recall.interval(truth, prediction, average=None, simultaneous="max-t")
    alone = recall.interval(truth, prediction, average=None, level=0.95 ** (1 / 4))
    assert_allclose([together.low, together.high], [alone.low, alone.high], rtol=1e-9)
    assert (together.level, together.simultaneous, together.method) == (0.95, "max-t", "wilson")


def test_bonferroni_divides_what_may_miss() -> None:
    truth, prediction, scores = rows()
    for metric, data in ((f1, prediction), (precision, prediction), (roc_auc, scores)):
        together = metric.interval(truth, data, average=None, simultaneous="bonferroni")
        alone = metric.interval(truth, data, average=None, level=1 - 0.05 / 4)
        assert_allclose([together.low, together.high], [alone.low, alone.high], rtol=1e-9)


@pytest.mark.parametrize("reading", [{}, {"cluster": np.arange(400) // 4}, {"sample_weight": np.linspace(1, 2, 400)}])
def test_max_t_lies_between_one_by_one_and_bonferroni(reading: dict[str, Any]) -> None:
    truth, prediction, scores = rows()
    indicators = np.eye(4, dtype=int)[truth], np.eye(4, dtype=int)[prediction]
    for metric, data in ((f1, (truth, prediction)), (roc_auc, (truth, scores)), (f1, indicators)):
        intervals = [
            metric.interval(*data, average=None, simultaneous=way, **reading) for way in (None, "max-t", "bonferroni")
        ]
        one, together, most = (interval.high - interval.low for interval in intervals)
        assert (one < together).all()
        assert (together < most).all()


# -- records -------------------------------------------------------------------------------------------------------


def test_the_record_says_so_and_comes_back() -> None:
    truth, prediction, _ = rows()
    together = f1.interval(truth, prediction, average=None, simultaneous="max-t")
    of_counts = f1.interval_of(Counts.from_labels(truth, prediction), average=None, simultaneous="max-t")
    assert_allclose([of_counts.low, of_counts.high], [together.low, together.high], rtol=1e-9)
    assert together.to_dict()["simultaneous"] == "max-t"
    first = together[0]
    assert "simultaneous 95 % interval" in str(first)
    assert "(wilson, max-t, n = 400)" in str(first)
    data = json.loads(json.dumps(first.to_dict()))
    assert Interval.from_dict(data).simultaneous == pickle.loads(pickle.dumps(first)).simultaneous == "max-t"
    del data["simultaneous"]  # as older versions stored it
    assert Interval.from_dict(data).simultaneous is None


# -- the critical value --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", FROM_R["quantiles"])
def test_probability_of_the_quantile_is_that_of_mvtnorm(case: dict[str, Any]) -> None:
    correlation, df = np.array(case["correlation"]), case["df"]
    assert 1 - _Radii.of(correlation, df).beyond(case["quantile"]) == pytest.approx(case["inside"], abs=2e-4)
    assert max_critical_value(correlation, case["level"], df) == pytest.approx(case["quantile"], abs=0.005)


def test_single_step_of_multcomp() -> None:
    case = FROM_R["linear"]
    result = max_critical_value(np.array(case["correlation"]), case["level"], case["df"])
    assert result == pytest.approx(case["quantile"], abs=0.003)
    assert result == pytest.approx(stats.studentized_range.ppf(0.95, 3, case["df"]) / math.sqrt(2), abs=1e-5)  # Tukey


def test_ends() -> None:
    assert max_critical_value(np.eye(1), 0.95) == two_sided(0.95)
    assert max_critical_value(np.eye(5), 0.95) == two_sided(sidak_level(0.95, 5))
    assert max_critical_value(np.ones((5, 5)), 0.95) == pytest.approx(two_sided(0.95), abs=1e-6)
    assert max_critical_value(np.ones((5, 5)), 0.95, 7) == pytest.approx(two_sided(0.95, 7), abs=1e-6)
    assert bonferroni_level(0.95, 0) == sidak_level(0.95, 0) == 0.95


@given(st.integers(2, 6), st.integers(0, 10_000), st.sampled_from([None, 4.0, 30.0]))
def test_any_correlation_lies_between_the_ends(size: int, seed: int, degrees: float | None) -> None:
    drawn = np.random.default_rng(seed).normal(size=(size, size + 1))
    result = max_critical_value(np.corrcoef(drawn), 0.95, degrees)
    assert two_sided(0.95, degrees) <= result <= two_sided(sidak_level(0.95, size), degrees)


@pytest.mark.parametrize("name", ["h_measure", "kolmogorov_smirnov"])
def test_max_t_of_clusters_without_influences_has_the_degrees_of_all(name: str) -> None:
    random = np.random.default_rng(0)
    data = random.integers(0, 3, 90), random.dirichlet(np.ones(3), 90)
    options = {"average": None, "cluster": random.integers(0, 20, 90), "draws": 60}
    together, alone = (
        getattr(concordant, name).interval(*data, simultaneous=way, **options) for way in ("max-t", None)
    )
    assert (together.high - together.low >= alone.high - alone.low - 1e-12).all()


@pytest.mark.parametrize(("simultaneous", "level"), [("bonferroni", 1 - 0.05 / 3), ("max-t", 0.95 ** (1 / 3))])
@pytest.mark.parametrize("wrong", [0, 9])
def test_an_infinite_ratio_is_one_of_the_values(simultaneous: Any, level: float, wrong: int) -> None:
    truth = np.arange(90) % 3
    pred = np.where(np.arange(90) < wrong, truth // 2, truth)  # two into 1, one into 0
    ratio = concordant.positive_likelihood_ratio
    result = ratio.interval(truth, pred, average=None, simultaneous=simultaneous)
    alone = ratio.interval(truth, pred, average=None, level=level)
    assert np.isinf(result.value).sum() == (1 if wrong else 3)
    assert_allclose(result.low, alone.low, rtol=0.05 if wrong else 1e-9)


# -- bands of decision curves --------------------------------------------------------------------------------------

RNG = np.random.default_rng(31)
N = 240
P = RNG.beta(1, 2, N).round(2)
Y = (RNG.random(N) < P).astype(int)
AT = [0.0, 0.05, 0.1, 0.25, 0.5, 0.8]


@pytest.mark.parametrize("method", ["score", "t", "delta"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"sample_weight": np.linspace(0.5, 2, N)},
        {"cluster": np.arange(N) // 3},
        {"cluster": np.arange(N) // 3, "sample_weight": np.linspace(0.5, 2, N)},
        {"standardized": True},
        {"prevalence": 0.1},
    ],
    ids=["rows", "weights", "clusters", "weighted clusters", "standardized", "prevalence"],
)
def test_points_have_the_interval_of_the_net_benefit_there(options: dict[str, Any], method: str) -> None:
    result = decision_curve.interval(Y, P, thresholds=AT, method=method, **options)
    assert list(result) == ["net_benefit", "band"]
    points = [net_benefit.interval(Y, P, threshold=t, method=method, **options) for t in AT]
    for part in ("value", "low", "high", "se"):
        expected = [getattr(point, part) for point in points]
        assert_allclose(getattr(result["net_benefit"], part), expected, rtol=1e-10, atol=1e-12)
    assert result["net_benefit"].outputs == tuple(AT)
    assert result["net_benefit"].method == method
    band = result["band"]
    assert band.method == f"{method}, simultaneous"
    known = ~np.isnan(band.low)  # standardized, everybody treated: 1 in every sample
    assert known[1:].all()
    assert (band.low <= result["net_benefit"].low)[known].all()
    assert (band.high >= result["net_benefit"].high)[known].all()


def test_a_band_of_one_threshold_is_its_interval() -> None:
    result = decision_curve.interval_of(Curve.from_scores(Y, P), thresholds=[0.25])
    assert_allclose(result["band"].low, result["net_benefit"].low, atol=1e-3)


def test_the_band_is_no_wider_than_that_of_bonferroni() -> None:
    many = decision_curve.interval(Y, P)
    bonferroni = decision_curve.interval(Y, P, level=1 - 0.05 / 99)["net_benefit"]
    assert (many["band"].low >= bonferroni.low - 1e-9).all()
    assert many["band"].level == 0.95


def test_several_classes_have_two_parts_each() -> None:
    prob = RNG.dirichlet([2, 2, 2], N)
    truth = np.array([RNG.choice(3, p=p) for p in prob])
    result = decision_curve.interval(truth, prob, thresholds=[0.2, 0.4])
    alone = decision_curve.interval((truth == 2).astype(int), prob[:, 2], thresholds=[0.2, 0.4])
    assert list(result) == [0, 1, 2]
    assert_allclose(result[2]["net_benefit"].low, alone["net_benefit"].low, rtol=1e-10)


def test_doubts_say_at_which_thresholds() -> None:
    with pytest.warns(IntervalWarning, match=r"^decision_curve: only 6 rows of y_true are 1$"):
        decision_curve.interval([1] * 6 + [0] * 60, np.linspace(1, 0, 66), thresholds=[0.2, 0.3], method="t")
    with pytest.warns(IntervalWarning, match=r"^decision_curve: at 1 of 2 thresholds, 0.97 to 0.97: "):
        decision_curve.interval(Y, P, thresholds=[0.2, 0.97], method="t")
