"""Tests by influence, DeLong, MOVER, ratio, draws."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.comparisons.difference import (
    Difference,
    Tails,
    TestResult,
    student_test,
    student_test_per_value,
)
from concordant.inference.hypotheses import reaching
from concordant.inference.influence.classes import PerClass
from concordant.inference.influence.influences import moments_of_rows, ratio_or_zero, small_sample
from concordant.inference.influence.tables import TooManyCellsError
from concordant.inference.intervals.auc import delong_covariance
from concordant.inference.intervals.bootstrap import bootstrap_limits
from concordant.inference.intervals.estimand import Estimand, computed_once
from concordant.inference.intervals.methods import default_limits
from concordant.inference.quantiles import SCALES, below, tail, two_sided
from concordant.inference.resampling import acceleration
from concordant.inference.samples.cells import CellSample, smoothed_shares
from concordant.inference.samples.sample import Atoms
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.facts import Auc
from concordant.states import Curve
from concordant.typing import FloatArray

Drawn = Literal["percentile", "basic", "bca"]

_ROUNDING = 1e-12  # of the greatest move
_CHANCE = 0.25  # of a row, in either direction
_ENDLESS = 1e24  # the square of a slope; no row moves a value by so much
_MOST = 1024  # labels
_NORMAL = NormalDist()


def delta_test(difference: Difference) -> TestResult:
    """
    The paired t test of the influences: ``t = (A - B) / se``, n - 1 degrees of freedom.

    ``se^2 = n / (n - 1) sum over rows of (w (psi_a - psi_b))^2 / (sum w)^2``, which for the mean of a row quantity is
    the paired t test itself, and for coefficients of agreement that of Gwet (2016), Educational and Psychological
    Measurement 76:609. Of scores it is that of each class of the truth, with its own rows less one, and so are the
    degrees of freedom. Of clusters, whose rows are added first, see `sandwich`; weighted rows count as Kish's number of
    them. Of models on different rows, variances add and the degrees of freedom are those of Welch and Satterthwaite.
    """
    _require_influences(difference)
    if not difference.paired:
        return _unpaired(difference, error_of(difference.a), error_of(difference.b), "delta")
    return _by_student(difference, *error_of(difference), "delta")


def _by_student(difference: Difference, se: FloatArray, degrees: FloatArray, method: str) -> TestResult:
    """Test a paired difference, or each of its values, by standard errors of this shape."""
    if difference.value.ndim:
        return student_test_per_value(difference.value, se, degrees, difference.level, method)
    return student_test(difference.estimate, float(se), float(degrees), difference.level, method)


def _require_influences(difference: Difference) -> None:
    if difference.influences is None:
        raise OptionError(
            f'method="delta" needs the influence of each row, which is not known for {difference.metric.name}; '
            'take method="percentile", "bca" or "permutation".'
        )


def error_of(estimate: Estimand | Difference) -> tuple[FloatArray, FloatArray]:
    """The standard errors, corrected for a small sample, and their degrees of freedom, of the shape of the value."""
    atoms, psi = estimate.atoms, estimate.influences
    if atoms.clusters is not None or psi is None:
        return estimate.se, np.asarray(math.inf) if estimate.degrees is None else estimate.degrees
    model = estimate.a if isinstance(estimate, Difference) else estimate
    stratum = atoms.stratum if isinstance(model.sample, ScoreSample) else None
    se, degrees = (each.reshape(psi.shape) for each in small_sample(atoms, psi, stratum))
    return se, degrees


def score_test(difference: Difference) -> TestResult:
    """
    `delta_test` of two models on the same rows of labels, with chance rows in the variance.

    The rows that decide (one model alone is right) may be missing in the sample, which then looks certain. A quarter of
    such a row that would raise the difference, and a quarter that would lower it, is counted in the variance only, of
    the table or, for means over classes and their kin, of each class of the truth. They are spread as if truth and
    predictions had nothing to do with each other. Of two shares that is the variance of Agresti & Min (2005, Statistics
    in Medicine 24:729) and Bonett & Price (2012, Journal of Educational and Behavioral Statistics 37:479), who add rows
    to the data and so move the difference as well. Rows in clusters have none.
    """
    if not difference.paired or not of_labels(difference):
        msg = 'method="score" is for metrics of one table of labels, of two models on the same rows'
        raise OptionError(f'{msg}; take "delta" or leave method out.')
    _require_influences(difference)
    se, degrees = error_of(difference)
    if difference.atoms.clusters is None and (se > 0).any():
        se = np.where(se > 0, np.hypot(se, np.sqrt(chance_moment(difference))), se)
    return _by_student(difference, se, degrees, "score")


def of_labels(difference: Difference) -> bool:
    """Whether both are metrics of a table of labels that is not too large, and in which empty cells have slopes."""
    if difference.metric.facts.of_cells:
        return False
    samples = (difference.a.sample, difference.b.sample)
    return all(isinstance(sample, CellSample) and len(sample.state.labels) <= _MOST for sample in samples)


def over_other_classes(difference: Difference) -> bool:
    """Whether a class counts in the mean over classes of one model alone, as no row of the other is of it."""
    average = difference.options.get("average")
    if average not in {"macro", "weighted"} or difference.value.ndim:
        return False
    first, second = difference.a.rows_of_classes, difference.b.rows_of_classes
    if first is None or second is None:
        return False
    alone = (first > 0) != (second > 0)
    if average == "weighted":
        alone &= difference.a.sample.state.row_totals[difference.a.chosen_labels[1]] > 0
    return bool(alone.any())


def rows_that_carry(difference: Difference) -> float:
    """How many rows, seen or not, a paired difference of labels rests on: ``(sum psi^2)^2 / sum psi^4``."""
    atoms, psi = difference.atoms, difference.influences
    if psi is None or psi.size > 1 or atoms.clusters is not None or not of_labels(difference):
        return math.inf
    second, fourth = (
        moment.item() / atoms.total**power + chance_moment(difference, power)
        for moment, power in zip(moments_of_rows(atoms, psi), (2, 4), strict=True)
    )
    return second**2 / fourth if fourth > 0 else math.inf


def endless_slopes(estimand: Estimand) -> npt.NDArray[np.bool_]:
    """Which values without a standard error some unseen row moves without end: chance rows leave it out."""
    sample, still, psi = estimand.sample, np.ravel(estimand.se == 0), estimand.influences
    moves = psi.terms if isinstance(psi, PerClass) else None
    if moves is None and isinstance(sample, CellSample) and still.any():
        moves = _every_cell(estimand, sample)
    if moves is None:
        return np.zeros_like(still)
    return still & (np.square(moves).reshape(-1, still.size) >= _ENDLESS).any(0)


def chance_moment(difference: Difference, power: int = 2) -> Any:
    """
    The variance that the chance rows of a paired difference of labels add; 0 where slopes of empty cells are unknown.

    A row with the truth i is right by one model and j by the other with a chance like the product of their shares. With
    a power of 4, the sum of the fourth powers of their influences in its place.
    """
    output, every = difference.a.output, difference.of_all
    if power == 2 and every.value.ndim and (of_classes := _chance_variance_per_class(every)) is not None:
        return of_classes if output is None else of_classes[output]
    first, second = (estimand.sample for estimand in (difference.a, difference.b))
    if not isinstance(first, CellSample) or not isinstance(second, CellSample):
        return 0.0
    psi_a, psi_b = _every_cell(difference.a, first), _every_cell(difference.b, second)
    if psi_a is None or psi_b is None:
        return 0.0
    truth, predicted = _shares(first, second)
    chance = (truth * predicted * (first.state.row_totals > 0))[:, None] * predicted
    np.fill_diagonal(chance, 0.0)
    moves = np.diagonal(psi_a)[:, None] - psi_b, psi_a - np.diagonal(psi_b)[:, None]
    axes = (0, 1, 2) if difference.metric.facts.denominators == "table" else (0, 2)
    of_both = _of_both_ways(np.stack([chance, chance]), np.stack(moves), axes, power)
    return float(_in_rows(difference.atoms, of_both.sum(), power))


@computed_once
def _chance_variance_per_class(difference: Difference) -> FloatArray | None:
    """The same of each class against all others, (K,); None where influences are not those of classes."""
    first, second = difference.a.influences, difference.b.influences
    if not isinstance(first, PerClass) or not isinstance(second, PerClass):
        return None
    truth, predicted = _shares(difference.a.sample, difference.b.sample)
    rows = difference.a.sample.state.row_totals
    occurs = np.stack([rows < rows.sum(), rows > 0])
    chance = predicted * (1 - predicted) * np.stack([1 - truth, truth]) * occurs  # of the rest, and of the class
    (neither, wrong, missed, right), (neither_b, wrong_b, missed_b, right_b) = first.terms, second.terms
    moves = [[neither - wrong_b, right - missed_b], [wrong - neither_b, missed - right_b]]
    apart = difference.metric.facts.denominators != "table"
    both = _of_both_ways(np.stack([chance, chance]), np.array(moves), (0,) if apart else (0, 1))
    return np.asarray(_in_rows(difference.atoms, both.sum(0) if apart else both))


def _every_cell(estimand: Estimand, sample: CellSample) -> FloatArray | None:
    """The influence of a row in every cell, (K, K); None where there are too many."""
    try:
        every_cell = sample.influence_of_every_cell(estimand.metric, estimand.options)
    except TooManyCellsError:
        return None
    output = estimand.output
    return every_cell if output is None else every_cell[:, :, output]


def _shares(first: Any, second: Any) -> FloatArray:
    """The shares of the labels in the truth and in both predictions, (K,), with one row more of those of all three."""
    rows = first.atoms.effective / first.atoms.total
    truth, *predicted = (
        np.bincount(code, sample.atoms.weight, len(sample.state.labels)) * rows
        for code, sample in ((first.codes[0], first), (first.codes[1], first), (second.codes[1], second))
    )
    return smoothed_shares(np.stack([truth, sum(predicted) / 2]))


def _of_both_ways(chance: FloatArray, moves: FloatArray, axes: tuple[int, ...], power: int = 2) -> FloatArray:
    """
    The mean powers of the moves up, and of those down, by their chances, along axes: the sum of both.

    Moves that are undefined or without end count for nothing: of a slope without end nothing is known of one row. So
    the root of a rate has where the rate is 0. In a complex step of 1e-30 such slopes are some 1e14.
    """
    squares = np.square(moves)
    squares = np.where(squares < _ENDLESS, squares, 0.0)
    least = _ROUNDING * np.sqrt(squares.max(initial=0.0))
    ways = (chance * (moves > least), chance * (moves < -least))
    powers = squares ** (power // 2)
    return np.asarray(sum(ratio_or_zero((way * powers).sum(axes), way.sum(axes)) for way in ways))


def _in_rows(atoms: Atoms, powers: Any, power: int = 2) -> Any:
    """The variance, or another power, of a part of a row that moves a value by the root of these powers."""
    return _CHANCE * powers / atoms.effective**power


def is_auc(difference: Difference) -> bool:
    """Whether DeLong's test is for this metric and these data."""
    area, samples = difference.a.metric.trait, (difference.a.sample, difference.b.sample)
    alone = difference.a.output is None  # pairs of classes are not told apart
    return alone and isinstance(area, Auc) and all(isinstance(sample, ScoreSample) for sample in samples)


