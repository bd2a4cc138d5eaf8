from __future__ import annotations

import math
from typing import Any

import pytest

from concordant import negative_agreement, positive_agreement
from concordant.errors import UndefinedMetricWarning

from .agreement_cases import TWO_LABELS, counts_of
from .cases import random_labels


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0], [0], 1.0),
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 0.0),
        ([0, 0, 0, 1], [0, 1, 1, 1], 0.5),
        ([1, 1, 0], [1, 1, 1], 0.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert negative_agreement(y_true, y_pred, labels=[0, 1]) == value


def test_rows_that_are_all_positive_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(negative_agreement([1, 1], [1, 1], labels=[0, 1]))
    assert str(caught[0].message) == (
        "negative_agreement: no row is negative, neither in the truth nor in the prediction (positive class 1)"
    )


@pytest.mark.parametrize("case", TWO_LABELS, ids=lambda case: case["name"])
def test_values_of_caret(case: Any) -> None:
    # caret::F_meas(table, relevant = "no")
    assert negative_agreement.of(counts_of(case)) == pytest.approx(case["negative_agreement"], rel=1e-13)


def test_it_is_the_positive_agreement_of_the_other_label() -> None:
    truth, pred, weight = random_labels(95, 100, 2)
    found = negative_agreement(truth, pred, sample_weight=weight)
    assert found == pytest.approx(positive_agreement(truth, pred, pos_label=0, sample_weight=weight), rel=1e-14)
    assert abs(found - positive_agreement(truth, pred, sample_weight=weight)) > 1e-3


def test_one_value_a_category() -> None:
    truth, pred, _ = random_labels(96, 100, 3)
    found = negative_agreement(truth, pred, average=None)
    neither, one = ((truth != 1) & (pred != 1)).sum(), ((truth == 1) != (pred == 1)).sum()
    assert found[1] == pytest.approx(2 * neither / (2 * neither + one), rel=1e-14)
