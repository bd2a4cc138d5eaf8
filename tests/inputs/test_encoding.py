"""Arrow's dictionaries as they may come: words twice, null among the words, any index, damaged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from numpy.testing import assert_array_equal

from concordant import Counts, accuracy, cohen_kappa, gwet_ac1
from concordant.errors import InputError, LabelError

INDICES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


def dictionary(index: Any, words: Any, kind: str = "int32", *, ordered: bool = False) -> Any:
    return pa.DictionaryArray.from_arrays(pa.array(index, getattr(pa, kind)()), pa.array(words), ordered=ordered)


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("words", [["a", "b", "a"], [1, 2, 1], ["a", "b", None]])
def test_a_word_that_stands_twice_is_one_label_and_null_is_none(words: list[Any], ordered: bool) -> None:
    random = np.random.default_rng(0)
    first, second = ([*column, None] for column in random.integers(0, 3, (2, 50)).tolist())
    true, predicted = (dictionary(index, words, ordered=ordered) for index in (first, second))
    plain = [[None if i is None else words[i] for i in index] for index in (first, second)]
    wanted = Counts.from_labels(*plain, missing="drop")
    found = Counts.from_labels(true, predicted, missing="drop")
    assert found.labels == wanted.labels
    assert_array_equal(found.table, wanted.table)
    assert found.missing == wanted.missing
    assert accuracy(true, predicted, missing="drop") == accuracy(*plain, missing="drop")


def test_a_word_of_null_that_no_row_has_is_no_class() -> None:
    true, predicted = (dictionary(index, ["a", "b", None], ordered=True) for index in ([0, 1, 0, 1], [0, 1, 1, 1]))
    assert gwet_ac1(true, predicted) == gwet_ac1(["a", "b", "a", "b"], ["a", "b", "b", "b"])


@pytest.mark.parametrize("kind", INDICES)
@pytest.mark.parametrize("chunked", [False, True])
def test_missing_rows_of_any_index(kind: str, chunked: bool) -> None:
    column = dictionary([0, 1, None, 1], ["a", "b"], kind)
    column = pa.chunked_array([column[:2], column[2:]]) if chunked else column
    assert accuracy(column, ["a", "b", "a", "a"], missing="drop") == pytest.approx(2 / 3)
    with pytest.raises(InputError, match="missing"):
        accuracy(column, ["a", "b", "a", "a"])


@pytest.mark.parametrize("index", [[0, 1, 7], [0, 1, -3]])
def test_a_word_that_the_dictionary_lacks_is_refused(index: list[int]) -> None:
    damaged = pa.DictionaryArray.from_arrays(pa.array(index, pa.int32()), pa.array(["a", "b"]), safe=False)
    for other in (["a", "b", "a"], damaged):
        for call in (Counts.from_labels, accuracy):
            with pytest.raises(LabelError, match="a dictionary of 2 words"):
                call(damaged, other)


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("words", [["a", "b"], [1, 2]])
@pytest.mark.parametrize("nulls", [(), (0,), (1,), (0, 1)])
def test_chunks_with_dictionaries_of_their_own(words: list[Any], nulls: tuple[int, ...], ordered: bool) -> None:
    index = np.random.default_rng(1).integers(0, 2, (2, 40))
    held = [[*words[::turn], *([None] if k in nulls else [])] for k, turn in enumerate((1, -1))]
    parts = [[*index[k].tolist(), *([2] if k in nulls else []), None] for k in (0, 1)]
    column = pa.chunked_array([dictionary(*pair, ordered=ordered) for pair in zip(parts, held, strict=True)])
    plain = [None if i is None else own[i] for part, own in zip(parts, held, strict=True) for i in part]
    other = [words[i % 2] for i in range(len(plain))]
    found, wanted = (Counts.from_labels(one, other, missing="drop") for one in (column, plain))
    assert (found.labels, found.missing) == (wanted.labels, wanted.missing)
    assert_array_equal(found.table, wanted.table)


@pytest.mark.parametrize("words", [["a", "b"], ["a", "b", None], [1, 2], [1, 2, None]])
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("index", [7, -3])
def test_a_word_that_the_dictionary_of_a_chunk_lacks_is_refused(words: list[Any], place: int, index: int) -> None:
    parts = [[0, 1, index if k == place else 0] for k in (0, 1)]
    chunks = [
        pa.DictionaryArray.from_arrays(pa.array(part, pa.int32()), pa.array(own), safe=False)
        for part, own in zip(parts, (words, words[::-1]), strict=True)
    ]
    with pytest.raises(LabelError, match=r"y_true is a dictionary of . words, and a row names another one"):
        accuracy(pa.chunked_array(chunks), [words[0]] * 6, missing="drop")


@pytest.mark.parametrize("unused", [0, 1, 3, 1000])  # fewer words than rows, and more
@pytest.mark.parametrize("rows", [4, 40])
@pytest.mark.parametrize("turn", [1, -1])
def test_unused_categories_without_an_order_leave_that_of_the_other_column(unused: int, rows: int, turn: int) -> None:
    true = ["low", "high", "mid", "low"] * (rows // 4)
    predicted = ["mid", "high", "low", "low"] * (rows // 4)
    order = ["low", "mid", "high", "top"]
    declared = pd.Series(pd.Categorical(true, categories=order, ordered=True))
    other = pd.Series(pd.Categorical(predicted, categories=["mid", *map(str, range(unused)), "low", "high"]))
    columns = (declared, other)[::turn]
    assert Counts.from_labels(*columns).labels == tuple(order)
    wanted = cohen_kappa(*(true, predicted)[::turn], labels=order, weights="quadratic")
    assert cohen_kappa(*columns, weights="quadratic") == wanted


@pytest.mark.parametrize("words", [False, True])
def test_text_that_is_no_utf8_is_refused(words: bool) -> None:
    offsets, data = np.array([0, 2, 4, 6], np.int32), b"ab\xff\xfecd"
    text = pa.Array.from_buffers(pa.string(), 3, [None, pa.py_buffer(offsets), pa.py_buffer(data)])
    column = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2], pa.int32()), text, safe=False) if words else text
    with pytest.raises(LabelError, match="y_true holds text that is not UTF-8"):
        accuracy(column, ["ab", "?", "cd"])


MANY = 3000


def many_words(kind: str, index: Any) -> Any:
    """Some rows of a dictionary of many words, in no order of their names."""
    words = [f"w{7919 * k % 10_007}" for k in range(MANY)]
    if kind == "arrow":
        return dictionary(index, words)
    if kind == "pandas":
        return pd.Series(pd.Categorical.from_codes(index, words))
    text = pl.Series(words)
    return text.gather(pl.Series(index)).cast(pl.Enum(words) if kind == "polars Enum" else pl.Categorical)


@pytest.mark.parametrize("rows", [10, 5000])
@pytest.mark.parametrize("kind", ["arrow", "pandas", "polars", "polars Enum"])
def test_of_many_words_those_that_occur_count(kind: str, rows: int) -> None:
    random = np.random.default_rng(rows)
    first = random.integers(0, MANY, rows)
    second = np.where(random.random(rows) < 0.7, first, random.integers(0, MANY, rows))
    columns = [many_words(kind, index) for index in (first, second)]
    found = Counts.from_labels(*columns)
    names = [column.to_pylist() if kind == "arrow" else column.to_list() for column in columns]
    wanted = Counts.from_labels(*names, labels=found.labels)
    assert len(found.labels) == (MANY if kind == "polars Enum" else len({*names[0], *names[1]}))
    assert_array_equal(found.occupied.flat, wanted.occupied.flat)
    assert_array_equal(found.occupied.counts, wanted.occupied.counts)


@pytest.mark.parametrize("missing", [True, False])
def test_categories_that_are_not_used_leave_missing_rows_missing(missing: bool) -> None:
    index = [2999, -1 if missing else 5, 5, 2999]
    found = Counts.from_labels(many_words("pandas", index), many_words("pandas", [2999, 5, 7, 2999]), missing="drop")
    assert (found.missing, found.n) == ((1, 3) if missing else (0, 4))
