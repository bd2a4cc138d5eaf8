"""The score contract: which column is the positive class, what a matrix means, what is refused and in which words."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from enum import Enum
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import concordant as co
from concordant import (
    Ratings,
    concordance_correlation,
    g_study,
    intraclass_correlation,
    kendall_w,
    limits_of_agreement,
    mean_correlation,
    pearson_correlation,
    prmse,
    standardized_mean_difference,
)
from concordant.errors import (
    ConcordantError,
    LabelError,
    LabelOrderError,
    LengthError,
    MissingValuesError,
    PositiveLabelError,
    ScoreError,
    UndefinedMetricWarning,
)
from concordant.inputs.score_columns import indices_of_columns
from concordant.inputs.scores import check_scores, refuse_sums, top_label
from concordant.sources import batches as row_limit
from concordant.states import Curve, CurveStack, Moments

S = [0.1, 0.4, 0.35, 0.8]


def scores_of(y_true: Any, y_score: Any = S, **options: Any) -> tuple[tuple[Any, ...], list[float], list[list[float]]]:
    curve = Curve.from_scores(y_true, y_score, **options)
    return curve.classes, curve.scores.tolist(), curve.weights.tolist()


DOWN = [0.8, 0.4, 0.35, 0.1]
USUAL = [[0, 1], [1, 0], [0, 1], [1, 0]]  # for classes 0 0 1 1 of the scores above
FLIPPED = [[1, 0], [0, 1], [1, 0], [0, 1]]


# -- edges -----------------------------------------------------------------------------------------------------------


def test_scores_no_row() -> None:
    assert scores_of([], []) == ((0, 1), [], [])
    assert scores_of(np.zeros(0, bool), np.zeros(0)) == ((False, True), [], [])
    assert scores_of([], [], pos_label="yes", labels=["no"]) == (("no", "yes"), [], [])


# -- two classes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "classes"),
    [
        ([0, 0, 1, 1], (0, 1)),
        ([-1, -1, 1, 1], (-1, 1)),
        ([0.0, 0.0, 1.0, 1.0], (0, 1)),
        ([False, False, True, True], (False, True)),
        ([-5, -5, 10**12, 10**12], (-5, 10**12)),
        (np.array([1, 1, 2**64 - 1, 2**64 - 1], np.uint64), (1, 2**64 - 1)),
        (pd.Categorical(["b", "b", "a", "a"], categories=["b", "a"], ordered=True), ("b", "a")),
        (pl.Series(["n", "n", "a", "a"], dtype=pl.Enum(["n", "a"])), ("n", "a")),
    ],
)
def test_the_greater_or_later_label_is_positive(y_true: Any, classes: tuple[Any, ...]) -> None:
    found = scores_of(y_true)
    assert found == (classes, DOWN, USUAL)
    assert [type(label) for label in found[0]] == [type(label) for label in classes]


@pytest.mark.parametrize("y_true", [["no", "no", "yes", "yes"], pd.Categorical(["no", "no", "yes", "yes"])])
def test_text_needs_a_positive_label(y_true: Any) -> None:
    with pytest.raises(PositiveLabelError) as caught:
        scores_of(y_true)
    assert str(caught.value) == (
        "which of 'no' and 'yes' is the positive class? Say it: pos_label='yes', "
        "or declare labels=[negative, positive]."
    )
    assert scores_of(y_true, pos_label="yes") == (("no", "yes"), DOWN, USUAL)
    assert scores_of(y_true, pos_label="no") == (("yes", "no"), DOWN, FLIPPED)
    assert scores_of(y_true, labels=["no", "yes"]) == (("no", "yes"), DOWN, USUAL)
    assert scores_of(y_true, labels=["yes", "no"]) == (("yes", "no"), DOWN, FLIPPED)
    with pytest.raises(PositiveLabelError, match=r"the labels are 'no', 'yes'\. Did you mean 'yes'\?$"):
        scores_of(["no", "no", "yes", "yes"], pos_label="Yes")
    with pytest.raises(PositiveLabelError, match=r"pos_label='maybe' does not occur; the labels are 'no', 'yes'\."):
        scores_of(y_true, pos_label="maybe")


@pytest.mark.parametrize(
    ("only", "pos_label", "classes"),
    [
        (0, None, (0, 1)),
        (1, None, (0, 1)),
        (-1, None, (-1, 1)),
        (True, None, (False, True)),
        (False, None, (False, True)),
        (1, 0, (1, 0)),
        (2, 3, (2, 3)),
        ("no", "yes", ("no", "yes")),
    ],
)
def test_one_class_only(only: Any, pos_label: Any, classes: tuple[Any, ...]) -> None:
    found = scores_of([only] * 4, pos_label=pos_label)
    assert found[0] == classes
    assert [row[classes.index(only)] for row in found[2]] == [1] * 4
    matrix = np.stack([-np.array(S), S], 1)  # columns in the order of the sorted labels
    negated = classes != tuple(sorted(classes))
    given = list(classes) if isinstance(only, str) else None  # text has no order to know the columns by
    scores = scores_of([only] * 4, matrix, pos_label=pos_label, labels=given)[1]
    assert scores == (sorted(-x for x in S)[::-1] if negated else DOWN)


@pytest.mark.parametrize("only", [2, "yes"])
def test_one_unknown_class_only(only: Any) -> None:
    with pytest.raises(
        PositiveLabelError, match=rf"^only one label occurs \({only!r}\), so the other class is unknown"
    ):
        scores_of([only] * 4)
    assert scores_of([only] * 4, labels=["other" if only == "yes" else 0, only])[2] == [[0, 1]] * 4


# -- a matrix of scores ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [np.array, list, pd.DataFrame, pl.DataFrame, np.asfortranarray])
def test_two_columns_are_those_of_predict_proba(make: Any) -> None:
    matrix = np.stack([1 - np.array(S), S], 1)
    matrix = make(matrix.tolist() if make is list else matrix)
    assert scores_of([0, 0, 1, 1], matrix) == ((0, 1), DOWN, USUAL)
    assert scores_of([0, 0, 1, 1], matrix, pos_label=0)[1] == sorted((1 - x for x in S), reverse=True)
    for text in (["no", "no", "yes", "yes"], pd.Categorical(["no", "no", "yes", "yes"], categories=["yes", "no"])):
        assert scores_of(text, matrix, labels=["no", "yes"]) == (("no", "yes"), DOWN, USUAL)
        with pytest.raises(LabelOrderError, match=r"^y_score has 2 columns, and nothing says which is whose"):
            scores_of(text, matrix, pos_label="yes")
    assert scores_of(["yes", "yes", "no", "no"], matrix, labels=["yes", "no"]) == (("yes", "no"), DOWN, USUAL)


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


# -- scores ----------------------------------------------------------------------------------------------------------


# -- missing and weights ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scores",
    [
        np.float32([0.1, np.nan, 0.35, np.nan]),
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
            scores_of(y_true, scores)
        assert str(caught.value) == (
            'y_score has 2 missing (the first in row 1). Remove them, or drop such rows with missing="drop".'
        )
    curve = Curve.from_scores([0, 0, 1, 1], scores, missing="drop")
    assert (curve.missing, curve.weights.tolist()) == (2, [[0, 1], [1, 0]])


@pytest.mark.parametrize("y_true", [[0, 1, 2, 1], np.array([0, 1, 2, 1]), ["a", "b", "c", "b"]])
def test_scores_a_row_of_weight_zero_is_absent(y_true: Any) -> None:
    pos_label = "b" if isinstance(y_true[0], str) else None
    found = scores_of(y_true, [0.1, 0.2, np.nan, 0.4], sample_weight=[1, 2, 0, 4], pos_label=pos_label)
    assert found[1:] == ([0.4, 0.2, 0.1], [[0, 4], [0, 2], [1, 0]])
    assert scores_of([0, 1, 0.5, 1], sample_weight=[1, 2, 0, 4])[2] == [[0, 4], [0, 2], [1, 0]]
    matrix = np.arange(8.0).reshape(4, 2)
    labels = ["a", "b"] if pos_label else None
    assert check_scores(y_true, matrix, sample_weight=[1, 2, 0, 4], labels=labels).scores.tolist() == [1, 3, 7]
    with pytest.raises(MissingValuesError, match=r"y_score has 1 missing \(the first in row 3\)"):
        scores_of([0, 0, 1, 1], [0.1, np.nan, 0.3, np.nan], sample_weight=[1, 0, 1, 1])


def test_two_columns_of_probabilities_must_sum_to_one_too() -> None:
    scores = np.array([[0.9, 0.9], [0.4, 0.6]])
    with pytest.raises(ScoreError, match=r"each row of y_prob must sum to 1; row 0 sums to 1\.8 \(off by 0\.8\)"):
        check_scores([0, 1], scores, what="y_prob")
    with pytest.raises(ScoreError, match=r"row 1 sums to 1\.0001"):
        check_scores([0, 1], np.array([[0.9, 0.1], [0.4, 0.6001]]), what="y_prob")
    assert check_scores([0, 1], scores).scores.tolist() == [0.9, 0.6]  # plain scores
    with_gap = np.array([[np.nan, 0.5], [0.9, 0.9]])
    with pytest.raises(MissingValuesError):
        check_scores([0, 1], with_gap, what="y_prob")
    with pytest.raises(ScoreError, match=r"row 1 sums to 1\.8"):
        check_scores([0, 1], with_gap, what="y_prob", missing="drop")


@pytest.mark.parametrize("decimals", [2, 4])
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_sums_that_rounding_explains_are_told_so(decimals: int, dtype: str) -> None:
    rounded = np.round(np.array([[1 / 3, 1 / 3, 1 / 3], [0.2, 0.3, 0.5]]), decimals).astype(dtype)
    for rows, said in (
        (rounded, f"All are written to {decimals} decimals, and rounding explains as much: divide each row by its sum"),
        (rounded - np.array(2 / 10**decimals, dtype), "Divide each row by its sum if these are unnormalised"),
        (rounded * np.array(0.99, dtype), "Divide each row by its sum if these are unnormalised"),
    ):
        with pytest.raises(ScoreError, match=said):
            refuse_sums(rows)
    refuse_sums(np.array([[0.5, 0.25, 0.25]], dtype))


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


# -- which column is whose -----------------------------------------------------------------------------------------

ORDER = ["low", "mid", "high"]
TRUTH = ["low", "mid", "high", "mid", "low", "high"]
PLACES = [ORDER.index(label) for label in TRUTH]
COLUMNS = np.eye(3)[PLACES] * 0.7 + 0.1
COLUMNS[3] = [0.6, 0.3, 0.1]
OF_CLASSES = ("log_loss", "brier_score", "top_k_accuracy", "roc_auc", "hand_till_auc", "expected_calibration_error")
FRAMES: dict[str, Callable[[dict[str, Any]], Any]] = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "arrow": pa.table}


def of(name: str, *data: Any, **options: Any) -> Any:
    metric: Any = getattr(co, name)
    return metric(*data, **options)


class Grade(Enum):
    LOW = "low"
    MID = "mid"
    HIGH = "high"


@pytest.mark.parametrize("labels", [ORDER, list(Grade), [(0, 1), (0, 2), (1, 0)], [b"a", b"b", b"c"]])
@pytest.mark.parametrize("name", OF_CLASSES)
def test_labels_without_an_order_do_not_tell_the_columns(name: str, labels: list[Any]) -> None:
    truth = [labels[place] for place in PLACES]
    with pytest.raises(LabelOrderError, match=r"has 3 columns, and nothing says which is whose: .* have no order"):
        of(name, truth, COLUMNS)
    assert of(name, truth, COLUMNS, labels=labels) == of(name, PLACES, COLUMNS)
    assert of(name, pd.Categorical(TRUTH, ORDER, ordered=True), COLUMNS) == of(name, PLACES, COLUMNS)


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", ["log_loss", "top_k_accuracy"])
def test_names_of_columns_tell(name: str, frame: str, order: tuple[int, ...]) -> None:
    table = FRAMES[frame]({ORDER[k]: COLUMNS[:, k] for k in order})
    assert of(name, TRUTH, table) == of(name, PLACES, COLUMNS)
    numbered = FRAMES[frame]({str(k): COLUMNS[:, k] for k in order})
    assert of(name, PLACES, numbered) == of(name, PLACES, COLUMNS)
    assert of(name, TRUTH, table, labels=ORDER) == of(name, PLACES, COLUMNS)  # labels= is the order of the classes
    page = co.evaluate(TRUTH, y_score=table, labels=ORDER, level=None)
    assert page["log_loss"].value == of("log_loss", PLACES, COLUMNS)
    rule = co.decide(COLUMNS, "accuracy", labels=ORDER).rule
    assert co.decide(table, "accuracy", labels=ORDER).labels.tolist() == rule.apply(table).tolist()


@pytest.mark.parametrize("table", [pd.DataFrame(COLUMNS, columns=list("abc")), pl.DataFrame(COLUMNS)])
def test_other_names_do_not_tell(table: Any) -> None:
    with pytest.raises(LabelOrderError, match="nothing says which is whose"):
        of("log_loss", TRUTH, table)
    assert of("log_loss", TRUTH, table, labels=ORDER) == of("log_loss", PLACES, COLUMNS)
    assert of("log_loss", [k + 1 for k in PLACES], table) == of("log_loss", PLACES, COLUMNS)


@pytest.mark.parametrize(
    ("labels", "names"),  # in the same order
    [
        (range(12), [f"p{k}" for k in range(12)]),  # text sorts p1, p10, p11, p2
        (range(12), [f"p{k:02d}" for k in range(12)]),
        ([0, 1], ["p_0.0", "p_1.0"]),
        ([0, 10], ["p0", "p10"]),
        ([-1, 1], ["p-1", "p1"]),
        ([1.5, 2], ["p1.5", "p2"]),
        ([False, True], ["p_false", "p_true"]),
        ([False, True], ["0", "1"]),
        ([0, 1], ["is_False", "is_True"]),
        (["No", "Yes"], ["no", "yes"]),
        (["a", "A"], ["p_a", "p_A"]),
        (["a", "ab", "abc"], ["p_a", "p_ab", "p_abc"]),
        (["", "a"], ["p_", "p_a"]),
        ([0, 1], ["P(0)", "P(1)"]),
        (list(Grade), ["p_low", "p_mid", "p_high"]),
        (list(Grade), ["LOW", "MID", "HIGH"]),
    ],
)
def test_names_that_hold_the_labels(labels: Any, names: list[str]) -> None:
    size = len(names)
    assert indices_of_columns(tuple(labels), names, "y_prob", ordered=False) == (list(range(size)), True)
    assert indices_of_columns(tuple(labels), names[::-1], "y_prob", ordered=True) == (list(range(size))[::-1], True)


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (["a", "b"], ["alpha", "beta"]),  # an end inside a word is no label
        ([0, 1], ["p11", "p10"]),  # nor is a part of a number
        (["no", "yes"], ["a_no", "b_yes"]),  # two beginnings, and the declared order agrees
        (["no", "yes"], ["x", "x"]),
    ],
)
def test_names_without_labels_leave_the_declared_order(labels: Any, names: list[str]) -> None:
    assert indices_of_columns(tuple(labels), names, "y_prob", ordered=True) == ([0, 1], False)


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (["low", "mid"], ["p_low", "p_middle"]),  # one name without a label
        ([0, 10], ["p1", "p10"]),
        ([0, 1, 2], ["p1", "p2", "p3"]),
        (["no", "yes"], ["a_yes", "b_yes"]),  # one label twice
        (["low", "mid"], ["mid", "mid"]),
        (["no", "yes"], ["a_yes", "b_no"]),  # two beginnings, against the declared order
    ],
)
def test_names_and_labels_that_cannot_both_be_right(labels: Any, names: list[str]) -> None:
    table = pd.DataFrame(np.full((len(labels), len(names)), 1 / len(names)))
    table.columns = pd.Index(names)
    shown = ", ".join(map(repr, names)), ", ".join(map(repr, labels))
    words = rf"are named {shown[0]}, and the labels are {shown[1]}. Some names end in a label, but not each in another"
    for call in (
        lambda: of("log_loss", labels, table, labels=labels),
        lambda: co.evaluate(labels, y_score=table, labels=labels),
        lambda: co.decide(table, "accuracy", labels=labels),
    ):
        with pytest.raises(LabelError, match=words):
            call()


def test_scores_of_labels_that_occur_together_go_by_name_too() -> None:
    truth = pd.DataFrame({"cat": [1, 0, 1], "dog": [0, 1, 0]})
    scores = pd.DataFrame({"p_dog": [0.1, 0.8, 0.7], "p_cat": [0.9, 0.2, 0.6]})
    for name in ("roc_auc", "label_ranking_loss"):
        assert of(name, truth, scores) == of(name, truth.to_numpy(), scores.to_numpy()[:, ::-1])


# -- a list of scores a row ------------------------------------------------------------------------------------------

LISTS = COLUMNS.tolist()
IN_ONE: dict[str, Callable[[list[Any]], Any]] = {
    "polars list": pl.Series,
    "polars array": lambda rows: pl.Series(rows, dtype=pl.Array(pl.Float64, 3)),
    "arrow list": pa.array,
    "arrow chunks": lambda rows: pa.chunked_array([pa.array(rows[:2]), pa.array(rows[2:])]),
    "arrow fixed": lambda rows: pa.array(rows, pa.list_(pa.float64(), 3)),
    "pandas": pd.Series,
    "pandas of arrow": lambda rows: pd.Series(rows, dtype=pd.ArrowDtype(pa.list_(pa.float64()))),
    "pandas of arrays": lambda rows: pd.Series([row and np.array(row) for row in rows]),
}


@pytest.mark.parametrize("kind", IN_ONE)
def test_a_list_a_row_is_a_matrix(kind: str) -> None:
    column = IN_ONE[kind](LISTS)
    for name in OF_CLASSES:
        assert of(name, PLACES, column) == of(name, PLACES, COLUMNS)
    assert of("log_loss", TRUTH, column, labels=ORDER) == of("log_loss", PLACES, COLUMNS)
    assert co.decide(column, "accuracy").labels.tolist() == COLUMNS.argmax(1).tolist()
    with pytest.raises(LabelOrderError, match="y_prob has 3 columns, and nothing says which is whose"):
        of("log_loss", TRUTH, column)
    gap = IN_ONE[kind]([None, *LISTS[1:]])
    with pytest.raises(MissingValuesError, match=r"y_prob has 1 missing \(the first in row 0\)"):
        of("log_loss", PLACES, gap)
    assert of("log_loss", PLACES, gap, missing="drop") == of("log_loss", PLACES[1:], COLUMNS[1:], labels=[0, 1, 2])


@pytest.mark.parametrize("many", [False, True])
def test_a_column_of_lists_by_its_name(many: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if many:
        monkeypatch.setattr(row_limit, "MOST_ROWS", 3)
    frame = pl.DataFrame({"truth": PLACES, "probability": LISTS})
    frame.write_parquet(tmp_path / "rows.parquet")
    frame.write_ndjson(tmp_path / "rows.ndjson")
    files = [tmp_path / "rows.parquet", co.scan(tmp_path / "rows.ndjson")]
    lazy = [frame.lazy(), frame.cast({"probability": pl.Array(pl.Float64, 3)}).lazy()]
    for data in (frame, frame.to_pandas(), frame.to_arrow(), *files, *lazy):
        for name in ("log_loss", "roc_auc", "top_k_accuracy"):
            assert of(name, "truth", "probability", data=data) == of(name, PLACES, COLUMNS)
        page = co.evaluate("truth", y_score="probability", data=data, level=None)
        assert page["log_loss"].value == of("log_loss", PLACES, COLUMNS)


# -- measurements --------------------------------------------------------------------------------------------------

Y = [1.0, 3.0, 2.0]


def test_a_row_of_weight_zero_is_absent() -> None:
    found = Moments.from_measurements([1.0, np.nan, np.inf, 4.0], [1.0, 2.0, 3.0, 2.0], sample_weight=[1, 0, 0, 2])
    assert found == Moments.from_measurements([1.0, 4.0], [1.0, 2.0], sample_weight=[1, 2])
    with pytest.raises(MissingValuesError, match=r"y_true has 1 missing \(the first in row 2\)"):
        Moments.from_measurements([1.0, np.nan, np.nan], Y, sample_weight=[1, 0, 1])


CLOCKS = np.array([[0, 1], [1, 0], [2, 3], [5, 5], [7, 6]] * 3)
TAKEN: dict[str, Any] = {
    "concordance_correlation": lambda x: concordance_correlation(x[:, 0], x[:, 1]),
    "standardized_mean_difference": lambda x: standardized_mean_difference(x[:, 0], x[:, 1]),
    "limits": lambda x: concordance_correlation.interval(x[:, 0], x[:, 1]).low,
    "lists": lambda x: pearson_correlation([*x[:, 0].tolist(), None], [*x[:, 1].tolist(), x[0, 1]], missing="drop"),
    "nulls": lambda x: pearson_correlation(
        pl.Series([*x[:, 0].tolist(), None]), pl.Series([*x[:, 1].tolist(), 1]), missing="drop"
    ),
    "decimals": lambda x: pearson_correlation(*([Decimal(int(value)) for value in one] for one in x.T)),
    "lazy frame": lambda x: Moments.from_frame(pl.LazyFrame(x, list("ab")), y_true="a", y_pred="b").comoment[0, 0],
    "groups": lambda x: concordance_correlation.of(
        Moments.by_group(pl.LazyFrame(x, list("ab")).with_columns(g=1), by="g", y_true="a", y_pred="b")[1]
    ),
    "matrix": intraclass_correlation,
    "rows": lambda x: kendall_w(x.tolist()),
    "rows with a hole": lambda x: intraclass_correlation([*x.tolist(), [None, int(x[0, 0])]]),
    "masked": lambda x: intraclass_correlation(np.ma.array(x, mask=x == x[0, 0])),
    "frame": lambda x: intraclass_correlation(pd.DataFrame(x)),
    "labels": lambda x: intraclass_correlation(Ratings.from_wide(x)),
    "beside a system": lambda x: prmse(x, x[:, 0]),
    "two facets": lambda x: g_study(np.stack([x, x[:, ::-1]], axis=2)).components["unit"],
    "limits of agreement": lambda x: limits_of_agreement(x).high.value,
}


@pytest.mark.parametrize("name", TAKEN)
@pytest.mark.parametrize("origin", [2**53, 2**54, 2**63 - 8, -(2**63), 2**64 - 8])
def test_whole_numbers_that_floats_round_are_refused(name: str, origin: int) -> None:
    far = np.array([[int(value) + origin for value in row] for row in CLOCKS.tolist()], object)
    kind = np.uint64 if origin > 2**63 else np.int64
    with pytest.raises(ScoreError, match=r"whole numbers from 2\*\*53 on .*: subtract one and the same whole number"):
        TAKEN[name](far.astype(kind))


@pytest.mark.parametrize("name", TAKEN)
def test_whole_numbers_that_floats_hold_are_measured(name: str) -> None:
    near, far = (float(TAKEN[name](CLOCKS + origin)) for origin in (0, 2**53 - 8))
    assert near == pytest.approx(far, abs=1e-9) or name == "rows with a hole"  # which is at the value of the first row


@pytest.mark.parametrize("metric", [concordance_correlation, pearson_correlation, standardized_mean_difference])
@pytest.mark.parametrize("unit", [1e155, 1e200, 1e300, 1e-160, 1e-200, 5e-324])
def test_ratings_whose_squares_leave_floats_have_no_value_and_a_true_reason(metric: Any, unit: float) -> None:
    x, y = np.array([1.0, 2, 4, 3, 7]), np.array([2.0, 2, 3, 4, 6])
    for take in (metric, metric.interval):
        with pytest.warns(UndefinedMetricWarning, match="so large or small that float64 does not hold their squares"):
            assert np.isnan(float(take(x * unit, y * unit)))
    assert metric(x * 1e140, y * 1e140) == pytest.approx(metric(x, y))
    assert metric(x * 1e-140, y * 1e-140) == pytest.approx(metric(x, y))
    with pytest.warns(UndefinedMetricWarning, match="constant"):
        assert np.isnan(metric([0.0, 0.0], [0.0, 0.0]))


def test_weights_far_apart_leave_one_row_and_the_others_around_it() -> None:
    x, y, weights = np.array([1.0, 2, 4, 3, 7]), np.array([1.5, 2, 3, 4, 6]), np.array([1, 1, 1e19, 1, 1])
    moved, other = x - 4, y - 3
    expected = moved @ other / np.sqrt(moved @ moved * (other @ other))
    assert pearson_correlation(x, y, sample_weight=weights) == pytest.approx(expected)
    with pytest.warns(UndefinedMetricWarning, match="nearly so under these weights"):
        assert np.isnan(mean_correlation(np.c_[x, y], sample_weight=weights))


def softmax(rows: int, classes: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Labels, every class among them, and a matrix of probabilities."""
    rng = np.random.default_rng(seed)
    p = rng.random((rows, classes)) + 0.01
    return rng.permutation(np.resize(np.arange(classes), rows)), p / p.sum(axis=1, keepdims=True)


