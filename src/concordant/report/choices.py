"""Which metrics fit which task, in the order of the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get
from concordant.report.task import Task
from concordant.states import Moments


def metric_key(name: str, options: Mapping[str, Any]) -> str:
    """A metric with its options, such as ``cohen_kappa|weights:quadratic``."""
    return "|".join([name, *(f"{option}:{value}" for option, value in options.items())])


@dataclass(frozen=True)
class Choice:
    """
    A metric with its options, and its title and plain words where these change them.

    On a page it stands under a heading, where ``{positive}`` is the positive label.
    """

    metric: str
    options: Mapping[str, Any] = field(default_factory=dict)
    title: str | None = None
    says: str | None = None
    heading: str = ""

    @cached_property
    def definition(self) -> Metric:
        """The metric itself."""
        return get(self.metric)

    @property
    def called(self) -> str:
        """Its title, where options change it that of these."""
        return self.title or self.definition.facts.title

    @property
    def meaning(self) -> str:
        """What the number shows, in plain words."""
        return self.says or self.definition.facts.says

    @property
    def key(self) -> str:
        """The metric and its options, as a result names them."""
        return metric_key(self.metric, self.options)


def _under(heading: str, *choices: Choice | str) -> tuple[Choice, ...]:
    """Choices under a heading; a name is a metric without options."""
    named = (Choice(one) if isinstance(one, str) else one for one in choices)
    return tuple(replace(one, heading=heading) for one in named)


_LOSSES = _under("Probabilities", "brier_score", "log_loss")
CALIBRATION = _under("Probabilities", "calibration_slope", "calibration_in_the_large", "observed_expected_ratio")

_OF_POSITIVE = ("recall", "specificity", "precision", "negative_predictive_value", "f1")
_OF_BOTH = ("accuracy", "balanced_accuracy", "informedness", "matthews_correlation", "cohen_kappa")
_BINARY = (
    *_under("Ranking by the score", "roc_auc", "average_precision"),
    *_LOSSES,
    *CALIBRATION,
    *_under("Predicted labels, positive: {positive}", *_OF_POSITIVE),
    *_under("Predicted labels, both classes", *_OF_BOTH),
)

_PAIRS = "how often a row of a class scores above a row of another by the score of that class: 0.5 is guessing"

_F1_MEAN = Choice(
    "f1",
    options={"average": "macro"},
    title="F1, mean over classes",
    says="the F1 of each class, averaged: every class counts the same",
)

_RANKING = _under(
    "Ranking by the scores",
    Choice("roc_auc", {"average": "macro"}, "ROC AUC, each class against the rest"),
    Choice("roc_auc", {"average": "macro", "multi_class": "ovo"}, "ROC AUC, each pair of classes", _PAIRS),
    Choice("average_precision", {"average": "macro"}, "Average precision, mean over classes"),
)

_MULTICLASS = (
    *_under(
        "Predicted labels",
        "accuracy",
        "balanced_accuracy",
        _F1_MEAN,
        Choice(
            "f1",
            options={"average": "weighted"},
            title="F1, weighted by class size",
            says="the F1 of each class, averaged: every row of the truth counts the same",
        ),
        Choice(
            "precision",
            options={"average": "macro"},
            title="Precision, mean over classes",
            says="of the rows predicted as a class, the share that are; averaged over classes",
        ),
        "matthews_correlation",
        "cohen_kappa",
    ),
    *_RANKING,
    *_LOSSES,
)

_ORDINAL = (
    *_under(
        "Agreement of ordered labels",
        Choice(
            "cohen_kappa",
            options={"weights": "quadratic"},
            title="Quadratic weighted kappa (QWK)",
            says="agreement beyond chance, an error costs its squared distance: 0 is chance, 1 perfect",
        ),
        Choice(
            "cohen_kappa",
            options={"weights": "linear"},
            title="Linear weighted kappa",
            says="agreement beyond chance, an error costs its distance: 0 is chance, 1 perfect",
        ),
        Choice("accuracy", title="Exact agreement (accuracy)"),
        Choice("cohen_kappa", title="Cohen's kappa, order ignored"),
    ),
    *_under("The continuous score", "concordance_correlation"),
    *_RANKING,
    *_LOSSES,
    *_under("Predicted labels, order ignored", "balanced_accuracy", _F1_MEAN),
)

_OF_RATINGS = ("concordance_correlation", "pearson_correlation", "standardized_mean_difference")

CHOICES: Mapping[Task, tuple[Choice, ...]] = {
    "binary": _BINARY,
    "multiclass": _MULTICLASS,
    "ordinal": _ORDINAL,
    "continuous": _under("Agreement of two ratings", *_OF_RATINGS),
}

PER_CLASS = tuple(map(Choice, ("precision", "recall", "f1", "roc_auc", "average_precision")))


def title_with(metric: Metric, options: Mapping[str, Any]) -> str:
    """The title of a metric with its options: that of pages where they show it, else with the options in brackets."""
    named = {name: value for name, value in options.items() if value is not None}
    if metric.takes == (Moments,):  # a loss of several classes is no mean over them
        named.pop("average", None)
    known = (choice for choices in CHOICES.values() for choice in choices)
    titles = [choice.called for choice in known if choice.metric == metric.name and choice.options == named]
    if named and titles:
        return titles[0]
    shown = ", ".join(f"{name} {value}" for name, value in named.items())
    return f"{metric.facts.title} ({shown})" if shown else metric.facts.title
