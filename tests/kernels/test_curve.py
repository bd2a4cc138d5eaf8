"""The kernels of ranked scores against a few lines of NumPy: the curve, the sums over it, the sum of two curves."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from support.samples import frozen, steps, strided, values_of, weight_columns

from concordant import _kernels

Array = np.ndarray[Any, Any]
FLOATS = ("float32", "float64")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FORCED = 1  # rows per thread: as many threads as are allowed, however few the rows


def twin_curve(y: Array, values: list[int], scores: Array, weights: Array | None) -> tuple[Array, Array]:
    """Count with np.unique; rows of weight 0 are left out first."""
    if weights is not None:
        y, scores, weights = y[weights != 0], scores[weights != 0], weights[weights != 0]
    distinct, group = np.unique(scores + scores.dtype.type(0), return_inverse=True)
    group = len(distinct) - 1 - group
    table = np.zeros((len(distinct), len(values)), np.int64 if weights is None else np.float64)
    codes = (y[:, None] == np.array(values)).argmax(1)
    np.add.at(table, (group, codes), 1 if weights is None else weights)
    return distinct[::-1], table


def check_curve(y: Array, values: list[int], scores: Array, weights: Array | None = None) -> None:
    distinct, table = twin_curve(y, values, scores, weights)
    results = [values_of(_kernels.curve(y, values, scores, weights, threads, FORCED)) for threads in (1, 2, 3)]
    for found, cells, *bad in results:
        assert (bad, found.dtype, cells.dtype) == ([-1, -1], scores.dtype, table.dtype)
        assert_array_equal(found, distinct)
        assert not np.signbit(found[found == 0]).any()
        assert_allclose(cells, table, rtol=0 if weights is None else 1e-12)
        assert_array_equal(cells, results[0][1])  # to the last bit
    if len(values) == 2:
        check_sums(y, values, scores, weights, table)


def check_sums(y: Array, values: list[int], scores: Array, weights: Array | None, table: Array) -> None:
    expected = twin_sums(table)
    results = [values_of(_kernels.rank_sums(y, *values, scores, weights, threads, FORCED)) for threads in (1, 2, 3)]
    assert results[1:] == results[:1] * 2  # to the last bit
    assert results[0][5:] == (expected[5], -1, -1)
    if weights is None:
        assert all(type(number) is int for number in results[0][:4])
        assert results[0][:4] == expected[:4]
    assert_allclose(results[0][:5], expected[:5], rtol=1e-12)


def twin_sums(table: Array) -> tuple[float, float, float, float, float, int]:
    """Add up the curve of two classes in extended precision."""
    n, p = table.astype(np.longdouble).T
    positives, negatives = np.cumsum(p), np.cumsum(n)
    precision = (p * positives / (positives + negatives)).sum()
    sums = (p.sum(), n.sum(), (n * (positives - p)).sum(), (n * p).sum(), precision)
    return (*map(float, sums), len(table))


def scores_of(dtype: str, size: int) -> st.SearchStrategy[Array]:
    """Scores with many ties, both zeros, infinities, neighbours, and the ends of integer types."""
    if dtype in FLOATS:
        special = st.sampled_from([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, 0.5])
        return arrays(dtype, size, elements=special | st.floats(allow_nan=False, width=32), fill=st.nothing())
    info = np.iinfo(dtype)
    near = st.integers(max(info.min, -3), 3) | st.integers(info.max - 2, info.max)
    return arrays(dtype, size, elements=near | st.integers(info.min, info.max), fill=st.nothing())


@st.composite
def rows(draw: st.DrawFn, values: list[int], dtypes: tuple[str, ...] = (*FLOATS, *INTEGERS)) -> tuple[Array, Array]:
    """Labels and scores of any type and layout, which must not be written to."""
    size = draw(st.integers(0, 60))
    types = st.sampled_from([dtype for dtype in INTEGERS if min(values) >= 0 or dtype.startswith("int")])
    y = draw(arrays(int, size, elements=st.sampled_from(values), fill=st.nothing())).astype(draw(types))
    scores = draw(scores_of(draw(st.sampled_from(dtypes)), size))
    return frozen(strided(y, draw(steps()))), frozen(strided(scores, draw(steps())))


@pytest.mark.parametrize("values", [[0, 1], [-1, 1], [1, 7], [7, 1], [0, 1, 2], [2, 3, 4, 5, 6], [-2, -1, 0, 1]])
@given(data=st.data())
def test_curve_and_sums_are_those_of_numpy(values: list[int], data: st.DataObject) -> None:
    y, scores = data.draw(rows(values))
    check_curve(y, values, scores)


@pytest.mark.parametrize("values", [[0, 1], [-1, 1], [0, 1, 2, 3]])
@given(data=st.data())
def test_weighted_curve_and_sums_leave_out_rows_of_weight_zero(values: list[int], data: st.DataObject) -> None:
    y, scores = data.draw(rows(values))
    check_curve(y, values, scores, data.draw(weight_columns(len(y))))


def test_bool_labels_and_columns_of_records() -> None:
    record = np.zeros(7, dtype=np.dtype([("w", "<f4"), ("s", "<f8"), ("y", "?"), ("_", "V3")]))
    assert record.dtype.itemsize == 16  # so scores are not aligned
    record["y"] = [0, 1, 1, 0, 1, 0, 1]
    record["s"] = [3, 2, 2, 1, -0.0, 0, np.inf]
    record["w"] = [1, 2, 0, 0.5, 1, 1, 1]
    check_curve(record["y"], [0, 1], record["s"])
    check_curve(record["y"], [0, 1], record["s"], record["w"])


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("values", [[1, -1], [0, 1, 2, 3]])
@pytest.mark.parametrize("size", [1, 511, 513, 3000, 70_000])
def test_whole_scores_of_few_values_are_counted_in_cells(dtype: str, values: list[int], size: int) -> None:
    rng, info = np.random.default_rng(size), np.iinfo(dtype)
    distinct = min({1: 1, 511: 2, 513: 120, 3000: 500, 70_000: 30_000}[size], int(info.max))
    near, y = rng.integers(0, distinct, size).astype(dtype), rng.choice(values, size)
    for shift in (0, info.max - distinct, info.min):
        check_curve(y, values, near + np.array(shift, dtype))
    check_curve(y, values, near, rng.integers(0, 3, size) / 2)
    check_curve(y, values, rng.integers(info.min, info.max, size, dtype=dtype, endpoint=True))


def test_classes_that_the_type_of_the_labels_does_not_hold() -> None:
    y, scores = np.zeros(3, np.uint8), np.arange(3, dtype=np.uint8)
    check_curve(y, [0, 256], scores)
    check_curve(y, [-256, 0], scores)
    y[1] = 1
    assert bad_rows(_kernels.rank_sums(y, 0, 1, scores, None, 1, FORCED)) == (-1, -1)
    assert bad_rows(_kernels.rank_sums(y, 0, 257, scores, None, 1)) == (-1, 1)
    assert bad_rows(_kernels.rank_sums(y.astype(np.int64), 0, 2, scores, None, 1)) == (-1, 1)
    large = np.array([1, 2**64 - 1], dtype=np.uint64)
    assert bad_rows(_kernels.rank_sums(large, -1, 1, np.zeros(2), None, 1)) == (-1, 1)


@pytest.mark.parametrize("values", [[0, 1], [0, 1, 2]])
@pytest.mark.parametrize("size", [60, 3000, 160_000])
def test_more_scores_than_cells_pay_for(values: list[int], size: int) -> None:
    rng = np.random.default_rng(size)
    for reach in (3 * size, 4 * size, 5 * size, 40_000, 2**19, 2**19 + 1, 2**20, 2**20 + 1, 2**21):
        scores, y = rng.integers(0, reach, size), rng.permutation(np.resize(values, size))
        scores[:2] = 0, reach - 1
        check_curve(y, values, scores)
        check_curve(y, values, scores.astype(np.uint32), rng.integers(0, 3, size) / 2)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int64"])
@pytest.mark.parametrize("late", [100, 127])
def test_one_score_far_from_those_of_the_sample(dtype: str, late: int) -> None:
    y, scores = np.tile([0, 1], 20_000), np.tile(np.array([3, 4], dtype), 20_000)
    scores[-1] = late
    check_curve(y, [0, 1], scores)
    if dtype == "int64":
        scores[-1] = np.iinfo(dtype).max
        scores[1] = np.iinfo(dtype).min
        check_curve(y, [0, 1], scores)


def test_hand_worked_sums_and_those_of_no_row() -> None:
    y = np.array([1, 0, 1, 0, 1])
    scores = np.array([0.9, 0.8, 0.8, 0.2, 0.2])
    # thresholds 0.9, 0.8, 0.2: concordant 2 (of 0.9) + 1 (of 0.8), tied 1 + 1, precision 1/1, 2/3, 3/5
    found = values_of(_kernels.rank_sums(y, 0, 1, scores, None, 1))
    assert found[:4] + found[5:] == (3, 2, 3, 2, 3, -1, -1)
    assert_allclose(found[4], 1 + 2 / 3 + 3 / 5, rtol=1e-15)
    assert values_of(_kernels.rank_sums(y[:0], 0, 1, scores[:0], None, 1)) == (0, 0, 0, 0, 0.0, 0, -1, -1)


def bad_rows(found: Any) -> tuple[int, int]:
    """The first row without a score and the first of another label; a curve is then empty."""
    assert not isinstance(found, _kernels.CurveRows) or (found.scores.shape, found.weights.shape) == ((0,), (0, 2))
    return found.bad_score, found.bad_label


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("rows_bad", [[0], [4999], [1700, 3400], [4999, 1023], [2048]])
def test_first_nan_and_first_unknown_label_are_named(threads: int, dtype: str, rows_bad: list[int]) -> None:
    y, scores, first = np.zeros(5000, np.int32), np.zeros(5000, dtype), min(rows_bad)
    odd_y, odd_scores = y.copy(), scores.copy()
    odd_y[rows_bad], odd_scores[rows_bad] = 2, np.nan
    for labels, column, expected in ((y, odd_scores, (first, -1)), (odd_y, scores, (-1, first))):
        assert bad_rows(_kernels.curve(labels, [0, 1], column, None, threads, FORCED)) == expected
        assert bad_rows(_kernels.rank_sums(labels, 0, 1, column, None, threads, FORCED)) == expected
    assert bad_rows(_kernels.curve(odd_y, [0, 1], odd_scores, None, threads, FORCED)) == (first, first)


def test_a_bad_row_of_weight_zero_is_absent_like_any_other() -> None:
    y, scores = np.array([0, 9, 1, 1]), np.array([0.1, 0.2, np.nan, 0.3])
    check_curve(y, [0, 1], scores, np.array([1.0, 0, 0, 1]))
    assert bad_rows(_kernels.curve(y, [0, 1], scores, np.array([1.0, 0, 1, 1]), 1)) == (2, -1)
    assert bad_rows(_kernels.curve(y, [0, 1], scores, np.array([1.0, 1, 0, 1]), 1)) == (-1, 1)


@functools.cache
def shapes_of_scores(size: int) -> dict[str, Array]:
    rng = np.random.default_rng(20 + size)
    normal, uniform = rng.normal(size=size), rng.random(size)
    bits = rng.integers(0, 2**64, size, dtype=np.uint64).view(np.float64)
    return {
        "uniform with zero": np.where(np.arange(size) == 7, 0.0, uniform),
        "normal": normal,
        "equal": np.full(size, 0.5),
        "two values": np.where(normal > 0, 1.0, -1.0),
        "two digits": np.round(uniform, 2),
        "four digits": np.round(uniform, 4),
        "log-normal": np.exp(100 * normal),
        "one exponent": 1 + uniform / 2**20,
        "outliers": np.where(np.arange(size) % 1000 == 0, 1e300 * normal, uniform / 2**20),
        "sorted": np.sort(normal),
        "reversed": np.sort(normal)[::-1],
        "infinities": np.where(uniform < 0.3, np.inf, np.where(uniform > 0.8, -np.inf, normal)),
        "denormal": uniform * 1e-310,
        "saturated": 1 / (1 + np.exp(-10 * normal)),
        "spikes": np.where(uniform < 0.5, 0.25 + 1e-12 * normal, np.where(uniform < 0.9, 0.25, normal)),
        "any bits": np.where(np.isnan(bits), 0.0, bits),
        "nested": np.cumprod(np.full(size, 1 - 1e-3)),
    }


@pytest.mark.parametrize("shape", list(shapes_of_scores(8)))
@pytest.mark.parametrize("size", [30, 5_000, 70_000, 300_000])
def test_every_shape_of_scores_and_every_size(shape: str, size: int) -> None:
    scores, rng = shapes_of_scores(size)[shape], np.random.default_rng(size)
    y, codes = rng.integers(0, 2, size).astype(np.uint8), rng.integers(0, 5, size)
    check_curve(y, [0, 1], scores)
    with np.errstate(over="ignore"):
        check_curve(y, [0, 1], scores.astype(np.float32))
    if size <= 70_000:
        weights = rng.random(size) * (rng.random(size) < 0.8)
        check_curve(y, [0, 1], scores, weights)
        check_curve(codes, [0, 1, 2, 3, 4], scores)
        check_curve(codes, [0, 1, 2, 3, 4], scores, weights)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_thousands_of_classes(dtype: str) -> None:
    rng = np.random.default_rng(6)
    y = rng.integers(-5, 2995, 5_000)
    scores = (rng.normal(size=5_000) * 100).astype(dtype)
    check_curve(y, list(range(-5, 2995)), scores)
    check_curve(y[:900], list(range(-5, 2995)), scores[:900], rng.random(900))


@pytest.mark.parametrize("dtype", [*FLOATS, *INTEGERS])
@given(data=st.data())
def test_merged_curves_are_the_curve_of_all_rows(dtype: str, data: st.DataObject) -> None:
    y, scores = data.draw(rows([0, 1, 2], (dtype,)))
    weights = data.draw(st.none() | st.just(np.arange(len(y)) / 4))
    cut = data.draw(st.integers(0, len(y)))
    whole, first, last = (
        values_of(_kernels.curve(y[part], [0, 1, 2], scores[part], None if weights is None else weights[part], 1))[:2]
        for part in (slice(None), slice(cut), slice(cut, None))
    )
    for merged in (_kernels.merge_curves(*first, *last), _kernels.merge_curves(*last, *first)):
        for got, expected in zip(merged, whole, strict=True):
            assert got.dtype == expected.dtype
            assert_array_equal(got, expected)


# -- corners of a curve -------------------------------------------------------------------------------------------


def points(gains: Array) -> tuple[Array, Array, Array]:
    """Return running counts after a 0, and thresholds, from the rows of each class at each score."""
    counts = np.concatenate([np.zeros((1, 2)), gains.cumsum(axis=0)])
    return counts[:, 0].copy(), counts[:, 1].copy(), np.concatenate([[np.inf], -np.arange(float(len(gains)))])


def check_corners(gains: Array, threads: int) -> None:
    """Points stay where the second difference is not 0."""
    negatives, positives, thresholds = points(gains)
    kept = np.ones(len(thresholds), bool)
    kept[2:-1] = (np.diff(negatives[1:], 2) != 0) | (np.diff(positives[1:], 2) != 0)
    found = _kernels.corners(negatives, positives, thresholds, threads)
    with np.errstate(invalid="ignore"):
        wanted = negatives[kept] / negatives[-1], positives[kept] / positives[-1], thresholds[kept]
    for one, two in zip(found, wanted, strict=True):
        assert_array_equal(one, two)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=40), st.integers(1, 5))
def test_only_points_where_the_step_changes_are_kept(gains: list[tuple[int, int]], threads: int) -> None:
    check_corners(np.array(gains, dtype=np.float64).reshape(-1, 2), threads)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 1.0])
@pytest.mark.parametrize("size", [0, 2047, 2048, 2049, 2050, 10_000])
def test_blocks_and_parts_meet_without_a_seam(size: int, share: float, threads: int) -> None:
    positive = np.random.default_rng(size).random(size) < share
    check_corners(np.stack([~positive, positive], axis=1).astype(np.float64), threads)


# -- running counts -----------------------------------------------------------------------------------------------


def check_running(y: Array, scores: Array, threads: int) -> None:
    """Counts at least each score are the running sums of the curve."""
    distinct, table = twin_curve(y, [0, 1], scores, None)
    thresholds, *counts, bad_score, bad_label = values_of(_kernels.running_curve(y, 0, 1, scores, threads, FORCED))
    assert (bad_score, bad_label, thresholds.dtype) == (-1, -1, scores.dtype)
    assert_array_equal(thresholds, [np.inf, *distinct])
    assert_array_equal(counts, np.concatenate([np.zeros((1, 2)), table.cumsum(0)]).T)


def test_the_first_bad_rows_are_reported_and_nothing_else() -> None:
    y, scores = np.array([0, 1, 2, 1]), np.array([0.1, 0.2, 0.3, np.nan])
    found = _kernels.running_curve(y, 0, 1, scores, 1)
    assert (len(found.thresholds), *bad_rows(found)) == (1, 3, 2)


@given(
    st.lists(st.tuples(st.booleans(), st.sampled_from([-np.inf, -1.0, -0.0, 0.0, 0.25, 0.5, 1e300, np.inf]))),
    st.sampled_from([np.float64, np.float32]),
    st.integers(1, 3),
)
def test_counts_at_least_each_score(rows: list[tuple[bool, float]], dtype: type, threads: int) -> None:
    y, scores = np.array([row[0] for row in rows], dtype=bool), np.array([row[1] for row in rows])
    with np.errstate(over="ignore"):
        check_running(y, scores.astype(dtype), threads)


@pytest.mark.parametrize("digits", [2, 16])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_counts_at_least_each_score_of_many_rows(digits: int, threads: int) -> None:
    random = np.random.default_rng(digits)
    check_running(random.integers(0, 2, 300_000), np.round(random.normal(size=300_000), digits), threads)
