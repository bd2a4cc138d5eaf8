"""`concordant compare`."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from concordant.cli.columns import Roles, check_share, find_roles, rules
from concordant.cli.command import (
    AdjustOption,
    Average,
    Cluster,
    Files,
    HtmlOption,
    JsonOption,
    LabelsOption,
    Level,
    MissingOption,
    Option,
    PosLabel,
    Truth,
    Weight,
    Weights,
    chosen_options,
    errors_in_options,
    in_options,
    metric_names,
    named_metric,
    one_of,
)
from concordant.cli.evaluated_columns import are_measurements
from concordant.cli.output import note, note_labels, print_or_write, scan_progress, write_line, write_output
from concordant.errors import MissingValuesError, OptionError

if TYPE_CHECKING:
    import polars as pl

    from concordant.report import Evaluation
    from concordant.report.comparing import MetricComparison, Models

Preds = Annotated[
    list[str] | None,
    typer.Option("--pred", metavar="COL", show_default=False, help="Column of predicted labels: once for each model."),
]
Scores = Annotated[
    list[str] | None,
    typer.Option(
        "--score",
        metavar="COL",
        show_default=False,
        help="Column of scores of one model: once for each, in the order of --pred if both are given.",
    ),
]
Names = Annotated[str | None, typer.Option("--names", metavar="A,B", help="Names of the models.")]
Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        autocompletion=metric_names,
        metavar="NAME",
        show_default=False,
        help="Default: those of the report. Repeatable.",
    ),
]
Margin = Annotated[
    float | None,
    typer.Option(
        "--margin", metavar="NUMBER", help="The greatest difference that does not matter, with --alternative."
    ),
]
AlternativeOption = Annotated[
    str,
    typer.Option(
        "--alternative",
        metavar="two-sided|non-inferiority|equivalence",
        callback=one_of,
        help="What the test is to show: that the models differ; that the first is at most the margin worse; or that "
        "they differ by less than the margin.",
    ),
]
_WIDTH = 100
_NAME = 24
_LINES = 60  # of the table


def compare(
    files: Files = None,
    *,
    truth: Truth = None,
    pred: Preds = None,
    score: Scores = None,
    names: Names = None,
    metric: Metrics = None,
    weights: Weights = None,
    average: Average = None,
    option: Option = None,
    level: Level = 0.95,
    cluster: Cluster = None,
    margin: Margin = None,
    alternative: AlternativeOption = "two-sided",
    adjust: AdjustOption = "holm",
    labels: LabelsOption = None,
    pos_label: PosLabel = None,
    weight: Weight = None,
    missing: MissingOption = "raise",
    html: HtmlOption = None,
    json: JsonOption = None,
) -> None:
    """
    Compare models on the same rows: each metric, the difference with its interval, p, and a sentence in words.

    With three models or more all pairs are compared, and p is adjusted (--adjust). The test fits the metric: McNemar
    for accuracy and rates, DeLong for ROC AUC, else by how much each row moves both metrics.

    \b
    concordant compare results.csv --truth label --pred old --pred new
    concordant compare results.csv --truth label --score p_old --score p_new --metric roc_auc --cluster patient
    concordant compare ratings.csv --truth gold --pred a --pred b --pred c --metric cohen_kappa --weights quadratic
    concordant compare results.csv --truth label --pred new --pred old --metric recall --margin 0.02 \\
        --alternative non-inferiority
    concordant compare results.csv --truth label --score p_old --score p_new --html compare.html
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    check_share(level)
    _check_margin(margin, alternative, metric)
    roles = _roles(files or (), truth=truth, pred=pred, score=score, weight=weight, labels=labels, pos_label=pos_label)
    roles = replace(roles, cluster=cluster)
    called = _names(names, roles, len(pred or ()))
    chosen = [named_metric(name, chosen_options(weights, average, option)) for name in metric or ()]
    if not chosen and (weights or average or option):
        raise OptionError("--weights, --average and --option belong to a metric: name it, --metric NAME.")
    claim = {"level": level, "margin": margin, "alternative": alternative, "adjust": adjust}
    found = compared_in_batches(roles, called, chosen, missing=missing, claim=claim)
    if found is None:
        every = roles.read()
        whole = without_missing(every, missing)
        found = compared(whole, roles, len(pred or ()), called, chosen, claim=claim)
        found = found._replace(dropped=len(every) - len(whole))
    _show(found, called, roles, level=level, html=html, json=json)


