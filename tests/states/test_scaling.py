"""States of weights of any scale: what users read stays what it was, parts add up, and no square is lost."""

from __future__ import annotations

import functools
import json
import operator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from support.files import LAZY, duckdb_of

from concordant import cohen_kappa, concordance_correlation, scan
from concordant.errors import MergeError, WeightError
from concordant.states import Counts, Curve, CurveStack, Moments, SampleCounts
from concordant.states.scaling import in_exponent, rescaled

TRUE = np.array([0, 1, 1, 0, 1, 1])
PRED = np.array([0, 1, 0, 1, 1, 1])
SCORE = np.array([0.1, 0.4, 0.35, 0.8, 0.9, 0.4])
WEIGHT = np.array([1.0, 2, 3, 4, 5, 0])
BOTH = np.stack([TRUE, PRED], 1), np.stack([PRED, TRUE], 1)
UNITS = (-1000, -600, -490, -70, -64, 0, 64, 70, 481, 600, 1000)
KINDS: dict[str, Any] = {
    "counts": lambda here, w: Counts.from_labels(TRUE[here], PRED[here], labels=[0, 1], sample_weight=w[here]),
    "indicators": lambda here, w: Counts.from_indicators(BOTH[0][here], BOTH[1][here], sample_weight=w[here]),
    "curve": lambda here, w: Curve.from_scores(TRUE[here], SCORE[here], labels=[0, 1], sample_weight=w[here]),
    "stack": lambda here, w: CurveStack.from_scores(
        BOTH[0][here], np.stack([SCORE, SCORE], 1)[here], sample_weight=w[here]
    ),
    "measurements": lambda here, w: Moments.from_measurements(SCORE[here], TRUE[here], sample_weight=w[here]),
    "samples": lambda here, w: SampleCounts.from_indicators(BOTH[0][here], BOTH[1][here], sample_weight=w[here]),
}
EVERY = np.arange(len(TRUE))


# -- what users read -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("unit", UNITS)
def test_a_state_near_one_has_the_same_digits(kind: str, unit: int) -> None:
    usual, found = KINDS[kind](EVERY, WEIGHT), KINDS[kind](EVERY, np.ldexp(WEIGHT, unit))
    near = rescaled(found)
    assert (near is found) == (-64 <= unit < 64)
    assert rescaled(near) is near
    assert in_exponent(near, round(float(np.log2(np.max(near.n) / np.max(usual.n))))) == usual


@pytest.mark.parametrize("kind", KINDS)
def test_counted_rows_are_left_alone(kind: str) -> None:
    counted = KINDS[kind](EVERY, np.ones(len(TRUE), np.int64))
    assert rescaled(counted) is counted


# -- squares, which would leave float64 ------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("kind", ["counts", "indicators", "measurements"])
def test_squares_tell_how_many_rows_the_weights_are_worth(kind: str, unit: int) -> None:
    usual, found = KINDS[kind](EVERY, WEIGHT), KINDS[kind](EVERY, np.ldexp(WEIGHT, unit))
    assert_array_equal(found.squares, np.ldexp(usual.squares, 2 * (unit - found.unit)))
    if kind == "measurements":
        assert_array_equal(found.comoment, np.ldexp(usual.comoment, unit - found.unit))
    assert (found.unit == 0) == (abs(unit) < 481)


@pytest.mark.parametrize("kind", KINDS)
@given(cut=st.integers(0, 6), first=st.sampled_from(UNITS), second=st.sampled_from(UNITS))
@settings(derandomize=True, deadline=None, max_examples=40, database=None)
def test_parts_of_any_units_add_up_to_the_whole(kind: str, cut: int, first: int, second: int) -> None:
    weights = np.concatenate([np.ldexp(WEIGHT[:cut], first), np.ldexp(WEIGHT[cut:], second)])
    whole = KINDS[kind](EVERY, weights)
    parts = KINDS[kind](EVERY[:cut], weights) + KINDS[kind](EVERY[cut:], weights)
    if isinstance(whole, Moments):  # whose sums are added in another order
        for name in ("weight", "squares", "mean", "comoment"):
            one, two = getattr(parts, name), getattr(whole, name)
            assert_allclose(one, two, rtol=1e-12, atol=1e-15 * float(np.max(np.abs(two))))
    elif isinstance(whole, Counts):
        assert_array_equal(parts.table, whole.table)
        assert_allclose(parts.squares, whole.squares, rtol=1e-15)
        assert parts.unit == whole.unit
    else:
        assert parts == whole


@pytest.mark.parametrize("unit", UNITS)
def test_views_of_counts_keep_the_squares(unit: int) -> None:
    labels = [0, 1, 2]
    true, pred = TRUE + (SCORE > 0.5), PRED
    usual, found = (Counts.from_labels(true, pred, labels=labels, sample_weight=np.ldexp(WEIGHT, x)) for x in (0, unit))
    for view in (
        lambda c: c.one_vs_rest(),
        lambda c: c.relabel([2, 1, 0]),
        lambda c: c.at_prevalence({0: 0.2, 1: 0.3, 2: 0.5}),
        lambda c: c.one_vs_rest()[1:],
        lambda c: c * 3,
        lambda c: c + c,
        lambda c: Counts.from_dict(json.loads(json.dumps(c.to_dict()))),
    ):
        one, two = view(usual), view(found)
        assert_array_equal(two.table, np.ldexp(one.table, unit))
        assert_allclose(two.squares, np.ldexp(one.squares, 2 * (unit - two.unit)), rtol=1e-14)


