"""Files appear whole or not at all: written beside their place, then moved there."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from json import dumps
from pathlib import Path
from typing import Any

from concordant.errors import OptionError

_PICTURES = (".png", ".svg", ".pdf")


def check_writable(option: str, given: str | None) -> Path | None:
    """Check before any work that a file can be written; None for no file, or ``-`` (stdout)."""
    if given is None or given == "-":
        return None
    path = Path(given).expanduser()
    if path.is_dir():
        msg = f"{option} {given}: that is a folder; name a file in it."
        raise OptionError(msg)
    if not path.parent.is_dir():
        msg = f"{option} {given}: the folder {path.parent} does not exist; make it first."
        raise OptionError(msg)
    if not os.access(path.parent, os.W_OK):
        msg = f"{option} {given}: the folder {path.parent} may not be written to."
        raise OptionError(msg)
    return Path(os.path.realpath(path))


def check_picture(given: str | None) -> Path | None:
    """Check before any work that a picture can be written, and of which kind."""
    path = check_writable("--plot", given)
    if path is not None and path.suffix.lower() not in _PICTURES:
        msg = f"--plot {path.name}: a picture is written as {', '.join(_PICTURES)}."
        raise OptionError(msg)
    return path


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` fill a file beside `path` and move it there; after an error nothing is left."""
    if path.exists() and not path.is_file():
        write(path)  # a device such as /dev/null stays what it is
        return
    beside = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        write(beside)
        beside.replace(path)
    except OSError as error:
        msg = f"{path} cannot be written: {error.strerror or error}."
        raise OptionError(msg) from error
    finally:
        beside.unlink(missing_ok=True)


def print_result(found: Any, json: str | None, path: Path | None) -> None:
    """Print a result in words, or with ``--json -`` as JSON; write the JSON where a file is named."""
    text = dumps(found.to_dict(), indent=2, allow_nan=False) + "\n"
    sys.stdout.write(text if json == "-" else f"{found}\n")
    if path is not None:
        write_text(path, text)


def write_text(path: Path, text: str) -> None:
    """Write text as UTF-8, whole or not at all, and say so."""
    write_whole(path, lambda beside: beside.write_text(text, encoding="utf-8"))
    say_written(path)


def say_written(path: Path) -> None:
    """Tell on stderr, so that stdout stays what was asked for."""
    if not path.is_file():
        return  # a device
    size = path.stat().st_size
    shown = f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(round(size / 1e3), 1)} kB"
    sys.stderr.write(f"wrote {path} ({shown})\n")
