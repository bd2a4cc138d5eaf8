"""``concordant plan raters``: how many raters and units a study of agreement needs."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from concordant.cli.agree_command import long_ratings, wide_ratings
from concordant.cli.plan_view import plan_errors
from concordant.cli.roles import check_choice
from concordant.cli.shared_options import JsonOption, LabelsOption, Level
from concordant.cli.terminal import tell
from concordant.cli.writing import check_writable, print_result
from concordant.errors import OptionError

_OVER = {"units": "units", "both": "units and raters"}
_WEIGHTS = ("none", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")


def raters(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE]...", help="A pilot; without it give --kappa.")
    ] = None,
    *,
    unit: Annotated[str | None, typer.Option("--unit", metavar="COL", help="Column of what was rated.")] = None,
    rater: Annotated[str | None, typer.Option("--rater", metavar="COL", help="Long form: who rated.")] = None,
    label: Annotated[str | None, typer.Option("--label", metavar="COL", help="Long form: the rating.")] = None,
    columns: Annotated[
        str | None, typer.Option("--raters", metavar="A,B,C", help="Wide form: one column a rater.")
    ] = None,
    labels: LabelsOption = None,
    half_width: Annotated[
        float | None, typer.Option("--half-width", metavar="NUMBER", help="Half the width of the interval.")
    ] = None,
    n: Annotated[int | None, typer.Option("--n", metavar="UNITS", help="What so many units give.")] = None,
    lower: Annotated[
        float | None,
        typer.Option("--lower", metavar="KAPPA", help="With --kappa: the lower limit, one-sided, that is wanted."),
    ] = None,
    per_unit: Annotated[
        str, typer.Option("--per-unit", metavar="2..6", help="How many raters rate each unit: a range or 2,3,5.")
    ] = "2..6",
    metric: Annotated[
        str, typer.Option("--metric", metavar="NAME", help="A coefficient of exchangeable raters.")
    ] = "krippendorff_alpha",
    weights: Annotated[
        str, typer.Option("--weights", metavar="|".join(_WEIGHTS), help="What a disagreement of two labels costs.")
    ] = "none",
    over: Annotated[
        str, typer.Option("--over", metavar="units|both", help="What the interval is over: units, or raters too.")
    ] = "units",
    kappa: Annotated[
        float | None, typer.Option("--kappa", metavar="KAPPA", help="Without a pilot, two labels: the kappa expected.")
    ] = None,
    prevalence: Annotated[
        float | None,
        typer.Option(
            "--prevalence", metavar="SHARE", help="With --kappa: the share of the positive label. Default: 0.5."
        ),
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

    check_choice("--weights", weights, _WEIGHTS)
    check_choice("--over", over, tuple(_OVER))
    path = check_writable("--json", json)
    pilot = _pilot(files, unit, rater, label, columns, labels)
    asked: dict[str, Any] = {"half_width": half_width, "n": n, "lower": lower, "kappa": kappa, "metric": metric}
    with plan_errors():
        found = planning.panel(
            pilot,
            **asked,
            raters=_counts(per_unit),
            weights=None if weights == "none" else weights,
            over=_OVER[over],
            prevalence=prevalence,
            level=level,
        )
    print_result(found, json, path)


def _counts(text: str) -> list[int]:
    """A range such as 2..6, or numbers with commas between them."""
    first, dots, last = text.partition("..")
    try:
        return list(range(int(first), int(last) + 1)) if dots else [int(one) for one in text.split(",")]
    except ValueError as error:
        msg = f"--per-unit {text}: give a range such as 2..6, or numbers such as 2,3,5."
        raise OptionError(msg) from error


def _pilot(
    files: list[str] | None,
    unit: str | None,
    rater: str | None,
    label: str | None,
    columns: str | None,
    labels: list[str] | None,
) -> Any:
    """The ratings of a pilot; None without a file."""
    if not files:
        return None
    if columns is not None:
        if rater or label:
            msg = "--raters is for a column a rater; --rater and --label for a row a rating: give one of both."
            raise OptionError(msg)
        read, remarks = wide_ratings(files, None, columns, labels, None)
    elif unit is None or label is None:
        msg = "a pilot needs --raters A,B,C; or --unit COL and --label COL (and --rater COL)."
        raise OptionError(msg)
    else:
        read, remarks = long_ratings(files, unit, rater, label, labels, "raise", None)
    for remark in remarks:
        tell(remark)
    return read.state
