"""Codes of fixed-width text against numpy.unique."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant import _kernels


def encoded(array: np.ndarray) -> tuple[np.ndarray, list[str]]:
    rows = np.ascontiguousarray(array).view(np.uint8).reshape(len(array), -1)
    codes, places, too_many = _kernels.encode_text(rows, array.dtype.kind == "U")
    assert not too_many
    return codes, array[places].tolist()


def test_no_rows_give_no_codes() -> None:
    codes, places, too_many = _kernels.encode_text(np.empty((0, 4), np.uint8), wide=False)
    assert len(codes) == len(places) == 0
    assert not too_many


def test_codes_are_places_in_the_order_of_the_texts() -> None:
    codes, names = encoded(np.array(["b", "a", "b", "c", "a"]))
    assert codes.tolist() == [1, 0, 1, 2, 0]
    assert names == ["a", "b", "c"]


def test_texts_that_differ_in_the_last_byte_only_are_different() -> None:
    codes, names = encoded(np.array(["x" * 30 + "a", "x" * 30 + "b", "x" * 30], dtype="S31"))
    assert codes.tolist() == [1, 2, 0]
    assert len(names) == 3


@pytest.mark.parametrize("last", ["z", "é", "ж", "🐎"])
@pytest.mark.parametrize("width", [1, 4, 5, 15, 16, 17, 40, 9000, 40_000])
def test_characters_of_one_byte_and_of_more(width: int, last: str) -> None:
    array = np.array(["a" * width, "a" * (width - 1) + last, "b", "a" * width, last])
    names, inverse = np.unique(array, return_inverse=True)
    codes, found = encoded(array)
    assert_array_equal(codes, inverse)
    assert found == names.tolist()


def test_texts_that_come_late_move_the_codes_of_the_earlier_ones() -> None:
    words = [f"w{i % 7}" for i in range(5000)] + ["a", "z"] + [f"m{i}" for i in range(300)]
    names, inverse = np.unique(words, return_inverse=True)
    codes, found = encoded(np.array(words))
    assert codes.dtype == np.uint16
    assert_array_equal(codes, inverse)
    assert found == names.tolist()


@pytest.mark.parametrize("width", [1, 3, 7, 8, 9, 16, 33])
def test_thousands_of_distinct_texts_of_any_width(width: int) -> None:
    random = np.random.default_rng(width)
    array = random.integers(97, 97 + 26, (20_000, width), np.uint8).view(f"S{width}").ravel()
    codes, names = encoded(array)
    assert_array_equal(np.array(names, dtype=array.dtype)[codes], array)
    assert len(set(names)) == len(names) == len(np.unique(array))


@given(st.lists(st.text(max_size=6), min_size=1, max_size=60))
def test_any_text_comes_back(words: list[str]) -> None:
    array = np.array(words)
    if array.itemsize == 0:
        array = array.astype("U1")
    codes, names = encoded(array)
    assert np.array(names, dtype=array.dtype)[codes].tolist() == array.tolist()
    assert len(names) == len(set(array.tolist()))


def test_a_million_different_texts_are_too_many() -> None:
    numbers = np.arange(1_100_000, dtype=np.uint32)
    _, _, too_many = _kernels.encode_text(numbers.view(np.uint8).reshape(-1, 4), wide=False)
    assert too_many


@pytest.mark.parametrize("width", [1, 4, 8, 12, 20, 28, 33, 40])
@pytest.mark.parametrize("threads", [2, 3])
def test_codes_do_not_depend_on_the_threads(width: int, threads: int) -> None:
    rows = np.random.default_rng(width).integers(0, 3, (5000, width), np.uint8)
    codes, places, _ = _kernels.encode_text(rows, wide=False, threads=threads)
    expected, expected_places, _ = _kernels.encode_text(rows, wide=False)
    assert_array_equal(codes, expected)
    assert_array_equal(rows[places], rows[expected_places])


def equal(a: np.ndarray, b: np.ndarray, threads: int = 1) -> list[bool]:
    rows = [np.ascontiguousarray(column).view(np.uint8).reshape(len(column), -1) for column in (a, b)]
    found: list[bool] = _kernels.equal_text(*rows, threads).view(bool).tolist()
    return found


@given(st.lists(st.tuples(st.text("ab\U0001f40e", max_size=9), st.text("ab", max_size=3)), min_size=1, max_size=40))
def test_equal_texts_of_any_width(pairs: list[tuple[str, str]]) -> None:
    a, b = (np.array(words) for words in zip(*pairs, strict=True))
    a, b = (column if column.itemsize else column.astype("U1") for column in (a, b))
    for threads in (1, 2):
        assert equal(a, b, threads) == equal(b, a, threads) == (a == b).tolist()


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20])
def test_texts_that_differ_anywhere_are_not_equal(width: int) -> None:
    for place in range(width):
        word = "x" * width
        assert equal(np.array([word, word]), np.array([word, word[:place] + "y" + word[place + 1 :]])) == [True, False]
        assert equal(np.array([word, word]), np.array([word, word[:place] or " "])) == [True, False]


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="different lengths"):
        _kernels.equal_text(np.zeros((2, 4), np.uint8), np.zeros((3, 4), np.uint8))


@pytest.mark.parametrize(
    "words", [["a", "b", "é"], ["abcdefgh", "abcdefgi", "ж"], ["x" * 30 + "a", "x" * 30 + "b", "🐎"]]
)
def test_rows_in_runs(words: list[str]) -> None:
    array = np.array([word for word in words * 40 for _ in range(97)])
    codes, names = encoded(array)
    assert names == sorted(words)
    assert_array_equal(np.array(names)[codes], array)


@pytest.mark.parametrize("width", [1, 4, 7, 8, 9, 14, 15, 16])
@pytest.mark.parametrize("kind", ["S", "U"])
@pytest.mark.parametrize("others", [1, 40, 3000])
def test_texts_of_the_highest_byte(width: int, kind: str, others: int) -> None:
    highest = "ÿ" * width
    words = [highest, *(f"{i:0{width}d}"[-width:] for i in range(others))]
    rows = np.random.default_rng(width).integers(0, len(words), 3 * max(others, 2000))
    texts = np.array(words)[rows] if kind == "U" else np.array([word.encode("latin-1") for word in words])[rows]
    codes, names = encoded(texts)
    expected, places = np.unique(texts, return_inverse=True)
    assert names == expected.tolist()
    assert_array_equal(codes, places)
