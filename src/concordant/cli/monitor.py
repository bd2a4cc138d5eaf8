"""`concordant monitor`, `concordant watch`."""

from __future__ import annotations

import sys
import time as clock
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from concordant.cli.columns import read_as, split_groups
from concordant.cli.options import Adjustment, Missing
from concordant.cli.output import ask_about_labels, note, print_document, print_or_write, write_output
from concordant.cli.wording import parse_labels, typed_list, typed_words
from concordant.errors import DataFileError, OptionError

if TYPE_CHECKING:
    from concordant.monitoring import Monitor
    from concordant.monitoring.alerts import Alert
    from concordant.sources.files import DataFile
    from concordant.typing import Label


def watch(
    files: list[str] | None = None,
    *,
    store: str | None = None,
    truth: str | None = None,
    pred: str | None = None,
    score: str | None = None,
    by: list[str] | None = None,
    time: str | None = None,
    time_format: str | None = None,
    window: str | None = None,
    labels: list[str] | None = None,
    scale: str = "probability",
    missing: Missing = "raise",
    writer: str = "main",
    once: bool = False,
    every: float = 10.0,
    close: str | None = None,
    allow_gaps: bool = False,
    skip_corrupt: bool = False,
) -> int:
    """
    Count rows as they arrive, each once, into a store that `concordant monitor` reads.

    FILE is a folder, a pattern or files; each is counted once, also by a second name, and new ones are looked for again
    and again. One may grow by whole lines; one that was changed otherwise is an error. - is NDJSON on standard input,
    whose lines may say their place by _partition and _offset: after a crash, deliver again from anywhere before it, and
    what was counted is skipped. A store knows what it counts: later calls need no columns.

    Parameters
    ----------
    store : FOLDER
        The folder that the states are kept in.
    score : COL
        Column of the score or probability of the second label.
    by : COL
        Columns of groups: A,B, or repeated. Rows without a group are kept as a group of their own.
    time : COL
        Column of the time of a row.
    time_format : TEXT
        How times are written, such as '%d.%m.%Y %H:%M'; the store keeps it. Default: ISO 8601.
    window : 1d
        How long a window is: 15m, 1h, 1d, 7d.
    scale : probability|real
        Whether scores are probabilities or any numbers.
    writer : NAME
        The name of this process, if several write into one store.
    once
        Count what is there, and end.
    every : SECONDS
        How long to wait for new files, or for more lines.
    close : 7d
        Move windows that are older than this into one file. Late rows count.
    allow_gaps
        Let offsets be missing, as in compacted logs.
    skip_corrupt
        Leave out damaged files, say which, and read them again the next time.

    Examples
    --------
    concordant watch in/ --store states/ --truth y --score p --by country --time at --window 1d
    consume topic | concordant watch - --store states/ --truth y --score p --labels 0,1 --time at --window 1h
    concordant watch in/ --store states/ --once
    """
    if store is None or not files:
        msg = "say what is counted and where it is kept: concordant watch FOLDER --store STATES (- is standard input)."
        raise OptionError(msg)
    if not every > 0:
        raise OptionError(f"--every is a number of seconds above 0, not {every:g}.")
    lines = "-" in files
    if lines and len(files) > 1:
        msg = "- is standard input, and cannot be counted together with files: use two processes, each with --writer."
        raise OptionError(msg)
    groups = split_groups(by, files)
    roles: dict[str, Any] = {"y_true": truth, "y_pred": pred, "y_score": score, "by": groups or None, "time": time}
    roles |= {"window": window}
    how: Any = {"missing": missing, "writer": writer, "time_format": time_format}
    with _opened(store, files, roles, labels, scale, skip_corrupt=skip_corrupt, **how) as live:
        ask_about_labels(live.definition.labels or (), options=False, declared=typed_words(labels))
        if close is not None and live.definition.window is None:
            raise OptionError("--close is for a store with windows: count with --time and --window.")
        if lines:
            new = _count_lines(live, every, close, allow_gaps=allow_gaps)
        else:
            new = _count_files(live, files, every, close, once=once, skip_corrupt=skip_corrupt)
    table = live.table()
    lacking = table.states().missing
    left_out = f", and {lacking:,} more lack a value and are left out" if lacking else ""
    note(f"{new:,} new rows; {table.n:,} in {store}{left_out}")
    return 0


