"""Codes of Python's own values, against a dictionary."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant import _kernels


def check_objects(values: list[Any]) -> None:
    """Codes in the order of first appearance, of values, of equal ones that are other objects, and of arrays."""
    known: dict[Any, int] = {}
    expected = [known.setdefault(value, len(known)) for value in values]
    array = np.fromiter(values, object, len(values))
    others = ["".join(list(value)) if isinstance(value, str) else value for value in values]
    for column in (values, others, array, np.repeat(array, 2)[::2], np.flip(np.flip(array))):
        codes, distinct = _kernels.encode_objects(column)
        assert (codes.tolist(), distinct) == (expected, list(known))
        assert codes.itemsize == (1 if len(known) <= 256 else 2 if len(known) <= 65536 else 4)


KINDS = [st.text(max_size=3), st.text("abé\0", max_size=20), st.integers(-(2**70), 2**70), st.binary(max_size=2)]


@pytest.mark.parametrize("kind", [*KINDS, st.booleans(), st.text(max_size=2) | st.integers() | st.none()])
@given(data=st.data())
def test_values_of_python_get_codes(kind: Any, data: st.DataObject) -> None:
    check_objects(data.draw(st.lists(kind)))


def test_places_that_numpy_did_not_fill_are_none() -> None:
    codes, distinct = _kernels.encode_objects(np.empty(3, object))
    assert (codes.tolist(), distinct) == ([0, 0, 0], [None])


@given(st.lists(st.text(), unique=True))
@pytest.mark.parametrize("start", ["", "a common start of all texts, ", "\u00e9\u20ac\U0001f600"])
def test_texts_are_put_in_the_order_of_python(start: str, texts: list[str]) -> None:
    texts = [start + text for text in texts]
    order = _kernels.order_of_texts(texts)
    assert [texts[place] for place in order.tolist()] == sorted(texts)


@pytest.mark.parametrize("values", [["a", 1], ["a", None], ["a", "\ud800"], ["a", b"a"]])
def test_other_names_are_ordered_by_python(values: list[Any]) -> None:
    assert _kernels.order_of_texts(values) is None


APART = [(), (0, 2), (1, 0), (0, True), (False, 1), (0, 1.0), (0, np.int64(1)), ("0", "1"), (2**63 - 1, 2**63)]


@pytest.mark.parametrize("values", [*APART, (-(2**63), 2**63 - 1), (5,), tuple(range(-1, 1000))])
def test_consecutive_numbers_are_known(values: tuple[Any, ...]) -> None:
    assert _kernels.are_consecutive(values) is (len(values) in (1, 1001))


@pytest.mark.parametrize("values", [[1, True], [0, False, 1], [1, 1.0], ["a", np.str_("b")], [(1, 2)], [[1]], [1.5]])
def test_equal_values_of_two_types_and_other_types_are_left_to_python(values: Any) -> None:
    assert _kernels.encode_objects(values) is None


@pytest.mark.parametrize("distinct", [1, 255, 256, 257, 5003, 70_000])
def test_codes_of_many_values_take_as_few_bytes_as_they_need(distinct: int) -> None:
    check_objects([f"é{i * 7919 % distinct}" for i in range(2 * distinct)])


@pytest.mark.parametrize("values", [("a", "b"), np.arange(3), np.empty((2, 2), object), "ab", None])
def test_only_lists_and_arrays_of_objects_are_taken(values: Any) -> None:
    with pytest.raises((TypeError, BufferError)):
        _kernels.encode_objects(values)


# -- numbers -------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1) | st.lists(st.floats(), min_size=1))
def test_numbers_of_one_type_are_what_numpy_makes_of_them(values: list[Any]) -> None:
    found, expected = _kernels.list_numbers(values), np.asarray(values, np.int64 if type(values[0]) is int else float)
    assert found is not None
    assert (found.dtype, found.tobytes()) == (expected.dtype, expected.tobytes())


@pytest.mark.parametrize("values", [[], [1, 2.0], [2.0, 1], [1, True], [True, False], [1, None], [1.0, None], [[1]]])
@pytest.mark.parametrize("more", [[], ["a"], [np.int64(1)], [np.float64(1)], [2**63], [-(2**63) - 1]])
def test_other_lists_are_left_to_numpy(values: list[Any], more: list[Any]) -> None:
    assert _kernels.list_numbers(values + more) is None
    assert not more or _kernels.list_numbers([1, *more]) is _kernels.list_numbers(more) is None


# -- arrays of text -------------------------------------------------------------------------------------------------


def check_codes(array: np.ndarray) -> None:
    """Codes are indices among the distinct texts in their order, for any number of threads."""
    names, expected = np.unique(array, return_inverse=True)
    rows = np.ascontiguousarray(array).view(np.uint8).reshape(len(array), array.itemsize)
    for threads in (1, 2, 3):
        codes, places, too_many = _kernels.encode_text(rows, array.dtype.kind == "U", threads)
        assert_array_equal(codes, expected)
        assert array[places].tolist() == names.tolist()
        assert (too_many, codes.dtype) == (False, np.uint8 if len(names) <= 256 else np.uint16)


def as_array(words: Any) -> np.ndarray:
    """Texts, of one character at least."""
    array = np.array(words)
    return array if array.itemsize else array.astype("U1")


@pytest.mark.parametrize("last", ["z", "é", "ж", "🐎"])
@pytest.mark.parametrize("width", [1, 4, 5, 15, 16, 17, 40, 9000, 40_000])
def test_characters_of_one_byte_and_of_more(width: int, last: str) -> None:
    check_codes(np.array(["a" * width, "a" * (width - 1) + last, "b", "a" * width, last]))


RUNS = [["a", "b", "é"], ["abcdefgh", "abcdefgi", "ж"], ["x" * 30 + "a", "x" * 30 + "b", "🐎"]]
LATE = [f"w{i % 7}" for i in range(5000)] + ["a", "z"] + [f"m{i}" for i in range(300)]


@pytest.mark.parametrize("words", [*([word for word in run * 40 for _ in range(97)] for run in RUNS), LATE])
def test_texts_in_runs_and_late_ones_that_move_the_codes_of_the_earlier(words: list[str]) -> None:
    check_codes(np.array(words))


@pytest.mark.parametrize("width", [1, 3, 4, 7, 8, 9, 12, 16, 20, 28, 33, 40])
@pytest.mark.parametrize("letters", [3, 26])
def test_thousands_of_distinct_texts_of_any_width(width: int, letters: int) -> None:
    random = np.random.default_rng(width)
    check_codes(random.integers(97, 97 + letters, (20_000, width), np.uint8).view(f"S{width}").ravel())


@given(st.lists(st.text(max_size=6), max_size=60))
def test_any_text_comes_back(words: list[str]) -> None:
    check_codes(as_array(words or np.empty(0, "U1")))


def test_a_million_different_texts_are_too_many() -> None:
    numbers = np.arange(1_100_000, dtype=np.uint32)
    _, _, too_many = _kernels.encode_text(numbers.view(np.uint8).reshape(-1, 4), wide=False)
    assert too_many


@pytest.mark.parametrize("width", [1, 4, 7, 8, 9, 14, 15, 16])
@pytest.mark.parametrize("kind", ["S", "U"])
@pytest.mark.parametrize("others", [1, 40, 3000])
def test_texts_of_the_highest_byte(width: int, kind: str, others: int) -> None:
    words = np.array(["ÿ" * width, *(f"{i:0{width}d}"[-width:] for i in range(others))])
    texts = words if kind == "U" else np.char.encode(words, "latin-1")
    check_codes(texts[np.random.default_rng(width).integers(0, len(words), 3 * max(others, 2000))])


@given(text=st.binary(max_size=300) | st.text("01+,\n", max_size=20).map(str.encode))
def test_the_kinds_of_bytes(text: bytes) -> None:
    found = _kernels.text_bytes(np.frombuffer(text, np.uint8))
    padded = re.search(rb"[,;\t|\n][0+][0-9]", text) is not None
    assert found == (b"\0" in text, b'"' in text, any(byte > 127 for byte in text), padded)