@pytest.mark.parametrize(("unit", "power"), [(-1000, 1000), (1000, -1000), (-600, 300), (0, 600), (0, -600)])
def test_a_state_repeated_very_often_keeps_the_squares(unit: int, power: int) -> None:
    for kind in ("counts", "measurements"):
        found = KINDS[kind](EVERY, np.ldexp(WEIGHT, unit)) * 2.0**power
        usual = KINDS[kind](EVERY, WEIGHT)
        exact = [Fraction(x) * Fraction(2) ** (2 * unit + power) for x in np.ravel(usual.squares).tolist()]
        assert [Fraction(x) * Fraction(4) ** found.unit for x in np.ravel(found.squares).tolist()] == exact


@pytest.mark.parametrize("unit", [-1000, -600, 600, 1000])
@pytest.mark.parametrize("engine", LAZY)
def test_lazy_frames_refuse_weights_whose_squares_leave_the_floats(engine: str, unit: int) -> None:
    lazy = LAZY[engine](pl.DataFrame({"t": TRUE, "p": PRED, "w": np.ldexp(WEIGHT, unit)}))
    with pytest.raises(WeightError, match="divide all weights by one number"):
        Counts.from_frame(lazy, y_true="t", y_pred="p", sample_weight="w")


def test_the_least_weights_that_there_are_lose_nothing() -> None:
    least = np.full(len(TRUE), 5e-324)
    expected = concordance_correlation(SCORE, TRUE)
    assert concordance_correlation(SCORE, TRUE, sample_weight=least) == pytest.approx(expected, rel=1e-14)
    parts = [Moments.from_measurements(SCORE[x], TRUE[x], sample_weight=least[x]) for x in (slice(2), slice(2, None))]
    assert concordance_correlation.of(parts[0] + parts[1]) == pytest.approx(expected, rel=1e-14)
    assert concordance_correlation.of((parts[1] + parts[0]) * 1e300) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("kind", ["counts", "indicators", "measurements"])
def test_parts_whose_sum_leaves_the_floats_are_refused(kind: str) -> None:
    part = KINDS[kind](EVERY, WEIGHT / WEIGHT.max() * 2.0**1020)
    with pytest.raises(MergeError, match="add up to more than float64 holds"):
        functools.reduce(operator.add, [part] * 20)


# -- stacks --------------------------------------------------------------------------------------------------------


def test_each_state_of_a_stack_has_a_unit_of_its_own() -> None:
    tables = np.array([[[3.0, 1], [2, 5]]] * 3) * np.array([2.0**-1000, 1, 2.0**1000])[:, None, None]
    assert cohen_kappa.of(Counts.from_table(tables)).tolist() == [cohen_kappa.of(Counts.from_table(tables[1]))] * 3
    days = [Moments.from_measurements(SCORE, TRUE, sample_weight=np.ldexp(WEIGHT, unit)) for unit in (-1000, 0, 1000)]
    assert_allclose(concordance_correlation.of(Moments.stack(days)), [concordance_correlation.of(days[1])] * 3)


@pytest.mark.parametrize("labels", [None, [0, 1, 2], [2, 1, 0, 5]])
@pytest.mark.parametrize("least", [1e-300, 1e-200, 5e-324])
def test_labels_of_weights_whose_squares_vanish_beside_others_stay(labels: Any, least: float) -> None:
    found = Counts.from_labels([0, 1, 2], [0, 1, 1], labels=labels, sample_weight=[least, 1e300, 1.0])
    assert found.squares is not None
    assert found.squares.shape == found.table.shape
    place = {label: k for k, label in enumerate(found.labels)}
    assert np.argwhere(found.squares).tolist() == sorted([[place[1], place[1]], [place[2], place[1]]])


@pytest.mark.parametrize("labels", [40, 65, 300])  # a table, and lists of cells
@pytest.mark.parametrize("shift", [0, 3])
def test_squares_that_vanish_beside_others_are_zero_in_memory_and_refused_elsewhere(
    labels: int, shift: int, tmp_path: Path
) -> None:
    truth = np.arange(labels)
    frame = pl.DataFrame({"t": truth, "p": np.roll(truth, shift), "w": np.where(truth % 2 == 0, 1e200, 1e-300)})
    frame.write_parquet(tmp_path / "rows.parquet")
    frame.write_csv(tmp_path / "rows.csv")
    how = {"y_true": "t", "y_pred": "p", "sample_weight": "w"}
    columns = Counts.from_labels(frame["t"].to_numpy(), frame["p"].to_numpy(), sample_weight=frame["w"].to_numpy())
    found = Counts.from_frame(frame, **how)
    assert found == columns
    assert_array_equal(found.squares, columns.squares)
    for rows in (frame.lazy(), duckdb_of(frame), *map(scan, sorted(tmp_path.iterdir()))):
        with pytest.raises(WeightError, match="divide all weights by one number"):
            Counts.from_frame(rows, **how)
