"""
The EM algorithm of Dawid and Skene on distinct profiles.

Each step costs as many operations as there are ratings in distinct profiles, times the labels, however many units have
each profile.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.states.profiles import Profiles
from concordant.typing import FloatArray, NumberArray

_FLOOR = 1e-10  # probabilities below are taken for this: a single surprise does not rule a label out for ever
_DENSE = 1 << 24  # numbers in a table of profiles by raters and labels


@dataclass(frozen=True, slots=True)
class Fit:
    """What the algorithm has come to: `counts` is the expected table of each rater, (r, K, K), true label first."""

    posterior: FloatArray
    prior: FloatArray
    counts: FloatArray
    trace: FloatArray
    converged: bool


class Likelihood:
    """Profiles, their weights, their labels where known (else -1), and which table of errors each rater has."""

    def __init__(
        self,
        profiles: Profiles,
        weight: NumberArray,
        known: npt.NDArray[np.intp],
        rater: npt.NDArray[np.intp],
        labels: int,
    ) -> None:
        self.profiles, self.weight = profiles, np.asarray(weight, np.float64)
        raters = int(rater.max(initial=-1)) + 1
        self.raters, self.labels = raters, labels
        self.cell = rater[profiles.rater] * labels + profiles.code
        self.once = raters == len(rater)  # no two raters of a profile share a table
        self.fixed = np.flatnonzero(known >= 0)
        self.known = known[self.fixed]
        self.table = None
        if len(profiles) * raters * labels <= _DENSE:  # matrix products beat sums over ratings
            self.table = np.zeros((len(profiles), raters * labels))
            if self.once:
                self.table[profiles.unit, self.cell] = 1.0
            else:
                np.add.at(self.table, (profiles.unit, self.cell), 1.0)

    def votes(self) -> FloatArray:
        """Shares of the labels among the ratings of each profile: where the algorithm starts."""
        tally = self.profiles.tally(self.labels).astype(np.float64)
        return self.settled(tally / tally.sum(1, keepdims=True))

    def settled(self, posterior: FloatArray) -> FloatArray:
        """Put known labels into a posterior."""
        posterior[self.fixed] = 0.0
        posterior[self.fixed, self.known] = 1.0
        return posterior

    def expected(self, posterior: FloatArray) -> FloatArray:
        """How often each rater is expected to have seen each label for each true one, (r, K, K)."""
        weighted = posterior * self.weight[:, None]
        if self.table is not None:
            sums = weighted.T @ self.table
        else:
            unit, size = self.profiles.unit, self.raters * self.labels
            sums = np.stack([np.bincount(self.cell, column[unit], minlength=size) for column in weighted.T])
        found: FloatArray = np.asarray(sums).reshape(self.labels, self.raters, self.labels).swapaxes(0, 1)
        return found

    def posterior(self, prior: FloatArray, confusion: FloatArray) -> tuple[FloatArray, float]:
        """The probability of each label of each profile, and the log-likelihood."""
        with np.errstate(divide="ignore"):
            logs = np.log(confusion).swapaxes(0, 1).reshape(self.labels, -1)
            joint = np.log(np.maximum(prior, _FLOOR)) + self._sums(logs)
        top = joint.max(1, keepdims=True)
        found = np.exp(joint - top)
        total = found.sum(1, keepdims=True)
        each = (top + np.log(total))[:, 0]
        each[self.fixed] = joint[self.fixed, self.known]
        return self.settled(found / total), float(self.weight @ each)

    def _sums(self, logs: FloatArray) -> FloatArray:
        if self.table is not None:
            dense: FloatArray = self.table @ np.ascontiguousarray(logs.T)
            return dense
        return np.stack([np.add.reduceat(row[self.cell], self.profiles.start[:-1]) for row in logs], axis=1)


def confusions(counts: FloatArray, smoothing: float) -> FloatArray:
    """Shares of the seen labels for each true one, at least 1e-10."""
    smoothed = counts + smoothing
    total = smoothed.sum(-1, keepdims=True)
    shares: FloatArray = np.divide(smoothed, total, out=np.zeros_like(smoothed), where=total > 0)
    return np.maximum(shares, _FLOOR)


def fit(
    model: Likelihood,
    *,
    start: FloatArray | None = None,
    smoothing: float = 0.0,
    tolerance: float = 1e-12,
    most: int = 10_000,
) -> Fit:
    """Take steps until the gain in log-likelihood, a unit, is below the tolerance."""
    posterior = model.votes() if start is None else start
    total, trace, converged = float(model.weight.sum()), [], False
    for _ in range(most):
        prior = model.weight @ posterior / total
        counts = model.expected(posterior)
        posterior, value = model.posterior(prior, confusions(counts, smoothing))
        trace.append(value)
        if len(trace) > 1 and trace[-1] - trace[-2] < tolerance * total:
            converged = True
            break
    return Fit(posterior, prior, counts, np.array(trace), converged)
