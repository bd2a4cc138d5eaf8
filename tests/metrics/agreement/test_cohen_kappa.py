"""Cohen's kappa and the greatest one of its margins: edges, papers, other software, the definition, labels."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.cases import FAMILIES, PENALTIES, drawn, random_labels, reference
from scipy.optimize import linprog

from concordant import cohen_kappa, kappa_max
from concordant.errors import MissingDependencyError
from concordant.metrics.agreement.weights import disagreement
from concordant.states import Counts

WEIGHTS = [None, "linear", "quadratic"]


# -- papers and other software --------------------------------------------------------------------------------------


def test_the_example_of_cohen_1968() -> None:
    # 200 persons diagnosed twice, with penalties 1, 3, 6 for personality disorder, neurosis, psychosis: 0.348.
    counts = Counts.from_table([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
    assert cohen_kappa.of(counts) == pytest.approx(0.492, abs=5e-4)
    assert cohen_kappa.of(counts, weights=[[0, 1, 3], [1, 0, 6], [3, 6, 0]]) == pytest.approx(0.348, abs=5e-4)


@pytest.mark.parametrize("case", reference("kappa"), ids=lambda case: case["name"])
@pytest.mark.parametrize("weights", ["none", "linear", "quadratic", "own"])
def test_kappa_of_vcd_and_psych(case: Any, weights: str) -> None:
    counts = Counts.from_table(case["table"])
    matrix: Any = {"none": None, "own": case["own_weights"]}.get(weights, weights)
    kappa = cohen_kappa.of(counts, weights=matrix)
    assert kappa == pytest.approx(case[weights], rel=1e-12)
    assert kappa == pytest.approx(case["psych"][weights], rel=1e-12)


# -- the definition ------------------------------------------------------------------------------------------------


def direct(table: Any, penalty: Any) -> float:
    """1 - sum(V O) / sum(V E), cell by cell in exact fractions."""
    cells = [[Fraction(float(x)) for x in row] for row in np.asarray(table)]
    size, n = len(cells), sum(map(sum, cells))
    r, c = [sum(row) for row in cells], [sum(row[j] for row in cells) for j in range(size)]
    pairs = [(i, j, Fraction(float(penalty[i][j]))) for i in range(size) for j in range(size)]
    expected = sum(v * r[i] * c[j] for i, j, v in pairs)
    return float(1 - n * sum(v * cells[i][j] for i, j, v in pairs) / expected) if expected else math.nan


def test_the_scale_of_penalties_does_not_matter_and_agreements_are_their_complement() -> None:
    truth, pred, _ = random_labels(72, 100, 4)
    penalty = np.array(PENALTIES)
    expected = cohen_kappa(truth, pred, weights=penalty)
    for weights in (10 * penalty, 1 - penalty / 7, 1 - penalty):  # the last are below 0 as well
        assert cohen_kappa(truth, pred, weights=weights) == pytest.approx(expected, rel=1e-13)
    assert cohen_kappa(truth, pred, weights=np.eye(4)) == pytest.approx(cohen_kappa(truth, pred), rel=1e-14)


# -- the label contract --------------------------------------------------------------------------------------------

TRUTH, PRED = np.array([1, 3, 7, 7, 3, 1, 1]), np.array([1, 7, 7, 3, 3, 3, 7])


@pytest.mark.parametrize("weights", WEIGHTS)
def test_a_category_that_nobody_used_changes_nothing(weights: Any) -> None:
    expected = cohen_kappa(TRUTH, PRED, weights=weights)
    for labels in ([1, 3, 7], [1, 2, 3, 4, 5, 6, 7], [7, 3, 1], [0, 1, 3, 7, 1000], range(-3, 9)):
        assert cohen_kappa(TRUTH, PRED, labels=labels, weights=weights) == pytest.approx(expected, rel=1e-13)


# -- numbers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", WEIGHTS)
def test_near_perfect_agreement_keeps_its_digits(weights: Any) -> None:
    table = np.diag([4 * 10**8] * 3)
    table[0, 2] = 1
    distance = abs(np.subtract.outer(range(3), range(3)))
    penalty = {None: distance > 0, "linear": distance, "quadratic": distance**2}[weights]
    lacking = 1 - cohen_kappa.of(Counts.from_table(table), weights=weights)
    assert lacking == pytest.approx(1 - direct(table, penalty), rel=1e-6)
    assert lacking > 0


# -- kappa max -----------------------------------------------------------------------------------------------------


def test_scipy_is_needed_for_weights_without_a_closed_form_only(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [1, 2, 3, 4, 4], [1, 1, 2, 2, 4]
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    for weights in (None, "linear", "quadratic", "ordinal"):
        assert kappa_max(*rows, weights=weights) < 1
    with pytest.raises(MissingDependencyError, match=r"is the solution of a linear programme: pip install scipy$"):
        kappa_max(*rows, weights="radical")


@given(
    table=st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=4, max_size=4),
    own=st.lists(st.lists(st.integers(1, 9), min_size=4, max_size=4), min_size=4, max_size=4),
)
@drawn
def test_kappa_max_is_the_best_of_all_tables_with_these_margins(table: Any, own: Any) -> None:
    table[0][1] += 1
    r, c = np.sum(table, axis=1), np.sum(table, axis=0)
    sums = np.vstack([np.kron(np.eye(4), np.ones(4)), np.kron(np.ones(4), np.eye(4))])
    counts = Counts.from_table(table, labels=[1, 2, 3, 4])
    own = np.array(own) * (1 - np.eye(4))
    for weights in (None, *FAMILIES, own, PENALTIES, own + own.T):
        v = disagreement(counts, weights)
        least = linprog(v.ravel(), A_eq=sums, b_eq=np.concatenate([r, c])).fun
        expected = 1 - r.sum() * least / (v * np.outer(r, c)).sum()
        greatest = kappa_max.of(counts, weights=weights)
        assert greatest == pytest.approx(expected, rel=1e-8, abs=1e-9)
        assert greatest >= cohen_kappa.of(counts, weights=weights) - 1e-12
