"""The first screen of each page looks as it did: light and dark, wide and narrow."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from browser import Browser
from page_pictures import FOLDER, FONT, MOST, difference, has_font, sheet_of, stored
from shown_pages import PAGES


@pytest.fixture(scope="module")
def with_font(browser: Browser, files: dict[str, Path]) -> None:
    if not has_font(browser, files["two"]):
        pytest.skip(f"the font {FONT} of the stored pictures is not installed")


@pytest.mark.parametrize("name", PAGES)
def test_the_page_looks_as_it_did(with_font: None, browser: Browser, files: dict[str, Path], name: str) -> None:
    assert difference(sheet_of(browser, files[name]), stored(name)) <= MOST, "python scripts/write_page_pictures.py"


def test_what_is_lost_or_moved_is_seen() -> None:
    """The bound tells a lost figure from nothing, on the stored pictures themselves."""
    for name in PAGES:
        sheet = stored(name)
        assert difference(sheet, np.roll(sheet, 1, axis=1)) > 0
        paper, lost = sheet[2, 2], sheet.copy()
        lost[40:100, :160] = paper
        assert difference(sheet, lost) > MOST, name
    assert {path.stem for path in FOLDER.glob("*.png")} == set(PAGES)
