"""Kernels of cut points on many scores and threads; test_cut_search.py tries all positions of the cuts on few."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.samples import values_of

from concordant import _kernels, f1, matthews_correlation
from concordant.states import Counts

IsotonicRegression = pytest.importorskip("sklearn.isotonic").IsotonicRegression

Array = npt.NDArray[Any]


def tables(count: int) -> Iterator[tuple[int, Array]]:
    """Tables as a curve holds them, the highest score first, of counts and of weights; classes may be absent."""
    for seed in range(count):
        rng = np.random.default_rng(seed)
        size, classes = int(rng.integers(1, 8)), int(rng.integers(2, 5))
        table = rng.integers(0, 3, (size, classes)) * (rng.random((size, classes)) < 0.6)
        table[:, rng.random(classes) < 0.2] = 0
        empty = ~table.any(1)
        table[np.flatnonzero(empty), rng.integers(0, classes, empty.sum())] = 1
        yield seed, table.astype(np.int64)
        yield seed, table * rng.choice([0.25, 0.7, 1.0, 3.1], (size, 1))


def every_cut(table: Array) -> tuple[Array, Array]:
    """All places of the cuts, and the table of truth by rating that each makes."""
    size, classes = table.shape
    places = np.array(list(combinations_with_replacement(range(size + 1), classes - 1)))
    below = np.vstack([np.zeros((1, classes)), table[::-1].cumsum(0)])
    edges = np.hstack([np.zeros((len(places), 1), int), places, np.full((len(places), 1), size)])
    return places, np.diff(below[edges], axis=1).transpose(0, 2, 1)


def test_tables_at_cuts_are_those_of_running_sums() -> None:
    for _, table in tables(30):
        for places, wanted in zip(*every_cut(table), strict=True):
            found = _kernels.table_at_cuts(table, places, 1)
            assert found.dtype == table.dtype
            assert_allclose(found, wanted, rtol=1e-14)


def check_rising(table: Array, values: Array, tolerance: float) -> Array:
    """The means are those of scikit-learn, on any number of threads."""
    weight = table[::-1].sum(1)
    wanted = IsotonicRegression().fit_transform(
        np.arange(len(table)), table[::-1] @ values / weight, sample_weight=weight
    )
    found = [values_of(_kernels.rising_means(table, values, threads)) for threads in (1, 2, 3)]
    for one, two, three in zip(*found, strict=True):
        assert_array_equal(one, two)
        assert_array_equal(one, three)
    ends, weights, sums = found[0]
    assert_allclose(np.repeat(sums / weights, np.diff(ends, prepend=0)), wanted, rtol=tolerance, atol=tolerance)
    assert_allclose(weights.sum(), weight.sum(), rtol=1e-12)
    return sums / weights


@pytest.mark.parametrize("kind", ["int64", "float64"])
@pytest.mark.parametrize("rows", [1, 5, 40, 200_000])
def test_groups_without_a_row_join_those_beside_them(rows: int, kind: str) -> None:
    random = np.random.default_rng(rows)
    table = random.integers(0, 3, (rows, 3)).astype(kind)
    for share in (0.3, 1.0):
        table[random.random(rows) < share] = 0
        held = np.ascontiguousarray(table[table.any(1)])
        for threads in (1, 2):
            ends, weights, sums = values_of(_kernels.rising_means(table, np.arange(3.0), threads))
            _, wanted_weights, wanted_sums = values_of(_kernels.rising_means(held, np.arange(3.0), threads))
            assert ends.tolist()[-1:] == [rows]
            assert weights[weights > 0].tolist() == wanted_weights.tolist()
            assert sums[weights > 0].tolist() == wanted_sums.tolist()


def test_rising_means_are_the_isotonic_regression() -> None:
    for seed, table in tables(200):
        means = check_rising(table, np.sort(np.random.default_rng(seed).normal(size=table.shape[1])), 1e-12)
        assert (np.diff(means) > -1e-12).all()  # equal ones are one step, but for rounding


X = np.linspace(0, 1, 70_000)
LEVELS = {"rising": X, "falling": -X, "flat": 0 * X, "steps": np.floor(5 * X) / 5, "perfect": X}


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("shape", LEVELS)
def test_many_groups_are_pooled_on_any_number_of_threads(shape: str, weighted: bool) -> None:
    size, rng = len(X), np.random.default_rng(7)
    noise = 0.4 * (shape != "perfect") * rng.normal(size=size)
    truth = np.clip((4 * (LEVELS[shape] + noise)).astype(int), 0, 3)
    table = np.zeros((size, 4), np.float64 if weighted else np.int64)
    table[np.arange(size), truth] = rng.choice([1e-6, 0.3, 1.0, 50.0], size) if weighted else 1
    means = check_rising(table[::-1].copy(), np.array([-1.5, -0.5, 0.5, 1.5]), 1e-9)
    assert weighted or (np.diff(means) > 0).all()  # equal ones are one step
    rated = [table[::-1][first:last].sum(0) for first, last in pairwise([0, 100, 100, 60_000, size])]
    for threads in (1, 2, 3):
        found = _kernels.table_at_cuts(table, np.array([100, 100, 60_000]), threads)
        assert_allclose(found, np.stack(rated, axis=1), rtol=1e-12)
        assert_array_equal(found, _kernels.table_at_cuts(table, np.array([100, 100, 60_000]), 1))


def test_macro_f1_and_matthews_correlation_of_many_scores() -> None:
    truth = np.clip((np.arange(150)[::-1] / 50 + np.random.default_rng(1).normal(size=150)).astype(int), 0, 2)
    table = np.eye(3, dtype=np.int64)[truth]
    every = Counts.from_table(every_cut(table)[1])

    def at(places: Array) -> Counts:
        return Counts.from_table(_kernels.table_at_cuts(table, places, 1))

    macro = {"average": "macro"}
    assert_allclose(f1.of(at(_kernels.cut_f1(table)), **macro), np.max(f1.of(every, **macro)), rtol=1e-14)
    places, gap, calls = values_of(_kernels.cut_matthews(table * 1.0))
    best = np.nanmax(matthews_correlation.of(every, undefined=np.nan))
    assert_allclose(matthews_correlation.of(at(places)), best, rtol=1e-12)
    assert gap < 1e-12
    assert calls < 60


def test_quadratic_kappa_takes_few_steps() -> None:
    for seed, table in tables(300):
        values = np.sort(np.random.default_rng(seed).normal(size=table.shape[1]))
        _, weights, sums = values_of(_kernels.rising_means(table, values, 1))
        assert _kernels.cut_means(weights, sums, values, float((table * values**2).sum())).steps <= 12


def test_no_rows() -> None:
    table = np.zeros((0, 3), np.int64)
    assert_array_equal(_kernels.cut_costs(table, np.zeros((3, 3)), None, 1)[0], [0, 0])
    assert_array_equal(_kernels.cut_f1(table), [0, 0])
    assert len(_kernels.cut_matthews(table).places) == 0
    assert [len(part) for part in values_of(_kernels.rising_means(table, np.arange(3.0), 1))] == [0, 0, 0]
