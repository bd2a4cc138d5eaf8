"""`concordant plan ...`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.agree import Duplicates, read_raters
from concordant.cli.columns import Roles, TypedColumns, reading
from concordant.cli.command import (
    Average,
    CheckedCommand,
    ExampleOption,
    Files,
    JsonOption,
    LabelsOption,
    Level,
    Option,
    PanelWeights,
    PosLabel,
    Truth,
    Weights,
    add_options,
    check_required,
    choice,
    chosen_options,
    column,
    errors_in_options,
    named_metric,
    option_value,
    setting,
)
from concordant.cli.output import console, note, print_or_write, print_result, scan_progress, table
from concordant.errors import ConcordantError, OptionError

if TYPE_CHECKING:
    from concordant.metrics.definition.metric import Metric
    from concordant.result.plans import Plan

PilotScore = Annotated[list[str] | None, column("--score", "Column of scores; twice to compare two models.")]
PilotPred = Annotated[list[str] | None, column("--pred", "Column of labels; twice to compare two models.")]
ClusterColumn = Annotated[
    str | None,
    column("--cluster", "Column that says which rows belong together; whole clusters are drawn, and --n counts them."),
]
Runs = Annotated[int, setting("--runs", "N", "Number of simulated studies of each size.")]
Seed = Annotated[int, setting("--seed", "N", "The same seed gives the same plan.")]
Expected = Annotated[float, setting("--expected", "NUMBER", "The true value that the plan assumes.")]
ExpectedKappa = Annotated[float | None, setting("--expected", "NUMBER", "The true kappa. Default: that of --table.")]
Width = Annotated[float | None, setting("--width", "NUMBER", "Greatest width of the interval, from limit to limit.")]
Against = Annotated[
    float | None, setting("--against", "NUMBER", "The value that the true one is shown to differ from.")
]
Margin = Annotated[
    float | None, setting("--margin", "NUMBER", "The greatest difference that does not matter, with --alternative.")
]
AlternativeOption = Annotated[
    str,
    choice(
        "--alternative",
        "two-sided|one-sided|non-inferiority|equivalence",
        "What the test is to show: a difference; one towards the expected side; that the value is at most the "
        "margin worse; or that it differs by less than the margin.",
    ),
]
ClusterSize = Annotated[
    float | None,
    setting("--cluster-size", "ROWS", "Mean number of rows in a cluster, for rows in clusters; with --icc."),
]
Icc = Annotated[float | None, setting("--icc", "SHARE", "Correlation of two rows of a cluster, 0 to 1.")]
ClusterSizeCv = Annotated[
    float, setting("--cluster-size-cv", "NUMBER", "Standard deviation of the cluster sizes over their mean.")
]
Power = Annotated[float | None, setting("--power", "SHARE", "Probability that the test shows it. Default: 0.8.")]
Rows = Annotated[
    int | None, setting("--n", "ROWS", "In place of --width or --power: a number of rows, to see what it reaches.")
]
Method = Annotated[str | None, setting("--method", "NAME", "Which interval, test or variance.")]
Prevalence = Annotated[float, setting("--prevalence", "SHARE", "The share of positive rows in the study.")]
Curve = Annotated[str | None, setting("--curve", "N,N,...", "Also print what studies of these sizes reach.")]
_OF_EVERY_PLAN: dict[str, tuple[Any, Any]] = {  # with "against" and "prevalence" where a plan has them
    "width": (Width, None),
    "against": (Against, None),
    "margin": (Margin, None),
    "alternative": (AlternativeOption, "two-sided"),
    "power": (Power, None),
    "n": (Rows, None),
    "prevalence": (Prevalence, 0.5),
    "cluster_size": (ClusterSize, None),
    "icc": (Icc, None),
    "cluster_size_cv": (ClusterSizeCv, 0.0),
    "level": (Level, 0.95),
    "method": (Method, None),
    "curve": (Curve, None),
    "json": (JsonOption, None),
}
_OVER = {"units": "units", "both": "units and raters"}
_OPTIONS = (
    "expected|table|categories|margins|weights|width|against|power|n|prevalence|level|method|runs|a|b|discordant|only_a"
    "|only_b|correlation|margin|alternative|ratio|cluster_size|icc|cluster_size_cv|cluster|half_width|lower|kappa"
)
_NAMES = "judged|pass_rate|sensitivity|specificity|half_width|level"
app = typer.Typer(
    help="How many rows does a study need? Say what is expected, and --width of the interval, or --against a value.",
    epilog="A first look: concordant plan proportion --expected 0.9 --width 0.05",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    invoke_without_command=True,
)


def pilot(
    files: Files = None,
    *,
    truth: Truth = None,
    pred: PilotPred = None,
    score: PilotScore = None,
    metric: Annotated[str, setting("--metric", "NAME", "The metric of the study.")],
    weights: Weights = None,
    average: Average = None,
    option: Option = None,
    width: Width = None,
    against: Against = None,
    margin: Margin = None,
    alternative: AlternativeOption = "two-sided",
    power: Power = None,
    n: Rows = None,
    level: Level = 0.95,
    method: Method = None,
    runs: Runs = 1000,
    seed: Seed = 0,
    cluster: ClusterColumn = None,
    labels: LabelsOption = None,
    pos_label: PosLabel = None,
    curve: Curve = None,
    json: JsonOption = None,
    example: ExampleOption = None,
) -> None:
    """
    Plan for any metric from a pilot: simulate studies from the rows of FILE, and count those that reach the aim.

    For one model give --width of its interval, or --against a value. For two models (--pred or --score twice) the plan
    is to show that the better one is better; or give --width of the interval of the difference.

    \b
    concordant plan pilot --example ms --metric cohen_kappa --weights quadratic --width 0.15
    concordant plan pilot pilot.csv --truth label --pred predicted --metric f1 --against 0.7
    concordant plan pilot pilot.csv --truth label --score p_old --score p_new --metric roc_auc --power 0.9
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    from concordant import planning
    from concordant.metrics import get

    metric, own_options = named_metric(metric, chosen_options(weights, average, option))
    chosen = get(metric)
    if pred and score:
        raise OptionError("a study is about one metric: --pred for labels or --score for scores, not both.")
    if max(len(pred or ()), len(score or ())) > 2:
        raise OptionError("at most two models are compared: --pred (or --score) once or twice.")
    written: Any = {"labels": labels, "pos_label": pos_label, "example": example}
    typed = TypedColumns(files=files, truth=truth, pred=next(iter(pred or ()), None), score=score, **written)
    further: Any = {"cluster": cluster, "more": tuple(pred or ())[1:]}
    roles = typed.roles(command="plan pilot", default_example="ms", **further)
    columns, options = _columns(roles, chosen)
    options |= own_options
    check_required(chosen, options)
    with scan_progress("simulating", "studies") as progress, errors_in_options(roles.arguments), plan_errors():
        plan = planning.simulate(
            chosen,
            *columns,
            width=width,
            against=against,
            power=power,
            n=n,
            level=level,
            **claim(margin, alternative),
            method=method,
            runs=runs,
            seed=seed,
            progress=progress,
            **options,
        )
    print_plan(plan, curve, json)


