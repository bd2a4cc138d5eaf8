"""Columns of pandas, Polars and Arrow: the same labels as from a list, codes kept, declared orders respected."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.errors import InputTypeError, LabelError, MissingValuesError
from concordant.inputs.labels import check_labels
from concordant.states import Counts

TRUTH = ["mid", "low", "high", "mid"]
PREDICTION = ["low", "low", "high", "high"]
LEVELS = ["low", "mid", "high"]
SORTED = (("high", "low", "mid"), [[1, 0, 0], [0, 1, 0], [1, 1, 0]], False)
DECLARED = (("low", "mid", "high"), [[1, 0, 0], [1, 0, 1], [0, 0, 1]], True)


def of(y_true: Any, y_pred: Any, **options: Any) -> tuple[tuple[Any, ...], list[list[float]], bool]:
    counts = Counts.from_labels(y_true, y_pred, **options)
    return counts.labels, counts.table.tolist(), counts.ordered


def ordered(values: list[str | None], categories: list[str] | None = None) -> Any:
    return pd.Categorical(values, categories=categories or LEVELS, ordered=True)


# -- text ----------------------------------------------------------------------------------------------------------

TEXT = {
    "list": list,
    "numpy": np.array,
    "pandas": pd.Series,
    "pandas index": pd.Index,
    "pandas array": lambda x: pd.Series(x).array,
    "pandas string": lambda x: pd.Series(x, dtype="string"),
    "pandas object": lambda x: pd.Series(x, dtype=object),
    "pandas arrow": lambda x: pd.Series(x, dtype=pd.ArrowDtype(pa.string())),
    "pandas categorical": lambda x: pd.Series(x, dtype="category"),
    "pandas categories in another order": lambda x: pd.Series(pd.Categorical(x, categories=LEVELS)),
    "bare categorical": lambda x: pd.Categorical(x, categories=["unused", *LEVELS]),
    "categorical index": pd.CategoricalIndex,
    "polars": pl.Series,
    "polars categorical": lambda x: pl.Series(x, dtype=pl.Categorical),
    "arrow": pa.array,
    "arrow large": lambda x: pa.array(x, pa.large_string()),
    "arrow chunked": lambda x: pa.chunked_array([x[:1], x[1:]], pa.string()),
    "arrow dictionary": lambda x: pa.array(x).dictionary_encode(),
    "arrow chunks of different dictionaries": lambda x: pa.chunked_array(
        [pa.array(part, pa.string()).dictionary_encode() for part in (x[:2], x[2:])]
    ),
    "narwhals": lambda x: nw.from_native(pl.Series(x), series_only=True),
    "narwhals categorical": lambda x: nw.from_native(pd.Series(x, dtype="category"), series_only=True),
}


@pytest.mark.parametrize("first", TEXT)
@pytest.mark.parametrize("second", ["list", "pandas categorical", "polars", "arrow dictionary"])
def test_text_of_any_library_is_the_same_text(first: str, second: str) -> None:
    assert of(TEXT[first](TRUTH), TEXT[second](PREDICTION)) == SORTED
    assert of(TEXT[second](TRUTH), TEXT[first](PREDICTION)) == SORTED


@pytest.mark.parametrize("kind", [kind for kind in TEXT if kind not in {"numpy", "pandas index"}])
def test_missing_text_of_any_library(kind: str) -> None:
    y_true, y_pred = TEXT[kind]([None, *TRUTH, None]), TEXT[kind](["low", *PREDICTION, None])
    with pytest.raises(
        MissingValuesError, match=r"y_true has 2 missing \(the first in row 0\) and y_pred has 1 missing"
    ):
        of(y_true, y_pred)
    counts = Counts.from_labels(y_true, y_pred, missing="drop")
    assert counts.missing == 2
    assert (counts.labels, counts.table.tolist(), counts.ordered) == SORTED


@pytest.mark.parametrize("kind", TEXT)
def test_no_row_of_any_library(kind: str) -> None:
    empty = TEXT[kind]([])
    assert of(empty, empty)[:2] == ((), [])


# -- numbers -------------------------------------------------------------------------------------------------------

NUMBERS = {
    "list": list,
    "pandas": pd.Series,
    "pandas nullable": lambda x: pd.Series(x, dtype="Int64"),
    "pandas arrow": lambda x: pd.Series(x, dtype=pd.ArrowDtype(pa.int8())),
    "pandas float": lambda x: pd.Series(x, dtype=float),
    "pandas categorical": lambda x: pd.Categorical(x, categories=[7, 3, 1]),
    "pandas float categories": lambda x: pd.Categorical([None if v is None else float(v) for v in x]),
    "polars": lambda x: pl.Series(x, dtype=pl.Int16),
    "polars unsigned": lambda x: pl.Series(x, dtype=pl.UInt64),
    "polars decimal": lambda x: pl.Series(x, dtype=pl.Decimal(10, 2)),
    "arrow": pa.array,
    "arrow dictionary": lambda x: pa.array(x).dictionary_encode(),
    "arrow slice": lambda x: pa.array([9, *x])[1:],
}


@pytest.mark.parametrize("kind", NUMBERS)
def test_numbers_of_any_library_stand_at_their_values(kind: str) -> None:
    expected = ((1, 3, 7), [[0, 0, 1], [0, 1, 0], [1, 0, 0]], True)
    for other in ("list", kind):
        labels, table, has_order = of(NUMBERS[kind]([7, 3, 1]), NUMBERS[other]([1, 3, 7]))
        assert (labels, table, has_order) == expected
        assert all(type(label) is int for label in labels)


@pytest.mark.parametrize("kind", NUMBERS)
def test_missing_numbers_of_any_library(kind: str) -> None:
    y = NUMBERS[kind]([7, None, 1, None])
    with pytest.raises(MissingValuesError, match=r"^y_true has 2 missing \(the first in row 1\)\. Remove"):
        of(y, [1, 1, 1, 1])
    counts = Counts.from_labels(y, [1, 1, 1, 1], missing="drop")
    assert (counts.missing, counts.labels, counts.table.tolist()) == (2, (1, 7), [[1, 0], [1, 0]])
    assert all(type(label) is int for label in counts.labels)


@pytest.mark.parametrize(
    "make",
    [
        pd.Series,
        lambda x: pd.Series(x, dtype="boolean"),
        lambda x: pd.Series(x, dtype="category"),
        pl.Series,
        pa.array,
        np.array,
    ],
)
def test_bools_of_any_library(make: Any) -> None:
    assert of(make([True, False, True]), make([True, True, True])) == ((False, True), [[0, 1], [0, 2]], True)
    if make is not np.array:
        counts = Counts.from_labels(make([True, None, False]), make([True, True, True]), missing="drop")
        assert [type(label) for label in counts.labels] == [bool, bool]


def test_float_categories_are_declared_labels() -> None:
    y = pd.Categorical([0.5, 1.0, 1.5], categories=[0.5, 1.0, 1.5, 2.0])
    assert of(y, y)[0] == (0.5, 1.0, 1.5)


# -- orders --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        ordered,
        lambda x: pd.Series(ordered(x)),
        lambda x: pl.Series(x, dtype=pl.Enum(LEVELS)),
        lambda x: pa.DictionaryArray.from_arrays(pa.array([LEVELS.index(v) for v in x]), LEVELS, ordered=True),
    ],
)
def test_a_declared_order_is_kept_and_spreads_to_plain_text(make: Any) -> None:
    assert of(make(TRUTH), make(PREDICTION)) == DECLARED
    assert of(make(TRUTH), PREDICTION) == DECLARED
    assert of(TRUTH, make(PREDICTION)) == DECLARED
    assert of(make(TRUTH), pd.Categorical(PREDICTION)) == DECLARED


def test_categories_that_nobody_used_keep_their_place() -> None:
    labels, table, has_order = of(ordered(["high"]), ordered(["low"]))
    assert (labels, table, has_order) == (("low", "mid", "high"), [[0, 0, 0], [0, 0, 0], [1, 0, 0]], True)


@pytest.mark.parametrize("prediction", [["none", "low", "mid"], ["none", "low", "mid", "high"]])
def test_a_label_outside_the_declared_order_leaves_no_order(prediction: list[str]) -> None:
    labels, _, has_order = of(ordered((LEVELS * 2)[: len(prediction)]), prediction)
    assert (labels, has_order) == (("high", "low", "mid", "none"), False)


def test_a_longer_order_holds_a_shorter_one() -> None:
    short, long = ordered(["low", "high"], ["low", "high"]), ordered(["mid", "high"])
    assert of(short, long)[0] == ("low", "mid", "high")
    assert of(long, short)[::2] == (("low", "mid", "high"), True)


def test_two_orders_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(LabelError) as caught:
        of(ordered(["low"]), ordered(["low"], ["high", "low"]))
    assert str(caught.value) == (
        "y_true and y_pred declare different orders of their labels: ('low', 'mid', 'high') and ('high', 'low'). "
        "Give both columns the same categories, or declare labels=[...]."
    )
    assert of(ordered(["low"]), ordered(["low"], ["high", "low"]), labels=["high", "low"])[0] == ("high", "low")


def test_declared_labels_beat_the_order_of_the_data() -> None:
    assert of(ordered(TRUTH), ordered(PREDICTION), labels=LEVELS[::-1])[::2] == (("high", "mid", "low"), True)


def test_an_ordered_categorical_of_numbers_keeps_its_order() -> None:
    y = pd.Categorical([1, 3], categories=[3, 1], ordered=True)
    assert of(y, y)[0] == (3, 1)


# -- other things --------------------------------------------------------------------------------------------------


def test_null_inside_an_arrow_dictionary_is_missing() -> None:
    y = pa.DictionaryArray.from_arrays(pa.array([0, 1, 0]), pa.array(["a", None]))
    with pytest.raises(MissingValuesError, match=r"y_true has 1 missing \(the first in row 1\)"):
        of(y, ["a", "a", "a"])


def test_frames_are_no_columns_of_labels() -> None:
    for frame in (pl.DataFrame({"a": ["x"], "b": ["y"]}).lazy(),):
        with pytest.raises(InputTypeError, match="y_true"):
            of(frame, ["x"])


def test_a_list_column_is_refused() -> None:
    with pytest.raises(LabelError, match=r"holds values of type .*which cannot be labels"):
        of(pl.Series([[1], [2]]), ["a", "b"])


@given(st.data())
def test_dictionaries_equal_plain_text(data: st.DataObject) -> None:
    rows = data.draw(st.integers(1, 20))
    column = st.lists(st.sampled_from(["b", "a", "c", "é", ""]), min_size=rows, max_size=rows)
    y_true, y_pred = data.draw(column), data.draw(column)
    kinds = st.sampled_from(sorted(TEXT))
    found = of(TEXT["list"](y_true), TEXT["list"](y_pred))
    skip = {"bare categorical", "pandas categories in another order"}  # they declare the categories above
    first, second = (data.draw(kinds.filter(lambda kind: kind not in skip)) for _ in range(2))
    assert of(TEXT[first](y_true), TEXT[second](y_pred)) == found


# -- many rows, whose codes are read in another way ----------------------------------------------------------------


@pytest.mark.parametrize("rows", [4, 4096, 4097, 10_000])
@pytest.mark.parametrize("gap", [None, 3])
@pytest.mark.parametrize("kind", [pl.String(), pl.Categorical(), pl.Enum(["unused", "low", "mid", "high"])])
def test_any_number_of_rows_of_polars(rows: int, gap: int | None, kind: Any) -> None:
    values: list[str | None] = [LEVELS[i * i % 3] for i in range(rows)]
    if gap is not None:
        values[gap] = None
    column, other = pl.Series(values, dtype=kind), pl.Series(LEVELS[1:] * rows, dtype=kind)[:rows]
    plain = Counts.from_labels(values, other.to_list(), missing="drop")
    counts = Counts.from_labels(column, other, missing="drop")
    enum = isinstance(kind, pl.Enum)
    assert counts.ordered == enum
    assert counts.missing == plain.missing == (gap is not None)
    names = ("unused", "low", "mid", "high") if enum else plain.labels
    assert counts.labels == names
    for i, truth in enumerate(plain.labels):
        for j, prediction in enumerate(plain.labels):
            assert counts.table[names.index(truth), names.index(prediction)] == plain.table[i, j]


def test_a_categorical_of_more_words_than_are_named() -> None:
    words = [f"word {i}" for i in range(3000)]
    column = pl.Series(words * 2, dtype=pl.Categorical).gather(range(100, 5000, 7))
    counts = Counts.from_labels(column, column)
    assert counts.labels == tuple(sorted(set(column.to_list())))
    assert counts.table.trace() == len(column)


@pytest.mark.parametrize("kind", [pl.String, pl.Categorical, pl.Enum(["w", "x", "y", "z"])])
@pytest.mark.parametrize("gap", [None, 7])
def test_many_rows_of_polars_are_coded_together(kind: Any, gap: int | None) -> None:
    random = np.random.default_rng(0)
    truth, prediction = (random.choice(words, 5000).tolist() for words in (["z", "w"], ["x", "z", "w"]))
    if gap is not None:
        prediction[gap] = None
    columns = [pl.Series(name, column, dtype=kind) for name, column in (("a", truth), ("b", prediction))]
    rows = check_labels(*columns, missing="drop")
    kept = [place for place in range(5000) if place != gap]
    names = rows.names or ()
    assert [names[code] for code in rows.y_true.tolist()] == [truth[place] for place in kept]
    assert [names[code] for code in rows.y_pred.tolist()] == [prediction[place] for place in kept]
    assert names == (("w", "x", "y", "z") if kind not in (pl.String, pl.Categorical) else ("w", "x", "z"))
    assert rows.ordered is (kind not in (pl.String, pl.Categorical))
    if gap is not None:
        with pytest.raises(MissingValuesError, match="y_pred"):
            check_labels(*columns)
