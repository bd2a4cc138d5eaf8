"""Signatures and docstrings of metrics, completed when they are first shown."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import update_wrapper
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from concordant.metrics.definition.kinds import (
    CALIBRATION,
    CLASS_RANKINGS,
    LABELS,
    MEASUREMENTS,
    NUMBERS,
    PANEL,
    RANKINGS,
    SYSTEM,
)

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
    call : {"__call__", "of", "interval", "interval_of", "compare", "compare_independent", "bounds", "bounds_of"}
        The method.
    """
    written = inspect.signature(getattr(type(metric), call))
    parameters = [p for p in written.parameters.values() if p.name != "self"]
    named = [p for p in parameters if p.kind is p.KEYWORD_ONLY]
    reading = [p for p in inspect.signature(metric.kind.read).parameters.values() if p.kind is p.KEYWORD_ONLY]
    reading = [p for p in reading if p.name not in metric.options]
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


_LABELS = """\
y_true, y_pred : array-like of shape (n,)
    Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
    Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
    scipy.sparse, are L labels that can occur together.
labels : sequence, optional
    All labels in their order. Default: those that occur, numbers in numeric order.
"""

_MARKS = """\
missing_labels : sequence, default ()
    Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is one
    of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is not
    blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone and blames
    it. For that, leave out the rows of this truth before the call: the prediction then is a label that is never right.
"""

_MARKS_OF_TRUTH = """\
missing_labels : sequence, default ()
    Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left out and
    counted, as rows with a missing value are with ``missing="drop"``.
"""

_SCORES = """\
y_true : array-like of shape (n,) or (n, L)
    Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
{data} : array-like of shape (n,), (n, K) or (n, L)
    {meaning} of the positive class, or one column a class (in the order of `labels`) or a label.
labels : sequence, optional
    All labels in their order; of two labels the second is the positive one. Default: those that occur.
pos_label : label, optional
    The positive one of two labels. Default: the second, where the labels have an order.
"""

_CALIBRATED = """\
reduction : {"classwise", "top_label"}, default "classwise"
    Of several classes: each class against the rest by its own column, or the predicted class alone, with its
    probability and whether it is right.
"""

_MEASUREMENTS = """\
y_true, y_pred : array-like of shape (n,)
    Two ratings of the same rows, finite numbers.
"""

_RANKINGS = """\
y_true : array-like of shape (n, L)
    The relevance of each label: 0 and 1, or (for gains) any number; also a sparse matrix of scipy.
y_score : array-like of shape (n, L)
    Scores of the labels, one column a label, on any scale.
"""

_CLASS_RANKINGS = """\
y_true : array-like of shape (n,)
    Labels of two or more classes.
y_score : array-like of shape (n, K)
    Scores on any scale, one column a class in the order of `labels`.
labels : sequence, optional
    All labels in the order of the columns. Default: those that occur, numbers in numeric order.
"""

_UNIT_WEIGHT = """\
sample_weight : array-like of shape (n,), optional
    One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
"""

_UNDEFINED = """\
undefined : {"nan", "raise"} or float, default "nan"
    What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
    `UndefinedMetricError`, or this number"""

_DATA_BY_NAME = """\
data : frame, lazy frame, scan or path, optional
    Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars, DuckDB,
    Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
"""

_RATERS = """\
raters : sequence, optional
    Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
"""

_PANEL = f"""\
ratings : array-like of shape (n, r), data frame, Ratings, Tallies, TallySums or Counts
    Labels that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two columns of
    labels, of two raters.
{_RATERS}labels : sequence, optional
    All labels in their order. Default: those that occur, numbers in numeric order.
{_UNIT_WEIGHT}missing_labels : sequence
    Labels that stand for a missing rating, such as ``[""]``.
{_UNDEFINED}.
{_DATA_BY_NAME}"""

_RATED_NUMBERS = """\
ratings : array-like of shape (n, r), data frame, NumericRatings, RatingMoments or Ratings
    Finite numbers that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two
    columns, of two raters. The labels of `Ratings` must be numbers.
"""

_BESIDE = """\
system : array-like of shape (n,)
    The numbers of the system, one for each unit that somebody rated.
"""

