"""Which metrics fit which task, in the order of the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get
from concordant.report.task import Task


def metric_key(name: str, options: Mapping[str, Any]) -> str:
    """A metric with its options, such as ``cohen_kappa|weights:quadratic``."""
    return "|".join([name, *(f"{option}:{value}" for option, value in options.items())])


@dataclass(frozen=True)
class Choice:
    """A metric with its options, and its title and plain words where these change them."""

    metric: str
    options: Mapping[str, Any] = field(default_factory=dict)
    title: str | None = None
    says: str | None = None

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


@dataclass(frozen=True, slots=True)
class Group:
    """Metrics under one heading; ``{positive}`` stands for the positive label."""

    heading: str
    choices: tuple[Choice, ...]


_LOSSES = Group("Probabilities", (Choice("brier_score"), Choice("log_loss")))

_BINARY = (
    Group("Ranking by the score", (Choice("roc_auc"), Choice("average_precision"))),
    _LOSSES,
    Group(
        "Predicted labels, positive: {positive}",
        (
            Choice("recall"),
            Choice("specificity"),
            Choice("precision"),
            Choice("negative_predictive_value"),
            Choice("f1"),
        ),
    ),
    Group(
        "Predicted labels, both classes",
        (
            Choice("accuracy"),
            Choice("balanced_accuracy"),
            Choice("informedness"),
            Choice("matthews_correlation"),
            Choice("cohen_kappa"),
        ),
    ),
)

_PAIRS = "how often a row of a class scores above a row of another by the score of that class: 0.5 is guessing"

_F1_MEAN = Choice(
    "f1",
    options={"average": "macro"},
    title="F1, mean over classes",
    says="the F1 of each class, averaged: every class counts the same",
)

_RANKING = Group(
    "Ranking by the scores",
    (
        Choice("roc_auc", {"average": "macro"}, "ROC AUC, each class against the rest"),
        Choice("roc_auc", {"average": "macro", "multi_class": "ovo"}, "ROC AUC, each pair of classes", _PAIRS),
        Choice("average_precision", {"average": "macro"}, "Average precision, mean over classes"),
    ),
)

_MULTICLASS = (
    Group(
        "Predicted labels",
        (
            Choice("accuracy"),
            Choice("balanced_accuracy"),
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
            Choice("matthews_correlation"),
            Choice("cohen_kappa"),
        ),
    ),
    _RANKING,
    _LOSSES,
)

_ORDINAL = (
    Group(
        "Agreement of ordered labels",
        (
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
    ),
    Group("The continuous score", (Choice("concordance_correlation"),)),
    _RANKING,
    _LOSSES,
    Group("Predicted labels, order ignored", (Choice("balanced_accuracy"), _F1_MEAN)),
)

_CONTINUOUS = (
    Group(
        "Agreement of two ratings",
        (Choice("concordance_correlation"), Choice("pearson_correlation"), Choice("standardized_mean_difference")),
    ),
)

GROUPS: Mapping[Task, tuple[Group, ...]] = {
    "binary": _BINARY,
    "multiclass": _MULTICLASS,
    "ordinal": _ORDINAL,
    "continuous": _CONTINUOUS,
}

PER_CLASS = (Choice("precision"), Choice("recall"), Choice("f1"), Choice("roc_auc"), Choice("average_precision"))
