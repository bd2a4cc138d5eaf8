"""A classifier whose decisions maximise the expected value of a metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from concordant.decisions.decision_aim import DecisionAim, aim_of
from concordant.decisions.estimators.estimator_base import Estimator
from concordant.decisions.estimators.out_of_fold import class_codes, fit_arguments, response_of, said_by_models
from concordant.decisions.estimators.wrapping_classifier import WrappedClassifier
from concordant.decisions.from_probabilities.decide import decided
from concordant.decisions.from_probabilities.expected import Expected
from concordant.errors import LabelError, OptionError
from concordant.inference.samples.cells import label_samples
from concordant.inputs.labels import check_declared, check_labels
from concordant.metrics.definition.metric import Metric
from concordant.result.decisions import Decisions
from concordant.typing import Column, FloatArray, Label


class DecisionClassifier(WrappedClassifier, Estimator):
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

    def __init__(
        self,
        estimator: Any,
        metric: Metric | str | None = None,
        *,
        cost: Any = None,
        options: Mapping[str, Any] | None = None,
        labels: Sequence[Label] | None = None,
        margins: Literal["training", "batch"] = "training",
        cv: Any = 5,
        seed: int = 0,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.metric = metric
        self.cost = cost
        self.options = options
        self.labels = labels
        self.margins = margins
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
        if self.margins not in ("training", "batch"):
            msg = f'margins must be "training" or "batch", not {self.margins!r}.'
            raise OptionError(msg)
        aim = self._aim
        given, codes, classes = class_codes(y)
        if len(classes) < 2:
            msg = f"a classifier needs at least two classes, and y has only one class: {classes.tolist()}."
            raise LabelError(msg)
        if isinstance(self.cv, str):  # fitted already, perhaps to classes that these rows lack
            classes = np.union1d(classes, np.asarray(getattr(self.estimator, "classes_", classes)))
        names = self._all_labels(classes)
        extra = fit_arguments(self.estimator, sample_weight, fit_params)
        said = said_by_models(
            self.estimator,
            self.cv,
            X,
            given,
            codes,
            _reader(names),
            seed=self.seed,
            groups=groups,
            extra=extra,
            n_jobs=self.n_jobs,
        )
        given, prob, groups = given[said.rows], said.values, said.groups(groups)
        weights = said.weights(None if sample_weight is None else np.asarray(sample_weight, np.float64))
        self.decisions_: Decisions = decided(self._expected(prob, weights, names, aim, classes))
        rows = check_labels(given, self.decisions_.labels, labels=list(names), sample_weight=weights)
        (held,) = label_samples([rows], groups)
        self.classes_ = classes
        self.estimator_ = said.model
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
        prob = _reader(names)(self.estimator_, X)
        if self.margins == "training":
            found = rule.apply(prob)
        else:
            found = decided(self._expected(prob, None, names, self._aim, self.classes_)).labels
        return found if self.classes_.dtype.kind in "US" else np.asarray(found, dtype=self.classes_.dtype)

    @property
    def _known(self) -> tuple[Label, ...]:
        known: tuple[Label, ...] = self.rule_.labels
        return known

    @property
    def _aim(self) -> DecisionAim:
        return aim_of(self.metric, self.cost, self.options or {})

    def _all_labels(self, classes: npt.NDArray[Any]) -> tuple[Label, ...]:
        if self.labels is None:
            return tuple(classes.tolist())
        names = check_declared(self.labels)
        lacking = [label for label in classes.tolist() if label not in names]
        if lacking:
            msg = f"labels= does not name {', '.join(map(repr, lacking))}, which y holds."
            raise LabelError(msg)
        return names

    def _expected(
        self,
        prob: FloatArray,
        weights: FloatArray | None,
        names: tuple[Label, ...],
        aim: DecisionAim,
        classes: npt.NDArray[Any],
    ) -> Expected:
        ordered = self.labels is not None or classes.dtype.kind in "biuf"
        return Expected(prob, weights, names, aim, ordered)


def _reader(names: tuple[Label, ...]) -> Any:
    """Read from a model the probabilities of all classes; one that it does not know has none."""

    def read(model: Any, data: Any) -> FloatArray:
        said = np.asarray(response_of(model, "predict_proba")(data), np.float64)
        prob = np.zeros((len(said), len(names)))
        prob[:, [names.index(label) for label in model.classes_.tolist()]] = said
        return prob

    return read
