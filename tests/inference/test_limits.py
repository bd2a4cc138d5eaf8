"""
Limits of all metrics, by every method: they hold the value or say why not, and widen with the level.

And what the documentation says of data that say the same: rows in another order, labels with other names, models that
change places, and a cluster for each row.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from limits import broken_limits, intervals_in
from metrics.cases import CALL, METRICS, Case, cases_of
from numpy.testing import assert_allclose

from concordant.errors import ConcordantError
from concordant.inference.method_names import METHOD_NAMES
from concordant.metrics.definition.facts import CalibrationError
from concordant.metrics.definition.metric import Metric

RNG = np.random.default_rng(1)
EVEN, RARE, FOUR = np.array([0, 1] * 10), np.array([0] * 19 + [1]), np.array([0, 1, 2, 3] * 6)
SEVERAL = RNG.integers(0, 2, (15, 3))
SEVERAL[:2] = [[1, 0, 1], [0, 1, 0]]
THREE, FLAT = np.array([0, 1, 2] * 8), np.full((24, 3), 1 / 3)
UNCOMMON = np.array([0] * 15 + [1] * 7 + [2, 3])
MEASURED = RNG.normal(size=12)


def _flipped(truth: Any) -> Any:
    found = truth.copy()
    found.flat[0] = 1 - found.flat[0] if truth.max() == 1 else truth.max()
    return found


def _scored(truth: Any, noise: float) -> Any:
    return np.clip(0.25 + 0.5 * truth + noise * RNG.normal(size=truth.shape), 0.01, 0.99)


def _shares(truth: Any, noise: float) -> Any:
    found = 0.1 + np.eye(3)[truth] + noise * RNG.random((len(truth), 3))
    return found / found.sum(1, keepdims=True)


# The last of each kind is usual.
ROWS: dict[str, dict[str, tuple[Any, Any]]] = {
    "two labels": {
        "all right": (EVEN, EVEN),
        "all wrong": (EVEN, 1 - EVEN),
        "a rare class is missed": (RARE, np.zeros(20, int)),
        "a rare class is found": (RARE, RARE),
        "one label": (np.zeros(8, int), np.zeros(8, int)),
        "one error": (EVEN, _flipped(EVEN)),
        "usual": (EVEN, np.where(RNG.random(20) < 0.7, EVEN, 1 - EVEN)),
    },
    "four labels": {
        "all right": (FOUR, FOUR),
        "all wrong": (FOUR, (FOUR + 1) % 4),
        "rare classes are missed": (UNCOMMON, np.minimum(UNCOMMON, 1)),
        "one error": (FOUR, _flipped(FOUR)),
        "usual": (FOUR, np.where(RNG.random(24) < 0.6, FOUR, RNG.integers(0, 4, 24))),
    },
    "indicators": {
        "all right": (SEVERAL, SEVERAL),
        "all wrong": (SEVERAL, 1 - SEVERAL),
        "one error": (SEVERAL, _flipped(SEVERAL)),
        "usual": (SEVERAL, np.where(RNG.random((15, 3)) < 0.7, SEVERAL, 1 - SEVERAL)),
    },
    "scores": {
        "separated": (EVEN, _scored(EVEN, 0.0)),
        "the wrong way": (EVEN, _scored(1 - EVEN, 0.0)),
        "tied": (EVEN, np.full(20, 0.5)),
        "a rare class, highest": (RARE, np.linspace(0.01, 0.99, 20)),
        "a rare class, lowest": (RARE, np.linspace(0.99, 0.01, 20)),
        "one error": (EVEN, _scored(_flipped(EVEN), 0.0)),
        "usual": (EVEN, _scored(EVEN, 0.3)),
    },
    "scores of classes": {
        "all right": (THREE, _shares(THREE, 0.0)),
        "all wrong": (THREE, _shares((THREE + 1) % 3, 0.0)),
        "tied": (THREE, FLAT),
        "a rare class is missed": (np.minimum(UNCOMMON, 2), _shares(np.minimum(UNCOMMON, 1), 0.1)),
        "usual": (THREE, _shares(THREE, 1.5)),
    },
    "scores of indicators": {
        "all right": (SEVERAL, _scored(SEVERAL, 0.0)),
        "all wrong": (SEVERAL, _scored(1 - SEVERAL, 0.0)),
        "tied": (SEVERAL, np.full((15, 3), 0.5)),
        "usual": (SEVERAL, _scored(SEVERAL, 0.3)),
    },
    "measurements": {
        "the same": (MEASURED, MEASURED),
        "the other way": (MEASURED, -MEASURED),
        "one apart": (MEASURED, np.r_[MEASURED[0] + 3, MEASURED[1:]]),
        "four": (MEASURED[:4], MEASURED[:4] + np.array([0.1, -0.1, 0.2, 0.0])),
        "usual": (MEASURED, MEASURED + RNG.normal(size=12)),
    },
}
MEASURABLE = [metric for metric in METRICS if metric.facts.instead is None]


SLOW = ("h_measure", "expected_calibration_error_null")
QUICK = [one for one in MEASURABLE if not isinstance(one.is_a, CalibrationError) and one.name not in SLOW]
DRAWN = ("percentile", "basic", "bca", "normal", "optimism", "permutation", "perks", "zahl")


def _kinds(metric: Metric) -> list[Case]:
    """The first case of each kind of rows; of slow metrics the first kind."""
    every = list({case.kind: case for case in reversed(cases_of(metric))}.values())
    return every if metric in QUICK else every[-1:]


def _rows(case: Case) -> dict[str, tuple[Any, Any]]:
    return ROWS[case.kind.replace("probabilities", "scores")]


@pytest.mark.parametrize("metric", MEASURABLE, ids=lambda metric: metric.name)
def test_limits_hold_the_value_and_widen_with_the_level(metric: Metric) -> None:
    for case in _kinds(metric):
        how: dict[str, Any] = {**CALL[case.kind], **case.options, "levels": (0.6, 0.999), "draws": 25}
        chosen = list(_rows(case).items())
        for name, rows in chosen if metric in QUICK else chosen[-2:]:
            assert broken_limits(metric.interval, *rows, **how) == [], f"{case}, {name}"
        for _, rows in chosen[-2:] if metric in QUICK else chosen[-1:]:
            n = len(rows[0])
            more: list[dict[str, Any]] = [{"cluster": np.arange(n) // 3}, {"sample_weight": np.linspace(0.5, 2, n)}]
            more += [{"method": method} for method in METHOD_NAMES["interval"][metric.facts.input]]
            for one in more:
                assert broken_limits(metric.interval, *rows, **how, **one) == [], f"{case}, {one}"


def _answer(metric: Metric, call: str, *rows: Any, **how: Any) -> Any:
    """Values, limits and p-values, of draws the values alone; None if the metric refuses."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            answer = getattr(metric, call)(*rows, draws=20, **how)
        except ConcordantError:
            return None
    every = list(intervals_in(answer))
    found = np.array([(x, one.low, one.high, getattr(one, "p_value", 0.0)) for _, x, one in every]).reshape(-1, 4)
    drawn = [one.method.partition("/")[0] in DRAWN for _, _, one in every]
    found[drawn, 1:] = np.nan
    return found


