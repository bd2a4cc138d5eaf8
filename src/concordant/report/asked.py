"""A metric that somebody asks for by name and options, on the states of a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from concordant.errors import OptionError
from concordant.metrics._object.metric import Metric
from concordant.metrics._object.registry import get
from concordant.report.task import Task

_NEEDS = {
    "labels": "predicted labels",
    "scores": "scores",
    "probabilities": "probabilities",
    "ratings": "a continuous score on the scale of ordered labels",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A metric and the options that were set for it."""

    metric: Metric
    options: Mapping[str, Any]

    @property
    def title(self) -> str:
        """Its name in words, with the options that are set."""
        shown = ", ".join(f"{name} {value}" for name, value in self.options.items() if value is not None)
        return f"{self.metric.facts.title} ({shown})" if shown else self.metric.facts.title


def asked(name: str, options: Mapping[str, Any], task: Task) -> Asked:
    """
    Find a metric and check its options; the average over several classes is the plain mean unless they say otherwise.

    Raises
    ------
    OptionError
        If there is no such metric, if it has no such option, or if it is not one number of two columns.
    """
    metric = get(name)
    if metric.facts.range is None or metric.facts.input not in _NEEDS:
        msg = f"{metric.name} is not one number of a column of labels or scores."
        raise OptionError(msg)
    for option in options:
        if option not in metric.options:
            has = f"its options are {', '.join(metric.options)}" if metric.options else "it has no options"
            msg = f"{metric.name} has no option {option!r}; {has}."
            raise OptionError(msg)
    if task != "binary" and "average" in metric.options and "average" not in options:
        options = {"average": "macro", **options}
    return Asked(metric, dict(options))


def lacking(one: Asked) -> OptionError:
    """The error for a metric whose columns were not given."""
    return OptionError(f"{one.metric.name} needs {_NEEDS[one.metric.facts.input]}, and there are none.")
