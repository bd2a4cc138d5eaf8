"""Specific agreement: of two raters their table; of many all pairs of ratings of the same unit, in both orders."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.metrics._agreement.disagreement_weights import scaled_disagreement
from concordant.metrics._agreement.pair_sums import pair_sums
from concordant.metrics._arithmetic.averages import check_average, mean_over_classes, refuse_binary
from concordant.metrics._arithmetic.ratio import ratio
from concordant.states import Counts, SampleCounts
from concordant.typing import Average, Floats, KappaWeights, Label


def table_of(state: Any) -> Any:
    """The table of pairs of labels that a state of raters gives; `Counts` are one."""
    return state if isinstance(state, (Counts, SampleCounts)) else pair_sums(state).pair_table


def near_agreement(
    counts: Counts, weights: KappaWeights, average: Average, pos_label: Label | None, fill: float
) -> Floats:
    """``sum_l w_kl P_kl / sum_l P_kl`` of the positive label, of each, or averaged; P the table and its mirror."""
    check_average(average, counts)
    if isinstance(counts, SampleCounts) or counts.outputs is not None:
        msg = "weights= of specific agreement are for one label a row, not for several labels at once."
        raise OptionError(msg)
    if average == "binary":
        if len(counts.labels) > 2:
            raise refuse_binary(counts.labels, "the data")
        counts = counts.binary(pos_label)
    table = counts.table + np.swapaxes(counts.table, -1, -2)
    near = (table * (1.0 - scaled_disagreement(counts, weights))).sum(-1)
    every = table.sum(-1) * 1.0
    if average == "binary":
        found: Floats = ratio(near[..., 1], every[..., 1])
        return found
    if average in ("micro", "weighted"):
        return ratio(near.sum(-1), every.sum(-1))
    values = ratio(near, every)
    return values if average is None else mean_over_classes(values, None, average, fill)
