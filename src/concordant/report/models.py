"""What is to be compared, and the columns of the models: as rows, as counts of equal rows, or as sums over batches."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import WideScoresError
from concordant.engines.arrays.quantities import row_losses
from concordant.errors import MissingValuesError, OptionError, ScoreError
from concordant.inference.comparisons.compare import compare_samples
from concordant.inference.influence.tables import mean_slopes
from concordant.inference.samples.rows import of_stack
from concordant.inference.samples.scores import ScoreSample
from concordant.inference.samples.summaries import loss_points, ranked_points
from concordant.inputs.arrays import same_length
from concordant.inputs.encoding import encode
from concordant.inputs.labels import stacked_labels, stacked_numbers
from concordant.inputs.rows import kept_rows, nan_rows, numbers
from concordant.inputs.scores import ScoreRows, one_column, refuse_outside
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get
from concordant.report.batches import Request, columns_of_summary, pair_of, survey
from concordant.report.choices import Choice
from concordant.report.evaluating import evaluate_columns
from concordant.report.evaluation import Evaluation
from concordant.report.groups import IntervalOptions
from concordant.report.results import why_unbounded
from concordant.report.scoring import LOSSES, OF_TWO, nearest_labels
from concordant.report.task import LOOKED_AT, Task, are_continuous, takes_ratings
from concordant.result.comparisons import Comparison, Comparisons
from concordant.result.decisions import named, reaches
from concordant.result.record import altered
from concordant.result.wording import number
from concordant.sources import batches as row_limit
from concordant.sources.batches import first_rows
from concordant.sources.files import DataFile, find_files
from concordant.sources.label_batches import label_groups
from concordant.sources.labels import NotGroupedError
from concordant.sources.score_batches import Influences, ScoreModels
from concordant.sources.scores import OtherClassesError
from concordant.sources.source import Columns, is_source, source_of
from concordant.sources.summary import Summary
from concordant.states import BucketCurve, Curve, Moments
from concordant.typing import Column, FloatArray, Label, Missing


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
    missing : int
        How many rows lack a value and were left out.
    rounded : bool
        Whether the labels are the scores, rounded to the nearest label.
    """

    truth: Column
    names: tuple[str, ...]
    pred: tuple[Column, ...] = ()
    score: tuple[Column, ...] = ()
    weight: Column | None = None
    cluster: Column | None = None
    times: npt.NDArray[np.int64] | None = None
    sums: JointScores | None = None
    missing: int = 0
    rounded: bool = False

    @property
    def n(self) -> int:
        """The number of rows."""
        if self.sums is not None:
            return self.sums.first.rows - self.missing
        return len(self.truth) if self.times is None else int(self.times.sum())


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

    def in_batches(self, data: Any, progress: Any) -> Models | None:
        """
        Add up the columns of files of more than two million rows.

        None where the columns are to be read as they are: there are fewer rows, the scores are not of two classes or
        beyond those that float64 tells apart, the labels are none or have too many combinations, or a column plays two
        roles.
        """
        columns = [self.roles["truth"], *self.preds, *self.scores]
        if not is_source(data) or self.cuts or {"weight", "by"} & {*self.roles} or (self.preds and self.scores):
            return None
        files = find_files(source_of(data))
        if len({*columns}) < len(columns) or not row_limit.many_rows(files):
            return None
        models = None
        if self.preds:
            models = self._counted(files, columns, progress)
        elif "cluster" not in self.roles:
            models = self._summed(files, progress)
        return None if models is None or self.is_of_measurements(models.truth) else models

    def _counted(self, files: Sequence[DataFile], columns: Sequence[str], progress: Any) -> Models | None:
        """How often each combination of labels, and clusters, occurs."""
        import polars as pl

        truth, cluster = self.roles["truth"], self.roles.get("cluster")
        columns = [*columns, *([] if cluster is None else [cluster])]
        head = first_rows(files, columns, LOOKED_AT)
        if pl.Null in head.dtypes or any(are_continuous(head[truth], head[name]) for name in self.preds):
            return None
        try:
            how: Any = {"missing": self.missing, "any_number": False, "progress": progress}
            groups = label_groups(files, {name: name for name in columns}, **how).whole()
        except NotGroupedError:
            return None
        models = self.rows(groups.columns)
        return replace(models, times=groups.times, missing=groups.missing)

    def _summed(self, files: Sequence[DataFile], progress: Any) -> Models | None:
        """The states of each model, for scores of two classes."""
        truth, scores = self.roles["truth"], tuple(self.scores)
        declared = (self.labels, self.pos_label)
        request = Request(truth=truth, scores=scores[:1], declared=lambda _: declared, missing=self.missing)
        labels = survey(files, request)
        pair = None if labels is None else labels.pair
        with suppress(OtherClassesError, WideScoresError):
            while labels is not None and pair is not None:
                reader = ScoreModels(files, truth, scores, pair, labels.types, self.missing, progress)
                states, before = reader.states({name: LOSSES[name] for name in OF_TWO}), pair
                pair = pair_of(states[0], request)
                if pair == before:  # else the rarer of two names is another one by the rows that count
                    how: Any = {"sums": JointScores(states, reader), "missing": states[0].missing}
                    return Models(truth=states[0].truth, names=self.names, score=scores, **how)
        return None

    def page(self, models: Models, whole: Evaluation | None = None) -> Evaluation:
        """
        Evaluate the rows of all models, one after the other: they show all labels and the task.

        With `whole`, the page of more rows, by its labels and task.
        """
        labels, pos_label, task = self.labels, self.pos_label, self.task
        if whole is not None and whole.task != "continuous":
            labels, pos_label, task = list(whole.labels), whole.pos_label, whole.task
        task = "continuous" if self.is_of_measurements(models.truth) else task
        if models.sums is None:
            columns = _end_to_end(models, is_declared=labels is not None, is_continuous=task == "continuous")
            columns = replace(columns, threshold=self.cuts[0] if self.cuts else None)
        else:
            names: Any = {"truth_name": self.roles["truth"], "score_names": models.score[:1]}
            columns = columns_of_summary(Columns(None, None, None, None, **names), models.sums.first)
        how: Any = {"task": task, "intervals": IntervalOptions(None, listed=False), "named": False}
        return evaluate_columns(columns, labels, pos_label, **how)

    def is_of_measurements(self, truth: Any) -> bool:
        """Whether columns are taken as continuous ratings: all metrics are of ratings, and the truth holds numbers."""
        if not self.metrics or self.labels is not None or self.task is not None:
            return self.task == "continuous"
        return takes_ratings([name for name, _ in self.metrics], truth)

    def with_labels(self, models: Models, page: Evaluation) -> Models:
        """Return the models with labels that follow from scores: cut, or rounded to the nearest of ordered labels."""
        if self.cuts:
            decided = (reaches(numbers(x, "y_score"), cut) for x, cut in zip(models.score, self.cuts, strict=True))
            return replace(models, pred=tuple(named(index.astype(np.intp), page.labels) for index in decided))
        if page.task != "ordinal" or models.pred or models.sums is not None:
            return models
        codes = [nearest_labels(one_column(scores, "y_score"), page.labels).tolist() for scores in models.score]
        return replace(models, pred=tuple([page.labels[code] for code in of] for of in codes), rounded=True)


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


