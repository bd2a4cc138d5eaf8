from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import accuracy, no_information_rate, prevalence
from concordant.errors import IntervalWarning, UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

R = [case for case in reference("screening") if "no_information_rate" in case and "table" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [0], 1.0),
        ([0, 1], [1, 1], 0.5),
        ([0, 0, 0, 1], [1, 1, 1, 1], 0.75),  # the largest class of the truth, not of the prediction
        (["a", "b", "c", "b", "a"], ["c", "c", "c", "c", "c"], 0.4),
        ([[1, 0], [1, 0], [0, 1]], [[0, 0], [0, 0], [0, 0]], [2 / 3, 2 / 3]),  # each label has two classes
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: Any) -> None:
    np.testing.assert_array_equal(no_information_rate(y_true, y_pred), value)


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(no_information_rate([], []))
    assert str(caught[0].message) == "no_information_rate: there are no rows"


def test_weights_decide_which_class_is_the_largest() -> None:
    assert no_information_rate([0, 0, 1], [0, 1, 1], sample_weight=[1, 1, 6]) == 0.75


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_accuracy_null_of_caret(case: Any) -> None:
    found = no_information_rate.of(Counts.from_table(case["table"]))
    assert found == pytest.approx(case["no_information_rate"], rel=1e-12)


@pytest.mark.parametrize("case", reference("screening_python"), ids=lambda case: case["name"])
def test_pycm(case: Any) -> None:
    found = no_information_rate.of(Counts.from_table(case["table"]))
    assert found == pytest.approx(case["no_information_rate"], rel=1e-12)


def test_it_is_the_accuracy_of_the_most_frequent_class_and_the_greatest_prevalence() -> None:
    truth, pred, weights = random_labels(66, 300, 4)
    data: Any = {"sample_weight": weights}
    found = no_information_rate(truth, pred, **data)
    constant = [accuracy(truth, np.full_like(truth, k), **data) for k in range(4)]
    assert found == pytest.approx(max(constant), rel=1e-14)
    assert found == pytest.approx(prevalence(truth, pred, average=None, **data).max(), rel=1e-14)


def test_weights_of_another_unit_do_not_make_two_classes_differ() -> None:
    # 22 rows against 18: whether rows of weight 1 or of weight 100, chance could have made either the greater.
    truth = [0] * 22 + [1] * 18
    for weight in (1.0, 100.0, 0.01):
        state = no_information_rate.state(truth, truth, sample_weight=[weight] * 39 + [weight * 1.5])
        with pytest.warns(IntervalWarning, match="about equally frequent"):
            no_information_rate.interval_of(state)
