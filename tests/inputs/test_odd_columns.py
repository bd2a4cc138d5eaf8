"""Columns that are no labels, scores or weights: each role refuses them by its own name, in words of ours."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import concordant
from concordant.errors import ConcordantError

TRUTH = [0, 1, 1, 0, 1, 0]
ROWS = len(TRUTH)
DAYS = [dt.date(2020, 1, 1 + x) for x in TRUTH]

# what is in the column, and what it is called
NESTED: dict[str, tuple[Any, str]] = {
    "polars lists": (pl.Series([[x] for x in TRUTH]), "list"),
    "polars lists of two": (pl.Series([[x, 1] for x in TRUTH]), "list"),
    "polars arrays": (pl.Series([[x, 1] for x in TRUTH], dtype=pl.Array(pl.Int64, 2)), "list"),
    "polars structs": (pl.Series([{"a": x} for x in TRUTH]), "dict"),
    "arrow lists": (pa.array([[x] for x in TRUTH]), "list"),
    "arrow structs": (pa.array([{"a": x} for x in TRUTH]), "dict"),
    "pandas lists": (pd.Series([[x] for x in TRUTH]), "list"),
    "pandas dicts": (pd.Series([{"a": x} for x in TRUTH]), "dict"),
    "dicts": ([{"a": x} for x in TRUTH], "dict"),
    "sets": ([{x} for x in TRUTH], "set"),
    "tuples with lists": ([(1, [x]) for x in TRUTH], "tuple"),
}
NO_NUMBERS: dict[str, tuple[Any, str]] = {
    "dates": (DAYS, "date"),
    "polars dates": (pl.Series(DAYS), "date"),
    "arrow dates": (pa.array(DAYS), "date"),
    "pandas times": (pd.Series(pd.to_datetime(DAYS)), "Timestamp"),
    "polars durations": (pl.Series([dt.timedelta(x) for x in TRUTH]), "timedelta"),
    "pandas periods": (pd.Series(pd.period_range("2020", periods=ROWS, freq="D")), "Period"),
    "objects": ([object() for _ in TRUTH], "object"),
    "complex objects": (pd.Series(np.array(TRUTH) + 1j), "complex"),
}
LABELS: dict[str, Callable[[Any], Any]] = {
    "y_true": lambda x: concordant.accuracy(x, TRUTH),
    "y_pred": lambda x: concordant.accuracy(TRUTH, x),
    "y_true, too": lambda x: concordant.roc_auc(x, TRUTH),
    "cluster": lambda x: concordant.accuracy.interval(TRUTH, TRUTH, cluster=x),
}
NUMBERS: dict[str, Callable[[Any], Any]] = {
    "y_score": lambda x: concordant.roc_auc(TRUTH, x),
    "y_prob": lambda x: concordant.brier_score(TRUTH, x),
    "y_pred": lambda x: concordant.pearson_correlation(TRUTH, x),
    "sample_weight": lambda x: concordant.accuracy(TRUTH, TRUTH, sample_weight=x),
}


def refused(call: Callable[[Any], Any], column: Any) -> str:
    with pytest.raises(ConcordantError) as caught:
        call(column)
    return str(caught.value)


@pytest.mark.parametrize("role", LABELS)
@pytest.mark.parametrize("kind", NESTED)
def test_what_has_no_hash_is_no_label(kind: str, role: str) -> None:
    column, name = NESTED[kind]
    said = refused(LABELS[role], column)
    assert said.startswith(f"{role.partition(',')[0]} holds values of type {name} (such as ")
    assert said.endswith("which cannot be labels; a label is a number, text, a date or another value that is hashable.")


@pytest.mark.parametrize("role", LABELS)
@pytest.mark.parametrize("chunked", [False, True])
def test_intervals_of_months_days_and_nanoseconds_are_no_labels(role: str, *, chunked: bool) -> None:
    column = pa.array([(1, 0, 0), (0, 30, 0)], pa.month_day_nano_interval())
    said = refused(LABELS[role], pa.chunked_array([column]) if chunked else column)
    assert said.endswith(
        "holds intervals of months, days and nanoseconds, which cannot be labels: they have no common length. Cast "
        "them to text, or to a number of days or months."
    )


@pytest.mark.parametrize("role", NUMBERS)
@pytest.mark.parametrize("kind", [*NO_NUMBERS, *NESTED][:-1])  # tuples are rows of a matrix
def test_what_is_no_number_is_no_score_and_no_weight(kind: str, role: str) -> None:
    column, name = (NESTED | NO_NUMBERS)[kind]
    assert refused(NUMBERS[role], column).startswith(f"{role} must hold numbers, not values of type {name} (such as ")


@pytest.mark.parametrize("role", NUMBERS)
@pytest.mark.parametrize("column", [np.array(TRUTH) + 1j, np.array(DAYS, "M8[D]"), np.array(TRUTH).astype("V8")])
def test_arrays_that_hold_no_numbers(column: Any, role: str) -> None:
    assert refused(NUMBERS[role], column) == f"{role} must hold numbers, not {column.dtype}."


@pytest.mark.parametrize("column", [np.array([1j, 2]), [1j, 2], pd.Series([1j, 2]), pd.Categorical([1j, 2])])
def test_complex_numbers_are_no_labels(column: Any) -> None:
    assert refused(lambda x: concordant.accuracy(x, x), column).startswith("y_true must hold labels (numbers, text, ")