def delong_test(difference: Difference) -> TestResult:
    """
    Compare correlated ROC AUCs (DeLong, DeLong & Clarke-Pearson 1988, Biometrics 44:837).

    The covariance of the placements has the divisors m - 1 and n - 1 for m positive and n negative rows. Of several
    classes, the influences of their AUCs are added up.
    """
    if not is_auc(difference):
        raise OptionError(
            f'method="delong" is for ROC AUC, not for {difference.a.metric.name}; take method="delta" or leave it out.'
        )
    a, b = difference.a.sample, difference.b.sample
    if not (isinstance(a, ScoreSample) and isinstance(a.state, Curve) and isinstance(b, ScoreSample)):
        return replace(delta_test(difference), method="delong")
    if not difference.paired:
        first, second = (
            (
                _delong_error(sample, estimand.influence),
                (sample.atoms.effective if sample.atoms.clusters is None else sample.atoms.clusters.size) - 1,
            )
            for estimand, sample in ((difference.a, a), (difference.b, b))
        )
        return _unpaired(difference, first, second, "delong")
    degrees = None if difference.degrees is None else float(difference.degrees)
    return student_test(
        difference.estimate, _delong_error(a, difference.influence), degrees, difference.level, "delong"
    )


def _delong_error(sample: ScoreSample, psi: FloatArray | None) -> float:
    """DeLong's standard error; 0 where it is what rounding leaves."""
    if psi is None or np.isnan(psi).any():
        return float("nan")
    variance = float(delong_covariance(sample.atoms, psi[:, None], np.asarray(sample.codes[0] == 1))[0, 0])
    return 0.0 if variance <= 1e-28 else math.sqrt(variance)


