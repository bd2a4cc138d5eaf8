"""``concordant gate``: pass or fail by a metric, for a release pipeline."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.completion import column_names_of, metric_names
from concordant.cli.exact_reading import check_exact
from concordant.cli.gate_file import USES, read_constraint, read_gates
from concordant.cli.metric_options import Average, Option, Weights, chosen_options, named_metric
from concordant.cli.roles import check_choice, check_share
from concordant.cli.shared_options import (
    Cluster,
    ExactOption,
    JsonOption,
    Level,
    MissingOption,
)
from concordant.cli.terminal import say, say_data, tell
from concordant.cli.typed_columns import TypedColumns
from concordant.cli.writing import check_writable, json_text, write_text
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.report.gates import Gate, Verdict

MetricOption = Annotated[
    str | None,
    typer.Option("--metric", metavar="NAME", autocompletion=metric_names, help="The metric that is judged."),
]
Least = Annotated[float | None, typer.Option("--min", metavar="NUMBER", help="The least value that passes.")]
Most = Annotated[float | None, typer.Option("--max", metavar="NUMBER", help="The greatest value that passes.")]
Use = Annotated[
    str | None,
    typer.Option(
        "--use", metavar="value|lower|upper", help="Compare the value (the default), or a limit of its interval."
    ),
]
Constraint = Annotated[
    list[str] | None,
    typer.Option(
        "--constraint",
        metavar="TEXT",
        show_default=False,
        help="In place of --metric: 'f1 >= 0.8', or for a limit 'recall lower >= 0.9'; may be repeated.",
    ),
]
Gates = Annotated[
    str | None, typer.Option("--gates", metavar="TOML", help="Several gates from a file, in place of --metric.")
]
AllowDoubt = Annotated[bool, typer.Option("--allow-doubt", help="Accept a limit even if its interval is doubtful.")]
By = Annotated[
    str | None,
    typer.Option(
        "--by",
        metavar="COL",
        autocompletion=column_names_of,
        help="Column of groups: each of them must pass as well. A missing group is a missing value.",
    ),
]
Against = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="COL",
        autocompletion=column_names_of,
        help="Column of a baseline model: what is judged is the metric of the model less that of the baseline.",
    ),
]
Raters = Annotated[
    str | None, typer.Option("--raters", metavar="A,B,C", help="Many raters, a column each, in place of --truth.")
]
Judge = Annotated[
    str | None,
    typer.Option(
        "--judge",
        metavar="COL",
        autocompletion=column_names_of,
        help="A judge beside people (--human): its agreement with them less their own is judged (see --of).",
    ),
]
Human = Annotated[
    str | None, typer.Option("--human", metavar="A,B,C", help="The people beside --judge, a column each.")
]
_OF = ("gap", "judge")
Of = Annotated[
    str | None,
    typer.Option(
        "--of",
        metavar="|".join(_OF),
        help="With --judge: what is held against the bounds: its agreement with people less that of people among "
        "themselves (gap, the default), or its agreement with people itself (judge).",
    ),
]
Junit = Annotated[str | None, typer.Option("--junit", metavar="OUT", help="Write the verdicts as JUnit XML.")]
Markdown = Annotated[
    str | None, typer.Option("--markdown", metavar="OUT", help="Write the verdicts as a table of Markdown.")
]
Github = Annotated[
    bool, typer.Option("--github", help="Print annotations of GitHub Actions, and add the table to its step summary.")
]


def gate(
    *,
    columns: TypedColumns,
    raters: Raters = None,
    judge: Judge = None,
    human: Human = None,
    of: Of = None,
    metric: MetricOption = None,
    least: Least = None,
    most: Most = None,
    use: Use = None,
    weights: Weights = None,
    average: Average = None,
    option: Option = None,
    constraint: Constraint = None,
    gates: Gates = None,
    against: Against = None,
    by: By = None,
    level: Level = 0.95,
    cluster: Cluster = None,
    missing: MissingOption = "raise",
    allow_doubt: AllowDoubt = False,
    exact: ExactOption = None,
    json: JsonOption = None,
    junit: Junit = None,
    markdown: Markdown = None,
    github: Github = False,
) -> int:
    """
    Pass or fail by a metric: exit code 0 or 1, and one line that says why; 2 for any error.

    An undefined value fails. With --use lower or upper the interval must exist, and a doubtful one (too few rows that
    differ, a single positive, few clusters) fails as well, unless --allow-doubt is given.

    \b
    concordant gate results.csv --truth label --pred predicted --metric qwk --min 0.7
    concordant gate results.csv --truth label --score probability --metric roc_auc --min 0.9 --use lower
    concordant gate results.csv --truth label --pred predicted --constraint 'f1 >= 0.8' --constraint 'fnr upper <= 0.1'
    concordant gate results.csv --truth label --pred new --against old --metric f1 --min=-0.01 --use lower
    concordant gate results.csv --truth label --pred predicted --metric recall --min 0.8 --by hospital --junit gate.xml
    concordant gate ratings.csv --raters ann,bob,eve --metric krippendorff_alpha --min 0.67 --use lower
    concordant gate items.csv --judge gpt --human ann,bob,eve --min=-0.05 --use lower
    concordant gate items.csv --judge gpt --human ann,bob,eve --of judge --metric cohen_kappa --min 0.6
    concordant gate results.csv --truth label --pred predicted --gates gates.toml --github

    A file of gates has one [[gate]] for each, with metric, min or max, use, and options of the metric by name.
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    check_choice("--use", use, USES)
    check_choice("--of", of, _OF)
    if of is not None and judge is None:
        msg = f"--of {of} is for a judge beside people: --judge COL --human A,B,C."
        raise OptionError(msg)
    check_choice("--missing", missing, ("raise", "drop"))
    check_share(level)
    named = metric is not None or constraint or gates is not None
    if judge is not None and not named:
        metric = "accuracy"  # the share of pairs that agree
    one = {"--min": least, "--max": most, "--use": use, "--weights": weights, "--average": average, "--option": option}
    wanted = _wanted(metric, constraint, gates, one)
    paths = {"--json": check_writable("--json", json), "--junit": check_writable("--junit", junit)}
    paths["--markdown"] = check_writable("--markdown", markdown)
    if raters is not None or judge is not None or human is not None:
        _refuse_beside_raters(
            (raters, judge, human),
            columns.example,
            {
                "--truth": columns.truth,
                "--pred": columns.pred,
                "--score": columns.score,
                "--by": by,
                "--against": against,
                "--weight": columns.weight,
                "--pos-label": columns.pos_label,
            },
        )
        source = columns.files[0] if columns.files else ""
        verdicts = _of_raters(
            columns.files or [],
            wanted,
            raters or human or "",
            judge,
            labels=columns.labels,
            cluster=cluster,
            level=level,
            allow_doubt=allow_doubt,
            of=of or "gap",
        )
        if judge is not None and of is None and named:
            tell(
                f"the gap is judged, which is below 0 where {judge} agrees less with people than they do with each "
                "other: --of judge takes its agreement itself, --of gap says that the gap is meant"
            )
    else:
        from concordant.cli.gate_rows import Judging, verdicts_of

        roles = columns.roles(command="gate", default_example="ms")
        how = Judging(level=level, missing=missing, allow_doubt=allow_doubt, exact=check_exact(exact))
        source = roles.source
        roles = replace(roles, cluster=cluster, apart=() if by is None else (by,))
        verdicts = verdicts_of(roles, wanted, how, against)
    _show(verdicts, source, {"--json": json, "--junit": junit, "--markdown": markdown}, paths, github=github)
    return 0 if all(verdict.passed for verdict in verdicts) else 1


