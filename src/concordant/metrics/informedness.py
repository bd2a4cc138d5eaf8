"""Informedness (Youden's J): sensitivity plus specificity minus one."""

from __future__ import annotations

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import EACH_THRESHOLD
from concordant.metrics._object.parts import Parts, two_rates
from concordant.states import Counts
from concordant.typing import Average, Floats, Label


def _float(cell: Floats) -> Floats:
    return cell * 1.0  # products of counts leave int64 above 3e9 rows


INFORMEDNESS = Rate(
    lambda c: _float(c.tp) * c.tn - _float(c.fp) * c.fn,
    lambda c: _float(c.tp + c.fn) * (c.tn + c.fp),
    "the truth has only one class",
)


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return INFORMEDNESS.why(counts, average, pos_label)


def _parts(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> Parts | None:  # noqa: ARG001
    return two_rates(("recall", "specificity"), average, pos_label)


@metric(
    why=_why,
    optimum=EACH_THRESHOLD,
    parts=_parts,
    family="rates",
    title="Informedness (Youden's J)",
    says="how much better than guessing the decision is: 0 is guessing, 1 perfect",
    formula="TP / (TP + FN) + TN / (TN + FP) - 1",
    source="Youden 1950, Cancer 3:32; Powers 2011, J. Machine Learning Technologies 2:37",
    better="higher",
    range=(-1, 1),
    interval="fisher",
    chance=0,
    aliases=("youden_j", "bookmaker_informedness"),
    elsewhere=(
        "j_index",
        "youden",
        "youdens_j",
        "youden_index",
        "j_statistic",
        "true_skill_statistic",
        "tss",
        "peirce_skill_score",
        "hanssen_kuipers",
    ),
)
def informedness(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Informedness, also Youden's J: sensitivity plus specificity minus one.

    ``J = TP / (TP + FN) + TN / (TN + FP) - 1 = (TP TN - FP FN) / ((TP + FN)(TN + FP))``: the vertical distance
    of a point of the ROC curve from the chance line. It does not depend on how frequent the classes are.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between -1 and 1; 0 by chance. Undefined (NaN) where the truth has only one class.

    References
    ----------
    Youden (1950), Index for rating diagnostic tests, Cancer 3:32. Powers (2011), Evaluation: from precision,
    recall and F-measure to ROC, informedness, markedness and correlation, J. Machine Learning Technologies 2:37.

    Examples
    --------
    >>> from concordant import informedness
    >>> round(informedness([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]), 4)
    0.3333
    """
    return INFORMEDNESS.averaged(counts, average, pos_label, fill)
