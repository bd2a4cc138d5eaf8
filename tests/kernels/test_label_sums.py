"""How many rows of two columns agree, against Python's own comparison."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal

from concordant import _kernels

pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")

TYPES = (pa.string(), pa.large_string(), pa.string_view())
WORDS = st.sampled_from(["", "a", "b", "ab", "a\0", "seven77", "eight888", "twelve121212", "thirteen13131", "é" * 30])
PAIRS = st.lists(st.tuples(WORDS, WORDS) | WORDS.map(lambda word: (word, word)), max_size=40)


def chunked(words: list[str], kind: Any, cut: int) -> Any:
    """An Arrow column of two chunks, the second of which is a slice."""
    first, second = words[:cut], words[cut:]
    return pa.chunked_array([pa.array(first, kind), pa.array(["before", *second, "behind"], kind)[1:-1]])


@given(PAIRS, st.sampled_from(TYPES), st.sampled_from(TYPES), st.integers(0, 40), st.integers(0, 40), st.booleans())
def test_texts_that_agree(
    pairs: list[tuple[str, str]], first: Any, second: Any, cut: int, other: int, checked: bool
) -> None:
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    said = sum(x == y for x, y in pairs) if checked or "".join([*a, *b]).isascii() else None
    assert _kernels.agreeing_texts(chunked(a, first, cut), chunked(b, second, other), checked) == said
    assert _kernels.agreeing_texts(pa.array(a, first), pa.array(b, second), checked, 2) == said
    assert _kernels.agreeing_texts(pl.Series(a, dtype=pl.String), pl.Series(b, dtype=pl.String), checked) == said


A, AB, GAPS = pa.array(["a"]), pa.array(["a", "b"]), pa.array(["a", None])
OTHERS = [(GAPS, AB), (A, AB), (pa.array([1]), pa.array([1])), (A, pa.array([b"a"]))]


@pytest.mark.parametrize(("a", "b"), [*OTHERS, OTHERS[0][::-1], (A.dictionary_encode(), A.dictionary_encode())])
def test_what_is_not_compared(a: Any, b: Any) -> None:
    assert _kernels.agreeing_texts(a, b, True) is None


def test_what_lies_behind_a_short_text_does_not_count() -> None:
    views = np.zeros((2, 16), np.uint8)
    views[:, 0], views[:, 4] = 1, ord("a")
    views[1, 9] = 7
    array = pa.Array.from_buffers(pa.string_view(), 2, [None, pa.py_buffer(views.tobytes())])
    assert _kernels.agreeing_texts(array[:1], array[1:], False) == 1


NUMBERS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.float32, np.float64)
INTEGERS = NUMBERS[:-2]


@given(
    arrays("int64", st.tuples(st.just(2), st.integers(0, 50)), elements=st.integers(0, 100)),
    st.sampled_from(INTEGERS),
    st.sampled_from(INTEGERS),
    st.integers(-5, 100),
    st.integers(0, 105),
)
def test_whole_numbers_within_a_range(rows: Any, a: Any, b: Any, low: int, high: int) -> None:
    first, second = rows[0].astype(a), rows[1].astype(b)
    expected = (first == second).sum() if ((low <= rows) & (rows <= high)).all() else -1
    assert _kernels.agreeing_within(first, second, low, high) == expected
    assert _kernels.agreeing_within(np.repeat(first, 2)[::2], second[::-1][::-1], low, high, 2) == expected


@pytest.mark.parametrize("kind", INTEGERS)
def test_many_rows_and_a_range_beyond_the_type(kind: Any) -> None:
    far, info, rng = 2**62, np.iinfo(kind), np.random.default_rng(1)
    least, most = max(int(info.min), -far), min(int(info.max), far)
    first, second = rng.integers(0, 5, (2, 5000)).astype(kind)
    first[:2] = least, most
    for low, high in ((least, most), (-far, far)):
        assert _kernels.agreeing_within(first, second, low, high, 2) == (first == second).sum()
    for low, high in ((least + 1, most), (least, most - 1), (most + 1, far + 1), (-far - 1, least - 1), (1, 0)):
        assert _kernels.agreeing_within(first, second, low, high) == -1


@pytest.mark.parametrize("kind", NUMBERS)
@pytest.mark.parametrize("other", [None, np.int64])
@pytest.mark.parametrize("rows", [0, 1, 7, 255, 257, 2049, 300_000])
def test_weights_of_rows_that_agree(kind: Any, other: Any, rows: int) -> None:
    random = np.random.default_rng(rows)
    a, b = random.integers(0, 5, rows).astype(kind), random.integers(0, 5, rows).astype(other or kind)
    weights = random.random(rows)
    if a.dtype != b.dtype and a.dtype.kind == "f":
        assert _kernels.agreeing_weight(a, b, weights) is None
        return
    expected = pytest.approx((weights[a == b].sum(), weights.sum()), rel=1e-13)
    found = {_kernels.agreeing_weight(a, b, weights, threads) for threads in (1, 2, 3)}
    assert len(found) == 1  # the same bits
    assert found.pop() == expected
    assert _kernels.agreeing_weight(a[::-1], np.repeat(b, 2)[::-2], weights[::-1]) == expected


@pytest.mark.parametrize("odd", [-1.0, -5e-324, np.nan, np.inf, -np.inf, 1.7e308])
@pytest.mark.parametrize("place", [0, 200, 3000, 4095])
def test_odd_weights(odd: float, place: int) -> None:
    labels, weights = np.zeros(4096, np.int64), np.ones(4096)
    weights[[place, 1]] = odd
    assert _kernels.agreeing_weight(labels, labels, weights) is None


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("odd", [0.5, np.nan, np.inf, 1e30])
def test_floats_that_are_no_labels_have_no_weight(kind: Any, odd: float) -> None:
    labels = np.zeros(3000, kind)
    labels[2500] = odd
    assert _kernels.agreeing_weight(labels, labels, np.ones(3000)) is None


DTYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool")


def check_squares(a: Any, b: Any) -> None:
    x, y = a.astype(np.int64), b.astype(np.int64)
    for first, second, threads in ((a, b, 1), (a, b, 3), (b, a, 2)):
        found = _kernels.square_sums(first, second, threads)
        assert (found.fit, found.squares, found.apart) == (True, x @ x + y @ y, (x - y) @ (x - y))
        assert {found.first, found.second} == {x.sum(), y.sum()}
        assert found.first == first.sum(dtype=np.int64)


def rows_of(dtype: str, n: int) -> Any:
    return np.random.default_rng(n).integers(0, 2 if dtype == "bool" else 100, (2, n)).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [0, 1, 255, 256, 257, 2047, 2048, 2049, 5000])
def test_squares_and_sums_of_each_label_of_every_type_and_length(dtype: str, n: int) -> None:
    a, b = rows_of(dtype, n)
    check_squares(a, b)
    check_squares(a[::-2], b[::-2])
    check_squares(a, b.astype("int16"))
    check(a, b)
    check(a[::-2], b[::-2])


@pytest.mark.parametrize("dtype", ["uint8", "int8"])
@pytest.mark.parametrize("late", [127, 128, -1])
@pytest.mark.parametrize("place", [0, 2047, 2048, 6000])
def test_a_byte_that_is_not_below_128(dtype: str, late: int, place: int) -> None:
    a, b = np.random.default_rng(2).integers(0, 128, (2, 6500)).astype(dtype)
    a[place] = np.array(late).astype(dtype)
    check_squares(a, b)


@pytest.mark.parametrize("ends", [(-1024, 1023), (-1025, 1024), (-(2**20), 2**20 - 1)], ids=str)
def test_near_labels_end_at_1023_and_far_ones_at_a_million(ends: tuple[int, int]) -> None:
    a, b = np.random.default_rng(1).integers(*ends, (2, 4000), endpoint=True)
    a[0], b[0], b[3000] = ends[0], ends[1], ends[0]
    check_squares(a, b)


@given(arrays("int64", (2, 300), elements=st.integers(-1030, 1030)))
def test_blocks_of_both_kinds(rows: Any) -> None:
    check_squares(*np.repeat(rows, 10, axis=1))
    check(*rows[:, :40])


@pytest.mark.parametrize("far", [2**20, -(2**20) - 1, 2**62, -(2**63)])
def test_labels_too_far_from_0_are_told(far: int) -> None:
    assert not _kernels.square_sums(np.array([0, far]), np.array([1, 2])).fit
    assert not _kernels.square_sums(np.array([1, 2]), np.array([0, far])).fit
    many = np.append(np.zeros(2**20, "int32"), np.int32(1024))
    assert not _kernels.square_sums(many, many, 2).fit
    assert _kernels.square_sums(many[1:], many[1:], 2).fit


FLOAT, TWO, THREE = np.ones(2), np.zeros(2, int), np.zeros(3, int)
REFUSED: list[tuple[type[Exception], str, Any, tuple[Any, ...]]] = [
    (TypeError, "labels are integers", _kernels.agreeing_within, (FLOAT, FLOAT, 0, 1)),
    (ValueError, "different lengths", _kernels.agreeing_within, (TWO, THREE, 0, 1)),
    (ValueError, "lengths", _kernels.agreeing_weight, (FLOAT, FLOAT, np.ones(3))),
    (ValueError, "different lengths", _kernels.square_sums, (TWO, THREE)),
    (TypeError, "integers", _kernels.square_sums, (FLOAT, TWO)),
    (ValueError, "different lengths", _kernels.label_sums, (TWO, THREE)),
    (TypeError, "integers", _kernels.label_sums, (FLOAT, TWO)),
]


@pytest.mark.parametrize(("error", "why", "kernel", "columns"), REFUSED)
def test_columns_that_do_not_fit_are_refused(
    error: type[Exception], why: str, kernel: Any, columns: tuple[Any, ...]
) -> None:
    with pytest.raises(error, match=why):
        kernel(*columns)


def check(a: Any, b: Any) -> None:
    labels = np.unique([a, b])
    wanted = [labels, *(np.array([(rows == one).sum() for one in labels], int) for rows in (a, b))]
    wanted.append(np.array([((a == one) & (b == one)).sum() for one in labels], int))
    for threads in (1, 3):
        found = _kernels.label_sums(a, b, threads)
        assert found is not None
        for one, right in zip(found, wanted, strict=True):
            assert one.dtype == np.int64
            assert_array_equal(one, right)


def test_labels_far_apart_for_so_few_rows_are_left_to_others() -> None:
    assert _kernels.label_sums(np.array([0, 2**14 - 1]), np.array([5, 5])) is not None
    assert _kernels.label_sums(np.array([0, 2**14]), np.array([5, 5])) is None
    check(np.array([2**40, 2**40 + 3]), np.array([2**40 + 1, 2**40 + 3]))
    assert _kernels.label_sums(np.array([-(2**63), 2**63 - 1]), np.array([0, 0])) is None
