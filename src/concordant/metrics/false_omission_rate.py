"""False omission rate: the share of negative predictions that are wrong."""

from __future__ import annotations

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import THRESHOLD
from concordant.states import Counts
from concordant.typing import Average, Floats, Label, Prevalence

FALSE_OMISSION_RATE = Rate(lambda c: c.fn, lambda c: c.tn + c.fn, "no row is predicted negative")


def _why(
    counts: Counts,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
) -> str | None:
    return FALSE_OMISSION_RATE.why(counts, average, pos_label, prevalence)


@metric(
    why=_why,
    optimum=THRESHOLD,
    family="rates",
    title="False omission rate",
    says="of the rows predicted negative, the share that are positive (missed)",
    formula="FN / (TN + FN)",
    source="Genovese & Wasserman 2002, J. Royal Statistical Society B 64:499 (false nondiscovery rate)",
    better="lower",
    range=(0, 1),
    interval="wilson",
    proportion=FALSE_OMISSION_RATE.share,
    elsewhere=("for", "fomr"),
)
def false_omission_rate(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
    fill: float = float("nan"),
) -> Floats:
    """
    False omission rate: the share of negative predictions that are wrong.

    ``FN / (TN + FN)`` = 1 - negative predictive value. It depends on how frequent the positive class is: where
    positives are rare it is small for any prediction. In a population with the prevalence pi (``prevalence=``) it is
    ``(1 - Se) pi / (Sp (1 - pi) + (1 - Se) pi)``. It is not the false negative rate, ``FN / (FN + TP)``.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where every row is predicted as the class;
        averages leave such classes out and a warning names them.

    References
    ----------
    Genovese & Wasserman (2002), Operating characteristics and extensions of the false discovery rate procedure,
    Journal of the Royal Statistical Society B 64:499.

    Examples
    --------
    >>> from concordant import false_omission_rate
    >>> false_omission_rate([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.3333333333333333
    >>> round(false_omission_rate([0, 1, 2, 2], [0, 2, 2, 1], average="macro"), 4)
    0.2778
    """
    return FALSE_OMISSION_RATE.averaged(counts, average, pos_label, fill, prevalence)
