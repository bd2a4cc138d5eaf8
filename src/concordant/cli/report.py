"""`concordant report`, `concordant score`."""

from __future__ import annotations

import json as json_format
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from concordant.cli.columns import Roles, TypedColumns
from concordant.cli.evaluated_columns import (
    are_measurements,
    collected,
    evaluated,
    naming_compare,
    pages_by_group,
    refuse_uncut,
    take_rows,
)
from concordant.cli.label_rules import rules
from concordant.cli.options import Adjustment, Missing, Task
from concordant.cli.output import csv_text, json_text, note, print_document, print_or_write, write_line, write_output
from concordant.cli.wording import chosen_metrics, in_options
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.report import Evaluation, Result

_FIELDS = ("metric", "options", "value", "low", "high", "level", "method", "n", "reason")


def score(
    columns: TypedColumns,
    *,
    task: Task | None = None,
    metric: list[str] | None = None,
    weights: str | None = None,
    average: str | None = None,
    option: list[str] | None = None,
    threshold: float | None = None,
    missing: Missing = "raise",
    level: float = 0.95,
    no_intervals: bool = False,
    cluster: str | None = None,
    by: str | None = None,
    exact: bool = False,
    json: str | None = None,
    csv: str | None = None,
) -> None:
    """
    Print metrics by name: the number and its interval, a line each, and no page.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow; - is standard input. Without --metric the main metrics
    that fit are printed. What was assumed, such as which label is the positive one, is told on stderr; --quiet leaves
    it out.

    Parameters
    ----------
    by : COL
        Column of groups: the numbers of each, below all. Several, A,B: of each combination. A missing group is a
        missing value.

    Examples
    --------
    concordant score results.csv --truth label --pred predicted --metric f1 --metric mcc
    concordant score ratings.csv --truth anna --pred ben --metric qwk --no-interval
    cat results.csv | concordant score - --truth label --score probability --metric auc --json
    concordant score results.csv --truth label --pred predicted --metric recall --by hospital --csv
    """
    if not metric and (weights or average or option):
        raise OptionError("--weights, --average and --option belong to a metric: name it, --metric NAME.")
    wanted = chosen_metrics(metric or (), weights, average, option)
    apart = () if by is None else (by,)
    roles = columns.roles(command="score", default_example="breast", cluster=cluster, apart=apart)
    level_wanted = None if no_intervals else level
    with naming_compare(roles, missing):
        how: Any = {"task": task, "missing": missing, "exact": exact, "threshold": threshold}
        found = _scored(roles, wanted, level=level_wanted, **how)
    show = write_output("--json", json, lambda: json_text(_as_json(found, roles)), lambda: _print_scores(found))
    write_output("--csv", csv, lambda: _as_csv(found, roles), show)()


def _scored(
    roles: Roles,
    wanted: Sequence[tuple[str, dict[str, Any]]],
    *,
    task: str | None,
    missing: Any,
    level: float | None,
    exact: Any,
    threshold: float | None,
) -> list[_Scored]:
    from concordant.report.groups import IntervalOptions

    whole = take_rows(wanted, roles.score)
    columns = collected(roles, task=task, missing=missing, exact=exact, whole=whole, threshold=threshold)
    if task is None and are_measurements(roles, columns.truth, [name for name, _ in wanted]):
        task = "continuous"
    how: Any = {"missing": missing, "intervals": IntervalOptions(level, listed=not wanted)}
    found, assumptions = [], None
    for group, page in pages_by_group(roles, columns, task=task, **how):
        assumptions = page.assumptions if assumptions is None else assumptions
        if page.counts is None:
            refuse_uncut(page, roles, [name for name, _ in wanted], missing)
        found.append(_Scored(group, page.n, _measured(page, wanted, level)))
    for sentence in assumptions or ():
        note(in_options(sentence, roles.arguments))
    return found


@dataclass(frozen=True, slots=True)
class _Scored:
    """The numbers of all rows, or of a group."""

    group: Any
    n: int
    found: tuple[Result, ...]


def _measured(
    page: Evaluation, wanted: Sequence[tuple[str, dict[str, Any]]], level: float | None
) -> tuple[Result, ...]:
    from concordant.report.requested import measure

    if not wanted:
        return page.results
    return tuple(measure(page, name, options, level=level) for name, options in wanted)


def _as_json(found: Sequence[_Scored], roles: Roles) -> dict[str, Any]:
    from concordant.report.requested import score_to_dict
    from concordant.result.record import plain

    def shown(one: _Scored) -> dict[str, Any]:
        return {"n": one.n, "metrics": [score_to_dict(result) for result in one.found]}

    data = {"source": roles.source, **shown(found[0])}
    if roles.by is not None:
        data |= {"by": roles.by, "groups": [{"group": plain(one.group), **shown(one)} for one in found[1:]]}
    return data