def _opened(
    store: str,
    files: Sequence[str],
    roles: dict[str, Any],
    labels: Sequence[str] | None,
    scale: str,
    *,
    skip_corrupt: bool,
    **how: Any,
) -> Monitor:
    from concordant.monitoring import Monitor
    from concordant.monitoring.store import known_definition, place_of
    from concordant.sources.frames import width_text

    asked = any(value is not None for value in roles.values())
    stored = known_definition(place_of(store), skip_damaged=False)
    if not asked and stored is None:
        raise OptionError(f"{store} is new: say what is counted, --truth with --pred or --score.")
    if asked and stored is not None and roles["y_true"] is roles["y_pred"] is roles["y_score"] is None:
        counted = {name: getattr(stored, name) for name in ("y_true", "y_pred", "y_score", "by", "time")}
        counted |= {"by": stored.by or None, "window": stored.window and width_text(stored.window)}
        roles = {name: counted[name] if value is None else value for name, value in roles.items()}
    known: Any = None
    if asked and (roles["y_true"] is not None or roles["y_pred"] is not None):
        held = None if stored is None or labels is not None else stored.labels
        known = _labels(files, roles, labels, skip_corrupt=skip_corrupt) if held is None else list(held)
    more = {"labels": known, "scale": scale} if asked else {}
    return Monitor.open(store, **roles, **more, **how)


def _labels(
    files: Sequence[str], roles: dict[str, Any], labels: Sequence[str] | None, *, skip_corrupt: bool
) -> list[Label]:
    """The labels as typed, in the type of their column; else of numbers those that occur."""
    import polars as pl

    name = roles["y_true"] or roles["y_pred"]
    if "-" in files:
        if labels is None:
            msg = "--labels names all labels in their order; of two the second is the positive one: --labels 0,1."
            raise OptionError(msg)
        words = parse_labels(labels, pl.Series(name, [], dtype=pl.String))
        numeric = all(str(word).lstrip("-").isdecimal() for word in words)
        return parse_labels(labels, pl.Series(name, [0])) if numeric else words
    from concordant.sources.batches import read_columns
    from concordant.sources.files import find_files

    named = find_files(list(files), left_out={} if skip_corrupt else None)
    columns = [role for role in (roles["y_true"], roles["y_pred"]) if role is not None]
    found = read_columns(read_as(named, labels=columns, declared=typed_words(labels)), columns)
    if labels is not None:
        return parse_labels(labels, found[name])
    occur = sorted({label for column in columns for label in found[column].drop_nulls().unique().to_list()})
    if not found[name].dtype.is_numeric() and found[name].dtype != pl.Boolean:
        shown = f"--labels {typed_list(occur[:10])}"
        raise OptionError(
            f"--labels must name all labels in their order; of two the second is the positive one: {shown}"
        )
    return [int(label) if isinstance(label, float) and label.is_integer() else label for label in occur]


def _count_lines(live: Monitor, every: float, close: str | None, *, allow_gaps: bool) -> int:
    from concordant.monitoring.watching import batches_of_lines, count_rows

    total = 0
    for rows in batches_of_lines(sys.stdin, seconds=every):
        total += count_rows(live, rows, allow_gaps=allow_gaps)
    live.checkpoint()
    if close is not None:
        live.compact(keep=close)
    return total


def _count_files(
    live: Monitor, names: Sequence[str], every: float, close: str | None, *, once: bool, skip_corrupt: bool
) -> int:
    """Count files, and those that come later."""
    from concordant.monitoring.watching import count_files

    total = 0
    while True:
        damaged: dict[str, str] | None = {} if skip_corrupt else None
        for file, new, same in count_files(live, _found(names, damaged, once=once)):
            total += new
            note(f"{new:,} rows of {file.path}" + ("" if same is None else f": it has the same bytes as {same}"))
        note(*(f"not counted: {reason}" for reason in (damaged or {}).values()))
        live.checkpoint()
        if close is not None:
            live.compact(keep=close)
        if once:
            return total
        clock.sleep(every)


def _found(names: Sequence[str], damaged: dict[str, str] | None, *, once: bool) -> list[DataFile]:
    """The files that are there; a folder that is empty is no error for whoever waits."""
    from concordant.sources.files import find_files

    try:
        return find_files(list(names), left_out=damaged)
    except DataFileError:
        if once or not all(Path(name).is_dir() for name in names):
            raise
        return []


