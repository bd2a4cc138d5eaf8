"""What the page says that it assumed."""

from __future__ import annotations

from typing import Any

import pytest

from concordant import evaluate
from concordant.errors import LabelError, LabelOrderError, LengthError, OptionError, PositiveLabelError

POLARS = pytest.importorskip("polars")

GUESS = "THIS IS A GUESS, as names have no order: it is"


def test_whole_numbers_are_ordered_unless_said_otherwise() -> None:
    y, p = [1, 2, 3, 3], [1, 3, 3, 2]
    said = "Ordinal: whole numbers, 1 to 3, taken as ordered; use task='multiclass' if they are only names."
    assert evaluate(y, p).assumptions == (said,)
    page = evaluate(y, p, task="multiclass")
    assert page.task == "multiclass"
    assert page.assumptions == ("Multi-class, as asked for: the labels are 1 to 3.",)


def test_names_have_no_order() -> None:
    page = evaluate(["a", "b", "c"], ["a", "c", "c"])
    assert page.task == "multiclass"
    said = "Multi-class: the labels 'a', 'b', 'c' are names without an order."
    assert page.assumptions == (f"{said} If they have one, declare it from first to last: labels=[...].",)


def test_many_numbers_may_be_measurements() -> None:
    page = evaluate(list(range(40)), list(range(40)))
    assert "40 different numbers occur: if these are measurements" in page.assumptions[1]


def test_declared_and_categorical_orders() -> None:
    y = ["low", "high", "mid"]
    declared = evaluate(y, y, labels=["low", "mid", "high"])
    assert declared.task == "ordinal"
    assert declared.assumptions[0].startswith("Ordinal: the declared labels 'low', 'mid', 'high' are taken as ordered")
    column = POLARS.Series(y, dtype=POLARS.Enum(["low", "mid", "high"]))
    assert evaluate(column, column).assumptions == ("Ordinal: the column declares the order 'low', 'mid', 'high'.",)


@pytest.mark.parametrize(
    ("y", "options", "positive", "why"),
    [
        ([0, 1, 1], {}, 1, "Positive class: 1, the larger number."),
        ([-1, 1, 1], {}, 1, "Positive class: 1, the larger number."),
        ([True, False, True], {}, True, "Positive class: True, the usual meaning of True."),
        ([0, 1, 1], {"pos_label": 0}, 0, "Positive class: 0, as said by pos_label."),
        (["b", "a", "a"], {"labels": ["b", "a"]}, "a", "Positive class: 'a', the second of the declared labels."),
        (
            ["yes", "no", "yes"],
            {},
            "yes",
            "Positive class: 'yes', the usual meaning of the word.",
        ),
        (
            ["spam", "ham", "ham"],
            {},
            "spam",
            f"Positive class: 'spam'. {GUESS} the class with fewer rows (1 of 3).",
        ),
        (
            ["ham", "spam", "spam"],
            {},
            "ham",
            f"Positive class: 'ham'. {GUESS} the class with fewer rows (1 of 3).",
        ),
        (
            ["ham", "spam"],
            {},
            "spam",
            f"Positive class: 'spam'. {GUESS} the last by alphabet, as both classes have equally many rows.",
        ),
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


def test_last_category_is_positive() -> None:
    column = POLARS.Series(["sick", "well", "sick"], dtype=POLARS.Enum(["well", "sick"]))
    page = evaluate(column, column)
    assert page.pos_label == "sick"
    assert "Positive class: 'sick', the last category of the column." in page.assumptions


def test_scores_or_probabilities() -> None:
    inside = evaluate([0, 1, 1], y_score=[0.0, 1.0, 0.4])
    said = "y_score: higher speaks for 1. Taken as probabilities, as all lie between 0 and 1."
    assert said in inside.assumptions
    outside = evaluate([0, 1, 1], y_score=[0.0, 1.0, 1.4])
    said = "y_score: higher speaks for 1. Taken as scores, as they leave the range 0 to 1."
    assert said in outside.assumptions
    assert "log_loss" not in outside


def test_decisions_given_as_scores_are_pointed_out() -> None:
    page = evaluate([0, 1, 1], y_score=[0, 1, 0])
    assert "The only scores are 0 and 1." in [finding.sentence for finding in page.findings]


def test_plain_facts() -> None:
    page = evaluate(["a", "a", "a", "b", "c"], ["a", "a", "b", "b", "b"])
    assert page.remarks == (
        "Always answering 'a', the most frequent class, would be right in 0.600 of the rows.",
        "Never predicted: 'c'.",
        (
            "An interval holds the values that these rows leave possible: of many such intervals, each from rows of "
            "its own, 95 % would hold the true value."
        ),
    )
    page = evaluate([0, 0, 0, 1], [0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4])
    assert "Scores without any skill have an average precision of about 0.250, the share of the positive class." in (
        page.remarks
    )


@pytest.mark.parametrize(
    ("arguments", "options", "error", "words"),
    [
        (
            ([1, 2, 3], [1, 2, 3]),
            {"task": "binary"},
            LabelError,
            "task='binary' needs two labels, but there are 3: 1, 2, 3",
        ),
        ((["a", "b", "c"],) * 2, {"task": "ordinal"}, LabelOrderError, "task='ordinal' needs the order of the labels"),
        (
            ([0, 1], [0, 1]),
            {"task": "regression"},
            OptionError,
            "task must be one of 'binary', 'multiclass', 'ordinal'",
        ),
        (([0, 1], [0, 1]), {"missing": "ignore"}, OptionError, 'missing must be "raise" or "drop"'),
        (([0, 1], [0, 1]), {"pos_label": 2}, PositiveLabelError, "pos_label=2 is none of the labels 0 and 1"),
        (
            ([0, 1, 2], [0, 1, 2]),
            {"pos_label": 2},
            OptionError,
            "two classes, .* the labels are 0, 1, 2",
        ),
        (([0, 1],), {}, OptionError, "give y_pred .labels., y_score .scores., or both"),
        ((["a", "b", "c"], None, [0.1, 0.2, 0.3]), {}, LengthError, "3 classes taken without an order"),
        (([0, 1, 2], None, [[0.1, 0.9]] * 3), {}, LengthError, "there are 2 score columns, but 3 labels"),
        (([0, 1, 2], [0, 1, 2]), {"labels": [0, 1]}, LabelError, "labels= does not name: 2"),
        (([0, 1], [0, 1]), {"labels": [0]}, LabelError, "labels= names only 0; declare all classes"),
    ],
)
def test_what_does_not_fit_says_so(arguments: Any, options: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        evaluate(*arguments, **options)
