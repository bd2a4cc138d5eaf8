"""A metric that is requested by name and options, on the states of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from concordant.errors import OptionError
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get
from concordant.report.task import Task

_NEEDS = {
    "labels": "predicted labels",
    "scores": "scores",
    "probabilities": "probabilities",
    "measurements": "two columns of numbers, or a continuous score on the scale of ordered labels",
}


@dataclass(frozen=True, slots=True)
class RequestedMetric:
    """A metric and the options that were set for it."""

    metric: Metric
    options: Mapping[str, Any]

    @property
    def title(self) -> str:
        """Its name in words, with the options that are set."""
        shown = ", ".join(f"{name} {value}" for name, value in self.options.items() if value is not None)
        return f"{self.metric.facts.title} ({shown})" if shown else self.metric.facts.title


def requested(name: str, options: Mapping[str, Any], task: Task) -> RequestedMetric:
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
        msg = f"{metric.name} is not one number of a column of labels or scores."
        raise OptionError(msg)
    check_options(metric, options)
    if task != "binary" and "average" in metric.options and "average" not in options:
        options = {"average": "macro", **options}
    return RequestedMetric(metric, dict(options))


def check_options(metric: Metric, options: Mapping[str, Any]) -> None:
    """Raise for an option that the metric does not have, and for one without a default that is not given."""
    for option in options:
        if option not in metric.options:
            has = f"its options are {', '.join(metric.options)}" if metric.options else "it has no options"
            msg = f"{metric.name} has no option {option!r}; {has}."
            raise OptionError(msg)
    check_given(metric, options)


def check_given(metric: Metric, options: Mapping[str, Any]) -> None:
    """Raise for an option without a default that is not given."""
    absent = [option for option in metric.required_options if option not in options]
    if absent:
        msg = f"{metric.name} has no default for {' and '.join(absent)}: give {_example(absent[0])}."
        raise OptionError(msg)


_VALUES = {"cost": "[[0, 1], [5, 0]]", "weights": "'quadratic'", "k": "10", "beta": "2"}


def _example(option: str) -> str:
    """An option with a value that it could have."""
    return f"{option}={_VALUES.get(option, '0.5')}"


@contextmanager
def option_errors(one: RequestedMetric) -> Iterator[None]:
    """Turn what Python or NumPy say against the value of an option, such as text for a number, into one of ours."""
    try:
        yield
    except (TypeError, ArithmeticError, AttributeError, IndexError) as error:
        if not one.options:
            raise
        shown = ", ".join(f"{name}={value!r}" for name, value in one.options.items())
        msg = f"{one.metric.name} does not work with {shown}: {error}."
        raise OptionError(msg) from error


def lacking(one: RequestedMetric, task: Task, *, scaled: bool = False) -> OptionError:
    """The error for a metric whose columns were not given, or whose labels have no order; `scaled`: one score has."""
    if task == "continuous":
        msg = (
            f"{one.metric.name} needs {_NEEDS[one.metric.facts.input]}, and these are continuous ratings: "
            "take concordance_correlation."
        )
        return OptionError(msg)
    if one.metric.facts.needs_order == "always" and task == "multiclass":
        msg = f"{one.metric.name} needs the order of the labels, and these have none: declare it, labels=[...]."
        return OptionError(msg)
    if scaled and one.metric.facts.input in ("scores", "probabilities"):
        msg = (
            f"{one.metric.name} needs two classes or one column of scores a class, and this is one score on the scale "
            "of ordered labels: take concordance_correlation, or leave only the labels of two classes."
        )
        return OptionError(msg)
    return OptionError(f"{one.metric.name} needs {_NEEDS[one.metric.facts.input]}, and there are none.")
