"""Specificity: the share of negative rows that are called negative."""

from __future__ import annotations

from concordant.metrics._cells.events import cleared
from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import in_torchmetrics
from concordant.metrics._object.optimum import THRESHOLD
from concordant.states import Counts
from concordant.typing import Average, Floats, Label

SPECIFICITY = Rate(lambda c: c.tn, lambda c: c.tn + c.fp, "no row of the truth is negative", cleared)


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return SPECIFICITY.why(counts, average, pos_label)


@metric(
    why=_why,
    optimum=THRESHOLD,
    family="rates",
    title="Specificity",
    says="of the rows that are negative, the share called negative",
    formula="TN / (TN + FP)",
    source="Altman & Bland 1994, BMJ 308:1552",
    better="higher",
    range=(0, 1),
    interval="wilson",
    proportion=SPECIFICITY.share,
    aliases=("true_negative_rate",),
    elsewhere=("spec", "specificity_score", "tnr", "selectivity", *in_torchmetrics("Specificity", average="macro")),
)
def specificity(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Specificity: the share of negative rows that are called negative.

    ``TN / (TN + FP)``, also called true negative rate; the recall of the negative class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where every row of the truth has the class;
        averages leave such classes out and a warning names them.

    References
    ----------
    Altman & Bland (1994), Diagnostic tests 1: sensitivity and specificity, BMJ 308:1552.

    Examples
    --------
    >>> from concordant import specificity
    >>> specificity([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    >>> specificity([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.7222222222222222
    """
    return SPECIFICITY.averaged(counts, average, pos_label, fill)
