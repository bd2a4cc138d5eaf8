"""`ThresholdClassifier`, `DecisionClassifier`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import DecisionAim
from concordant.decisions.estimators import Read, WrappedClassifier, class_codes, fit_arguments, response_of
from concordant.decisions.from_probabilities import Expected, decided, refuse_undecidable
from concordant.decisions.guarantees import guaranteed_threshold
from concordant.decisions.thresholds import best_threshold
from concordant.errors import LabelError, OptionError, PositiveLabelError
from concordant.inference.samples.cells import label_samples
from concordant.inputs.labels import check_declared, check_labels
from concordant.metrics.definition.metric import Metric
from concordant.names import did_you_mean, require_choice
from concordant.result.decisions import BestThreshold, Decisions, GuaranteedThreshold, reaches
from concordant.typing import Column, FloatArray, Label


@dataclass(eq=False, repr=False)
class ThresholdClassifier(WrappedClassifier):
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

    estimator: Any
    metric: Metric | str | None = None
    _: KW_ONLY
    constraint: Any = None
    max_positives: float | None = None
    periods: float = 1
    confidence: float | None = None
    cost: Any = None
    options: Mapping[str, Any] | None = None
    pos_label: Label | None = None
    response: Literal["auto", "predict_proba", "decision_function"] = "auto"
    cv: Any = 5
    seed: int = 0
    n_jobs: int | None = None

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
        aim = self._aim
        labels, codes, classes = class_codes(y)
        if len(classes) != 2:
            kind = "multiclass" if len(classes) > 2 else "one class"
            raise LabelError(
                f"Only binary classification is supported. The type of the target is {kind}: {len(classes)} classes. "
                "For several, see DecisionClassifier."
            )
        negative, positive = self._roles(classes, aim)
        read = _score_reader(positive, self.response)
        extra = fit_arguments(self.estimator, sample_weight, fit_params)
        responses = self._responses(X, labels, codes, read, groups, extra)
        labels, scores = labels[responses.rows], responses.values
        choices: dict[str, Any] = {
            "labels": [negative, positive],
            "constraint": self.constraint,
            "cost": self.cost,
            "sample_weight": responses.weights(sample_weight),
            "seed": self.seed,
            "cluster": responses.groups(groups),
            **(self.options or {}),
        }
        self.best_: BestThreshold | GuaranteedThreshold
        if self.confidence is None:
            best = best_threshold(
                labels,
                scores,
                self.metric,
                max_positives=self.max_positives,
                periods=self.periods,
                undefined="raise",
                cv=int(self.cv) if isinstance(self.cv, (int, np.integer)) else 5,
                **choices,
            )
            self.best_, judged = best, (best.cross_validated_value, best.standard_error, best.optimism)
        else:
            self.best_ = guaranteed_threshold(labels, scores, metric=self.metric, confidence=self.confidence, **choices)
            judged = (np.nan, np.nan, np.nan)
        self.classes_ = classes
        self.estimator_ = responses.model
        self.threshold_ = self.best_.threshold
        self.value_ = self.best_.value
        self.cross_validated_value_, self.standard_error_, self.optimism_ = judged
        return self

    def _check_confidence(self) -> None:
        """Refuse what a guarantee cannot be given with."""
        if self.confidence is None:
            return
        if not (isinstance(self.cv, str) and self.cv == "prefit"):
            raise OptionError(
                'confidence= needs a fitted classifier and rows that it has not seen: cv="prefit". Scores out of folds '
                "come from other models than the one that decides, and no bound is known for that one."
            )
        if self.max_positives is not None or self.periods != 1:
            msg = 'max_positives= is of these rows; bound that of new ones: constraint="predicted_prevalence <= 0.1".'
            raise OptionError(msg)

    def predict(self, X: Any) -> npt.NDArray[Any]:  # noqa: N803
        """Return the class of each row: the positive one where its score reaches the threshold."""
        self._require_fit()
        negative, positive = self.best_.classes
        scores = _score_reader(positive, self.response)(self.estimator_, X)
        classes = self.classes_.tolist()
        indices = np.where(reaches(scores, self.threshold_), classes.index(positive), classes.index(negative))
        return np.asarray(self.classes_[indices])

    def _roles(self, classes: npt.NDArray[Any], aim: DecisionAim) -> tuple[Label, Label]:
        """The negative and the positive class."""
        both: list[Label] = classes.tolist()
        if self.pos_label is not None:
            if self.pos_label not in both:
                msg = f"pos_label={self.pos_label!r} does not occur; the labels are {both[0]!r}, {both[1]!r}."
                raise PositiveLabelError(msg + did_you_mean(self.pos_label, both))
            return (both[1], both[0]) if self.pos_label == both[0] else (both[0], both[1])
        asks = "pos_label" in aim.metric.options or self.constraint is not None or self.max_positives is not None
        if asks and classes.dtype.kind not in "biuf":
            msg = f"which of {both[0]!r} and {both[1]!r} is the positive class? Say it: pos_label={both[1]!r}."
            raise PositiveLabelError(msg)
        return both[0], both[1]

    @property
    def _fitted_labels(self) -> tuple[Label, ...]:
        return self.best_.classes  # the positive one last, whichever that is

    def __sklearn_tags__(self) -> Any:
        """As of the classifier inside, for two classes."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


