"""Zero-one loss: the share of rows that are wrong."""

from __future__ import annotations

from concordant.metrics._arithmetic.target_prevalence import at_prevalence, why_at_prevalence
from concordant.metrics._cells.agreeing import disagreeing_share, disagreeing_share_of_columns
from concordant.metrics._cells.row_shares import Share
from concordant.metrics._cells.wrong import WRONG_ROWS, no_rows, whole_rows, wrong_share
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import LIKELIEST
from concordant.states import Counts, SampleCounts
from concordant.typing import Floats, Prevalence


def _share(counts: Counts | SampleCounts, *, prevalence: Prevalence = None) -> Share | None:
    del counts
    return WRONG_ROWS if prevalence is None else None


def _why(counts: Counts | SampleCounts, *, prevalence: Prevalence = None) -> str | None:
    return why_at_prevalence(counts, prevalence, no_rows)


@metric(
    judges_rows=True,
    why=_why,
    optimum=LIKELIEST,
    family="overall",
    title="Zero-one loss",
    says="the share of rows that are wrong",
    formula="rows with an error / n",
    source="Dembczynski, Waegeman, Cheng & Huellermeier 2012, Machine Learning 88:5, eq. 2",
    better="lower",
    range=(0, 1),
    interval="wilson",
    shortcut=disagreeing_share,
    glance=disagreeing_share_of_columns,
    proportion=_share,
    symmetric=True,
    aliases=("error_rate", "misclassification_rate"),
    elsewhere=("error", "misclassification_error"),
)
def zero_one_loss(counts: Counts | SampleCounts, /, *, prevalence: Prevalence = None) -> Floats:
    """
    Zero-one loss: the share of rows that are wrong.

    Of one column of labels it is 1 - `accuracy`, the error rate. Of several labels at once a row is wrong if any of
    its labels is (subset zero-one loss): 1 - `exact_match`. In a population with the prevalence pi (``prevalence=``)
    it is ``(1 - Se) pi + (1 - Sp)(1 - pi)``.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) without rows.

    Notes
    -----
    With many labels nearly every row is wrong somewhere; `hamming_loss` counts each label.

    References
    ----------
    Dembczynski, Waegeman, Cheng & Huellermeier (2012), On label dependence and loss minimization in multi-label
    classification, Machine Learning 88:5.

    Examples
    --------
    >>> from concordant import zero_one_loss
    >>> zero_one_loss(["a", "b", "c", "c"], ["a", "b", "b", "c"])
    0.25
    >>> zero_one_loss([[1, 0, 1, 0], [0, 1, 0, 0]], [[1, 0, 0, 1], [0, 1, 0, 0]])
    0.5
    """
    return wrong_share(whole_rows(at_prevalence(counts, prevalence)))
