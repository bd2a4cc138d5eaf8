"""False discovery rate: the share of positive predictions that are wrong."""

from __future__ import annotations

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import elsewhere
from concordant.metrics._object.optimum import THRESHOLD
from concordant.states import Counts
from concordant.typing import Average, Floats, Label, Prevalence

FALSE_DISCOVERY_RATE = Rate(lambda c: c.fp, lambda c: c.tp + c.fp, "no row is predicted positive")


def _why(
    counts: Counts,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
) -> str | None:
    return FALSE_DISCOVERY_RATE.why(counts, average, pos_label, prevalence)


@metric(
    why=_why,
    optimum=THRESHOLD,
    family="rates",
    title="False discovery rate",
    says="of the rows predicted positive, the share that are not",
    formula="FP / (TP + FP)",
    source="Benjamini & Hochberg 1995, J. Royal Statistical Society B 57:289",
    better="lower",
    range=(0, 1),
    interval="wilson",
    proportion=FALSE_DISCOVERY_RATE.share,
    elsewhere=("fdr", elsewhere("far", "false alarm ratio of forecasts")),
)
def false_discovery_rate(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
    fill: float = float("nan"),
) -> Floats:
    """
    False discovery rate: the share of positive predictions that are wrong.

    ``FP / (TP + FP)`` = 1 - precision. Like precision it depends on how frequent the positive class is: in a
    population with the prevalence pi (``prevalence=``) it is ``(1 - Sp)(1 - pi) / (Se pi + (1 - Sp)(1 - pi))``. It is
    not the false positive rate, ``FP / (FP + TN)``.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where no row is predicted as the class;
        averages leave such classes out and a warning names them.

    Notes
    -----
    In multiple testing the false discovery rate is the expectation of this share (Benjamini and Hochberg call the
    share of one experiment Q and set it to 0 where nothing is called positive; here that is undefined).

    References
    ----------
    Benjamini & Hochberg (1995), Controlling the false discovery rate: a practical and powerful approach to multiple
    testing, Journal of the Royal Statistical Society B 57:289.

    Examples
    --------
    >>> from concordant import false_discovery_rate
    >>> false_discovery_rate([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.3333333333333333
    >>> false_discovery_rate([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.5
    """
    return FALSE_DISCOVERY_RATE.averaged(counts, average, pos_label, fill, prevalence)
