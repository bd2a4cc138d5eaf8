"""expected_cost: a price for each pair of labels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelOrderError, OptionError
from concordant.metrics.arithmetic import ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import CutPoints, Optimum
from concordant.metrics.overall.accuracy import no_rows
from concordant.states import Counts
from concordant.states.tables import PairWeights
from concordant.typing import FloatArray, Floats, Label

Cost = Mapping[tuple[Label, Label], float] | npt.ArrayLike


def _why(counts: Counts, *, normalized: bool = False, **_: object) -> str | None:
    if normalized and not counts.stack and counts.numbers.any():
        return "answering always the same costs nothing, so there is nothing to compare with (0/0)"
    return no_rows(counts) or "there are no rows"


@metric(
    why=_why,
    optimum=Optimum(
        by="row",
        words="the label with the least expected cost",
        cut_points=CutPoints(
            search="costs", costs=lambda counts, options: costs_of(counts, options["cost"], every_answer=True)
        ),
    ),
    title="Expected cost",
    says="what the decisions cost on average, at the given price of each kind of error",
    formula="sum c_ij n_ij / n; normalised: over the cost of the best constant answer",
    source="Elkan 2001, IJCAI, p. 973, eq. 1; Ferrer 2022, arXiv:2209.05355, section 3",
    better="lower",
    range=(-np.inf, np.inf),
    interval="score",
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
    total = counts.row_totals_by(PairWeights(lambda true, predicted: prices[true, predicted], len(prices))).sum(-1)
    if not normalized:
        return ratio(total, counts.total)
    constant = (counts.row_totals[..., None, :] @ prices)[..., 0, :]
    return ratio(total, constant.min(-1))


def costs_of(counts: Counts, cost: Any, *, every_answer: bool = False) -> FloatArray:
    """
    Return the matrix of costs, rows true and columns predicted, in the order of the labels.

    A mapping must name the price of every error that occurs; with `every_answer` that of every answer to a true label
    that occurs.
    """
    size = len(counts.labels)
    if isinstance(cost, Mapping):
        return _named(counts, cost, every_answer=every_answer)
    try:
        matrix = np.asarray(cost, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        msg = f"cost must be a matrix of numbers or a mapping of pairs of labels to numbers: {error}"
        raise OptionError(msg) from error
    if matrix.shape != (size, size):
        msg = f"a matrix of costs for {size} labels must have the shape ({size}, {size}), not {matrix.shape}."
        raise OptionError(msg)
    if not np.isfinite(matrix).all():
        raise OptionError("costs must be finite numbers.")
    if not counts.ordered:
        raise LabelOrderError(
            "a matrix of costs speaks of the labels in an order, and these have none. Declare it, labels=[...], or "
            "name the pairs: cost={(true label, predicted label): price, ...}."
        )
    return matrix


def _named(counts: Counts, cost: Mapping[Any, Any], *, every_answer: bool) -> FloatArray:
    """The matrix of prices by pair: a right answer without a price costs nothing, a wrong one that occurs needs one."""
    indices = {label: index for index, label in enumerate(counts.labels)}
    matrix = np.where(np.eye(len(indices), dtype=bool), 0.0, np.nan)
    for pair, price in cost.items():
        if not isinstance(pair, tuple) or len(pair) != 2 or any(label not in indices for label in pair):
            raise OptionError(f"cost names {pair!r}; expected pairs (true label, predicted label) of {counts.labels}.")
        matrix[indices[pair[0]], indices[pair[1]]] = _price(pair, price)
    needed = (counts.table.reshape(-1, *matrix.shape) != 0).any(axis=0)
    if every_answer:
        needed = needed.any(axis=1, keepdims=True) & np.ones_like(needed)
    lacking = [(counts.labels[i], counts.labels[j]) for i, j in np.argwhere(np.isnan(matrix) & needed).tolist()]
    if lacking:
        why = "; normalized=True compares with each constant answer" if every_answer else ""
        msg = f"cost has no price of {', '.join(map(repr, lacking[:5]))} (true label, predicted label){why}."
        raise OptionError(msg)
    return np.nan_to_num(matrix)


def _price(pair: tuple[Any, Any], price: Any) -> float:
    number = float(price) if isinstance(price, Real) else math.nan
    if not math.isfinite(number):
        msg = f"the price of {pair!r} (true label, predicted label) must be a finite number, not {price!r}."
        raise OptionError(msg)
    return number
