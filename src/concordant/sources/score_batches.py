"""Batches of labels and scores, added up to what pages and comparisons need: scores while few, then buckets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.errors import InputError, MissingValuesError, ScoreError, WeightError
from concordant.inputs.encoding import encode
from concordant.inputs.scores import ScoreRows
from concordant.sources.batches import LazyRows
from concordant.sources.buckets import BucketStack, BucketTable
from concordant.sources.csv_files import is_whole
from concordant.sources.files import DataFile, Progress
from concordant.sources.scores import OtherClassesError, OtherScaleError, columns_of, on_their_scale, positive_of
from concordant.sources.summary import MOST_GROUPS, Summary, in_group_order, too_many_groups
from concordant.sources.whole_batches import WaitingRows, WholeBatch, whole_batches
from concordant.states.buckets import BucketCurve, Scale, ScoreKey
from concordant.states.curves import Curve, CurveStack
from concordant.states.moments import Loss, Moments
from concordant.typing import FloatArray, Label, Missing

if TYPE_CHECKING:
    import polars as pl


MOST_SCORES = 1_000_000  # different ones that are kept as they are; 24 bytes each
BITS = {"probability": 14, "real": 13}  # of the key, if there are more: tables of 25 and 22 MB
BATCH = 1 << 18  # rows that are read at once
BLOCK = 4 * BATCH  # rows of one score that become a state at once
_ROOM = 32 << 20  # bytes of all curves or buckets
_FEWEST = 512  # buckets of a column
_CLASS_BITS = 12


def buckets_each(classes: int) -> int | None:
    """Return how many buckets the column of a class may have; None where there is room for too few."""
    most = _ROOM // (classes * (8 * classes + 24))
    return most if most >= _FEWEST else None


def read_scores(
    files: Sequence[DataFile] | LazyRows,
    truth: str,
    scores: Sequence[str],
    *,
    labels: tuple[Label, ...],
    types: Mapping[str, pl.DataType],
    losses: dict[str, Loss],
    pred: str | None = None,
    weight: str | None = None,
    by: str | None = None,
    missing: Missing = "raise",
    progress: Progress | None = None,
) -> Summary:
    """
    Read labels and scores batch by batch; memory holds a few batches and the states.

    Parameters
    ----------
    files : sequence of DataFile, or LazyRows
    truth, scores : str, sequence of str
        The columns of labels and of scores: one of two classes, or one a class, in the order of `labels`.
    labels : tuple
        All classes, of two the negative and the positive one.
    types : mapping
        The types of the columns of labels: of CSV files what all of their values are.
    losses : mapping
        Those that are taken if the scores of each row are probabilities, under the names that they get.
    pred, weight, by : str, optional
        Columns of predicted labels; of two classes also of weights, and of groups of rows.
    missing : {"raise", "drop"}
    progress : callable, optional

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError, ScoreError
        As `whole_batches` has them.
    OtherClassesError
        If another label occurs.
    OptionError
        If there are more groups than a page holds.
    """
    columns: dict[str, Any] = {truth: types[truth], **dict.fromkeys(scores)}
    columns |= {name: types[name] for name in (pred, by) if name is not None}
    how: Any = {"weight": weight, "missing": missing, "progress": progress, "rows": BATCH}

    def read(scale: Scale) -> Summary:
        sums = ScoreSums(truth, tuple(scores), pred, labels, losses, scale, weight is not None, by)
        for batch in whole_batches(files, columns, **how):
            sums.add(batch)
        return sums.finished(types)

    return on_their_scale(read)


@dataclass(slots=True)
class ScoreSums:
    """
    What the batches of labels and scores hold so far: one score of two classes, or one a class.

    Parameters
    ----------
    truth, scores, pred : str, tuple of str, str or None
        The columns.
    labels : tuple
        All classes; of two the second is the positive one.
    losses : mapping
        Those that are taken of probabilities.
    scale : {"probability", "real"}
        Of the scores so far, and of the buckets if there are too many of them.
    weighted : bool
    by : str, optional
        The column of groups.
    """

    truth: str
    scores: tuple[str, ...]
    pred: str | None
    labels: tuple[Label, ...]
    losses: dict[str, Loss]
    scale: Scale
    weighted: bool = False
    by: str | None = None
    rows: int = 0  # that count
    missing: int = 0
    whole: _States = field(init=False)
    waiting: WaitingRows = field(default_factory=WaitingRows)
    orders: set[tuple[Label, ...] | None] = field(default_factory=set)  # of the groups, as batches declare them
    places: dict[Label, int] = field(default_factory=dict)  # of the groups, in the order in which they came
    groups: dict[Label, _States] = field(default_factory=dict)
    key: ScoreKey | None = None  # of the buckets of groups, once there are too many scores

    def __post_init__(self) -> None:
        """Begin with nothing."""
        width = 8 * len(self.labels) + 8
        self.whole = self._states(MOST_SCORES if len(self.scores) == 1 else _ROOM / width)

    def _states(self, most: float) -> _States:
        return _States(self.scores, self.labels, self.losses, self.scale, self.weighted, most)

    @property
    def block(self) -> int:
        """Rows that become states at once: of several classes as many as a few columns have room for."""
        if len(self.scores) > 1:
            return BATCH * max(1, 8 // len(self.labels))
        if self.by is not None:
            return _TOGETHER
        return min(BLOCK, BATCH) if self.whole.tables else BLOCK  # how rows are parted plays no part in buckets

    def add(self, batch: WholeBatch) -> None:
        """Add the rows of a batch."""
        self.missing += batch.missing
        if not batch.rows.height:
            return
        self.rows += batch.rows.height
        codes, scores = self._codes_and_scores(batch.rows)
        decided = None if self.pred is None else codes_of(batch.rows[self.pred], self.labels)
        group = None if self.by is None else self._groups_of(batch.rows[self.by])
        self.waiting.add((codes, scores, decided, batch.weights, group), self.block, self._count)

    def _codes_and_scores(self, part: pl.DataFrame) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return the index of each label, and the scores."""
        if len(self.scores) > 1:
            matrix = np.column_stack([part[name].to_numpy() for name in self.scores])
            return codes_of(part[self.truth], self.labels), matrix
        positive, scores = columns_of(part[self.truth], part[self.scores[0]], self.labels)
        return positive.view(np.uint8), scores

    def _groups_of(self, column: pl.Series) -> npt.NDArray[np.uint8]:
        """The place of the group of each row."""
        coded = encode(column, self.by or "by")
        known, code = np.unique(coded.values, return_inverse=True)
        labels: list[Any] = known.tolist() if coded.names is None else [coded.names[k] for k in known.tolist()]
        places = [self.places.setdefault(label, len(self.places)) for label in labels[: MOST_GROUPS + 1]]
        if len(self.places) > MOST_GROUPS:
            raise too_many_groups(self.by or "by")
        declared = coded.ordered and coded.names and isinstance(coded.names[0], str)  # others sort by themselves
        self.orders.add(coded.names if declared else None)
        return np.array(places, np.uint8)[code.ravel()]

    def _count(self, codes: Any, scores: Any, decided: Any, weights: Any, group: Any) -> None:
        """Count the rows of a block, and each in its group."""
        self.whole.count(codes, scores, decided, weights)
        if group is None:
            return
        decided = scores >= 0.5 if decided is None else decided
        order = np.argsort(group, kind="stable")  # of so few codes that is a count
        ends = np.cumsum(np.bincount(group, minlength=len(self.places)))
        for label, here in zip(self.places, np.split(order, ends[:-1]), strict=True):
            if len(here):
                if label not in self.groups:
                    self.groups[label] = self._states(math.inf)
                    if self.key is not None:
                        self.groups[label].put_in_buckets(self.key)
                own = None if weights is None else weights[here]
                self.groups[label].count(codes[here], scores[here], decided[here], own)
        if self.key is None and sum(len(one.curves[0].scores) for one in self.groups.values()) > MOST_SCORES:
            self.key = ScoreKey(self.whole.scale, bits=_SCORES_BY_GROUP_BITS, limit=_LIMIT)
            for one in self.groups.values():
                one.put_in_buckets(self.key)

    def finished(self, types: Mapping[str, pl.DataType]) -> Summary:
        """Count the rows that wait, and return what all rows add up to, with each group in their order."""
        self.waiting.finish(self._count)
        if not self.rows:
            raise self._no_row()
        improper = self.whole.scale == "real" or self.whole.why is not None

        def summary(states: _States, missing: int = 0, **rest: Any) -> Summary:
            true, decided, times, weights, squares = states.cells_of_labels()
            return Summary(
                classes=self.labels,
                truth=_series(self.truth, self.labels, types[self.truth])[true],
                pred=None if self.pred is None else _series(self.pred, self.labels, types[self.pred])[decided],
                true=true,
                decided=decided,
                times=times,
                weights=weights if self.weighted else None,
                squares=squares if self.weighted else None,
                curve=states.curve(missing),
                losses={} if improper else {name: replace(x, missing=missing) for name, x in states.sums.items()},
                rows=int(times.sum()) + missing,
                missing=missing,
                **rest,
            )

        names = self.orders.pop() if len(self.orders) == 1 else None  # files may differ
        groups = {label: summary(self.groups[label]) for label in in_group_order(self.groups, names)}
        return summary(self.whole, self.missing, groups=groups, why=self.whole.why)

    def _no_row(self) -> InputError:
        """The error where nothing is left."""
        if not self.missing:
            return WeightError("none of the rows has a weight above zero: nothing can be evaluated.")
        names = ", ".join(name for name in (self.truth, self.pred, *self.scores, self.by) if name is not None)
        msg = f"no row is complete: {self.missing:,} rows have a missing value in one of {names}."
        return MissingValuesError(msg)


