"""A plan in print, and errors about it in the words of options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from concordant.cli.terminal import console, table
from concordant.cli.writing import check_writable, print_or_write
from concordant.errors import ConcordantError, OptionError

if TYPE_CHECKING:
    from concordant.result.plans import Plan

_OPTIONS = (
    "expected|table|categories|margins|weights|width|against|power|n|prevalence|level|method|runs|a|b|discordant|only_a"
    "|only_b|correlation|margin|alternative|ratio|cluster_size|icc|cluster_size_cv|cluster|half_width|lower|kappa"
)


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
    print_or_write(lambda: data, json, check_writable("--json", json), lambda: _show(plan, what, ns, reached))


def _show(plan: Plan, what: str, ns: list[int], reached: list[float]) -> None:
    from rich.text import Text

    out = console()
    out.print(Text(str(plan).partition(" Assumed: ")[0], style="bold" if out.is_terminal else ""))
    for line in (f"Assumed: {'; '.join(plan.assumptions)}.", f"Doubtful: {plan.reason}." if plan.reason else ""):
        if line:
            out.print(Text(line))
    if ns:
        shown = table("rows", what, right=True)
        shown.columns[0].justify = "right"
        for n, value in zip(ns, reached, strict=True):
            shown.add_row(f"{n:,}", f"{value:.3f}")
        out.print()
        out.print(shown)


def _rows(text: str) -> list[int]:
    try:
        found = [int(word) for word in text.split(",")]
    except ValueError as error:
        msg = f"--curve {text}: numbers of rows are needed, with commas between them, such as 100,200,400."
        raise OptionError(msg) from error
    if min(found) < 2:
        msg = f"--curve {text}: a study has at least 2 rows."
        raise OptionError(msg)
    return found
