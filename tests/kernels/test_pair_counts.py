"""The kernel that cross-tabulates, against a few lines of NumPy: types, strides, windows, far labels, weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from support.pairs import check_pairs
from support.samples import integer_columns, steps, strided, weight_columns

from concordant import _kernels
from concordant.states import Counts

Array = np.ndarray[Any, Any]
INT64 = np.iinfo(np.int64)
THREADS = (1, 2, 3)


def tabulate(
    y_true: Array, y_pred: Array, weights: Array | None = None, threads: int = 1
) -> tuple[Array, Array, Array | None, bool]:
    """Put the cells that the kernel counts into a table, where it lists them."""
    labels, cells, squares, too_many, places, _ = _kernels.count_pairs(y_true, y_pred, weights, threads)
    if places is None:
        return labels, cells, squares, too_many
    tables = []
    for numbers in (cells, squares):
        table = np.zeros((len(labels), len(labels)), cells.dtype)
        if numbers is not None:
            table[places] = numbers
        tables.append(table)
    return labels, tables[0], None if squares is None else tables[1], too_many


def draw_labels(low: int, high: int, rows: int, seed: int, dtype: str = "int64") -> Array:
    return np.random.default_rng(seed).integers(low, high, rows, dtype=dtype, endpoint=True)


# -- edges -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, np.zeros(0), np.zeros(2)])
def test_no_row_or_no_weight_gives_no_label(weights: Array | None) -> None:
    none = np.zeros(0 if weights is None else len(weights), np.int64)
    labels, cells, _, too_many = tabulate(none, none, weights)
    assert (labels.shape, cells.shape, too_many) == ((0,), (0, 0), False)


@pytest.mark.parametrize("labels", [[INT64.min, 0, INT64.max], [INT64.min, INT64.max], [INT64.max - 1024, INT64.max]])
def test_labels_anywhere_are_never_an_index(labels: list[int]) -> None:
    y = np.array(labels * 3)
    check_pairs(y, y[::-1])
    check_pairs(y, y[::-1], np.arange(len(y)) / 4)


@pytest.mark.parametrize("low", [-2000, -1, 0, 1, 7, 8, 10**9, INT64.max - 1100])
@pytest.mark.parametrize("reach", [7, 8, 1022, 1023, 1024, 1025])
def test_the_widest_window_and_one_label_more(low: int, reach: int) -> None:
    y = np.array([low, low + reach, low, low + 1])
    check_pairs(y, y[::-1])
    check_pairs(y, y[::-1], np.array([0.5, 1, 2, 4]))


def by_turns(low: int, labels: int, rows: int) -> tuple[Array, Array]:
    """Labels that mostly agree, all as frequent."""
    rng = np.random.default_rng(labels)
    y_true, other = rng.integers(low, low + labels, rows), rng.integers(low, low + labels, rows)
    return y_true, np.where(rng.random(rows) < 0.7, y_true, other)


@pytest.mark.parametrize("labels", [40, 129, 1000, 1500])
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("dtype", ["int64", "int16", "float32"])
def test_a_window_that_grows_as_labels_come_keeps_what_it_holds(labels: int, direction: int, dtype: str) -> None:
    y_true, y_pred = by_turns(-5, labels if dtype != "float32" else min(labels, 1000), 60_000)
    order = np.argsort(np.maximum(y_true, y_pred) * direction, kind="stable")
    y_true, y_pred = y_true[order].astype(dtype), y_pred[order].astype(dtype)
    check_pairs(y_true, y_pred)
    check_pairs(y_pred[::-1], y_true[::-1], np.arange(len(y_true)) % 7 / 4)


@pytest.mark.parametrize("gap", [1, 2, 5, 90, 1000])
def test_labels_that_have_no_row_in_one_column_or_in_both(gap: int) -> None:
    y_true, y_pred = by_turns(0, 40, 50_000)
    y_true[y_true == 3], y_pred[y_pred == 4] = 2, 5  # 3 and 4 stand in one column only, 11 in none
    y_true[y_true == 11], y_pred[y_pred == 11] = 10, 12
    weights = (y_true != 7) * 0.5  # a label without a weight, but where it is predicted
    check_pairs(gap * y_true, gap * y_pred)
    check_pairs(gap * y_true, gap * y_pred, weights)
    check_pairs(gap * y_true, gap * y_pred, weights * (y_pred != 7))


@pytest.mark.parametrize("share", [0.0, 0.999, 1.0])
@pytest.mark.parametrize("labels", [40, 300])
def test_one_cell_that_holds_nearly_all_rows(share: float, labels: int) -> None:
    y_true, y_pred = by_turns(0, labels, 70_000)
    usual = np.random.default_rng(1).random(len(y_true)) < share
    check_pairs(np.where(usual, 3, y_true), np.where(usual, 3, y_pred))
    check_pairs(np.where(usual, 3, y_true), np.where(usual, 5, y_pred))
    check_pairs(np.where(usual, 3, y_true), np.where(usual, 3, y_pred), y_true / 8)


def test_unaligned_memory_and_a_stride_of_zero() -> None:
    values = np.arange(500, dtype=np.int64) % 7
    y = np.frombuffer(b"x" + values.tobytes(), dtype=np.int64, offset=1)
    assert not y.flags.aligned
    check_pairs(y, values[::-1])
    one = np.broadcast_to(np.int64(3), 20000)
    check_pairs(one, one)


TYPES = [("int64", "int64"), ("int16", "int8"), ("float64", "float32"), ("int32", "uint8"), ("bool", "uint64")]


def held_by(dtype: str, column: Array) -> Array:
    """The labels that the type holds; the others become its least or greatest."""
    low, high = (0, 1) if dtype == "bool" else (0 if dtype.startswith("u") else -128, 127)
    return column.clip(low, high).astype(dtype)


@pytest.mark.parametrize("types", [*TYPES, ("uint8", "int8"), ("uint8", "uint8"), ("uint16", "uint32")], ids=str)
@pytest.mark.parametrize("step", [1, 2, -1])
@pytest.mark.parametrize("rows", [1, 2047, 2048, 8191, 8192, 8193, 18_433, 40_001])
def test_small_labels_of_any_type_in_chunks_and_what_is_left(types: tuple[str, str], step: int, rows: int) -> None:
    for low, high in ((0, 0), (0, 1), (0, 7), (0, 8), (3, 15), (0, 16), (-2, 5), (100, 107)):
        columns = [held_by(dtype, draw_labels(low, high, rows, seed)) for seed, dtype in enumerate(types)]
        check_pairs(*(strided(column, step) for column in columns))


@given(
    rows=st.sampled_from([0, 1, 5, 600, 2500]),
    low=st.sampled_from([-(2**62), -3, 0, 1, 5, 7, 90, 2**62 - 70]),
    labels=st.sampled_from([1, 2, 6, 7, 8, 63, 64]),
    more=st.sampled_from([-1, 0, 0, 0, 1]),  # on either side of those that are declared
    seed=st.integers(0, 99),
)
def test_a_table_of_declared_labels(rows: int, low: int, labels: int, more: int, seed: int) -> None:
    columns = [draw_labels(min(more, 0), labels - 1 + max(more, 0), rows, seed + k) for k in range(2)]
    table = np.zeros((labels + 2, labels + 2), np.int64)
    np.add.at(table, tuple(column + 1 for column in columns), 1)
    expected = table[1:-1, 1:-1]
    for threads in THREADS:
        found = _kernels.count_between(*(column + low for column in columns), low, labels, threads)
        assert (found is None) == (expected.sum() < rows)
        if found is not None:
            assert_array_equal(found, expected)


@pytest.mark.parametrize("labels", [1, 2, 3, 8, 9, 16, 64])
@pytest.mark.parametrize("low", [0, 5])
@pytest.mark.parametrize("dtype", ["uint8", "int64"])
def test_many_rows_of_one_cell_overflow_no_small_counter(labels: int, low: int, dtype: str) -> None:
    y = np.full(1_200_001, low + labels - 1, dtype)
    y[::100_000] = low
    found, cells, _, _ = tabulate(y, y)
    expected = {low + labels - 1: 1_200_001} if labels == 1 else {low: 13, low + labels - 1: 1_199_988}
    assert found.tolist() == list(expected)
    assert np.diag(cells).tolist() == list(expected.values())
    assert cells.sum() == len(y)


@pytest.mark.parametrize("late", [8, 16, -1, 1023, 1024, 10**12])
@pytest.mark.parametrize("place", [0, 2047, 2048, 9000, 40_000])
@pytest.mark.parametrize("kind", ["int64", "float64"])
def test_a_late_label_widens_the_window_and_keeps_what_was_counted(late: int, place: int, kind: str) -> None:
    y, other = draw_labels(0, 3, 40_001, seed=5).astype(kind), draw_labels(0, 3, 40_001, seed=6)
    y[place] = late
    if kind == "float64" and late > 1023:
        assert tabulate(y, other)[3]
    else:
        check_pairs(y, other)
        check_pairs(other, y, np.ones(40_001, np.float32))


# -- weights ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("labels", [4, 40])
def test_sums_of_weights_do_not_depend_on_threads(labels: int) -> None:
    rng = np.random.default_rng(7)
    rows = 600_001  # three chunks of at most 262,144 rows
    y, other = rng.integers(0, labels, (2, rows))
    check_pairs(y, other, rng.random(rows))
    y[300_000:], y[-1] = 9, 10**10  # a window widens in a later chunk
    check_pairs(y, other, np.full(rows, 0.1))


# -- more labels than a window is worth --------------------------------------------------------------------------


@pytest.mark.parametrize("labels", [15, 16, 17, 32, 33, 64, 65, 127, 128, 129, 400, 513, 1024, 1025, 2048, 2100])
@pytest.mark.parametrize("rows", [1, 10, 257, 2047, 4097, 80_001])
@pytest.mark.parametrize("low", [-3, 10**6])
def test_any_number_of_labels_beside_any_number_of_rows(labels: int, rows: int, low: int) -> None:
    y, other = by_turns(low, labels, rows)
    check_pairs(y, other)
    check_pairs(y.astype(np.int32), other.astype(np.uint32 if low else np.int16), np.arange(rows) % 3 / 4)


@pytest.mark.parametrize("gap", [2, 7, 100, 10_000, 10**12])
@pytest.mark.parametrize("rows", [3, 5000])
@pytest.mark.parametrize("low", [INT64.min, -5, INT64.max - 41 * 10**12])
def test_gaps_between_labels_take_no_room_in_the_table(gap: int, rows: int, low: int) -> None:
    y = draw_labels(0, 40, rows, seed=1) * gap + low
    check_pairs(y, y[::-1].copy())
    check_pairs(y, y[::-1].copy(), np.arange(rows) % 3 / 2)


def test_uint64_labels_that_int64_cannot_hold_are_read_as_before() -> None:
    y = np.array([2**63 + 1, 0, 2**63 + 1], np.uint64)
    labels, cells, _, _ = tabulate(y, y)
    assert labels.tolist() == [-(2**63) + 1, 0]
    assert cells.tolist() == [[2, 0], [0, 1]]


# -- too many --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [1, 3, 10**6])
def test_labels_of_rows_without_weight_are_not_too_many(step: int) -> None:
    y, some = np.arange((1 << 20) + 1) * step, np.zeros((1 << 20) + 1)
    some[[3, 8192]] = 0.5
    check_pairs(y, y, some)


# -- any -------------------------------------------------------------------------------------------------------


@given(data=st.data(), rows=st.integers(0, 30), spread=st.sampled_from(["near", "far"]))
def test_equals_the_twin(data: st.DataObject, rows: int, spread: str) -> None:
    y_true = data.draw(integer_columns(rows, spread))
    y_pred = data.draw(integer_columns(rows, spread))
    weights = data.draw(st.none() | weight_columns(rows))
    check_pairs(y_true, y_pred, weights)


# -- floats --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["float32", "float64"])
@pytest.mark.parametrize("rows", [1, 3, 2049, 40_001])
@pytest.mark.parametrize("low", [0, -4, 100, -(2**20)])
@pytest.mark.parametrize("step", [1, -2])
def test_floats_that_are_whole_count_as_these_numbers(kind: str, rows: int, low: int, step: int) -> None:
    y = draw_labels(low, low + 30, rows, 1)
    other = draw_labels(low, low + 7, rows, 2)
    check_pairs(strided(y.astype(kind), step), other)
    check_pairs(other, strided(y.astype(kind), step))
    check_pairs(y.astype(kind), other.astype("float64"), np.arange(rows) / 4)


FAR = [sign * 2.0**power for sign in (-1, 1) for power in (30, 50, 51, 52, 53, 60)]


@pytest.mark.parametrize("odd", [0.5, np.nan, np.inf, -np.inf, 1e-300, 2.0**31, 1e300, 5000.0, *FAR])
@pytest.mark.parametrize("place", [0, 2500, 19_999])
def test_floats_that_are_not_whole_or_far_apart_are_left_to_the_caller(odd: float, place: int) -> None:
    zeros, y = np.zeros(20_000), np.zeros(20_000)
    y[place] = odd
    for threads in THREADS:
        for pair in ((y, zeros), (zeros.astype(np.int64), y), (y, y)):
            for weights in (None, np.ones(20_000)):
                labels, _, _, too_many = tabulate(*pair, weights, threads)
                assert (too_many, len(labels)) == (True, 0)


WHOLE = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "longlong")


# -- few rows, read as they are -------------------------------------------------------------------------------------


def check_few(y_true: Array, y_pred: Array) -> None:
    """Few rows are counted as any rows are; their labels are Python's own numbers."""
    labels, numbers, places, margins = _kernels.few_pairs(y_true, y_pred)
    found, cells, _, _, wanted, _ = _kernels.count_pairs(y_true, y_pred, None, 1)
    assert list(labels) == found.tolist()
    assert {type(label) for label in labels} == {bool if y_true.dtype == y_pred.dtype == bool else int}
    assert (numbers.dtype, numbers.flags.c_contiguous, places is None) == (np.int64, True, wanted is None)
    assert_array_equal(numbers, cells)
    if places is not None:
        assert_array_equal(places, wanted)
        assert margins is None
    else:
        assert margins.dtype == np.float64
        assert_array_equal(margins, [cells.sum(1), cells.sum(0)])
    assert _kernels.plain_columns(y_true, y_pred) is (y_true.dtype == y_pred.dtype == bool)


