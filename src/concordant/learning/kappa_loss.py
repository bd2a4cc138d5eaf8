"""
Weighted kappa of a continuous score as a loss: value, gradient, and a curvature that is positive and bounds it.

With the truth a fixed, ``1 - kappa = N / D``: the disagreement ``N = sum_i w_i r(s_i - a_i)`` over that by chance,
``D = sum_i w_i d(s_i)``, ``d(v) = sum_k p_k r(v - v_k)``, where p_k is the share of the label at v_k.

Gradient. ``D dL/ds_i = w_i [r'(s_i - a_i) - L d'(s_i)]`` for ``L = N / D``. It is what both losses return, without the
factor 1 / D that all rows share.

Curvature. Let ``L_t`` be the loss at the scores s_t. ``N(s) - L_t D(s)`` is 0 there, and wherever it is negative the
loss is below ``L_t`` (Dinkelbach 1967, Management Science 13:492). D is convex, so ``-L_t D`` lies below its tangent
(Yuille & Rangarajan 2003, Neural Computation 15:915), and r lies below a parabola of curvature ``r'(x) / x`` that
touches it at x (Huber 1981, Robust Statistics, section 7.8). So

    N(s) - L_t D(s)  <=  sum_i g_i (s_i - s_ti) + h_i (s_i - s_ti)^2 / 2,   h_i = w_i r'(s_ti - a_i) / (s_ti - a_i) > 0,

and a tree that lowers the right side, as every Newton step in leaves with a learning rate up to 2 does, lowers the loss
of the training rows, if it is fitted to all of them: of a sample of rows, L is not the loss. The diagonal of the
Hessian of L, times D, has no such property: for squares it is ``kappa w_i + O(1 / n)``, 0 at the start, where kappa is
0, and negative where scores disagree with the truth. The bound equals it in the limit of kappa = 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeAlias

import numpy as np

from concordant.errors import LabelError, OptionError
from concordant.inputs.rows import check_weights, numbers
from concordant.names import require_choice
from concordant.typing import Column, FloatArray

KappaKind: TypeAlias = Literal["quadratic", "linear"]


class KappaLoss(ABC):
    """``1 - kappa`` of scores, as a function of the scores, for a fixed distribution of the truth."""

    @abstractmethod
    def disagreement(self, x: FloatArray) -> FloatArray:
        """Return the disagreement r(x) of a score and a label that are x apart."""

    @abstractmethod
    def slope(self, x: FloatArray) -> FloatArray:
        """Return r'(x)."""

    @abstractmethod
    def bend(self, x: FloatArray) -> FloatArray:
        """Return ``r'(x) / x``, the curvature of the parabola above r that touches it at x; positive."""

    @abstractmethod
    def by_chance(self, scores: FloatArray) -> FloatArray:
        """Return d(s): the mean disagreement of a score with all labels."""

    @abstractmethod
    def by_chance_slope(self, scores: FloatArray) -> FloatArray:
        """Return d'(s)."""

    def parts(self, truth: FloatArray, scores: FloatArray, weights: FloatArray | None) -> tuple[float, float]:
        """Return N and D of some rows; they add up over rows."""
        observed, chance = self.disagreement(scores - truth), self.by_chance(scores)
        if weights is None:
            return float(observed.sum()), float(chance.sum())
        return float(weights @ observed), float(weights @ chance)

    def value(self, truth: FloatArray, scores: FloatArray, weights: FloatArray | None = None) -> float:
        """Return ``1 - kappa``: 0 for scores equal to the truth, 1 for constant ones."""
        disagreement, chance = self.parts(truth, scores, weights)
        return disagreement / chance

    def derivatives(
        self, truth: FloatArray, scores: FloatArray, weights: FloatArray | None = None, *, ratio: float | None = None
    ) -> tuple[FloatArray, FloatArray]:
        """
        Return the gradient times D, and the curvature.

        Parameters
        ----------
        truth, scores, weights : ndarray of shape (n,)
            Labels, scores, weights.
        ratio : float, optional
            The loss ``L = N / D``, where the rows are a part of those that it is taken of.
        """
        ratio = self.value(truth, scores, weights) if ratio is None else ratio
        difference = scores - truth
        gradient = self.slope(difference) - ratio * self.by_chance_slope(scores)
        curvature = self.bend(difference)
        return (gradient, curvature) if weights is None else (weights * gradient, weights * curvature)


