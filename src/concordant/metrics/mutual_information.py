"""Mutual information: how much one column of labels tells about the other."""

from __future__ import annotations

import numpy as np

from concordant.metrics._cells.information import information
from concordant.metrics._cells.wrong import no_rows
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import Information
from concordant.states import Counts
from concordant.states.tables import Cells
from concordant.typing import Floats


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
