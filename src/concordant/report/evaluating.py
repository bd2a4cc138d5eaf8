"""evaluate: from columns to the whole page, each state made once."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from concordant.engines.arrays import counts_of_groups
from concordant.errors import ContinuousLabelsError, OptionError
from concordant.inference.intervals.simultaneous import check_simultaneous
from concordant.inference.quantiles import check_level
from concordant.inputs.arrays import same_length
from concordant.inputs.label_values import check_missing_labels
from concordant.inputs.labels import LabelRows
from concordant.inputs.scores import MeasurementRows, measurement_column
from concordant.metrics.arithmetic import check_finite
from concordant.metrics.definition.options import knowing_its_options
from concordant.names import require_choice
from concordant.report.columns import collect_columns
from concordant.report.evaluation import Evaluation
from concordant.report.groups import IntervalOptions, take_groups, take_groups_of_states
from concordant.report.records import ClassBalance, PageStates, Result
from concordant.report.results import take_balance, take_per_class, take_results
from concordant.report.rows import PageRows, Rows, check_rows
from concordant.report.scoring import Scoring, find_scoring
from concordant.report.task import Classes, Task, columns_are_continuous, find_classes, find_positive, find_task
from concordant.report.uncertainty import Uncertainty, enough
from concordant.result.comparisons import ADJUSTED, Adjust
from concordant.result.intervals import Simultaneous
from concordant.result.record import counted
from concordant.result.wording import count, label_text, number, quoted, quoted_list
from concordant.settings import progress_of
from concordant.sources.batches import warn_of_spellings
from concordant.sources.remote import RemoteScan
from concordant.sources.source import Columns, Scan, rows_placed
from concordant.states import Counts, Moments
from concordant.typing import Column, Frame, Label, Missing

_FRACTION = re.compile(r"[+-]?\d*[.,]\d+")


@knowing_its_options("concordant")
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
    threshold: float | None = None,
    missing: Missing = "raise",
    missing_labels: Sequence[Label] = (),
    level: float | None = 0.95,
    cluster: Column | None = None,
    by: Column | Sequence[str] | None = None,
    simultaneous: Simultaneous | None = None,
    adjust: Adjust = "holm",
    exact: bool = False,
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
        Two classes: scores or probabilities of the positive one. Several classes: one column a class, named by its
        label (``p_cat``) or in the order of `labels`, or ``{class: column}``; also one column with a list of them
        in each row. Ordered classes: also one continuous score on the labels' scale.
    data : frame, Scan, str, Path, or list of paths, optional
        An eager or lazy frame (pandas, Polars, DuckDB, ...), what `concordant.scan` gives, or the path of a file or a
        folder of columns (CSV, Parquet, NDJSON, Arrow; ``*`` stands for any part of a name). The columns are then
        given by name. Two columns of labels of a file are read in batches, and a lazy frame is grouped by its own
        engine, also by `by` and `cluster`: memory holds the pairs of labels, not the rows. Of more than two million
        rows files are also read in batches for labels with `by` or `cluster`, and for scores, and so are frames of
        Polars and DuckDB for scores. Of too many different scores numbers then have guaranteed bounds. Other columns
        are read as a whole.
    labels : sequence, optional
        All classes in their order; of two the second is the positive one.
    pos_label : label, optional
        The positive one of two classes. Default: see Notes.
    sample_weight : array-like of shape (n,), or a column name, optional
        One weight a row.
    task : {"binary", "multiclass", "ordinal", "continuous"}, optional
        Default: found out from the columns; the page says what was found. Two columns with more than 30 different
        numbers that are not whole are continuous ratings.
    threshold : float, optional
        Where one score of two classes is to be cut: a score of so much or more predicts the positive class. Files are
        then read as a whole.
    missing : {"raise", "drop"}
        What to do with rows where any of the columns has no value.
    missing_labels : sequence
        Labels that stand for a missing one, such as ``["?"]``: rows where the truth or the prediction is one of them
        are left out and counted. Not of ratings on a scale, nor of scores that are added up batch by batch.
    level : float or None
        The nominal coverage of the intervals; None for none.
    cluster : array-like of shape (n,), or a column name, optional
        Which rows belong together (patients, documents); intervals allow for it.
    by : array-like of shape (n,), or a column name or a list of them, optional
        Groups of rows (of several columns, each combination is one): the main metrics are also computed for each group,
        and each group is tested against the rest; see `Evaluation.groups`. Any values make groups, decimals too;
        up to 200. A missing group is a missing value.
    simultaneous : {"bonferroni", "max-t"}, optional
        Widen the intervals of the groups, and those of the classes, so that all those of one metric hold at once with
        the probability `level`. Default: each holds by itself.
    adjust : {"holm", "fdr", "fdr-by"} or None
        How the p-values of the groups are adjusted for their number, metric by metric.
    exact : bool
        Read the columns of files, or of a lazy frame, as a whole, also where they have so many rows that scores are
        counted in buckets otherwise: 8 bytes a number. Then every number is exact.
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
    predicted labels and `threshold` a probability of 0.5 or more predicts the positive class, and the largest of
    several scores its class.

    Intervals are those of ``metric.interval``, by the default method of each metric. They are computed from the same
    states as the values, and left out where they would need resampled rows or more than two million scores.

    Examples
    --------
    >>> import concordant
    >>> page = concordant.evaluate(["no", "no", "yes", "yes"], y_score=[0.1, 0.6, 0.4, 0.9])
    >>> page.task, page.pos_label, page["roc_auc"].value
    ('binary', 'yes', 0.75)
    """
    intervals = IntervalOptions(level, simultaneous, adjust)
    _check(intervals, missing, exact)
    named: Any = {"cluster": cluster, "by": by, "task": task, "missing": missing, "exact": exact}
    named |= {"declared": lambda _: (labels, pos_label), "has_labels": labels is not None, "threshold": threshold}
    named["text"] = (*(() if labels is None else labels), pos_label)
    with nullcontext() if data is None else progress_of("reading rows", progress) as told:
        columns = collect_columns(y_true, y_pred, y_score, sample_weight, data, progress=told, **named)
    columns = replace(columns, missing_labels=check_missing_labels(missing_labels))
    how: Any = {"task": task, "missing": missing, "intervals": intervals, "named": data is not None}
    with rows_placed(data, y_true):
        page = evaluate_columns(columns, labels, pos_label, **how)
    if columns.source is not None and labels is None:
        warn_of_spellings(page.labels)
    return replace(page, remarks=(*page.remarks, *about_left_out(data.left_out))) if isinstance(data, Scan) else page


