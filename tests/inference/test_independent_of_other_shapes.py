"""Two samples whose metric has not as many values are no pair."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import concordant as c
from concordant.errors import ConcordantError

LABELS = [0, 1, 1, 0, 1, 0]
SAMPLES = {
    "labels": (LABELS, LABELS),
    "two labels a row": (np.eye(6, 2, dtype=int), np.eye(6, 2, dtype=int)),
    "three labels a row": (np.eye(6, 3, dtype=int), np.eye(6, 3, dtype=int)),
}


@pytest.mark.parametrize(("first", "second"), list(permutations(SAMPLES, 2)))
def test_samples_of_other_shapes_are_refused(first: str, second: str) -> None:
    with pytest.raises(ConcordantError, match=r"must be of one kind|must be the same"):
        c.accuracy.compare_independent(SAMPLES[first], SAMPLES[second])
