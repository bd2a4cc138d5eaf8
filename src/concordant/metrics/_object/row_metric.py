"""Metrics that are the mean of a quantity of a row: how well its scores rank the labels of the row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from concordant.errors import InputTypeError, OptionError
from concordant.inputs.label_rankings import RankingRows, check_class_rankings, check_label_rankings
from concordant.metrics._object.asked import options_of
from concordant.metrics._object.facts import Facts
from concordant.metrics._object.metric import Formula, Metric, Why
from concordant.metrics._object.signature import signature_of
from concordant.result import Outcome
from concordant.states import Moments
from concordant.states.label_rankings import RowQuantity, ranking_moments, ranking_values
from concordant.typing import Column, FloatArray, Label, Missing, Undefined


class RowMetric(Metric):
    """
    A metric of relevances (n, L) and scores (n, L): a formula on the `Moments` of one quantity a row.

    The options choose the quantity (``k`` places of a gain, say), so they belong to the state: its first name, such
    as ``"discounted_cumulative_gain|k:10|log_base:2"``, holds them, and states of other options do not add up.
    """

    takes = (Moments,)
    data = ("y_true", "y_score")

    def __init__(self, formula: Formula, why: Why, facts: Facts, quantity: Callable[..., RowQuantity]) -> None:
        super().__init__(formula, why, facts)
        self.quantity = quantity
        self.options = options_of(quantity)
        self.state_options = self.options
        self._defaults = quantity.__kwdefaults__ or {}

    def __call__(
        self,
        y_true: Column,
        y_score: Column,
        *,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        undefined: Undefined = "nan",
        **options: Any,
    ) -> Any:
        """Check relevances and scores, take the moments of the quantity, take the metric."""
        return self.of(
            self.state(y_true, y_score, sample_weight=sample_weight, missing=missing, **options), undefined=undefined
        )

    def state(
        self,
        y_true: Column,
        y_score: Column,
        *,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        **options: Any,
    ) -> Moments:
        """Return the state that the metric is taken of; it depends on the options."""
        quantity, name = self.chosen(options)
        return ranking_moments(
            self.checked(y_true, y_score, sample_weight=sample_weight, missing=missing), quantity, name
        )

    def checked(self, y_true: Column, y_score: Column, **reading: Any) -> RankingRows:
        """Check relevances and scores; `reading` are sample_weight and missing."""
        return check_label_rankings(y_true, y_score, **reading)

    def rows(self, y_true: Column, y_score: Column, **options: Any) -> FloatArray:
        """
        Return the quantity of each row, NaN where it is undefined.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        **options
            The options of this metric.

        Returns
        -------
        ndarray of shape (n,)
        """
        quantity, _ = self.chosen(options)
        return ranking_values(self.checked(y_true, y_score), quantity)

    def outcome(self, state: Any, /, *, undefined: Undefined = "nan", **options: Any) -> Outcome:
        """Take the metric of a state; options that are named must be those of the state."""
        self.check(state, options)
        return super().outcome(state, undefined=undefined)

    def signature(self, state: Any, /, **options: Any) -> str:
        """Return each choice that moves the number, in one line: options, rows, version."""
        self.check(state, options)
        return signature_of(state.names[0], state, {})

    def chosen(self, options: dict[str, Any]) -> tuple[RowQuantity, str]:
        """The quantity and its name, with every option that moves it."""
        self.check_call(options)
        quantity = self.quantity(**options)
        every = {**self._defaults, **options}
        shown = [f"{key}:{_shown(value)}" for key, value in sorted(every.items()) if value is not None]
        return quantity, "|".join([self.name, *shown])

    def check(self, state: Any, options: dict[str, Any]) -> None:
        """Raise for a state that the metric is not a formula of."""
        super().check(state, options)
        made = state.names[0]
        if made.partition("|")[0] != self.name:
            msg = f"{self.name}.of takes Moments that {self.name}.state made, not those of {made!r}."
            raise InputTypeError(msg)
        if options and self.chosen(options)[1] != made:
            named = ", ".join(f"{key}={value!r}" for key, value in options.items())
            msg = (
                f"the options of a state are fixed: this one is {made!r}. "
                f"Make another with {self.name}.state(..., {named})."
            )
            raise OptionError(msg)

    def _may_skip(self, state: Any, options: dict[str, Any]) -> bool:
        """Whether rows are left out where the quantity is undefined."""
        del options
        return len(state.names) > 1 and bool(np.any(state.mean[..., 1] < 1))


class ClassRowMetric(RowMetric):
    """A metric of labels of several classes, one a row, and scores (n, K), one column a class."""

    of_classes = True

    def __call__(
        self,
        y_true: Column,
        y_score: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        undefined: Undefined = "nan",
        **options: Any,
    ) -> Any:
        """Check labels and scores, take the moments of the quantity, take the metric."""
        moments = self.state(y_true, y_score, labels=labels, sample_weight=sample_weight, missing=missing, **options)
        return self.of(moments, undefined=undefined)

    def state(
        self,
        y_true: Column,
        y_score: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        **options: Any,
    ) -> Moments:
        """Return the state that the metric is taken of; it depends on the options."""
        quantity, name = self.chosen(options)
        rows = self.checked(y_true, y_score, labels=labels, sample_weight=sample_weight, missing=missing)
        return ranking_moments(rows, quantity, name)

    def checked(self, y_true: Column, y_score: Column, **reading: Any) -> RankingRows:
        """Check labels and scores; `reading` are labels, sample_weight and missing."""
        return check_class_rankings(y_true, y_score, **reading)

    def rows(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, **options: Any
    ) -> FloatArray:
        """Return the quantity of each row."""
        quantity, _ = self.chosen(options)
        return ranking_values(self.checked(y_true, y_score, labels=labels), quantity)


def _shown(value: Any) -> str:
    """A number without needless digits: 2 for 2.0."""
    whole = isinstance(value, (float, np.floating)) and float(value).is_integer()
    return str(int(value)) if whole else str(value)