# -- trusted probabilities ------------------------------------------------------------------------------------------


def test_of_each_row_one_probability_is_read_alone() -> None:
    y, p = np.array([1, 0, 2]), np.array([[9.0, 0.5, np.nan], [0.25, -3.0, np.inf], [7.0, 7.0, 0.125]])
    with co.trust_probabilities():
        assert co.log_loss(y, p) == pytest.approx(np.log([2, 4, 8]).mean(), rel=1e-15)
    with pytest.raises(MissingValuesError):
        co.log_loss(y, p)
    with pytest.raises(ScoreError, match="4 are not, the first in row 0"):
        co.log_loss(y, np.where(np.isfinite(p), p, 0.0))


@pytest.mark.parametrize("bad", [np.nan, 1.2, -0.1, np.inf, -np.inf])
def test_what_is_read_is_a_probability(bad: float) -> None:
    y, p = softmax(300, 20)
    p[17, y[17]] = bad
    with co.trust_probabilities(), pytest.raises(ConcordantError, match="row 17"):
        co.log_loss(y, p)


@pytest.mark.parametrize("zero", [0.0, -0.0])
def test_zero_is_infinite_and_no_row_undefined(zero: float) -> None:
    with co.trust_probabilities():
        assert co.log_loss([0, 1, 2], np.array([[zero, 1, 1], [1, 1, 1], [1, 1, 1]])) == np.inf
        with pytest.warns(UndefinedMetricWarning, match="there are no rows"):
            assert np.isnan(co.log_loss(np.array([], int), np.zeros((0, 3)), labels=[0, 1, 2]))


