"""`concordant gate`."""

from __future__ import annotations

import math
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from concordant.cli.columns import Roles, TypedColumns, note_left_out, read_ratings
from concordant.cli.evaluated_columns import are_measurements, collected, note_not_declared, pages_by_group, take_rows
from concordant.cli.options import Missing, check_choice
from concordant.cli.output import json_text, note, write_line, write_output
from concordant.cli.ratings import RatingColumns, RatingRows, several_columns
from concordant.cli.wording import chosen_options, in_options, named_metric
from concordant.errors import OptionError
from concordant.settings import without_warnings

if TYPE_CHECKING:
    import polars as pl

    from concordant.report import Evaluation, Result
    from concordant.report.comparing import MetricComparison
    from concordant.report.gates import Gate, Verdict
    from concordant.result import Interval

USES = ("value", "lower", "upper")
_ONE_SIDED = 0.9  # the level whose limits are those of one-sided tests at 5 %
_KEYS = ("metric", "min", "max", "use")
_CONSTRAINT = re.compile(r"\s*(\S.*?)(?:\s+(value|lower|upper))?\s*(>=|<=)\s*(\S+)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleColumns(RatingColumns):
    """
    The columns of many raters, or of a judge and people, in place of a truth and a prediction.

    Parameters
    ----------
    judge : COL
        A judge beside people (--human): its agreement with them less their own is judged (see --of).
    human : A,B,C
        The people beside --judge, a column each.
    """

    judge: str | None = None
    human: str | None = None

    @property
    def named(self) -> bool:
        """Whether any is named."""
        return any(getattr(self, one.name) != one.default for one in fields(self))

    def check(self, columns: TypedColumns, others: Mapping[str, Any]) -> None:
        """Raise for half of a judge and people, for two forms at once, and for options of a truth."""
        ratings = (self.raters, self.unit, self.rater, self.label)
        if (self.judge is None) != (self.human is None) or (self.judge and any(ratings)):
            msg = (
                "a judge and the people beside it are --judge COL --human A,B,C; raters without a judge --raters A,B,C."
            )
            raise OptionError(msg)
        typed = {"truth": columns.truth, "pred": columns.pred, "score": columns.score, "example": columns.example}
        typed |= {"pos-label": columns.pos_label, "weight": None if self.judge else columns.weight, **others}
        if lost := [f"--{name}" for name, value in typed.items() if value]:
            long = "--raters stands" if self.raters else "--unit and --label stand"
            what = "--judge and --human stand" if self.judge else long
            raise OptionError(f"{what} in place of a truth and a prediction: leave out {' and '.join(lost)}.")
        if not columns.files:
            raise OptionError(
                "name a file: concordant gate FILE --raters A,B,C --metric krippendorff_alpha --min 0.67."
            )


def gate(
    columns: TypedColumns,
    people: PeopleColumns,
    *,
    of: Literal["gap", "judge"] | None = None,
    metric: str | None = None,
    min_: float | None = None,
    max_: float | None = None,
    use: Literal["value", "lower", "upper"] | None = None,
    weights: str | None = None,
    average: str | None = None,
    option: list[str] | None = None,
    constraint: list[str] | None = None,
    gates: str | None = None,
    against: str | None = None,
    by: str | None = None,
    level: float = 0.95,
    cluster: str | None = None,
    missing: Missing = "raise",
    allow_doubt: bool = False,
    exact: bool = False,
    json: str | None = None,
    junit: str | None = None,
    markdown: str | None = None,
    github: bool = False,
) -> int:
    """
    Pass or fail by a metric: exit code 0 or 1, and one line that says why; 2 for any error.

    An undefined value fails. With --use lower or upper the interval must exist, and a doubtful one (too few rows that
    differ, a single positive, few clusters) fails as well, unless --allow-doubt is given.

    A file of gates has one [[gate]] for each, with metric, min or max, use, and options of the metric by name.

    Parameters
    ----------
    of
        With --judge: what is held against the bounds: its agreement with people less that of people among themselves
        (gap, the default), or its agreement with people itself (judge).
    metric : NAME
        The metric that is judged.
    min_ : NUMBER
        The least value that passes.
    max_ : NUMBER
        The greatest value that passes.
    use
        Compare the value (the default), or a limit of its interval.
    constraint : TEXT
        In place of --metric: 'f1 >= 0.8', or for a limit 'recall lower >= 0.9'; may be repeated.
    gates : TOML
        Several gates from a file, in place of --metric.
    against : COL
        Column of a baseline model: what is judged is the metric of the model less that of the baseline. With
        --use lower or upper the limit is that of the two-sided interval: --level 0.9 gives the one-sided test at 5 %
        that `concordant compare --alternative non-inferiority` makes.
    by : COL
        Column of groups: each of them must pass as well. Several, A,B: each combination. A missing group is a missing
        value.
    allow_doubt
        Accept a limit even if its interval is doubtful.
    junit : OUT
        Write the verdicts as JUnit XML.
    markdown : OUT
        Write the verdicts as a table of Markdown.
    github
        Print annotations of GitHub Actions, and add the table to its step summary.

    Examples
    --------
    concordant gate results.csv --truth label --pred predicted --metric qwk --min 0.7
    concordant gate results.csv --truth label --score probability --metric roc_auc --min 0.9 --use lower
    concordant gate results.csv --truth label --pred predicted --constraint 'f1 >= 0.8' --constraint 'fnr upper <= 0.1'
    concordant gate results.csv --truth label --pred new --against old --metric f1 --min=-0.01 --use lower
    concordant gate results.csv --truth label --pred predicted --metric recall --min 0.8 --by hospital --junit gate.xml
    concordant gate ratings.csv --raters ann,bob,eve --metric krippendorff_alpha --min 0.67 --use lower
    concordant gate items.csv --judge gpt --human ann,bob,eve --min=-0.05 --use lower
    concordant gate items.csv --judge gpt --human ann,bob,eve --of judge --metric cohen_kappa --min 0.6
    concordant gate results.csv --truth label --pred predicted --gates gates.toml --github
    """
    if of is not None and people.judge is None:
        raise OptionError(f"--of {of} is for a judge beside people: --judge COL --human A,B,C.")
    judge = people.judge
    named = metric is not None or constraint or gates is not None
    if judge is not None and not named:
        metric = "accuracy"  # the share of pairs that agree
    typed = {"--min": min_, "--max": max_, "--use": use, "--weights": weights, "--average": average, "--option": option}
    wanted = _wanted(metric, constraint, gates, typed)
    from concordant.report.gates import judge_measured

    how: Any = {"level": level, "missing": missing}
    roles = None
    is_gap = judge is not None and of != "judge"
    if people.named:
        people.check(columns, {"by": by, "against": against})
        measured = _of_people(columns, people, wanted, cluster, is_gap=is_gap, **how)
    else:
        apart = () if by is None else (by,)
        roles = columns.roles(command="gate", default_example="ms", cluster=cluster, apart=apart)
        if against is None:
            measured = _of_rows(roles, wanted, gates, **how, exact=exact)
        else:
            measured = _against(roles, wanted, against, **how)
    if against is not None and level != _ONE_SIDED and any(one.use != "value" for one in wanted):
        note(
            f"the limit is that of the two-sided {100 * level:g} % interval; --level {_ONE_SIDED:g} takes that of the "
            "one-sided test at 5 %, as concordant compare --alternative non-inferiority and assert_not_worse do"
        )
    judging: Any = {"level": level, "allow_doubt": allow_doubt, "difference": is_gap or against is not None}
    verdicts = [judge_measured(found, gate, **judging, group=group) for gate, found, group in measured]
    if judge is not None and of is None and named:
        note(
            f"the gap is judged, which is below 0 where {judge} agrees less with people than they do with each "
            "other: --of judge takes its agreement itself, --of gap says that the gap is meant"
        )
    named_columns = {} if roles is None else roles.arguments
    verdicts = [replace(verdict, line=in_options(verdict.line, named_columns)) for verdict in verdicts]
    outputs = {"--json": json, "--junit": junit, "--markdown": markdown}
    _show(verdicts, (columns.files or [""])[0] if roles is None else roles.source, outputs, github=github)
    return 0 if all(verdict.passed for verdict in verdicts) else 1


def _wanted(
    metric: str | None, constraint: Sequence[str] | None, gates: str | None, typed: Mapping[str, Any]
) -> list[Gate]:
    """The gates that the line asks for, in one of three ways."""
    ways = {"--metric": metric is not None, "--constraint": bool(constraint), "--gates": gates is not None}
    given = [option for option, is_given in ways.items() if is_given]
    if len(given) > 1:
        raise OptionError(
            f"{' and '.join(given)} each say what is required, and only one of them can count: leave the others out. "
            "Several bounds are several --constraint, such as --constraint 'f1 >= 0.8' --constraint 'recall >= 0.9'."
        )
    if not given:
        raise OptionError(
            "--metric NAME with --min or --max says what is required; or several: --constraint 'f1 >= 0.8', or a file, "
            "--gates TOML."
        )
    if metric is not None:
        if typed["--min"] is None and typed["--max"] is None:
            raise OptionError("nothing is required: give --min NUMBER, --max NUMBER, or both.")
        options = chosen_options(typed["--weights"], typed["--average"], typed["--option"])
        return [_gate(metric, options, typed["--min"], typed["--max"], typed["--use"])]
    if lost := [option for option, value in typed.items() if value is not None and value != []]:
        where = "write it into the file, for each gate" if gates is not None else "it belongs to --metric NAME"
        raise OptionError(f"{' and '.join(lost)} cannot be used with {given[0]}: {where}.")
    return read_gates(Path(gates)) if gates is not None else [read_constraint(text) for text in constraint or ()]


def _gate(metric: str, options: Mapping[str, Any], least: float | None, most: float | None, use: Any) -> Gate:
    """A gate on a metric by any of its names."""
    from concordant.report.gates import Gate

    name, options = named_metric(metric, options)
    return Gate(metric=name, options=options, least=least, most=most, use=use or "value")


def _show(verdicts: Sequence[Verdict], source: str, given: Mapping[str, str | None], *, github: bool) -> None:
    """Write the files that were asked for; one that is - takes the place of the lines on stdout."""
    from concordant.report.gates import github_lines, junit_xml, markdown

    passed = all(verdict.passed for verdict in verdicts)
    data = {"passed": passed, "source": source, "gates": [verdict.to_dict() for verdict in verdicts]}
    texts = {
        "--json": lambda: json_text(data),
        "--junit": lambda: junit_xml(verdicts, source),
        "--markdown": lambda: markdown(verdicts, source),
    }
    lines = [f"{'pass' if verdict.passed else 'FAIL'}  {' '.join(verdict.line.split())}\n" for verdict in verdicts]
    show: Callable[[], object] = partial(write_line, "" if github else "".join(lines))
    for option, text in texts.items():
        show = write_output(option, given[option], text, show)
    show()
    if github:
        _tell_github(list(github_lines(verdicts)), texts["--markdown"]())


def _tell_github(lines: Sequence[str], table: str) -> None:
    """Print annotations, and add a table to the summary of the step, whose file the runner names."""
    for line in lines:
        write_line(f"{line}\n")
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        try:
            with Path(summary).open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(table + "\n")
        except OSError as error:
            raise OptionError(f"the step summary {summary} cannot be written: {error.strerror or error}.") from error


def read_constraint(text: str) -> Gate:
    """Read ``'recall >= 0.9'`` or ``'recall lower >= 0.9'``."""
    bound, constraint = math.nan, _CONSTRAINT.fullmatch(text)
    if constraint is not None:
        with suppress(ValueError):
            bound = float(constraint[4])
    if constraint is None or not math.isfinite(bound):
        msg = f"--constraint {text!r}: write 'recall >= 0.9', or for a limit of the interval 'recall lower >= 0.9'."
        raise OptionError(msg)
    least, most = (bound, None) if constraint[3] == ">=" else (None, bound)
    return _gate(constraint[1], {}, least, most, constraint[2])


def read_gates(path: Path) -> list[Gate]:
    """Read gates from a TOML file."""
    import tomllib

    try:
        data = tomllib.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:  # also of integers beyond Python's limit of digits
        why = getattr(error, "strerror", None) or error
        raise OptionError(f"--gates {path}: {why}.") from error
    tables = data.get("gate")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        msg = f"--gates {path}: no [[gate]] in it; each has a metric, min or max, and maybe use and options."
        raise OptionError(msg)
    if lost := [repr(key) for key in data if key != "gate"]:
        raise OptionError(
            f"--gates {path}: {', '.join(lost)} would not be looked at: a file of gates has [[gate]] and nothing else."
        )
    gates = []
    for number, table in enumerate(tables, 1):
        least, most = bounds = table.get("min"), table.get("max")
        numbers = all(x is None or (isinstance(x, (int, float)) and not isinstance(x, bool)) for x in bounds)
        if not isinstance(table.get("metric"), str) or not numbers or bounds == (None, None):
            raise OptionError(f"--gates {path}: gate {number} needs a metric by name, and a number for min or max.")
        check_choice(f"--gates {path}: use", table.get("use"), USES)
        options = {key: None if value == "none" else value for key, value in table.items() if key not in _KEYS}
        gates.append(_gate(table["metric"], options, least, most, table.get("use")))
    return gates


Measured: TypeAlias = "tuple[Gate, Result, str | None]"  # what a gate is held against, of which group of rows


def _of_rows(
    roles: Roles, gates: Sequence[Gate], file: str | None, *, level: float, missing: Any, exact: Any
) -> Iterator[Measured]:
    """Measure on all rows, and then on those of each group; errors name the gate of a `file` of gates."""
    from concordant.report.groups import IntervalOptions
    from concordant.report.requested import measure

    whole = take_rows([(gate.metric, gate.options) for gate in gates], roles.score) or _limits_take_rows(roles, gates)
    columns = collected(roles, task=None, missing=missing, exact=exact, whole=whole)
    how: Any = {"missing": missing, "intervals": IntervalOptions(level, listed=False)}
    pages: dict[bool, list[tuple[Any, Evaluation]]] = {}
    for number, gate in enumerate(gates, 1):
        ratings = are_measurements(roles, columns.truth, [gate.metric])
        if ratings not in pages:
            pages[ratings] = list(pages_by_group(roles, columns, task="continuous" if ratings else None, **how))
            page = pages[ratings][0][1]
            note_left_out(page.n, page.n_missing)
            note_not_declared(page, roles, [one.metric for one in gates])
        for group, page in pages[ratings]:
            try:
                found = measure(page, gate.metric, gate.options, level=level, thorough=gate.use != "value")
            except OptionError as error:
                if file is None:
                    raise
                raise OptionError(f"--gates {file}: gate {number}: {error}") from error
            yield gate, found, None if group is None else f"{roles.by} {group}"


def _limits_take_rows(roles: Roles, gates: Sequence[Gate]) -> bool:
    """Whether a limit needs every row: of weights, and of how scores of several classes rank."""
    from concordant.metrics import get
    from concordant.states import Counts, Moments

    limits = [get(gate.metric) for gate in gates if gate.use != "value"]
    if roles.weight is not None or len(roles.score) < 3:
        return roles.weight is not None and bool(limits)
    return not all(Counts in metric.takes or Moments in metric.takes for metric in limits)


def _against(roles: Roles, gates: Sequence[Gate], baseline: str, *, level: float, missing: Any) -> Iterator[Measured]:
    """Measure the metric of the model less that of the baseline, on the same rows."""
    from concordant.cli.compare import compared

    both = replace(roles, more=(baseline,)) if roles.pred else replace(roles, score=(*roles.score, baseline))
    called = (str(roles.pred or roles.score[0]), baseline)
    chosen = [(gate.metric, dict(gate.options)) for gate in gates]
    found = compared(both, called, chosen, missing=missing, level=level, adjust=None)
    for group, part in [(None, found), *found.groups.items()]:
        named = None if part is found else f"{roles.by} {group}"
        for gate, one in zip(gates, _one_each(gates, part.metrics), strict=True):
            interval = _as_interval(one.pairs[0].difference, one.pairs[0])
            title = f"{one.title}, {called[0]} less {called[1]},"
            yield gate, _measured(one.name, title, one.options, interval), named


def _one_each(gates: Sequence[Gate], found: Sequence[MetricComparison]) -> Sequence[MetricComparison]:
    """Raise for a metric of several classes, which has a comparison of each."""
    if len(found) > len(gates):
        from concordant.metrics import get
        from concordant.report.results import several_numbers

        asked, given = Counter(get(gate.metric).name for gate in gates), Counter(one.name for one in found)
        name = next(name for name in asked if given[name] > asked[name])
        raise several_numbers(get(name).facts.title, given[name] // asked[name])
    return found


def _of_people(
    columns: TypedColumns,
    people: PeopleColumns,
    gates: Sequence[Gate],
    cluster: str | None,
    *,
    is_gap: bool,
    **how: Any,
) -> Iterator[Measured]:
    """Measure the ratings of many; with a judge, its agreement with people, less theirs for the gap."""
    files = columns.files or []
    measured: Callable[[Gate], Result]
    if people.judge is None:
        rows = people.read(files, columns.labels, cluster, how["missing"])
        remarks = rows.remarks
        measured = partial(_panel_metric, rows, how["level"])
    else:
        humans = several_columns("--human", people.human or "", least=1)
        if len(humans) == 1:
            instead = f"beside one person take --truth {humans[0]} --pred {people.judge}"
            raise OptionError(f"--human {humans[0]}: name two people or more, A,B,C; {instead}.")
        beside: Any = {"numbers": [columns.weight], "labels": columns.labels, "cluster": cluster}
        rated = list(dict.fromkeys([*humans, people.judge]))
        frame, labels, remarks = read_ratings(files, rated, missing=how["missing"], **beside)
        roles = {"cluster": cluster, "sample_weight": columns.weight}
        given: dict[str, Any] = {role: frame[name] for role, name in roles.items() if name is not None}
        given |= {"judge": people.judge, "humans": humans, "level": how["level"]}
        given |= {} if labels is None else {"labels": labels}
        measured = partial(_judge_metric, frame, given, is_gap=is_gap)
    note(*remarks)
    with without_warnings():
        yield from [(gate, measured(gate), None) for gate in gates]


def _panel_metric(rows: RatingRows, level: float, gate: Gate) -> Result:
    from concordant.metrics import get
    from concordant.report.requested import check_options, chosen, option_errors

    metric = get(gate.metric)
    if metric.panel is None and metric.kind.input not in ("panel", "numbers"):
        raise OptionError(
            f"{metric.name} is not of many raters: take a coefficient such as krippendorff_alpha, fleiss_kappa or icc."
        )
    check_options(metric, gate.options)
    choice = chosen(metric, gate.options)
    state = rows.numbers if metric.kind.input == "numbers" else rows.units.state
    with option_errors(choice):
        interval: Any = metric.interval_of(state, level=level, **gate.options)
    return _measured(gate.metric, choice.called, gate.options, interval)


def _judge_metric(frame: pl.DataFrame, given: dict[str, Any], gate: Gate, *, is_gap: bool) -> Result:
    from concordant.judging import gap

    names = {"accuracy": "agreement", "cohen_kappa": "kappa"}
    options = {name: value for name, value in gate.options.items() if name == "weights"}
    if len(options) < len(gate.options):
        raise OptionError(f"with --judge the option of a coefficient is weights, not {', '.join(gate.options)}.")
    coefficient = names.get(gate.metric, gate.metric)
    found = gap(frame, metric=coefficient, **given, **options)
    one = found.difference if is_gap else found.judge_human
    interval = _as_interval(one, one, found.reason)  # a limit is as doubtful as the whole answer
    title = f"Gap of {given['judge']} to people" if is_gap else f"Agreement of {given['judge']} with people"
    return _measured(gate.metric, f"{title} ({coefficient})", gate.options, interval)


def _as_interval(value: float, limits: Any, reason: str | None = None) -> Interval:
    """A value with the limits of a record, as an interval."""
    from concordant.result import Interval

    names = ("low", "high", "se", "level", "method", "n", "metric", "signature")
    parts: Any = {name: getattr(limits, name) for name in names}
    return Interval(value, **parts, reason=reason or limits.reason)


def _measured(name: str, title: str, options: Mapping[str, Any], interval: Interval) -> Result:
    """A value and its interval as what a gate judges."""
    from concordant.report import Result

    undefined = math.isnan(interval.value)
    return Result(
        name=name,
        title=title,
        options=options,
        value=interval.value,
        reason=interval.reason if undefined else None,
        interval=None if undefined else interval,
        signature=interval.signature,
    )
