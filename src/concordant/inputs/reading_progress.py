"""How far the reading of files has got: rows for any callable, bytes and files for one that takes them."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from concordant.inputs.sources import DataFile

Progress: TypeAlias = Callable[[int, int | None], None]
_SAMPLE = 1 << 16  # bytes at the start of a file of text, which tell how long a line is


@dataclass(frozen=True, slots=True)
class ReadSoFar:
    """
    How far the reading of files has got.

    Attributes
    ----------
    rows : int
        Rows that were read.
    done, total : int
        Bytes, those of files that are being read by the share of their rows: in text that is an estimate.
    files, all_files : int
        Files that were read to their end, and all.
    """

    rows: int
    done: int
    total: int
    files: int
    all_files: int


@runtime_checkable
class BytesProgress(Protocol):
    """A progress that takes bytes; rows need not be counted for it before they are read."""

    def read(self, so_far: ReadSoFar, /) -> None:
        """Take how far the reading has got."""


class ReadingProgress:
    """
    Tells a progress how far the reading of files has got.

    Parameters
    ----------
    progress : callable or None
        Called with rows and all rows; or with `ReadSoFar`, if it has the method `read`.
    files : sequence of DataFile
    count_rows : callable
        Counts the rows of files; None for compressed text.
    """

    def __init__(
        self,
        progress: Progress | None,
        files: Sequence[DataFile],
        count_rows: Callable[[Sequence[DataFile]], int | None],
    ) -> None:
        self._by_bytes = progress if isinstance(progress, BytesProgress) else None
        self._by_rows = progress if self._by_bytes is None else None
        self._count_rows = count_rows
        self._all = count_rows(files) if self._by_rows is not None else None
        measured: Sequence[DataFile] = files if self._by_bytes is not None else []
        self._sizes: dict[str, int] = {str(file.path): file.path.stat().st_size for file in measured}
        self._total: int = sum((self._sizes[str(file.path)] for file in measured), 0)
        self._files, self._all_files = 0, len(files)
        self._rows = self._before = 0  # bytes of the files that are read
        self._inside = 0.0  # of the one that is being read
        self._each = 0.0  # bytes of a row of it

    def begin(self, file: DataFile) -> None:
        """Begin a file."""
        if self._by_bytes is not None:
            self._each = self._bytes_of_row(file)

    def tick(self, rows: int) -> None:
        """Note rows that were read."""
        self._rows += rows
        self._inside += rows * self._each
        if self._by_rows is not None:
            self._by_rows(self._rows, self._all)
        self._tell()

    def end(self, file: DataFile) -> None:
        """Note that a file is read to its end, or left out."""
        if self._by_bytes is not None:
            self._before += self._sizes[str(file.path)]
            self._inside = self._each = 0.0
            self._files += 1
            self._tell()

    def _tell(self) -> None:
        if self._by_bytes is not None:
            done = min(self._before + int(self._inside), self._total)
            self._by_bytes.read(ReadSoFar(self._rows, done, self._total, self._files, self._all_files))

    def _bytes_of_row(self, file: DataFile) -> float:
        """About how many bytes a row takes."""
        size: int = self._sizes[str(file.path)]
        if file.kind in ("parquet", "ipc"):
            return size / (self._count_rows([file]) or 1)
        with file.path.open("rb") as opened:
            sample = opened.read(_SAMPLE)
        try:
            text: bytes = zlib.decompressobj(31).decompress(sample) if file.compressed else sample
        except zlib.error:  # whoever reads it says so
            return 0.0
        return len(sample) / max(text.count(b"\n"), 1)
