"""Each group of rows against all others: whether they differ by more than chance among so many groups."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import cast

import numpy as np
import numpy.typing as npt

from concordant.errors import ConcordantError, IntervalWarning, UndefinedMetricWarning
from concordant.inference.comparisons.difference import adjusted
from concordant.metrics.definition.registry import get
from concordant.report.choices import Choice
from concordant.report.material import Material
from concordant.report.page_records import AgainstRest
from concordant.report.uncertainty import columns_of
from concordant.result.comparisons import Adjust, Comparison
from concordant.typing import Label

_MOST_ROWS = 1_000_000  # rows times groups, which takes seconds
NOT_TESTED = "Groups are not tested against the rest"
_METHOD = "mover"  # holds its level where a small group has no error; see docs/uncertainty.md

Rows = npt.NDArray[np.intp]


def not_tested(parts: Sequence[tuple[Label, Rows]], material: Material) -> str | None:
    """Why groups are not compared with each other, as a sentence; None if they are."""
    if material.times is not None:
        return f"{NOT_TESTED}, as rows that are alike were counted together; metric.compare_independent does it."
    if material.n * len(parts) > _MOST_ROWS:
        return (
            f"{NOT_TESTED}: {material.n:,} rows in {len(parts)} groups would take too long; "
            "metric.compare_independent does it."
        )
    crossing = _crossing(parts, material)
    if crossing:
        s, have = ("s", "have") if crossing > 1 else ("", "has")
        return (
            f"{NOT_TESTED}: {crossing:,} cluster{s} {have} rows in several groups, so that the groups are not "
            "independent."
        )
    return None


def _crossing(parts: Sequence[tuple[Label, Rows]], material: Material) -> int:
    """How many clusters have rows in more than one group."""
    if material.cluster is None:
        return 0
    seen = np.concatenate([np.unique(material.cluster[rows]) for _, rows in parts])
    return int((np.unique(seen, return_counts=True)[1] > 1).sum())


def against_rest(
    parts: Sequence[tuple[Label, Rows]], material: Material, choices: Sequence[Choice], level: float, adjust: Adjust
) -> list[tuple[AgainstRest, ...]]:
    """
    Test each group against all other rows on each metric; p-values are adjusted over the groups of a metric.

    Of two groups each is the rest of the other: both tests are the same comparison, which counts once.
    """
    names = [str(label) for label, _ in parts]
    found: list[list[Comparison | str]] = []
    for (_, rows), name in zip(parts, names, strict=True):
        others = np.ones(material.n, np.bool_)
        others[rows] = False
        sides = material.part(rows), material.part(np.flatnonzero(others))
        called = (name, "the rest" if name != "the rest" else "all others")
        found.append([_compared(choice, sides, called, level) for choice in choices])
    columns = []
    for column in zip(*found, strict=True):
        each = [math.nan if isinstance(one, str) else one.p_value for one in column]
        p = adjusted(np.array(each), adjust if len(parts) > 2 else None).tolist()
        columns.append([_joined(one, value) for one, value in zip(column, p, strict=True)])
    return [tuple(row) for row in zip(*columns, strict=True)]


def _compared(
    choice: Choice, sides: tuple[Material, Material], names: tuple[str, str], level: float
) -> Comparison | str:
    metric = get(choice.metric)
    data, readings = zip(*(columns_of(metric, side) for side in sides), strict=True)
    pairs = {
        name: tuple(reading[name] for reading in readings)
        for name in ("sample_weight", "cluster")
        if readings[0][name] is not None
    }
    rest = {name: value for name, value in readings[0].items() if name not in ("sample_weight", "cluster")}
    how = {"names": names, "level": level, "method": _METHOD, **pairs, **rest, **choice.options}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)  # the reason stands in the result
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        try:
            return cast("Comparison", metric.compare_independent(*data, **how))
        except ConcordantError as error:
            return str(error)


def _joined(one: Comparison | str, p_value: float) -> AgainstRest:
    if isinstance(one, str):
        return AgainstRest(None, math.nan, one)
    return AgainstRest(one, p_value, one.reason)
