"""Diagnostic odds ratio: the odds of a positive prediction among positives over those among negatives."""

from __future__ import annotations

from concordant.metrics._cells.limit_rates import LimitRate
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import Ratio
from concordant.states import Counts
from concordant.typing import Average, Floats, Label

DIAGNOSTIC_ODDS_RATIO = LimitRate(
    lambda c: c.tp * 1.0 * c.tn,  # as floats: products of counts leave int64 above 3e9 rows
    lambda c: c.fp * 1.0 * c.fn,
    "truth or prediction has only one class",
)


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return DIAGNOSTIC_ODDS_RATIO.why(counts, average, pos_label)


@metric(
    why=_why,
    is_a=Ratio(),
    family="rates",
    title="Diagnostic odds ratio",
    says="the odds of a positive prediction among positive rows over the odds among negative rows: 1 says nothing",
    formula="TP TN / (FP FN)",
    source="Glas, Lijmer, Prins, Bonsel & Bossuyt 2003, J. Clinical Epidemiology 56:1129",
    better="higher",
    range=(0, float("inf")),
    interval="log",
    chance=1,
    symmetric=True,
    aliases=("odds_ratio",),
    elsewhere=("dor",),
)
def diagnostic_odds_ratio(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Diagnostic odds ratio: the odds of a positive prediction among positives over those among negatives.

    ``DOR = TP TN / (FP FN) = LR+ / LR-``. It does not depend on how frequent the classes are, and exchanging truth and
    prediction, or the two classes, leaves it unchanged.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        At least 0; 1 by chance. Infinite where a kind of error does not occur and both kinds of right decisions do:
        the limit, not an error. Undefined (NaN) where truth or prediction has only one class; averages leave such
        classes out and a warning names them.

    Notes
    -----
    No 0.5 is added to the cells (a custom for interval estimates of tables with an empty cell). One number for two
    kinds of error hides which of them occurs: a test to rule out and a test to rule in can have the same ratio.

    References
    ----------
    Glas, Lijmer, Prins, Bonsel & Bossuyt (2003), The diagnostic odds ratio: a single indicator of test performance,
    Journal of Clinical Epidemiology 56:1129.

    Examples
    --------
    >>> from concordant import diagnostic_odds_ratio
    >>> diagnostic_odds_ratio([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    4.0
    >>> diagnostic_odds_ratio([1, 1, 0, 0], [1, 0, 0, 0])
    inf
    """
    return DIAGNOSTIC_ODDS_RATIO.averaged(counts, average, pos_label, fill)
