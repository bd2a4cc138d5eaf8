"""Metrics of the distribution of probabilities: how they compare with what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from concordant.errors import OptionError, ScoreError
from concordant.inputs.probabilities import refuse_outside, refuse_sums
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.inputs.top_label import top_label
from concordant.metrics._object.metric import Metric
from concordant.metrics._object.score_metric import refuse_several_classes, rows_near_one
from concordant.metrics._object.undefined import check_policy
from concordant.nearest import did_you_mean
from concordant.states import Curve, CurveStack
from concordant.typing import Calibrated, Column, Label, Missing, Undefined


class CalibrationMetric(Metric):
    """
    A metric of labels and probabilities that is no mean of a loss: a formula on `Curve` or `CurveStack`.

    The curve holds each distinct probability with the weight of each class.
    """

    takes = (Curve, CurveStack)
    data = ("y_true", "y_prob")
    state_options = ("multi_class",)
    shortcut: Callable[..., Any] | None = None  # checked rows and options -> the value, or None where it cannot
    shortcut_options: frozenset[str] = frozenset()  # those that it knows

    def __call__(
        self,
        y_true: Column,
        y_prob: Column,
        *,
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        multi_class: Calibrated = "classwise",
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        undefined: Undefined = "nan",
        **options: Any,
    ) -> Any:
        """Check labels and probabilities, sort them, take the metric."""
        self.check_call(options)
        rows = check_scores(
            y_true,
            y_prob,
            labels=labels,
            pos_label=pos_label,
            sample_weight=sample_weight,
            missing=missing,
            what="y_prob",
        )
        rows = as_asked(rows, multi_class)
        check_policy(undefined)
        if self.shortcut is not None and rows.binary and options.keys() <= self.shortcut_options:
            value = self.shortcut(rows_near_one(rows, self.facts), **options)
            if value is not None:  # else the curve says why it is undefined
                return value
        return self.of(curve_of_probabilities(rows), undefined=undefined, **options)

    def check(self, state: Any, options: dict[str, Any]) -> None:
        """Raise for a state that the metric is not a formula of."""
        super().check(state, options)
        refuse_several_classes(self.name, state)
        for curve in (state,) if isinstance(state, Curve) else state.curves:
            _refuse_other_scores(curve)

    def state(
        self,
        y_true: Column,
        y_prob: Column,
        *,
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        multi_class: Calibrated = "classwise",
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> Curve | CurveStack:
        """Return the state that the metric is taken of."""
        rows = check_scores(
            y_true,
            y_prob,
            labels=labels,
            pos_label=pos_label,
            sample_weight=sample_weight,
            missing=missing,
            what="y_prob",
        )
        return curve_of_probabilities(as_asked(rows, multi_class))


def _refuse_other_scores(curve: Curve) -> None:
    """Raise for a curve that does not hold the probabilities themselves."""
    if curve.edges is not None:
        msg = (
            "a curve on fixed edges holds the lower edges of the bins in place of the probabilities, which calibration "
            "is about; gather the probabilities without edges."
        )
        raise ScoreError(msg)
    if len(curve.scores) and not (curve.scores[-1] >= 0 and curve.scores[0] <= 1):  # descending
        refuse_outside(curve.scores)


def as_asked(rows: ScoreRows, multi_class: Calibrated) -> ScoreRows:
    """The columns of the classes, or the predicted class alone."""
    if multi_class not in ("classwise", "top_label"):
        msg = f'multi_class must be "classwise" or "top_label", not {multi_class!r}.'
        msg += did_you_mean(multi_class, ("classwise", "top_label"))
        raise OptionError(msg)
    if not rows.binary and not rows.multilabel:
        refuse_outside(rows.scores, rows.origin)
        refuse_sums(rows.scores, rows.origin)
    return rows if multi_class == "classwise" else top_label(rows)


def curve_of_probabilities(rows: ScoreRows) -> Curve | CurveStack:
    curve = Curve.from_rows(rows) if rows.binary else CurveStack.from_rows(rows)
    curves = (curve,) if isinstance(curve, Curve) else curve.curves
    scores = [one.scores for one in curves if len(one.scores)]
    if any(not (one[-1] >= 0 and one[0] <= 1) for one in scores):  # descending
        refuse_outside(np.asarray(rows.scores), rows.origin)
    return curve
