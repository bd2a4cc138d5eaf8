"""What classifiers that wrap another one have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import Aim
from concordant.states import Counts
from concordant.typing import Column


class WrappedClassifier:
    """A classifier around `estimator`, which `fit` leaves fitted in `estimator_`."""

    estimator: Any
    estimator_: Any
    classes_: npt.NDArray[Any]
    _estimator_type = "classifier"

    @property
    def _aim(self) -> Aim:
        raise NotImplementedError

    def predict(self, X: Any) -> npt.NDArray[Any]:  # noqa: N803
        """Return the label of each row."""
        raise NotImplementedError

    def score(self, X: Any, y: Column, sample_weight: Column | None = None) -> float:  # noqa: N803
        """Return the metric of the predictions, negative if lower is better: greater is always better."""
        counts = Counts.from_labels(
            np.asarray(y), self.predict(X), labels=self.classes_.tolist(), sample_weight=sample_weight
        )
        aim = self._aim
        return aim.sign * float(aim.metric.of(counts, **aim.options))

    @property
    def predict_proba(self) -> Callable[[Any], Any]:
        """The probabilities of the classifier inside, unchanged."""
        return self._inside("predict_proba")

    @property
    def decision_function(self) -> Callable[[Any], Any]:
        """The decision values of the classifier inside, unchanged."""
        return self._inside("decision_function")

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

    def _inside(self, method: str) -> Callable[[Any], Any]:
        if not hasattr(self.estimator, method):
            msg = f"{type(self.estimator).__name__} has no {method}."
            raise AttributeError(msg)

        def call(X: Any) -> Any:  # noqa: N803
            self._require_fit()  # type: ignore[attr-defined]
            return getattr(self.estimator_, method)(X)

        return call

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