def _check(intervals: IntervalOptions, missing: str, exact: object) -> None:
    """Raise for options of `evaluate` that are none of their choices."""
    require_choice("missing", missing, ("raise", "drop"))
    if intervals.level is not None:
        check_level(intervals.level)
    if intervals.simultaneous is not None:
        check_simultaneous(intervals.simultaneous)
    require_choice("adjust", intervals.adjust, (*ADJUSTED, None))
    if not isinstance(exact, bool):
        raise OptionError(f"exact must be True or False, not {exact!r}.")


def evaluate_columns(
    columns: Columns,
    labels: Sequence[Label] | None,
    pos_label: Label | None,
    *,
    task: Task | None = None,
    missing: Missing = "raise",
    intervals: IntervalOptions,
    named: bool = True,
) -> Evaluation:
    """
    Evaluate columns as what they are; if they are `named` the page speaks of them by their names.

    Where `intervals` are not listed no metric is computed, for a caller that takes a few of them by `measure`: the page
    holds the states, what was assumed and the labels.
    """
    if columns.threshold is not None and columns.pred is not None and columns.scores is None:
        raise OptionError(
            "threshold= cuts a score, and y_pred means predicted labels: give scores as y_score instead of y_pred; "
            "beside labels leave threshold= out."
        )
    if columns.threshold is not None and (columns.pred is not None or columns.scores is None or task == "continuous"):
        raise OptionError("threshold= cuts one score of two classes where there are no predicted labels: leave it out.")
    if columns.threshold is not None:
        check_finite(columns.threshold, "threshold")
    if columns.missing_labels and (columns.scored or task == "continuous"):
        raise OptionError("missing_labels= is for rows of labels; these are added up, or numbers: leave the rows out.")
    unknown = task is None and labels is None and columns.times is None and not columns.missing_labels  # else labels
    if task == "continuous" or (unknown and columns_are_continuous(columns)):
        if labels is not None or pos_label is not None:
            raise OptionError("task='continuous' has no labels: leave out labels= and pos_label=.")
        page = _evaluate_measurements(columns, missing, intervals)
    else:
        page = _evaluate_classes(columns, labels, pos_label, task, missing, intervals)
    return replace(page, columns=_roles_of(columns)).in_columns() if named else page


