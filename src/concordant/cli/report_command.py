"""``concordant report``: what the columns are and the metrics that fit, on one page."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from concordant.cli.evaluated_columns import evaluated
from concordant.cli.exact_reading import check_exact
from concordant.cli.label_rules import rules
from concordant.cli.option_wording import in_options
from concordant.cli.roles import Roles, check_adjust, check_choice, check_share
from concordant.cli.shared_options import (
    TASKS,
    AdjustOption,
    Cluster,
    ExactOption,
    HtmlOption,
    JsonOption,
    Level,
    MissingOption,
    NoIntervals,
    SkipCorrupt,
    Task,
)
from concordant.cli.terminal import say
from concordant.cli.typed_columns import TypedColumns
from concordant.cli.writing import check_writable, print_or_write, write_page

if TYPE_CHECKING:
    from concordant.report import ClassMetric, Evaluation, Result

T = TypeVar("T", "Result", "ClassMetric")

By = Annotated[
    list[str] | None,
    typer.Option(
        "--by",
        metavar="COL",
        show_default=False,
        help="Column of groups: add the main metrics of each group. Several columns: of each combination. "
        "A missing group is a missing value.",
    ),
]
SimultaneousOption = Annotated[
    str | None,
    typer.Option(
        "--simultaneous",
        metavar="max-t|bonferroni",
        help="Widen the intervals of groups and classes so that all those of a metric hold at once.",
    ),
]
Every = Annotated[bool, typer.Option("--all", help="Show all metrics that fit these columns, not only the main ones.")]


def report(
    *,
    columns: TypedColumns,
    task: Task = None,
    missing: MissingOption = "raise",
    level: Level = 0.95,
    no_intervals: NoIntervals = False,
    by: By = None,
    adjust: AdjustOption = "holm",
    simultaneous: SimultaneousOption = None,
    cluster: Cluster = None,
    every: Every = False,
    exact: ExactOption = None,
    skip_corrupt: SkipCorrupt = False,
    html: HtmlOption = None,
    json: JsonOption = None,
) -> None:
    """
    Find out what the columns are and print the metrics that fit, on one page.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow. Several files, patterns such as 'part-*.csv' and
    folders are read one after another. Each number has its confidence interval; a mark leads to the reason why an
    interval is doubtful.

    \b
    concordant report --example
    concordant report results.csv --truth label --pred predicted
    concordant report results.csv --truth label --score probability --html report.html
    concordant report ratings.parquet --truth anna --pred ben --labels low,mid,high
    concordant report results.csv --truth label --score probability --all
    concordant report devices.csv --truth reference --pred device --task continuous
    concordant report results.csv --truth label --pred predicted --by hospital --cluster patient
    concordant report results.csv --truth label --pred predicted --by hospital --simultaneous max-t --adjust fdr
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    check_choice("--task", task, TASKS)
    check_choice("--missing", missing, ("raise", "drop"))
    check_choice("--simultaneous", simultaneous, ("bonferroni", "max-t"))
    adjusted = check_adjust(adjust)
    html_path, json_path = check_writable("--html", html), check_writable("--json", json)
    roles = columns.roles(command="report", default_example="breast")
    roles = replace(roles, cluster=cluster, apart=tuple(by or ()), left_out={} if skip_corrupt else None)
    level_wanted = None if no_intervals else check_share(level)
    wanted = {"simultaneous": simultaneous, "adjust": adjusted, "exact": check_exact(exact)}
    page = evaluated(roles, task=task, missing=missing, level=level_wanted, **wanted)
    page = _in_options(replace(page, source=roles.source, label_rules=rules().words), roles.arguments)
    show = write_page(page.to_html, html, html_path, lambda: _print(page, roles, further=every))
    print_or_write(page.to_dict, json, json_path, show)


def _in_options(page: Evaluation, columns: Mapping[str, str]) -> Evaluation:
    """Let the sentences of the page speak of options."""

    def told(said: Sequence[str]) -> tuple[str, ...]:
        return tuple(in_options(sentence, columns) for sentence in said)

    def reasoned(found: T) -> T:
        return found if found.reason is None else replace(found, reason=in_options(found.reason, columns))

    return replace(
        page,
        assumptions=told(page.assumptions),
        remarks=told(page.remarks),
        results=tuple(_told(reasoned(found), columns) for found in page.results),
        per_class=tuple(reasoned(found) for found in page.per_class),
    )


def _told(found: Result, columns: Mapping[str, str]) -> Result:
    """Let the doubt in an interval speak of columns."""
    interval = found.interval
    if interval is None or interval.reason is None:
        return found
    parts = {**interval.to_dict(), "reason": in_options(interval.reason, columns)}
    return replace(found, interval=type(interval).from_dict(parts))


def _print(page: Evaluation, roles: Roles, *, further: bool) -> None:
    lead = () if roles.example is None else (f"{roles.example.title}.", in_options(roles.example.note))
    close = () if roles.example is None else (f"The same for a file: {command_for(roles)}",)
    if sys.stdout.isatty():
        from concordant.cli.report_view import print_page

        print_page(page, further=further, lead=lead, close=close)
        return
    from concordant.report.text import page_text

    text = page_text(page, further=further)
    say("\n\n".join(["\n".join(lead), text, *close] if lead else [text]) + "\n")


def command_for(roles: Roles) -> str:
    """The command that reports on a file with the columns of the example."""
    words = ["concordant", "report", "FILE", "--truth", roles.truth]
    if roles.pred is not None:
        words += ["--pred", roles.pred]
    for name in roles.score[:1]:
        words += ["--score", name if len(roles.score) == 1 else "p*"]
    found = roles.example
    if found is not None and found.pos_label is not None:
        words += ["--pos-label", str(found.pos_label)]
    elif found is not None and found.labels is not None:
        numbers = all(isinstance(label, int) for label in found.labels)
        shown = f"{found.labels[0]}..{found.labels[-1]}" if numbers else ",".join(map(str, found.labels))
        words += ["--labels", shown]
    return " ".join(word if word == "FILE" else shlex.quote(word) for word in words)
