"""`compare_models`: models on the same rows, and in each group of rows, with paired tests, in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from concordant.errors import InputTypeError, OptionError
from concordant.inference.comparisons.difference import ALTERNATIVES, check_adjust, check_margin
from concordant.inference.quantiles import check_level
from concordant.inputs.arrays import refuse_other_order
from concordant.inputs.encoding import encode
from concordant.metrics.arithmetic import check_finite
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import understand
from concordant.report.columns import in_words, is_ready, with_combined_groups
from concordant.report.comparing import Interaction, MetricComparison, compare_metrics, interactions, to_dict
from concordant.report.evaluation import Evaluation, write_page
from concordant.report.groups import parts_of, shared_clusters
from concordant.report.models import ModelRequest, Models, some_rows
from concordant.report.records import in_columns, names_of
from concordant.report.task import Task
from concordant.result.comparisons import Adjust, Alternative
from concordant.result.record import plain
from concordant.settings import progress_of
from concordant.sources.batches import read_columns
from concordant.sources.files import combined_name
from concordant.sources.frames import rows_in_memory
from concordant.sources.source import Scan, is_source, read_as, refuse_unnamed, rows_placed, source_of
from concordant.typing import Column, Frame, Label, Missing

if TYPE_CHECKING:
    from concordant.documents.blocks import Document


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class ModelComparison:
    """
    Models beside each other, on all rows and in each group.

    Attributes
    ----------
    names : tuple of str
        The models.
    metrics : tuple of MetricComparison
        Each metric with its value for each model, and with all pairs of models.
    n, n_missing : int
        The rows that are compared, and those that were left out, as a value is missing.
    level : float
    columns : dict
        What the columns are called, by their role: truth, weight, cluster, by.
    thresholds : tuple of float
        Where the scores of each model are cut; empty where they are not.
    groups : dict
        The comparison in each group of rows, by the labels and the positive class of all rows.
    interactions : tuple of Interaction
        Whether the difference of two models is the same in all groups, metric by metric.
    not_tested : str or None
        Why that is not tested, as a sentence.
    source : str or None
        The files.
    """

    names: tuple[str, ...]
    metrics: tuple[MetricComparison, ...]
    n: int
    n_missing: int = 0
    level: float
    columns: Mapping[str, str]
    thresholds: tuple[float, ...] = ()
    groups: Mapping[Label, ModelComparison] = field(default_factory=dict)
    interactions: tuple[Interaction, ...] = ()
    not_tested: str | None = None
    source: str | None = None
    page: Evaluation = field(compare=False)
    models: Models = field(compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that strict JSON can hold."""
        beside = {role: self.columns[role] for role in ("weight", "cluster") if role in self.columns}
        data: dict[str, Any] = {
            "source": self.source,
            "n": self.n,
            "n_missing": self.n_missing,
            "level": self.level,
            **beside,
        }
        if self.thresholds:
            data["thresholds"] = dict(zip(self.names, self.thresholds, strict=True))
        data |= to_dict(self.metrics, self.names)
        if "by" in self.columns:
            parts = self.groups.items()
            groups = [
                {"group": plain(group), "n": part.n, **to_dict(part.metrics, self.names)} for group, part in parts
            ]
            data |= {"by": self.columns["by"], "groups": groups}
        if self.groups:
            data["interactions"] = [one.to_dict() for one in self.interactions]
        if self.not_tested:
            data["not_tested"] = self.not_tested
        return data

    def __repr__(self) -> str:
        """One line."""
        groups = f", {len(self.groups)} groups" if self.groups else ""
        return f"<ModelComparison: {', '.join(self.names)}, {self.n} rows, {len(self.metrics)} metrics{groups}>"

    def _repr_html_(self) -> str:
        from concordant.documents.html import as_notebook

        return as_notebook(self.document(pictures=True))

    def __str__(self) -> str:
        """The differences in a table and in words, and those of the groups below."""
        from concordant.documents.text import as_text

        return as_text(self.document())

    def to_html(self, path: str | Path | None = None) -> str:
        """
        Return the page: one HTML file that needs no network.

        Parameters
        ----------
        path : str or Path, optional
            Where to write it as well (UTF-8).
        """
        from concordant.documents.html import as_html

        text = as_html(self.document(pictures=True))
        if path is not None:
            write_page(path, text)
        return text

    def document(self, *, pictures: bool = False, most: int | None = None) -> Document:
        """Return the page; with `pictures` also the curves of the models, with `most` so many lines of the table."""
        from concordant.report.pages.comparison import comparison_document

        return comparison_document(self, pictures=pictures, most=most)

    @property
    def head(self) -> str:
        """What was compared, in one line."""
        where = "" if self.source is None else f" of {Path(self.source).name}"
        dropped = f" ({self.n_missing:,} more dropped, as a value is missing)" if self.n_missing else ""
        cuts = [f" (cut at {cut:g})" for cut in self.thresholds] or [""] * len(self.names)
        models = ", ".join(name + cut for name, cut in zip(self.names, cuts, strict=True))
        head = f"{self.n:,} rows{where}{dropped}: truth '{self.columns['truth']}', models {models}"
        beside = [role for role in ("weight", "cluster") if role in self.columns]
        return head + "".join(f", {role} '{self.columns[role]}'" for role in beside)


