"""Write files whole or not at all: beside their place first, then moved there. A dash is stdout."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from contextlib import suppress
from json import dumps
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from typing import IO, Any

from concordant.cli.terminal import say, say_data, tell
from concordant.errors import OptionError

# What an option writes, and how the names of such files end: no picture is asked for and a page written into it.
_ENDINGS = {
    "--html": ("a page", (".html", ".htm")),
    "--consensus": ("CSV", (".csv",)),
    "--json": ("JSON", (".json",)),
    "--plot": ("a picture", (".png", ".svg", ".pdf")),
    "--out": ("CSV", (".csv",)),
    "--csv": ("CSV", (".csv",)),
    "--junit": ("JUnit XML", (".xml",)),
    "--markdown": ("Markdown", (".md", ".markdown")),
}
_OPEN = re.compile(r"/dev/(stdout$|stderr$|fd/)|/proc/[^/]+/fd/")  # what is open already, and is not replaced


def check_writable(option: str, given: str | None) -> Path | None:
    """Check before any work that a file can be written; None for no file, or ``-`` (stdout)."""
    if given is None:
        return None
    what, endings = _ENDINGS[option]
    if not given.strip():
        msg = f"{option} {given!r}: the name of the file is empty; name one that ends in {_or(endings)}."
        raise OptionError(msg)
    if given == "-":
        if option in ("--plot", "--consensus"):
            msg = f"{option} -: {what} is not written to stdout; name a file that ends in {_or(endings)}."
            raise OptionError(msg)
        return None
    try:
        path = Path(given).expanduser()
        if is_special(path):
            return path
        _check_ending(option, given, path)
        path = Path(os.path.realpath(path))
        _check_place(option, given, path)
    except OptionError:
        raise
    except (OSError, ValueError, RuntimeError) as error:  # such as a name that is too long, a zero byte, no such home
        msg = f"{option} {given}: {getattr(error, 'strerror', None) or error}."
        raise OptionError(msg) from error
    return path


def is_special(given: str | Path) -> bool:
    """Whether it is a device, a pipe or what is open, which is written to as it is."""
    path = Path(given)
    return _OPEN.match(str(path)) is not None or (path.exists() and not path.is_file() and not path.is_dir())


def _check_ending(option: str, given: str, path: Path) -> None:
    what, endings = _ENDINGS[option]
    if path.suffix.lower() not in endings and not path.is_dir():
        msg = f"{option} {given}: this writes {what}; name a file that ends in {_or(endings)}."
        raise OptionError(msg)


def _or(endings: tuple[str, ...]) -> str:
    return ", ".join(endings[:-1]) + (" or " if endings[:-1] else "") + endings[-1]


def _check_place(option: str, given: str, path: Path) -> None:
    if path.is_dir():
        msg = f"{option} {given}: that is a folder; name a file in it."
        raise OptionError(msg)
    if not path.parent.is_dir():
        msg = f"{option} {given}: the folder {Path(given).expanduser().parent} does not exist; make it first."
        raise OptionError(msg)
    try:
        with TemporaryFile(dir=path.parent):  # whoever may do all still cannot write to every file system
            pass
    except OSError as error:
        msg = f"{option} {given}: the folder {path.parent} may not be written to."
        raise OptionError(msg) from error
    with suppress(FileNotFoundError):
        path.stat()
        if not os.access(path, os.W_OK):
            msg = f"{option} {given}: that file may not be written to."
            raise OptionError(msg)


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """
    Let `write` fill a file beside `path` and move it there; after an error nothing is left.

    The file beside has a name that nobody can guess and is made anew, so that no link that lies there is followed. It
    takes over the mode of a file that it replaces.
    """
    try:
        if is_special(path):
            with path.open("ab") as opened:
                write(opened)
        else:
            _write_beside(path, write)
    except OSError as error:
        msg = f"{path} cannot be written: {error.strerror or error}."
        raise OptionError(msg) from error


def _write_beside(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    beside = path.with_name(f".concordant-{token_hex(8)}")
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600)
    try:
        with os.fdopen(number, "wb") as opened:
            write(opened)
        if mode is not None:
            beside.chmod(mode)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def write_figure(path: Path, figure: Any) -> None:
    """Write a figure of Matplotlib in the format that the name of the file ends in, and say so."""
    write_whole(path, lambda opened: figure.savefig(opened, format=path.suffix.lower().lstrip(".") or "png"))
    say_written(path)


def json_text(data: Any) -> str:
    """Return strict JSON; control characters in it are written out, also those that JSON would allow."""
    text = dumps(data, indent=2, allow_nan=False, ensure_ascii=False)
    return re.sub(r"[\x7f-\x9f\ud800-\udfff\u2028\u2029]", lambda one: f"\\u{ord(one[0]):04x}", text) + "\n"


def print_result(found: Any, json: str | None, path: Path | None) -> None:
    """Print a result in words, or with ``--json -`` as JSON; write the JSON where a file is named."""
    print_or_write(found.to_dict, json, path, lambda: say(f"{found}\n"))


def print_or_write(data: Callable[[], Any], json: str | None, path: Path | None, show: Callable[[], object]) -> None:
    """Write the JSON where a file is named; then print it with ``--json -``, or else let `show` print words."""
    if path is not None:
        write_text(path, json_text(data()))
    if json == "-":
        say_data(json_text(data()))
    else:
        show()


def write_page(
    page: Callable[[], str], html: str | None, path: Path | None, show: Callable[[], object]
) -> Callable[[], object]:
    """
    Write a page where a file is named; give what shows the result on stdout, which for ``-`` is the page.

    It comes before anything is printed: what cannot be written ends without a result.
    """
    if path is not None:
        write_text(path, page())
    return (lambda: say_data(page())) if html == "-" else show


def write_text(path: Path, text: str) -> None:
    """Write text as UTF-8, whole or not at all, and say so."""
    write_whole(path, lambda opened: opened.write(text.encode("utf-8", "backslashreplace")))
    say_written(path)


def say_written(path: Path) -> None:
    """Say on stderr what was written; stdout holds only the result."""
    if not path.is_file():
        return  # a device
    size = path.stat().st_size
    shown = f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(round(size / 1e3), 1)} kB"
    tell(f"wrote {path} ({shown})")
