"""Fleiss' kappa: edges and values worked by hand; other software and identities stand in test_panels.py."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import fleiss_kappa
from concordant.errors import UndefinedMetricWarning

NAN = float("nan")


@pytest.mark.parametrize(
    ("rows", "value"),
    [
        ([["a", None], ["b", None]], NAN),
        ([["a", "a"], ["a", "a"]], NAN),
        ([["a", "a"], ["b", "b"]], 1.0),
        ([["a", "b"], ["b", "a"]], -1.0),
        # Do = (0 + 2/3) / 2, shares (3 + 1) / 6 and (0 + 2) / 6: De = 2 * 2/3 * 1/3
        ([["a", "a", "a"], ["a", "b", "b"]], 1 - (1 / 3) / (4 / 9)),
        # a unit with one rating counts in the shares: pi = (1 + 1/2 + 1) / 3 and (0 + 1/2) / 3
        ([["a", "a"], ["a", "b"], ["a", None]], 1 - (1 / 2) / (2 * (5 / 6) * (1 / 6))),
    ],
)
def test_values(rows: Any, value: float) -> None:
    assert fleiss_kappa(rows, undefined=NAN) == pytest.approx(value, nan_ok=True)


def test_weights_are_disagreements() -> None:
    rows = [[1, 3], [1, 2], [2, 2]]  # squared: 4, 1, 0; pi = 2/6, 3/6, 1/6
    expected = 2 * (1 / 3 * 1 / 2 + 1 / 2 * 1 / 6 + 4 * 1 / 3 * 1 / 6)
    assert fleiss_kappa(rows, weights="quadratic") == pytest.approx(1 - (5 / 3) / expected)


def test_no_ratings_at_all() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^fleiss_kappa: there are no ratings$"):
        assert np.isnan(fleiss_kappa(np.zeros((0, 3))))
