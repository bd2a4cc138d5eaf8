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
    codes, first_rows, too_many = _kernels.encode_text(rows)
    assert not too_many
    return codes, array[first_rows].tolist()


def test_no_rows_give_no_codes() -> None:
    codes, first_rows, too_many = _kernels.encode_text(np.empty((0, 4), np.uint8))
    assert len(codes) == len(first_rows) == 0
    assert not too_many


def test_codes_come_in_the_order_of_first_appearance() -> None:
    codes, names = encoded(np.array(["b", "a", "b", "c", "a"]))
    assert codes.tolist() == [0, 1, 0, 2, 1]
    assert names == ["b", "a", "c"]


def test_texts_that_differ_in_the_last_byte_only_are_different() -> None:
    codes, names = encoded(np.array(["x" * 30 + "a", "x" * 30 + "b", "x" * 30], dtype="S31"))
    assert codes.tolist() == [0, 1, 2]
    assert len(names) == 3


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
    _, _, too_many = _kernels.encode_text(numbers.view(np.uint8).reshape(-1, 4))
    assert too_many


@pytest.mark.parametrize("width", [1, 4, 8, 12, 20, 28, 33, 40])
@pytest.mark.parametrize("threads", [2, 3])
def test_codes_do_not_depend_on_the_threads(width: int, threads: int) -> None:
    rows = np.random.default_rng(width).integers(0, 3, (5000, width), np.uint8)
    for found, expected in zip(_kernels.encode_text(rows, threads), _kernels.encode_text(rows, 1), strict=True):
        assert_array_equal(found, expected)


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
