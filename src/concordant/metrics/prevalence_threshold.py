"""Prevalence threshold: the prevalence below which precision falls steeply."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.states import Counts
from concordant.typing import Average, Floats, Label


def _root(one: Any, other: Any) -> Floats:
    return np.sqrt(one * 1.0 * other)  # as floats: products of counts leave int64 above 3e9 rows


PREVALENCE_THRESHOLD = Rate(  # both multiplied by sqrt(P N), the roots of the numbers of positives and negatives
    lambda c: _root(c.fp, c.tp + c.fn),
    lambda c: _root(c.fp, c.tp + c.fn) + _root(c.tp, c.tn + c.fp),
    "the truth has only one class, or no row is predicted positive",
)


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return PREVALENCE_THRESHOLD.why(counts, average, pos_label)


@metric(
    why=_why,
    family="rates",
    title="Prevalence threshold",
    says="the prevalence below which the precision of this test falls steeply",
    formula="sqrt(FPR) / (sqrt(TPR) + sqrt(FPR))",
    source="Balayla 2020, PLoS ONE 15(10):e0240215",
    better="lower",
    range=(0, 1),
    interval="logit",
    chance=0.5,
)
def prevalence_threshold(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Prevalence threshold: the prevalence below which precision falls steeply.

    ``sqrt(FPR) / (sqrt(TPR) + sqrt(FPR))``, which is Balayla's ``(sqrt(TPR FPR) - FPR) / (TPR - FPR)`` without its 0/0
    at TPR = FPR. As a function of the prevalence, with recall and specificity held fixed, precision is a curve from
    0 to 1; at the threshold its slope is 1, below it is steeper: there the value of a positive prediction falls fast.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 (no false positive) and 1 (no true positive); 0.5 by chance. Undefined (NaN) where the truth has
        only one class or no row is predicted as the class; averages leave such classes out and a warning names them.

    Notes
    -----
    The precision at the threshold is 1 minus the threshold. Compare with `prevalence`: a test used well above its
    threshold keeps its precision if the population shifts a little.

    References
    ----------
    Balayla (2020), Prevalence threshold and the geometry of screening curves, PLoS ONE 15(10):e0240215.

    Examples
    --------
    >>> from concordant import prevalence_threshold
    >>> round(prevalence_threshold([1, 1, 1, 1, 0, 0, 0, 0], [1, 1, 1, 1, 1, 0, 0, 0]), 4)
    0.3333
    """
    return PREVALENCE_THRESHOLD.averaged(counts, average, pos_label, fill)
