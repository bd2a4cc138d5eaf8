"""The base of classifiers that wrap another one."""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any

import numpy.typing as npt

from concordant.decisions.decision_aim import DecisionAim
from concordant.decisions.estimators.later_labels import counts_of_later
from concordant.typing import Column, Label


class _OfInside:
    """
    A method of the classifier inside, which the classifier around it has only if that one has it.

    What comes back is a bound method with its own name: scikit-learn asks a method for its name to know whether it
    gives probabilities or decision values.
    """

    def __init__(self, method: Callable[..., Any]) -> None:
        self.method = method
        self.__doc__ = method.__doc__

    def __get__(self, model: Any, kind: type | None = None) -> Any:
        if model is None:
            return self.method
        name = self.method.__name__
        if not hasattr(model.estimator, name):
            msg = f"{type(model.estimator).__name__} has no {name}."
            raise AttributeError(msg)
        return MethodType(self.method, model)


class WrappedClassifier:
    """A classifier around `estimator`, which `fit` leaves fitted in `estimator_`."""

    estimator: Any
    estimator_: Any
    classes_: npt.NDArray[Any]
    _estimator_type = "classifier"

    @property
    def _aim(self) -> DecisionAim:
        raise NotImplementedError

    @property
    def _known(self) -> tuple[Label, ...]:
        """The labels that `fit` judged by, in their order."""
        raise NotImplementedError

    def predict(self, X: Any) -> npt.NDArray[Any]:  # noqa: N803
        """Return the label of each row."""
        raise NotImplementedError

    def score(self, X: Any, y: Column, sample_weight: Column | None = None) -> float:  # noqa: N803
        """
        Return the metric of the predictions, negative if lower is better: greater is always better.

        A label that `fit` never saw, such as a rare one of a fold, counts as a label like others.
        """
        given = self.predict(X)
        aim = self._aim
        counts = counts_of_later(y, given, self._known, getattr(self, "labels", None), sample_weight)
        return aim.sign * float(aim.metric.of(counts, **aim.options))

    @_OfInside
    def predict_proba(self, X: Any) -> Any:  # noqa: N803
        """Return the probabilities of the classifier inside, unchanged."""
        return self._fitted_inside().predict_proba(X)

    @_OfInside
    def predict_log_proba(self, X: Any) -> Any:  # noqa: N803
        """Return the logarithms of the probabilities of the classifier inside, unchanged."""
        return self._fitted_inside().predict_log_proba(X)

    @_OfInside
    def decision_function(self, X: Any) -> Any:  # noqa: N803
        """Return the decision values of the classifier inside, unchanged."""
        return self._fitted_inside().decision_function(X)

    @property
    def n_features_in_(self) -> int:
        """How many features the classifier inside saw."""
        found: int = self._part("n_features_in_")
        return found

    @property
    def feature_names_in_(self) -> npt.NDArray[Any]:
        """The names of the features that the classifier inside saw."""
        found: npt.NDArray[Any] = self._part("feature_names_in_")
        return found

    def _fitted_inside(self) -> Any:
        self._require_fit()  # type: ignore[attr-defined]
        return self.estimator_

    def _part(self, name: str) -> Any:
        if "estimator_" not in vars(self):
            msg = f"this {type(self).__name__} is not fitted yet, so it has no {name}."
            raise AttributeError(msg)
        return getattr(self.estimator_, name)

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn asks: a classifier that takes what the one inside takes."""
        from sklearn.utils import ClassifierTags, get_tags

        tags = super().__sklearn_tags__()  # type: ignore[misc]
        inner = get_tags(self.estimator)
        tags.estimator_type = "classifier"
        tags.classifier_tags = ClassifierTags()
        tags.input_tags = inner.input_tags
        return tags
