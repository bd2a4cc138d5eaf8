"""Probabilities that are too extreme, or not extreme enough."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.recalibrated_loss import gain_of_recalibrating
from concordant.findings.rule import Said, rule
from concordant.findings.wording import with_limits

_APART = 0.1


@rule(
    severity="costs",
    asks="Are the probabilities over- or underconfident?",
    needs=("probabilities", "every score", "intervals"),
    tasks=("binary",),
)
def confidence_of_probabilities(evidence: Evidence) -> Said | None:
    """Speak where the calibration slope is surely not 1, and off by 0.1 or more."""
    slope = evidence.interval("calibration_slope")
    if slope is None or slope.low <= 1 <= slope.high or abs(slope.value - 1) < _APART:
        return None
    if slope.value <= 0:  # the scores point the wrong way, which is worse than overconfidence
        return None
    over = slope.value < 1
    said, numbers = gain_of_recalibrating(evidence)
    return Said(
        sentence=(
            f"The calibration slope is {with_limits(slope)}: the probabilities are "
            f"{'overconfident' if over else 'underconfident'}. {said}"
        ).rstrip(),
        meaning=(
            "Rows with a probability near 0 or 1 are less certain than it says; this is how overfitted models look."
            if over
            else "Rows are more certain than their probabilities say: high ones are too low, and low ones too high."
        ),
        next_step="Look at the curve, and recalibrate on rows that did not train the model.",
        python=f"concordant.smooth_calibration_curve(y_true, y_score{evidence.reads})",
        command=evidence.command("report", "truth", "score", all=True, **evidence.reading),
        numbers={"slope": slope.value, "low": slope.low, "high": slope.high, **numbers},
    )
