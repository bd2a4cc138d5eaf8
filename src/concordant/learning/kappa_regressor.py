"""A booster that learns a weighted kappa, as a regressor of scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Self

import numpy as np

from concordant.decisions.estimators import Regressor, check_rows, clone
from concordant.errors import InputTypeError, LabelError, LengthError, OptionError
from concordant.learning.booster_metrics import CutRule, Training
from concordant.learning.kappa_loss import KappaKind, check_kind, check_smoothing, checked, kappa_of_scores
from concordant.metrics.definition.options import warn_user
from concordant.typing import Column, FloatArray

_LIBRARIES = ("lightgbm", "xgboost", "catboost")


class KappaRegressor(Regressor):
    """
    Let a regressor of LightGBM, XGBoost or CatBoost learn a weighted kappa.

    The objective is ``1 - kappa`` of the score, training starts at the mean of the labels, and early stopping looks at
    the kappa after cutting the score. `predict` gives the score, on the scale of the labels; to get labels, put it into
    `OrdinalCutPoints`, which chooses cut points on out-of-fold scores.

    Parameters
    ----------
    estimator : LGBMRegressor, XGBRegressor or CatBoostRegressor
        It is cloned; its objective, metric and start are replaced.
    weights : {"quadratic", "linear"}
        Weights of the kappa.
    smoothing : float
        For linear weights: the rounding of the corner, as a share of the least step between two labels.
    cut_points : {"exact", "smooth", "round"} or sequence of float
        How the evaluation metric cuts the score, see `concordant.learning.booster_metrics.ScoreMetric`. For
        ``"exact"`` and ``"smooth"`` only the order of the scores counts: training may stop while all scores are still
        near the mean, which cut points correct. Take ``"round"`` if you use no cut points afterwards.
    early_stopping_rounds : int, optional
        Training ends after this many rounds without a better kappa on `eval_set`. Inside `OrdinalCutPoints` each fold
        stops by the rows that it scores, and the model of all rows trains for the mean of their rounds.

    Attributes
    ----------
    estimator_ : estimator
        The fitted regressor.
    start_ : float
        The mean of the labels.
    rounds_ : int
        The number of training rounds behind its predictions: up to the best one, if it stopped early.

    Notes
    -----
    A regression by squared error has the same optimum up to stretching and shifting the score, which cut points undo:
    with them the two objectives mostly end alike, see `docs/learning.md`. Without cut points the stretch matters.

    Examples
    --------
    >>> from lightgbm import LGBMRegressor  # doctest: +SKIP
    >>> from concordant.decisions import OrdinalCutPoints
    >>> from concordant.learning import KappaRegressor
    >>> score = KappaRegressor(LGBMRegressor(n_estimators=50, verbose=-1))  # doctest: +SKIP
    >>> labels = OrdinalCutPoints(estimator=score).fit(X, y).predict(X)  # doctest: +SKIP
    """

    def __init__(
        self,
        estimator: Any = None,
        *,
        weights: KappaKind = "quadratic",
        smoothing: float = 0.1,
        cut_points: CutRule = "exact",
        early_stopping_rounds: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.weights = weights
        self.smoothing = smoothing
        self.cut_points = cut_points
        self.early_stopping_rounds = early_stopping_rounds

    def fit(
        self,
        X: Any,  # noqa: N803
        y: Column,
        sample_weight: Column | None = None,
        *,
        eval_set: Any = None,
        eval_sample_weight: Sequence[Column | None] | None = None,
        **fit_params: Any,
    ) -> Self:
        """
        Train the booster.

        Parameters
        ----------
        X : array-like of shape (n, p)
            What the booster takes.
        y : array-like of shape (n,)
            Labels: numbers with an order.
        sample_weight : array-like of shape (n,), optional
            Weights of the rows, in the constants, the gradient and the curvature.
        eval_set : tuple (X, y) or list of them, optional
            Held-out rows, for the evaluation metric and early stopping.
        eval_sample_weight : list, optional
            Weights of each part of `eval_set`.
        **fit_params
            Further arguments of the booster's `fit`.
        """
        library = import_module(f"concordant.learning.{_library(self.estimator)}")
        check_kind(self.weights)
        check_smoothing(self.smoothing)
        truth, weight = checked(y, sample_weight)
        check_rows(X, truth)
        self.start_ = float(np.average(truth, weights=weight))
        held = _held(eval_set, eval_sample_weight)
        if self.early_stopping_rounds is not None and not held:
            raise OptionError("early stopping needs held-out rows: fit(X, y, eval_set=(X_held, y_held)).")
        parts = [(truth, weight), *((part, of_part) for _, part, of_part in held)]
        present = [values if of_rows is None else values[of_rows > 0] for values, of_rows in parts]
        labels = np.unique(np.concatenate(present)).tolist()
        self.estimator_ = clone(self.estimator)
        objective = {"weights": self.weights, "smoothing": self.smoothing}
        metric = {"weights": self.weights, "cut_points": self.cut_points, "labels": labels}
        training = Training(X, truth, weight, self.start_, objective, metric, held, self.early_stopping_rounds)
        self._lacking = library.fit_regressor(self.estimator_, training, fit_params)
        self.rounds_ = int(library.rounds_of(self.estimator_))
        if hasattr(self.estimator_, "n_features_in_"):
            self.n_features_in_ = int(self.estimator_.n_features_in_)
        return self

    def predict(self, X: Any) -> FloatArray:  # noqa: N803
        """Return the score of each row, on the scale of the labels."""
        self._require_fit()
        scores: FloatArray = np.asarray(self.estimator_.predict(X), dtype=np.float64) + self._lacking
        return scores

    def score(self, X: Any, y: Column, sample_weight: Column | None = None) -> float:  # noqa: N803
        """
        Return the kappa of the score as it is, before any cut.

        For quadratic weights it is Lin's concordance coefficient of score and labels; for linear ones the distance is
        taken itself, so that values of `smoothing` can be compared. For the kappa of labels put this regressor into
        `OrdinalCutPoints` and take its `score`. NaN, with a warning, where all labels and all scores are equal to one
        number.
        """
        kappa = kappa_of_scores(y, self.predict(X), sample_weight, weights=self.weights)
        if np.isnan(kappa):
            warn_user(f"{self.weights} kappa: all labels are the same, and so are all scores (0/0)")
        return kappa

    @property
    def stops_early(self) -> bool:
        """Whether training ends before its last round, by rows that are held out."""
        return self.early_stopping_rounds is not None

    def for_rounds(self, rounds: int) -> KappaRegressor:
        """
        Return an unfitted regressor that trains this many rounds without early stopping.

        Parameters
        ----------
        rounds : int
            Such as the mean of `rounds_` over folds.
        """
        inside = clone(self.estimator)
        names: tuple[str, ...] = import_module(f"concordant.learning.{_library(self.estimator)}").ROUNDS
        parameters = inside.get_params()
        present = [name for name in names if parameters.get(name) is not None]
        inside.set_params(**dict.fromkeys(present or names[:1], rounds))
        return clone(self).set_params(estimator=inside, early_stopping_rounds=None)  # type: ignore[no-any-return]


def _library(estimator: Any) -> str:
    for kind in type(estimator).__mro__:
        library = kind.__module__.partition(".")[0]
        if library in _LIBRARIES and hasattr(estimator, "predict") and not hasattr(estimator, "predict_proba"):
            return library
    raise InputTypeError(
        "estimator must be a regressor of LightGBM, XGBoost or CatBoost (LGBMRegressor, XGBRegressor, "
        f"CatBoostRegressor), not {type(estimator).__name__}."
    )


def _held(eval_set: Any, weights: Sequence[Column | None] | None) -> list[tuple[Any, FloatArray, FloatArray | None]]:
    """Held-out rows with their labels and weights."""
    parts = _pairs(eval_set)
    of_rows = [None] * len(parts) if weights is None else list(weights)
    if len(of_rows) != len(parts):
        msg = f"eval_sample_weight needs one column of weights for each of the {len(parts)} parts of eval_set."
        raise OptionError(msg)
    held = []
    for index, ((data, labels), weight) in enumerate(zip(parts, of_rows, strict=True)):
        try:
            truth, of_part = checked(labels, weight)
            check_rows(data, truth)
        except (LabelError, LengthError) as error:
            raise type(error)(f"part {index} of eval_set: {error}") from error
        held.append((data, truth, of_part))
    return held


def _pairs(eval_set: Any) -> list[Any]:
    """Each (X, y): one alone, or those of a list or tuple."""
    if eval_set is None:
        return []
    single = isinstance(eval_set, tuple) and not all(isinstance(part, tuple) for part in eval_set)
    parts = [eval_set] if single else eval_set
    pairs = isinstance(parts, (list, tuple)) and all(
        isinstance(part, (list, tuple)) and len(part) == 2 for part in parts
    )
    if not pairs:
        raise InputTypeError("eval_set must be (X, y), or a list of such pairs: [(X_held, y_held)].")
    return list(parts)
