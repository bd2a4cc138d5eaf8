"""
How sure the estimates of the model of Dawid and Skene are, by the information in the units.

The score of a unit is the mean of its complete-data score over its posterior (Fisher's identity; Louis 1982, JRSS B
44:226), the information the sum of the squares of scores (Meilijson 1989, JRSS B 51:127), and a share has the delta
method. The variance says how many ratings of known units the estimate is worth, whose limits it then has.
"""

from __future__ import annotations

import numpy as np

from concordant.panels.em_of_raters import Likelihood, confusions
from concordant.typing import FloatArray

_BLOCK = 1 << 22  # numbers in a table of profiles by parameters
_LEAST = 1e-10  # of the largest eigenvalue: below there is no information
_PSEUDO = 0.5  # ratings of each label, seen and true: estimates at 0 and 1 have no derivative else


class Information:
    """The covariance of the logits of the prior (K) and of the confusions (r K K), as one matrix."""

    def __init__(self, model: Likelihood, prior: FloatArray, counts: FloatArray) -> None:
        labels, raters = model.labels, model.raters
        n = float(model.weight.sum())
        prior = (n * prior + _PSEUDO) / (n + labels * _PSEUDO)
        confusion = confusions(counts, _PSEUDO)
        posterior, _ = model.posterior(prior, confusion)
        self.prior, self.confusion = prior, confusion
        size = labels * (1 + raters * labels)
        total, block = _of_pseudo_counts(prior, confusion), max(1, _BLOCK // size)
        profiles = model.profiles
        for first in range(0, len(profiles), block):
            rows = slice(first, min(first + block, len(profiles)))
            here = slice(int(profiles.start[rows.start]), int(profiles.start[rows.stop]))
            unit, rater = profiles.unit[here] - first, model.cell[here] // labels
            many, shares = rows.stop - first, posterior[rows]
            seen = np.zeros((many, raters, labels))
            if model.once:
                seen[unit, rater, model.cell[here] % labels] = 1.0
            else:
                np.add.at(seen, (unit, rater, model.cell[here] % labels), 1.0)
            apart = seen[:, :, None, :] - seen.sum(-1)[:, :, None, None] * confusion
            score = shares[:, None, :, None] * apart
            every = np.concatenate([shares - prior, score.reshape(many, -1)], axis=1)
            total += every.T @ (every * model.weight[rows][:, None])
        values, vectors = np.linalg.eigh(total)
        used = values > _LEAST * values[-1]
        self.root = vectors[:, used] / np.sqrt(values[used])

    def _variance(self, gradient: FloatArray) -> FloatArray:
        found: FloatArray = np.square(gradient @ self.root).sum(-1)
        return found

    def of_confusions(self) -> FloatArray:
        """The variances of the confusions, (r, K, K)."""
        raters, labels, _ = self.confusion.shape
        found = np.zeros(self.confusion.shape)
        for place in np.ndindex(raters, labels):
            row = self.confusion[place]
            first = labels + (place[0] * labels + place[1]) * labels
            slope = np.diag(row) - np.outer(row, row)
            found[place] = np.square(slope @ self.root[first : first + labels]).sum(-1)
        return found

    def of_accuracies(self) -> FloatArray:
        """The variances of the shares of right ratings, ``sum_k prior_k confusion_kk``, (r,)."""
        raters, labels, _ = self.confusion.shape
        right = np.diagonal(self.confusion, axis1=1, axis2=2)
        mean = right @ self.prior
        gradient = np.zeros((raters, labels * (1 + raters * labels)))
        gradient[:, :labels] = self.prior * (right - mean[:, None])
        each = (self.prior * right)[:, :, None] * (np.eye(labels) - self.confusion)
        for rater in range(raters):
            first = labels + rater * labels * labels
            gradient[rater, first : first + labels * labels] = each[rater].ravel()
        return self._variance(gradient)


def _of_pseudo_counts(prior: FloatArray, confusion: FloatArray) -> FloatArray:
    """The information of the ratings that were added."""
    labels = len(prior)
    total = np.zeros((labels + confusion.size, labels + confusion.size))
    for place, share in enumerate([prior, *confusion.reshape(-1, labels)]):
        here = slice(place * labels, (place + 1) * labels)
        total[here, here] = labels * _PSEUDO * (np.diag(share) - np.outer(share, share))
    return total


def worth(share: FloatArray, variance: FloatArray, most: FloatArray) -> FloatArray:
    """How many ratings of known units an estimate is worth, at most those that there are."""
    with np.errstate(invalid="ignore", divide="ignore"):
        found = share * (1.0 - share) / variance
    inside = np.isfinite(found) & (found > 0)
    return np.where(inside, np.minimum(found, most), most)
