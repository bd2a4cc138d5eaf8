"""Prevalence: the share of rows that are positive in the truth."""

from __future__ import annotations

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.states import Counts
from concordant.typing import Average, Floats, Label

PREVALENCE = Rate(lambda c: c.tp + c.fn, lambda c: c.tn + c.fp + c.fn + c.tp, "there are no rows")


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return PREVALENCE.why(counts, average, pos_label)


@metric(
    why=_why,
    family="rates",
    title="Prevalence",
    says="the share of rows that are positive in the truth",
    formula="(TP + FN) / n",
    source="Altman & Bland 1994, BMJ 309:102",
    better=None,
    range=(0, 1),
    interval="wilson",
    proportion=PREVALENCE.share,
    aliases=("base_rate",),
    elsewhere=("pretest_probability",),
)
def prevalence(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Prevalence: the share of rows that are positive in the truth.

    ``(TP + FN) / n``. It says nothing of the prediction, but precision, accuracy and most other metrics depend on
    it: a number without it is hard to judge. It is the precision of chance.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; no direction is better. Undefined (NaN) without rows. Of several labels at once
        ``average="micro"`` is the label density.

    References
    ----------
    Altman & Bland (1994), Diagnostic tests 2: predictive values, BMJ 309:102.

    Examples
    --------
    >>> from concordant import prevalence
    >>> prevalence([1, 1, 0, 1, 0, 0, 0, 0], [1, 1, 1, 1, 1, 0, 0, 0])
    0.375
    >>> prevalence(["a", "b", "c", "c"], ["a", "b", "b", "c"], average=None).tolist()
    [0.25, 0.25, 0.5]
    """
    return PREVALENCE.averaged(counts, average, pos_label, fill)
