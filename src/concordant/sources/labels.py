"""Pairs and combinations of labels by one group-by: `Counts`, `SampleCounts`, joint labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.errors import InputTypeError, LengthError
from concordant.inputs.arrays import series_to_array
from concordant.inputs.labels import check_labels, names_of_outputs
from concordant.inputs.rows import refuse_counted, refuse_missing
from concordant.sources.frames import PLACES, absent, column_of, grouped, opened, rows_in_memory, times_of
from concordant.sources.source import Scan, frame_of, read_as
from concordant.sources.whole_batches import Gaps, missing_texts
from concordant.states.counts import Counts
from concordant.states.sample_counts import SampleCounts
from concordant.typing import FloatArray, Frame, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw


class NotGroupedError(Exception):
    """Columns are to be read as they are: there are too many groups of rows."""


def sample_counts(
    frame: Frame,
    *,
    y_true: Sequence[str],
    y_pred: Sequence[str],
    labels: Sequence[Label] | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> SampleCounts:
    """Count the rows of all columns; those of a lazy frame are brought home."""
    outputs = outputs_of(y_true, y_pred, labels)
    columns = [name for name in (*y_true, *y_pred, sample_weight) if name is not None]
    roles: Any = {"labels": (*y_true, *y_pred), "weights": [sample_weight], "declared": labels}
    table, _ = rows_in_memory(frame_of(read_as(frame, **roles), columns), columns)
    matrices = (indicators_of(table, names) for names in (y_true, y_pred))
    weights = column_of(table, sample_weight)
    return SampleCounts.from_indicators(*matrices, labels=outputs, sample_weight=weights, missing=missing)


def outputs_of(y_true: Any, y_pred: Any, labels: Sequence[Label] | None) -> tuple[Label, ...]:
    """The names of the labels: those of the columns of the truth, if no others are declared."""
    for name, columns in (("y_true", y_true), ("y_pred", y_pred)):
        if isinstance(columns, str) or not columns:
            raise InputTypeError(f"{name} must be a list of columns of 0 and 1, one for each label, not {columns!r}.")
    if len(y_true) != len(y_pred):
        msg = f"y_true names {len(y_true)} columns and y_pred {len(y_pred)}: one of each is needed for every label."
        raise LengthError(msg)
    return names_of_outputs(tuple(y_true) if labels is None else labels, len(y_true))


def indicators_of(table: nw.DataFrame[Any], names: Sequence[str]) -> npt.NDArray[Any]:
    """Return columns of an eager frame as a matrix; missing values are NaN or None."""
    return np.column_stack([series_to_array(column_of(table, name), name) for name in names])


def counts(
    frame: Frame,
    *,
    y_true: str,
    y_pred: str,
    labels: Sequence[Label] | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
    missing_labels: Sequence[Label] = (),
) -> Counts:
    """Count two columns; of a lazy frame by one group-by, of files batch by batch."""
    import narwhals as nw

    refuse_missing((), missing)
    how: Any = {"labels": labels, "missing": missing, "missing_labels": missing_labels}
    keys = {"truth": y_true, "pred": y_pred}
    if isinstance(frame, Scan):
        from concordant.sources import label_batches

        roles: Any = {"labels": [y_true, y_pred], "weights": [sample_weight], "declared": labels}
        files = read_as(frame, **roles).files
        groups = label_batches.label_groups(files, keys, weight=sample_weight, missing=missing)
    else:
        wrapped = opened(frame, (y_true, y_pred, sample_weight))
        if isinstance(wrapped, nw.DataFrame):
            truth, pred, weights = (column_of(wrapped, name) for name in (y_true, y_pred, sample_weight))
            return Counts.from_labels(truth, pred, sample_weight=weights, **how)
        groups = label_groups(wrapped, keys, weight=sample_weight)
    if missing == "raise":
        refuse_counted(missing_texts(groups.lost))
    return groups.counts(labels, missing, missing_labels)


def label_groups(frame: nw.LazyFrame[Any], keys: Mapping[str, str], *, weight: str | None = None) -> LabelGroups:
    """
    Group the rows by some columns where they live; `keys` names the columns by what the result calls them.

    Raises
    ------
    WeightError
        If some weights are none, or the largest is too small or large.
    """
    return groups_of_cells(grouped(frame, tuple(keys.values()), weight), keys, weighted=weight is not None)


def groups_of_cells(cells: nw.DataFrame[Any], keys: Mapping[str, str], *, weighted: bool) -> LabelGroups:
    """Take over groups of rows as `grouped` gives them."""
    times, columns, lost = times_of(cells), {}, {}
    for (key, name), place in zip(keys.items(), PLACES, strict=False):
        columns[key] = column_of(cells, place)
        if many := int(times[absent(cells.get_column(place)).to_numpy()].sum()):
            lost[name] = Gaps(many)
    weights, squares = (cells.get_column(x).to_numpy() if weighted else None for x in ("weight", "squares"))
    return LabelGroups(columns, times, int(times.sum()), weights, squares, lost)


@dataclass(frozen=True, slots=True)
class LabelGroups:
    """
    Rows that are alike in some columns of labels, of groups or of clusters, without their order.

    Attributes
    ----------
    columns : mapping of Series
        The values of each group, in the type of their column; one may be missing.
    times : ndarray of int64, shape (groups,)
        How many rows of a weight above zero have these values.
    rows : int
        How many rows there were.
    weights, squares : ndarray of float64, shape (groups,), or None
        Sums of the weights of these rows, and of the squared weights.
    lost : mapping
        For each column that lacks values which rows do; without a first one where rows have no order.
    missing : int
        How many rows were left out because a value is missing.
    """

    columns: Mapping[str, Any]
    times: npt.NDArray[np.int64]
    rows: int
    weights: FloatArray | None = None
    squares: FloatArray | None = None
    lost: Mapping[str, Gaps] = field(default_factory=dict)
    missing: int = 0

    def counts(self, labels: Sequence[Label] | None, missing: Missing, missing_labels: Sequence[Label] = ()) -> Counts:
        """Count the truth and the prediction, which are all columns."""
        how: Any = {"labels": labels, "missing": missing, "missing_labels": missing_labels}
        rows = check_labels(*self.columns.values(), sample_weight=self.weights, times=self.times, **how)
        squares = self.squares if self.squares is None or rows.kept is None else self.squares[rows.kept]
        return arrays.counts_of_groups(rows, squares)

    def whole(self) -> LabelGroups:
        """Return the groups that lack no value; the rows of the others are `missing`."""
        lacks = np.logical_or.reduce([column.is_null().to_numpy() for column in self.columns.values()])
        kept = {name: column.filter(~lacks) for name, column in self.columns.items()}
        weights, squares = (None if sums is None else sums[~lacks] for sums in (self.weights, self.squares))
        missing = int(self.times[lacks].sum())
        return LabelGroups(kept, self.times[~lacks], self.rows, weights, squares, missing=missing)
