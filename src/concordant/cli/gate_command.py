"""``concordant gate``: pass or fail by a metric, for a release pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.completion import metric_names
from concordant.cli.evaluated_columns import are_measurements, evaluated_data, truth_of
from concordant.cli.metric_options import Average, Option, Weights, chosen_options, named_metric
from concordant.cli.option_wording import errors_in_options, in_options
from concordant.cli.roles import Roles, check_choice, check_share, find_roles
from concordant.cli.shared_options import (
    Cluster,
    Exact,
    ExampleOption,
    Files,
    JsonOption,
    LabelsOption,
    Level,
    MissingOption,
    PosLabel,
    Pred,
    Score,
    Truth,
    Weight,
)
from concordant.cli.terminal import say
from concordant.cli.writing import check_writable, print_or_write
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.report import Evaluation
    from concordant.report.gating import Gate, Verdict

MetricOption = Annotated[
    str | None, typer.Option("--metric", autocompletion=metric_names, metavar="NAME", help="The metric that is judged.")
]
Least = Annotated[float | None, typer.Option("--min", metavar="NUMBER", help="The least value that passes.")]
Most = Annotated[float | None, typer.Option("--max", metavar="NUMBER", help="The greatest value that passes.")]
Use = Annotated[
    str | None,
    typer.Option(
        "--use", metavar="value|lower|upper", help="Compare the value (the default), or a limit of its interval."
    ),
]
Gates = Annotated[
    str | None, typer.Option("--gates", metavar="TOML", help="Several gates from a file, in place of --metric.")
]
AllowDoubt = Annotated[bool, typer.Option("--allow-doubt", help="Accept a limit even if its interval is doubtful.")]

_KEYS = ("metric", "min", "max", "use")


def gate(
    files: Files = None,
    *,
    truth: Truth = None,
    pred: Pred = None,
    score: Score = None,
    metric: MetricOption = None,
    least: Least = None,
    most: Most = None,
    use: Use = None,
    weights: Weights = None,
    average: Average = None,
    option: Option = None,
    gates: Gates = None,
    level: Level = 0.95,
    cluster: Cluster = None,
    labels: LabelsOption = None,
    pos_label: PosLabel = None,
    weight: Weight = None,
    missing: MissingOption = "raise",
    allow_doubt: AllowDoubt = False,
    exact: Exact = False,
    json: JsonOption = None,
    example: ExampleOption = None,
) -> int:
    """
    Pass or fail by a metric: exit code 0 or 1, and one line that says why; 2 for any error.

    An undefined value fails. With --use lower or upper the interval must exist, and a doubtful one (too few rows that
    differ, a single positive, few clusters) fails as well, unless --allow-doubt is given.

    \b
    concordant gate results.csv --truth label --pred predicted --metric cohen_kappa --weights quadratic --min 0.7
    concordant gate results.csv --truth label --score probability --metric roc_auc --min 0.9 --use lower
    concordant gate results.csv --truth label --pred predicted --metric false_negative_rate --max 0.05 --use upper
    concordant gate results.csv --truth label --pred predicted --gates gates.toml --json

    A file of gates has one [[gate]] for each, with metric, min or max, use, and options of the metric by name.
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    check_choice("--use", use, ("value", "lower", "upper"))
    check_choice("--missing", missing, ("raise", "drop"))
    check_share(level)
    one = {"--min": least, "--max": most, "--use": use, "--weights": weights, "--average": average, "--option": option}
    if (metric is None) == (gates is None):
        msg = "--metric NAME with --min or --max says what is required; or several in a file, --gates TOML."
        raise OptionError(msg)
    wanted = [_gate(metric, one)] if metric is not None else _gates(gates or "", one)
    path = check_writable("--json", json)
    roles = find_roles(
        files or (),
        example=example,
        default_example="ms",
        truth=truth,
        pred=pred,
        score=score or (),
        weight=weight,
        labels=labels,
        pos_label=pos_label,
        command="gate",
    )
    how: dict[str, Any] = {"level": level, "missing": missing, "allow_doubt": allow_doubt, "exact": exact}
    verdicts = _judged(replace(roles, cluster=cluster), wanted, **how)
    passed = all(verdict.passed for verdict in verdicts)
    data = {"passed": passed, "source": roles.source, "gates": [verdict.to_dict() for verdict in verdicts]}
    print_or_write(lambda: data, json, path, lambda: _print(verdicts))
    return 0 if passed else 1


