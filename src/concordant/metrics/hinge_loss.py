"""Hinge loss: how far decision values fall short of a margin of one on the right side."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._probabilities.losses import mean_loss, why_loss
from concordant.states import Moments
from concordant.typing import Average, Floats


@metric(
    input="decisions",
    why=why_loss,
    loss="hinge",
    family="overall",
    title="Hinge loss",
    says="how far decision values fall short of a margin of one on the right side: 0 where all keep it",
    formula="mean of max(0, 1 - margin); margin = y s with y = -1 or 1, or s_true - the best other for several classes",
    source="Crammer & Singer 2001, JMLR 2:265, section 3",
    better="lower",
    range=(0, float("inf")),
    interval="t",
    shortcut="mean",
    elsewhere=("BinaryHingeLoss", "hinge"),
)
def hinge_loss(moments: Moments, /, *, average: Average = "macro", fill: float = float("nan")) -> Floats:
    """
    Hinge loss: how far decision values fall short of a margin of one on the right side.

    ``mean of max(0, 1 - margin)``, where the margin of a row is the decision value s itself if the positive class
    happened and -s if the negative one did. Of several classes, one column each, it is the decision value of the true
    class minus the highest of the others. It bounds the share of wrong decisions from above.

    Parameters
    ----------
    average : {"macro"} or None, default "macro"
        Of several labels at once: their mean, or one value a label.

    Returns
    -------
    float, or ndarray of shape (L,) if average is None
        At least 0, without an upper bound. Undefined (NaN) without rows.

    Notes
    -----
    Decision values are those of a support vector machine: finite, on any scale, with the threshold at 0. The loss of
    probabilities can be computed and means little: 0 and 1 lie on one side of the threshold.

    References
    ----------
    Crammer & Singer (2001), On the algorithmic implementation of multiclass kernel-based vector machines, Journal of
    Machine Learning Research 2:265.

    Examples
    --------
    >>> from concordant import hinge_loss
    >>> round(hinge_loss([0, 1, 1], [-2.18, 2.36, 0.09]), 4)
    0.3033
    """
    return mean_loss(moments, average, fill)
