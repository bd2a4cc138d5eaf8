"""The decorator that turns a formula into a metric."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any, Literal

from concordant.metrics.definition.facts import Facts, Input, NumberFacts
from concordant.metrics.definition.kinds import (
    CALIBRATION,
    CLASS_RANKINGS,
    DECISIONS,
    LABELS,
    LOSSES,
    MEASUREMENTS,
    NUMBERS,
    PANEL,
    RANKINGS,
    SCORES,
    SYSTEM,
    Kind,
)
from concordant.metrics.definition.losses import mean_of_rows
from concordant.metrics.definition.metric import Formula, Functional, Metric, Why
from concordant.metrics.definition.options import options_of
from concordant.metrics.definition.registry import register
from concordant.metrics.ranking.curve_points import influence_of, through_points, through_rows
from concordant.states.moments import Loss, RowQuantity
from concordant.typing import FloatArray

Shortcut = Callable[..., Any] | Literal["points", "rows", "mean"] | None
_BESIDE_THE_TRUTH: dict[str, Input] = {"ranking": "scores", "probabilities": "probabilities"}  # by folder
# What a metric says of itself beside its facts.
_BESIDE_FACTS = {field.name for field in fields(Metric)} - {field.name for field in fields(Facts)}


def metric(
    *,
    input: Input | None = None,
    why: Why,
    loss: Loss | None = None,
    shortcut: Shortcut = None,
    quantity: Callable[..., RowQuantity] | None = None,
    of_classes: bool = False,
    influence: Callable[..., FloatArray] | None = None,
    of_masses: Functional | None = None,
    numbers: NumberFacts | None = None,
    **facts: Any,
) -> Callable[[Formula], Metric]:
    """
    Turn a pure formula on a state into a metric and register it.

    Parameters
    ----------
    input : {"labels", "scores", "probabilities", "decisions", "measurements", "rows", "panel", "numbers"}
        What stands beside the truth; it decides the state: `Counts`, `Curve`, `Moments`, `Ratings`, `NumericRatings`.
        By default numbers where it has `numbers`, else that of the folder of its chapter: scores in ``ranking``,
        probabilities in ``probabilities``, labels in the others.
    why : callable
        Takes the state and the options of the formula; says in words why the value is undefined, or which
        classes an average leaves out; None if there is no problem.
    loss : str
        For probabilities, and for decision values: the loss of a row, one that `Moments.from_losses` knows;
        the state is its `Moments`. Without it the state is the `Curve` of the probabilities.
    shortcut : callable, "points", "rows" or "mean"
        A function that gives the result without the state, as the formula would, or None where it cannot; it is used
        where it knows all options of the call. Of scores, and probabilities without a loss, it takes the checked rows
        of two classes; of labels those of two columns.
        ``"points"``: the formula itself, taken of the points that one sort gives; ``"rows"``: taken of the rows.
        ``"mean"``: the mean of the loss.
    judges_rows : bool
        For labels: whether it asks of matrices of indicators if all labels of a row are right; the state is then
        `SampleCounts`.
    proportion : callable
        For labels: takes the state and the options of the formula; gives the `Share` of rows that the metric is, or
        rises or falls with, None if it is none with these options. It has the intervals of proportions then.
    quantity : callable
        For rows of labels that are ranked by their scores: takes the options of the metric, keyword-only, and gives
        the quantity of a row; the state is its `Moments`.
    of_classes : bool
        For such rows: whether the truth is one class a row, not the relevance of every label.
    trait : object, optional
        What the metric is beside a formula, if inference has methods for that: an `Auc`, a `Ratio`, a `Maximum`, ...
    influence : callable
        For scores and probabilities: takes a curve, and those options of the formula that matter for one curve; gives
        how a negative and a positive row at each score move the value, (T, 2). One that takes `prevalence` knows what a
        set prevalence does.
    of_masses : callable
        In its place, for scores: takes masses of both classes of many curves, (S, 2, T), the highest score first; gives
        the values, (S,), and how a row of each class and score moves them.
    of_tables : callable
        The same for labels, which saves a derivative of the formula: takes the labels and the options of the formula;
        gives a function of the shares of the cells of many tables, (S, K, K), or None where there is none.
    optimum : Optimum
        For labels: what decides the metric optimally.
    least : callable
        For scores: takes a `BucketCurve` and the options of the formula that matter for one curve; gives the least
        value that any order within its buckets allows, where that is not the value of its worst curve.
    panel : PanelFacts
        For metrics that are taken of many raters: who they are to it, and how its uncertainty is found. Its formula
        reads the sums of `metrics/agreement/sums.py`.
    numbers : NumberFacts
        For metrics of the numbers of many raters: on which scale its limits are, and those that are exact. Its formula
        reads the moments of `states/numeric_ratings.py`.
    **facts
        Those of the above that have no parameter of their own, and see `Facts`. A record and a curve say what to ask
        `instead` of them: they have no range and no direction, and are of the family "tables". The family of all others
        is that folder. Unless a metric says otherwise, it lies between 0 and 1, higher is better, and one of agreement
        is symmetric.
    """

    def define(function: Formula) -> Metric:
        folder = function.__module__.split(".")[-2]
        beside = input or ("numbers" if numbers else _BESIDE_THE_TRUTH.get(folder, "labels"))
        ranged = facts.setdefault("range", None if "instead" in facts else (0, 1)) is not None
        facts.setdefault("family", folder if ranged else "tables")
        facts.setdefault("better", "higher" if ranged else None)
        facts.setdefault("symmetric", facts["family"] == "agreement")
        short, short_options = _shortcut(function, shortcut, loss)
        own = {name: facts.pop(name) for name in _BESIDE_FACTS & facts.keys()}
        defined = Metric(
            function,
            why,
            Facts(name=function.__name__, input=beside, **facts),
            _kind_of(beside, loss=loss, of_classes=of_classes, system=numbers is not None and numbers.last),
            shortcut=short,
            shortcut_options=short_options,
            loss=loss or "squared",
            quantity=quantity,
            influence=influence if of_masses is None else influence_of(of_masses),
            of_masses=of_masses,
            numbers=numbers,
            asks=quantity or function,
            **own,
        )
        register(defined)
        return defined

    return define


def _shortcut(
    function: Formula, shortcut: Shortcut, loss: Loss | None
) -> tuple[Callable[..., Any] | None, frozenset[str]]:
    """The shortcut, and the options that it knows; points do not tell their classes."""
    if shortcut == "points":
        return partial(through_points, function), frozenset(options_of(function)) - {"prevalence", "fill"}
    if shortcut == "rows":
        return partial(through_rows, function), frozenset(options_of(function)) - {"fill"}
    if shortcut == "mean":
        shortcut = mean_of_rows(loss or "squared")
    return shortcut, frozenset(() if shortcut is None else options_of(shortcut))


def _kind_of(input: Input, *, loss: Loss | None, of_classes: bool, system: bool) -> Kind:
    """The kind that its data ask for."""
    if input == "numbers":
        return SYSTEM if system else NUMBERS
    if input == "rows":
        return CLASS_RANKINGS if of_classes else RANKINGS
    if input == "probabilities":
        return CALIBRATION if loss is None else LOSSES
    kinds = {"labels": LABELS, "scores": SCORES, "decisions": DECISIONS, "measurements": MEASUREMENTS, "panel": PANEL}
    return kinds[input]
