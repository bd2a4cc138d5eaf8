"""Prevalence index: how unequal the agreed positives and the agreed negatives are."""

from __future__ import annotations

from concordant.metrics._cells.rates import Rate
from concordant.metrics._object.define import metric
from concordant.states import Counts
from concordant.typing import Average, Floats, Label

PREVALENCE_INDEX = Rate(lambda c: c.tp - c.tn, lambda c: c.tp + c.fp + c.fn + c.tn, "there are no rows")


def _why(counts: Counts, *, average: Average = "binary", pos_label: Label | None = None) -> str | None:
    return PREVALENCE_INDEX.why(counts, average, pos_label)


@metric(
    why=_why,
    family="agreement",
    title="Prevalence index",
    says="how unequal the agreed positives and the agreed negatives are; far from 0 it lowers a kappa",
    formula="(a - d) / n, a rows where both say positive, d where both say negative",
    source="Byrt, Bishop & Carlin 1993, J. Clin. Epidemiol. 46:423",
    better=None,
    range=(-1, 1),
    interval="fisher",
    symmetric=True,
)
def prevalence_index(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Prevalence index: how unequal the agreed positives and the agreed negatives are.

    ``PI = (a - d) / n`` with a rows where both raters say positive and d rows where both say negative. With the
    bias index BI and PABAK, which is `brennan_prediger` of two labels,
    ``kappa = (PABAK - PI^2 + BI^2) / (1 - PI^2 + BI^2)``: the further PI is from 0, the lower is the kappa of the
    same agreement.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between -1 and 1; 0 if both kinds of agreement are equally frequent. Undefined (NaN) without rows.

    References
    ----------
    Byrt, Bishop & Carlin (1993), Bias, prevalence and kappa, Journal of Clinical Epidemiology 46:423.

    Examples
    --------
    >>> from concordant import prevalence_index
    >>> prevalence_index([1, 1, 1, 0, 1], [1, 1, 1, 0, 0])
    0.4
    >>> prevalence_index([1, 1, 1, 0, 1], [1, 1, 1, 0, 0], pos_label=0)
    -0.4
    """
    return PREVALENCE_INDEX.averaged(counts, average, pos_label, fill)
