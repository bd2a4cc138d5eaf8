"""Van Oest's index: edges and values worked by hand; other software and identities stand in test_panels.py."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import van_oest
from concordant.errors import UndefinedMetricWarning

NAN = float("nan")


@pytest.mark.parametrize(
    ("rows", "labels", "value"),
    [
        ([["a", None]], ["a", "b"], NAN),
        ([["a", "a"]], ["a"], NAN),
        ([["a", "a"]], ["a", "b"], 1.0),
        # e = (1 + 1) / (2 + 2) each: De = 1/2
        ([["a", "b"]], ["a", "b"], -1.0),
        # pairs: 6 of the first unit agree, of the second 4 of 6 do not; e = 5/8, 3/8
        ([["a", "a", "a"], ["a", "b", "b"]], ["a", "b"], 1 - (4 / 12) / (2 * 5 / 8 * 3 / 8)),
    ],
)
def test_values(rows: Any, labels: Any, value: float) -> None:
    assert van_oest(rows, labels=labels, undefined=NAN) == pytest.approx(value, nan_ok=True)


def test_no_ratings_at_all() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^van_oest: there are no ratings$"):
        assert np.isnan(van_oest(np.zeros((0, 3)), labels=[0, 1]))
