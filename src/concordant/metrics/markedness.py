"""Markedness: precision plus negative predictive value minus one."""

from __future__ import annotations

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.metrics._object.parts import Parts, two_rates
from concordant.metrics.informedness import INFORMEDNESS
from concordant.states import Counts
from concordant.typing import Average, Floats, Label, Prevalence

MARKEDNESS = Rate(
    INFORMEDNESS.numerator,  # TP TN - FP FN
    lambda c: (c.tp + c.fp) * 1.0 * (c.tn + c.fn),  # as floats: products of counts leave int64 above 3e9 rows
    "the prediction has only one class",
)


def _why(
    counts: Counts,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
) -> str | None:
    return MARKEDNESS.why(counts, average, pos_label, prevalence)


def _parts(
    counts: Counts,  # noqa: ARG001  (the same for all)
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
) -> Parts | None:
    if prevalence is not None:
        return None
    return two_rates(("precision", "negative_predictive_value"), average, pos_label)


@metric(
    why=_why,
    parts=_parts,
    family="rates",
    title="Markedness",
    says="how much better than guessing the predictions can be trusted: 0 is guessing, 1 perfect",
    formula="TP / (TP + FP) + TN / (TN + FN) - 1",
    source="Powers 2011, J. Machine Learning Technologies 2:37",
    better="higher",
    range=(-1, 1),
    interval="fisher",
    chance=0,
    aliases=("delta_p",),
)
def markedness(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Markedness: precision plus negative predictive value minus one.

    ``TP / (TP + FP) + TN / (TN + FN) - 1 = (TP TN - FP FN) / ((TP + FP)(TN + FN))``: `informedness` with truth and
    prediction exchanged. Psychology knows it as delta P. It depends on how frequent the classes are: ``prevalence=``
    takes it in a population where they have other shares.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between -1 and 1; 0 by chance. Undefined (NaN) where the prediction has only one class: all rows or none are
        predicted as the class. Averages leave such classes out and a warning names them.

    Notes
    -----
    The product with informedness is the square of the Matthews correlation of the two classes.

    References
    ----------
    Powers (2011), Evaluation: from precision, recall and F-measure to ROC, informedness, markedness and correlation,
    Journal of Machine Learning Technologies 2:37.

    Examples
    --------
    >>> from concordant import markedness
    >>> round(markedness([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]), 4)
    0.3333
    """
    return MARKEDNESS.averaged(counts, average, pos_label, fill, prevalence)
