"""What the page says that it assumed."""

from __future__ import annotations

import math
from typing import Any

import polars as pl
import pytest

from concordant import evaluate
from concordant.errors import (
    ConcordantError,
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
    WeightError,
)

SICK = pl.Series(["sick", "well", "sick"], dtype=pl.Enum(["well", "sick"]))
GRADES = pl.Series(["low", "mid"], dtype=pl.Enum(["low", "mid", "high"]))
GUESS = "THIS IS A GUESS, as names have no order: it is"
EQUAL = "classes have equally many rows."


@pytest.mark.parametrize(
    ("truth", "options", "task", "assumption"),
    [
        ([1, 2, 3], {}, "ordinal", "Ordinal: whole numbers, 1 to 3, taken as ordered; use task='multiclass' if they"),
        ([1, 2, 3], {"task": "multiclass"}, "multiclass", "Multi-class, as asked for: the labels are 1 to 3."),
        (["a", "b", "c"], {}, "multiclass", "Multi-class: the labels 'a', 'b', 'c' are names without an order."),
        (["a", "c", "b"], {"labels": ["a", "c", "b"]}, "ordinal", "Ordinal: the declared labels 'a', 'c', 'b' are ta"),
        (GRADES, {}, "ordinal", "Ordinal: the column declares the order 'low', 'mid', 'high'."),
    ],
    ids=["whole numbers", "asked for", "names", "declared", "enum"],
)
def test_the_order_of_labels(truth: Any, options: Any, task: str, assumption: str) -> None:
    page = evaluate(truth, truth, **options)
    assert page.task == task
    assert page.assumptions[0].startswith(assumption)


def test_many_numbers_may_be_measurements() -> None:
    page = evaluate(list(range(40)), list(range(40)))
    assert "40 different numbers occur: if these are measurements" in page.assumptions[1]


@pytest.mark.parametrize(
    ("y", "options", "positive", "why"),
    [
        ([0, 1, 1], {}, 1, "Positive class: 1, the larger number."),
        ([True, False, True], {}, True, "Positive class: True, the usual meaning of True."),
        ([0, 1, 1], {"pos_label": 0}, 0, "Positive class: 0, as said by pos_label."),
        (["b", "a", "a"], {"labels": ["b", "a"]}, "a", "Positive class: 'a', the second of the declared labels."),
        (["yes", "no", "yes"], {}, "yes", "Positive class: 'yes', the usual meaning of the word."),
        (["ham", "spam", "spam"], {}, "ham", f"Positive class: 'ham'. {GUESS} the class with fewer rows (33.3 %)."),
        (SICK, {}, "sick", "Positive class: 'sick', the last category of the column."),
        (["ham", "spam"], {}, "spam", f"Positive class: 'spam'. {GUESS} the last by alphabet, as both {EQUAL}"),
    ],
)
def test_positive_class(y: Any, options: Any, positive: Any, why: str) -> None:
    page = evaluate(y, y, **options)
    assert page.pos_label == positive
    assert page.labels[1] == positive
    negative = page.labels[0]
    turn = f" For the other way round say pos_label={negative!r}, or declare labels=[{positive!r}, {negative!r}]."
    named = "usual meaning of the word" in why or "GUESS" in why
    assert page.assumptions[1] == (why + turn if named else why)


def test_the_guess_can_be_turned_round_as_it_says() -> None:
    y, p = ["spam", "ham", "ham"], ["spam", "spam", "ham"]
    guessed = evaluate(y, p)
    turned = evaluate(y, p, labels=["spam", "ham"])
    assert (guessed.pos_label, turned.pos_label) == ("spam", "ham")
    assert turned["recall"].value == guessed["specificity"].value == 0.5


@pytest.mark.parametrize(
    ("last", "taken"),
    [(0.4, "probabilities, as all lie between 0 and 1."), (1.4, "scores, as they leave the range 0 to 1.")],
)
def test_scores_or_probabilities(last: float, taken: str) -> None:
    page = evaluate([0, 1, 1], y_score=[0.0, 1.0, last])
    assert f"y_score: higher values speak for 1. Taken as {taken}" in page.assumptions
    assert ("log_loss" in page) is (last < 1)


