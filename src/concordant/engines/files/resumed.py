"""
Batches of files from where an earlier run stopped.

What a pass over files has said so far is kept every few seconds, and when an error comes. The next run takes the same
passes; it reads only what is not in yet, and refuses where files that are in have changed, or something else is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from concordant.engines.files.archive import fields_of, packed, unpacked
from concordant.errors import DataFileError, OptionError
from concordant.inputs.checkpoints import Checkpoints, PassFile
from concordant.inputs.files import take_batches
from concordant.inputs.reading_progress import Progress
from concordant.inputs.sources import DataFile

if TYPE_CHECKING:
    import polars as pl

EVERY = 10.0  # seconds between two checkpoints
_COST = 50  # times as long as a checkpoint takes at least lie between two: they take 2 % of the time at most
_Begin = Callable[[DataFile], Callable[["pl.DataFrame"], object]]
_Mark = tuple[str, int, int]  # path, bytes and time of a file


@dataclass(frozen=True, slots=True)
class Kept:
    """
    What a pass keeps.

    Attributes
    ----------
    asked : mapping
        What the pass counts, in plain values: it must be the same when it goes on.
    now : callable
        Returns what the batches have said so far.
    go_on : callable
        Takes what was returned by `now`, and whether the next file to begin is one of which rows are in.
    """

    asked: Mapping[str, Any]
    now: Callable[[], Any]
    go_on: Callable[[Any, bool], None]


def resumed_batches(
    files: Sequence[DataFile],
    columns: Sequence[str],
    begin: _Begin,
    *,
    forget: Callable[[], object],
    progress: Progress | None = None,
    rows: int | None = None,
    kept: Kept | None = None,
    numbers: Collection[str] = (),
) -> None:
    """
    Hand out batches as `take_batches` does, from where an earlier run stopped if the files have checkpoints.

    Parameters
    ----------
    files, columns, begin, forget, progress, rows, numbers
        As in `take_batches`.
    kept : Kept or None
        None of a pass that is always read from the start.

    Raises
    ------
    OptionError
        If another run uses the checkpoints, or they are of other columns, options, files, or of another version.
    DataFileError
        If a checkpoint is damaged; and as in `take_batches`.
    """
    checkpoints = files[0].checkpoints
    if checkpoints is None or kept is None:
        take_batches(files, columns, begin, forget=forget, progress=progress, rows=rows, numbers=numbers)
        return
    with checkpoints.next_pass() as slot:
        state = _Pass(list(files), kept, checkpoints, slot)
        state.read_on(columns, begin, forget, progress, rows, numbers)


@dataclass(slots=True)
class _Pass:
    """Where one pass stands."""

    files: list[DataFile]
    kept: Kept
    checkpoints: Checkpoints
    slot: PassFile
    marks: list[_Mark] = field(default_factory=list)  # of the files that are in, or begun
    inside: int = 0  # rows of the last of these that are in, as its reader counts them
    begun: bool = False  # whether the last of these is not read to its end
    skipped: int = 0  # rows of it that an earlier run has read
    current: DataFile | None = None  # which this run reads
    busy: bool = False  # a batch is being counted, or it is counted and not yet noted
    saved: float = field(default_factory=monotonic)
    took: float = 0.0
    asked: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        """Note what is asked before the batches change it."""
        self.asked = {name: _text(value) for name, value in self.kept.asked.items()}

    def read_on(
        self,
        columns: Sequence[str],
        begin: _Begin,
        forget: Callable[[], object],
        progress: Progress | None,
        rows: int | None,
        numbers: Collection[str],
    ) -> None:
        """Read what is not in yet."""
        self._go_on()
        done = len(self.marks) - self.begun
        if done == len(self.files):
            return

        def started(file: DataFile) -> Callable[[pl.DataFrame], object]:
            take = self._start(file, begin)

            def counted(part: pl.DataFrame) -> None:
                self.busy = True
                take(part)
                self.busy = part.height > 0  # its rows are noted next

            return counted

        how: Any = {"forget": forget, "progress": progress, "rows": rows, "numbers": numbers}
        try:
            take_batches(self.files, columns, started, **how, start=(done, self.inside), after=self._read)
        except BaseException:
            if not self.busy:
                with suppress(DataFileError):  # the first error is the one to be told
                    self._save()
            raise
        self.begun, self.inside = False, 0
        self._mark_rest()
        self._save()

    def _start(self, file: DataFile, begin: _Begin) -> Callable[[pl.DataFrame], object]:
        """Begin a file, or once more the one that is being read."""
        if file is self.current or (self.begun and self.current is None):
            take = begin(file)  # first, as what an interrupt leaves is kept only while rows are inside
            self.inside = self.skipped
            self.current = file
            return take
        self.begun, self.inside, self.skipped = False, 0, 0
        self._mark_rest(file)
        self._save_now_and_then()
        self.marks.append(mark_of(file))
        self.begun, self.current = True, file
        return begin(file)

    def _mark_rest(self, until: DataFile | None = None) -> None:
        """Note the files that were left out before this one."""
        for file in self.files[len(self.marks) :]:
            if file is until:
                break
            self.marks.append(mark_of(file))

    def _read(self, rows: int) -> None:
        """Note that rows of the file that is begun are counted."""
        self.inside += rows
        self.busy = False
        self._save_now_and_then()

    @property
    def _can_stop(self) -> bool:
        """Whether the next run can go on within the file that is begun: it is neither read twice nor left out."""
        file = self.files[len(self.marks) - 1] if self.begun else None
        return file is None or (file.kind != "ndjson" and file.left_out is None) or self.inside == 0

    def _save_now_and_then(self) -> None:
        if monotonic() - self.saved > max(EVERY, _COST * self.took):
            self._save()

    def _save(self) -> None:
        """Keep what the batches have said."""
        if not self._can_stop:
            return
        start = monotonic()
        self.slot.save(
            packed(
                {
                    "version": _version(),
                    "asked": self.asked,
                    "files": self.marks,
                    "begun": self.begun,
                    "inside": self.inside,
                    "left out": dict(self.files[0].left_out or {}),
                    "now": np.frombuffer(packed(self.kept.now()), np.uint8),
                }
            )
        )
        self.saved = monotonic()
        self.took = self.saved - start

    def _go_on(self) -> None:
        """Take what an earlier run has kept."""
        data = self.slot.load()
        if data is None:
            return
        folder = str(self.checkpoints.folder)
        name = f"the checkpoint in {folder}"
        known = unpacked(data, {}, name)
        self._refuse_other(known, folder)
        now = unpacked(known["now"].tobytes(), {str(file.path): file for file in self.files}, name)
        if self.files[0].left_out is not None:
            self.files[0].left_out.update(known["left out"])
        self.marks, self.begun, self.inside = known["files"], known["begun"], known["inside"]
        self.skipped = self.inside
        self.kept.go_on(now, self.begun)

    def _refuse_other(self, known: Mapping[str, Any], folder: str) -> None:
        """Raise if the checkpoint is of something else, and say what differs."""
        told = [] if known["version"] == _version() else [f"version {known['version']} wrote it, this is {_version()}"]
        told = told or _changed(known["files"], self.files)
        for name in () if told else dict.fromkeys([*known["asked"], *self.asked]):
            before, now = known["asked"].get(name, "absent"), self.asked.get(name, "absent")
            if before != now:
                told.append(f"{name} was {before} and is {now}")
        if told:
            msg = (
                f"the checkpoint in {folder} is of another run: {'; '.join(told)}. Ask the same of the same files, or "
                f"delete {folder} to read all files from the start."
            )
            raise OptionError(msg)


def mark_of(file: DataFile) -> _Mark:
    """Return what tells a file from itself after a change: path, bytes and time."""
    found = file.path.stat()
    return str(file.path.resolve()), found.st_size, found.st_mtime_ns


def _changed(known: Sequence[_Mark], files: Sequence[DataFile]) -> list[str]:
    """What is no longer as it was of the files that are in."""
    if len(known) > len(files):
        return [f"{known[len(files)][0]} is in it and not among the files"]
    for (path, size, time), file in zip(known, files, strict=False):
        now, size_now, time_now = mark_of(file)
        if now != path:
            return [f"{path} came next and now {now} does"]
        if size_now != size:
            return [f"{file.path} had {size:,} bytes and has {size_now:,}"]
        if time_now != time:
            return [f"{file.path} was written again"]
    return []


def asked_of(fold: object) -> dict[str, Any]:
    """Return what a fold that is empty counts: what its `asked` says, else its fields by their names."""
    said = getattr(fold, "asked", None)
    return {"what": type(fold).__name__, **(fields_of(fold) if said is None else said)}


def _text(value: Any) -> str:
    """A value as text that differs where the value does."""
    if value is None or isinstance(value, (str, int, float, tuple)):
        return repr(value)
    if isinstance(value, Mapping) and all(isinstance(one, (str, type(None))) for one in value.values()):
        return ", ".join(f"{key}: {one}" for key, one in value.items())
    return f"{type(value).__name__} {crc32(packed(value)):08x}"


def _version() -> str:
    from concordant import __version__

    return __version__
