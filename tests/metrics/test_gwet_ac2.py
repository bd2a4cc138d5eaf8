from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import gwet_ac1, gwet_ac2
from concordant.errors import InputTypeError, LabelOrderError, UndefinedMetricWarning
from concordant.states import Counts

from .agreement_cases import FAMILIES, by_irrcac
from .cases import PENALTIES, random_labels

# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, *FAMILIES])
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1, 2, 2], [0, 1, 2, 2], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0], [1], -1.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float, weights: Any) -> None:
    assert gwet_ac2(y_true, y_pred, weights=weights) == pytest.approx(value, abs=1e-15)


def test_one_label_is_undefined_and_more_are_not() -> None:
    assert gwet_ac2([3, 3], [3, 3], weights="linear", labels=[1, 2, 3]) == 1.0
    with pytest.warns(UndefinedMetricWarning, match=r"^gwet_ac2: there is only the label 3, so chance alone"):
        assert math.isnan(gwet_ac2([3, 3], [3, 3], weights="linear"))
    with pytest.warns(UndefinedMetricWarning, match="^gwet_ac2: there are no rows$"):
        assert math.isnan(gwet_ac2([], [], weights="linear", labels=[0, 1]))


def test_weights_must_be_named() -> None:
    with pytest.raises(InputTypeError, match="gwet_ac2 needs weights="):
        gwet_ac2([0, 1], [0, 1])


def test_text_needs_an_order() -> None:
    with pytest.raises(LabelOrderError, match=r"^gwet_ac2 needs the order of the labels"):
        gwet_ac2(["low", "mid", "high"], ["mid", "mid", "high"], weights="quadratic")


def test_weights_of_many_labels_can_bring_it_below_minus_one() -> None:
    # Everything as far apart as the margins allow; the corner of eight labels costs much more than the average pair.
    table = np.zeros((8, 8))
    for i in range(8):
        table[i, 7 - i] = 9 if i in (0, 7) else 1
    assert gwet_ac2.of(Counts.from_table(table), weights="quadratic") < -1


# -- by hand -------------------------------------------------------------------------------------------------------


def test_the_example_of_the_docstring() -> None:
    # w = 3/4 for neighbours: Po = (4 + 2 * 3/4) / 6, the weights sum to 6, pi = 1/6, 1/6, 2/3: Pe = 6 / 6 * 1/2.
    found = gwet_ac2([1, 2, 3, 3, 3, 3], [1, 3, 3, 3, 3, 2], weights="quadratic")
    assert found == pytest.approx((5.5 / 6 - 1 / 2) / (1 / 2), rel=1e-14)


def test_a_matrix_that_is_not_symmetric() -> None:
    table, v = np.arange(1.0, 17).reshape(4, 4), np.array(PENALTIES)
    w, p = 1 - v / 7, table / table.sum()
    pi = (p.sum(0) + p.sum(1)) / 2
    chance = w.sum() / 12 * (pi * (1 - pi)).sum()
    counts = Counts.from_table(table)
    expected = ((w * p).sum() - chance) / (1 - chance)
    assert gwet_ac2.of(counts, weights=v) == pytest.approx(expected, rel=1e-13)
    assert gwet_ac2.of(counts, weights=w) == pytest.approx(expected, rel=1e-13)
    assert abs(gwet_ac2.of(counts, weights=v.T) - expected) > 1e-3


def test_the_scale_of_agreement_weights_matters() -> None:
    truth, pred, _ = random_labels(85, 200, 3)
    truth[:80] = pred[:80] = 2  # uneven shares: of even ones every scale gives the same
    strict, mild = 1 - np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]]), 1 - np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]]) / 2
    assert gwet_ac2(truth, pred, weights=strict) == pytest.approx(gwet_ac1(truth, pred), rel=1e-14)
    assert abs(gwet_ac2(truth, pred, weights=mild) - gwet_ac1(truth, pred)) > 0.005


def test_unused_outer_labels_change_the_scale() -> None:
    rows = [1, 2, 3, 3], [1, 3, 3, 3]
    assert gwet_ac2(*rows, weights="linear", labels=range(1, 11)) > gwet_ac2(*rows, weights="linear") + 0.05


# -- other software ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "weights", "value"), by_irrcac("gwet_ac2"))
def test_values_of_irrcac(counts: Any, weights: Any, value: float) -> None:
    # irrCAC.table.CAC(table, weights=...).gwet(), irrCAC.raw.CAC(ratings, weights=..., categories=...).gwet()
    assert gwet_ac2.of(counts, weights=weights) == pytest.approx(value, rel=1e-12, abs=1e-14)
