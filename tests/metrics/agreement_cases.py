"""Tables and ratings of two raters with the values that other software gives for them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from concordant.states import Counts

from .cases import reference

FAMILIES = ("linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")
PYTHON = reference("agreement_python")  # tests/reference/agreement.py: irrCAC, krippendorff, pycm, statsmodels
FROM_R = reference("agreement")  # tests/reference/agreement.R: vcd, lpSolve; epiR, caret for two labels
TWO_LABELS = [case for case in FROM_R if "pabak" in case]


def counts_of(case: dict[str, Any]) -> Counts:
    """The counts of a case; the labels of a table are 1 to K, as in the other software."""
    if "table" in case:
        return Counts.from_table(case["table"], labels=range(1, len(case["table"]) + 1))
    return Counts.from_labels(case["y_true"], case["y_pred"], labels=case["labels"])


def by_irrcac(metric: str) -> list[Any]:
    """Counts, weights and the value of irrCAC, for each case and family; no circle can be made of 1, 3, 7."""
    return [
        pytest.param(counts_of(case), None if name == "identity" else name, value, id=f"{case['name']}-{name}")
        for case in PYTHON
        for name, value in case["irrCAC"].get(metric, {}).items()
        if (case["name"], name) != ("uneven", "circular")
    ]


def by_package(package: str, value: str) -> list[Any]:
    """Counts and the value of a package without weights."""
    return [
        pytest.param(counts_of(case), case[package][value], id=case["name"])
        for case in PYTHON
        if package in case and value in case[package]
    ]


def exact(table: Any) -> tuple[list[list[Fraction]], list[Fraction], list[Fraction]]:
    """Shares of the cells and of both margins as exact fractions."""
    cells = [[Fraction(int(x)) for x in row] for row in np.asarray(table)]
    n = sum((sum(row) for row in cells), Fraction())
    shares = [[x / n for x in row] for row in cells]
    return shares, [sum(row, Fraction()) for row in shares], [sum(x, Fraction()) for x in zip(*shares, strict=True)]


def beyond(observed: Fraction, expected: Fraction) -> float:
    """``1 - observed / expected`` disagreement."""
    return float(1 - observed / expected)
