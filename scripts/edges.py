"""
The edges of data at which every metric is tried: what comes in, kind by kind, and what a metric answers.

`RULES` are those at which all metrics do the same; at `VALUES` each gives a number, or NaN with a reason.
"""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import numpy as np

from concordant.errors import ConcordantError, UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric

NAN, INF = float("nan"), float("inf")
Rows = tuple[Any, Any]

# What metrics are given that have options without a default.
REQUIRED: dict[str, Any] = {
    "beta": 2.0,
    "weights": "quadratic",
    "depth": 0.5,
    "k": 2,
    "recall": 0.5,
    "precision": 0.5,
    "specificity": 0.5,
    "sensitivity": 0.5,
    "threshold": 0.25,
}

# Labels: two columns. Scores, probabilities: a truth and one column. Ratings: two columns of numbers. Rows: matrices.
PLAIN: dict[str, Rows] = {
    "labels": ([0, 1, 1, 0], [0, 1, 0, 0]),
    "scores": ([0, 1, 1, 0], [0.125, 0.75, 0.25, 0.5]),
    "probabilities": ([0, 1, 1, 0], [0.125, 0.75, 0.25, 0.5]),
    "measurements": ([1.0, 2.0, 4.0, 3.0], [1.5, 2.0, 3.5, 2.0]),
    "numbers": ([1.0, 2.0, 4.0, 3.0], [1.5, 2.0, 3.5, 2.0]),
    "decisions": ([0, 1, 1, 0], [-1.5, 2.0, -0.5, 0.25]),
    "rows": ([[0, 1, 1], [1, 0, 0]], [[0.5, 0.25, 0.75], [0.25, 0.5, 0.75]]),
    "rows of classes": ([0, 1, 2, 2], [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0, 0.25, 0.75], [0.5, 0.5, 0]]),
}
SCORED = "scores, probabilities, decisions"
ONE_COLUMN = "labels, " + SCORED
TWO_COLUMNS = "labels, " + SCORED + ", measurements, rows, rows of classes"  # all but the ratings of many raters
NUMBERS = SCORED + ", measurements, rows, rows of classes"


@dataclass(frozen=True)
class Edge:
    """Data at an edge: `rows` of each kind of input that can have it, and further arguments of the call."""

    words: str
    rows: dict[str, Rows]
    arguments: dict[str, Any] = field(default_factory=dict)
    lacks_labels: bool = False  # a metric whose options or columns speak of each label must then be told all of them


def _of(kinds: str, change: Callable[[Any, Any], Rows]) -> dict[str, Rows]:
    """The plain rows of these kinds, changed."""
    return {kind: change(*PLAIN[kind]) for kind in PLAIN if kind in kinds.split(", ") or kinds == "all"}


def _with(values: Any, value: Any) -> Any:
    """The same values with another one in the first place."""
    changed = np.array(values, dtype=object).tolist()
    if isinstance(changed[0], list):
        changed[0][0] = value
    else:
        changed[0] = value
    return changed


AS_THEY_ARE = Edge("as they are", PLAIN)

