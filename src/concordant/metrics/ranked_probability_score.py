"""Ranked probability score: the Brier score of ordered classes, taken of cumulated probabilities."""

from __future__ import annotations

from typing import Literal, TypeAlias

from concordant.errors import LabelError, OptionError
from concordant.metrics._object.define import metric
from concordant.metrics._probabilities.losses import mean_loss, why_loss
from concordant.names import did_you_mean
from concordant.states import Moments
from concordant.typing import Average, Floats

Over: TypeAlias = Literal["mean", "sum"]


def _why(moments: Moments, *, average: Average = "macro", thresholds: Over = "mean") -> str | None:
    del thresholds
    return why_loss(moments, average=average)


@metric(
    input="probabilities",
    why=_why,
    loss="ranked",
    family="probabilities",
    title="Ranked probability score",
    says="the squared error of the cumulated probabilities of ordered classes: 0 is perfect, near misses cost less",
    formula="mean over rows of sum_k (F_k - O_k)^2 / (K - 1), F and O cumulated over the ordered classes",
    source="Epstein 1969, Journal of Applied Meteorology 8:985; Murphy 1971, 10:155",
    better="lower",
    range=(0, 1),
    interval="logit",
    needs_order="always",
    aliases=("rps", "ordinal_brier_score"),
)
def ranked_probability_score(
    moments: Moments, /, *, average: Average = "macro", thresholds: Over = "mean", fill: float = float("nan")
) -> Floats:
    """
    Ranked probability score: the Brier score of ordered classes, taken of cumulated probabilities.

    Between two neighbouring classes of the K ordered ones there is a threshold, and at each of the K - 1 the
    probability F_k of falling below it meets O_k, which is 1 if the truth fell below it, else 0. The squared errors
    are averaged over thresholds and rows: ``mean of sum_k (F_k - O_k)^2 / (K - 1)``. A probability next to the truth
    costs less than one far from it. It is strictly proper, and the Brier score where there are two classes.

    Parameters
    ----------
    average : {"macro"} or None, default "macro"
        Of several labels at once: their mean, or one value a label.
    thresholds : {"mean", "sum"}, default "mean"
        The mean over the K - 1 thresholds, which stays between 0 and 1 for any number of classes, or their sum,
        which weather services and scoringrules report: K - 1 times as large.

    Returns
    -------
    float, or ndarray of shape (L,) if average is None
        Between 0 and 1; with ``thresholds="sum"`` between 0 and K - 1. Undefined (NaN) without rows.

    Notes
    -----
    Text labels have no order of their own: declare it with ``labels=``, from the first to the last, which is also
    the order of the columns. Only the order of the classes matters, not their distance.

    References
    ----------
    Epstein (1969), A scoring system for probability forecasts of ranked categories, Journal of Applied Meteorology
    8:985. Murphy (1971), A note on the ranked probability score, Journal of Applied Meteorology 10:155.

    Examples
    --------
    >>> from concordant import ranked_probability_score
    >>> near, far = [0.0, 0.8, 0.2], [0.2, 0.8, 0.0]
    >>> round(ranked_probability_score([2], [near], labels=[0, 1, 2]), 4)
    0.32
    >>> round(ranked_probability_score([2], [far], labels=[0, 1, 2]), 4)
    0.52
    """
    if not isinstance(thresholds, str) or thresholds not in ("mean", "sum"):
        msg = f'thresholds must be "mean" or "sum", not {thresholds!r}.{did_you_mean(thresholds, ("mean", "sum"))}'
        raise OptionError(msg)
    value = mean_loss(moments, average, fill)
    if thresholds == "mean":
        return value
    if moments.classes is None:
        msg = 'thresholds="sum" needs moments that know their classes; these were made without.'
        raise LabelError(msg)
    return value * (len(moments.classes) - 1)
