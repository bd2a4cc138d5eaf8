"""Columns, matrices and labels that cannot be read are refused in words that say what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.sparse import coo_array, csr_array

from concordant import Counts
from concordant.errors import (
    ConcordantError,
    ContinuousLabelsError,
    InputError,
    InputTypeError,
    LabelError,
    LengthError,
    MissingValuesError,
    OptionError,
    ScoreError,
    WeightError,
)
from concordant.inputs.labels import check_label_columns, stacked_labels
from concordant.inputs.rankings import check_class_rankings, check_label_rankings
from concordant.inputs.scores import check_score_columns, check_scores, top_label
from concordant.states import Curve, Moments

labels_of, scores_of = Counts.from_labels, Curve.from_scores
classes, ranked = check_class_rankings, check_label_rankings
LABELS, CLASSES, FOUR = partial(labels_of, [0, 1], [0, 1]), [0, 1, 2, 1], partial(scores_of, [0, 0, 1, 1])
TABLES, MARKS, NAMES = partial(labels_of, [[1, 0, 1], [0, 0, 1], [1, 0, 0]]), [[1, 0], [0, 1]], ("a", "b")
THREE = [[0.5, 0.25, 0.125], [1.0, 2.0, 3.0], [1.0, 3.0, 2.0]]
MANY, RECORDS = np.arange(2**20 + 1) * 10**6, np.array([(1, 2)], dtype=[("a", int), ("b", int)])
TWO, measured = partial(scores_of, [0, 1, 1]), partial(Moments.from_measurements, [1.0, 2.0, 4.0])
LISTS = pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int32()), pa.array([[1], [2, 3]]))
NO_LIST = "^labels must be a list of labels in their order, not"
MIXED = [[1, "a"], ["a", 1.5], [True, 2], [0, False]]
ONE_COLUMN = r"^y_true has 3 classes \(0, 1, 2\), but y_score is one column, which is enough for two only\. Give"

# What is called, the error, and its words.
REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    # -- columns of labels
    (partial(labels_of, np.array(3), [1, 2]), LengthError, r"y_true must be 1-D, not an array of shape \(\)\."),
    (partial(labels_of, np.zeros((1, 2, 2)), [1, 2]), LengthError, r"must be 1-D, not an array of shape \(1, 2, 2\)\."),
    (partial(labels_of, [[1, 2], [3]], [1, 2]), InputError, r"y_true must have rows of one length\."),
    *(
        (partial(labels_of, make([1, 2]), make([1])), LengthError, r"same number of rows; they have 2 and 1\.")
        for make in (list, np.array, lambda x: [str(label) for label in x])
    ),
    *(
        (partial(labels_of, bad, bad), InputTypeError, r"^y_true must hold labels \(numbers, text, bools or other hash")
        for bad in (np.array([1j, 2]), RECORDS)
    ),
    *(
        (partial(labels_of, [1, 1], mixed), InputTypeError, r"y_pred mixes labels of different types \(\w+, \w+\)")
        for mixed in (*MIXED, *(np.array(some, object) for some in MIXED))
    ),
    (partial(labels_of, [1.0, np.inf, -np.inf], [1, 1, 1]), ContinuousLabelsError, r"not whole \(-inf, inf\)"),
    (partial(labels_of, MANY, MANY), LabelError, "^more than 1048576 different labels occur, too many for a table"),
    *(
        (partial(labels_of, y, y, missing="ignore"), OptionError, "missing must be 'raise' or 'drop', not 'ignore'")
        for y in (np.array([0, 1]), [0, 1], ["a", "b"])
    ),
    # -- declared labels
    (partial(labels_of, [*"abc"], [*"aad"], labels=NAMES), LabelError, r"name: 'c', 'd'\. Declared are: 'a', 'b'\.$"),
    (partial(LABELS, labels=[]), LabelError, r"^labels must name at least one label\.$"),
    (partial(LABELS, labels=["b", "a", "b", "a"]), LabelError, r"^labels must be different .*; repeated: 'a', 'b'\.$"),
    (partial(LABELS, labels=[1, True]), LabelError, "repeated"),
    (partial(LABELS, labels="ab"), InputTypeError, rf"{NO_LIST} the text 'ab'\.$"),
    (partial(LABELS, labels=3), InputTypeError, rf"{NO_LIST} int\.$"),
    (partial(LABELS, labels={0, 1}), InputTypeError, rf"{NO_LIST} set\.$"),
    (partial(LABELS, labels={0: "a"}), InputTypeError, rf"{NO_LIST} dict\.$"),
    (partial(LABELS, labels=np.array("a")), InputTypeError, "must be a list of labels in their order"),
    (partial(LABELS, labels=[[0], [1]]), LabelError, "labels must be hashable: unhashable type: 'list'"),
    # -- matrices of 0 and 1
    (partial(TABLES, np.zeros((3, 2))), LengthError, r"must have the same shape; they have \(3, 3\) and \(3, 2\)"),
    (partial(TABLES, [[1, 0, 0]] * 2), LengthError, "must have the same number of rows; they have 3 and 2"),
    (partial(TABLES, [1, 0, 1]), LengthError, r"y_pred must be 2-D, not an array of shape \(3,\)"),
    (partial(TABLES, [[1, 0, 2]] * 3), LabelError, r"^y_pred must be a matrix of 0 and 1, one column a label"),
    (partial(labels_of, *[np.array([["a", "b"]])] * 2), LabelError, r"^y_true must be a matrix of 0 and 1"),
    (partial(TABLES, [[1, 0, 0]] * 3, labels=NAMES), LabelError, r"^labels= must name the 3 columns; it names 2\.$"),
    (partial(labels_of, *[np.zeros((3, 0))] * 2), LengthError, r"^y_true and y_pred have no column"),
    (partial(TABLES, [[1, 0, 0]] * 3, sample_weight=[1, -1, 1]), WeightError, "the first in row 1: -1"),
    # -- columns of several types, and of several models
    (partial(stacked_labels, [[1, 2], ["1", "2"]], "ab"), InputTypeError, "b holds text .* and a holds numbers"),
    (
        partial(stacked_labels, [pl.Series([1]), pl.Series(np.array(["2020-01-01"], "M8[D]"))], "ab"),
        InputTypeError,
        "a holds numbers .* and b holds dates",
    ),
    (partial(stacked_labels, [pl.Series([1]), pl.Series([0.5])], "ab"), ContinuousLabelsError, r"not whole \(0.5\)"),
    (partial(stacked_labels, [pl.Series([1]), pl.Series([[1]])], "ab"), ConcordantError, "b holds values of type list"),
    (partial(check_score_columns, [0, 1], [[0.5, 0.5], [0.5]], names=NAMES), LengthError, "^y_true and b .* 2 and 1"),
    (partial(check_label_columns, ["x", "y"], [["x", "x"], [1, 2]], names=NAMES), InputTypeError, "'x'.* b holds num"),
    (partial(check_score_columns, [0, 2], [[0.5, 0.5]], names=["a"], labels=[0, 1]), LabelError, "does not name: 2"),
    # -- scores
    *(
        (partial(scores_of, [1], scalar), InputTypeError, "y_score must be a list, an array or a series of values")
        for scalar in ("0.5", 0.5, None, {0.5})
    ),
    (partial(scores_of, CLASSES, [0.1, 0.4, 0.35, 0.8]), LengthError, ONE_COLUMN),
    (partial(scores_of, np.array(CLASSES), [0.1, 0.4, 0.35, 0.8]), LengthError, ONE_COLUMN),
    (partial(scores_of, [*"0121"], [0.1, 0.4, 0.35, 0.8]), LengthError, r"^y_true has 3 classes \('0', '1', '2'\)"),
    (partial(check_scores, CLASSES, np.zeros((4, 4))), LengthError, r"has 4 columns, but y_true has 3 classes \(0, 1,"),
    (partial(check_scores, [0, 1, 0, 1], np.zeros((4, 3))), LengthError, "has 3 columns, but y_true has 2 classes"),
    (partial(check_scores, CLASSES, np.zeros((4, 2))), LengthError, "y_score has 2 columns, but y_true has 3 classes"),
    (partial(check_scores, [0, 1], np.zeros((2, 0))), LengthError, r"^y_score has no column\.$"),
    (partial(check_scores, MARKS, np.zeros((2, 3))), LengthError, r"the same shape; they have \(2, 2\) and \(2, 3\)"),
    (partial(check_scores, [[1, 0], [0, 2]], np.zeros((2, 2))), LabelError, "^y_true must be a matrix of 0 and 1, one"),
    (partial(check_scores, MARKS, MARKS, labels=["a", "b", "c"]), LabelError, "must name the 2 columns; it names 3"),
    (partial(check_scores, np.zeros((2, 0)), np.zeros((2, 0))), LengthError, "have no column"),
    (partial(FOUR, ["0.1", "0.2", "0.3", "0.4"]), InputError, "y_score must hold numbers, not <U3"),
    (partial(FOUR, pd.Series(["0.1", "0.2", "0.3", "0.4"])), InputError, r"hold numbers, not text \(such as '0.1'\)"),
    (partial(FOUR, [0.1, "0.2", 0.3, 0.4]), InputError, r"y_score must hold numbers, not text \(such as '0.2'\)"),
    (partial(FOUR, [10**400, 1, 2, 3]), InputError, "y_score must hold numbers: int too large to convert to float"),
    (partial(FOUR, [[0.1, 0.9], [0.2]] * 2), InputError, r"y_score must have rows of one length\."),
    (partial(FOUR, np.zeros((4, 2, 2))), InputError, r"must be 1-D or 2-D, not an array of shape \(4, 2, 2\)\."),
    (lambda: top_label(check_scores([[1, 0], [1, 1]], [[0.5, 0.5]] * 2)), InputTypeError, "no top label"),
    # -- rankings
    (partial(ranked, [1, 0], [[0.1, 0.2]]), LengthError, r"^y_true must be 2-D, not an array of shape \(2"),
    (partial(ranked, [[1, 0]], [0.1, 0.2]), LengthError, r"one column a label, shape \(n, L\), not shape"),
    (partial(ranked, csr_array([[1, 0]]), [[0.1]]), LengthError, r"same shape; they have \(1, 2\) and \(1"),
    (partial(ranked, np.zeros((2, 0)), np.zeros((2, 0))), LengthError, r"^y_score has no column\.$"),
    (partial(ranked, [["a", "b"]], [[1, 2]]), LabelError, "^y_true must hold numbers, the relevance of ea"),
    (partial(ranked, csr_array([[1j, 0]]), [[1, 2]]), LabelError, r"hold numbers, .* not complex128\.$"),
    (partial(ranked, [[1, 0]], csr_array([[1.0, 2.0]])), InputTypeError, "^y_score must be dense: a score"),
    (partial(ranked, coo_array(np.array([1, 0])), [[1, 2]]), LengthError, "y_true must be a sparse matrix"),
    (partial(ranked, MARKS, MARKS, missing="skip"), OptionError, "missing must be 'raise' or 'drop'"),
    (partial(classes, [0, 1], [0.25, 0.75]), LengthError, r"\(n, K\), not .* For probabilities p .*column_"),
    (partial(classes, [0, 1, 0], THREE), LengthError, r"^y_score has 3 columns, but y_true has 2 classes"),
    *(
        (partial(classes, [0, x, 2], THREE, labels=range(3)), LabelError, rf"^1 label occurs .* name: {x}\.")
        for x in (5, -1)
    ),
    (partial(classes, [0.5, 1.5, 2.5], THREE), ContinuousLabelsError, "y_true holds numbers that are not"),
    (partial(classes, [0, 1, 2], csr_array(THREE)), InputTypeError, r"^y_score must be dense"),
    # -- a list of scores a row
    (partial(TWO, pl.Series([[0.1, 0.9], [0.2], [0.3, 0.7]])), LengthError, r"row 0 has shape \(2,\), and that of row"),
    (partial(TWO, pd.Series([None, [0.2, 0.8], [1.0]])), LengthError, r"row 1 has shape \(2,\), and that of row 2 has"),
    (partial(TWO, pd.Series([[0.1, 0.9], 0.2, [0.3, 0.7]])), InputTypeError, "of numbers in each row; row 1 holds 0.2"),
    (partial(TWO, pd.Series([["a", "b"]] * 3)), ScoreError, "y_score must hold numbers"),
    (partial(TWO, pl.Series([[]] * 3, dtype=pl.List(pl.Float64))), LengthError, "y_score has no column"),
    (partial(TWO, pl.Series([[[0.1]]] * 3, dtype=pl.Array(pl.Float64, (1, 1)))), LengthError, "not arrays of"),
    (partial(TWO, pl.Series([[0.1, None], [0.2, 0.8], [0.3, 0.7]])), MissingValuesError, r"\(the first in row 0\)"),
    # -- numeric ratings
    (partial(measured, [1.0, 3.0]), LengthError, "y_true and y_pred must have the same number of rows; they have 3"),
    (partial(measured, np.zeros((3, 2))), InputTypeError, r"must be one column of ratings, not an array of shape \(3,"),
    (partial(measured, [1.0, np.inf, 2.0]), ScoreError, r"^ratings must be finite; an infinite one occurs\.$"),
    (partial(measured, [1.0, 2.0, np.nan]), MissingValuesError, r"^y_pred has 1 missing \(the first in row 2\)\."),
    # -- weights
    (partial(LABELS, sample_weight=[np.inf, 1]), WeightError, r"1 are not, the first in row 0: inf\.$"),
    (partial(LABELS, sample_weight=pl.Series([1, None])), WeightError, r"the first in row 1: nan\. Rows without a"),
    (partial(LABELS, sample_weight=[1, "2"]), WeightError, "^sample_weight must hold numbers"),
    (partial(LABELS, sample_weight=np.ones((2, 2))), LengthError, r"^sample_weight must be 1-D, .* shape \(2, 2\)\.$"),
    (partial(TWO, [0, 1, 0], sample_weight=[1, 2]), LengthError, r"must have one value a row: expected 3, got 2\.$"),
    # -- values that are no labels
    (partial(labels_of, LISTS, LISTS), LabelError, "cannot be labels"),
    (partial(labels_of, [set(range(500)), {1}], [1, 2]), LabelError, r"of type set \(such as .{1,60}\), which cannot"),
]


@pytest.mark.parametrize(("call", "error", "words"), REFUSED, ids=lambda x: x if isinstance(x, str) else "")
def test_what_cannot_be_read_is_refused_in_words(call: Callable[[], Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
