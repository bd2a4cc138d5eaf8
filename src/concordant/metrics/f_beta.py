"""F-beta: precision and recall in one number, recall beta times as important."""

from __future__ import annotations

from typing import Any

from concordant.metrics._arithmetic.option_checks import check_positive
from concordant.metrics._cells.rates import Rate
from concordant.metrics._cells.row_shares import Share
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import elsewhere, in_torchmetrics
from concordant.metrics._object.optimum import EACH_THRESHOLD
from concordant.metrics.jaccard import JACCARD
from concordant.states import Counts, SampleCounts
from concordant.typing import Average, Floats, Label, Prevalence

_MOST = 1e100  # from where on it is the recall, to the last digit


def f_rate(beta: float) -> Rate:
    """F-beta as one quotient of cells: it stays defined where precision or recall is 0/0 and the other is not."""
    b2 = min(check_positive(beta, "beta"), _MOST) ** 2
    return Rate(
        lambda c: (1 + b2) * c.tp,
        lambda c: (1 + b2) * c.tp + b2 * c.fn + c.fp,
        "no row is positive, neither in the truth nor in the prediction",
    )


def f1_share(counts: Counts | SampleCounts, *, beta: float = 1.0, **options: Any) -> Share | None:
    """
    Say of which share F1 is a function: ``2 J / (1 + J)`` of the Jaccard index; the other F-beta are of none.

    Their micro averages over classes are all the accuracy.
    """
    if beta != 1:
        return f_rate(beta).micro_share(counts, **options)
    share = JACCARD.share(counts, **options)
    return None if share is None else share.then(lambda jaccard: 2 * jaccard / (1 + jaccard))


def _why(
    counts: Counts,
    *,
    beta: float,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
) -> str | None:
    return f_rate(beta).why(counts, average, pos_label, prevalence)


@metric(
    why=_why,
    optimum=EACH_THRESHOLD,
    family="rates",
    title="F-beta",
    says="precision and recall in one number, recall beta times as important",
    formula="(1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP)",
    source="van Rijsbergen 1979, Information Retrieval, 2nd ed., chapter 7 (effectiveness E = 1 - F)",
    better="higher",
    range=(0, 1),
    interval="wilson",
    proportion=f1_share,
    elsewhere=(
        "fbeta",
        "fbeta_score",
        *in_torchmetrics("FBetaScore", average="macro"),
        elsewhere("f2", beta=2),
        elsewhere("f2_score", beta=2),
        elsewhere("f0.5", beta=0.5),
        elsewhere("f_half", beta=0.5),
    ),
)
def f_beta(
    counts: Counts,
    /,
    *,
    beta: float,
    average: Average = "binary",
    pos_label: Label | None = None,
    prevalence: Prevalence = None,
    fill: float = float("nan"),
) -> Floats:
    """
    F-beta: precision and recall in one number, recall beta times as important.

    ``F = (1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP)``, the weighted harmonic mean of precision and
    recall. The true negatives do not enter. In a population with the prevalence pi (``prevalence=``) it is
    ``(1 + beta^2) Se pi / (beta^2 pi + Se pi + (1 - Sp)(1 - pi))``.

    Parameters
    ----------
    beta : float
        At least 0. Above 1 recall counts more, below 1 precision.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where the class occurs neither in the truth nor in the prediction;
        averages leave such classes out and a warning names them.

    References
    ----------
    van Rijsbergen (1979), Information Retrieval, 2nd edition, Butterworths, chapter 7.

    Examples
    --------
    >>> from concordant import f_beta
    >>> round(f_beta([1, 1, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0], beta=0.5), 4)
    0.7143
    """
    return f_rate(beta).averaged(counts, average, pos_label, fill, prevalence)