def _roles_of(columns: Columns) -> dict[str, str | tuple[str, ...]]:
    """Return which columns play which role, by their names."""
    grouped = columns.by is not None or (columns.scored is not None and columns.scored.groups)
    roles = {
        "truth": columns.truth_name,
        "prediction": None if columns.pred is None else columns.pred_name,
        "score": columns.score_names or None,
        "weight": None if columns.weights is None else columns.weight_name,
        "cluster": None if columns.cluster is None else columns.cluster_name,
        "group": columns.by_name if grouped else None,
    }
    return {role: name for role, name in roles.items() if name is not None}


def _evaluate_classes(
    columns: Columns,
    labels: Sequence[Label] | None,
    pos_label: Label | None,
    task: Task | None,
    missing: Missing,
    intervals: IntervalOptions,
) -> Evaluation:
    """Return the page of labels and scores, whether as rows or added up."""
    rows, level = check_rows(columns, missing), intervals.level
    classes = find_classes(rows, labels, columns, pos_label)
    added = columns.scored
    kind, assumptions = find_task(classes, rows.score_columns if added is None else len(columns.score_names), task)
    pair = _pair(classes, kind, pos_label, assumptions)
    scoring = None
    if added is not None or rows.scores is not None:
        scoring = find_scoring(rows, classes, kind, pair, columns)
        assumptions += scoring.notes
    counts: Counts | None = classes.counts
    predicted = None
    if scoring is not None and rows.pred is None:
        predicted = scoring.predicted
        counts = None if predicted is None else _counts_of(predicted[0], rows, classes)
        assumptions.append(_NO_LABELS if predicted is None else predicted[1])
    if counts is not None and rows.pred is not None:
        assumptions += _about_strangers(counts, columns)
    if pair is not None and counts is not None:
        counts = counts.binary(pair[1])
    assumptions += _about_rows(rows, classes, columns)
    states = PageStates() if scoring is None else scoring.states
    if predicted is not None:
        threshold = 0.5 if columns.threshold is None else columns.threshold
        states = replace(states, cut=predicted[1], threshold=None if pair is None else threshold)
    states = replace(states, counts=counts)
    shown = classes.labels if pair is None else pair
    balance = take_balance(classes.counts, counts, shown)
    needs_rows = added is None and (rows.cluster is not None or _needs_rows(states, intervals))
    page_rows = _page_rows(rows, classes, scoring, shown) if needs_rows or rows.by is not None else None
    uncertainty = None
    if level is not None:
        few = rows.weights is not None or (added is not None and added.several)  # whose states do not tell enough
        uncertainty = Uncertainty(
            level,
            states,
            page_rows if needs_rows else None,
            simultaneous=intervals.simultaneous,
            rows=rows.n if added is not None and few else None,
        )
    page = _page(
        columns,
        kind,
        states,
        uncertainty,
        intervals,
        assumptions,
        positive=None if pair is None else label_text(pair[1], 40),
        n=rows.n,
        n_missing=rows.missing,
        weighted=rows.weights is not None,
    )
    groups, name = None, label_text(columns.by_name, 40)
    if rows.by is not None and page_rows is not None:
        groups = take_groups(rows.by, name, page_rows, page.results, intervals)
    if added is not None and added.groups:
        groups = take_groups_of_states(added.groups, name, shown, page.results, rows, kind, intervals)
    plain = _plain_remarks(kind, balance, page.results, counts) if intervals.listed else ()
    open_ends = _about_bounds(page.results)
    return replace(
        page,
        remarks=(*plain, *open_ends, *page.remarks),
        labels=shown,
        pos_label=None if pair is None else pair[1],
        balance=balance,
        per_class=take_per_class(states, uncertainty) if intervals.listed and kind != "binary" else (),
        groups=groups,
    )


