"""Concordance, correlation and mean difference of two columns of numbers, and the concordance of a panel."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.cases import drawn
from numpy.testing import assert_allclose
from support.samples import cases_of_numbers, random_numbers

from concordant import (
    cohen_kappa,
    concordance_correlation,
    conger_kappa,
    overall_concordance,
    pearson_correlation,
    standardized_mean_difference,
)
from concordant.metrics.definition.metric import Metric
from concordant.states import Moments

# -- concordance -----------------------------------------------------------------------------------------------------


@given(pairs=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=30))
@drawn
def test_concordance_of_whole_numbers_is_the_quadratic_weighted_kappa(pairs: Any) -> None:
    truth, pred = np.array(pairs).T
    kappa = cohen_kappa(truth, pred, weights="quadratic", undefined=math.nan)
    value = concordance_correlation(truth, pred, undefined=math.nan)
    assert value == pytest.approx(kappa, rel=1e-12, abs=1e-14, nan_ok=True)


@pytest.mark.parametrize("value", [0.0, 0.1, 1e12, -1e100])
def test_constant_ratings_stay_exact(value: float) -> None:
    assert np.isnan(concordance_correlation([value] * 3, [value] * 3, undefined=math.nan))
    assert concordance_correlation([value] * 3, [value, value * 0.5, value], undefined=0.0) in (0.0, -0.0)


# -- far from 0 ------------------------------------------------------------------------------------------------------

OFFSETS = (1e6, -1e9, 1e12, 2e15)


def ratings(n: int, offset: float) -> tuple[Any, Any, Any]:
    """Whole numbers, which are exact also beside an offset, and weights."""
    rng = np.random.default_rng(n)
    x = rng.integers(0, 10, n)
    y = x + rng.integers(0, 3, n)
    return x + offset, y + offset, rng.integers(1, 9, n) / 4


def lin(x: Any, y: Any, weights: Any) -> float:
    """Lin's coefficient in fractions."""
    one, two, w = ([Fraction(value) for value in column.tolist()] for column in (x, y, weights))
    n = sum(w)
    a, b = (sum(map(lambda p, q: p * q, w, column)) / n for column in (one, two))
    shared = sum(p * (q - a) * (r - b) for p, q, r in zip(w, one, two, strict=True))
    spread = sum(p * ((q - a) ** 2 + (r - b) ** 2) for p, q, r in zip(w, one, two, strict=True))
    return float(2 * shared / (spread + n * (a - b) ** 2))


@pytest.mark.parametrize("offset", [0.0, *OFFSETS])
@pytest.mark.parametrize("n", [2, 7, 100, 5000])
def test_the_concordance_is_that_of_fractions(n: int, offset: float) -> None:
    x, y, weights = ratings(n, offset)
    expected = lin(x, y, weights)
    assert concordance_correlation(x, y, sample_weight=weights) == pytest.approx(expected, rel=1e-14)
    first, rest = (
        Moments.from_measurements(x[rows], y[rows], sample_weight=weights[rows])
        for rows in (slice(n // 3), slice(n // 3, None))
    )
    frame = pl.LazyFrame({"x": x, "y": y, "w": weights})
    lazy = Moments.from_frame(frame, y_true="x", y_pred="y", sample_weight="w")
    for state in (first + rest, rest + first, lazy):
        assert concordance_correlation.of(state) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize(
    ("metric", "method"),
    [
        (concordance_correlation, "lin"),
        *itertools.product((concordance_correlation, pearson_correlation, standardized_mean_difference), (None, "bca")),
    ],
)
def test_intervals_do_not_change_with_the_offset(metric: Metric, method: str | None, offset: float) -> None:
    x, y, weights = ratings(60, 0.0)
    options: dict[str, Any] = {} if method == "lin" else {"sample_weight": weights, "draws": 50}
    options["method"] = method
    expected, found = metric.interval(x, y, **options), metric.interval(x + offset, y + offset, **options)
    for name in ("value", "low", "high", "se"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name), rel=1e-9)


def test_states_with_a_rest_are_states_like_others() -> None:
    x, y, weights = ratings(100, 1e12)
    state = Moments.from_measurements(x, y, sample_weight=weights)
    assert state.rest is not None
    assert Moments.from_dict(json.loads(json.dumps(state.to_dict()))) == state
    assert state + Moments.empty() == Moments.empty() + state == state == state * 1
    assert (state * 2).rest is state.rest
    usual = Moments.from_measurements([1, 2, 3], [1, 3, 3])
    assert (usual + usual).rest is None
    assert "rest" not in usual.to_dict()
    stack = concordance_correlation.of(Moments.stack([state, usual]))
    assert_allclose(stack, [lin(x, y, weights), lin(*np.float64([[1, 2, 3], [1, 3, 3], [1, 1, 1]]))])


# -- concordance of a panel ------------------------------------------------------------------------------------------


def concordance_of_pairs(rows: Any, ddof: int = 0) -> float:
    """The shares of all pairs of columns, each over the rows that both have."""
    above, below = 0.0, 0.0
    for g, h in itertools.combinations(range(rows.shape[1]), 2):
        x, y = rows[~np.isnan(rows[:, [g, h]]).any(1)][:, [g, h]].T
        above += 2 * np.cov(x, y, ddof=ddof)[0, 1]
        below += x.var(ddof=ddof) + y.var(ddof=ddof) + (x.mean() - y.mean()) ** 2
    return above / below


@pytest.mark.parametrize("case", cases_of_numbers("occc"), ids=lambda case: case["name"])
def test_overall_concordance_is_that_of_epir(case: dict[str, Any]) -> None:
    rows = np.array(case["input"]["ratings"])
    assert_allclose(concordance_of_pairs(rows, ddof=1), case["expected"]["occc"], rtol=1e-9)  # epiR divides by n - 1
    assert_allclose(overall_concordance(rows), concordance_of_pairs(rows), rtol=1e-12)


def test_overall_concordance_is_that_of_lin_a_kappa_of_whole_numbers_and_of_pairs_where_there_are_gaps() -> None:
    a, b = random_numbers(26, 20, 2).T
    assert_allclose(overall_concordance(a, b), concordance_correlation(a, b), rtol=1e-12)
    rows = np.round(random_numbers(27, 20, 4))
    assert_allclose(overall_concordance(rows), conger_kappa(rows, weights="quadratic"), rtol=1e-12)
    rows = random_numbers(28, 20, 3, missing=0.3)
    assert_allclose(overall_concordance(rows), concordance_of_pairs(rows), rtol=1e-12)