# Where the answer depends on the metric.
VALUES: dict[str, Edge] = {
    "no rows": Edge("empty columns", _of("all", lambda t, o: (np.array(t)[:0], np.array(o)[:0])), lacks_labels=True),
    "one row": Edge("a single row", _of("all", lambda t, o: (t[1:2], o[1:2])), lacks_labels=True),
    "one class": Edge(
        "truth and prediction hold one class, the same; scores differ",
        {
            "labels": ([1] * 4, [1] * 4),
            **_of(SCORED, lambda _, o: ([1] * 4, o)),
            "measurements": ([2.0] * 4, [2.0] * 4),
            "numbers": ([2.0] * 4, [2.0] * 4),
            "rows of classes": ([1] * 4, PLAIN["rows of classes"][1]),
        },
        lacks_labels=True,
    ),
    "not in the truth": Edge(
        "the truth holds one of two classes, or one number",
        {
            "labels": ([0] * 4, [0, 1, 0, 0]),
            **_of(SCORED, lambda _, o: ([0] * 4, o)),
            "measurements": ([2.0] * 4, PLAIN["measurements"][1]),
            "numbers": ([2.0] * 4, PLAIN["measurements"][1]),
        },
        lacks_labels=True,
    ),
    "not predicted": Edge(
        "the prediction holds one of two classes, or one number",
        {"labels": ([0, 1, 1, 0], [0] * 4), **_of("measurements, numbers", lambda t, _: (t, [2.0] * 4))},
    ),
    "all scores equal": Edge(
        "one score for all rows, or all classes",
        {
            **_of(SCORED, lambda t, _: (t, [0.5] * 4)),
            "rows": (PLAIN["rows"][0], [[0.5] * 3] * 2),
            "rows of classes": (PLAIN["rows of classes"][0], [[1 / 3] * 3] * 4),
        },
    ),
    "infinite scores": Edge(
        "a score is minus, another plus infinity", {"scores": ([0, 1, 1, 0], [-INF, INF, 0.25, 0.5])}
    ),
    "weights all zero": Edge("sample_weight is 0 in every row", PLAIN, {"sample_weight": 0.0}, lacks_labels=True),
    "huge counts": Edge(
        "each row 2^55 times: more than 2^53 rows", _of(TWO_COLUMNS, lambda t, o: (t, o)), {"sample_weight": 2.0**55}
    ),
    "a label too many": Edge(
        "labels= names a third label, which does not occur; the macro average where there is one",
        _of("labels", lambda t, o: (t, o)),
        {"labels": [0, 1, 2], "average": "macro"},
    ),
}

# Where the answer is one for all metrics: an error in the same words, or that of the plain rows.
RULES: dict[str, Edge] = {
    "a missing label": Edge("`None` in the truth", _of(ONE_COLUMN, lambda t, o: (_with(t, None), o))),
    "a missing number": Edge(
        "NaN among scores, probabilities or ratings", _of(NUMBERS, lambda t, o: (t, _with(o, NAN)))
    ),
    "an infinite number": Edge(
        "infinity among ratings or decision values", _of("measurements, decisions", lambda t, o: (t, _with(o, INF)))
    ),
    "an infinite probability": Edge(
        "infinity among probabilities", _of("probabilities", lambda t, o: (t, _with(o, INF)))
    ),
    "a probability above 1": Edge("1.5 among probabilities", _of("probabilities", lambda t, o: (t, _with(o, 1.5)))),
    "a sum that is not 1": Edge(
        "probabilities of classes that sum to 1.1",
        {"probabilities": ([0, 1, 2], [[0.6, 0.25, 0.25], [0.25, 0.5, 0.25], [0.0, 0.75, 0.25]])},
    ),
    "a negative weight": Edge("a weight of -1", PLAIN, {"sample_weight": "negative"}),
    "a missing weight": Edge("a weight that is NaN", PLAIN, {"sample_weight": "nan"}),
    "too few weights": Edge("one weight too few", PLAIN, {"sample_weight": "short"}),
    "a weight of zero": Edge(
        "a further row of weight 0",
        _of("all", lambda t, o: (np.array([*t, t[-1]]), np.array([*o, o[0]]))),
        {"sample_weight": "last zero"},
    ),
    "other lengths": Edge("columns of different length", _of(TWO_COLUMNS, lambda t, o: (t, o[:-1]))),
    "a label not given": Edge(
        "a label occurs that `labels=` does not name", _of("labels", lambda t, o: (t, o)), {"labels": [1, 2]}
    ),
    "whole floats": Edge("labels 0.0 and 1.0", _of(ONE_COLUMN, lambda t, o: (np.array(t, float), np.array(o, float)))),
    "broken floats": Edge("labels such as 0.3", _of(ONE_COLUMN, lambda t, o: (_with(t, 0.3), o))),
    "mixed types": Edge("text among numbers", _of(ONE_COLUMN, lambda t, o: (_with(t, "a"), o))),
    "text as a number": Edge(
        "text among scores, probabilities or ratings", _of(NUMBERS, lambda t, o: (t, _with(o, "high")))
    ),
    "ragged lists": Edge("rows of different length", _of(TWO_COLUMNS, lambda _t, _o: ([[0, 1], [1]], [[0, 1], [1]]))),
    "a mapping": Edge("a dict where a column is expected", _of(TWO_COLUMNS, lambda _t, _o: ({"a": 1}, {"a": 1}))),
}


