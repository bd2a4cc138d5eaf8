"""What the bytes of a file of text tell before it is parsed: whether a crash left holes in it, and what it may hold."""

from __future__ import annotations

import codecs
from concurrent.futures import ThreadPoolExecutor
from io import RawIOBase
from pathlib import Path

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.inputs.left_out import DamagedFileError
from concordant.inputs.sources import DataFile
from concordant.settings import get_threads

_PIECE = 1 << 18  # bytes read at once: they stay in the processor's cache
_SHARE = 1 << 24  # bytes from which on another thread pays


def refuse_holes(file: DataFile) -> bool:
    """
    Raise for bytes of zero: what a crash leaves of a file. Lines would be lost in them without an error.

    A compressed file has a checksum, and needs no such look.

    Returns
    -------
    bool
        Whether a reader can take every line break and separator for what it is: the file is no compressed one, it is
        UTF-8, and no quote lets a field hold them.
    """
    if file.compressed:
        return False
    size = file.path.stat().st_size
    threads = max(1, min(get_threads(), size // _SHARE))
    starts = [size * part // threads for part in range(threads + 1)]
    ends = [*starts[1:-1], None]  # whatever else is written to it meanwhile
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(lambda start, end: _looked_through(file.path, start, end), starts[:-1], ends))
    holes = [hole for hole, _, _ in found if hole is not None]
    if holes:
        msg = f"{file.path} is damaged: byte {holes[0]} is zero, which no text holds."
        raise DamagedFileError(msg)
    quoted, beyond_ascii = (any(one[k] for one in found) for k in (1, 2))
    return not quoted and (not beyond_ascii or _is_utf8(file.path))


def _looked_through(path: Path, start: int, end: int | None) -> tuple[int | None, bool, bool]:
    """The first byte of zero in a part of a file, whether there is a quote before it, and a byte beyond ASCII."""
    quoted = beyond_ascii = False
    buffer = np.empty(_PIECE, np.uint8)
    with path.open("rb", buffering=0) as opened:
        opened.seek(start)
        while count := _read_into(opened, buffer, None if end is None else end - start):
            zero, quote, beyond = _kernels.text_bytes(buffer[:count])
            if zero:
                return start + int(np.argmin(buffer[:count])), quoted, beyond_ascii
            quoted, beyond_ascii, start = quoted or quote, beyond_ascii or beyond, start + count
    return None, quoted, beyond_ascii


def _read_into(opened: RawIOBase, buffer: npt.NDArray[np.uint8], most: int | None) -> int:
    """Read up to so many bytes; 0 at the end."""
    return opened.readinto(buffer.data if most is None else buffer[: max(most, 0)].data) or 0


def _is_utf8(path: Path) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        with path.open("rb") as opened:
            while piece := opened.read(_PIECE):
                decoder.decode(piece)
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