def _score_reader(positive: Label, response: str) -> Read:
    """Read from a model the scores that are higher for the positive class."""

    def read(model: Any, data: Any) -> npt.NDArray[Any]:
        scores = np.asarray(response_of(model, response)(data))
        classes = model.classes_.tolist()
        if positive not in classes:
            msg = f"the classifier inside does not know the positive class {positive!r}; it knows {classes}."
            raise LabelError(msg)
        index = classes.index(positive)
        if scores.ndim == 2:
            return scores[:, index]
        return scores if index == 1 else -scores

    return read


@dataclass(eq=False, repr=False)
class DecisionClassifier(WrappedClassifier):
    """
    Wrap a classifier with `predict_proba` so that its decisions maximise a metric, as `decide` does.

    `fit` takes the probabilities of every row from a model that did not see it, learns the rule from them, and fits the
    classifier to all rows. The rule does not use the truth: it follows from the probabilities alone.

    Parameters
    ----------
    estimator : estimator
        A classifier with `predict_proba`. It is cloned.
    metric : Metric or str
        The metric to optimise; see `decide`. It may be left out where `cost` is given.
    cost : mapping or array-like, optional
        Prices as `expected_cost` takes them.
    options : mapping, optional
        Options of the metric, such as ``{"weights": "quadratic"}`` or ``{"average": "macro"}``.
    labels : sequence, optional
        All classes in their order; text without an order needs it where the metric weighs by order.
    margins : {"training", "batch"}
        "training": the rule learned in `fit` decides each row by itself, whatever comes with it. "batch": the rows that
        are predicted together settle the margins anew: better if their mix of classes differs from the training rows
        and they are many; the label of a row then depends on the other rows.
    cv : int, splitter, iterable or "prefit"
        Folds of the out-of-fold probabilities, or an object with ``split(X, y)``, or pairs of train and test rows. A
        row that k test folds hold weighs a k-th in each; one that none holds is left out. A class with one row has the
        probability 0 in the fold that holds it. "prefit": the estimator is fitted already, and `fit` learns the rule
        on rows that it has not seen.
    seed : int
        Fixes which row is in which fold.
    n_jobs : int, optional
        How many folds are fitted at once, in processes; -1: one for each core. It needs scikit-learn.

    Attributes
    ----------
    rule_ : DecisionRule
        What decides a row.
    value_ : float
        The forecast of the metric from the out-of-fold probabilities.
    cross_validated_value_, standard_error_ : float
        The metric of the decisions on them against the truth, and its standard error. Far below `value_` means that
        the probabilities are not calibrated.
    decisions_ : Decisions
        The whole result of `decide` for the out-of-fold probabilities, one row for each time that a fold holds it.
    estimator_ : estimator
        The fitted classifier.
    classes_ : ndarray
        The classes, sorted.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from concordant.decisions import DecisionClassifier
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(600, 2))
    >>> grade = np.digitize(X.sum(1) + rng.normal(size=600), [-1, 1, 2])
    >>> model = DecisionClassifier(LogisticRegression(), "cohen_kappa", options={"weights": "quadratic"})
    >>> model = model.fit(X, grade)
    >>> model.decisions_.exact, round(model.value_, 1), round(model.cross_validated_value_, 1)
    (True, 0.7, 0.7)
    """

    estimator: Any
    metric: Metric | str | None = None
    _: KW_ONLY
    cost: Any = None
    options: Mapping[str, Any] | None = None
    labels: Sequence[Label] | None = None
    margins: Literal["training", "batch"] = "training"
    cv: Any = 5
    seed: int = 0
    n_jobs: int | None = None

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
        Learn the rule from out-of-fold probabilities and fit the classifier.

        Parameters
        ----------
        X : array-like, sparse matrix or frame of n rows
            What the classifier takes.
        y : array-like of shape (n,)
            Labels.
        sample_weight : array-like of shape (n,), optional
            Weights of the rows, for the classifier and for the metric.
        groups : array-like of shape (n,), optional
            Which rows belong together (of one patient, say): they stay in one fold, a splitter gets them, and the
            standard error allows for them.
        **fit_params
            Further arguments of the classifier's `fit`; those with one value a row are split with the rows.
        """
        require_choice("margins", self.margins, ("training", "batch"))
        aim = self._aim
        truth, codes, classes = class_codes(y)
        if len(classes) < 2:
            raise LabelError(f"a classifier needs at least two classes, and y has only one class: {classes.tolist()}.")
        if isinstance(self.cv, str):  # fitted already, perhaps to classes that these rows lack
            classes = np.union1d(classes, np.asarray(getattr(self.estimator, "classes_", classes)))
        names = self._all_labels(classes)
        extra = fit_arguments(self.estimator, sample_weight, fit_params)
        responses = self._responses(X, truth, codes, _probability_reader(names), groups, extra)
        truth, groups = truth[responses.rows], responses.groups(groups)
        weights = responses.weights(None if sample_weight is None else np.asarray(sample_weight, np.float64))
        ordered = self._has_order(classes)
        self.decisions_: Decisions = decided(Expected(responses.values, weights, names, aim, ordered))
        rows = check_labels(truth, self.decisions_.labels, labels=list(names), sample_weight=weights)
        (held,) = label_samples([rows], groups)
        self.classes_ = classes
        self.estimator_ = responses.model
        self.rule_ = self.decisions_.rule
        self.value_ = self.decisions_.value
        self.cross_validated_value_ = float(aim.outcome(held.state).value)
        self.standard_error_ = aim.standard_error(held)
        return self

    def predict(self, X: Any) -> npt.NDArray[Any]:  # noqa: N803
        """Return the label of each row, by the learned rule or by the margins of these rows."""
        self._require_fit()
        rule = self.rule_
        names = rule.labels
        prob = _probability_reader(names)(self.estimator_, X)
        if self.margins == "training":
            labels = rule.apply(prob)
        else:
            labels = decided(Expected(prob, None, names, self._aim, self._has_order(self.classes_))).labels
        return labels if self.classes_.dtype.kind in "US" else np.asarray(labels, dtype=self.classes_.dtype)

    @property
    def _fitted_labels(self) -> tuple[Label, ...]:
        labels: tuple[Label, ...] = self.rule_.labels
        return labels

    def _all_labels(self, classes: npt.NDArray[Any]) -> tuple[Label, ...]:
        if self.labels is None:
            return tuple(classes.tolist())
        names = check_declared(self.labels)
        lacking = [label for label in classes.tolist() if label not in names]
        if lacking:
            raise LabelError(f"labels= does not name {', '.join(map(repr, lacking))}, which y holds.")
        return names

    def _has_order(self, classes: npt.NDArray[Any]) -> bool:
        return self.labels is not None or classes.dtype.kind in "biuf"


def _probability_reader(names: tuple[Label, ...]) -> Read:
    """Read from a model the probabilities of all classes; one that it does not know has none."""

    def read(model: Any, data: Any) -> FloatArray:
        of_model = np.asarray(response_of(model, "predict_proba")(data), np.float64)
        refuse_undecidable(of_model)
        prob = np.zeros((len(of_model), len(names)))
        prob[:, [names.index(label) for label in model.classes_.tolist()]] = of_model
        return prob

    return read
