"""Sums of disagreements over a table and over its margins, beside the sums over all pairs of labels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from concordant.metrics.agreement.weights import disagreement, margins, penalties, scaled_disagreement, scaled_penalties
from concordant.states import Counts

WEIGHTS = (None, "linear", "quadratic", "radical", "ordinal", "bipolar")
KINDS = ("counts", "weights", "one label has nearly all", "halves")


def table_of(size: int, kind: str, random: np.random.Generator) -> Any:
    table = random.integers(0, 9, (size, size)) + 30 * np.eye(size, dtype=int)
    if kind == "one label has nearly all":
        table[size // 2, size // 2] = 10**9
    return table if kind in ("counts", KINDS[2]) else table * (0.37 if kind == "weights" else 0.5)


def labels_of(size: int, places: str) -> tuple[Any, ...]:
    values = {"0 to K - 1": np.arange(size), "far from 0": 10**6 + np.arange(size), "decimals": np.arange(size) / 7}
    return tuple(values[places].tolist()) if places in values else tuple(f"label {k}" for k in range(size))


@given(
    st.sampled_from([1, 2, 5, 31, 32, 33, 40, 70]),
    st.sampled_from(WEIGHTS),
    st.sampled_from(KINDS),
    st.sampled_from(["0 to K - 1", "far from 0", "decimals", "text"]),
    st.integers(0, 99),
)
@settings(max_examples=300)
def test_sums_are_those_over_all_pairs(size: int, weights: Any, kind: str, places: str, seed: int) -> None:
    counts = Counts(table_of(size, kind, np.random.default_rng(seed)), labels_of(size, places))
    with np.errstate(invalid="ignore"):
        v, wanted = penalties(counts, weights), disagreement(counts, weights)
    rows, columns = margins(counts)
    assert_allclose(v.matrix, wanted, rtol=1e-14)
    assert_allclose(v.total(counts), (wanted * counts.table).sum(), rtol=1e-12)
    assert_allclose(v.by_chance(rows, columns), (wanted * np.outer(rows, columns)).sum(), rtol=1e-9)
    assert_allclose(v.sum(), wanted.sum(), rtol=1e-12)
    assert_allclose(scaled_penalties(counts, weights).matrix, scaled_disagreement(counts, weights), rtol=1e-14)


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("size", [4, 40])
def test_a_stack_is_each_of_its_tables(size: int, weights: Any) -> None:
    random = np.random.default_rng(1)
    stack = np.stack([table_of(size, kind, random) for kind in KINDS])
    tables = Counts(stack, tuple(range(size)))
    v = penalties(tables, weights)
    rows, columns = margins(tables)
    for place in range(len(stack)):
        one = tables[place]
        assert v.total(tables)[place] == pytest.approx(v.total(one), rel=1e-13)
        assert v.by_chance(rows, columns)[place] == pytest.approx(v.by_chance(*margins(one)), rel=1e-12)


@pytest.mark.parametrize("size", [40, 300])
def test_sums_of_counts_are_exact(size: int) -> None:
    table = np.random.default_rng(2).integers(0, 10**4, (size, size))
    counts = Counts(table, tuple(range(size)))
    v = penalties(counts, "quadratic")
    apart = np.subtract.outer(np.arange(size), np.arange(size)) ** 2
    assert v.total(counts) == int((apart * table).sum())
    rows, columns = table.sum(1).astype(object), table.sum(0).astype(object)
    exact = int((apart.astype(object) * np.multiply.outer(rows, columns)).sum())
    assert v.by_chance(*margins(counts)) == pytest.approx(exact, rel=1e-15)


def test_a_sum_that_int64_does_not_hold_is_taken_of_floats() -> None:
    table = np.full((40, 40), 2**40)
    labels = tuple((2**20 * np.arange(40)).tolist())
    counts = Counts(table, labels)
    v = penalties(counts, "quadratic")
    wanted = (np.subtract.outer(np.array(labels), np.array(labels)).astype(float) ** 2 * table).sum()
    assert v.total(counts) == pytest.approx(wanted, rel=1e-13)
