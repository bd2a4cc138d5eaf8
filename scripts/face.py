"""
The typed face of the metrics: stubs that say to type checkers and editors what each metric takes and gives.

One class a metric, in one file a family (src/concordant/_face). What several metrics share but for their docstrings
(`interval`, `compare`, ...) stands once, in a class before those that take it. All is read from the metrics themselves:
signatures as `concordant.metrics.definition.docs` makes them, annotations of the formulas, names of methods.
"""

from __future__ import annotations

import inspect
import re
import textwrap
import types
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin

import numpy.typing as npt

import concordant.result
import concordant.typing
from concordant.inference.method_names import METHOD_NAMES, OF_NUMBERS, OF_PANELS
from concordant.metrics.definition.docs import signature_of_call
from concordant.metrics.definition.kinds import CALIBRATION, LABELS, SCORES
from concordant.metrics.definition.metric import Metric
from concordant.states import BucketCurve, ScoreKey

WIDTH = 120
METHODS: dict[str, Any] = {
    "interval": "Interval",
    "interval_of": "Interval",
    "compare": "Paired",
    "compare_independent": "Independent",
}
FAMILIES = ("agreement", "overall", "rates", "ranking", "probabilities", "tables")

HEAD = '''\
"""What the metrics of the family "{family}" take and give. Made by scripts/write_names.py: do not edit."""

# mypy: disable-error-code="override, overload-overlap, assignment"
# pyright: reportIncompatibleMethodOverride=false, reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false, reportAssignmentType=false

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias, overload

{imports}
from concordant.result.intervals import Bounds
from concordant.result.comparisons import Comparison
from concordant.result.comparisons import Comparisons
from concordant.result.intervals import Interval, Intervals
from concordant.states import BucketCurve, Counts, Curve, Moments, ScoreKey
from concordant.typing import Column, FloatArray, Label, Numbers
'''


class Column:
    """Stands for `concordant.typing.Column`, which is Any, while annotations are read."""


def averages(metric: Metric) -> bool:
    """Whether it has one value a class or label, of which `average` is the mean."""
    return "average" in metric.options and metric.facts.input != "numbers"


# What `average` takes of each kind of metric, beside None.
def averages_of(metric: Metric) -> tuple[str, ...]:
    """Return the averages that give one number."""
    if metric.kind is LABELS:
        return ("binary", "macro", "micro", "weighted", "samples")
    return ("macro", "micro", "weighted") if metric.kind in (SCORES, CALIBRATION) else ("macro",)


def class_of(metric: Metric) -> str:
    """Return the name of the class of a metric: CohenKappaMetric, as RocCurve is a result."""
    return "".join(part.capitalize() for part in metric.name.split("_")) + "Metric"


def names_of_methods(asked: Any, given: Any) -> tuple[str, ...]:
    """Return the methods of a kind of data."""
    asked = "interval" if asked == "interval_of" else asked
    of_raters = {"panel": OF_PANELS, "numbers": OF_NUMBERS}.get(given)
    return METHOD_NAMES[asked][given] if of_raters is None else of_raters[asked]


def methods_of(metric: Metric, call: str) -> str:
    """Return the name of the type that holds the methods of a call: IntervalOfLabels."""
    return f"{METHODS[call]}Of{metric.facts.input.capitalize()}"


# -- types ----------------------------------------------------------------------------------------------------------


def spelt(hint: Any) -> str:
    """Write a type as a stub does."""
    if hint is None or hint is type(None):
        return "None"
    origin = get_origin(hint)
    if origin is Literal:
        return f"Literal[{', '.join(map(quoted, get_args(hint)))}]"
    if origin in (Union, types.UnionType):
        return " | ".join(_spelt_parts(get_args(hint)))
    if origin is Callable:
        parameters, result = get_args(hint)
        return f"Callable[[{', '.join(map(spelt, parameters))}], {spelt(result)}]"
    if origin is not None:
        name = {Mapping: "Mapping", Sequence: "Sequence", tuple: "tuple"}[origin]
        return f"{name}[{', '.join('...' if one is Ellipsis else spelt(one) for one in get_args(hint))}]"
    return {Hashable: "Label", Any: "Any"}.get(hint) or str(hint.__name__)


