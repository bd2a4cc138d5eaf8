from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from concordant import recall
from concordant.inference.intervals.proportions import KINDS

# Rscript tests/reference/intervals.R
FROM_R = json.loads((Path(__file__).parents[3] / "reference" / "intervals.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize(("share", "end"), [(0.0, 0), (1.0, 1)])
def test_share_at_an_end_is_a_limit_and_the_other_limit_lies_inside(kind: str, share: float, end: int) -> None:
    ends = KINDS[kind](np.array(share), np.array(20.0), 0.95)
    assert ends[end] == share
    assert 0 < ends[1 - end] < 1


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_share_of_no_rows_has_no_limits(kind: str) -> None:
    ends = KINDS[kind](np.array(np.nan), np.array(np.nan), 0.95)
    assert np.isnan(ends).all()


def test_exact_limit_of_no_row_is_a_power() -> None:
    assert_allclose(KINDS["exact"](np.array(0.0), np.array(10.0), 0.95)[1], 1 - 0.025**0.1, rtol=1e-12)


def test_wilson_limits_are_where_the_score_test_rejects() -> None:
    low, high = KINDS["wilson"](np.array(0.3), np.array(50.0), 0.95)
    for limit in (low, high):
        assert_allclose(abs(0.3 - limit) / np.sqrt(limit * (1 - limit) / 50), stats.norm.ppf(0.975), rtol=1e-12)


@pytest.mark.parametrize("case", FROM_R["proportions"], ids=lambda c: f"{c['x']} of {c['n']} at {c['level']}")
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_equal_to_r(case: dict[str, Any], kind: str) -> None:
    x, n, expected = case["x"], case["n"], np.clip(case[kind], 0, 1)  # Agresti and Coull's can leave the range
    found = KINDS[kind](np.array(x / n), np.array(float(n)), case["level"])
    assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def test_equal_to_r_from_rows() -> None:
    case = next(case for case in FROM_R["proportions"] if (case["x"], case["n"], case["level"]) == (13, 87, 0.95))
    prediction = [1] * case["x"] + [0] * (case["n"] - case["x"])
    for kind in KINDS:
        found = recall.interval([1] * case["n"] + [0] * 5, [*prediction, 0, 0, 0, 0, 1], method=kind)
        assert_allclose([found.low, found.high], case[kind], rtol=1e-9)
        assert found.method == kind
