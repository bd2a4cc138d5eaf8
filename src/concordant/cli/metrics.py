"""`concordant metrics`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, get_args

from concordant.cli.options import entries, sections
from concordant.cli.output import print_document, print_or_write, write_line

if TYPE_CHECKING:
    from concordant.documents.blocks import Block, Document
    from concordant.metrics.definition.metric import Metric


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
        get("_".join(asked.lower().split()))  # raises, and names the nearest

    def show() -> None:
        if len(meant) > 1:
            write_line(f"{listed_meanings(asked, meant)}\n\n")
        elif meant and (meant[0].options or meant[0].note):
            write_line(f"{asked} is {meant[0]}.\n\n")
        if one is None:
            print_document(_list(found, asked))
        else:
            print_document(_page(one, others=[metric for metric in find(asked) if metric is not one]))

    print_or_write(lambda: [as_data(metric) for metric in found] if one is None else as_data(one), json, show)


def as_data(metric: Metric) -> dict[str, Any]:
    """The facts of a metric as plain data."""
    facts = asdict(metric.facts)
    facts["elsewhere"] = [asdict(one) for one in metric.facts.names_elsewhere]
    if metric.facts.range is not None:
        facts["range"] = [bound if abs(bound) < math.inf else str(bound) for bound in metric.facts.range]
    return {**facts, "summary": metric.summary, "options": list(metric.options), "call": call_text(metric)}


def _list(found: Sequence[Metric], asked: str) -> Document:
    """Name and plain words of each metric; without a search by family."""
    from concordant.documents.blocks import Document, Paragraph, Table
    from concordant.metrics.definition.facts import Family

    rows: list[tuple[str, ...]] = []
    for family in ("",) if asked else get_args(Family):
        members = [metric for metric in found if family in ("", metric.facts.family)]
        rows += [(family,)] if family and members else []
        rows += [(metric.name, metric.facts.says) for metric in members]
    title = f"Metrics that match {asked!r}" if asked else "Metrics"
    more = Paragraph("One in full: concordant metrics NAME. A search: concordant metrics WORDS.", "soft")
    return Document(title=title, blocks=(Table(("", ""), tuple(rows), words=True), more))


def _page(metric: Metric, others: Sequence[Metric]) -> Document:
    """All that is known of a metric, and the names of others that were found."""
    from concordant.documents.blocks import Document, Formula, Paragraph, Section, Table

    facts, parts = metric.facts, sections(metric.__doc__ or "")
    options = tuple(
        Section(head, (Paragraph(_prose(text)),))
        for names, head, text in entries(parts.get("Parameters", ""))
        if {*names} & {*metric.options}
    )
    blocks: dict[str, tuple[Block, ...]] = {
        "Formula": (Paragraph(facts.formula),),
        "Facts": (Table(("", ""), tuple(_facts(metric)), words=True),),
        "Options": options,
        "Call": (Formula((call_text(metric),)),),
        "Gives": (Paragraph(_returned(parts["Returns"])),) if "Returns" in parts else (),
        "Example": (Formula(tuple(filter(None, parts.get("Examples", "").splitlines())), copied=True),),
        "See also": (Paragraph(", ".join(other.name for other in others)),),
    }
    says = f"{facts.says[:1].upper()}{facts.says[1:]}."
    shown = tuple(Section(title, inside) for title, inside in blocks.items() if inside)
    return Document(title=f"{facts.title} ({metric.name})", lead=(says,), blocks=shown)


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
