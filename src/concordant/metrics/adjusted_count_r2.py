"""Adjusted count R2: the share of the errors of always saying the largest class that the prediction avoids."""

from __future__ import annotations

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.wrong import wrong_of
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import ROW
from concordant.states import Counts
from concordant.typing import Floats


def _beside_the_largest(counts: Counts) -> Floats:
    """
    How many rows are not of the most frequent class: the errors of always saying that class.

    Where m classes tie it has no derivative by their rows. Each of them is then taken for the largest to the share of
    1 / m, which depends neither on their order nor on how the derivative is taken.
    """
    # Summed, not n minus the largest: a class of small weight would be lost beside it.
    ascending = np.sort(counts.row_totals, axis=-1)
    others, largest = ascending[..., :-1].sum(-1), ascending[..., -1:]
    tied = np.abs(ascending) == np.abs(largest)  # of a complex step, whose imaginary part is next to nothing
    many = tied.sum(-1)
    return others + (tied * (largest - ascending)).sum(-1) / many if (many > 1).any() else others


def _why(counts: Counts) -> str | None:
    others = np.asarray(_beside_the_largest(counts))
    if others.all():
        return None
    if others.ndim:
        return f"the truth has only one class in {int((others == 0).sum())} of {others.size} tables"
    used = [label for label, total in zip(counts.labels, counts.row_totals.tolist(), strict=True) if total]
    return f"the truth has only the class {used[0]!r}" if used else "there are no rows"


@metric(
    why=_why,
    optimum=ROW,
    family="overall",
    title="Adjusted count R2",
    says="the share of the errors of always saying the largest class that the prediction avoids: 0 is no gain",
    formula="(accuracy - NIR) / (1 - NIR), NIR the no-information rate",
    source="Long 1997, Regression Models for Categorical and Limited Dependent Variables, p. 108; Menard 2000",
    better="higher",
    range=(float("-inf"), 1),
    interval="complement-log",
    aliases=("lambda_p",),
)
def adjusted_count_r2(counts: Counts, /) -> Floats:
    """
    Adjusted count R2: the share of the errors of always saying the largest class that the prediction avoids.

    ``(accuracy - NIR) / (1 - NIR) = 1 - errors / (n - max_k n_k.)`` with the `no_information_rate` NIR: a proportional
    reduction in error in the manner of Goodman and Kruskal's lambda, for a prediction that is given.

    Returns
    -------
    float
        At most 1; 0 where the prediction errs as often as the largest class does, negative without bound where it
        errs more often. Undefined (NaN) where the truth has only one class: there is no error to avoid.

    Notes
    -----
    Where one class is rare, a useful model (that finds half of the rare rows at the price of as many false alarms)
    has a value of 0 or less: all errors cost the same here. `cohen_kappa` and `matthews_correlation` compare with
    chance.

    References
    ----------
    Long (1997), Regression Models for Categorical and Limited Dependent Variables, Sage, p. 108. Menard (2000),
    Coefficients of determination for multiple logistic regression analysis, The American Statistician 54:17.

    Examples
    --------
    >>> from concordant import adjusted_count_r2
    >>> adjusted_count_r2([0, 0, 0, 1, 1], [0, 0, 0, 1, 0])
    0.5
    """
    with np.errstate(over="ignore"):  # beside a tiny weight the value can leave the numbers: minus infinity
        return 1 - ratio(wrong_of(counts), _beside_the_largest(counts))
