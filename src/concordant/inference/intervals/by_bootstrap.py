"""Limits from resampled rows, and from the Dirichlet distribution of the cells where resampling sees too little."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from concordant.errors import OptionError
from concordant.inference.bootstrap.acceleration import acceleration
from concordant.inference.bootstrap.dirichlet import dirichlet
from concordant.inference.bootstrap.limits import basic, bca, normal, percentile
from concordant.inference.intervals.question import Estimate, Limits, Question
from concordant.inference.samples.cell_sample import CellSample
from concordant.settings import told
from concordant.states.tables import refuse_many
from concordant.typing import FloatArray

_ROUNDING = 1e-13  # values that differ by less are equal
_BATCH = 1 << 22  # cells in a batch: 32 MiB
_ENOUGH = 5  # draws beyond a limit


def bootstrap_limits(question: Estimate, *, kind: Literal["percentile", "basic", "bca", "normal"]) -> Limits:
    """
    The limits that the values of resampled rows give; draws in which the metric is undefined are left out.

    Where BCa limits cannot be computed, percentile limits are used. The method then says so: ``"percentile"``, or
    ``"bca/percentile"`` if it is so for some of several values.
    """
    speed = acceleration(question) if kind == "bca" else None
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
    refuse_many(counts.labels)
    cells = np.arange(len(counts.labels) ** 2)
    every = CellSample.of_cells(sample.units, counts, cells)
    shrink = sample.units.effective / sample.units.total
    table = np.asarray(np.bincount(sample.cell, sample.units.weight, minlength=len(cells)) * shrink, np.float64)
    found = _of_draws(question, np.concatenate([*_drawn_shares(question, every, table)]), "percentile", None)
    low, high = np.minimum(found.low, question.value), np.maximum(found.high, question.value)
    return Limits(low, high, found.se, "perks", found.reasons)


def _drawn_shares(question: Question, every: CellSample, table: FloatArray) -> Iterator[FloatArray]:
    """Yield the metric of Dirichlet draws of the cells, in batches of bounded memory."""
    random, cells = np.random.default_rng(np.random.SeedSequence(question.seed)), len(table)
    many = max(1, min(question.draws, _BATCH // max(cells, 1)))
    for first in told(range(0, question.draws, many), "resampling"):
        drawn = dirichlet(random, table, 1 / cells, min(many, question.draws - first))
        drawn *= every.units.total / drawn.sum(1, keepdims=True)
        yield every.values(question.metric, question.options, drawn)


def few_draws(draws: int, level: float, least: float) -> str | None:
    """Say so where limits are quantiles so far out that few draws lie beyond them."""
    beyond = draws * (1 - level) / 2
    if beyond >= least:
        return None
    wanted = int(np.ceil(2 * _ENOUGH / (1 - level) / 1000) * 1000)
    return f"limits this far out rest on {beyond:.1f} of {draws:,} draws: take draws={wanted:_}"


def _of_draws(question: Estimate, drawn: FloatArray, kind: str, speed: FloatArray | None) -> Limits:
    shape = question.value.shape
    columns, values = drawn.reshape(len(drawn), -1), question.value.ravel()
    low, high, se = (np.full(len(values), np.nan) for _ in range(3))
    made: list[str] = []
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
        quick = None if speed is None else float(np.ravel(speed)[place])
        low[place], high[place], by = _limits(question, seen, value, kind, quick)
        made.append(by)
    if "percentile" in made and kind == "bca":
        of = "" if len(values) == 1 else f" for {made.count('percentile')} of {len(values)} values"
        reasons[f"BCa limits cannot be computed here{of}; percentile limits are used instead"] = None
    if made and kind != "normal" and (few := few_draws(question.draws, question.level, 1)):
        reasons[few] = None
    method = "/".join(one for one in (kind, "percentile") if one in made) if kind == "bca" and made else kind
    return Limits(low.reshape(shape), high.reshape(shape), se.reshape(shape), method, tuple(reasons))


def _limits(
    question: Estimate, seen: FloatArray, value: float, kind: str, quick: float | None
) -> tuple[float, float, str]:
    """The limits of one value, and how they were made."""
    level, ends = question.level, question.metric.facts.range
    if kind == "basic":
        return *basic(seen, value, level), kind
    if kind == "normal":
        return *normal(seen, value, level, "delta" if ends is None or ends[1] != 1 else "complement-log"), kind
    found = bca(seen, value, level, quick) if quick is not None and np.isfinite(quick) else None
    return (*percentile(seen, level), "percentile") if found is None else (*found, "bca")
