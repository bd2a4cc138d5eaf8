"""
States in another unit of weights, for weights so small or large that products of them would leave float64.

Weights in another unit, all multiplied by one number, mean the same. A power of two as that number changes no digit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from concordant.inputs.rows import NEAR, unit_beyond
from concordant.states.counts import Counts
from concordant.states.curves import Curve, CurvesOnDemand, CurveStack
from concordant.states.moments import Moments, unit_of_weight
from concordant.states.ratings import Ratings, TallySums
from concordant.states.sample_counts import SampleCounts
from concordant.states.state import exponent_of_squares, sums_in
from concordant.states.tallies import Tallies


def rescaled(state: Any) -> Any:
    """
    Return the state with weights whose products fit float64: the same one, unless they are very small or large.

    Each table of a stack gets a unit of its own; the tables of the outputs of one metric (classes or labels), which
    averages add up, share one.
    """
    if isinstance(state, Counts) and state.numbers.dtype.kind == "i":
        return _summable(state)
    unit = unit_of(state)
    return state if unit is None else in_exponent(state, unit)


def summable(state: Any) -> Any:
    """Return counts of so many rows that a sum over all classes would leave 64 bits as floats; others as they are."""
    counted = isinstance(state, Counts) and state.numbers.dtype.kind == "i"
    return _summable(state) if counted else state


def _summable(state: Counts) -> Counts:
    sums = 2 * max(len(state.labels), len(state.outputs or ()))  # each row counts for each of them, and in both margins
    total = state.total
    most = total.max(initial=0) if isinstance(total, np.ndarray) else total
    return state if int(most) * sums < 2**63 else in_exponent(state, 0)


def unit_of(state: Any) -> Any:
    """Return the exponent of two of the unit that `rescaled` takes, of a stack one for each; None: of none another."""
    found = _LARGEST.get(_kind(state))  # formulas of numeric ratings divide sums of weights alone
    largest = None if found is None else found(state)
    if largest is None:
        return None
    unit = unit_beyond(largest, NEAR)
    if type(unit) is int:
        return unit or None
    return unit if unit.any() else None


def in_exponent(state: Any, unit: Any) -> Any:
    """Return the state with its weights in units of ``2**unit``."""
    return _IN_UNIT[_kind(state)](state, np.asarray(unit))


def _kind(state: Any) -> type:
    return Counts if isinstance(state, Counts) else type(state)


# -- the largest weight of each state, None if its rows are counted -------------------------------------------------


def _of_counts(counts: Counts) -> Any:
    numbers = counts.numbers
    if numbers.dtype.kind != "f" or not numbers.size:
        return None
    if not counts.stack:
        return np.maximum.reduce(numbers, axis=None)
    largest = numbers.max((-2, -1) if counts.cells is None else -1)
    return largest if counts.outputs is None else np.broadcast_to(largest.max(-1, keepdims=True), largest.shape)


def _of_curve(curve: Curve | SampleCounts) -> Any:
    weighted = curve.weights.dtype.kind == "f" and curve.weights.size
    return np.maximum.reduce(curve.weights, axis=None) if weighted else None


def _of_curves(stack: CurveStack) -> Any:
    if isinstance(stack.curves, CurvesOnDemand):  # no curve has more in a cell than all rows weigh
        return None if stack.curves.counted is not None else stack.n
    return max((largest for largest in map(_of_curve, stack.curves) if largest is not None), default=None)


def _of_moments(moments: Moments) -> Any:
    weight = moments.weight
    if weight.ndim == 0:
        return float(weight)
    if not weight.size or weight.dtype.kind != "f":
        return None
    return weight if moments.classes is None else np.broadcast_to(weight.max(-1, keepdims=True), weight.shape)


def _of_units(units: Tallies | Ratings) -> Any:
    weight = units.weight
    if weight.dtype.kind != "f" or not weight.size:
        return None
    return float(weight.max()) if weight.ndim == 1 else weight.max(-1)


def _of_sums(sums: TallySums) -> Any:
    return (float(sums.units) or None) if sums.units.ndim == 0 else sums.units


_LARGEST: dict[type, Callable[[Any], Any]] = {
    Counts: _of_counts,
    Curve: _of_curve,
    CurveStack: _of_curves,
    Moments: _of_moments,
    Ratings: _of_units,
    SampleCounts: _of_curve,
    Tallies: _of_units,
    TallySums: _of_sums,
}


# -- each state in another unit --------------------------------------------------------------------------------------


def _counts_in(counts: Counts, unit: Any) -> Counts:
    numbers = np.ldexp(counts.numbers * 1.0, -(unit[..., None, None] if counts.cells is None else unit[..., None]))
    squares = counts.number_squares
    if squares is not None:
        squares = sums_in(squares, counts.unit, unit + exponent_of_squares(numbers))
    return counts.with_numbers(numbers, squares)


def _curve_in(curve: Curve, unit: Any) -> Curve:
    weights, squares = np.ldexp(curve.weights * 1.0, -unit), curve.squares
    if squares is not None:
        squares = sums_in(squares, curve.unit, unit + exponent_of_squares(weights))
    return replace(curve, weights=weights, squares=squares)


def _curves_in(stack: CurveStack, unit: Any) -> CurveStack:
    curves = stack.curves
    if isinstance(curves, CurvesOnDemand):
        make, rest = (partial(_made_in, each, unit) for each in (curves.make, curves.against_rest))
        return replace(stack, curves=CurvesOnDemand(len(curves), make, rest))
    return replace(stack, curves=tuple(_curve_in(curve, unit) for curve in curves))


def _made_in(make: Callable[[int], Curve], unit: Any, place: int) -> Curve:
    return _curve_in(make(place), unit)


def _moments_in(moments: Moments, unit: Any) -> Moments:
    weight = np.ldexp(moments.weight, -unit)
    kept = unit + unit_of_weight(np.asarray(weight))
    squares = sums_in(moments.squares, moments.unit, kept)
    comoment = sums_in(moments.comoment, moments.unit, kept, power=1)
    return replace(moments, weight=weight, squares=squares, comoment=comoment)


def _units_in(units: Tallies | Ratings, unit: Any) -> Any:
    weight, squares = np.ldexp(units.weight * 1.0, -unit[..., None]), units.squares
    if squares is not None:
        squares = sums_in(squares, exponent_of_squares(units.weight), unit + exponent_of_squares(weight))
    if isinstance(units, Ratings) and units.cluster is not None:
        scaled = np.stack([units.cluster[0], units.cluster[1], np.ldexp(units.cluster[2], -int(unit))])
        return replace(units, weight=weight, squares=squares, cluster=scaled)
    return replace(units, weight=weight, squares=squares)


def _sums_in(sums: TallySums, unit: Any) -> TallySums:
    def scaled(values: Any) -> Any:
        return np.ldexp(values, -unit.reshape(unit.shape + (1,) * (values.ndim - unit.ndim)))

    names = ("units", "paired_units", "within", "shares", "coincidences", "pairs", "ratings")
    return replace(sums, **{name: scaled(getattr(sums, name)) for name in names})


_IN_UNIT: dict[type, Callable[[Any, Any], Any]] = {
    Counts: _counts_in,
    Curve: _curve_in,
    CurveStack: _curves_in,
    Moments: _moments_in,
    Ratings: _units_in,
    SampleCounts: lambda samples, unit: replace(samples, weights=np.ldexp(samples.weights * 1.0, -unit)),
    Tallies: _units_in,
    TallySums: _sums_in,
}
