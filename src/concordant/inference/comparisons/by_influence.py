"""Tests by the standard error of the difference: influences of both models row by row, or DeLong's placements."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from concordant import _kernels
from concordant.errors import OptionError
from concordant.inference.comparisons.contrast import Contrast, Finding, FindingOfEach, student_test, student_tests
from concordant.inference.influence.by_label import InfluenceByLabel
from concordant.inference.influence.of_cells import TooManyCellsError
from concordant.inference.influence.of_each_class import OfEachClass
from concordant.inference.influence.of_kinds import OfKinds
from concordant.inference.influence.standard_errors import small_sample, small_sample_of_each
from concordant.inference.intervals.by_delong import delong_covariance
from concordant.inference.intervals.question import Question
from concordant.inference.samples.cell_sample import CellSample
from concordant.inference.samples.score_sample import ScoreSample
from concordant.inference.samples.units import Units
from concordant.metrics.definition.facts import Auc
from concordant.states import Curve
from concordant.typing import FloatArray

_HALF = 0.5
_ENDLESS = 1e24  # the square of a slope; no row moves a value by so much
_TINY = 1e-9  # of a row, where no distance is known
_MOST, _MOST_OF_EACH = 1024, 64  # labels: of one value, and of one value a class

Influence = InfluenceByLabel | FloatArray  # terms of labels, or (K, K)


def delta_test(contrast: Contrast) -> Finding:
    """
    The paired t test of the influences: ``t = (A - B) / se``, n - 1 degrees of freedom.

    ``se^2 = n / (n - 1) sum over rows of (w (psi_a - psi_b))^2 / (sum w)^2``, which for the mean of a row quantity is
    the paired t test itself, and for coefficients of agreement that of Gwet (2016), Educational and Psychological
    Measurement 76:609. Of labels the variance counts half a row more for each class and model, see `unseen_variance`.
    Of scores it is that of each class of the truth, with its own rows less one, and so are the degrees of freedom. Of
    clusters, whose rows are added first, see `clustered`; weighted rows count as Kish's number of them. Of models on
    different rows, variances add and the degrees of freedom are those of Welch and Satterthwaite.
    """
    if contrast.influences is None:
        msg = (
            f'method="delta" needs the influence of each row, which is not known for {contrast.metric.name}; '
            'take method="percentile", "bca" or "permutation".'
        )
        raise OptionError(msg)
    if contrast.paired:
        se, degrees = paired_error(contrast)
        return student_test(contrast.difference, se, degrees, contrast.level, "delta")
    return _unpaired(contrast, error_of(contrast.a), error_of(contrast.b), "delta")


def paired_error(contrast: Contrast) -> tuple[float, float]:
    """The standard error of the difference on the same rows, and its degrees of freedom."""
    se, degrees = error_of(contrast)
    return (math.hypot(se, math.sqrt(unseen_variance(contrast))) if se > 0 else se), degrees


def delta_tests(contrast: Contrast) -> FindingOfEach | None:
    """The same test of each class against all others, (K,); None where influences are not known by kinds of rows."""
    psi = contrast.influences
    if not isinstance(psi, OfKinds):
        return None
    if contrast.units.clusters is not None:
        return student_tests(contrast.value, contrast.se, contrast.degrees, contrast.level, "delta")
    unseen = unseen_variances(contrast)
    if unseen is None:
        return None
    se, degrees = small_sample_of_each(contrast.units, psi)
    se = np.where(se > 0, np.hypot(se, np.sqrt(unseen)), se)
    return student_tests(contrast.value, se, degrees, contrast.level, "delta")


def error_of(estimate: Question | Contrast) -> tuple[float, float]:
    """The standard error, corrected for a small sample, and its degrees of freedom."""
    units, psi = estimate.units, estimate.influences
    if units.clusters is not None or psi is None:
        return float(estimate.se), math.inf if estimate.degrees is None else float(estimate.degrees)
    model = estimate.a if isinstance(estimate, Contrast) else estimate
    return small_sample(units, psi, units.stratum if isinstance(model.sample.whole, ScoreSample) else None)


def is_auc(contrast: Contrast) -> bool:
    """Whether DeLong's test is for this metric and these data."""
    area, samples = contrast.a.metric.is_a, (contrast.a.sample, contrast.b.sample)
    return isinstance(area, Auc) and all(isinstance(sample, ScoreSample) for sample in samples)


