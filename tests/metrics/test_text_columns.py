"""Over the registry: of text and columns of scores without names no metric has a value; with labels= it has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant.errors import ConcordantError
from concordant.metrics import find, get

from .options import OPTIONS

NAMES = [metric.name for metric in find() if metric.facts.input in ("scores", "probabilities", "decisions", "rows")]
TRUTH = ["low", "mid", "high", "mid", "low", "high"]
COLUMNS = np.eye(3)[[0, 1, 2, 1, 0, 2]] * 0.7 + 0.1


@pytest.mark.parametrize("name", NAMES)
def test_no_metric_takes_the_order_of_the_alphabet(name: str) -> None:
    metric: Any = get(name)
    for options in OPTIONS.get(name, [{}]):
        for calculate in (metric, metric.interval):
            with pytest.raises(ConcordantError):
                calculate(TRUTH, COLUMNS, **options)
