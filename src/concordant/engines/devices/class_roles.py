"""Which class each label and each column of scores means: decided on one row a label, by the check of all rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.devices.device_memory import working_on
from concordant.engines.devices.device_rows import DeviceRows
from concordant.engines.devices.groups import groups, joined, whole_labels
from concordant.engines.devices.operations import Operations
from concordant.inputs.scores import ScoreRows, check_scores, resolve_classes


@dataclass(frozen=True, slots=True)
class ClassRoles:
    """
    What the labels of a truth are.

    Attributes
    ----------
    labels : ndarray
        The labels that occur, ascending.
    rows : ScoreRows
        One row a label; its scores are the numbers of the columns that are read, in the order of the classes.
    """

    labels: npt.NDArray[Any]
    rows: ScoreRows

    def codes(self, truth: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return what stands for labels in `rows`."""
        found: npt.NDArray[Any] = self.rows.y_true[np.searchsorted(self.labels, truth)]
        return found

    def places(self, truth: Any, operations: Operations) -> Any:
        """Return what stands for the labels of a truth on its device in `rows`, as int64."""
        truth = whole_labels(truth, operations)
        if operations.kind(truth) != "f":
            truth = operations.whole(truth)
        if self.labels.dtype.kind == "i" and np.array_equal(self.labels, self.rows.y_true):
            return truth
        ascending = self.labels if self.labels.dtype.kind == "f" else self.labels.astype(np.int64)
        known = operations.placed(ascending, truth), operations.placed(self.rows.y_true.astype(np.int64), truth)
        return known[1][operations.xp.searchsorted(known[0], truth)]

    def positive(self, truth: Any, operations: Operations) -> Any:
        """Return where the positive one of two classes happened."""
        label = None if self.pair is None else self.pair[1]
        truth = whole_labels(truth, operations)
        return truth == label if label is not None else operations.double(truth) * 0.0 == 1.0

    def in_order(self, scores: Any) -> Any:
        """Return a matrix of scores with its columns in the order of the classes."""
        columns = self.columns
        return scores if columns == list(range(int(scores.shape[1]))) else scores[:, columns]

    @property
    def columns(self) -> list[int]:
        """The column of each class, or the one of the positive class."""
        scores = self.rows.scores
        return [int(scores[0])] if scores.ndim == 1 else [int(column) for column in scores[0]]

    @property
    def pair(self) -> tuple[Any, Any] | None:
        """The labels of the negative and the positive class, None for one that does not occur; None of more classes."""
        if not self.rows.binary or len(self.rows.values) != 2:
            return None
        known = dict(zip(self.rows.y_true.tolist(), self.labels.tolist(), strict=True))
        negative, positive = (known.get(value) for value in self.rows.values)
        return negative, positive


def class_roles(rows: DeviceRows) -> ClassRoles:
    """
    Look which labels occur, and resolve them.

    Raises
    ------
    InputError
        As for the same rows in memory.
    """
    truth, scores = rows.columns
    operations = rows.operations
    with working_on(operations, truth):
        shards = operations.shards((truth,))
        parts = [groups([whole_labels(shard[0], operations)], None, operations) for shard in shards]
    labels = np.unique(joined(parts).columns[0])
    numbers = np.arange(1 if len(scores.shape) == 1 else int(scores.shape[1]), dtype=np.float64)
    shape = np.broadcast_to(numbers, (len(labels), len(numbers)))  # two columns, 0 and 1, add up as probabilities do
    found = check_scores(labels, shape if len(scores.shape) == 2 else shape[:, 0], what=rows.names[1], **rows.reading)
    if found.assumed and not bool(np.isin(labels, (0, 1)).all()):
        found = resolve_classes(found)
    return ClassRoles(labels, found)
