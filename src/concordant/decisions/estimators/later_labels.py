"""Truth and predictions of rows that came after `fit`, and may hold labels that it never saw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import Encoded
from concordant.states import Counts
from concordant.typing import Column, Label


def counts_of_later(
    truth: Column,
    given: npt.NDArray[np.generic],
    known: tuple[Label, ...],
    declared: Sequence[Label] | None,
    sample_weight: Column | None,
) -> Counts:
    """
    Count truth and predictions of a model that may not know all labels of the truth.

    A number stands at its value, and a category of an ordered column at its place. Other text has no place among labels
    that it was not declared with, so the table has no order then, and a metric that needs one refuses it.

    Parameters
    ----------
    truth, given : array-like of shape (n,)
        Labels, and those that the model gave.
    known : tuple
        The labels that the model gives, in their order.
    declared : sequence or None
        All labels, where the user declared them: no others may come.
    sample_weight : array-like of shape (n,), optional
        Weights.
    """
    column = encode(truth, "y")
    strange = [label for label in _occurring(column) if label not in known]
    if not strange:
        return Counts.from_labels(truth, given, labels=list(known), sample_weight=sample_weight)
    if declared is not None:
        msg = f"labels= does not name {', '.join(map(repr, strange[:5]))}, which y holds."
        raise LabelError(msg)
    every = [*known, *strange]
    numbers = [label for label in every if isinstance(label, (bool, int, float))]
    if len(numbers) == len(every):
        return Counts.from_labels(truth, given, labels=sorted(numbers), sample_weight=sample_weight)
    if column.names is not None and column.ordered and set(known) <= set(column.names):
        return Counts.from_labels(truth, given, labels=list(column.names), sample_weight=sample_weight)
    counts = Counts.from_labels(truth, given, labels=every, sample_weight=sample_weight)
    return replace(counts, ordered=False)


def _occurring(column: Encoded) -> list[Label]:
    """The labels of a column, each once; missing values are none."""
    values = column.values if column.missing is None else column.values[~column.missing]
    places: list[int] = np.unique(values).tolist()
    names = column.names
    return list(places) if names is None else [names[place] for place in places]
