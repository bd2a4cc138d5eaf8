"""
What people type into the search of the built site: the page that answers stands first.

``nox -s site`` builds the site and runs this in a Chromium; without a built site (CONCORDANT_SITE) it is left out.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from support.pages import Browser, path_of_browser

SITE = os.environ.get("CONCORDANT_SITE", "")
FIRST = {
    "confidence interval": "uncertainty",
    "AUC comparison DeLong": "uncertainty",
    "McNemar": "uncertainty",
    "non-inferiority": "uncertainty",
    "multiple testing": "uncertainty",
    "inter-annotator agreement": "annotation",
    "inter-rater reliability": "raters",
    "quadratic weighted kappa": "raters",
    "Krippendorff": "metrics/krippendorff_alpha",
    "ICC": "reliability",
    "LLM-as-a-judge": "judges",
    "subgroup": "subgroups",
    "fairness": "subgroups",
    "power": "planning",
    "class weights": "choosing",
    "baseline": "choosing",
    "cut-off": "thresholds",
    "Youden": "thresholds",
    "missing values": "labels",
    "torchmetrics": "migrating",
    "Kaggle": "notebooks/a-kaggle-target",
    "GPU": "devices",
}

pytestmark = pytest.mark.skipif(not SITE, reason="CONCORDANT_SITE names no built site")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = path_of_browser()
    assert program is not None, "the search of the site is asked in a Chromium, and none is installed"
    assert Path(SITE, "search.html").is_file(), f"there is no site in {SITE}"
    browser = Browser(program, tmp_path_factory.mktemp("browser"))
    yield browser
    browser.close()


def results(browser: Browser, query: str) -> list[str]:
    """The pages that the search lists, best first."""
    with browser.open(Path(SITE).resolve() / "search.html") as page:
        page.run(f"location.search = '?q={quote(query)}'")
        end = time.monotonic() + 30
        links: list[str] = []
        while not links and time.monotonic() < end:
            time.sleep(0.05)
            links = page.run("[...document.querySelectorAll('#search-results li a')].map(one => one.href)") or []
        return [unquote(link).partition("#")[0].partition("?")[0] for link in links]


@pytest.mark.parametrize("query", FIRST)
def test_the_page_that_answers_is_first(browser: Browser, query: str) -> None:
    assert [link.endswith(f"/docs/{FIRST[query]}.html") for link in results(browser, query)[:1]] == [True]


def test_what_nothing_answers_finds_nothing_first(browser: Browser) -> None:
    assert not any(link.endswith("/docs/uncertainty.html") for link in results(browser, "zymurgy")[:1])
