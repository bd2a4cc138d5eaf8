"""Every control of every page does something: a control that no line of the table knows is an error."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser import Browser, Page
from shown_pages import PAGES

NO_DOWNLOAD = "HTMLAnchorElement.prototype.click = function () { kept = [this.download, this.href.slice(0, 14)] }"
CONTROLS = "a[href], button, input, select, textarea, summary, svg[data-curve], [tabindex], [onclick]"


def _text(page: Page, selector: str) -> Any:
    return page.run(f"document.querySelector({json.dumps(selector)})?.textContent")


def _moves_the_threshold(page: Page, act: Callable[[], None]) -> bool:
    page.run("(s => { s.value = 0; s.dispatchEvent(new Event('input')); })(document.querySelector('#threshold'))")
    before = _text(page, "#at")
    act()
    return bool(_text(page, "#at") != before)


def _slider(page: Page, at: str) -> bool:
    page.run(f"document.querySelector({json.dumps(at)}).focus()")
    return _moves_the_threshold(page, lambda: page.press("ArrowRight"))


def _goes(page: Page, at: str) -> bool:
    page.fill("#least", "0.5")
    return _moves_the_threshold(page, lambda: page.click(at))


def _on_a_figure(page: Page, at: str) -> bool:
    return _moves_the_threshold(page, lambda: page.click(at, 0.6, 0.4))


def _class(page: Page, at: str) -> bool:
    before = page.run("document.querySelector('#cost path.curve').getAttribute('d')")
    page.fill(at, str(page.run(f"document.querySelector({json.dumps(at)}).options.length - 1")))
    return bool(page.run("document.querySelector('#cost path.curve').getAttribute('d')") != before)


def _price(page: Page, at: str) -> bool:
    before = page.run("document.querySelector('#cost path.curve').getAttribute('d')")
    page.fill(at, "7")
    return bool(page.run("document.querySelector('#cost path.curve').getAttribute('d')") != before)


def _goal(page: Page, at: str) -> bool:
    page.fill(at, "precision")
    page.fill("#least", "2")
    page.click("#reach")
    return "precision of at least 2" in str(_text(page, "#answer"))


def _least(page: Page, at: str) -> bool:
    page.fill(at, "0.4")
    page.run(f"document.querySelector({json.dumps(at)}).focus()")
    page.press("Enter")
    return "at least 0.4" in str(_text(page, "#answer"))


def _opens(page: Page, at: str) -> bool:
    inside = f"document.querySelector({json.dumps(at)}).closest('details').open"
    before = page.run(inside)
    page.run(f"document.querySelector({json.dumps(at)}).click()")
    return bool(page.run(inside)) is not bool(before)


def _saved(page: Page, at: str) -> tuple[str, str]:
    """What a click would save: the name and the kind of data. A browser refuses to save much in one second."""
    page.run("var kept = null")
    page.run(NO_DOWNLOAD)
    page.run(f"document.querySelector({json.dumps(at)}).click()")
    for _ in range(200):
        if page.run("kept"):
            break
        page.run("new Promise(done => setTimeout(done, 10))")
    name, data = page.run("kept")
    return name, data


def _copies_or_saves(page: Page, at: str) -> bool:
    named = str(_text(page, at))
    if named.startswith("Save"):
        return _saved(page, at)[0] == "concordant.json"
    page.run(f"document.querySelector({json.dumps(at)}).click()")
    page.run("new Promise(done => setTimeout(done, 100))")
    return named.startswith("Copy ") and _text(page, at) in ("Copied", "Selected: press Ctrl+C")


def _saves_the_picture(page: Page, at: str) -> bool:
    figure = page.run(f"document.querySelector({json.dumps(at)}).closest('figure').id")
    kind = str(_text(page, at)).lower()
    name, data = _saved(page, at)
    return name == f"{figure}.{kind}" and data.startswith("data:image/png" if kind == "png" else "blob:")


def _takes_the_focus(page: Page, at: str) -> bool:
    """So that its content can be scrolled by keys; and a screen reader says what it is."""
    found = f"document.querySelector({json.dumps(at)})"
    page.run("document.querySelectorAll('details').forEach(one => { one.open = true })")
    page.run(f"{found}.focus()")
    return bool(page.run(f"document.activeElement === {found} && Boolean({found}.getAttribute('aria-label'))"))


def _leads_somewhere(page: Page, at: str) -> bool:
    there = "document.querySelector(one.getAttribute('href')) !== null"
    return bool(page.run(f"(one => one.getAttribute('href').startsWith('#') && {there})"
                         f"(document.querySelector({json.dumps(at)}))"))  # fmt: skip


DOES: dict[str, Callable[[Page, str], bool]] = {
    "a[href]": _leads_somewhere,
    "summary": _opens,
    "[tabindex='0'][role=group]": _takes_the_focus,
    ".buttons button": _copies_or_saves,
    "figure .save button": _saves_the_picture,
    "svg[data-curve]": _on_a_figure,
    "#threshold": _slider,
    "#which": _class,
    "#goal": _goal,
    "#least": _least,
    "#reach": _goes,
    "#cheapest": _goes,
    "#miss": _price,
    "#alarm": _price,
}


@pytest.mark.parametrize("name", PAGES)
def test_every_control_does_what_its_line_says(browser: Browser, files: dict[str, Path], name: str) -> None:
    with browser.open(files[name]) as page:
        browser.send("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        page.run(
            f"document.querySelectorAll({json.dumps(CONTROLS)}).forEach((one, k) => {{ one.dataset.control = k }})"
        )
        known = json.dumps(list(DOES))
        found = page.run(
            f"[...document.querySelectorAll('[data-control]')].map(one => [one.outerHTML.slice(0, 90), "
            f"{known}.filter(kind => one.matches(kind))])"
        )
        assert len(found) >= 8
        assert [text for text, kinds in found if len(kinds) != 1] == []
        idle = [text for k, (text, kinds) in enumerate(found) if not DOES[kinds[0]](page, f'[data-control="{k}"]')]
        assert idle == []
        assert page.complaints == []
