"""Metrics of two continuous ratings of the same rows."""

from __future__ import annotations

from typing import Any

from concordant.errors import InputTypeError
from concordant.inputs.ratings import check_ratings
from concordant.metrics._object.metric import Metric
from concordant.states import Moments
from concordant.typing import Column, Missing, Undefined


class RatingMetric(Metric):
    """A metric of two continuous ratings of the same rows: a formula on `Moments`."""

    takes = (Moments,)
    data = ("y_true", "y_pred")

    def __call__(
        self,
        y_true: Column,
        y_pred: Column,
        *,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        undefined: Undefined = "nan",
        **options: Any,
    ) -> Any:
        """Check the ratings, take their moments, take the metric."""
        self.check_call(options)
        moments = self.state(y_true, y_pred, sample_weight=sample_weight, missing=missing)
        return self.of(moments, undefined=undefined, **options)

    def state(
        self,
        y_true: Column,
        y_pred: Column,
        *,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> Moments:
        """Return the state that the metric is taken of."""
        return Moments.from_rating_rows(check_ratings(y_true, y_pred, sample_weight=sample_weight, missing=missing))

    def check(self, state: Any, options: dict[str, Any]) -> None:
        """Raise for a state that the metric is not a formula of."""
        super().check(state, options)
        if len(state.names) != 2 or state.classes is not None:
            msg = f"{self.name}.of takes Moments of two ratings, not of {', '.join(state.names[:3])}."
            raise InputTypeError(msg)
