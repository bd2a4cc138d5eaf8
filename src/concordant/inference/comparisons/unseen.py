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

from concordant import _kernels
from concordant.inference.comparisons.contrast import Contrast
from concordant.inference.influence.by_label import InfluenceByLabel
from concordant.inference.influence.of_cells import TooManyCellsError
from concordant.inference.intervals.question import Question
from concordant.inference.samples.cell_sample import CellSample
from concordant.typing import FloatArray

_HALF = 0.5
_TINY = 1e-9  # of a row, where no distance is known
_MOST, _MOST_OF_EACH = 1024, 64  # labels: of one value, and of one value a class

Influence = InfluenceByLabel | FloatArray  # terms of labels, or (K, K)


def unseen_variance(contrast: Contrast) -> float:
    """The variance of the difference that the rows not seen would add; 0 for other samples than independent labels."""
    a, b = _cells(contrast.a), _cells(contrast.b)
    if a is None or b is None or a.units.clusters is not None or _too_large(contrast, len(a.state.labels)):
        return 0.0
    units, size = a.units, len(a.state.labels)
    row = float(units.squares.sum()) / units.total  # the weight that the sum of squares gives to a row
    rows = np.bincount(a.codes[0], units.weight, minlength=size) > 0
    try:
        first, second = (_influence(one, sample) for one, sample in ((contrast.a, a), (contrast.b, b)))
    except TooManyCellsError:
        return 0.0
    chance = _by_distance(a, b) if contrast.a.metric.graded(contrast.a.options) else None
    found = _mean_squares(first, second, chance)[rows].sum() + _mean_squares(second, first, chance)[rows].sum()
    return _HALF * float(found) * row**2 / units.total**2


def _mean_squares(one: Influence, other: Influence, chance: FloatArray | None) -> FloatArray:
    """
    Return the mean square of the difference in a row of each class that `one` predicts right and `other` does not.

    `chance` says how likely a prediction is so many places off, (K,); None: all wrong ones alike.
    """
    right = one.right if isinstance(one, InfluenceByLabel) else np.diagonal(one)
    if chance is None and isinstance(other, InfluenceByLabel) and not other.penalties:
        return _mean_squares_of_terms(right - other.rows, other.columns)
    size = len(right)
    likely: FloatArray = (np.arange(size) > 0).astype(np.float64) if chance is None else chance
    both_ways = np.concatenate([likely[:0:-1], likely])
    if isinstance(other, InfluenceByLabel):
        squares = other.squares_apart(right, both_ways)
    else:
        matrix = np.ascontiguousarray(other)
        squares = _kernels.apart_squares(right, np.zeros(size), both_ways, matrix=matrix, times=1.0)
    nearer = np.cumsum(likely)
    return np.asarray(np.nan_to_num(squares / (nearer + nearer[::-1])))


def _mean_squares_of_terms(right: FloatArray, columns: FloatArray) -> FloatArray:
    """The mean of ``(right[i] - columns[j])^2`` over all j but i: the distance to their mean, and their variance."""
    size, mean = len(columns), columns.mean()
    apart = columns - mean
    every = size * (right - mean) ** 2 + float((apart * apart).sum())
    return np.asarray(np.nan_to_num(np.maximum(every - (right - columns) ** 2, 0.0) / (size - 1)))


def _too_large(contrast: Contrast, size: int) -> bool:
    """Whether derivatives by empty cells are missing: for many labels, and for p log p, where they are infinite."""
    if contrast.a.metric.facts.of_cells:
        return True
    most = _MOST if contrast.a.sample.output is None else _MOST_OF_EACH
    return size > most


def _by_distance(a: CellSample, b: CellSample) -> FloatArray:
    """
    How likely a wrong prediction is so many places off, up to a factor, (K,).

    By the distances at which both models were wrong in this sample.
    """
    size = len(a.state.labels)
    off = np.zeros(size)
    for one in (a, b):
        truth, prediction = one.codes
        distance = truth - prediction
        off += np.bincount(np.abs(distance, out=distance), one.units.weight, minlength=size)
    seen = off / (2.0 * (size - np.arange(size)))  # so many cells of a table lie so far apart
    seen[0] = 0.0
    chance = seen + _TINY * max(seen.max(), 1.0)
    chance[0] = 0.0
    return np.asarray(chance)


def _cells(question: Question) -> CellSample | None:
    sample = question.sample.whole
    return sample if isinstance(sample, CellSample) else None


def _influence(question: Question, sample: CellSample) -> Influence:
    """The influence of a row in every cell, as terms of labels or (K, K)."""
    terms = sample.by_label(question.metric, question.options)
    if terms is not None:
        return terms
    found = sample.influence_of_every_cell(question.metric, question.options)
    place = question.sample.output
    return found if place is None else found[:, :, place]
