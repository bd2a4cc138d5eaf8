"""Overall concordance: epiR, Lin's coefficient, and a kappa of whole numbers."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from panels_of import cases_of_numbers, random_numbers

from concordant import (
    concordance_correlation,
    conger_kappa,
    overall_concordance,
)

NAN = float("nan")


def _concordance(rows: Any, ddof: int) -> float:
    c, m = np.cov(rows, rowvar=False, ddof=ddof), rows.mean(0)
    pairs = list(itertools.combinations(range(rows.shape[1]), 2))
    return float(2 * sum(c[g, h] for g, h in pairs) / sum(c[g, g] + c[h, h] + (m[g] - m[h]) ** 2 for g, h in pairs))


@pytest.mark.parametrize("case", cases_of_numbers("occc"), ids=lambda case: case["name"])
def test_overall_concordance_beside_epir(case: dict[str, Any]) -> None:
    rows = np.array(case["input"]["ratings"])
    assert_allclose(_concordance(rows, 1), case["expected"]["occc"], rtol=1e-9)  # epiR divides by n - 1
    assert_allclose(overall_concordance(rows), _concordance(rows, 0), rtol=1e-12)


def test_overall_concordance_of_two_is_that_of_lin_and_of_whole_numbers_a_kappa() -> None:
    a, b = random_numbers(26, 20, 2).T
    assert_allclose(overall_concordance(a, b), concordance_correlation(a, b), rtol=1e-12)
    rows = np.round(random_numbers(27, 20, 4))
    assert_allclose(overall_concordance(rows), conger_kappa(rows, weights="quadratic"), rtol=1e-12)


def test_overall_concordance_of_gaps_is_over_the_units_of_each_pair() -> None:
    rows = random_numbers(28, 20, 3, missing=0.3)
    above, below = 0.0, 0.0
    for g, h in itertools.combinations(range(3), 2):
        x, y = rows[~np.isnan(rows[:, [g, h]]).any(1)][:, [g, h]].T
        above += 2 * np.cov(x, y, ddof=0)[0, 1]
        below += x.var() + y.var() + (x.mean() - y.mean()) ** 2
    assert_allclose(overall_concordance(rows), above / below, rtol=1e-12)
