"""
The script that draws the charts of a page: made once by vl-convert, then kept in the user's cache.

vl-convert needs about two seconds to bundle the script, most of the time of a small page.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any

from concordant.report.missing_package import needed

_ENTRY = "window.vegaEmbed = vegaEmbed;"
_DIGEST = 64  # characters of a SHA-256


@cache
def chart_script() -> str:
    """Vega, Vega-Lite and what embeds them, as one script that no closing tag can end."""
    vl_convert = needed("vl_convert")
    version = max(vl_convert.get_vegalite_versions(), key=lambda text: tuple(map(int, text.split("."))))
    kept = _folder() / f"charts-{vl_convert.__version__}-{version}.js"
    found = _read(kept)
    if found is None:
        found = _made(vl_convert, version)
        _keep(kept, found)
    return found


def _made(vl_convert: Any, version: str) -> str:
    bundle: str = vl_convert.javascript_bundle(_ENTRY, vl_version=version)
    return "(function () {" + bundle.replace("</script", "<\\/script") + "})();"


def _folder() -> Path:
    """The folder of the user's caches, by the XDG Base Directory Specification."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    home = os.path.expanduser("~/.cache")  # noqa: PTH111  (Path raises where there is no home)
    return Path(base if Path(base).is_absolute() else home) / "concordant"


def _read(kept: Path) -> str | None:
    """The kept script, if it is the user's own and whole; what stands in it goes into pages."""
    with suppress(OSError, ValueError):
        about = kept.stat()
        if about.st_uid != os.geteuid() or about.st_mode & 0o022:
            return None
        digest, text = (whole := kept.read_text("utf-8"))[:_DIGEST], whole[_DIGEST:]
        return text if sha256(text.encode()).hexdigest() == digest else None
    return None


def _keep(kept: Path, script: str) -> None:
    """Keep the script; where nothing can be kept it is made anew each time."""
    beside = kept.with_name(f".{token_hex(8)}")
    with suppress(OSError):
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(number, "w", encoding="utf-8") as opened:
                opened.write(sha256(script.encode()).hexdigest() + script)
            beside.replace(kept)
        finally:
            beside.unlink(missing_ok=True)
