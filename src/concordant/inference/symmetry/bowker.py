"""Bowker's test of symmetry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.inference.symmetry.tested_table import chi_square_tail, counts_of, used
from concordant.result.comparisons import TableTest
from concordant.typing import Column, Label, Missing


def bowker_test(
    first: Any,
    second: Column | None = None,
    /,
    *,
    labels: Sequence[Label] | None = None,
    missing: Missing = "raise",
) -> TableTest:
    """
    Test the symmetry of a table by Bowker's test: each confusion of two labels is as frequent one way as the other.

    ``X2 = sum over i < j of (n_ij - n_ji)^2 / (n_ij + n_ji)`` is chi-square distributed, with one degree of freedom for
    each pair of labels that are confused at all. Of two labels it is McNemar's test.

    Parameters
    ----------
    first, second : array-like of shape (n,)
        Labels of two raters, or truth and prediction; or `first` alone, a `Counts`.
    labels : sequence, optional
        All labels in their order.
    missing : {"raise", "drop"}
        What to do with missing labels.

    Returns
    -------
    TableTest
        Without any confusion the statistic is 0 with 0 degrees of freedom, and p = 1. `reason` says where fewer than
        10 rows are off the diagonal.

    References
    ----------
    Bowker (1948), A test for symmetry in contingency tables, Journal of the American Statistical Association 43:572.

    Examples
    --------
    >>> from concordant import Counts, bowker_test
    >>> eyes = Counts.from_table(
    ...     [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]
    ... )
    >>> print(bowker_test(eyes))
    Bowker's test (symmetry): statistic 19.107, 6 df, p = 0.0040 (n = 7477)
    """
    counts = counts_of("bowker_test", first, second, labels=labels, missing=missing)
    table = used(counts)
    above, below = table[np.triu_indices(len(table), 1)], table.T[np.triu_indices(len(table), 1)]
    both = above + below
    df = int((both > 0).sum())
    statistic = float(((above - below)[both > 0] ** 2 / both[both > 0]).sum())
    p_value = chi_square_tail(statistic, df) if df else 1.0
    return TableTest(
        "Bowker's test", "symmetry", statistic, df, p_value, counts.n, "chi-square", few(float(both.sum()))
    )


def few(differ: float) -> str | None:
    """Doubt a distribution for large tables where few rows are off the diagonal."""
    if differ == 0:
        return "the two never differ"
    return f"only {differ:g} rows differ" if differ < 10 else None
