"""evaluate: from columns to the whole page, each state made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from concordant.errors import OptionError
from concordant.inference.comparisons.difference import check_adjust
from concordant.inference.intervals.simultaneous import check_simultaneous
from concordant.inference.quantiles import check_level
from concordant.report.bucketed import Exact
from concordant.report.collected_columns import collect_columns
from concordant.report.evaluate_classes import evaluate_classes
from concordant.report.evaluate_measurements import evaluate_measurements
from concordant.report.evaluation import Evaluation
from concordant.report.group_results import Chances
from concordant.report.remarks import about_left_out
from concordant.report.task import Task, look_continuous, look_for
from concordant.result.comparisons import Adjust
from concordant.result.intervals import Simultaneous
from concordant.settings import reported
from concordant.sources.batches import RemoteScan
from concordant.sources.columns import Columns
from concordant.sources.source import Scan
from concordant.typing import Column, Frame, Label, Missing


def evaluate(
    y_true: Column,
    y_pred: Column | None = None,
    y_score: Any = None,
    *,
    data: Frame | Scan | RemoteScan | str | Path | Sequence[str | Path] | None = None,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    task: Task | None = None,
    missing: Missing = "raise",
    level: float | None = 0.95,
    cluster: Column | None = None,
    by: Column | Sequence[str] | None = None,
    simultaneous: Simultaneous | None = None,
    adjust: Adjust = "holm",
    exact: Exact = False,
    progress: Callable[..., Any] | None = None,
) -> Evaluation:
    """
    Evaluate columns: find out what they are, compute the metrics that fit, and say what was assumed.

    Parameters
    ----------
    y_true : array-like of shape (n,), or the name of a column of `data`
        The truth, or the first rater: labels of two or more classes.
    y_pred : array-like of shape (n,), or a column name, optional
        Predicted labels, or the second rater.
    y_score : array-like of shape (n,) or (n, K), or one or several column names, optional
        Two classes: scores or probabilities of the positive one. Several classes: one column a class, in the
        order of `labels`, or ``{class: column}``. Ordered classes: also one continuous score on the labels' scale.
    data : frame, Scan, str, Path, or list of paths, optional
        An eager or lazy frame (pandas, Polars, DuckDB, ...), what `concordant.scan` gives, or the path of a file or a
        folder of columns (CSV, Parquet, NDJSON, Arrow; ``*`` stands for any part of a name). The columns are then
        given by name. Two columns of labels of a file are read in batches, and a lazy frame is grouped by its own
        engine, also by `by` and `cluster`: memory holds the pairs of labels, not the rows. Of more than two million
        rows files are also read in batches for two columns of measurements, for labels with `by` or `cluster`, and for
        scores. A lazy frame of so many rows is added up by its engine, of Polars and DuckDB in part read in batches; it
        is collected only with `exact`. Of too many different scores numbers then have certain bounds.
    labels : sequence, optional
        All classes in their order; of two the second is the positive one.
    pos_label : label, optional
        The positive one of two classes. Default: see Notes.
    sample_weight : array-like of shape (n,), or a column name, optional
        One weight a row.
    task : {"binary", "multiclass", "ordinal", "continuous"}, optional
        Default: found out from the columns; the page says what was found. Two columns with more than 30 different
        numbers that are not whole are continuous ratings.
    missing : {"raise", "drop"}
        What to do with rows where any of the columns has no value.
    level : float or None
        The nominal coverage of the intervals; None for none.
    cluster : array-like of shape (n,), or a column name, optional
        Which rows belong together (patients, documents); intervals allow for it.
    by : array-like of shape (n,), or a column name or a list of them, optional
        Groups of rows (of several columns, each combination is one): the main metrics are also computed for each group,
        and each group is tested against the rest; see `Evaluation.groups`. A missing group is a missing value.
    simultaneous : {"bonferroni", "max-t"}, optional
        Widen the intervals of the groups, and those of the classes, so that all those of one metric hold at once with
        the probability `level`. Default: each holds by itself.
    adjust : {"holm", "fdr", "fdr-by"} or None
        How the p-values of the groups are adjusted for their number, metric by metric.
    exact : bool or "auto"
        Of files with so many different scores that they are counted in buckets: read them a second time, through
        temporary files of 8 bytes a row, for an exact ROC AUC, average precision and Kolmogorov-Smirnov statistic; a
        lazy frame of another engine does so in a further query. With ``"auto"`` if the certain bounds of the ROC AUC
        are wider than a fifth of its standard error. Of files with one score a class, and of such lazy frames with one
        score a class, weights, groups or clusters True reads the columns as a whole.
    progress : callable, optional
        Called with how far the reading of files has got.

    Returns
    -------
    Evaluation
        Prints as one page; `Evaluation.to_html`, `Evaluation.to_json`; ``["roc_auc"]`` gives one result. Metrics
        that are undefined on these data are listed with the reason.

    Raises
    ------
    InputError
        If the columns cannot be evaluated; a subclass and its message say why and what to do.

    Notes
    -----
    Of a truth of one class the page has what is defined, and says what is not. Where one label alone occurs, 0, 1, -1,
    False and True have their usual other class; scores of any other need `labels` or `pos_label`.

    If `pos_label` is not given, the positive class is the second declared label, the last category, True, the larger
    number, the usual word (yes, true, positive, present); of other names the class with fewer rows, a guess that the
    page points out.

    Scores are taken as probabilities where all lie within 0 and 1 (and rows of several sum to 1). Without
    predicted labels a probability of 0.5 or more predicts the positive class, and the largest of several scores
    its class.

    Intervals are those of ``metric.interval``, by the default method of each metric. They are computed from the same
    states as the values, and left out where they would need resampled rows or more than two million scores.

    Examples
    --------
    >>> import concordant
    >>> page = concordant.evaluate(["no", "no", "yes", "yes"], y_score=[0.1, 0.6, 0.4, 0.9])
    >>> page.task, page.pos_label, page["roc_auc"].value
    ('binary', 'yes', 0.75)
    """
    roles = (y_true, y_pred, y_score, sample_weight)
    how: Any = {"missing": missing, "cluster": cluster, "by": by, "exact": exact, "progress": progress}
    chances = Chances(level, simultaneous, adjust)
    return _evaluated(*roles, data, labels, pos_label, task, chances, **how)


def evaluate_states(
    y_true: Column,
    y_pred: Column | None = None,
    y_score: Any = None,
    *,
    data: Any = None,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    task: Task | None = None,
    level: float | None = 0.95,
    **how: Any,
) -> Evaluation:
    """
    Evaluate as `evaluate` does, but compute no metric: for a caller that takes a few of them by `measure`.

    The page holds the states, what was assumed and the labels; its results and remarks are empty.
    """
    roles = (y_true, y_pred, y_score, sample_weight)
    return _evaluated(*roles, data, labels, pos_label, task, Chances(level, None, "holm", listed=False), **how)


def _evaluated(
    y_true: Column,
    y_pred: Column | None,
    y_score: Any,
    sample_weight: Column | None,
    data: Any,
    labels: Sequence[Label] | None,
    pos_label: Label | None,
    task: Task | None,
    chances: Chances,
    *,
    missing: Missing = "raise",
    cluster: Column | None = None,
    by: Column | Sequence[str] | None = None,
    exact: Exact = False,
    progress: Callable[..., Any] | None = None,
) -> Evaluation:
    """Check the options, find the columns, and evaluate them as what they are."""
    if missing not in ("raise", "drop"):
        msg = f'missing must be "raise" or "drop", not {missing!r}.'
        raise OptionError(msg)
    if chances.level is not None:
        check_level(chances.level)
    if chances.simultaneous is not None:
        check_simultaneous(chances.simultaneous)
    check_adjust(chances.adjust)
    if not (isinstance(exact, bool) or exact == "auto"):
        msg = f'exact must be True, False or "auto", not {exact!r}.'
        raise OptionError(msg)
    look = None if task == "continuous" else look_for(task, labels)
    of_two = (labels, pos_label) if task in (None, "binary") else None
    how: Any = {"cluster": cluster, "by": by, "look": look, "missing": missing, "of_two": of_two, "exact": exact}
    how["of_classes"] = (labels, task)
    with nullcontext() if data is None else reported("reading rows", progress) as tell:
        columns = collect_columns(y_true, y_pred, y_score, sample_weight, data, tell, **how)
    unknown = task is None and labels is None and columns.times is None  # groups are of labels
    if task == "continuous" or columns.sums is not None or (unknown and look_continuous(columns)):
        if labels is not None or pos_label is not None:
            msg = "task='continuous' has no labels: leave out labels= and pos_label=."
            raise OptionError(msg)
        page = evaluate_measurements(columns, missing, chances)
    else:
        page = evaluate_classes(columns, labels, pos_label, task, missing, chances)
    if isinstance(data, Scan):
        page = replace(page, remarks=(*page.remarks, *about_left_out(data.left_out)))
    return page if data is None else replace(page, columns=roles_of(columns)).in_columns()


def roles_of(columns: Columns) -> dict[str, str | tuple[str, ...]]:
    """Return which columns play which role, by their names."""
    roles: dict[str, str | tuple[str, ...]] = {"truth": columns.truth_name}
    if columns.pred is not None:
        roles["prediction"] = columns.pred_name
    if columns.score_names:
        roles["score"] = columns.score_names
    if columns.weights is not None:
        roles["weight"] = columns.weight_name
    if columns.cluster is not None:
        roles["cluster"] = columns.cluster_name
    added = columns.scored or columns.classed
    if columns.by is not None or (added is not None and added.groups):
        roles["group"] = columns.by_name
    return roles
