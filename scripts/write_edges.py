"""
Write docs/edges.md: what every metric does at every edge, by running it there.

With --check nothing is written; the exit code is 1 if the page is not current.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from edges import PLAIN, RULES, VALUES, Answer, Edge, answer, kinds_of

from concordant import metrics
from concordant.metrics._metric import Metric

PAGE = Path(__file__).resolve().parent.parent / "docs" / "edges.md"
TITLES = {
    "labels": "Metrics of two columns of labels",
    "scores": "Metrics of labels and scores",
    "probabilities": "Metrics of labels and probabilities",
    "ratings": "Metrics of two columns of numbers",
    "rows": "Metrics of matrices of labels and scores",
    "classes of rows": "Metrics of labels and a score a class",
}
HEAD = """\
# What happens at the edges

<!-- Made by scripts/write_edges.py: do not edit. -->

Every metric was run on every one of these data. One rule holds everywhere: what cannot be read raises an error that
says what came and what to do; a number that does not exist is NaN, with one warning that says why; nothing is ever a
silent 0, 0.5 or 1.

## The same for all metrics

| data | what happens | in which words |
| --- | --- | --- |
"""


def whole_page() -> str:
    """The page as text."""
    found = metrics.find()
    lines = [HEAD.rstrip("\n"), *rule_rows(found), ""]
    for kind, title in TITLES.items():
        taken = sorted((metric for metric in found if kind in kinds_of(metric)), key=lambda metric: metric.name)
        if taken:
            lines += [f"## {title}", "", *value_table(kind, taken), ""]
    return "\n".join(lines)


def rule_rows(found: list[Metric]) -> Iterator[str]:
    """One row an edge where all metrics do the same."""
    for name, edge in RULES.items():
        answers = {
            (metric.name, kind): answer(metric, edge.rows[kind], edge.arguments)
            for metric in found
            for kind in kinds_of(metric)
            if kind in edge.rows
        }
        kinds = sorted({one.kind for one in answers.values()})
        if kinds == ["value"]:
            yield f"| {name}: {edge.words} | the value of the same rows without it | |"
            continue
        if len(kinds) > 1:
            msg = f"{name}: not all metrics do the same: {kinds}"
            raise RuntimeError(msg)
        yield f"| {name}: {edge.words} | `{kinds[0]}` | {next(iter(answers.values())).text} |"


def value_table(kind: str, taken: list[Metric]) -> Iterator[str]:
    """A table of the metrics of a kind by the edges, and the reasons of what is undefined or refused."""
    edges = {name: edge for name, edge in VALUES.items() if kind in edge.rows}
    truth, other = PLAIN[kind]
    yield f"Of `{truth}` and `{other}`, changed as the heading says:"
    yield ""
    yield "| metric | as they are | " + " | ".join(edges) + " |"
    yield "| --- |" + " --- |" * (len(edges) + 1)
    reasons: dict[str, list[str]] = {}
    for metric in taken:
        cells = [_cell(answer(metric, (truth, other), {}))]
        for name, edge in edges.items():
            found = answer(metric, edge.rows[kind], edge.arguments)
            cells.append(_cell(found))
            if found.kind != "value":
                reasons.setdefault(f"{_edge_words(name, edge)}: {found.text}", []).append(metric.name)
        yield f"| [{metric.name}](metrics/{metric.name}.md) | " + " | ".join(cells) + " |"
    yield ""
    yield "<details><summary>The reasons</summary>"
    yield ""
    for reason, names in sorted(reasons.items()):
        yield f"- {reason} ({', '.join(f'`{name}`' for name in names)})"
    yield ""
    yield "</details>"


def _edge_words(name: str, edge: Edge) -> str:
    return f"*{name}* ({edge.words})"


def _cell(found: Answer) -> str:
    return {"value": found.text, "undefined": "NaN"}.get(found.kind, f"`{found.kind}`")


def main() -> int:
    """Write or check the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    page = whole_page()
    if not parser.parse_args().check:
        PAGE.write_text(page, encoding="utf-8")
        return 0
    if not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != page:
        print("docs/edges.md is not current: run python scripts/write_edges.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
