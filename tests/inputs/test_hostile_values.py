"""Values that no label can be, however they are wrapped, get an error of our own."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import concordant as c
from concordant.errors import ConcordantError, InputTypeError, LabelError

WHOLE = [0, 1, 1, 0]


class AnotherHash:
    """Equal to all, with a hash that is new each time."""

    asked = 0

    def __hash__(self) -> int:
        AnotherHash.asked += 1
        return AnotherHash.asked

    def __eq__(self, other: object) -> bool:
        return True


def _itself() -> list[Any]:
    rows: list[Any] = []
    rows.append(rows)
    return rows


def _deep() -> list[Any]:
    rows: list[Any] = [0]
    for _ in range(200):
        rows = [rows]
    return rows


HOSTILE: dict[str, Any] = {
    "a list that holds itself": _itself(),
    "a list 200 deep": _deep(),
    "a ragged row": [[0, [1]], 1, 1, 0],
    "hashes that change": [AnotherHash() for _ in WHOLE],
    "a NaN that signals": [Decimal("snan"), 1, 1, 0],
    "an int beyond floats beside a float": [10**400, 0.5, 1, 0],
    "a fraction beyond floats": [Fraction(10**400), 1, 1, 0],
}


@pytest.mark.parametrize("values", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("metric", [c.accuracy, c.cohen_kappa, c.f1, c.balanced_accuracy, c.krippendorff_alpha])
def test_labels_that_are_none_are_refused(metric: Any, values: Any) -> None:
    for columns in ((WHOLE, values), (values, WHOLE), (values, values)):
        with pytest.raises(ConcordantError):
            metric(*columns)


@pytest.mark.parametrize("values", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("metric", [c.roc_auc, c.average_precision, c.brier_score, c.log_loss])
def test_scores_beside_a_truth_that_is_none_are_refused(metric: Any, values: Any) -> None:
    with pytest.raises(ConcordantError):
        metric(values, [0.1, 0.2, 0.3, 0.4])


def test_the_error_of_a_changing_hash_names_the_type() -> None:
    with pytest.raises(LabelError, match="y_pred holds values of type AnotherHash that have another hash each time"):
        c.accuracy(WHOLE, HOSTILE["hashes that change"])


@pytest.mark.parametrize("weights", ["linear", "quadratic", "radical", "ordinal"])
def test_labels_beyond_floats_have_no_place_on_a_scale(weights: Any) -> None:
    with pytest.raises(LabelError, match="larger than any float"):
        c.cohen_kappa(WHOLE, [0, 10**400, 1, 0], weights=weights)


def test_labels_beyond_floats_are_counted_where_they_are_names() -> None:
    assert c.accuracy([10**400, 1], [10**400, 0]) == 0.5


def test_an_own_matrix_beyond_floats_is_refused() -> None:
    with pytest.raises(ConcordantError, match="must hold numbers"):
        c.cohen_kappa(WHOLE, WHOLE, weights=[[0, 10**400], [10**400, 0]])


@pytest.mark.parametrize(
    ("texts", "named"),
    [
        (["1", "2", "four", "2"], "'four'"),
        (["1", "2", "N/A", "2"], "'N/A'"),
        (["1", "2", "nan", "2"], "'nan'"),
        (["1", "2", "1", "2"], "'1'"),
        ([b"1", b"2", b"four", b"2"], "b'four'"),
    ],
)
def test_the_text_that_is_no_number_is_named(texts: list[Any], named: str) -> None:
    for columns in (([1, 2, 4, 2], texts), (texts, [1, 2, 4, 2])):
        with pytest.raises(InputTypeError) as caught:
            c.accuracy(*columns)
        assert f"(such as {named})" in str(caught.value)


@pytest.mark.parametrize("labels", [np.array(1), np.array("a"), 1, None.__class__, {0, 1}, "01"], ids=repr)
def test_declared_labels_are_a_list(labels: Any) -> None:
    with pytest.raises(InputTypeError, match="labels must be a list of labels in their order"):
        c.cohen_kappa(WHOLE, WHOLE, labels=labels)
