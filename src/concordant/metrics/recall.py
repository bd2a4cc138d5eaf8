"""Recall: the share of positive rows that are found."""

from __future__ import annotations

from concordant.metrics._cells.events import found
from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import averaged, elsewhere, in_torchmetrics
from concordant.metrics._object.optimum import THRESHOLD
from concordant.states import Counts
from concordant.typing import Average, Floats, Label

RECALL = Rate(lambda c: c.tp, lambda c: c.tp + c.fn, "no row of the truth is positive", found)


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return RECALL.why(counts, average, pos_label)


@metric(
    why=_why,
    optimum=THRESHOLD,
    family="rates",
    title="Recall",
    says="of the rows that are positive, the share found",
    formula="TP / (TP + FN)",
    source="Altman & Bland 1994, BMJ 308:1552",
    better="higher",
    range=(0, 1),
    interval="wilson",
    shortcut=RECALL.shortcut,
    proportion=RECALL.share,
    aliases=("sensitivity", "true_positive_rate"),
    elsewhere=(
        "tpr",
        "sens",
        "sensitivity_score",
        "recall_score",
        "probability_of_detection",
        "pod",
        elsewhere("hit_rate", "of positive rows: those that are found"),
        *in_torchmetrics("Recall", average="macro"),
        *averaged("recall"),
    ),
)
def recall(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Recall: the share of positive rows that are found.

    ``TP / (TP + FN)``, also called sensitivity and true positive rate.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where the class never occurs in the truth;
        averages leave such classes out and a warning names them.

    References
    ----------
    Altman & Bland (1994), Diagnostic tests 1: sensitivity and specificity, BMJ 308:1552.

    Examples
    --------
    >>> from concordant import recall
    >>> recall([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    >>> recall([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.5
    """
    return RECALL.averaged(counts, average, pos_label, fill)
