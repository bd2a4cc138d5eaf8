"""
A folder in which a run over files keeps what it has read, so that one that is cut off goes on where it stopped.

A run reads its files in one pass or in several, always the same ones in the same order. Each pass has one file, which
is replaced as a whole, by a newer epoch: after a crash the folder holds the last whole one.
"""

from __future__ import annotations

import os
import shutil
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from concordant.durable_files import make_folder, remove, sweep, write_new
from concordant.errors import ConcordantError, DataFileError, OptionError

_START = b"concordant checkpoint 1 "  # then the CRC-32 of what follows the line
_LOCK = ".lock"


@dataclass(slots=True)
class Checkpoints:
    """
    The checkpoints of one run.

    Attributes
    ----------
    folder : Path
        It is made when the first pass begins.
    passes : int
        How many passes have begun.
    whole : bool
        Whether columns were read as a whole, of which nothing is kept.
    most_whole : int or None
        Of how many rows columns may be read as a whole; None for any number.
    why_whole : str
        What the caller knows of why more are, for the error.
    named : str
        How the user named the folder, for the error.
    """

    folder: Path
    passes: int = 0
    whole: bool = False
    most_whole: int | None = None
    why_whole: str = ""
    named: str = "resume="

    def begin_run(self) -> None:
        """Number passes from the first one on."""
        self.passes = 0
        self.whole = False

    @contextmanager
    def one_run(self, most_whole: int, why_whole: str = "") -> Iterator[None]:
        """
        Keep what is read from here on as one run, and remove it at the end if there is no error.

        Columns of more than `most_whole` rows are not read as a whole: nothing of them could be kept.
        """
        self.begin_run()
        before = self.most_whole, self.why_whole
        self.most_whole, self.why_whole = most_whole, why_whole or self.why_whole
        try:
            yield
        finally:
            self.most_whole, self.why_whole = before
        self.remove()

    def read_whole(self, rows: Callable[[], int | None]) -> None:
        """
        Note that columns are read as a whole; `rows` counts their rows, None where that is not known.

        Raises
        ------
        OptionError
            If there are more rows than may be read so.
        """
        if self.most_whole is not None:
            many = rows()
            if many is None or many > self.most_whole:
                why = f" ({self.why_whole})" if self.why_whole else ""
                msg = (
                    f"{self.named} keeps what is read in batches, and this question needs its columns as a whole{why}: "
                    f"leave {self.named} out, or ask what batches answer."
                )
                raise OptionError(msg)
        self.whole = True

    @contextmanager
    def next_pass(self) -> Iterator[PassFile]:
        """
        Give the file of the next pass, which no other run writes meanwhile.

        Raises
        ------
        OptionError
            If another run uses the folder, or the folder is a file or holds something else.
        """
        number = self.passes
        self.passes += 1
        with _errors_named(self.folder):
            _refuse_foreign(self.folder)
            make_folder(self.folder)
        with _locked(self.folder):
            sweep(self.folder)
            try:
                yield PassFile(self.folder, number)
            except ConcordantError:
                self.passes = 0  # the run is over
                raise

    def files_of_next_pass(self) -> Path:
        """
        Return the folder for what the next pass writes beside its checkpoint; it is removed with the others.

        Raises
        ------
        OptionError
            If the folder of the checkpoints is a file or holds something else.
        """
        with _errors_named(self.folder):
            _refuse_foreign(self.folder)
            beside = self.folder / f"pass={self.passes}.files"
            make_folder(self.folder)
            make_folder(beside)
        return beside

    def remove(self) -> None:
        """Remove what was kept, as the run is complete; leave it to another run that uses it by now."""
        self.begin_run()
        if not self.folder.is_dir():
            return
        with suppress(OptionError, OSError):
            with _locked(self.folder):
                remove(sorted(self.folder.glob("pass=*.epoch=*.checkpoint")))
                for beside in self.folder.glob("pass=*.files"):
                    shutil.rmtree(beside)
                sweep(self.folder)
                if not _HELD_STAYS:
                    (self.folder / _LOCK).unlink()
            if _HELD_STAYS:
                (self.folder / _LOCK).unlink()
            self.folder.rmdir()  # fails if there is something else in it


@dataclass(frozen=True, slots=True)
class PassFile:
    """What is kept of one pass."""

    folder: Path
    number: int

    def _epochs(self) -> list[tuple[int, Path]]:
        found = []
        for path in self.folder.glob(f"pass={self.number}.epoch=*.checkpoint"):
            epoch = path.name.split("=")[2].removesuffix(".checkpoint")
            if epoch.isdecimal():
                found.append((int(epoch), path))
        return sorted(found)

    def load(self) -> bytes | None:
        """
        Return what was kept last; None if nothing was.

        Raises
        ------
        DataFileError
            If the file is damaged.
        """
        epochs = self._epochs()
        if not epochs:
            return None
        with _errors_named(self.folder):
            data = epochs[-1][1].read_bytes()
        line, _, rest = data.partition(b"\n")
        if line != _START + b"%08x" % zlib.crc32(rest):
            msg = f"the checkpoint {epochs[-1][1]} is damaged: delete {self.folder} to read all files from the start."
            raise DataFileError(msg)
        return rest

    def save(self, data: bytes) -> None:
        """Keep this in place of what was kept before."""
        epochs = self._epochs()
        epoch = epochs[-1][0] + 1 if epochs else 1
        whole = _START + b"%08x\n" % zlib.crc32(data) + data
        with _errors_named(self.folder):
            write_new(self.folder / f"pass={self.number}.epoch={epoch}.checkpoint", whole)
        remove([path for _, path in epochs])


@contextmanager
def _errors_named(folder: Path) -> Iterator[None]:
    """Let an error of the system say which folder it is about."""
    try:
        yield
    except OSError as error:
        msg = f"the folder for checkpoints {folder} cannot be used: {error.strerror or error}."
        raise DataFileError(msg) from error


def _refuse_foreign(folder: Path) -> None:
    """Raise for a folder that holds anything but checkpoints: such as the data themselves."""
    if folder.exists() and not folder.is_dir():
        msg = f"checkpoints are kept in a folder, and {folder} is a file: name a new folder."
        raise OptionError(msg)
    others = (
        [] if not folder.is_dir() else [one.name for one in folder.iterdir() if not one.name.startswith((".", "pass="))]
    )
    if others:
        msg = f"{folder} holds other files, such as {min(others)}: name a new folder for checkpoints."
        raise OptionError(msg)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """
    Hold the lock of a folder, which the system takes back from a process that is killed.

    A run that ends removes the file of its lock; who has opened it before and locks it then has locked nothing.
    """
    while True:
        with _errors_named(folder):
            number = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(number)
        except OSError as error:
            os.close(number)
            msg = f"another run keeps its checkpoints in {folder} right now: wait for it, or name another folder."
            raise OptionError(msg) from error
        if _is_there(number, folder / _LOCK):
            break
        os.close(number)
    try:
        yield
    finally:
        os.close(number)


def _is_there(number: int, path: Path) -> bool:
    """Whether an open file is still the one of this name."""
    try:
        return os.path.samestat(os.fstat(number), path.stat())
    except FileNotFoundError:
        return False


_HELD_STAYS = sys.platform == "win32"  # a file that is open cannot be removed

if sys.platform == "win32":
    import msvcrt

    def _lock(number: int) -> None:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
