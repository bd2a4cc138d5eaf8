"""Probabilities that are too high or too low on the whole."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.recalibrated_loss import gain_of_recalibrating
from concordant.findings.rule import Said, rule

_APART = 0.1


@rule(
    severity="costs",
    asks="Are the probabilities too high or too low on the whole?",
    needs=("probabilities", "every score", "intervals"),
    tasks=("binary",),
)
def level_of_probabilities(evidence: Evidence) -> Said | None:
    """Speak where the positive rows are surely more or fewer than the probabilities say, and by a tenth or more."""
    ratio = evidence.interval("observed_expected_ratio")
    if ratio is None or ratio.low <= 1 <= ratio.high or abs(ratio.value - 1) < _APART:
        return None
    positive = evidence.quoted(evidence.labels[1])
    share = evidence.true[evidence.labels[1]] / sum(evidence.true.values())
    said, numbers = gain_of_recalibrating(evidence)
    return Said(
        sentence=(
            f"{positive} occurs {ratio.value:.2f} times as often as the probabilities say (99 % interval "
            f"{ratio.low:.2f} to {ratio.high:.2f}): {share:.3f} of the rows, predicted {share / ratio.value:.3f}. "
            f"{said}"
        ).rstrip(),
        meaning=(
            f"The probabilities are too {'low' if ratio.value > 1 else 'high'} on the whole, as after training on rows "
            "that were balanced, or on another population. The ranking may be good; costs computed from them are not."
        ),
        next_step="Shift the probabilities to the share of positive rows where the model is used, then look again.",
        python=f"concordant.calibration_in_the_large.interval(y_true, y_score{evidence.reads})",
        command=evidence.command("report", "truth", "score", all=True, **evidence.reading),
        numbers={"ratio": ratio.value, "low": ratio.low, "high": ratio.high, **numbers},
    )