@pytest.mark.parametrize("metric", QUICK, ids=lambda metric: metric.name)
def test_models_that_change_places_turn_the_sign(metric: Metric) -> None:
    for case in _kinds(metric):
        (truth, first), (_, second) = list(_rows(case).values())[-2:]
        if case.kind == "scores":
            second = np.round(first[::-1], 1)
        how: dict[str, Any] = {**CALL[case.kind], **case.options}
        one, two = (_answer(metric, "compare", truth, *sides, **how) for sides in ((first, second), (second, first)))
        if one is not None:
            assert_allclose(two, one[:, [0, 2, 1, 3]] * [-1, -1, -1, 1], rtol=1e-7, atol=1e-9, err_msg=str(case))


@pytest.mark.parametrize("metric", QUICK, ids=lambda metric: metric.name)
def test_order_and_names_do_not_matter_and_a_cluster_for_each_row_hardly(metric: Metric) -> None:
    for case in _kinds(metric):
        truth, other = list(_rows(case).values())[-1]
        order = np.random.default_rng(7).permutation(len(truth))
        how: dict[str, Any] = {**CALL[case.kind], **case.options}
        plain = _answer(metric, "interval", truth, other, **how)
        if plain is None:
            continue
        moved = _answer(metric, "interval", truth[order], other[order], **how)
        assert_allclose(moved[:, 0], plain[:, 0], rtol=1e-9, err_msg=str(case))
        made = ~np.isnan(plain[:, 1]) & ~np.isnan(moved[:, 1])  # few draws decide whether others take their place
        assert_allclose(moved[made], plain[made], rtol=1e-7, atol=1e-9, err_msg=str(case))
        if case.kind == "four labels":
            named = _answer(metric, "interval", truth + 5, other + 5, **{**how, "labels": [5, 6, 7, 8]})
            assert_allclose(named, plain, rtol=1e-9, err_msg=str(case))
        alone = _answer(metric, "interval", truth, other, **how, cluster=np.arange(len(truth)))
        assert_allclose(alone[:, 0], plain[:, 0], rtol=1e-12, err_msg=str(case))
        width, of_clusters = plain[:, 2] - plain[:, 1], alone[:, 2] - alone[:, 1]
        both = (width > 0) & (of_clusters > 0)
        assert_allclose(np.log2(of_clusters[both] / width[both]), 0, atol=1, err_msg=str(case))


@pytest.mark.parametrize("metric", QUICK, ids=lambda metric: metric.name)
def test_limits_of_differences_hold_the_difference_and_widen_with_the_level(metric: Metric) -> None:
    case = _kinds(metric)[-1]
    how: dict[str, Any] = {**CALL[case.kind], **case.options, "levels": (0.6, 0.999), "draws": 25}
    (truth, first), (_, second) = list(_rows(case).values())[-2:]
    for rows in ((truth, first, second), (truth, first, first)):
        assert broken_limits(metric.compare, *rows, **how) == [], str(case)
        assert broken_limits(metric.compare_independent, rows[:2], rows[::2], **how) == [], f"{case}, independent"
