"""Models beside each other, and what is said of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from concordant.errors import ConcordantError, OptionError
from concordant.inference.comparisons.compare import compare
from concordant.inference.comparisons.independent import interaction_test
from concordant.metrics.definition.metric import Metric
from concordant.report.choices import CALIBRATION, CHOICES, Choice
from concordant.report.evaluation import Evaluation
from concordant.report.models import Models
from concordant.report.requested import option_errors, requested
from concordant.report.scoring import ROUNDED
from concordant.report.text import some_of
from concordant.result.comparisons import ADJUSTED, Adjust, Comparison, Comparisons, TableTest, shown_by_limits
from concordant.result.record import Record
from concordant.result.wording import level_text, number, signed
from concordant.settings import without_warnings
from concordant.typing import Column

NEEDS_LABELS = "needs predicted labels of each model"
_OF_SCORES = ("scores", "probabilities", "measurements")


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
    page: Evaluation, models: Models, metrics: Sequence[tuple[str, Mapping[str, Any]]], **claim: Any
) -> tuple[MetricComparison, ...]:
    """Compare models on metrics, none for all of the page that take what was given; `claim` as for `metric.compare`."""
    if len(models.names) < 2:
        raise OptionError("a comparison needs two models or more.")
    choices = [requested(name, options, page.task) for name, options in metrics] or list(_of_page(page))
    return tuple(
        replace(comparison, rounded=models.rounded and choice.definition.facts.input == "labels")
        for choice in choices
        for comparison in _compared(page, models, choice, claim=claim, named=bool(metrics))
    )


def _of_page(page: Evaluation) -> Iterator[Choice]:
    """The metrics that the page of this task shows, and of which a difference says something."""
    choices = (choice for choice in CHOICES[page.task] if choice not in CALIBRATION)
    return (choice for choice in choices if page.taken.of(choice.definition, choice.options) is not None)


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
                how: dict[str, Any] = {"names": models.names, "cluster": models.cluster, **claim}
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
    yield from diagnostics(found)


def diagnostics(found: Sequence[MetricComparison]) -> Iterator[str]:
    """Each reason to doubt, with the metrics that it is said of."""
    by_reason: dict[tuple[str, str, str], list[str]] = {}
    for one in found:
        for pair in one.pairs:
            for part in (pair.reason or "").split("; "):
                if part:
                    by_reason.setdefault((*pair.names, part), []).append(one.title)
    for (first, second, reason), titles in by_reason.items():
        yield f"{some_of(titles)} of {first} and {second}: {reason}."


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Interaction(Record):
    """Whether the difference of two models on a metric is the same in all groups, by `test`."""

    title: str
    models: tuple[str, str]
    test: TableTest


def interactions(groups: Mapping[Any, Sequence[MetricComparison]]) -> Iterator[Interaction]:
    """Test, metric by metric and pair by pair, whether models differ alike in groups whose rows are independent."""
    pairs: dict[tuple[str, tuple[str, str]], dict[Any, Comparison]] = {}
    for name, metrics in groups.items():
        for one in metrics:
            for pair in one.pairs:
                pairs.setdefault((one.title, pair.names), {})[name] = pair
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
        yield (
            "Scores that are rounded are not at their best: cut points fitted to each (concordant cutpoints with "
            "--predictions writes labels out of fold) may change which model is better."
        )
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
    return f" ({level_text(pair.level, first=True)} {number(low)} to {number(high)})"