@pytest.mark.parametrize("label", [3, -1, 2**40])
@pytest.mark.parametrize("labels", [None, [0, 1, 2]])
def test_labels_are_checked(label: int, labels: Any) -> None:
    with co.trust_probabilities(), pytest.raises((LabelError, LengthError)):
        co.log_loss(np.array([0, 1, 2, label]), np.full((4, 3), 1 / 3), labels=labels)


@given(
    rows=st.sampled_from([1, 5, 63, 64, 65, 700]),
    classes=st.sampled_from([3, 5, 7, 8, 40]),
    dtype=st.sampled_from(["float64", "float32", "float16"]),
    layout=st.sampled_from([np.ascontiguousarray, np.asfortranarray, lambda p: np.repeat(p, 2, axis=1)[:, ::2]]),
    weighted=st.booleans(),
)
def test_the_value_is_the_same_to_the_last_bit(
    rows: int, classes: int, dtype: str, layout: Any, weighted: bool
) -> None:
    y, p = softmax(max(rows, classes), classes, rows)
    p = layout(p.astype(dtype))
    how: dict[str, Any] = {"sample_weight": np.arange(len(y)) % 3 + 0.5} if weighted else {}

    def answers() -> list[Any]:
        declared = co.log_loss(y, p, labels=range(classes), **how)
        return [co.log_loss(y, p, **how), declared, co.log_loss.state(y, p, **how)]

    with co.trust_probabilities():
        found = answers()
    assert found == answers()


