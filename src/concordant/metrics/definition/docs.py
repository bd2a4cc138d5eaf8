"""Signatures and docstrings of metrics, completed when they are first shown."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import cache, update_wrapper
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from concordant.metrics.definition.kinds import LABELS

if TYPE_CHECKING:
    from concordant.metrics.definition.metric import Metric


F = TypeVar("F", bound=Callable[..., Any])
Parameters = list[inspect.Parameter]

_DATA = inspect.Parameter.POSITIONAL_OR_KEYWORD
_DATA_OF_CALL = {  # where they are not those of the metric
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
    call : {"__call__", "of", "interval", "interval_of", "compare", "compare_independent", "bounds_of"}
        The method.
    """
    written = inspect.signature(getattr(type(metric), call))
    parameters = [p for p in written.parameters.values() if p.name != "self"]
    named = [p for p in parameters if p.kind is p.KEYWORD_ONLY]
    reading = [p for p in inspect.signature(metric.kind.read).parameters.values() if p.kind is p.KEYWORD_ONLY]
    if call in ("of", "interval_of", "bounds_of"):
        data = [p for p in parameters if p.kind is p.POSITIONAL_ONLY]
        named += _OF_PANELS["interval"] if call == "interval_of" and metric.kind.input == "numbers" else []
        return written.replace(parameters=[*data, *_with_own_options(metric, named)])
    of_panels = metric.kind.input in ("panel", "numbers")
    names = metric.data if call == "compare" and of_panels else _DATA_OF_CALL.get(call, metric.data)
    data = [inspect.Parameter(name, _DATA, annotation="Column") for name in names]
    if metric.panel is not None and not of_panels and call in ("__call__", "interval"):
        data[1:] = [p.replace(default=None) for p in data[1:]]  # the first may be the ratings of many raters
    if call == "compare" and not of_panels:
        data.append(inspect.Parameter("more", inspect.Parameter.VAR_POSITIONAL, annotation="Column"))
    named = [*reading, *named] if call == "__call__" else [*named, *reading]
    if of_panels or (metric.panel is not None and call == "interval"):
        named += [p for p in _OF_PANELS.get(call, ()) if p.name not in {other.name for other in named}]
    named += [_DATA_OF] if call != "compare_independent" else []
    return written.replace(parameters=[*data, *_with_own_options(metric, named)])


def _with_own_options(metric: Metric, named: Parameters) -> Parameters:
    """Add the options of the formula (of a metric of rows: of its quantity) to those of the call."""
    written = inspect.signature(metric.asks).parameters
    return [*named, *(written[name] for name in metric.options if name not in {p.name for p in named})]


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


_OR_PANEL = """\
    Or, in place of both, the ratings of many raters: a matrix or frame of units (rows) by raters (columns) in which
    None, NaN, null and NA are missing ratings, or a state of them (`Ratings`, `Tallies`, `TallySums`).
"""


def complete_docstring(own: str, metric: Metric) -> str:
    """
    Put the shared parameters before the metric's own, and the errors before its notes.

    What data and options mean stands in the docstring of the function that reads them, else in that of
    `Metric.__call__`.
    """
    own, call = _dedented(own), _documented(type(metric).__call__)
    entries = {**call.parameters, **_documented(metric.kind.read).parameters}
    averages = ("average", "pos_label") if "pos_label" in metric.options else ()
    others = [name for name in ("classes", "prevalence") if name in metric.options]
    names = [*metric.data, *metric.kind.reading, "undefined", "data", *averages, *others]
    texts = list(dict.fromkeys(entries[name] for name in names if name in entries))
    if metric.panel is not None and metric.kind is LABELS and texts:
        texts[0] += _OR_PANEL
    shared, raises = "".join(texts), call.raises
    heading = "Parameters\n----------\n"
    if heading in own:
        head, _, tail = own.partition(heading)
        own = head + heading + shared + tail
    else:
        head, mark, tail = own.partition("Returns\n-------\n")
        own = head + heading + shared + "\n" + mark + tail
    for section in ("Notes\n-----\n", "References\n----------\n", "Examples\n--------\n"):
        if section in own:
            head, _, tail = own.partition(section)
            return head + raises + section + tail
    return own.rstrip() + "\n\n" + raises


class _Documented(NamedTuple):
    """What a docstring says of each parameter, by its name, and the section of errors."""

    parameters: dict[str, str]
    raises: str


@cache
def _documented(function: Callable[..., Any]) -> _Documented:
    """Take the docstring of a function apart; without docstrings there is nothing in it."""
    sections = re.split(r"^(\w+)\n-+\n", inspect.cleandoc(function.__doc__ or ""), flags=re.MULTILINE)
    bodies = dict(zip(sections[1::2], sections[2::2], strict=True))
    entries = re.split(r"\n(?=\S)", bodies.get("Parameters", "").strip())
    parameters = {name: f"{entry}\n" for entry in entries for name in entry.partition(" : ")[0].split(", ")}
    return _Documented(parameters, f"Raises\n------\n{bodies['Raises']}\n\n" if "Raises" in bodies else "")


def _dedented(text: str) -> str:
    """Take off the indentation of a function's docstring; from Python 3.13 on the compiler has done it."""
    return "\n".join(line.removeprefix("    ") for line in text.split("\n")) if "\n    Returns\n" in text else text
