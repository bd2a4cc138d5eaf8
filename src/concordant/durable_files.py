"""Files that are on the disk as a whole or not at all, also after a crash; none is ever replaced."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EOPNOTSUPP, errno.EMLINK}


def write_new(path: Path, data: bytes) -> None:
    """
    Write a file under a name that is free.

    The data lie under a temporary name and are flushed to the disk before the file gets its name, and the folder is
    flushed after. Unlike a rename, a link never replaces a file that another process has written meanwhile.

    Raises
    ------
    FileExistsError
        If the name is taken.
    OSError
        If the disk is full, or the folder may not be written to.
    """
    beside = path.with_name(f".{path.name}.{token_hex(8)}.tmp")
    try:
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            _write_all(number, data)
            os.fsync(number)
        finally:
            os.close(number)
        _name(beside, path)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    sync_folder(path.parent)


def _write_all(number: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(number, left) :]


def _name(beside: Path, path: Path) -> None:
    """Give a file its name, if that is free; where there are no links, by a rename."""
    try:
        os.link(beside, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from error
        beside.rename(path)


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, where the system can."""
    if os.name == "nt":
        return  # Windows opens no folders, and writes names through
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def make_folder(folder: Path) -> None:
    """Make a folder whose name is on the disk."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        sync_folder(folder.parent)


def remove(paths: list[Path]) -> None:
    """Remove files that are not needed any more; one that stays is removed another time."""
    for path in paths:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove what writers that were killed have left under temporary names."""
    for path in folder.glob(".*.tmp"):
        path.unlink(missing_ok=True)
