"""Labels decided from class probabilities: the decisions, their forecast value, and the rule behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.result.record import Record
from concordant.typing import FloatArray


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Decisions(Record):
    """
    Labels decided from class probabilities so that the expected value of a metric is best.

    Attributes
    ----------
    labels : ndarray, shape (n,) or (n, L)
        The label of each row; of several labels at once 0 and 1.
    value : float or ndarray
        The forecast: the metric of the expected table ``M[a, b] = sum of p_i(a) over the rows that are answered b``.
        It comes true on average if the probabilities are calibrated, up to terms of order 1/n.
    exact : bool
        Whether no other labels of these rows have a better forecast. False: a local optimum.
    upper_bound : float
        No labels have a better forecast than this: the value where `exact`, NaN where no bound is known.
    how : str
        The rule in words.
    rule : DecisionRule or LabelThresholds
        The same decisions for single rows, with what the batch settled (its margins) fixed: ``rule.apply(y_prob)``.
        Of a local optimum on few rows single labels may differ: there labels of rows are exchanged one at a time.
    expected_table : ndarray, shape (K, K) or (L, 2, 2)
        The table M.
    steps : int
        How many times all rows were decided.
    n : float
        Rows, or the sum of their weights.
    metric, signature : str
        The name of the metric; each choice that moves the number.
    reason : str or None
        Why the value is undefined; None if there is no problem.
    """

    labels: npt.NDArray[Any]
    value: Any
    exact: bool
    upper_bound: float
    how: str
    rule: Any
    expected_table: FloatArray
    steps: int
    n: float
    metric: str
    signature: str
    reason: str | None = None

    def __str__(self) -> str:
        """A few lines."""
        name = self.metric.replace("_", " ")
        kind = "the optimum for these probabilities" if self.exact else "a local optimum"
        value = np.array2string(self.value, precision=4) if np.ndim(self.value) else f"{self.value:.4f}"
        lines = [f"{name} {value} expected: {kind} ({self.n:g} rows)", self.how]
        if not self.exact and not np.isnan(self.upper_bound):
            lines.append(f"no labels reach more than {self.upper_bound:.4f}")
        if self.reason:
            lines.append(self.reason)
        return "\n".join(lines)
