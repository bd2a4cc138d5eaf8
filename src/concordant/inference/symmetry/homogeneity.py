"""The tests of marginal homogeneity of Stuart, Maxwell and Bhapkar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.inference.symmetry.bowker import few
from concordant.inference.symmetry.tested_table import chi_square_tail, counts_of, used
from concordant.result.comparisons import TableTest
from concordant.states import Counts
from concordant.typing import Column, FloatArray, Label, Missing

_RANK = 1e-10  # eigenvalues below this share of the largest are those of a direction in which nothing can differ


def stuart_maxwell_test(
    first: Any,
    second: Column | None = None,
    /,
    *,
    labels: Sequence[Label] | None = None,
    missing: Missing = "raise",
) -> TableTest:
    """
    Test by Stuart and Maxwell whether two raters use each label equally often.

    ``X2 = d' S^-1 d`` with the differences of the margins ``d_i = n_i. - n_.i``, all labels but one, and their
    covariances if the margins are equal: ``s_ii = n_i. + n_.i - 2 n_ii``, ``s_ij = -(n_ij + n_ji)``.

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
        Chi-square with K - 1 degrees of freedom. Labels that neither uses, or that are never confused with any other,
        cannot differ: they are left out, as are as many degrees of freedom. If nothing is confused, the statistic
        is 0 with 0 degrees of freedom and p = 1.

    References
    ----------
    Stuart (1955), A test for homogeneity of the marginal distributions in a two-way classification, Biometrika 42:412.
    Maxwell (1970), Comparing the classification of subjects by two independent judges, British Journal of
    Psychiatry 116:651.

    Examples
    --------
    >>> from concordant import Counts, stuart_maxwell_test
    >>> eyes = Counts.from_table(
    ...     [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]
    ... )
    >>> print(stuart_maxwell_test(eyes))
    Stuart-Maxwell test (equal margins): statistic 11.957, 3 df, p = 0.0075 (n = 7477)
    """
    counts = counts_of("stuart_maxwell_test", first, second, labels=labels, missing=missing)
    statistic, df = _stuart_maxwell(used(counts))
    return _answer("Stuart-Maxwell test", counts, statistic, df)


def bhapkar_test(
    first: Any,
    second: Column | None = None,
    /,
    *,
    labels: Sequence[Label] | None = None,
    missing: Missing = "raise",
) -> TableTest:
    """
    Test by Bhapkar's method whether two raters use each label equally often.

    As `stuart_maxwell_test`, with the covariances of the margins as they are, whether equal or not:
    ``X2 = S / (1 - S / n)`` with the statistic S of Stuart and Maxwell (Ireland, Ku & Kullback 1969).

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
        Chi-square with K - 1 degrees of freedom, fewer as for `stuart_maxwell_test`; infinite with p = 0 where all
        rows are confused one way.

    References
    ----------
    Bhapkar (1966), A note on the equivalence of two test criteria for hypotheses in categorical data, Journal of the
    American Statistical Association 61:228. Ireland, Ku & Kullback (1969), Symmetry and marginal homogeneity of an
    r x r contingency table, JASA 64:1323.

    Examples
    --------
    >>> from concordant import Counts, bhapkar_test
    >>> eyes = Counts.from_table(
    ...     [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]
    ... )
    >>> print(bhapkar_test(eyes))
    Bhapkar's test (equal margins): statistic 11.976, 3 df, p = 0.0075 (n = 7477)
    """
    counts = counts_of("bhapkar_test", first, second, labels=labels, missing=missing)
    statistic, df = _stuart_maxwell(used(counts))
    if df:
        rest = 1 - statistic / counts.n
        statistic = statistic / rest if rest > 1e-12 else float("inf")
    return _answer("Bhapkar's test", counts, statistic, df)


def _answer(test: str, counts: Counts, statistic: float, df: int) -> TableTest:
    p_value = chi_square_tail(statistic, df) if df else 1.0
    table = np.asarray(counts.table, np.float64)
    doubt = few(float(table.sum() - np.trace(table)))
    return TableTest(test, "equal margins", statistic, df, p_value, counts.n, "chi-square", doubt)


def _stuart_maxwell(table: FloatArray) -> tuple[float, int]:
    """
    The statistic and its degrees of freedom.

    With all K labels S has the rank K less the number of groups of labels that are confused with one another; its
    pseudoinverse gives the same statistic as leaving out one label of each group.
    """
    d = table.sum(1) - table.sum(0)
    s = np.diag(table.sum(1) + table.sum(0)) - table - table.T
    values, vectors = np.linalg.eigh(s)
    here = values > _RANK * max(float(values.max(initial=0.0)), 1.0)
    along = vectors[:, here].T @ d
    return float((along**2 / values[here]).sum()), int(here.sum())
