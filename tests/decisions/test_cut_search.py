"""Cut points against all positions of the cuts."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from concordant import accuracy, cohen_kappa, expected_cost, f1, matthews_correlation, mean_absolute_error
from concordant.decisions import ordinal_cut_points
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

Array = npt.NDArray[Any]


def case(seed: int) -> tuple[Array, Array, Array | None, list[Any]]:
    """Few rows with ties, infinite scores, weights (zero ones too), absent labels, labels at any values, any sign."""
    rng = np.random.default_rng(seed)
    n, size = int(rng.integers(2, 12)), int(rng.integers(2, 5))
    values = (
        list(range(size)),
        np.sort(rng.choice(20, size, replace=False)).tolist(),
        np.sort(rng.normal(size=size)).tolist(),
        list(range(size))[::-1],
    )[seed % 4]
    codes = rng.integers(0, int(rng.integers(1, size + 1)), n)
    score = codes * rng.choice([-1.0, 0.0, 1.0, 3.0]) + rng.normal(size=n)
    if seed % 3 == 0:
        score = np.round(score)
    if seed % 5 == 0:
        score[rng.integers(0, n)] = rng.choice([-np.inf, np.inf])
    weight = (None, rng.integers(0, 3, n) * 1.0, rng.random(n))[seed % 3]
    return np.array(values)[codes], score, weight, values


def every_table(truth: Array, score: Array, weight: Array | None, labels: list[Any]) -> Counts:
    """The tables of all monotone rules."""
    mass = np.ones(len(truth)) if weight is None else weight
    distinct, at = np.unique(score[mass > 0], return_inverse=True)
    codes = np.array([labels.index(label) for label in truth[mass > 0].tolist()])
    table = np.zeros((len(distinct), len(labels)))
    np.add.at(table, (at, codes), mass[mass > 0])
    below = np.vstack([np.zeros(len(labels)), table.cumsum(0)])
    cuts = np.array(list(combinations_with_replacement(range(len(distinct) + 1), len(labels) - 1)))
    ends = np.hstack([np.zeros((len(cuts), 1), int), cuts, np.full((len(cuts), 1), len(distinct))])
    return Counts.from_table(np.diff(below[ends], axis=1).transpose(0, 2, 1), labels)


def own_matrix(size: int, seed: int) -> Array:
    return (np.random.default_rng(seed).random((size, size)) + 0.1) * (1 - np.eye(size))


GOALS: dict[str, tuple[Any, Callable[[int, int], dict[str, Any]]]] = {
    "quadratic": (cohen_kappa, lambda size, seed: {"weights": "quadratic"}),
    "linear": (cohen_kappa, lambda size, seed: {"weights": "linear"}),
    "unweighted": (cohen_kappa, lambda size, seed: {"weights": None}),
    "own": (cohen_kappa, lambda size, seed: {"weights": own_matrix(size, seed)}),
    "accuracy": (accuracy, lambda size, seed: {}),
    "absolute": (mean_absolute_error, lambda size, seed: {}),
    "cost": (expected_cost, lambda size, seed: {"cost": np.random.default_rng(seed).normal(size=(size, size))}),
    "f1": (f1, lambda size, seed: {"average": "macro"}),
    "matthews": (matthews_correlation, lambda size, seed: {}),
}


def cuts_of_cases(name: str, method: Any, cases: int) -> Iterator[tuple[Any, float, bool]]:
    """Cut points of many cases, the best value of all positions of the cuts, and whether all rows have one label."""
    metric, options_of = GOALS[name]
    sign = 1 if metric.facts.better == "higher" else -1
    for seed in range(cases):
        truth, score, weight, labels = case(seed)
        if weight is not None and not weight.any():
            continue
        options = options_of(len(labels), seed)
        rows = {"labels": labels, "sample_weight": weight, **options}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            values = sign * metric.of(every_table(truth, score, weight, labels), **options)
            cuts = ordinal_cut_points(truth, score, metric, method=method, cv=None, **rows)
            value = metric(truth, cuts.predict(score), **rows)
        np.testing.assert_allclose(value, cuts.value, atol=1e-12)  # predict makes the table that was judged
        best = np.nan if np.isnan(values).all() else sign * np.nanmax(values)
        yield cuts, best, len(np.unique(truth if weight is None else truth[weight > 0])) == 1


@pytest.mark.parametrize("name", GOALS)
def test_no_position_of_the_cuts_is_better(name: str) -> None:
    sign = 1 if GOALS[name][0].facts.better == "higher" else -1
    checked = 0
    for cuts, best, constant in cuts_of_cases(name, "exact", 500):
        if np.isnan(cuts.value):
            assert cuts.reason
            assert constant or not best > 1e-12
            continue
        assert abs(cuts.value - best) < 1e-12
        assert cuts.upper_bound * sign >= sign * cuts.value - 1e-12
        assert cuts.optimum == cuts.value
        checked += 1
    assert checked > 250


@pytest.mark.parametrize("name", GOALS)
def test_smooth_cut_points_are_not_above_the_optimum(name: str) -> None:
    sign = 1 if GOALS[name][0].facts.better == "higher" else -1
    for cuts, best, _ in cuts_of_cases(name, "smooth", 80):
        if not np.isnan([cuts.value, cuts.optimum]).any():
            assert cuts.optimum == pytest.approx(best, abs=1e-12)
            assert sign * cuts.value <= sign * cuts.optimum + 1e-12