def _columns(roles: Roles, metric: Metric) -> tuple[list[Any], dict[str, Any]]:
    """The truth and the predictions, and the labels in their order."""
    frame, options = roles.in_memory()
    options.pop("sample_weight", None)
    if "y_pred" in metric.data:
        predictions: list[Any] = [frame[name] for name in roles.preds]
    else:
        names = list(roles.score)
        several = roles.example is not None and len(names) > 1  # one model, a column a class
        predictions = [frame.select(names).to_numpy()] if several else [frame[name] for name in names]
    if not predictions:
        needed = "labels: --pred COL" if "y_pred" in metric.data else "scores: --score COL"
        raise OptionError(f"{metric.name} is of {needed}.")
    if "y_pred" in metric.data and "pos_label" not in metric.options:
        options.pop("pos_label", None)
    return [frame[roles.truth], *predictions], options


def planned(function: str, *, without: tuple[str, ...] = ()) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """
    Make a command of a function of `concordant.planning`, which takes what the decorated function returns.

    The command also has the options that plans share, and prints the plan.
    """
    added = {name: option for name, option in _OF_EVERY_PLAN.items() if name not in without}

    def command(read: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(read)
        def run(*, margin: float | None, alternative: str, curve: str | None, json: str | None, **given: Any) -> None:
            from concordant import planning

            with plan_errors():
                plan = getattr(planning, function)(**claim(margin, alternative), **read(**given))
            print_plan(plan, curve, json)

        return add_options(run, read, added)

    return command


def claim(margin: float | None, alternative: str) -> dict[str, Any]:
    """Say what is to be shown as the library does."""
    if (margin is None) != (alternative in ("two-sided", "one-sided")):
        raise OptionError("--margin NUMBER and --alternative non-inferiority (or equivalence) belong together.")
    return {"margin": margin, "alternative": alternative}


def raters(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE]...", help="A pilot; without it give --kappa.")
    ] = None,
    *,
    unit: Annotated[str | None, column("--unit", "Column of what was rated.")] = None,
    rater: Annotated[str | None, column("--rater", "Long form: who rated.")] = None,
    label: Annotated[str | None, column("--label", "Long form: the rating.")] = None,
    columns: Annotated[str | None, setting("--raters", "A,B,C", "Wide form: one column a rater.")] = None,
    labels: LabelsOption = None,
    duplicates: Duplicates = "raise",
    half_width: Annotated[float | None, setting("--half-width", "NUMBER", "Half the width of the interval.")] = None,
    n: Annotated[int | None, setting("--n", "UNITS", "What so many units give.")] = None,
    lower: Annotated[
        float | None, setting("--lower", "KAPPA", "With --kappa: the lower limit, one-sided, that is wanted.")
    ] = None,
    per_unit: Annotated[
        str, setting("--per-unit", "2..6", "How many raters rate each unit: a range or 2,3,5.")
    ] = "2..6",
    metric: Annotated[str, setting("--metric", "NAME", "A coefficient of exchangeable raters.")] = "krippendorff_alpha",
    weights: PanelWeights = "none",
    over: Annotated[str, choice("--over", "units|both", "What the interval is over: units, or raters too.")] = "units",
    kappa: Annotated[
        float | None, setting("--kappa", "KAPPA", "Without a pilot, two labels: the kappa expected.")
    ] = None,
    prevalence: Annotated[
        float | None, setting("--prevalence", "SHARE", "With --kappa: the share of the positive label. Default: 0.5.")
    ] = None,
    level: Level = 0.95,
    json: JsonOption = None,
) -> None:
    """
    Plan how many raters should rate how many units, for the interval of a coefficient of agreement.

    \b
    concordant plan raters pilot.csv --unit essay --rater who --label grade --weights quadratic --half-width 0.05
    concordant plan raters wide.csv --raters ann,bob,eve --half-width 0.05 --over both
    concordant plan raters --kappa 0.6 --prevalence 0.3 --lower 0.4 --per-unit 2
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    from concordant import planning

    pilot = _pilot(files, unit, rater, label, columns, labels, duplicates)
    aim: dict[str, Any] = {"half_width": half_width, "n": n, "lower": lower, "level": level, "over": _OVER[over]}
    with plan_errors():
        aim |= {"kappa": kappa, "prevalence": prevalence, "metric": metric, "raters": _counts(per_unit)}
        plan = planning.panel(pilot, **aim, weights=weights)
    print_result(plan, json)


def _pilot(
    files: list[str] | None,
    unit: str | None,
    rater: str | None,
    label: str | None,
    columns: str | None,
    labels: list[str] | None,
    duplicates: str,
) -> Any:
    """The ratings of a pilot; None without a file."""
    if not files:
        return None
    if columns is None and (unit is None or label is None):
        raise OptionError("a pilot needs --raters A,B,C; or --unit COL and --label COL (and --rater COL).")
    read, remarks = read_raters(files, unit if columns is None else None, rater, label, columns, labels, duplicates)
    for remark in remarks:
        note(remark)
    return read.state


def _counts(text: str) -> list[int]:
    """A range such as 2..6, or numbers with commas between them."""
    first, dots, last = text.partition("..")
    try:
        return list(range(int(first), int(last) + 1)) if dots else [int(one) for one in text.split(",")]
    except ValueError as error:
        raise OptionError(f"--per-unit {text}: give a range such as 2..6, or numbers such as 2,3,5.") from error


@contextmanager
def plan_errors() -> Iterator[None]:
    """Rewrite ``width=`` as ``--width`` and the like in the message of an error."""
    try:
        yield
    except ConcordantError as error:
        text = re.sub(rf"\b({_OPTIONS})=(?=[\s,;:.)]|$)", _as_option, str(error))
        text = re.sub(r"\balternative=['\"]([a-z-]+)['\"]", r"--alternative \1", text)
        text = re.sub(rf"^({_OPTIONS})(?= (?:must|is|holds|lies)\b)", _as_option, text)
        text = text.replace(", or two models and a power", "").replace("See simulate.", "See concordant plan pilot.")
        raise type(error)(text) from error


def _as_option(found: re.Match[str]) -> str:
    return f"--{found[1].replace('_', '-')}"


def print_plan(plan: Plan, curve: str | None, json: str | None) -> None:
    """Print a plan, with points of its curve, and write it as JSON where that is asked for."""
    ns = [] if curve is None else _rows(curve)
    reached = plan.curve(ns).tolist()
    what = "width" if plan.power is None else "power"
    data: dict[str, Any] = plan.to_dict()
    if curve is not None:
        data["curve"] = [{"n": n, what: value} for n, value in zip(ns, reached, strict=True)]
    print_or_write(lambda: data, json, lambda: _show(plan, what, ns, reached))


def _rows(text: str) -> list[int]:
    try:
        sizes = [int(word) for word in text.split(",")]
    except ValueError as error:
        msg = f"--curve {text}: numbers of rows are needed, with commas between them, such as 100,200,400."
        raise OptionError(msg) from error
    if min(sizes) < 2:
        raise OptionError(f"--curve {text}: a study has at least 2 rows.")
    return sizes


def _show(plan: Plan, what: str, ns: list[int], reached: list[float]) -> None:
    from rich.text import Text

    out = console()
    out.print(Text(str(plan).partition(" Assumed: ")[0], style="bold" if out.is_terminal else ""))
    out.print(Text(f"Assumed: {'; '.join(plan.assumptions)}."))
    if plan.reason:
        out.print(Text(f"Doubtful: {plan.reason}."))
    if ns:
        shown = table("rows", what, right=True)
        shown.columns[0].justify = "right"
        for n, value in zip(ns, reached, strict=True):
            shown.add_row(f"{n:,}", f"{value:.3f}")
        out.print()
        out.print(shown)


def labels(
    *,
    judged: Annotated[int, setting("--judged", "N", "How many items the judge judges.")],
    pass_rate: Annotated[float, setting("--pass-rate", "SHARE", "The true pass rate, as expected.")],
    sensitivity: Annotated[float, setting("--sensitivity", "SHARE", "What the judge passes of what people pass.")],
    specificity: Annotated[float, setting("--specificity", "SHARE", "What the judge fails of what people fail.")],
    half_width: Annotated[float, setting("--half-width", "SHARE", "Half the width of the interval, such as 0.02.")],
    level: Level = 0.95,
    json: JsonOption = None,
) -> None:
    """
    Plan how many judged items people should label, at random, for the true pass rate.

    \b
    concordant plan labels --judged 4000 --pass-rate 0.8 --sensitivity 0.9 --specificity 0.85 --half-width 0.02
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    from concordant.judging import labels_needed

    rates = {"pass_rate": pass_rate, "sensitivity": sensitivity, "specificity": specificity}
    try:
        plan = labels_needed(judged=judged, **rates, half_width=half_width, level=level)
    except OptionError as error:
        raise OptionError(re.sub(rf"^({_NAMES})\b", _as_option, str(error))) from error
    print_result(plan, json)


