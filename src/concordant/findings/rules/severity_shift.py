"""One column is systematically higher than the other."""

from __future__ import annotations

import numpy as np

from concordant.findings.cell_means import mean_of_cells
from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule

_APART = 0.1  # of the rows
_LEAST = 10  # rows where the two differ


@rule(
    severity="costs",
    asks="Is one of the two columns systematically higher?",
    needs=("predicted labels", "intervals"),
    tasks=("binary", "ordinal"),
)
def severity_shift(evidence: Evidence) -> Said | None:
    """Speak where the rows with the prediction above and below the truth surely differ, and by a tenth or more."""
    sample = evidence.cells()
    if sample is None or evidence.n * (1 - evidence.value("accuracy")) < _LEAST:
        return None
    size = len(sample.state.labels)
    sign = np.sign(np.arange(size)[None, :] - np.arange(size)[:, None]).astype(np.float64)
    shift = mean_of_cells(sample, sign)
    if shift.low <= 0 <= shift.high or abs(shift.value) < _APART:
        return None
    higher = mean_of_cells(sample, (sign > 0).astype(np.float64)).value
    lower = mean_of_cells(sample, (sign < 0).astype(np.float64)).value
    prediction, truth = evidence.column("prediction"), evidence.column("truth")
    how_often = "See how often each uses a label" if evidence.weighted else "Test whether the two use the labels alike"
    how = "stricter" if evidence.task == "ordinal" else f"quicker to say {evidence.quoted(evidence.labels[1])}"
    return Said(
        sentence=(
            f"{prediction} lies above {truth} in {higher:.3f} of the rows and below it in {lower:.3f}: a shift of "
            f"{shift.value:+.3f} (99 % interval {shift.low:+.3f} to {shift.high:+.3f})."
        ),
        meaning=(
            f"One column is {how}, not merely noisy. Every kappa pays for that; a common threshold, or one scale that "
            "both read alike, would win it back."
        ),
        next_step=f"{how_often}, then move the threshold or train the raters.",
        python="page.counts.table.sum(0) - page.counts.table.sum(1)"
        if evidence.weighted  # the test is of rows that count once
        else "concordant.stuart_maxwell_test(page.counts)",
        command=evidence.command("explain", "truth", "prediction", **_labels(evidence)),
        numbers={"shift": shift.value, "low": shift.low, "high": shift.high, "above": higher, "below": lower},
    )


def _labels(evidence: Evidence) -> dict[str, str]:
    return {name: value for name, value in evidence.reading.items() if name == "labels"}