def compare_models(
    y_true: Column,
    y_pred: Mapping[str, Column] | Sequence[str] | None = None,
    y_score: Mapping[str, Column] | Sequence[str] | None = None,
    *,
    metrics: Metric | str | Sequence[Any] = (),
    data: Frame | Scan | str | Path | Sequence[str | Path] | None = None,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    task: Task | None = None,
    threshold: float | Sequence[float] | None = None,
    missing: Missing = "raise",
    level: float = 0.95,
    margin: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
    cluster: Column | None = None,
    by: Column | Sequence[str] | None = None,
    progress: Callable[..., Any] | None = None,
    **options: Any,
) -> ModelComparison:
    """
    Compare models on the same rows: each metric, the paired difference with its interval, p, and a sentence in words.

    Parameters
    ----------
    y_true : array-like of shape (n,), or the name of a column of `data`
        The truth.
    y_pred : mapping of names to columns, optional
        Predicted labels of each model; with `data` also a list of names of columns.
    y_score : mapping of names to columns, optional
        Scores of each model, of the same models where both are given.
    metrics : Metric, str, or sequence of them or of pairs (name, options)
        What is compared. Default: the metrics of the report that take what was given.
    data : frame, Scan, str, Path, or list of paths, optional
        As for `evaluate`; the columns are then given by name.
    labels, pos_label, sample_weight, task, missing, cluster
        As for `evaluate`. Rows that lack a value for one of the models are left out for all.
    threshold : float, or one for each model, optional
        Where scores of two classes are cut, for metrics of labels: a score of so much or more predicts the positive
        class.
    level, margin, alternative, adjust
        As for `metric.compare`; p is adjusted for the pairs of models and the classes of each metric.
    by : array-like of shape (n,), or a column name or a list of them, optional
        Groups of rows: the same comparison in each of them, and a test whether the difference is the same in all.
    progress : callable, optional
        Called with how far the reading of files has got.
    **options
        Options of the metrics, such as ``weights="quadratic"``.

    Returns
    -------
    ModelComparison
        Prints as one page; `ModelComparison.to_html`, `ModelComparison.to_dict`.

    Examples
    --------
    >>> from concordant.report import compare_models
    >>> truth, site = [0, 1] * 60, ["a"] * 60 + ["b"] * 60
    >>> old, new = [0, 1] * 50 + [1, 0] * 10, [0, 1] * 58 + [1, 0] * 2
    >>> found = compare_models(truth, {"new": new, "old": old}, metrics="accuracy", by=site)
    >>> [round(part.metrics[0].pairs[0].difference, 3) for part in (found, *found.groups.values())]
    [0.133, 0.0, 0.267]
    >>> print(next(found.metrics[0].sentences()))
    Accuracy: new is better than old, by 0.1333 (95 % confidence interval 0.0838 to 0.2056).
    """
    names, preds, scores = _sides(y_pred, y_score, named=data is not None)
    if data is not None:
        several = by if isinstance(by, (list, tuple)) else [by]
        refuse_unnamed([y_true, sample_weight, cluster, *several, *preds, *scores])
    check_margin(alternative, margin, check_level(level), ALTERNATIVES)
    check_adjust(adjust)
    claim = {"level": level, "margin": margin, "alternative": alternative, "adjust": adjust}
    how: Any = {"names": names, "metrics": _wanted(metrics, options), "cuts": _cuts(threshold, names)}
    how |= {"labels": labels, "pos_label": pos_label, "task": task, "missing": missing}
    roles = {"truth": y_true, "weight": sample_weight, "cluster": cluster, "by": by}
    if data is None:
        given = {role: _ARGUMENTS[role] for role, column in roles.items() if column is not None}
        table = {name: roles[role] for role, name in given.items()}
        sides = [
            {f"{argument} of {name}": column for name, column in zip(names, columns, strict=False)}
            for argument, columns in (("y_pred", preds), ("y_score", scores))
        ]
        request = ModelRequest(roles=given, preds=[*sides[0]], scores=[*sides[1]], **how)
        table |= {**sides[0], **sides[1]}
        (what, first), *others = table.items()
        refuse_other_order(first, [column for _, column in others], [name for name, _ in others], what=what)
        return _of_table(request, table, claim)
    if isinstance(by, (list, tuple)):
        if not by:
            raise OptionError("by= names no column: name one or more, or leave it out.")
        data, roles["by"] = (with_combined_groups(data, by), combined_name(by)) if len(by) > 1 else (data, by[0])
    given = {role: name for role, name in roles.items() if name is not None}
    columns = list(dict.fromkeys([*given.values(), *preds, *scores]))
    request = ModelRequest(roles=given, preds=preds, scores=scores, **how)
    reading: Any = {"labels": [y_true, *preds], "names": [cluster, roles["by"]], "scores": scores}
    read = read_as(data, **reading, weights=[sample_weight], declared=labels, pos_label=pos_label)
    with progress_of("reading rows", progress) as told, rows_placed(read, y_true):
        found = _of_table(request, _columns_of(read, columns, told), claim)
    return replace(found, source=in_words(data))