def _gate(metric: str, one: Mapping[str, Any]) -> Gate:
    """The gate of the options."""
    from concordant.report.gating import Gate

    if one["--min"] is None and one["--max"] is None:
        msg = "nothing is required: give --min NUMBER, --max NUMBER, or both."
        raise OptionError(msg)
    name, options = named_metric(metric, chosen_options(one["--weights"], one["--average"], one["--option"]))
    return Gate(metric=name, options=options, least=one["--min"], most=one["--max"], use=one["--use"] or "value")


def _gates(path: str, one: Mapping[str, Any]) -> list[Gate]:
    """The gates of a file; options of a single gate would be lost beside it."""
    lost = [option for option, value in one.items() if value is not None and value != []]
    if lost:
        msg = f"{' and '.join(lost)} cannot be used with --gates: write it into the file, for each gate."
        raise OptionError(msg)
    return read_gates(Path(path))


def _judged(
    roles: Roles, gates: list[Gate], *, level: float, missing: Any, allow_doubt: bool, exact: bool
) -> list[Verdict]:
    from concordant.metrics import get, names
    from concordant.report.gating import judge

    ratings_wanted = any(one.metric in names() and get(one.metric).facts.input == "measurements" for one in gates)
    limits_of_weights = roles.weight is not None and any(one.use != "value" for one in gates)  # they take every row
    data = roles.read() if ratings_wanted or limits_of_weights else roles.rows(None, missing, exact=exact)
    pages: dict[bool, Evaluation] = {}
    verdicts = []
    for one in gates:
        ratings = are_measurements(roles, truth_of(roles, data), [one.metric])
        if ratings not in pages:
            task = {"task": "continuous"} if ratings else {}
            pages[ratings] = evaluated_data(roles, data, missing=missing, level=level, **task)
        with errors_in_options(roles.arguments):
            verdicts.append(judge(pages[ratings], one, level=level, allow_doubt=allow_doubt))
    return [replace(verdict, line=in_options(verdict.line, roles.arguments)) for verdict in verdicts]


def _print(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        line = " ".join(verdict.line.split())
        say(f"{'pass' if verdict.passed else 'FAIL'}  {line}\n")


def read_gates(path: Path) -> list[Gate]:
    """Read gates from a TOML file."""
    import tomllib

    from concordant.report.gating import Gate

    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:  # also of integers beyond Python's limit of digits
        why = getattr(error, "strerror", None) or error
        msg = f"--gates {path}: {why}."
        raise OptionError(msg) from error
    found = data.get("gate")
    if not isinstance(found, list) or not found or not all(isinstance(one, dict) for one in found):
        msg = f"--gates {path}: no [[gate]] in it; each has a metric, min or max, and maybe use and options."
        raise OptionError(msg)
    gates = []
    for place, one in enumerate(found, 1):
        bounds = [one.get("min"), one.get("max")]
        numbers = all(x is None or (isinstance(x, (int, float)) and not isinstance(x, bool)) for x in bounds)
        if not isinstance(one.get("metric"), str) or not numbers or bounds == [None, None]:
            msg = f"--gates {path}: gate {place} needs a metric by name, and a number for min or max."
            raise OptionError(msg)
        check_choice(f"--gates {path}: use", one.get("use"), ("value", "lower", "upper"))
        name, options = named_metric(one["metric"], {key: value for key, value in one.items() if key not in _KEYS})
        gates.append(Gate(metric=name, options=options, least=bounds[0], most=bounds[1], use=one.get("use", "value")))
    return gates
