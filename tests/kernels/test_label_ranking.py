"""The kernel of ranked labels against its definition, written out; ties against all orders of them."""

from __future__ import annotations

import math
from itertools import pairwise, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.metrics import dcg_score, ndcg_score
from support.samples import INTEGER_TYPES, frozen, values_of, weight_columns

from concordant import _kernels

Array = np.ndarray[Any, Any]
NAN = float("nan")

INDICATOR = ("coverage", "average precision", "ranking loss", "reciprocal rank", "one error")
GAINS = ("gain", "normalized gain")


# -- the twin ------------------------------------------------------------------------------------------------------


def orders(scores: list[Any]) -> list[tuple[int, ...]]:
    """All orders of the labels in which no label stands above one of a higher score."""
    every = permutations(range(len(scores)))
    return [order for order in every if all(scores[a] >= scores[b] for a, b in pairwise(order))]


def of_order(quantity: str, gains: list[float], order: tuple[int, ...], discounts: Array, k: int) -> float:
    """A quantity of labels that stand in one order."""
    ranked = [gains[j] for j in order]
    gain, ideal = (float(np.dot(row, discounts)) for row in (ranked, sorted(gains, reverse=True)))
    first = next((place for place, gain in enumerate(ranked, 1) if gain), math.inf)
    return {
        "gain": gain,
        "normalized gain": gain / ideal if ideal else NAN,
        "one error": float(first > 1),
        "top k": float(first <= k),
        "reciprocal rank": 1 / first if first < math.inf else NAN,
    }[quantity]


def of_row(quantity: str, gains: list[float], scores: list[Any], discounts: Array, ties: str, k: int = 1) -> float:
    """A quantity of one row, as it is defined."""
    relevant = [score for gain, score in zip(gains, scores, strict=True) if gain]
    others = [score for gain, score in zip(gains, scores, strict=True) if not gain]
    if quantity == "coverage":
        return float(sum(score >= min(relevant) for score in scores)) if relevant else 0.0
    if quantity == "ranking loss":
        return float(np.mean([one <= other for one in relevant for other in others])) if relevant and others else NAN
    if quantity == "average precision":
        shares = [sum(x >= one for x in relevant) / sum(x >= one for x in scores) for one in relevant]
        return float(np.mean(shares)) if shares else NAN
    if ties == "last":
        last_first = sorted(range(len(scores)), key=lambda j: (scores[j], j), reverse=True)
        return of_order(quantity, gains, tuple(last_first), discounts, k)
    values = [of_order(quantity, gains, order, discounts, k) for order in orders(scores)]
    if ties == "expected":
        return float(np.mean(values))
    return min(values) if (ties == "worst") == (quantity != "one error") else max(values)


def discounts_of(labels: int, k: int | None = None) -> Array:
    return np.where(np.arange(labels) < (k or labels), 1 / np.log2(np.arange(labels) + 2), 0)


def assert_moments(found: Any, values: Any, weights: Any) -> None:
    """Weight, squares, mean and co-moments of values, NaN counting as zero beside a column that tells."""
    values = np.asarray(values, float)
    weights = np.ones(len(values)) if weights is None else np.asarray(weights, float)
    assert_allclose([found.weight, found.squares], [weights.sum(), (weights**2).sum()])
    columns = np.stack([np.nan_to_num(values), ~np.isnan(values)], 1)[:, : len(found.mean)].astype(float)
    mean = weights @ columns / (weights.sum() or 1.0)
    centred = columns - mean
    assert_allclose(found.mean, mean, rtol=1e-11, atol=1e-13)
    assert_allclose(found.comoment, (centred * weights[:, None]).T @ centred, rtol=1e-10, atol=1e-11)


# -- properties ----------------------------------------------------------------------------------------------------


