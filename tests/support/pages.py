"""A headless Chromium, spoken to over a pipe by the DevTools protocol: what tests of pages need of it, and no more."""

from __future__ import annotations

import contextlib
import io
import json
import os
import select
import shutil
import subprocess
import time
import warnings
from base64 import b64decode
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from PIL import Image
from support.files import TESTS
from support.samples import USUAL, rows_of

from concordant import StateTable, evaluate
from concordant.cli import main
from concordant.data import example, panel_example
from concordant.report import Evaluation

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
WANTED = "CONCORDANT_BROWSER"  # in the environment: the browser to take, which is then there
_PATIENCE = 60.0  # seconds for an answer, on a busy machine


def path_of_browser() -> str | None:
    """Where a browser is; None if there is none. Whoever names one in the environment wants no test left out."""
    if name := os.environ.get(WANTED):
        return name
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """A running browser; `open` gives a page of it."""

    def __init__(self, program: str, folder: Path) -> None:
        to_it, ours = os.pipe()
        theirs, from_it = os.pipe()
        self.downloads = folder / "downloads"
        flags = [
            "--headless=new",
            "--hide-scrollbars",  # they fade, and are in some pictures and not in others
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--remote-debugging-pipe",
        ]

        def as_three_and_four() -> None:
            first, second = os.dup(to_it), os.dup(from_it)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self._process = subprocess.Popen(
            [program, *flags, f"--user-data-dir={folder / 'profile'}", "about:blank"],
            preexec_fn=as_three_and_four,  # noqa: PLW1509  (it only moves descriptors)
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_it)
        os.close(from_it)
        self._write, self._read = ours, theirs
        self._rest, self._number = b"", 0
        self.events: list[dict[str, Any]] = []

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.send("Browser.close")
        self._process.wait(_PATIENCE)
        os.close(self._write)
        os.close(self._read)

    def send(self, method: str, session: str | None = None, /, **given: Any) -> dict[str, Any]:
        self._number += 1
        said = {"id": self._number, "method": method, "params": given} | ({"sessionId": session} if session else {})
        os.write(self._write, json.dumps(said).encode() + b"\0")
        while True:
            heard = self.hear()
            if heard.get("id") == self._number:
                if "error" in heard:
                    raise RuntimeError(heard["error"])
                result: dict[str, Any] = heard["result"]
                return result
            self.events.append(heard)

    def hear(self) -> dict[str, Any]:
        end = time.monotonic() + _PATIENCE
        while b"\0" not in self._rest:
            if not select.select([self._read], [], [], max(0.0, end - time.monotonic()))[0]:
                msg = "the browser gives no answer"
                raise TimeoutError(msg)
            got = os.read(self._read, 1 << 16)
            if not got:
                msg = "the browser has gone"
                raise ConnectionError(msg)
            self._rest += got
        first, _, self._rest = self._rest.partition(b"\0")
        heard: dict[str, Any] = json.loads(first)
        return heard

    @property
    def version(self) -> str:
        """Which browser it is."""
        return str(self.send("Browser.getVersion")["product"])

    @contextlib.contextmanager
    def open(
        self, path: Path, *, width: int = 1280, height: int = 800, dark: bool = False, scripts: bool = True
    ) -> Iterator[Page]:
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        page = Page(self, self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        for domain in ("Page", "Runtime", "Log"):
            page.send(f"{domain}.enable")
        page.look(width, height, dark=dark)
        page.send("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.downloads))
        page.send("Page.navigate", url=path.as_uri())
        while page.run("location.protocol + document.readyState") != "file:complete":
            time.sleep(0.01)
        yield page
        self.send("Target.closeTarget", targetId=target)
        self.events.clear()


class Page:
    """One page: `run` gives the value of an expression, `click` and `press` act as a hand does."""

    def __init__(self, browser: Browser, session: str) -> None:
        self.browser, self._session = browser, session

    def send(self, method: str, /, **given: Any) -> dict[str, Any]:
        return self.browser.send(method, self._session, **given)

    def look(self, width: int, height: int, *, dark: bool) -> None:
        """Set the screen and its colours."""
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", features=[scheme])

    def picture(self) -> bytes:
        """What is on the screen, as PNG."""
        return b64decode(self.send("Page.captureScreenshot", format="png")["data"])

    def heard(self, method: str) -> list[dict[str, Any]]:
        return [one["params"] for one in self.browser.events if one.get("method") == method]

    @property
    def complaints(self) -> list[Any]:
        """What stands on the console: errors, breaches of the policy, warnings."""
        self.run("0")
        return [
            *self.heard("Log.entryAdded"),
            *self.heard("Runtime.exceptionThrown"),
            *self.heard("Runtime.consoleAPICalled"),
        ]

    def run(self, expression: str) -> Any:
        said = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in said:
            raise RuntimeError(said["exceptionDetails"])
        return said["result"].get("value")

    def text(self, selector: str) -> str:
        return str(self.run(f"document.querySelector({json.dumps(selector)}).textContent"))

    def click(self, selector: str, across: float = 0.5, down: float = 0.5) -> None:
        """Click inside the first element of the selector."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.run(f"{found}.scrollIntoView({{block: 'center'}})")
        x, y, wide, high = self.run(f"(b => [b.x, b.y, b.width, b.height])({found}.getBoundingClientRect())")
        place = {"x": x + across * wide, "y": y + down * high, "button": "left", "clickCount": 1}
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, **place)

    def press(self, *keys: str) -> None:
        """Press keys where the focus is."""
        for key in keys:
            text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
            for kind in ("keyDown", "keyUp"):
                code = {"ArrowLeft": 37, "ArrowRight": 39, "Enter": 13, "Tab": 9}.get(key, 0)
                more = text if kind == "keyDown" else {}
                self.send("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **more)

    def fill(self, selector: str, value: str) -> None:
        """Give a field a value, and say so as a hand would."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.run(
            f"(f => {{ f.value = {json.dumps(value)}; for (const e of ['input', 'change']) "
            f"f.dispatchEvent(new Event(e, {{bubbles: true}})); }})({found})"
        )

    def saved(self, name: str) -> bytes:
        """The file that a click saves, whole."""
        path = self.browser.downloads / name
        end = time.monotonic() + _PATIENCE
        while not path.exists() and time.monotonic() < end:
            self.run("new Promise(done => setTimeout(done, 20))")
        return path.read_bytes()


PAGES = ("two", "three", "labels", "compare", "agree", "judge", "monitor")
_RNG = np.random.default_rng(3)
TRUTH = _RNG.integers(0, 2, 120)
SCORE = np.clip(0.3 * TRUTH + 0.7 * _RNG.random(120), 0, 1).round(2)
CLASSES = _RNG.integers(0, 3, 90)
SHARES = _RNG.dirichlet([1, 1, 1], 90) + 1.5 * np.eye(3)[CLASSES]
GROUPS = _RNG.choice(["a", "b"], 120)
SHOWN_PAGES_NAMES = np.array(["first </script>", "second & one that is rather long to read", "third"])


def two_classes() -> Evaluation:
    """A score of two classes, and groups."""
    return evaluate(TRUTH, (SCORE >= 0.5).astype(int), SCORE, by=GROUPS)


def three_classes() -> Evaluation:
    """Scores of three classes with names that are hard to show."""
    labels = SHOWN_PAGES_NAMES.tolist()
    return evaluate(SHOWN_PAGES_NAMES[CLASSES], y_score=SHARES / SHARES.sum(1, keepdims=True), labels=labels)


def labels_alone() -> Evaluation:
    """Ordered labels of two raters."""
    found = example("ms")
    return evaluate(found.truth, found.pred, data=found.path, labels=found.labels)


def write_pages(folder: Path) -> dict[str, Path]:
    """Write every page, and return where each is."""
    for name, page in {"two": two_classes(), "three": three_classes(), "labels": labels_alone()}.items():
        page.to_html(folder / f"{name}.html")
    rows, store = folder / "rows.csv", folder / "states"
    lines = [f"{y},{s},{s * s:.4f}" for y, s in zip(TRUTH.tolist(), SCORE.tolist(), strict=True)]
    rows.write_text("\n".join(["truth,new,old", *lines]))
    StateTable.from_rows(rows_of(900, days=6), **USUAL).write(store)
    panel = panel_example("judge_panel").path
    commands: dict[str, list[Any]] = {
        "compare": [rows, "--truth", "truth", "--score", "new", "--score", "old"],
        "agree": [panel, "--raters", "ann,bob,eve"],
        "judge": [panel, "--judge", "gpt", "--human", "ann,bob,eve", "--margin", "0.05", "--by", "topic"],
        "monitor": [store, "--window", "1d"],
    }
    for name, words in commands.items():
        assert main([name, *map(str, words), "--html", str(folder / f"{name}.html")]) == 0
    return {name: folder / f"{name}.html" for name in PAGES}


FOLDER = TESTS / "report" / "pictures"
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


class Parts(HTMLParser):
    """Tags with their attributes, the text of each script, and the text between."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.held: dict[str, list[str]] = {"script": [], "style": []}
        self._inside = ""
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in self.held:
            self.held[tag].append("")
            self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = "" if tag == self._inside else self._inside

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.held[self._inside][-1] += data
        else:
            self.text += data

    @property
    def ids(self) -> list[str]:
        return [str(attributes["id"]) for _, attributes in self.tags if "id" in attributes]


def parts_of(html: str) -> Parts:
    parts = Parts()
    parts.feed(html)
    parts.close()
    return parts


mpl.use("agg")


@pytest.fixture(autouse=True)
def settings_stay() -> Iterator[None]:
    """Prove that no setting of matplotlib was changed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mpl.MatplotlibDeprecationWarning)
        before = dict(mpl.rcParams)
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mpl.MatplotlibDeprecationWarning)
        assert dict(mpl.rcParams) == before
