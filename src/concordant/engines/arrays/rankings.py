"""Checked rankings: the moments of a quantity of each row, or the quantity itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from concordant import _kernels
from concordant.inputs.rankings import RankingRows, refuse_nan_scores, refuse_relevance
from concordant.inputs.rows import divided, unit_beyond
from concordant.settings import threads_for
from concordant.states.moments import RELEVANCE, Moments, RowQuantity
from concordant.states.state import SQUARED
from concordant.typing import FloatArray

_WORK = 4  # a score of a ranking costs about as much as so many rows of other metrics


def ranking_moments(rows: RankingRows, quantity: RowQuantity, name: str) -> Moments:
    """
    Moments of a quantity of each row.

    A row where it is undefined counts as zero, and a second quantity, ``"defined"``, tells: 1 where it is defined.
    """
    moments, odd = moments_and_odd_rows(rows, quantity, name)
    _refuse(rows, quantity, odd)
    return moments


def moments_and_odd_rows(rows: RankingRows, quantity: RowQuantity, name: str) -> tuple[Moments, _kernels.OddRows]:
    """Take the same without raising: the moments are those of the rows before an odd truth or score."""
    found = _kernels.label_ranking_moments(
        quantity.of,
        rows.arrays,
        rows.scores,
        rows.weights,
        threads=threads_for(rows.scores.size * _WORK),
        **quantity.arguments(rows.scores.shape[1]),
    )
    if unit := unit_beyond(found.weight, SQUARED):
        scaled, odd = moments_and_odd_rows(replace(rows, weights=divided(rows.weights, unit)), quantity, name)
        return scaled.in_ones(unit), odd
    moments = Moments(
        quantity.names(name),
        np.asarray(found.weight),
        np.asarray(found.squares),
        found.mean,
        found.comoment,
        classes=rows.classes,
        missing=rows.missing,
    )
    return moments, found.odd


def ranking_values(rows: RankingRows, quantity: RowQuantity) -> FloatArray:
    """Return the quantity of each row, NaN where it is undefined."""
    found = _kernels.label_ranking_values(
        quantity.of,
        rows.arrays,
        rows.scores,
        threads=threads_for(rows.scores.size * _WORK),
        **quantity.arguments(rows.scores.shape[1]),
    )
    _refuse(rows, quantity, found.odd)
    return found.values


def _refuse(rows: RankingRows, quantity: RowQuantity, odd: _kernels.OddRows) -> None:
    """Raise for what the kernel met in the rows."""
    if odd.score >= 0:
        refuse_nan_scores(rows)
    if odd.truth >= 0:
        refuse_relevance(rows, odd.truth, RELEVANCE.get(quantity.of, "indicator"))
