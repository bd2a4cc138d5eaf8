"""`concordant metrics`."""

from __future__ import annotations

import math
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, get_args

from concordant.cli.options import entries, sections
from concordant.cli.output import console, print_or_write, table, write_line
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.metrics.definition.metric import Metric

_WIDTH = 80  # of the page of one metric where no terminal says otherwise
_MORE = "One in full: concordant metrics NAME. A search: concordant metrics WORDS."


def metrics(words: list[str] | None = None, *, json: str | None = None) -> None:
    """
    List the metrics, search them, or show one with its formula and facts.

    WORDS are searched for in names, families and descriptions; the name of a metric alone shows it in full.

    Parameters
    ----------
    words : WORDS
        Told in the text.

    Examples
    --------
    concordant metrics
    concordant metrics kappa
    concordant metrics share positive
    """
    from concordant.metrics import find, get
    from concordant.metrics.definition.facts import listed_meanings, meanings

    asked = " ".join(words or ())
    meant = [] if not asked else meanings(asked)
    one = get(meant[0].metric) if len(meant) == 1 else None
    found = [one] if one is not None else [get(each) for each in dict.fromkeys(m.metric for m in meant)] or find(asked)
    if not found:
        raise OptionError(_nothing(asked))

    def show() -> None:
        if len(meant) > 1:
            write_line(f"{listed_meanings(asked, meant)}\n\n")
        elif meant and (meant[0].options or meant[0].note):
            write_line(f"{asked} is {meant[0]}.\n\n")
        if one is None:
            print_list(found, searched=bool(asked))
        else:
            print_one(one, others=[metric for metric in find(asked) if metric is not one])

    print_or_write(lambda: [as_data(metric) for metric in found] if one is None else as_data(one), json, show)


def _nothing(asked: str) -> str:
    from concordant.metrics import get

    try:
        get("_".join(asked.lower().split()))
    except OptionError as error:
        near = str(error).partition(" Did you mean ")[2]
    else:
        near = ""
    hint = f"did you mean {near}" if near else "concordant metrics lists all."
    return f"no metric matches {asked!r}; {hint}"


def as_data(metric: Metric) -> dict[str, Any]:
    """The facts of a metric as plain data."""
    facts = asdict(metric.facts)
    facts["elsewhere"] = [asdict(one) for one in metric.facts.names_elsewhere]
    if metric.facts.range is not None:
        facts["range"] = [bound if abs(bound) < math.inf else str(bound) for bound in metric.facts.range]
    return {**facts, "summary": metric.summary, "options": list(metric.options), "call": call_text(metric)}


def print_list(found: Sequence[Metric], *, searched: bool) -> None:
    """Print name and plain words; without a search by family."""
    from concordant.metrics.definition.facts import Family

    families = {"": list(found)}
    if not searched:
        members_of = {name: [metric for metric in found if metric.facts.family == name] for name in get_args(Family)}
        families = {name: members for name, members in members_of.items() if members}
    if sys.stdout.isatty():
        _print_tables(families)
        return
    wide = max(len(metric.name) for metric in found)
    blocks = []
    for family, members in families.items():
        lines = [f"{metric.name:<{wide}}  {metric.facts.says}" for metric in members]
        blocks.append("\n".join([family, *(f"  {line}" for line in lines)] if family else lines))
    write_line("\n\n".join(blocks) + "\n")


