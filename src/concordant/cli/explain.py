"""`concordant explain`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from concordant.cli.columns import Roles, TypedColumns
from concordant.cli.command import HtmlOption, JsonOption, MissingOption, Plot, choice, errors_in_options
from concordant.cli.output import bullet, console, print_or_write, table, write_figure, write_line, write_output
from concordant.errors import LabelOrderError, OptionError

if TYPE_CHECKING:
    import polars as pl
    from rich.console import Console
    from rich.table import Table as RichTable

    from concordant.documents.blocks import Step, Table
    from concordant.explain import KappaExplanation, RocExplanation
    from concordant.typing import Label

    Explanation: TypeAlias = KappaExplanation | RocExplanation

Weights = Annotated[
    str | None,
    choice(
        "--weights",
        "quadratic|linear|none",
        "What a disagreement costs: the squared distance (the default), the distance, or always the same.",
    ),
]
_INDENT = (0, 0, 0, 3)


def explain(
    *,
    columns: TypedColumns,
    weights: Weights = None,
    missing: MissingOption = "raise",
    html: HtmlOption = None,
    json: JsonOption = None,
    plot: Plot = None,
) -> None:
    """
    Show step by step how a number is computed: the weighted kappa of --pred, or the ROC AUC of --score.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow. For a score of several classes, --pos-label
    names the class that is set against the rest. The example breast shows an AUC, the others a kappa.

    \b
    concordant explain --example
    concordant explain ratings.csv --truth anna --pred ben --labels low,mid,high
    concordant explain ratings.csv --truth anna --pred ben --weights none
    concordant explain results.csv --truth label --score probability --plot roc.png
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    roles = columns.roles(command="explain", default_example="ms")
    steps = _explained(_one_number(roles, weights), weights, missing)
    if plot is not None:
        write_figure(plot, steps.figure())
    show = write_output("--html", html, lambda: _document(steps, roles), lambda: _print(steps))
    print_or_write(steps.to_dict, json, show)


def _explained(roles: Roles, weights: str | None, missing: Any) -> Explanation:
    frame, given = roles.in_memory()
    truth, pos_label = frame[roles.truth], given.pop("pos_label", None)
    from concordant.explain import roc_auc, weighted_kappa

    with errors_in_options(roles.arguments):
        if roles.score:
            if truth.drop_nulls().n_unique() > 2:
                truth, given["labels"], pos_label = _against_the_rest(truth, pos_label)
            return roc_auc(truth, frame[roles.score[0]], pos_label=pos_label, missing=missing, **given)
        scheme: Any = None if weights == "none" else weights or "quadratic"
        names = (roles.truth, roles.pred or "")
        try:
            return weighted_kappa(truth, frame[names[1]], weights=scheme, missing=missing, names=names, **given)
        except LabelOrderError as error:
            raise LabelOrderError(f"{error} Or take no weights: --weights none.") from error


def _against_the_rest(truth: pl.Series, label: Label | None) -> tuple[pl.Series, list[Label], Label]:
    """Two classes of several: a label, and all others."""
    import polars as pl

    found = truth.drop_nulls().unique().sort()
    if label is None or label not in found.to_list():
        shown = ", ".join(map(str, found.head(8))) + (", ..." if len(found) > 8 else "")
        said = "" if label is None else f"--pos-label {label} is none of them; "
        raise OptionError(
            f"column {truth.name!r} has {len(found)} labels ({shown}); {said}"
            f"say which one stands against the rest: --pos-label {found[0]}."
        )
    rest, named = f"not {label}", str(label)
    two = pl.select(pl.when(truth == label).then(pl.lit(named)).when(truth.is_not_null()).then(pl.lit(rest)))
    return two.to_series().alias(truth.name), [rest, named], named


