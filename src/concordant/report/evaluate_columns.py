"""evaluate: from columns to the whole page, each state made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from concordant.engines.arrays import counts_of_groups
from concordant.errors import ContinuousLabelsError, OptionError
from concordant.inference.comparisons.adjusting import check_adjust
from concordant.inference.intervals.simultaneous import check_simultaneous
from concordant.inference.quantiles import check_level
from concordant.inputs.labels import LabelRows
from concordant.inputs.remote_scan import RemoteScan
from concordant.inputs.scan import Scan
from concordant.long_work import reported
from concordant.report.checked_rows import Rows, check_rows
from concordant.report.collected_columns import collect_columns
from concordant.report.evaluate_measurements import evaluate_measurements
from concordant.report.evaluation import Evaluation
from concordant.report.given_columns import Columns
from concordant.report.group_results import Chances, take_groups, take_groups_of_states
from concordant.report.material import Material, Taken
from concordant.report.order_wanted import Exact
from concordant.report.positive import find_positive
from concordant.report.remarks import about_bounds, about_checkpoints, about_intervals, about_left_out, plain_remarks
from concordant.report.scoring import Scoring, find_scoring, predicted_codes
from concordant.report.taking import take_balance, take_per_class, take_results
from concordant.report.task import Classes, Task, find_classes, find_task, look_continuous, look_for
from concordant.report.uncertainty import Uncertainty, enough
from concordant.report.written_values import count, label_text
from concordant.result.comparison import Adjust
from concordant.result.interval import Simultaneous
from concordant.states import Counts
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
        If the columns cannot be evaluated; a subclass and its message say why and what to do. The truth must
        hold at least two classes, unless `labels` declares those that do not occur.

    Notes
    -----
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
    checkpoints = data.files[0].checkpoints if isinstance(data, Scan) else None
    if checkpoints is not None:
        checkpoints.begin_run()
    with nullcontext() if data is None else reported("reading rows", progress) as tell:
        columns = collect_columns(y_true, y_pred, y_score, sample_weight, data, tell, **how)
    unknown = task is None and labels is None and columns.times is None  # groups are of labels
    if task == "continuous" or columns.sums is not None or (unknown and look_continuous(columns)):
        if labels is not None or pos_label is not None:
            msg = "task='continuous' has no labels: leave out labels= and pos_label=."
            raise OptionError(msg)
        page = evaluate_measurements(columns, missing, chances)
    else:
        page = page_of_classes(columns, labels, pos_label, task, missing, chances)
    if isinstance(data, Scan):
        page = replace(page, remarks=(*page.remarks, *about_left_out(data.left_out), *about_checkpoints(checkpoints)))
    if checkpoints is not None:
        checkpoints.remove()
    return page if data is None else replace(page, columns=roles_of(columns)).in_columns()


def page_of_classes(
    columns: Columns,
    labels: Sequence[Label] | None,
    pos_label: Label | None,
    task: Task | None,
    missing: Missing,
    chances: Chances,
) -> Evaluation:
    """Return the page of labels and scores, whether as rows or added up."""
    rows, level = check_rows(columns, missing), chances.level
    classes = _found_classes(rows, labels, columns)
    kind, said = find_task(classes, rows.score_columns if columns.classed is None else len(columns.score_names), task)
    pair = _found_pair(classes, kind, pos_label, said)
    scoring = find_scoring(rows, classes, kind, pair, columns)
    counts, predicted, cut = _counts(rows, classes, scoring, said)
    if pair is not None and counts is not None:
        counts = counts.binary(pair[1])
    said += _about_rows(rows, classes, columns)
    taken = Taken(counts)
    if scoring is not None:
        known = (scoring.curve, scoring.losses, scoring.measurements, cut, scoring.exact, scoring.buckets)
        taken = Taken(counts, *known)
    shown = classes.labels if pair is None else pair
    balance = take_balance(classes.counts, counts, shown)
    added = columns.scored or columns.classed
    gone = added is not None
    needs_rows = not gone and (rows.cluster is not None or (level is not None and _needs_rows(taken)))
    material = _material(rows, classes, scoring, shown, predicted) if needs_rows or rows.by is not None else None
    uncertainty = None
    if level is not None:
        few = rows.weights is not None or columns.classed is not None  # of which the states do not tell enough
        unknown = rows.n if gone and few else None
        rows_of_it = material if needs_rows else None
        of_them: Any = {"rows": unknown, "clusters": None if added is None else added.clusters}
        uncertainty = Uncertainty(level, taken, rows_of_it, simultaneous=chances.simultaneous, **of_them)
    positive = None if pair is None else label_text(pair[1], 40)
    results = take_results(taken, kind, positive, uncertainty) if chances.listed else ()
    groups = None
    if rows.by is not None and material is not None:
        groups = take_groups(rows.by, label_text(columns.by_name, 40), material, results, kind, chances)
    if added is not None and added.groups:
        of_each = (added.groups, label_text(columns.by_name, 40), shown, results, rows, kind, added.where)
        groups = take_groups_of_states(*of_each, chances)
    return Evaluation(
        task=kind,
        assumptions=tuple(said),
        remarks=(
            *(plain_remarks(kind, balance, results, counts) if chances.listed else ()),
            *about_bounds(results, None if added is None or rows.weights is not None else added.if_exact),
            *([] if level is None else about_intervals(results)),
        ),
        n=rows.n,
        n_missing=rows.missing,
        weighted=rows.weights is not None,
        labels=shown,
        pos_label=None if pair is None else pair[1],
        balance=balance,
        results=results,
        per_class=take_per_class(taken, uncertainty) if chances.listed and kind != "binary" else (),
        counts=counts,
        curve=taken.curve,
        probabilities=bool(taken.losses),
        source=columns.source,
        taken=taken,
        level=level,
        groups=groups,
        uncertainty=uncertainty,
    )


def _found_classes(rows: Rows, labels: Sequence[Label] | None, columns: Columns) -> Classes:
    try:
        return find_classes(rows, labels, columns)
    except ContinuousLabelsError as error:
        msg = f"{error} To take both columns as continuous ratings, say task='continuous'."
        raise ContinuousLabelsError(msg) from error


def _found_pair(classes: Classes, kind: Task, pos_label: Label | None, said: list[str]) -> tuple[Label, Label] | None:
    """The negative and the positive label of a binary task, and add to `said` why."""
    if kind == "binary":
        pair, sentence = find_positive(classes, pos_label)
        said.append(sentence)
        return pair
    if pos_label is not None:
        some = ", ".join(map(repr, classes.labels[:6])) + (", ..." if len(classes.labels) > 6 else "")
        msg = f"pos_label={pos_label!r} belongs to two classes, but the task is {kind!r}: the labels are {some}."
        raise OptionError(msg)
    return None


def _counts(
    rows: Rows, classes: Classes, scoring: Scoring | None, said: list[str]
) -> tuple[Counts | None, NDArray[Any] | None, str | None]:
    """
    Truth against prediction, and add to `said` what the scores are and where predictions come from.

    Where the predicted labels follow from scores: also these, as places among the classes, and in words how.
    """
    if scoring is not None:
        said += scoring.said
    if rows.pred is not None or scoring is None:
        return classes.counts, None, None
    found = predicted_codes(scoring, classes.labels)
    if found is None:
        said.append(
            "No predicted labels were given, and such scores have no natural threshold: metrics of labels are left out."
        )
        return None, None, None
    said.append(found[1])
    true = classes.true.astype(np.int64, copy=False)
    names, ordered = (classes.labels, classes.labels), classes.order != "none"
    every = LabelRows(true, found[0], *names, ordered, False, rows.weights, rows.missing, times=rows.times)
    return counts_of_groups(every, rows.squares), *found


def _needs_rows(taken: Taken) -> bool:
    """Whether a state does not tell how much its rows vary."""
    states = (taken.curve, taken.measurements, *taken.losses.values())
    return any(state is not None and not enough(state) for state in states)


def _material(
    rows: Rows, classes: Classes, scoring: Scoring | None, shown: tuple[Label, ...], predicted: NDArray[Any] | None
) -> Material:
    """The rows once more, labels as places among the classes that the page shows."""
    place = np.array([shown.index(label) for label in classes.labels], np.intp)
    if predicted is None and rows.pred is not None:
        predicted = classes.pred
    return Material(
        shown,
        classes.order != "none" or len(shown) == 2,
        place[classes.true.astype(np.intp, copy=False)],
        None if predicted is None else place[predicted.astype(np.intp, copy=False)],
        rows.weights,
        None if scoring is None else scoring.rows,
        () if scoring is None else tuple(scoring.losses),
        None if scoring is None else scoring.measurement_rows,
        None if rows.cluster is None else rows.cluster.values,
        rows.times,
        rows.squares,
    )


def _about_rows(rows: Rows, classes: Classes, columns: Columns) -> list[str]:
    said = []
    if rows.missing:
        s = "s were" if rows.missing > 1 else " was"
        said.append(f"{rows.missing:,} row{s} dropped because a value was missing; {rows.n:,} are left.")
    if rows.weights is not None:
        total = count(classes.counts.n)
        name = label_text(columns.weight_name, 40)
        said.append(f"Rows are weighted by {name} (sum {total}): every count is a sum of weights.")
    if rows.cluster is not None:
        clusters = len(np.unique(rows.cluster.values))
        name = label_text(columns.cluster_name, 40)
        said.append(f"Rows of one {name} belong together ({clusters:,} clusters): the intervals allow for it.")
    return said


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
