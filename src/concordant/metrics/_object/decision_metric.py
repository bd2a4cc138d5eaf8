"""Metrics that are the mean of a loss of labels and decision values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concordant.inputs.scores import ScoreRows, check_scores
from concordant.metrics._object.metric import Metric
from concordant.metrics._probabilities.losses import refuse_other_loss
from concordant.states import Moments
from concordant.states.moments import Loss
from concordant.typing import Column, Label, Missing, Undefined


class DecisionMetric(Metric):
    """A metric that is the mean of a loss of labels and decision values on any scale: a formula on `Moments`."""

    takes = (Moments,)
    data = ("y_true", "y_score")
    loss: Loss = "hinge"

    def __call__(
        self,
        y_true: Column,
        y_score: Column,
        *,
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        undefined: Undefined = "nan",
        **options: Any,
    ) -> Any:
        """Check labels and decision values, sum their losses, take the metric."""
        self.check_call(options)
        moments = self.state(
            y_true, y_score, labels=labels, pos_label=pos_label, sample_weight=sample_weight, missing=missing
        )
        return self.of(moments, undefined=undefined, **options)

    def state(
        self,
        y_true: Column,
        y_score: Column,
        *,
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> Moments:
        """Return the state that the metric is taken of."""
        rows = check_scores(
            y_true, y_score, labels=labels, pos_label=pos_label, sample_weight=sample_weight, missing=missing
        )
        return self.of_checked(rows)

    def of_checked(self, rows: ScoreRows) -> Moments:
        """Sum the losses of checked rows."""
        return Moments.from_losses(rows, self.loss)

    def check(self, state: Any, options: dict[str, Any]) -> None:
        """Raise for a state that the metric is not a formula of."""
        super().check(state, options)
        refuse_other_loss(self.name, state, self.loss)
