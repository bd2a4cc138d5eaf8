"""One metric of a page, asked for by name: its value, its interval, and what these were computed from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, cast

from concordant.errors import OptionError
from concordant.inference.quantiles import check_level
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get
from concordant.report.choices import Choice, title_with
from concordant.report.evaluation import Evaluation
from concordant.report.records import Result, bounds_to_dict, finite, in_columns, interval_to_dict, names_of
from concordant.report.results import result_of, why_unbounded
from concordant.report.scoring import NO_PROBABILITIES
from concordant.report.task import Task, refuse_guess
from concordant.report.uncertainty import Uncertainty
from concordant.result.record import plain
from concordant.states import BucketCurve, Counts


def score_to_dict(result: Result) -> dict[str, Any]:
    """Return what a command writes of a metric that was asked for by name, as plain data that strict JSON can hold."""
    return {
        "metric": result.name,
        "title": result.title,
        "options": plain(result.options),
        "value": finite(result.value),
        "interval": interval_to_dict(result.interval),
        "bounds": bounds_to_dict(result.bounds),
        "reason": result.reason,
        "signature": result.signature,
        "predicted_labels": result.cut,
    }


def measure(
    page: Evaluation, name: str, options: Mapping[str, Any], *, level: float | None = 0.95, thorough: bool = True
) -> Result:
    """
    Take a metric of the states of a page.

    Parameters
    ----------
    page : Evaluation
    name : str
        Name or alias of the metric.
    options : mapping
        Options of the metric.
    level : float or None
        The nominal coverage of the interval; None for none.
    thorough : bool
        Whether the interval is taken however long that takes.

    Raises
    ------
    OptionError
        If there is no such metric, if it has no such option, if it is several numbers, or if the page does not hold
        the columns that it needs.
    """
    choice = requested(name, options, page.task)
    metric = choice.definition
    refuse_guess(page.assumptions, page.labels, metric)
    state = page.taken.of(metric, choice.options)
    lacks_order = metric.facts.needs_order == "always" and page.task == "multiclass"  # two labels need none
    if state is None or lacks_order:
        raise lacking(metric, page)
    if isinstance(state, BucketCurve) and (why := why_unbounded(metric, state)) is not None:
        raise OptionError(f"{metric.name} cannot be judged: {why}.")
    uncertainty = None
    if level is not None:
        uncertainty = Uncertainty(check_level(level), page.taken, page.material, thorough=thorough)
    with option_errors(choice):
        result = cast("Result", result_of(choice, page.taken, uncertainty))
    result = replace(result, cut=page.taken.cut) if isinstance(state, Counts) else result
    return cast("Result", in_columns(result, names_of(page.columns)))


_NEEDS = {
    "labels": "predicted labels",
    "scores": "scores",
    "probabilities": "probabilities",
    "measurements": "two columns of numbers, or a continuous score on the scale of ordered labels",
}


def chosen(metric: Metric, options: Mapping[str, Any]) -> Choice:
    """Return a metric with options as a choice, whose title names those that are set."""
    return Choice(metric.name, dict(options), title_with(metric, options))


def requested(name: str, options: Mapping[str, Any], task: Task) -> Choice:
    """
    Find a metric and check its options; the average over several classes is the plain mean unless they say otherwise.

    Raises
    ------
    OptionError
        If there is no such metric, if it has no such option, if it has one without a default that is not given, or if
        it is not one number of two columns.
    """
    metric = get(name)
    if metric.facts.range is None or metric.facts.input not in _NEEDS:
        raise OptionError(f"{metric.name} is not one number of a column of labels or scores.")
    check_options(metric, options)
    if task != "binary" and "average" in metric.options and "average" not in options:
        options = {"average": "macro", **options}
    return chosen(metric, options)


def check_options(metric: Metric, options: Mapping[str, Any]) -> None:
    """Raise for an option that the metric does not have, and for one without a default that is not given."""
    for option in options:
        if option not in metric.options:
            has = f"its options are {', '.join(metric.options)}" if metric.options else "it has no options"
            raise OptionError(f"{metric.name} has no option {option!r}; {has}.")
    check_given(metric, options)


def check_given(metric: Metric, options: Mapping[str, Any]) -> None:
    """Raise for an option without a default that is not given."""
    absent = [option for option in metric.required_options if option not in options]
    if absent:
        example = f"{absent[0]}={_VALUES.get(absent[0], '0.5')}"
        raise OptionError(f"{metric.name} has no default for {' and '.join(absent)}: give {example}.")


_VALUES = {"cost": "[[0, 1], [5, 0]]", "weights": "'quadratic'", "k": "10", "beta": "2"}


@contextmanager
def option_errors(choice: Choice) -> Iterator[None]:
    """Turn what Python or NumPy say against the value of an option, such as text for a number, into one of ours."""
    try:
        yield
    except (TypeError, ArithmeticError, AttributeError, IndexError) as error:
        if not choice.options:
            raise
        shown = ", ".join(f"{name}={value!r}" for name, value in choice.options.items())
        raise OptionError(f"{choice.metric} does not work with {shown}: {str(error).rstrip('.')}.") from error


def lacking(metric: Metric, page: Evaluation) -> OptionError:
    """The error for a metric whose columns were not given, or hold something else, or whose labels have no order."""
    facts, task, taken = metric.facts, page.task, page.taken
    needs = f"{metric.name} needs {_NEEDS[facts.input]}, and"
    if task == "continuous":
        return OptionError(f"{needs} these are continuous ratings: take concordance_correlation.")
    if facts.needs_order == "always" and task == "multiclass":
        msg = f"{metric.name} needs the order of the labels, and these have none: declare it, labels=[...]."
        return OptionError(msg)
    if taken.measurements is not None and facts.input in ("scores", "probabilities"):
        return OptionError(f"{needs} this is one score on the scale of ordered labels: take concordance_correlation.")
    if taken.curve is not None and facts.input == "probabilities":
        usual = "each of them lies between 0 and 1, and those of a row sum to 1."
        notes = [note.removeprefix(NO_PROBABILITIES) for note in page.assumptions if note.startswith(NO_PROBABILITIES)]
        return OptionError(f"{needs} these scores are none: {next(iter(notes), usual)}")
    return OptionError(f"{needs} there are none.")