def some_rows(column: Any, rows: npt.NDArray[np.intp]) -> Any:
    """Return these rows of a column of any kind."""
    if hasattr(column, "iloc"):  # pandas
        return column.iloc[rows]
    if hasattr(column, "ndim"):  # arrays and tensors, also of several columns
        return column[rows]
    take = getattr(column, "gather", None) or getattr(column, "take", None)  # Polars, Arrow
    return [column[row] for row in rows.tolist()] if take is None else take(rows)


@dataclass(frozen=True, slots=True)
class JointScores:
    """
    States of each model, and sums of products of influences over the rows.

    Attributes
    ----------
    models : sequence of Summary
    source : ScoreModels
        Reads the rows again.
    products : dict
        The sums for each metric, by its key.
    """

    models: Sequence[Summary]
    source: ScoreModels
    products: dict[Hashable, FloatArray] = field(default_factory=dict)

    @property
    def first(self) -> Summary:
        """Those of the first model, with losses if all models give probabilities."""
        one = self.models[0]
        return one if all(model.losses for model in self.models) else replace(one, losses={})

    def prepare(self, choices: Sequence[Choice]) -> None:
        """Read the rows once more for all metrics."""
        influences: dict[tuple[Hashable, ...], Influences] = {}
        ranked: dict[Hashable, list[FloatArray]] = {}
        for choice in choices:
            metric = choice.definition
            if self._why_not(metric) is not None:
                continue
            if Moments in metric.takes:
                influences[(choice.key,)] = self._of_losses(metric, choice.options)
            elif (tables := self._tables_of_ranks(metric, choice.options)) is not None:
                ranked[choice.key] = tables
        if ranked:
            influences[tuple(ranked)] = self._of_ranks(list(ranked.values()))
        if influences:
            self.products.update(self.source.products(influences))

    def _why_not(self, metric: Metric) -> str | None:
        """Why a metric is not known without the rows."""
        if Moments in metric.takes:
            return None if _loss_of(metric) in self.first.losses else "its losses were not added up"
        whys = (why_unbounded(metric, one.curve) for one in self.models if isinstance(one.curve, BucketCurve))
        return next((why for why in whys if why is not None), None)

    def _of_losses(self, metric: Metric, options: Mapping[str, Any]) -> Influences:
        """The influence of rows on a metric of losses."""
        name = _loss_of(metric)
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

    def compare(self, choice: Choice, names: Sequence[str], claim: Mapping[str, Any]) -> Comparison | Comparisons:
        """Compare the models on a metric; limits are widened by what scores in buckets leave open."""
        metric, options, products = choice.definition, choice.options, self.products.get(choice.key)
        if products is None:
            why = self._why_not(metric) or "its influences are not known, so that rows would be drawn again"
            raise OptionError(f"{metric.name} is not compared of rows in batches: {why}.")
        if Moments in metric.takes:
            states = [replace(one.losses[_loss_of(metric)], missing=0) for one in self.models]
            return compare_samples(metric, loss_points(states, products.sum(0)), options, names=names, **claim)
        samples = ranked_points(list(map(_curve, self.models)), products)
        found = compare_samples(metric, samples, options, names=names, **claim)
        ends = dict(zip(names, (_ends(metric, options, one.curve) for one in self.models), strict=True))
        if isinstance(found, Comparison):
            return _widened(found, ends)
        return altered(found, pairs=tuple(_widened(one, ends) for one in found.pairs))


def _loss_of(metric: Metric) -> str:
    return (metric.loss or "").partition(" and ")[0]


def _ends(metric: Metric, options: Mapping[str, Any], curve: Any) -> tuple[float, float]:
    """Between which values a metric lies: one for a curve of every score."""
    if isinstance(curve, BucketCurve):
        bounds = metric.quiet_bounds_of(curve, options)
        return bounds.low, bounds.high
    value = float(metric.value_of(curve, **options))
    return value, value


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
