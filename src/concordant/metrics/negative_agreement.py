"""Negative agreement: of the ratings without a label, the share that the other rater shares."""

from __future__ import annotations

from typing import Any

from concordant.metrics._agreement.specific import table_of
from concordant.metrics._cells.rates import Rate
from concordant.metrics._cells.row_shares import Share
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import EACH_THRESHOLD
from concordant.metrics._object.panel_facts import PanelFacts
from concordant.states import Counts, SampleCounts
from concordant.typing import Average, Floats, Label

NEGATIVE = Rate(
    lambda c: 2 * c.tn,
    lambda c: 2 * c.tn + c.fp + c.fn,
    "no row is negative, neither in the truth nor in the prediction",
)


BOTH_NEGATIVE = Rate(lambda c: c.tn, lambda c: c.tn + c.fp + c.fn, NEGATIVE.empty)  # the Jaccard index of negatives


def _share(counts: Counts | SampleCounts, **options: Any) -> Share | None:
    share = BOTH_NEGATIVE.share(counts, **options)
    return None if share is None else share.then(lambda jaccard: 2 * jaccard / (1 + jaccard))


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return NEGATIVE.why(table_of(counts), average, pos_label)


@metric(
    why=_why,
    optimum=EACH_THRESHOLD,
    family="agreement",
    title="Negative agreement",
    says="if one rater says negative, how likely the other does too",
    formula="2 d / (2 d + b + c), d rows where both say negative, b and c where one does",
    source="Cicchetti & Feinstein 1990, J. Clin. Epidemiol. 43:551",
    better="higher",
    range=(0, 1),
    interval="wilson",
    proportion=_share,
    symmetric=True,
    aliases=("proportion_of_negative_agreement",),
    panel=PanelFacts(limits="logit", paired=True),
)
def negative_agreement(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Negative agreement: of the ratings without a label, the share that the other rater shares.

    ``2 d / (2 d + b + c)`` with d rows where both raters say negative and b and c rows where only one does. It is
    `positive_agreement` of the other label. Of many raters: of all pairs of ratings of the same unit of which one has
    not the label, the share in which the other has it neither.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where both raters give every row the label;
        averages leave such labels out and a warning names them.

    References
    ----------
    Cicchetti & Feinstein (1990), High agreement but low kappa: II. Resolving the paradoxes, Journal of Clinical
    Epidemiology 43:551.

    Examples
    --------
    >>> from concordant import negative_agreement
    >>> negative_agreement([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.5
    >>> negative_agreement(["a", "b", "c", "c"], ["a", "b", "b", "c"], average=None).round(3).tolist()
    [1.0, 0.8, 0.8]
    """
    return NEGATIVE.averaged(table_of(counts), average, pos_label, fill)