def _unpaired(difference: Difference, first: tuple[Any, Any], second: tuple[Any, Any], method: str) -> TestResult:
    """Welch's test: a standard error and its degrees of freedom each."""
    se = math.hypot(first[0], second[0])
    return student_test(difference.estimate, se, welch_degrees(first, second), difference.level, method)


def welch_degrees(first: tuple[Any, Any], second: tuple[Any, Any]) -> float | None:
    """Welch and Satterthwaite's degrees of freedom of a difference of two independent values."""
    variances = [(error**2, degrees) for error, degrees in (first, second)]
    parts = [v**2 / degrees for v, degrees in variances if v > 0 and degrees > 1e-9]
    return sum(v for v, _ in variances) ** 2 / sum(parts) if sum(parts) > 0 else None


def mover_test(difference: Difference) -> TestResult:
    """
    Put the limits of both together (MOVER: Zou & Donner 2008, Statistics in Medicine 27:1693, eq. 15 and 16).

    The lower limit of ``A - B`` lies below it by what A can fall and B can rise, added in quadrature with their
    correlation over the rows that both share. The p-value is the least level whose limits leave the hypothesis out, so
    that both tell one story.
    """
    if difference.paired and difference.influences is None:
        raise OptionError(
            'method="mover" needs the influence of each row to know how two values of the same rows are correlated; it '
            f'is not known for {difference.a.metric.name}: take "percentile", "bca" or "permutation".'
        )
    se, correlation = float(difference.se), 0.0
    errors = float(difference.a.se), float(difference.b.se)
    if difference.paired and min(errors) > 0:
        correlation = (errors[0] ** 2 + errors[1] ** 2 - se**2) / (2 * errors[0] * errors[1])

    def ends(level: float) -> tuple[float, float]:
        """Both limits."""
        first, second = (default_limits(model.with_level(level)) for model in (difference.a, difference.b))
        a, b = float(difference.a.value), float(difference.b.value)
        falls, rises = (a - float(first.low), float(second.high) - b), (float(first.high) - a, b - float(second.low))
        estimate = difference.estimate
        return estimate - _in_quadrature(*falls, correlation), estimate + _in_quadrature(*rises, correlation)

    def tails(null: float) -> tuple[float, float]:
        """P-values of "at most" and of "at least" a difference."""
        estimate = difference.estimate
        if estimate == null:
            return 0.5, 0.5
        side, distance = (0, estimate - null) if estimate > null else (1, null - estimate)
        z = reaching(lambda z: abs(ends(2 * _NORMAL.cdf(z) - 1)[side] - estimate), distance)
        one_side = below(-z)
        return (one_side, 1 - one_side) if side == 0 else (1 - one_side, one_side)

    low, high = ends(difference.level)
    if math.isnan(low) or math.isnan(high) or not low < high:
        nan = float("nan")
        return TestResult(nan, nan, se, nan, "mover")
    return TestResult(low, high, se, min(1.0, 2 * min(tails(0.0))), "mover", tails)


