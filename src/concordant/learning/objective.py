"""The kappa as an objective of libraries that hand over all rows at once: LightGBM and XGBoost."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inputs.rows import refuse_infinite
from concordant.learning.booster_predictions import one_score
from concordant.learning.kappa_loss import KappaKind, check_kind, check_smoothing, kappa_loss
from concordant.typing import Column


class WholeObjective:
    """
    Weighted kappa as an objective for a regressor on labels that are numbers with an order.

    The same object serves ``objective=`` of the scikit-learn interface and the objective of `train`. Its constants are
    those of the training labels, which the library hands over with every call. Gradient and curvature: see
    `concordant.learning.kappa_loss`; the curvature of a row is its weight (linear weights: at most that over the
    corner), so learning rate, leaf size and penalties mean about what they mean for squared error.

    Training must start at the mean of the labels, not at 0: kappa is 0 for every constant score, so its gradient does
    not say where the constant should be. `KappaRegressor` sees to that.

    Parameters
    ----------
    weights : {"quadratic", "linear"}
        Weights of the kappa.
    smoothing : float
        For linear weights: how far from a label the corner of the distance is rounded, as a share of the least step
        between two labels.
    """

    def __init__(self, weights: KappaKind = "quadratic", *, smoothing: float = 0.1) -> None:
        check_kind(weights)
        check_smoothing(smoothing)
        self.weights: KappaKind = weights
        self.smoothing = smoothing

    def __call__(
        self, y_true: Column, y_pred: Any, sample_weight: Column | None = None
    ) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """
        Return gradient and curvature.

        Parameters
        ----------
        y_true : array-like of shape (n,)
            Labels; from `train`, the predictions.
        y_pred : array-like of shape (n,)
            Scores; from `train`, the dataset with labels and weights.
        sample_weight : array-like of shape (n,), optional
            Weights.
        """
        truth, scores, weight = rows_of_call(y_true, y_pred, sample_weight)
        loss = kappa_loss(truth, weight, weights=self.weights, smoothing=self.smoothing)
        values = np.asarray(truth, dtype=np.float64)
        floats = None if weight is None else np.asarray(weight, dtype=np.float64)
        score = one_score(scores, len(values))
        if not np.isfinite(score).all():
            refuse_infinite(score, "y_pred")
        return loss.derivatives(values, score, floats)

    def __repr__(self) -> str:
        """The weights and the smoothing."""
        return f"{type(self).__name__}({self.weights!r}, smoothing={self.smoothing!r})"


def rows_of_call(y_true: Any, y_pred: Any, sample_weight: Any) -> tuple[Any, Any, Any]:
    """
    Return labels, predictions and weights of a call by either interface.

    The scikit-learn interface gives labels, predictions, weights; `train` gives predictions and the dataset.
    """
    if hasattr(y_pred, "get_label"):
        y_true, y_pred, sample_weight = y_pred.get_label(), y_true, y_pred.get_weight()
    return y_true, y_pred, None if sample_weight is None or not np.size(sample_weight) else sample_weight


def from_train(y_pred: Any) -> bool:
    """Whether a call comes from `train`, with the dataset in the second place."""
    return hasattr(y_pred, "get_label")
