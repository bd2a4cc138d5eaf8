"""Limits of weighted agreement count a quarter of a row of disagreement that the table does not show."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from concordant import Counts, cohen_kappa, gwet_ac2, krippendorff_alpha, weighted_agreement
from concordant.inference.intervals.standard_error import counts_unseen, quarter_row

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")

TABLE = np.array([[20, 3, 0], [2, 30, 1], [0, 4, 40]])
NEAR_PERFECT = np.array([[30, 1, 0], [0, 30, 0], [0, 1, 38]])


def slopes_by_hand(table: Any) -> Any:
    """The derivative of quadratic kappa ``1 - sum(W O) / sum(W E)`` by each cell, times n."""
    n = table.sum()
    w = np.subtract.outer(np.arange(3), np.arange(3)) ** 2
    r, c = table.sum(1) / n, table.sum(0) / n
    observed, expected = (w * table).sum() / n, r @ w @ c
    by_expected = (w @ c)[:, None] + (r @ w)[None, :] - 2 * expected
    return -((w - observed) / expected - observed * by_expected / expected**2)


def test_limits_by_hand() -> None:
    n, psi = NEAR_PERFECT.sum(), slopes_by_hand(NEAR_PERFECT)
    assert_allclose((NEAR_PERFECT * psi).sum(), 0, atol=1e-12)
    found = cohen_kappa.interval_of(Counts.from_table(NEAR_PERFECT), weights="quadratic", method="fisher")
    assert_allclose(found.se, np.sqrt((NEAR_PERFECT * psi**2).sum()) / n, rtol=1e-12)  # as R has it
    apart = ~np.eye(3, dtype=bool)
    r, c = NEAR_PERFECT.sum(1) / n, NEAR_PERFECT.sum(0) / n
    unseen = sum((r[i] + c[j]) / 2 / 2 * psi[i, j] ** 2 for i, j in zip(*np.nonzero(apart), strict=True)) / 4 / n**2
    half = 1.959963984540054 * np.sqrt(found.se**2 + unseen) / (1 - found.value**2)
    assert_allclose([found.low, found.high], np.tanh(np.arctanh(found.value) + np.array([-half, half])), rtol=1e-12)


def test_a_table_without_far_errors_is_less_sure() -> None:
    plain = cohen_kappa.interval_of(Counts.from_table(NEAR_PERFECT), weights="quadratic", method="delta")
    found = cohen_kappa.interval_of(Counts.from_table(NEAR_PERFECT), weights="quadratic")
    assert found.value - found.low > 2 * (plain.value - plain.low)


def test_only_cells_near_what_was_seen_are_counted() -> None:
    table, moved = np.diag(np.arange(3.0, 11)), np.zeros((8, 8))
    table[2, 3] = 1  # one step
    moved[0, 4], moved[4, 0] = 5.0, 5.0
    assert quarter_row(table, moved) == 0.0  # four steps are farther than one and two more
    moved[0, 3] = 5.0
    assert quarter_row(table, moved) > 0.0


def test_many_labels_are_not_punished_for_far_corners() -> None:
    random = np.random.default_rng(2)
    truth = random.integers(0, 30, 200)
    near = np.clip(truth + random.choice([-1, 0, 1], 200), 0, 29)
    found = cohen_kappa.interval(truth, near, weights="quadratic", labels=range(30))
    plain = cohen_kappa.interval(truth, near, weights="quadratic", labels=range(30), method="delta")
    assert found.width < 1.1 * plain.width


def test_it_fades_with_the_rows() -> None:
    for many, most in ((1, 0.2), (10, 0.025), (100, 0.0025)):
        with_it = cohen_kappa.interval_of(Counts.from_table(TABLE * many), weights="quadratic")
        half = 1.959963984540054 * with_it.se / (1 - with_it.value**2)
        without = np.tanh(np.arctanh(with_it.value) + half) - np.tanh(np.arctanh(with_it.value) - half)
        assert 1 < (with_it.high - with_it.low) / without < 1 + most


@pytest.mark.parametrize(
    ("metric", "options"),
    [
        (cohen_kappa, {"weights": "linear"}),
        (krippendorff_alpha, {"level_of_measurement": "ordinal"}),
        (weighted_agreement, {"weights": "quadratic"}),
    ],
)
def test_both_raters_count_alike(metric: Any, options: dict[str, Any]) -> None:
    one, other = (metric.interval_of(Counts.from_table(table), **options) for table in (TABLE, TABLE.T))
    assert_allclose([one.low, one.high, one.se], [other.low, other.high, other.se], rtol=1e-12)


def test_two_labels_have_one_kind_of_error() -> None:
    table = Counts.from_table([[40, 3], [5, 30]])
    plain, weighted = cohen_kappa.interval_of(table), cohen_kappa.interval_of(table, weights="quadratic")
    assert (plain.low, plain.high) == (weighted.low, weighted.high)


@pytest.mark.parametrize(
    ("options", "size", "counted"),
    [
        ({"weights": "quadratic"}, 3, True),
        ({"weights": "quadratic"}, 32, True),
        ({"weights": "quadratic"}, 33, False),
        ({"weights": "quadratic"}, 2, False),
        ({"weights": None}, 5, False),
        ({}, 5, False),
        ({"level_of_measurement": "nominal"}, 5, False),
        ({"level_of_measurement": "interval"}, 5, True),
    ],
)
def test_who_counts_it(options: dict[str, Any], size: int, counted: bool) -> None:
    assert counts_unseen(cohen_kappa, options, size) is counted


def test_clusters_have_their_own_correction() -> None:
    random = np.random.default_rng(0)
    a = random.integers(0, 4, 200)
    b = np.clip(a + (random.random(200) < 0.2), 0, 3)
    found = cohen_kappa.interval(a, b, weights="quadratic", cluster=np.arange(200) // 4)
    z = (np.arctanh(found.high) - np.arctanh(found.value)) * (1 - found.value**2) / found.se
    assert 2.0 < z < 2.05  # Student's t of some 49 degrees, and nothing else


@given(st.integers(3, 6), st.integers(0, 2**32 - 1))
def test_it_is_a_mean_of_squares(size: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    table, moved = random.integers(0, 9, (size, size)) + np.eye(size), random.normal(size=(size, size))
    found = float(quarter_row(table, moved))
    assert 0 <= found <= 0.25 * float((moved[~np.eye(size, dtype=bool)] ** 2).max()) * (1 + 1e-12)
    assert_allclose(quarter_row(table * 7, moved), found, rtol=1e-12)
    assert_allclose(quarter_row(np.stack([table] * 2), np.stack([moved] * 2)), [found] * 2, rtol=1e-12)


def test_weights_of_rows_have_no_unit() -> None:
    random = np.random.default_rng(1)
    a = random.integers(0, 4, 100)
    b, w = np.clip(a + (random.random(100) < 0.2), 0, 3), random.random(100)
    one, other = (
        gwet_ac2.interval(a, b, weights="quadratic", sample_weight=scale * w, labels=range(4)) for scale in (1, 64)
    )
    assert_allclose([one.low, one.high], [other.low, other.high], rtol=1e-12)
