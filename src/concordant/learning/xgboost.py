"""
XGBoost: the kappa as objective, and metrics of Concordant as evaluation metrics.

Works without importing XGBoost, but for `early_stopping`. Of the scikit-learn interface (``objective=``,
``eval_metric=``) and of ``xgboost.train`` (``obj=``, ``custom_metric=``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from concordant.errors import MissingDependencyError, OptionError
from concordant.learning import booster_metrics
from concordant.learning.booster_metrics import Training, WholeObjective, rows_of_call
from concordant.typing import Column

ROUNDS = ("n_estimators",)


class KappaObjective(WholeObjective):
    """
    Weighted kappa as an objective of XGBoost.

    Give ``base_score=y.mean()`` to the model, whose predictions then hold it.

    Parameters
    ----------
    weights : {"quadratic", "linear"}
        Weights of the kappa.
    smoothing : float
        For linear weights: the rounding of the corner, as a share of the least step between two labels.

    Examples
    --------
    >>> import numpy as np
    >>> from concordant.learning.xgboost import KappaObjective
    >>> gradient, curvature = KappaObjective("linear")(np.array([1, 2, 3]), np.full(3, 2.0))
    >>> gradient.round(3).tolist(), curvature.round(3).tolist()
    ([0.995, 0.0, -0.995], [0.995, 10.0, 0.995])
    """


class _Eval:
    """How XGBoost calls a metric: a number for its scikit-learn interface, name and number for `train`."""

    def __call__(self, y_true: Column, y_pred: Any, sample_weight: Column | None = None) -> float | tuple[str, float]:
        """Return the value, with the name if `train` asks."""
        native = hasattr(y_pred, "get_label")  # `train` hands over the dataset
        truth, predicted, weight = rows_of_call(y_true, y_pred, sample_weight)
        value: float = self.value(truth, predicted, weight)  # type: ignore[attr-defined]
        return (self.name, value) if native else value  # type: ignore[attr-defined]

    def early_stopping(self, rounds: int, **options: Any) -> Any:
        """
        Return the callback of XGBoost that stops by this metric, in its direction.

        XGBoost itself takes lower for better in a metric that it does not know, so ``early_stopping_rounds=`` would
        stop at the worst round.

        Parameters
        ----------
        rounds : int
            So many rounds without a better value end training.
        **options
            Of ``xgboost.callback.EarlyStopping``, such as ``data_name="validation_0"``; ``save_best=False`` for
            ``xgboost.cv``, which has no one model to keep.
        """
        higher, name = self.greater_is_better, self.name  # type: ignore[attr-defined]
        try:
            from xgboost.callback import EarlyStopping
        except ImportError as error:
            raise MissingDependencyError('early stopping needs XGBoost: pip install "xgboost"') from error
        settings = {"maximize": higher, "metric_name": name, "save_best": True, **options}
        return EarlyStopping(rounds=rounds, **settings)


class ScoreMetric(_Eval, booster_metrics.ScoreMetric):
    """A metric of a cut score for XGBoost; parameters as `concordant.learning.booster_metrics.ScoreMetric`."""


class ClassMetric(_Eval, booster_metrics.ClassMetric):
    """A metric of a classifier for XGBoost; parameters as `concordant.learning.booster_metrics.ClassMetric`."""


def fit_regressor(model: Any, training: Training, fit_params: Mapping[str, Any]) -> float:
    """Fit a regressor of XGBoost from a start; its predictions lack nothing."""
    extra = {"verbose": False, **fit_params}
    if model.get_params().get("early_stopping_rounds") is not None:
        raise OptionError(
            "XGBoost's early_stopping_rounds takes lower for better here: leave it out of the XGBRegressor and give it "
            "to KappaRegressor."
        )
    settings: dict[str, Any] = {"objective": KappaObjective(**training.objective), "base_score": training.start}
    if training.held:
        judge = ScoreMetric(**training.metric)
        settings |= {"eval_metric": judge, "disable_default_eval_metric": True}
        extra["eval_set"] = [(part, truth) for part, truth, _ in training.held]
        if (weights := training.held_weights()) is not None:
            extra["sample_weight_eval_set"] = weights
        if training.rounds is not None:
            earlier = model.get_params().get("callbacks") or ()
            settings["callbacks"] = [*earlier, judge.early_stopping(training.rounds)]
    model.set_params(**settings)
    model.fit(training.data, training.truth, sample_weight=training.weight, **extra)
    return 0.0


def rounds_of(model: Any) -> int:
    """How many rounds the predictions of a fitted model are made of."""
    return int(model.get_booster().num_boosted_rounds())
