"""Positive agreement: of the ratings with a label, the share that the other rater shares."""

from __future__ import annotations

from typing import Any

from concordant.metrics._agreement.specific import near_agreement, table_of
from concordant.metrics._cells.row_shares import Share
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import EACH_THRESHOLD
from concordant.metrics._object.panel_facts import PanelFacts
from concordant.metrics.f_beta import f1_share, f_rate
from concordant.states import Counts
from concordant.typing import Average, Floats, KappaWeights, Label

_POSITIVE = f_rate(1.0)  # with two raters in place of truth and prediction


def _why(
    counts: Counts, *, average: Average = "binary", pos_label: Label | None = None, weights: KappaWeights = None
) -> str | None:
    del weights
    return _POSITIVE.why(table_of(counts), average, pos_label)


def _share(counts: Counts, *, weights: KappaWeights = None, **options: Any) -> Share | None:
    return f1_share(counts, **options) if weights is None else None


@metric(
    why=_why,
    optimum=EACH_THRESHOLD,
    family="agreement",
    title="Positive agreement",
    says="if one rater says positive, how likely the other does too",
    formula="2 a / (2 a + b + c), a rows where both say positive, b and c where one does",
    source="Cicchetti & Feinstein 1990, J. Clin. Epidemiol. 43:551",
    better="higher",
    range=(0, 1),
    interval="wilson",
    proportion=_share,
    symmetric=True,
    needs_order="if weighted",
    aliases=("specific_agreement", "proportion_of_positive_agreement"),
    panel=PanelFacts(limits="logit", paired=True),
)
def positive_agreement(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    weights: KappaWeights = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Positive agreement: of the ratings with a label, the share that the other rater shares.

    ``2 a / (2 a + b + c)`` with a rows where both raters say positive and b and c rows where only one does: the
    chance that one rater says positive where the other, chosen at random, did. It is `f1` (Dice) of two raters.
    ``average=None`` gives the specific agreement on each category. Of many raters: of all pairs of ratings of the same
    unit of which one has the label, the share in which the other has it too.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array-like, or None
        How much of an agreement another label is, as in `weighted_agreement`: ``sum_l w_kl P_kl / sum_l P_kl`` with the
        pairs P of ratings.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where neither rater uses the label;
        averages leave such labels out and a warning names them.

    Notes
    -----
    Read it beside `negative_agreement`: where a kappa is low and the agreement high, one of the two is low. Chance is
    not taken off: of independent raters it is about as high as the label is frequent.

    References
    ----------
    Cicchetti & Feinstein (1990), High agreement but low kappa: II. Resolving the paradoxes, Journal of Clinical
    Epidemiology 43:551. Spitzer & Fleiss (1974), British Journal of Psychiatry 125:341.

    Examples
    --------
    >>> from concordant import Counts, negative_agreement, positive_agreement
    >>> raters = Counts.from_table([[5, 5], [10, 80]])
    >>> round(positive_agreement.of(raters), 3), negative_agreement.of(raters)
    (0.914, 0.4)
    >>> positive_agreement(["a", "b", "c", "c"], ["a", "b", "b", "c"], average=None).round(3).tolist()
    [1.0, 0.667, 0.667]
    """
    if weights is not None:
        return near_agreement(table_of(counts), weights, average, pos_label, fill)
    return _POSITIVE.averaged(table_of(counts), average, pos_label, fill)
