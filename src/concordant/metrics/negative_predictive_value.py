"""Negative predictive value: the share of negative predictions that are right."""

from __future__ import annotations

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import in_torchmetrics
from concordant.metrics._object.optimum import THRESHOLD
from concordant.states import Counts
from concordant.typing import Average, Floats, Label, Prevalence

NEGATIVE_PREDICTIVE_VALUE = Rate(lambda c: c.tn, lambda c: c.tn + c.fn, "no row is predicted negative")


def _why(
    counts: Counts,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
) -> str | None:
    return NEGATIVE_PREDICTIVE_VALUE.why(counts, average, pos_label, prevalence)


@metric(
    why=_why,
    optimum=THRESHOLD,
    family="rates",
    title="Negative predictive value",
    says="of the rows predicted negative, the share that are",
    formula="TN / (TN + FN)",
    source="Altman & Bland 1994, BMJ 309:102",
    better="higher",
    range=(0, 1),
    interval="wilson",
    proportion=NEGATIVE_PREDICTIVE_VALUE.share,
    elsewhere=("npv", *in_torchmetrics("NegativePredictiveValue", average="macro")),
)
def negative_predictive_value(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Negative predictive value: the share of negative predictions that are right.

    ``TN / (TN + FN)``. It depends on how frequent the positive class is. In a population with the prevalence pi
    (``prevalence=``) it is ``Sp (1 - pi) / (Sp (1 - pi) + (1 - Se) pi)``, with sensitivity and specificity of the rows.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where every row is predicted as the class;
        averages leave such classes out and a warning names them.

    References
    ----------
    Altman & Bland (1994), Diagnostic tests 2: predictive values, BMJ 309:102. Mercaldo, Lau & Zhou (2007),
    Confidence intervals for predictive values with an emphasis to case-control studies, Statistics in Medicine
    26:2170 (at a set prevalence).

    Examples
    --------
    >>> from concordant import negative_predictive_value
    >>> negative_predictive_value([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    >>> negative_predictive_value([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.7222222222222222
    >>> round(negative_predictive_value([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0], prevalence=0.1), 4)
    0.9474
    """
    return NEGATIVE_PREDICTIVE_VALUE.averaged(counts, average, pos_label, fill, prevalence)
