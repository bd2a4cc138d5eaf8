"""Probabilities on trust: the same value, of less that is read; what is read is still checked."""

from __future__ import annotations

from threading import Thread
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import concordant as co
from concordant.errors import ConcordantError, LabelError, LengthError, MissingValuesError, ScoreError


def softmax(rows: int, classes: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Labels, every class among them, and a matrix of probabilities."""
    rng = np.random.default_rng(seed)
    p = rng.random((rows, classes)) + 0.01
    return rng.permutation(np.resize(np.arange(classes), rows)), p / p.sum(axis=1, keepdims=True)


# Edges


def test_of_each_row_one_probability_is_read_alone() -> None:
    y, p = np.array([1, 0, 2]), np.array([[9.0, 0.5, np.nan], [0.25, -3.0, np.inf], [7.0, 7.0, 0.125]])
    with co.trust_probabilities():
        assert co.log_loss(y, p) == pytest.approx(np.log([2, 4, 8]).mean(), rel=1e-15)
    with pytest.raises(MissingValuesError):
        co.log_loss(y, p)
    with pytest.raises(ScoreError, match="4 are not, the first in row 0"):
        co.log_loss(y, np.where(np.isfinite(p), p, 0.0))


@pytest.mark.parametrize("bad", [np.nan, 1.2, -0.1, np.inf, -np.inf])
def test_what_is_read_is_a_probability(bad: float) -> None:
    y, p = softmax(300, 20)
    p[17, y[17]] = bad
    with co.trust_probabilities(), pytest.raises(ConcordantError, match="row 17"):
        co.log_loss(y, p)


def test_zero_is_infinite_and_minus_zero_too() -> None:
    for zero in (0.0, -0.0):
        with co.trust_probabilities():
            assert co.log_loss([0, 1, 2], np.array([[zero, 1, 1], [1, 1, 1], [1, 1, 1]])) == np.inf


def test_no_row_is_undefined() -> None:
    with co.trust_probabilities(), pytest.warns(co.errors.UndefinedMetricWarning, match="there are no rows"):
        assert np.isnan(co.log_loss(np.array([], int), np.zeros((0, 3)), labels=[0, 1, 2]))


@pytest.mark.parametrize("label", [3, -1, 2**40])
def test_labels_are_checked(label: int) -> None:
    p = np.full((4, 3), 1 / 3)
    y = np.array([0, 1, 2, label])
    with co.trust_probabilities():
        with pytest.raises((LabelError, LengthError)):
            co.log_loss(y, p, labels=[0, 1, 2])
        with pytest.raises((LabelError, LengthError)):
            co.log_loss(y, p)


# The same as without trust


@given(
    rows=st.sampled_from([1, 5, 63, 64, 65, 700]),
    classes=st.sampled_from([3, 5, 7, 8, 40]),
    dtype=st.sampled_from(["float64", "float32", "float16"]),
    order=st.sampled_from(["C", "F", "strided"]),
    weighted=st.booleans(),
)
def test_the_value_is_the_same_to_the_last_bit(rows: int, classes: int, dtype: str, order: str, weighted: bool) -> None:
    y, p = softmax(max(rows, classes), classes, rows)
    p = p.astype(dtype)
    p = np.asarray(p, order="F") if order == "F" else np.repeat(p, 2, axis=1)[:, ::2] if order == "strided" else p
    how: dict[str, Any] = {"sample_weight": np.arange(len(y)) % 3 + 0.5} if weighted else {}

    def asked() -> list[Any]:
        return [
            co.log_loss(y, p, **how),
            co.log_loss(y, p, labels=range(classes), **how),
            co.log_loss.state(y, p, **how),
        ]

    with co.trust_probabilities():
        found = asked()
    assert found == asked()


def test_many_rows_and_threads(free_threads: pytest.MonkeyPatch) -> None:
    y, p = softmax(30_000, 12)
    expected = co.log_loss(y, p)
    with co.trust_probabilities():
        for threads in (1, 2, 5):
            co.set_threads(threads)
            assert co.log_loss(y, p) == expected


def test_intervals_comparisons_and_skill_scores_are_the_same() -> None:
    y, p = softmax(400, 6)
    other = softmax(400, 6, seed=1)[1]

    def asked() -> list[Any]:
        return [
            co.log_loss.interval(y, p),
            co.log_loss.interval(y, p, method="percentile", draws=50),
            co.log_loss.compare(y, p, other),
            co.log_loss_skill_score(y, p),
            co.brier_score(y, p),
            co.log_loss(y, p, missing="drop"),
            co.log_loss(y > 2, p[:, 0]),
        ]

    expected = asked()
    with co.trust_probabilities():
        assert asked() == expected


def test_other_metrics_check_their_rows_on_trust_too() -> None:
    y, p = softmax(50, 4)
    with co.trust_probabilities():
        for metric in (co.brier_score, co.ranked_probability_score):
            with pytest.raises(ScoreError, match="each row of y_prob must sum to 1"):
                metric(y, 2 * p / 3)


# The block


def test_trust_ends_with_the_block_and_holds_in_its_own_thread_alone() -> None:
    y, p = np.array([0, 1, 2]), np.full((3, 3), 0.5)
    found: list[type[BaseException]] = []

    def ask() -> None:
        try:
            co.log_loss(y, p)
        except ScoreError as error:
            found.append(type(error))

    with co.trust_probabilities():
        with co.trust_probabilities():
            co.log_loss(y, p)
        co.log_loss(y, p)  # the inner block did not end the outer one
        thread = Thread(target=ask)
        thread.start()
        thread.join()
    ask()
    with pytest.raises(ZeroDivisionError), co.trust_probabilities():
        raise ZeroDivisionError
    ask()
    assert found == [ScoreError] * 3
