"""Limits from resampled rows, and from the Dirichlet distribution of the cells where resampling sees too little."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from concordant.errors import OptionError
from concordant.inference.bootstrap.acceleration import acceleration
from concordant.inference.bootstrap.limits import basic, bca, normal, percentile
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.samples.cells import CellSample
from concordant.typing import FloatArray

_ROUNDING = 1e-13  # values that differ by less are equal


def bootstrap_limits(question: Question, *, kind: Literal["percentile", "basic", "bca", "normal"]) -> Limits:
    """The limits that the values of resampled rows give; draws in which the metric is undefined are left out."""
    speed = acceleration(question.sample, question.metric, question.options) if kind == "bca" else None
    return _of_draws(question, question.drawn, kind, speed)


def perks_limits(question: Question) -> Limits:
    """
    The quantiles of the metric when the shares of the cells are drawn from Dirichlet(n_ij + 1 / K^2).

    Perks's prior lets cells that were empty by chance be filled, so that a table without any error still has an
    interval (Perks 1947, Journal of the Institute of Actuaries 73:285; Good 1965, The Estimation of Probabilities).
    """
    sample = question.sample
    if not isinstance(sample, CellSample):
        msg = 'method="perks" is for metrics of one table of labels.'
        raise OptionError(msg)
    if sample.units.clusters is not None:
        msg = 'method="perks" takes rows as independent; with cluster= take "bca" or "percentile".'
        raise OptionError(msg)
    counts = sample.state
    cells = np.arange(len(counts.labels) ** 2)
    every = CellSample(sample.units, counts, cells)
    shrink = sample.units.effective / sample.units.total
    table = np.bincount(sample.cell, sample.units.weight, minlength=len(cells)) * shrink
    random = np.random.default_rng(np.random.SeedSequence(question.seed))
    drawn = random.standard_gamma(table + 1 / len(cells), (question.draws, len(cells)))
    drawn *= sample.units.total / drawn.sum(1, keepdims=True)
    found = _of_draws(question, every.values(question.metric, question.options, drawn), "percentile", None)
    low, high = np.minimum(found.low, question.value), np.maximum(found.high, question.value)
    return Limits(low, high, found.se, "perks", found.reasons)


def _of_draws(question: Question, drawn: FloatArray, kind: str, speed: FloatArray | None) -> Limits:
    shape = question.value.shape
    columns, values = drawn.reshape(len(drawn), -1), question.value.ravel()
    low, high, se = (np.full(len(values), np.nan) for _ in range(3))
    reasons: dict[str, None] = {}
    for place, value in enumerate(values.tolist()):
        seen = columns[np.isfinite(columns[:, place]), place]
        if len(seen) < max(2, 0.5 * len(columns)):
            reasons["the metric is undefined in more than half of the draws"] = None
            continue
        if len(seen) < 0.95 * len(columns):
            reasons[f"the metric is undefined in {1 - len(seen) / len(columns):.0%} of the draws"] = None
        if np.ptp(seen) <= _ROUNDING * np.abs(seen).max():
            reasons["all draws give the same value"] = None
            continue
        se[place] = seen.std(ddof=1)
        low[place], high[place] = _limits(question, seen, value, kind, speed, place, reasons)
    return Limits(low.reshape(shape), high.reshape(shape), se.reshape(shape), kind, tuple(reasons))


def _limits(
    question: Question, seen: FloatArray, value: float, kind: str, speed: Any, place: int, reasons: dict[str, None]
) -> tuple[float, float]:
    level, ends = question.level, question.metric.facts.range
    if kind == "basic":
        return basic(seen, value, level)
    if kind == "normal":
        return normal(seen, value, level, "delta" if ends is None or ends[1] != 1 else "complement-log")
    if kind == "bca":
        quick = float(np.ravel(speed)[place])
        found = bca(seen, value, level, quick) if np.isfinite(quick) else None
        if found is not None:
            return found
        reasons["BCa does not exist here, percentile limits stand in"] = None
    return percentile(seen, level)
