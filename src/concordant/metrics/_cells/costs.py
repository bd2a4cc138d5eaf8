"""What each pair of a true and a predicted label costs: a matrix, or a price for each pair by name."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np

from concordant.errors import LabelOrderError, OptionError
from concordant.states import Counts
from concordant.typing import FloatArray


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
        msg = "costs must be finite numbers."
        raise OptionError(msg)
    if not counts.ordered:
        msg = (
            "a matrix of costs speaks of the labels in an order, and these have none. Declare it, labels=[...], or "
            "name the pairs: cost={(true label, predicted label): price, ...}."
        )
        raise LabelOrderError(msg)
    return matrix


def _named(counts: Counts, cost: Mapping[Any, Any], *, every_answer: bool) -> FloatArray:
    """Prices by name: a right answer costs nothing unless it has one, a wrong one that is asked for must have one."""
    places = {label: place for place, label in enumerate(counts.labels)}
    matrix = np.where(np.eye(len(places), dtype=bool), 0.0, np.nan)
    for pair, price in cost.items():
        if not isinstance(pair, tuple) or len(pair) != 2 or any(label not in places for label in pair):
            msg = f"cost names {pair!r}; expected pairs (true label, predicted label) of {counts.labels}."
            raise OptionError(msg)
        matrix[places[pair[0]], places[pair[1]]] = _price(pair, price)
    asked = (counts.table.reshape(-1, *matrix.shape) != 0).any(axis=0)
    if every_answer:
        asked = asked.any(axis=1, keepdims=True) & np.ones_like(asked)
    lacking = [(counts.labels[i], counts.labels[j]) for i, j in np.argwhere(np.isnan(matrix) & asked).tolist()]
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