_OR_PANEL = """\
    Or, in place of both, the ratings of many raters: a matrix or frame of units (rows) by raters (columns) in which
    None, NaN, null and NA are missing ratings, or a state of them (`Ratings`, `Tallies`, `TallySums`).
"""

_SHARED = f"""\
sample_weight : array-like of shape (n,), optional
    One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
missing : {{"raise", "drop"}}, default "raise"
    What to do with rows where a value is missing (None, NaN, null).
{_UNDEFINED} (in averages: for each class where it is undefined).
{_DATA_BY_NAME}"""

_CLASSES = """\
average : {"binary", "macro", "micro", "weighted", "samples"} or None, default "binary"
    ``"binary"``: the positive one of two classes. Of several classes or labels, each against the rest: the
    plain mean (``"macro"``), the value of all decisions together (``"micro"``), the mean weighted by how often
    a class occurs in the truth (``"weighted"``), or one value a class (None). ``"samples"``: of matrices of
    indicators, the mean over the rows of the value of each row's labels.
pos_label : label, optional
    The positive class for ``average="binary"``. Default: the second of two labels, where they have an order.
"""

_CHOSEN = """\
classes : sequence, optional
    The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of scikit-learn's
    scores); each against all other labels. Default: every class. With ``average=None`` one value for each, in this
    order. `labels` declares all labels that there are.
"""

_PREVALENCE = """\
prevalence : float or mapping, optional
    Shares of the classes in the population that the value is for, where they are not those of the rows (cases and
    controls, another hospital): that of the positive class, above 0 and below 1, or ``{label: share}`` of every
    class. The rows of each class of the truth are weighted to have them, so it is assumed that how a class is
    predicted (sensitivity and specificity, the scores within a class) carries over, and only the mix of the classes
    changes. Default: the shares of the rows.
"""

_RAISES = """\
Raises
------
InputError
    If data or options cannot be used (a subclass says what is wrong), also a `ValueError`.
UndefinedMetricError
    If the metric is undefined and ``undefined="raise"``.

"""


def complete_docstring(own: str, metric: Metric) -> str:
    """Put the shared parameters before the metric's own, and the errors before its notes."""
    own = _dedented(own)
    if metric.kind in (NUMBERS, SYSTEM):
        shared = _RATED_NUMBERS + (_BESIDE if metric.kind is SYSTEM else "")
        shared += ("" if "raters" in metric.options else _RATERS) + f"{_UNIT_WEIGHT}{_UNDEFINED}.\n{_DATA_BY_NAME}"
    else:
        shared = _PANEL if metric.kind is PANEL else _data_of(metric) + _SHARED
    shared += _CLASSES if "pos_label" in metric.options else ""
    if "missing_labels" in metric.kind.reading and metric.kind is not PANEL:
        shared += _MARKS if metric.kind is LABELS else _MARKS_OF_TRUTH
    shared += _CHOSEN if "classes" in metric.options else ""
    shared += _PREVALENCE if "prevalence" in metric.options else ""
    if metric.quantity is not None:
        shared = shared.replace("in averages: for each class", "in a mean of rows: for each row")
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
            return head + _RAISES + section + tail
    return own.rstrip() + "\n\n" + _RAISES


def _data_of(metric: Metric) -> str:
    other = {LABELS: _LABELS, MEASUREMENTS: _MEASUREMENTS, RANKINGS: _RANKINGS, CLASS_RANKINGS: _CLASS_RANKINGS}.get(
        metric.kind
    )
    if other is not None:
        head, mark, tail = other.partition("labels : sequence")
        return head + _OR_PANEL + mark + tail if metric.panel is not None else other
    name = metric.data[1]
    first = _SCORES.format(data=name, meaning="Scores" if name == "y_score" else "Probabilities, between 0 and 1,")
    return first + _CALIBRATED if metric.kind is CALIBRATION else first


def _dedented(text: str) -> str:
    """Take off the indentation of a function's docstring; from Python 3.13 on the compiler has done it."""
    return "\n".join(line.removeprefix("    ") for line in text.split("\n")) if "\n    Returns\n" in text else text
