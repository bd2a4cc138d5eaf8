"""No-information rate: the accuracy of always saying the most frequent class."""

from __future__ import annotations

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.row_shares import Share, rows_of
from concordant.metrics._cells.wrong import no_rows
from concordant.metrics._object.define import metric
from concordant.states import Counts
from concordant.typing import Floats


def _share(counts: Counts) -> Share:
    """The share of the class that is the largest in these rows, as if it had been known to be."""
    sizes = counts.row_totals
    places = np.arange(sizes.shape[-1])
    largest = places == sizes.argmax(-1)[..., None] if places.size else places
    first, second = np.moveaxis(np.sort(sizes, -1)[..., :-3:-1], -1, 0) if places.size > 1 else (sizes, 0 * sizes)
    squares = counts.numbers if counts.number_squares is None else counts.number_squares
    row = np.nan_to_num(ratio(counts.with_numbers(squares).total * 1.0, counts.total))  # the weight of one
    tied = bool(np.any(first - second < 1.96 * np.sqrt((first + second) * row))) and bool(np.all(counts.n))
    doubt = "the two most frequent classes are about equally frequent, the greater of both is too high on average"
    return Share(lambda state: (state.row_totals * largest).sum(-1), rows_of, doubt=doubt if tied else None)


@metric(
    why=no_rows,
    family="overall",
    title="No-information rate",
    says="the accuracy of always saying the most frequent class",
    formula="max over classes of n_k. / n",
    source="Kuhn & Johnson 2013, Applied Predictive Modeling, section 11.2",
    better=None,
    range=(0, 1),
    interval="wilson",
    proportion=_share,
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
    It is the largest class of these rows, which a model does not know beforehand: on few rows it is a little too high a
    bar.

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
    totals = counts.row_totals
    return ratio(totals.max(-1, initial=0), totals.sum(-1))  # initial: no rows can have no classes
