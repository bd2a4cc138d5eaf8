"""How a row in any cell of a table would move a metric, also in the cells that hold none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from concordant.inference.influence.of_cells import cell_influence, influence_by_tape
from concordant.metrics._object.metric import Metric
from concordant.states import Counts
from concordant.typing import FloatArray


def influence_of_every_cell(metric: Metric, options: Mapping[str, Any], counts: Counts) -> FloatArray:
    """Return the influences of a row of each cell of a table, (K, K, *S)."""
    size = len(counts.labels)
    state = counts if counts.cells is None else Counts(counts.table, counts.labels, counts.ordered)

    def formula(state: Counts) -> Any:
        return metric.formula(state, **options)

    found = influence_by_tape(formula, state)
    if found is None:
        found = cell_influence(formula, state, np.arange(size * size))
    return found.reshape(size, size, *found.shape[1:])
