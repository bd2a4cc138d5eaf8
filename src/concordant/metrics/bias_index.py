"""Bias index: how much more often the first rater says positive than the second."""

from __future__ import annotations

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.states import Counts
from concordant.typing import Average, Floats, Label

BIAS_INDEX = Rate(lambda c: c.fn - c.fp, lambda c: c.tp + c.fp + c.fn + c.tn, "there are no rows")


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return BIAS_INDEX.why(counts, average, pos_label)


@metric(
    why=_why,
    family="agreement",
    title="Bias index",
    says="how much more often the first rater says positive than the second",
    formula="(b - c) / n, b rows where only the first rater says positive, c where only the second does",
    source="Byrt, Bishop & Carlin 1993, J. Clin. Epidemiol. 46:423",
    better=None,
    range=(-1, 1),
    interval="fisher",
)
def bias_index(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Bias index: how much more often the first rater says positive than the second.

    ``BI = (b - c) / n`` with b rows where only the first rater (y_true) says positive and c rows where only the
    second (y_pred) does: the difference of their shares of positives. See `prevalence_index` for its part in a
    kappa, which a bias raises at the same agreement.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between -1 and 1; 0 if both say positive equally often. Over all labels, each against the rest, it sums
        to 0. Undefined (NaN) without rows.

    References
    ----------
    Byrt, Bishop & Carlin (1993), Bias, prevalence and kappa, Journal of Clinical Epidemiology 46:423.

    Examples
    --------
    >>> from concordant import bias_index
    >>> bias_index([1, 1, 1, 0, 1], [1, 1, 0, 0, 0])
    0.4
    >>> bias_index(["a", "b", "b", "c"], ["a", "b", "c", "c"], average=None).tolist()
    [0.0, 0.25, -0.25]
    """
    return BIAS_INDEX.averaged(counts, average, pos_label, fill)