@app.command(cls=CheckedCommand, short_help="Accuracy, recall, an error rate.")
@planned("proportion", without=("prevalence",))
def proportion(*, expected: Expected, **shared: Any) -> Any:
    """
    Plan for a share of rows: accuracy, recall (of positive rows), an error rate.

    \b
    concordant plan proportion --expected 0.9 --width 0.05
    concordant plan proportion --expected 0.9 --against 0.8 --power 0.9
    concordant plan proportion --expected 0.9 --against 0.8 --n 100
    concordant plan proportion --expected 0.9 --against 0.9 --margin 0.05 --alternative non-inferiority
    concordant plan proportion --expected 0.9 --width 0.05 --cluster-size 20 --icc 0.1
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    return {"expected": expected, **shared}


@app.command(cls=CheckedCommand, short_help="The agreement of two raters: Cohen's kappa, plain or weighted.")
@planned("kappa", without=("prevalence",))
def kappa(
    *,
    expected: ExpectedKappa = None,
    table: Annotated[
        str | None, setting("--table", "ROWS", 'The expected table, as counts or shares: "40,6; 5,49".')
    ] = None,
    categories: Annotated[
        int | None, setting("--categories", "K", "Number of categories, all equally frequent. Default: 2.")
    ] = None,
    margins: Annotated[
        str | None,
        setting("--margins", "SHARES", 'Share of each category: "0.3,0.7"; or of each rater: "0.3,0.7; 0.4,0.6".'),
    ] = None,
    weights: Weights = None,
    **shared: Any,
) -> Any:
    """
    Plan for the agreement of two raters, or of a model and a rater.

    \b
    concordant plan kappa --expected 0.7 --categories 5 --width 0.2
    concordant plan kappa --expected 0.6 --margins 0.3,0.7 --against 0.4
    concordant plan kappa --table "40,6,1; 5,30,4; 0,3,11" --weights quadratic --width 0.15
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    return {
        "expected": expected,
        "table": None if table is None else _numbers("--table", table, square=True),
        "categories": categories,
        "margins": None if margins is None else _numbers("--margins", margins, square=False),
        "weights": None if weights is None else option_value(weights),
        **shared,
    }


