"""Sample weights: finite, not negative, one a row; zero means that the row is absent."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from concordant.errors import LengthError, WeightError
from concordant.states import Counts, Curve, Moments

Y_TRUE, Y_PRED = [0, 1, 1, 0], [0, 1, 0, 0]


def of(weights: Any) -> list[list[float]]:
    table: list[list[float]] = Counts.from_labels(Y_TRUE, Y_PRED, sample_weight=weights).table.tolist()
    return table


@pytest.mark.parametrize(
    "weights",
    [
        [Decimal(1), 2, 4, 8],
        pd.Series([1, 2, 4, 8], dtype="Int64"),
        pd.Series([1, 2, 4, 8], index=[3, 2, 1, 0]),  # an index does not align rows
        pl.Series([1, 2, 4, 8], dtype=pl.Decimal(8, 2)),
        pa.chunked_array([[1.0], [2.0, 4.0, 8.0]]),
    ],
)
def test_weights_of_other_libraries(weights: Any) -> None:
    assert of(weights) == [[9.0, 0.0], [4.0, 2.0]]


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ([1, -2, 1, -3], r"^sample_weight must be finite and not negative; 2 are not, the first in row 1: -2\.$"),
        ([1, 1, np.nan, 1], r"1 are not, the first in row 2: nan\. Give rows without a weight a weight of 0 "),
        ([np.inf, 1, 1, 1], r"1 are not, the first in row 0: inf\.$"),
        (pl.Series([1, None, 1, 1]), r"the first in row 1: nan\. Give rows without a weight a weight of 0 "),
        ([1, "2", 3, 4], r"^sample_weight must hold numbers"),
    ],
)
def test_what_is_no_weight(weights: Any, words: str) -> None:
    with pytest.raises(WeightError, match=words):
        of(weights)


@pytest.mark.parametrize("weights", [[], [1, 2, 3], [1, 2, 3, 4, 5]])
def test_one_weight_a_row(weights: Any) -> None:
    words = rf"^sample_weight must have one value a row: expected 4, got {len(weights)}\.$"
    with pytest.raises(LengthError, match=words):
        of(weights)
    with pytest.raises(LengthError, match=words):
        Curve.from_scores(np.array(Y_TRUE), np.array(Y_PRED), sample_weight=weights)


def test_a_matrix_holds_no_weights() -> None:
    with pytest.raises(LengthError, match=r"^sample_weight must be 1-D, not an array of shape \(4, 2\)\.$"):
        of(np.ones((4, 2)))


def test_all_rows_absent_is_no_row() -> None:
    none = np.zeros(4)
    counts = Counts.from_labels(Y_TRUE, Y_PRED, sample_weight=none)
    assert (counts.labels, counts.n, counts.table.shape) == ((), 0, (0, 0))
    assert Counts.from_labels(Y_TRUE, Y_PRED, sample_weight=none, labels=[0, 1]).n == 0
    assert Curve.from_scores(Y_TRUE, Y_PRED, sample_weight=none).scores.shape == (0,)
    assert Moments.from_measurements(Y_TRUE, Y_PRED, sample_weight=none) == Moments.empty()
