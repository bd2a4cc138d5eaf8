"""
Variance of a paired comparison of labels for disagreements that the sample does not show.

A class with few rows, all of them alike for both models, does not move the difference, as if it could not. Half a row
more is counted for each class and each model that could alone be right there, in the variance only. It is the
adjustment that Wald limits of two paired shares need (Bonett & Price 2012, Journal of Educational and Behavioral
Statistics 37:479, who add a whole row and move the difference as well); for any metric of labels the influence of such
a row is known. Where disagreements differ in weight, the wrong prediction is as far off as those that were seen: half
a row in the far corners, for every class, would hide any difference of two weighted kappas.
"""

from __future__ import annotations

import numpy as np

from concordant.inference.comparisons.contrast import Contrast
from concordant.inference.influence.cells import TooManyCellsError
from concordant.inference.influence.every_cell import influence_of_every_cell
from concordant.inference.intervals.question import Question
from concordant.inference.samples.cells import CellSample
from concordant.typing import FloatArray

_HALF = 0.5
_TINY = 1e-9  # of a row, where no distance is known
_MOST, _MOST_OF_EACH = 1024, 64  # labels: of one value, and of one value a class


def unseen_variance(contrast: Contrast) -> float:
    """The variance of the difference that the rows not seen would add; 0 for other samples than independent labels."""
    a, b = _cells(contrast.a), _cells(contrast.b)
    if a is None or b is None or a.units.clusters is not None or _too_large(contrast, len(a.state.labels)):
        return 0.0
    units, size = a.units, len(a.state.labels)
    try:
        first, second = (_influence(one, sample) for one, sample in ((contrast.a, a), (contrast.b, b)))
    except TooManyCellsError:
        return 0.0
    row = float(units.squares.sum()) / units.total  # the weight that the sum of squares gives to a row
    rows = np.bincount(a.cell // size, units.weight, minlength=size) > 0
    wrong = _where_wrong(contrast, a, b)
    found = 0.0
    for one, other in ((first, second), (second, first)):
        moved = (np.diagonal(one)[:, None] - other) ** 2  # one is right in class i, the other says j
        found += _HALF * float(np.nan_to_num((wrong * moved).sum(1))[rows].sum())
    return found * row**2 / units.total**2


def _too_large(contrast: Contrast, size: int) -> bool:
    """Whether derivatives by empty cells are missing: for many labels, and for p log p, where they are infinite."""
    if contrast.a.metric.facts.of_cells:
        return True
    most = _MOST if contrast.a.sample.output is None else _MOST_OF_EACH
    return size > most


def _where_wrong(contrast: Contrast, a: CellSample, b: CellSample) -> FloatArray:
    """
    The probability of each other label, given a wrong prediction of a class, (K, K).

    Any of them alike; of weighted agreements, by the distances at which both models were wrong in this sample.
    """
    size = len(a.state.labels)
    distance = np.abs(np.subtract.outer(np.arange(size), np.arange(size)))
    chance = np.where(distance > 0, 1.0, 0.0)
    if contrast.a.metric.graded(contrast.a.options):
        off = sum(np.bincount(one.cell, one.units.weight, minlength=size * size) for one in (a, b))
        seen = np.bincount(distance.ravel(), off, minlength=size) / np.bincount(distance.ravel(), minlength=size)
        seen[0] = 0.0
        chance *= (seen + _TINY * max(seen.max(), 1.0))[distance]
    return np.asarray(chance / chance.sum(1, keepdims=True))


def _cells(question: Question) -> CellSample | None:
    sample = question.sample.whole
    return sample if isinstance(sample, CellSample) else None


def _influence(question: Question, sample: CellSample) -> FloatArray:
    """The influence of a row in every cell, (K, K)."""
    found = influence_of_every_cell(question.metric, question.options, sample.state)
    place = question.sample.output
    return found if place is None else found[:, :, place]