def _columns_of(data: Any, columns: Sequence[str], progress: Any) -> dict[str, Any]:
    """The columns by their names, as the library of the data has them; files are read as a whole."""
    if is_source(data):
        data = read_columns(source_of(data), columns, progress=progress)
    if is_ready(data, columns):
        return {name: data.get_column(name) for name in columns}
    frame, _ = rows_in_memory(data, columns)
    return {name: frame.get_column(name).to_native() for name in columns}


_ARGUMENTS = {"truth": "y_true", "weight": "sample_weight", "cluster": "cluster", "by": "group"}


def _sides(y_pred: Any, y_score: Any, *, named: bool) -> tuple[tuple[str, ...], list[Any], list[Any]]:
    """The names of the models, and the columns of their labels and of their scores, which may be `named` alone."""
    given = [side for side in (y_pred, y_score) if side is not None]
    if not any(len(side) for side in given if hasattr(side, "__len__")):
        raise OptionError("there is nothing to compare: give y_pred (labels), y_score (scores), or both.")
    for side in given:
        kinds: Any = (Mapping, list, tuple) if named else Mapping
        if not isinstance(side, kinds) or not all(isinstance(name, str) for name in side):
            raise InputTypeError('the columns of models are given with their names, {"old": ..., "new": ...}.')
    names = tuple(given[0])
    if any(tuple(side) != names for side in given) and all(isinstance(side, Mapping) for side in given):
        raise OptionError("y_pred and y_score are of the same models: give both the same names, in the same order.")
    if any(len(side) != len(names) for side in given) or len({*names}) < len(names):
        raise OptionError(f"{', '.join(names)}: each model needs a name of its own, and one column of each kind.")
    preds, scores = (list(side.values() if isinstance(side, Mapping) else side or ()) for side in (y_pred, y_score))
    return names, preds, scores