def delong_test(contrast: Contrast) -> Finding:
    """
    Compare correlated ROC AUCs (DeLong, DeLong & Clarke-Pearson 1988, Biometrics 44:837).

    The covariance of the placements has the divisors m - 1 and n - 1 for m positive and n negative rows. Of several
    classes, the influences of their AUCs are added up.
    """
    if not is_auc(contrast):
        msg = f'method="delong" is for ROC AUC, not for {contrast.a.metric.name}; take method="delta" or leave it out.'
        raise OptionError(msg)
    a, b = contrast.a.sample, contrast.b.sample
    if not (isinstance(a, ScoreSample) and isinstance(a.state, Curve) and isinstance(b, ScoreSample)):
        return replace(delta_test(contrast), method="delong")
    if not contrast.paired:
        sides = (contrast.a, a), (contrast.b, b)
        errors = [(_placed(sample, one.influence), _size(sample.units) - 1) for one, sample in sides]
        return _unpaired(contrast, errors[0], errors[1], "delong")
    se = _placed(a, contrast.influence)
    degrees = contrast.degrees
    known = None if degrees is None else float(degrees)
    return student_test(contrast.difference, se, known, contrast.level, "delong")


def _placed(sample: ScoreSample, psi: FloatArray | None) -> float:
    """DeLong's standard error; 0 where it is what rounding leaves."""
    if psi is None or np.isnan(psi).any():
        return float("nan")
    variance = float(delong_covariance(sample.units, psi[:, None], np.asarray(sample.codes[0] == 1))[0, 0])
    return 0.0 if variance <= 1e-28 else math.sqrt(variance)


def _unpaired(contrast: Contrast, first: tuple[float, float], second: tuple[float, float], method: str) -> Finding:
    """Welch's test: a standard error and its degrees of freedom each."""
    se = math.hypot(first[0], second[0])
    return student_test(contrast.difference, se, welch_degrees(first, second), contrast.level, method)


def welch_degrees(first: tuple[float, float], second: tuple[float, float]) -> float | None:
    """Welch and Satterthwaite's degrees of freedom of a difference of two independent values."""
    variances = [(error**2, degrees) for error, degrees in (first, second)]
    parts = [v**2 / degrees for v, degrees in variances if v > 0 and degrees > 1e-9]
    return sum(v for v, _ in variances) ** 2 / sum(parts) if sum(parts) > 0 else None


def _size(units: Units) -> float:
    """How many independent things there are: clusters or rows."""
    return units.clusters.size if units.clusters is not None else units.effective


def unseen_variance(contrast: Contrast) -> float:
    """
    The variance of a paired difference that the rows not seen would add; 0 for other samples than independent labels.

    A class with few rows, all of them alike for both models, does not move the difference, as if it could not. Half a
    row more is counted for each class and each model that could alone be right there, in the variance only. It is the
    adjustment that Wald limits of two paired shares need (Bonett & Price 2012, Journal of Educational and Behavioral
    Statistics 37:479, who add a whole row and move the difference as well); for any metric of labels the influence of
    such a row is known. Where disagreements differ in weight, the wrong prediction is as far off as those that were
    seen: half a row in the far corners, for every class, would hide any difference of two weighted kappas.
    """
    place = contrast.a.sample.output
    if place is not None and (each := unseen_variances(contrast.of_all)) is not None:
        return float(each[place])
    a, b = _cells(contrast.a), _cells(contrast.b)
    if a is None or b is None or a.units.clusters is not None or _too_large(contrast, len(a.state.labels)):
        return 0.0
    units, size = a.units, len(a.state.labels)
    rows = a.state.row_totals > 0
    try:
        first, second = (_influence(one, sample) for one, sample in ((contrast.a, a), (contrast.b, b)))
    except TooManyCellsError:
        return 0.0
    wrong = WrongPredictions(size, _by_distance(a, b) if contrast.a.metric.graded(contrast.a.options) else None)
    found = _mean_squares(first, second, wrong)[rows].sum() + _mean_squares(second, first, wrong)[rows].sum()
    return _HALF * float(found) * _row(units) ** 2 / units.total**2


