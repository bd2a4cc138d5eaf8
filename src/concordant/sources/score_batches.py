"""Batches of labels and scores of several classes, accumulated into what a page of them needs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.errors import ScoreError
from concordant.inputs.encoding import encode
from concordant.inputs.scores import ScoreRows
from concordant.sources.batches import Accumulator, LazyRows, Lost, WaitingRows, Weights, accumulate, of_names
from concordant.sources.buckets import BucketStack
from concordant.sources.files import DataFile, Progress
from concordant.sources.labels import KEYS, SUMS, grouped_pairs, merged
from concordant.sources.moments import CHUNK, LossSums
from concordant.sources.scores import (
    BLOCK,
    MOST_GROUPS,
    MOST_SCORES,
    ClassScores,
    OtherClassesError,
    OtherScaleError,
    ScoreAccumulator,
    ScoredGroup,
    ScoredRows,
    add_cells,
    columns_of,
    in_group_order,
    no_complete_row,
    too_many_groups,
)
from concordant.states.buckets import BucketCurve, Scale, ScoreKey
from concordant.states.curves import Curve, CurveStack
from concordant.states.moments import Loss, Moments
from concordant.typing import FloatArray, Label, Missing

if TYPE_CHECKING:
    import polars as pl


_ROOM = 32 << 20  # bytes of all curves or buckets
_FEWEST = 512  # buckets of a column
_CLASS_BITS = 12
_MOST_WAITING = 1 << 12  # groups of labels that wait to be added


def buckets_each(classes: int) -> int | None:
    """Return how many buckets the column of a class may have; None where there is room for too few."""
    most = _ROOM // (classes * (8 * classes + 24))
    return most if most >= _FEWEST else None


def class_scores(
    files: Sequence[DataFile],
    truth: str,
    scores: Sequence[str],
    *,
    labels: tuple[Label, ...],
    types: Mapping[str, pl.DataType],
    losses: dict[str, Loss],
    pred: str | None = None,
    missing: Missing = "raise",
    progress: Progress | None = None,
) -> ClassScores:
    """
    Read a column of labels and a column of scores a class in batches; memory does not grow with the rows.

    Parameters
    ----------
    files, truth, types, missing, progress
        As in `concordant.sources.score_batches.scored_rows`.
    scores : sequence of str
        The columns of scores, in the order of `labels`.
    labels : tuple
        All classes.
    losses : mapping
        Those that are taken if the scores of each row are probabilities that sum to 1.
    pred : str, optional
        The column of predicted labels.

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, ScoreError
        As `accumulate` has them.
    OtherClassesError
        If another label occurs.
    OtherTypeError
        If a column of labels in a CSV file is of another type.
    """
    columns: dict[str, Any] = {truth: types[truth], **dict.fromkeys(scores)}
    if pred is not None:
        columns[pred] = types[pred]
    scale: Scale = "probability"
    while True:
        accumulator = ClassAccumulator(
            truth, tuple(scores), pred, labels, LossSums(losses), scale, scale == "probability"
        )
        how: Any = {"weight": None, "missing": missing, "progress": progress, "rows": CHUNK}
        try:
            found: ClassAccumulator = accumulate(files, columns, accumulator, **how)
            return found.finished(types[truth])
        except OtherScaleError:
            scale = "real"


@dataclass(slots=True)
class ClassAccumulator(Accumulator):
    """
    What the batches hold so far.

    Parameters
    ----------
    truth, scores, pred : str, tuple of str, str or None
        The columns.
    labels : tuple
        All classes.
    losses : LossSums
        Empty.
    scale : {"probability", "real"}
        Of the buckets, if there are too many scores.
    """

    truth: str
    scores: tuple[str, ...]
    pred: str | None
    labels: tuple[Label, ...]
    losses: LossSums
    scale: Scale
    probabilities: bool = True  # so far, all between 0 and 1
    why: str | None = None  # why they are no probabilities of all classes
    rows: int = 0
    missing: int = 0
    curves: list[Any] = field(default_factory=list)  # one a class
    key: ScoreKey | None = None  # of buckets, once there are too many scores
    table: npt.NDArray[np.int64] | None = None  # truth by the highest score
    groups: list[pl.DataFrame] = field(default_factory=list)
    waiting: WaitingRows = field(default_factory=WaitingRows)

    @property
    def block(self) -> int:
        """Rows that become a state at once: as many as a few columns have room for."""
        return CHUNK * max(1, 8 // len(self.labels))

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Add the rows of a batch that are whole."""
        del weights
        if lost is not None:
            self.missing += int(lost.sum())
            part = part.filter(~lost)
        if not part.height:
            return
        self.rows += part.height
        if self.pred is not None:
            self.groups.append(grouped_pairs(part[self.truth], part[self.pred], None, 0))
            if sum(one.height for one in self.groups) > _MOST_WAITING:
                self.groups = [merged(self.groups)]
        matrix = np.column_stack([part[name].to_numpy() for name in self.scores])
        self.waiting.add((codes_of(part[self.truth], self.labels), matrix), self.block, self._count)

    def _count(self, codes: npt.NDArray[Any], scores: npt.NDArray[Any]) -> None:
        """Count the rows of a block."""
        scores = np.ascontiguousarray(scores)
        if self.probabilities and (scores.min() < 0 or scores.max() > 1):
            self.probabilities = False
            if self.key is not None and self.key.scale == "probability":
                raise OtherScaleError
            self.scale = "real"
        block = ScoreRows(codes, tuple(range(len(self.labels))), self.labels, scores, None, 0)
        if self.why is None:
            try:
                self.losses.add(block)
            except ScoreError as error:
                self.why = str(error)
        if self.pred is None:
            size = len(self.labels)
            cells = np.bincount(codes * size + scores.argmax(1), minlength=size * size).reshape(size, size)
            self.table = cells if self.table is None else self.table + cells
        self._count_scores(block)

    def _count_scores(self, block: ScoreRows) -> None:
        columns = [
            replace(block, scores=np.ascontiguousarray(block.scores[:, place]), what=name)
            for place, name in enumerate(self.scores)
        ]
        key = self.key
        if key is not None:
            self._put([arrays.bucket_curve(one, key=key) for one in columns])
            return
        self._put([arrays.curve(one) for one in columns])
        lines = sum(len(one.scores) for one in self.curves)
        if lines * (8 * len(self.labels) + 8) > _ROOM:
            for one in columns:
                arrays.refuse_inexact(one)
            octaves = {} if self.scale == "probability" else {"octaves": 64}
            self.key = ScoreKey(self.scale, bits=_CLASS_BITS, limit=buckets_each(len(self.labels)), **octaves)
            self.curves = [BucketCurve.from_curve(one, key=self.key) for one in self.curves]

    def _put(self, fresh: list[Any]) -> None:
        self.curves = [a + b for a, b in zip(self.curves, fresh, strict=True)] if self.curves else fresh

    def finished(self, kind: pl.DataType) -> ClassScores:
        """Count the rows that wait, and return all; `kind` is the type of the column of the truth."""
        import polars as pl

        self.waiting.finish(self._count)
        if not self.rows:
            raise no_complete_row(self.missing, (self.truth, self.pred, *self.scores))
        curves = tuple(replace(one, missing=self.missing) for one in self.curves)
        whole = CurveStack(curves, self.labels) if isinstance(curves[0], Curve) else BucketStack(curves, self.labels)
        sums = {} if self.why is not None else self.losses.sums
        losses = {name: replace(one, missing=self.missing) for name, one in sums.items()}
        rest: Any = {"labels": self.labels, "curve": whole, "losses": losses, "why": self.why}
        rest |= {"rows": self.rows + self.missing, "missing": self.missing}
        if self.pred is not None:
            groups = merged(self.groups)
            truth, pred = (groups[key].alias(name) for key, name in zip(KEYS, (self.truth, self.pred), strict=True))
            return ClassScores(truth=truth, pred=pred, top=None, times=groups[SUMS[0]].to_numpy(), **rest)
        table = np.zeros((len(self.labels),) * 2, np.int64) if self.table is None else self.table
        true, top = np.nonzero(table)
        truth = pl.Series(self.truth, [self.labels[place] for place in true.tolist()]).cast(kind)
        return ClassScores(truth=truth, pred=None, top=top, times=table[true, top], **rest)


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
        scale: Scale = "probability"
        while True:
            empty = [self._of_model(name, LossSums(losses), scale) for name in self.scores]
            try:
                models: list[ScoreAccumulator] = self._accumulated(_EachModel(empty)).models
                return [model.finished(self.types) for model in models]
            except OtherScaleError:
                scale = "real"

    def _of_model(self, name: str, losses: LossSums, scale: Scale) -> ScoreAccumulator:
        first = scale == "probability"
        return ScoreAccumulator(self.truth, name, None, self.pair, losses, scale, weighted=False, probabilities=first)

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


