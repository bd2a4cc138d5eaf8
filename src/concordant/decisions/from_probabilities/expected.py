"""The expected table of decisions, and the slope of a metric along its cells: what one answer more is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.decisions.decision_aim import DecisionAim
from concordant.decisions.from_probabilities.rules import greatest_gain
from concordant.inference.influence.tables import cell_influence
from concordant.states import Counts
from concordant.typing import FloatArray, Label

_PART = 1 << 13


@dataclass(frozen=True, slots=True)
class Expected:
    """
    Rows with a probability of every label, and what decisions on them aim at.

    Attributes
    ----------
    prob : ndarray, shape (n, K)
        Probabilities.
    weights : ndarray, shape (n,), or None
        Weights of the rows.
    labels : tuple
        The K labels.
    aim : DecisionAim
        The metric.
    ordered : bool
        Whether the order of the labels means something.
    """

    prob: npt.NDArray[Any]
    weights: FloatArray | None
    labels: tuple[Label, ...]
    aim: DecisionAim
    ordered: bool = True

    def table(self, places: npt.NDArray[np.intp]) -> FloatArray:
        """``M[a, b]``: the probability of a, summed over the rows that are answered b."""
        size = len(self.labels)
        answers = np.arange(size)[:, None]
        total = np.zeros((size, size))
        for start in range(0, len(places), _PART):
            here = slice(start, start + _PART)
            given = (places[here] == answers).astype(np.float64)
            if self.weights is not None:
                given *= self.weights[here]
            total += (given @ self.prob[here]).T
        return total

    def random_table(self) -> FloatArray:
        """The table if each row were answered at random by its own probabilities: a start without empty margins."""
        weighed = self.prob if self.weights is None else self.prob * self.weights[:, None]
        found: FloatArray = np.asarray(weighed, np.float64).T @ self.prob
        return found

    def counts(self, table: FloatArray) -> Counts:
        """The table as the state that metrics take."""
        return Counts(table, self.labels, self.ordered)

    def goal(self, tables: FloatArray) -> FloatArray:
        """The metric of tables, higher is better; -inf where it is undefined."""
        values = self.aim.sign * self.aim.values(self.counts(tables))
        return np.where(np.isnan(values), -np.inf, values)

    def gains(self, table: FloatArray) -> FloatArray:
        """How the metric grows with each cell of the table, shape (K, K); NaN where it has no slope."""
        size = len(self.labels)
        aim = self.aim
        with np.errstate(all="ignore"):
            slopes = cell_influence(
                lambda counts: aim.metric.formula(counts, **aim.options), self.counts(table), np.arange(size * size)
            )
        return aim.sign * slopes.reshape(size, size)

    def answers(self, gains: FloatArray) -> npt.NDArray[np.intp]:
        """The places of the labels with the greatest expected gain."""
        return greatest_gain(self.prob, gains, np.zeros(len(self.labels)))
