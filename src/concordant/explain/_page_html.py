"""A page as one piece of HTML: no script, nothing loaded, readable on light and on dark backgrounds."""

from __future__ import annotations

from html import escape

from concordant.explain._page import Page, Step, Table

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
    said = escape(name)  # what can be scrolled can be reached by keys
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{said}"><table{kind} aria-label="{said}">'
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
