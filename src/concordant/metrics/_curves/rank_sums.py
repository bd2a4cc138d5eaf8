"""AUC and average precision of two classes without the curve: one sort, and nothing of its size is kept."""

from __future__ import annotations

from dataclasses import dataclass

from concordant import _kernels
from concordant.inputs.numbers import refuse_nan
from concordant.inputs.scores import ScoreRows, resolve_classes
from concordant.threads import get_threads


@dataclass(frozen=True, slots=True)
class RankSums:
    """
    Sums over a sorted column of scores.

    `concordant` and `tied` count the pairs of a positive and a negative row; `precision_sum` adds the precision
    at each threshold times the positives gained there.
    """

    positives: float
    negatives: float
    concordant: float
    tied: float
    precision_sum: float


def rank_sums(rows: ScoreRows) -> RankSums:
    """Sort checked rows of two classes and sum."""
    negative, positive = rows.values
    *sums, _, bad_score, bad_label = _kernels.rank_sums(
        rows.y_true, negative, positive, rows.scores, rows.weights, get_threads()
    )
    if bad_label >= 0:
        return rank_sums(resolve_classes(rows))
    if bad_score >= 0:
        refuse_nan(rows.scores, rows.what, rows.origin)
    return RankSums(*sums)
