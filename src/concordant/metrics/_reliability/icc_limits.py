"""
Limits and tests of the intraclass correlation of complete ratings, if they are normal.

Of one-way models and of consistency they are exact (Shrout & Fleiss 1979, Psychological Bulletin 86:420). Of agreement
they take the degrees of freedom of Satterthwaite (McGraw & Wong 1996, Psychological Methods 1:30, tables 7 and 8, with
the correction of 1996, 1:390).
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, isfinite, nan, sqrt
from typing import Any

import numpy as np

from concordant.metrics._arithmetic.f_distribution import f_quantile, f_tail
from concordant.metrics._object.number_facts import ExactLimits, ExactTest
from concordant.metrics._reliability.components import Model
from concordant.metrics._reliability.icc_forms import Type, Unit, from_mean_squares, name_of
from concordant.metrics._reliability.mean_squares import MeanSquares, mean_squares
from concordant.metrics._reliability.moments_of import moments_of


def f_limits(
    state: Any, level: float, *, model: Model, type: Type, unit: Unit, method: Any = None, raters: Any = None
) -> ExactLimits | None:
    """Limits from quantiles of F; None where ratings are missing or have weights, or REML is asked for."""
    del raters
    moments = moments_of(state)
    if not moments.complete or moments.weighted or moments.stack or method == "reml":
        return None
    ms = _numbers(mean_squares(moments))
    whom = "these raters" if model == "two-way" and type == "consistency" else "raters like these"
    name = f"F, {name_of(model, type, unit)} for {whom}"
    if not ms.n > 1:
        return ExactLimits(nan, nan, nan, name, "one unit tells nothing of others")
    error = ms.within if model == "one-way" else ms.error
    if not error > 0:
        why = "all raters give the same to every unit" if model == "one-way" else "no error is left beside raters"
        return ExactLimits(nan, nan, nan, name, f"{why}, so that the F ratio is infinite")
    if not ms.units > 0:
        return ExactLimits(nan, nan, nan, name, "units do not differ")
    se = _standard_error(ms, model, type, unit)
    tail = (1 - level) / 2
    if model == "two-way" and type == "agreement":
        low, high = _agreement(ms, tail)
        if unit == "average":
            low, high = (_stepped_up(x, ms.k) for x in (low, high))
        return ExactLimits(low, high, se, name)
    df1, df2 = _degrees(ms, model)
    f = float(ms.units) / float(error)
    lower, upper = f / f_quantile(tail, df1, df2), f * f_quantile(tail, df2, df1)
    if unit == "average":
        return ExactLimits(1 - 1 / lower if lower > 0 else -inf, 1 - 1 / upper if upper > 0 else -inf, se, name)
    low, high = ((x - 1) / (x + ms.k - 1) for x in (lower, upper))
    return ExactLimits(low, high, se, name)


def f_test(
    state: Any, against: float, *, model: Model, type: Type, unit: Unit, method: Any = None, raters: Any = None
) -> ExactTest | None:
    """The F test of a value of the coefficient; None where there are no limits by F."""
    del raters
    moments = moments_of(state)
    if not moments.complete or moments.weighted or moments.stack or method == "reml":
        return None
    ms = _numbers(mean_squares(moments))
    k, rho = ms.k, float(against)
    if not ms.n > 1 or not rho < 1:
        return ExactTest(nan, nan, "F")
    ratio = rho / (1 - rho) if unit == "average" else k * rho / (1 - rho)  # of k times the variance of units to errors
    df1, df2 = _degrees(ms, model)
    if model == "two-way" and type == "agreement":
        n = float(ms.n)
        a, b = ratio / n, 1 + ratio * (n - 1) / n
        below = a * float(ms.raters) + b * float(ms.error)
        df2 = _satterthwaite(ms, a, b)
    else:
        below = float(ms.within if model == "one-way" else ms.error) * (1 + ratio)
    if below <= 0:
        return ExactTest(nan, nan, "F")
    f = float(ms.units) / below
    return ExactTest(f, f_tail(f, df1, df2), f"F({df1:g}, {df2:.6g})")


def _numbers(ms: MeanSquares) -> MeanSquares:
    """The same in units in which the largest is 1, as their squares must fit float64: only quotients count."""
    largest = max(map(float, (ms.units, ms.raters, ms.error, ms.within))) if ms.n > 1 else 1.0
    unit = largest if largest > 0 else 1.0
    parts = (np.asarray(float(one) / unit) for one in (ms.units, ms.raters, ms.error, ms.within))
    units, raters, error, within = parts
    return MeanSquares(units, raters, error, within, np.asarray(float(ms.n)), ms.k)


def _degrees(ms: MeanSquares, model: Model) -> tuple[float, float]:
    n, k = float(ms.n), ms.k
    return n - 1, n * (k - 1) if model == "one-way" else (n - 1) * (k - 1)


def _satterthwaite(ms: MeanSquares, a: float, b: float) -> float:
    """The degrees of freedom of ``a MSC + b MSE`` (Satterthwaite 1946, Biometrics Bulletin 2:110)."""
    n, k, of_raters, error = float(ms.n), ms.k, float(ms.raters), float(ms.error)
    below = (a * of_raters) ** 2 / (k - 1) + (b * error) ** 2 / ((n - 1) * (k - 1))
    return (a * of_raters + b * error) ** 2 / below if below > 0 else nan


def _agreement(ms: MeanSquares, tail: float) -> tuple[float, float]:
    """McGraw & Wong 1996, table 7, case 2A: with the degrees of freedom at the estimate."""
    n, k = float(ms.n), ms.k
    units, of_raters, error = float(ms.units), float(ms.raters), float(ms.error)
    value = float(from_mean_squares(ms, "two-way", "agreement", "single"))
    ratio = k * value / (1 - value)
    v = _satterthwaite(ms, ratio / n, 1 + ratio * (n - 1) / n)
    first, second = f_quantile(tail, n - 1, v), f_quantile(tail, v, n - 1)
    rest = k * of_raters + (k * n - k - n) * error
    low = n * (units - first * error) / (first * rest + n * units) if isfinite(first) else nan
    high = n * (second * units - error) / (rest + n * second * units)
    return low, high


def _stepped_up(value: float, k: int) -> float:
    """The coefficient of the mean of k ratings (Spearman 1910; Brown 1910)."""
    below = 1 + (k - 1) * value
    return k * value / below if below > 0 else -inf


def _standard_error(ms: MeanSquares, model: Model, type: Type, unit: Unit) -> float:
    """By the delta method: mean squares are independent, of variance 2 MS^2 / df, if ratings are normal."""
    n, k, step = float(ms.n), ms.k, 1e-30
    parts = {"units": n - 1, "raters": k - 1.0, "error": (n - 1) * (k - 1)}
    if model == "one-way":
        parts = {"units": n - 1, "within": n * (k - 1)}
    variance = 0.0
    for name, df in parts.items():
        value = float(getattr(ms, name))
        changed: dict[str, Any] = {name: np.asarray(value + 1j * step)}
        moved: Any = replace(ms, **changed)
        slope = float(np.imag(from_mean_squares(moved, model, type, unit))) / step
        variance += 2 * slope**2 / df
    return sqrt(variance)
