"""Metrics and objectives for boosters, without the conventions of any library."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any, Literal, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import metric_of
from concordant.decisions.cut_points import ordinal_cut_points
from concordant.decisions.cut_search import cut_aim, ratings
from concordant.errors import InputTypeError, LabelError, LengthError, OptionError, ScoreError, UndefinedMetricWarning
from concordant.inputs.labels import check_declared
from concordant.inputs.rows import numbers, refuse_infinite
from concordant.inputs.score_columns import in_order_of
from concordant.learning.kappa_loss import KappaKind, check_kind, check_smoothing, finite_labels, kappa_loss
from concordant.metrics.definition.metric import Metric
from concordant.names import unknown_choice
from concordant.states import Counts
from concordant.typing import Column, FloatArray, KappaWeights, Label

CutRule: TypeAlias = Literal["exact", "smooth", "round"] | Sequence[float]


@dataclass(frozen=True, slots=True)
class Training:
    """
    What a regressor learns kappa from.

    Attributes
    ----------
    data : array-like of n rows
    truth : ndarray of shape (n,)
    weight : ndarray of shape (n,), or None
    start : float
        Where the scores start: the mean of the labels.
    objective, metric : mapping
        What the objective and the evaluation metric of the library take.
    held : list of tuples
        Held-out rows, their labels, and their weights or None.
    rounds : int or None
        So many rounds without a better value end training.
    """

    data: Any
    truth: FloatArray
    weight: FloatArray | None
    start: float
    objective: Mapping[str, Any]
    metric: Mapping[str, Any]
    held: list[tuple[Any, FloatArray, FloatArray | None]]
    rounds: int | None

    def start_of(self, truth: FloatArray) -> FloatArray:
        """Return the start for each of some rows."""
        return np.full(len(truth), self.start)

    def held_weights(self) -> list[FloatArray | None] | None:
        """Return the weights of each part of the held-out rows; None if there are none."""
        weights = [weight for _, _, weight in self.held]
        return None if all(weight is None for weight in weights) else weights


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


class BoosterMetric(ABC):
    """
    A metric of what a model predicts.

    Where it is undefined, as Matthews correlation is in first rounds that predict one class only, it counts as its
    value by chance, else as the worst value, without a warning: libraries that meet NaN once never see a better round.
    """

    name: str
    metric: str
    greater_is_better: bool

    @abstractmethod
    def _value(self, y_true: Column, y_pred: Any, sample_weight: Column | None) -> float:
        """Return the metric, NaN where it is undefined."""

    def value(self, y_true: Column, y_pred: Any, sample_weight: Column | None = None) -> float:
        """
        Return the metric.

        Parameters
        ----------
        y_true : array-like of shape (n,)
            Labels: numbers; for a classifier the classes, 0 to K - 1.
        y_pred : array-like
            Scores of shape (n,). Of a classifier: probabilities of the second of two classes (n,), of all classes
            (n, K), or of all classes one after the other (K * n,).
        sample_weight : array-like of shape (n,), optional
            Weights.
        """
        with warnings.catch_warnings(action="ignore", category=UndefinedMetricWarning):
            value = self._value(y_true, y_pred, sample_weight)
        if not isnan(value):
            return value
        metric = metric_of(self.metric)
        if metric.facts.chance is not None:
            return float(metric.facts.chance)
        low, high = metric.facts.range or (-np.inf, np.inf)
        return float(low if _rises(metric) else high)

    @property
    def __name__(self) -> str:
        """The name under which the library logs the metric."""
        return self.name

    def __deepcopy__(self, memo: Any) -> Self:
        """Itself, as it never changes: scikit-learn clones CatBoost models only if their parameters stay the same."""
        del memo
        return self

    def __repr__(self) -> str:
        """The name and what was chosen."""
        return f"{type(self).__name__}({', '.join(f'{key}={part!r}' for key, part in vars(self).items())})"


class ScoreMetric(BoosterMetric):
    """
    A metric of ordered labels on a score: the score is cut, then judged.

    Parameters
    ----------
    metric : Metric or str, optional
        Any that `ordinal_cut_points` knows, for ``cut_points="exact"`` and ``"smooth"``; else any metric of labels.
        Default: `cohen_kappa`.
    weights : {"quadratic", "linear", ...}, array-like of shape (K, K), or None
        Weights of the kappa.
    cut_points : {"exact", "smooth", "round"} or sequence of K - 1 floats
        - ``"exact"``: the best of all cut points on the rows that are judged: what the score can give. The choice of K
          - 1 cuts makes it too good, alike at each round;
        - ``"smooth"``: the best for a smooth estimate of the truth, see `ordinal_cut_points`;
        - ``"round"``: half way between neighbouring labels;
        - or these ones.
    labels : sequence of numbers, optional
        All labels, ascending; needed for given cut points, or ``"round"``, if some are missing in the rows.
    **options
        Options of the metric.

    Examples
    --------
    >>> from concordant.learning.booster_metrics import ScoreMetric
    >>> truth, score = [1, 1, 2, 2, 3, 3], [1.8, 1.9, 2.0, 2.1, 2.2, 2.1]
    >>> round(ScoreMetric().value(truth, score), 4), round(ScoreMetric(cut_points="round").value(truth, score), 4)
    (0.8889, 0.0)
    """

    def __init__(
        self,
        metric: Metric | str | None = None,
        *,
        weights: KappaWeights = "quadratic",
        cut_points: CutRule = "exact",
        labels: Sequence[Label] | None = None,
        **options: Any,
    ) -> None:
        self.metric = metric_of("cohen_kappa" if metric is None else metric).name
        self.weights = weights
        self.cut_points = cut_points if isinstance(cut_points, str) else _rising(cut_points)
        self.labels = None if labels is None else check_declared(labels)
        self.options = options
        if isinstance(cut_points, str):
            if cut_points not in ("exact", "smooth", "round"):
                raise unknown_choice("cut_points", cut_points, ("exact", "smooth", "round"), "K - 1 numbers")
            if cut_points != "round":
                cut_aim(self.metric, weights, None, options)  # says which metrics can be
        kappa = self.metric == "cohen_kappa"
        self.name = f"{weights}_kappa" if kappa and isinstance(weights, str) else self.metric
        self.greater_is_better = _rises(metric_of(self.metric))

    def _value(self, y_true: Column, y_pred: Any, sample_weight: Column | None) -> float:
        """Cut the scores and take the metric."""
        truth, weight = finite_labels(y_true, sample_weight)
        scores = one_score(y_pred, len(truth))
        present = truth if weight is None else truth[weight > 0]
        labels = np.unique(present).tolist() if self.labels is None else list(self.labels)
        kappa = self.metric == "cohen_kappa"
        options = {**self.options, "weights": self.weights} if kappa else self.options
        if isinstance(self.cut_points, str) and self.cut_points != "round":
            return ordinal_cut_points(
                truth,
                scores,
                self.metric,
                method=self.cut_points,
                labels=labels,
                sample_weight=sample_weight,
                cv=None,
                **options,
            ).value
        values = np.array(labels, dtype=np.float64)
        cuts = (values[1:] + values[:-1]) / 2 if isinstance(self.cut_points, str) else np.array(self.cut_points)
        if len(cuts) != len(values) - 1:
            raise LengthError(
                f"{len(cuts)} cut points need {len(cuts) + 1} labels, and there are {len(values)}: name all of them, "
                "labels=[...]."
            )
        rated = values[ratings(cuts, scores)]
        counts = Counts.from_labels(truth, rated, labels=labels, sample_weight=sample_weight)
        return float(metric_of(self.metric).of(counts, **options))


class ClassMetric(BoosterMetric):
    """
    A metric of a classifier: of its likeliest labels, or of its probabilities.

    Parameters
    ----------
    metric : Metric or str
        A metric of labels ("cohen_kappa", "f1", "matthews_correlation"), which judges the likeliest class; or one of
        scores or probabilities ("average_precision", "roc_auc", "brier_score"). Labels are 0 to K - 1.
    margins : bool
        Whether the predictions are margins, before the sigmoid or softmax, as under a custom objective.
    **options
        Options of the metric, such as ``average="macro"`` or ``weights="quadratic"``.

    Examples
    --------
    >>> from concordant.learning.booster_metrics import ClassMetric
    >>> chances = [[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.5, 0.4]]
    >>> round(ClassMetric("f1", average="macro").value([0, 1, 2], chances), 4)
    0.5556
    >>> ClassMetric("average_precision").value([0, 1, 1], [0.2, 0.7, 0.4])
    1.0
    """

    def __init__(self, metric: Metric | str, *, margins: bool = False, **options: Any) -> None:
        metric = metric_of(metric)
        if metric.facts.input not in ("labels", "scores", "probabilities"):
            msg = f"{metric.name} is a metric of {metric.facts.input}, not of the labels or scores of a classifier."
            raise OptionError(msg)
        self.metric = metric.name
        self.margins = margins
        self.options = options
        self.name = "_".join([metric.name, *(f"{value}" for value in options.values() if isinstance(value, str))])
        self.greater_is_better = _rises(metric)

    def _value(self, y_true: Column, y_pred: Any, sample_weight: Column | None) -> float:
        """Take the metric of likeliest classes or of probabilities."""
        truth = numbers(y_true, "y_true")
        if not (np.isfinite(truth) & (np.abs(truth) < 2**53) & (np.rint(truth) == truth)).all():
            raise InputTypeError("a classifier is judged on classes 0, 1, 2, ..., and y_true holds other numbers.")
        classes = truth.astype(np.int64)
        prob = class_probabilities(y_pred, len(classes), margins=self.margins)
        size = prob.shape[1]
        if len(classes) and not (classes.min() >= 0 and classes.max() < size):
            raise LabelError(
                f"a classifier of {size} classes is judged on the classes 0 to {size - 1}, and y_true holds "
                f"{classes.min()} to {classes.max()}: encode the labels, of training rows and of held-out ones."
            )
        metric = metric_of(self.metric)
        if metric.facts.input == "labels":
            return float(metric(classes, prob.argmax(axis=1), sample_weight=sample_weight, **self.options))
        scores: FloatArray = prob[:, 1] if size == 2 else prob
        labels = list(range(size))
        return float(metric(classes, scores, labels=labels, sample_weight=sample_weight, **self.options))


def _rises(metric: Metric) -> bool:
    if metric.facts.better is None:
        raise OptionError(f"{metric.name} has no direction of better, so no round of training can be chosen by it.")
    return metric.facts.better == "higher"


def _rising(cut_points: Sequence[float]) -> tuple[float, ...]:
    cuts = np.asarray(cut_points, dtype=np.float64)
    if cuts.ndim != 1 or not (np.diff(cuts) >= 0).all() or np.isnan(cuts).any():
        raise OptionError(f"cut_points must be numbers that do not fall, not {cut_points!r}.")
    return tuple(cuts.tolist())


# Turn what boosters hand to an evaluation metric into one array: shapes differ by library, interface and version.
#
# LightGBM gives (n,) or (n, K), before version 4 and without scikit-learn one column of K runs of n; XGBoost (n,) or
# (n, K); CatBoost a tuple of 1 or K columns, always before the sigmoid or softmax.


def one_score(y_pred: Any, rows: int) -> FloatArray:
    """Return the score of each row."""
    scores = numbers(y_pred, "y_pred").astype(np.float64)
    if scores.size != rows or scores.ndim > 2:
        raise LengthError(
            f"cut points need one score a row, and the predictions of {rows} rows have shape {scores.shape}: train a "
            "regressor, or judge a classifier by ClassMetric."
        )
    scores = scores.reshape(rows)
    if np.isnan(scores).any():
        msg = f"y_pred must hold scores, and row {int(np.argmax(np.isnan(scores)))} is NaN: the model has diverged."
        raise ScoreError(msg)
    return scores


def class_probabilities(y_pred: Any, rows: int, *, margins: bool) -> FloatArray:
    """Return probabilities of shape (n, K); of margins by the sigmoid or softmax."""
    prob = numbers(y_pred, "y_pred").astype(np.float64)
    if prob.ndim == 1 and rows and prob.size > rows and prob.size % rows == 0:
        prob = prob.reshape(-1, rows).T  # one run of rows a class
    if prob.ndim == 2 and prob.shape == (rows, 1):
        prob = prob[:, 0]
    if prob.shape[0] != rows or prob.ndim > 2:
        raise LengthError(f"the predictions of {rows} rows must have shape ({rows},) or ({rows}, K), not {prob.shape}.")
    prob = in_order_of(range(prob.shape[-1]), y_pred, prob, "y_pred")
    if margins:
        prob = _from_margins(prob)
    elif prob.size and not (prob.min() >= 0 and prob.max() <= 1):  # false for NaN as well
        raise ScoreError(
            f"probabilities must be between 0 and 1, and predictions range from {prob.min():g} to {prob.max():g}. "
            "Raw margins, as a custom objective leaves them, need margins=True; of XGBoost's objectives, "
            '"multi:softprob" gives probabilities and "multi:softmax" labels.'
        )
    return np.column_stack([1 - prob, prob]) if prob.ndim == 1 else prob


def _from_margins(margins: FloatArray) -> FloatArray:
    """The sigmoid of one column, the softmax of several."""
    columns = np.column_stack([np.zeros(len(margins)), margins]) if margins.ndim == 1 else margins
    with np.errstate(invalid="ignore"):
        powers = np.exp(columns - columns.max(axis=1, keepdims=True, initial=-np.inf))
        shares = powers / powers.sum(axis=1, keepdims=True)
    if np.isnan(shares).any():
        row = int(np.flatnonzero(np.isnan(shares).any(axis=1))[0])
        msg = f"margins must be finite: those of row {row} are {margins[row].tolist()}, and the model has diverged."
        raise ScoreError(msg)
    probabilities: FloatArray = shares[:, 1] if margins.ndim == 1 else shares
    return probabilities
