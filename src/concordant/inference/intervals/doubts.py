"""Reasons not to trust an interval, however it was made: said beside it, never silently."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from concordant.inference.intervals.by_gaps import OF_GAPS
from concordant.inference.intervals.question import Question
from concordant.inference.intervals.unresolved_top import unresolved_top
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.moments import MomentSample
from concordant.inference.samples.scores import ScoreSample
from concordant.inference.spread import carriers

_FEW = 10  # rows that disagree, or that carry the value; below it, no standard error can be trusted
_FEW_CLUSTERS = 20
_FEW_FOR_A_MEAN = 30  # of a quantity of unknown shape
_FEW_FOR_A_BIAS = 200  # that of an entropy, which is about as large as its error in fewer rows
_OF_SMALL_SAMPLES = {
    "wilson",
    "exact",
    "agresti-coull",
    "jeffreys",
    "perks",
    "pairs",
    "mover",
}  # methods that few rows do not mislead


def doubts(question: Question, method: str) -> Iterator[str]:
    """Yield a sentence for each doubt in limits that were made by `method`."""
    units = question.sample.units
    if units.clusters is not None and units.clusters.size < _FEW_CLUSTERS:
        yield f"only {units.clusters.size} clusters"
    if method == "perks" and not _differing(question):
        yield "no row differs"
    if method in _OF_SMALL_SAMPLES or np.isnan(question.value).any():
        return
    yield from unresolved_top(question)
    if question.metric.facts.interval == "optimism" and method != "optimism":
        yield "the value is the greatest over all thresholds, which is too high in resampled rows"
    if question.metric.name in OF_GAPS and method in ("percentile", "basic", "bca"):
        yield "the error of resampled rows is larger than that of the rows, which puts such limits too high"
    if method in ("t", "log") and isinstance(question.sample, MomentSample) and units.effective < _FEW_FOR_A_MEAN:
        yield f"only {units.effective:.3g} row{'s' * (units.effective != 1)}"
    if method == "normal" and units.effective < _FEW_FOR_A_BIAS:
        yield f"{units.effective:.3g} rows are few for an entropy, which is biased by chance"
    yield from _few(question)


def _few(question: Question) -> Iterator[str]:
    """Say so where few rows decide."""
    units = question.sample.units
    if isinstance(question.sample, ScoreSample):
        count, which = question.sample.rarest()
        if count < _FEW:
            yield f"only {count} row{'s' * (count != 1)} of y_true {'are' if count != 1 else 'is'} {which}"
            return
    if question.influence is not None:
        rows = carriers(units, question.influence[:, np.isfinite(question.value)])
        if rows < _FEW:
            what = "rows" if units.clusters is None else "clusters"
            yield f"the value rests on few {what} (as many as {rows:.0f} that count alike)"
            return
    if isinstance(question.sample, CellSample):
        differ = _differing(question)
        agree = _differing(question, agree=True)
        if units.total > 0 and min(differ, agree) < _FEW:
            yield f"only {min(differ, agree):.3g} rows {'differ' if differ < _FEW else 'agree'}"


def _differing(question: Question, *, agree: bool = False) -> float:
    """How many rows are off the diagonal, or on it, by Kish's count; infinite without a table of two columns."""
    sample = question.sample
    if not isinstance(sample, CellSample):
        return float("inf")
    size = len(sample.state.labels)
    here = (sample.cell // size == sample.cell % size) == agree
    return sample.units.effective_of(here)
