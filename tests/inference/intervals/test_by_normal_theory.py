"""Intervals of correlations under normal ratings: against cor.test and epiR, and where they do not belong."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import concordance_correlation, pearson_correlation
from concordant.errors import IntervalWarning, OptionError

REFERENCE = json.loads((Path(__file__).parents[2] / "reference" / "row_intervals.json").read_text(encoding="utf-8"))
CASES = REFERENCE["ratings"]
A = np.random.default_rng(1).normal(size=300)
B = 0.6 * A + 0.5 * np.random.default_rng(2).normal(size=300) + 0.1


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")  # eight rows
@pytest.mark.parametrize("name", CASES)
def test_cor_test_gives_the_same(name: str) -> None:
    case = CASES[name]
    found = pearson_correlation.interval(case["y_true"], case["y_pred"], method="fisher-normal")
    assert_allclose(
        [found.value, found.low, found.high], [case["pearson"]["value"], *case["pearson"]["ci95"]], rtol=1e-12
    )


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("name", CASES)
def test_epir_gives_the_same(name: str) -> None:
    case = CASES[name]
    found = concordance_correlation.interval(case["y_true"], case["y_pred"], method="lin")
    assert_allclose([found.value, found.low, found.high], [case["lin"]["value"], *case["lin"]["ci95"]], rtol=1e-9)


def test_the_default_needs_no_normal_ratings_and_agrees_where_they_are() -> None:
    for metric, method in ((pearson_correlation, "fisher-normal"), (concordance_correlation, "lin")):
        default, normal = metric.interval(A, B), metric.interval(A, B, method=method)
        assert default.method == "fisher"
        assert_allclose([default.low, default.high], [normal.low, normal.high], atol=0.05)


def test_the_default_is_invariant_where_the_metric_is() -> None:
    found, moved = pearson_correlation.interval(A, B), pearson_correlation.interval(5 * A - 3, B)
    assert_allclose([found.low, found.high], [moved.low, moved.high], rtol=1e-10)
    swapped = concordance_correlation.interval(B, A)
    found = concordance_correlation.interval(A, B)
    assert_allclose([found.low, found.high], [swapped.low, swapped.high], rtol=1e-10)


def test_a_state_is_enough() -> None:
    state = concordance_correlation.state(A, B)
    found, rows = (
        concordance_correlation.interval_of(state, method="lin"),
        concordance_correlation.interval(A, B, method="lin"),
    )
    assert (found.low, found.high) == (rows.low, rows.high)


def test_perfect_ratings_have_no_interval_and_say_so() -> None:
    with pytest.warns(IntervalWarning, match="no interval"):
        assert math.isnan(concordance_correlation.interval(A, A).low)
    with pytest.warns(IntervalWarning, match="more than 3 rows"):
        assert math.isnan(pearson_correlation.interval(A[:3], B[:3], method="fisher-normal").low)


def test_they_are_for_their_metric_and_for_rows_that_count_alike() -> None:
    with pytest.raises(OptionError, match='method="lin" is for concordance_correlation, not for pearson_correlation'):
        pearson_correlation.interval(A, B, method="lin")
    with pytest.raises(OptionError, match="independent rows without weights"):
        concordance_correlation.interval(A, B, method="lin", cluster=np.arange(300) // 2)
    with pytest.raises(OptionError, match="independent rows without weights"):
        pearson_correlation.interval(A, B, method="fisher-normal", sample_weight=np.arange(1, 301))
