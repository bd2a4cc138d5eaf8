"""The document around a page: its head, the policy that lets nothing else in, the style sheet and the script."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from concordant.report.markup import Child, Markup, joined, tag

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
    """Nothing but this style sheet, this script and pictures made from the page itself."""
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
    return (
        tag("ul", [tag("li", one) for one in sentences]) if isinstance(sentences, (list, tuple)) else joined(sentences)
    )


def json_in_script(data: Any) -> str:
    """JSON that no label can end: neither a closing tag nor a comment can stand in it."""
    text = json.dumps(data, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
