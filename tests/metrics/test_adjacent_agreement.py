from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import accuracy, adjacent_agreement
from concordant.errors import LabelOrderError, OptionError, UndefinedMetricWarning
from concordant.states import Counts

from .agreement_cases import by_package
from .cases import random_labels


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([4], [4], 1.0),
        ([4], [5], 1.0),
        ([4], [6], 0.0),
        ([1, 2, 3], [3, 2, 1], 1 / 3),
        ([1, 2, 3, 4], [1, 1, 1, 1], 0.5),
        ([2, 2], [2, 2], 1.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert adjacent_agreement(y_true, y_pred) == pytest.approx(value, rel=1e-15)


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^adjacent_agreement: there are no rows$"):
        assert math.isnan(adjacent_agreement([], []))


@pytest.mark.parametrize("within", [0, 1, 2, 3, 100])
def test_shares_of_rows_counted_directly(within: int) -> None:
    truth, pred, weight = random_labels(92, 200, 6)
    near = np.abs(truth - pred) <= within
    assert adjacent_agreement(truth, pred, within=within) == pytest.approx(near.mean(), rel=1e-14)
    found = adjacent_agreement(truth, pred, within=within, sample_weight=weight)
    assert found == pytest.approx(np.average(near, weights=weight), rel=1e-13)


def test_within_zero_is_the_exact_agreement() -> None:
    truth, pred, _ = random_labels(93, 100, 4)
    assert adjacent_agreement(truth, pred, within=0) == accuracy(truth, pred)


def test_numbers_stand_at_their_values_and_text_at_its_places() -> None:
    assert adjacent_agreement([1, 3, 7], [3, 3, 7]) == pytest.approx(2 / 3)
    assert adjacent_agreement([1, 3, 7], [3, 3, 7], within=2) == 1.0
    assert adjacent_agreement(["1", "3", "7"], ["3", "3", "7"], labels=["1", "3", "7"]) == 1.0
    assert adjacent_agreement([1, 3, 7], [3, 3, 7], labels=[7, 3, 1]) == pytest.approx(2 / 3)


def test_steps_that_floats_cannot_hold_exactly() -> None:
    labels = [0.2, 0.4, 0.6, 0.8, 1.0]
    assert 0.8 - 0.6 > 0.2  # by rounding
    assert adjacent_agreement([0.2, 0.4, 0.8, 1.0], [0.4, 0.6, 0.6, 0.6], labels=labels, within=0.2) == 0.75


def test_text_without_an_order_is_refused() -> None:
    with pytest.raises(LabelOrderError, match=r"^adjacent_agreement needs the order of the labels"):
        adjacent_agreement(["low", "mid", "high"], ["mid", "mid", "high"])


@pytest.mark.parametrize("within", [-1, float("nan"), True, "1", None])
def test_a_distance_that_is_none_is_refused(within: Any) -> None:
    with pytest.raises(OptionError) as caught:
        adjacent_agreement([1, 2], [1, 2], within=within)
    assert str(caught.value) == f"within must be a number of at least 0, not {within!r}."


@pytest.mark.parametrize(("counts", "value"), by_package("dlordinal", "accuracy_off1"))
def test_values_of_dlordinal(counts: Any, value: float) -> None:
    assert adjacent_agreement.of(counts) == pytest.approx(value, rel=1e-13)  # accuracy_off1(y_true, y_pred, labels=...)


def test_the_cells_of_stuarts_table_that_are_left_out() -> None:
    counts = Counts.from_table([[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]])
    assert adjacent_agreement.of(counts) == pytest.approx(1 - (124 + 66 + 78 + 117 + 36 + 82) / 7477, rel=1e-15)
