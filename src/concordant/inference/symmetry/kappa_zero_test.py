"""The test of kappa against zero."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.errors import UndefinedMetricWarning
from concordant.inference.influence.of_cells import cell_influence
from concordant.inference.quantiles import tail
from concordant.inference.symmetry.tested_table import counts_of
from concordant.metrics.agreement.cohen_kappa import cohen_kappa
from concordant.metrics.definition.options import warn_user
from concordant.result.comparisons import TableTest
from concordant.states import Counts
from concordant.typing import Column, KappaWeights, Label, Missing


def kappa_test(
    first: Any,
    second: Column | None = None,
    /,
    *,
    weights: KappaWeights = None,
    labels: Sequence[Label] | None = None,
    missing: Missing = "raise",
) -> TableTest:
    """
    Test Cohen's kappa against zero: whether two raters agree as chance would have it.

    ``z = kappa / se0`` with the standard error that kappa has if both raters judge independently of each other,
    ``se0^2 = (sum_ij r_i c_j (w_ij - u_ij)^2 - Pe^2) / (n (1 - Pe)^2)``, ``u_ij`` the sum of the mean weights of row i
    and column j. It is for the test alone: the interval has another standard error, see `cohen_kappa.interval`.

    Parameters
    ----------
    first, second : array-like of shape (n,)
        Labels of two raters; or `first` alone, a `Counts`.
    weights
        As of `cohen_kappa`.
    labels : sequence, optional
        All labels in their order.
    missing : {"raise", "drop"}
        What to do with missing labels.

    Returns
    -------
    TableTest
        Two-sided. The statistic is NaN, with a reason and a warning, where kappa is undefined or a rater uses one
        label only.

    Notes
    -----
    That raters agree more than by chance is little to ask for: with enough rows a kappa of 0.05 is shown to be above
    zero. Whether agreement is good enough, the lower limit of `cohen_kappa.interval` tells.

    References
    ----------
    Fleiss, Cohen & Everitt (1969), Large sample standard errors of kappa and weighted kappa, Psychological
    Bulletin 72:323, eq. 14.

    Examples
    --------
    >>> from concordant import Counts, kappa_test
    >>> print(kappa_test(Counts.from_table([[88, 14, 18], [10, 40, 10], [2, 6, 12]])))
    Test of Cohen's kappa (kappa = 0): statistic 9.456, p < 0.0001 (n = 200)
    """
    counts = counts_of("kappa_test", first, second, labels=labels, missing=missing)
    outcome = cohen_kappa.outcome(counts, weights=weights)
    value, reason = float(outcome.value), outcome.reason
    se = _error_by_chance(counts, weights) if math.isfinite(value) else float("nan")
    if reason is None and not se > 0:
        reason = "a rater uses one label only, so that kappa is 0 whatever the other says"
    if reason is not None:
        warn_user(f"kappa_test: {reason}", UndefinedMetricWarning)
    z = value / se if se > 0 else float("nan")
    p_value = tail(z) if se > 0 else float("nan")
    return TableTest("Test of Cohen's kappa", "kappa = 0", z, None, p_value, counts.n, "normal", reason)


def _error_by_chance(counts: Counts, weights: KappaWeights) -> float:
    """The delta method at the table of independent raters with these margins."""
    table = np.asarray(counts.table, np.float64)
    n = float(table.sum())
    chance = np.outer(table.sum(1), table.sum(0)) / n
    cells = np.flatnonzero(chance)
    expected = Counts(chance, counts.labels, counts.ordered)
    psi = cell_influence(lambda state: cohen_kappa.formula(state, weights=weights), expected, cells)
    se = math.sqrt(float(chance.ravel()[cells] @ psi**2)) / n
    return se if se > 1e-14 else 0.0
