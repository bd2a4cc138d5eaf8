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
    whole, series = pa.array(values, TYPES[kind]), pl.Series(values, dtype=pl.String)
    for column in (whole, pa.chunked_array([whole[:cut], whole[cut:]], TYPES[kind]), series):
        assert decoded(column, threads) == values
    assert decoded(whole[cut // 2 :], threads) == values[cut // 2 :]
    assert decoded(series[cut:].append(series[:cut])) == values[cut:] + values[:cut]


@pytest.mark.parametrize(("distinct", "size"), [(256, 1), (257, 2), (3000, 2), (70_000, 4)])
@pytest.mark.parametrize("word", ["{}", "a word of a good length {}"])
@pytest.mark.parametrize("threads", [1, 3])
def test_many_texts(distinct: int, size: int, word: str, threads: int) -> None:
    values = [word.format(i * 7919 % distinct) for i in range(2 * distinct)]
    assert decoded(pa.array(values), threads) == decoded(pl.Series(values), threads) == values
    assert _kernels.encode_arrow(pa.array(values)).codes.itemsize == size


RUNS = [["a", "b", "c"], ["", "abcdefgh", "abcdefghijkl"], ["x" * 30 + "a", "x" * 30 + "b", "x" * 29]]


@pytest.mark.parametrize("words", RUNS)
@pytest.mark.parametrize("kind", TYPES)
def test_rows_in_runs(words: list[str], kind: str) -> None:
    values = [word for word in words * 40 for _ in range(97)]
    assert decoded(pa.array(values, TYPES[kind])) == decoded(pl.Series(values)) == values
    rows = [None if i % 101 == 0 else value for i, value in enumerate(values)]
    assert decoded(pa.array(rows, TYPES[kind])) == rows


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


def dictionary(codes: Any, words: Any, kind: Any = TYPES["string"], **how: Any) -> Any:
    index = codes if isinstance(codes, pa.Array) else pa.array(codes, pa.int32())
    return pa.DictionaryArray.from_arrays(index, pa.array(words, kind), **how)


@pytest.mark.parametrize("index", [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64()])
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("ordered", [False, True])
def test_a_dictionary_keeps_its_codes(index: pa.DataType, kind: str, ordered: bool) -> None:
    words = ["b", "a word of a good length", "a"]
    column = dictionary(pa.array([2, 0, 1, 0] * 500, index), words, TYPES[kind], ordered=ordered)[1:]
    codes, *rest = values_of(_kernels.encode_arrow(column))
    del column  # which the codes outlive
    assert (codes.tolist(), rest) == (([2, 0, 1, 0] * 500)[1:], [tuple(words), None, ordered])
    assert codes.dtype == index.to_pandas_dtype()


A, NULL = pa.array(["a"]).dictionary_encode(), ["a", None, "c"]
OTHERS: dict[str, tuple[Any, int]] = {
    "missing": (pa.array(["a", None]).dictionary_encode(), 10),
    "numbers": (pa.array([1, 2]).dictionary_encode(), 10),
    "no rows": (pa.array([]).dictionary_encode(), 10),
    "null in the dictionary": (dictionary([0, 1], NULL), 10),
    "two chunks": (pa.chunked_array([A, pa.array(["b"]).dictionary_encode()]), 10),
    "many words that are ordered": (dictionary([0, 1], ["a", "b", "c"], ordered=True), 2),
    "a null that occurs among many words": (dictionary([0, 1], NULL), 2),
    "beyond many words": (dictionary([0, 3], ["a", "b", "c"], safe=False), 2),
    "before many words": (dictionary([0, -1], ["a", "b", "c"], safe=False), 2),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_dictionaries_are_left_to_others(name: str) -> None:
    column, most = OTHERS[name]
    assert _kernels.encode_arrow(column, most=most) is None


@pytest.mark.parametrize("index", [pa.int8(), pa.uint16(), pa.int64()])
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("never", ["never", None])
def test_of_many_words_those_that_occur_have_codes(index: pa.DataType, kind: str, never: str | None) -> None:
    words = ["d", never, "a word of a good length", "a"]
    column = dictionary(pa.array([3, 1, 0, 2, 0, 3], index), words, TYPES[kind])[2:]
    codes, *rest = values_of(_kernels.encode_arrow(column, most=3))
    assert (codes.tolist(), rest) == ([0, 1, 0, 2], [("d", "a word of a good length", "a"), None, False])
    if never:
        assert len(_kernels.encode_arrow(column, most=4).names) == 4
