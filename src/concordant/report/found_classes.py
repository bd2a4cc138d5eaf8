"""The classes of the data: which labels occur or are declared, and whether their order means something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import counts_of_groups
from concordant.errors import LabelError
from concordant.inputs.common_labels import common_labels
from concordant.inputs.encoding import refuse_continuous
from concordant.inputs.labels import LabelRows, check_declared
from concordant.report.checked_rows import Rows
from concordant.report.given_columns import Columns
from concordant.report.written_values import quoted, quoted_list
from concordant.states import Counts
from concordant.typing import Label

Order = Literal["declared", "categories", "numbers", "bools", "none"]


@dataclass(frozen=True, slots=True)
class Classes:
    """
    Labels of truth and prediction together.

    Attributes
    ----------
    labels : tuple
        All of them, in their order.
    order : {"declared", "categories", "numbers", "bools", "none"}
        Where the order comes from; "none" for names that were merely sorted.
    counts : Counts
        Truth against prediction, or against itself where there is no prediction.
    codes : ndarray of int, shape (n,), or None
        The place of each row's true label among `labels`; None without scores.
    rows : LabelRows
        Truth and prediction as they were counted.
    """

    labels: tuple[Label, ...]
    order: Order
    counts: Counts
    codes: npt.NDArray[Any] | None
    rows: LabelRows

    @property
    def true(self) -> npt.NDArray[Any]:
        """The place of each row's true label among `labels`, computed where nobody needed it before."""
        return _codes(self.rows.y_true, self.rows.names, self.labels) if self.codes is None else self.codes

    @property
    def pred(self) -> npt.NDArray[Any]:
        """The same of each row's predicted label."""
        return _codes(self.rows.y_pred, self.rows.names, self.labels)


def find_classes(rows: Rows, declared_labels: Sequence[Label] | None, columns: Columns) -> Classes:
    """Count truth against prediction; the labels follow from the count."""
    declared = None if declared_labels is None else check_declared(declared_labels)
    if declared is not None and len(declared) < 2:
        msg = f"labels= names only {quoted(declared[0])}; declare all classes, two or more."
        raise LabelError(msg)
    what = (columns.truth_name, columns.pred_name)
    first, second = rows.true, rows.true if rows.pred is None else rows.pred
    if declared is None:
        refuse_continuous(first, what[0])
        refuse_continuous(second, what[1])
    else:  # it settles the order: what the columns say about it does not matter
        first, second = replace(first, ordered=False), replace(second, ordered=False)
    (true, pred), names, ordered = common_labels((first, second), what)
    logical = names is None and true.dtype.kind == "b" and pred.dtype.kind == "b"
    every = LabelRows(
        true,
        pred,
        names,
        declared,
        declared is not None or ordered,
        logical,
        rows.weights,
        rows.missing,
        times=rows.times,
    )
    counts = counts_of_groups(every, rows.squares)
    _refuse_one_class(counts, columns.truth_name, declared)
    codes = None if rows.scores is None else _codes(true, names, counts.labels)
    return Classes(counts.labels, _order(counts, declared), counts, codes, every)


def _refuse_one_class(counts: Counts, truth: str, declared: tuple[Label, ...] | None) -> None:
    present = [label for label, total in zip(counts.labels, counts.table.sum(1).tolist(), strict=True) if total]
    if len(present) == 1 and declared is None:
        msg = (
            f"{truth} holds one class only, {quoted(present[0])}, so nothing can be told apart. Take rows of two or "
            "more classes, or, if the others exist and merely do not occur here, declare all: labels=[...]."
        )
        raise LabelError(msg)


def _order(counts: Counts, declared: tuple[Label, ...] | None) -> Order:
    if declared is not None:
        return "declared"
    if all(isinstance(label, bool) for label in counts.labels):
        return "bools"
    if all(isinstance(label, (int, float)) and not isinstance(label, bool) for label in counts.labels):
        return "numbers"
    return "categories" if counts.ordered else "none"


def _codes(values: npt.NDArray[Any], names: tuple[Label, ...] | None, labels: tuple[Label, ...]) -> npt.NDArray[Any]:
    """The places of the true labels among `labels`; no copy where they are their own places."""
    if names is None and labels == tuple(range(len(labels))):
        return values
    place = {label: code for code, label in enumerate(labels)}
    if names is not None:
        known = np.array([place.get(name, -1) for name in names], dtype=np.int64)
        codes: npt.NDArray[Any] = known[values]
        return codes
    ascending = sorted(label for label in labels if isinstance(label, (int, float)))
    places = np.array([place[label] for label in ascending], dtype=np.int64)
    return places[np.searchsorted(np.array(ascending), values)]


def labels_in_words(labels: tuple[Label, ...]) -> str:
    """Name the labels in a sentence: whole numbers as a range, a few names in full."""
    whole = [x for x in labels if isinstance(x, int) and not isinstance(x, bool)]
    if len(whole) == len(labels) > 2 and whole == list(range(whole[0], whole[0] + len(whole))):
        return f"{whole[0]} to {whole[-1]}"
    return quoted_list(labels)
