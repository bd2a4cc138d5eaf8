"""The kernel of ranked labels: rows worked by hand, and edges. Its definition: test_label_ranking_definition.py."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from records import values_of

from concordant import _kernels

NAN = float("nan")
INDICATOR = ("coverage", "average precision", "ranking loss", "reciprocal rank", "one error")
GAINS = ("gain", "normalized gain")
ALWAYS_DEFINED = ("coverage", "gain", "one error", "top k")


def discounts_of(labels: int) -> Any:
    return 1 / np.log2(np.arange(labels) + 2)


# -- hand-worked rows ----------------------------------------------------------------------------------------------

TRUTH = np.array([[1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]])
SCORES = np.array([[0.9, 0.8, 0.1, 0.3], [0.5, 0.5, 0.7, 0.5], [4.0, 3.0, 2.0, 1.0], [0.0, 0.0, 0.0, 0.0]])


@pytest.mark.parametrize(
    ("quantity", "ties", "expected"),
    [
        ("coverage", "expected", [3, 4, 0, 4]),
        ("average precision", "expected", [(1 + 2 / 3) / 2, 1 / 4, NAN, 1]),
        ("ranking loss", "expected", [1 / 4, 1, NAN, NAN]),  # of the pairs only the last label below the second
        ("reciprocal rank", "expected", [1, (1 / 2 + 1 / 3 + 1 / 4) / 3, NAN, 1]),
        ("reciprocal rank", "worst", [1, 1 / 4, NAN, 1]),
        ("reciprocal rank", "best", [1, 1 / 2, NAN, 1]),
        ("one error", "expected", [0, 1, 1, 0]),
    ],
)
def test_hand_worked_rows(quantity: str, ties: str, expected: list[float]) -> None:
    found = _kernels.label_ranking_values(quantity, TRUTH, SCORES, 1, ties)
    assert_allclose(found.values, expected, rtol=1e-15)
    assert values_of(found.odd) == (-1, -1, -1)


def test_hand_worked_gains() -> None:
    gains = np.array([[3, 0, 2], [3, 0, 2], [0, 0, 0]])
    scores = np.array([[0.1, 0.5, 0.9], [1, 1, 1], [1, 2, 3.0]])
    d = discounts_of(3)
    expected = [2 + 3 / 2, 5 / 3 * d.sum(), 0]
    assert_allclose(_kernels.label_ranking_values("gain", gains, scores, 1, "expected", d).values, expected, rtol=1e-15)
    ideal = 3 + 2 * d[1]
    found = _kernels.label_ranking_values("normalized gain", gains, scores, 1, "expected", d).values
    assert_allclose(found, [3.5 / ideal, expected[1] / ideal, NAN], rtol=1e-15)
    found = _kernels.label_ranking_values("gain", gains, scores, 1, "last", d).values
    assert_allclose(found, [3.5, 2 + 3 / 2, 0], rtol=1e-15)


@pytest.mark.parametrize(
    ("ties", "expected"),
    [("expected", [1, 2 / 3, 0, 1]), ("worst", [1, 0, 0, 1]), ("best", [1, 1, 0, 1]), ("last", [1, 0, 0, 1])],
)
def test_hand_worked_top_two(ties: str, expected: list[float]) -> None:
    codes = np.array([0, 0, 2, 3])
    scores = np.array([[0.9, 0.8, 0.1, 0.3], [0.5, 0.5, 0.1, 0.5], [4, 3, 2, 1.0], [0.0, 1, 0, 1]])
    assert_allclose(_kernels.label_ranking_values("top k", codes, scores, 2, ties).values, expected, rtol=1e-15)


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quantity", [*INDICATOR, *GAINS])
def test_no_rows(quantity: str) -> None:
    found = _kernels.label_ranking_moments(
        quantity, np.zeros((0, 3)), np.zeros((0, 3)), None, discounts=discounts_of(3)
    )
    assert (found.weight, found.squares) == (0.0, 0.0)
    assert found.mean.tolist() == [0.0] * (1 if quantity in ALWAYS_DEFINED else 2)
    assert values_of(found.odd) == (-1, -1, -1)
    values = _kernels.label_ranking_values(quantity, np.zeros((0, 3)), np.zeros((0, 3)), discounts=discounts_of(3))
    assert values.values.shape == (0,)


@pytest.mark.parametrize(
    ("quantity", "expected"),
    [
        ("coverage", [1, 0]),
        ("average precision", [1, NAN]),
        ("ranking loss", [NAN, NAN]),
        ("gain", [1, 0]),
        ("normalized gain", [1, NAN]),
        ("reciprocal rank", [1, NAN]),
        ("one error", [0, 1]),
    ],
)
def test_one_label(quantity: str, expected: list[float]) -> None:
    found = _kernels.label_ranking_values(quantity, np.array([[1], [0]]), np.zeros((2, 1)), discounts=discounts_of(1))
    assert_allclose(found.values, expected)


@pytest.mark.parametrize("place", [0, 3, 4000])
@pytest.mark.parametrize("quantity", [*INDICATOR, *GAINS])
def test_the_first_odd_rows_are_reported(quantity: str, place: int) -> None:
    truth, scores = np.zeros((4500, 40)), np.random.default_rng(1).random((4500, 40))
    d = discounts_of(40)
    for bad in (NAN, np.inf):
        odd = scores.copy()
        odd[place, 39] = odd[-1, 0] = bad
        for threads in (1, 3):
            found = _kernels.label_ranking_moments(quantity, truth, odd, None, discounts=d, threads=threads)
            assert values_of(found.odd) == ((-1, place, -1) if np.isnan(bad) else (-1, -1, place))
    for bad in (NAN, np.inf, 2.0, -1.0):
        allowed = (bad == 2.0 and quantity in GAINS) or (bad == -1.0 and quantity == "gain")
        wrong = truth.copy()
        wrong[place, 7] = wrong[-1, 0] = bad
        found = _kernels.label_ranking_moments(quantity, wrong, scores, None, discounts=d)
        assert found.odd.truth == (-1 if allowed else place)


def test_infinite_scores_are_ranked() -> None:
    scores = np.array([[np.inf, -np.inf, 0.0, np.inf]])
    truth = np.array([[0, 1, 1, 1]])
    assert _kernels.label_ranking_values("coverage", truth, scores).values.tolist() == [4.0]
    assert _kernels.label_ranking_values("reciprocal rank", truth, scores).values.tolist() == [0.75]
    all_low = np.full((1, 20), -np.inf)
    truth = np.eye(20, dtype=int)[[5]]
    assert _kernels.label_ranking_values("coverage", truth, all_low).values.tolist() == [20.0]
    assert _kernels.label_ranking_values("one error", truth, all_low).values.tolist() == [19 / 20]


def test_both_zeros_are_equal() -> None:
    truth, scores = np.array([[1, 0, 0]]), np.array([[-0.0, 0.0, -1.0]])
    assert _kernels.label_ranking_values("coverage", truth, scores).values.tolist() == [2.0]
    assert _kernels.label_ranking_values("gain", truth, scores, discounts=np.array([1.0, 0, 0])).values.tolist() == [
        0.5
    ]


@pytest.mark.parametrize(("dtype", "big"), [("int64", 2**60), ("uint64", 2**63)])
def test_large_integers_keep_their_order(dtype: str, big: int) -> None:
    scores = np.array([[big, big + 1, big - 1]], dtype)
    truth = np.array([[1, 0, 0]])
    assert _kernels.label_ranking_values("coverage", truth, scores).values.tolist() == [2.0]
    assert _kernels.label_ranking_values("reciprocal rank", truth, scores).values.tolist() == [0.5]


@pytest.mark.parametrize("rows", [([0, 3], [0, 1, 1]), ([0, 2], [1, 0]), ([0, 1], [3]), ([0, 1], [-1]), ([0, 9], [0])])
def test_compressed_rows_out_of_order_are_reported(rows: Any) -> None:
    starts, labels = map(np.array, rows)
    stored = (starts, labels, np.ones(len(labels)))
    found = _kernels.label_ranking_values("coverage", stored, np.zeros((1, 3)))
    assert found.odd.truth == 0


def test_a_stored_zero_is_reported() -> None:
    stored = (np.array([0, 1]), np.array([1]), np.zeros(1))
    assert _kernels.label_ranking_values("coverage", stored, np.zeros((1, 3))).odd.truth == 0


@pytest.mark.parametrize("code", [-1, 3, 10**12, -(10**12)])
def test_codes_that_are_no_column_are_reported(code: int) -> None:
    found = _kernels.label_ranking_values("top k", np.array([0, code, 2]), np.zeros((3, 3)))
    assert found.odd.truth == 1


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("speed", np.zeros((1, 2)), np.zeros((1, 2))), {}, "there is no such quantity"),
        (("coverage", np.zeros((1, 2)), np.zeros((1, 3))), {}, "truth and scores of different shapes"),
        (("coverage", np.zeros((2, 2)), np.zeros((1, 2))), {}, "truth and scores of different shapes"),
        (("coverage", np.zeros((1, 0)), np.zeros((1, 0))), {}, "at least one label"),
        (("top k", np.zeros((1, 2)), np.zeros((1, 2))), {}, "top k takes one code a row"),
        (("gain", np.zeros((1, 2)), np.zeros((1, 2))), {}, "gains need one discount a place"),
        (("gain", np.zeros((1, 2)), np.zeros((1, 2))), {"discounts": np.ones(3)}, "gains need one discount a place"),
        (("one error", np.zeros((1, 2)), np.zeros((1, 2))), {"ties": "none"}, "ties is 'expected', 'worst'"),
        (("coverage", (np.array([0, 1]), np.array([0]), np.ones(2)), np.zeros((1, 2))), {}, "starts .n . 1., labels"),
    ],
)
def test_wrong_arguments_are_refused(arguments: Any, options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _kernels.label_ranking_values(*arguments, **options)
    with pytest.raises(ValueError, match=message):
        _kernels.label_ranking_moments(*arguments, None, **options)


def test_weights_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match="weights of a different length"):
        _kernels.label_ranking_moments("coverage", np.zeros((2, 2)), np.zeros((2, 2)), np.ones(3))