def _as_csv(found: Sequence[_Scored], roles: Roles) -> str:
    """A row a metric; numbers with all digits, nothing where there is none."""
    rows: list[list[object]] = [[*([] if roles.by is None else [roles.by]), *_FIELDS]]
    for one in found:
        group = [] if roles.by is None else ["" if one is found[0] else one.group]
        rows += ([*group, *_cells(measured, one.n)] for measured in one.found)
    return csv_text(rows)


def _cells(one: Result, n: int) -> Iterator[object]:
    from concordant.result.record import plain

    given = {} if one.interval is None else one.interval.to_dict()
    reason = one.reason or (None if one.interval is None else one.interval.reason)
    options = json_format.dumps(plain(one.options)) if one.options else ""
    values = {"metric": one.name, "options": options, "value": one.value, "n": n, "reason": reason}
    values |= {key: given.get(key) for key in ("low", "high", "level", "method")}
    yield from (None if values[field] != values[field] else values[field] for field in _FIELDS)


def _print_scores(found: Sequence[_Scored]) -> None:
    lines = [(one, measured) for one in found for measured in one.found]
    groups = len(found) > 1
    names = [f"{'all' if one is found[0] else one.group}  " if groups else "" for one, _ in lines]
    wide, titles = max(map(len, names)), max(len(measured.title) for _, measured in lines)
    for name, (_, measured) in zip(names, lines, strict=True):
        write_line(f"{name:<{wide}}{measured.title:<{titles}}  {_numbers(measured)}\n")


def _numbers(one: Result) -> str:
    from concordant.result.intervals import no_interval
    from concordant.result.wording import certain_number, number

    if one.value != one.value:
        return f"undefined: {one.reason}"
    shown = certain_number(one.value, one.bounds)
    if one.interval is None:
        return shown
    limits = one.interval
    if limits.low != limits.low:
        return f"{shown}  {no_interval(limits.reason)}"
    doubt = "" if limits.reason is None else f"  unreliable: {limits.reason}"
    return f"{shown}  {number(limits.low)} to {number(limits.high)}{doubt}"


def report(
    columns: TypedColumns,
    *,
    task: Task | None = None,
    threshold: float | None = None,
    missing: Missing = "raise",
    level: float = 0.95,
    no_intervals: bool = False,
    by: list[str] | None = None,
    adjust: Adjustment = "holm",
    simultaneous: Literal["max-t", "bonferroni"] | None = None,
    cluster: str | None = None,
    all_: bool = False,
    exact: bool = False,
    skip_corrupt: bool = False,
    html: str | None = None,
    json: str | None = None,
) -> None:
    """
    Find out what the columns are and print the metrics that fit, on one page.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow. Several files, patterns such as 'part-*.csv' and
    folders are read one after another. Each number has its confidence interval; a mark leads to the reason why an
    interval is doubtful.

    Parameters
    ----------
    by : COL
        Column of groups: add the main metrics of each group. Several, A,B or repeated: of each combination. A missing
        group is a missing value.
    simultaneous
        Widen the intervals of groups and classes so that all those of a metric hold at once.
    all_
        Show all metrics that fit these columns, not only the main ones.
    skip_corrupt
        Leave out damaged files, and name them among the remarks of the page.

    Examples
    --------
    concordant report --example
    concordant report results.csv --truth label --pred predicted
    concordant report results.csv --truth label --score probability --html report.html
    concordant report ratings.parquet --truth anna --pred ben --labels low,mid,high
    concordant report results.csv --truth label --score probability --all
    concordant report patients.csv --truth ill --score marker --threshold 37.5
    concordant report devices.csv --truth reference --pred device --task continuous
    concordant report results.csv --truth label --pred predicted --by hospital --cluster patient
    concordant report results.csv --truth label --pred predicted --by hospital --simultaneous max-t --adjust fdr
    """
    further: Any = {"cluster": cluster, "apart": tuple(by or ()), "left_out": {} if skip_corrupt else None}
    roles = columns.roles(command="report", default_example="breast", **further)
    level_wanted = None if no_intervals else level
    wanted: Any = {"simultaneous": simultaneous, "adjust": adjust, "exact": exact, "threshold": threshold}
    with naming_compare(roles, missing):
        page = evaluated(roles, task=task, missing=missing, level=level_wanted, **wanted)
    page = replace(page, source=roles.source, label_rules=rules().words)
    from concordant.report.records import reworded

    page = reworded(page, lambda text: in_options(text, roles.arguments))
    show = write_output("--html", html, page.to_html, lambda: _print(page, roles, further=all_))
    print_or_write(page.to_dict, json, show)


def _print(page: Evaluation, roles: Roles, *, further: bool) -> None:
    from concordant.documents.blocks import Formula, Paragraph
    from concordant.report.pages.evaluation import text_document

    document = text_document(page, further=further)
    if roles.example is not None:
        lead = (f"{roles.example.title}.", in_options(roles.example.note), *document.lead)
        close = (Paragraph("The same for a file:", "soft"), Formula((command_for(roles),), copied=True))
        document = replace(document, lead=lead, blocks=(*document.blocks, *close))
    print_document(document)


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
