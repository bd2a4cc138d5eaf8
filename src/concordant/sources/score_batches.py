"""Batches of labels and scores, accumulated into what pages and comparisons need: scores while few, then buckets."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.errors import InputError, MissingValuesError, ScoreError, WeightError
from concordant.inputs.encoding import encode
from concordant.inputs.scores import ScoreRows
from concordant.sources.batches import (
    Accumulator,
    Copyable,
    LazyRows,
    Lost,
    WaitingRows,
    Weights,
    accumulate,
    in_chunks,
    of_names,
)
from concordant.sources.buckets import BucketStack, BucketTable
from concordant.sources.files import DataFile, Progress
from concordant.sources.labels import KEYS, SUMS, grouped_pairs, merged
from concordant.sources.moments import CHUNK, LossSums
from concordant.sources.scores import (
    MOST_GROUPS,
    ClassScores,
    OtherClassesError,
    OtherScaleError,
    ScoredGroup,
    ScoredRows,
    are_plain,
    columns_of,
    in_group_order,
    on_their_scale,
    positive_of,
    too_many_groups,
)
from concordant.states.buckets import BucketCurve, Scale, ScoreKey
from concordant.states.curves import Curve, CurveStack
from concordant.states.moments import Loss, Moments
from concordant.typing import FloatArray, Label, Missing

if TYPE_CHECKING:
    import polars as pl


MOST_SCORES = 1_000_000  # different ones that are kept as they are; 24 bytes each
BITS = {"probability": 14, "real": 13}  # of the key, if there are more: tables of 25 and 22 MB
BLOCK = 4 * CHUNK  # rows of one score that become a state at once
_ROOM = 32 << 20  # bytes of all curves or buckets
_FEWEST = 512  # buckets of a column
_CLASS_BITS = 12
_MOST_WAITING = 1 << 12  # groups of labels that wait to be added


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
) -> Any:
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

    Returns
    -------
    ScoredRows or ClassScores
        Of one column of scores, or of several.

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError, ScoreError
        As `accumulate` has them.
    OtherClassesError
        If another label occurs.
    OtherTypeError
        If a column of labels in a CSV file is of another type.
    OptionError
        If there are more groups than a page holds.
    """
    columns: dict[str, Any] = {truth: types[truth], **dict.fromkeys(scores)}
    columns |= {name: types[name] for name in (pred, by) if name is not None}
    how: Any = {"weight": weight, "missing": missing, "progress": progress, "rows": CHUNK}

    def read(scale: Scale) -> Any:
        whole = ScoreAccumulator(truth, tuple(scores), pred, labels, LossSums(losses), scale, weight is not None)
        start: Any = whole if by is None else ScoresByGroup(whole, by, losses)
        return accumulate(files, columns, start, **how).finished(types)

    found = on_their_scale(read)
    return found if by is None else _with_named_groups(found, by, files)


