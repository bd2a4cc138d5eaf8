"""Detection rate: the share of all rows that are true positives."""

from __future__ import annotations

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import THRESHOLD
from concordant.states import Counts
from concordant.typing import Average, Floats, Label

DETECTION_RATE = Rate(lambda c: c.tp, lambda c: c.tn + c.fp + c.fn + c.tp, "there are no rows")


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return DETECTION_RATE.why(counts, average, pos_label)


@metric(
    why=_why,
    optimum=THRESHOLD,
    family="rates",
    title="Detection rate",
    says="of all rows, the share that are positive and found",
    formula="TP / n",
    source="caret (R package), documentation of confusionMatrix",
    better="higher",
    range=(0, 1),
    interval="wilson",
    proportion=DETECTION_RATE.share,
    symmetric=True,
)
def detection_rate(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Detection rate: the share of all rows that are true positives.

    ``TP / n``, prevalence times recall: the yield of a screening. It cannot exceed `prevalence`, so compare it with
    that, and only on the same rows. Some authors call `recall` the detection rate.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and the prevalence of the class. Undefined (NaN) without rows.

    References
    ----------
    caret (R package), documentation of confusionMatrix; on the package Kuhn (2008), Journal of Statistical Software
    28(5).

    Examples
    --------
    >>> from concordant import detection_rate
    >>> detection_rate([1, 1, 0, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0, 0, 0])
    0.25
    >>> detection_rate(["a", "b", "c", "c"], ["a", "b", "b", "c"], average=None).tolist()
    [0.25, 0.25, 0.25]
    """
    return DETECTION_RATE.averaged(counts, average, pos_label, fill)
