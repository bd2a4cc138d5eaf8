"""Limits of all coefficients of raters and of reports: they hold the value or say why not, and widen with the level."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from limits import broken_limits, intervals_in
from numpy.testing import assert_allclose

import concordant
from concordant import panels
from concordant.inference.method_names import OF_NUMBERS, OF_PANELS
from concordant.metrics.definition.metric import Metric

RNG = np.random.default_rng(0)
GRADES = np.array([1.0, 2.0, 3.0] * 8)


def _noisy(agree: float) -> Any:
    return np.where(RNG.random((24, 3)) < agree, GRADES[:, None], RNG.integers(1, 4, (24, 3)))


PANELS: dict[str, Any] = {
    "all alike": np.stack([GRADES] * 3, 1),
    "never alike": np.stack([GRADES, GRADES % 3 + 1, (GRADES + 1) % 3 + 1], 1),
    "one error": np.stack([np.r_[2, GRADES[1:]], GRADES, GRADES], 1),
    "a rare label of one": np.stack([np.r_[3, np.ones(23)], np.ones(24), np.ones(24)], 1),
    "a rare label of all": np.stack([np.r_[2, np.ones(23)]] * 3, 1),
    "one label": np.ones((24, 3)),
    "few units": np.array([[1.0, 1.0, 2.0], [2.0, 2.0, 2.0], [3.0, 3.0, 3.0], [1.0, 1.0, 1.0]]),
    "holes": np.where(RNG.random((24, 3)) < 0.3, np.nan, _noisy(0.6)),
    "usual": _noisy(0.6),
}
OF_RATERS = [
    metric
    for metric in concordant.metrics.find()
    if (metric.of_raters or metric.facts.input in ("panel", "numbers")) and metric.name != "prmse"
]
REPORTS: dict[str, Any] = {
    "rater_report": panels.rater_report,
    "label_report": panels.label_report,
    "agree": panels.agree,
    "pairwise": panels.pairwise,
    "d_study": panels.d_study,
    "limits_of_agreement": panels.limits_of_agreement,
    "dawid_skene": panels.dawid_skene,
}
CLUSTERED = ("rater_report", "label_report", "agree", "pairwise")


@pytest.mark.parametrize("metric", OF_RATERS, ids=lambda metric: metric.name)
def test_limits_of_coefficients_hold_the_value_and_widen_with_the_level(metric: Metric) -> None:
    names = (OF_NUMBERS if metric.facts.input == "numbers" else OF_PANELS)["interval"]
    options: dict[str, Any] = {"weights": "linear"} if metric.name == "gwet_ac2" else {}
    for kind, ratings in PANELS.items():
        how: list[dict[str, Any]] = [{}, {"cluster": np.arange(len(ratings)) // 3}]
        how += [{"method": name, "draws": 20} for name in names] if kind in ("never alike", "usual") else []
        for one in how:
            found = broken_limits(metric.interval, ratings, levels=(0.6, 0.999), **options, **one)
            assert found == [], f"{kind}, {one}"


@pytest.mark.parametrize("kind", PANELS)
@pytest.mark.parametrize("name", REPORTS)
def test_limits_of_reports_hold_the_value_and_widen_with_the_level(name: str, kind: str) -> None:
    ratings = PANELS[kind]
    assert broken_limits(REPORTS[name], ratings, levels=(0.6, 0.999)) == []
    if name in CLUSTERED:
        assert broken_limits(REPORTS[name], ratings, levels=(0.6, 0.999), cluster=np.arange(len(ratings)) // 3) == []


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("metric", OF_RATERS, ids=lambda metric: metric.name)
def test_order_of_units_and_raters_and_a_cluster_for_each_unit_change_nothing(metric: Metric) -> None:
    options: dict[str, Any] = {"weights": "linear"} if metric.name == "gwet_ac2" else {}
    if metric.name in ("positive_agreement", "negative_agreement"):
        options = {"average": None}
    ratings = PANELS["usual"]
    plain = _numbers(metric.interval(ratings, **options))
    order = np.random.default_rng(3).permutation(24)
    assert_allclose(_numbers(metric.interval(ratings[order][:, [2, 0, 1]], **options)), plain, rtol=1e-9)
    alone = _numbers(metric.interval(ratings, cluster=np.arange(24), **options))
    assert_allclose(alone[:, 0], plain[:, 0], rtol=1e-12)
    assert_allclose(alone[:, 2] - alone[:, 1], plain[:, 2] - plain[:, 1], rtol=0.25)


def _numbers(answer: Any) -> Any:
    return np.array([(value, one.low, one.high) for _, value, one in intervals_in(answer)])