def drawn_test(difference: Difference, *, kind: Drawn) -> TestResult:
    """
    Limits of the difference over resampled rows, the same rows for both models.

    The p-value inverts them: it is the least alpha whose limits leave the hypothesis out, and never below
    2 / (draws + 1), as (1 + #) / (draws + 1) of one side is doubled.
    """
    limits = bootstrap_limits(difference, kind=kind)
    low, high, se = (float(x) for x in (limits.low, limits.high, limits.se))
    if not se > 0:
        return TestResult(low, high, se, float("nan"), kind, None, limits.reasons)
    tails = _tails(difference, limits.method)  # where BCa does not exist, p-value and limits are percentiles
    return TestResult(low, high, se, min(1.0, 2 * min(tails(0.0))), limits.method, tails, limits.reasons)


def _tails(difference: Difference, kind: str) -> Tails:
    """P-values of "at most" and of "at least" a difference."""
    drawn = difference.drawn[np.isfinite(difference.drawn)]
    value, draws = difference.estimate, len(drawn)
    speed = float(acceleration(difference)) if kind == "bca" else 0.0
    level = (((drawn < value).sum() + (drawn == value).sum() / 2) + 0.5) / (draws + 1)
    bias = _NORMAL.inv_cdf(float(level))

    def tails(null: float) -> tuple[float, float]:
        if kind == "basic":
            null = 2 * value - null
        below = (int((drawn <= null).sum()) + 1) / (draws + 1)
        above = (int((drawn >= null).sum()) + 1) / (draws + 1)
        if kind == "basic":
            return min(1.0, above), min(1.0, below)
        if kind == "bca" and np.isfinite(speed):
            most = 1 - 1 / (draws + 1)
            return nominal(min(below, most)), 1 - nominal(1 - min(above, most))
        return min(1.0, below), min(1.0, above)

    def nominal(share: float) -> float:
        """The nominal level whose BCa limit is at this share of the draws (Efron 1987, eq. 2.3, solved for alpha)."""
        z = _NORMAL.inv_cdf(share) - bias
        return _NORMAL.cdf(z / (1 + speed * z) - bias) if 1 + speed * z > 0 else float(z > 0)

    return tails


