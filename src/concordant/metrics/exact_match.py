"""Exact match: the share of rows where every label is right."""

from __future__ import annotations

from concordant.metrics._cells.agreeing import agreeing_share
from concordant.metrics._cells.row_shares import Share
from concordant.metrics._cells.wrong import RIGHT_ROWS, no_rows, whole_rows
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import Optimum
from concordant.metrics.accuracy import accuracy
from concordant.states import Counts, SampleCounts
from concordant.typing import Floats


def _share(counts: Counts | SampleCounts) -> Share:
    del counts
    return RIGHT_ROWS


@metric(
    judges_rows=True,
    why=no_rows,
    optimum=Optimum(by="row", words="the likeliest label"),
    family="overall",
    title="Exact match",
    says="the share of rows where every label is right",
    formula="rows without an error / n",
    source="Ghamrawi & McCallum 2005, CIKM, p. 195",
    better="higher",
    range=(0, 1),
    interval="wilson",
    shortcut=agreeing_share,
    proportion=_share,
    symmetric=True,
    aliases=("subset_accuracy", "exact_match_ratio"),
    elsewhere=("emr", "MulticlassExactMatch", "MultilabelExactMatch"),
)
def exact_match(counts: Counts | SampleCounts, /) -> Floats:
    """
    Exact match: the share of rows where every label is right.

    For matrices of several labels at once, where `accuracy` gives one value a label; scikit-learn's ``accuracy_score``
    gives this number. Of one column of labels it is the accuracy.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) without rows.

    Notes
    -----
    A row that is nearly right counts as one that is wholly wrong; `jaccard` with ``average="samples"`` gives part
    of the credit.

    References
    ----------
    Ghamrawi & McCallum (2005), Collective multi-label classification, 14th ACM International Conference on
    Information and Knowledge Management, p. 195.

    Examples
    --------
    >>> from concordant import exact_match
    >>> exact_match([[1, 0, 1, 0], [0, 1, 0, 0]], [[1, 0, 0, 1], [0, 1, 0, 0]])
    0.5
    """
    return accuracy.formula(whole_rows(counts))