@given(data=st.data(), rows=st.sampled_from([1, 2, 3, 5, 60, 2047, 2048, 2051]))
def test_few_rows_of_any_type_are_counted_as_any_rows(data: st.DataObject, rows: int) -> None:
    reach = data.draw(st.integers(0, 31) | st.sampled_from([60, 120]))
    low, rng = data.draw(st.integers(-128, 127 - reach)), np.random.default_rng(data.draw(st.integers(0, 9)))
    types = [data.draw(st.sampled_from(WHOLE)) for _ in range(2)]
    columns = [strided((low + rng.integers(0, reach + 1, rows)).astype(dtype), data.draw(steps())) for dtype in types]
    check_few(*columns)


LEFT: list[tuple[Any, Any]] = [
    (np.array([0, 1]), np.array([0, 1, 1])),
    (np.array([], int), np.array([], int)),
    (np.array([0, 2**63], np.uint64), np.array([0, 1])),
    (np.array([0.0, 1.0]), np.array([0, 1])),
    (np.array([0, 1], ">i8"), np.array([0, 1])),
    (np.array([0, 1], object), np.array([0, 1], object)),
    (np.array([[0, 1]]), np.array([[0, 1]])),
    (np.ma.array([0, 1], mask=[False, True]), np.array([0, 1])),
    (np.zeros(2, []), np.zeros(2, [])),  # numbers of no bytes
    (np.frombuffer(b"\0" * 17, np.uint8)[1:].view("i8"), np.array([0, 1])),  # not where an int64 may lie
    ([0, 1], [0, 1]),
    (np.zeros(2**15 + 1, int), np.zeros(2**15 + 1, int)),
]


