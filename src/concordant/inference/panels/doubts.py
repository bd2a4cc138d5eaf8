"""Reasons not to trust an interval of a panel: said beside it, never silently."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from concordant.inference.panels.panel import Panel
from concordant.states import Ratings

_FEW = 8  # units that show a disagreement, or another label than the most frequent one: see the table in docs/panels.md
_FEW_CLUSTERS = 20


def doubts(panel: Panel) -> Iterator[str]:
    """Yield a sentence for each doubt."""
    tallies = panel.state.tallies() if isinstance(panel.state, Ratings) else panel.state
    alike = panel.worth / panel.n if panel.n else 0.0  # weighted units are worth fewer that count alike
    paired = tallies.weight * (tallies.ratings >= 2) * alike
    split = float(paired @ (tallies.counts.max(1, initial=0) < tallies.ratings))
    if 0 < split < _FEW:
        yield f"only {split:.3g} unit{'s' * (split != 1)} {'are' if split != 1 else 'is'} not unanimous"
    elif split:
        usage = tallies.weight @ tallies.counts
        others = np.arange(len(usage)) != int(np.argmax(usage))
        touched = float(paired @ tallies.counts[:, others].any(1))
        if touched < _FEW:
            yield f"only {touched:.3g} units have another label than {tallies.labels[int(np.argmax(usage))]!r}"
    if panel.clusters is not None and panel.clusters.size < _FEW_CLUSTERS:
        yield f"only {panel.clusters.size} clusters"
