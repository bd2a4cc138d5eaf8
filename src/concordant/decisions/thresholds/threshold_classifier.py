"""A classifier that decides at the threshold with the best value of a metric."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from concordant.decisions.decision_aim import DecisionAim, aim_of
from concordant.decisions.estimators.estimator_base import Estimator
from concordant.decisions.estimators.out_of_fold import class_codes, fit_arguments, response_of, said_by_models
from concordant.decisions.estimators.wrapping_classifier import WrappedClassifier
from concordant.decisions.thresholds.best_threshold import best_threshold
from concordant.decisions.thresholds.guarantee import guaranteed_threshold
from concordant.errors import LabelError, OptionError, PositiveLabelError
from concordant.metrics.definition.metric import Metric
from concordant.result.decisions import BestThreshold, GuaranteedThreshold, reaches
from concordant.typing import Column, Label


class ThresholdClassifier(WrappedClassifier, Estimator):
    """
    Wrap a classifier of two classes so that it decides at the threshold with the best value of a metric.

    `fit` scores every row by a model that did not see it, chooses the threshold on these out-of-fold scores as
    `best_threshold` does, and fits the classifier to all rows.

    Parameters
    ----------
    estimator : estimator
        A classifier with `predict_proba` or `decision_function`. It is cloned.
    metric : Metric or str
        The metric to optimise; see `best_threshold`. It may be left out where `cost` is given.
    constraint, max_positives, periods, cost
        As of `best_threshold`; `max_positives` is of the training rows.
    confidence : float, optional
        The share of samples in which the constraint must hold on new rows; the threshold is that of
        `guaranteed_threshold`. It needs ``cv="prefit"``: out-of-fold scores come from other models than the one that
        decides.
    options : mapping, optional
        Options of the metric, such as ``{"beta": 2}``.
    pos_label : label, optional
        The positive class. Default: the greater number. Text needs it where the metric asks which class is positive.
    response : {"auto", "predict_proba", "decision_function"}
        Where the scores come from; "auto" prefers probabilities.
    cv : int, splitter, iterable or "prefit"
        Folds of the out-of-fold scores, or an object with ``split(X, y)``, or pairs of train and test rows. A row that
        k test folds hold weighs a k-th in each; one that none holds is left out.
        "prefit": the estimator is fitted already, and `fit` chooses the threshold on rows that it has not seen.
    seed : int
        Fixes which row is in which fold.
    n_jobs : int, optional
        How many folds are fitted at once, in processes; -1: one for each core. It needs scikit-learn.

    Attributes
    ----------
    threshold_ : float
        The threshold; the positive class where ``score >= threshold_``.
    value_, cross_validated_value_, standard_error_, optimism_ : float
        The metric on the out-of-fold scores, that of thresholds chosen on other rows, the standard error of that, and
        how much better the first looks; NaN with `confidence`, which bounds what is asked instead.
    best_ : BestThreshold or GuaranteedThreshold
        The whole result of `best_threshold`, or of `guaranteed_threshold`.
    estimator_ : estimator
        The fitted classifier.
    classes_ : ndarray
        Both classes, sorted.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from concordant.decisions import ThresholdClassifier
    >>> rng = np.random.default_rng(0)
    >>> y = (rng.random(400) < 0.1).astype(int)
    >>> X = rng.normal(size=(400, 2)) + y[:, None]
    >>> rare = ThresholdClassifier(LogisticRegression(), "f1").fit(X, y)
    >>> bool(rare.threshold_ < 0.5), rare.predict(X[:5]).tolist()
    (True, [0, 0, 1, 1, 0])
    """

    def __init__(
        self,
        estimator: Any,
        metric: Metric | str | None = None,
        *,
        constraint: Any = None,
        max_positives: float | None = None,
        periods: float = 1,
        confidence: float | None = None,
        cost: Any = None,
        options: Mapping[str, Any] | None = None,
        pos_label: Label | None = None,
        response: Literal["auto", "predict_proba", "decision_function"] = "auto",
        cv: Any = 5,
        seed: int = 0,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.metric = metric
        self.constraint = constraint
        self.max_positives = max_positives
        self.periods = periods
        self.confidence = confidence
        self.cost = cost
        self.options = options
        self.pos_label = pos_label
        self.response = response
        self.cv = cv
        self.seed = seed
        self.n_jobs = n_jobs

    def fit(
        self,
        X: Any,  # noqa: N803
        y: Column,
        sample_weight: Column | None = None,
        *,
        groups: Column | None = None,
        **fit_params: Any,
    ) -> Self:
        """
        Choose the threshold on out-of-fold scores and fit the classifier.

        Parameters
        ----------
        X : array-like, sparse matrix or frame of n rows
            What the classifier takes.
        y : array-like of shape (n,)
            Labels of two classes.
        sample_weight : array-like of shape (n,), optional
            Weights of the rows, for the classifier and for the metric.
        groups : array-like of shape (n,), optional
            Which rows belong together (of one patient, say): they stay in one fold, a splitter gets them, and the
            standard error allows for them.
        **fit_params
            Further arguments of the classifier's `fit`; those with one value a row are split with the rows.
        """
        self._check_confidence()
        aim = aim_of(self.metric, self.cost, self.options or {})
        labels, codes, classes = _two_classes(y)
        negative, positive = self._roles(classes, aim)
        read = _reader(positive, self.response)
        extra = fit_arguments(self.estimator, sample_weight, fit_params)
        said = said_by_models(
            self.estimator,
            self.cv,
            X,
            labels,
            codes,
            read,
            seed=self.seed,
            groups=groups,
            extra=extra,
            n_jobs=self.n_jobs,
        )
        labels, scores = labels[said.rows], said.values
        choices: dict[str, Any] = {
            "labels": [negative, positive],
            "constraint": self.constraint,
            "cost": self.cost,
            "sample_weight": said.weights(sample_weight),
            "seed": self.seed,
            "cluster": said.groups(groups),
            **(self.options or {}),
        }
        self.best_: BestThreshold | GuaranteedThreshold
        if self.confidence is None:
            self.best_ = self._best(labels, scores, choices)
        else:
            self.best_ = guaranteed_threshold(labels, scores, metric=self.metric, confidence=self.confidence, **choices)
        self.classes_ = classes
        self.estimator_ = said.model
        self.threshold_ = self.best_.threshold
        self.value_ = self.best_.value
        honest, error, optimism = np.nan, np.nan, np.nan
        if isinstance(self.best_, BestThreshold):
            honest, error, optimism = (
                self.best_.cross_validated_value,
                self.best_.standard_error,
                self.best_.optimism,
            )
        self.cross_validated_value_, self.standard_error_, self.optimism_ = honest, error, optimism
        return self

    def _best(self, labels: Any, scores: Any, choices: dict[str, Any]) -> BestThreshold:
        return best_threshold(
            labels,
            scores,
            self.metric,
            max_positives=self.max_positives,
            periods=self.periods,
            undefined="raise",
            cv=int(self.cv) if isinstance(self.cv, (int, np.integer)) else 5,
            **choices,
        )

    def _check_confidence(self) -> None:
        """Refuse what a guarantee cannot be given with."""
        if self.confidence is None:
            return
        if not (isinstance(self.cv, str) and self.cv == "prefit"):
            msg = (
                'confidence= needs a fitted classifier and rows that it has not seen: cv="prefit". Scores out of folds '
                "come from other models than the one that decides, and no bound is known for that one."
            )
            raise OptionError(msg)
        if self.max_positives is not None or self.periods != 1:
            msg = 'max_positives= is of these rows; bound that of new ones: constraint="predicted_prevalence <= 0.1".'
            raise OptionError(msg)

    def predict(self, X: Any) -> npt.NDArray[Any]:  # noqa: N803
        """Return the class of each row: the positive one where its score reaches the threshold."""
        self._require_fit()
        negative, positive = self.best_.classes
        scores = _reader(positive, self.response)(self.estimator_, X)
        places = [self.classes_.tolist().index(label) for label in (negative, positive)]
        chosen = np.where(reaches(scores, self.threshold_), places[1], places[0])
        return np.asarray(self.classes_[chosen])

    def _roles(self, classes: npt.NDArray[Any], aim: DecisionAim) -> tuple[Label, Label]:
        """The negative and the positive class."""
        both: list[Label] = classes.tolist()
        if self.pos_label is not None:
            if self.pos_label not in both:
                msg = f"pos_label={self.pos_label!r} does not occur; the labels are {both[0]!r}, {both[1]!r}."
                raise PositiveLabelError(msg)
            return _ordered(both, self.pos_label)
        asks = "pos_label" in aim.metric.options or self.constraint is not None or self.max_positives is not None
        if asks and classes.dtype.kind not in "biuf":
            msg = f"which of {both[0]!r} and {both[1]!r} is the positive class? Say it: pos_label={both[1]!r}."
            raise PositiveLabelError(msg)
        return both[0], both[1]

    @property
    def _aim(self) -> DecisionAim:
        return aim_of(self.metric, self.cost, self.options or {})

    @property
    def _known(self) -> tuple[Label, ...]:
        return self.best_.classes  # the positive one last, whichever that is

    def __sklearn_tags__(self) -> Any:
        """As of the classifier inside, for two classes."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


def _two_classes(y: Column) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp], npt.NDArray[Any]]:
    labels, codes, classes = class_codes(y)
    if len(classes) != 2:
        kind = "multiclass" if len(classes) > 2 else "one class"
        msg = (
            f"Only binary classification is supported. The type of the target is {kind}: {len(classes)} classes. "
            "For several, see DecisionClassifier."
        )
        raise LabelError(msg)
    return labels, codes, classes


def _ordered(both: list[Label], positive: Label) -> tuple[Label, Label]:
    return (both[1], both[0]) if positive == both[0] else (both[0], both[1])


def _reader(positive: Label, response: str) -> Callable[[Any, Any], npt.NDArray[Any]]:
    """Read from a model the scores that are higher for the positive class."""

    def read(model: Any, data: Any) -> npt.NDArray[Any]:
        said = np.asarray(response_of(model, response)(data))
        known = model.classes_.tolist()
        if positive not in known:
            msg = f"the classifier inside does not know the positive class {positive!r}; it knows {known}."
            raise LabelError(msg)
        place = known.index(positive)
        if said.ndim == 2:
            return said[:, place]
        return said if place == 1 else -said

    return read
