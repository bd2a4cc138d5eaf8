"""A document as one safe HTML file, or as a piece for a notebook."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any

from concordant.documents.blocks import (
    Block,
    Bullets,
    Details,
    Document,
    Formula,
    Numbers,
    Paragraph,
    Picture,
    Section,
    Slider,
    Table,
    with_numbers,
)
from concordant.documents.text import as_latex, as_markdown
from concordant.figures.markup import Child, Markup, concatenated, tag
from concordant.figures.paint_svg import figures_html
from concordant.figures.thinning import SliderThresholds
from concordant.result.wording import label_text, value_or_undefined

_FOLDER = Path(__file__).parent
_MOST_DATA = 120_000  # characters of the record of a page that stand in it
_SHADES = 20  # classes instead of styles of cells, which a strict page does not admit
_SHORT_NAME = 16  # characters of the name of a class in the matrix that the slider moves
_MARKS = {"undefined": "none"}  # texts of cells with a look of their own


def as_html(document: Document) -> str:
    """Return the whole file: it needs no network, and its policy lets nothing run but its own script."""
    from concordant import __version__

    style, script = _read("page.css") + _shades("table"), _read("page.js")
    curves = _slider_tables([curve for slider in _sliders(document.blocks) for curve in slider.curves])
    record = "" if document.record is None else json_in_script(dict(document.record))
    stored = tag("script", Markup(record), type="application/json", id="record")
    blocks = [_html(block, 2, number) for block, number in document.numbered_blocks]
    return _filled(
        "page.html",
        policy=_policy(style, script),
        version=__version__,
        title=document.title,
        style=Markup(style),
        lead=[tag("p", text, class_="soft") for text in document.lead],
        blocks=[*blocks, _to_take_along(document)],
        curves=Markup(json_in_script({"curves": curves})),
        record=stored if 0 < len(record) <= _MOST_DATA else None,
        script=Markup(script),
    )


def as_notebook(document: Document) -> str:
    """Return a piece of HTML with a style of its own and without a script."""
    style = _read("notebook.css") + _shades(".concordant-page table")
    blocks = [_html(block, 4, number) for block, number in document.numbered_blocks]
    lead = [tag("p", text) for text in document.lead]
    return tag(
        "section", tag("style", Markup(style)), tag("h3", document.title), lead, blocks, class_="concordant-page"
    )


def _sliders(blocks: Iterable[Block]) -> Iterator[Slider]:
    """The sliders among blocks and inside of them."""
    for block in blocks:
        if isinstance(block, Slider):
            yield block
        elif isinstance(block, (Section, Details)):
            yield from _sliders(block.blocks)


def _html(block: Block, level: int, number: str = "") -> Markup:
    """A block; `level` is that of a heading."""
    match block:
        case Section():
            return _section(block, level, number)
        case Paragraph():
            before, strong, after = block.text.partition(block.strong) if block.strong else (block.text, "", "")
            return tag("p", before, tag("b", strong) if strong else None, after, class_=block.role or None)
        case Bullets():
            return tag("ul", [tag("li", item) for item in block.items])
        case Formula():
            return concatenated([tag("p", tag("code", line), class_="formula") for line in block.lines])
        case Table():
            return _table(block)
        case Numbers():
            return _numbers(block)
        case Picture():
            return figures_html(list(block.figures))
        case Slider():
            return _slider(block)
        case Details():
            inside = [_html(one, level) for one in block.blocks]
            return tag("details", tag("summary", block.summary), inside, open=block.open)


def _section(section: Section, level: int, number: str) -> Markup:
    heading = f"h{min(level, 6)}"
    label = tag("b", section.label, class_="severity") if section.label else None
    named = section.name if level == 2 else ""  # a notebook may show many pages
    title = tag(heading, label, " " if label else None, number, section.title, id=named or None)
    blocks = with_numbers(section.blocks, numbered=section.numbered)
    inside = [_html(block, level + 1, before) for block, before in blocks]
    if not named:
        kind = f"finding {section.label.split(' ')[0]}" if section.label else None
        return tag("div", title, inside, class_=kind) if kind else concatenated([title, inside])
    return tag("section", title, inside, aria_labelledby=named)


def _numbers(block: Numbers) -> Markup:
    parts = [
        tag("li", tag("span", name), " ", tag("b", value, class_=_MARKS.get(value)), " ", tag("small", limits))
        for name, value, limits in block.items
    ]
    return tag("ul", parts, class_="cards", aria_label="The main numbers")


def _table(table: Table) -> Markup:
    """The table in a box that is scrolled where it is wide; what can be scrolled can be reached by keys."""
    heads = [tag("th", text, scope="col") if text else tag("td") for text in table.head]
    rows: list[Markup] = []
    place = 0
    for row in table.rows:
        if len(row) == 1:
            rows.append(tag("tr", tag("th", row[0], colspan=str(len(table.head)), class_="group")))
            continue
        rows.append(
            tag("tr", tag("th", row[0], scope="row"), [_cell(table, row, place, k) for k in range(1, len(row))])
        )
        place += 1
    kinds = (("stacks", table.stacks), ("words", table.words), ("numeric", table.numeric_side))
    drawn = tag(
        "table",
        tag("caption", table.caption) if table.caption else None,
        tag("thead", tag("tr", heads)) if any(table.head) else None,
        tag("tbody", rows),
        class_=" ".join(name for name, holds in kinds if holds) or None,
    )
    return tag("div", drawn, class_="scroll", tabindex="0", role="group", aria_label=table.caption or "Table")


def _cell(table: Table, row: tuple[str, ...], place: int, k: int) -> Markup:
    """A cell; in a table that stacks, a number says what it is."""
    shade = round(_SHADES * table.shade(place, k))
    kind = _MARKS.get(row[k]) if not shade else f"s{shade}"
    named = table.stacks and row[k] and not (table.words and k == len(table.head) - 1)
    head = table.head[k] if named else None
    return tag("td", row[k], class_="total" if table.is_total(place, k) else kind, data_head=head)


def _shades(of: str) -> str:
    """The rules of shaded cells: see-through, so that they suit a light and a dark page."""
    return "".join(
        f"{of} .s{k}{{background:rgba(231,99,0,{0.06 + 0.5 * k / _SHADES:.3f})}}" for k in range(_SHADES + 1)
    )


def _slider(slider: Slider) -> Markup:
    """The rates at the start; the controls are for the script, and hidden without it."""
    first = slider.curves[0]
    last = len(first.scores) - 1
    which: Child = None
    if len(slider.curves) > 1:
        options = [tag("option", one.name, value=str(k)) for k, one in enumerate(slider.curves)]
        which = tag("div", tag("label", slider.each, for_="which"), tag("select", options, id="which"))
    rates = {name: value_or_undefined(float(values[first.start])) for name, values in first.rates.items()}
    return _filled(
        "slider.html",
        which=which,
        at=f"{first.scores[first.start]:.6g}",
        last=last,
        place=last - first.start,
        note=_thinning_note(first),
        **rates,
    )


def _slider_tables(curves: Sequence[SliderThresholds]) -> list[dict[str, Any]]:
    """For each curve its table of thresholds from the highest down: what the script reads."""
    return [
        {
            "name": label_text(one.name, _SHORT_NAME),
            "at": [f"{score:.6g}" for score in one.scores.tolist()],
            "tp": one.cells["tp"].tolist(),
            "fp": one.cells["fp"].tolist(),
            "positives": (one.cells["tp"] + one.cells["fn"])[0].item(),
            "negatives": (one.cells["fp"] + one.cells["tn"])[0].item(),
            "start": one.start,
            "note": _thinning_note(one),
        }
        for one in curves
    ]


def _thinning_note(thresholds: SliderThresholds) -> str:
    """How many of the thresholds of the data the slider has."""
    if thresholds.of_data == thresholds.every:
        return f"All {thresholds.every:,} {thresholds.of}; every count is exact."
    return (
        f"{thresholds.of_data:,} of the {thresholds.every:,} {thresholds.of}, chosen so that the curves "
        "look the same; the counts at them are exact."
    )


def _to_take_along(document: Document) -> Markup | None:
    """The methods sentence, the main table for other programs, and a place for the buttons of the script."""
    if document.table is None and not document.methods:
        return None
    methods = None
    if document.methods:
        methods = tag("p", document.methods, data_copy="Methods sentence")
    copies = {} if document.table is None else {"Markdown": as_markdown, "LaTeX": as_latex}
    parts = [
        tag(
            "details",
            tag("summary", f"The main table as {name}"),
            tag("pre", tag("code", write(document.table), data_copy=name), tabindex="0", role="group", aria_label=name),
        )
        for name, write in copies.items()
        if document.table is not None
    ]
    title = "For your paper" if document.methods else "To take along"
    return tag(
        "section", tag("h2", title, id="copies"), methods, tag("div", class_="buttons"), parts, aria_labelledby="copies"
    )


def _policy(style: str, script: str) -> str:
    """The content security policy: only this style sheet, this script, and pictures of the page itself."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _filled(name: str, **parts: Child) -> Markup:
    """A template with its gaps filled; what is no markup is escaped."""
    lines = map(str.strip, _read(name).splitlines())  # spaces between elements would be seen
    return Markup(Template("".join(lines)).substitute({gap: concatenated(part) for gap, part in parts.items()}))


@cache
def _read(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def json_in_script(data: Any) -> str:
    """JSON that no label can end: neither a closing tag nor a comment can stand in it."""
    text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\x7f":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
