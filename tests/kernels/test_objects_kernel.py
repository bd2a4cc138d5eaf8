"""Codes of Python's own values, against a dictionary."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant import _kernels


def twin(values: list[Any]) -> tuple[list[int], list[Any]]:
    known: dict[Any, int] = {}
    codes = [known.setdefault(value, len(known)) for value in values]
    return codes, list(known)


def fresh(text: str) -> str:
    """An equal text that is another object."""
    return "".join(list(text))


@given(st.lists(st.text(max_size=3)))
def test_text_gets_codes_in_the_order_of_first_appearance(values: list[str]) -> None:
    for given_values in (values, [fresh(value) for value in values]):
        codes, distinct = _kernels.encode_objects(given_values)
        assert (codes.tolist(), distinct) == twin(values)
        assert codes.dtype == np.uint8


@given(st.lists(st.text(), unique=True))
@pytest.mark.parametrize("start", ["", "a common start of all texts, ", "\u00e9\u20ac\U0001f600"])
def test_texts_are_put_in_the_order_of_python(start: str, texts: list[str]) -> None:
    texts = [start + text for text in texts]
    order = _kernels.order_of_texts(texts)
    assert [texts[place] for place in order.tolist()] == sorted(texts)


@pytest.mark.parametrize("values", [["a", 1], ["a", None], ["a", "\ud800"], ["a", b"a"]])
def test_other_names_are_ordered_by_python(values: list[Any]) -> None:
    assert _kernels.order_of_texts(values) is None


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ((), False),
        ((5,), True),
        ((-1, 0, 1), True),
        (tuple(range(1000)), True),
        ((0, 2), False),
        ((1, 0), False),
        ((0, 0), False),
        ((0, True), False),
        ((False, 1), False),
        ((0, 1.0), False),
        ((0, np.int64(1)), False),
        (("0", "1"), False),
        ((2**63 - 1, 2**63), False),
        ((-(2**63), 2**63 - 1), False),
        ((2**70,), False),
    ],
)
def test_consecutive_numbers_are_known(values: tuple[Any, ...], found: bool) -> None:
    assert _kernels.are_consecutive(values) is found


@pytest.mark.parametrize("kind", [st.integers(), st.binary(max_size=2), st.booleans(), st.text() | st.none()])
@given(data=st.data())
def test_other_values_of_python(kind: Any, data: st.DataObject) -> None:
    values = data.draw(st.lists(kind))
    codes, distinct = _kernels.encode_objects(values)
    assert (codes.tolist(), distinct) == twin(values)


def test_more_values_than_are_remembered() -> None:
    values = [str(i * 7919 % 5003) for i in range(20_000)]
    codes, distinct = _kernels.encode_objects(values)
    assert (codes.tolist(), distinct) == twin(values)


@pytest.mark.parametrize("values", [[1, True], [0, False, 1], [1, 1.0], ["a", np.str_("b")], [(1, 2)], [[1]], [1.5]])
def test_equal_values_of_two_types_and_other_types_are_left_to_python(values: Any) -> None:
    assert _kernels.encode_objects(values) is None


def test_different_values_of_two_types_have_codes() -> None:
    codes, distinct = _kernels.encode_objects(["a", 1, None, "a"])
    assert (codes.tolist(), distinct) == ([0, 1, 2, 0], ["a", 1, None])


def test_values_stay_alive_with_the_result() -> None:
    _, distinct = _kernels.encode_objects([fresh("a long text") for _ in range(10)])
    assert distinct == ["a long text"]


@pytest.mark.parametrize("distinct", [1, 255, 256, 257, 70_000])
def test_codes_take_as_few_bytes_as_they_need(distinct: int) -> None:
    codes, names = _kernels.encode_objects([f"é{i}" for i in range(distinct)])
    assert codes.itemsize == (1 if distinct <= 256 else 2 if distinct <= 65536 else 4)
    assert (codes.tolist(), len(names)) == (list(range(distinct)), distinct)


@given(st.lists(st.text(st.sampled_from("abé\0"), max_size=20) | st.integers(-(2**70), 2**70) | st.none()))
def test_arrays_of_objects_are_read_like_lists(values: list[Any]) -> None:
    array = np.fromiter(values, object, len(values))
    for given_values in (array, np.repeat(array, 2)[::2], np.flip(np.flip(array))):
        codes, distinct = _kernels.encode_objects(given_values)
        assert (codes.tolist(), distinct) == twin(values)


def test_places_that_numpy_did_not_fill_are_none() -> None:
    codes, distinct = _kernels.encode_objects(np.empty(3, object))
    assert (codes.tolist(), distinct) == ([0, 0, 0], [None])


@pytest.mark.parametrize("values", [("a", "b"), np.arange(3), np.empty((2, 2), object), "ab", None])
def test_only_lists_and_arrays_of_objects_are_taken(values: Any) -> None:
    with pytest.raises((TypeError, BufferError)):
        _kernels.encode_objects(values)


# -- numbers -------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1) | st.lists(st.floats(), min_size=1))
def test_numbers_of_one_type_are_what_numpy_makes_of_them(values: list[Any]) -> None:
    found, expected = _kernels.list_numbers(values), np.asarray(values)
    assert found is not None
    assert found.dtype == (np.int64 if isinstance(values[0], int) else np.float64)
    assert found.tobytes() == expected.astype(found.dtype).tobytes()


@pytest.mark.parametrize(
    "values",
    [
        [],
        [1, 2.0],
        [2.0, 1],
        [1, True],
        [True, False],
        [1, None],
        [1.0, None],
        [1, 2**63],
        [-(2**63) - 1],
        ["a"],
        [1, "a"],
        [np.int64(1)],
        [np.float64(1)],
        [1.0, np.float64(1)],
        [[1]],
    ],
)
def test_other_lists_are_left_to_numpy(values: Any) -> None:
    assert _kernels.list_numbers(values) is None


@given(
    st.data(),
    st.sampled_from(
        [
            st.integers(-3, 3),
            st.integers(-(2**31), 2**31),
            st.integers(-(2**63), 2**63 - 1),
            st.text("aé🐎", max_size=3),
        ]
    ),
)
def test_equal_objects_are_counted(data: st.DataObject, values: st.SearchStrategy[Any]) -> None:
    rows = data.draw(st.lists(st.tuples(values, values), min_size=1, max_size=30))
    first, second = ([data.draw(st.sampled_from([x, y])) for x, y in rows] for _ in range(2))
    expected = sum(x == y for x, y in zip(first, second, strict=True))
    assert _kernels.agreeing_objects(first, second) == expected
    arrays = (np.array([*column, None], object)[:-1] for column in (first, second))
    assert _kernels.agreeing_objects(*arrays) == expected


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([], []),
        ([1], [1, 1]),
        ([1], [True]),
        ([1], ["1"]),
        (["a"], [b"a"]),
        ([None], [None]),
        ([1.0], [1.0]),
        ([2**80], [2**81]),
    ],
)
def test_other_objects_are_left_to_python(first: list[Any], second: list[Any]) -> None:
    assert _kernels.agreeing_objects(first, second) is None
