"""The options that the kinds of plans share."""

from __future__ import annotations

from typing import Annotated, Any

import typer

Expected = Annotated[float, typer.Option("--expected", metavar="NUMBER", help="What the true value is taken to be.")]
ExpectedKappa = Annotated[
    float | None, typer.Option("--expected", metavar="NUMBER", help="The true kappa. Default: that of --table.")
]
Width = Annotated[
    float | None, typer.Option("--width", metavar="NUMBER", help="How wide the interval may be, from limit to limit.")
]
Against = Annotated[
    float | None, typer.Option("--against", metavar="NUMBER", help="A value that the true one is shown to differ from.")
]
Power = Annotated[
    float | None, typer.Option("--power", metavar="SHARE", help="How surely the test shows it. Default: 0.8.")
]
Rows = Annotated[
    int | None, typer.Option("--n", metavar="ROWS", help="In place of --width or --power: see what so many rows reach.")
]
OneSided = Annotated[bool, typer.Option("--one-sided", help="Test one side only.")]
Method = Annotated[str | None, typer.Option("--method", metavar="NAME", help="Which interval, test or variance.")]
Prevalence = Annotated[
    float, typer.Option("--prevalence", metavar="SHARE", help="The share of positive rows in the study.")
]
Curve = Annotated[
    str | None,
    typer.Option("--curve", metavar="N,N,...", help="Also print what studies of these numbers of rows reach."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the plan as JSON.")]


def alternative(one_sided: bool) -> Any:  # noqa: FBT001
    """Say it as the library does."""
    return "one-sided" if one_sided else "two-sided"
