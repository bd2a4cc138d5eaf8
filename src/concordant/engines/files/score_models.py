"""Scores of several models on the same rows of files: a state of each, and sums of products over the rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines.files.loss_sums import LossSums
from concordant.engines.files.row_batches import Lost, Weights, fold_rows
from concordant.engines.files.score_fold import BLOCK, OtherScaleError, ScoreFold, columns_of
from concordant.engines.files.scored import finished
from concordant.engines.files.waiting_rows import WaitingRows
from concordant.engines.scored_rows import ScoredRows
from concordant.inputs.reading_progress import Progress
from concordant.inputs.sources import DataFile
from concordant.states.buckets import Scale
from concordant.states.moments import Loss
from concordant.typing import FloatArray, Label, Missing

if TYPE_CHECKING:
    import polars as pl

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
            each = [self._of_model(name, LossSums(losses), scale) for name in self.scores]
            try:
                found: _EachModel = self._folded(_EachModel(each))
            except OtherScaleError:
                scale = "real"
                continue
            for one in found.models:
                one.finish()
            return [finished(one, self.types) for one in found.models]

    def _of_model(self, name: str, losses: LossSums, scale: Scale) -> ScoreFold:
        first = scale == "probability"
        return ScoreFold(self.truth, name, None, self.pair, losses, scale, weighted=False, probabilities=first)

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
        found: _Products = self._folded(_Products(self.truth, self.scores, self.pair, quantities))
        found.finish()
        return found.sums

    def _folded(self, fold: Any) -> Any:
        columns: dict[str, Any] = {self.truth: self.types[self.truth], **dict.fromkeys(self.scores)}
        return fold_rows(
            self.files, columns, fold, weight=None, missing=self.missing, progress=self.progress, rows=BLOCK
        )


@dataclass(slots=True)
class _EachModel:
    """The rows so far of each model; a `Fold`."""

    models: list[ScoreFold]

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Add a batch to each."""
        for one in self.models:
            one.add(part, weights, lost)

    def copy(self) -> _EachModel:
        """Return the same to go on from."""
        return _EachModel([one.copy() for one in self.models])


@dataclass(slots=True)
class _Products:
    """The sums so far, of blocks of as many rows: how they are parted into batches plays no part; a `Fold`."""

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

    def copy(self) -> _Products:
        """Return the same to go on from."""
        sums = {key: one.copy() for key, one in self.sums.items()}
        return replace(self, sums=sums, waiting=self.waiting.copy())

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Let the rows of a batch wait, and add all blocks that are full."""
        del weights
        part = part if lost is None else part.filter(~lost)
        if not part.height:
            return
        read = [columns_of(part[self.truth], part[name], self.pair) for name in self.scores]
        self.waiting.add((read[0][0], *(scores for _, scores in read)))
        for block in self.waiting.blocks(BLOCK):
            self._count(*block)

    def finish(self) -> None:
        """Add the rows that wait."""
        for block in self.waiting.rest():
            self._count(*block)

    def _count(self, positive: npt.NDArray[np.bool_], *read: FloatArray) -> None:
        """Add the rows of a block."""
        for key, quantity in self.quantities.items():
            rows = np.stack([quantity(model, positive, scores) for model, scores in enumerate(read)], axis=1)
            for side, here in enumerate((~positive, positive)):
                some = rows[here]
                self.sums[key][side] += some.T @ some
