from __future__ import annotations

import math
from typing import Any

import pytest

import concordant
from concordant import cohen_kappa, f1, negative_agreement, positive_agreement
from concordant.errors import PositiveLabelError, UndefinedMetricWarning
from concordant.states import Counts

from .agreement_cases import TWO_LABELS, counts_of
from .cases import random_labels


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 1.0),
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 0.0),
        ([1, 1, 1, 0], [1, 0, 0, 0], 0.5),
        ([0, 0, 1], [0, 0, 0], 0.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert positive_agreement(y_true, y_pred, labels=[0, 1]) == value


def test_a_label_that_neither_rater_uses_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(positive_agreement([0, 0], [0, 0], labels=[0, 1]))
    assert str(caught[0].message) == (
        "positive_agreement: no row is positive, neither in the truth nor in the prediction (positive class 1)"
    )


def test_the_tables_of_feinstein_and_cicchetti_1990() -> None:
    # The same agreement of 0.85; kappa 0.70 and 0.32. Cicchetti & Feinstein 1990: p_pos and p_neg tell them apart.
    balanced, prevalent = (Counts.from_table(x) for x in ([[45, 6], [9, 40]], [[5, 5], [10, 80]]))
    assert cohen_kappa.of(balanced) == pytest.approx(0.70, abs=5e-3)
    assert cohen_kappa.of(prevalent) == pytest.approx(0.32, abs=5e-3)
    assert positive_agreement.of(balanced) == pytest.approx(80 / 95, rel=1e-15)
    assert positive_agreement.of(prevalent) == pytest.approx(160 / 175, rel=1e-15)
    assert negative_agreement.of(balanced) == pytest.approx(90 / 105, rel=1e-15)
    assert negative_agreement.of(prevalent) == pytest.approx(10 / 25, rel=1e-15)


@pytest.mark.parametrize("case", TWO_LABELS, ids=lambda case: case["name"])
def test_values_of_caret(case: Any) -> None:
    # caret::F_meas(table, relevant = "yes"); it gives NA where no row is agreed positive, which is 0 here
    expected = 0.0 if case["positive_agreement"] is None else case["positive_agreement"]
    assert positive_agreement.of(counts_of(case)) == pytest.approx(expected, rel=1e-13)


def test_specific_agreement_on_each_category_is_f1() -> None:
    truth, pred, _ = random_labels(94, 200, 4)
    specific = concordant.metrics.get("specific_agreement")
    found = specific(truth, pred, average=None)
    assert found.tolist() == f1(truth, pred, average=None).tolist()
    assert found[2] == pytest.approx(2 * ((truth == 2) & (pred == 2)).sum() / ((truth == 2).sum() + (pred == 2).sum()))


def test_which_label_is_positive_must_be_known() -> None:
    with pytest.raises(PositiveLabelError):
        positive_agreement(["yes", "no"], ["yes", "yes"])
    assert positive_agreement(["yes", "no"], ["yes", "yes"], pos_label="yes") == pytest.approx(2 / 3)