def log_test(difference: Difference) -> TestResult:
    """
    Test ``log A - log B`` by the influences of the logarithms.

    The error of a ratio grows with the ratio, so that a difference is never many of its standard errors: `delta_test`
    finds nothing. The limits of the difference are put together from those of both on the logarithmic scale, with
    their correlation (MOVER, Zou & Donner 2008, Statistics in Medicine 27:1693, eq. 15 and 16).
    """
    a, b = float(difference.a.value), float(difference.b.value)
    first, second = difference.a.influences, difference.b.influences
    if difference.a.metric.facts.range != (0.0, math.inf):
        msg = f'method="log" is for metrics from 0 without an upper end, not for {difference.a.metric.name}.'
        raise OptionError(msg)
    nan = float("nan")
    if first is None or second is None or not (0 < a < math.inf and 0 < b < math.inf):
        return TestResult(nan, nan, nan, nan, "log")
    (error_a, degrees_a), (error_b, degrees_b) = error_of(difference.a), error_of(difference.b)
    parts = error_a / a, error_b / b  # of the logarithms
    degrees: float | None
    if difference.paired:
        psi = first.mapped(lambda influence: influence / a).minus(second.mapped(lambda influence: influence / b))
        se, degrees = (each.item() for each in small_sample(difference.atoms, psi))
    else:
        se, degrees = math.hypot(*parts), welch_degrees((parts[0], degrees_a), (parts[1], degrees_b))
    if not (se > 0 and min(parts) > 0):
        return TestResult(nan, nan, nan, nan, "log")
    correlation = (parts[0] ** 2 + parts[1] ** 2 - se**2) / (2 * parts[0] * parts[1])
    z = two_sided(difference.level, degrees)
    ends = SCALES["log"].limits(np.array([a, b]), np.array([error_a, error_b]), z)
    below, above = np.array([a, b]) - ends[0], ends[1] - np.array([a, b])
    low = a - b - _in_quadrature(below[0], above[1], correlation)
    high = a - b + _in_quadrature(above[0], below[1], correlation)
    return TestResult(low, high, float(difference.se), tail(math.log(a / b) / se, degrees), "log")


def _in_quadrature(first: Any, second: Any, correlation: Any) -> float:
    return math.sqrt(max(first**2 - 2 * correlation * first * second + second**2, 0.0))