def pages_of_groups(page: Evaluation) -> Iterator[tuple[Label, Evaluation]]:
    """Yield each group of a page with the page of its rows, whose metrics are listed if those of all rows are."""
    positive = None if page.pos_label is None else label_text(page.pos_label, 40)
    for group in () if page.groups is None else page.groups.groups:
        taken: PageStates = group.uncertainty.taken
        uncertainty = None if page.level is None else group.uncertainty.at(page.level)
        results = take_results(taken, page.task, positive, uncertainty) if page.results else ()
        part: Any = {"taken": taken, "counts": taken.counts, "curve": taken.curve, "n": group.n, "groups": None}
        yield group.label, replace(page, results=results, uncertainty=uncertainty, **part).in_columns()


def _page(
    columns: Columns,
    kind: Task,
    states: PageStates,
    uncertainty: Uncertainty | None,
    intervals: IntervalOptions,
    assumptions: Sequence[str],
    *,
    positive: str | None = None,
    **rows: Any,
) -> Evaluation:
    """The page of some states, with its metrics; `rows` are the fields that say how many rows there are."""
    results = take_results(states, kind, positive, uncertainty) if intervals.listed else ()
    return Evaluation(
        task=kind,
        assumptions=tuple(assumptions),
        remarks=tuple(_about_intervals(results)),
        results=results,
        counts=states.counts,
        curve=states.curve,
        probabilities=bool(states.losses),
        source=columns.source,
        taken=states,
        level=intervals.level,
        uncertainty=uncertainty,
        **rows,
    )


def _pair(classes: Classes, kind: Task, pos_label: Label | None, assumptions: list[str]) -> tuple[Label, Label] | None:
    """The negative and the positive label of a binary task, and add to the assumptions why."""
    if kind == "binary":
        pair, sentence = find_positive(classes, pos_label)
        assumptions.append(sentence)
        return pair
    if pos_label is not None:
        some = ", ".join(map(repr, classes.labels[:6])) + (", ..." if len(classes.labels) > 6 else "")
        msg = f"pos_label={pos_label!r} belongs to two classes, but the task is {kind!r}: the labels are {some}."
        raise OptionError(msg)
    return None


_NO_LABELS = (
    "No predicted labels were given, and such scores have no natural threshold: metrics of labels are left out. With "
    "threshold= they are those of a chosen one."
)


def _counts_of(predicted: NDArray[Any], rows: Rows, classes: Classes) -> Counts:
    """Truth against labels that follow from scores."""
    true = classes.true.astype(np.int64, copy=False)
    names, ordered = (classes.labels, classes.labels), classes.order != "none"
    every = LabelRows(true, predicted, *names, ordered, False, rows.weights, rows.missing, times=rows.times)
    return counts_of_groups(every, rows.squares)


def _needs_rows(of_page: PageStates, intervals: IntervalOptions) -> bool:
    """Whether a state does not tell how much its rows vary; a list is the same for files, where labels are cells."""
    if intervals.level is None:
        return False
    counts = None if intervals.listed else of_page.counts
    states = (counts, of_page.curve, of_page.measurements, *of_page.losses.values())
    return any(state is not None and not enough(state) for state in states)


def _page_rows(rows: Rows, classes: Classes, scoring: Scoring | None, shown: tuple[Label, ...]) -> PageRows:
    """The rows once more, labels as codes of the classes that the page shows."""
    code = np.array([shown.index(label) for label in classes.labels], np.intp)
    predicted = classes.pred if rows.pred is not None else None
    if scoring is not None and scoring.predicted is not None:
        predicted = scoring.predicted[0]
    return PageRows(
        shown,
        classes.order != "none" or len(shown) == 2,
        code[classes.true.astype(np.intp, copy=False)],
        None if predicted is None else code[predicted.astype(np.intp, copy=False)],
        rows.weights,
        None if scoring is None else scoring.rows,
        () if scoring is None else tuple(scoring.states.losses),
        None if scoring is None else scoring.measurements,
        None if rows.cluster is None else rows.cluster.values,
        rows.times,
        rows.squares,
    )