@dataclass(slots=True)
class _States:
    """What rows of labels and scores add up to so far, of all rows or of a group."""

    scores: tuple[str, ...]
    labels: tuple[Label, ...]
    losses: Mapping[str, Loss]
    scale: Scale
    weighted: bool
    most: float  # scores that are kept as they are, unless somebody else decides
    why: str | None = None  # scores of several classes are no probabilities
    curves: list[Curve] = field(default_factory=list)  # one a column of scores
    tables: list[BucketTable | _FittedBuckets] = field(default_factory=list)  # instead, once there are too many scores
    cells: FloatArray = field(init=False)  # of truth and decision
    sums: dict[str, Moments] = field(default_factory=dict)  # of the losses

    def __post_init__(self) -> None:
        """Begin with nothing."""
        self.cells = np.zeros((3, len(self.labels) ** 2))

    def count(self, codes: npt.NDArray[Any], scores: npt.NDArray[Any], decided: Any, weights: Any) -> None:
        """Count the rows of a block."""
        scores, one = np.ascontiguousarray(scores), len(self.scores) == 1
        if self.scale == "probability" and (scores.min() < 0 or scores.max() > 1):
            self.scale = "real"
            if any(table.key.scale == "probability" for table in self.tables):
                raise OtherScaleError
        block = ScoreRows(codes, tuple(range(len(self.labels))), self.labels, scores, weights, 0)
        if one:
            block = replace(block, what=self.scores[0])
            if self.scale == "probability":
                self._add_losses(block)
            self._count_scores([block])
            decided = scores >= 0.5 if decided is None else decided
        else:
            if self.why is None:
                try:
                    self._add_losses(block)
                except ScoreError as error:
                    self.why = str(error)
            columns = zip(self.scores, np.ascontiguousarray(scores.T), strict=True)
            self._count_scores([replace(block, scores=column, what=name) for name, column in columns])
            decided = scores.argmax(1) if decided is None else decided
        add_cells(self.cells, codes, decided, weights)

    def _add_losses(self, rows: ScoreRows) -> None:
        moments = {name: arrays.loss_moments(rows, loss) for name, loss in self.losses.items()}
        self.sums = {name: self.sums[name] + one for name, one in moments.items()} if self.sums else moments

    def _count_scores(self, columns: list[ScoreRows]) -> None:
        """Count the scores of each column."""
        if not self.tables:
            before, parts = self.curves, [arrays.curve(one) for one in columns]
            self.curves = [a + b for a, b in zip(before, parts, strict=True)] if before else parts
            if sum(len(one.scores) for one in self.curves) <= self.most:
                return
            for one, curve in zip(columns, self.curves, strict=True):
                if curve.scores.dtype.kind in "iu":
                    arrays.refuse_wide(int(curve.scores[-1]), int(curve.scores[0]), one.what)
            key, self.curves = self._key(), before
            self.put_in_buckets(key)
        for one, table in zip(columns, self.tables, strict=True):
            arrays.refuse_inexact(one)
            table.add_rows(one)

    def put_in_buckets(self, key: ScoreKey) -> None:
        """Go on in buckets; all of those of a key without a limit have their place."""
        for place in range(len(self.scores)):
            table = BucketTable(key, weighted=self.weighted) if key.limit is None else _FittedBuckets(key)
            if self.curves:
                table.add(BucketCurve.from_curve(self.curves[place], key=key))
            self.tables.append(table)
        self.curves = []

    def _key(self) -> ScoreKey:
        """The key of scores like these: of one column of large ones with more octaves, and fewer bits in each."""
        if len(self.scores) > 1:
            octaves = {} if self.scale == "probability" else {"octaves": 64}
            return ScoreKey(self.scale, bits=_CLASS_BITS, limit=buckets_each(len(self.labels)), **octaves)
        key, scores = ScoreKey(self.scale, bits=BITS[self.scale]), self.curves[0].scores
        if self.scale == "probability" or max(abs(float(scores[0])), abs(float(scores[-1]))) < 2.0**key.octaves:
            return key
        return ScoreKey(self.scale, octaves=64, bits=BITS[self.scale] - 2)

    def _states(self, missing: int) -> list[Any]:
        """The scores of each column."""
        if self.tables:
            return [table.state(self.labels, missing) for table in self.tables]
        return [replace(one, missing=missing) for one in self.curves]

    def curve(self, missing: int) -> Curve | BucketCurve | CurveStack | BucketStack:
        """Return the scores, beside so many rows that lack a value."""
        states = self._states(missing)
        if len(states) == 1:
            found: Curve | BucketCurve = states[0]
            return found
        return (BucketStack if self.tables else CurveStack)(tuple(states), self.labels)

    def cells_of_labels(self) -> tuple[Any, ...]:
        """Return the places of truth and decision of each cell that holds rows; its rows, weights and squares."""
        held = np.flatnonzero(self.cells[0])
        times, weights, squares = self.cells[:, held]
        return *np.divmod(held, len(self.labels)), times.astype(np.int64), weights, squares


