"""F1: the harmonic mean of precision and recall."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import averaged, in_torchmetrics
from concordant.metrics._object.optimum import CutPoints, Optimum
from concordant.metrics.f_beta import f1_share, f_rate
from concordant.states import Counts
from concordant.typing import Average, Floats, Label, Prevalence

_F1 = f_rate(1.0)


def _why(
    counts: Counts,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
) -> str | None:
    return _F1.why(counts, average, pos_label, prevalence)


@metric(
    why=_why,
    optimum=Optimum(by="threshold", of_each_label=True, cut_points=CutPoints(search="f1", only={"average": "macro"})),
    family="rates",
    title="F1",
    says="precision and recall in one number (their harmonic mean)",
    formula="2 TP / (2 TP + FP + FN)",
    source="van Rijsbergen 1979, Information Retrieval, 2nd ed., chapter 7; Dice 1945, Ecology 26:297",
    better="higher",
    range=(0, 1),
    interval="wilson",
    shortcut=_F1.shortcut,
    proportion=f1_share,
    symmetric=True,
    aliases=("dice",),
    elsewhere=(
        "f1_score",
        "f_measure",
        "f_score",
        "f_meas",
        "dice_score",
        "dice_coefficient",
        *in_torchmetrics("F1Score", average="macro"),
        *averaged("f1"),
    ),
)
def f1(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
    fill: float = float("nan"),
) -> Floats:
    """
    F1: the harmonic mean of precision and recall.

    ``F1 = 2 TP / (2 TP + FP + FN)``. The true negatives do not enter, so exchanging the two classes changes it.
    In a population with the prevalence pi (``prevalence=``) it is ``2 Se pi / (pi + Se pi + (1 - Sp)(1 - pi))``.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where the class occurs neither in the truth nor in the prediction;
        averages leave such classes out and a warning names them.

    References
    ----------
    van Rijsbergen (1979), Information Retrieval, 2nd edition, Butterworths, chapter 7; Dice (1945), Measures of
    the amount of ecologic association between species, Ecology 26:297.

    Examples
    --------
    >>> from concordant import f1
    >>> f1([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    >>> f1(["a", "b", "c", "c"], ["a", "b", "b", "c"], average=None).round(3).tolist()
    [1.0, 0.667, 0.667]
    """
    return _F1.averaged(counts, average, pos_label, fill, prevalence)