def layouts(matrix: Array) -> list[Array]:
    """Equal matrices that lie in memory in different ways."""
    wide = np.zeros((2 * matrix.shape[0], 3 * matrix.shape[1]), matrix.dtype)
    wide[::2, ::3] = matrix
    return [matrix, np.asfortranarray(matrix), wide[::2, ::3], matrix[::-1].copy()[::-1], frozen(matrix.copy())]


@st.composite
def ranked_rows(draw: st.DrawFn, *, indicator: bool) -> tuple[Array, Array]:
    """A few rows of a few labels with many ties, of any type and layout."""
    shape = draw(st.tuples(st.integers(1, 6), st.integers(1, 5)))
    kinds = [*INTEGER_TYPES, "float32", "float64"]
    dtype = draw(st.sampled_from(kinds if indicator else [k for k in kinds if k != "bool"]))
    truth = draw(arrays(int, shape, elements=st.integers(0, 1 if indicator else draw(st.sampled_from([2, 40])))))
    truth = truth.astype(dtype) * (0.375 if dtype == "float64" and not indicator else 1)
    scores = draw(arrays(int, shape, elements=st.sampled_from([0, 1, 2, 5]))).astype(draw(st.sampled_from(kinds)))
    if scores.dtype.kind == "f":
        scores = scores / 4 - 0.5
    pick = st.integers(0, 4)
    return layouts(truth.astype(dtype))[draw(pick)], layouts(scores)[draw(pick)]


def truths(truth: Array) -> list[Any]:
    """The same truth, dense and sparse."""
    rows = csr_array(truth)
    return [truth, *((rows.indptr.astype(kind), rows.indices, rows.data) for kind in ("int32", "int64"))]


@given(data=st.data(), quantity=st.sampled_from([*INDICATOR, *GAINS]))
def test_any_quantity_equals_its_definition(data: st.DataObject, quantity: str) -> None:
    truth, scores = data.draw(ranked_rows(indicator=quantity in INDICATOR))
    ties = data.draw(st.sampled_from(["expected", "last"] if quantity in GAINS else ["expected", "worst", "best"]))
    weights = data.draw(st.none() | weight_columns(len(truth)))
    d = discounts_of(truth.shape[1], data.draw(st.none() | st.integers(1, truth.shape[1])))
    rows = zip(truth.astype(float).tolist(), scores.tolist(), strict=True)
    expected = [of_row(quantity, gains, row, d, ties) for gains, row in rows]
    how = (1, ties, d) if quantity in GAINS else (1, ties)
    for y_true in truths(truth):
        found = _kernels.label_ranking_values(quantity, y_true, scores, *how)
        assert_allclose(found.values, expected, rtol=1e-13, atol=1e-15)
        assert values_of(found.odd) == (-1, -1, -1)
        assert_moments(_kernels.label_ranking_moments(quantity, y_true, scores, weights, *how), expected, weights)


@given(data=st.data(), ties=st.sampled_from(["expected", "worst", "best", "last"]), k=st.integers(1, 6))
def test_top_k_equals_the_definition(data: st.DataObject, ties: str, k: int) -> None:
    truth, scores = data.draw(ranked_rows(indicator=True))
    codes = truth.argmax(1).astype(data.draw(st.sampled_from([t for t in INTEGER_TYPES if t != "bool"])))
    rows = zip(np.eye(truth.shape[1])[codes.astype(int)].tolist(), scores.tolist(), strict=True)
    expected = [of_row("top k", gains, row, discounts_of(len(row)), ties, k) for gains, row in rows]
    found = _kernels.label_ranking_values("top k", codes, scores, k, ties)
    assert_allclose(found.values, expected, rtol=1e-14)
    assert_moments(_kernels.label_ranking_moments("top k", codes, scores, None, k, ties), expected, None)


# -- many labels ---------------------------------------------------------------------------------------------------


