"""
Take the small pictures of all pages once more, after a page was changed on purpose: look at them before you commit.

A Chromium and the font DejaVu Sans must be installed (Debian: chromium-headless-shell fonts-dejavu-core).
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.pages import FOLDER, FONT, Browser, has_font, path_of_browser, sheet_of, store, write_pages


def main() -> None:
    """Write the pictures, and with what they were taken."""
    program = path_of_browser()
    if program is None:
        sys.exit("no Chromium is installed")
    with TemporaryDirectory() as name:
        folder = Path(name)
        with contextlib.redirect_stdout(io.StringIO()):
            files = write_pages(folder)
        with contextlib.closing(Browser(program, folder / "browser")) as browser:
            if not has_font(browser, files["two"]):
                sys.exit(f"the font {FONT} is not installed")
            FOLDER.mkdir(exist_ok=True)
            for page, path in files.items():
                store(page, sheet_of(browser, path))
            with_what = json.dumps({"browser": browser.version, "font": FONT}, indent=1)
    (FOLDER / "taken_with.json").write_text(with_what + "\n")


if __name__ == "__main__":
    main()
