"""The page in a real browser: every control by hand, nothing on the console, whole without scripts."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from support.pages import CLASSES, PAGES, SCORE, TRUTH, Browser, Page, two_classes

from concordant import evaluate

COST = "document.querySelector('#cost path.curve').getAttribute('d')"
OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true })"
CONTROLS = "a[href], button, input, select, textarea, summary, svg[data-curve], [tabindex], [onclick]"


def _at(selector: str) -> str:
    return f"document.querySelector({json.dumps(selector)})"


def _opens(page: Page, at: str) -> bool:
    inside = f"{_at(at)}.closest('details').open"
    before = page.run(inside)
    page.run(f"{_at(at)}.click()")
    return bool(page.run(inside)) is not bool(before)


def _takes_the_focus(page: Page, at: str) -> bool:
    """So that its content can be scrolled by keys; and a screen reader says what it is."""
    found = _at(at)
    page.run(OPEN_ALL)
    page.run(f"{found}.focus()")
    return bool(page.run(f"document.activeElement === {found} && Boolean({found}.getAttribute('aria-label'))"))


def _leads_somewhere(page: Page, at: str) -> bool:
    there = "document.querySelector(one.getAttribute('href')) !== null"
    return bool(page.run(f"(one => one.getAttribute('href').startsWith('#') && {there})({_at(at)})"))


KNOWN = (
    ".buttons button",
    "figure .save button",
    "svg[data-curve]",
    *("#threshold", "#which", "#goal", "#least", "#reach", "#cheapest", "#miss", "#alarm"),
)
DOES: dict[str, Callable[[Page, str], bool]] = {
    "a[href]": _leads_somewhere,
    "summary": _opens,
    "[tabindex='0'][role=group]": _takes_the_focus,
}


@pytest.mark.parametrize("name", PAGES)
def test_every_control_is_known_and_leads_opens_or_takes_the_focus(
    browser: Browser, files: dict[str, Path], name: str
) -> None:
    with browser.open(files[name]) as page:
        numbered = "(one, k) => { one.dataset.control = k }"
        page.run(f"document.querySelectorAll({json.dumps(CONTROLS)}).forEach({numbered})")
        known = json.dumps([*DOES, *KNOWN])
        told = f"one => [one.outerHTML.slice(0, 90), {known}.filter(kind => one.matches(kind))]"
        found = page.run(f"[...document.querySelectorAll('[data-control]')].map({told})")
        assert len(found) >= 8
        assert [text for text, kinds in found if len(kinds) != 1] == []
        acts = [(k, text, DOES[kinds[0]]) for k, (text, kinds) in enumerate(found) if kinds[0] in DOES]
        assert [text for k, text, does in acts if not does(page, f'[data-control="{k}"]')] == []
        assert page.complaints == []


def counts_at(threshold: float) -> dict[str, int]:
    called, true = threshold <= SCORE, TRUTH == 1
    cells = {"tp": called & true, "fp": called & ~true, "fn": ~called & true, "tn": ~called & ~true}
    return {name: int(cell.sum()) for name, cell in cells.items()}


def shown_counts(page: Any) -> dict[str, int]:
    told = "c => [c.dataset.cell, c.querySelector('text').textContent]"
    cells = page.run(f"[...document.querySelectorAll('[data-cell]')].map({told})")
    return {name: int(text.replace(",", "")) for name, text in cells}


def place_of(page: Any, picture: str) -> tuple[float, float]:
    """Where the ring of a figure is, in the numbers of its axes."""
    x, y = page.run(
        f"(s => ['x', 'y'].map(d => {{ const [a, b, p, q] = s.dataset[d].split(' ').map(Number);"
        f" return a + (b - a) * (Number(s.querySelector('.ring').getAttribute('c' + d)) - p) / (q - p); }}))"
        f"(document.querySelector('#{picture} svg'))"
    )
    return float(x), float(y)


def test_the_slider_moves_every_figure_and_all_numbers_are_those_of_the_rows(browser: Browser, files: Any) -> None:
    with browser.open(files["two"]) as page:
        start = float(page.text("#at"))
        page.run("document.querySelector('#threshold').focus()")
        page.press("ArrowRight", "ArrowRight", "ArrowRight")
        at = float(page.text("#at"))
        assert at > start
        found = counts_at(at)
        assert shown_counts(page) == found
        recall, alarms = found["tp"] / (found["tp"] + found["fn"]), found["fp"] / (found["fp"] + found["tn"])
        precision = found["tp"] / (found["tp"] + found["fp"])
        shown = [float(page.text(f"#{name}")) for name in ("recall", "specificity", "precision")]
        assert shown == pytest.approx([recall, 1 - alarms, precision], abs=6e-5)
        assert place_of(page, "roc") == pytest.approx((alarms, recall), abs=0.002)
        assert place_of(page, "precision-recall") == pytest.approx((recall, precision), abs=0.002)
        wrong = (found["fp"] + found["fn"]) / min(TRUTH.sum(), (1 - TRUTH).sum())
        assert place_of(page, "cost") == pytest.approx((at, wrong), abs=0.005)
        line = page.run("document.querySelector('#spread .threshold').getAttribute('x1')")
        low, high, first, last = map(float, page.run("document.querySelector('#spread svg').dataset.x").split())
        assert float(line) == pytest.approx(first + (last - first) * (at - low) / (high - low), abs=0.06)
        assert page.run("document.querySelector('#threshold').getAttribute('aria-valuetext')") == f"threshold {at:g}"
        assert page.complaints == []


def test_the_slider_shows_every_digit_of_large_counts(browser: Browser, tmp_path: Path) -> None:
    score = np.repeat([0.1, 0.3, 0.6, 0.9], [1_234_567, 20, 30, 2])
    truth = np.arange(len(score)) % 1_000 == 0
    evaluate(truth, y_score=score, pos_label=True, level=None).to_html(tmp_path / "large.html")
    with browser.open(tmp_path / "large.html") as page:
        page.run("document.querySelector('#threshold').focus()")
        page.press("End")
        at = float(page.text("#at"))
        assert shown_counts(page)["tn"] == int((~truth & (score < at)).sum()) > 1_000_000


def test_a_wish_or_a_price_or_a_click_goes_to_its_threshold(browser: Browser, files: Any) -> None:
    every = np.unique(SCORE)
    with browser.open(files["two"]) as page:
        page.fill("#least", "0.9")
        page.click("#reach")
        fits = [t for t in every if counts_at(t)["tp"] >= 0.9 * TRUTH.sum()]
        assert float(page.text("#at")) == max(fits)
        assert "recall of at least 0.9" in page.text("#answer")
        page.fill("#goal", "precision")
        page.fill("#least", "1.5")
        page.run("document.querySelector('#least').focus()")
        page.press("Enter")
        assert page.text("#answer") == "No threshold has a precision of at least 1.5."
        before = page.run(COST)
        page.fill("#miss", "10")
        assert page.run(COST) != before
        page.click("#cheapest")
        cost = {t: 10 * counts_at(t)["fn"] + counts_at(t)["fp"] for t in every}
        assert cost[float(page.text("#at"))] == min(cost.values())
        page.fill("#alarm", "-1")
        assert page.text("#answer") == "The costs must be positive numbers."
        page.click("#roc svg", 0.9, 0.05)
        assert float(page.text("#recall")) == 1.0
        assert "click to go there" in page.text("#tip")
        assert page.complaints == []


def test_another_class_has_its_own_curve_and_names(browser: Browser, files: Any) -> None:
    with browser.open(files["three"]) as page:
        page.fill("#which", "1")
        chosen = page.run("[...document.querySelectorAll('.chosen[data-k]')].map(l => l.dataset.k)")
        assert "".join(sorted(chosen)) == "01111"  # two curves with their lines in the legends
        named = page.run("[...document.querySelectorAll('[data-positive]')].map(t => t.textContent)")
        assert named == ["second …o read"] * 2 or all(name.startswith("second") for name in named)
        found = shown_counts(page)
        assert found["tp"] + found["fn"] == (CLASSES == 1).sum()
        assert found["fp"] + found["tn"] == (CLASSES != 1).sum()
        assert page.complaints == []


def test_buttons_save_what_they_say(browser: Browser, files: Any) -> None:
    wanted = two_classes().to_dict()
    with browser.open(files["two"]) as page:
        names = page.run("[...document.querySelectorAll('.buttons button')].map(b => b.textContent)")
        assert names == ["Copy Methods sentence", "Copy Markdown", "Copy LaTeX", "Save data as JSON"]
        page.click(".buttons button:last-child")
        assert json.loads(page.saved("concordant.json"))["n"] == wanted["n"]
        page.run("document.querySelector('#roc .save button').click()")
        picture = ET.fromstring(page.saved("roc.svg"))
        curve = next(one for one in picture.iter("{http://www.w3.org/2000/svg}path") if one.get("stroke") != "none")
        assert curve.get("stroke") == "rgb(0, 114, 178)"  # without a style sheet
        page.run("document.querySelector('#roc .save button:last-child').click()")
        assert page.saved("roc.png").startswith(b"\x89PNG")
        assert page.complaints == []


def test_without_scripts_the_page_is_whole(browser: Browser, files: Any) -> None:
    with browser.open(files["two"], scripts=False) as page:
        assert page.run("document.querySelectorAll('figure svg').length") >= 8
        assert page.run("document.querySelectorAll('button').length") == 2  # in the controls, which are hidden
        assert page.run("getComputedStyle(document.querySelector('.controls')).display") == "none"
        assert page.run("document.querySelector('#roc .ring').getBoundingClientRect().width") > 0
        assert page.complaints == []


@pytest.mark.parametrize(("width", "dark"), [(400, False), (1280, True)])
def test_nothing_is_wider_than_the_screen_and_a_figure_is_on_the_first(
    browser: Browser, files: Any, width: int, dark: bool
) -> None:
    for name in files:
        with browser.open(files[name], width=width, dark=dark) as page:
            assert page.run("document.documentElement.scrollWidth") <= width, name  # innerWidth grows with the page
            assert page.complaints == []
    with browser.open(files["two"], width=width, dark=dark) as page:
        box = "document.querySelector('figure svg').getBoundingClientRect()"
        assert page.run(f"{box}.{'bottom' if width > 400 else 'top'}") < 800
        paper = page.run("getComputedStyle(document.body).backgroundColor")
        assert (paper == "rgb(255, 255, 255)") is not dark


def test_long_names_without_a_blank_do_not_widen_the_page(browser: Browser, tmp_path: Path) -> None:
    names = np.array([f"{place}_{'a_long_name' * 6}" for place in "abc"])
    path = tmp_path / "long.html"
    path.write_text(evaluate(names[CLASSES], np.roll(names[CLASSES], 1), by=names[CLASSES[::-1]]).to_html(), "utf-8")
    with browser.open(path, width=400) as page:
        page.run(OPEN_ALL)
        assert page.run("document.documentElement.scrollWidth") <= 400


SMALLEST = """Math.min(...[...document.querySelectorAll('figure svg')].flatMap(svg => {
    const unit = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;  // pixels; 0 where it is folded
    return [...svg.querySelectorAll('text')].map(one => unit ? unit * parseFloat(getComputedStyle(one).fontSize) : 99);
}))"""


@pytest.mark.parametrize("name", PAGES)
def test_the_texts_of_figures_are_read_on_a_narrow_screen(browser: Browser, files: Any, name: str) -> None:
    with browser.open(files[name], width=400) as page:
        page.run(OPEN_ALL)
        assert page.run(SMALLEST) > 8  # pixels; texts of axes are 12 units high, and those of cells 10.5


OUTSIDE = """[...document.querySelectorAll('figure svg text')].filter(one => {
    const svg = one.closest('svg');
    const a = one.getBoundingClientRect(), b = svg.getBoundingClientRect();
    return a.width && Math.max(b.left - a.left, a.right - b.right, b.top - a.top, a.bottom - b.bottom) > 1.5;
}).map(one => one.closest('figure').id + ': ' + one.textContent)"""


@pytest.mark.parametrize("many", [5, 9, 12, 13])
def test_no_name_of_a_class_leaves_its_figure(browser: Browser, tmp_path: Path, many: int) -> None:
    rng = np.random.default_rng(many)
    names = np.array([*(f"class_number_{place:02d}" for place in range(many - 1)), "yet another of the classes"])
    path, truth = tmp_path / "names.html", rng.integers(0, many, 300)
    path.write_text(evaluate(names[truth], names[(truth + rng.binomial(1, 0.3, 300)) % many]).to_html(), "utf-8")
    with browser.open(path) as page:
        page.run(OPEN_ALL)
        assert page.run(OUTSIDE) == []


TITLED = ("svg[role=img] > title", "figure svg")


def test_all_controls_can_be_reached_and_have_names(browser: Browser, files: Any) -> None:
    unnamed = """[...document.querySelectorAll('input, select, button')].filter(one =>
        !one.labels?.length && !one.getAttribute('aria-label') && !one.textContent.trim()).length"""
    out = "[...document.querySelectorAll('input, select, button, summary')].filter(one => one.tabIndex < 0).length"
    with browser.open(files["three"]) as page:
        assert page.run(unnamed) == 0
        assert page.run(out) == 0
        titles, pictures = (page.run(f"document.querySelectorAll('{which}').length") for which in TITLED)
        assert titles == pictures


AXE = os.environ.get("CONCORDANT_AXE")  # the file axe.min.js
FOUND = """axe.run().then(said => said.violations.filter(one => ["serious", "critical"].includes(one.impact))
    .map(one => one.id + ": " + one.nodes.slice(0, 3).map(node => node.html.slice(0, 120)).join(" | ")))"""


@pytest.mark.skipif(AXE is None, reason="CONCORDANT_AXE names no axe.min.js")
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious(browser: Browser, files: dict[str, Path], name: str, dark: bool) -> None:
    with browser.open(files[name], dark=dark) as page:
        page.run(OPEN_ALL)
        page.run(Path(str(AXE)).read_text(encoding="utf-8"))
        assert page.run(FOUND) == []
