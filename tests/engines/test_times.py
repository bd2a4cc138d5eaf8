"""Rows that stand for several: the state is that of the rows written out, to the last row, also beyond 2**53."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.engines import arrays
from concordant.engines.arrays import scores as curves
from concordant.inputs.labels import check_labels
from concordant.inputs.scores import check_scores
from concordant.states import Counts, Curve

MANY = 2**53 + 1  # no float
ROWS = st.lists(st.tuples(st.integers(0, 3), st.integers(-2, 2), st.integers(1, 5)), max_size=12)


def times_of(*numbers: int) -> npt.NDArray[np.int64]:
    return np.array(numbers, np.int64)


@given(ROWS, st.sampled_from([0, 10**6, 10**12]))
def test_counts_are_those_of_the_rows_written_out(rows: list[tuple[int, int, int]], far: int) -> None:
    true, pred = ([row[k] * far + row[k] for row in rows] for k in (0, 1))
    times = times_of(*(row[2] for row in rows))
    found = arrays.counts(check_labels(np.array(true, int), np.array(pred, int), times=times))
    assert found == Counts.from_labels(np.repeat(true, times).astype(int), np.repeat(pred, times).astype(int))


@given(ROWS)
def test_curves_are_those_of_the_rows_written_out(rows: list[tuple[int, int, int]]) -> None:
    true, score = np.array([row[0] % 2 for row in rows], int), np.array([row[1] / 2 for row in rows], float)
    times = times_of(*(row[2] for row in rows))
    expected = Curve.from_scores(np.repeat(true, times), np.repeat(score, times))
    assert arrays.curve(check_scores(true, score, times=times)) == expected


def test_times_beyond_the_whole_numbers_of_floats_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = check_labels(["a", "b", "a"], ["a", "a", "a"], times=times_of(MANY, 3, MANY))
    assert arrays.counts(rows).table.tolist() == [[2 * MANY, 0], [3, 0]]
    scored = check_scores([1, 0, 1, 1], [0.5, 0.5, -0.0, 0.0], times=times_of(MANY, 3, 1, MANY))
    found = arrays.curve(scored)
    assert (found.scores.tolist(), found.weights.tolist()) == ([0.5, 0.0], [[3, MANY], [0, MANY + 1]])
    monkeypatch.setattr(curves, "_CURVES_EXACT", 0)  # the same path for few rows
    few = check_scores([1, 0, 1], [0.5, 0.25, 0.5], times=times_of(1, 2, 3))
    assert arrays.curve(few) == Curve.from_scores([1, 1, 1, 1, 0, 0], [0.5] * 4 + [0.25] * 2)


def test_several_classes_are_repeated_in_their_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves, "_CURVES_EXACT", 0)
    scores = np.array([[0.5, 0.25, 0.25], [0.5, 0.5, 0.0], [0.25, 0.25, 0.5]])
    found = arrays.curve_stack(check_scores(["a", "b", "c"], scores, labels=["a", "b", "c"], times=times_of(2, 1, 3)))
    written = np.repeat(scores, [2, 1, 3], axis=0)
    expected = arrays.curve_stack(check_scores(list("aabccc"), written, labels=["a", "b", "c"]))
    assert found == expected


def test_rows_that_are_dropped_are_counted_as_often_as_they_stand_for() -> None:
    rows = check_labels(["a", None, "b"], ["a", "b", None], missing="drop", times=times_of(2, 3, 4))
    assert (arrays.counts(rows).n, rows.missing) == (2, 7)


def test_weights_are_the_sums_of_groups_and_times_their_rows() -> None:
    rows = check_labels([0, 1, None], [0, 0, 1], sample_weight=[0.5, 0.0, 2.0], missing="drop", times=times_of(2, 0, 4))
    assert (arrays.counts(rows).table.tolist(), rows.missing) == ([[0.5]], 4)
