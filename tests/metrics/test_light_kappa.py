"""Light's kappa: edges and values worked by hand; other software and identities stand in test_panels.py."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import light_kappa
from concordant.errors import UndefinedMetricWarning

NAN = float("nan")


@pytest.mark.parametrize(
    ("rows", "value"),
    [
        ([["a", None], [None, "b"]], NAN),
        ([["a", "a"], ["a", "a"]], NAN),
        ([["a", "a"], ["b", "b"]], 1.0),
        ([["a", "b"], ["b", "a"]], -1.0),
        # pairs (1, 2): 1, (1, 3): 0, (2, 3): 0
        ([["a", "a", "a"], ["b", "b", "a"]], 1 / 3),
        # raters 1 and 2 use one label, so that their pair is left out
        ([["a", "a", "a"], ["a", "a", "b"]], 0.0),
    ],
)
def test_values(rows: Any, value: float) -> None:
    assert light_kappa(rows, undefined=NAN) == pytest.approx(value, nan_ok=True, abs=1e-15)


def test_no_ratings_at_all() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^light_kappa: there are no ratings$"):
        assert np.isnan(light_kappa(np.zeros((0, 3))))
