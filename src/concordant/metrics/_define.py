"""The decorator that turns a formula into a metric."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, overload

from concordant.inputs.scores import ScoreRows
from concordant.metrics._calibration_metric import CalibrationMetric
from concordant.metrics._docs import complete_docstring
from concordant.metrics._facts import Facts, Family
from concordant.metrics._label_metric import LabelMetric
from concordant.metrics._metric import Formula, Metric, Why, register
from concordant.metrics._probability_metric import ProbabilityMetric
from concordant.metrics._rating_metric import RatingMetric
from concordant.metrics._score_metric import ScoreMetric
from concordant.states.moments import Loss


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
    symmetric: bool = ...,
    needs_order: Literal["never", "always", "if weighted"] = ...,
    aliases: tuple[str, ...] = ...,
    judges_rows: bool = ...,
) -> Callable[[Formula], LabelMetric]: ...
@overload
def metric(
    *,
    input: Literal["scores"],
    why: Why,
    shortcut: Callable[[ScoreRows], Any] | None = ...,
    **facts: Any,
) -> Callable[[Formula], ScoreMetric]: ...
@overload
def metric(
    *, input: Literal["probabilities"], why: Why, loss: Loss, **facts: Any
) -> Callable[[Formula], ProbabilityMetric]: ...
@overload
def metric(
    *, input: Literal["probabilities"], why: Why, shortcut: Callable[..., Any] | None = ..., **facts: Any
) -> Callable[[Formula], CalibrationMetric]: ...
@overload
def metric(*, input: Literal["ratings"], why: Why, **facts: Any) -> Callable[[Formula], RatingMetric]: ...
def metric(
    *,
    input: Literal["labels", "scores", "probabilities", "ratings"] = "labels",
    why: Why,
    loss: Loss | None = None,
    shortcut: Callable[..., Any] | None = None,
    judges_rows: bool = False,
    **facts: Any,
) -> Callable[[Formula], Any]:
    """
    Turn a pure formula on a state into a metric and register it.

    Parameters
    ----------
    input : {"labels", "scores", "probabilities", "ratings"}
        What stands beside the truth; it decides the state: `Counts`, `Curve`, `Moments`.
    why : callable
        Takes the state and the options of the formula; says in words why the value is undefined, or which
        classes an average leaves out; None if nothing is amiss.
    loss : {"squared", "surprise"}
        For probabilities: the loss of a row; the state is its `Moments`. Without it the state is the `Curve` of
        the probabilities.
    shortcut : callable
        For scores, and probabilities without a loss: a kernel that gives the result of two classes without the
        state, as the formula would, or None where it cannot.
    judges_rows : bool
        For labels: whether it asks of matrices of indicators if all labels of a row are right; the state is then
        `SampleCounts`.
    **facts
        See `Facts`.
    """

    def define(function: Formula) -> Metric:
        known = Facts(name=function.__name__, input=input, **facts)
        made = _made(function, why, known, loss, shortcut, judges_rows=judges_rows)
        made.__doc__ = complete_docstring(function.__doc__ or "", made)
        register(made)
        return made

    return define


def _made(
    function: Formula,
    why: Why,
    facts: Facts,
    loss: Loss | None,
    shortcut: Callable[..., Any] | None,
    *,
    judges_rows: bool,
) -> Metric:
    """The metric of the kind that its data ask for."""
    if facts.input == "labels":
        return LabelMetric(function, why, facts, judges_rows=judges_rows)
    if facts.input == "ratings":
        return RatingMetric(function, why, facts)
    if loss is not None:
        mean = ProbabilityMetric(function, why, facts)
        mean.loss = loss
        return mean
    made = ScoreMetric(function, why, facts) if facts.input == "scores" else CalibrationMetric(function, why, facts)
    made.shortcut = shortcut
    return made
