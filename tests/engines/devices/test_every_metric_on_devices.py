"""Every metric that is called without options gives for tensors on a device what it gives for the rows in memory."""

from typing import Any

import numpy as np
import pytest
from array_libraries import device_of

from concordant import metrics
from concordant.errors import ConcordantError

RNG = np.random.default_rng(8)
N = 120
SCORE = np.round(RNG.random(N), 2)
POSITIVE = (RNG.random(N) < SCORE).astype(np.int64)
COLUMNS = {
    "labels": (POSITIVE, (RNG.random(N) < 0.5).astype(np.int64)),
    "scores": (POSITIVE, SCORE),
    "probabilities": (POSITIVE, SCORE),
    "decisions": (POSITIVE, SCORE - 0.5),
    "measurements": (SCORE, RNG.random(N)),
    "rows": (RNG.integers(0, 2, (N, 3)), RNG.random((N, 3))),
    "panel": (RNG.integers(0, 3, (N, 4)),),
    "numbers": (RNG.random((N, 4)),),
}
PLAIN = [m for m in map(metrics.get, metrics.names()) if not m.required_options and m.facts.input in COLUMNS]


def fields(value: Any) -> list[Any]:
    """The numbers of a value or a record."""
    if isinstance(value, (float, int, np.ndarray, np.generic)):
        return [np.asarray(value)]
    parts = (getattr(value, name) for name in value.__dataclass_fields__)
    return [np.asarray(x) for x in parts if isinstance(x, (float, int, np.ndarray, np.generic))]


@pytest.mark.parametrize("library", ["cupy", "torch"])
@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
@pytest.mark.parametrize("metric", PLAIN, ids=lambda metric: metric.name)
def test_value(library: str, metric: Any) -> None:
    columns = COLUMNS[metric.facts.input]
    try:
        expected = metric(*columns)
    except (ConcordantError, TypeError):
        pytest.skip("takes other columns")
    with device_of(library) as move:
        found = metric(*map(move, columns))
        weighted = len(columns) == 2 and metric.facts.input != "rows"
        weight = {"sample_weight": RNG.uniform(0.5, 2, N)} if weighted and metric.panel is None else {}
        again = metric(*map(move, columns), **{name: move(value) for name, value in weight.items()})
    for one, other in zip(fields(found), fields(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-15)
    for one, other in zip(fields(again), fields(metric(*columns, **weight)), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-13)