@dataclass(frozen=True, slots=True)
class QuadraticKappaLoss(KappaLoss):
    """
    Quadratic weights: ``r(x) = x^2 / 2``, and the truth enters by its mean and variance only.

    ``D = sum_i w_i [V + (s_i - mean)^2] / 2``, so the gradient is ``w_i [kappa (s_i - mean) - (a_i - mean)]`` and the
    curvature ``w_i``, as that of squared error. The gradient vanishes at ``mean + (E[a | x] - mean) / kappa``: a
    regression that is stretched until its variance, by which kappa is judged as well, matches that of the truth.

    Attributes
    ----------
    mean, variance : float
        Of the labels, weighted.

    Examples
    --------
    >>> import numpy as np
    >>> from concordant.learning import QuadraticKappaLoss
    >>> truth = np.array([1.0, 2.0, 3.0, 4.0])
    >>> loss = QuadraticKappaLoss.of(truth)
    >>> loss.value(truth, np.array([1.0, 2.0, 2.0, 4.0]))
    0.1
    >>> [part.tolist() for part in loss.derivatives(truth, np.full(4, 2.5))]
    [[1.5, 0.5, -0.5, -1.5], [1.0, 1.0, 1.0, 1.0]]
    """

    mean: float
    variance: float

    @classmethod
    def of(cls, labels: Column, sample_weight: Column | None = None) -> Self:
        """Take mean and variance of the labels of the training rows."""
        return cls.of_rows(*checked(labels, sample_weight))

    @classmethod
    def of_rows(cls, values: FloatArray, weights: FloatArray | None) -> Self:
        """Take mean and variance of checked labels."""
        mean = float(np.average(values, weights=weights))
        return cls(mean, float(np.average((values - mean) ** 2, weights=weights)))

    def disagreement(self, x: FloatArray) -> FloatArray:
        """Return ``x^2 / 2``."""
        return x * x / 2

    def slope(self, x: FloatArray) -> FloatArray:
        """Return x."""
        return x

    def bend(self, x: FloatArray) -> FloatArray:
        """Return 1."""
        return np.ones_like(x)

    def by_chance(self, scores: FloatArray) -> FloatArray:
        """Return ``(V + (s - mean)^2) / 2``."""
        return (self.variance + (scores - self.mean) ** 2) / 2

    def by_chance_slope(self, scores: FloatArray) -> FloatArray:
        """Return ``s - mean``."""
        return scores - self.mean


@dataclass(frozen=True, slots=True, eq=False)
class LinearKappaLoss(KappaLoss):
    """
    Linear weights: ``r(x) = sqrt(x^2 + e^2) - e``, the distance with its corner rounded off.

    The corner must go: at 0 the distance has no derivative, and it has no curvature elsewhere. The loss tends to
    1 - the linear kappa as e tends to 0.

    Attributes
    ----------
    values, shares : ndarray of shape (K,)
        Where the labels stand, and the share of each.
    corner : float
        The e: how far from a label the corner is rounded.
    """

    values: FloatArray
    shares: FloatArray
    corner: float

    @classmethod
    def of(cls, labels: Column, sample_weight: Column | None = None, *, smoothing: float = 0.1) -> Self:
        """
        Take the shares of the labels of the training rows.

        Parameters
        ----------
        labels : array-like of shape (n,)
            Labels: numbers.
        sample_weight : array-like of shape (n,), optional
            Weights.
        smoothing : float
            The corner, as a share of the least step between two labels.
        """
        check_smoothing(smoothing)
        sharp = cls.of_rows(*checked(labels, sample_weight))
        return cls(sharp.values, sharp.shares, smoothing * float(np.diff(sharp.values).min()))

    @classmethod
    def of_rows(cls, values: FloatArray, weights: FloatArray | None) -> Self:
        """Take the shares of checked labels, and round no corner: the distance itself, to judge by."""
        if weights is not None:  # a label of rows without weight is absent: it makes no step between labels
            values, weights = values[weights > 0], weights[weights > 0]
        levels, codes = np.unique(values, return_inverse=True)
        count = np.bincount(codes.reshape(-1), weights=weights, minlength=len(levels))
        return cls(levels, count / count.sum(), 0.0)

    def _root(self, x: FloatArray) -> FloatArray:
        return np.sqrt(x * x + self.corner * self.corner)  # five times as fast as hypot

    def disagreement(self, x: FloatArray) -> FloatArray:
        """Return ``sqrt(x^2 + e^2) - e``, without the cancellation near 0; ``|x|`` where no corner is rounded."""
        if not self.corner:
            return np.abs(x)
        return x * x / (self._root(x) + self.corner)

    def slope(self, x: FloatArray) -> FloatArray:
        """Return ``x / sqrt(x^2 + e^2)``."""
        return x / self._root(x)

    def bend(self, x: FloatArray) -> FloatArray:
        """Return ``1 / sqrt(x^2 + e^2)``."""
        return 1 / self._root(x)

    def by_chance(self, scores: FloatArray) -> FloatArray:
        """Return the mean of r over the labels."""
        total = np.zeros_like(scores)
        for value, share in zip(self.values, self.shares, strict=True):
            total += share * self.disagreement(scores - value)
        return total

    def by_chance_slope(self, scores: FloatArray) -> FloatArray:
        """Return the mean of r' over the labels."""
        total = np.zeros_like(scores)
        for value, share in zip(self.values, self.shares, strict=True):
            total += share * self.slope(scores - value)
        return total


