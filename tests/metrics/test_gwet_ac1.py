from __future__ import annotations

import math
from typing import Any

import pytest

from concordant import accuracy, cohen_kappa, gwet_ac1, gwet_ac2
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .agreement_cases import beyond, by_irrcac, by_package, exact
from .cases import random_labels

# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0], [1], -1.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
        ([0, 1, 2], [1, 2, 0], -0.5),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert gwet_ac1(y_true, y_pred) == pytest.approx(value, abs=1e-15)


def test_constant_raters_agree_beyond_chance_once_other_labels_are_declared() -> None:
    assert gwet_ac1([3, 3], [3, 3], labels=[1, 2, 3]) == 1.0
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(gwet_ac1(["x", "x"], ["x", "x"]))
    assert str(caught[0].message) == (
        "gwet_ac1: there is only the label 'x', so chance alone would agree always (0/0); "
        "declare all possible labels: labels=[...]"
    )


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^gwet_ac1: there are no rows$"):
        assert math.isnan(gwet_ac1([], [], labels=[0, 1]))


def test_more_possible_labels_raise_the_value_and_the_signature_names_them() -> None:
    rows = [1, 1, 2, 2], [1, 2, 2, 2]
    # pi = 3/8, 5/8; sum pi (1 - pi) = 30/64, over K - 1.
    found = [gwet_ac1(*rows, labels=range(1, k + 1)) for k in (2, 3, 5)]
    assert found == pytest.approx([beyond_share(30 / 64 / (k - 1)) for k in (2, 3, 5)], rel=1e-14)
    assert "labels:1..5" in gwet_ac1.signature(gwet_ac1.state(*rows, labels=range(1, 6)))


def beyond_share(expected: float, observed: float = 3 / 4) -> float:
    return (observed - expected) / (1 - expected)


# -- by hand and papers --------------------------------------------------------------------------------------------


def test_where_a_category_prevails_it_stays_near_the_agreement() -> None:
    # 118 + 0 of 125 rows agree. pi = 243/250, 7/250: Pe = 2 * 243 * 7 / 250^2.
    counts = Counts.from_table([[118, 5], [2, 0]])
    chance = 2 * 243 * 7 / 250**2
    assert gwet_ac1.of(counts) == pytest.approx((118 / 125 - chance) / (1 - chance), rel=1e-14)
    assert cohen_kappa.of(counts) < 0 < accuracy.of(counts) - gwet_ac1.of(counts) < 0.01


def test_the_abstractors_of_gwet_2014() -> None:
    # Gwet, Handbook of Inter-Rater Reliability: 100 pregnant women, two abstractors; as irrCAC's manual prints it.
    counts = Counts.from_table([[13, 0, 0], [0, 20, 7], [0, 4, 56]])
    assert gwet_ac1.of(counts) == pytest.approx(0.84933, abs=5e-6)
    assert gwet_ac2.of(counts, weights="quadratic") == pytest.approx(0.94024, abs=5e-6)


def test_the_definition_in_exact_fractions() -> None:
    truth, pred, _ = random_labels(84, 90, 4)
    table = Counts.from_labels(truth, pred).table
    p, r, c = exact(table)
    pi = [(x + y) / 2 for x, y in zip(r, c, strict=True)]
    agreed = sum(p[k][k] for k in range(4))
    chance = sum(x * (1 - x) for x in pi) / 3
    assert gwet_ac1.of(Counts.from_table(table)) == pytest.approx(beyond(1 - agreed, 1 - chance), rel=1e-13)


# -- other software ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "weights", "value"), [x for x in by_irrcac("gwet_ac2") if x.values[1] is None])
def test_values_of_irrcac(counts: Any, weights: Any, value: float) -> None:
    assert gwet_ac1.of(counts) == pytest.approx(value, rel=1e-12, abs=1e-14)  # CAC(table).gwet()


@pytest.mark.parametrize(("counts", "value"), by_package("pycm", "gwet_ac1"))
def test_values_of_pycm(counts: Any, value: float) -> None:
    assert gwet_ac1.of(counts) == pytest.approx(value, rel=1e-12)  # pycm.ConfusionMatrix(matrix=...).AC1
