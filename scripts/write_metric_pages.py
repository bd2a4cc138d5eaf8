"""
Write docs/metrics: one page a metric and a table of all, from facts, docstrings and signatures.

With --check nothing is written: the pages that are not current are named, and the exit code is 1 if there are any.
With --folder DIR the pages are those of another folder.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from textwrap import fill
from typing import Any

from edges import kind_of
from metric_examples import example_lines

from concordant import metrics, result
from concordant.metrics.definition.metric import Metric

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "metrics"
MARK = "<!-- Made by scripts/write_metric_pages.py: do not edit. -->"

FAMILIES = {
    "agreement": "Agreement of raters",
    "overall": "One number for a classifier",
    "rates": "Rates of a confusion matrix",
    "ranking": "How well scores rank the rows",
    "rows": "How well scores rank the labels of each row",
    "probabilities": "How good probabilities are",
    "tables": "Tables, curves, decompositions and tests",
}
INPUTS = {
    "labels": "two columns of labels",
    "scores": "labels and scores",
    "probabilities": "labels and probabilities",
    "measurements": "two columns of numbers",
    "numbers": "numbers of many raters: a matrix of units by raters",
    "decisions": "labels and decision values",
    "rows": "matrices (n, L): the relevance and the score of each label of a row",
    "rows of classes": "labels and a matrix (n, K) of scores, one column a class",
}
ORDER = {
    "never": "need no order",
    "always": "need an order: text needs a declared one",
    "if weighted": "need an order if weighted: text needs a declared one",
}

# -- docstrings -------------------------------------------------------------------------------------------


def sections(doc: str) -> dict[str, str]:
    """Cut a numpydoc docstring at its underlined headings; what stands before them is under ""."""
    parts = re.split(r"^(\w[\w ]*)\n-+\n", inspect.cleandoc(doc), flags=re.MULTILINE)
    return {"": parts[0].strip(), **dict(zip(parts[1::2], (part.strip() for part in parts[2::2]), strict=True))}


def entries(section: str) -> list[tuple[str, str]]:
    """Heads and descriptions of a section of parameters, results or errors."""
    found: list[tuple[str, list[str]]] = []
    for line in section.splitlines():
        if line and not line.startswith(" "):
            found.append((line, []))
        elif line:
            found[-1][1].append(line.strip())
    return [(head, " ".join(text)) for head, text in found]


def markdown(text: str) -> str:
    """Write ``code`` as `code`, and names of metrics as links."""
    names = set(metrics.names())

    def marked(match: re.Match[str]) -> str:
        if match[1] is not None:
            return f"`{match[1]}`"
        return f"[`{match[2]}`]({match[2]}.md)" if match[2] in names else f"`{match[2]}`"

    return re.sub(r"``(.+?)``|`(\w+)`", marked, text, flags=re.DOTALL)


def parameters(pairs: list[tuple[str, str]]) -> Iterator[str]:
    """One point of a list a parameter."""
    for head, text in pairs:
        names, _, kind = head.partition(" : ")
        shown = ", ".join(f"`{name}`" for name in names.split(", "))
        yield f"- {shown}{f' ({markdown(kind)})' if kind else ''}: {markdown(text)}"


def in_terminal(lines: list[str]) -> Iterator[str]:
    """Run lines of Python and yield them with what they print, as in a terminal."""
    names: dict[str, Any] = {}
    for line in lines:
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(line, "example", "single"), names)
        yield f">>> {line}"
        yield from (shown.rstrip() for shown in printed.getvalue().splitlines())


# -- pages ------------------------------------------------------------------------------------------------


def call(metric: Metric) -> str:
    """The call with its defaults and without types, over several lines if it is long."""
    plain = [p.replace(annotation=p.empty) for p in metric.__signature__.parameters.values()]
    text = f"{metric.name}{inspect.Signature(plain)}"
    if len(text) <= 100:
        return text
    head, _, rest = text.removesuffix(")").partition("(")
    data, _, options = rest.partition(", *, ")
    folded = fill(f"{options},", 100, initial_indent="    ", subsequent_indent="    ", break_long_words=False)
    return f"{head}(\n    {data}, *,\n{folded}\n)"


def range_text(metric: Metric) -> str:
    """The range in words."""
    low, high = (f"{x:g}".replace("inf", "infinity") for x in metric.facts.range or (0, 0))
    return f"{low} to {high}" if metric.facts.range else ""


def chance_text(metric: Metric) -> str:
    """The value by chance in words."""
    if metric.facts.better is None:
        return ""
    return "depends on the data" if metric.facts.chance is None else f"{metric.facts.chance:g}"


def code_names(names: tuple[str, ...]) -> str:
    """Names in a row, as code."""
    return ", ".join(f"`{name}`" for name in names)


def facts_table(metric: Metric) -> Iterator[str]:
    """The facts, one a line."""
    facts = metric.facts
    called = [
        (one.name, ", ".join(f"{name}={value!r}" for name, value in one.options.items()))
        for one in facts.names_elsewhere
    ]
    exchange = "changes nothing" if facts.symmetric else "can change it"
    rows = {
        "Other names": code_names(facts.aliases),
        "Names elsewhere": ", ".join(f"`{name}`" + (f" (`{options}`)" if options else "") for name, options in called),
        "Data": INPUTS[kind_of(metric)],
        "Computed from": " or ".join(f"`{kind.__name__}`" for kind in metric.takes),
        "Range": range_text(metric),
        "Better": facts.better or "",
        "By chance": chance_text(metric),
        "Exchanging the columns": exchange if facts.input in ("labels", "measurements") else "",
        "Labels": ORDER[facts.needs_order] if facts.input == "labels" else "",
        "95 % confidence interval": "" if facts.coverage is None else f"{facts.coverage}: [details](../coverage.md)",
        "Source": facts.source,
    }
    yield from ("| | |", "| --- | --- |")
    yield from (f"| {name} | {value} |" for name, value in rows.items() if value)


def result_lines(metric: Metric) -> Iterator[str]:
    """What a result that is no number holds: the attributes of its class."""
    name = re.match(r"\w+", str(metric.formula.__annotations__["return"]))
    made = getattr(result, name[0], None) if name else None
    if made is not None:
        held = sections(made.__doc__ or "")
        yield from (f"`{made.__name__}`: {markdown(held[''].partition(chr(10))[0])}", "")
        yield from parameters(entries(held["Attributes"]))
        yield ""


def metric_page(metric: Metric) -> str:
    """Return the page of a metric."""
    doc = sections(metric.__doc__ or "")
    summary, _, explained = doc[""].partition("\n\n")
    options = entries(doc["Parameters"])
    own = [pair for pair in options if pair[0].partition(" : ")[0] in metric.options and pair[0] not in metric.data]
    shared = [pair for pair in options if pair not in own]
    lines = [f"# {metric.facts.title}: `{metric.name}`", "", MARK, "", markdown(summary), ""]
    lines += ["```text", metric.facts.formula, "```", "", *facts_table(metric), ""]
    lines += [markdown(explained), ""] if explained else []
    lines += ["## On real data", "", "```python", *in_terminal(example_lines(metric)), "```", ""]
    lines += ["## The call", "", "```text", call(metric), "```", ""]
    lines += [*parameters(own), ""] if own else []
    lines += ["Data, and options that all metrics of this kind have:", "", *parameters(shared), ""]
    lines += [f"Returns {markdown(kind)}. {markdown(text)}" for kind, text in entries(doc["Returns"])]
    lines += ["", *result_lines(metric), "Errors:", "", *parameters(entries(doc["Raises"])), ""]
    lines += ["## Notes", "", markdown(doc["Notes"]), ""] if "Notes" in doc else []
    lines += ["## By hand", "", "```python", doc["Examples"], "```", "", "## References", "", doc["References"], ""]
    chapter = metric.__module__.replace(".", "/")
    lines += [f"[All metrics](index.md), [the formula in code](../../src/{chapter}.py)", ""]
    return "\n".join(lines)


def index_page() -> str:
    """Return the table of all metrics."""
    every = [metrics.get(name) for name in metrics.names()]
    lines = [
        "# All metrics",
        "",
        MARK,
        "",
        f"{len(every)} metrics, grouped by the question that they answer. In Python",
    ]
    lines += ['`concordant.metrics.find("recall")` searches them, in a terminal `concordant metrics recall`.']
    lines += ["[Which number, and when?](../choosing.md) says which to take.", ""]
    for family, title in FAMILIES.items():
        lines += [f"## {title}", "", "| name | other names | says | range | better | by chance |"]
        lines.append("| --- | --- | --- | --- | --- | --- |")
        for metric in every:
            if family_of(metric) == family:
                cells = (
                    f"[`{metric.name}`]({metric.name}.md)",
                    code_names(metric.facts.aliases),
                    metric.facts.says,
                    range_text(metric),
                    metric.facts.better or "",
                    chance_text(metric),
                )
                lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines)


def family_of(metric: Metric) -> str:
    """The group under which a metric stands."""
    ranks_labels = metric.facts.family == "ranking" and metric.facts.input == "rows"
    return "rows" if ranks_labels else metric.facts.family


def pages() -> dict[str, str]:
    """Return the text of every page by the name of its file."""
    found = {f"{name}.md": metric_page(metrics.get(name)) for name in metrics.names()}
    return {"index.md": index_page(), **found}


def main(arguments: list[str]) -> int:
    """Write the pages, or check that they are current."""
    parser = argparse.ArgumentParser(description="Write docs/metrics.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a page is not current")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args(arguments)
    folder: Path = options.folder
    wanted = pages()
    present = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    stale = sorted(name for name in {*wanted, *present} if wanted.get(name) != present.get(name))
    if options.check:
        print(f"not current, run python scripts/write_metric_pages.py: {', '.join(stale)}" if stale else "current")
        return 1 if stale else 0
    folder.mkdir(parents=True, exist_ok=True)
    for name in stale:
        if name in wanted:
            (folder / name).write_text(wanted[name], encoding="utf-8")
        else:
            (folder / name).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
