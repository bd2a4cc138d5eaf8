"""Accuracy: the share of rows where prediction and truth agree."""

from __future__ import annotations

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._arithmetic.target_prevalence import at_prevalence, why_at_prevalence
from concordant.metrics._cells.agreeing import agreeing_share, agreeing_share_of_columns
from concordant.metrics._cells.row_shares import RIGHT, Share
from concordant.metrics._cells.wrong import no_rows
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import LIKELIEST
from concordant.states import Counts
from concordant.typing import Floats, Prevalence


def _share(counts: Counts, *, prevalence: Prevalence = None) -> Share | None:
    del counts
    return RIGHT if prevalence is None else None


def _why(counts: Counts, *, prevalence: Prevalence = None) -> str | None:
    return why_at_prevalence(counts, prevalence, no_rows)


@metric(
    why=_why,
    optimum=LIKELIEST,
    family="overall",
    title="Accuracy",
    says="the share of rows that are right",
    formula="accuracy = sum of the diagonal / n",
    source="Fielding & Bell 1997, Environmental Conservation 24:38, table 2 (correct classification rate)",
    better="higher",
    range=(0, 1),
    interval="wilson",
    shortcut=agreeing_share,
    glance=agreeing_share_of_columns,
    proportion=_share,
    symmetric=True,
    aliases=("observed_agreement", "exact_agreement"),
    elsewhere=("accuracy_score", "acc", "BinaryAccuracy", "percent_correct", "proportion_correct"),
)
def accuracy(counts: Counts, /, *, prevalence: Prevalence = None) -> Floats:
    """
    Accuracy: the share of rows where prediction and truth agree.

    ``accuracy = sum_k n_kk / n``. With classes of unequal size a model that always says the largest class has
    an accuracy of that class's share: read it beside `balanced_accuracy` or `cohen_kappa`. In a population with the
    prevalence pi (``prevalence=``) it is ``Se pi + Sp (1 - pi)``, of several classes ``sum_k pi_k recall_k``.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) without rows.

    References
    ----------
    Fielding & Bell (1997), A review of methods for the assessment of prediction errors in conservation
    presence/absence models, Environmental Conservation 24:38, table 2.

    Examples
    --------
    >>> from concordant import accuracy
    >>> accuracy([1, 1, 0, 1], [1, 0, 0, 1])
    0.75
    """
    if prevalence is not None:
        counts = at_prevalence(counts, prevalence)
    return ratio(RIGHT.part(counts), RIGHT.whole(counts))
