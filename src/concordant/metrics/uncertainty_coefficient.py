"""Uncertainty coefficient (Theil's U): the share of the uncertainty about the truth that the prediction takes away."""

from __future__ import annotations

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.information import information
from concordant.metrics._cells.wrong import no_rows
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import InformationShare
from concordant.states import Counts
from concordant.typing import Floats


def _why(counts: Counts) -> str | None:
    if counts.stack:
        return f"in some tables {'there are no rows or ' if no_rows(counts) else ''}the truth has only one class"
    return no_rows(counts) or "the truth has only one class: there is no uncertainty to take away"


def _base(truth: Floats, predicted: Floats) -> Floats:
    """The entropy of the truth."""
    del predicted
    return truth


@metric(
    why=_why,
    family="overall",
    title="Uncertainty coefficient",
    says="the share of the uncertainty about the truth that the prediction takes away: 0 is none, 1 all",
    formula="I(truth, prediction) / H(truth)",
    source="Theil 1970, American Journal of Sociology 76:103",
    better="higher",
    range=(0, 1),
    interval="zahl",
    is_a=InformationShare(_base),
    of_cells=True,
    chance=0,
    aliases=("theils_u",),
    elsewhere=("theil_u",),
)
def uncertainty_coefficient(counts: Counts, /) -> Floats:
    """
    Uncertainty coefficient: the share of the uncertainty about the truth that the prediction takes away.

    ``U = I(truth, prediction) / H(truth)``, mutual information over the entropy of the truth. Exchange the columns
    for the share of the uncertainty about the prediction that the truth takes away.

    Returns
    -------
    float
        Between 0 (independent columns) and 1 (the prediction leaves no doubt). Undefined (NaN) if the truth has
        only one class, which leaves nothing uncertain: 0/0.

    Notes
    -----
    A prediction that is always wrong in the same way has U = 1: the coefficient asks what can be known, not whether
    the names agree. In clustering it is called homogeneity, and completeness with the columns exchanged.

    References
    ----------
    Theil (1970), On the estimation of relationships involving qualitative variables, American Journal of Sociology
    76:103.

    Examples
    --------
    >>> from concordant import uncertainty_coefficient
    >>> uncertainty_coefficient([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    >>> round(uncertainty_coefficient([0, 0, 1, 1], [0, 0, 0, 1]), 4)
    0.3113
    """
    truth, predicted, shared = information(counts)
    return np.clip(ratio(shared, _base(truth, predicted)), 0.0, 1.0)[()]
