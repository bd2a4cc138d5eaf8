"""A document as one safe HTML file, or a piece for a notebook."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from concordant.documents.blocks import Page, Step, Table
from concordant.figures.markup import Child, Markup, concatenated, tag

_FOLDER = Path(__file__).parent
_MOST_DATA = 120_000  # characters of the record of a page that stand in it


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """
    What a page holds.

    Attributes
    ----------
    title, header : str
        The heading, and the line below it.
    body : Child
        Its sections.
    copies : dict of str to str
        Texts to take along, by what they are called.
    record : dict or None
        All numbers of the page; None, or too many, and the page has no button for them.
    data : dict
        What the script reads besides.
    style : str
        Rules of this page alone.
    """

    title: str
    header: str
    body: Child
    copies: dict[str, str] = field(default_factory=dict)
    record: dict[str, Any] | None = None
    data: dict[str, Any] = field(default_factory=dict)
    style: str = ""

    def html(self) -> str:
        """The whole file as text."""
        from concordant import __version__

        style, script = _read("page.css") + self.style, _read("page.js")
        record = "" if self.record is None else json_in_script(self.record)
        parts = [
            tag("script", Markup(json_in_script(self.data)), type="application/json", id="data"),
            tag("script", Markup(record), type="application/json", id="record")
            if 0 < len(record) <= _MOST_DATA
            else None,
            tag("script", Markup(script)),
        ]
        head = [
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", http_equiv="Content-Security-Policy", content=_policy(style, script)),
            tag("meta", name="generator", content=f"Concordant {__version__}"),
            tag("title", self.title),
            tag("style", Markup(style)),
        ]
        heading = tag("header", tag("h1", self.title), tag("p", self.header, class_="soft"))
        footer = tag(
            "footer", tag("p", f"Made by Concordant {__version__}. This file needs no network.", class_="soft")
        )
        main = tag("main", heading, self.body, _copies(self.copies), footer)
        tip = tag("div", id="tip", role="status", hidden=True)
        body = tag("body", main, tip, parts)
        return f"<!doctype html>\n{tag('html', tag('head', head), body, lang='en')}\n"


def _policy(style: str, script: str) -> str:
    """The content security policy: only this style sheet, this script, and pictures of the page itself."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


@cache
def _read(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def _copies(copies: dict[str, str]) -> Markup | None:
    """Texts to take along, each open for a selection by hand; the script adds buttons."""
    if not copies:
        return None
    parts = [
        tag(
            "details",
            tag("summary", name),
            tag("pre", tag("code", text, data_copy=name), tabindex="0", role="group", aria_label=name),
        )
        for name, text in copies.items()
    ]
    return tag(
        "section",
        tag("h2", "To take along", id="copies"),
        tag("div", class_="buttons"),
        parts,
        aria_labelledby="copies",
    )


def section(name: str, title: str, *content: Child, class_: str | None = None) -> Markup:
    """A section with its heading."""
    return tag("section", tag("h2", title, id=name), content, class_=class_, aria_labelledby=name)


def bullets(sentences: Child) -> Markup:
    """Sentences as a list."""
    if isinstance(sentences, (list, tuple)):
        return tag("ul", [tag("li", sentence) for sentence in sentences])
    return concatenated(sentences)


def json_in_script(data: Any) -> str:
    """JSON that no label can end: neither a closing tag nor a comment can stand in it."""
    text = json.dumps(data, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


# Text keeps the colour of its surroundings; shades and lines are see-through, so both backgrounds work.
_STYLE = """
.concordant-page{max-width:60em;line-height:1.45}
.concordant-page h3{margin:.2em 0 .4em;font-size:1.15em}
.concordant-page h4{margin:1.3em 0 .3em;font-size:1em}
.concordant-page p{margin:.3em 0}
.concordant-page ul{margin:.4em 0;padding-left:1.4em}
.concordant-page .formula{margin:.25em 0 .25em 1.2em;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.92em}
.concordant-page .scroll{overflow-x:auto;margin:.5em 0}
.concordant-page table{border-collapse:collapse;font-size:.92em;font-variant-numeric:tabular-nums;margin:0}
.concordant-page th,.concordant-page td{padding:.25em .7em;text-align:right;border:1px solid rgba(128,128,128,.25);
background:none;white-space:nowrap}
.concordant-page th{font-weight:600}
.concordant-page tbody th,.concordant-page thead th:first-child{text-align:left}
.concordant-page table.numeric tbody th{text-align:right;font-weight:400}
.concordant-page table.numeric thead th:first-child{text-align:right}
.concordant-page .total{opacity:.7}
""".replace("\n", "")
_SHADES = 20  # classes instead of styles of cells, which a strict page does not admit
_STYLE += "".join(
    f".concordant-page .s{k}{{background:rgba(231,99,0,{0.06 + 0.5 * k / _SHADES:.3f})}}" for k in range(_SHADES + 1)
)


def page_as_html(page: Page) -> str:
    """Return a section element with its own style; every text is escaped."""
    style, body = style_and_body(page)
    return f'<section class="concordant-page"><style>{style}</style>{body}</section>'


def style_and_body(page: Page) -> tuple[str, str]:
    """Return the rules of the style, and what stands in the element of the class ``concordant-page``."""
    parts = [f"<h3>{escape(page.title)}</h3>", *_paragraphs(page.lead)]
    for number, step in enumerate(page.steps, 1):
        parts += _step_as_html(number, step)
    return _STYLE, "".join(parts)


def _step_as_html(number: int, step: Step) -> list[str]:
    parts = [f"<h4>{number}. {escape(step.title)}</h4>", *_paragraphs(step.before)]
    if step.table is not None:
        parts.append(_table_as_html(step.table, step.title))
    parts += [f'<p class="formula">{escape(text)}</p>' for text in step.formulas]
    parts += _paragraphs(step.after)
    if step.items:
        parts.append(f"<ul>{''.join(f'<li>{escape(text)}</li>' for text in step.items)}</ul>")
    return parts


def _paragraphs(texts: tuple[str, ...]) -> list[str]:
    return [f"<p>{escape(text)}</p>" for text in texts]


def _table_as_html(table: Table, name: str) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' if text else "<td></td>" for text in table.head)
    rows = "".join(_row_as_html(table, i) for i in range(len(table.rows)))
    kind = ' class="numeric"' if table.numeric_side else ""
    label = escape(name)  # what can be scrolled can be reached by keys
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{label}"><table{kind} aria-label="{label}">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row_as_html(table: Table, i: int) -> str:
    side, *cells = table.rows[i]
    drawn = "".join(f"<td{_look(table, i, j)}>{escape(text)}</td>" for j, text in enumerate(cells))
    return f'<tr><th scope="row">{escape(side)}</th>{drawn}</tr>'


def _look(table: Table, i: int, j: int) -> str:
    if table.total and (i == len(table.rows) - 1 or j == len(table.head) - 2):
        return ' class="total"'
    if table.shades is None or not table.shades[i, j] > 0:
        return ""
    return f' class="s{round(_SHADES * float(table.shades[i, j]))}"'
