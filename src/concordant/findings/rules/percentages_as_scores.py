"""Probabilities in percent."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.metrics.definition.registry import get
from concordant.states import Curve

_NEAR = 0.15  # of the share of positive rows
_STEEP = 1.25  # times the slope of probabilities that are right


@rule(
    severity="costs",
    asks="Are the scores probabilities in percent?",
    needs=("scores", "every score"),
    tasks=("binary",),
)
def percentages_as_scores(evidence: Evidence) -> Said | None:
    """Speak where scores lie within 0 and 100, reach beyond 50, and average to the percentage of positive rows."""
    curve = evidence.scores
    if curve is None or evidence.probabilities or len(curve.scores) < 3:
        return None
    high, low = float(curve.scores[0]), float(curve.scores[-1])
    if not (low >= 0 and 50 < high <= 100):
        return None
    rows = curve.weights.sum(1)
    mean = float(rows @ curve.scores / rows.sum()) / 100
    share = float(curve.weights[:, 1].sum() / rows.sum())
    slope = _slope(curve)
    if abs(mean / share - 1) > _NEAR or not 1 / _STEEP <= slope <= _STEEP:
        return None
    return Said(
        sentence=(
            f"The scores lie between {low:g} and {high:g} and average {100 * mean:.1f}; {100 * share:.1f} % of the "
            f"rows are {evidence.quoted(evidence.labels[1])}."
        ),
        meaning="They look like probabilities in percent. As scores they get no Brier score, log loss or calibration.",
        next_step="Divide them by 100 and look again.",
        python=(
            "concordant.evaluate(y_true, y_score=[score / 100 for score in y_score], "
            f"pos_label={evidence.labels[1]!r}{evidence.drops})['brier_score']"
        ),
        command=None,
        numbers={"low": low, "high": high, "mean": 100 * mean, "share": share, "slope": slope},
    )


def _slope(curve: Curve) -> float:
    """The calibration slope of a hundredth of the scores."""
    return float(get("calibration_slope").outcome(Curve(curve.scores / 100, curve.weights, curve.classes)).value)
