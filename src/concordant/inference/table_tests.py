"""Tests of one table: McNemar, Bowker, Stuart-Maxwell, Bhapkar, kappa against 0."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, get_args

import numpy as np

from concordant.errors import InputTypeError, LabelError, LengthError, OptionError, UndefinedMetricWarning, WeightError
from concordant.inference.comparisons.proportions import McNemar, mcnemar_p
from concordant.inference.influence.tables import cell_influence
from concordant.inference.quantiles import special, tail
from concordant.metrics.agreement.cohen_kappa import cohen_kappa
from concordant.metrics.definition.options import warn_user
from concordant.names import did_you_mean, unknown_choice
from concordant.result.comparisons import TableTest
from concordant.result.record import altered
from concordant.states import Counts
from concordant.typing import Column, FloatArray, KappaWeights, Label, Missing

_FEWEST = 10  # rows that differ, for each degree of freedom of Bhapkar's test
_RANK = 1e-10  # eigenvalues below this share of the largest are those of a direction in which nothing can differ


def stuart_maxwell_test(
    first: Any, second: Column | None = None, /, *, labels: Sequence[Label] | None = None, missing: Missing = "raise"
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
    counts = _counts_of("stuart_maxwell_test", first, second, labels=labels, missing=missing)
    statistic, df = _stuart_maxwell(_used(counts))
    return _chi_square_test("Stuart-Maxwell test", "equal margins", counts, statistic, df, _confused(counts))


def _counts_of(
    name: str, first: Any, second: Column | None, *, labels: Sequence[Label] | None, missing: Missing
) -> Counts:
    """The one table of whole rows that a test is of: the variances of these tests are those of a multinomial."""
    if second is None:
        if not isinstance(first, Counts):
            raise InputTypeError(f"{name} takes two columns of labels, or one Counts, not one {type(first).__name__}.")
        if labels is not None:
            raise OptionError(f"{name} of Counts has their labels; call counts.relabel(labels) for others.")
        counts = first
    else:
        counts = Counts.from_labels(first, second, labels=labels, missing=missing)
    if counts.table.ndim != 2:
        raise LengthError(f"{name} is a test of one table, not of a stack of {len(counts)}.")
    if counts.squares is not None and not np.array_equal(counts.table, counts.squares):
        raise WeightError(f"{name} is a test of rows that count once each, not of weighted rows.")
    return counts


def _used(counts: Counts) -> FloatArray:
    """The table without the labels that neither column uses."""
    table = np.asarray(counts.table, np.float64)
    occurs = (table.sum(0) + table.sum(1)) > 0
    return table[np.ix_(occurs, occurs)]


def _stuart_maxwell(table: FloatArray) -> tuple[float, int]:
    """
    The statistic and its degrees of freedom.

    With all K labels S has the rank K less the number of groups of labels that are confused with one another; its
    pseudoinverse gives the same statistic as leaving out one label of each group.
    """
    d = table.sum(1) - table.sum(0)
    s = np.diag(table.sum(1) + table.sum(0)) - table - table.T
    values, vectors = np.linalg.eigh(s)
    positive = values > _RANK * max(float(values.max(initial=0.0)), 1.0)
    along = vectors[:, positive].T @ d
    return float((along**2 / values[positive]).sum()), int(positive.sum())


def _chi_square_test(
    test: str, hypothesis: str, counts: Counts, statistic: float, df: int, differing: float
) -> TableTest:
    p_value = float(special().chdtrc(df, statistic)) if df else 1.0
    return TableTest(test, hypothesis, statistic, df, p_value, counts.n, "chi-square", _few(differing))


def _few(rows: float) -> str | None:
    """The reason to doubt a distribution for large tables: few rows are off the diagonal."""
    if rows == 0:
        return "the two never differ"
    return f"only {rows:g} rows differ" if rows < _FEWEST else None


def _confused(counts: Counts) -> float:
    """How many rows are off the diagonal."""
    table = np.asarray(counts.table, np.float64)
    return float(table.sum() - np.trace(table))


def bhapkar_test(
    first: Any, second: Column | None = None, /, *, labels: Sequence[Label] | None = None, missing: Missing = "raise"
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
        rows are confused one way. Fewer than 10 rows that differ for each degree of freedom are a `reason` to doubt it:
        of 25 or 50 rows and 4 labels with equal margins it rejects 9 and 7 % at 5 %, Stuart and Maxwell's 2 and 4 %.

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
    counts = _counts_of("bhapkar_test", first, second, labels=labels, missing=missing)
    statistic, df = _stuart_maxwell(_used(counts))
    if df:
        rest = 1 - statistic / counts.n
        statistic = statistic / rest if rest > 1e-12 else float("inf")
    differing = _confused(counts)
    test = _chi_square_test("Bhapkar's test", "equal margins", counts, statistic, df, differing)
    if test.reason or differing >= _FEWEST * df:
        return test
    return altered(test, reason=f"only {differing:g} rows differ for {df} degrees of freedom: take stuart_maxwell_test")


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
    counts = _counts_of("kappa_test", first, second, labels=labels, missing=missing)
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


def mcnemar_test(
    first: Any,
    second: Column | None = None,
    /,
    *,
    method: McNemar = "mcnemar-mid-p",
    labels: Sequence[Label] | None = None,
    missing: Missing = "raise",
) -> TableTest:
    """
    Test by McNemar's method whether two raters say yes equally often.

    Only the rows count in which they differ: b of one kind and c of the other. If both say yes equally often, b is
    binomial(b + c, 1/2).

    Parameters
    ----------
    first, second : array-like of shape (n,)
        Two labels each: of two raters, before and after, whether each of two models is right; or `first` alone, a
        `Counts` of two labels.
    method : {"mcnemar-mid-p", "mcnemar-exact", "mcnemar", "mcnemar-corrected"}
        As in `accuracy.compare`: the mid-p value, which keeps closest to its level without exceeding it in practice;
        the exact binomial one; ``(b - c)^2 / (b + c)``; and ``(|b - c| - 1)^2 / (b + c)``, corrected for continuity.
    labels : sequence, optional
        The labels in their order.
    missing : {"raise", "drop"}
        What to do with missing labels.

    Returns
    -------
    TableTest
        If the two never differ, p = 1. The statistic is that of the chi-square form, or b for the binomial ones.

    Notes
    -----
    To compare two models with the truth, `accuracy.compare` does this for the rows where one of them alone is right,
    and gives the interval of the difference.

    References
    ----------
    McNemar (1947), Psychometrika 12:153. Edwards (1948), Psychometrika 13:185. Fagerland, Lydersen & Laake (2013),
    The McNemar test for binary matched-pairs data: mid-p and asymptotic are better than exact conditional, BMC Medical
    Research Methodology 13:91.

    Examples
    --------
    >>> from concordant import Counts, mcnemar_test
    >>> airway = Counts.from_table([[1, 1], [7, 12]])
    >>> print(mcnemar_test(airway, method="mcnemar-exact"))
    McNemar's test (equal margins): statistic 1.000, p = 0.0703 (n = 21; only 8 rows differ)
    >>> round(mcnemar_test(airway).p_value, 4)
    0.0391
    """
    methods = get_args(McNemar)
    if method not in methods:
        near = f"mcnemar-{method}" if f"mcnemar-{method}" in methods else method
        raise unknown_choice("method", method, methods, hint=did_you_mean(near, methods))
    counts = _counts_of("mcnemar_test", first, second, labels=labels, missing=missing)
    if len(counts.labels) > 2:
        raise LabelError(
            f"mcnemar_test is for two labels, not {len(counts.labels)}; bowker_test (symmetry) and stuart_maxwell_test "
            "(equal margins) are its forms for more."
        )
    b, c = (round(float(counts.table[0, -1])), round(float(counts.table[-1, 0]))) if len(counts.labels) == 2 else (0, 0)
    statistic, df = float(b), None
    if method in ("mcnemar", "mcnemar-corrected"):
        difference = abs(b - c) if method == "mcnemar" else max(abs(b - c) - 1, 0)
        statistic, df = (difference**2 / (b + c), 1) if b + c else (0.0, 0)
    p_value = mcnemar_p(b, c, method)
    return TableTest("McNemar's test", "equal margins", statistic, df, p_value, counts.n, method, _few(b + c))


def bowker_test(
    first: Any, second: Column | None = None, /, *, labels: Sequence[Label] | None = None, missing: Missing = "raise"
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
    counts = _counts_of("bowker_test", first, second, labels=labels, missing=missing)
    table = _used(counts)
    above, below = table[np.triu_indices(len(table), 1)], table.T[np.triu_indices(len(table), 1)]
    both = above + below
    df = int((both > 0).sum())
    statistic = float(((above - below)[both > 0] ** 2 / both[both > 0]).sum())
    return _chi_square_test("Bowker's test", "symmetry", counts, statistic, df, float(both.sum()))
