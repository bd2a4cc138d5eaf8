"""Reasons not to trust an interval, however it was made: said beside it, never silently."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from concordant.inference.question import Question
from concordant.inference.samples.cells import CellSample

_FEW = 10  # rows that disagree; below it, no standard error can be trusted
_FEW_CLUSTERS = 20


def doubts(question: Question) -> Iterator[str]:
    """Yield a sentence for each."""
    units = question.sample.units
    if units.clusters is not None and units.clusters.size < _FEW_CLUSTERS:
        yield f"only {units.clusters.size} clusters"
    if isinstance(question.sample, CellSample):
        size = len(question.sample.state.labels)
        apart = question.sample.cell // size != question.sample.cell % size
        differ = float(units.weight[apart].sum())
        if units.total > 0 and min(differ, units.total - differ) < _FEW:
            which = "differ" if differ < _FEW else "agree"
            yield f"only {min(differ, units.total - differ):g} rows {which}"
    if np.isnan(question.value).any():
        return
