"""Two columns of a frame become `Counts`: of a lazy frame by one group-by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from concordant.engines import arrays
from concordant.engines.frames.groups import grouped, refuse_lost, times_of
from concordant.engines.frames.opened import column_of, opened
from concordant.inputs.labels import LabelRows, check_labels
from concordant.inputs.rows import refuse_missing
from concordant.inputs.scan import Scan
from concordant.states.counts import Counts
from concordant.states.state import unit_of_squares
from concordant.typing import Frame, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw


def counts(
    frame: Frame,
    *,
    y_true: str,
    y_pred: str,
    labels: Sequence[Label] | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> Counts:
    """Count two columns; of a lazy frame by one group-by."""
    import narwhals as nw

    refuse_missing((), missing)
    if isinstance(frame, Scan):
        from concordant.engines.files.counts import counts as of_files

        return of_files(
            frame, y_true=y_true, y_pred=y_pred, labels=labels, sample_weight=sample_weight, missing=missing
        )
    wrapped = opened(frame, (y_true, y_pred, sample_weight))
    if isinstance(wrapped, nw.DataFrame):
        return Counts.from_labels(
            column_of(wrapped, y_true),
            column_of(wrapped, y_pred),
            labels=labels,
            sample_weight=column_of(wrapped, sample_weight),
            missing=missing,
        )

    def groups(unit: int = 0) -> nw.DataFrame[Any]:
        return grouped(wrapped, (y_true, y_pred), sample_weight, unit)

    cells = groups()
    refuse_lost(cells, (y_true, y_pred), missing)
    return counts_of(cells, groups, weighted=sample_weight is not None, labels=labels, missing=missing)


def counts_of(
    cells: nw.DataFrame[Any],
    again: Callable[[int], nw.DataFrame[Any]],
    *,
    weighted: bool,
    labels: Sequence[Label] | None,
    missing: Missing,
) -> Counts:
    """Count groups of rows; `again` gives them with weights in another unit of two, where squares need one."""
    if not weighted:
        return arrays.counts(_rows(cells, labels, None, missing))
    state = arrays.counts(_rows(cells, labels, "weight", missing))
    if not state.labels:
        return state
    if unit := unit_of_squares(state.numbers):
        cells = again(unit)
    return state.with_squares(arrays.counts(_rows(cells, state.labels, "squares", missing)))


def _rows(cells: nw.DataFrame[Any], labels: Sequence[Label] | None, weight: str | None, missing: Missing) -> LabelRows:
    """Groups as rows that stand for as many as they hold; where a label is missing they are dropped."""
    true, pred, weights = (column_of(cells, name) for name in ("first", "second", weight))
    return check_labels(true, pred, labels=labels, sample_weight=weights, missing=missing, times=times_of(cells))