def kappa_loss(
    labels: Column, sample_weight: Column | None = None, *, weights: KappaKind = "quadratic", smoothing: float = 0.1
) -> KappaLoss:
    """Return the loss of these weights, with its constants from the labels of the training rows."""
    check_kind(weights)
    if weights == "quadratic":
        return QuadraticKappaLoss.of(labels, sample_weight)
    return LinearKappaLoss.of(labels, sample_weight, smoothing=smoothing)


def kappa_of_scores(
    labels: Column, scores: FloatArray, sample_weight: Column | None = None, *, weights: KappaKind = "quadratic"
) -> float:
    """
    Return the kappa of scores as they are, uncut: with the distance itself, whatever corner the learning rounded.

    NaN where it is undefined: all labels are one, and so are all scores.
    """
    check_kind(weights)
    truth, weight = finite_labels(labels, sample_weight)
    if not len(truth) or (weight is not None and not weight.sum() > 0):
        return float("nan")
    kind = QuadraticKappaLoss if weights == "quadratic" else LinearKappaLoss
    observed, by_chance = kind.of_rows(truth, weight).parts(truth, scores, weight)
    return 1.0 - observed / by_chance if by_chance else float("nan")


def check_kind(weights: Any) -> None:
    """Refuse weights that have no loss."""
    require_choice("weights of an objective", weights, ("quadratic", "linear"))


def check_smoothing(smoothing: Any) -> None:
    """Refuse a corner that is not a positive share of a step."""
    number = not isinstance(smoothing, bool) and isinstance(smoothing, (int, float, np.integer, np.floating))
    if not number or not 0 < smoothing < np.inf:
        msg = f"smoothing must be a positive share of the step between two labels, such as 0.1, not {smoothing!r}."
        raise OptionError(msg)


def checked(labels: Column, sample_weight: Column | None) -> tuple[FloatArray, FloatArray | None]:
    """Return labels and weights as floats; labels must be finite, and not all the same."""
    values, weights = finite_labels(labels, sample_weight)
    present = values if weights is None else values[weights > 0]
    if not len(present) or present.min() == present.max():
        rows = f"all {len(present)} rows have the label {present[0]:g}" if len(present) else "there are no rows"
        raise LabelError(f"kappa needs at least two labels to be learned: {rows}.")
    return values, weights


def finite_labels(labels: Column, sample_weight: Column | None) -> tuple[FloatArray, FloatArray | None]:
    """Return labels and weights as floats; labels must be finite."""
    values = numbers(labels, "y_true")
    if values.ndim != 1:
        raise LabelError(f"y_true must be one column of labels, not of shape {values.shape}.")
    values = values.astype(np.float64)
    weights = check_weights(sample_weight, len(values))
    if not np.isfinite(values).all():
        raise LabelError("y_true must hold numbers that are finite, and some are not.")
    return values, None if weights is None else weights.astype(np.float64)
