"""The table of a call: counted from two columns, or given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.errors import InputTypeError, LengthError, OptionError, WeightError
from concordant.inference.quantiles import special
from concordant.states import Counts
from concordant.typing import Column, FloatArray, Label, Missing


def counts_of(
    name: str, first: Any, second: Column | None, *, labels: Sequence[Label] | None, missing: Missing
) -> Counts:
    """
    Return one table of whole rows.

    Raises
    ------
    InputTypeError
        If a single argument is no `Counts`.
    OptionError
        If labels are declared beside a `Counts`.
    LengthError
        If the `Counts` are a stack of tables.
    WeightError
        If rows are weighted: the variances of these tests are those of a multinomial.
    """
    if second is None:
        if not isinstance(first, Counts):
            msg = f"{name} takes two columns of labels, or one Counts, not one {type(first).__name__}."
            raise InputTypeError(msg)
        if labels is not None:
            msg = f"{name} of Counts has their labels; call counts.relabel(labels) for others."
            raise OptionError(msg)
        counts = first
    else:
        counts = Counts.from_labels(first, second, labels=labels, missing=missing)
    if counts.table.ndim != 2:
        msg = f"{name} is a test of one table, not of a stack of {len(counts)}."
        raise LengthError(msg)
    if counts.squares is not None and not np.array_equal(counts.table, counts.squares):
        msg = f"{name} is a test of rows that count once each, not of weighted rows."
        raise WeightError(msg)
    return counts


def used(counts: Counts) -> FloatArray:
    """Return the table without the labels that neither column uses."""
    table = np.asarray(counts.table, np.float64)
    here = (table.sum(0) + table.sum(1)) > 0
    return table[np.ix_(here, here)]


def chi_square_tail(statistic: float, df: int) -> float:
    """P(chi-square with `df` degrees of freedom >= statistic)."""
    return float(special().chdtrc(df, statistic))
