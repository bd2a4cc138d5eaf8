"""Codes of columns that Arrow's C data interface hands over, against sorted Python strings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.samples import values_of

from concordant import _kernels

pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")

TYPES = {"string": pa.string(), "large string": pa.large_string(), "string view": pa.string_view()}
WORDS = st.text(st.sampled_from("ab\0é🐎"), max_size=5) | st.text(st.sampled_from("ab"), min_size=10, max_size=16)
WORDS |= st.text(st.sampled_from("ab"), min_size=30, max_size=60)
COLUMNS = st.lists(WORDS | st.none(), max_size=60)


def decoded(column: Any, threads: int = 1) -> list[str | None]:
    codes, names, missing, ordered = values_of(_kernels.encode_arrow(column, threads))
    assert len(set(names)) == len(names)
    assert len(names) > 65_536 or list(names) == sorted(names)
    assert not ordered
    gaps = [False] * len(codes) if missing is None else missing.astype(bool).tolist()
    return [None if gap else names[code] for code, gap in zip(codes.tolist(), gaps, strict=True)]


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", TYPES)
def test_no_rows_and_nothing_but_missing_ones(kind: str) -> None:
    codes, names, missing, _ = values_of(_kernels.encode_arrow(pa.array([None, None], TYPES[kind])))
    assert (codes.tolist(), names, missing.tolist()) == ([0, 0], (), [1, 1])
    codes, names, missing, _ = values_of(_kernels.encode_arrow(pa.array([], TYPES[kind])))
    assert (len(codes), names, missing) == (0, (), None)


def test_a_validity_that_says_that_all_is_there() -> None:
    column = pa.array(["a", None, "b"])[::1].slice(2, 1)
    assert decoded(column) == ["b"]
    assert _kernels.encode_arrow(column).missing is None


@pytest.mark.parametrize("column", [pa.array([1, 2]), pa.array([b"a"]), pa.array([["a"]]), pl.Series([1.5])])
def test_other_columns_are_left_to_others(column: Any) -> None:
    assert _kernels.encode_arrow(column) is None


@pytest.mark.parametrize("column", [["a"], np.array(["a"]), 1, "a"])
def test_what_has_no_arrow_interface_is_refused(column: Any) -> None:
    with pytest.raises(AttributeError):
        _kernels.encode_arrow(column)


def test_bytes_that_are_no_text_are_refused() -> None:
    offsets, data = pa.py_buffer(np.array([0, 1], np.int32)), pa.py_buffer(b"\xff")
    with pytest.raises(UnicodeDecodeError):
        _kernels.encode_arrow(pa.Array.from_buffers(pa.string(), 1, [None, offsets, data]))


def test_bytes_behind_a_short_view_do_not_count() -> None:
    views = np.array([[1 | ord("a") << 32, 0], [1 | ord("a") << 32 | 77 << 40, 5], [1 | ord("b") << 32, 0]], np.uint64)
    column = pa.Array.from_buffers(pa.string_view(), 3, [None, pa.py_buffer(views)])
    codes, names, _, _ = values_of(_kernels.encode_arrow(column))
    assert (codes.tolist(), names) == ([0, 0, 1], ("a", "b"))


# -- against Python ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", TYPES)
@given(values=COLUMNS, cut=st.integers(0, 60), threads=st.integers(1, 3))
def test_text_comes_back(kind: str, values: list[str | None], cut: int, threads: int) -> None:
    whole = pa.array(values, TYPES[kind])
    chunked = pa.chunked_array([whole[:cut], whole[cut:]], TYPES[kind])
    for column in (whole, chunked):
        assert decoded(column, threads) == values
    assert decoded(whole[cut // 2 :], threads) == values[cut // 2 :]


@given(values=COLUMNS, cut=st.integers(0, 60))
def test_text_of_polars_comes_back(values: list[str | None], cut: int) -> None:
    column = pl.Series(values, dtype=pl.String)
    assert decoded(column) == values
    assert decoded(column[cut:].append(column[:cut])) == values[cut:] + values[:cut]


@pytest.mark.parametrize("distinct", [256, 257, 3000, 70_000])
@pytest.mark.parametrize("word", ["{}", "a word of a good length {}"])
@pytest.mark.parametrize("threads", [1, 3])
def test_many_texts(distinct: int, word: str, threads: int) -> None:
    values = [word.format(i * 7919 % distinct) for i in range(2 * distinct)]
    assert decoded(pa.array(values), threads) == decoded(pl.Series(values), threads) == values
    assert _kernels.encode_arrow(pa.array(values)).codes.itemsize == (
        1 if distinct == 256 else 2 if distinct == 257 or distinct == 3000 else 4
    )


# -- dictionaries --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("distinct", [1, 6, 33, 129, 2000, 5000])
@pytest.mark.parametrize("rare", [0, 1, 50, 3000])
@pytest.mark.parametrize("threads", [1, 2])
def test_few_and_many_texts_beside_rare_and_long_ones(distinct: int, rare: int, threads: int) -> None:
    rng = np.random.default_rng(distinct + rare)
    words = ["", *(f"w{k}" for k in range(1, distinct))]
    values = [words[k] for k in rng.integers(0, distinct, 3 * max(distinct, 2000))]
    for row in rng.integers(0, len(values), rare).tolist():
        values[row] = f"rare{row}" if row % 2 else f"longer than a view holds {row % 7}"
    for kind in TYPES.values():
        assert decoded(pa.array(values, kind), threads) == values
    assert decoded(pl.Series(values, dtype=pl.String), threads) == values


@pytest.mark.parametrize("index", [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64()])
@pytest.mark.parametrize("kind", TYPES)
def test_a_dictionary_keeps_its_codes(index: pa.DataType, kind: str) -> None:
    words = pa.array(["b", "a word of a good length", "a"], TYPES[kind])
    column = pa.DictionaryArray.from_arrays(pa.array([2, 0, 1, 0], index), words)
    codes, names, missing, ordered = values_of(_kernels.encode_arrow(column[1:]))
    assert (codes.tolist(), names, missing, ordered) == ([0, 1, 0], tuple(words.to_pylist()), None, False)
    assert codes.dtype == index.to_pandas_dtype()


def test_codes_of_a_dictionary_outlive_their_column() -> None:
    column = pa.array(["b", "a"] * 1000).dictionary_encode()
    codes = _kernels.encode_arrow(column).codes
    del column
    assert codes.tolist() == [0, 1] * 1000


def test_an_order_is_seen() -> None:
    column = pa.DictionaryArray.from_arrays(pa.array([1, 2]), pa.array(["z", "b", "a"]), ordered=True)
    codes, names, _, ordered = values_of(_kernels.encode_arrow(column))
    assert (codes.tolist(), names, ordered) == ([1, 2], ("z", "b", "a"), True)


@pytest.mark.parametrize(
    "column",
    [
        pa.array(["a", None]).dictionary_encode(),
        pa.array([1, 2]).dictionary_encode(),
        pa.array([]).dictionary_encode(),
        pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["a", None])),
        pa.chunked_array([pa.array(["a"]).dictionary_encode(), pa.array(["b"]).dictionary_encode()]),
    ],
    ids=["missing", "numbers", "no rows", "null in the dictionary", "two chunks"],
)
def test_other_dictionaries_are_left_to_others(column: Any) -> None:
    assert _kernels.encode_arrow(column) is None


@pytest.mark.parametrize("index", [pa.int8(), pa.uint16(), pa.int64()])
@pytest.mark.parametrize("kind", TYPES)
def test_of_many_words_those_that_occur_have_codes(index: pa.DataType, kind: str) -> None:
    words = pa.array(["d", "never", "a word of a good length", "a"], TYPES[kind])
    column = pa.DictionaryArray.from_arrays(pa.array([3, 1, 0, 2, 0, 3], index), words)[2:]
    codes, names, missing, ordered = values_of(_kernels.encode_arrow(column, most=3))
    assert (codes.tolist(), missing, ordered) == ([0, 1, 0, 2], None, False)
    assert names == ("d", "a word of a good length", "a")
    assert len(_kernels.encode_arrow(column, most=4).names) == 4


@pytest.mark.parametrize(
    ("index", "words", "ordered"),
    [
        ([0, 1], ["a", "b", "c"], True),
        ([0, 1], ["a", None, "c"], False),
        ([0, 3], "abc", False),
        ([0, -1], "abc", False),
    ],
    ids=["ordered", "null that occurs", "beyond the words", "negative"],
)
def test_other_dictionaries_of_many_words_are_left_to_others(index: list[int], words: Any, ordered: bool) -> None:
    codes, known = pa.array(index, pa.int32()), pa.array(list(words), pa.string())
    column = pa.DictionaryArray.from_arrays(codes, known, ordered=ordered, safe=False)
    assert _kernels.encode_arrow(column, most=2) is None


def test_a_null_among_many_words_that_does_not_occur_is_no_word() -> None:
    column = pa.DictionaryArray.from_arrays(pa.array([2, 0]), pa.array(["b", None, "a"]))
    assert _kernels.encode_arrow(column, most=2).names == ("b", "a")


# -- sorted rows, which are read by runs ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [["a", "b", "c"], ["", "abcdefgh", "abcdefghijkl"], ["x" * 30 + "a", "x" * 30 + "b", "x" * 29]]
)
@pytest.mark.parametrize("kind", TYPES)
def test_rows_in_runs(words: list[str], kind: str) -> None:
    values = [word for word in words * 40 for _ in range(97)]
    assert decoded(pa.array(values, TYPES[kind])) == values
    assert decoded(pl.Series(values)) == values
    rows = [None if i % 101 == 0 else value for i, value in enumerate(values)]
    assert decoded(pa.array(rows, TYPES[kind])) == rows
