"""Predicted prevalence: the share of rows that are predicted positive."""

from __future__ import annotations

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.states import Counts
from concordant.typing import Average, Floats, Label

PREDICTED_PREVALENCE = Rate(lambda c: c.tp + c.fp, lambda c: c.tn + c.fp + c.fn + c.tp, "there are no rows")


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return PREDICTED_PREVALENCE.why(counts, average, pos_label)


@metric(
    why=_why,
    family="rates",
    title="Predicted prevalence",
    says="the share of rows that are predicted positive",
    formula="(TP + FP) / n",
    source="caret (R package), documentation of confusionMatrix (detection prevalence)",
    better=None,
    range=(0, 1),
    interval="wilson",
    proportion=PREDICTED_PREVALENCE.share,
    aliases=("detection_prevalence", "apparent_prevalence"),
)
def predicted_prevalence(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Predicted prevalence: the share of rows that are predicted positive.

    ``(TP + FP) / n``. Where it differs from `prevalence` the prediction is biased as a whole: it calls too many or
    too few rows positive. Epidemiology knows it as apparent prevalence, caret as detection prevalence.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; no direction is better. Undefined (NaN) without rows. ``average="weighted"`` weighs, as
        everywhere, by how often a class occurs in the truth.

    References
    ----------
    caret (R package), documentation of confusionMatrix; on the package Kuhn (2008), Journal of Statistical Software
    28(5).

    Examples
    --------
    >>> from concordant import predicted_prevalence
    >>> predicted_prevalence([1, 1, 0, 1, 0, 0, 0, 0], [1, 1, 1, 1, 1, 0, 0, 0])
    0.625
    >>> predicted_prevalence(["a", "b", "c", "c"], ["a", "b", "b", "c"], average=None).tolist()
    [0.25, 0.5, 0.25]
    """
    return PREDICTED_PREVALENCE.averaged(counts, average, pos_label, fill)