def unseen_variances(contrast: Contrast) -> FloatArray | None:
    """
    The same of each class against all others, (K,), as of two labels; None where the order of the labels counts.

    Half a row more of the class, and of all others, that one model alone gets right. The rows that other classes do not
    show say nothing of this one: half a row for each of them would hide any difference of one class of many.
    """
    return contrast.noted("unseen", _unseen_variances)


def _unseen_variances(contrast: Contrast) -> FloatArray | None:
    a, b, first, second = _cells(contrast.a), _cells(contrast.b), contrast.a.influences, contrast.b.influences
    if a is None or b is None or not isinstance(first, OfEachClass) or not isinstance(second, OfEachClass):
        return None
    size = len(a.state.labels)
    if contrast.units.clusters is not None or contrast.a.metric.facts.of_cells:
        return np.zeros(size)
    if contrast.a.metric.graded(contrast.options):
        return None
    here = a.state.row_totals > 0
    others = here.sum() > here
    found = np.zeros(size)
    for one, other in ((first.terms, second.terms), (second.terms, first.terms)):
        neither, _, _, right = one
        _, wrong, missed, _ = other
        with np.errstate(invalid="ignore", over="ignore"):
            of_class, of_others = (right - missed) ** 2, (neither - wrong) ** 2
        found += _with_end(np.where(here, of_class, 0.0)) + _with_end(np.where(others, of_others, 0.0))
    return _HALF * found * _row(contrast.units) ** 2 / contrast.units.total**2


def _row(units: Units) -> float:
    """The weight that the sum of squares gives to a row."""
    return units.total_squares / units.total


@dataclass(frozen=True)
class WrongPredictions:
    """
    How likely a wrong prediction is so many places off.

    Attributes
    ----------
    size : int
        K, the number of labels.
    chance : ndarray of shape (K,) or None
        Of each distance, up to a factor; None: all wrong predictions alike.
    """

    size: int
    chance: FloatArray | None

    @cached_property
    def both_ways(self) -> FloatArray:
        """The chances of the distances from 1 - K to K - 1."""
        likely = (np.arange(self.size) > 0).astype(np.float64) if self.chance is None else self.chance
        return np.concatenate([likely[:0:-1], likely])

    @cached_property
    def of_each(self) -> FloatArray:
        """The sum of the chances of all wrong predictions of each label, (K,)."""
        nearer = np.cumsum(self.both_ways[self.size - 1 :])
        return np.asarray(nearer + nearer[::-1])


def _mean_squares(one: Influence, other: Influence, wrong: WrongPredictions) -> FloatArray:
    """The mean square of the difference in a row of each class that `one` predicts right and `other` does not, (K,)."""
    right = one.right if isinstance(one, InfluenceByLabel) else np.diagonal(one)
    if wrong.chance is None and isinstance(other, InfluenceByLabel) and not other.penalties:
        return _mean_squares_of_terms(right - other.rows, other.columns)
    if isinstance(other, InfluenceByLabel):
        squares = other.squares_apart(right, wrong.both_ways)
    else:
        matrix = np.ascontiguousarray(other)
        squares = _kernels.apart_squares(right, np.zeros(wrong.size), wrong.both_ways, matrix=matrix, times=1.0)
    return _with_end(np.asarray(squares / wrong.of_each))


def _mean_squares_of_terms(right: FloatArray, columns: FloatArray) -> FloatArray:
    """The mean of ``(right[i] - columns[j])^2`` over all j but i: the distance to their mean, and their variance."""
    size, mean = len(columns), columns.mean()
    apart = columns - mean
    every = size * (right - mean) ** 2 + float((apart * apart).sum())
    return _with_end(np.maximum(every - (right - columns) ** 2, 0.0) / (size - 1))


def _with_end(squares: FloatArray) -> FloatArray:
    """
    Put 0 in place of squares that are undefined or without end: of a slope without end nothing is known of one row.

    So the root of a rate has where the rate is 0. In a complex step of 1e-30 such slopes are some 1e14.
    """
    return np.where(squares < _ENDLESS, squares, 0.0)


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
