"""Conger's kappa: edges and values worked by hand; other software and identities stand in test_panels.py."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import conger_kappa
from concordant.errors import UndefinedMetricWarning

NAN = float("nan")


@pytest.mark.parametrize(
    ("rows", "value"),
    [
        ([["a", None], [None, "b"]], NAN),
        ([["a", "a"], ["a", "a"]], NAN),
        ([["a", "a"], ["b", "b"]], 1.0),
        # rater 1 says a, a; raters 2 and 3 say a, b: De = mean of 1/2, 1/2 and 1/2
        ([["a", "a", "a"], ["a", "b", "b"]], 1 - (1 / 3) / (1 / 2)),
        ([["a", "b"], ["a", "b"]], 0.0),  # habits alone are no agreement, and no disagreement beyond chance
    ],
)
def test_values(rows: Any, value: float) -> None:
    assert conger_kappa(rows, undefined=NAN) == pytest.approx(value, nan_ok=True, abs=1e-15)


def test_raters_without_a_rating_do_not_count() -> None:
    rows = [["a", "a", None], ["b", "a", None], ["b", "b", None]]
    assert conger_kappa(rows) == pytest.approx(conger_kappa([row[:2] for row in rows]))


def test_no_ratings_at_all() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^conger_kappa: there are no ratings$"):
        assert np.isnan(conger_kappa(np.zeros((0, 3))))