def _print_tables(families: dict[str, list[Metric]]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    wide = max(len(metric.name) for some in families.values() for metric in some)
    for family, members in families.items():
        if family:
            out.print(Text(family, style="bold"))
        shown = table("", "")
        shown.columns[0].min_width = wide
        for metric in members:
            shown.add_row(Text(metric.name, style="cyan"), Text(metric.facts.says))
        out.print(Padding(shown, (0, 0, 1, 2), expand=False))
    out.print(Text(_MORE, style="dim"))


def print_one(metric: Metric, *, others: Sequence[Metric] = ()) -> None:
    """Print all that is known of a metric, and the names of others that were found."""
    from shutil import get_terminal_size

    terminal = sys.stdout.isatty()
    width = max(min(get_terminal_size().columns, 100), 40) if terminal else _WIDTH
    parts = list(_parts(metric, width))
    if others:
        parts.append(("See also", _wrapped(", ".join(other.name for other in others), width, "  ")))
    if not terminal:
        write_line("\n\n".join("\n".join([head, *lines]) for head, lines in parts) + "\n")
        return
    from rich.text import Text

    out = console()
    for place, (head, lines) in enumerate(parts):
        if place:
            out.print()
        out.print(Text(head, style="bold" if place else "bold cyan"))
        out.print(Text("\n".join(lines)), soft_wrap=True)


def _parts(metric: Metric, width: int) -> Iterator[tuple[str, list[str]]]:
    """Headings and wrapped lines."""
    facts = metric.facts
    parts = sections(metric.__doc__ or "")
    says = f"{facts.says[:1].upper()}{facts.says[1:]}."
    yield f"{facts.title} ({metric.name})", _wrapped(says, width)
    yield "Formula", _wrapped(facts.formula, width, "  ")
    yield "Facts", _aligned(_facts(metric), width)
    lines = []
    for names, head, text in entries(parts.get("Parameters", "")):
        if not {*names} & {*metric.options}:
            continue
        lines += textwrap.wrap(head, width, initial_indent="  ", subsequent_indent="      ")
        lines += _wrapped(_prose(text), width, "    ")
    if lines:
        yield "Options", lines
    yield "Call", textwrap.wrap(call_text(metric), width, initial_indent="  ", subsequent_indent="    ")
    if "Returns" in parts:
        yield "Gives", _wrapped(_returned(parts["Returns"]), width, "  ")
    if "Examples" in parts:
        yield "Example", [f"  {line}" for line in parts["Examples"].splitlines()]


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def _aligned(rows: list[tuple[str, str]], width: int) -> list[str]:
    wide, lines = max(len(name) for name, _ in rows) + 4, []
    for name, value in rows:
        first, rest = f"  {name}".ljust(wide), " " * wide
        lines += textwrap.wrap(value, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return lines


def _facts(metric: Metric) -> list[tuple[str, str]]:
    facts = metric.facts
    needs = {"never": "no", "always": "yes", "if weighted": "only if weighted"}[facts.needs_order]
    inputs = {
        "labels": "two columns of labels",
        "scores": "labels and scores",
        "probabilities": "labels and probabilities",
        "decisions": "labels and decision values on any scale",
        "measurements": "two columns of ratings (numbers)",
        "rows": "rows of labels and a score of each label",
        "panel": "labels that many raters gave to units",
        "numbers": "numbers that many raters gave to units",
    }[facts.input]
    rows = [
        ("also called", ", ".join(facts.aliases)),
        ("elsewhere", ", ".join(_elsewhere(metric))),
        ("family", facts.family),
        ("takes", inputs),
        ("better", {None: "", "higher": "higher", "lower": "lower"}[facts.better]),
        ("range", "" if facts.range is None else f"{_number(facts.range[0])} to {_number(facts.range[1])}"),
        (
            "by chance",
            "" if facts.better is None else "depends on the data" if facts.chance is None else _number(facts.chance),
        ),
        ("symmetric", "yes: truth and prediction may change places" if facts.symmetric else "no"),
        ("needs an order", needs),
        ("interval", "" if facts.coverage is None else str(facts.coverage)),
        ("source", facts.source),
    ]
    return [(name, value) for name, value in rows if value]


def _elsewhere(metric: Metric) -> Iterator[str]:
    """The names of elsewhere; where they need options, with these."""
    for one in metric.facts.names_elsewhere:
        options = ", ".join(f"{name}={value}" for name, value in one.options.items())
        yield f"{one.name} ({options})" if options else one.name


def _number(value: float) -> str:
    return f"{'-' * (value < 0)}infinity" if math.isinf(value) else f"{value:g}"


def _prose(text: str) -> str:
    return " ".join(text.replace("``", "").replace("`", "").split())


def _returned(section: str) -> str:
    head, _, text = section.strip().partition("\n")
    return f"{head}: {_prose(text)}" if text.strip() else head


def call_text(metric: Metric) -> str:
    """The call with the metric's own options first, and without types."""
    call = metric.__signature__
    parameters = [p.replace(annotation=p.empty) for p in call.parameters.values()]
    parameters.sort(key=lambda p: (p.kind, p.name not in metric.options))
    return f"{metric.name}{call.replace(parameters=parameters, return_annotation=call.empty)}"
