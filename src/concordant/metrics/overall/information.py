"""mutual_information, normalized_mutual_information, uncertainty_coefficient."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from concordant import _kernels
from concordant.metrics.arithmetic import ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import Information, InformationShare
from concordant.metrics.overall.accuracy import no_rows
from concordant.names import require_choice
from concordant.states import Counts
from concordant.states.tables import Cells
from concordant.typing import FloatArray, Floats

_MANY = 100  # rows; from here on the first terms of the series are right to 3e-12

Mean = Literal["arithmetic", "geometric", "min", "max"]


def _end(of_two: Callable[[Any, Any], Any]) -> Callable[[Floats, Floats], Floats]:
    """The smaller or the greater of two entropies; where they are equal each moves it by half."""
    return lambda a, b: np.where(np.real(a) == np.real(b), (a + b) / 2, of_two(a, b))[()]


_MEANS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "arithmetic": lambda a, b: (a + b) / 2,
    "geometric": lambda a, b: np.sqrt(a * b),
    "min": _end(np.minimum),
    "max": _end(np.maximum),
}


def _degrees(counts: Counts) -> float:
    """Cells that hold rows, less the labels of each column, and one: ``(K - 1)^2`` where every cell does."""
    cells = counts.cells
    filled = np.count_nonzero(counts.table) if cells is None else np.count_nonzero(cells.counts)
    return float(filled - np.count_nonzero(counts.row_totals) - np.count_nonzero(counts.column_totals) + 1)


@metric(
    why=no_rows,
    title="Mutual information",
    says="how much one column of labels tells about the other, in nats: 0 is nothing",
    formula="sum p_ij log(p_ij / (p_i. p_.j))",
    source="Shannon 1948, Bell System Technical Journal 27:379, section 6 and 12",
    range=(0, np.inf),
    interval="miller-madow",
    trait=Information(_degrees),
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


def _one_class(counts: Counts, stack: str, alone: str) -> str:
    """Say that there are no rows, or why an entropy is 0: of a stack, and of one table."""
    if counts.stack:
        return f"in some tables {'there are no rows or ' if no_rows(counts) else ''}{stack} has only one class"
    return no_rows(counts) or alone


def _normalized_mutual_information_why(counts: Counts, *, mean: Mean = "arithmetic") -> str | None:
    which = "both columns have" if mean in ("arithmetic", "max") else "a column has"
    return _one_class(counts, "a column", f"{which} only one class: there is no uncertainty to share")


@metric(
    why=_normalized_mutual_information_why,
    title="Normalised mutual information",
    says="how much two columns of labels tell about each other: 0 is nothing, 1 everything",
    formula="I(truth, prediction) / mean of H(truth) and H(prediction)",
    source="Vinh, Epps & Bailey 2010, Journal of Machine Learning Research 11:2837, table 2",
    interval="zahl",
    trait=InformationShare(lambda truth, predicted, mean="arithmetic": _MEANS[mean](truth, predicted)),
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
    require_choice("mean", mean, tuple(_MEANS))
    truth, predicted, shared = information(counts)
    return _within_one(ratio(shared, _MEANS[mean](truth, predicted)))


def _uncertainty_coefficient_why(counts: Counts) -> str | None:
    return _one_class(counts, "the truth", "the truth has only one class: there is no uncertainty to take away")


@metric(
    why=_uncertainty_coefficient_why,
    title="Uncertainty coefficient",
    says="the share of the uncertainty about the truth that the prediction takes away: 0 is none, 1 all",
    formula="I(truth, prediction) / H(truth)",
    source="Theil 1970, American Journal of Sociology 76:103",
    interval="zahl",
    trait=InformationShare(lambda truth, _: truth),
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
    truth, _, shared = information(counts)
    return _within_one(ratio(shared, truth))


def _within_one(share: Floats) -> Floats:
    """A share of the uncertainty without the rounding that puts it beyond 0 or 1."""
    within: Floats = np.minimum(np.maximum(share, 0.0), 1.0)
    return within


def information(counts: Counts | Cells) -> tuple[Floats, Floats, Floats]:
    """
    Return the entropies of truth and prediction, and the information that they share; that is NaN without rows.

    Those of one table keep all digits, also where the columns are all but independent.
    """
    if isinstance(counts, Cells):
        joint = counts.counts
    elif counts.cells is not None:
        joint = counts.cells.counts
    elif (of_one := _kernels.information(counts.table)) is not None:
        return np.float64(of_one[0]), np.float64(of_one[1]), np.float64(of_one[2] if counts.total else np.nan)
    else:
        joint = counts.table.reshape(*counts.stack, len(counts.labels) ** 2)
    truth, predicted, both = map(entropy, (counts.row_totals, counts.column_totals, joint))
    shared = np.maximum(truth + predicted - both, 0.0)
    return truth, predicted, np.where(counts.row_totals.sum(-1) > 0, shared, np.nan)


def entropy(weights: Floats) -> Floats:
    """``-sum p log p`` of the shares of the last axis; 0 without rows, and of one class to the last digit."""
    n = weights.sum(-1, keepdims=True)
    share = weights / np.where(n > 0, n, 1.0)
    return -np.einsum("...u,...u->...", share, np.log(np.where(weights > 0, share, 1.0)))


def jackknife_biases(counts: Counts) -> tuple[float, float, float]:
    """Return the biases of the entropies of truth and prediction, and of the information that they share."""
    occupied = counts.occupied.counts
    n = float(occupied.sum())
    truth, predicted, both = (
        float((degrees(rows).sum() - degrees(n)) / n) for rows in (counts.row_totals, counts.column_totals, occupied)
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
