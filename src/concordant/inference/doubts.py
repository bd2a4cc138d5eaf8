"""Reasons not to trust an interval, however it was made: said beside it, never silently."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from concordant.inference.question import Question
from concordant.inference.samples.cells import CellSample
from concordant.inference.spread import carriers

_FEW = 10  # rows that disagree, or that carry the value; below it, no standard error can be trusted
_FEW_CLUSTERS = 20
_OF_SMALL_SAMPLES = {"wilson", "exact", "agresti-coull", "jeffreys", "perks"}  # methods that few rows do not mislead


def doubts(question: Question, method: str) -> Iterator[str]:
    """Yield a sentence for each doubt in limits that were made by `method`."""
    units = question.sample.units
    if units.clusters is not None and units.clusters.size < _FEW_CLUSTERS:
        yield f"only {units.clusters.size} clusters"
    if method in _OF_SMALL_SAMPLES or np.isnan(question.value).any():
        return
    if question.influence is not None:
        rows = carriers(units, question.influence)
        if rows < _FEW:
            what = "rows" if units.clusters is None else "clusters"
            yield f"the value rests on few {what} (as many as {rows:.0f} that count alike)"
            return
    if isinstance(question.sample, CellSample):
        size = len(question.sample.state.labels)
        apart = question.sample.cell // size != question.sample.cell % size
        differ = float(units.weight[apart].sum())
        if units.total > 0 and min(differ, units.total - differ) < _FEW:
            which = "differ" if differ < _FEW else "agree"
            yield f"only {min(differ, units.total - differ):g} rows {which}"