def _wanted(
    metric: str | None, constraint: Sequence[str] | None, gates: str | None, one: Mapping[str, Any]
) -> list[Gate]:
    """The gates that the line asks for, in one of three ways."""
    if (metric is not None) + bool(constraint) + (gates is not None) != 1:
        msg = (
            "--metric NAME with --min or --max says what is required; or several: --constraint 'f1 >= 0.8', or a file, "
            "--gates TOML."
        )
        raise OptionError(msg)
    if metric is not None:
        return [_gate(metric, one)]
    lost = [option for option, value in one.items() if value is not None and value != []]
    if lost:
        where = "write it into the file, for each gate" if gates is not None else "it belongs to --metric NAME"
        msg = f"{' and '.join(lost)} cannot be used with {'--gates' if gates is not None else '--constraint'}: {where}."
        raise OptionError(msg)
    return read_gates(Path(gates)) if gates is not None else [read_constraint(text) for text in constraint or ()]


def _gate(metric: str, one: Mapping[str, Any]) -> Gate:
    """The gate of the options."""
    from concordant.report.gates import Gate

    if one["--min"] is None and one["--max"] is None:
        msg = "nothing is required: give --min NUMBER, --max NUMBER, or both."
        raise OptionError(msg)
    name, options = named_metric(metric, chosen_options(one["--weights"], one["--average"], one["--option"]))
    return Gate(metric=name, options=options, least=one["--min"], most=one["--max"], use=one["--use"] or "value")


