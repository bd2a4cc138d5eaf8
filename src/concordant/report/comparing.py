"""Two models or more on the same rows: the metrics of each, their differences, and how sure these are."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from concordant.errors import ConcordantError, IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.inference.comparisons.compare import compare_samples
from concordant.inputs.labels import stacked_labels, stacked_numbers
from concordant.metrics.definition.registry import get
from concordant.report.choices import GROUPS
from concordant.report.comparison_words import in_words, remarks
from concordant.report.evaluation import Evaluation
from concordant.report.joint_labels import JointLabels
from concordant.report.joint_scores import JointScores
from concordant.report.requested_metric import RequestedMetric, option_errors, requested
from concordant.result.comparisons import Adjust, Alternative, Comparison, Comparisons
from concordant.result.record import Record
from concordant.typing import Column, Label

_OF_SCORES = ("scores", "probabilities", "measurements")


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """
    The columns of a comparison.

    Attributes
    ----------
    truth : column
    names : tuple of str
        Names of the models.
    pred, score : tuple of columns
        One of each model; empty where there are none.
    weight, cluster : column or None
    joint : JointLabels, JointScores or None
        What is known of rows that were read in batches, in place of columns.
    """

    truth: Column
    names: tuple[str, ...]
    pred: tuple[Column, ...] = ()
    score: tuple[Column, ...] = ()
    weight: Column | None = None
    cluster: Column | None = None
    joint: JointLabels | JointScores | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class MetricComparison(Record):
    """
    One metric of all models, or its value of one class.

    Attributes
    ----------
    title, says : str
        The metric in words, with the class.
    name : str
    options : dict
    better : {"higher", "lower"} or None
    values : tuple of float
        One a model; empty where the metric could not be compared.
    pairs : tuple of Comparison
        All pairs of models.
    adjusted : tuple of float
        Their p-values, of several pairs adjusted.
    adjust : {"holm", "fdr", "fdr-by"} or None
        How.
    reason : str or None
        Why there is no comparison.
    tests : int
        For how many comparisons p is adjusted: pairs of models, of each class.
    """

    title: str
    says: str
    name: str
    options: Mapping[str, Any]
    better: str | None
    values: tuple[float, ...]
    pairs: tuple[Comparison, ...]
    adjusted: tuple[float, ...]
    reason: str | None = None
    adjust: Adjust = "holm"
    tests: int = 1

    def sentences(self) -> Iterator[str]:
        """What each difference says, in plain words."""
        for pair, p_value in zip(self.pairs, self.adjusted, strict=True):
            yield f"{self.title}: {in_words(pair, p_value, self.better)}"


def compare_models(
    page: Evaluation,
    models: Models,
    metrics: Sequence[tuple[str, Mapping[str, Any]]] = (),
    *,
    level: float = 0.95,
    margin: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
) -> tuple[MetricComparison, ...]:
    """
    Compare models on a metric, or on all metrics of the page.

    Parameters
    ----------
    page : Evaluation
        Of the same rows, for the labels, the positive class and the task.
    models : Models
        The columns.
    metrics : sequence of (name, options)
        Default: the metrics of the page that take what was given.
    level, margin, alternative, adjust
        As for `metric.compare`.
    """
    if len(models.names) < 2:
        msg = "a comparison needs two models or more."
        raise OptionError(msg)
    if metrics:
        wanted = [requested(name, options, page.task) for name, options in metrics]
        titles = [(one, one.title, one.metric.facts.says) for one in wanted]
    else:
        titles = list(_of_page(page))
    claim = {"level": level, "margin": margin, "alternative": alternative, "adjust": adjust}
    named = bool(metrics)
    if models.joint is not None:
        models.joint.prepare([(one.metric, one.options) for one, _, _ in titles if _takes(one, page, models)])
    return tuple(found for one in titles for found in _compared(page, models, *one, claim=claim, named=named))


def _of_page(page: Evaluation) -> Iterator[tuple[RequestedMetric, str, str]]:
    """The metrics that the page of this task shows."""
    keys = {result.key for result in page.results}
    for group in GROUPS[page.task]:
        for choice in group.choices:
            metric = get(choice.metric)
            if "|".join([choice.metric, *(f"{k}:{v}" for k, v in choice.options.items())]) in keys:
                title, says = choice.title or metric.facts.title, choice.says or metric.facts.says
                yield RequestedMetric(metric, choice.options), title, says


def _compared(
    page: Evaluation,
    models: Models,
    one: RequestedMetric,
    title: str,
    says: str,
    *,
    claim: Mapping[str, Any],
    named: bool,
) -> Iterator[MetricComparison]:
    """Compare the models on one metric, or each class of it; nothing of one whose columns were not given."""
    facts, columns = one.metric.facts, _takes(one, page, models)
    if not columns:
        if named:
            needs = "scores" if facts.input in _OF_SCORES else "predicted labels"
            msg = f"{one.metric.name} needs {needs} of each model."
            raise OptionError(msg)
        return
    reading: dict[str, Any] = {"sample_weight": models.weight, "cluster": models.cluster}
    if facts.input != "measurements":
        reading["labels"] = list(page.labels)
    found: Any = None
    reason = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)  # the reason stands in the result
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        try:
            with option_errors(one):
                if models.joint is not None:
                    samples = models.joint.samples(one.metric, one.options, page.labels)
                    found = compare_samples(one.metric, samples, one.options, names=models.names, **claim)
                    found = models.joint.settled(one.metric, one.options, found, models.names)
                else:
                    first, second, *more = columns
                    how: dict[str, Any] = {"names": models.names, **reading, **claim, **one.options}
                    found = one.metric.compare(models.truth, first, second, *more, **how)
        except ConcordantError as error:
            if named:
                raise
            reason = str(error)
    pairs = () if found is None else (found,) if isinstance(found, Comparison) else found.pairs
    adjusted = found.adjusted.tolist() if isinstance(found, Comparisons) else [pair.p_value for pair in pairs]
    of_class: dict[str, list[tuple[Comparison, float]]] = {} if pairs else {facts.name: []}
    for pair, p_value in zip(pairs, adjusted, strict=True):
        of_class.setdefault(pair.metric, []).append((pair, p_value))
    for called, some in of_class.items():
        its = tuple(pair for pair, _ in some)
        yield MetricComparison(
            title=title + (called.removeprefix(facts.name) if len(of_class) > 1 else ""),
            says=says,
            name=facts.name,
            options=dict(one.options),
            better=facts.better,
            values=_values(its, models.names),
            pairs=its,
            adjusted=tuple(p_value for _, p_value in some),
            reason=reason,
            adjust=claim["adjust"],
            tests=len(pairs) or math.comb(len(models.names), 2),
        )


def _takes(one: RequestedMetric, page: Evaluation, models: Models) -> tuple[Column, ...]:
    """The columns of the models that a metric takes; empty if they were not given."""
    kind = one.metric.facts.input
    if kind == "measurements" and page.task == "continuous":
        return models.pred or models.score
    return models.score if kind in _OF_SCORES else models.pred


def _values(pairs: Sequence[Comparison], names: Sequence[str]) -> tuple[float, ...]:
    known = {name: value for pair in pairs for name, value in zip(pair.names, pair.values, strict=True)}
    return tuple(known[name] for name in names) if known else ()


def to_dict(found: Sequence[MetricComparison], names: Sequence[str]) -> dict[str, Any]:
    """Plain data that strict JSON can hold."""
    return {
        "models": list(names),
        "metrics": [
            {
                "name": one.name,
                "title": one.title,
                "options": dict(one.options),
                "better": one.better,
                "values": {name: _plain(value) for name, value in zip(names, one.values, strict=False)},
                "comparisons": [
                    {**{key: _plain(getattr(pair, key)) for key in pair.fields()}, "adjusted_p_value": _plain(p)}
                    for pair, p in zip(one.pairs, one.adjusted, strict=True)
                ],
                "says": list(one.sentences()),
                "reason": one.reason,
                "adjust": one.adjust,
            }
            for one in found
        ],
        "remarks": list(remarks(found, names)),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def end_to_end(models: Models, *, labels: Sequence[Label] | None = None, continuous: bool = False) -> dict[str, Any]:
    """
    The rows of all models, one model after the other, as arguments of `evaluate`: they show all labels and the task.

    With `continuous`, truth and predictions are continuous.
    """
    times = max(len(models.pred), len(models.score))

    def stacked(columns: Sequence[Any], names: Sequence[str]) -> Any:
        if continuous:
            return stacked_numbers(columns, names)
        return stacked_labels(columns, names, declared=labels is not None)

    weight = None if models.weight is None else stacked_numbers([models.weight] * times, ["sample_weight"] * times)
    return {
        "y_true": stacked([models.truth] * times, ["y_true"] * times),
        "y_pred": stacked(models.pred, models.names) if models.pred else None,
        "y_score": stacked_numbers(models.score, models.names) if models.score else None,
        "sample_weight": weight,
    }
