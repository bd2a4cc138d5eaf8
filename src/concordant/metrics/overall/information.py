"""mutual_information, normalized_mutual_information, uncertainty_coefficient."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from concordant.errors import OptionError
from concordant.metrics.arithmetic import difference_of_products, ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import Information, InformationShare
from concordant.metrics.overall.accuracy import no_rows
from concordant.names import did_you_mean
from concordant.states import Counts
from concordant.states.tables import Cells
from concordant.typing import FloatArray, Floats, NumberArray

# By how much chance makes entropies too small: what the jackknife finds (Zahl 1977, Ecology 58:907).
#
# The jackknife takes n - 1 times the mean change of the entropy without one of n rows for its bias. Of counts c that
# is, without a difference that cancels, ``-(sum h(c) - h(n)) / n`` with ``h(c) = c (1 + (c - 1) log(1 - 1 / c))``: 1
# for one row, 0.61 for two, 1/2 for many. With 1/2 for all it is the formula of Miller and Madow, which does not know
# that others are unseen where cells hold one row.


_MANY = 100  # rows; from here on the first terms of the series are right to 3e-12


def jackknife_biases(counts: Counts) -> tuple[float, float, float]:
    """Return the biases of the entropies of truth and prediction, and of the information that they share."""
    held = counts.occupied.counts
    n = float(held.sum())
    truth, predicted, both = (
        float((degrees(one).sum() - degrees(n)) / n) for one in (counts.row_totals, counts.column_totals, held)
    )
    return -truth, -predicted, both - truth - predicted


def degrees(counts: Any) -> FloatArray:
    """``h(c) = c (1 + (c - 1) log(1 - 1 / c)) = 1/2 + 1 / (6 c) + 1 / (12 c^2) + ...`` of each number; 0 of 0."""
    rows = np.asarray(counts, np.float64)
    inverse = 1.0 / np.maximum(rows, 1.0)
    far = np.ravel(1 / 2 + inverse * (1 / 6 + inverse * (1 / 12 + inverse * (1 / 20 + inverse / 30))))
    near = np.flatnonzero(rows < _MANY)
    few = rows.ravel()[near]
    far[near] = few * (1 + (few - 1) * np.log1p(-1 / np.maximum(few, 2.0)))  # of 0 and 1 the factor before is 0
    return far.reshape(rows.shape)


Mean = Literal["arithmetic", "geometric", "min", "max"]
_MEANS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "arithmetic": lambda a, b: (a + b) / 2,
    "geometric": lambda a, b: np.sqrt(a * b),
    "min": np.minimum,
    "max": np.maximum,
}


def _normalized_mutual_information_why(counts: Counts, *, mean: Mean = "arithmetic") -> str | None:
    if counts.stack:
        return f"in some tables {'there are no rows or ' if no_rows(counts) else ''}a column has only one class"
    which = "both columns have" if mean in ("arithmetic", "max") else "a column has"
    return no_rows(counts) or f"{which} only one class: there is no uncertainty to share"


def _normalized_mutual_information_base(truth: Floats, predicted: Floats, *, mean: Mean = "arithmetic") -> Floats:
    """The mean of the two entropies."""
    return _MEANS[mean](truth, predicted)


@metric(
    why=_normalized_mutual_information_why,
    family="overall",
    title="Normalised mutual information",
    says="how much two columns of labels tell about each other: 0 is nothing, 1 everything",
    formula="I(truth, prediction) / mean of H(truth) and H(prediction)",
    source="Vinh, Epps & Bailey 2010, Journal of Machine Learning Research 11:2837, table 2",
    better="higher",
    range=(0, 1),
    interval="zahl",
    is_a=InformationShare(_normalized_mutual_information_base),
    chance=0,
    symmetric=True,
    of_cells=True,
    aliases=("nmi",),
    elsewhere=("normalized_mutual_info_score", "NormalizedMutualInfoScore"),
)
def normalized_mutual_information(counts: Counts, /, *, mean: Mean = "arithmetic") -> Floats:
    """
    Normalised mutual information: mutual information as a share of a mean of the two entropies.

    ``2 I / (H(truth) + H(prediction))`` with the arithmetic mean, which is the symmetric uncertainty coefficient and
    the V-measure of clustering.

    Parameters
    ----------
    mean : {"arithmetic", "geometric", "min", "max"}, default "arithmetic"
        The mean of the two entropies.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) where that mean is 0: both columns have only one class, or, for
        ``"geometric"`` and ``"min"``, one of them.

    Notes
    -----
    Not corrected for chance on few rows, where independent columns share some information by accident.

    References
    ----------
    Vinh, Epps & Bailey (2010), Information theoretic measures for clusterings comparison, Journal of Machine
    Learning Research 11:2837, table 2.

    Examples
    --------
    >>> from concordant import normalized_mutual_information
    >>> round(normalized_mutual_information([0, 0, 1, 1], [0, 0, 0, 1]), 4)
    0.3437
    """
    if mean not in _MEANS:
        msg = f"mean must be one of {', '.join(map(repr, _MEANS))}, not {mean!r}.{did_you_mean(mean, _MEANS)}"
        raise OptionError(msg)
    truth, predicted, shared = information(counts)
    return np.clip(ratio(shared, _normalized_mutual_information_base(truth, predicted, mean=mean)), 0.0, 1.0)[()]


def _uncertainty_coefficient_why(counts: Counts) -> str | None:
    if counts.stack:
        return f"in some tables {'there are no rows or ' if no_rows(counts) else ''}the truth has only one class"
    return no_rows(counts) or "the truth has only one class: there is no uncertainty to take away"


def _uncertainty_coefficient_base(truth: Floats, predicted: Floats) -> Floats:
    """The entropy of the truth."""
    del predicted
    return truth


@metric(
    why=_uncertainty_coefficient_why,
    family="overall",
    title="Uncertainty coefficient",
    says="the share of the uncertainty about the truth that the prediction takes away: 0 is none, 1 all",
    formula="I(truth, prediction) / H(truth)",
    source="Theil 1970, American Journal of Sociology 76:103",
    better="higher",
    range=(0, 1),
    interval="zahl",
    is_a=InformationShare(_uncertainty_coefficient_base),
    of_cells=True,
    chance=0,
    aliases=("theils_u",),
    elsewhere=("theil_u",),
)
def uncertainty_coefficient(counts: Counts, /) -> Floats:
    """
    Uncertainty coefficient: the share of the uncertainty about the truth that the prediction takes away.

    ``U = I(truth, prediction) / H(truth)``, mutual information over the entropy of the truth. Exchange the columns
    for the share of the uncertainty about the prediction that the truth takes away.

    Returns
    -------
    float
        Between 0 (independent columns) and 1 (the prediction leaves no doubt). Undefined (NaN) if the truth has
        only one class, which leaves nothing uncertain: 0/0.

    Notes
    -----
    A prediction that is always wrong in the same way has U = 1: the coefficient asks what can be known, not whether
    the names agree. In clustering it is called homogeneity, and completeness with the columns exchanged.

    References
    ----------
    Theil (1970), On the estimation of relationships involving qualitative variables, American Journal of Sociology
    76:103.

    Examples
    --------
    >>> from concordant import uncertainty_coefficient
    >>> uncertainty_coefficient([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    >>> round(uncertainty_coefficient([0, 0, 1, 1], [0, 0, 0, 1]), 4)
    0.3113
    """
    truth, predicted, shared = information(counts)
    return np.clip(ratio(shared, _uncertainty_coefficient_base(truth, predicted)), 0.0, 1.0)[()]


def _degrees(counts: Counts) -> float:
    """Cells that hold rows, less the labels of each column, and one: ``(K - 1)^2`` where every cell does."""
    cells = counts.cells
    filled = np.count_nonzero(counts.table) if cells is None else np.count_nonzero(cells.counts)
    return float(filled - np.count_nonzero(counts.row_totals) - np.count_nonzero(counts.column_totals) + 1)


@metric(
    why=no_rows,
    family="overall",
    title="Mutual information",
    says="how much one column of labels tells about the other, in nats: 0 is nothing",
    formula="sum p_ij log(p_ij / (p_i. p_.j))",
    source="Shannon 1948, Bell System Technical Journal 27:379, section 6 and 12",
    better="higher",
    range=(0, np.inf),
    interval="miller-madow",
    is_a=Information(_degrees),
    chance=0,
    symmetric=True,
    of_cells=True,
    elsewhere=("mutual_info_score", "MutualInfoScore"),
)
def mutual_information(counts: Counts | Cells, /) -> Floats:
    """
    Mutual information: how much one column of labels tells about the other.

    ``I = sum_ij p_ij log(p_ij / (p_i. p_.j))`` in nats (divide by log 2 for bits): by how much knowing one label
    lowers the uncertainty about the other. It does not matter which label of one column goes with which of the
    other: a prediction that is always wrong in the same way tells as much as one that is right.

    Returns
    -------
    float
        Not negative; 0 for independent columns, at most the smaller of the two entropies. Undefined (NaN) without
        rows.

    Notes
    -----
    It grows with the number of labels and is biased upwards on few rows, by about ``(K - 1)^2 / (2 n)`` for
    independent columns. It cannot be compared between data with other classes: see `uncertainty_coefficient` and
    `normalized_mutual_information`.

    References
    ----------
    Shannon (1948), A mathematical theory of communication, Bell System Technical Journal 27:379, sections 6 and 12.

    Examples
    --------
    >>> from concordant import mutual_information
    >>> round(mutual_information(["a", "a", "b", "b"], ["x", "x", "y", "y"]), 4)  # log 2
    0.6931
    """
    return information(counts)[2][()]


_EXACT = 2**26  # rows; products of whole numbers are below 2**53
_NEAR = 0.06  # up to here the series of the inverse hyperbolic tangent has full precision in seven terms
_SERIES = tuple(1 / power for power in range(15, 1, -2))  # 1/15, 1/13, ... 1/3


def entropy(weights: Floats) -> Floats:
    """
    ``-sum p log p`` of the shares of the last axis; 0 without rows.

    The logarithm of the largest share, which can be close to 1, is taken of the sum of the others.
    """
    weights = weights * 1.0
    if not weights.shape[-1]:
        return weights.sum(-1)
    largest = np.abs(weights).argmax(-1)[..., None] == np.arange(weights.shape[-1])
    others = np.where(largest, 0.0, weights)
    rest, total = others.sum(-1, keepdims=True), weights.sum(-1, keepdims=True)
    one = np.where(total == 0, 1.0, total)
    share = weights / one
    logarithm = np.log(np.where(others == 0, 1.0, share)) + largest * np.log1p(-rest / one)
    return -(share * logarithm).sum(-1)


def information(counts: Counts | Cells) -> tuple[Floats, Floats, Floats]:
    """Return the entropies of truth and prediction, and the information that they share; that is NaN without rows."""
    if isinstance(counts, Cells):
        truth, predicted = _plain_entropy(counts.row_totals), _plain_entropy(counts.column_totals)
        return truth, predicted, np.maximum(truth + predicted - _plain_entropy(counts.counts), 0.0)
    rows, columns = counts.row_totals, counts.column_totals
    shared = np.where(rows.sum(-1) > 0, np.maximum(shared_information(counts), 0.0), np.nan)
    return entropy(rows), entropy(columns), shared


def _plain_entropy(weights: FloatArray) -> FloatArray:
    """``log n - sum w log w / n``: to some 13 digits, which is enough of values that vary; NaN without rows."""
    n = weights.sum(-1)
    n = np.where(n > 0, n, np.nan)
    found: FloatArray = (
        np.log(n) - np.einsum("...u,...u->...", weights, np.log(np.where(weights > 0, weights, 1.0))) / n
    )
    return found


def shared_information(counts: Counts) -> Floats:
    """
    ``sum p_ij log(p_ij / (r_i c_j))``, as a sum of terms that are not negative.

    With ``q_ij = r_i c_j`` and ``d_ij = p_ij / q_ij - 1`` it is ``sum q_ij ((1 + d_ij) log(1 + d_ij) - d_ij)``, as the
    ``q_ij d_ij`` add up to 0: nothing cancels where the columns are all but independent.
    """
    cells = counts.cells
    if cells is not None and not _may_cancel(cells.counts):
        return _shared_by_cells(cells)
    table = counts.table * 1.0
    rows, columns = table.sum(-1, keepdims=True), table.sum(-2, keepdims=True)
    n = rows.sum(-2, keepdims=True)
    expected = rows * columns
    here = table != 0
    exact = counts.table.dtype.kind == "i" and bool((n < _EXACT).all())
    excess = table * n - expected if exact else difference_of_products(table, n, rows, columns)
    gained = np.where(here, _gain(_relative(excess, expected, here)), 1.0)
    one = np.where(n == 0, 1.0, n)
    return (rows / one * (columns / one) * gained).sum((-2, -1))


def _may_cancel(numbers: NumberArray) -> bool:
    """Whether what the margins expect in the empty cells is not a sum of whole numbers, and its rounding would show."""
    return isinstance(numbers, np.ndarray) and numbers.dtype.kind == "f"


def _shared_by_cells(cells: Cells) -> Floats:
    """The same sum: each empty cell adds ``q_ij``, and all of them what the others leave of one."""
    table = cells.counts * 1.0
    rows, columns = cells.row_totals[..., cells.truth] * 1.0, cells.column_totals[..., cells.prediction] * 1.0
    n = table.sum(-1)[..., None]
    expected = rows * columns
    exact = cells.counts.dtype.kind == "i" and bool((n < _EXACT).all())
    excess = table * n - expected if exact else difference_of_products(table, n, rows, columns)
    here = table != 0
    gained = np.where(here, _gain(_relative(excess, expected, here)), 1.0)
    one = np.where(n == 0, 1.0, n)
    empty = (n * n)[..., 0] - expected.sum(-1)
    return (rows / one * (columns / one) * gained).sum(-1) + empty / (one * one)[..., 0]


def _relative(excess: Floats, expected: Floats, here: Any) -> Floats:
    """How much more rows a cell holds than the margins expect, relative to these; 0 where it holds none."""
    more = np.divide(excess, expected, out=np.zeros_like(expected), where=here)
    return more if np.iscomplexobj(more) else np.maximum(more, -1.0)  # rounding of a cell that is next to nothing


def _gain(d: Floats) -> Floats:
    """
    ``(1 + d) log(1 + d) - d`` to full precision.

    Near 0 it is ``d^2 / (2 + d) + 2 (1 + d) (x^3/3 + x^5/5 + ...)`` with ``x = d / (2 + d)``, as
    ``log(1 + d) = 2 artanh x``.
    """
    x = d / (2.0 + d)
    near = np.abs(x) < _NEAR
    small = np.where(near, x, 0.0)
    square = small * small
    series = square * _SERIES[0]
    for term in _SERIES[1:-1]:
        series = (series + term) * square
    series = series + _SERIES[-1]
    nothing = d == -1
    far = np.where(near | nothing, 1.0, d)
    usual = np.where(near, d * x + 2 * (1 + d) * small * square * series, (1 + far) * np.log1p(far) - far)
    return np.where(nothing, 1.0, usual)
