"""Rules of decisions in words."""

from __future__ import annotations

import numpy as np

from concordant.decisions.decision_aim import DecisionAim
from concordant.states import Counts


def how_it_decides(
    aim: DecisionAim, counts: Counts, value: float, *, exact: bool, threshold: float | None = None
) -> str:
    """Say in one sentence how a row gets its label; `counts` are the expected ones."""
    if threshold is not None:
        if threshold == np.inf:
            return f"{counts.labels[1]!r} never"
        words = f"{counts.labels[1]!r} where its probability is at least {threshold:.6g}"
        return words if exact else f"{words}: the best threshold on it"
    known = aim.metric.optimum.words
    if known is not None:
        return known if isinstance(known, str) else known(counts, value, aim.options)
    if exact:
        return f"the label with the greatest expected gain in {aim.metric.name.replace('_', ' ')}"
    return "the label with the greatest gain along the slope of the metric, from several starts"
