"""The options that the kinds of plans share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from concordant.cli.added_options import add_options
from concordant.cli.plan_view import plan_errors, print_plan
from concordant.cli.roles import check_choice
from concordant.cli.shared_options import JsonOption, Level
from concordant.errors import OptionError

Expected = Annotated[float, typer.Option("--expected", metavar="NUMBER", help="The true value that the plan assumes.")]
ExpectedKappa = Annotated[
    float | None, typer.Option("--expected", metavar="NUMBER", help="The true kappa. Default: that of --table.")
]
Width = Annotated[
    float | None, typer.Option("--width", metavar="NUMBER", help="Greatest width of the interval, from limit to limit.")
]
Against = Annotated[
    float | None,
    typer.Option("--against", metavar="NUMBER", help="The value that the true one is shown to differ from."),
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
        metavar="two-sided|one-sided|non-inferiority|equivalence",
        help="What the test is to show: a difference; one towards the expected side; that the value is at most the "
        "margin worse; or that it differs by less than the margin.",
    ),
]
ClusterSize = Annotated[
    float | None,
    typer.Option(
        "--cluster-size", metavar="ROWS", help="Mean number of rows in a cluster, for rows in clusters; with --icc."
    ),
]
Icc = Annotated[
    float | None,
    typer.Option("--icc", metavar="SHARE", help="Correlation of two rows of a cluster, 0 to 1."),
]
ClusterSizeCv = Annotated[
    float,
    typer.Option(
        "--cluster-size-cv", metavar="NUMBER", help="Standard deviation of the cluster sizes over their mean."
    ),
]
Power = Annotated[
    float | None, typer.Option("--power", metavar="SHARE", help="Probability that the test shows it. Default: 0.8.")
]
Rows = Annotated[
    int | None,
    typer.Option(
        "--n", metavar="ROWS", help="In place of --width or --power: a number of rows, to see what it reaches."
    ),
]
Method = Annotated[str | None, typer.Option("--method", metavar="NAME", help="Which interval, test or variance.")]
Prevalence = Annotated[
    float, typer.Option("--prevalence", metavar="SHARE", help="The share of positive rows in the study.")
]
Curve = Annotated[
    str | None,
    typer.Option("--curve", metavar="N,N,...", help="Also print what studies of these sizes reach."),
]


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


def planned(*, without: tuple[str, ...] = ()) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a command of a function that gives a plan: add the options that plans share, and print the plan."""
    added = {name: option for name, option in _OF_EVERY_PLAN.items() if name not in without}

    def command(plan_of: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(plan_of)
        def run(*, margin: float | None, alternative: str, curve: str | None, json: str | None, **given: Any) -> None:
            with plan_errors():
                plan = plan_of(**given, **claim(margin, alternative))
            print_plan(plan, curve, json)

        return add_options(run, plan_of, added)

    return command


def claim(margin: float | None, alternative: str) -> dict[str, Any]:
    """Say what is to be shown as the library does."""
    check_choice("--alternative", alternative, ("two-sided", "one-sided", "non-inferiority", "equivalence"))
    if (margin is None) != (alternative in ("two-sided", "one-sided")):
        msg = "--margin NUMBER and --alternative non-inferiority (or equivalence) belong together."
        raise OptionError(msg)
    return {"margin": margin, "alternative": alternative}
