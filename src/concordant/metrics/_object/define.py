"""The decorator that turns a formula into a metric."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, overload

from concordant.metrics._cells.shares import Share
from concordant.metrics._curves.running import through_points
from concordant.metrics._object.asked import options_of
from concordant.metrics._object.calibration_metric import CalibrationMetric
from concordant.metrics._object.decision_metric import DecisionMetric
from concordant.metrics._object.docs import complete_docstring
from concordant.metrics._object.facts import Facts, Family
from concordant.metrics._object.label_metric import LabelMetric
from concordant.metrics._object.metric import Formula, Metric, Why, register
from concordant.metrics._object.natures import Nature
from concordant.metrics._object.optimum import UNKNOWN, Optimum
from concordant.metrics._object.parts import Parts
from concordant.metrics._object.probability_metric import ProbabilityMetric
from concordant.metrics._object.rating_metric import RatingMetric
from concordant.metrics._object.row_metric import ClassRowMetric, RowMetric
from concordant.metrics._object.score_metric import ScoreMetric
from concordant.states.label_rankings import RowQuantity
from concordant.states.moments import Loss
from concordant.typing import FloatArray

Shortcut = Callable[..., Any] | Literal["points"] | None


@overload
def metric(
    *,
    input: Literal["labels"] = ...,
    why: Why,
    family: Family,
    title: str,
    says: str,
    formula: str,
    source: str,
    better: Literal["higher", "lower"] | None,
    range: tuple[float, float] | None,
    chance: float | None = ...,
    corrected: bool = ...,
    symmetric: bool = ...,
    needs_order: Literal["never", "always", "if weighted"] = ...,
    aliases: tuple[str, ...] = ...,
    interval: str | None = ...,
    scale_free: bool = ...,
    of_cells: bool = ...,
    judges_rows: bool = ...,
    shortcut: Shortcut = ...,
    proportion: Callable[..., Share | None] | None = ...,
    parts: Callable[..., Parts | None] | None = ...,
    is_a: Nature | None = ...,
    optimum: Optimum = ...,
) -> Callable[[Formula], LabelMetric]: ...
@overload
def metric(
    *,
    input: Literal["scores"],
    why: Why,
    shortcut: Shortcut = ...,
    **facts: Any,
) -> Callable[[Formula], ScoreMetric]: ...
@overload
def metric(
    *, input: Literal["probabilities"], why: Why, loss: Loss, **facts: Any
) -> Callable[[Formula], ProbabilityMetric]: ...
@overload
def metric(
    *, input: Literal["probabilities"], why: Why, shortcut: Shortcut = ..., **facts: Any
) -> Callable[[Formula], CalibrationMetric]: ...
@overload
def metric(*, input: Literal["ratings"], why: Why, **facts: Any) -> Callable[[Formula], RatingMetric]: ...
@overload
def metric(
    *, input: Literal["decisions"], why: Why, loss: Loss, **facts: Any
) -> Callable[[Formula], DecisionMetric]: ...
@overload
def metric(
    *, input: Literal["rows"], why: Why, quantity: Callable[..., RowQuantity], of_classes: bool = ..., **facts: Any
) -> Callable[[Formula], RowMetric]: ...
def metric(
    *,
    input: Literal["labels", "scores", "probabilities", "decisions", "ratings", "rows"] = "labels",
    why: Why,
    loss: Loss | None = None,
    shortcut: Shortcut = None,
    judges_rows: bool = False,
    proportion: Callable[..., Share | None] | None = None,
    parts: Callable[..., Parts | None] | None = None,
    quantity: Callable[..., RowQuantity] | None = None,
    of_classes: bool = False,
    is_a: Nature | None = None,
    influence: Callable[..., FloatArray] | None = None,
    optimum: Optimum = UNKNOWN,
    **facts: Any,
) -> Callable[[Formula], Any]:
    """
    Turn a pure formula on a state into a metric and register it.

    Parameters
    ----------
    input : {"labels", "scores", "probabilities", "decisions", "ratings", "rows"}
        What stands beside the truth; it decides the state: `Counts`, `Curve`, `Moments`.
    why : callable
        Takes the state and the options of the formula; says in words why the value is undefined, or which
        classes an average leaves out; None if nothing is amiss.
    loss : str
        For probabilities, and for decision values: the loss of a row, one that `Moments.from_losses` knows;
        the state is its `Moments`. Without it the state is the `Curve` of the probabilities.
    shortcut : callable or "points"
        A function that gives the result without the state, as the formula would, or None where it cannot; it is used
        where it knows all options of the call. Of scores, and probabilities without a loss, it takes the checked rows
        of two classes; of labels those of two columns.
        ``"points"``: the formula itself, taken of the points that one sort gives.
    judges_rows : bool
        For labels: whether it asks of matrices of indicators if all labels of a row are right; the state is then
        `SampleCounts`.
    proportion : callable
        For labels: takes the state and the options of the formula; gives the `Share` of rows that the metric is, or
        rises or falls with, None if it is none with these options. It has the intervals of proportions then.
    parts : callable
        Takes the state and the options of the formula; gives the `Parts` that the metric is made of, such as the
        recalls of the classes. Its limits are then put together from theirs. Means over classes
        (``average="macro"``) need no line.
    quantity : callable
        For rows of labels that are ranked by their scores: takes the options of the metric, keyword-only, and gives
        the quantity of a row; the state is its `Moments`.
    of_classes : bool
        For such rows: whether the truth is one class a row, not the relevance of every label.
    is_a : Nature
        What the metric is beside a formula, if inference has methods for that: an `Auc`, a `Ratio`, a `Maximum`, ...
    influence : callable
        For scores and probabilities: takes a curve, and those options of the formula that matter for one curve; gives
        how a negative and a positive row at each score move the value, (T, 2). One that takes `prevalence` knows what a
        set prevalence does.
    optimum : Optimum
        For labels: what decides the metric optimally.
    **facts
        See `Facts`.
    """

    def define(function: Formula) -> Metric:
        known = Facts(name=function.__name__, input=input, **facts)
        if quantity is not None:
            made: Metric = (ClassRowMetric if of_classes else RowMetric)(function, why, known, quantity)
        else:
            made = _made(function, why, known, loss, shortcut, judges_rows=judges_rows)
        made.proportion, made.made_of, made.is_a, made.influence, made.optimum = (
            proportion,
            parts,
            is_a,
            influence,
            optimum,
        )
        made.__doc__ = complete_docstring(function.__doc__ or "", made)
        register(made)
        return made

    return define


def _made(
    function: Formula,
    why: Why,
    facts: Facts,
    loss: Loss | None,
    shortcut: Shortcut,
    *,
    judges_rows: bool,
) -> Metric:
    """The metric of the kind that its data ask for."""
    if facts.input == "labels":
        labels = LabelMetric(function, why, facts, judges_rows=judges_rows)
        if callable(shortcut):
            labels.shortcut, labels.shortcut_options = shortcut, frozenset(options_of(shortcut))
        return labels
    if facts.input == "ratings":
        return RatingMetric(function, why, facts)
    if loss is not None:
        kind = DecisionMetric if facts.input == "decisions" else ProbabilityMetric
        mean = kind(function, why, facts)
        mean.loss = loss
        return mean
    made = ScoreMetric(function, why, facts) if facts.input == "scores" else CalibrationMetric(function, why, facts)
    if shortcut == "points":
        made.shortcut = through_points(function)
        made.shortcut_options = frozenset(made.options) - {"prevalence"}  # points do not tell their classes
    elif shortcut is not None:
        made.shortcut, made.shortcut_options = shortcut, frozenset(options_of(shortcut))
    return made
