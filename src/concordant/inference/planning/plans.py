"""Make a `Plan` from what was found: the part that all kinds of plans share."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from concordant.inference.planning.study_aim import StudyAim
from concordant.result.plans import Plan

FEW_CLUSTERS = 20  # below, a standard error from so many clusters is in doubt; intervals say the same


def plan_of(
    aim: StudyAim,
    n: int,
    found: float,
    *,
    method: str,
    says: str,
    assumed: str | None,
    reached: Callable[[int], float],
    groups: Mapping[str, int] | None = None,
    error: float | None = None,
    reason: str | None = None,
) -> Plan:
    """Return the plan of n rows; `found` is its power, or its width."""
    clusters = aim.clusters
    many = None if clusters is None else math.ceil(clusters.number(n) - 1e-9)
    few = f"only {many} clusters" if many is not None and many < FEW_CLUSTERS else None
    rows = "independent rows" if clusters is None else clusters.in_words()
    return Plan(
        n,
        groups,
        found if aim.test else None,
        None if aim.test else found,
        aim.level,
        method,
        says,
        (rows,) if assumed is None else (assumed, rows),
        error,
        "; ".join(filter(None, (reason, few))) or None,
        many,
        None if clusters is None else clusters.effect,
        aim.margin,
        aim.alternative,
        reached=reached,
    )
