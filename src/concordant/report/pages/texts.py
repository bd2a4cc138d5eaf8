"""Tables as Markdown and LaTeX, and the sentence for the methods section of a paper."""

from __future__ import annotations

from collections.abc import Sequence

from concordant.report.evaluation_data import EvaluationData
from concordant.report.page_records import Result
from concordant.result.wording import level_text, limits_text, quoted, quoted_list

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_"},
}
_METHODS = {
    "delong": "DeLong's method",
    "wilson": "Wilson's score method",
    "delta": "the delta method",
    "bca": "the BCa bootstrap",
    "bootstrap": "the bootstrap",
    "logit": "the delta method on the logit scale",
    "fisher": "the delta method on Fisher's z scale",
    "mcnemar": "McNemar's test",
}


def results_table(results: Sequence[Result], level: float | None) -> list[list[str]]:
    """The metrics as rows of text, the head first."""
    rows = [["metric", "value", *([] if level is None else [level_text(level)])]]
    for one in results:
        within = "" if one.interval is None else limits_text(one.interval)
        rows.append([one.title, one.shown, *([] if level is None else [within])])
    return rows


def as_markdown(rows: Sequence[Sequence[str]]) -> str:
    """A table of Markdown."""

    def line(cells: Sequence[str]) -> str:
        return (
            "| " + " | ".join(" ".join(cell.replace("\\", "\\\\").replace("|", "\\|").split()) for cell in cells) + " |"
        )

    ruler = "| " + " | ".join(["---", *["---:"] * (len(rows[0]) - 1)]) + " |"
    return "\n".join([line(rows[0]), ruler, *map(line, rows[1:])])


def as_latex(rows: Sequence[Sequence[str]]) -> str:
    """A tabular of LaTeX that needs no package."""

    def line(cells: Sequence[str]) -> str:
        return " & ".join("".join(_LATEX.get(sign, sign) for sign in cell) for cell in cells) + r" \\"

    columns = "l" + "r" * (len(rows[0]) - 1)
    body = [line(rows[0]), r"\hline", *map(line, rows[1:])]
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", r"\hline", *body, r"\hline", r"\end{tabular}"])


def method_name(method: str) -> str:
    """What a method is called in a sentence."""
    return _METHODS.get(method, method)


def methods_sentence(page: EvaluationData) -> str:
    """What was computed, of how many rows, and how the intervals were made."""
    from concordant import __version__

    said = f"Metrics were computed with Concordant {__version__} on {page.n:,} rows"
    said += f" ({page.n_missing:,} with missing values were left out)" if page.n_missing else ""
    said += ", each with its weight" if page.weighted else ""
    if page.pos_label is not None:
        said += f"; the positive class was {quoted(page.pos_label)}"
    elif page.labels:
        order = "ordered classes" if page.task == "ordinal" else "classes"
        said += f"; the {len(page.labels)} {order} were {quoted_list(page.labels)}"
    return f"{said}. {intervals_sentence(page)}".strip()


def intervals_sentence(page: EvaluationData) -> str:
    """How the intervals were made, method by method."""
    if page.level is None:
        return ""
    by: dict[str, list[str]] = {}
    for one in page.results:
        if one.bounded and one.interval is not None:
            by.setdefault(one.interval.method, []).append(one.title)
    if not by:
        return ""
    ways = "; ".join(f"{method_name(method)} for {', '.join(titles)}" for method, titles in by.items())
    clusters = page.uncertainty is not None and page.uncertainty.material is not None
    clustered = clusters and page.uncertainty.material.cluster is not None  # type: ignore[union-attr]
    allow = " and allow for clusters" if clustered else ""
    return f"Confidence intervals ({100 * page.level:g} %) are by {ways}{allow}."