def scored_rows(
    files: Sequence[DataFile] | LazyRows,
    truth: str,
    score: str,
    *,
    pair: tuple[Label, Label],
    types: Mapping[str, pl.DataType],
    losses: dict[str, Loss],
    pred: str | None = None,
    weight: str | None = None,
    by: str | None = None,
    missing: Missing = "raise",
    progress: Progress | None = None,
) -> ScoredRows:
    """
    Read two or three columns batch by batch; memory holds a few batches and the states.

    Parameters
    ----------
    files : sequence of DataFile, or LazyRows
    truth, score : str
        The columns of labels and of scores.
    pair : tuple of two labels
        The negative and the positive class.
    types : mapping
        The types of the columns of labels: of CSV files what all of their values are.
    losses : mapping
        Those that are taken if all scores are probabilities, under the names that they get.
    pred, weight, by : str, optional
        Columns of predicted labels, of weights, and of groups of rows.
    missing : {"raise", "drop"}
    progress : callable, optional

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError, ScoreError
        As `accumulate` has them.
    OtherClassesError
        If a label occurs that is neither of the two.
    OtherTypeError
        If a column of labels in a CSV file is of another type.
    OptionError
        If there are more groups than a page holds.
    """
    columns: dict[str, Any] = {truth: types[truth], score: None}
    if pred is not None:
        columns[pred] = types[pred]
    if by is not None:
        columns[by] = types[by]
    how: Any = {"weight": weight, "missing": missing, "progress": progress, "rows": CHUNK}
    scale: Scale = "probability"
    while True:
        empty = ScoreAccumulator(
            truth, score, pred, pair, LossSums(losses), scale, weight is not None, scale == "probability"
        )
        try:
            start = empty if by is None else ScoresByGroup(empty, by, losses)
            scored: ScoreAccumulator | ScoresByGroup = accumulate(files, columns, start, **how)
            sums = scored.finished(types)
        except OtherScaleError:
            scale = "real"
        else:
            return sums if by is None else _with_named_groups(sums, by, files)