def _one_number(roles: Roles, weights: str | None) -> Roles:
    """Keep what the explained number needs: labels for a kappa, one score for an AUC."""
    if roles.example is not None and roles.pred is not None and roles.score:
        ranked = roles.example.pos_label is not None and weights is None
        return replace(roles, pred=None) if ranked else replace(roles, score=())
    if roles.pred is not None and roles.score:
        raise OptionError("one number is explained at a time: --pred COL for a kappa, or --score COL for the ROC AUC.")
    if weights is not None and roles.score:
        raise OptionError("--weights belongs to a kappa: name the predicted labels, --pred COL, instead of --score.")
    if len(roles.score) > 1:
        msg = f"one score is explained at a time, and there are {len(roles.score)}: --score {roles.score[0]}."
        raise OptionError(msg)
    return roles


def _document(steps: Explanation, roles: Roles) -> str:
    title = escape(f"{str(steps).partition(chr(10))[0]} ({roles.source})")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n</head>\n"
        '<body style="margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font-family: system-ui, sans-serif">\n'
        f"{steps.to_html()}\n</body>\n</html>\n"
    )


def _print(steps: Explanation) -> None:
    if sys.stdout.isatty():
        print_steps(steps)
        return
    write_line(f"{steps}\n")


def print_steps(steps: KappaExplanation | RocExplanation) -> None:
    """Print the explanation, tables shaded as on its HTML page."""
    from rich.text import Text

    from concordant.explain.kappa import KappaExplanation, kappa_page
    from concordant.explain.roc import roc_page

    out = console()
    page = kappa_page(steps, most=10) if isinstance(steps, KappaExplanation) else roc_page(steps, most=24)
    out.print(Text(page.title, style="bold"))
    for text in page.lead:
        out.print(Text(text))
    for place, step in enumerate(page.steps, 1):
        _print_step(out, step, place)
    out.print()
    out.print(Text("Everything with all digits: --json OUT. As a page: --html OUT. As a picture: --plot OUT.", "dim"))


def _print_step(out: Console, step: Step, place: int) -> None:
    from rich.padding import Padding
    from rich.text import Text

    out.print()
    out.print(Text(f"{place}. {step.title}", style="bold"))
    for text in step.before:
        out.print(Padding(Text(text), _INDENT))
    if step.table is not None:
        out.print()
        out.print(Padding(_shaded(step.table, out.width - _INDENT[3]), _INDENT, expand=False))
        out.print()
    for text in step.formulas:
        out.print(Padding(Text(text, style="cyan"), (0, 0, 0, 5)))
    for text in step.after:
        out.print(Padding(Text(text), _INDENT))
    for text in step.items:
        out.print(Padding(bullet(text), _INDENT, expand=False))


def _shaded(given: Table, width: int) -> RichTable:
    """The cells, the more telling the stronger; in a narrow window heads are broken before numbers are."""
    from rich.text import Text

    shown = table(*given.head, right=True)
    columns = list(zip(given.head, *given.rows, strict=True))
    if _total(max(map(len, column)) for column in columns) > width:
        needed = [_widest(column) for column in columns]
        tight = _total(needed) > width
        shown.padding = (0, 1 if tight else 2, 0, 0)
        if not tight or _total(needed, gap=1) <= width:
            for column, least in zip(shown.columns, needed, strict=True):
                column.width = least
    if given.numeric_side:
        shown.columns[0].justify = "right"
    for i, row in enumerate(given.rows):
        last = given.total and i == len(given.rows) - 1
        cells = [Text(row[0], style="dim")]
        for j, cell in enumerate(row[1:]):
            sums = last or (given.total and j == len(row) - 2)
            cells.append(Text(cell, style="dim" if sums else _style(given, i, j)))
        shown.add_row(*cells)
    return shown


def _total(widths: Iterable[int], *, gap: int = 2) -> int:
    every = list(widths)
    return sum(every) + gap * (len(every) - 1)


def _widest(column: tuple[str, ...]) -> int:
    """The longest cell, or the longest word of the head, which may be broken at spaces."""
    head, *cells = column
    return max(map(len, [*head.split(), *cells]), default=0)


def _style(given: Table, i: int, j: int) -> str:
    shades = given.shades
    if shades is None or i >= shades.shape[0] or j >= shades.shape[1]:
        return ""
    strength = float(shades[i, j])
    return "bold yellow" if strength > 0.6 else "yellow" if strength > 0.2 else ""
