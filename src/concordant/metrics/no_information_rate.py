"""No-information rate: the accuracy of always saying the most frequent class."""

from __future__ import annotations

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.wrong import no_rows
from concordant.metrics._object.define import metric
from concordant.states import Counts
from concordant.typing import Floats


@metric(
    why=no_rows,
    family="overall",
    title="No-information rate",
    says="the accuracy of always saying the most frequent class",
    formula="max over classes of n_k. / n",
    source="Kuhn & Johnson 2013, Applied Predictive Modeling, section 11.2",
    better=None,
    range=(0, 1),
    aliases=("null_accuracy",),
)
def no_information_rate(counts: Counts, /) -> Floats:
    """
    No-information rate: the accuracy of always saying the most frequent class.

    ``max_k n_k. / n``, the share of the largest class in the truth. It says nothing of the prediction; it is what an
    accuracy has to beat. `adjusted_count_r2` compares the two.

    Returns
    -------
    float
        Between 1/K and 1; no direction is better. Undefined (NaN) without rows.

    Notes
    -----
    The largest class of the rows at hand, which a model that is to say it does not know: on few rows it is a little
    too high a bar.

    References
    ----------
    Kuhn & Johnson (2013), Applied Predictive Modeling, Springer, section 11.2.

    Examples
    --------
    >>> from concordant import accuracy, no_information_rate
    >>> truth, pred = [0, 0, 0, 0, 1], [0, 0, 0, 1, 0]
    >>> accuracy(truth, pred), no_information_rate(truth, pred)
    (0.6, 0.8)
    """
    totals = counts.table.sum(-1)
    return ratio(totals.max(-1, initial=0), totals.sum(-1))  # initial: no rows can have no classes
