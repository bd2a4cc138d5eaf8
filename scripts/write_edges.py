"""
Write docs/edges.md: what every metric does at every edge, by running it there.

With --check nothing is written; the exit code is 1 if the page is not current.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from edges import AS_THEY_ARE, PLAIN, RULES, VALUES, Answer, answer, is_partly_undefined, kind_of, same_words

from concordant import metrics
from concordant.metrics.definition.metric import Metric

PAGE = Path(__file__).resolve().parent.parent / "docs" / "edges.md"
TITLES = {
    "labels": "Two columns of labels",
    "scores": "Labels and scores",
    "probabilities": "Labels and probabilities",
    "decisions": "Labels and decision values",
    "measurements": "Two columns of numbers",
    "numbers": "Numbers of many raters: two columns are two raters, NaN is a missing rating",
    "rows": "Matrices of labels and scores",
    "rows of classes": "Labels and one score a class",
}
HEAD = """\
# What happens at the edges

<!-- Made by scripts/write_edges.py: do not edit. -->

All {number} metrics were run on edge cases: empty data, a single class, ties, huge counts, invalid input. They follow
one rule. Invalid data raise an error that says what came and what to do. An undefined value is NaN, with one warning
that says why. No value is silently 0, 0.5 or 1. To get something else than NaN, see [What if a number is
undefined?](undefined.md)

## The same for all metrics

| data | what happens | message |
| --- | --- | --- |
"""
SUMS = """\
The sum of a row of probabilities may differ from 1 by 0.00001 in float64, 0.0001 in float32 and 0.01 in float16, to
allow for six digits and for the rounding of about a thousand classes. Beyond that the error says by how much it
differs; probabilities are never normalised silently. `missing="drop"` drops rows with missing values.
"""
OWN = """\
## Each metric by itself

The tables show the value, or **NaN** where it is undefined. A star means that an average leaves out a class, or that
a part of a curve or another result is NaN; *given* is a result whose parts all have values. NaN and stars come with a
warning; the texts of the warnings are listed below each table. The headings:

"""


def whole_page() -> str:
    """The page as text."""
    found = metrics.find()
    lines = [HEAD.format(number=len(found)).rstrip("\n"), *rule_rows(found), "", SUMS, OWN.rstrip("\n"), ""]
    lines += [*(f"- *{name}*: {edge.words}" for name, edge in VALUES.items()), ""]
    for kind, title in TITLES.items():
        taken = sorted((metric for metric in found if kind_of(metric) == kind), key=lambda metric: metric.name)
        if taken:
            lines += [f"### {title}", "", *value_table(kind, taken), ""]
    return "\n".join(lines)


def rule_rows(found: list[Metric]) -> Iterator[str]:
    """One row an edge where all metrics do the same."""
    for name, edge in RULES.items():
        taken = [metric for metric in found if kind_of(metric) in edge.rows]
        answers = [answer(metric, edge) for metric in taken]
        if not any(one.kind.endswith("Error") for one in answers):
            same = [one.text == answer(metric, AS_THEY_ARE).text for one, metric in zip(answers, taken, strict=True)]
            if not all(same):
                msg = f"{name}: not all metrics give what they give without it"
                raise RuntimeError(msg)
            yield f"| {name}: {edge.words} | the same as without it | |"
            continue
        if len({one.kind for one in answers}) > 1:
            msg = f"{name}: not all metrics do the same: {sorted({one.kind for one in answers})}"
            raise RuntimeError(msg)
        words = list({same_words(one): one.text for one in reversed(answers)}.values())
        yield f"| {name}: {edge.words} | `{answers[0].kind}` | {'<br>'.join(reversed(words))} |"


def value_table(kind: str, taken: list[Metric]) -> Iterator[str]:
    """A table of the metrics of a kind by the edges, and the reasons of what is undefined or refused."""
    edges = {name: edge for name, edge in VALUES.items() if kind in edge.rows}
    truth, other = PLAIN[kind]
    yield f"Of `{truth}` and `{other}`, changed as the heading says."
    yield ""
    yield "| metric | as they are | " + " | ".join(edges) + " |"
    yield "| --- |" + " ---: |" * (len(edges) + 1)
    reasons: dict[str, dict[str, list[str]]] = {}
    for metric in taken:
        cells = []
        for name, edge in {AS_THEY_ARE.words: AS_THEY_ARE, **edges}.items():
            found = answer(metric, edge)
            cells.append(cell(found))
            if found.kind != "value":
                words = found.text.replace(" (positive class 1)", "")
                reasons.setdefault(words, {}).setdefault(metric.name, []).append(name)
        yield f"| [{metric.name}](metrics/{metric.name}.md) | " + " | ".join(cells) + " |"
    yield ""
    yield f"<details><summary>Messages: {TITLES[kind][0].lower()}{TITLES[kind][1:]}</summary>"
    yield ""
    for words, where in sorted(reasons.items()):
        yield from reason_lines(words, where, len(taken))
    yield ""
    yield "</details>"


def reason_lines(words: str, where: dict[str, list[str]], number: int) -> Iterator[str]:
    """The words of a warning, and which metrics say it at which edges."""
    together: dict[tuple[str, ...], list[str]] = {}
    for name, edges in where.items():
        together.setdefault(tuple(edges), []).append(name)
    places = [
        f"{'all' if len(names) == number > 1 else ', '.join(f'`{name}`' for name in names)} (*{', '.join(edges)}*)"
        for edges, names in together.items()
    ]
    yield f"- {words}: {'; '.join(places)}"


def cell(found: Answer) -> str:
    """What a metric gives, as it stands in a table."""
    if found.kind == "value":
        return f"{found.value:.4g}" if isinstance(found.value, float) else "*given*"
    if isinstance(found.value, float):
        return "**NaN**" if is_partly_undefined(found.value) else f"{found.value:.4g}\\*"
    return "\\*"


def main() -> int:
    """Write or check the page."""
    page = whole_page()
    if "--check" not in sys.argv:
        PAGE.write_text(page, encoding="utf-8")
        return 0
    current = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page
    print("current" if current else "docs/edges.md is not current: run python scripts/write_edges.py")
    return int(not current)


if __name__ == "__main__":
    sys.exit(main())