def _check_margin(margin: float | None, alternative: str, metric: Sequence[str] | None) -> None:
    if (margin is None) != (alternative == "two-sided"):
        raise OptionError("--margin NUMBER and --alternative non-inferiority (or equivalence) belong together.")
    if margin is not None and len(metric or ()) != 1:
        raise OptionError("a margin is in units of one metric: name it, --metric NAME.")


def _roles(files: Sequence[str], *, pred: list[str] | None, score: list[str] | None, **given: Any) -> Roles:
    """Check files and columns; the first prediction stands for its role, the others behind it."""
    preds = list(pred or ())
    roles = find_roles(files, pred=preds[0] if preds else None, score=score, command="compare", **given)
    roles = replace(roles, more=tuple(preds[1:]))
    counts = {len(preds), len(roles.score)} - {0}
    if len(counts) > 1:
        msg = f"there are {len(preds)} --pred and {len(roles.score)} --score: give one of each for every model."
        raise OptionError(msg)
    if counts == {1}:
        raise OptionError("a comparison needs two models or more: give --pred (or --score) once for each.")
    return roles


def _names(given: str | None, roles: Roles, preds: int) -> tuple[str, ...]:
    columns = [name for name in (roles.pred, *roles.more) if name is not None] if preds else list(roles.score)
    called = tuple(columns if given is None else (name.strip() for name in given.split(",")))
    if len(called) != len(columns) or len(set(called)) != len(called):
        msg = f"--names {given or ','.join(called)}: {len(columns)} different names are needed, one for each model."
        raise OptionError(msg)
    return called


def _show(
    found: Compared, called: tuple[str, ...], roles: Roles, *, level: float, html: str | None, json: str | None
) -> None:
    from concordant.report.comparing import to_dict

    n = found.n
    read = {role: name for role, name in (("weight", roles.weight), ("cluster", roles.cluster)) if name is not None}
    data = {
        "source": roles.source,
        "n": n,
        "n_missing": found.dropped,
        "level": level,
        **read,
        **to_dict(found.found, called),
    }
    dropped = f" ({found.dropped:,} more dropped, as a value is missing)" if found.dropped else ""
    head = f"{n:,} rows of {Path(roles.source).name}{dropped}: truth '{roles.truth}', models {', '.join(called)}"
    head += "".join(f", {role} '{name}'" for role, name in read.items())
    told = tuple(replace(one, reason=one.reason and in_options(one.reason, roles.arguments)) for one in found.found)

    def page() -> str:
        from concordant.report.pages.comparison import comparison_html

        return comparison_html(told, called, head=head, page=found.page, models=found.models, record=data)

    def show() -> None:
        print_comparison(told, called, head=head)

    print_or_write(lambda: data, json, write_output("--html", html, page, show))


class Compared(NamedTuple):
    """The metrics of all models, of how many rows, the page of all, the columns, and how many rows were dropped."""

    found: tuple[MetricComparison, ...]
    n: int
    page: Evaluation
    models: Models
    dropped: int = 0


