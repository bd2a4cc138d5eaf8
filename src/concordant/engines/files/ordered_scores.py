"""
Windows of scores, from the highest down, each sorted by itself: all scores in order, of which few are held at a time.

Rows go to one temporary file a window and class, 8 bytes a row. A window is a run of buckets whose rows are known from
the first pass, so that every window fits.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.engines.files.row_batches import Lost, Weights
from concordant.engines.files.score_fold import columns_of
from concordant.errors import DataFileError
from concordant.inputs.scores import ScoreRows
from concordant.states.buckets import BucketCurve
from concordant.states.curves import Curve
from concordant.typing import Label

if TYPE_CHECKING:
    import polars as pl

WINDOW = 2_000_000  # rows


@dataclass(slots=True)
class Windows:
    """
    Scores of two classes on their way into windows; a `Fold`.

    Attributes
    ----------
    floors : ndarray of float64
        The least score of each window, ascending.
    run : ndarray of int64
        The run of buckets that each window is of, or is a part of.
    rows : ndarray of int64, shape (runs, 2)
        The rows of each class that each run must get, by the first pass.
    folder : Path
        Where the files of the windows are.
    """

    truth: str
    score: str
    pair: tuple[Label, Label]
    floors: npt.NDArray[np.float64]
    run: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]
    folder: Path
    found: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        """No row was found yet."""
        self.found = np.zeros((len(self.floors), 2), np.int64)

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Write the scores of a batch to the files of their windows."""
        del weights
        if lost is not None:
            part = part.filter(~lost)
        if not part.height:
            return
        positive, scores = columns_of(part[self.truth], part[self.score], self.pair)
        scores = scores.astype(np.float64) + 0.0
        before = 8 * self.found.ravel()
        window = np.maximum(np.searchsorted(self.floors, scores, side="right") - 1, 0)
        code = 2 * window + positive
        few = 2 * len(self.floors) <= 1 << 16
        order = np.argsort(code.astype(np.uint16) if few else code, kind="stable")  # of few codes it is a count
        many = np.bincount(code, minlength=2 * len(self.floors))
        self.found = self.found + many.reshape(-1, 2)
        last = many.cumsum()
        try:
            for k in np.flatnonzero(many).tolist():
                with self._path(k).open("ab") as opened:
                    if opened.tell() < before[k]:
                        raise self._damaged(k)
                    opened.truncate(before[k])  # a file of the user that is read again is written again
                    opened.write(scores[order[last[k] - many[k] : last[k]]].tobytes())
        except OSError as error:
            msg = f"the scores cannot be written to temporary files in {self.folder.parent}: {error.strerror or error}."
            raise DataFileError(msg) from error

    def copy(self) -> Windows:
        """Return the same to go on from; what is written beyond it is cut off."""
        other = replace(self)
        other.found = self.found.copy()
        return other

    def _damaged(self, code: int) -> DataFileError:
        msg = f"{self._path(code)} does not hold what was written there: start again."
        return DataFileError(msg)

    def _path(self, code: int) -> Path:
        return self.folder / f"{code}.f64"

    def curves(self) -> Iterator[Curve]:
        """Yield the curve of each window, the highest scores first, and remove its files."""
        found = np.zeros_like(self.rows)
        np.add.at(found, self.run, self.found)
        if not np.array_equal(found, self.rows):
            msg = "the files changed while they were read: the second pass met other rows than the first."
            raise DataFileError(msg)
        for window in range(len(self.floors) - 1, -1, -1):
            parts = [self._read(2 * window + code) for code in (0, 1)]
            happened = np.repeat(np.array([0, 1], np.uint8), [len(part) for part in parts])
            rows = ScoreRows(happened, (0, 1), self.pair, np.concatenate(parts), None, 0, what=self.score)
            if len(happened):
                yield arrays.curve(rows)
            for code in (0, 1):
                self._path(2 * window + code).unlink(missing_ok=True)

    def _read(self, code: int) -> npt.NDArray[np.float64]:
        path, many = self._path(code), int(self.found.ravel()[code])
        found = np.fromfile(path, count=many) if many and path.exists() else np.zeros(0)
        if len(found) != many:
            raise self._damaged(code)
        return found


def windows_of(
    curve: BucketCurve, most: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """
    Cut the scores into windows of about so many rows.

    Returns
    -------
    ndarray of float64
        The least score of each window, ascending.
    ndarray of int64
        The run of buckets that each window is of. A bucket with more rows than a window is cut into equal parts of its
        range, as nothing is known of where in it they lie.
    ndarray of int64, shape (runs, 2)
        The rows of each run.
    """
    rows, low, high = curve.weights[::-1], curve.low[::-1], curve.high[::-1]
    first: list[int] = []
    floors: list[float] = []
    run: list[int] = []
    held = most
    for place, here in enumerate(rows.sum(1).tolist()):
        if held + here > most:
            parts = min(-(-here // most), 1000) if low[place] < high[place] else 1
            cut = np.unique(np.linspace(low[place], high[place], parts + 1)[:-1]).tolist()
            floors += cut
            run += [len(first)] * len(cut)
            first.append(place)
            held = 0
        held += here
    return np.array(floors), np.array(run), np.add.reduceat(rows, first, axis=0)


def refuse_full_disk(rows: int, folder: Path) -> None:
    """Raise if the disk of a folder has no space for the files of so many scores."""
    free, needed = shutil.disk_usage(folder).free, 9 * rows
    if free < needed:
        msg = (
            f"exact=True needs {needed / 1e9:.1f} GB for temporary files, and {folder.parent} has {free / 1e9:.1f} GB; "
            "name another folder in the environment variable TMPDIR."
        )
        raise DataFileError(msg)
