"""The true signatures of a metric's calls, for `help`, editors and type checkers."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import update_wrapper
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric

F = TypeVar("F", bound=Callable[..., Any])
Parameters = list[inspect.Parameter]

_DATA = inspect.Parameter.POSITIONAL_OR_KEYWORD
_LATER = {  # the data of a call, where they are not those of the metric
    "compare": ("y_true", "pred_a", "pred_b"),
    "compare_independent": ("data_a", "data_b"),
}
_NAMED = inspect.Parameter.KEYWORD_ONLY
_DATA_OF = inspect.Parameter("data", _NAMED, default=None, annotation="Frame | None")
_SOME = [inspect.Parameter(name, _NAMED, default=None, annotation="Sequence[Label] | None") for name in ("a", "b")]
_OF_PANELS: dict[str, list[inspect.Parameter]] = {  # what the calls take of the ratings of many raters
    "interval": [
        inspect.Parameter("over", _NAMED, default="units", annotation='Literal["units", "raters", "units and raters"]'),
        inspect.Parameter("se", _NAMED, default=None, annotation='Literal["jackknife", "delta", "gwet"] | None'),
    ],
    "compare": _SOME,
}


def signature_of_call(metric: Metric, call: str = "__call__") -> inspect.Signature:
    """
    Return the signature of a call of a metric: its data, then what the call takes, then the metric's own options.

    Parameters
    ----------
    metric : Metric
        The metric.
    call : {"__call__", "of", "interval", "interval_of", "compare", "compare_independent", "bounds", "bounds_of"}
        The method.
    """
    written = inspect.signature(getattr(type(metric), call))
    given = [p for p in written.parameters.values() if p.name != "self"]
    named = [p for p in given if p.kind is p.KEYWORD_ONLY]
    reading = [p for p in inspect.signature(metric.kind.read).parameters.values() if p.kind is p.KEYWORD_ONLY]
    reading = [p for p in reading if p.name not in metric.options]
    if call in ("of", "interval_of", "bounds_of"):
        data = [p for p in given if p.kind is p.POSITIONAL_ONLY]
        named += _OF_PANELS["interval"] if call == "interval_of" and metric.kind.input == "numbers" else []
        own = [p for p in own_options(metric) if p.name not in {one.name for one in named}]
        return written.replace(parameters=[*data, *named, *own])
    names = _LATER.get(call, metric.data)
    many = metric.kind.input in ("panel", "numbers")
    if call == "compare" and many:
        names = metric.data
    data = [inspect.Parameter(name, _DATA, annotation="Column") for name in names]
    if metric.panel is not None and not many and call in ("__call__", "interval"):
        data[1:] = [one.replace(default=None) for one in data[1:]]  # the first may be the ratings of many raters
    if call == "compare" and not many:
        data.append(inspect.Parameter("more", inspect.Parameter.VAR_POSITIONAL, annotation="Column"))
    named = [*reading, *named] if call == "__call__" else [*named, *reading]
    if many or (metric.panel is not None and call == "interval"):
        named += [one for one in _OF_PANELS.get(call, ()) if one.name not in {known.name for known in named}]
    named += [_DATA_OF] if call != "compare_independent" else []
    own = [p for p in own_options(metric) if p.name not in {one.name for one in named}]
    return written.replace(parameters=[*data, *named, *own])


def own_options(metric: Metric) -> Parameters:
    """Return the options of the formula (of a metric of rows: of its quantity), keyword-only."""
    written = inspect.signature(metric.asks).parameters
    return [written[name] for name in metric.options]


class _OfEachMetric:
    """A method of which each metric has a copy that shows the metric's own signature, made when it is asked for."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        update_wrapper(cast("Any", self), function)

    def __get__(self, metric: Metric | None, owner: type) -> Any:
        """Return the copy of this metric, bound to it; later calls find it in the metric itself."""
        if metric is None:
            return self.function
        bound = vars(metric)[self.function.__name__] = MethodType(self._copy(metric), metric)
        return bound

    def _copy(self, metric: Metric) -> FunctionType:
        old = self.function
        copy = FunctionType(old.__code__, old.__globals__, old.__name__, old.__defaults__, old.__closure__)
        copy.__kwdefaults__, copy.__annotations__ = old.__kwdefaults__, old.__annotations__
        copy.__doc__, copy.__qualname__ = old.__doc__, f"{metric.name}.{old.__name__}"
        copy.__module__ = old.__module__
        shown = signature_of_call(metric, old.__name__)
        itself = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
        vars(copy)["__signature__"] = shown.replace(parameters=[itself, *shown.parameters.values()])
        return copy


def of_each_metric(function: F) -> F:
    """Let each metric show the true signature of a method: its data and its options in place of ``**options``."""
    return cast("F", _OfEachMetric(cast("FunctionType", function)))