def _spelt_parts(parts: Sequence[Any]) -> list[str]:
    """Write the parts of a union; what NumPy takes for an array are numbers here, and text is none."""
    arrays = get_args(npt.ArrayLike)
    if not set(arrays) <= set(parts):
        return [spelt(one) for one in parts]
    rest = [one for one in parts if one not in arrays and one is not type(None)]
    return [*map(spelt, rest), "Numbers", *(["None"] if type(None) in parts else [])]


def quoted(value: Any) -> str:
    """Write a default or a literal with double quotes."""
    return f'"{value}"' if isinstance(value, str) else repr(value)


def type_of(parameter: inspect.Parameter, metric: Metric, call: str) -> str:
    """Write the type of a parameter."""
    if parameter.name == "method" and call in METHODS:
        return f"{methods_of(metric, call)} | None"
    if parameter.name == "sample_weight" and call == "compare_independent":
        return "tuple[Column, Column] | None"
    if parameter.name in ("data_a", "data_b"):
        return "tuple[Column, Column] | Counts | Curve | Moments"
    if parameter.name == "average" and averages(metric):
        return f"Literal[{', '.join(map(quoted, averages_of(metric)))}] | None"
    return spelt(hint_of(parameter.annotation, metric))


def hint_of(annotation: Any, metric: Metric) -> Any:
    """Return the type that an annotation names."""
    if not isinstance(annotation, str):
        return annotation
    function = inspect.unwrap(metric.asks)  # whose chapter knows the names
    known = {**vars(concordant.typing), "Sequence": Sequence, "Literal": Literal, **function.__globals__}
    known |= {"BucketCurve": BucketCurve, "ScoreKey": ScoreKey, "Scale": Literal["probability", "real"]}
    return eval(annotation, known | {"Column": Column, "Label": Hashable})


# -- signatures -----------------------------------------------------------------------------------------------------


def written(
    metric: Metric, call: str, gives: str, *, average: str | None = None, models: str = "", doc: str = ""
) -> str:
    """
    Write one signature of a call.

    Parameters
    ----------
    metric : Metric
        The metric.
    call : str
        The name of the method.
    gives : str
        The type of its result.
    average : {"one", "each"} or None
        Of an overload: whether average is one of those that give a number, or None.
    models : {"two", "more", ""}
        Of an overload of `compare`: how many models.
    doc : str
        The docstring.
    """
    parameters = ["self"]
    named = False
    for one in signature_of_call(metric, call).parameters.values():
        if one.kind is one.KEYWORD_ONLY and not named:
            parameters.append("*")
            named = True
        if one.kind is one.VAR_POSITIONAL:
            named = models == "more"
            parameters += ["pred_c: Column", "/", "*more: Column"] if models == "more" else []
            continue
        parameters.append(_parameter(one, metric, call, average))
        if one.kind is one.POSITIONAL_ONLY:
            parameters.append("/")
    return "\n".join(_folded(call, parameters, gives, doc))


def _parameter(one: inspect.Parameter, metric: Metric, call: str, average: str | None) -> str:
    kind, default = type_of(one, metric, call), one.default
    if one.name == "average" and average is not None:
        kind = "None" if average == "each" else kind.removesuffix(" | None")
        default = one.empty if average == "each" else default
    return f"{one.name}: {kind}" + ("" if default is one.empty else f" = {quoted(default)}")


def _folded(call: str, parameters: list[str], gives: str, doc: str) -> Iterator[str]:
    """Yield the lines of a signature, as full as the width lets them be."""
    body = "" if doc else " ..."
    line = f"    def {call}({', '.join(parameters)}) -> {gives}:{body}"
    if len(line) <= WIDTH:
        yield line
    else:
        yield from (f"    def {call}(", filled(parameters, 8), f"    ) -> {gives}:{body}")
    if doc:
        raw = "r" if "\\" in doc else ""
        yield from (f"        {one}".rstrip() for one in f'{raw}"""{doc}\n"""'.split("\n"))


