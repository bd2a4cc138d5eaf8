"""`concordant compare`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from concordant.cli.columns import Roles, TypedColumns, check_share, names_of, note_groups, rules
from concordant.cli.evaluated_columns import are_measurements, naming_score, note_not_declared, refuse_uncut
from concordant.cli.options import Adjustment, Missing
from concordant.cli.output import (
    note,
    note_labels,
    print_document,
    print_or_write,
    scan_progress,
    write_line,
    write_output,
)
from concordant.cli.wording import chosen_options, in_options, named_metric
from concordant.errors import MissingValuesError, OptionError

if TYPE_CHECKING:
    import polars as pl

    from concordant.documents.blocks import Section
    from concordant.report import Evaluation
    from concordant.report.comparing import MetricComparison, Models

_LINES = 60  # of the table


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelColumns(TypedColumns):
    """
    The columns of several models.

    Parameters
    ----------
    pred : COL
        Column of predicted labels: once for each model.
    score : COL
        Column of scores of one model: once for each, in the order of --pred if both are given.
    """

    pred: list[str] | None = None  # type: ignore[assignment]
    example: None = field(default=None, init=False)


def compare(
    columns: ModelColumns,
    *,
    names: str | None = None,
    metric: list[str] | None = None,
    weights: str | None = None,
    average: str | None = None,
    option: list[str] | None = None,
    level: float = 0.95,
    cluster: str | None = None,
    by: str | None = None,
    margin: float | None = None,
    alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
    adjust: Adjustment = "holm",
    missing: Missing = "raise",
    html: str | None = None,
    json: str | None = None,
) -> None:
    r"""
    Compare models on the same rows: each metric, the difference with its interval, p, and a sentence in words.

    With three models or more all pairs are compared, and p is adjusted (--adjust). The test fits the metric: McNemar
    for accuracy and rates, DeLong for ROC AUC, else by how much each row moves both metrics.

    Parameters
    ----------
    names : A,B
        Names of the models.
    metric : NAME
        Default: those of the report. Repeatable.
    by : COL
        Column of groups: the comparison in each, below that of all rows; p-values are adjusted within a group. Several,
        A,B: in each combination.
    margin : NUMBER
        The greatest difference that does not matter, with --alternative.
    alternative
        What the test is to show: that the models differ; that the first is better by more than the margin (or 0); that
        it is at most the margin worse; or that they differ by less than the margin.

    Examples
    --------
    concordant compare results.csv --truth label --pred old --pred new
    concordant compare results.csv --truth label --score p_old --score p_new --metric roc_auc --cluster patient
    concordant compare ratings.csv --truth gold --pred a --pred b --pred c --metric cohen_kappa --weights quadratic
    concordant compare results.csv --truth label --pred new --pred old --metric recall --margin 0.02 \
        --alternative non-inferiority
    concordant compare results.csv --truth label --score p_old --score p_new --html compare.html
    concordant compare results.csv --truth label --pred old --pred new --metric f1 --by hospital
    """
    check_share(level)
    _check_margin(margin, alternative, metric)
    roles = _checked(columns.roles(command="compare", cluster=cluster, apart=() if by is None else (by,)))
    called = _names(names, roles)
    chosen = [named_metric(name, chosen_options(weights, average, option)) for name in metric or ()]
    if not chosen and (weights or average or option):
        raise OptionError("--weights, --average and --option belong to a metric: name it, --metric NAME.")
    claim = {"level": level, "margin": margin, "alternative": alternative, "adjust": adjust}
    found = None if by else compared_in_batches(roles, called, chosen, missing=missing, claim=claim)
    groups: dict[Any, Compared] = {}
    why: str | None = None
    if found is None:
        every = roles.read()
        rows = without_missing(every, missing)
        _refuse_no_probabilities(rows, roles, chosen)
        found = compared(rows, roles, called, chosen, missing=missing, claim=claim)
        for group, part in parts_of_rows(roles, rows):
            groups[group] = compared(part, roles, called, chosen, missing=missing, claim=claim, whole=found.page)
        found = found._replace(dropped=len(every) - len(rows))
        why = _not_tested(roles, rows) if groups else None
    _show(found, groups, called, roles, why=why, level=level, html=html, json=json)


def _not_tested(roles: Roles, rows: pl.DataFrame) -> str | None:
    """Why it is not tested whether the difference is the same in all groups; None if it is."""
    if roles.cluster is None or roles.by is None:
        return None
    clusters = rows[list(dict.fromkeys((roles.cluster, roles.by)))].unique()[roles.cluster]
    crossing = clusters.filter(clusters.is_duplicated()).n_unique()
    if not crossing:
        return None
    s, have = ("s", "have") if crossing > 1 else ("", "has")
    return (
        f"Whether the difference is the same in all groups is not tested: {crossing:,} cluster{s} {have} rows in "
        "several groups, so that the groups are not independent."
    )


def parts_of_rows(roles: Roles, frame: pl.DataFrame) -> Iterator[tuple[Any, pl.DataFrame]]:
    """Give each group of the rows; none where no column of groups is named."""
    if roles.by is not None:
        from concordant.inputs.encoding import encode
        from concordant.report.groups import parts_of

        note_groups(names_of(frame[roles.by]))
        for group, rows in parts_of(encode(frame[roles.by], roles.by), roles.by):
            yield group, frame[rows]


def _check_margin(margin: float | None, alternative: str, metric: Sequence[str] | None) -> None:
    if (margin is None) != (alternative == "two-sided") and (margin, alternative) != (None, "superiority"):
        raise OptionError("--margin NUMBER and --alternative non-inferiority (or equivalence) belong together.")
    if margin is not None and len(metric or ()) != 1:
        raise OptionError("a margin is in units of one metric: name it, --metric NAME.")


def _refuse_no_probabilities(frame: pl.DataFrame, roles: Roles, chosen: Sequence[tuple[str, Any]]) -> None:
    """Raise where a named metric takes probabilities and a column of scores holds others, and name the column."""
    from concordant.inputs.scores import refuse_outside
    from concordant.metrics import get

    if any(get(name).facts.input == "probabilities" for name, _ in chosen):
        for name in roles.score:
            with naming_score(name, "Or compare how the models rank the rows: --metric roc_auc."):
                refuse_outside(frame[name].to_numpy())


def _checked(roles: Roles) -> Roles:
    """Raise unless there are two models or more."""
    counts = {len(roles.preds), len(roles.score)} - {0}
    if len(counts) > 1:
        msg = f"there are {len(roles.preds)} --pred and {len(roles.score)} --score: give one of each for every model."
        raise OptionError(msg)
    if counts == {1}:
        raise OptionError("a comparison needs two models or more: give --pred (or --score) once for each.")
    return roles


def _names(given: str | None, roles: Roles) -> tuple[str, ...]:
    columns = roles.preds or list(roles.score)
    called = tuple(columns if given is None else (name.strip() for name in given.split(",")))
    if len(called) != len(columns) or len(set(called)) != len(called):
        msg = f"--names {given or ','.join(called)}: {len(columns)} different names are needed, one for each model."
        raise OptionError(msg)
    return called


def _show(
    found: Compared,
    groups: Mapping[Any, Compared],
    called: tuple[str, ...],
    roles: Roles,
    *,
    why: str | None,
    level: float,
    html: str | None,
    json: str | None,
) -> None:
    from concordant.report.comparing import interactions, to_dict
    from concordant.result.record import plain
    from concordant.result.wording import label_text

    read = {role: name for role, name in (("weight", roles.weight), ("cluster", roles.cluster)) if name is not None}
    data = {"source": roles.source, "n": found.n, "n_missing": found.dropped, "level": level, **read}
    data |= to_dict(found.found, called)
    if roles.by is not None:
        parts = [{"group": plain(group), "n": part.n, **to_dict(part.found, called)} for group, part in groups.items()]
        data |= {"by": roles.by, "groups": parts}
    tested = [] if why else list(interactions([part.found for part in groups.values()]))
    if groups:
        data["interactions"] = [one.to_dict() for one in tested]
    if why:
        data["not_tested"] = why
    dropped = f" ({found.dropped:,} more dropped, as a value is missing)" if found.dropped else ""
    head = f"{found.n:,} rows of {Path(roles.source).name}{dropped}: truth '{roles.truth}', models {', '.join(called)}"
    head += "".join(f", {role} '{name}'" for role, name in read.items())

    def told(part: Compared) -> tuple[MetricComparison, ...]:
        """The metrics with reasons in the words of options."""
        return tuple(replace(one, reason=one.reason and in_options(one.reason, roles.arguments)) for one in part.found)

    def by() -> Section | None:
        from concordant.report.pages.comparison import groups_section

        named = {f"{label_text(group, 40)} ({part.n:,} rows)": told(part) for group, part in groups.items()}
        return groups_section(named, str(roles.by), tested, why) if groups else None

    def page() -> str:
        from concordant.documents.html import as_html
        from concordant.report.pages.comparison import comparison_document

        parts: dict[str, Any] = {"page": found.page, "models": found.models, "record": data, "by": by()}
        return as_html(comparison_document(told(found), called, head=head, **parts))

    def show() -> None:
        from concordant.report.pages.comparison import comparison_document

        shown = {head: found} | {f"{roles.by} {group}: {part.n:,} rows": part for group, part in groups.items()}
        for place, (over, part) in enumerate(shown.items()):
            write_line("\n" * (place > 0))
            own = None if place else by()
            print_document(comparison_document(told(part), called, head=over, record=data, most=_LINES, by=own))

    print_or_write(lambda: data, json, write_output("--html", html, page, show))


class Compared(NamedTuple):
    """The metrics of all models, the page of all rows, how many these are, the columns, and how many were dropped."""

    found: tuple[MetricComparison, ...]
    page: Evaluation
    n: int
    models: Models
    dropped: int = 0


def compared(
    frame: pl.DataFrame,
    roles: Roles,
    called: tuple[str, ...],
    chosen: Any,
    *,
    claim: Any,
    missing: Missing = "raise",
    whole: Evaluation | None = None,
) -> Compared:
    """Compare the models of these columns; with `whole`, the page of more rows, by its labels and task."""
    from concordant.report.comparing import Models

    models = Models(
        truth=frame[roles.truth],
        names=called,
        pred=tuple(frame[name] for name in roles.preds),
        score=tuple(frame[name] for name in roles.score),
        weight=None if roles.weight is None else frame[roles.weight],
        cluster=None if roles.cluster is None else frame[roles.cluster],
        truth_name=roles.truth,
    )
    measured = are_measurements(roles, frame[roles.truth], [name for name, _ in chosen])
    how: Any = {"claim": claim, "missing": missing, "whole": whole, "task": "continuous" if measured else None}
    return Compared(*_page_and_metrics(models, roles, chosen, **how), len(frame), models)


def _page_and_metrics(
    models: Models,
    roles: Roles,
    chosen: Any,
    *,
    claim: Any,
    missing: Missing,
    whole: Evaluation | None = None,
    task: Any = None,
) -> tuple[tuple[MetricComparison, ...], Evaluation]:
    """The metrics of all models, and the page of their rows."""
    from concordant.report.comparing import compare_models, page_of_models

    metrics = [name for name, _ in chosen]
    labels, pos_label = roles.typed_labels(models.truth)
    if whole is not None and whole.task != "continuous":
        labels, pos_label, task = list(whole.labels), whole.pos_label, whole.task
    page = page_of_models(models, labels, pos_label, task)
    if whole is None:
        note_not_declared(page, roles, metrics)
    refuse_uncut(page, roles, metrics, missing)
    found = compare_models(page, models, chosen, **claim)
    if not found:
        raise OptionError("no metric of the report takes these columns; name one, --metric NAME.")
    return found, page


def compared_in_batches(
    roles: Roles, called: tuple[str, ...], chosen: Any, *, missing: Any, claim: Any
) -> Compared | None:
    """Compare many rows by what is known without holding them; None where the rows are needed."""
    if rules().any or roles.weight is not None or (roles.preds and roles.score):
        return None
    from concordant.report.comparing import counted_models, summed_models

    known = None if roles.preds else roles.in_batches()
    with scan_progress() as progress:
        how: Any = {"names": called, "missing": missing, "progress": progress}
        if roles.preds:
            found = counted_models(roles.found, roles.truth, roles.preds, roles.cluster, **how)
        elif known is not None:
            found = summed_models(known.pop("data"), roles.truth, roles.score, **known, **how)
        else:
            return None
    if found is None:
        return None
    models, n, lost = found
    if roles.preds and are_measurements(roles, models.truth, [name for name, _ in chosen]):
        return None
    metrics, page = _page_and_metrics(models, roles, chosen, claim=claim, missing=missing)
    note_labels(page.labels)
    if lost:
        note(f"{lost:,} of {n + lost:,} rows have a missing value and are left out")
    return Compared(metrics, page, n, models, lost)


def without_missing(frame: pl.DataFrame, missing: Any) -> pl.DataFrame:
    """The rows without a missing value, as all models are compared on the same ones."""
    from concordant.inputs.rows import kept_rows

    absent = {
        column.name: (column.is_null() | (column.is_nan() if column.dtype.is_float() else False)).to_numpy()
        for column in frame.iter_columns()
    }
    kept, lost = kept_rows(list(absent.items()), missing, None)
    if kept is None or not lost:
        return frame
    if lost == len(frame):
        raise MissingValuesError(
            f"no row is complete: each of the {len(frame)} rows has a missing value in one of "
            f"{', '.join(frame.columns)}."
        )
    note(f"{lost:,} of {len(frame):,} rows have a missing value and are left out")
    return frame.filter(kept)
