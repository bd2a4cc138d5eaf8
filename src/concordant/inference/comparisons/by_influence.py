"""Tests by the standard error of the difference: influences of both models row by row, or DeLong's placements."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from concordant.errors import OptionError
from concordant.inference.comparisons.contrast import Contrast, Finding, student_test
from concordant.inference.comparisons.unseen import unseen_variance
from concordant.inference.intervals.by_delong import delong_covariance
from concordant.inference.intervals.question import Question
from concordant.inference.samples.score_sample import ScoreSample
from concordant.inference.samples.units import Units
from concordant.inference.spread import small_sample
from concordant.metrics._object.natures import Auc
from concordant.states import Curve
from concordant.typing import FloatArray


def delta_test(contrast: Contrast) -> Finding:
    """
    The paired t test of the influences: ``t = (A - B) / se``, n - 1 degrees of freedom.

    ``se^2 = n / (n - 1) sum over rows of (w (psi_a - psi_b))^2 / (sum w)^2``, which for the mean of a row quantity is
    the paired t test itself, and for coefficients of agreement that of Gwet (2016), Educational and Psychological
    Measurement 76:609. Of labels the variance counts half a row more for each class and model, see `unseen`. Of scores
    it is that of each class of the truth, with its own rows less one, and so are the degrees of freedom. Of clusters,
    whose rows are added first, see `clustered`; weighted rows count as Kish's number of them. Of models on different
    rows, variances add and the degrees of freedom are those of Welch and Satterthwaite.
    """
    if contrast.influence is None:
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


def error_of(estimate: Question | Contrast) -> tuple[float, float]:
    """The standard error, corrected for a small sample, and its degrees of freedom."""
    units, psi = estimate.units, estimate.influence
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
