"""The default threshold, 0.5, is far from the best one."""

from __future__ import annotations

import numpy as np

from concordant.errors import ConcordantError
from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.metrics.definition.registry import get
from concordant.states import Counts, Curve
from concordant.typing import FloatArray

_MOST = 20_000  # rows; folds of more take too long for a page
_FOLDS = 5
_GAIN = 0.05
_INFORMED = 0.1


@rule(
    severity="costs",
    asks="Is the threshold 0.5 far from the best one?",
    needs=("probabilities", "every score", "intervals"),
    tasks=("binary",),
)
def default_threshold(evidence: Evidence) -> Said | None:
    """Speak where F1 on held-out rows gains 0.05 or more, and three standard errors, over the threshold 0.5."""
    curve = evidence.scores
    if curve is None or not evidence.independent or not 40 <= curve.n <= _MOST:
        return None
    auc = evidence.interval("roc_auc")
    if auc is None or auc.low <= 0.5:  # F1 is then best where every row is called positive, which helps nobody
        return None
    default = _at_half(curve)
    if np.max(get("f1").of(curve.counts(), undefined=0.0)) - default < _GAIN:
        return None  # what no choice reaches on these rows, none reaches on held-out ones
    from concordant.decisions import best_threshold  # slow to import, and seldom needed

    truth, score = _rows(curve)
    try:
        best = best_threshold(truth, score, "f1", labels=(0, 1), cv=_FOLDS)
    except ConcordantError:  # too few rows of a class for folds
        return None
    if best.point.recall + best.point.specificity - 1 < _INFORMED:  # the best F1 calls nearly all rows positive
        return None
    gain = best.cross_validated_value - default
    if not gain >= max(_GAIN, 3 * best.standard_error):
        return None
    return Said(
        sentence=(
            f"At the threshold 0.5 F1 is {default:.3f}; at {best.threshold:.3g} it is "
            f"{best.cross_validated_value:.3f} on "
            f"held-out rows (standard error {best.standard_error:.3f}): a gain of {gain:.3f}."
        ),
        meaning=(
            "Predicted labels that cut the probabilities at 0.5 throw away what the score knows. The gain was measured "
            "on rows that did not choose the threshold, so it is no luck of the choice."
        ),
        next_step="Choose the threshold for what errors cost you; this finds the one with the best F1.",
        python=f"concordant.best_threshold(y_true, y_score, 'f1'{evidence.reads})",
        command=evidence.command("threshold", "truth", "score", metric="f1", **evidence.reading),
        numbers={
            "f1_at_half": default,
            "threshold": best.threshold,
            "held_out_f1": best.cross_validated_value,
            "standard_error": best.standard_error,
            "gain": gain,
        },
    )


def _at_half(curve: Curve) -> float:
    """F1 of the labels that cut at 0.5; 0 where it calls nothing positive."""
    place = int((curve.scores >= 0.5).sum())
    table = curve.weights[:place].sum(0)
    rest = curve.weights[place:].sum(0)
    counts = Counts(np.array([[rest[0], table[0]], [rest[1], table[1]]]), curve.classes)
    return float(get("f1").of(counts, undefined=0.0))


def _rows(curve: Curve) -> tuple[FloatArray, FloatArray]:
    """The rows of an exact curve once more: the class and the score of each."""
    score = np.concatenate([np.repeat(curve.scores, curve.weights[:, one]) for one in (0, 1)])
    truth = np.repeat([0, 1], curve.weights.sum(0))
    return truth, score