@pytest.mark.parametrize(("y_true", "y_pred"), LEFT)
def test_nothing_of_what_is_not_plain_and_few(y_true: Any, y_pred: Any) -> None:
    assert _kernels.few_pairs(y_true, y_pred) is None
    assert _kernels.few_pairs(y_pred, y_true) is None


def test_scores_are_plain_beside_whole_numbers() -> None:
    y_true = np.array([0, 1, 1])
    for dtype in (bool, np.int8, np.int64, np.uint64, np.float32, np.float64):
        assert _kernels.plain_scores(y_true, strided(np.array([0, 1, 0], dtype), -2))
    assert not _kernels.plain_scores(y_true * 0.5, y_true)
    assert not _kernels.plain_scores(y_true.astype(np.uint64), y_true)
    for odd in ([0.1, 0.2, 0.3], np.float16([1, 2, 3]), np.longdouble([1, 2, 3]), np.array([1.0, 2.0, 3.0], ">f8")):
        assert not _kernels.plain_scores(y_true, odd)
    for odd in (y_true[:2], y_true[:, None], np.array([1j, 2, 3]), np.ma.array([0.1, 0.2, 0.3]), None):
        assert not _kernels.plain_scores(y_true, odd)


@pytest.mark.parametrize("rows", [1, 40, 1000, 1024, 1025, 2047, 2**14, 2**14 + 1, 2**15])
@pytest.mark.parametrize("labels", [2, 8, 9, 15, 16, 32, 33, 64, 65, 257, 2**14, 2**62])
@pytest.mark.parametrize("low", [0, -(2**40)])
def test_few_rows_are_counted_as_any_rows(rows: int, labels: int, low: int) -> None:
    y_true, y_pred = low + np.random.default_rng(rows).integers(0, labels, (2, rows))
    check_few(y_true, y_pred)
    state, other = Counts.from_labels(y_true, y_pred), Counts.from_labels(y_true.tolist(), y_pred.tolist())
    assert (state, type(state), repr(state)) == (other, type(other), repr(other))


# -- cells of several columns ----------------------------------------------------------------------------------------


@given(st.integers(1, 3), st.sampled_from([1, 2, 7, 41, 200]), st.sampled_from([0, 1, 60, 3000]), st.integers(0, 9))
def test_joint_cells_are_those_of_the_rows(columns: int, size: int, rows: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    codes = random.integers(0, size, (columns, rows))
    codes[:, random.random(rows) < 0.6] = 0  # rows that agree, as of good models
    distinct, often = np.unique(codes, axis=1, return_counts=True)
    for threads in (1, 3):
        found, places = _kernels.joint_cells(list(codes), size, threads)
        assert_array_equal(found, often)
        assert_array_equal(np.array(places).reshape(len(codes), -1), distinct)
        assert found.dtype == np.float64
        assert {one.dtype for one in places} == {np.dtype(np.int64)}
