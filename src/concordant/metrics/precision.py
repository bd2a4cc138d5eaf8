"""Precision: the share of positive predictions that are right."""

from __future__ import annotations

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import averaged, in_torchmetrics
from concordant.metrics._object.optimum import THRESHOLD
from concordant.states import Counts
from concordant.typing import Average, Floats, Label, Prevalence

PRECISION = Rate(lambda c: c.tp, lambda c: c.tp + c.fp, "no row is predicted positive")


def _why(
    counts: Counts,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
) -> str | None:
    return PRECISION.why(counts, average, pos_label, prevalence)


@metric(
    why=_why,
    optimum=THRESHOLD,
    family="rates",
    title="Precision",
    says="of the rows predicted positive, the share that are",
    formula="TP / (TP + FP)",
    source="Altman & Bland 1994, BMJ 309:102",
    better="higher",
    range=(0, 1),
    interval="wilson",
    shortcut=PRECISION.shortcut,
    proportion=PRECISION.share,
    aliases=("positive_predictive_value",),
    elsewhere=("ppv", "precision_score", *in_torchmetrics("Precision", average="macro"), *averaged("precision")),
)
def precision(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Precision: the share of positive predictions that are right.

    ``TP / (TP + FP)``. It depends on how frequent the positive class is. In a population with the prevalence pi
    (``prevalence=``) it is ``Se pi / (Se pi + (1 - Sp)(1 - pi))``, with sensitivity and specificity of the rows.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where no row is predicted as the class;
        averages leave such classes out and a warning names them.

    References
    ----------
    Altman & Bland (1994), Diagnostic tests 2: predictive values, BMJ 309:102. Mercaldo, Lau & Zhou (2007),
    Confidence intervals for predictive values with an emphasis to case-control studies, Statistics in Medicine
    26:2170 (at a set prevalence).

    Examples
    --------
    >>> from concordant import precision
    >>> precision([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    >>> precision([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.5
    >>> round(precision([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0], prevalence=0.1), 4)
    0.1818
    """
    return PRECISION.averaged(counts, average, pos_label, fill, prevalence)
