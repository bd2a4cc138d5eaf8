"""False positive rate: the share of negative rows that are called positive."""

from __future__ import annotations

from concordant.metrics._cells.events import alarmed
from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import elsewhere
from concordant.metrics._object.optimum import THRESHOLD
from concordant.states import Counts
from concordant.typing import Average, Floats, Label

FALSE_POSITIVE_RATE = Rate(lambda c: c.fp, lambda c: c.tn + c.fp, "no row of the truth is negative", alarmed)


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return FALSE_POSITIVE_RATE.why(counts, average, pos_label)


@metric(
    why=_why,
    optimum=THRESHOLD,
    family="rates",
    title="False positive rate",
    says="of the rows that are negative, the share called positive (false alarms)",
    formula="FP / (FP + TN)",
    source="Fawcett 2006, Pattern Recognition Letters 27:861, fig. 1",
    better="lower",
    range=(0, 1),
    interval="wilson",
    proportion=FALSE_POSITIVE_RATE.share,
    aliases=("fall_out",),
    elsewhere=(
        "fpr",
        "false_alarm_rate",
        "false_acceptance_rate",
        "type_1_error",
        elsewhere("far", "false acceptance rate of biometrics"),
    ),
)
def false_positive_rate(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    False positive rate: the share of negative rows that are called positive.

    ``FP / (FP + TN)`` = 1 - specificity, the x axis of the ROC curve.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where every row of the truth has the class;
        averages leave such classes out and a warning names them.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, Pattern Recognition Letters 27:861, figure 1.

    Examples
    --------
    >>> from concordant import false_positive_rate
    >>> false_positive_rate([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.3333333333333333
    >>> false_positive_rate([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.27777777777777773
    """
    return FALSE_POSITIVE_RATE.averaged(counts, average, pos_label, fill)
