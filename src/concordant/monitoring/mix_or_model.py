"""Whether a metric has changed because the groups are mixed otherwise, or within them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

from concordant.errors import UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric
from concordant.monitoring.rows_to_cells import Group
from concordant.monitoring.states_of_cells import CountedStates
from concordant.result.record import Record


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MixOrModel(Record):
    """
    The change of a metric in two parts, which add up to it.

    Attributes
    ----------
    metric : str
    mix : float
        What the other shares of the groups do: the value now less the value at the shares of before.
    model : float
        What has changed within the groups: the value now at the shares of before, less that of before.
    at_old_shares : float
        The value now if the groups had the shares of before.
    reason : str or None
        Why the two cannot be told apart; None if they can.
    """

    metric: str
    mix: float
    model: float
    at_old_shares: float
    reason: str | None = None


def mix_or_model(
    metric: Metric,
    now: Mapping[Group, CountedStates],
    before: Mapping[Group, CountedStates],
    options: Mapping[str, Any],
) -> MixOrModel:
    """
    Part the change of a metric by weighting the groups of now as they were before (direct standardisation).

    Parameters
    ----------
    metric : Metric
    now, before : mapping
        The states of each group. A group that is new counts as mix; with one that is gone nothing can be told.
    options : mapping
        Those of the metric.
    """
    nan = math.nan
    gone = [group for group, states in before.items() if states.n and not (group in now and now[group].n)]
    if gone:
        named = ", ".join(str(value) for value in gone[0])
        return MixOrModel(metric.name, nan, nan, nan, f"{len(gone)} of the groups of before have no row now ({named})")
    parts = [now[group].state_of(metric) * (states.n / now[group].n) for group, states in before.items() if states.n]
    whole = [reduce(add, [states.state_of(metric) for states in every.values() if states.n]) for every in (now, before)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        here, there, standard = (float(metric.of(state, **options)) for state in (*whole, reduce(add, parts)))
    reason = "the metric is undefined in one of them" if math.isnan(here + there + standard) else None
    return MixOrModel(metric.name, here - standard, standard - there, standard, reason)
