"""One browser and one set of pages for all tests that look at pages in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.pages import WANTED, Browser, path_of_browser, write_pages


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = path_of_browser()
    if program is None:
        pytest.skip(f"no Chromium is installed, and {WANTED} names none")
    made = Browser(program, tmp_path_factory.mktemp("browser"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def files(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return write_pages(tmp_path_factory.mktemp("pages"))
