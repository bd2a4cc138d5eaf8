"""A headless Chromium, spoken to over a pipe by the DevTools protocol: what tests of pages need of it, and no more."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import time
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
