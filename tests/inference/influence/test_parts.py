"""The chain rule over the values of classes beside the derivative by each cell."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import balanced_accuracy, f1, geometric_mean, informedness, markedness, precision, recall
from concordant.inference.influence.cells import cell_influence
from concordant.inference.influence.parts import influence_of_parts
from concordant.metrics._object.metric import Metric
from concordant.states import Counts

MACRO = {"average": "macro"}


@pytest.mark.parametrize("empty", [None, "truth", "prediction", "both"])
@pytest.mark.parametrize(
    ("metric", "options"),
    [
        (balanced_accuracy, {}),
        (geometric_mean, {}),
        (f1, MACRO),
        (recall, MACRO),
        (precision, MACRO),
        (informedness, MACRO),
        (markedness, MACRO),
    ],
)
def test_it_is_the_derivative_by_each_cell(metric: Metric, options: dict[str, Any], empty: str | None) -> None:
    table = np.random.default_rng(3).integers(1, 9, (5, 5))
    if empty in ("truth", "both"):
        table[2] = 0
    if empty in ("prediction", "both"):
        table[:, 2] = 0
    counts = Counts.from_table(table)
    cells = np.flatnonzero(counts.table)
    made = metric.parts(counts, options)
    assert made is not None
    by_parts = influence_of_parts(made, counts, cells)
    by_cell = cell_influence(lambda one: metric.formula(one, **options), counts, cells)
    assert_allclose(by_parts, by_cell, rtol=1e-10, atol=1e-12)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")  # nine classes have no row
def test_a_thousand_classes() -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 1000, 5000)
    first, second = (np.where(rng.random(5000) < share, truth, rng.integers(0, 1000, 5000)) for share in (0.7, 0.6))
    found = balanced_accuracy.compare(truth, first, second)
    assert found.method == "delta"
    assert 0.05 < found.low < found.high < 0.15
