"""``concordant metrics``: list them, search them, show one with its formula and facts."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.shared_options import JsonOption
from concordant.cli.terminal import say
from concordant.cli.writing import check_writable, print_or_write
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.metrics.definition.facts import Meaning
    from concordant.metrics.definition.metric import Metric

Words = Annotated[list[str] | None, typer.Argument(metavar="WORDS", show_default=False, hidden=True)]


def metrics(words: Words = None, *, json: JsonOption = None) -> None:
    """
    List the metrics, search them, or show one with its formula and facts.

    WORDS are searched for in names, families and descriptions; the name of a metric alone shows it in full.

    \b
    concordant metrics
    concordant metrics kappa
    concordant metrics share positive
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    from concordant.metrics import find, get
    from concordant.metrics.definition.facts import listed_meanings

    asked = " ".join(words or ())
    meant = [] if not asked else _meant(asked)
    one = get(meant[0].metric) if len(meant) == 1 else None
    found = [one] if one is not None else [get(each) for each in dict.fromkeys(m.metric for m in meant)] or find(asked)
    if not found:
        raise OptionError(_nothing(asked))

    def show() -> None:
        from concordant.cli.metrics_view import print_list, print_one

        if len(meant) > 1:
            say(f"{listed_meanings(asked, meant)}\n\n")
        elif meant and (meant[0].options or meant[0].note):
            say(f"{asked} is {meant[0]}.\n\n")
        if one is None:
            print_list(found, searched=bool(asked))
        else:
            print_one(one, others=[metric for metric in find(asked) if metric is not one])

    path = check_writable("--json", json)
    print_or_write(lambda: [as_data(metric) for metric in found] if one is None else as_data(one), json, path, show)


def _meant(asked: str) -> list[Meaning]:
    """What exactly this name means, here or elsewhere; spaces, hyphens and capitals do not matter."""
    from concordant.metrics.definition.facts import meanings

    return meanings(asked)


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
    from concordant.cli.metrics_view import call_text

    facts = asdict(metric.facts)
    facts["elsewhere"] = [asdict(one) for one in metric.facts.names_elsewhere]
    facts["range"] = None if metric.facts.range is None else [_finite(bound) for bound in metric.facts.range]
    return {**facts, "summary": metric.summary, "options": list(metric.options), "call": call_text(metric)}


def _finite(bound: float) -> float | str:
    return bound if abs(bound) < float("inf") else str(bound)
