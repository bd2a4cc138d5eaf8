"""
AUC of every pair of classes (Hand & Till 2001, eq. 7).

The score of class i is sorted once, with all classes at each score; one product then gives the AUC of i over every
other class: each row of class j counts the rows of class i above it, and half of those at its own score.
"""

from __future__ import annotations

import numpy as np

from concordant.engines.arrays import places_among
from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._curves.outputs import class_totals
from concordant.states import Curve, CurveStack
from concordant.states.curves import CurvesOnDemand
from concordant.typing import FloatArray

_MANY = 64  # classes, from which on to look up every row is faster than a column a class
_BLOCK = 8192  # rows that are summed at a time: sums of sums round less


def over_others(curve: Curve, place: int) -> FloatArray:
    """The AUC of one class over each class by these scores: how often its rows score higher; NaN where one is empty."""
    own = curve.weights[:, place] * 1.0
    above = own.cumsum() - own / 2
    table = curve.weights
    wins = np.zeros(table.shape[1])
    for start in range(0, len(table), _BLOCK):
        part = slice(start, start + _BLOCK)
        wins += np.einsum("t,tc->c", above[part], table[part])
    totals = np.einsum("tc->c", table) * 1.0
    values: FloatArray = ratio(wins, totals * totals[place])
    return values


def _wins(rows: ScoreRows, curve: Curve, place: int) -> FloatArray:
    """The same but for the division: of rows that are counted, whose sums are exact in any order."""
    own = curve.weights[:, 1] * 1.0
    each = (own.cumsum() - own / 2)[places_among(curve.scores, rows.scores[:, place])]
    each = each if rows.times is None else each * rows.times
    return np.asarray(np.bincount(rows.y_true.astype(np.intp), each, len(rows.classes)), np.float64)


def pairwise_auc(stack: CurveStack) -> tuple[FloatArray, FloatArray]:
    """A(i, j) = (A(i|j) + A(j|i)) / 2 for all i < j in the order of the classes, and the rows of both classes."""
    if not stack.curves:
        return np.zeros(0), np.zeros(0)
    curves = stack.curves
    if isinstance(curves, CurvesOnDemand) and curves.counted is not None and len(curves) > _MANY:
        support = class_totals(stack)[:, 1] * 1.0
        each = enumerate(stack.binary_curves())
        wins = [_wins(curves.counted, curve, place) for place, curve in each]
        over = np.stack([ratio(won, support * support[place]) for place, won in enumerate(wins)])
    else:
        over = np.stack([over_others(curve, place) for place, curve in enumerate(curves)])
        support = np.einsum("tc->c", curves[0].weights) * 1.0
    first, second = np.triu_indices(len(support), 1)
    return (over[first, second] + over[second, first]) / 2, support[first] + support[second]
