"""Negative likelihood ratio: how much a negative prediction lowers the odds of being positive."""

from __future__ import annotations

from concordant.metrics._cells.limit_rates import LimitRate
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import elsewhere
from concordant.metrics._object.natures import Ratio
from concordant.metrics.false_negative_rate import FALSE_NEGATIVE_RATE
from concordant.metrics.specificity import SPECIFICITY
from concordant.states import Counts
from concordant.typing import Average, Floats, Label

NEGATIVE_LIKELIHOOD_RATIO = LimitRate(
    FALSE_NEGATIVE_RATE.of,
    SPECIFICITY.of,
    "the truth has only one class, or no row is predicted negative",
)


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return NEGATIVE_LIKELIHOOD_RATIO.why(counts, average, pos_label)


@metric(
    why=_why,
    is_a=Ratio(),
    family="rates",
    title="Negative likelihood ratio",
    says="by how much a negative prediction multiplies the odds that a row is positive: 1 says nothing, 0 rules it out",
    formula="(1 - recall) / specificity",
    source="Deeks & Altman 2004, BMJ 329:168",
    better="lower",
    range=(0, float("inf")),
    interval="log",
    chance=1,
    elsewhere=(
        "nlr",
        "lr_minus",
        "negative_lr",
        elsewhere("class_likelihood_ratios", "its second number"),
        elsewhere("likelihood_ratio", "of a negative result"),
    ),
)
def negative_likelihood_ratio(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Negative likelihood ratio: how much a negative prediction lowers the odds of being positive.

    ``LR- = (1 - recall) / specificity``. The odds after a negative prediction are the odds before it times LR-. It
    does not depend on how frequent the classes are; below 0.1 is often called strong evidence, 1 says nothing.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        At least 0; 1 by chance. Infinite where no negative row is called negative and a positive one is: the
        limit, not an error. Undefined (NaN) where the truth has only one class, or every row is predicted as the
        class; averages leave such classes out and a warning names them.

    References
    ----------
    Deeks & Altman (2004), Diagnostic tests 4: likelihood ratios, BMJ 329:168.

    Examples
    --------
    >>> from concordant import negative_likelihood_ratio
    >>> round(negative_likelihood_ratio([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]), 4)
    0.5
    >>> negative_likelihood_ratio([1, 1, 0, 0], [1, 0, 1, 1])
    inf
    """
    return NEGATIVE_LIKELIHOOD_RATIO.averaged(counts, average, pos_label, fill)