def _numbers(option: str, text: str, *, square: bool) -> list[list[float]] | list[float]:
    """Rows of numbers: commas or spaces between numbers, semicolons between rows."""
    try:
        rows = [[float(word) for word in row.replace(",", " ").split()] for row in text.split(";") if row.strip()]
    except ValueError as error:
        msg = f"{option} {text!r}: numbers are needed, with commas between them and semicolons between rows."
        raise OptionError(msg) from error
    if len({len(row) for row in rows}) != 1 or (square and len(rows) != len(rows[0])):
        shape = "as many rows as columns" if square else "rows of the same length"
        raise OptionError(f"{option} {text!r}: {shape} are needed, with semicolons between rows.")
    return rows if square or len(rows) > 1 else rows[0]


@app.command(cls=CheckedCommand, short_help="The ROC AUC of one model.")
@planned("auc")
def auc(*, expected: Expected, **shared: Any) -> Any:
    """
    Plan for the ROC AUC of one model.

    \b
    concordant plan auc --expected 0.8 --width 0.1 --prevalence 0.1
    concordant plan auc --expected 0.8 --against 0.7 --power 0.8 --prevalence 0.1
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    return {"expected": expected, **shared}


@app.command(cls=CheckedCommand, short_help="Two models on the same rows: accuracies, recalls.")
@planned("paired_proportions", without=("against", "prevalence"))
def paired(
    *,
    a: Annotated[float | None, setting("--a", "SHARE", "Share of rows in which model A is right.")] = None,
    b: Annotated[float | None, setting("--b", "SHARE", "Share of rows in which model B is right.")] = None,
    discordant: Annotated[
        float | None,
        setting(
            "--discordant", "SHARE", "Share of rows in which just one is right. Default: as if errors were independent."
        ),
    ] = None,
    only_a: Annotated[
        float | None, setting("--only-a", "SHARE", "In place of --a and --b: share of rows in which A alone is right.")
    ] = None,
    only_b: Annotated[float | None, setting("--only-b", "SHARE", "Share of rows in which B alone is right.")] = None,
    **shared: Any,
) -> Any:
    """
    Plan to compare two models on the same rows by how often each is right (McNemar's test).

    \b
    concordant plan paired --a 0.85 --b 0.80 --discordant 0.12
    concordant plan paired --only-a 0.10 --only-b 0.05 --power 0.9
    concordant plan paired --a 0.85 --b 0.80 --width 0.06
    concordant plan paired --a 0.85 --b 0.85 --discordant 0.12 --margin 0.05 --alternative equivalence
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    return {"a": a, "b": b, "discordant": discordant, "only_a": only_a, "only_b": only_b, **shared}


@app.command(cls=CheckedCommand, short_help="Two models, each on rows of its own: accuracies, recalls.")
@planned("independent_proportions", without=("against", "prevalence"))
def independent(
    *,
    a: Annotated[float, setting("--a", "SHARE", "Share of rows in which model A is right.")],
    b: Annotated[float, setting("--b", "SHARE", "Share of rows in which model B is right.")],
    ratio: Annotated[float, setting("--ratio", "NUMBER", "Rows of B for each row of A.")] = 1.0,
    **shared: Any,
) -> Any:
    """
    Plan to compare two models on different rows by how often each is right.

    \b
    concordant plan independent --a 0.85 --b 0.75
    concordant plan independent --a 0.85 --b 0.85 --margin 0.1 --alternative non-inferiority
    concordant plan independent --a 0.85 --b 0.80 --ratio 2 --width 0.1
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    return {"a": a, "b": b, "ratio": ratio, **shared}


@app.command("paired-auc", cls=CheckedCommand, short_help="Two models on the same rows: ROC AUCs.")
@planned("paired_aucs", without=("against",))
def paired_auc(
    *,
    a: Annotated[float, setting("--a", "AUC", "The AUC of model A.")],
    b: Annotated[float, setting("--b", "AUC", "The AUC of model B.")],
    correlation: Annotated[
        list[float],
        setting(
            "--correlation",
            "R",
            "Correlation of the two models' scores within a class; give it twice for positive and negative rows.",
        ),
    ],
    **shared: Any,
) -> Any:
    """
    Plan to compare the ROC AUCs of two models on the same rows.

    \b
    concordant plan paired-auc --a 0.85 --b 0.80 --correlation 0.6 --prevalence 0.3
    concordant plan paired-auc --a 0.85 --b 0.85 --correlation 0.6 --margin 0.05 --alternative equivalence
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    return {"a": a, "b": b, "correlation": correlation[0] if len(correlation) == 1 else correlation, **shared}


app.command("pilot", cls=CheckedCommand, short_help="Any metric, by simulating studies from the rows of a file.")(
    reading(pilot)
)
app.command("raters", cls=CheckedCommand, short_help="The agreement of any number of raters: raters and units.")(
    reading(raters)
)
app.command("labels", cls=CheckedCommand, short_help="Human labels for the true pass rate of judged items.")(labels)


@app.callback()
def _main(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
