"""Missing values, lengths and classes that are not there."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest

from concordant import evaluate
from concordant.errors import (
    ContinuousLabelsError,
    InputError,
    InputTypeError,
    LabelError,
    LengthError,
    MissingValuesError,
    ScoreError,
    WeightError,
)


def test_no_rows() -> None:
    with pytest.raises(InputError, match="there are no rows: nothing can be evaluated"):
        evaluate([], [])


@pytest.mark.parametrize("y", [[0, 0, 0], ["a", "a"], [True]])
def test_one_class_says_what_to_do(y: Any) -> None:
    with pytest.raises(LabelError, match=r"y_true holds one class only, .* declare all: labels=\[...\]"):
        evaluate(y, y)


def test_one_class_with_another_one_predicted_is_one_class() -> None:
    with pytest.raises(LabelError, match="holds one class only, 0"):
        evaluate([0, 0], [0, 1])


def test_one_class_of_those_declared_shows_reasons() -> None:
    page = evaluate([0, 0, 0], [0, 1, 0], [0.1, 0.7, 0.2], labels=[0, 1])
    assert math.isnan(page["roc_auc"].value)
    assert page["roc_auc"].reason == "only the class 0 occurs in y_true"
    assert page["recall"].reason == "no row of the truth is positive (positive class 1)"
    assert page["specificity"].value == 2 / 3
    assert "undefined: only the class 0 occurs in y_true" in str(page)
    assert "Never in the truth: 1." in page.remarks


def test_missing_values_are_counted_and_refused() -> None:
    with pytest.raises(MissingValuesError) as caught:
        evaluate([0, 1, None, 1], [0, 1, 1, 1], [0.1, float("nan"), 0.3, 0.2])
    assert str(caught.value) == (
        "y_true has 1 missing (the first in row 2) and y_score has 1 missing (the first in row 1). "
        'Remove them, or drop such rows with missing="drop".'
    )


def test_missing_rows_are_dropped_from_all_columns_at_once() -> None:
    y, p, s = [0, 1, None, 1, 0], [0, 1, 1, None, 1], [0.1, 0.9, 0.3, 0.2, np.nan]
    page = evaluate(y, p, s, missing="drop", sample_weight=[1, 2, 3, 4, 5])
    assert (page.n, page.n_missing) == (2, 3)
    assert page.counts.table.tolist() == [[1, 0], [0, 2]]
    assert "3 rows were dropped because a value was missing; 2 are left." in page.assumptions
    assert page["roc_auc"].signature.split("|")[-2] == "missing:3"


def test_rows_of_weight_zero_are_absent() -> None:
    page = evaluate([0, 1, None, 2], [0, 1, 1, 2], [0.2, 0.7, 0.1, 0.3], sample_weight=[1, 2, 0, 0])
    assert (page.n, page.n_missing, page.task) == (2, 0, "binary")
    with pytest.raises(LabelError, match="holds one class only, 0"):
        evaluate([0, 1], [0, 1], sample_weight=[1, 0])


def test_a_column_without_any_value() -> None:
    for missing in ("raise", "drop"):
        with pytest.raises(MissingValuesError, match="y_pred has no value at all: all 2 are missing"):
            evaluate([0, 1], [None, None], missing=missing)


def test_no_complete_row() -> None:
    with pytest.raises(MissingValuesError, match="of 2 rows, 2 have a missing value in one of y_true, y_pred"):
        evaluate([0, None], [None, 1], missing="drop")


@pytest.mark.parametrize(
    ("arguments", "options", "error", "words"),
    [
        (
            ([0, 1], [0, 1, 1]),
            {},
            LengthError,
            "y_true and y_pred must have the same number of rows; they have 2 and 3",
        ),
        (([0, 1], None, [0.1]), {}, LengthError, "y_true and y_score must have the same number of rows"),
        (([0, 1], [0, 1]), {"sample_weight": [1]}, LengthError, "sample_weight must have one value a row"),
        (([0, 1], [0, 1]), {"sample_weight": [1, -1]}, WeightError, "must be finite and not negative"),
        (([0, 1], [0, 1]), {"sample_weight": [0, 0]}, WeightError, "none of the 2 rows has a weight above zero"),
        (([0.5, 1.2], [0, 1]), {}, ContinuousLabelsError, "y_true holds numbers that are not whole"),
        (([0, 1], None, ["a", "b"]), {}, ScoreError, "y_score must hold numbers"),
        ((["0", "1"], [0, 1]), {}, InputTypeError, "convert one of them"),
        (([[0, 1], [1, 0]], [[0, 1], [1, 0]]), {}, LengthError, "y_true must be 1-D"),
    ],
)
def test_what_cannot_be_read(arguments: Any, options: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        evaluate(*arguments, **options)


def test_infinite_log_loss_is_shown_with_its_reason() -> None:
    page = evaluate([0, 1, 1], y_score=[0.0, 0.0, 1.0])
    assert page["log_loss"].value == math.inf
    assert page["log_loss"].reason == "infinite: at least one row gave the probability 0 to what happened"
    assert "Log loss                   infinite" in str(page)


def test_whole_number_scores_and_infinite_scores() -> None:
    assert evaluate([0, 1, 1], y_score=[3, 5, 4])["roc_auc"].value == 1.0
    assert evaluate([0, 1, 1], y_score=[-np.inf, 5.0, np.inf])["roc_auc"].value == 1.0
    page = evaluate([0, 1, 2], y_score=[[9, 1, 1], [1, 9, 1], [1, 1, 9]])
    assert page["roc_auc"].value == 1.0
    assert not page.probabilities


def test_labels_of_any_kind_find_their_scores() -> None:
    scores = [[0.1, 0.8, 0.1], [0.8, 0.1, 0.1], [0.1, 0.1, 0.8]]
    for y, labels in (
        ([5, 3, 10**12], [3, 5, 10**12]),
        (["b", "a", "c"], ["a", "b", "c"]),
        ([1.5, 0.5, 2.5], [0.5, 1.5, 2.5]),
        (np.array([5, 3, 9], np.uint8), [3, 5, 9]),
    ):
        page = evaluate(y, y_score=scores, labels=labels, task="multiclass")
        assert page["accuracy"].value == 1.0
        assert page["roc_auc"].value == 1.0
    turned = evaluate(np.array([5, 3, 9]), y_score=np.array(scores)[:, ::-1], labels=[9, 5, 3], task="multiclass")
    assert turned["accuracy"].value == 1.0


def test_two_models_are_not_taken_for_two_classes() -> None:
    truth = [0, 1, 0, 1]
    first, second = [0.1, 0.8, 0.3, 0.6], [0.2, 0.9, 0.4, 0.7]
    with pytest.raises(ScoreError, match="Give the column of 1 alone; two models are compared"):
        evaluate(truth, y_score=np.column_stack([first, second]))
    with pytest.raises(ScoreError, match=r"m1 and m2 are not the probabilities of the two classes 0 and 1"):
        evaluate("t", y_score=["m1", "m2"], data=pl.DataFrame({"t": truth, "m1": first, "m2": second}))
    both = np.column_stack([1 - np.array(first), first])
    assert evaluate(truth, y_score=both)["roc_auc"].value == evaluate(truth, y_score=first)["roc_auc"].value


def test_reasons_name_the_columns_of_a_frame() -> None:
    frame = pl.DataFrame({"sepsis": ["a", "c"] * 30, "p": ["a", "b"] * 30, "s": [0.1, 0.9] * 30})
    page = evaluate("sepsis", "p", data=frame, labels=["a", "b", "c", "d"], task="multiclass")
    assert "y_true" not in str({**page.to_dict(), "findings": None})
    one = evaluate("t", y_score="s", data=frame.with_columns(t=pl.lit(0)), labels=[0, 1])
    assert one["roc_auc"].reason == "only the class 0 occurs in 't'"
    assert "y_true" not in str({**one.to_dict(), "findings": None})
