"""Fowlkes-Mallows index: the geometric mean of precision and recall."""

from __future__ import annotations

import numpy as np

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import EACH_THRESHOLD
from concordant.states import Counts
from concordant.typing import Average, Floats, Label

FOWLKES_MALLOWS = Rate(
    lambda c: c.tp,
    lambda c: np.sqrt((c.tp + c.fp) * 1.0 * (c.tp + c.fn)),  # as floats: products of counts leave int64
    "no row of the truth is positive, or none is predicted positive",
)


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return FOWLKES_MALLOWS.why(counts, average, pos_label)


@metric(
    why=_why,
    optimum=EACH_THRESHOLD,
    family="rates",
    title="Fowlkes-Mallows index",
    says="precision and recall in one number (their geometric mean)",
    formula="sqrt(precision * recall) = TP / sqrt((TP + FP)(TP + FN))",
    source="Fowlkes & Mallows 1983, J. American Statistical Association 78:553; Ochiai 1957",
    better="higher",
    range=(0, 1),
    interval="logit",
    proportion=FOWLKES_MALLOWS.micro_share,
    symmetric=True,
    aliases=("g_measure", "ochiai"),
)
def fowlkes_mallows(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Fowlkes-Mallows index: the geometric mean of precision and recall.

    ``FM = sqrt(precision * recall) = TP / sqrt((TP + FP)(TP + FN))``, also called G-measure, cosine similarity of the
    two sets of positives, and Ochiai coefficient. It is at least F1, their harmonic mean. The true negatives do not
    enter, so exchanging the two classes changes it.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where precision or recall is: no row is predicted as the class, or none has
        it; averages leave such classes out and a warning names them.

    Notes
    -----
    Fowlkes and Mallows compared two clusterings: their cells count pairs of rows that lie in one cluster, and
    functions for clusterings (such as scikit-learn's ``fowlkes_mallows_score``) count pairs too. Here the cells
    count rows, and labels mean the same in truth and prediction. It is not `geometric_mean`, which is of the recalls
    of the classes.

    References
    ----------
    Fowlkes & Mallows (1983), A method for comparing two hierarchical clusterings, Journal of the American Statistical
    Association 78:553. Ochiai (1957), Zoogeographical studies on the soleoid fishes found in Japan and its
    neighbouring regions, Bulletin of the Japanese Society of Scientific Fisheries 22:526.

    Examples
    --------
    >>> from concordant import fowlkes_mallows
    >>> round(fowlkes_mallows([1, 1, 1, 1, 0, 0], [1, 0, 0, 0, 0, 0]), 4)
    0.5
    """
    return FOWLKES_MALLOWS.averaged(counts, average, pos_label, fill)
