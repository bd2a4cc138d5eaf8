"""
Rows of several classes of a lazy frame in cells of scores, and score by score where that decides something.

The engine of the frame groups by bucket and class. A caller then says in which cells an answer may lie; further queries
filter the ranges of these cells and group by score, or by part of a cell while there are too many scores. Only groups
come home.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import WideScoresError
from concordant.engines.files.score_cells import Mask, ScoreCells, TooManyScoresError, narrowed
from concordant.engines.frames.buckets import cells_of_buckets
from concordant.engines.frames.drawn_folds import dealt, even_sizes
from concordant.engines.frames.opened import chosen
from concordant.engines.frames.whole_rows import TRUTH, Roles, WholeRows, score, whole_rows
from concordant.errors import DataFileError
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import narwhals as nw

MOST_ROWS = 1_000_000  # in wanted cells, of which every score comes home
_RANGES = 64  # in a filter
_PARTS = 1 << 17  # that wanted cells are cut into, where they hold more rows


def labels_in_frame(frame: nw.LazyFrame[Any], truth: str) -> Any:
    """Return each label once, as a column of the library that the engine collects into; none of them is missing."""
    found = frame.select(chosen(frame, truth).alias("truth")).unique().collect().get_column("truth").drop_nulls()
    return (found.filter(~found.is_nan()) if found.dtype.is_float() else found).to_native()


@dataclass(frozen=True, slots=True)
class ScoresInFrame:
    """
    A column of labels and one of scores, in a lazy frame.

    Attributes
    ----------
    whole : WholeRows
    labels : tuple
        All classes.
    kind : dtype
        That of the scores, as arrays have it.
    folds, seed : int
        Into how many folds rows are dealt, 1 for none, and how.
    """

    whole: WholeRows
    labels: tuple[Label, ...]
    kind: np.dtype[Any]
    folds: int = 1
    seed: int = 0

    @classmethod
    def of(
        cls,
        frame: nw.LazyFrame[Any],
        truth: str,
        y_score: str,
        labels: tuple[Label, ...],
        *,
        folds: int,
        seed: int,
        missing: Missing,
    ) -> Self:
        """
        Look at the rows.

        Raises
        ------
        TooManyScoresError
            If the scores are whole numbers beyond those that float64 tells apart.
        """
        try:
            rows = whole_rows(frame, Roles(truth, (y_score,)), missing)
        except WideScoresError as error:
            raise TooManyScoresError from error
        given = frame.collect_schema()[y_score]
        kind = np.dtype(str(given).lower() if given.is_integer() or str(given) == "Float32" else np.float64)
        return cls(rows, labels, kind, folds, seed)

    def counted(self) -> ScoreCells:
        """Count all rows in buckets."""
        groups = cells_of_buckets(self.whole.frame, TRUTH, score(0), None, self.whole.key())
        found = self._cells(groups, "place", ("second", "greatest"))
        if self.folds == 1:
            return found
        table = found.rows[:, 0]
        random = self._random(table)
        return replace(found, rows=dealt(table, even_sizes(table.sum(0), self.folds, random), random))

    def narrowed(self, cells: ScoreCells, wanted: Callable[[ScoreCells], Mask]) -> ScoreCells:
        """
        Query the frame until no cell that is wanted is open.

        Raises
        ------
        DataFileError
            If the frame holds other rows now.
        TooManyScoresError
            If the wanted cells hold too many rows whose scores lie too close together.
        """
        return narrowed(cells, wanted, self._again)

    def _again(self, cells: ScoreCells, here: Mask) -> ScoreCells:
        """Count some of the wanted cells finer: all of them score by score, or the largest in parts."""
        ranges, many = _ranges(cells, here)
        if many <= MOST_ROWS:
            finer = self._every_score(ranges)
        else:
            largest = np.argsort(np.where(here, -cells.rows.sum((1, 2)), 0), kind="stable")[:_RANGES]
            here = here & np.isin(np.arange(len(here)), largest)
            finer = self._parts(cells.some(here))
        return cells.some(~here).beside(self._put_into(cells.some(here), finer))

    def _put_into(self, old: ScoreCells, finer: ScoreCells) -> ScoreCells:
        """
        Leave out what lies between the old cells, and deal the rows of each to folds as they were dealt.

        Raises
        ------
        DataFileError
            If the old cells held other rows.
        """
        place = np.searchsorted(-old.high, -finer.high, side="right") - 1  # the highest scores first
        inside = (place >= 0) & (finer.low >= old.low[place])
        finer, place = finer.some(inside), place[inside]
        held = np.zeros((len(old.low), finer.rows.shape[2]), np.int64)
        np.add.at(held, place, finer.rows[:, 0])
        if not np.array_equal(held, old.rows.sum(1)):
            msg = "the lazy frame changed while it was read: a later query met other rows than the first."
            raise DataFileError(msg)
        if self.folds == 1:
            return finer
        table, random = finer.rows[:, 0], self._random(finer.rows)
        parts = np.split(table, np.flatnonzero(np.diff(place)) + 1)
        return replace(finer, rows=np.concatenate([dealt(*one, random) for one in zip(parts, old.rows, strict=True)]))

    def _random(self, rows: npt.NDArray[np.int64]) -> np.random.Generator:
        """Draw from the seed and from what is dealt: the same rows have the same folds in every engine."""
        return np.random.default_rng([self.seed, len(rows), int(rows.sum())])

    def _every_score(self, ranges: Sequence[tuple[float, float]]) -> ScoreCells:
        import narwhals as nw

        s = nw.col(score(0))
        here = self.whole.frame.filter(reduce(or_, [(s >= low) & (s <= high) for low, high in ranges]))
        keys = here.select(nw.col(TRUTH).alias("first"), s.alias("second"))
        cells = keys.group_by("first", "second").agg(nw.len().alias("rows")).collect()
        return self._cells(cells, "second", ("second", "second"))

    def _parts(self, old: ScoreCells) -> ScoreCells:
        """Cut cells into parts of their ranges, in the order of the scores."""
        import narwhals as nw

        s, each = nw.col(score(0)), _PARTS // len(old.low)
        place: Any = nw.lit(-1.0)
        for number, (low, high) in enumerate(zip(old.low.tolist(), old.high.tolist(), strict=True)):
            half = max(high / 2 - low / 2, 2.0**-960)  # the whole could be infinite
            steps = 2.0 ** (int(np.frexp(each / 2 / half)[1]) - 1)
            part = ((s * 0.5 - low * 0.5) * steps).floor() + float(number * each)
            place = nw.when((s >= low) & (s <= high)).then(part).otherwise(place)
        keys = self.whole.frame.select(
            nw.col(TRUTH).alias("first"), s.alias("score"), place.cast(nw.Int64).alias("place")
        )
        ends = (nw.col("score").min().alias("low"), nw.col("score").max().alias("high"))
        groups = keys.filter(nw.col("place") >= 0).group_by("first", "place")
        return self._cells(groups.agg(nw.len().alias("rows"), *ends).collect(), "place", ("low", "high"))

    def _cells(self, found: nw.DataFrame[Any], place: str, ends: tuple[str, str]) -> ScoreCells:
        """Put the groups of each class in their cells, without folds."""
        code = {label: k for k, label in enumerate(self.labels)}
        class_of = np.array([code[label] for label in found.get_column("first").to_list()], np.intp)
        columns = [found.get_column(name).to_numpy() for name in (place, *ends, "rows")]
        places, cell = np.unique(columns[0], return_inverse=True)
        low, high = np.full((2, len(places)), [[np.inf], [-np.inf]])
        np.minimum.at(low, cell, columns[1])
        np.maximum.at(high, cell, columns[2])
        classes = max(len(self.labels), 1)
        rows = np.zeros(len(places) * classes, np.int64)
        np.add.at(rows, cell * classes + class_of, columns[3])
        order = np.argsort(-low, kind="stable")
        return ScoreCells(
            low[order] + 0.0, high[order] + 0.0, rows.reshape(-1, 1, classes)[order], self.kind, self.whole.lost
        )


def _ranges(cells: ScoreCells, here: Mask) -> tuple[list[tuple[float, float]], int]:
    """Return few ranges of scores that hold some cells, with as few rows between as can be; and how many rows."""
    place = np.flatnonzero(here)
    before = np.concatenate([[0], cells.rows.sum((1, 2)).cumsum()])
    between = before[place[1:]] - before[place[:-1] + 1]
    apart = np.zeros(len(between), np.bool_)
    apart[np.argsort(-between, kind="stable")[: _RANGES - 1]] = True
    apart &= np.diff(place) > 1
    first, last = place[np.append(True, apart)], place[np.append(apart, True)]
    many = int((before[last + 1] - before[first]).sum())
    return list(zip(cells.low[last].tolist(), cells.high[first].tolist(), strict=True)), many
