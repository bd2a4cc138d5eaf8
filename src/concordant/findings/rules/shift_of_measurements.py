"""Two measurements that rise together and differ in level or scale."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import with_limits
from concordant.metrics.definition.registry import get

_HIGH = 0.8
_BIAS = 0.95


@rule(
    severity="costs",
    asks="Do two measurements differ by a shift that could be taken off?",
    needs=("measurements", "intervals"),
    tasks=("continuous",),
)
def shift_of_measurements(evidence: Evidence) -> Said | None:
    """Speak where r is surely above 0.8, Lin's bias factor below 0.95, and the mean difference surely not 0."""
    state = evidence.measurements
    shift, linear = evidence.interval("standardized_mean_difference"), evidence.interval("pearson_correlation")
    if state is None or shift is None or linear is None or linear.low < _HIGH or shift.low <= 0 <= shift.high:
        return None
    agreed = float(get("concordance_correlation").outcome(state).value)
    bias = agreed / linear.value
    if not bias < _BIAS:
        return None
    difference = float(state.mean[1] - state.mean[0])
    return Said(
        sentence=(
            f"Lin's concordance is {agreed:.3f} although the correlation is {linear.value:.3f}: on average the second "
            f"column lies {difference:+.4g} from the first, {with_limits(shift)} standard deviations."
        ),
        meaning=(
            f"The two rise together; the factor {bias:.3f} between the two numbers is shift and scale, not scatter. "
            "The second can be put on the scale of the first by a line, and would then agree much better."
        ),
        next_step="Fit the line on other rows, or mend the device; then look again.",
        python=f"concordant.standardized_mean_difference.interval(y_true, y_pred{evidence.drops})",
        numbers={
            "concordance": agreed,
            "correlation": linear.value,
            "bias_factor": bias,
            "difference": difference,
            "low": shift.low,
            "high": shift.high,
        },
    )
