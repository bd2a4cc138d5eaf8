"""Columns whose rows are compared where they lie: the number is that of the checked and counted rows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant import Counts, accuracy, zero_one_loss
from concordant.errors import ConcordantError, LabelError, LengthError, UndefinedMetricWarning
from concordant.inputs.labels import agreeing_rows

pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")

WORDS = ["low", "middle", "high", "a word of more than twelve bytes", "é"]
Make = Callable[[list[str]], Any]
COMPARED: dict[str, Make] = {
    "list": list,
    "objects": lambda x: np.array(x, object),
    "objects, strided": lambda x: np.repeat(np.array(x, object), 2)[::2],
    "numpy U": lambda x: np.array(x, "U40"),
    "numpy U, strided": lambda x: np.repeat(np.array(x, "U40"), 2)[::2],
    "numpy StringDType": lambda x: np.array(x, np.dtypes.StringDType()),
    "polars String": lambda x: pl.Series(x, dtype=pl.String),
    "polars Categorical": lambda x: pl.Series(x, dtype=pl.Categorical),
    "polars Enum": lambda x: pl.Series(x, dtype=pl.Enum(WORDS)),
    "arrow string": lambda x: pa.array(x, pa.string()),
    "arrow dictionary": lambda x: dictionary([WORDS.index(word) for word in x], WORDS),
    "arrow chunks": lambda x: pa.chunked_array([pa.array(x[:2], pa.string()), pa.array(x[2:], pa.string())]),
    "pandas str": lambda x: pd.Series(x, dtype="str"),
    "pandas categorical": lambda x: pd.Series(pd.Categorical(x, categories=WORDS)),
    "pandas Categorical, bare": lambda x: pd.Categorical(x, categories=WORDS),
}


def dictionary(codes: list[int], words: list[Any], index: Any = None) -> Any:
    """A dictionary of Arrow."""
    return pa.DictionaryArray.from_arrays(pa.array(codes, index or pa.int32()), pa.array(words, pa.string()))


UNCHECKED = [COMPARED[name] for name in ("arrow string", "arrow chunks", "pandas str")]  # ASCII alone is compared
ROWS = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)), min_size=1, max_size=30)


@pytest.mark.parametrize("make", COMPARED.values(), ids=COMPARED.keys())
@given(ROWS)
def test_the_share_of_the_table(make: Make, rows: list[tuple[str, str]]) -> None:
    a, b = make([x for x, _ in rows]), make([y for _, y in rows])
    left = make in UNCHECKED and not all(word.isascii() for row in rows for word in row)
    assert agreeing_rows(a, b) == (None if left else (sum(x == y for x, y in rows), len(rows)))
    assert accuracy(a, b) == accuracy.of(Counts.from_labels(a, b))
    assert zero_one_loss(a, b) == zero_one_loss.of(Counts.from_labels(a, b))


NUMBERS = ("bool", "int8", "int64", "uint16", "uint64", "float16", "float32", "float64")


@pytest.mark.parametrize("kind", NUMBERS)
@pytest.mark.parametrize("rows", [1, 2049])
def test_whole_numbers_of_every_type(kind: str, rows: int) -> None:
    a, b = np.random.default_rng(rows).integers(0, 2 if kind == "bool" else 5, (2, rows)).astype(kind)
    wanted = int(np.count_nonzero(a == b)), rows
    assert agreeing_rows(a, b) == wanted
    assert agreeing_rows(np.repeat(a, 2)[::2], b) == wanted
    assert agreeing_rows(a[:0], b[:0]) is agreeing_rows(a, b[1:]) is None
    if a.dtype.kind in "iu":
        for make in (list, pl.Series, pa.array):
            assert agreeing_rows(make(a.tolist()), make(b.tolist())) == wanted
    assert accuracy(a, b) == accuracy.of(Counts.from_labels(a, b))


def test_the_largest_of_64_bits() -> None:
    a = np.array([2**64 - 1, 2**63, 5], np.uint64)
    assert agreeing_rows(a, a[[0, 0, 2]]) == (2, 3)


@pytest.mark.parametrize("at_once", [1, 7, 1 << 20])
def test_halves_some_rows_at_a_time(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[agreeing_rows.__module__], "_AT_ONCE", at_once)
    a, b = np.random.default_rng(0).integers(0, 3, (2, 50)).astype(np.float16)
    assert agreeing_rows(a, b) == (int((a == b).sum()), 50)
    b[-1] = 0.5
    assert agreeing_rows(a, b) is None


@pytest.mark.parametrize("few", [0, 1 << 22])
def test_many_categories_of_polars(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[agreeing_rows.__module__], "_FEW", few)  # rows that Polars compares itself
    codes = np.random.default_rng(0).integers(0, 300, (2, 40_000))
    words = pl.Series([f"w{k}" for k in range(300)])
    a, b = (words.gather(x).cast(pl.Categorical) for x in codes)
    assert agreeing_rows(a, b) == (int((codes[0] == codes[1]).sum()), 40_000)


# -- what is left to the full reading ------------------------------------------------------------------------------


@pytest.mark.parametrize("make", COMPARED.values(), ids=COMPARED.keys())
def test_no_rows_and_other_lengths(make: Make) -> None:
    one, two = make(["low"]), make(["low", "high"])
    assert agreeing_rows(one[:0], one[:0]) is None
    assert agreeing_rows(one, two) is None
    with pytest.raises(LengthError):
        accuracy(one, two)
    with pytest.warns(UndefinedMetricWarning, match="no row"):
        assert np.isnan(accuracy(one[:0], one[:0]))


NA = np.dtypes.StringDType(na_object=None)
MISSING = {
    "numpy StringDType": np.array(["low", None], NA),
    "polars String": pl.Series(["low", None]),
    "polars Categorical": pl.Series(["low", None], dtype=pl.Categorical),
    "arrow string": pa.array(["low", None]),
    "pandas str": pd.Series(["low", None], dtype="str"),
    "pandas categorical": pd.Series(["low", None], dtype="category"),
}


@pytest.mark.parametrize("column", MISSING.values(), ids=MISSING.keys())
def test_a_missing_value_is_still_an_error(column: Any) -> None:
    assert agreeing_rows(column, column) is None
    with pytest.raises(ConcordantError, match="missing"):
        accuracy(column, column)
    assert accuracy(column, column, missing="drop") == 1.0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (["a"], [1]),
        (["a", None], ["a", "b"]),
        ([1, True], [1, 1]),
        ([1, 2**70], [1, 2**71]),
        ([1.0], [1.0]),
        (["a"], ("a",)),
        (np.array([["a"]], object), np.array([["a"]], object)),
        (np.array([1]), [1]),
        (np.array([1]), np.array([1.0])),
        (np.array([1], np.uint64), np.array([1])),
        (np.array([1.0]), np.array([1], np.float32)),
        (np.array([1.5]), np.array([1.0])),
        (np.array([1.0]), np.array([np.nan])),
        (np.array([np.inf]), np.array([np.inf])),
        (np.array([2.0**60]), np.array([2.0**60])),
        (np.array([1.0], ">f8"), np.array([1.0], ">f8")),
        (np.array([[1, 0]]), np.array([[1, 0]])),
        (np.array([b"a"]), np.array([b"a"])),
        (np.array(["a"]), np.array(["a"], object)),
        (np.array([["a"]]), np.array([["a"]])),
        (np.array("a"), np.array("a")),
        (np.array(["a"], ">U1"), np.array(["a"])),
        (np.array([""]), pd.Series(["a"])),
        (pl.Series(["a"]), pl.Series(["a"], dtype=pl.Categorical)),
        (pl.Series(["a"], dtype=pl.Enum(["a", "b"])), pl.Series(["a"], dtype=pl.Enum(["b", "a"]))),
        (pl.Series(["a"], dtype=pl.Enum(["a"])), pl.Series(["a"], dtype=pl.Categorical)),
        (pl.Series(["a"], dtype=pl.Enum(["a"])), pl.Series([0])),
        (pl.Series(["a", None], dtype=pl.Enum(["a"])), pl.Series(["a", "b"])),
        (pl.Series([1]), pl.Series([1.0])),
        (pl.Series([1, None]), pl.Series([1, 2])),
        (pl.DataFrame({"a": ["x"]}), pl.DataFrame({"a": ["x"]})),
        (pd.Series([1]), pd.Series([1])),
        (pd.Series([1], dtype="category"), pd.Series([1], dtype="category")),
        (pd.Series([0.5], dtype="category"), pd.Series([0.5], dtype="category")),
        (pd.Series(["a"], dtype="category"), pd.Series(["b"], dtype="category")),
        (pd.DataFrame({"a": ["x"]}), pd.DataFrame({"a": ["x"]})),
        (pa.array([1, None]), pa.array([1, 1])),
        (pa.array([1]), pa.array([1.0])),
        (pa.chunked_array([[1]]), pa.chunked_array([[1]])),
        (pa.array(["a"]).dictionary_encode(), pa.array(["b"]).dictionary_encode()),
        (pa.array(["a", None]).dictionary_encode(), pa.array(["a", None]).dictionary_encode()),
        (pa.array([1]).dictionary_encode(), pa.array([1]).dictionary_encode()),
        (dictionary([0, 1], ["a", "a"]), dictionary([0, 0], ["a", "a"])),
        (dictionary([0, 1], ["a", None]), dictionary([0, 0], ["a", None])),
        (dictionary([0], [f"{k}" for k in range(2000)]), dictionary([0], [f"{k}" for k in range(2000)])),
        (pa.table({"a": ["x"]}), pa.table({"a": ["x"]})),
        (None, None),
    ],
)
def test_other_columns(a: Any, b: Any) -> None:
    assert agreeing_rows(a, b) is None


TEXTS = st.text(st.sampled_from("ab\0é🐎"), max_size=6) | st.just("x" * 40)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=20))
def test_zeros_at_the_end_of_a_text_count_where_they_are_kept(rows: list[tuple[str, str]]) -> None:
    a, b = (np.array([row[side] for row in rows], object) for side in (0, 1))
    kind = np.dtypes.StringDType()
    assert accuracy(a.astype(kind), b.astype(kind)) == accuracy(a, b)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=20))
def test_dictionaries_of_one_set_of_words(rows: list[tuple[int, int]]) -> None:
    a, b = ([row[side] for row in rows] for side in (0, 1))
    agreeing = sum(x == y for x, y in rows)
    for index in (pa.int8(), pa.uint16(), pa.int64()):
        columns = (dictionary(codes, ["d", "", "é", "a long word of the dictionary"], index) for codes in (a, b))
        assert agreeing_rows(*columns) == (agreeing, len(rows))


def test_a_damaged_dictionary_is_still_an_error() -> None:
    words, codes = pa.array(["a", "b"]), pa.py_buffer(np.array([0, 2], np.int32))
    indices = pa.Array.from_buffers(pa.int32(), 2, [None, codes])
    damaged = pa.DictionaryArray.from_arrays(indices, words, safe=False)
    with pytest.raises(LabelError, match="the column is damaged"):
        accuracy(damaged, damaged)


def test_damaged_text_is_still_an_error() -> None:
    offsets, byte = pa.py_buffer(np.array([0, 1], np.int32)), pa.py_buffer(b"\xff")
    damaged = pa.Array.from_buffers(pa.string(), 1, [None, offsets, byte])
    with pytest.raises(LabelError, match="not UTF-8"):
        accuracy(damaged, damaged)


# -- declared labels -----------------------------------------------------------------------------------------------

DECLARED = {
    "range": (range(4), [0, 1, 3], [0, 2, 3]),
    "list": ([0, 1, 2, 3], [0, 1, 3], [0, 2, 3]),
    "not from 0": ([5, 6, 7], [5, 7, 7], [5, 6, 7]),
    "negative": (range(-2, 2), [-2, 1], [-2, -2]),
    "gaps": ([0, 3, 1], [0, 1, 3], [0, 0, 3]),
    "text": (["low", "high", "more"], ["low", "high"], ["low", "low"]),
    "bools": ([False, True], [True, False], [True, True]),
}


@pytest.mark.parametrize(("labels", "a", "b"), DECLARED.values(), ids=DECLARED.keys())
def test_declared_labels(labels: Any, a: Any, b: Any) -> None:
    expected = sum(x == y for x, y in zip(a, b, strict=True)) / len(a)
    for make in (list, np.array):
        assert accuracy(make(a), make(b), labels=labels) == expected


@pytest.mark.parametrize("labels", [range(3), [0, 1, 2], range(1, 5), [0, 2, 3], [3, 2, 1], [0, 10**12], [2**70, 1]])
def test_a_label_that_was_not_declared(labels: Any) -> None:
    with pytest.raises(LabelError, match="not"):
        accuracy(np.array([0, 1, 3]), np.array([0, 2, 3]), labels=labels)


def test_a_text_that_was_not_declared() -> None:
    with pytest.raises(LabelError, match="not"):
        accuracy(["a", "b"], ["a", "c"], labels=["a", "b"])
    assert accuracy(pd.Categorical(["a", "b"], ["a", "b", "c"]), ["a", "b"], labels=["a", "b"]) == 1.0


@pytest.mark.parametrize("odd", [-0.0, 0.5, np.nan, np.inf, -3, 65504, 1e-7])
def test_many_rows_of_float16(odd: float) -> None:
    a, b = np.random.default_rng(1).integers(0, 5, (2, 1 << 16)).astype(np.float16)
    wanted = int(np.count_nonzero(a == b))
    assert agreeing_rows(a, b) == (wanted, len(a))
    a[70], b[70] = 0.0, odd
    wanted = int(np.count_nonzero(a == b)), len(a)
    assert agreeing_rows(a, b) == (wanted if float(odd).is_integer() else None)
    assert agreeing_rows(b[::-1], a[::-1]) == agreeing_rows(a, b)


def test_an_enum_beside_text_is_compared_as_text() -> None:
    truth, text = pl.Series(["a", "b", "a"], dtype=pl.Enum(["b", "a"])), pl.Series(["a", "z", "b"])
    assert agreeing_rows(truth, text) == (1, 3)
    assert accuracy(truth, text) == accuracy.of(Counts.from_labels(truth, text)) == 1 / 3
