"""Positive likelihood ratio: how much a positive prediction raises the odds of being positive."""

from __future__ import annotations

from concordant.metrics._cells.limit_rates import LimitRate
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import elsewhere
from concordant.metrics._object.natures import Ratio
from concordant.metrics.false_positive_rate import FALSE_POSITIVE_RATE
from concordant.metrics.recall import RECALL
from concordant.states import Counts
from concordant.typing import Average, Floats, Label

POSITIVE_LIKELIHOOD_RATIO = LimitRate(
    RECALL.of,
    FALSE_POSITIVE_RATE.of,
    "the truth has only one class, or no row is predicted positive",
)


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return POSITIVE_LIKELIHOOD_RATIO.why(counts, average, pos_label)


@metric(
    why=_why,
    is_a=Ratio(),
    family="rates",
    title="Positive likelihood ratio",
    says="by how much a positive prediction multiplies the odds that a row is positive: 1 says nothing",
    formula="recall / (1 - specificity)",
    source="Deeks & Altman 2004, BMJ 329:168",
    better="higher",
    range=(0, float("inf")),
    interval="log",
    chance=1,
    elsewhere=(
        "plr",
        "lr_plus",
        "positive_lr",
        elsewhere("class_likelihood_ratios", "its first number"),
        elsewhere("likelihood_ratio", "of a positive result"),
    ),
)
def positive_likelihood_ratio(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Positive likelihood ratio: how much a positive prediction raises the odds of being positive.

    ``LR+ = recall / (1 - specificity)``. The odds after a positive prediction are the odds before it times LR+. It
    does not depend on how frequent the classes are; above 10 is often called strong evidence, 1 says nothing.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        At least 0; 1 by chance. Infinite where no negative row is called positive and a positive one is: the
        limit, not an error. Undefined (NaN) where the truth has only one class, or no row is predicted as the class;
        averages leave such classes out and a warning names them.

    Notes
    -----
    An infinite ratio from few rows proves nothing: it becomes finite with the first false positive. One infinite class
    makes a macro average infinite.

    References
    ----------
    Deeks & Altman (2004), Diagnostic tests 4: likelihood ratios, BMJ 329:168.

    Examples
    --------
    >>> from concordant import positive_likelihood_ratio
    >>> round(positive_likelihood_ratio([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]), 4)
    2.0
    >>> positive_likelihood_ratio([1, 1, 0, 0], [1, 0, 0, 0])
    inf
    """
    return POSITIVE_LIKELIHOOD_RATIO.averaged(counts, average, pos_label, fill)
