"""``concordant monitor``: what has changed between the last windows of a store and those before."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.roles import check_adjust, check_share
from concordant.cli.shared_options import AdjustOption, JsonOption, Level
from concordant.cli.terminal import say
from concordant.cli.writing import check_writable, print_or_write, write_text
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.monitoring.alerts import Alert, AlertVerdict
    from concordant.monitoring.changes import ChangeReport

StoreArgument = Annotated[str | None, typer.Argument(metavar="STATES", show_default=False, hidden=True)]
WindowOption = Annotated[
    str | None, typer.Option("--window", metavar="7d", help="How much of the latest time. Default: the last window.")
]
AgainstOption = Annotated[
    str,
    typer.Option(
        "--against",
        metavar="previous|trailing|'trailing 28d'|FROM..TO|STATES",
        help="The reference: the windows just before, four times as many before, so many days before, fixed days, or "
        "another store.",
    ),
]
MetricsOption = Annotated[
    list[str] | None,
    typer.Option("--metric", metavar="NAME", show_default=False, help="Default: the usual ones. Repeatable."),
]
Alerts = Annotated[
    list[str] | None,
    typer.Option(
        "--alert",
        metavar="TEXT",
        show_default=False,
        help="End with 1 if it goes off or is undecided, such as 'roc_auc drop 0.01' or 'scores psi 0.2'. Repeatable.",
    ),
]
HtmlFile = Annotated[
    str | None, typer.Option("--html", metavar="OUT", help="Write the page of the window, as concordant report has it.")
]
NoGroups = Annotated[bool, typer.Option("--no-groups", help="Compare all rows together alone.")]
SkipDamaged = Annotated[bool, typer.Option("--skip-damaged", help="Leave damaged files out, and say which.")]


def monitor(
    states: StoreArgument = None,
    *,
    window: WindowOption = None,
    against: AgainstOption = "previous",
    metric: MetricsOption = None,
    alert: Alerts = None,
    no_groups: NoGroups = False,
    level: Level = 0.95,
    adjust: AdjustOption = "holm",
    skip_damaged: SkipDamaged = False,
    html: HtmlFile = None,
    json: JsonOption = None,
) -> int:
    """
    Say what has changed between the last windows of a store and a reference, and end with 1 if an alert goes off.

    An alert goes off where the change is at least as large as it says, and more than chance among all that the report
    asks. One that cannot be decided, as its number is undefined or the reference holds no row, ends with 1 too; only
    the first window of a store, which has no reference yet, ends with 0. Names are those of metrics with drop, rise or
    change; calibration with the same; scores with psi or ks; true labels and predicted labels with psi or v.

    \b
    concordant monitor states/ --window 7d --against previous --alert 'roc_auc drop 0.01'
    concordant monitor states/ --window 1d --against 'trailing 28d' --alert 'scores psi 0.2' --json
    concordant monitor states/ --window 1d --against 2026-03-01..2026-03-31 --metric f1 --metric recall
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    from concordant.monitoring import StateTable, compare_windows
    from concordant.monitoring.alerts import judge_alert, parse_alert

    check_share(level)
    if states is None:
        msg = "name the folder of the store: concordant monitor STATES (concordant watch makes one)."
        raise OptionError(msg)
    alerts = [parse_alert(text) for text in alert or ()]
    if html == "-":
        msg = "--html - would print a page among the changes: name a file."
        raise OptionError(msg)
    path, page = check_writable("--json", json), check_writable("--html", html)
    table = StateTable.read(states, skip_damaged=skip_damaged)
    asked: dict[str, Any] = {"metrics": _metrics(table, metric, alerts), "groups": not no_groups, "level": level}
    reference = _reference(against, skip_damaged=skip_damaged)
    report = compare_windows(table, _window(table, window), against=reference, adjust=check_adjust(adjust), **asked)
    if page is not None:
        write_text(page, table.trailing(_window(table, window)).evaluate(level=level).to_html())
    verdicts = [judge_alert(one, report) for one in alerts]
    fired, undecided = any(one.fired for one in verdicts), any(one.undecided for one in verdicts)

    def data() -> dict[str, Any]:
        return {
            "alert": fired,
            "undecided": undecided,
            "alerts": [one.to_dict() for one in verdicts],
            **report.to_dict(),
        }

    print_or_write(data, json, path, lambda: _print(report, verdicts))
    return 1 if fired or undecided else 0


def _window(table: Any, window: str | None) -> str:
    from concordant.sources.frames import width_text

    if table.definition.window is None:
        msg = "this store has no windows: count with --time and --window."
        raise OptionError(msg)
    return width_text(table.definition.window) if window is None else window


def _metrics(table: Any, metric: list[str] | None, alerts: list[Alert]) -> list[str] | None:
    """The metrics that are named, or the usual ones, and those that alerts are about."""
    from concordant.metrics import names
    from concordant.monitoring.changes import usual_metrics

    known = set(names())
    more = [one.name for one in alerts if one.name in known]
    return list(dict.fromkeys([*(metric or usual_metrics(table.definition)), *more])) or None


def _reference(against: str, *, skip_damaged: bool) -> Any:
    """What `compare_windows` takes: words, two times, or another table."""
    first, dots, last = against.partition("..")
    if dots and first[:1].isdigit() and last:
        return first, last
    if against.split(" ", maxsplit=1)[0] in ("previous", "trailing") or not Path(against).exists():
        return against
    from concordant.monitoring import StateTable

    return StateTable.read(against, skip_damaged=skip_damaged)


def _print(report: ChangeReport, verdicts: list[AlertVerdict]) -> None:
    lines = [str(report), *([""] if verdicts else [])]
    for one in verdicts:
        head = "ALERT" if one.fired else "UNDECIDED" if one.undecided else "quiet"
        lines += [f"{head}  {one.alert.text}", *(f"       {line}" for line in one.lines)]
    say("\n".join(lines) + "\n")
