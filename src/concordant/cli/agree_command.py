"""``concordant agree``: how well the raters of a panel agree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.label_rules import read_rows
from concordant.cli.roles import check_choice, check_share
from concordant.cli.shared_options import Cluster, Files, HtmlOption, JsonOption, LabelsOption, Level
from concordant.cli.terminal import say
from concordant.cli.typed_labels import parse_labels
from concordant.cli.writing import check_writable, print_or_write, write_page
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.panels import PanelAgreement

_WEIGHTS = ("none", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")

Unit = Annotated[str | None, typer.Option("--unit", metavar="COL", help="Long form: column of what was rated.")]
Rater = Annotated[str | None, typer.Option("--rater", metavar="COL", help="Long form: column of who rated.")]
Label = Annotated[str | None, typer.Option("--label", metavar="COL", help="Long form: column of the rating.")]
Raters = Annotated[str | None, typer.Option("--raters", metavar="A,B,C", help="Wide form: one column a rater.")]
Weights = Annotated[
    str, typer.Option("--weights", metavar="|".join(_WEIGHTS), help="What a disagreement of two labels costs.")
]
LevelOfMeasurement = Annotated[
    str | None,
    typer.Option(
        "--level-of-measurement",
        metavar="interval",
        help="Labels are numbers whose distances count: quadratic weights, and intraclass correlations beside them.",
    ),
]
Duplicates = Annotated[
    str,
    typer.Option(
        "--duplicates",
        metavar="raise|runs|first|last",
        help="Where a rater has rated a unit twice: stop, take it for another rater, or keep one.",
    ),
]


def agree(
    files: Files = None,
    *,
    unit: Unit = None,
    rater: Rater = None,
    label: Label = None,
    raters: Raters = None,
    labels: LabelsOption = None,
    weights: Weights = "none",
    level_of_measurement: LevelOfMeasurement = None,
    duplicates: Duplicates = "raise",
    cluster: Cluster = None,
    level: Level = 0.95,
    html: HtmlOption = None,
    json: JsonOption = None,
) -> None:
    """
    Show how well raters agree: the coefficients side by side, for these raters and for others like them.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow: a row for each rating (--unit, --rater, --label; without
    --rater raters are not known), or a row for each unit and a column for each rater (--raters). Empty cells are
    missing ratings.

    \b
    concordant agree grades.csv --unit essay --rater who --label grade --labels 1..6 --weights quadratic
    concordant agree wide.csv --raters ann,bob,eve
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    check_choice("--weights", weights, _WEIGHTS)
    _check_level_of_measurement(level_of_measurement)
    check_choice("--duplicates", duplicates, ("raise", "runs", "first", "last"))
    check_share(level)
    html_path, path = check_writable("--html", html), check_writable("--json", json)
    if not files:
        msg = "name a file: concordant agree FILE --unit COL --rater COL --label COL, or --raters A,B,C."
        raise OptionError(msg)
    how: Any = {
        "weights": None if weights == "none" else weights,
        "level_of_measurement": level_of_measurement,
        "level": level,
    }
    if raters is not None:
        if unit or rater or label:
            msg = "--raters is for a column a rater; --unit, --rater and --label for a row a rating: give one of both."
            raise OptionError(msg)
        found = _wide(files, raters.split(","), labels, cluster, how)
    else:
        found = _long(files, unit, rater, label, labels, duplicates, cluster, how)

    def page() -> str:
        from concordant.report.pages.agreement_page import agreement_html

        return agreement_html(found, source=", ".join(Path(file).name for file in files), record=found.to_dict())

    show = write_page(page, html, html_path, lambda: say(f"{found}\n"))
    print_or_write(found.to_dict, json, path, show)


def _check_level_of_measurement(given: str | None) -> None:
    """Raise for a level other than interval, and name the weights that say the same."""
    if given in (None, "interval"):
        return
    weights = "none" if given == "nominal" else given
    instead = f"; for {given} labels take --weights {weights}" if weights in _WEIGHTS else ""
    msg = f"--level-of-measurement {given}: the one choice is interval{instead}."
    raise OptionError(msg)


def _read(files: list[str], columns: list[str], labels: list[str]) -> Any:
    return read_rows(files, columns, labels=labels)


def _wide(
    files: list[str], names: list[str], labels: list[str] | None, cluster: str | None, how: dict[str, Any]
) -> PanelAgreement:
    """A column a rater."""
    from concordant.panels import agree as taken

    names = [name.strip() for name in names]
    frame = _read(files, [*names, *([] if cluster is None else [cluster])], names)
    known = None if labels is None else parse_labels(labels, frame[names[0]])
    groups = None if cluster is None else frame[cluster]
    return taken(frame.select(names), labels=known, cluster=groups, **how)


def _long(
    files: list[str],
    unit: str | None,
    rater: str | None,
    label: str | None,
    labels: list[str] | None,
    duplicates: str,
    cluster: str | None,
    how: dict[str, Any],
) -> PanelAgreement:
    """A row a rating."""
    from concordant.panels import agree as taken
    from concordant.states import Ratings, Tallies

    if unit is None or label is None:
        msg = (
            "a row a rating needs --unit COL and --label COL (and --rater COL); a column a rater needs --raters A,B,C."
        )
        raise OptionError(msg)
    if cluster is not None:
        msg = "--cluster is for a column a rater (--raters A,B,C), where every row is a unit."
        raise OptionError(msg)
    frame = _read(files, [unit, label, *([] if rater is None else [rater])], [label])
    known = None if labels is None else parse_labels(labels, frame[label])
    state: Any
    if rater is None:
        state = Tallies.from_long(frame, unit=unit, label=label, labels=known)
    else:
        doubled: Any = duplicates
        state = Ratings.from_long(frame, unit=unit, rater=rater, label=label, labels=known, duplicates=doubled)
    return taken(state, **how)