def of_many(quantity: str, gains: list[float], scores: list[Any], discounts: Array, ties: str) -> float:
    """The same for many labels, where not every order can be tried: equal scores share their places."""
    if quantity in INDICATOR[:3] or ties == "last":
        return of_row(quantity, gains, scores, discounts, ties)
    if quantity == "reciprocal rank":  # of the worst order: labels that are not relevant come first
        best = max(score for gain, score in zip(gains, scores, strict=True) if gain)
        before = sum(s > best or (s == best and not gain) for gain, s in zip(gains, scores, strict=True))
        return 1 / (before + 1)
    return float((dcg_score if quantity == "gain" else ndcg_score)([gains], [scores]))


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "uint64", "int16"])
@pytest.mark.parametrize("labels", [7, 8, 9, 16, 33, 100, 500])
def test_many_labels(labels: int, dtype: str) -> None:
    """Rows shorter and longer than the vectors; relevant labels fewer and more than are counted one by one."""
    rng = np.random.default_rng(labels)
    distinct = np.argsort(rng.random((4, labels)), 1) - (0 if dtype == "uint64" else labels // 2)
    choices = [(quantity, "worst") for quantity in INDICATOR[:4]]
    choices += [(quantity, ties) for quantity in GAINS for ties in ("expected", "last")]
    d = discounts_of(labels)
    for scores in (distinct.astype(dtype), (distinct // 7).astype(dtype)):
        for share in (0.1, 0.5, 0.9):
            relevant = (rng.random(distinct.shape) < share).astype(np.int8)
            relevant[:, 0], relevant[:, 1] = 1, 0
            graded = relevant * rng.integers(1, 30, distinct.shape)
            for quantity, ties in choices:
                truth = graded if quantity in GAINS else relevant
                rows = zip(truth.astype(float).tolist(), scores.tolist(), strict=True)
                expected = [of_many(quantity, gains, row, d, ties) for gains, row in rows]
                for y_true in truths(truth)[:2]:
                    found = _kernels.label_ranking_values(quantity, y_true, scores, 1, ties, d)
                    assert_allclose(found.values, expected, rtol=1e-12)


def test_a_tie_of_many_labels_is_averaged() -> None:
    # The first of r relevant labels in a random order of n stands at (n + 1) / (r + 1) on average.
    n, r = 400, 7
    truth = np.zeros((1, n), int)
    truth[0, :r] = 1
    found = _kernels.label_ranking_values("reciprocal rank", truth, np.zeros((1, n))).values[0]
    rng = np.random.default_rng(3)
    places = np.array([rng.permutation(n)[:r].min() + 1 for _ in range(20_000)])
    assert found == pytest.approx((1 / places).mean(), abs=4 * (1 / places).std() / 20_000**0.5)


@pytest.mark.parametrize("quantity", [*INDICATOR, *GAINS])
def test_the_number_of_threads_does_not_change_a_bit(quantity: str) -> None:
    rng = np.random.default_rng(11)
    rows = 20_500  # eight chunks of a quarter of a million scores, the last of them short
    truth, scores, weights = rng.integers(0, 2, (rows, 90)), rng.random((rows, 90)).round(2), rng.random(rows)
    values, moments = [], []
    for threads in (1, 3, 7):
        how: Any = {"discounts": discounts_of(90), "threads": threads}
        values.append(_kernels.label_ranking_values(quantity, truth, scores, **how).values)
        moments.append(_kernels.label_ranking_moments(quantity, truth, scores, weights, **how))
        assert_array_equal(values[-1], values[0])
        for one, other in zip(values_of(moments[-1])[:4], values_of(moments[0])[:4], strict=True):
            assert_array_equal(one, other)
    assert_moments(moments[0], values[0], weights)


ALWAYS_DEFINED = ("coverage", "gain", "one error", "top k")


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quantity", [*INDICATOR, *GAINS])
def test_no_rows(quantity: str) -> None:
    none, d = np.zeros((0, 3)), discounts_of(3)
    found = _kernels.label_ranking_moments(quantity, none, none, None, discounts=d)
    assert (found.weight, found.squares) == (0.0, 0.0)
    assert found.mean.tolist() == [0.0] * (1 if quantity in ALWAYS_DEFINED else 2)
    assert values_of(found.odd) == (-1, -1, -1)
    assert _kernels.label_ranking_values(quantity, none, none, discounts=d).values.shape == (0,)


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


INF, BIG = np.inf, 2**60
WORKED: list[tuple[str, Any, Any, float]] = [
    ("coverage", [0, 1, 1, 1], [INF, -INF, 0.0, INF], 4.0),
    ("reciprocal rank", [0, 1, 1, 1], [INF, -INF, 0.0, INF], 0.75),
    ("coverage", np.arange(20) == 5, np.full(20, -INF), 20.0),
    ("one error", np.arange(20) == 5, np.full(20, -INF), 19 / 20),
    ("coverage", [1, 0, 0], [-0.0, 0.0, -1.0], 2.0),
    ("gain", [1, 0, 0], [-0.0, 0.0, -1.0], 0.5),
    ("coverage", [1, 0, 0], [BIG, BIG + 1, BIG - 1], 2.0),
    ("reciprocal rank", [1, 0, 0], np.array([8 * BIG, 8 * BIG + 1, 8 * BIG - 1], np.uint64), 0.5),
]


@pytest.mark.parametrize(("quantity", "truth", "scores", "expected"), WORKED)
def test_infinite_scores_both_zeros_and_large_integers_are_ranked(
    quantity: str, truth: Any, scores: Any, expected: float
) -> None:
    first = np.eye(len(scores))[0]  # the discounts: only the first place counts
    found = _kernels.label_ranking_values(quantity, np.array([truth]), np.array([scores]), discounts=first)
    assert found.values.tolist() == [expected]


ODD_ROWS = [([0, 3], [0, 1, 1], 1), ([0, 2], [1, 0], 1), ([0, 1], [3], 1), ([0, 1], [-1], 1), ([0, 9], [0], 1)]


@pytest.mark.parametrize(("starts", "labels", "gain"), [*ODD_ROWS, ([0, 1], [1], 0)])
def test_compressed_rows_out_of_order_and_stored_zeros_are_reported(starts: Any, labels: Any, gain: int) -> None:
    stored = np.array(starts), np.array(labels), np.full(len(labels), float(gain))
    assert _kernels.label_ranking_values("coverage", stored, np.zeros((1, 3))).odd.truth == 0


@pytest.mark.parametrize("code", [-1, 3, 10**12, -(10**12)])
def test_codes_that_are_no_column_are_reported(code: int) -> None:
    found = _kernels.label_ranking_values("top k", np.array([0, code, 2]), np.zeros((3, 3)))
    assert found.odd.truth == 1


ROW = np.zeros((1, 2))


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("speed", ROW, ROW), {}, "there is no such quantity"),
        (("coverage", ROW, np.zeros((1, 3))), {}, "truth and scores of different shapes"),
        (("coverage", np.zeros((2, 2)), ROW), {}, "truth and scores of different shapes"),
        (("coverage", np.zeros((1, 0)), np.zeros((1, 0))), {}, "at least one label"),
        (("top k", ROW, ROW), {}, "top k takes one code a row"),
        (("gain", ROW, ROW), {}, "gains need one discount a place"),
        (("gain", ROW, ROW), {"discounts": np.ones(3)}, "gains need one discount a place"),
        (("one error", ROW, ROW), {"ties": "none"}, "ties is 'expected', 'worst'"),
        (("coverage", (np.array([0, 1]), np.array([0]), np.ones(2)), ROW), {}, "starts .n . 1., labels"),
    ],
)
def test_wrong_arguments_are_refused(arguments: Any, options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _kernels.label_ranking_values(*arguments, **options)
    with pytest.raises(ValueError, match=message):
        _kernels.label_ranking_moments(*arguments, None, **options)
    with pytest.raises(ValueError, match="different lengths"):
        _kernels.label_ranking_moments("coverage", ROW, ROW, np.ones(3))
