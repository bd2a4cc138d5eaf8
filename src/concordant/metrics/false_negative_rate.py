"""False negative rate: the share of positive rows that are missed."""

from __future__ import annotations

from concordant.metrics._cells.events import missed
from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import THRESHOLD
from concordant.states import Counts
from concordant.typing import Average, Floats, Label

FALSE_NEGATIVE_RATE = Rate(lambda c: c.fn, lambda c: c.tp + c.fn, "no row of the truth is positive", missed)


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return FALSE_NEGATIVE_RATE.why(counts, average, pos_label)


@metric(
    why=_why,
    optimum=THRESHOLD,
    family="rates",
    title="False negative rate",
    says="of the rows that are positive, the share missed",
    formula="FN / (FN + TP)",
    source="Fawcett 2006, Pattern Recognition Letters 27:861, fig. 1",
    better="lower",
    range=(0, 1),
    interval="wilson",
    proportion=FALSE_NEGATIVE_RATE.share,
    aliases=("miss_rate",),
    elsewhere=("fnr", "frr", "false_rejection_rate", "false_reject_rate", "type_2_error"),
)
def false_negative_rate(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    False negative rate: the share of positive rows that are missed.

    ``FN / (FN + TP)`` = 1 - recall.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where the class never occurs in the truth;
        averages leave such classes out and a warning names them.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, Pattern Recognition Letters 27:861, figure 1.

    Examples
    --------
    >>> from concordant import false_negative_rate
    >>> false_negative_rate([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.3333333333333333
    >>> false_negative_rate([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.5
    """
    return FALSE_NEGATIVE_RATE.averaged(counts, average, pos_label, fill)