def test_plain_facts() -> None:
    page = evaluate(["a", "a", "a", "b", "c"], ["a", "a", "b", "b", "b"])
    assert page.remarks == (
        "Always answering 'a', the most frequent class, would be right in 0.600 of the rows.",
        "Never predicted: 'c'.",
        (
            "The intervals are 95 % confidence intervals: if you took many samples like this one, about 95 % of their "
            "intervals would cover the true value."
        ),
    )
    page = evaluate([0, 0, 0, 1], [0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4])
    assert "Scores without any skill have an average precision of about 0.250, the share of the positive class." in (
        page.remarks
    )


NUMBERS = {"task": "continuous"}


@pytest.mark.parametrize(
    ("arguments", "options", "error", "words"),
    [
        (([1, 2, 3],) * 2, {"task": "binary"}, LabelError, "task='binary' needs two labels, but there are 3: 1, 2, 3"),
        ((["a", "b", "c"],) * 2, {"task": "ordinal"}, LabelOrderError, "task='ordinal' needs the order of the labels"),
        (([0, 1],) * 2, {"task": "regression"}, OptionError, "task must be 'binary', 'multiclass', 'ordinal'"),
        ((["no", "yes"],) * 2, {"pos_label": "Yes"}, PositiveLabelError, "and 'yes'. Did you mean 'yes'\\?"),
        (([0, 1],) * 2, {"pos_label": 2}, PositiveLabelError, "pos_label=2 is none of the labels 0 and 1"),
        (([0, 1, 2],) * 2, {"pos_label": 2}, OptionError, "two classes, .* the labels are 0, 1, 2"),
        (([0, 1],), {}, OptionError, "give y_pred .labels., y_score .scores., or both"),
        ((["a", "b", "c"], None, [0.1, 0.2, 0.3]), {}, LengthError, "3 classes taken without an order"),
        (([0, 1, 2], None, [[0.1, 0.9]] * 3), {}, LengthError, "there are 2 score columns, but 3 labels"),
        (([0, 1, 2],) * 2, {"labels": [0, 1]}, LabelError, "labels= does not name: 2"),
        (([1.5, math.nan], [1, 2]), NUMBERS, MissingValuesError, "y_true has 1 missing"),
        (([1.5, 2], [1, math.inf]), NUMBERS, ConcordantError, "ratings must be finite"),
        (([1.5, 2], [1, 2], [1, 2]), NUMBERS, OptionError, "give y_pred or y_score, not both"),
        (([1.5, 2], [1, 2]), NUMBERS | {"labels": [1, 2]}, OptionError, "leave out labels="),
        (([], []), {}, InputError, "there are no rows: nothing can be evaluated"),
        (([0, None], [None, 1]), {"missing": "drop"}, MissingValuesError, "of 2 rows, 2 have a missing value in one"),
        (([0, 1], [0, 1, 1]), {}, LengthError, "must have the same number of rows; they have 2 and 3"),
        (([0, 1], [0, 1]), {"sample_weight": [1]}, LengthError, "sample_weight must have one value a row"),
        (([0, 1], [0, 1]), {"sample_weight": [0, 0]}, WeightError, "none of the 2 rows has a weight above zero"),
        (([0.5, 1.2], [0, 1]), {}, ContinuousLabelsError, "y_true holds numbers that are not whole"),
        (([0, 1], None, ["a", "b"]), {}, ScoreError, "y_score must hold numbers"),
        ((["0", "1"], [0, 1]), {}, InputTypeError, "convert one of them"),
        (([[0, 1], [1, 0]], [[0, 1], [1, 0]]), {}, LengthError, "y_true must be 1-D"),
        (([0, 1] * 300,) * 2, {"by": range(600)}, OptionError, r"by has 600 different values; up to 200 groups are"),
        (([0, 1],) * 2, {"by": [0, 1], "adjust": "bh"}, OptionError, "adjust must be 'holm', "),
        (([0, 1],) * 2, {"simultaneous": "tukey"}, OptionError, "simultaneous must be 'bonferroni', "),
        *(
            (([0, 1],) * 2, {"level": level}, OptionError, r"level is the nominal coverage, a number between 0 and 1")
            for level in (0.0, 1.0, 95, True, "0.95")
        ),
    ],
)
def test_what_does_not_fit_says_so(arguments: Any, options: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        evaluate(*arguments, **options)