def overloaded(*signatures: str) -> str:
    """Write several signatures of one method."""
    if len(signatures) == 1:
        return signatures[0]
    return "\n".join(f"    @overload\n{one}" for one in signatures)


# -- one metric -----------------------------------------------------------------------------------------------------


def result_of(metric: Metric) -> str | None:
    """
    Return the type of the result of a metric that is no number; None of numbers.

    Of several classes curves come in a tuple, one a class: Any beside the record leaves that to the caller.
    """
    record = inspect.signature(metric.formula).return_annotation.partition(" | ")[0]
    if record == "Floats":
        return None
    return record if record == "Counts" else f"{record} | Any"


def call_of(metric: Metric) -> str:
    """Write `__call__`, with the docstring."""
    doc = docstring(metric)
    record = result_of(metric)
    if record is not None or not averages(metric):
        return written(metric, "__call__", record or "float", doc=doc)
    each = "FloatArray" if metric.kind is LABELS else "float | FloatArray"
    return overloaded(
        written(metric, "__call__", "float", average="one", doc=doc),
        written(metric, "__call__", each, average="each", doc="One value a class or label, in an array."),
    )


def docstring(metric: Metric) -> str:
    """Return the docstring up to the results: what it is, every parameter, what comes back."""
    text = (metric.__doc__ or "").strip().partition("Raises\n------")[0]
    return text.rstrip()


def docstring_of_call(metric: Metric, call: str) -> str:
    """Return the docstring of `interval`, `compare`, ... up to the results: the data named, the methods in one line."""
    text = inspect.cleandoc(getattr(Metric, call).__doc__)
    for end in ("\nNotes\n-----", "\nExamples\n--------"):
        text = text.partition(end)[0].rstrip()
    names = ", ".join(metric.data)
    data = {"interval": f"{names}\n    As in a call.", "compare": "y_true, pred_a, pred_b\n    " + _MODELS}.get(call)
    if data is not None:
        text = re.sub(r"^\*data\n(?:    .*\n)+", data + "\n", text, flags=re.MULTILINE)
    kind: Any = "interval" if call == "interval_of" else call
    known = ", ".join(f'``"{name}"``' for name in names_of_methods(kind, metric.facts.input))
    listed = "\n".join(textwrap.wrap(f"One of {known}.", 110, initial_indent="    ", subsequent_indent="    "))
    return re.sub(r"\n    - ``.*\n(?:(?:      .*|    - ``.*)\n)*", listed + "\n", text)


def beginning(metric: Metric, call: str) -> str:
    """Return the docstring of a method without its examples."""
    text = inspect.cleandoc(getattr(metric, call).__doc__)
    return text.partition("\nExamples\n--------")[0].rstrip()


_MODELS = "The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them."


def rest_of(metric: Metric) -> str:
    """Write what follows from the data and the options alone: of, interval, interval_of, compare, ..."""
    record = result_of(metric)
    parts = [written(metric, "of", "Any" if record is None else record)]
    if (metric.facts.instead is not None and metric.trait is None) or record == "Counts":
        instead = f"ask {metric.facts.instead or 'for one of its rates'}"
        none = [f"    {call}: ClassVar[None]" for call in ("interval", "interval_of", "compare", "compare_independent")]
        return "\n".join([*parts, f"    # No number, so no interval: {instead}.", *none])
    one_or_each = [("Interval", "one"), (_each(metric, "Interval"), "each")]
    paired = [("Comparison", "one"), (_each(metric, "Comparison"), "each")]
    if not averages(metric):
        one_or_each, paired = [("Interval", None)], [("Comparison", None)]
    if metric.facts.instead is not None:  # a record of several numbers, or a curve
        one_or_each, paired = [("dict[Any, Any]", None)], []
    parts += [_alternatives(metric, call, one_or_each) for call in ("interval", "interval_of")]
    if metric.facts.dominance is not None:
        parts.append(written(metric, "bounds_of", "Bounds", doc=beginning(metric, "bounds_of")))
    if not paired:
        none = [f"    {call}: ClassVar[None]" for call in ("compare", "compare_independent")]
        return "\n".join([*parts, "    # Several numbers, so no comparison.", *none])
    several = written(metric, "compare", "Comparisons", models="more", doc="Three models or more: all pairs of them.")
    of_raters = metric.facts.input in ("panel", "numbers")  # two panels of raters at a time
    parts.append(_alternatives(metric, "compare", paired, *([] if of_raters else [several])))
    parts.append(_alternatives(metric, "compare_independent", paired))
    return "\n".join(parts)