def test_intervals_comparisons_and_skill_scores_are_the_same() -> None:
    y, p = softmax(400, 6)
    other = softmax(400, 6, seed=1)[1]

    def asked() -> list[Any]:
        return [
            co.log_loss.interval(y, p),
            co.log_loss.interval(y, p, method="percentile", draws=50),
            co.log_loss.compare(y, p, other),
            co.log_loss_skill_score(y, p),
            co.brier_score(y, p),
            co.log_loss(y, p, missing="drop"),
            co.log_loss(y > 2, p[:, 0]),
        ]

    expected = asked()
    with co.trust_probabilities():
        assert asked() == expected


def test_trust_ends_with_the_block_and_holds_in_its_own_thread_alone() -> None:
    y, p = np.array([0, 1, 2]), np.full((3, 3), 0.5)

    def refused() -> bool:
        try:
            co.log_loss(y, p)
        except ScoreError:
            return True
        return False

    with co.trust_probabilities():
        with co.trust_probabilities():
            assert not refused()
        assert not refused()  # the inner block did not end the outer one
        with ThreadPoolExecutor(1) as thread:
            assert thread.submit(refused).result()
    assert refused()
    with pytest.raises(ZeroDivisionError), co.trust_probabilities():
        raise ZeroDivisionError
    assert refused()


@pytest.mark.parametrize(
    ("y_true", "scores", "labels", "highest", "right"),
    [
        (["b", "c", "a"], [[0.4, 0.4, 0.2], [0.1, 0.2, 0.7], [0.3, 0.4, 0.3]], ["a", "b", "c"], [0.4, 0.7, 0.4], "010"),
        ([0, 1, 1, 0], [0.25, 0.75, 0.25, 0.5], None, [0.75, 0.75, 0.75, 0.5], "1101"),  # more than a half
        ([0, 1], [[0.75, 0.25], [0.5, 0.5]], None, [0.75, 0.5], "10"),
    ],
    ids=["several classes", "one column", "two columns"],
)
def test_the_highest_probability_of_each_row(
    y_true: Any, scores: Any, labels: Any, highest: list[float], right: str
) -> None:
    top = top_label(check_scores(y_true, scores, labels=labels))
    assert top.scores.tolist() == highest
    assert np.asarray(top.y_true).astype(int).tolist() == [int(digit) for digit in right]
    assert (top.classes, top.values, top.binary) == (("wrong", "right"), (0, 1), True)
