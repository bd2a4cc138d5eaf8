"""The greatest kappa has a kink where both raters use labels equally often, and its interval says so."""

from __future__ import annotations

import numpy as np
import pytest

from concordant import Counts, cohen_kappa, kappa_max
from concordant.errors import IntervalWarning

ALIKE = np.diag([30, 30, 30, 30]) + np.array([[0, 4, 1, 0], [3, 0, 4, 1], [1, 5, 0, 3], [1, 0, 4, 0]])
APART = np.array([[30, 25, 0], [1, 30, 20], [0, 1, 40]])


def test_margins_that_chance_cannot_tell_apart_are_a_doubt() -> None:
    with pytest.warns(IntervalWarning, match="both raters use 4 labels about equally often"):
        kappa_max.interval_of(Counts.from_table(ALIKE))


@pytest.mark.parametrize(
    ("table", "metric"),
    [(APART, kappa_max), (ALIKE, cohen_kappa), ([[40, 10], [11, 40]], kappa_max)],
    ids=["raters who differ", "kappa itself", "two labels"],
)
def test_others_are_not(table: object, metric: object) -> None:
    assert metric.interval_of(Counts.from_table(table)).reason is None  # type: ignore[attr-defined]
