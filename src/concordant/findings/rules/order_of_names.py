"""Ordered labels that are read as names."""

from __future__ import annotations

import re

import numpy as np

from concordant.findings.cell_means import difference_of
from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.inference.samples.cells import CellSample
from concordant.typing import Label

_APART = 0.05  # of linear kappa beyond the plain one
_ERRORS = 20
_MOST = 30
_SCALES = (
    ("very low", "low", "mild", "medium", "mid", "moderate", "high", "severe", "very high", "critical"),
    ("never", "rarely", "sometimes", "often", "usually", "always"),
    ("strongly disagree", "disagree", "neutral", "neither", "agree", "strongly agree"),
    ("very poor", "poor", "bad", "fair", "average", "good", "very good", "excellent"),
    ("none", "slight", "small", "mild", "medium", "moderate", "large", "strong", "severe"),
    ("negative", "neutral", "positive"),
    ("i", "ii", "iii", "iv", "v", "vi"),
    ("xs", "s", "m", "l", "xl"),
)


@rule(
    severity="costs",
    asks="Are ordered labels read as names?",
    needs=("labels", "intervals"),
    tasks=("multiclass",),
)
def order_of_names(evidence: Evidence) -> Said | None:
    """Speak where the names suggest an order and errors surely prefer neighbours in it."""
    order = suggested_order(evidence.labels)
    sample = evidence.cells()
    if order is None or sample is None or evidence.counts is None:
        return None
    if evidence.n * (1 - evidence.value("accuracy")) < _ERRORS:
        return None
    ordered = _in_order(sample, order)
    gain = difference_of(ordered, ("cohen_kappa", {"weights": "linear"}), ("cohen_kappa", {}))
    if gain is None or gain.low < _APART:
        return None
    shown = ", ".join(evidence.quoted(label) for label in order)
    return Said(
        sentence=(
            f"The labels look ordered, {shown}, and errors prefer neighbours: in this order linear kappa lies "
            f"{gain.value:.3f} above the plain one (99 % interval {gain.low:.3f} to {gain.high:.3f})."
        ),
        meaning=(
            "Read as names, an error to the next label costs as much as one across the scale. The page leaves out the "
            "metrics of ordered labels, such as the quadratic weighted kappa."
        ),
        next_step="Declare the order, from first to last.",
        python=(
            f"concordant.evaluate(y_true, y_pred, labels={list(order)!r}, task='ordinal'{evidence.drops})"
            if evidence.predicts
            else f"concordant.cohen_kappa.of(page.counts.relabel({list(order)!r}), weights='quadratic')"
        ),
        command=evidence.command("report", "truth", "prediction", labels=",".join(map(str, order)), task="ordinal")
        if evidence.predicts and not any("," in str(label) for label in order)
        else None,
        numbers={"gain": gain.value, "low": gain.low, "high": gain.high},
    )


def suggested_order(labels: tuple[Label, ...]) -> tuple[Label, ...] | None:
    """Return the labels in the order of a known scale, or of a number in each of them; None without either."""
    if not 3 <= len(labels) <= _MOST:
        return None
    texts = [str(label).strip().casefold() for label in labels]
    for scale in _SCALES:
        if all(text in scale for text in texts):
            return tuple(sorted(labels, key=lambda label: scale.index(str(label).strip().casefold())))
    numbers = [re.findall(r"\d+(?:\.\d+)?", text) for text in texts]
    if any(not 1 <= len(found) <= 2 for found in numbers):
        return None
    values = [float(found[0]) for found in numbers]
    if len(set(values)) < len(values):
        return None
    return tuple(label for _, label in sorted(zip(values, labels, strict=True), key=lambda item: item[0]))


def _in_order(sample: CellSample, order: tuple[Label, ...]) -> CellSample:
    """The same rows in a table whose labels stand in this order."""
    counts = sample.state
    places = [order.index(label) for label in counts.labels]
    table = np.zeros_like(counts.table)
    table[np.ix_(places, places)] = counts.table
    from concordant.states import Counts

    true, predicted = (np.array(places)[code] for code in sample.codes)
    return CellSample(sample.units, Counts(table, tuple(range(len(order))), ordered=True), (true, predicted))
