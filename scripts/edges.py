"""The edges of data at which every metric is tried: what comes in, kind by kind."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from concordant.errors import ConcordantError, UndefinedMetricWarning
from concordant.metrics._metric import Metric

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
    "cost": {(0, 1): 1, (1, 0): 5, (0, 2): 1, (2, 0): 5, (1, 2): 1, (2, 1): 1},
}
OWN: dict[str, dict[str, Any]] = {"partial_auc": {"max_fpr": 0.5}}  # one of several options must be given

# Labels: two columns. Scores, probabilities: a truth and one column. Ratings: two columns of numbers. Rows: matrices.
PLAIN: dict[str, Rows] = {
    "labels": ([0, 1, 1, 0], [0, 1, 0, 0]),
    "scores": ([0, 1, 1, 0], [0.125, 0.75, 0.25, 0.5]),
    "probabilities": ([0, 1, 1, 0], [0.125, 0.75, 0.25, 0.5]),
    "ratings": ([1.0, 2.0, 4.0, 3.0], [1.5, 2.0, 3.5, 2.0]),
    "rows": ([[0, 1, 1], [1, 0, 0]], [[0.5, 0.25, 0.75], [0.25, 0.5, 0.75]]),
    "classes of rows": ([0, 1, 2, 2], [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0, 0.25, 0.75], [0.5, 0.5, 0]]),
}


@dataclass(frozen=True)
class Edge:
    """Data at an edge: `rows` of each kind of input that can have it, and further arguments of the call."""

    words: str
    rows: dict[str, Rows]
    arguments: dict[str, Any] = field(default_factory=dict)


def _of(kinds: str, change: Callable[[Any, Any], Rows]) -> dict[str, Rows]:
    """The plain rows of these kinds, changed."""
    return {kind: change(*PLAIN[kind]) for kind in PLAIN if kind in kinds.split(", ") or kinds == "all"}


SCORED = "scores, probabilities"
ONE_COLUMN = "labels, scores, probabilities"


def _with(values: Any, value: Any) -> Any:
    """The same values with another one in the first place."""
    changed = np.array(values, dtype=object).tolist()
    if isinstance(changed[0], list):
        changed[0][0] = value
    else:
        changed[0] = value
    return changed


# Where the answer depends on the metric.
VALUES: dict[str, Edge] = {
    "no rows": Edge("empty columns", _of("all", lambda t, o: (np.array(t)[:0], np.array(o)[:0])), {}),
    "one row": Edge("one row, right", _of("all", lambda t, o: (t[1:2], o[1:2]))),
    "one class": Edge(
        "truth and prediction hold one class; scores differ",
        {"labels": ([1, 1, 1], [1, 1, 1]), **_of(SCORED, lambda t, o: ([1] * 4, o)), "ratings": ([2.0] * 4, [2.0] * 4)},
    ),
    "not in the truth": Edge(
        "the truth holds one of two classes",
        {"labels": ([0, 0, 0], [0, 1, 0]), **_of(SCORED, lambda t, o: ([0] * 4, o)), "ratings": ([2.0] * 4, PLAIN["ratings"][1])},
    ),
    "not predicted": Edge(
        "the prediction holds one of two classes",
        {"labels": ([0, 1, 0], [0, 0, 0]), "ratings": (PLAIN["ratings"][0], [2.0] * 4)},
    ),
    "all scores equal": Edge("one score for all rows", {**_of(SCORED, lambda t, o: (t, [0.5] * 4)),
        "rows": (PLAIN["rows"][0], [[0.5] * 3] * 2), "classes of rows": (PLAIN["classes of rows"][0], [[1 / 3] * 3] * 4)}),
    "weights all zero": Edge("sample_weight is 0 in every row", PLAIN, {"sample_weight": 0}),
    "huge counts": Edge("each row 2^55 times", PLAIN, {"sample_weight": 2.0**55}),
    "infinite scores": Edge(
        "a score is infinite", {"scores": ([0, 1, 1, 0], [-INF, INF, 0.25, 0.5])},
    ),
    "labels that do not occur": Edge("labels= names one more class", _of("labels", lambda t, o: (t, o)), {"labels": [0, 1, 2]}),
}  # fmt: skip

# Where the answer is one for all metrics: an error, or the number of the plain rows.
RULES: dict[str, Edge] = {
    "a label is missing": Edge("None in the truth", _of(ONE_COLUMN, lambda t, o: (_with(t, None), o))),
    "NaN in numbers": Edge("NaN among scores, probabilities, ratings", _of("scores, probabilities, ratings, rows, classes of rows", lambda t, o: (t, _with(o, NAN)))),
    "infinite": Edge("infinity among probabilities or ratings", _of("probabilities, ratings", lambda t, o: (t, _with(o, INF)))),
    "beyond 1": Edge("1.5 among probabilities", _of("probabilities", lambda t, o: (t, _with(o, 1.5)))),
    "sum is not one": Edge(
        "probabilities of classes that sum to 1.1", {"probabilities": ([0, 1, 2], [[0.6, 0.25, 0.25], [0.25, 0.5, 0.25], [0.0, 0.75, 0.25]])}
    ),
    "a negative weight": Edge("a weight below zero", PLAIN, {"sample_weight": "negative"}),
    "a weight of NaN": Edge("a weight that is NaN", PLAIN, {"sample_weight": "nan"}),
    "too few weights": Edge("one weight too few", PLAIN, {"sample_weight": "short"}),
    "a weight of zero": Edge("a further row of weight 0", _of("all", lambda t, o: (np.array([*t, t[-1]]), np.array([*o, o[-1]]))), {"sample_weight": "last zero"}),
    "other lengths": Edge("columns of different length", _of("all", lambda t, o: (t, o[:-1]))),
    "labels not given": Edge("a label occurs that labels= does not name", _of("labels", lambda t, o: (t, o)), {"labels": [1, 2]}),
    "whole floats": Edge("labels 0.0 and 1.0", _of(ONE_COLUMN, lambda t, o: (np.array(t, float), np.array(o, float)))),
    "broken floats": Edge("labels such as 0.3", _of(ONE_COLUMN, lambda t, o: (_with(t, 0.3), o))),
    "mixed types": Edge("text among numbers", _of(ONE_COLUMN, lambda t, o: (_with(t, "a"), o))),
    "ragged lists": Edge("rows of different length", _of("all", lambda t, o: ([[0, 1], [1]], [[0, 1], [1]]))),
    "text as numbers": Edge("text where scores are expected", _of("scores, probabilities, ratings", lambda t, o: (t, _with(o, "high")))),
    "a mapping": Edge("a dict where a column is expected", _of("all", lambda t, o: ({"a": 1}, {"a": 1}))),
}  # fmt: skip


@dataclass(frozen=True)
class Answer:
    """What a metric does: `kind` is "value", "undefined", or the name of the error; `text` says which, and why."""

    kind: str
    text: str
    value: Any = None


def kinds_of(metric: Metric) -> tuple[str, ...]:
    """The kinds of plain rows that a metric takes."""
    if metric.facts.input != "rows":
        return (metric.facts.input,)
    return ("classes of rows",) if metric.name in ("top_k_accuracy",) else ("rows",)


def options_of(metric: Metric) -> dict[str, Any]:
    """A value for each option without a default."""
    defaults = metric.formula.__kwdefaults__ or {}
    lacking = [name for name in metric.options if name not in defaults]
    return {name: REQUIRED[name] for name in lacking} | OWN.get(metric.name, {})


def answer(metric: Metric, rows: Rows, arguments: dict[str, Any]) -> Answer:
    """Call a metric at an edge. An error of another class than ours, or a warning of another kind, is let through."""
    call = {**options_of(metric), **arguments}
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
    return Answer("value", _shown(value), value)


def _weights(rule: Any, rows: int) -> Any:
    if not isinstance(rule, str):
        return np.full(rows, rule)
    weights = np.ones(rows)
    if rule == "short":
        return weights[:-1]
    weights[-1 if rule == "last zero" else 0] = {"negative": -1.0, "nan": NAN, "last zero": 0.0}[rule]
    return weights


def _shown(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else type(value).__name__
