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
import numpy.typing as npt

from concordant.inference.comparisons.contrast import Contrast
from concordant.inference.influence.by_label import InfluenceByLabel
from concordant.inference.influence.of_cells import TooManyCellsError
from concordant.inference.intervals.question import Question
from concordant.inference.samples.cell_sample import CellSample
from concordant.typing import FloatArray

_HALF = 0.5
_TINY = 1e-9  # of a row, where no distance is known
_MOST, _MOST_OF_EACH = 1024, 64  # labels: of one value, and of one value a class
_BLOCK = 64  # classes at once, whose cells stay in the cache


def unseen_variance(contrast: Contrast) -> float:
    """The variance of the difference that the rows not seen would add; 0 for other samples than independent labels."""
    a, b = _cells(contrast.a), _cells(contrast.b)
    if a is None or b is None or a.units.clusters is not None or _too_large(contrast, len(a.state.labels)):
        return 0.0
    units, size = a.units, len(a.state.labels)
    row = float(units.squares.sum()) / units.total  # the weight that the sum of squares gives to a row
    rows = np.bincount(a.codes[0], units.weight, minlength=size) > 0
    by_label = [sample.by_label(one.metric, one.options) for one, sample in ((contrast.a, a), (contrast.b, b))]
    if by_label[0] is not None and by_label[1] is not None:
        graded = contrast.a.metric.graded(contrast.a.options)
        chance = _chances(_by_distance(contrast, a, b)) if graded else None
        found = _sum_by_label(by_label[0], by_label[1], chance, rows)
    else:
        try:
            every = [_influence(one, sample) for one, sample in ((contrast.a, a), (contrast.b, b))]
        except TooManyCellsError:
            return 0.0
        found = _sum_by_cell(every[0], every[1], _chances(_by_distance(contrast, a, b)), rows)
    return _HALF * found * row**2 / units.total**2


def _sum_by_cell(first: FloatArray, second: FloatArray, chance: FloatArray, rows: npt.NDArray[np.bool_]) -> float:
    """Add the mean square of the difference in a row of each class that one of both predicts right, of (K, K)."""
    found, size = 0.0, len(rows)
    for one, other in ((first, second), (second, first)):
        right, each = np.diagonal(one)[:, None], np.empty(size)
        for start in range(0, size, _BLOCK):
            some = slice(start, start + _BLOCK)
            each[some] = _mean_square(right[some] - other[some], chance[some])  # one is right in i, the other says j
        found += float(np.nan_to_num(each)[rows].sum())
    return found


def _mean_square(moved: FloatArray, chance: FloatArray) -> FloatArray:
    moved *= moved
    moved *= chance
    return np.asarray(moved.sum(1) / chance.sum(1))


def _sum_by_label(
    first: InfluenceByLabel, second: InfluenceByLabel, chance: FloatArray | None, rows: npt.NDArray[np.bool_]
) -> float:
    """Add the same of influences that are terms of labels; without chances all wrong predictions are as likely."""
    found, size = 0.0, len(rows)
    for one, other in ((first, second), (second, first)):
        if chance is None and not other.penalties:
            each = _mean_square_of_terms(one.right - other.rows, other.columns)
        else:
            each = np.empty(size)
            for start in range(0, size, _BLOCK):
                some = slice(start, start + _BLOCK)
                likely = 1.0 - np.eye(size)[some] if chance is None else chance[some]
                each[some] = _mean_square(one.right[some, None] - other.wrong(some), likely)
        found += float(np.nan_to_num(each)[rows].sum())
    return found


def _mean_square_of_terms(right: FloatArray, columns: FloatArray) -> FloatArray:
    """The mean of ``(right[i] - columns[j])^2`` over all j but i: the distance to their mean, and their variance."""
    size, mean = len(columns), columns.mean()
    apart = columns - mean
    every = size * (right - mean) ** 2 + float((apart * apart).sum())
    return np.asarray(np.maximum(every - (right - columns) ** 2, 0.0) / (size - 1))


def _too_large(contrast: Contrast, size: int) -> bool:
    """Whether derivatives by empty cells are missing: for many labels, and for p log p, where they are infinite."""
    if contrast.a.metric.facts.of_cells:
        return True
    most = _MOST if contrast.a.sample.output is None else _MOST_OF_EACH
    return size > most


def _by_distance(contrast: Contrast, a: CellSample, b: CellSample) -> FloatArray:
    """
    How likely a wrong prediction is so many places off, up to a factor, (K,).

    Any other label alike; of weighted agreements, by the distances at which both models were wrong in this sample.
    """
    size = len(a.state.labels)
    chance = np.ones(size)
    chance[0] = 0.0
    if contrast.a.metric.graded(contrast.a.options):
        off = np.zeros(size)
        for one in (a, b):
            truth, prediction = one.codes
            distance = truth - prediction
            off += np.bincount(np.abs(distance, out=distance), one.units.weight, minlength=size)
        seen = off / (2.0 * (size - np.arange(size)))  # so many cells of a table lie so far apart
        seen[0] = 0.0
        chance *= seen + _TINY * max(seen.max(), 1.0)
    return chance


def _chances(by_distance: FloatArray) -> FloatArray:
    """What stands at the distance of two labels, of each with each: (K, K), a view of 2 K numbers."""
    both_ways = np.concatenate([by_distance[:0:-1], by_distance])
    return np.lib.stride_tricks.sliding_window_view(both_ways, len(by_distance))[::-1]


def _cells(question: Question) -> CellSample | None:
    sample = question.sample.whole
    return sample if isinstance(sample, CellSample) else None


def _influence(question: Question, sample: CellSample) -> FloatArray:
    """The influence of a row in every cell, (K, K)."""
    found = sample.influence_of_every_cell(question.metric, question.options)
    place = question.sample.output
    return found if place is None else found[:, :, place]
