from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from concordant import cohen_kappa, kappa_max
from concordant.errors import MissingDependencyError, UndefinedMetricWarning
from concordant.metrics.agreement.weights import disagreement
from concordant.states import Counts

from .agreement_cases import FAMILIES, FROM_R, by_package, counts_of
from .cases import PENALTIES, drawn, random_labels

# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, *FAMILIES])
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 1.0),  # equal margins: they could agree on every row
        ([0], [1], 0.0),
        ([0, 1], [1, 1], 0.0),  # one rater constant
        ([0, 0, 1, 1], [0, 1, 1, 1], 0.5),
        ([0, 1, 2], [2, 0, 1], 1.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float, weights: Any) -> None:
    assert kappa_max(y_true, y_pred, weights=weights) == pytest.approx(value, abs=1e-14)


@pytest.mark.parametrize("weights", [None, "linear", "radical"])
@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (([], []), "there are no rows"),
        (([3], [3]), "both raters use only the category 3, so chance alone would agree always (0/0)"),
    ],
)
def test_equal_and_constant_is_undefined(rows: Any, reason: str, weights: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(kappa_max(*rows, weights=weights, labels=[1, 2, 3]))
    assert str(caught[0].message) == f"kappa_max: {reason}"


def test_scipy_is_needed_for_weights_without_a_closed_form_only(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [1, 2, 3, 4, 4], [1, 1, 2, 2, 4]
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    for weights in (None, "linear", "quadratic", "ordinal"):
        assert kappa_max(*rows, weights=weights) < 1
    with pytest.raises(MissingDependencyError) as caught:
        kappa_max(*rows, weights="radical")
    assert str(caught.value) == (
        "the greatest kappa with these weights is the solution of a linear programme: pip install scipy"
    )


# -- by hand -------------------------------------------------------------------------------------------------------

FIRST, SECOND = [1, 1, 1, 1, 2, 2, 3, 3], [1, 1, 2, 2, 2, 2, 3, 1]


@pytest.mark.parametrize(
    ("weights", "value"),
    [
        (None, (48 - 22) / (64 - 22)),  # at most 3 + 2 + 1 rows agree; 22/64 by chance
        ("linear", 1 - 2 * 8 / 52),  # in their order two rows are one apart; sum of |i - j| r c = 52
        ("quadratic", 1 - 2 * 8 / 72),
    ],
)
def test_eight_rows(weights: Any, value: float) -> None:
    assert kappa_max(FIRST, SECOND, weights=weights) == pytest.approx(value, rel=1e-14)


# -- other software ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", [x for x in FROM_R if "weights" in x], ids=lambda case: case["name"])
@pytest.mark.parametrize("weights", ["none", *FAMILIES])
def test_values_of_the_transport_solver_of_lpsolve(case: Any, weights: str) -> None:
    # R: lpSolve::lp.transport(1 - W, "min", "=", rowSums(table), "=", colSums(table)); it stops at about 1e-12
    found = kappa_max.of(counts_of(case), weights=None if weights == "none" else weights)
    assert found == pytest.approx(case["kappa_max"][weights], rel=1e-11)


@pytest.mark.parametrize(("counts", "value"), by_package("statsmodels", "kappa_max"))
def test_values_of_statsmodels(counts: Any, value: float) -> None:
    assert kappa_max.of(counts) == pytest.approx(value, rel=1e-13, abs=1e-15)  # cohens_kappa(table).kappa_max


# -- the definition ------------------------------------------------------------------------------------------------


@given(
    table=st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=4, max_size=4),
    own=st.lists(st.lists(st.integers(1, 9), min_size=4, max_size=4), min_size=4, max_size=4),
)
@drawn
def test_it_is_the_best_of_all_tables_with_these_margins(table: Any, own: Any) -> None:
    table[0][1] += 1
    r, c = np.sum(table, axis=1), np.sum(table, axis=0)
    sums = np.vstack([np.kron(np.eye(4), np.ones(4)), np.kron(np.ones(4), np.eye(4))])
    counts = Counts.from_table(table, labels=[1, 2, 3, 4])
    own = np.array(own) * (1 - np.eye(4))
    for weights in (None, *FAMILIES, own, PENALTIES, own + own.T):
        v = disagreement(counts, weights)
        least = linprog(v.ravel(), A_eq=sums, b_eq=np.concatenate([r, c])).fun
        expected = 1 - r.sum() * least / (v * np.outer(r, c)).sum()
        found = kappa_max.of(counts, weights=weights)
        assert found == pytest.approx(expected, rel=1e-8, abs=1e-9)
        assert found >= cohen_kappa.of(counts, weights=weights) - 1e-12


def test_numbers_are_paired_in_the_order_of_their_values() -> None:
    truth, pred, _ = random_labels(99, 60, 4, agree=0.2)
    for weights in ("linear", "quadratic"):
        expected = kappa_max(truth, pred, weights=weights)
        assert kappa_max(truth, pred, weights=weights, labels=[2, 0, 3, 1]) == pytest.approx(expected, rel=1e-13)


def test_a_constant_disagreement_of_ones_own_is_no_weights() -> None:
    truth, pred, _ = random_labels(100, 60, 4)
    own = 5 * (1 - np.eye(4))
    assert kappa_max(truth, pred, weights=own) == pytest.approx(kappa_max(truth, pred), rel=1e-14)


@pytest.mark.parametrize("weights", [None, "linear", "radical"])
def test_tiny_weights_do_not_leave_the_range(weights: Any) -> None:
    found = kappa_max([0, 0, 0], [0, 1, 0], weights=weights, sample_weight=[0.0, 1e-9, 1.0])
    assert found == 0.0
