"""The score contract: which column is the positive class, what a matrix means, what is refused and in which words."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant.errors import (
    ContinuousLabelsError,
    InputError,
    InputTypeError,
    LabelError,
    LabelOrderError,
    LengthError,
    MissingValuesError,
    OptionError,
    PositiveLabelError,
    ScoreError,
)
from concordant.inputs.scores import check_scores
from concordant.states import Curve, CurveStack

S = [0.1, 0.4, 0.35, 0.8]


def of(y_true: Any, y_score: Any = S, **options: Any) -> tuple[tuple[Any, ...], list[float], list[list[float]]]:
    curve = Curve.from_scores(y_true, y_score, **options)
    return curve.classes, curve.scores.tolist(), curve.weights.tolist()


DOWN = [0.8, 0.4, 0.35, 0.1]
USUAL = [[0, 1], [1, 0], [0, 1], [1, 0]]  # for classes 0 0 1 1 of the scores above
FLIPPED = [[1, 0], [0, 1], [1, 0], [0, 1]]


# -- edges -----------------------------------------------------------------------------------------------------------


def test_no_row() -> None:
    assert of([], []) == ((0, 1), [], [])
    assert of(np.zeros(0, bool), np.zeros(0)) == ((False, True), [], [])
    assert of([], [], pos_label="yes", labels=["no"]) == (("no", "yes"), [], [])


@pytest.mark.parametrize("score", [0.0, -0.0, 1e300, -np.inf, np.inf, 5, True])
def test_one_row(score: float) -> None:
    assert of([1], [score]) == ((0, 1), [score], [[0, 1]])


def test_columns_of_different_lengths() -> None:
    for y_true in ([0, 1], np.array([0, 1]), ["a", "b"]):
        with pytest.raises(
            LengthError, match=r"y_true and y_score must have the same number of rows; they have 2 and 4\."
        ):
            of(y_true)


@pytest.mark.parametrize("scalar", ["0.5", 0.5, None, {0.5}])
def test_what_is_no_column_of_scores(scalar: Any) -> None:
    with pytest.raises(InputTypeError, match="y_score must be a list, an array or a series of values"):
        of([1], scalar)


# -- two classes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "classes"),
    [
        ([0, 0, 1, 1], (0, 1)),
        ([-1, -1, 1, 1], (-1, 1)),
        ([1, 1, 2, 2], (1, 2)),
        ([0.0, 0.0, 1.0, 1.0], (0, 1)),
        ([False, False, True, True], (False, True)),
        ([-5, -5, 10**12, 10**12], (-5, 10**12)),
        (np.array([1, 1, 2**64 - 1, 2**64 - 1], np.uint64), (1, 2**64 - 1)),
        (np.array([0, 0, 1, 1], np.uint8), (0, 1)),
        (np.array([0, 0, 1, 1], ">i4"), (0, 1)),
        (pd.Categorical(["no", "no", "yes", "yes"], ordered=True), ("no", "yes")),
        (pd.Categorical(["b", "b", "a", "a"], categories=["b", "a"], ordered=True), ("b", "a")),
        (pl.Series(["n", "n", "a", "a"], dtype=pl.Enum(["n", "a"])), ("n", "a")),
        (pd.Series([0, 0, 1, 1], dtype="Int64"), (0, 1)),
        (pa.array([True, True, False, False]).cast(pa.int8()), None),
    ],
)
def test_the_greater_or_later_label_is_positive(y_true: Any, classes: tuple[Any, ...] | None) -> None:
    if classes is None:
        assert of(y_true) == ((0, 1), DOWN, FLIPPED)
        return
    found = of(y_true)
    assert found == (classes, DOWN, USUAL)
    assert [type(label) for label in found[0]] == [type(label) for label in classes]


@pytest.mark.parametrize("y_true", [["no", "no", "yes", "yes"], pd.Categorical(["no", "no", "yes", "yes"])])
def test_text_needs_a_positive_label(y_true: Any) -> None:
    with pytest.raises(PositiveLabelError) as caught:
        of(y_true)
    assert str(caught.value) == (
        "which of 'no' and 'yes' is the positive class? Say it: pos_label='yes', "
        "or declare labels=[negative, positive]."
    )
    assert of(y_true, pos_label="yes") == (("no", "yes"), DOWN, USUAL)
    assert of(y_true, pos_label="no") == (("yes", "no"), DOWN, FLIPPED)
    assert of(y_true, labels=["no", "yes"]) == (("no", "yes"), DOWN, USUAL)
    assert of(y_true, labels=["yes", "no"]) == (("yes", "no"), DOWN, FLIPPED)
    with pytest.raises(PositiveLabelError, match=r"pos_label='maybe' does not occur; the labels are 'no', 'yes'\."):
        of(y_true, pos_label="maybe")


def test_a_positive_label_turns_numbers_round() -> None:
    assert of([0, 0, 1, 1], pos_label=0) == ((1, 0), DOWN, FLIPPED)
    assert of([0, 0, 1, 1], labels=[1, 0]) == ((1, 0), DOWN, FLIPPED)
    assert of([False, False, True, True], pos_label=False) == ((True, False), DOWN, FLIPPED)


@pytest.mark.parametrize(
    ("only", "pos_label", "classes", "column"),
    [
        (0, None, (0, 1), 0),
        (1, None, (0, 1), 1),
        (-1, None, (-1, 1), 0),
        (True, None, (False, True), 1),
        (False, None, (False, True), 0),
        (1, 2, (1, 2), 0),
        (1, 0, (1, 0), 0),
        (2, 3, (2, 3), 0),
        ("no", "yes", ("no", "yes"), 0),
    ],
)
def test_one_class_only(only: Any, pos_label: Any, classes: tuple[Any, ...], column: int) -> None:
    found = of([only] * 4, pos_label=pos_label)
    assert found[0] == classes
    assert [row[column] for row in found[2]] == [1] * 4
    matrix = np.stack([-np.array(S), S], 1)  # columns in the order of the sorted labels
    negated = classes != tuple(sorted(classes))
    given = list(classes) if isinstance(only, str) else None  # text has no order to know the columns by
    assert of([only] * 4, matrix, pos_label=pos_label, labels=given)[1] == (
        sorted(-x for x in S)[::-1] if negated else DOWN
    )


@pytest.mark.parametrize("only", [2, "yes", -3])
def test_one_unknown_class_only(only: Any) -> None:
    with pytest.raises(PositiveLabelError) as caught:
        of([only] * 4)
    assert str(caught.value) == (
        f"only one label occurs ({only!r}), so the other class is unknown: declare both, labels=[negative, positive]."
    )
    assert of([only] * 4, labels=["other" if only == "yes" else 0, only])[2] == [[0, 1]] * 4


def test_three_classes_need_as_many_columns() -> None:
    words = (
        r"^y_true has 3 classes \(0, 1, 2\), but y_score is one column, which is enough for two only\. "
        r"Give one column of scores a class, shape \(n, 3\), or make y_true binary\.$"
    )
    for y_true in ([0, 1, 2, 1], np.array([0, 1, 2, 1])):
        with pytest.raises(LengthError, match=words):
            of(y_true)
    with pytest.raises(LengthError, match=r"y_true has 3 classes \('a', 'b', 'c'\), but y_score is one column"):
        of(["a", "b", "c", "a"])


def test_labels_that_occur_and_are_not_declared() -> None:
    with pytest.raises(LabelError, match=r"^1 label occurs that labels= does not name: 2\. Declared are: 0, 1\.$"):
        of([0, 1, 2, 1], labels=[0, 1])


def test_truth_that_is_continuous() -> None:
    with pytest.raises(ContinuousLabelsError, match=r"y_true holds numbers that are not whole \(0\.5\)"):
        of([0, 0.5, 1, 1])


# -- a matrix of scores ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [np.array, list, pd.DataFrame, pl.DataFrame, np.asfortranarray])
def test_two_columns_are_those_of_predict_proba(make: Any) -> None:
    matrix = np.stack([1 - np.array(S), S], 1)
    matrix = make(matrix.tolist() if make is list else matrix)
    assert of([0, 0, 1, 1], matrix) == ((0, 1), DOWN, USUAL)
    assert of([0, 0, 1, 1], matrix, pos_label=0)[1] == sorted((1 - x for x in S), reverse=True)
    for text in (["no", "no", "yes", "yes"], pd.Categorical(["no", "no", "yes", "yes"], categories=["yes", "no"])):
        assert of(text, matrix, labels=["no", "yes"]) == (("no", "yes"), DOWN, USUAL)
        with pytest.raises(LabelOrderError, match=r"^y_score has 2 columns, and nothing says which is whose"):
            of(text, matrix, pos_label="yes")
    assert of(["yes", "yes", "no", "no"], matrix, labels=["yes", "no"]) == (("yes", "no"), DOWN, USUAL)


def test_one_column_as_a_matrix() -> None:
    assert of([0, 0, 1, 1], np.array(S)[:, None]) == ((0, 1), DOWN, USUAL)
    assert of(["a", "a", "b", "b"], np.array(S)[:, None], pos_label="b") == (("a", "b"), DOWN, USUAL)


def test_a_matrix_without_a_column() -> None:
    with pytest.raises(LengthError, match=r"^y_score has no column\.$"):
        of([0, 1], np.zeros((2, 0)))


def test_three_columns_are_no_single_curve() -> None:
    with pytest.raises(LengthError, match=r"one curve takes one column of scores; .* CurveStack\.from_scores"):
        of([0, 1, 2, 1], np.full((4, 3), 0.3))


def test_columns_of_several_classes_stand_in_the_order_of_the_labels() -> None:
    scores = np.arange(12.0).reshape(4, 3)
    unsorted = pa.array(["b", "c", "a", "b"]).dictionary_encode()
    for y_true in (["b", "c", "a", "b"], unsorted, pd.Categorical(["b", "c", "a", "b"], categories=["c", "a", "b"])):
        rows = check_scores(y_true, scores, labels=["a", "b", "c"])
        assert rows.classes == ("a", "b", "c")
        assert rows.y_true.tolist() == [1, 2, 0, 1]
        with pytest.raises(LabelOrderError, match=r"^y_score has 3 columns, and nothing says which is whose"):
            check_scores(y_true, scores)
    rows = check_scores(["b", "c", "a", "b"], scores, labels=["c", "a", "b"])
    assert (rows.classes, rows.y_true.tolist()) == (("c", "a", "b"), [2, 0, 1, 2])
    rows = check_scores([7, 9, 7, 7], scores, labels=[5, 7, 9])
    assert (rows.classes, rows.y_true.tolist()) == ((5, 7, 9), [1, 2, 1, 1])


def test_columns_that_do_not_fit_the_classes() -> None:
    with pytest.raises(LengthError) as caught:
        check_scores([0, 1, 2, 1], np.zeros((4, 4)))
    assert str(caught.value) == (
        "y_score has 4 columns, but y_true has 3 classes (0, 1, 2). "
        "Give one column a class and declare labels=[...] in the order of the columns."
    )
    with pytest.raises(LengthError, match="y_score has 3 columns, but y_true has 2 classes"):
        check_scores([0, 1, 0, 1], np.zeros((4, 3)))
    with pytest.raises(LengthError, match="y_score has 2 columns, but y_true has 3 classes"):
        check_scores([0, 1, 2, 1], np.zeros((4, 2)))


# -- several labels at once ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [np.array, list, pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize("kind", [int, bool, float])
def test_an_indicator_matrix(make: Any, kind: type) -> None:
    y = [[kind(x) for x in row] for row in ([1, 0], [0, 1], [1, 1])]
    stack = CurveStack.from_scores(
        make(np.array(y)) if make is not list else y, [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]], labels=["cat", "dog"]
    )
    assert (stack.outputs, stack.multilabel) == (("cat", "dog"), True)
    assert [curve.weights.tolist() for curve in stack] == [[[0, 1], [1, 0], [0, 1]], [[0, 1], [0, 1], [1, 0]]]


def test_indicators_that_do_not_fit() -> None:
    with pytest.raises(
        LengthError, match=r"y_true and y_score must have the same shape; they have \(2, 2\) and \(2, 3\)"
    ):
        check_scores([[1, 0], [0, 1]], np.zeros((2, 3)))
    with pytest.raises(LabelError, match="y_true must be a matrix of 0 and 1, one column a label"):
        check_scores([[1, 0], [0, 2]], np.zeros((2, 2)))
    with pytest.raises(LabelError, match="labels= must name the 2 columns; it names 3"):
        check_scores([[1, 0], [0, 1]], np.zeros((2, 2)), labels=["a", "b", "c"])
    with pytest.raises(LengthError, match="have no column"):
        check_scores(np.zeros((2, 0)), np.zeros((2, 0)))


def test_missing_values_beside_indicators() -> None:
    y, scores = np.array([[1, 0], [0, 1], [np.nan, 1]]), np.array([[0.5, np.nan], [0.1, 0.2], [0.3, 0.4]])
    with pytest.raises(MissingValuesError, match=r"y_true has 1 missing .*row 2\) and y_score has 1 missing .*row 0\)"):
        check_scores(y, scores)
    rows = check_scores(y, scores, missing="drop")
    assert (rows.missing, rows.y_true.tolist(), rows.scores.tolist()) == (2, [[0, 1]], [[0.1, 0.2]])


# -- scores ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scores",
    [
        np.float32([1, 4, 3, 8]),
        np.float16([1, 4, 3, 8]),
        np.longdouble([1, 4, 3, 8]),
        np.array([1, 4, 3, 8], np.int8),
        np.array([1, 4, 3, 8], np.uint64),
        np.array([1, 4, 3, 8], ">f8"),
        [1, 4.0, np.float32(3), Decimal(8)],
        pd.Series([1, 4, 3, 8], dtype="Int64"),
        pd.Series([1, 4, 3, 8], dtype=object),
        pl.Series([1, 4, 3, 8], dtype=pl.Decimal(8, 2)),
        pa.chunked_array([[1.0, 4.0], [3.0, 8.0]]),
        np.array([1.0, 0, 4, 0, 3, 0, 8, 0])[::2],
        np.array([8.0, 3, 4, 1])[::-1],
    ],
)
def test_scores_of_every_kind(scores: Any) -> None:
    assert of([0, 0, 1, 1], scores) == ((0, 1), [8, 4, 3, 1], USUAL)


def test_bools_are_scores_too() -> None:
    assert of([0, 0, 1, 1], [True, False, True, True])[2] == [[1, 2], [1, 0]]


def test_infinite_scores_are_allowed() -> None:
    assert of([0, 0, 1, 1], [-np.inf, 0, np.inf, np.inf]) == ((0, 1), [np.inf, 0, -np.inf], [[0, 2], [1, 0], [1, 0]])


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        (["0.1", "0.2", "0.3", "0.4"], "y_score must hold numbers, not <U3"),
        (pd.Series(["0.1", "0.2", "0.3", "0.4"]), r"y_score must hold numbers, not text \(such as '0.1'\)"),
        ([0.1, "0.2", 0.3, 0.4], r"y_score must hold numbers, not text \(such as '0.2'\)"),
        (np.array([1j] * 4), "y_score must hold numbers, not complex128"),
        (np.array(["2020-01-01"] * 4, "M8[D]"), r"y_score must hold numbers, not datetime64\[D\]"),
        ([{}, 1, 2, 3], "y_score must hold numbers, not values of type dict"),
        ([10**400, 1, 2, 3], "y_score must hold numbers: int too large to convert to float"),
    ],
)
def test_what_is_no_number(scores: Any, words: str) -> None:
    with pytest.raises(ScoreError, match=words):
        of([0, 0, 1, 1], scores)


def test_ragged_and_deep_scores() -> None:
    with pytest.raises(InputError, match=r"y_score must have rows of one length\."):
        of([0, 1], [[0.1, 0.9], [0.2]])
    with pytest.raises(LengthError, match=r"y_score must be 1-D or 2-D, not an array of shape \(1, 2, 2\)\."):
        of([0, 1], np.zeros((1, 2, 2)))


# -- missing and weights ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scores",
    [
        [0.1, np.nan, 0.35, np.nan],
        np.float32([0.1, np.nan, 0.35, np.nan]),
        [0.1, None, 0.35, None],
        [0.1, pd.NA, 0.35, None],
        pd.Series([0.1, None, 0.35, None]),
        pl.Series([0.1, None, 0.35, float("nan")]),
        pa.array([0.1, None, 0.35, None]),
        np.ma.array([0.1, 7, 0.35, 7], mask=[0, 1, 0, 1]),
    ],
)
def test_missing_scores_raise_or_are_dropped(scores: Any) -> None:
    for y_true in ([0, 0, 1, 1], np.array([-1, -1, 5, 5])):
        with pytest.raises(MissingValuesError) as caught:
            of(y_true, scores)
        assert str(caught.value) == (
            'y_score has 2 missing (the first in row 1). Remove them, or drop such rows with missing="drop".'
        )
    curve = Curve.from_scores([0, 0, 1, 1], scores, missing="drop")
    assert (curve.missing, curve.weights.tolist()) == (2, [[0, 1], [1, 0]])


def test_missing_truth_and_scores_are_dropped_together() -> None:
    curve = Curve.from_scores(
        [0, None, 1, None], [np.nan, 0.2, 0.3, np.nan], missing="drop", sample_weight=[1, 2, 4, 8]
    )
    assert (curve.missing, curve.scores.tolist(), curve.weights.tolist()) == (3, [0.3], [[0.0, 4.0]])
    with pytest.raises(MissingValuesError, match=r"y_true has 2 missing \(the first in row 1\)"):
        Curve.from_scores([0, None, 1, None], [np.nan, 0.2, 0.3, np.nan])


def test_missing_is_one_of_two_words() -> None:
    for y_true in ([0, 0, 1, 1], np.array([0, 0, 1, 1])):
        with pytest.raises(OptionError, match='missing must be "raise" or "drop", not \'ignore\''):
            of(y_true, missing="ignore")


@pytest.mark.parametrize("y_true", [[0, 1, 2, 1], np.array([0, 1, 2, 1]), ["a", "b", "c", "b"]])
def test_a_row_of_weight_zero_is_absent(y_true: Any) -> None:
    pos_label = "b" if isinstance(y_true[0], str) else None
    found = of(y_true, [0.1, 0.2, np.nan, 0.4], sample_weight=[1, 2, 0, 4], pos_label=pos_label)
    assert found[1:] == ([0.4, 0.2, 0.1], [[0, 4], [0, 2], [1, 0]])
    assert of([0, 1, 0.5, 1], sample_weight=[1, 2, 0, 4])[2] == [[0, 4], [0, 2], [1, 0]]
    matrix = np.arange(8.0).reshape(4, 2)
    labels = ["a", "b"] if pos_label else None
    assert check_scores(y_true, matrix, sample_weight=[1, 2, 0, 4], labels=labels).scores.tolist() == [1, 3, 7]


def test_row_numbers_are_those_of_the_caller() -> None:
    with pytest.raises(MissingValuesError, match=r"y_score has 1 missing \(the first in row 3\)"):
        of([0, 0, 1, 1], [0.1, np.nan, 0.3, np.nan], sample_weight=[1, 0, 1, 1])


@given(st.data())
def test_codes_stand_for_the_labels(data: st.DataObject) -> None:
    names = data.draw(st.sampled_from([["b", "a", "c"], [5, -1, 10**12], [(1, 2), (0, 0), (0, 1)]]))
    y_true = [*names, *data.draw(st.lists(st.sampled_from(names), max_size=10))]
    order = data.draw(st.permutations(names))
    scores = np.zeros((len(y_true), 3))
    rows = check_scores(y_true, scores, labels=order)
    assert [rows.classes[code] for code in rows.y_true] == y_true
    assert rows.classes == tuple(order)
    assert_array_equal(rows.values, (0, 1, 2))
    if all(isinstance(name, int) for name in names):
        rows = check_scores(y_true, scores)
        assert [rows.classes[code] for code in rows.y_true] == y_true
        assert rows.classes == tuple(sorted(names))


def test_two_columns_of_probabilities_must_sum_to_one_too() -> None:
    message = r"each row of y_prob must sum to 1; row 0 sums to 1\.8 \(off by 0\.8\)"
    with pytest.raises(ScoreError, match=message):
        check_scores([0, 1], np.array([[0.9, 0.9], [0.4, 0.6]]), what="y_prob")
    rows = check_scores([0, 1], np.array([[0.9, 0.1], [0.4, 0.6]]), what="y_prob")
    assert rows.scores.tolist() == [0.1, 0.6]
    assert check_scores([0, 1], np.array([[0.9, 0.9], [0.4, 0.6]])).scores.tolist() == [0.9, 0.6]  # plain scores


@pytest.mark.parametrize("what", ["y_prob", "y_score"])
@pytest.mark.parametrize("kind", [np.float64, np.float32, np.float16, ">f8"])
@pytest.mark.parametrize("column", [0, 1])
def test_two_columns_lack_a_number_whichever_is_read(column: int, kind: Any, what: str) -> None:
    scores = np.array([[0.75, 0.25], [0.5, 0.5], [0.25, 0.75]]).astype(kind)
    scores[1, column] = np.nan
    for options in ({}, {"pos_label": 0}, {"labels": [1, 0]}):
        with pytest.raises(MissingValuesError, match=f"{what} has 1 missing \\(the first in row 1\\)"):
            check_scores([0, 1, 1], scores, what=what, **options)
        rows = check_scores([0, 1, 1], scores, what=what, missing="drop", **options)
        assert (len(rows.scores), rows.missing) == (2, 1)


def test_a_missing_number_hides_no_row_that_does_not_sum_to_one() -> None:
    scores = np.array([[np.nan, 0.5], [0.9, 0.9]])
    with pytest.raises(MissingValuesError):
        check_scores([0, 1], scores, what="y_prob")
    with pytest.raises(ScoreError, match=r"row 1 sums to 1\.8"):
        check_scores([0, 1], scores, what="y_prob", missing="drop")
