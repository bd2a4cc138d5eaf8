"""Metrics that are the share of rows in which a model is right, among all rows or those of one class of the truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from concordant.inference.comparisons.contrast import Contrast
from concordant.inference.samples.cell_sample import CellSample
from concordant.inference.samples.units import Units
from concordant.states import Counts


@dataclass(frozen=True, slots=True)
class Discordance:
    """
    The rows that two shares are taken of.

    Attributes
    ----------
    only_a, only_b : int
        In how many of them the event happens to A alone, and to B alone.
    n : int
        How many there are; the difference of the shares is ``(only_a - only_b) / n``.
    """

    only_a: int
    only_b: int
    n: int


def discordance(contrast: Contrast) -> Discordance | None:
    """Count the rows, once; None where the metric is no such share, or rows are weighted or in clusters."""
    if "discordance" not in contrast.notes:
        contrast.notes["discordance"] = _discordance(contrast)
    found: Discordance | None = contrast.notes["discordance"]
    return found


def _discordance(contrast: Contrast) -> Discordance | None:
    a, b, positive = contrast.a.sample.whole, contrast.b.sample.whole, contrast.a.sample.output
    if not contrast.paired or not isinstance(a, CellSample) or not isinstance(b, CellSample) or not _plain(a.units):
        return None
    share = contrast.a.metric.share(a.state, contrast.a.options)
    event = None if share is None else share.event
    if event is None:
        return None
    if positive is None:
        positive = _positive(contrast.a.options, a.state) if "average" in contrast.a.metric.options else 0
    if positive is None:
        return None
    weight = a.units.weight
    rows, happens_a = event(*a.codes, positive)
    _, happens_b = event(*b.codes, positive)
    only_a, only_b = (
        round(float(weight[rows & x & ~y].sum())) for x, y in ((happens_a, happens_b), (happens_b, happens_a))
    )
    return Discordance(only_a, only_b, round(float(weight[rows].sum())))


def _plain(units: Units) -> bool:
    return units.clusters is None and units.counted


def _positive(options: Mapping[str, Any], state: Counts) -> int | None:
    """The place of the positive label; None for an average over several labels."""
    if options.get("average", "binary") != "binary" or len(state.labels) != 2:
        return None
    return state.labels.index(state.binary(options.get("pos_label")).labels[1])
