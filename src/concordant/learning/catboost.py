"""
CatBoost: the kappa as objective, and metrics of Concordant as evaluation metrics.

Works without importing CatBoost: ``loss_function=`` and ``eval_metric=`` of its models take these objects.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from concordant.learning import booster_metrics
from concordant.learning.booster_metrics import Training
from concordant.learning.kappa_loss import KappaKind, KappaLoss, checked, kappa_loss
from concordant.typing import Column, FloatArray

ROUNDS = ("iterations", "n_estimators", "num_boost_round", "num_trees")


class KappaObjective:
    """
    Weighted kappa as an objective of CatBoost.

    CatBoost asks for derivatives of slices of the rows and of leaves, and kappa is not a sum over rows. Labels and
    weights of training are therefore given here, for the constants; and the loss ``L = N / D``, by which the gradient
    of every row is weighed, is that of the last pass: N and D of the slices add up until all the weight has come by.
    Leaves get the loss of the very scores that they start from, as slices come before them; the splits that of the
    round before. Where CatBoost shows each row several times, or in several versions (ordered boosting), L is an
    average over them.

    Give ``Pool(X, y, baseline=numpy.full(n, y.mean()))`` to `fit`, and add that mean to predictions, which lack it;
    `KappaRegressor` does both. One object learns one model, as it remembers L and the labels: clone `KappaRegressor`,
    not a model that holds this object.

    Parameters
    ----------
    labels : array-like of shape (n,)
        Labels of the training rows.
    sample_weight : array-like of shape (n,), optional
        Their weights, those that `fit` gets.
    weights : {"quadratic", "linear"}
        Weights of the kappa.
    smoothing : float
        For linear weights: the rounding of the corner, as a share of the least step between two labels.

    Examples
    --------
    >>> import numpy as np
    >>> from concordant.learning.catboost import KappaObjective
    >>> truth = np.array([1, 2, 3, 4])
    >>> KappaObjective(truth).calc_ders_range(np.full(4, 2.5), truth, None)
    [(-1.5, -1.0), (-0.5, -1.0), (0.5, -1.0), (1.5, -1.0)]
    """

    no_jit = True  # CatBoost shall not try to compile it: numba cannot, as it uses `self`, and CatBoost would warn

    def __init__(
        self,
        labels: Column,
        sample_weight: Column | None = None,
        *,
        weights: KappaKind = "quadratic",
        smoothing: float = 0.1,
    ) -> None:
        self.loss: KappaLoss = kappa_loss(labels, sample_weight, weights=weights, smoothing=smoothing)
        values, weight = checked(labels, sample_weight)
        self.total = float(len(values)) if weight is None else float(weight.sum())
        self.ratio = 1.0  # of a constant score, where training starts
        self._seen = np.zeros(3)  # weight, N and D of the pass

    def calc_ders_range(self, approxes: Any, targets: Any, weights: Any) -> list[tuple[float, float]]:
        """
        Return first and second derivative of the kappa by each score: CatBoost climbs.

        Parameters
        ----------
        approxes, targets : sequence of n floats
            Scores and labels.
        weights : sequence of n floats, or None
            Weights.
        """
        scores, truth = np.asarray(approxes, dtype=np.float64), np.asarray(targets, dtype=np.float64)
        weight = None if weights is None else np.asarray(weights, dtype=np.float64)
        rows = float(len(truth)) if weight is None else float(weight.sum())
        self._seen += (rows, *self.loss.parts(truth, scores, weight))
        if self._seen[0] >= self.total * (1 - 1e-6):  # CatBoost keeps weights in single precision
            self.ratio = float(self._seen[1] / self._seen[2])
            self._seen = np.zeros(3)
        gradient, curvature = self.loss.derivatives(truth, scores, weight, ratio=self.ratio)
        return list(zip((-gradient).tolist(), (-curvature).tolist(), strict=True))


class _Eval:
    """
    How CatBoost calls a metric: sums that it adds up, and their quotient.

    CatBoost logs a metric under the name of its class, so each object gets a class of its own name.
    """

    no_jit = True  # as for KappaObjective

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        kind: Any = type(self)
        self.__class__ = _called(kind, self.name)  # type: ignore[attr-defined]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the class that the module knows."""
        return _restored, (type(self).__bases__[0], vars(self))

    def __repr__(self) -> str:
        """The name of the class that the module knows, and what was chosen."""
        kind = type(self).__bases__[0].__name__
        return f"{kind}({', '.join(f'{key}={part!r}' for key, part in vars(self).items())})"

    def is_max_optimal(self) -> bool:
        """Whether higher is better."""
        return bool(self.greater_is_better)  # type: ignore[attr-defined]

    def evaluate(self, approxes: Any, target: Any, weight: Any) -> tuple[float, float]:
        """Return the value and 1: CatBoost hands over all rows of a dataset at once."""
        predicted = np.asarray(approxes[0] if len(approxes) == 1 else np.column_stack(approxes))
        weights = None if weight is None or not len(weight) else np.asarray(weight)
        value = self.value(np.asarray(target), predicted, weights)  # type: ignore[attr-defined]
        return float(value), 1.0

    def get_final_error(self, error: float, weight: float) -> float:
        """Return the value."""
        return error / weight


@cache
def _called(kind: Any, name: str) -> Any:
    return type(name, (kind,), {"__module__": __name__, "__doc__": kind.__doc__})


def _restored(kind: Any, parts: dict[str, Any]) -> Any:
    metric = object.__new__(_called(kind, parts["name"]))
    vars(metric).update(parts)
    return metric


class ScoreMetric(_Eval, booster_metrics.ScoreMetric):
    """A metric of a cut score for CatBoost; parameters as `concordant.learning.booster_metrics.ScoreMetric`."""


class ClassMetric(_Eval, booster_metrics.ClassMetric):
    """
    A metric of a classifier for CatBoost; parameters as `concordant.learning.booster_metrics.ClassMetric`.

    CatBoost gives margins, whatever the loss: `margins` is True by default. They are turned into probabilities by the
    sigmoid of one column and the softmax of several, as for the losses ``Logloss`` and ``MultiClass``.
    """

    def __init__(self, metric: Any, *, margins: bool = True, **options: Any) -> None:
        super().__init__(metric, margins=margins, **options)


def fit_regressor(model: Any, training: Training, fit_params: Mapping[str, Any]) -> float:
    """Fit a regressor of CatBoost from a start; return what its predictions lack."""
    from catboost import Pool  # the model is one of CatBoost

    extra = dict(fit_params)
    categories = extra.pop("cat_features", model.get_params().get("cat_features"))

    def pool(data: Any, truth: FloatArray, weight: FloatArray | None) -> Any:
        return Pool(data, truth, weight=weight, baseline=training.start_of(truth), cat_features=categories)

    if training.held:
        extra["eval_set"] = [pool(*part) for part in training.held]
        if training.rounds is not None:
            extra["early_stopping_rounds"] = training.rounds
    objective = KappaObjective(training.truth, training.weight, **training.objective)
    model.set_params(loss_function=objective, eval_metric=ScoreMetric(**training.metric))
    model.fit(pool(training.data, training.truth, training.weight), **extra)
    return training.start


def rounds_of(model: Any) -> int:
    """How many rounds the predictions of a fitted model are made of."""
    return int(model.tree_count_)
