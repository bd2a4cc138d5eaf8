"""Rules of decisions in words."""

from __future__ import annotations

import numpy as np

from concordant.decisions.from_probabilities.expected import Expected
from concordant.metrics._agreement.weights import label_values
from concordant.typing import FloatArray


def how_it_decides(
    rows: Expected, table: FloatArray, value: float, *, exact: bool, threshold: float | None = None
) -> str:
    """Say in one sentence how a row gets its label."""
    aim, name = rows.aim, rows.aim.metric.name
    if threshold is not None:
        if threshold == np.inf:
            return f"{rows.labels[1]!r} never"
        words = f"{rows.labels[1]!r} where its probability is at least {threshold:.6g}"
        return words if exact else f"{words}: the best threshold on it"
    if name in ("accuracy", "zero_one_loss", "exact_match", "hamming_loss"):
        return "the likeliest label"
    if name == "balanced_accuracy":
        return "the label whose probability is the greatest multiple of its mean"
    weights = aim.options.get("weights")
    if name == "cohen_kappa" and isinstance(weights, str) and weights == "quadratic" and not np.isnan(value):
        return f"the mean of the row's probabilities, cut at {_cuts(rows, table, value)}"
    if name == "cohen_kappa":
        return "the label with the least expected disagreement, less (1 - kappa) times its disagreement by chance"
    if name == "expected_cost":
        return "the label with the least expected cost"
    if exact:
        return f"the label with the greatest expected gain in {name.replace('_', ' ')}"
    return "the label with the greatest gain along the slope of the metric, from several starts"


def _cuts(rows: Expected, table: FloatArray, kappa: float) -> str:
    """Cut points of the mean: those halfway between the labels, drawn towards the mean of all rows by kappa."""
    values = label_values(rows.labels)
    mean = float(table.sum(1) @ values / table.sum())
    ordered = np.sort(values)
    cuts = mean + kappa * ((ordered[1:] + ordered[:-1]) / 2 - mean)
    shown = ", ".join(f"{cut:.4g}" for cut in cuts[:8].tolist())
    return shown + (", ..." if len(cuts) > 8 else "")
