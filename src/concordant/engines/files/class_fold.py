"""Batches of labels and scores of several classes, folded into what a page of them needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.engines.bucket_stack import BucketStack
from concordant.engines.class_scores import ClassScores
from concordant.engines.files.batch_groups import KEYS, SUMS, grouped, merged
from concordant.engines.files.loss_sums import CHUNK, LossSums
from concordant.engines.files.row_batches import Lost, Weights, fold_rows
from concordant.engines.files.score_fold import OtherClassesError, OtherScaleError
from concordant.engines.files.waiting_rows import WaitingRows
from concordant.errors import MissingValuesError, ScoreError
from concordant.inputs.reading_progress import Progress
from concordant.inputs.scores import ScoreRows
from concordant.inputs.sources import DataFile
from concordant.states.buckets import BucketCurve, Scale, ScoreKey
from concordant.states.curves import Curve, CurveStack
from concordant.states.moments import Loss
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import polars as pl

_ROOM = 32 << 20  # bytes of all curves or buckets
_FEWEST = 512  # buckets of a column
_BITS = 12
_FOLD = 1 << 12  # groups of labels that wait to be added


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
        As in `concordant.engines.files.scored.scored_rows`.
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
        As `fold_rows` has them.
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
        fold = ClassFold(truth, tuple(scores), pred, labels, LossSums(losses), scale, scale == "probability")
        how: Any = {"weight": None, "missing": missing, "progress": progress, "rows": CHUNK}
        try:
            found: ClassFold = fold_rows(files, columns, fold, **how)
            return found.finished(types[truth])
        except OtherScaleError:
            scale = "real"


@dataclass(slots=True)
class ClassFold:
    """
    What the batches have said so far; a `Fold`.

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

    def copy(self) -> ClassFold:
        """Return the same to go on from."""
        return replace(
            self,
            losses=self.losses.copy(),
            curves=list(self.curves),
            table=None if self.table is None else self.table.copy(),
            groups=list(self.groups),
            waiting=self.waiting.copy(),
        )

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
            self.groups.append(grouped(part[self.truth], part[self.pred], None, 0))
            if sum(one.height for one in self.groups) > _FOLD:
                self.groups = [merged(self.groups)]
        matrix = np.column_stack([part[name].to_numpy() for name in self.scores])
        self.waiting.add((codes_of(part[self.truth], self.labels), matrix))
        for columns in self.waiting.blocks(self.block):
            self._count(*columns)

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
            self.key = ScoreKey(self.scale, bits=_BITS, limit=buckets_each(len(self.labels)), **octaves)
            self.curves = [BucketCurve.from_curve(one, key=self.key) for one in self.curves]

    def _put(self, fresh: list[Any]) -> None:
        self.curves = [a + b for a, b in zip(self.curves, fresh, strict=True)] if self.curves else fresh

    def finished(self, kind: pl.DataType) -> ClassScores:
        """Count the rows that wait, and return all; `kind` is the type of the column of the truth."""
        import polars as pl

        for columns in self.waiting.rest():
            self._count(*columns)
        if not self.rows:
            names = ", ".join(name for name in (self.truth, self.pred, *self.scores) if name is not None)
            msg = f"no row is complete: {self.missing:,} rows have a missing value in one of {names}."
            raise MissingValuesError(msg)
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