def _about_rows(rows: Rows, classes: Classes, columns: Columns) -> list[str]:
    sentences = []
    occurring = np.flatnonzero(classes.counts.row_totals)
    if len(occurring) == 1:
        only = quoted(classes.labels[occurring[0]])
        sentences.append(f"The truth holds one class only, {only}: what needs rows of two classes is undefined.")
    total = None if rows.weights is None else f"{count(classes.counts.n)}): every count is a sum of weights"
    return [*sentences, *_about_columns(columns, rows, total)]


def _about_columns(columns: Columns, rows: Rows, total: str | None) -> Iterator[str]:
    """How many rows were dropped, what they weigh, and which of them belong together."""
    if rows.missing:
        dropped = counted(rows.missing, "row was", "rows were")
        marks = f", or {quoted_list(columns.missing_labels)}" if columns.missing_labels else ""
        yield f"{dropped} dropped because a value was missing{marks}; {rows.n:,} are left."
    if total is not None:
        yield f"Rows are weighted by {label_text(columns.weight_name, 40)} (sum {total}."
    if rows.cluster is not None:
        clusters, name = len(np.unique(rows.cluster.values)), label_text(columns.cluster_name, 40)
        yield f"Rows of one {name} belong together ({clusters:,} clusters): the intervals allow for it."


def _about_strangers(counts: Counts, columns: Columns) -> list[str]:
    """
    Say that no row can be right, as the two columns have no label in common.

    Raises
    ------
    ContinuousLabelsError
        If the predictions are numbers that were read as text.
    """
    sides = [
        {label for label, many in zip(counts.labels, totals.tolist(), strict=True) if many}
        for totals in (counts.row_totals, counts.column_totals)
    ]
    true, predicted = sides
    if true & predicted or not (true and predicted):
        return []
    numbers = [label for label in predicted if isinstance(label, str) and _FRACTION.fullmatch(label.strip())]
    some = quoted_list(sorted(predicted, key=str)[:3])
    shown = f"no label of {columns.pred_name} ({some}) is one of {columns.truth_name}"
    if len(predicted) > 2 and len(numbers) >= len(predicted) - 1:  # beside a word such as NA
        msg = f"{shown}: these are numbers, and no predicted labels. Take the column as a score."
        raise ContinuousLabelsError(msg)
    return [f"{shown[0].upper()}{shown[1:]}: every row counts as wrong."]


def _evaluate_measurements(columns: Columns, missing: Missing, intervals: IntervalOptions) -> Evaluation:
    """Return the page of two columns of numbers."""
    other, other_name = _other(columns)
    names = (columns.truth_name, other_name)
    rows = _rows_of_numbers(columns, other, names, missing)
    first, second = np.ascontiguousarray(np.asarray(rows.scores).T)
    measured = MeasurementRows(first, second, rows.weights, rows.missing)
    cluster = None if rows.cluster is None else rows.cluster.values
    page_rows = PageRows((), True, rows.true.values, None, rows.weights, measurements=measured, cluster=cluster)
    states, uncertainty = PageStates(measurements=Moments.from_measurement_rows(measured)), None
    if intervals.level is not None:
        uncertainty = Uncertainty(intervals.level, states, page_rows, simultaneous=intervals.simultaneous)
    size: Any = {"n": rows.n, "n_missing": rows.missing, "weighted": rows.weights is not None}
    page = _page(columns, "continuous", states, uncertainty, intervals, [*_about_ratings(names, rows, columns)], **size)
    if rows.by is None:
        return page
    name = label_text(columns.by_name, 40)
    return replace(page, groups=take_groups(rows.by, name, page_rows, page.results, intervals))


