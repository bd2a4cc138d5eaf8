"""Tests by the standard error of the difference: influences of both models row by row, or DeLong's placements."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from concordant.errors import OptionError
from concordant.inference.comparisons.contrast import Contrast, Finding
from concordant.inference.intervals.by_delong import delong_covariance
from concordant.inference.intervals.question import Question
from concordant.inference.quantiles import tail, two_sided
from concordant.inference.samples.scores import ScoreSample
from concordant.inference.samples.units import Units
from concordant.states import Curve
from concordant.typing import FloatArray

_OF_AUC = ("roc_auc", "gini", "hand_till_auc")


def delta_test(contrast: Contrast) -> Finding:
    """
    The paired t test of the influences: ``t = (A - B) / se``, n - 1 degrees of freedom.

    ``se^2 = n / (n - 1) sum over rows of (w (psi_a - psi_b))^2 / (sum w)^2``, which for the mean of a row quantity is
    the paired t test itself, and for coefficients of agreement that of Gwet (2016), Educational and Psychological
    Measurement 76:609. Of clusters, whose rows are added first, G clusters stand in place of n rows; of weighted rows,
    Kish's number of them. Of models on different rows, variances add and the degrees of freedom are those of Welch
    and Satterthwaite.
    """
    question = contrast.question
    if question.influence is None:
        msg = (
            f'method="delta" needs the influence of each row, which is not known for {question.metric.name}; '
            'take method="percentile", "bca" or "permutation".'
        )
        raise OptionError(msg)
    if contrast.paired:
        se, size = standard_error_of(question)
        return by_standard_error(contrast, se, size - 1, "delta")
    return _unpaired(contrast, standard_error_of(contrast.a)[0], standard_error_of(contrast.b)[0], "delta")


def standard_error_of(question: Question) -> tuple[float, float]:
    """The standard error with the divisor n - 1, and n: clusters, or rows."""
    return with_divisor(float(question.se), question.sample.units)


def with_divisor(se: float, units: Units) -> tuple[float, float]:
    """Turn the divisor n of a standard error into n - 1; and n."""
    size = _size(units)
    if units.clusters is not None:
        return se, size  # has it already
    return (se * math.sqrt(size / (size - 1)) if size > 1 + 1e-9 else float("nan")), size


def is_auc(contrast: Contrast) -> bool:
    """Whether DeLong's test is for this metric and these data."""
    name, samples = contrast.a.metric.name, (contrast.a.sample, contrast.b.sample)
    return name in _OF_AUC and all(isinstance(sample, ScoreSample) for sample in samples)


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
        return _unpaired(contrast, _placed(a, contrast.a.influence), _placed(b, contrast.b.influence), "delong")
    se = _placed(a, contrast.question.influence)
    return by_standard_error(contrast, se, contrast.question.degrees, "delong")


def _placed(sample: ScoreSample, psi: FloatArray | None) -> float:
    """DeLong's standard error; 0 where it is what rounding leaves."""
    if psi is None or np.isnan(psi).any():
        return float("nan")
    variance = float(delong_covariance(sample.units, psi[:, None], np.asarray(sample.codes[0] == 1))[0, 0])
    return 0.0 if variance <= 1e-28 else math.sqrt(variance)


def _unpaired(contrast: Contrast, first: float, second: float, method: str) -> Finding:
    """Welch's test; one standard error each."""
    sizes = (_size(contrast.a.sample.units), _size(contrast.b.sample.units))
    return by_standard_error(contrast, math.hypot(first, second), welch_degrees((first, second), sizes), method)


def welch_degrees(errors: tuple[float, float], sizes: tuple[float, float]) -> float | None:
    """Welch and Satterthwaite's degrees of freedom of a difference of two independent values."""
    variances = [error**2 for error in errors]
    parts = [v**2 / (size - 1) for v, size in zip(variances, sizes, strict=True) if v > 0 and size > 1 + 1e-9]
    return sum(variances) ** 2 / sum(parts) if parts else None


def _size(units: Units) -> float:
    """How many independent things there are: clusters or rows."""
    return units.clusters.size if units.clusters is not None else units.effective


def by_standard_error(contrast: Contrast, se: float, degrees: float | None, method: str) -> Finding:
    """Test a difference and its standard error against the normal or t."""
    value, nan = contrast.difference, float("nan")
    if not se > 0:
        return Finding(nan, nan, se, nan, method)
    half = two_sided(contrast.level, degrees) * se

    def tails(null: float) -> tuple[float, float]:
        one_side = tail((value - null) / se, degrees) / 2
        return (one_side, 1 - one_side) if value >= null else (1 - one_side, one_side)

    return Finding(value - half, value + half, se, tail(value / se, degrees), method, tails)