@dataclass(slots=True)
class _FittedBuckets:
    """The scores of one column of several in buckets, as many as there is room for."""

    key: ScoreKey
    curve: BucketCurve | None = None

    def add(self, part: BucketCurve) -> None:
        """Add buckets of the same key."""
        self.curve = part if self.curve is None else self.curve + part

    def add_rows(self, rows: ScoreRows) -> None:
        """Add checked rows."""
        self.add(arrays.bucket_curve(rows, key=self.key))

    def state(self, classes: tuple[Label, ...], missing: int) -> BucketCurve:
        """Return the buckets that hold rows."""
        return BucketCurve.empty(classes, key=self.key) if self.curve is None else replace(self.curve, missing=missing)


def _series(name: str, labels: Sequence[Label], kind: pl.DataType) -> pl.Series:
    """Labels in the type of their column."""
    import polars as pl

    if all(isinstance(label, str) for label in labels):
        return pl.Series(name, labels, pl.String).cast(kind)
    return pl.Series(name, labels, kind, strict=False)  # one that is declared and does not occur may be of another type


def add_cells(
    cells: FloatArray, codes: npt.NDArray[Any], decided: npt.NDArray[Any], weights: FloatArray | None
) -> None:
    """Add rows to how many there are by truth and decision, to their weights and squared weights, shape (3, K * K)."""
    size = cells.shape[1]
    cell = math.isqrt(size) * codes + decided
    cells[0] += np.bincount(cell, minlength=size)
    if weights is not None:
        with np.errstate(over="ignore", under="ignore"):  # of such weights the rows are read as a whole
            for sums, values in zip(cells[1:], (weights, weights**2), strict=True):
                np.add.at(sums, cell, values)  # row by row, however they are parted


def codes_of(truth: pl.Series, labels: tuple[Label, ...]) -> npt.NDArray[Any]:
    """
    Return the place of each label among all.

    Raises
    ------
    OtherClassesError
        If a label is none of them.
    """
    import polars as pl
    import polars.exceptions as pe

    if len(labels) == 2 and is_whole(truth):
        return positive_of(truth.to_numpy(), labels).view(np.uint8)
    text = truth.dtype in (pl.String, pl.Categorical) or isinstance(truth.dtype, pl.Enum)
    column = truth.cast(pl.String) if text else truth
    try:
        known = pl.Series(list(labels)).cast(column.dtype)
        found = column.replace_strict(known, pl.Series(range(len(labels)), dtype=pl.Int64), return_dtype=pl.Int64)
    except (pe.InvalidOperationError, TypeError) as error:
        raise OtherClassesError from error
    return found.to_numpy()


_SCORES_BY_GROUP_BITS, _LIMIT = 12, 1 << 15  # of the key of groups: a group takes up to 1.3 MB
_TOGETHER = 1 << 21  # rows that become states at once
