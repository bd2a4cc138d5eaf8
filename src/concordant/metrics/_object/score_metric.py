"""Metrics of labels and scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from concordant.errors import LabelError
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.inputs.weights import near_one
from concordant.metrics._object.facts import Facts
from concordant.metrics._object.metric import Metric
from concordant.metrics._object.undefined import check_policy
from concordant.states import Curve, CurveStack
from concordant.typing import Column, Label, Missing, Undefined


class ScoreMetric(Metric):
    """A metric of labels and scores: a formula on `Curve`, or on `CurveStack` for several classes or labels."""

    takes = (Curve, CurveStack)
    data = ("y_true", "y_score")
    shortcut: Callable[..., Any] | None = None  # checked rows and options -> the value, or None where it cannot
    shortcut_options: frozenset[str] = frozenset()  # those that it knows

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
        """Check labels and scores, sort them, take the metric."""
        self.check_call(options)
        rows = check_scores(
            y_true, y_score, labels=labels, pos_label=pos_label, sample_weight=sample_weight, missing=missing
        )
        check_policy(undefined)
        if self.shortcut is not None and rows.binary and options.keys() <= self.shortcut_options:
            value = self.shortcut(rows_near_one(rows, self.facts), **options)
            if value is not None:  # else the curve says why it is undefined
                return value
        return self.of(_curve(rows), undefined=undefined, **options)

    def check(self, state: Any, options: dict[str, Any]) -> None:
        """Raise for a state that the metric is not a formula of."""
        super().check(state, options)
        refuse_several_classes(self.name, state)

    def state(
        self,
        y_true: Column,
        y_score: Column,
        *,
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> Curve | CurveStack:
        """Return the state that the metric is taken of."""
        rows = check_scores(
            y_true, y_score, labels=labels, pos_label=pos_label, sample_weight=sample_weight, missing=missing
        )
        return _curve(rows)


def _curve(rows: ScoreRows) -> Curve | CurveStack:
    return Curve.from_rows(rows) if rows.binary else CurveStack.from_rows(rows)


def rows_near_one(rows: ScoreRows, facts: Facts) -> ScoreRows:
    """Return rows as a shortcut takes them: with weights whose products float64 holds, if their unit means nothing."""
    if rows.weights is None or not facts.scale_free:
        return rows
    weights, unit = near_one(rows.weights)
    return replace(rows, weights=weights) if unit else rows


def refuse_several_classes(metric: str, state: Curve | CurveStack) -> None:
    """Raise for one column of scores beside several classes: nobody says whose scores they are."""
    if isinstance(state, Curve) and len(state.classes) != 2:
        msg = (
            f"{metric}.of takes a curve of two classes or a CurveStack, not a curve of {len(state.classes)} classes; "
            "see Curve.one_vs_rest and Curve.pair."
        )
        raise LabelError(msg)
