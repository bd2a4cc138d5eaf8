"""Parameters that do not exist, and sample weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from beside_sklearn import assert_same

from concordant.errors import ConcordantError
from concordant.sklearn import accuracy_score, f1_score
from concordant.sklearn._call import InvalidParameterError, check_choice, check_number

TRUE, PRED = [0, 1, 1, 0], [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("accuracy_score", {"normalize": "x"}),
        ("accuracy_score", {"normalize": 0}),
        ("accuracy_score", {"sample_weight": "abc"}),
        ("accuracy_score", {"sample_weight": 2.0}),
        ("balanced_accuracy_score", {"adjusted": None}),
        ("multilabel_confusion_matrix", {"samplewise": 1}),
        ("confusion_matrix", {"labels": 3}),
        ("confusion_matrix", {"labels": "ab"}),
        ("f1_score", {"zero_division": 0.5}),
        ("f1_score", {"zero_division": "x"}),
        ("jaccard_score", {"zero_division": np.nan}),
        ("f1_score", {"pos_label": [1]}),
        ("fbeta_score", {"beta": -1}),
        ("fbeta_score", {"beta": "1"}),
        ("fbeta_score", {"beta": np.nan}),
        ("precision_recall_fscore_support", {"warn_for": "x"}),
        ("classification_report", {"digits": -1}),
        ("classification_report", {"digits": 2.0}),
        ("classification_report", {"output_dict": 1}),
        ("cohen_kappa_score", {"replace_undefined_by": 5}),
        ("cohen_kappa_score", {"replace_undefined_by": "nan"}),
        ("class_likelihood_ratios", {"replace_undefined_by": {"LR+": 1.0}}),
        ("class_likelihood_ratios", {"replace_undefined_by": {"LR+": 0.5, "LR-": 0.5}}),
    ],
    ids=str,
)
def test_refused_with_scikit_learns_message(name: str, options: dict[str, Any]) -> None:
    assert_same(name, TRUE, PRED, **options)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("f1_score", {"average": "x"}),
        ("confusion_matrix", {"normalize": "x"}),
        ("cohen_kappa_score", {"weights": "x"}),
        ("class_likelihood_ratios", {"replace_undefined_by": 0.5}),
    ],
    ids=str,
)
def test_unknown_word_is_refused_like_scikit_learn_does_in_any_order_of_the_words(
    name: str, options: dict[str, Any]
) -> None:
    assert_same(name, TRUE, PRED, messages=False, **options)


def test_choices_are_listed_in_alphabetical_order() -> None:
    message = (
        r"^The 'average' parameter of f1_score must be a str among \{'binary', 'macro', 'micro', 'samples', "
        r"'weighted'\} or None. Got 'x' instead.$"
    )
    with pytest.raises(InvalidParameterError, match=message):
        f1_score(TRUE, PRED, average="x")


def test_error_is_of_all_the_kinds_that_users_catch() -> None:
    with pytest.raises(InvalidParameterError) as raised:
        check_choice("f", "way", "left", ("right",))
    for kind in (ValueError, TypeError, ConcordantError):
        assert isinstance(raised.value, kind)


@pytest.mark.parametrize(
    ("closed", "good", "bad"),
    [("both", (0, 1), (-1, 2)), ("left", (0,), (1,)), ("right", (1,), (0,)), ("neither", (0.5,), (0, 1))],
)
def test_ends_of_an_interval(closed: Any, good: tuple[float, ...], bad: tuple[float, ...]) -> None:
    for value in good:
        check_number("f", "x", value, low=0, high=1, closed=closed)
    for value in bad:
        with pytest.raises(InvalidParameterError):
            check_number("f", "x", value, low=0, high=1, closed=closed)


WEIGHTS: dict[str, Any] = {
    "NaN": [1.0, np.nan, 1.0, 1.0],
    "infinity": [1.0, np.inf, 1.0, 1.0],
    "all zero": [0.0, 0.0, 0.0, 0.0],
    "too few": [1.0],
    "two dimensions": [[1.0], [1.0], [1.0], [1.0]],
    "negative": [1.0, 2.0, -0.5, 1.0],
    "some zero": [1.0, 0.0, 2.0, 0.0],
    "whole": [1, 2, 3, 4],
    "bools": [True, False, True, True],
    "float16": np.array([1, 2, 3, 4], dtype=np.float16),
    "uint8": np.array([1, 2, 3, 4], dtype=np.uint8),
    "strided": np.arange(1.0, 9.0)[::2],
    "big-endian": np.arange(1.0, 5.0).astype(">f8"),
}


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS.keys())
@pytest.mark.parametrize("name", ["accuracy_score", "f1_score", "matthews_corrcoef", "balanced_accuracy_score"])
def test_weights(name: str, weights: Any) -> None:
    true = np.array([0, 1, 1, 0])
    assert_same(name, true, np.array([0, 1, 0, 0]), sample_weight=weights)


def test_weights_that_are_objects_are_numbers() -> None:
    weights = np.array([1, 2, 3, 4], dtype=object)
    assert f1_score(TRUE, PRED, sample_weight=weights) == f1_score(TRUE, PRED, sample_weight=[1, 2, 3, 4])


def test_weights_that_cancel_out_divide_by_zero_as_in_scikit_learn() -> None:
    with pytest.raises(ZeroDivisionError, match=r"^Weights sum to zero, can't be normalized$"):
        accuracy_score([0, 1], [0, 0], sample_weight=[1.0, -1.0])


def test_integer_weight_is_the_row_repeated() -> None:
    weights = np.array([1, 2, 3, 4])
    repeated = np.repeat(TRUE, weights), np.repeat(PRED, weights)
    assert f1_score(TRUE, PRED, sample_weight=weights) == pytest.approx(f1_score(*repeated), rel=1e-15)