@dataclass(slots=True)
class ScoreAccumulator(Accumulator):
    """
    What the batches of labels and scores hold so far: one score of two classes, or one a class.

    Parameters
    ----------
    truth, scores, pred : str, tuple of str, str or None
        The columns.
    labels : tuple
        All classes; of two the second is the positive one.
    losses : LossSums
        Empty.
    scale : {"probability", "real"}
        Of the scores so far, and of the buckets if there are too many of them.
    weighted : bool
    """

    truth: str
    scores: tuple[str, ...]
    pred: str | None
    labels: tuple[Label, ...]
    losses: LossSums
    scale: Scale
    weighted: bool = False
    why: str | None = None  # scores of several classes are no probabilities
    rows: int = 0  # that count
    missing: int = 0
    curves: list[Curve] = field(default_factory=list)  # one a column of scores
    tables: list[BucketTable | _FittedBuckets] = field(default_factory=list)  # instead, once there are too many scores
    cells: FloatArray = field(init=False)  # of truth and decision, where these do not follow from the curve
    groups: list[pl.DataFrame] = field(default_factory=list)
    waiting: WaitingRows = field(default_factory=WaitingRows)

    def __post_init__(self) -> None:
        """Begin with nothing."""
        self.cells = np.zeros((3, len(self.labels) ** 2))

    @property
    def probabilities(self) -> bool:
        """Whether all scores are from 0 to 1 so far."""
        return self.scale == "probability"

    @property
    def pair(self) -> tuple[Label, Label]:
        """The negative and the positive class."""
        negative, positive = self.labels
        return negative, positive

    @property
    def block(self) -> int:
        """Rows that become a state at once: of several classes as many as a few columns have room for."""
        return BLOCK if len(self.scores) == 1 else CHUNK * max(1, 8 // len(self.labels))

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Add the rows of a batch that count."""
        self.taken(part, weights, lost)

    def taken(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> tuple[pl.DataFrame, Weights]:
        """Add the rows of a batch that are whole and have a weight above zero, and return them."""
        keep = np.ones(part.height, np.bool_) if lost is None else ~lost
        self.missing += part.height - int(np.count_nonzero(keep))
        if weights is not None:
            keep &= weights != 0
        if not keep.all():
            part, weights = part.filter(keep), None if weights is None else weights[keep]
        if not part.height:
            return part, weights
        self.rows += part.height
        pieces = list(self._pieces(part))  # of all: another label is met first
        if self.pred is not None:
            self.groups.append(grouped_pairs(part[self.truth], part[self.pred], weights, 0))
            if sum(one.height for one in self.groups) > _MOST_WAITING:
                self.groups = [merged(self.groups)]
        start = 0
        for codes, scores in pieces:
            end = start + len(scores)
            self.waiting.add((codes, scores, None if weights is None else weights[start:end]), self.block, self._count)
            start = end
        return part, weights

    def _pieces(self, part: pl.DataFrame) -> Iterator[tuple[npt.NDArray[Any], npt.NDArray[Any]]]:
        """Yield the place of each label and the scores, piece by piece where these need no copy then."""
        truth, score = part[self.truth], part[self.scores[0]]
        if len(self.scores) > 1:
            yield codes_of(truth, self.labels), np.column_stack([part[name].to_numpy() for name in self.scores])
        elif are_plain(truth, score):
            for values, scores in in_chunks(truth, score):
                yield positive_of(values, self.pair).view(np.uint8), scores
        else:
            positive, scores = columns_of(truth, score, self.pair)
            yield positive.view(np.uint8), scores

    def _count(self, codes: npt.NDArray[Any], scores: npt.NDArray[Any], weights: Any) -> None:
        """Count the rows of a block."""
        scores = np.ascontiguousarray(scores)
        if self.probabilities and (scores.min() < 0 or scores.max() > 1):
            self.scale = "real"
            if any(table.key.scale == "probability" for table in self.tables):
                raise OtherScaleError
        block = ScoreRows(codes, tuple(range(len(self.labels))), self.labels, scores, weights, 0)
        if len(self.scores) == 1:
            block = replace(block, what=self.scores[0])
            with self.losses.adding(block) if self.probabilities else nullcontext():
                self._count_scores([block])
            if weights is not None and self.pred is None:
                add_cells(self.cells, codes, scores >= 0.5, weights)
            return
        if self.why is None:
            try:
                self.losses.add(block)
            except ScoreError as error:
                self.why = str(error)
        if self.pred is None:
            add_cells(self.cells, codes, scores.argmax(1), None)
        columns = zip(self.scores, np.ascontiguousarray(scores.T), strict=True)
        self._count_scores([replace(block, scores=column, what=name) for name, column in columns])

    def _count_scores(self, columns: list[ScoreRows]) -> None:
        """Count the scores of each column."""
        if not self.tables:
            parts, before = [arrays.curve(one) for one in columns], self.curves
            self.curves = [a + b for a, b in zip(before, parts, strict=True)] if before else parts
            if not self._are_many():
                return
            for one, curve in zip(columns, self.curves, strict=True):
                if curve.scores.dtype.kind in "iu":
                    arrays.refuse_wide(int(curve.scores[-1]), int(curve.scores[0]), one.what)
            key = self._key()
            self.tables, self.curves = [self._table(key) for _ in columns], []
            for table, curve in zip(self.tables, before, strict=False):
                table.add(BucketCurve.from_curve(curve, key=key))
        for one, table in zip(columns, self.tables, strict=True):
            arrays.refuse_inexact(one)
            table.add_rows(one)

    def _table(self, key: ScoreKey) -> BucketTable | _FittedBuckets:
        """Return empty buckets of a column."""
        return BucketTable(key, weighted=self.weighted) if len(self.scores) == 1 else _FittedBuckets(key)

    def _are_many(self) -> bool:
        """Whether there are more scores than are kept."""
        lines = sum(len(one.scores) for one in self.curves)
        return lines > MOST_SCORES if len(self.scores) == 1 else lines * (8 * len(self.labels) + 8) > _ROOM

    def _key(self) -> ScoreKey:
        """The key of scores like these: of one column of large ones with more octaves, and fewer bits in each."""
        if len(self.scores) > 1:
            octaves = {} if self.probabilities else {"octaves": 64}
            return ScoreKey(self.scale, bits=_CLASS_BITS, limit=buckets_each(len(self.labels)), **octaves)
        key, scores = ScoreKey(self.scale, bits=BITS[self.scale]), self.curves[0].scores
        if self.probabilities or max(abs(float(scores[0])), abs(float(scores[-1]))) < 2.0**key.octaves:
            return key
        return ScoreKey(self.scale, octaves=64, bits=BITS[self.scale] - 2)

    def finished(self, types: Mapping[str, pl.DataType], by: str | None = None) -> Any:
        """Count the rows that wait, and return the states and the groups of labels: `ScoredRows` or `ClassScores`."""
        self.waiting.finish(self._count)
        if not self.rows:
            raise self._no_row(by)
        labels: Any = self.labels
        curves: list[Any] = [replace(one, missing=self.missing) for one in self.curves]
        curves = [table.state(labels, self.missing) for table in self.tables] or curves
        losses = self.losses.sums if self.probabilities and self.why is None else {}
        rest: Any = {"losses": {name: replace(one, missing=self.missing) for name, one in losses.items()}}
        rest |= {"rows": self.rows + self.missing, "missing": self.missing}
        decided = None
        if self.pred is not None:
            groups = merged(self.groups)
            times, *sums = (groups[name].to_numpy() for name in SUMS)
            truth, pred = (groups[key].alias(name) for key, name in zip(KEYS, (self.truth, self.pred), strict=True))
        else:
            table = _cells(curves[0]) if len(curves) == 1 and not self.weighted else self.cells
            cells = np.flatnonzero(table[0])
            truth, pred = _series(self.truth, [labels[k] for k in cells // len(labels)], types[self.truth]), None
            decided = cells % len(labels)
            times, *sums = (row[cells] for row in table)
        rest |= {"truth": truth, "pred": pred, "times": times.astype(np.int64)}
        if len(curves) == 1:
            rest |= {"weights": sums[0], "squares": sums[1]} if self.weighted else {}
            cut = None if decided is None else decided.astype(np.bool_)
            return ScoredRows(pair=self.pair, curve=curves[0], cut=cut, **rest)
        stack = BucketStack(tuple(curves), labels) if self.tables else CurveStack(tuple(curves), labels)
        return ClassScores(labels=labels, curve=stack, top=decided, why=self.why, **rest)

    def _no_row(self, by: str | None) -> InputError:
        """The error where nothing is left."""
        if not self.missing:
            return WeightError("none of the rows has a weight above zero: nothing can be evaluated.")
        names = ", ".join(name for name in (self.truth, self.pred, *self.scores, by) if name is not None)
        msg = f"no row is complete: {self.missing:,} rows have a missing value in one of {names}."
        return MissingValuesError(msg)


@dataclass(slots=True)
class _FittedBuckets(Copyable):
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


def _cells(curve: Curve | BucketCurve) -> npt.NDArray[np.int64]:
    """How many rows of each class score below 0.5, and from 0.5 on; no bucket lies on both sides."""
    scores = curve.low if isinstance(curve, BucketCurve) else curve.scores
    above = scores >= 0.5
    sums = [curve.weights[~above].sum(0), curve.weights[above].sum(0)]
    return np.stack(sums, -1).reshape(1, 4)


def _series(name: str, labels: Sequence[Label], kind: pl.DataType) -> pl.Series:
    """Labels in the type of their column."""
    import polars as pl

    plain = pl.Series(name, labels, pl.String) if all(isinstance(x, str) for x in labels) else pl.Series(name, labels)
    return plain.cast(kind)


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


def codes_of(truth: pl.Series, labels: Sequence[Label]) -> npt.NDArray[np.int64]:
    """
    Return the place of each label among all.

    Raises
    ------
    OtherClassesError
        If a label is none of them.
    """
    import polars as pl
    import polars.exceptions as pe

    text = truth.dtype in (pl.String, pl.Categorical) or isinstance(truth.dtype, pl.Enum)
    column = truth.cast(pl.String) if text else truth
    try:
        known = pl.Series(list(labels)).cast(column.dtype)
        found = column.replace_strict(known, pl.Series(range(len(labels)), dtype=pl.Int64), return_dtype=pl.Int64)
    except (pe.InvalidOperationError, TypeError) as error:
        raise OtherClassesError from error
    return found.to_numpy()


def _with_named_groups(sums: ScoredRows, by: str, files: Sequence[DataFile] | LazyRows) -> ScoredRows:
    """Return the groups under the numbers that their names in CSV may be, in their order."""
    import polars as pl

    labels = [group.label for group in sums.groups]
    if not all(isinstance(label, str) for label in labels):
        return sums
    numbers = of_names(pl.Series(by, labels), files, counted=True)
    order = numbers.arg_sort().to_list() if numbers.dtype.is_numeric() else range(len(labels))
    named = encode(numbers, by)  # 1.0 is 1 where all are whole
    names = [value if named.names is None else named.names[value] for value in named.values.tolist()]
    return replace(sums, groups=tuple(replace(sums.groups[k], label=names[k]) for k in order))


_SCORES_BY_GROUP_BITS, _LIMIT = 12, 1 << 15  # of the key of groups: a group takes up to 1.3 MB
_TOGETHER = 1 << 21  # rows that become states at once


@dataclass(frozen=True, slots=True)
class _Group:
    """The states of a group so far; of its cells the rows, the weights and their squares."""

    curve: Curve | BucketCurve
    cells: FloatArray
    losses: dict[str, Moments]


@dataclass(slots=True)
class ScoresByGroup(Accumulator):
    """
    What the batches hold so far.

    Parameters
    ----------
    whole : ScoreAccumulator
        Of all rows.
    by : str
        The column of groups.
    losses : mapping
        Those that are taken of probabilities.
    """

    whole: ScoreAccumulator
    by: str
    losses: dict[str, Loss]
    names: tuple[Label, ...] | None = None  # in their order, if they have one
    places: dict[Label, int] = field(default_factory=dict)  # of the groups, in the order in which they came
    groups: dict[Label, _Group] = field(default_factory=dict)
    waiting: WaitingRows = field(default_factory=WaitingRows)
    key: ScoreKey | None = None  # of buckets, once there are too many scores
    probabilities: bool = True

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Add a batch as a whole, and its rows to their groups."""
        whole = self.whole
        part, weights = whole.taken(part, weights, lost)
        if not part.height:
            return
        positive, scores = columns_of(part[whole.truth], part[whole.scores[0]], whole.pair)
        decided = None if whole.pred is None else (part[whole.pred] == whole.pair[1]).to_numpy()
        indices = self._indices_of(part[self.by])
        self.waiting.add((positive, scores, decided, weights, indices), _TOGETHER, self._count)

    def _indices_of(self, column: pl.Series) -> npt.NDArray[np.uint8]:
        """The place of the group of each row."""
        coded = encode(column, self.by)
        known, code = np.unique(coded.values, return_inverse=True)
        labels: list[Any] = known.tolist() if coded.names is None else [coded.names[k] for k in known.tolist()]
        if len(labels) > MOST_GROUPS:
            raise too_many_groups(self.by)
        places = [self.places.setdefault(label, len(self.places)) for label in labels]
        if len(self.places) > MOST_GROUPS:
            raise too_many_groups(self.by)
        if coded.ordered and coded.names and isinstance(coded.names[0], str):  # others sort by themselves
            self.names = coded.names
        return np.array(places, np.uint8)[code.ravel()]

    def _count(self, positive: Any, scores: Any, decided: Any, weights: Any, place: npt.NDArray[np.uint8]) -> None:
        """Make states of the rows of a block."""
        order = np.argsort(place, kind="stable")  # of so few codes that is a count
        ends = np.cumsum(np.bincount(place, minlength=len(self.places)))
        for label, here in zip(self.places, np.split(order, ends[:-1]), strict=True):
            if len(here):
                columns = (None if one is None else one[here] for one in (positive, scores, decided, weights))
                self._add(label, *columns)
        if self.key is None and sum(len(one.curve.weights) for one in self.groups.values()) > MOST_SCORES:
            scale: Scale = self.whole.scale if self.probabilities else "real"
            self.key = ScoreKey(scale, bits=_SCORES_BY_GROUP_BITS, limit=_LIMIT)
            for label, one in self.groups.items():
                if isinstance(one.curve, Curve):
                    self.groups[label] = replace(one, curve=BucketCurve.from_curve(one.curve, key=self.key))

    def _add(self, label: Label, positive: Any, scores: Any, decided: Any, weights: Any) -> None:
        rows = ScoreRows(
            positive.view(np.uint8), (0, 1), self.whole.pair, scores, weights, 0, what=self.whole.scores[0]
        )
        if self.probabilities and (scores.min() < 0 or scores.max() > 1):
            self.probabilities = False
            if self.key is not None and self.key.scale == "probability":
                raise OtherScaleError
        curve = arrays.curve(rows) if self.key is None else arrays.bucket_curve(rows, key=self.key)
        losses = {name: arrays.loss_moments(rows, loss) for name, loss in self.losses.items() if self.probabilities}
        before = self.groups.get(label)
        if before is not None:
            curve = before.curve + curve  # type: ignore[operator]  # both are exact, or in buckets
            losses = {name: before.losses[name] + one for name, one in losses.items()}
        cells = np.zeros((3, 4)) if before is None else before.cells.copy()
        add_cells(cells, positive, scores >= 0.5 if decided is None else decided, weights)
        self.groups[label] = _Group(curve, cells, losses)

    def finished(self, types: Mapping[str, pl.DataType]) -> ScoredRows:
        """Count the rows that wait, and return the states of all rows and of all groups, in their order."""
        whole: ScoredRows = self.whole.finished(types, self.by)
        self.waiting.finish(self._count)
        order = in_group_order(self.groups, self.names)
        return replace(whole, groups=tuple(self._group(label, self.groups[label]) for label in order))

    def _group(self, label: Label, group: _Group) -> ScoredGroup:
        decided = self.whole.pred is not None or self.whole.probabilities
        rows, weights, squares = group.cells.reshape(3, 2, 2)
        times = rows.astype(np.int64)
        return ScoredGroup(
            label,
            times if decided else None,
            int(times.sum()),
            group.curve,
            group.losses if self.whole.probabilities else {},
            weights if decided and self.whole.weighted else None,
            squares if decided and self.whole.weighted else None,
        )


Quantity = Callable[[int, npt.NDArray[np.bool_], npt.NDArray[Any]], FloatArray]


@dataclass(frozen=True, slots=True)
class ScoreModels:
    """
    A column of labels of two classes and several columns of scores in files.

    Parameters
    ----------
    files : sequence of DataFile
    truth : str
    scores : sequence of str
        The columns.
    pair : tuple of two labels
        The negative and the positive class.
    types : mapping
        The type of the column of labels.
    missing : {"raise", "drop"}
        A row that lacks a value in any column is left out for all models.
    progress : callable, optional
    """

    files: Sequence[DataFile]
    truth: str
    scores: Sequence[str]
    pair: tuple[Label, Label]
    types: Mapping[str, pl.DataType]
    missing: Missing = "raise"
    progress: Progress | None = None

    def states(self, losses: dict[str, Loss]) -> list[ScoredRows]:
        """Return the states of each model, in one pass; of losses only if all scores of a model are probabilities."""

        def read(scale: Scale) -> list[ScoredRows]:
            of_each = [((name,), None, self.pair, LossSums(losses), scale) for name in self.scores]
            empty = _EachModel([ScoreAccumulator(self.truth, *one) for one in of_each])
            return [model.finished(self.types) for model in self._accumulated(empty).models]

        return on_their_scale(read)

    def products(self, quantities: Mapping[Hashable, Quantity]) -> dict[Hashable, FloatArray]:
        """
        Add ``q_i q_j`` over the rows, for each pair of models: in another pass.

        Parameters
        ----------
        quantities : mapping
            Each gives, for the number of a model, which rows are positive, and its scores, a number a row.

        Returns
        -------
        dict of ndarray, shape (2, M, M)
            The sums of each quantity over negative and over positive rows.
        """
        products: _Products = self._accumulated(_Products(self.truth, self.scores, self.pair, quantities))
        products.waiting.finish(products.count)
        return products.sums

    def _accumulated(self, accumulator: Any) -> Any:
        columns: dict[str, Any] = {self.truth: self.types[self.truth], **dict.fromkeys(self.scores)}
        return accumulate(
            self.files, columns, accumulator, weight=None, missing=self.missing, progress=self.progress, rows=BLOCK
        )


@dataclass(slots=True)
class _EachModel(Accumulator):
    """The rows so far of each model."""

    models: list[ScoreAccumulator]

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Add a batch to each."""
        for model in self.models:
            model.add(part, weights, lost)


@dataclass(slots=True)
class _Products(Accumulator):
    """The sums so far, of blocks of as many rows: how they are parted into batches plays no part."""

    truth: str
    scores: Sequence[str]
    pair: tuple[Label, Label]
    quantities: Mapping[Hashable, Quantity]
    sums: dict[Hashable, FloatArray] = field(default_factory=dict)
    waiting: WaitingRows = field(default_factory=WaitingRows)

    def __post_init__(self) -> None:
        """Begin with nothing."""
        many = len(self.scores)
        self.sums = self.sums or {key: np.zeros((2, many, many)) for key in self.quantities}

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Let the rows of a batch wait, and add all blocks that are full."""
        del weights
        part = part if lost is None else part.filter(~lost)
        if not part.height:
            return
        read = [columns_of(part[self.truth], part[name], self.pair) for name in self.scores]
        self.waiting.add((read[0][0], *(scores for _, scores in read)), BLOCK, self.count)

    def count(self, positive: npt.NDArray[np.bool_], *read: FloatArray) -> None:
        """Add the rows of a block."""
        for key, quantity in self.quantities.items():
            rows = np.stack([quantity(model, positive, scores) for model, scores in enumerate(read)], axis=1)
            for side, here in enumerate((~positive, positive)):
                some = rows[here]
                self.sums[key][side] += some.T @ some