def monitor(
    states: str | None = None,
    *,
    window: str | None = None,
    against: str = "previous",
    metric: list[str] | None = None,
    alert: list[str] | None = None,
    no_groups: bool = False,
    task: Literal["binary", "multiclass", "ordinal"] | None = None,
    level: float = 0.95,
    adjust: Adjustment = "holm",
    skip_damaged: bool = False,
    html: str | None = None,
    json: str | None = None,
) -> int:
    """
    Say what has changed between the last windows of a store and a reference, and end with 1 if an alert goes off.

    An alert goes off where the change is at least as large as it says, and more than chance among all that the report
    asks. One that cannot be decided, as its number is undefined or the reference holds no row, ends with 1 too; only
    the first window of a store, which has no reference yet, ends with 0. Names are those of metrics with drop, rise or
    change; calibration with the same; scores with psi or ks; true labels and predicted labels with psi or v.

    Parameters
    ----------
    states : STATES
        Told in the text.
    window : 7d
        How much of the latest time. Default: the last window.
    against : previous|trailing|'trailing 28d'|FROM..TO|STATES
        The reference: the windows just before, four times as many before, so many days before, fixed days, or another
        store.
    metric : NAME
        Default: the usual ones. Repeatable.
    alert : TEXT
        End with 1 if it goes off or is undecided, such as 'roc_auc drop 0.01' or 'scores psi 0.2'. Repeatable.
    no_groups
        Compare all rows together alone.
    task
        The kind of data on the page of --html. Default: multiclass for three or more labels that are text by alphabet,
        else ordinal, as the labels were named in their order.
    skip_damaged
        Leave damaged files out, and say which.
    html : OUT
        Write a page: alerts, each metric over time with its subgroups, what has changed, and the report of the window.

    Examples
    --------
    concordant monitor states/ --window 7d --against previous --alert 'roc_auc drop 0.01'
    concordant monitor states/ --window 1d --against 'trailing 28d' --alert 'scores psi 0.2' --json
    concordant monitor states/ --window 1d --against 2026-03-01..2026-03-31 --metric f1 --metric recall
    """
    from concordant.monitoring import StateTable, compare_windows
    from concordant.monitoring.alerts import judge_alert, parse_alert
    from concordant.monitoring.report import monitoring_document

    if states is None:
        raise OptionError("name the folder of the store: concordant monitor STATES (concordant watch makes one).")
    alerts = [parse_alert(text) for text in alert or ()]
    if html == "-":
        raise OptionError("--html - would print a page among the changes: name a file.")
    table = StateTable.read(states, skip_damaged=skip_damaged)
    asked: dict[str, Any] = {"metrics": _metrics(table, metric, alerts), "groups": not no_groups, "level": level}
    asked["adjust"] = adjust
    reference = _reference(against, skip_damaged=skip_damaged)
    report = compare_windows(table, _window(table, window), against=reference, **asked)
    verdicts = [judge_alert(one, report) for one in alerts]
    fired, undecided = any(one.fired for one in verdicts), any(one.undecided for one in verdicts)

    def page() -> str:
        from concordant.documents.html import as_html

        latest = table.trailing(_window(table, window)) if table.definition.y_true is not None else None
        shown: Any = {"source": Path(states).name, "task": task, "window": _window(table, window)}
        return as_html(monitoring_document(report, verdicts, table, latest=latest, **shown))

    write_output("--html", html, page, lambda: None)

    def data() -> dict[str, Any]:
        return {
            "alert": fired,
            "undecided": undecided,
            "alerts": [one.to_dict() for one in verdicts],
            **report.to_dict(),
        }

    print_or_write(data, json, lambda: print_document(monitoring_document(report, verdicts)))
    return 1 if fired or undecided else 0


def _metrics(table: Any, metric: list[str] | None, alerts: list[Alert]) -> list[str] | None:
    """The metrics that are named, or the usual ones, and those that alerts are about."""
    from concordant.monitoring.changes import usual_metrics

    more = [one.name for one in alerts if one.is_of_metric]
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


def _window(table: Any, window: str | None) -> str:
    from concordant.sources.frames import width_text

    if table.definition.window is None:
        raise OptionError("this store has no windows: count with --time and --window.")
    return width_text(table.definition.window) if window is None else window
