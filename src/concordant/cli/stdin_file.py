"""Standard input as a file: ``-`` in place of FILE. What kind of data it is, its first bytes say."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import IO, Any

from concordant.errors import DataFileError, OptionError

_HEAD = 65_536  # bytes that are looked at
_SPOOLED: list[str] = []  # the files of this process that hold standard input


def with_stdin(names: Sequence[str], context: Any) -> list[str]:
    """Return the names of files; ``-`` becomes a temporary file that goes with the command."""
    if "-" not in names:
        return list(names)
    if list(names).count("-") > 1:
        msg = "- is standard input, which can be read once: name it once."
        raise OptionError(msg)
    head, source = _begun()
    folder = TemporaryDirectory(prefix="concordant-")
    context.call_on_close(folder.cleanup)
    path = str(Path(folder.name) / f"stdin{_ending(head)}")
    with Path(path).open("wb") as file:
        file.write(head)
        copyfileobj(source, file)
    _SPOOLED.append(path)
    return [path if name == "-" else name for name in names]


def as_typed(text: str) -> str:
    """Write ``stdin`` where a text names the file that holds standard input."""
    for path in _SPOOLED:
        text = text.replace(path, "stdin")
    return text


def _begun() -> tuple[bytes, IO[bytes]]:
    """The first bytes of standard input, and the stream that holds the rest."""
    source: IO[bytes] | None = None if sys.stdin is None else getattr(sys.stdin, "buffer", None)
    if source is None or sys.stdin.isatty():
        msg = "- is standard input, and nothing is piped into it: cat rows.csv | concordant score - --truth COL ..."
        raise DataFileError(msg)
    head = source.read(_HEAD)
    if not head:
        msg = "standard input is empty: the command before the pipe printed nothing."
        raise DataFileError(msg)
    return head, source


def _ending(head: bytes) -> str:
    if head.startswith(b"PAR1"):
        return ".parquet"
    if head.startswith((b"ARROW1", b"\xff\xff\xff\xff")):
        return ".arrow"
    if head.startswith(b"\x1f\x8b"):
        return f"{_text_ending(_unpacked(head))}.gz"
    return _text_ending(head)


def _unpacked(head: bytes) -> bytes:
    """The start of what is packed; empty where it is damaged, which the reader of the file says better."""
    try:
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(head, _HEAD)
    except (zlib.error, gzip.BadGzipFile):
        return b""


def _text_ending(head: bytes) -> str:
    first = head.lstrip(b"\xef\xbb\xbf \r\n").partition(b"\n")[0]
    if first.startswith(b"{"):
        return ".ndjson"
    return ".tsv" if b"\t" in first and b"," not in first and b";" not in first else ".csv"
