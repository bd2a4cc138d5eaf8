"""What the tests of the rates share: the edges, and the values of R packages and of pycm."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest

from concordant.errors import UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric

EDGES: tuple[tuple[list[int], list[int]], ...] = (
    ([], []),
    ([1], [1]),
    ([1], [0]),
    ([0], [1]),
    ([0], [0]),
    ([0, 1], [1, 1]),
    ([0, 1], [0, 0]),
    ([0, 1], [0, 1]),
    ([0, 1], [1, 0]),
    ([0, 0, 1, 1], [0, 0, 0, 1]),
    ([0, 0, 1, 1], [1, 1, 0, 1]),
)


def assert_edges(metric: Metric, values: Sequence[float], reason: str, **own: Any) -> None:
    """Compare with the values of `EDGES`; where the value is NaN the warning gives the reason."""
    for (truth, pred), expected in zip(EDGES, values, strict=True):
        if math.isnan(expected):
            with pytest.warns(UndefinedMetricWarning) as caught:
                assert math.isnan(metric(truth, pred, labels=[0, 1], **own)), (truth, pred)
            assert [str(warning.message) for warning in caught] == [f"{metric.name}: {reason} (positive class 1)"]
        else:
            assert metric(truth, pred, labels=[0, 1], **own) == pytest.approx(expected, rel=1e-15), (truth, pred)
