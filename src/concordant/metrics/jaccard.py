"""Jaccard index: the overlap of predicted and true positives."""

from __future__ import annotations

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import averaged, in_torchmetrics
from concordant.metrics._object.optimum import EACH_THRESHOLD
from concordant.states import Counts
from concordant.typing import Average, Floats, Label, Prevalence

JACCARD = Rate(
    lambda c: c.tp,
    lambda c: c.tp + c.fp + c.fn,
    "no row is positive, neither in the truth nor in the prediction",
)


def _why(
    counts: Counts,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
) -> str | None:
    return JACCARD.why(counts, average, pos_label, prevalence)


@metric(
    why=_why,
    optimum=EACH_THRESHOLD,
    family="rates",
    title="Jaccard index",
    says="of the rows that are positive or predicted so, the share that are both",
    formula="TP / (TP + FP + FN)",
    source="Jaccard 1912, New Phytologist 11:37; Gilbert 1884, American Meteorological J. 1:166",
    better="higher",
    range=(0, 1),
    interval="wilson",
    shortcut=JACCARD.shortcut,
    proportion=JACCARD.share,
    symmetric=True,
    aliases=("critical_success_index", "threat_score"),
    elsewhere=(
        "jaccard_index",
        "jaccard_score",
        "iou",
        "intersection_over_union",
        "tanimoto",
        "csi",
        *in_torchmetrics("JaccardIndex", average="macro"),
        *averaged("jaccard"),
    ),
)
def jaccard(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Jaccard index: the overlap of predicted and true positives.

    ``TP / (TP + FP + FN)``: the rows in both sets over the rows in either. Forecasters call it critical success
    index or threat score, image analysis intersection over union. The true negatives do not enter, so exchanging
    the two classes changes it. In a population with the prevalence pi (``prevalence=``) it is
    ``Se pi / (pi + (1 - Sp)(1 - pi))``.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where the class occurs neither in the truth nor in the prediction;
        averages leave such classes out and a warning names them.

    Notes
    -----
    It orders predictions of two classes as `f1` does: ``J = F1 / (2 - F1)``. It is the lower of the two, and
    macro averages of the two can order predictions differently.

    References
    ----------
    Jaccard (1912), The distribution of the flora in the alpine zone, New Phytologist 11:37. Gilbert (1884),
    Finley's tornado predictions, American Meteorological Journal 1:166.

    Examples
    --------
    >>> from concordant import jaccard
    >>> jaccard([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.5
    >>> jaccard([0, 1, 2, 2], [0, 2, 2, 1], average=None).round(3).tolist()
    [1.0, 0.0, 0.333]
    """
    return JACCARD.averaged(counts, average, pos_label, fill, prevalence)
