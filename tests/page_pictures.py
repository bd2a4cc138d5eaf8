"""Small pictures of the first screen of a page: wide and narrow, light and dark, side by side on one sheet."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
from browser import Browser
from PIL import Image

FOLDER = Path(__file__).parent / "report" / "pictures"
FONT = "DejaVu Sans"  # one font, so that lines break where they did
SCREENS = ((1280, 8), (400, 5))  # how wide, and how much smaller the picture is
HIGH = 800
CELL = 10  # pixels of a picture: differences are taken of the means of such squares

# What the eye would see: a word that looks a little different moves a square by less, a figure that is gone by more.
# Measured with Chromium 156: another font of the same widths (serif) up to 8, or 19 where a line then breaks elsewhere;
# the first figure of a page made invisible 15 to 228, text moved over it 23 to 35.
MOST = 10.0

_FONT = f"document.querySelectorAll('*').forEach(one => {{ one.style.fontFamily = '{FONT}' }})"
_DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
_HAS_FONT = f"""(() => {{ const at = document.createElement('canvas').getContext('2d'), wide = family => {{
    at.font = `40px ${{family}}`; return at.measureText('Concordant 0.1234').width; }};
    return wide('"{FONT}", monospace') !== wide('monospace'); }})()"""


def has_font(browser: Browser, path: Path) -> bool:
    """Whether the font of the stored pictures is installed."""
    with browser.open(path) as page:
        return bool(page.run(_HAS_FONT))


def sheet_of(browser: Browser, path: Path) -> Any:
    """Take the pictures of a page."""
    found = []
    with browser.open(path) as page:
        page.run(_FONT)
        for width, times in SCREENS:
            for dark in (False, True):
                page.look(width, HIGH, dark=dark)
                page.run(_DRAWN)
                picture = Image.open(io.BytesIO(page.picture())).convert("RGB").reduce(times)
                found.append(np.asarray(picture))
    high = max(len(one) for one in found)
    return np.hstack([np.pad(one, ((0, high - len(one)), (0, 0), (0, 0))) for one in found])


def stored(name: str) -> Any:
    """Read the stored pictures of a page."""
    return np.asarray(Image.open(FOLDER / f"{name}.png").convert("RGB"))


def store(name: str, sheet: Any) -> None:
    """Write the pictures of a page, in few colours: that moves a square by less than 5."""
    few = Image.fromarray(sheet).quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{name}.png", optimize=True)


def difference(one: Any, other: Any) -> float:
    """Return how much that square differs which differs most, of 255; infinite for pictures of other sizes."""
    return float(np.abs(_means(one) - _means(other)).max()) if one.shape == other.shape else float("inf")


def _means(sheet: Any) -> Any:
    high, wide = (length // CELL for length in sheet.shape[:2])
    squares = sheet[: high * CELL, : wide * CELL].astype(float).reshape(high, CELL, wide, CELL, 3)
    return squares.mean(axis=(1, 3))