def _with_named_groups(sums: ScoredRows, by: str, files: Sequence[DataFile] | LazyRows) -> ScoredRows:
    """Return the groups under the numbers that their names in CSV may be, in their order."""
    import polars as pl

    labels = [group.label for group in sums.groups]
    if not all(isinstance(label, str) for label in labels):
        return sums
    numbers = of_names(pl.Series(by, labels), files, counted=True)
    order = numbers.arg_sort().to_list() if numbers.dtype.is_numeric() else range(len(labels))
    return replace(sums, groups=tuple(replace(sums.groups[k], label=numbers[k]) for k in order))


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
        part, weights = whole.present(part, weights, lost)
        if not part.height:
            return
        whole.add_present(part, weights)
        positive, scores = columns_of(part[whole.truth], part[whole.score], whole.pair)
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
            real = not self.probabilities or self.whole.scale == "real"
            self.key = ScoreKey("real" if real else "probability", bits=_SCORES_BY_GROUP_BITS, limit=_LIMIT)
            for label, one in self.groups.items():
                if isinstance(one.curve, Curve):
                    self.groups[label] = replace(one, curve=BucketCurve.from_curve(one.curve, key=self.key))

    def _add(self, label: Label, positive: Any, scores: Any, decided: Any, weights: Any) -> None:
        rows = ScoreRows(positive.view(np.uint8), (0, 1), self.whole.pair, scores, weights, 0, what=self.whole.score)
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
        whole = self.whole.finished(types, self.by)
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
