"""Rows that look like copies of each other: equal scores that never differ in their class."""

from __future__ import annotations

import numpy as np

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import percent
from concordant.states import Curve
from concordant.typing import FloatArray

_SHARE = 0.05  # of the rows
_EXPECTED = 5.0  # pairs of two classes, by chance
_NEIGHBOURS = 50  # distinct scores
_MOST = 10  # rows of one score; more are a value of a grid


@rule(
    severity="wrong conclusion likely",
    asks="Are rows repeated?",
    needs=("scores", "every score"),
    tasks=("binary",),
)
def repeated_scores(evidence: Evidence) -> Said | None:
    """Speak where many rows share their score with others of the same class, and hardly any with the other class."""
    curve = evidence.scores
    if curve is None or evidence.weighted or len(curve.scores) < 2 * _NEIGHBOURS:
        return None
    each = curve.weights.astype(np.float64)
    rows = each.sum(1)
    tied = (rows > 1) & (rows <= _MOST)
    extra = float((rows[tied] - 1).sum())
    if extra < _SHARE * rows.sum():
        return None
    pairs = rows * (rows - 1) / 2
    mixed = float((each[:, 0] * each[:, 1])[tied].sum())
    share = _share_nearby(curve)
    expected = float((pairs * 2 * share * (1 - share))[tied].sum())
    if expected < _EXPECTED or mixed > expected / 10:
        return None
    return Said(
        sentence=(
            f"{extra:,.0f} rows ({percent(extra / rows.sum())}) have exactly the score of another row. If these were "
            f"different rows, about {expected:,.0f} pairs of them would differ in their class; {mixed:,.0f} do."
        ),
        meaning=(
            "They look like the same rows several times. Every interval on this page is then too narrow, and if copies "
            "stand in training and test rows, every metric is too good."
        ),
        next_step="Look for repeated rows where the data come from. If they belong together, say so: cluster=.",
        python=(
            f"concordant.roc_auc.interval(y_true, y_score{evidence.reads}, cluster=[str(score) for score in y_score])"
        ),
        command=None,
        numbers={"rows": extra, "expected": expected, "differ": mixed},
    )


def _share_nearby(curve: Curve) -> FloatArray:
    """The share of positive rows among the neighbours of each score, without the score itself."""
    each = curve.weights.astype(np.float64)
    sums = np.concatenate([np.zeros((1, 2)), each.cumsum(0)])
    place = np.arange(len(each))
    low, high = np.maximum(place - _NEIGHBOURS // 2, 0), np.minimum(place + _NEIGHBOURS // 2 + 1, len(each))
    nearby = sums[high] - sums[low] - each
    return np.asarray(nearby[:, 1] / np.maximum(nearby.sum(1), 1))
