"""Rules about probabilities."""

from __future__ import annotations

import math

from concordant.findings.evidence import Evidence, gain_of_recalibrating
from concordant.findings.finding import Statement, counted, rule, with_limits
from concordant.metrics.definition.registry import get
from concordant.result.record import plural
from concordant.result.wording import quoted


@rule(
    severity="costs",
    asks="Are the probabilities over- or underconfident?",
    needs=("probabilities", "every score", "intervals", "intervals of scores"),
)
def confidence_of_probabilities(evidence: Evidence) -> Statement | None:
    """Speak where the calibration slope is surely not 1, and off by 0.1 or more."""
    slope = evidence.interval("calibration_slope")
    if slope is None or slope.low <= 1 <= slope.high or abs(slope.value - 1) < 0.1:
        return None
    if slope.value <= 0:  # the scores point the wrong way, which is worse than overconfidence
        return None
    over = slope.value < 1
    gain, numbers = gain_of_recalibrating(evidence)
    return Statement(
        sentence=(
            f"The calibration slope is {with_limits(slope)}: the probabilities are "
            f"{'overconfident' if over else 'underconfident'}. {gain}"
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


@rule(
    severity="costs",
    asks="Are the probabilities too high or too low on the whole?",
    needs=("probabilities", "every score", "intervals", "intervals of scores"),
)
def level_of_probabilities(evidence: Evidence) -> Statement | None:
    """Speak where the positive rows are surely more or fewer than the probabilities say, and by a tenth or more."""
    ratio = evidence.interval("observed_expected_ratio")
    if ratio is None or ratio.low <= 1 <= ratio.high or abs(ratio.value - 1) < 0.1:
        return None
    positive = quoted(evidence.page.labels[1])
    share = evidence.true[evidence.page.labels[1]] / sum(evidence.true.values())
    gain, numbers = gain_of_recalibrating(evidence)
    level, change = ("low", "more") if ratio.value > 1 else ("high", "less")
    balanced = (ratio.value < 1) == (share < 0.5)  # which moves all probabilities towards 0.5
    cause = "after training on rows that were balanced, or " if balanced else ""
    return Statement(
        sentence=(
            f"{positive} occurs {ratio.value:.2f} times as often as the probabilities say (99 % interval "
            f"{ratio.low:.2f} to {ratio.high:.2f}): predicted {share / ratio.value:.3f}, observed {share:.3f}. "
            f"{gain}"
        ).rstrip(),
        meaning=(
            f"The probabilities are too {level} on the whole, as {cause}in a population where {positive} is {change} "
            "frequent than in the training data. The ranking may be good; costs computed from them are not."
        ),
        next_step="Shift the probabilities to the share of positive rows where the model is used, then look again.",
        python=f"concordant.calibration_in_the_large.interval(y_true, y_score{evidence.reads})",
        command=evidence.command("report", "truth", "score", all=True, **evidence.reading),
        numbers={"ratio": ratio.value, "low": ratio.low, "high": ratio.high, **numbers},
    )


@rule(
    severity="costs", asks="Did something happen that had the probability 0?", tasks=("binary", "multiclass", "ordinal")
)
def certain_and_wrong(evidence: Evidence) -> Statement | None:
    """Speak where the log loss is infinite."""
    loss = evidence.page.taken.losses.get("surprise")
    if loss is None or not math.isinf(float(get("log_loss").outcome(loss).value)):
        return None
    curve = evidence.scores
    rows = math.nan
    if curve is not None and not evidence.buckets and not evidence.page.weighted:
        rows = float(curve.weights[curve.scores <= 0, 1].sum() + curve.weights[curve.scores >= 1, 0].sum())
    how_many = "At least one row" if math.isnan(rows) else plural(counted(rows), "row")
    return Statement(
        sentence=f"{how_many} had the predicted probability 0 for the observed class: the log loss is infinite.",
        meaning=(
            "No number of good rows makes up for one that was impossible. A probability of 0 or 1 claims to know "
            "without any doubt, often only because it was rounded."
        ),
        next_step="Keep probabilities off 0 and 1 where they are made. The Brier score is finite all the same.",
        python="page['brier_score'].interval",
        numbers={"rows": rows},
    )
