"""The decorator that turns a formula into a metric."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar, overload

from concordant.inputs.scores import ScoreRows
from concordant.metrics._docs import complete_docstring
from concordant.metrics._facts import Facts, Family
from concordant.metrics._metric import (
    Formula,
    LabelMetric,
    Metric,
    ProbabilityMetric,
    RatingMetric,
    ScoreMetric,
    Why,
    register,
)
from concordant.states.moments import Loss

M = TypeVar("M", bound=Metric)

_KINDS: dict[str, type[Metric]] = {
    "labels": LabelMetric,
    "scores": ScoreMetric,
    "probabilities": ProbabilityMetric,
    "ratings": RatingMetric,
}


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
def metric(*, input: Literal["ratings"], why: Why, **facts: Any) -> Callable[[Formula], RatingMetric]: ...
def metric(
    *,
    input: Literal["labels", "scores", "probabilities", "ratings"] = "labels",
    why: Why,
    loss: Loss | None = None,
    shortcut: Callable[[ScoreRows], Any] | None = None,
    **facts: Any,
) -> Callable[[Formula], Any]:
    """
    Turn a pure formula on a state into a metric and register it.

    Parameters
    ----------
    input : {"labels", "scores", "probabilities", "ratings"}
        What stands beside the truth; it decides the state: `Counts`, `Curve`, `Moments` of a loss, `Moments`.
    why : callable
        Takes the state and the options of the formula; says in words why the value is undefined, or which
        classes an average leaves out; None if nothing is amiss.
    loss : {"squared", "surprise"}
        For probabilities: the loss of a row.
    shortcut : callable
        For scores: a kernel that gives the result of two classes without the state, as the formula would, or None
        where it cannot.
    **facts
        See `Facts`.
    """

    def define(function: Formula) -> Metric:
        known = Facts(name=function.__name__, input=input, **facts)
        kind = _KINDS[input]
        made = kind(function, why, known)
        made.__doc__ = complete_docstring(function.__doc__ or "", made.data, made.options, ratings=input == "ratings")
        if isinstance(made, ProbabilityMetric) and loss is not None:
            made.loss = loss
        if isinstance(made, ScoreMetric):
            made.shortcut = shortcut
        register(made)
        return made

    return define
