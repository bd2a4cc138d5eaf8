"""
Windows of scores, from the highest down, each sorted by itself: all scores in order, of which few are held at a time.

Rows go to one temporary file a window and class, 8 bytes a row. A window is a run of buckets whose rows are known from
the first pass, so that every window fits.
"""

from __future__ import annotations

import tempfile
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
from concordant.states.bucket_curve import BucketCurve
from concordant.states.curve import Curve
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
    rows : ndarray of int64, shape (windows, 2)
        The rows of each class that each window must get, by the first pass.
    folder : Path
        Where the files of the windows are.
    """

    truth: str
    score: str
    pair: tuple[Label, Label]
    floors: npt.NDArray[np.float64]
    rows: npt.NDArray[np.int64]
    folder: Path
    found: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        """No row was found yet."""
        self.found = np.zeros_like(self.rows)

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
        order = np.argsort(code.astype(np.uint16), kind="stable")
        many = np.bincount(code, minlength=2 * len(self.floors))
        self.found = self.found + many.reshape(-1, 2)
        last = many.cumsum()
        for k in np.flatnonzero(many).tolist():
            with self._path(k).open("ab") as opened:
                opened.truncate(before[k])  # a file of the user that is read again is written again
                scores[order[last[k] - many[k] : last[k]]].tofile(opened)

    def copy(self) -> Windows:
        """Return the same to go on from; what is written beyond it is cut off."""
        other = replace(self)
        other.found = self.found.copy()
        return other

    def _path(self, code: int) -> Path:
        return self.folder / f"{code}.f64"

    def curves(self) -> Iterator[Curve]:
        """Yield the curve of each window, the highest scores first."""
        if not np.array_equal(self.found, self.rows):
            msg = "the files changed while they were read: the second pass met other rows than the first."
            raise DataFileError(msg)
        for window in range(len(self.floors) - 1, -1, -1):
            parts = [self._read(2 * window + code) for code in (0, 1)]
            happened = np.repeat(np.array([0, 1], np.uint8), [len(part) for part in parts])
            rows = ScoreRows(happened, (0, 1), self.pair, np.concatenate(parts), None, 0, what=self.score)
            yield arrays.curve(rows)
            for code in (0, 1):
                self._path(2 * window + code).unlink(missing_ok=True)

    def _read(self, code: int) -> npt.NDArray[np.float64]:
        path = self._path(code)
        return np.fromfile(path) if path.exists() else np.zeros(0)


def windows_of(curve: BucketCurve, most: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Return the least scores of runs of buckets with at most so many rows (or one bucket), ascending, and the rows."""
    rows = curve.weights[::-1]
    first = [0]
    held = 0
    for place, here in enumerate(rows.sum(1).tolist()):
        if held and held + here > most:
            first.append(place)
            held = 0
        held += here
    return curve.low[::-1][first], np.add.reduceat(rows, first, axis=0)


def temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """Return a folder that is removed when it is left."""
    return tempfile.TemporaryDirectory(prefix="concordant-")
