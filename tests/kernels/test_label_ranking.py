"""The kernel of ranked labels against its definition, written out; ties against all orders of them."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.sparse import csr_array
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


def last_first(scores: list[Any]) -> tuple[int, ...]:
    return tuple(sorted(range(len(scores)), key=lambda j: (scores[j], j), reverse=True))


def of_order(quantity: str, gains: list[float], order: tuple[int, ...], discounts: Array, k: int) -> float:
    """A quantity of labels that stand in one order."""
    ranked = [gains[j] for j in order]
    if quantity == "gain":
        return float(np.dot(ranked, discounts))
    if quantity == "normalized gain":
        ideal = float(np.dot(sorted(gains, reverse=True), discounts))
        return float(np.dot(ranked, discounts)) / ideal if ideal else NAN
    places = [place for place, gain in enumerate(ranked, 1) if gain]
    if quantity == "one error":
        return 0.0 if ranked[0] else 1.0
    if quantity == "top k":
        return float(places[0] <= k)
    return 1 / places[0] if places else NAN


def of_row(quantity: str, gains: list[float], scores: list[Any], discounts: Array, ties: str, k: int) -> float:
    """A quantity of one row, as it is defined."""
    relevant = [j for j, gain in enumerate(gains) if gain]
    others = [j for j, gain in enumerate(gains) if not gain]
    if quantity == "coverage":
        return float(sum(s >= min(scores[j] for j in relevant) for s in scores)) if relevant else 0.0
    if quantity == "ranking loss":
        pairs = [scores[i] <= scores[j] for i in relevant for j in others]
        return float(np.mean(pairs)) if pairs else NAN
    if quantity == "average precision":
        shares = [sum(scores[i] >= scores[j] for i in relevant) / sum(s >= scores[j] for s in scores) for j in relevant]
        return float(np.mean(shares)) if shares else NAN
    if ties == "last":
        return of_order(quantity, gains, last_first(scores), discounts, k)
    values = [of_order(quantity, gains, order, discounts, k) for order in orders(scores)]
    if ties == "expected":
        return float(np.mean(values))
    lowest = (ties == "worst") == (quantity != "one error")
    return min(values) if lowest else max(values)


def discounts_of(labels: int, k: int | None = None) -> Array:
    discounts = 1 / np.log2(np.arange(labels) + 2)
    discounts[slice(k, None) if k is not None else slice(0, 0)] = 0
    return discounts


def assert_moments(found: Any, values: Any, weights: Any) -> None:
    """Weight, squares, mean and co-moments of values, NaN counting as zero beside a column that tells."""
    values = np.asarray(values, float)
    weights = np.ones(len(values)) if weights is None else np.asarray(weights, float)
    assert_allclose(found.weight, weights.sum())
    assert_allclose(found.squares, (weights**2).sum())
    size = len(found.mean)
    columns = np.stack([np.nan_to_num(values), ~np.isnan(values)], 1)[:, :size].astype(float)
    if not weights.sum():
        assert found.mean.tolist() == [0.0] * size
        return
    mean = weights @ columns / weights.sum()
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
    rows, labels = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    size = rows * labels
    high = 1 if indicator else draw(st.sampled_from([2, 40]))
    kinds = [*INTEGER_TYPES, "float32", "float64"]
    dtype = draw(st.sampled_from(kinds if indicator else [k for k in kinds if k != "bool"]))
    truth = np.array(draw(st.lists(st.integers(0, high), min_size=size, max_size=size))).reshape(rows, labels)
    values = draw(st.lists(st.sampled_from([0, 1, 2, 5]), min_size=size, max_size=size))
    scores = np.array(values).reshape(rows, labels).astype(draw(st.sampled_from(kinds)))
    if scores.dtype.kind == "f":
        scores = scores / 4 - 0.5
    pick = draw(st.integers(0, 4))
    return layouts(truth.astype(dtype))[pick], layouts(scores)[draw(st.integers(0, 4))]


def truths(truth: Array) -> list[Any]:
    """The same truth, dense and sparse."""
    sparse = csr_array(truth)
    return [
        truth,
        (sparse.indptr, sparse.indices, sparse.data),
        (sparse.indptr.astype("int64"), sparse.indices, sparse.data),
    ]


@given(data=st.data(), quantity=st.sampled_from(INDICATOR), ties=st.sampled_from(["expected", "worst", "best"]))
def test_indicators_equal_the_definition(data: st.DataObject, quantity: str, ties: str) -> None:
    truth, scores = data.draw(ranked_rows(indicator=True))
    weights = data.draw(st.none() | weight_columns(len(truth)))
    expected = [
        of_row(quantity, t, s, np.array([]), ties, 1)
        for t, s in zip(truth.astype(float).tolist(), scores.tolist(), strict=True)
    ]
    for y_true in truths(truth):
        found = _kernels.label_ranking_values(quantity, y_true, scores, 1, ties)
        assert_allclose(found.values, expected, rtol=1e-13)
        assert values_of(found.odd) == (-1, -1, -1)
        moments = _kernels.label_ranking_moments(quantity, y_true, scores, weights, 1, ties)
        assert_moments(moments, expected, weights)


@given(data=st.data(), quantity=st.sampled_from(GAINS), ties=st.sampled_from(["expected", "last"]))
def test_gains_equal_the_definition(data: st.DataObject, quantity: str, ties: str) -> None:
    truth, scores = data.draw(ranked_rows(indicator=False))
    if truth.dtype.kind == "f":
        truth = truth * truth.dtype.type(0.375)
    weights = data.draw(st.none() | weight_columns(len(truth)))
    discounts = discounts_of(truth.shape[1], data.draw(st.none() | st.integers(1, truth.shape[1])))
    expected = [
        of_row(quantity, t, s, discounts, ties, 1)
        for t, s in zip(truth.astype(float).tolist(), scores.tolist(), strict=True)
    ]
    for y_true in truths(truth):
        found = _kernels.label_ranking_values(quantity, y_true, scores, 1, ties, discounts)
        assert_allclose(found.values, expected, rtol=1e-13, atol=1e-15)
        moments = _kernels.label_ranking_moments(quantity, y_true, scores, weights, 1, ties, discounts)
        assert_moments(moments, expected, weights)


@given(data=st.data(), ties=st.sampled_from(["expected", "worst", "best", "last"]), k=st.integers(1, 6))
def test_top_k_equals_the_definition(data: st.DataObject, ties: str, k: int) -> None:
    truth, scores = data.draw(ranked_rows(indicator=True))
    codes = truth.argmax(1).astype(data.draw(st.sampled_from([t for t in INTEGER_TYPES if t != "bool"])))
    expected = [
        of_row("top k", (np.arange(len(s)) == code).tolist(), s, np.array([]), ties, k)
        for code, s in zip(codes, scores.tolist(), strict=True)
    ]
    found = _kernels.label_ranking_values("top k", codes, scores, k, ties)
    assert_allclose(found.values, expected, rtol=1e-14)
    assert_moments(_kernels.label_ranking_moments("top k", codes, scores, None, k, ties), expected, None)


# -- many labels ---------------------------------------------------------------------------------------------------


def of_many(quantity: str, gains: list[float], scores: list[Any], discounts: Array, ties: str) -> float:
    """The same for many labels, where not every order can be tried: equal scores share their places."""
    if quantity in INDICATOR[:3] or ties == "last":
        return of_row(quantity, gains, scores, discounts, ties, 1)
    g, s = np.array(gains), np.array(scores)
    above, at_least = (s[None, :] > s[:, None]).sum(1), (s[None, :] >= s[:, None]).sum(1)
    if quantity == "reciprocal rank":  # of the worst order: labels that are not relevant come first
        best = s[g != 0].max()
        return float(1 / ((s > best).sum() + ((s == best) & (g == 0)).sum() + 1))
    sums = np.concatenate([[0], np.cumsum(discounts)])
    gain = float((g * (sums[at_least] - sums[above]) / (at_least - above)).sum())
    return gain if quantity == "gain" else gain / float(np.sort(g)[::-1] @ discounts)


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
    truth, scores = rng.integers(0, 2, (rows, 90)), rng.random((rows, 90)).round(2)
    weights = rng.random(rows)
    d = discounts_of(90)
    one = _kernels.label_ranking_moments(quantity, truth, scores, weights, discounts=d)
    values = _kernels.label_ranking_values(quantity, truth, scores, discounts=d).values
    for threads in (3, 7):
        found = _kernels.label_ranking_moments(quantity, truth, scores, weights, discounts=d, threads=threads)
        assert (found.weight, found.squares) == (one.weight, one.squares)
        assert found.mean.tolist() == one.mean.tolist()
        assert found.comoment.tolist() == one.comoment.tolist()
        again = _kernels.label_ranking_values(quantity, truth, scores, discounts=d, threads=threads).values
        np.testing.assert_array_equal(again, values)
    assert_moments(one, values, weights)


ALWAYS_DEFINED = ("coverage", "gain", "one error", "top k")


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
    gain = _kernels.label_ranking_values("gain", truth, scores, discounts=np.array([1.0, 0, 0]))
    assert gain.values.tolist() == [0.5]


@pytest.mark.parametrize(("dtype", "big"), [("int64", 2**60), ("uint64", 2**63)])
def test_large_integers_keep_their_order(dtype: str, big: int) -> None:
    scores = np.array([[big, big + 1, big - 1]], dtype)
    truth = np.array([[1, 0, 0]])
    assert _kernels.label_ranking_values("coverage", truth, scores).values.tolist() == [2.0]
    assert _kernels.label_ranking_values("reciprocal rank", truth, scores).values.tolist() == [0.5]


@pytest.mark.parametrize(
    ("starts", "labels", "gain"),
    [
        ([0, 3], [0, 1, 1], 1),
        ([0, 2], [1, 0], 1),
        ([0, 1], [3], 1),
        ([0, 1], [-1], 1),
        ([0, 9], [0], 1),
        ([0, 1], [1], 0),
    ],
)
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
    with pytest.raises(ValueError, match="weights of a different length"):
        _kernels.label_ranking_moments("coverage", ROW, ROW, np.ones(3))