def compared(
    frame: pl.DataFrame,
    roles: Roles,
    preds: int,
    called: tuple[str, ...],
    chosen: Any,
    *,
    claim: Any,
    whole: Evaluation | None = None,
) -> Compared:
    """Compare the models of these columns; with `whole`, the page of more rows, by its labels and task."""
    labels, pos_label = roles.typed_labels(frame[roles.truth])
    kind: dict[str, Any] = {}
    if whole is not None and whole.task != "continuous":
        labels, pos_label, kind = list(whole.labels), whole.pos_label, {"task": whole.task}
    from concordant.report import evaluate
    from concordant.report.comparing import Models, compare_models, end_to_end

    models: Models = Models(
        truth=frame[roles.truth],
        names=called,
        pred=tuple(frame[name] for name in (roles.pred, *roles.more) if name is not None) if preds else (),
        score=tuple(frame[name] for name in roles.score),
        weight=None if roles.weight is None else frame[roles.weight],
        cluster=None if roles.cluster is None else frame[roles.cluster],
    )
    with errors_in_options(roles.arguments):
        measured = are_measurements(roles, frame[roles.truth], [name for name, _ in chosen])
        task: dict[str, Any] = {"task": "continuous"} if measured else {}
        given = end_to_end(models, labels=labels, continuous=bool(task))
        if task and models.pred:
            given["y_score"] = None
        page = evaluate(**given, labels=labels, pos_label=pos_label, level=None, **(task or kind))
        found = compare_models(page, models, chosen, **claim)
    if not found:
        raise OptionError("no metric of the report takes these columns; name one, --metric NAME.")
    return Compared(found, len(frame), page, models)


def compared_in_batches(
    roles: Roles, called: tuple[str, ...], chosen: Any, *, missing: Any, claim: Any
) -> Compared | None:
    """Compare many rows by what is known without holding them; None where the rows are needed."""
    every = [name for name in (roles.pred, *roles.more) if name is not None]
    if rules().any or roles.weight is not None or (every and roles.score):
        return None
    from concordant.report.comparing import compare_models

    with errors_in_options(roles.arguments):
        joint = _joint_labels(roles, every, chosen, missing) if every else _joint_scores(roles, missing)
        if joint is None:
            return None
        page, models, lost, n = joint
        note_labels(page.labels)
        if lost:
            note(f"{lost:,} of {n + lost:,} rows have a missing value and are left out")
        models = replace(models, names=called)
        return Compared(compare_models(page, models, chosen, **claim), n, page, models, lost)


def _joint_labels(roles: Roles, every: list[str], chosen: Any, missing: Any) -> Any:
    """The page and the models of labels, and how many rows lack a value and how many are whole."""
    from concordant.report.batches import Request, columns_of_sums
    from concordant.report.comparing import Models, joint_labels
    from concordant.report.evaluating import evaluate_columns
    from concordant.report.groups import IntervalOptions

    with scan_progress() as progress:
        joint = joint_labels(roles.found, roles.truth, every, roles.cluster, missing=missing, progress=progress)
    if joint is None or are_measurements(roles, joint.column(roles.truth), [name for name, _ in chosen]):
        return None
    labels, pos_label = roles.typed_labels(joint.column(roles.truth))
    request = Request(truth=roles.truth, pred="y_pred")
    page = evaluate_columns(
        columns_of_sums(joint.end_to_end(), request), labels, pos_label, intervals=IntervalOptions(None)
    )
    columns = tuple(joint.column(name) for name in every)
    models = Models(truth=joint.column(roles.truth), names=tuple(every), pred=columns, joint=joint)
    return page, models, joint.groups.missing, joint.n


def _joint_scores(roles: Roles, missing: Any) -> Any:
    """The page and the models of scores, and how many rows lack a value and how many are whole."""
    from concordant.report.batches import Request, columns_of_sums
    from concordant.report.comparing import Models, joint_scores
    from concordant.report.evaluating import evaluate_columns
    from concordant.report.groups import IntervalOptions

    known = roles.in_batches()
    if known is None:
        return None
    given: Any = {"labels": known["labels"], "pos_label": known.get("pos_label")}
    with scan_progress() as progress:
        joint = joint_scores(known["data"], roles.truth, roles.score, missing=missing, progress=progress, **given)
    if joint is None:
        return None
    columns = columns_of_sums(joint.first, Request(truth=roles.truth, scores=roles.score[:1]))
    page = evaluate_columns(columns, given["labels"], given["pos_label"], intervals=IntervalOptions(None))
    models = Models(truth=joint.first.truth, names=roles.score, score=roles.score, joint=joint)
    return page, models, joint.first.missing, joint.n