def _each(metric: Metric, kind: str) -> str:
    """Return the type of results with average=None: of two classes, scores have one value."""
    return f"{kind}s" if metric.kind is LABELS else f"{kind} | {kind}s"


def _alternatives(metric: Metric, call: str, results: Sequence[tuple[str, str | None]], *more: str) -> str:
    """Write one signature for each type of result; the first has the docstring."""
    models = "two" if call == "compare" else ""
    docs = [docstring_of_call(metric, call), "One for each class or label."]
    found = [
        written(metric, call, gives, average=average, models=models, doc=doc)
        for (gives, average), doc in zip(results, docs, strict=False)
    ]
    return overloaded(*found, *more)


# -- files ----------------------------------------------------------------------------------------------------------


def face(family: str, metrics: Sequence[Metric]) -> str:
    """Write the file of a family."""
    of_family = [metric for metric in metrics if metric.facts.family == family]
    rests = {metric.name: rest_of(metric) for metric in of_family}
    count = Counter(rests.values())
    shared: dict[str, str] = {}
    parts = []
    for metric in of_family:
        rest = rests[metric.name]
        if count[rest] > 1:
            if rest not in shared:
                shared[rest] = _name_of_shared(metric, set(shared.values()))
                parts.append(f"class {shared[rest]}(Metric):\n{rest}\n")
            parts.append(f"class {class_of(metric)}({shared[rest]}):\n{call_of(metric)}\n")
        else:
            parts.append(f"class {class_of(metric)}(Metric):\n{call_of(metric)}\n{rest}\n")
        parts.append(f'{metric.name}: {class_of(metric)}\n"""{metric.summary} {metric.facts.formula}"""\n')
    body = "\n".join(parts)
    head = HEAD.format(family=family, imports="\n".join(_imports(body)))
    return "\n".join([head, *_methods(of_family), "", body])


def _methods(metrics: Sequence[Metric]) -> Iterator[str]:
    """Yield the types that hold names of methods."""
    for kind in sorted({metric.facts.input for metric in metrics}):
        for call, word in METHODS.items():
            if call != "interval_of":
                names = [quoted(name) for name in names_of_methods(call, kind)]
                yield f"{word}Of{kind.capitalize()}: TypeAlias = Literal[\n{filled(names, 4)}\n]"


def filled(parts: Sequence[str], indent: int) -> str:
    """Write parts with commas behind them, as many on a line as fit; no part is broken."""
    space = " " * indent
    text = " ".join(part.replace(" ", "\0") + "," for part in parts)
    lines = textwrap.fill(
        text, WIDTH, initial_indent=space, subsequent_indent=space, break_long_words=False, break_on_hyphens=False
    )
    return lines.replace("\0", " ")


def _name_of_shared(metric: Metric, taken: set[str]) -> str:
    """Name a shared class after the data and the options: _LabelsAveragePosLabel."""
    words = [metric.facts.input, *metric.options]
    name = "_" + "".join(part.capitalize() for word in words for part in word.split("_"))
    while name in taken:
        name += "_"
    return name


def _imports(body: str) -> list[str]:
    """Return the lines that import the class of all metrics, and records."""
    records = sorted(
        name for name in vars(concordant.result) if name[0].isupper() and re.search(rf"\b{name} \| Any\b", body)
    )
    lines = ["from concordant.metrics.definition.metric import Metric"]
    return [*lines, *(["from concordant.result import " + ", ".join(records)] if records else [])]
