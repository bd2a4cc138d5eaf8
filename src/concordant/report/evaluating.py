"""evaluate: from columns to the whole page, each state made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from concordant.errors import OptionError
from concordant.report.classes import Classes, find_classes
from concordant.report.columns import Columns, collect_columns
from concordant.report.evaluation import Evaluation
from concordant.report.positive import find_positive
from concordant.report.remarks import plain_remarks
from concordant.report.rows import Rows, check_rows
from concordant.report.scoring import Scoring, find_scoring, predicted_counts
from concordant.report.taking import Taken, take_balance, take_per_class, take_results
from concordant.report.task import Task, find_task
from concordant.report.wording import count, label_text
from concordant.states import Counts, Curve, CurveStack
from concordant.typing import Column, Frame, Label, Missing


def evaluate(
    y_true: Column,
    y_pred: Column | None = None,
    y_score: Any = None,
    *,
    data: Frame | str | Path | Sequence[str | Path] | None = None,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    task: Task | None = None,
    missing: Missing = "raise",
    progress: Callable[..., Any] | None = None,
) -> Evaluation:
    """
    Find out what the columns are, take the metrics that fit, and say what was assumed.

    Parameters
    ----------
    y_true : array-like of shape (n,), or the name of a column of `data`
        The truth, or the first rater: labels of two or more classes.
    y_pred : array-like of shape (n,), or a column name, optional
        Predicted labels, or the second rater.
    y_score : array-like of shape (n,) or (n, K), or one or several column names, optional
        Two classes: scores or probabilities of the positive one. Several classes: one column a class, in the
        order of `labels`. Ordered classes: also one continuous score on the scale of the labels.
    data : frame, str, Path, or list of paths, optional
        An eager or lazy frame (pandas, Polars, DuckDB, ...), or the path of a file of columns (CSV, Parquet,
        NDJSON, Arrow; ``*`` stands for any part of a name). The columns are then given by name.
    labels : sequence, optional
        All classes in their order; of two the second is the positive one.
    pos_label : label, optional
        The positive one of two classes. Default: see Notes.
    sample_weight : array-like of shape (n,), or a column name, optional
        One weight a row.
    task : {"binary", "multiclass", "ordinal"}, optional
        Default: find out; the page says what was found.
    missing : {"raise", "drop"}
        What to do with rows where any of the columns has no value.
    progress : callable, optional
        Told how far the reading of files got.

    Returns
    -------
    Evaluation
        Prints as one page; `Evaluation.to_html`, `Evaluation.to_json`; ``["roc_auc"]`` gives one result. Metrics
        that are undefined on these data stand there with the reason.

    Raises
    ------
    InputError
        If the columns cannot be evaluated; a subclass and its message say why and what to do. The truth must
        hold at least two classes, unless `labels` declares those that do not occur.

    Notes
    -----
    The positive class, if it is not said: the second declared label, the last category, True, the larger number,
    the usual word (yes, true, positive, present); of other names the class with fewer rows, a guess that the
    page points out.

    Scores are taken as probabilities where all lie within 0 and 1 (and rows of several sum to 1). Without
    predicted labels a probability of 0.5 or more predicts the positive class, and the largest of several scores
    its class.

    Examples
    --------
    >>> import concordant
    >>> page = concordant.evaluate(["no", "no", "yes", "yes"], y_score=[0.1, 0.6, 0.4, 0.9])
    >>> page.task, page.pos_label, page["roc_auc"].value
    ('binary', 'yes', 0.75)
    """
    if missing not in ("raise", "drop"):
        msg = f'missing must be "raise" or "drop", not {missing!r}.'
        raise OptionError(msg)
    columns = collect_columns(y_true, y_pred, y_score, sample_weight, data, progress)
    rows = check_rows(columns, missing)
    classes = find_classes(rows, labels, columns)
    kind, said = find_task(classes, rows.score_columns, task)
    pair = None
    if kind == "binary":
        pair, sentence = find_positive(classes, pos_label)
        said.append(sentence)
    elif pos_label is not None:
        msg = f"pos_label={pos_label!r} belongs to two classes, but the task is {kind!r}."
        raise OptionError(msg)
    scoring = None if rows.scores is None else find_scoring(rows, classes, kind, pair, columns)
    counts = _counts(rows, classes, scoring, said)
    if pair is not None and counts is not None:
        counts = counts.binary(pair[1])
    said += _about_rows(rows, classes, columns)
    taken = Taken(counts) if scoring is None else Taken(counts, _curve(scoring), scoring.losses, scoring.ratings)
    shown = classes.labels if pair is None else pair
    balance = take_balance(classes.counts, counts, shown)
    results = take_results(taken, kind, None if pair is None else label_text(pair[1], 40))
    return Evaluation(
        task=kind,
        assumptions=tuple(said),
        remarks=plain_remarks(kind, balance, results, counts, taken.curve),
        n=rows.n,
        n_missing=rows.missing,
        weighted=rows.weights is not None,
        labels=shown,
        pos_label=None if pair is None else pair[1],
        balance=balance,
        results=results,
        per_class=() if kind == "binary" else take_per_class(taken),
        counts=counts,
        curve=taken.curve,
        probabilities=bool(taken.losses),
        columns=_roles(columns) if data is not None else {},
        source=columns.source,
        taken=taken,
    )


def _counts(rows: Rows, classes: Classes, scoring: Scoring | None, said: list[str]) -> Counts | None:
    """Truth against prediction, and add to `said` what the scores are and where predictions come from."""
    if scoring is not None:
        said += scoring.said
    if rows.pred is not None or scoring is None:
        return classes.counts
    found = predicted_counts(scoring, classes, rows)
    if found is None:
        said.append("No predicted labels were given and such scores name no threshold: no metrics of labels.")
        return None
    said.append(found[1])
    return found[0]


def _curve(scoring: Scoring) -> Curve | CurveStack | None:
    if scoring.rows is None:
        return None
    return Curve.from_rows(scoring.rows) if scoring.rows.binary else CurveStack.from_rows(scoring.rows)


def _about_rows(rows: Rows, classes: Classes, columns: Columns) -> list[str]:
    said = []
    if rows.missing:
        s = "s were" if rows.missing > 1 else " was"
        said.append(f"{rows.missing:,} row{s} dropped because a value was missing; {rows.n:,} are left.")
    if rows.weights is not None:
        total = count(classes.counts.n)
        name = label_text(columns.weight_name, 40)
        said.append(f"Rows are weighted by {name} (sum {total}): every count is a sum of weights.")
    return said


def _roles(columns: Columns) -> dict[str, str | tuple[str, ...]]:
    roles: dict[str, str | tuple[str, ...]] = {"truth": columns.truth_name}
    if columns.pred is not None:
        roles["prediction"] = columns.pred_name
    if columns.score_names:
        roles["score"] = columns.score_names
    if columns.weights is not None:
        roles["weight"] = columns.weight_name
    return roles
