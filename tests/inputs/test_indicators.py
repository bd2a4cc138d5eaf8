"""Two matrices of 0 and 1, one column a label."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from concordant.errors import LabelError, LengthError, MissingValuesError, WeightError
from concordant.states import Counts

TRUE = [[1, 0, 1], [0, 0, 1], [1, 0, 0]]
PRED = [[1, 0, 0], [1, 0, 1], [1, 0, 0]]
TABLES = [[[0, 1], [0, 2]], [[3, 0], [0, 0]], [[1, 0], [1, 1]]]
NAMES = ["a", "b", "c"]


@pytest.mark.parametrize(
    "make",
    [
        list,
        np.array,
        lambda x: np.array(x, bool),
        lambda x: np.array(x, float),
        lambda x: np.array(x, ">i2"),
        lambda x: np.asfortranarray(np.array(x, np.int8)),
        lambda x: np.array(x)[::-1][::-1],
        lambda x: [np.array(row) for row in x],
        lambda x: pd.DataFrame(x, columns=NAMES),
        lambda x: pd.DataFrame(x, columns=NAMES).astype("Int64"),
        lambda x: pl.DataFrame(x, schema=NAMES, orient="row"),
        lambda x: pa.table(dict(zip(NAMES, map(list, zip(*x, strict=True)), strict=True))),
    ],
)
def test_matrices_of_every_kind(make: Any) -> None:
    counts = Counts.from_labels(make(TRUE), make(PRED), labels=NAMES)
    assert counts.table.tolist() == TABLES
    assert counts.table.dtype == np.int64
    assert (counts.labels, counts.outputs, counts.squares) == ((0, 1), ("a", "b", "c"), None)
    assert Counts.from_indicators(make(TRUE), make(PRED)).outputs == (0, 1, 2)


def test_no_row_and_no_column() -> None:
    empty = np.zeros((0, 2))
    assert Counts.from_labels(empty, empty).table.tolist() == [[[0, 0], [0, 0]]] * 2
    with pytest.raises(LengthError, match=r"^y_true and y_pred have no column"):
        Counts.from_labels(np.zeros((3, 0)), np.zeros((3, 0)))


def test_weights_and_their_squares() -> None:
    counts = Counts.from_labels(TRUE, PRED, sample_weight=[0.5, 2.0, 0.0])
    assert counts.table.tolist()[0] == [[0.0, 2.0], [0.0, 0.5]]
    assert counts.squares is not None
    assert counts.squares.tolist()[0] == [[0.0, 4.0], [0.0, 0.25]]
    with pytest.raises(WeightError, match="the first in row 1: -1"):
        Counts.from_labels(TRUE, PRED, sample_weight=[1, -1, 1])


def test_what_does_not_fit() -> None:
    with pytest.raises(LengthError, match=r"must have the same shape; they have \(3, 3\) and \(3, 2\)"):
        Counts.from_labels(TRUE, np.zeros((3, 2)))
    with pytest.raises(LengthError, match="must have the same number of rows; they have 3 and 2"):
        Counts.from_labels(TRUE, PRED[:2])
    with pytest.raises(LengthError, match=r"y_pred must be 2-D, not an array of shape \(3,\)"):
        Counts.from_labels(TRUE, [1, 0, 1])
    with pytest.raises(LabelError, match=r"^y_pred must be a matrix of 0 and 1, one column a label"):
        Counts.from_labels(TRUE, [[1, 0, 2], [0, 0, 1], [1, 0, 0]])
    with pytest.raises(LabelError, match=r"^y_true must be a matrix of 0 and 1"):
        Counts.from_labels(np.array([["a", "b"]]), np.array([["a", "b"]]))
    with pytest.raises(LabelError, match=r"^labels= must name the 3 columns; it names 2\.$"):
        Counts.from_labels(TRUE, PRED, labels=["a", "b"])


def test_missing_values_raise_or_drop_the_row() -> None:
    true = [[1, None, 1], [0, 0, 1], [1, 0, 0]]
    for make in (list, lambda x: np.array(x, float)):
        with pytest.raises(MissingValuesError, match=r"^y_true has 1 missing \(the first in row 0\)\."):
            Counts.from_labels(make(true), PRED)
        counts = Counts.from_labels(make(true), PRED, missing="drop")
        assert (counts.missing, counts.table.tolist()) == (1, Counts.from_labels(TRUE[1:], PRED[1:]).table.tolist())
        weighted = Counts.from_labels(make(true), PRED, sample_weight=[0, 1, 1])
        assert weighted.table.tolist() == counts.table.tolist()
