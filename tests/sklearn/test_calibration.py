"""The calibration curve beside scikit-learn's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from beside_sklearn import KINDS, assert_same, column
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from concordant.sklearn import calibration_curve

Y = [0, 0, 0, 0, 1, 1, 1, 1, 1]
P = [0.1, 0.2, 0.3, 0.4, 0.65, 0.7, 0.8, 0.9, 1.0]
NAN = float("nan")


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
@pytest.mark.parametrize("n_bins", [1, 2, 5, 10, 33])
@pytest.mark.parametrize("digits", [1, 2, 17])
def test_values_on_random_rows(digits: int, n_bins: int, strategy: str) -> None:
    rng = np.random.default_rng(digits * n_bins)
    p = rng.random(200).round(digits)
    y = (rng.random(200) < p).astype(int)
    for truth in (y, y.astype(bool), 2 * y - 1, y.tolist(), y.astype(float)):
        assert_same("calibration_curve", truth, p, n_bins=n_bins, strategy=strategy)


@given(
    st.lists(
        st.tuples(st.integers(0, 1), st.sampled_from([0.0, 0.2, 0.25, 0.3, 0.6, 0.75, 1.0])), min_size=1, max_size=9
    ),
    st.integers(1, 6),
    st.sampled_from(["uniform", "quantile"]),
)
def test_any_few_rows(data: list[tuple[int, float]], n_bins: int, strategy: str) -> None:
    y, p = zip(*data, strict=True)
    assert_same("calibration_curve", list(y), list(p), n_bins=n_bins, strategy=strategy)


@pytest.mark.parametrize("n_bins", [3, 5, 6, 7])
def test_edges_between_ties_are_those_of_scikit_learn_to_the_last_bit(n_bins: int) -> None:
    rng = np.random.default_rng(n_bins)
    for n in range(4, 40):
        p = np.where(rng.random(n) < 0.5, rng.random(n).round(1), rng.random(n))
        assert_same("calibration_curve", rng.integers(0, 2, n), p, n_bins=n_bins, strategy="quantile")


def test_bins_are_closed_on_the_right_and_empty_ones_left_out() -> None:
    prob_true, prob_pred = calibration_curve([1, 0, 1, 1], [0.0, 0.5, 0.25, 1.0], n_bins=4)
    assert prob_true.tolist() == [1.0, 0.0, 1.0]
    assert prob_pred.tolist() == [0.125, 0.5, 1.0]


@pytest.mark.parametrize("kind", [np.float32, np.float16, np.int64, bool])
@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
def test_probabilities_of_other_types(strategy: str, kind: type) -> None:
    p = np.array([0, 0, 1, 1, 0, 1, 1, 1, 0], dtype=kind)
    if kind is not bool or strategy == "uniform":  # quantiles of bools fail in NumPy
        assert_same("calibration_curve", Y, p, strategy=strategy)
    assert_array_equal(calibration_curve(Y, p, strategy=strategy), calibration_curve(Y, p * 1.0, strategy=strategy))
    short = np.array([0.1, 0.2, 0.3, 0.4, 0.65, 0.7, 0.8, 0.9, 1.0], dtype=np.float32)
    assert_allclose(calibration_curve(Y, short)[1], [0.1, 0.25, 0.4, 0.675, 0.9], rtol=1e-6)  # 0.4 and 0.8 lie above


@pytest.mark.parametrize("pos_label", [None, 0, 1, 2, "a", "b", True, [1]])
@pytest.mark.parametrize(
    "y",
    [Y, ["a"] * 4 + ["b"] * 5, [2] * 4 + [5] * 5, [-1] * 4 + [1] * 5, [True] * 4 + [False] * 5, [0.0] * 4 + [1.0] * 5,
     [0.0] * 4 + [1.5] * 5, [0, 1, 2] * 3, [1] * 9, [0] * 9, [3] * 9, ["a"] * 9, [[1]] * 9, [[1, 0]] * 9, [1, 0], 1],
    ids=repr,
)  # fmt: skip
def test_labels_at_the_edges(y: Any, pos_label: Any) -> None:
    assert_same("calibration_curve", y, P, pos_label=pos_label)
    if isinstance(y, list) and np.ndim(y) == 1:
        assert_same("calibration_curve", np.array(y), np.array(P), pos_label=pos_label)


@pytest.mark.parametrize(
    "p",
    [[*P[:-1], np.inf], [*P[:-1], 1.1], [*P[:-1], -0.1], [[x] for x in P], [[x, x] for x in P], P[:3], 1, [0.5] * 9,
     [0.0] * 9, [1.0] * 9],
    ids=repr,
)  # fmt: skip
@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
def test_probabilities_at_the_edges(strategy: str, p: Any) -> None:
    assert_same("calibration_curve", Y, p, strategy=strategy)
    if isinstance(p, list):
        assert_same("calibration_curve", np.array(Y), np.array(p), strategy=strategy)


@pytest.mark.parametrize("n_bins", [0, -1, 2.5, "a", None])
def test_number_of_bins_must_be_one(n_bins: Any) -> None:
    assert_same("calibration_curve", Y, P, n_bins=n_bins)


@pytest.mark.parametrize("strategy", ["percentile", None, 1])
def test_unknown_strategy(strategy: Any) -> None:
    assert_same("calibration_curve", Y, P, strategy=strategy, messages=False)  # it lists them in any order
    message = rf"^The 'strategy' parameter of calibration_curve must be a str among .* Got {strategy!r} instead\.$"
    with pytest.raises(ValueError, match=message):
        calibration_curve(Y, P, strategy=strategy)


def test_missing_values_are_refused_where_scikit_learn_is_silent() -> None:
    with pytest.raises(ValueError, match=r"^Input y_prob contains NaN\.$"):
        calibration_curve(Y, [*P[:-1], NAN])
    with pytest.raises(ValueError, match=r"^Input y_true contains NaN\.$"):
        calibration_curve([1] * 8 + [NAN], P, pos_label=1)


def test_no_row_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^Found array with 0 sample\(s\)"):
        calibration_curve([], [])


@pytest.mark.parametrize("kind", KINDS)
def test_labels_in_any_form(kind: str) -> None:
    codes = [0, 1, 1, 0, 1, 0]
    p = [0.1, 0.7, 0.4, 0.4, 0.9, 0.3]
    positive = "a" if isinstance(np.asarray(column(kind, codes)).ravel()[0], str) else 1
    expected = calibration_curve(codes, p, n_bins=3)
    for mine, other in zip(
        calibration_curve(column(kind, codes), p, n_bins=3, pos_label=positive), expected, strict=True
    ):
        assert_array_equal(mine, other)
