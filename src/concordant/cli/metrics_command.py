"""``concordant metrics``: list them, search them, show one with its formula and facts."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.shared_options import JsonOption
from concordant.cli.writing import check_writable, print_or_write
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric

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
    from concordant.metrics import find

    asked = " ".join(words or ())
    one = _named(asked)
    found = [one] if one is not None else find(asked)
    if not found:
        raise OptionError(_nothing(asked))

    def show() -> None:
        from concordant.cli.metrics_view import print_list, print_one

        if one is None:
            print_list(found, searched=bool(asked))
        else:
            print_one(one, others=[metric for metric in find(asked) if metric is not one])

    path = check_writable("--json", json)
    print_or_write(lambda: [as_data(metric) for metric in found] if one is None else as_data(one), json, path, show)


def _named(asked: str) -> Metric | None:
    """The metric of exactly this name or alias; spaces, hyphens and capitals do not matter."""
    name = "_".join(asked.lower().replace("-", " ").split())
    if not name.isidentifier():
        return None
    from concordant.metrics import get

    try:
        return get(name)
    except OptionError:
        return None


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
    facts["range"] = None if metric.facts.range is None else [_finite(bound) for bound in metric.facts.range]
    return {**facts, "summary": metric.summary, "options": list(metric.options), "call": call_text(metric)}


def _finite(bound: float) -> float | str:
    return bound if abs(bound) < float("inf") else str(bound)
