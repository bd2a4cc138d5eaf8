"""Models beside each other, and what is said of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import WideScoresError
from concordant.engines.arrays.quantities import row_losses
from concordant.errors import ConcordantError, OptionError
from concordant.inference.comparisons.compare import compare, compare_samples
from concordant.inference.comparisons.independent import interaction_test
from concordant.inference.influence.tables import mean_slopes
from concordant.inference.samples.rows import of_stack
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.scores import ScoreSample
from concordant.inference.samples.summaries import loss_points, ranked_points
from concordant.inputs.labels import stacked_labels, stacked_numbers
from concordant.inputs.scores import ScoreRows, one_column
from concordant.metrics.definition.metric import Metric
from concordant.report.batches import Request, columns_of_summary, pair_of, survey
from concordant.report.choices import GROUPS, Choice
from concordant.report.evaluating import evaluate_columns
from concordant.report.evaluation import Evaluation
from concordant.report.groups import IntervalOptions
from concordant.report.requested import option_errors, requested
from concordant.report.results import why_unbounded
from concordant.report.scoring import LOSSES, OF_TWO, ROUNDED, nearest_labels
from concordant.report.task import LOOKED_AT, Task, are_continuous
from concordant.report.text import some_of
from concordant.result.comparisons import (
    ADJUSTED,
    Adjust,
    Alternative,
    Comparison,
    Comparisons,
    TableTest,
    shown_by_limits,
)
from concordant.result.record import Record, altered
from concordant.result.wording import number, signed
from concordant.settings import without_warnings
from concordant.sources import batches as row_limit
from concordant.sources.batches import first_rows
from concordant.sources.files import Source, find_files
from concordant.sources.label_batches import label_groups
from concordant.sources.labels import NotGroupedError
from concordant.sources.score_batches import Influences, ScoreModels
from concordant.sources.scores import OtherClassesError
from concordant.sources.source import Columns
from concordant.sources.summary import Summary
from concordant.states import BucketCurve, Curve, Moments
from concordant.typing import Column, FloatArray, Label, Missing

NEEDS_LABELS = "needs predicted labels of each model"
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
    times : ndarray of int64, optional
        How many rows each row stands for, where rows that are alike stand together.
    sums : JointScores, optional
        What scores that were read in batches add up to; `score` are the names of their columns.
    truth_name : str
        What the column of the truth is called.
    """

    truth: Column
    names: tuple[str, ...]
    pred: tuple[Column, ...] = ()
    score: tuple[Column, ...] = ()
    weight: Column | None = None
    cluster: Column | None = None
    times: npt.NDArray[np.int64] | None = None
    sums: JointScores | None = None
    truth_name: str = "the truth"


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
    rounded : bool
        Whether the labels of the models are their scores, rounded to the nearest label.
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
    rounded: bool = False

    def sentences(self) -> Iterator[str]:
        """What each difference says, in plain words."""
        for pair, p_value in zip(self.pairs, self.adjusted, strict=True):
            yield f"{self.title}: {in_words(pair, p_value, self.better)}"


