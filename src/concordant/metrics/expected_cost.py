"""Expected cost: what the decisions cost on average, at the caller's price of each kind of error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.costs import costs_of
from concordant.metrics._cells.wrong import no_rows
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import CutPoints, Optimum
from concordant.states import Counts
from concordant.states.tables import PairWeights
from concordant.typing import FloatArray, Floats, Label

Cost = Mapping[tuple[Label, Label], float] | npt.ArrayLike


def _why(counts: Counts, *, cost: Cost, normalized: bool = False) -> str | None:
    del cost
    if normalized and not counts.stack and counts.numbers.any():
        return "answering always the same costs nothing, so there is nothing to compare with (0/0)"
    return no_rows(counts) or "there are no rows"


def _costs(counts: Counts, options: Mapping[str, Any]) -> FloatArray:
    prices: FloatArray = costs_of(counts, options["cost"], every_answer=True)
    return prices


@metric(
    why=_why,
    optimum=Optimum(
        by="row", words="the label with the least expected cost", cut_points=CutPoints(search="costs", costs=_costs)
    ),
    family="overall",
    title="Expected cost",
    says="what the decisions cost on average, at the given price of each kind of error",
    formula="sum c_ij n_ij / n; normalised: over the cost of the best constant answer",
    source="Elkan 2001, IJCAI, p. 973, eq. 1; Ferrer 2022, arXiv:2209.05355, section 3",
    better="lower",
    range=(-np.inf, np.inf),
    interval="delta",
    elsewhere=("misclassification_cost", "classification_cost", "average_cost"),
)
def expected_cost(counts: Counts, /, *, cost: Cost, normalized: bool = False) -> Floats:
    """
    Expected cost: what the decisions cost on average, at the given price of each kind of error.

    ``sum_ij c_ij n_ij / n`` where ``c_ij`` is the cost of answering j when i is true. With the cost 1 of every
    error it is the error rate; with the cost 1 / (K share of class i) of every error on class i, one minus the
    balanced accuracy.

    Parameters
    ----------
    cost : array-like of shape (K, K), or mapping of (true label, predicted label) to number
        A matrix has the truth in its rows and the labels in their order, which must be declared for text. In a
        mapping right answers that are not named cost nothing; every kind of error that occurs needs a price,
        and with `normalized` every answer to a class that occurs.
        Negative costs are gains.
    normalized : bool, default False
        Divide by the least cost that an answer which never looks at the data can have: 1 is then no better than
        always giving the best constant answer.

    Returns
    -------
    float
        In the unit of the costs. Undefined (NaN) without rows, or if it is normalised and the best constant answer
        costs nothing.

    References
    ----------
    Elkan (2001), The foundations of cost-sensitive learning, IJCAI, p. 973, eq. 1. Ferrer (2022), Analysis and
    comparison of classification metrics, arXiv:2209.05355, section 3.

    Examples
    --------
    >>> from concordant import expected_cost
    >>> price = {("ill", "well"): 10, ("well", "ill"): 1}
    >>> expected_cost(["ill", "ill", "well", "well"], ["ill", "well", "ill", "well"], cost=price)
    2.75
    >>> expected_cost([0, 0, 1, 1], [0, 1, 1, 1], cost=[[0, 1], [10, 0]], normalized=True)
    0.5
    """
    prices = costs_of(counts, cost, every_answer=normalized)
    total = counts.weighed(PairWeights(lambda true, predicted: prices[true, predicted])).total
    if not normalized:
        return ratio(total, counts.total)
    constant = (counts.row_totals[..., None, :] @ prices)[..., 0, :]
    return ratio(total, constant.min(-1))
