"""Public functions: their module, and the texts of the parameters that several of them have."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from inspect import cleandoc
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
Texts = Mapping[str, tuple[str, str]]  # names of parameters, as numpydoc lists them: their type, and what they are

WEIGHT = {"sample_weight": ("array-like of shape (n,), optional", "One weight a row.")}
ROWS = {
    "y_true, y_pred": (
        "array-like of shape (n,), or indicator matrix of shape (n, L), also sparse",
        "The truth and the prediction.",
    ),
    "labels": (
        "array-like, optional",
        "The labels to take, in this order; for indicators numbers of columns. Default: all that occur.",
    ),
    "pos_label": ("int, float, bool or str, default 1", 'The positive label for ``average="binary"``.'),
    "average": (
        '{"binary", "micro", "macro", "samples", "weighted"} or None, default "binary"',
        'None: one value a label. "weighted": weighted by how often a label is true. "samples": of each row.',
    ),
    "zero_division": ('{"warn", 0, 1, nan}, default "warn"', 'What stands for 0/0; "warn" is 0 with a warning.'),
    **WEIGHT,
}
COLUMNS = {
    "y_true, y_pred": ("array-like of shape (n,)", "The truth and the prediction."),
    **WEIGHT,
}
SCORES = {
    "y_true": ("array-like of shape (n,)", "Labels of two classes: {0, 1}, {-1, 1}, or any if `pos_label` is given."),
    "y_score": ("array-like of shape (n,)", "Finite scores, higher for the positive class."),
    "pos_label": ("label, optional", "The positive class."),
    "drop_intermediate": ("bool, default False", "Leave out thresholds between which no positive row is found."),
    **WEIGHT,
}
PROBABILITIES = {
    "y_true": ("array-like of shape (n,) or (n, K)", "Labels, or indicators of what happened."),
    "y_proba": (
        "array-like of shape (n,) or (n, K)",
        "Probabilities of the positive class, or one column a class in ascending order.",
    ),
    "pos_label": (
        "label, optional",
        "The positive class of a single column; by default 1, or the larger of two numbers.",
    ),
    "labels": ("array-like of shape (K,), optional", "The classes of the columns, where not all of them occur."),
    "y_pred": ("array-like", "The former name of `y_proba`."),
    **WEIGHT,
}
SEVERAL = {
    "average": (
        '{"macro", "micro", "samples", "weighted"} or None, default "macro"',
        "How the values of several classes or labels are put together.",
    ),
    **WEIGHT,
}
RANKINGS = {
    "y_true": ("array-like or sparse matrix of shape (n, L)", "Indicators: 1 where a label is relevant."),
    "y_score": ("array-like of shape (n, L)", "Finite scores."),
    "k": ("int, optional", "How many places count. Default: all."),
    "ignore_ties": ("bool, default False", "Do not average over equal scores: the last column comes first."),
    **WEIGHT,
}


def public(shared: Texts) -> Callable[[Function], Function]:
    """
    Make a function one that users import from `concordant.sklearn`, and complete its docstring.

    It is pickled and shown under that module. Its docstring describes its own parameters; `shared` has the others.
    """

    def decorate(function: Function) -> Function:
        function.__module__ = "concordant.sklearn"
        if function.__doc__ is not None:  # it is with python -OO
            function.__doc__ = _completed(cleandoc(function.__doc__), function, shared)
        return function

    return decorate


def _completed(doc: str, function: Callable[..., Any], shared: Texts) -> str:
    """Put the shared parameters beside its own, in the order of the call."""
    code = getattr(function, "__wrapped__", function).__code__
    arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    head, _, tail = doc.partition("Returns\n-------\n")
    head, _, own = head.partition("Parameters\n----------\n")
    texts = {_first(part): part for part in re.split(r"\n(?=\S)", own.strip()) if part}
    described = {name for part in texts.values() for name in part.partition(" : ")[0].split(", ")}
    for names, (kind, says) in shared.items():
        first = _first(names)
        if first in arguments and first not in described:
            texts[first] = f"{names} : {kind}\n    {says}"
    parameters = "\n".join(texts[name] for name in sorted(texts, key=arguments.index))
    return f"{head}Parameters\n----------\n{parameters}\n\nReturns\n-------\n{tail}"


def _first(part: str) -> str:
    """The first name of a line such as ``y_true, y_pred : array-like``."""
    return re.split("[ ,]", part, maxsplit=1)[0]
