"""
Make the picture of the page of the bundled example: its first screen, in a headless Chromium.

    python scripts/make_page_picture.py [FILE]

writes docs/pictures/page.png, or FILE.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from concordant import evaluate
from concordant.data import example

PLACE = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "page.png"
SIZE = (1280, 800)


def main() -> None:
    """Write the page into a folder of its own and take its picture."""
    program = next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := which(name))), None
    )
    if program is None:
        sys.exit("no Chromium is installed")
    place = Path(sys.argv[1]) if len(sys.argv) > 1 else PLACE
    tumours = example("breast")
    found = evaluate(tumours.truth, tumours.pred, tumours.score[0], data=tumours.path, labels=tumours.labels)
    with TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        found.to_html(page)
        flags = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--user-data-dir={folder}/user",
        ]
        size = f"--window-size={SIZE[0]},{SIZE[1]}"
        command = [program, *flags, size, f"--screenshot={place}", page.as_uri()]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    print(f"{place.name}: {place.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
