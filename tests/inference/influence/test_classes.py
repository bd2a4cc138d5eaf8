"""Metrics of very many classes."""

from __future__ import annotations

import numpy as np
import pytest

from concordant import balanced_accuracy


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")  # nine classes have no row
def test_a_thousand_classes() -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 1000, 5000)
    first, second = (np.where(rng.random(5000) < share, truth, rng.integers(0, 1000, 5000)) for share in (0.7, 0.6))
    found = balanced_accuracy.compare(truth, first, second)
    assert found.method == "delta"
    assert 0.05 < found.low < found.high < 0.15
