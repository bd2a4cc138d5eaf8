"""``concordant plan``: how many rows a study needs."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from concordant.cli.checked_command import CheckedCommand
from concordant.cli.label_rules import reading
from concordant.cli.metric_options import Weights, option_value
from concordant.cli.plan_labels_command import labels
from concordant.cli.plan_options import Expected, ExpectedKappa, planned
from concordant.cli.plan_pilot_command import pilot
from concordant.cli.plan_raters_command import raters
from concordant.errors import OptionError

app = typer.Typer(
    help="How many rows does a study need? Say what is expected, and --width of the interval, or --against a value.",
    epilog="A first look: concordant plan proportion --expected 0.9 --width 0.05",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    invoke_without_command=True,
)


@app.callback()
def _main(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(cls=CheckedCommand, short_help="Accuracy, recall, an error rate.")
@planned(without=("prevalence",))
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
    from concordant import planning

    return planning.proportion(expected, **shared)


@app.command(cls=CheckedCommand, short_help="The agreement of two raters: Cohen's kappa, plain or weighted.")
@planned(without=("prevalence",))
def kappa(
    *,
    expected: ExpectedKappa = None,
    table: Annotated[
        str | None,
        typer.Option("--table", metavar="ROWS", help='The expected table, as counts or shares: "40,6; 5,49".'),
    ] = None,
    categories: Annotated[
        int | None,
        typer.Option("--categories", metavar="K", help="Number of categories, all equally frequent. Default: 2."),
    ] = None,
    margins: Annotated[
        str | None,
        typer.Option(
            "--margins",
            metavar="SHARES",
            help='Share of each category: "0.3,0.7"; or of each rater: "0.3,0.7; 0.4,0.6".',
        ),
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
    from concordant import planning

    return planning.kappa(
        expected,
        table=None if table is None else _numbers("--table", table, square=True),
        categories=categories,
        margins=None if margins is None else _numbers("--margins", margins, square=False),
        weights=None if weights is None else option_value(weights),
        **shared,
    )


@app.command(cls=CheckedCommand, short_help="The ROC AUC of one model.")
@planned()
def auc(*, expected: Expected, **shared: Any) -> Any:
    """
    Plan for the ROC AUC of one model.

    \b
    concordant plan auc --expected 0.8 --width 0.1 --prevalence 0.1
    concordant plan auc --expected 0.8 --against 0.7 --power 0.8 --prevalence 0.1
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    from concordant import planning

    return planning.auc(expected, **shared)


@app.command(cls=CheckedCommand, short_help="Two models on the same rows: accuracies, recalls.")
@planned(without=("against", "prevalence"))
def paired(
    *,
    a: Annotated[
        float | None, typer.Option("--a", metavar="SHARE", help="Share of rows in which model A is right.")
    ] = None,
    b: Annotated[
        float | None, typer.Option("--b", metavar="SHARE", help="Share of rows in which model B is right.")
    ] = None,
    discordant: Annotated[
        float | None,
        typer.Option(
            "--discordant",
            metavar="SHARE",
            help="Share of rows in which just one is right. Default: as if errors were independent.",
        ),
    ] = None,
    only_a: Annotated[
        float | None,
        typer.Option(
            "--only-a", metavar="SHARE", help="In place of --a and --b: share of rows in which A alone is right."
        ),
    ] = None,
    only_b: Annotated[
        float | None, typer.Option("--only-b", metavar="SHARE", help="Share of rows in which B alone is right.")
    ] = None,
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
    from concordant import planning

    return planning.paired_proportions(a, b, discordant=discordant, only_a=only_a, only_b=only_b, **shared)


@app.command(cls=CheckedCommand, short_help="Two models, each on rows of its own: accuracies, recalls.")
@planned(without=("against", "prevalence"))
def independent(
    *,
    a: Annotated[float, typer.Option("--a", metavar="SHARE", help="Share of rows in which model A is right.")],
    b: Annotated[float, typer.Option("--b", metavar="SHARE", help="Share of rows in which model B is right.")],
    ratio: Annotated[float, typer.Option("--ratio", metavar="NUMBER", help="Rows of B for each row of A.")] = 1.0,
    **shared: Any,
) -> Any:
    """
    Plan to compare two models on different rows by how often each is right.

    \b
    concordant plan independent --a 0.85 --b 0.75
    concordant plan independent --a 0.85 --b 0.85 --margin 0.1 --alternative non-inferiority
    concordant plan independent --a 0.85 --b 0.80 --ratio 2 --width 0.1
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    from concordant import planning

    return planning.independent_proportions(a, b, ratio=ratio, **shared)


@app.command("paired-auc", cls=CheckedCommand, short_help="Two models on the same rows: ROC AUCs.")
@planned(without=("against",))
def paired_auc(
    *,
    a: Annotated[float, typer.Option("--a", metavar="AUC", help="The AUC of model A.")],
    b: Annotated[float, typer.Option("--b", metavar="AUC", help="The AUC of model B.")],
    correlation: Annotated[
        list[float],
        typer.Option(
            "--correlation",
            metavar="R",
            help="Correlation of the two models' scores within a class; give it twice for positive and negative rows.",
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
    from concordant import planning

    return planning.paired_aucs(a, b, correlation=correlation[0] if len(correlation) == 1 else correlation, **shared)


app.command("pilot", cls=CheckedCommand, short_help="Any metric, by simulating studies from the rows of a file.")(
    reading(pilot)
)
app.command("raters", cls=CheckedCommand, short_help="The agreement of any number of raters: raters and units.")(
    reading(raters)
)
app.command("labels", cls=CheckedCommand, short_help="Human labels for the true pass rate of judged items.")(labels)


def _numbers(option: str, text: str, *, square: bool) -> list[list[float]] | list[float]:
    """Rows of numbers: commas or spaces between numbers, semicolons between rows."""
    try:
        rows = [[float(word) for word in row.replace(",", " ").split()] for row in text.split(";") if row.strip()]
    except ValueError as error:
        msg = f"{option} {text!r}: numbers are needed, with commas between them and semicolons between rows."
        raise OptionError(msg) from error
    if len({len(row) for row in rows}) != 1 or (square and len(rows) != len(rows[0])):
        shape = "as many rows as columns" if square else "rows of the same length"
        msg = f"{option} {text!r}: {shape} are needed, with semicolons between rows."
        raise OptionError(msg)
    return rows if square or len(rows) > 1 else rows[0]