def _rows_of_numbers(columns: Columns, other: Any, names: tuple[str, str], missing: Missing) -> Rows:
    """Check two columns of numbers, as scores of two columns beside labels that are all the same."""
    pair = [measurement_column(column, name) for column, name in zip((columns.truth, other), names, strict=True)]
    same_length(pair[0], pair[1], names)
    none = np.zeros(len(pair[0]), np.int8)
    return check_rows(replace(columns, truth=none, pred=None, scores=np.stack(pair).T, score_names=names), missing)


def _other(columns: Columns) -> tuple[Any, str]:
    """The second rating: the prediction, or the one score."""
    if columns.pred is not None and columns.scores is not None:
        raise OptionError("task='continuous' compares two columns of numbers: give y_pred or y_score, not both.")
    if columns.pred is not None:
        return columns.pred, columns.pred_name
    if len(columns.score_names) > 1:
        msg = f"task='continuous' compares two columns of numbers, and there are {len(columns.score_names)} scores."
        raise OptionError(msg)
    return columns.scores, columns.score_names[0] if columns.score_names else "y_score"


def _about_ratings(names: tuple[str, str], rows: Rows, columns: Columns) -> Iterator[str]:
    first, second = (label_text(name, 40) for name in names)
    yield f"Continuous: {first} and {second} are taken as two ratings of the same rows on one scale."
    yield from _about_columns(columns, rows, None if rows.weights is None else f"{count(float(rows.weights.sum()))})")


def _plain_remarks(
    task: Task, balance: Mapping[Label, ClassBalance], results: tuple[Result, ...], counts: Counts | None
) -> tuple[str, ...]:
    """Sentences that help to read the numbers."""
    sentences = []
    if counts is not None:
        largest = max(balance, key=lambda label: balance[label].true)
        share = number(balance[largest].true_share, 3)
        constant = f"Always answering {quoted(largest)}, the most frequent class"
        sentences.append(f"{constant}, would be right in {share} of the rows.")
    positive = list(balance.values())[-1]
    ranked = any(result.name == "average_precision" and result.defined for result in results)
    if task == "binary" and ranked:
        sentences.append(
            "Scores without any skill have an average precision of about "
            f"{number(positive.true_share, 3)}, the share of the positive class."
        )
    absent = [label for label, share in balance.items() if not share.true]
    if absent:
        sentences.append(f"Never in the truth: {quoted_list(absent)}.")
    unpredicted = [label for label, share in balance.items() if share.predicted is not None and not share.predicted]
    if unpredicted:
        sentences.append(f"Never predicted: {quoted_list(unpredicted)}.")
    return tuple(sentences)


def about_left_out(left_out: Mapping[str, str]) -> tuple[str, ...]:
    """Name the damaged files whose rows are not in the numbers."""
    if not left_out:
        return ()
    files = "One file is damaged and is" if len(left_out) == 1 else f"{len(left_out)} files are damaged and are"
    shown = " ".join(list(left_out.values())[:5])
    more = f" And {len(left_out) - 5} more." if len(left_out) > 5 else ""
    return (f"{files} NOT in these numbers: {shown}{more}",)


def _about_bounds(results: Sequence[Result]) -> Iterator[str]:
    """Which numbers the buckets of their scores leave more open than they should, and what exact=True would do."""
    wide = []
    for result in results:
        if result.bounds is not None and result.defined:
            error = math.nan if result.interval is None else result.interval.se
            error = error if error > 0 else 1e-3  # of one that is not known
            wide += [result.title] if result.bounds.width / 2 > error / 10 else []
    if not wide:
        return
    titles = " and ".join(wide)
    are = "are" if len(wide) > 1 else "is"
    yield (
        f"{titles} {are} known less exactly than to a tenth of the standard error. exact=True brings the columns into "
        "memory and gives exact values."
    )


def _about_intervals(results: Sequence[Result]) -> Iterator[str]:
    """How to read the intervals, if there are any."""
    bounded = [result.interval for result in results if result.bounded and result.interval is not None]
    if bounded:
        level = 100 * bounded[0].level
        yield (
            f"The intervals are {level:g} % confidence intervals: if you took many samples like this one, "
            f"about {level:g} % of their intervals would cover the true value."
        )
