"""Evaluate the columns that the options name."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from concordant.cli.command import as_typed
from concordant.cli.label_rules import remarks_on_names, rules
from concordant.cli.output import note, note_at_end, note_labels
from concordant.cli.wording import WHOLE_COLUMN, in_options, text_among
from concordant.errors import LengthError, OptionError, ScoreError
from concordant.settings import progress_of

if TYPE_CHECKING:
    import polars as pl

    from concordant.cli.columns import Roles
    from concordant.report import Evaluation
    from concordant.report.groups import IntervalOptions
    from concordant.sources.source import Columns
    from concordant.typing import Missing


def evaluated(
    roles: Roles, *, task: Any, missing: Any, exact: Any, threshold: float | None, **intervals: Any
) -> Evaluation:
    """Read the columns and evaluate them; errors speak of options."""
    from concordant.report.evaluating import about_left_out
    from concordant.report.groups import IntervalOptions

    columns = collected(roles, task=task, missing=missing, exact=exact, threshold=threshold)
    page = evaluated_columns(roles, columns, task=task, missing=missing, intervals=IntervalOptions(**intervals))
    if page.groups is not None:
        note(*remarks_on_names([group.label for group in page.groups.groups], "group"))
    return replace(page, remarks=(*page.remarks, *about_left_out(roles.left_out or {})))


def collected(
    roles: Roles, *, task: Any, missing: Any, exact: Any, whole: bool = False, threshold: float | None = None
) -> Columns:
    """
    Read what the options name: the columns, or what they add up to.

    `exact` numbers of groups take the columns as a `whole`.
    """
    from concordant.report.columns import collect_columns
    from concordant.sources.remote import RemoteScan

    data = roles.read() if whole or (roles.by is not None and exact) else roles.data
    by: Any = list(roles.apart) if isinstance(data, RemoteScan) and roles.apart else roles.by
    named: Any = {"cluster": roles.cluster, "by": by, "task": task, "missing": missing, "exact": exact}
    named |= {"threshold": threshold}
    if isinstance(data, list):
        WHOLE_COLUMN.set((data, roles.truth))
    named |= {"declared": roles.typed_labels, "has_labels": roles.has_labels, "text": text_among(roles.declared)}
    columns = (roles.truth, roles.pred, list(roles.score) or None, roles.weight)
    with progress_of("reading rows") as progress:
        return collect_columns(*columns, data, progress=progress, **named)


@contextmanager
def naming_compare(roles: Roles, missing: Missing) -> Iterator[None]:
    """Where the columns of scores are those of several models: say which line compares them."""
    try:
        yield
    except (LengthError, ScoreError) as error:
        from concordant.report.scoring import OF_MODELS

        if not str(error).endswith(OF_MODELS):
            raise
        one, line = f"--score {shlex.quote(roles.score[0])}", _line("compare", roles, roles.score, missing)
        raise type(error)(f"{error} Give one of them, {one}, or write: {line}") from error


def _line(command: str, roles: Roles, scores: Iterable[str], missing: Missing) -> str:
    """A command on the same rows, as one types it."""
    from concordant.result.wording import rule_words

    words = ["concordant", command, *roles.files, "--truth", roles.truth]
    for name in scores:
        words += ["--score", name]
    labels = None if roles.labels is None else ",".join(map(str, roles.labels))
    options = {"--weight": roles.weight, "--cluster": roles.cluster, "--pos-label": roles.pos_label, "--labels": labels}
    options["--missing"] = "drop" if missing == "drop" else None
    for option, value in options.items():
        words += [] if value is None else [option, value]
    words += rule_words(rules().words, words)
    return as_typed(shlex.join(words))


def refuse_uncut(page: Evaluation, roles: Roles, metrics: Iterable[str], missing: Missing) -> None:
    """Raise for a metric of labels where there are scores alone, and name the commands that cut them."""
    from concordant.metrics import get

    of_labels = [name for name in metrics if get(name).facts.input == "labels"]
    if of_labels and not roles.preds and page.task == "binary":
        raise uncut(of_labels[0], roles, missing)


def uncut(metric: str, roles: Roles, missing: Missing) -> OptionError:
    """The error about a metric of labels where there are scores alone."""
    line = _line("threshold", roles, roles.score[:1], missing)
    return OptionError(
        f"{metric} needs predicted labels{' of each model' * (len(roles.score) > 1)}, and --score names scores. "
        "Name columns of labels, --pred COL; say where to cut, --threshold NUMBER; "
        f"or cut the scores first: {line} --metric informedness "
        "--json rule.json finds where, and concordant predict with --rule rule.json writes the labels."
    )


def note_not_declared(page: Evaluation, roles: Roles, metrics: Iterable[str]) -> None:
    """Say which label is the positive one where nobody has declared it and a metric depends on it; all if none."""
    from concordant.metrics import get
    from concordant.report.task import depends_on_positive, not_declared

    named = [depends_on_positive(get(name)) for name in metrics]
    if named and not any(named):
        return
    for sentence in not_declared(page.assumptions):
        note_at_end(in_options(sentence, roles.arguments))


def are_measurements(roles: Roles, truth: pl.Series, metrics: Iterable[str]) -> bool:
    """Whether the columns are taken as continuous ratings: all metrics are of ratings, and the truth holds numbers."""
    from concordant.report.task import takes_ratings

    return roles.labels is None and roles.example is None and takes_ratings(list(metrics), truth)


def take_rows(wanted: Iterable[tuple[str, Mapping[str, Any]]], scores: Sequence[str]) -> bool:
    """Whether a metric needs what batches of a large file do not leave: measurements, or every score of a class."""
    from concordant.metrics import get
    from concordant.report.results import takes_every_score

    metrics = [(get(name), options) for name, options in wanted]
    if any(metric.facts.input == "measurements" for metric, _ in metrics):
        return True
    return len(scores) > 2 and any(takes_every_score(metric, options) for metric, options in metrics)


def evaluated_columns(
    roles: Roles, columns: Columns, *, task: Any, missing: Missing, intervals: IntervalOptions
) -> Evaluation:
    """Evaluate columns, or what they add up to; the labels are those that were typed."""
    from concordant.report.evaluating import evaluate_columns

    labels, pos_label = roles.typed_labels(columns.truth)
    page = evaluate_columns(columns, labels, pos_label, task=task, missing=missing, intervals=intervals)
    counts = {label: round(share.true + (share.predicted or 0)) for label, share in page.balance.items()}
    note_labels(dict.fromkeys(page.labels, 0) | counts)
    return page


def pages_by_group(
    roles: Roles, columns: Columns, *, task: Any, missing: Missing, intervals: IntervalOptions
) -> Iterator[tuple[Any, Evaluation]]:
    """Evaluate all rows, then each group as they were taken: by the labels, the positive one and the task."""
    from concordant.report.evaluating import pages_of_groups

    page = evaluated_columns(roles, columns, task=task, missing=missing, intervals=replace(intervals, tested=False))
    yield None, page
    if page.groups is not None:
        yield from pages_of_groups(page)
        note(*remarks_on_names([group.label for group in page.groups.groups], "group"))
