"""Means over the rows of a table, and differences of two metrics of it, each with limits that know of clusters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from concordant.findings.evidence import SURE
from concordant.inference.influence.influences import standard_error
from concordant.inference.samples.cells import CellSample
from concordant.metrics.definition.registry import get
from concordant.typing import FloatArray


@dataclass(frozen=True, slots=True)
class Limits:
    """A value with limits of the normal distribution."""

    value: float
    low: float
    high: float
    level: float


def mean_of_cells(sample: CellSample, values: FloatArray) -> Limits:
    """The mean over all rows of a value that each cell of the table gives to its rows."""
    each = values[sample.codes]
    weight = sample.units.weight
    mean = float(weight @ each / weight.sum())
    return _limits(sample, mean, each - mean)


def difference_of(
    sample: CellSample, first: tuple[str, Mapping[str, Any]], second: tuple[str, Mapping[str, Any]]
) -> Limits | None:
    """One metric of the table less another; None where either is undefined or has no derivative."""
    (a, some), (b, other) = ((get(name), options) for name, options in (first, second))
    difference = float(sample.value(a, some) - sample.value(b, other))
    moves, counters = sample.influence(a, some), sample.influence(b, other)
    if moves is None or counters is None or not np.isfinite(difference):
        return None
    return _limits(sample, difference, moves - counters)


def _limits(sample: CellSample, value: float, psi: FloatArray) -> Limits:
    half = NormalDist().inv_cdf((1 + SURE) / 2) * float(standard_error(sample.units, psi))
    return Limits(value, value - half, value + half, SURE)