def _refuse_beside_raters(
    given: tuple[str | None, str | None, str | None], example: str | None, others: Mapping[str, Any]
) -> None:
    """Raise for raters and a judge together, for half of a judge and people, and for options of a truth."""
    raters, judge, human = given
    if (judge is None) != (human is None) or (raters is not None and judge is not None):
        msg = "a judge and the people beside it are --judge COL --human A,B,C; raters without a judge --raters A,B,C."
        raise OptionError(msg)
    lost = [option for option, value in {**others, "--example": example}.items() if value]
    if lost:
        what = "--raters stands" if judge is None else "--judge and --human stand"
        msg = f"{what} in place of a truth and a prediction: leave out {' and '.join(lost)}."
        raise OptionError(msg)


def _of_raters(files: list[str], wanted: list[Gate], raters: str, judge: str | None, **how: Any) -> list[Verdict]:
    from concordant.cli.gate_panel import panel_verdicts

    if not files:
        msg = "name a file: concordant gate FILE --raters A,B,C --metric krippendorff_alpha --min 0.67."
        raise OptionError(msg)
    names = [name.strip() for name in raters.split(",")]
    if "" in names or len(set(names)) < len(names) or len(names) < 2:
        option = "--raters" if judge is None else "--human"
        msg = f"{option} {raters}: name two columns or more, each once, with commas between them."
        raise OptionError(msg)
    return panel_verdicts(files, wanted, raters=names, judge=judge, **how)


def _show(
    verdicts: Sequence[Verdict],
    source: str,
    given: Mapping[str, str | None],
    paths: Mapping[str, Path | None],
    *,
    github: bool,
) -> None:
    """Write the files that were asked for; one that is - takes the place of the lines on stdout."""
    from concordant.report.gates import github_lines, junit_xml, markdown

    passed = all(verdict.passed for verdict in verdicts)
    data = {"passed": passed, "source": source, "gates": [verdict.to_dict() for verdict in verdicts]}
    texts = {
        "--json": lambda: json_text(data),
        "--junit": lambda: junit_xml(verdicts, source),
        "--markdown": lambda: markdown(verdicts, source),
    }
    for option, path in paths.items():
        if path is not None:
            write_text(path, texts[option]())
    piped = [option for option, place in given.items() if place == "-"]
    for option in piped:
        say_data(texts[option]())
    if github:
        _tell_github(list(github_lines(verdicts)), texts["--markdown"]())
    if not piped and not github:
        _print(verdicts)


def _tell_github(lines: Sequence[str], table: str) -> None:
    """Print annotations, and add a table to the summary of the step, whose file the runner names."""
    for line in lines:
        say(f"{line}\n")
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        try:
            with Path(summary).open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(table + "\n")
        except OSError as error:
            msg = f"the step summary {summary} cannot be written: {error.strerror or error}."
            raise OptionError(msg) from error


def _print(verdicts: Sequence[Verdict]) -> None:
    for verdict in verdicts:
        line = " ".join(verdict.line.split())
        say(f"{'pass' if verdict.passed else 'FAIL'}  {line}\n")
