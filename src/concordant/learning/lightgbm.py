"""
LightGBM: the kappa as objective, and metrics of Concordant as evaluation metrics.

Works without importing LightGBM: its conventions are those of the calls. Of the scikit-learn interface (``objective=``,
``eval_metric=``) and of ``lightgbm.train`` (``params["objective"]``, ``feval=``).
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from concordant.learning import booster_metrics
from concordant.learning.booster_metrics import Training, WholeObjective, rows_of_call
from concordant.typing import Column

ROUNDS = (
    "n_estimators",
    "num_iterations",
    "num_iteration",
    "n_iter",
    "num_tree",
    "num_trees",
    "num_round",
    "num_rounds",
    "nrounds",
    "num_boost_round",
    "max_iter",
)


class KappaObjective(WholeObjective):
    """
    Weighted kappa as an objective of LightGBM.

    Give ``init_score=numpy.full(n, y.mean())`` to `fit` or `Dataset`, and add that mean to predictions, which lack it;
    `KappaRegressor` does both.

    Parameters
    ----------
    weights : {"quadratic", "linear"}
        Weights of the kappa.
    smoothing : float
        For linear weights: the rounding of the corner, as a share of the least step between two labels.

    Examples
    --------
    >>> import numpy as np
    >>> from concordant.learning.lightgbm import KappaObjective
    >>> gradient, curvature = KappaObjective()(np.array([1, 2, 3, 4]), np.full(4, 2.5))
    >>> gradient.tolist(), curvature.tolist()
    ([1.5, 0.5, -0.5, -1.5], [1.0, 1.0, 1.0, 1.0])
    """


class _Eval:
    """How LightGBM calls a metric: name, value and direction come back."""

    def __call__(self, y_true: Column, y_pred: Any, sample_weight: Column | None = None) -> tuple[str, float, bool]:
        """Return name, value, and whether higher is better."""
        truth, predicted, weight = rows_of_call(y_true, y_pred, sample_weight)
        value = self.value(truth, predicted, weight)  # type: ignore[attr-defined]
        return self.name, value, self.greater_is_better  # type: ignore[attr-defined]


class ScoreMetric(_Eval, booster_metrics.ScoreMetric):
    """A metric of a cut score for LightGBM; parameters as `concordant.learning.booster_metrics.ScoreMetric`."""


class ClassMetric(_Eval, booster_metrics.ClassMetric):
    """A metric of a classifier for LightGBM; parameters as `concordant.learning.booster_metrics.ClassMetric`."""


def fit_regressor(model: Any, training: Training, fit_params: Mapping[str, Any]) -> float:
    """Fit a regressor of LightGBM from a start; return what its predictions lack."""
    extra, held = dict(fit_params), training.held
    if training.rounds is not None:
        from lightgbm import early_stopping  # the model is one of LightGBM

        stopping = early_stopping(training.rounds, first_metric_only=True, verbose=False)
        extra["callbacks"] = [*extra.get("callbacks", ()), stopping]
    if held:
        if "eval_X" in inspect.signature(model.fit).parameters:  # since 4.7
            extra["eval_X"], extra["eval_y"] = tuple(part for part, _, _ in held), tuple(truth for _, truth, _ in held)
        else:
            extra["eval_set"] = [(part, truth) for part, truth, _ in held]
        extra["eval_init_score"] = [training.start_of(truth) for _, truth, _ in held]
        extra["eval_metric"] = ScoreMetric(**training.metric)
        if (weights := training.held_weights()) is not None:
            extra["eval_sample_weight"] = weights
    # "None": else LightGBM adds squared error, as the first metric, and stops by that.
    model.set_params(objective=KappaObjective(**training.objective), metric="None")
    start = training.start_of(training.truth)
    model.fit(training.data, training.truth, sample_weight=training.weight, init_score=start, **extra)
    return training.start


def rounds_of(model: Any) -> int:
    """How many rounds the predictions of a fitted model are made of."""
    return int(model.best_iteration_ or model.n_estimators_)