@dataclass(frozen=True)
class Answer:
    """What a metric does: `kind` is "value", "undefined", or the name of the error; `text` says which, and why."""

    kind: str
    text: str
    value: Any = None


def kind_of(metric: Metric) -> str:
    """The kind of plain rows that a metric takes."""
    if metric.facts.input == "panel":
        return "labels"  # two columns of labels are a panel of two
    if metric.facts.input != "rows":
        return metric.facts.input
    return "rows of classes" if "labels" in metric.__signature__.parameters else "rows"


def options_of(metric: Metric, edge: Edge) -> dict[str, Any]:
    """A value for each option without a default, and the labels where a metric cannot do without."""
    parameters = metric.__signature__.parameters
    lacking = [name for name in metric.options if parameters[name].default is inspect.Parameter.empty]
    labels = edge.arguments.get("labels", [0, 1, 2] if kind_of(metric) == "rows of classes" else [0, 1])
    speaks_of_each = "cost" in lacking or kind_of(metric) == "rows of classes"
    told = {"labels": labels} if edge.lacks_labels and speaks_of_each else {}
    if "cost" in lacking:
        return {"cost": {(i, j): 1.0 + (i > j) for i in labels for j in labels if i != j}, **told}
    if metric.name == "prmse":  # of one person the error is not estimated
        return {"error_variance": 0.5}
    if metric.name == "partial_auc":  # one of several options must be given
        return {"max_fpr": 0.5}
    return told | {name: REQUIRED[name] for name in lacking}


def answer(metric: Metric, edge: Edge) -> Answer:
    """Call a metric at an edge. An error of another class than ours, or a warning of another kind, is let through."""
    rows = edge.rows[kind_of(metric)]
    call = {**options_of(metric, edge), **edge.arguments}
    if "average" not in metric.options:
        call.pop("average", None)
    if "sample_weight" in call:
        call["sample_weight"] = _weights(call["sample_weight"], len(rows[0]))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = metric(*rows, **call)
        except ConcordantError as error:
            return Answer(type(error).__name__, str(error))
    others = [warning for warning in caught if warning.category is not UndefinedMetricWarning]
    if others or len(caught) > 1:
        msg = f"{metric.name} warns {[str(warning.message) for warning in caught]}"
        raise RuntimeError(msg)
    if caught:
        return Answer("undefined", str(caught[0].message).partition(": ")[2], value)
    return Answer("value", f"{value:.4g}" if isinstance(value, float) else type(value).__name__, value)


def same_words(found: Answer) -> str:
    """The text of an error without what belongs to the rows: the name of the column, and how many there are."""
    text = re.sub(r"\by_(true|pred|score|prob)\b", "y", found.text)
    return re.sub(r"(they have|expected) \d+(,| and)( got)? \d+\.", r"\1 n\2\3 m.", text)


def _weights(rule: Any, rows: int) -> Any:
    if not isinstance(rule, str):
        return np.full(rows, rule)
    weights = np.ones(rows)
    if rule == "short":
        return weights[:-1]
    weights[-1 if rule == "last zero" else 0] = {"negative": -1.0, "nan": NAN, "last zero": 0.0}[rule]
    return weights


def is_partly_undefined(value: Any) -> bool:
    """Whether there is a NaN in a value: a number, an array, or a field of a result."""
    if is_dataclass(value):
        return any(is_partly_undefined(getattr(value, part.name)) for part in fields(value))
    return isinstance(value, (float, np.ndarray)) and bool(np.isnan(np.asarray(value, dtype=float)).any())
