"""The pages as axe sees them, where it is at hand: `nox -s pages` gets it from npm."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from browser import Browser
from shown_pages import PAGES

AXE = os.environ.get("CONCORDANT_AXE")  # the file axe.min.js
pytestmark = pytest.mark.skipif(AXE is None, reason="CONCORDANT_AXE names no axe.min.js")
FOUND = """axe.run().then(said => said.violations.filter(one => ["serious", "critical"].includes(one.impact))
    .map(one => one.id + ": " + one.nodes.slice(0, 3).map(node => node.html.slice(0, 120)).join(" | ")))"""


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious(browser: Browser, files: dict[str, Path], name: str, dark: bool) -> None:
    with browser.open(files[name], dark=dark) as page:
        page.run("document.querySelectorAll('details').forEach(one => { one.open = true })")
        page.run(Path(str(AXE)).read_text(encoding="utf-8"))
        assert page.run(FOUND) == []