def _wanted(metrics: Any, options: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The names of metrics here, with their options."""
    found = []
    if not isinstance(metrics, (str, Metric, list, tuple)):
        raise OptionError(f"metrics= is a metric, its name, or a list of them, not {type(metrics).__name__}.")
    for one in [metrics] if isinstance(metrics, (str, Metric)) else metrics:
        match one:
            case (str() | Metric(), Mapping()):
                name, own = one
            case str() | Metric():
                name, own = one, {}
            case _:
                raise OptionError(f"metrics= holds metrics, their names, or pairs (name, options), not {one!r:.80}.")
        meant = understand(name.name if isinstance(name, Metric) else name, {**own, **options})
        found.append((meant.metric, dict(meant.options)))
    if options and not found:
        raise OptionError(f"{', '.join(options)} belong to a metric: name it, metrics=.")
    return found


def _cuts(threshold: Any, names: Sequence[str]) -> tuple[float, ...]:
    """Where the scores of each model are cut; empty for nowhere."""
    if threshold is None:
        return ()
    several = isinstance(threshold, Iterable) and not isinstance(threshold, str)
    cuts = tuple(check_finite(cut, "threshold") for cut in (threshold if several else [threshold]))
    if len(cuts) not in (1, len(names)):
        msg = f"threshold= has {len(cuts)} values for {len(names)} models: give one for all, or one for each."
        raise OptionError(msg)
    return cuts if len(cuts) > 1 else cuts * len(names)


def _of_table(request: ModelRequest, table: Mapping[str, Any], claim: Mapping[str, Any]) -> ModelComparison:
    """Compare the models of columns, and of the groups of their rows."""
    table, dropped = request.complete(table)
    request.refuse_no_probabilities(table)
    found = replace(_compared(request, request.rows(table), claim), n_missing=dropped)
    by = request.roles.get("by")
    if by is None:
        return found
    groups: dict[Any, ModelComparison] = {}
    for group, rows in parts_of(encode(table[by], by), by):
        part = {name: some_rows(column, rows) for name, column in table.items()}
        groups[group] = _compared(request, request.rows(part), claim, whole=found.page)
    why = _why_not_tested(request, table)
    tested = () if why else tuple(interactions({name: part.metrics for name, part in groups.items()}))
    return replace(found, groups=groups, interactions=tested, not_tested=why)


def _compared(
    request: ModelRequest, models: Models, claim: Mapping[str, Any], whole: Evaluation | None = None
) -> ModelComparison:
    page = request.page(models, whole)
    models = request.with_labels(models, page)
    names = {argument: name for argument, name in names_of(request.roles).items() if argument != name}
    metrics = in_columns(compare_metrics(page, models, request.metrics, **claim), names)
    if not metrics:
        raise OptionError("no metric of the report takes these columns; name one, metrics=.")
    return ModelComparison(
        names=request.names,
        metrics=metrics,
        n=len(models.truth),
        level=claim["level"],
        columns=request.roles,
        thresholds=request.cuts,
        page=page,
        models=models,
    )


def _why_not_tested(request: ModelRequest, table: Mapping[str, Any]) -> str | None:
    """Why it is not tested whether the difference is the same in all groups; None if it is."""
    if "cluster" not in request.roles:
        return None
    cluster, group = (encode(table[request.roles[role]], role).values for role in ("cluster", "by"))
    why = shared_clusters(cluster, group)
    return why and f"Whether the difference is the same in all groups is not tested: {why}."
