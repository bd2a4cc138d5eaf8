"""What the tests of the rates share: the edges, and the values of R packages and of pycm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest
from metrics.cases import reference

from concordant.errors import UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts

PYCM = reference("screening_python")

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


def references(metrics: Iterable[Metric]) -> list[Any]:
    """Return parameters: a metric, a table of counts, and the value of another package or its list of one a class."""
    of_r = reference("rates") + reference("screening")
    of_pycm = [{"name": f"{case['name']}-pycm", "table": case["table"], **case["each"]} for case in PYCM]
    return [
        pytest.param(metric, case["table"], case[metric.name + suffix], id=f"{metric.name}{suffix}-{case['name']}")
        for metric in metrics
        for case in of_r + of_pycm
        for suffix in ("", "_caret", "_vcd", "_each")
        if case.get(metric.name + suffix) is not None
    ]


def assert_reference(metric: Metric, table: Any, value: Any) -> None:
    """Compare with another package; pycm gives None where a value is undefined, or a quotient with an infinite part."""
    average = None if isinstance(value, list) else "binary"
    expected = np.array(value, np.float64)  # NaN for None
    ours = np.array(metric.of(Counts.from_table(table), average=average, undefined=math.nan))
    defined = ~np.isnan(expected)
    np.testing.assert_allclose(ours[defined], expected[defined], rtol=1e-10)
    assert not (np.isfinite(ours) & (ours != 0))[~defined].any()
