"""Limits of likelihood ratios and odds ratios where a cell is empty, and the value is 0 or infinite."""

from __future__ import annotations

import numpy as np

from concordant.errors import OptionError
from concordant.inference.influence.of_cells import cell_influence
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.intervals.scales import SCALES
from concordant.inference.quantiles import two_sided
from concordant.inference.samples.cell_sample import CellSample
from concordant.inference.samples.indicator_sample import IndicatorSample
from concordant.states import Counts
from concordant.typing import FloatArray

_EVERY = np.arange(4)


def odds_apply(question: Question) -> bool:
    """Whether the metric is a ratio of one class, or of each, of independent rows."""
    metric, sample = question.metric, question.sample
    known = isinstance(sample, CellSample | IndicatorSample)
    ratio = metric.facts.range == (0, np.inf) and "average" in metric.options
    one = question.options.get("average", "binary") in ("binary", None)
    return known and ratio and one and sample.units.clusters is None


def haldane_limits(question: Question) -> Limits:
    """
    Add half a row to every cell of a table with an empty one, and take the limits of its logarithm.

    Without an empty cell they are those of ``"log"``: Simel, Samsa & Matchar 1991, Journal of Clinical Epidemiology
    44:763, for likelihood ratios, Woolf 1955, Annals of Human Genetics 19:251, for odds ratios. The half is Haldane's
    (1956, Annals of Human Genetics 20:309) and Anscombe's (1956, Biometrika 43:461). The value stays what it is: 0 and
    infinity are limits themselves.
    """
    if not odds_apply(question):
        msg = (
            'method="haldane" is for likelihood ratios and odds ratios of independent rows, of one class or of each '
            '(average="binary" or None); take "log", or leave method out.'
        )
        raise OptionError(msg)
    units = question.sample.units
    found = [_limits(question, table * (units.effective / units.total)) for table in _tables(question)]
    low, high, se, added = (np.array(part).reshape(question.value.shape) for part in zip(*found, strict=True))
    value = question.value
    low, high = np.fmin(low, value), np.fmax(high, value)
    reasons = ("a cell is empty, half a row was added to each for the limits",) if added.any() else ()
    gone = np.isnan(value)
    return Limits(np.where(gone, np.nan, low), np.where(gone, np.nan, high), se, "haldane", reasons)


def _tables(question: Question) -> FloatArray:
    """One table of two labels for each value."""
    state: Counts = question.sample.state
    if question.options.get("average", "binary") == "binary":
        table = state.binary(question.options.get("pos_label")).table[None]
    else:
        table = state.one_vs_rest().table
    return np.asarray(table, np.float64)


def _limits(question: Question, table: FloatArray) -> tuple[float, float, float, bool]:
    empty = bool((table == 0).any())
    counts = Counts(table + 0.5 if empty else table, (False, True))
    psi = cell_influence(lambda state: question.metric.formula(state, average="binary"), counts, _EVERY)
    value = float(question.metric.formula(counts, average="binary"))
    weight = counts.table.ravel()
    se = float(np.sqrt(weight @ psi**2)) / float(weight.sum())
    low, high = SCALES["log"].limits(np.asarray(value), np.asarray(se), two_sided(question.level))
    return float(low), float(high), se, empty