def compare_metrics(
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
        raise OptionError("a comparison needs two models or more.")
    given, models = models, with_rounded_scores(page, models)
    is_rounded = models is not given
    choices = [requested(name, options, page.task) for name, options in metrics] or list(_of_page(page))
    claim = {"level": level, "margin": margin, "alternative": alternative, "adjust": adjust}
    if models.sums is not None:
        models.sums.prepare(
            [(choice.definition, choice.options) for choice in choices if _takes(choice.definition, page, models)]
        )
    return tuple(
        replace(comparison, rounded=is_rounded and choice.definition.facts.input == "labels")
        for choice in choices
        for comparison in _compared(page, models, choice, claim=claim, named=bool(metrics))
    )


def with_rounded_scores(page: Evaluation, models: Models) -> Models:
    """Return the models with labels rounded from scores, where ordered labels have scores alone; else as given."""
    if page.task != "ordinal" or models.pred or models.sums is not None:
        return models
    return replace(models, pred=tuple(_rounded(scores, page.labels) for scores in models.score))


def _rounded(scores: Column, labels: Sequence[Label]) -> Column:
    """The label that is nearest to each score on the scale of the labels, as the report of one model rounds them."""
    codes = nearest_labels(one_column(scores, "y_score"), labels)
    return [labels[code] for code in codes.tolist()]


def _of_page(page: Evaluation) -> Iterator[Choice]:
    """The metrics that the page of this task shows."""
    keys = {result.key for result in page.results}
    return (choice for group in GROUPS[page.task] for choice in group.choices if choice.key in keys)


def _compared(
    page: Evaluation, models: Models, choice: Choice, *, claim: Mapping[str, Any], named: bool
) -> Iterator[MetricComparison]:
    """Compare the models on one metric, or each class of it; nothing of one whose columns were not given."""
    metric, options = choice.definition, choice.options
    facts, columns = metric.facts, _takes(metric, page, models)
    if not columns:
        if named:
            needs = "needs scores of each model" if facts.input in _OF_SCORES else NEEDS_LABELS
            raise OptionError(f"{metric.name} {needs}.")
        return
    reading: dict[str, Any] = {"sample_weight": models.weight}
    if facts.input != "measurements":
        reading["labels"] = list(page.labels)
    result: Any = None
    reason = None
    with without_warnings():  # the reason stands in the result
        try:
            with option_errors(choice):
                if models.sums is not None:
                    samples = models.sums.samples(metric, options)
                    result = compare_samples(metric, samples, options, names=models.names, **claim)
                    result = models.sums.widened(metric, options, result, models.names)
                else:
                    how: dict[str, Any] = {"names": models.names, "times": models.times, **claim}
                    how["cluster"] = models.cluster
                    result = compare(metric, models.truth, columns, reading | dict(options), **how)
        except ConcordantError as error:
            if named:
                raise
            reason = str(error)
    pairs = () if result is None else (result,) if isinstance(result, Comparison) else result.pairs
    adjusted = result.adjusted.tolist() if isinstance(result, Comparisons) else [pair.p_value for pair in pairs]
    of_class: dict[str, list[tuple[Comparison, float]]] = {} if pairs else {facts.name: []}
    for pair, p_value in zip(pairs, adjusted, strict=True):
        of_class.setdefault(pair.metric, []).append((pair, p_value))
    for name, tested in of_class.items():
        own = tuple(pair for pair, _ in tested)
        values = {model: value for pair in own for model, value in zip(pair.names, pair.values, strict=True)}
        yield MetricComparison(
            title=choice.called + (name.removeprefix(facts.name) if len(of_class) > 1 else ""),
            says=choice.meaning,
            name=facts.name,
            options=dict(options),
            better=facts.better,
            values=tuple(values[model] for model in models.names) if values else (),
            pairs=own,
            adjusted=tuple(p_value for _, p_value in tested),
            reason=reason,
            adjust=claim["adjust"],
            tests=len(pairs) or math.comb(len(models.names), 2),
        )


def _takes(metric: Metric, page: Evaluation, models: Models) -> tuple[Column, ...]:
    """The columns of the models that a metric takes; empty if they were not given."""
    kind = metric.facts.input
    if kind == "measurements" and page.task == "continuous":
        return models.pred or models.score
    return models.score if kind in _OF_SCORES else models.pred


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
        return [_plain(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def page_of_models(
    models: Models,
    labels: Sequence[Label] | None,
    pos_label: Label | None,
    task: Task | None = None,
    threshold: float | None = None,
) -> Evaluation:
    """Evaluate the rows of all models, one model after the other: they show all labels and the task."""
    if models.sums is None:
        columns = _end_to_end(models, is_declared=labels is not None, is_continuous=task == "continuous")
        columns = replace(columns, threshold=threshold)
    else:
        named = Columns(None, None, None, None, truth_name=models.truth_name, score_names=models.score[:1])
        columns = columns_of_summary(named, models.sums.first)
    return evaluate_columns(columns, labels, pos_label, task=task, intervals=IntervalOptions(None), named=False)


def _end_to_end(models: Models, *, is_declared: bool, is_continuous: bool) -> Columns:
    many = max(len(models.pred), len(models.score))

    def stacked(columns: Sequence[Any], names: Sequence[str]) -> Any:
        if is_continuous:
            return stacked_numbers(columns, names)
        return stacked_labels(columns, names, declared=is_declared)

    scores = () if is_continuous and models.pred else models.score
    return Columns(
        stacked([models.truth] * many, ["y_true"] * many),
        stacked(models.pred, models.names) if models.pred else None,
        stacked_numbers(scores, models.names) if scores else None,
        None if models.weight is None else stacked_numbers([models.weight] * many, ["sample_weight"] * many),
        times=None if models.times is None else np.tile(models.times, many),
    )


def sentences(found: Sequence[MetricComparison]) -> Iterator[str]:
    """What the differences say: one sentence each, or of many metrics one a pair of models and verdict."""
    if len(found) < 3:
        for one in found:
            yield from one.sentences()
        return
    for index in range(len(next((one.pairs for one in found if one.pairs), ()))):
        by_verdict: dict[str, list[str]] = {}
        for one in found:
            if one.pairs:
                verdict = _verdict(one.pairs[index], one.adjusted[index], one.better)
                by_verdict.setdefault(verdict, []).append(one.title)
        for verdict, titles in by_verdict.items():
            yield f"{some_of(titles)}: {verdict}."
    yield from _diagnostics(found)


def _diagnostics(found: Sequence[MetricComparison]) -> Iterator[str]:
    """Each reason to doubt, with the metrics that it is said of."""
    diagnostics: dict[tuple[str, str, str], list[str]] = {}
    for one in found:
        for pair in one.pairs:
            for part in (pair.reason or "").split("; "):
                if part:
                    diagnostics.setdefault((*pair.names, part), []).append(one.title)
    for (first, second, reason), titles in diagnostics.items():
        yield f"{some_of(titles)} of {first} and {second}: {reason}."


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Interaction(Record):
    """Whether the difference of two models on a metric is the same in all groups, by `test`."""

    title: str
    models: tuple[str, str]
    test: TableTest


def interactions(groups: Sequence[Sequence[MetricComparison]]) -> Iterator[Interaction]:
    """Test, metric by metric and pair by pair, whether models differ alike in groups whose rows are independent."""
    pairs: dict[tuple[str, tuple[str, str]], list[Comparison]] = {}
    for metrics in groups:
        for one in metrics:
            for pair in one.pairs:
                pairs.setdefault((one.title, pair.names), []).append(pair)
    for (title, names), in_groups in pairs.items():
        yield Interaction(title, names, interaction_test(in_groups))


def most_telling(found: Sequence[MetricComparison], most: int) -> list[MetricComparison]:
    """Those with the least p, in their order, where there are more than can be looked at."""
    if len(found) <= most:
        return list(found)
    least = [min((x.p_value for x in one.pairs if not math.isnan(x.p_value)), default=2.0) for one in found]
    telling = sorted(sorted(range(len(found)), key=least.__getitem__)[:most])
    return [found[index] for index in telling]


def leading(found: Sequence[MetricComparison]) -> MetricComparison | None:
    """The first metric that could be compared; of its classes the one with the least p."""
    compared = [one for one in found if one.pairs]
    classes = [one for one in compared if _request(one) == _request(compared[0])]
    return next(iter(most_telling(classes, 1)), None)


def adjusted_for(found: Sequence[MetricComparison]) -> Adjust:
    """How p of several comparisons is adjusted; None where it is not."""
    return next((one.adjust for one in found if one.tests > 1), None)


def remarks(found: Sequence[MetricComparison], names: Sequence[str]) -> Iterator[str]:
    """What to keep in mind."""
    if any(one.rounded for one in found):
        yield ROUNDED
    claims = {pair.alternative for one in found for pair in one.pairs} - {"two-sided", "equivalence"}
    if claims and len(names) > 2:
        claim = claims.pop().capitalize()
        yield f"{claim} is asked of the model of each pair that is named first: for the others change the order."
    pairs = math.comb(len(names), 2)
    adjust = adjusted_for(found)
    requests = Counter(map(_request, found))
    classes = max(requests.values(), default=1)
    counted = [f"{many:,} {what}" for many, what in ((pairs, "pairs"), (classes, "classes")) if many > 1]
    if counted and adjust is None:
        yield f"{' and '.join(counted)} are compared on each metric, and p is not adjusted for that."
    elif counted and adjust is not None:
        yield f"p is adjusted for the {' and '.join(counted)} of each metric ({ADJUSTED[adjust]})."
    if len(requests) > 1:
        yield (
            f"{len(requests)} metrics are looked at, and p is not adjusted for that: decide beforehand which "
            "one counts."
        )


def _request(one: MetricComparison) -> tuple[str, str]:
    """The metric with its options, whichever its class."""
    return one.name, str(sorted(one.options.items()))


def in_words(pair: Comparison, p_value: float, better: str | None) -> str:
    """One sentence about a difference: the verdict, and its numbers."""
    first, second = pair.names
    if math.isnan(pair.difference):
        return f"the difference of {first} and {second} is undefined ({pair.reason})."
    text = _verdict(pair, p_value, better)
    if pair.alternative == "two-sided" and p_value < 1 - pair.level:
        text += f", by {number(abs(pair.difference))}{_limits(pair, flip=pair.difference < 0)}"
    else:
        text += f"; {first} minus {second} is {signed(pair.difference)}{_limits(pair)}"
    return f"{text}; but {pair.reason}." if pair.reason else f"{text}."


def _verdict(pair: Comparison, p_value: float, better: str | None) -> str:
    """What the test shows, in the same words for all metrics of which it shows the same."""
    first, second = pair.names
    if math.isnan(pair.difference) or math.isnan(p_value):
        return f"without a test of {first} and {second}"
    if pair.alternative != "two-sided":
        return _claim(pair, p_value, better)
    if p_value >= 1 - pair.level:
        adjusted = ", once p is adjusted" if pair.p_value < 1 - pair.level else ""
        return f"not shown to differ between {first} and {second}{adjusted}"
    if better is None:
        return f"{first} and {second} differ"
    ahead = pair.difference > 0 if better == "higher" else pair.difference < 0
    return f"{first} is better than {second}" if ahead else f"{second} is better than {first}"


def _claim(pair: Comparison, p_value: float, better: str | None) -> str:
    """What the test of a claim with a margin says, and what else the limits show where they leave 0 out."""
    (first, second), alpha = pair.names, (1 - pair.level) / 2
    tested = f"margin {pair.margin:g}, one-sided at {100 * alpha:.3g} %"
    if p_value >= alpha > pair.p_value:
        return f"{pair.alternative} not shown once p is adjusted ({tested})"
    text = f"{pair.conclusion} ({tested})"
    superior = pair.alternative == "superiority" and p_value < alpha
    if superior or not (pair.low > 0 or pair.high < 0):
        return text
    low, high = (-pair.high, -pair.low) if better == "lower" else (pair.low, pair.high)
    words = ("higher", "lower") if better is None else ("better", "worse")
    margin = f"the margin of {pair.margin:g}" if pair.margin else None
    return f"{text}: {first} {shown_by_limits(low, high, second, margin, pair.margin, words=words)}"


def _limits(pair: Comparison, *, flip: bool = False) -> str:
    if math.isnan(pair.low):
        return ""
    low, high = (-pair.high, -pair.low) if flip else (pair.low, pair.high)
    return f" ({100 * pair.level:g} % interval {number(low)} to {number(high)})"


Wanted = tuple[Metric, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class JointScores:
    """
    States of each model, and sums of products of influences over the rows.

    Attributes
    ----------
    models : sequence of Summary
    source : ScoreModels
        Reads the rows again.
    """

    models: Sequence[Summary]
    source: ScoreModels
    products: dict[Hashable, FloatArray] = field(default_factory=dict)

    @property
    def first(self) -> Summary:
        """Those of the first model, with losses if all models give probabilities."""
        one = self.models[0]
        return one if all(model.losses for model in self.models) else replace(one, losses={})

    def prepare(self, wanted: Sequence[Wanted]) -> None:
        """Read the rows once more for all metrics that are wanted."""
        influences: dict[tuple[Hashable, ...], Influences] = {}
        ranked: dict[Hashable, list[FloatArray]] = {}
        for metric, options in wanted:
            if self._why_not(metric) is not None:
                continue
            if Moments in metric.takes:
                influences[(_key(metric, options),)] = self._of_losses(metric, options)
            elif (tables := self._tables_of_ranks(metric, options)) is not None:
                ranked[_key(metric, options)] = tables
        if ranked:
            influences[tuple(ranked)] = self._of_ranks(list(ranked.values()))
        if influences:
            self.products.update(self.source.products(influences))

    def _why_not(self, metric: Metric) -> str | None:
        """Why a metric is not known without the rows."""
        if Moments in metric.takes:
            return None if self._loss_of(metric) in self.first.losses else "its losses were not added up"
        whys = (why_unbounded(metric, one.curve) for one in self.models if isinstance(one.curve, BucketCurve))
        return next((why for why in whys if why is not None), None)

    @staticmethod
    def _loss_of(metric: Metric) -> str:
        return (metric.loss or "").partition(" and ")[0]

    def _of_losses(self, metric: Metric, options: Mapping[str, Any]) -> Influences:
        """The influence of rows on a metric of losses."""
        name = self._loss_of(metric)
        states = [one.losses[name] for one in self.models]
        slopes = [mean_slopes(of_stack(metric, options, state), state) for state in states]

        def influences(model: int, truth: npt.NDArray[np.uint8], scores: npt.NDArray[Any]) -> FloatArray:
            rows = ScoreRows(truth, (0, 1), self.source.pair, scores, None, 0)
            with np.errstate(invalid="ignore"):  # infinite losses have no influence: NaN
                moved: FloatArray = (row_losses(rows, LOSSES[name]) - states[model].mean) @ slopes[model]
            return moved[:, None]

        return influences

    def _tables_of_ranks(self, metric: Metric, options: Mapping[str, Any]) -> list[FloatArray] | None:
        """The influences of the rows with each score on a metric of their order, by model; None if not known."""
        tables = []
        for one in self.models:
            curve = _curve(one)
            psi = ScoreSample.of_curve(curve).influence(metric, options)
            if psi is None or psi.ndim != 1:
                return None
            table = np.zeros(curve.weights.shape)
            table.ravel()[np.flatnonzero(curve.weights)] = psi
            tables.append(table)
        return tables

    def _of_ranks(self, tables: Sequence[Sequence[FloatArray]]) -> Influences:
        """The influence of rows on metrics of the order of scores, from their tables for each model."""
        stacked = [np.stack(of_model, axis=-1) for of_model in zip(*tables, strict=True)]
        indices_of = [_indices_of(model.curve) for model in self.models]

        def influences(model: int, truth: npt.NDArray[np.uint8], scores: npt.NDArray[Any]) -> FloatArray:
            of_rows: FloatArray = stacked[model][indices_of[model](scores), truth]
            return of_rows

        return influences

    def samples(self, metric: Metric, options: Mapping[str, Any]) -> Sequence[Sample]:
        """Return a sample for each model."""
        products = self.products.get(_key(metric, options))
        if products is None:
            why = self._why_not(metric) or "its influences are not known, so that rows would be drawn again"
            raise OptionError(f"{metric.name} is not compared of rows in batches: {why}.")
        if Moments in metric.takes:
            states = [replace(one.losses[self._loss_of(metric)], missing=0) for one in self.models]
            return loss_points(states, products.sum(0))
        return ranked_points([_curve(one) for one in self.models], products)

    def widened(self, metric: Metric, options: Mapping[str, Any], found: Any, names: Sequence[str]) -> Any:
        """Widen the limits by what scores in buckets leave open, and say so."""
        if Moments in metric.takes or not any(isinstance(one.curve, BucketCurve) for one in self.models):
            return found
        ends = {}
        for name, one in zip(names, self.models, strict=True):
            if isinstance(one.curve, BucketCurve):
                bounds = metric.quiet_bounds_of(one.curve, options)
                ends[name] = bounds.low, bounds.high
            else:
                value = float(metric.value_of(one.curve, **options))
                ends[name] = value, value
        if isinstance(found, Comparison):
            return _widened(found, ends)
        return altered(found, pairs=tuple(_widened(one, ends) for one in found.pairs))


def _widened(pair: Comparison, ends: Mapping[str, tuple[float, float]]) -> Comparison:
    (low_a, high_a), (low_b, high_b) = (ends[name] for name in pair.names)
    low, high = low_a - high_b, high_a - low_b
    if low == high or np.isnan(pair.difference):
        return pair
    limits = {"low": pair.low - (pair.difference - low), "high": pair.high + (high - pair.difference)}
    if number(low) == number(high):  # nobody sees what the buckets leave open
        return altered(pair, **limits)
    remark = f"scores were counted in buckets, and the difference lies between {number(low)} and {number(high)}"
    return altered(pair, **limits, reason="; ".join(filter(None, [pair.reason, remark])))


def _key(metric: Metric, options: Mapping[str, Any]) -> Hashable:
    return metric.name, repr(sorted(options.items()))


def _curve(model: Summary) -> Curve:
    """The curve of the whole rows."""
    curve: Any = model.curve  # of two classes
    return replace(curve.tied() if isinstance(curve, BucketCurve) else curve, missing=0)


def _indices_of(curve: Any) -> Callable[[npt.NDArray[Any]], npt.NDArray[np.integer[Any]]]:
    """Return what finds scores among those of a curve, or their buckets among those that hold rows; 0 the highest."""
    if not isinstance(curve, BucketCurve):
        rising = curve.scores[::-1]
        return lambda scores: len(rising) - 1 - np.searchsorted(rising, scores)
    key = curve.score_key
    indices = np.zeros(key.highest - key.lowest + 1, np.int32)  # of every bucket: a search takes many times as long
    indices[curve.places - key.lowest] = np.arange(len(curve.places))
    return lambda scores: indices[key.places(scores.astype(np.float64)) - key.lowest]


Batches = tuple[Models, int, int]  # how many rows are whole, and how many lack a value


def summed_models(
    source: Source,
    truth: str,
    scores: Sequence[str],
    *,
    names: tuple[str, ...],
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    missing: Missing = "raise",
    progress: Any = None,
) -> Batches | None:
    """
    Add up the scores of several models in files of more than two million rows of two classes.

    None where the columns are to be read as they are: there are fewer rows, the labels are not two, a column plays two
    roles, or whole scores are beyond those that float64 tells apart.
    """
    files = find_files(source)
    if len({truth, *scores}) <= len(scores) or not row_limit.many_rows(files):
        return None
    request = Request(truth=truth, scores=(scores[0],), declared=lambda _: (labels, pos_label), missing=missing)
    losses = {name: LOSSES[name] for name in OF_TWO}
    labels_of_rows = survey(files, request)
    pair = None if labels_of_rows is None else labels_of_rows.pair
    with suppress(OtherClassesError, WideScoresError):
        while labels_of_rows is not None and pair is not None:
            reader = ScoreModels(files, truth, tuple(scores), pair, labels_of_rows.types, missing, progress)
            states, before = reader.states(losses), pair
            pair = pair_of(states[0], request)
            if pair == before:  # else the rarer of two names is another one by the rows that count
                sums = JointScores(states, reader)
                first = sums.first
                how: Any = {"score": tuple(scores), "sums": sums, "truth_name": truth}
                models = Models(truth=first.truth, names=names, **how)
                return models, first.rows - first.missing, first.missing
    return None


def counted_models(
    source: Source,
    truth: str,
    preds: Sequence[str],
    cluster: str | None = None,
    *,
    names: tuple[str, ...],
    missing: Missing = "raise",
    progress: Any = None,
) -> Batches | None:
    """
    Count the labels of several models in files of more than two million rows.

    None where the columns are to be read as they are: there are fewer rows, they hold no labels, a column plays two
    roles, or there are too many combinations.
    """
    files = find_files(source)
    columns = [truth, *preds, *([] if cluster is None else [cluster])]
    if len(set(columns)) < len(columns) or not row_limit.many_rows(files):
        return None
    import polars as pl

    head = first_rows(files, columns, LOOKED_AT)
    if pl.Null in head.dtypes or any(are_continuous(head[truth], head[name]) for name in preds):
        return None
    try:
        how: Any = {"missing": missing, "any_number": False, "progress": progress}
        groups = label_groups(files, {name: name for name in columns}, **how)
    except NotGroupedError:
        return None
    groups = groups.whole()
    models = Models(
        truth=groups.columns[truth],
        names=names,
        pred=tuple(groups.columns[name] for name in preds),
        cluster=None if cluster is None else groups.columns[cluster],
        times=groups.times,
        truth_name=truth,
    )
    return models, int(groups.times.sum()), groups.missing