def without_missing(frame: pl.DataFrame, missing: str) -> pl.DataFrame:
    """The rows without a missing value, as all models are compared on the same ones."""
    import polars as pl

    absent = frame.select(
        column.is_null() | (column.is_nan() if column.dtype.is_float() else False) for column in frame.iter_columns()
    )
    lost = absent.select(pl.any_horizontal(pl.all())).to_series()
    if not lost.any():
        return frame
    if missing == "raise":
        found = {column.name: column.arg_true() for column in absent.iter_columns()}
        from concordant.inputs.rows import refuse_counted

        with errors_in_options({}):
            refuse_counted(
                [f"{name} has {len(x)} missing (the first in row {x[0]})" for name, x in found.items() if len(x)]
            )
    if lost.all():
        raise MissingValuesError(
            f"no row is complete: each of the {len(frame)} rows has a missing value in one of "
            f"{', '.join(frame.columns)}."
        )
    note(f"{lost.sum():,} of {len(frame):,} rows have a missing value and are left out")
    return frame.filter(~lost)


def print_comparison(found: Sequence[MetricComparison], names: Sequence[str], *, head: str) -> None:
    """Print one line a metric and pair, then what they say."""
    from concordant.report.comparing import most_telling, remarks, sentences
    from concordant.report.text import table_lines

    shown = most_telling(found, _LINES)
    rows = list(_rows(shown, names))
    notes = list(dict.fromkeys(f"{one.title}: {one.reason}" for one in found if one.reason))
    said = [*sentences(found), *notes, *remarks(found, names)]
    if len(shown) < len(found):
        said.append(f"The table holds the {len(shown)} with the least p of {len(found):,}; --json FILE holds all.")
    if sys.stdout.isatty():
        _print_tables(head, rows, said)
        return
    parts = [head, "\n".join(table_lines(rows))]
    lines = ["In words"]
    for sentence in said:
        lines += textwrap.wrap(sentence, _WIDTH, initial_indent="  - ", subsequent_indent="    ")
    write_line("\n\n".join([*parts, "\n".join(lines)]) + "\n")


def _rows(found: Sequence[MetricComparison], names: Sequence[str]) -> list[list[str]]:
    """The table: values of both models, or of three and more the models of each pair."""
    from concordant.report.comparing import adjusted_for
    from concordant.result.comparisons import ADJUSTED, p_or_none
    from concordant.result.wording import label_text, limits_or_none, value_or_undefined

    several = len(names) > 2
    level = next((pair.level for one in found for pair in one.pairs), 0.95)
    heads = [label_text(name, _NAME) for name in names[:2]] if not several else ["models", "values"]
    adjust = adjusted_for(found)
    last = "p" if adjust is None else f"p ({ADJUSTED[adjust]})"
    rows = [["", *heads, "difference", f"{100 * level:g} % interval", last]]
    for one in found:
        for place, (pair, p_value) in enumerate(zip(one.pairs, one.adjusted, strict=True)):
            values = [value_or_undefined(value) for value in pair.values]
            names_of = " - ".join(label_text(name, _NAME) for name in pair.names)
            sides = [names_of, " - ".join(values)] if several else values
            title = one.title if not place else ""
            rows.append([title, *sides, value_or_undefined(pair.difference), limits_or_none(pair), p_or_none(p_value)])
        if not one.pairs:
            rows.append([one.title, "", "", "none", "", ""])
    return rows


def _print_tables(head: str, rows: list[list[str]], said: Sequence[str]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from concordant.cli.output import bullet, console, table

    out = console()
    out.print(Text(head, style="bold"))
    out.print()
    shown = table(*rows[0], right=True)
    for row in rows[1:]:
        shown.add_row(*(Text(cell, style="bold cyan" if place == 3 else "") for place, cell in enumerate(row)))
    out.print(Padding(shown, (0, 0, 0, 2), expand=False))
    out.print()
    out.print(Text("In words", style="bold"))
    for sentence in said:
        out.print(Padding(bullet(sentence), (0, 0, 0, 2), expand=False))
