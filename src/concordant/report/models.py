"""What is to be compared, and the columns of the models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import MissingValuesError, ScoreError
from concordant.inputs.arrays import same_length
from concordant.inputs.encoding import encode
from concordant.inputs.labels import stacked_labels, stacked_numbers
from concordant.inputs.rows import kept_rows, nan_rows, numbers
from concordant.inputs.scores import one_column, refuse_outside
from concordant.metrics.definition.registry import get
from concordant.report.evaluating import evaluate_columns
from concordant.report.evaluation import Evaluation
from concordant.report.groups import IntervalOptions
from concordant.report.scoring import nearest_labels
from concordant.report.task import Task, takes_ratings
from concordant.result.decisions import named, reaches
from concordant.sources.source import Columns
from concordant.typing import Column, Label, Missing


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
    rounded : bool
        Whether the labels are the scores, rounded to the nearest label.
    """

    truth: Column
    names: tuple[str, ...]
    pred: tuple[Column, ...] = ()
    score: tuple[Column, ...] = ()
    weight: Column | None = None
    cluster: Column | None = None
    rounded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """
    What is to be compared, whichever rows it is of.

    Attributes
    ----------
    names : tuple of str
        The models.
    roles : dict
        The names of the columns by their role: truth, weight, cluster, by.
    preds, scores : sequence of str
        The names of the columns of each model; empty where there are none.
    labels, pos_label, task, missing
        As `evaluate` takes them.
    cuts : tuple of float
        Where the scores of each model are cut; empty where they are not.
    metrics : sequence of (name, options)
        Default: those of the page that take what is given.
    """

    names: tuple[str, ...]
    roles: Mapping[str, str]
    preds: Sequence[str] = ()
    scores: Sequence[str] = ()
    labels: Sequence[Label] | None = None
    pos_label: Label | None = None
    task: Task | None = None
    missing: Missing = "raise"
    cuts: tuple[float, ...] = ()
    metrics: Sequence[tuple[str, Mapping[str, Any]]] = ()

    def rows(self, table: Mapping[str, Any]) -> Models:
        """Return the models of columns."""
        return Models(
            truth=table[self.roles["truth"]],
            names=self.names,
            pred=tuple(table[name] for name in self.preds),
            score=tuple(table[name] for name in self.scores),
            weight=table[self.roles["weight"]] if "weight" in self.roles else None,
            cluster=table[self.roles["cluster"]] if "cluster" in self.roles else None,
        )

    def complete(self, table: Mapping[str, Any]) -> tuple[Mapping[str, Any], int]:
        """The rows that lack nothing, as all models are compared on the same ones, and how many others there are."""
        truth = table[self.roles["truth"]]
        size, of_numbers = len(truth), [*self.scores, self.roles.get("weight")]
        absent = []
        for name, column in table.items():
            same_length(truth, column, (self.roles["truth"], name))
            mask = nan_rows(numbers(column, name)) if name in of_numbers else encode(column, name).missing
            absent.append((name, mask))
        kept, dropped = kept_rows(absent, self.missing, None)
        if kept is None or not dropped:
            return table, 0
        if dropped == size:
            msg = f"no row is complete: each of the {size} rows has a missing value in one of {', '.join(table)}."
            raise MissingValuesError(msg)
        return {name: some_rows(column, np.flatnonzero(kept)) for name, column in table.items()}, dropped

    def refuse_no_probabilities(self, table: Mapping[str, Any]) -> None:
        """Raise where a named metric takes probabilities and a column holds others, and name the column."""
        if not any(get(name).facts.input == "probabilities" for name, _ in self.metrics):
            return
        for name in self.scores:
            try:
                refuse_outside(numbers(table[name], name), what=repr(name))
            except ScoreError as error:
                raise ScoreError(f"{error} Or compare how the models rank the rows, by roc_auc.") from error

    def page(self, models: Models, whole: Evaluation | None = None) -> Evaluation:
        """
        Evaluate the rows of all models, one after the other: they show all labels and the task.

        With `whole`, the page of more rows, by its labels and task.
        """
        labels, pos_label, task = self.labels, self.pos_label, self.task
        if whole is not None and whole.task != "continuous":
            labels, pos_label, task = list(whole.labels), whole.pos_label, whole.task
        if self.metrics and self.labels is None and self.task is None:
            of_ratings = takes_ratings([name for name, _ in self.metrics], models.truth)
            task = "continuous" if of_ratings else task
        columns = _end_to_end(models, is_declared=labels is not None, is_continuous=task == "continuous")
        columns = replace(columns, threshold=self.cuts[0] if self.cuts else None)
        how: Any = {"task": task, "intervals": IntervalOptions(None, listed=False), "named": False}
        return evaluate_columns(columns, labels, pos_label, **how)

    def with_labels(self, models: Models, page: Evaluation) -> Models:
        """Return the models with labels that follow from scores: cut, or rounded to the nearest of ordered labels."""
        if self.cuts:
            decided = (reaches(numbers(x, "y_score"), cut) for x, cut in zip(models.score, self.cuts, strict=True))
            return replace(models, pred=tuple(named(index.astype(np.intp), page.labels) for index in decided))
        if page.task != "ordinal" or models.pred:
            return models
        codes = [nearest_labels(one_column(scores, "y_score"), page.labels).tolist() for scores in models.score]
        return replace(models, pred=tuple([page.labels[code] for code in of] for of in codes), rounded=True)


def _end_to_end(models: Models, *, is_declared: bool, is_continuous: bool) -> Columns:
    many = max(len(models.pred), len(models.score))
    stacked: Any = stacked_numbers if is_continuous else partial(stacked_labels, declared=is_declared)
    scores = () if is_continuous and models.pred else models.score
    return Columns(
        stacked([models.truth] * many, ["y_true"] * many),
        stacked(models.pred, models.names) if models.pred else None,
        stacked_numbers(scores, models.names) if scores else None,
        None if models.weight is None else stacked_numbers([models.weight] * many, ["sample_weight"] * many),
    )


def some_rows(column: Any, rows: npt.NDArray[np.intp]) -> Any:
    """Return these rows of a column of any kind."""
    if hasattr(column, "iloc"):  # pandas
        return column.iloc[rows]
    if hasattr(column, "ndim"):  # arrays and tensors, also of several columns
        return column[rows]
    take = getattr(column, "gather", None) or getattr(column, "take", None)  # Polars, Arrow
    return [column[row] for row in rows.tolist()] if take is None else take(rows)
