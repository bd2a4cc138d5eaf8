"""Columns of several models as one: kinds that agree are joined without loss, and others refused by their names."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from concordant.errors import ConcordantError, ContinuousLabelsError, InputTypeError, ScoreError
from concordant.inputs.encoding import encode
from concordant.inputs.labels import stacked_labels, stacked_numbers

LABELS = [2, 0, 1, 2]
NUMBERS: dict[str, Any] = {
    "integers": pl.Series(LABELS),
    "small integers": pl.Series(LABELS, dtype=pl.Int8),
    "unsigned": pl.Series(LABELS, dtype=pl.UInt64),
    "floats": pl.Series(LABELS, dtype=pl.Float64),
    "decimals": pl.Series([Decimal(x) for x in LABELS]),
    "array": np.array(LABELS),
    "list": LABELS,
    "pandas": pd.Series(LABELS),
    "categorical": pd.Categorical(LABELS),
    "arrow": pa.array(LABELS),
}
WORDS = ["mid", "low", "high", "mid"]
ORDER = ["low", "mid", "high"]
TEXT: dict[str, Any] = {
    "text": pl.Series(WORDS),
    "categorical": pl.Series(WORDS, dtype=pl.Categorical),
    "list": WORDS,
    "array": np.array(WORDS),
    "pandas": pd.Series(WORDS),
    "arrow": pa.array(WORDS),
}
ORDERED: dict[str, Any] = {
    "Enum": pl.Series(WORDS, dtype=pl.Enum(ORDER)),
    "ordered": pd.Categorical(WORDS, ORDER, ordered=True),
}


def labels_of(column: Any) -> list[Any]:
    found = encode(column, "column")
    codes = np.asarray(found.values).tolist()
    return codes if found.names is None else [found.names[code] for code in codes]


@pytest.mark.parametrize(("first", "second"), list(product(NUMBERS, repeat=2)))
def test_numbers_of_all_types_are_joined(first: str, second: str) -> None:
    assert labels_of(stacked_labels([NUMBERS[first], NUMBERS[second]], "ab")) == LABELS * 2
    if "categorical" not in (first, second):
        scores = stacked_numbers([NUMBERS[first], NUMBERS[second]], "ab")
        assert np.asarray(scores, float).tolist() == LABELS * 2


@pytest.mark.parametrize(("first", "second"), list(product(TEXT | ORDERED, repeat=2)))
def test_text_of_all_types_is_joined_and_an_order_holds(first: str, second: str) -> None:
    columns = TEXT | ORDERED
    stack = stacked_labels([columns[first], columns[second]], "ab")
    assert labels_of(stack) == WORDS * 2
    if {first, second} & {"Enum", "ordered"}:
        assert encode(stack, "stack").ordered
        assert encode(stack, "stack").names == tuple(ORDER)


def test_bools_are_numbers_beside_numbers() -> None:
    assert labels_of(stacked_labels([pl.Series([1, 0]), pl.Series([True, False])], "ab")) == [1, 0, 1, 0]
    assert labels_of(stacked_labels([pl.Series([True]), pl.Series([False])], "ab")) == [True, False]


def test_no_digit_is_lost() -> None:
    far = 2**63 + 1
    assert labels_of(stacked_labels([pl.Series([far], dtype=pl.UInt64), pl.Series([far - 1.0])], "ab")) == [far, 2**63]
    assert labels_of(stacked_labels([pl.Series([2**53 + 1]), pl.Series([0.0])], "ab")) == [2**53 + 1, 0]


def test_missing_values_stay_missing() -> None:
    stack = stacked_labels([pl.Series([1, None]), pl.Series([None, 2.0])], "ab")
    assert stack.tolist() == [1, None, None, 2]
    stack = stacked_labels([pl.Series(["x", None]), ["y", "x"]], "ab")
    assert stack.tolist() == ["x", None, "y", "x"]


@pytest.mark.parametrize(
    ("columns", "error", "words"),
    [
        ([[1, 2], ["1", "2"]], InputTypeError, "b holds text .* and a holds numbers"),
        ([pl.Series([1]), pl.Series(["1"])], InputTypeError, "b holds text .* and a holds numbers"),
        ([pl.Series([1]), pl.Series([date(2020, 1, 1)])], InputTypeError, "a holds numbers .* and b holds dates"),
        ([pl.Series([1]), pl.Series([0.5])], ContinuousLabelsError, r"b holds numbers that are not whole \(0.5\)"),
        ([pl.Series([1]), pl.Series([[1]])], ConcordantError, "b holds values of type list"),
    ],
)
def test_what_cannot_be_joined_is_named(columns: list[Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        stacked_labels(columns, "ab")


def test_declared_labels_need_not_be_whole() -> None:
    stack = stacked_labels([pl.Series([1]), pl.Series([0.5])], "ab", declared=True)
    assert labels_of(stack) == [1, 0.5]


def test_scores_that_are_no_numbers_are_named() -> None:
    with pytest.raises(ScoreError, match="b must hold numbers, not text"):
        stacked_numbers([pl.Series([1]), pl.Series(["x"])], "ab")
