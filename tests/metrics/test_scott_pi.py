from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant import cohen_kappa, scott_pi
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .agreement_cases import FAMILIES, beyond, by_irrcac, by_package, exact
from .cases import PENALTIES, drawn, random_labels

# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, *FAMILIES])
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1, 2, 2], [0, 1, 2, 2], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0], [1], -1.0),  # one row, two categories: each rater used half of the ratings
        ([0, 1], [1, 1], -1 / 3),  # one rater constant: below 0, as the margins differ
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float, weights: Any) -> None:
    assert scott_pi(y_true, y_pred, weights=weights) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (([], []), "there are no rows"),
        ((["x"], ["x"]), "both raters use only the category 'x', so chance alone would agree always (0/0)"),
    ],
)
def test_equal_and_constant_is_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(scott_pi(*rows))
    assert str(caught[0].message) == f"scott_pi: {reason}"


def test_weights_that_tell_nothing_apart_are_undefined() -> None:
    same = [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
    with pytest.warns(UndefinedMetricWarning, match="the weights make no difference between the categories that occur"):
        assert math.isnan(scott_pi([0, 1], [1, 0], labels=[0, 1, 2], weights=same))


# -- by hand -------------------------------------------------------------------------------------------------------


def test_three_of_four_rows() -> None:
    # pi = 3/8, 5/8; expected 34/64; observed 3/4.
    assert scott_pi(["a", "a", "b", "b"], ["a", "b", "b", "b"]) == pytest.approx((48 - 34) / (64 - 34), rel=1e-15)


@given(table=st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=4, max_size=4))
@drawn
def test_every_weighting_is_the_direct_sum(table: Any) -> None:
    table[0][1] += 1  # some disagreement
    i, j = np.indices((4, 4))
    p, r, c = exact(table)
    pi = [(x + y) / 2 for x, y in zip(r, c, strict=True)]
    for weights, penalty in ((None, i != j), ("linear", abs(i - j)), ("quadratic", (i - j) ** 2)):
        cells = [(a, b, int(penalty[a, b])) for a in range(4) for b in range(4)]
        expected = beyond(sum(v * p[a][b] for a, b, v in cells), sum(v * pi[a] * pi[b] for a, b, v in cells))
        assert scott_pi.of(Counts.from_table(table), weights=weights) == pytest.approx(expected, rel=1e-12, abs=1e-14)


def test_a_matrix_that_is_not_symmetric_keeps_rows_and_columns_apart() -> None:
    table, v = np.arange(1.0, 17).reshape(4, 4), np.array(PENALTIES)
    p, pi = table / table.sum(), (table.sum(0) + table.sum(1)) / table.sum() / 2
    expected = 1 - (v * p).sum() / (v * np.outer(pi, pi)).sum()
    counts = Counts.from_table(table)
    assert scott_pi.of(counts, weights=v) == pytest.approx(expected, rel=1e-13)
    assert abs(scott_pi.of(counts, weights=v.T) - expected) > 1e-3


# -- other software ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "weights", "value"), by_irrcac("scott_pi"))
def test_values_of_irrcac(counts: Any, weights: Any, value: float) -> None:
    # irrCAC.table.CAC(table, weights=...).scott(), irrCAC.raw.CAC(ratings, weights=..., categories=...).fleiss()
    assert scott_pi.of(counts, weights=weights) == pytest.approx(value, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize(("counts", "value"), by_package("pycm", "scott_pi"))
def test_values_of_pycm(counts: Any, value: float) -> None:
    assert scott_pi.of(counts) == pytest.approx(value, rel=1e-12)  # pycm.ConfusionMatrix(matrix=...).PI


@pytest.mark.parametrize(("counts", "value"), by_package("statsmodels", "scott_pi"))
def test_fleiss_kappa_of_two_raters_in_statsmodels(counts: Any, value: float) -> None:
    assert scott_pi.of(counts) == pytest.approx(value, rel=1e-12)  # fleiss_kappa(table, method="fleiss")


# -- identities ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_equal_margins_give_cohens_kappa_and_others_less(weights: Any) -> None:
    truth, pred, _ = random_labels(81, 200, 4)
    table = Counts.from_labels(truth, pred).table
    same = Counts.from_table(table + table.T)
    assert scott_pi.of(same, weights=weights) == pytest.approx(cohen_kappa.of(same, weights=weights), rel=1e-13)
    skewed = Counts.from_table(table * [[1, 1, 3, 9]])
    assert scott_pi.of(skewed, weights=weights) < cohen_kappa.of(skewed, weights=weights) - 0.005


def test_a_stack_says_what_its_tables_lack() -> None:
    tables = np.array([np.zeros((2, 2)), np.ones((2, 2)), [[3, 0], [0, 0]]])
    expected = ("there are no rows", "both raters use one and the same category")
    for lacking, chosen in ((expected[:1], [0, 1]), (expected[1:], [1, 2]), (expected, [0, 1, 2])):
        with pytest.warns(UndefinedMetricWarning) as caught:
            scott_pi.of(Counts(tables[chosen], (0, 1)))
        assert str(caught[0].message) == f"scott_pi: in some tables {' or '.join(lacking)}"
