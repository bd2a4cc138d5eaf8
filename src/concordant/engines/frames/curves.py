"""Labels and scores of a frame become a `Curve`: of a lazy frame by one group-by, one group a distinct score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from concordant.engines import arrays
from concordant.engines.frames.groups import grouped, refuse_lost, times_of
from concordant.engines.frames.opened import column_of, opened
from concordant.inputs.rows import refuse_missing
from concordant.inputs.scan import Scan
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.states.curves import Curve
from concordant.typing import Frame, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw


def curve(
    frame: Frame,
    *,
    y_true: str,
    y_score: str,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> Curve:
    """Group by score and truth; of a lazy frame where it lives."""
    import narwhals as nw

    refuse_missing((), missing)
    if isinstance(frame, Scan):
        from concordant.engines.files.curves import curve as of_files

        return of_files(
            frame,
            y_true=y_true,
            y_score=y_score,
            labels=labels,
            pos_label=pos_label,
            sample_weight=sample_weight,
            missing=missing,
        )
    wrapped = opened(frame, (y_true, y_score, sample_weight))
    if isinstance(wrapped, nw.DataFrame):
        return Curve.from_scores(
            column_of(wrapped, y_true),
            column_of(wrapped, y_score),
            labels=labels,
            pos_label=pos_label,
            sample_weight=column_of(wrapped, sample_weight),
            missing=missing,
        )

    def groups(unit: int = 0) -> nw.DataFrame[Any]:
        return grouped(wrapped, (y_true, y_score), sample_weight, unit)

    cells = groups()
    refuse_lost(cells, (y_true, y_score), missing)
    reading: Any = {"labels": labels, "pos_label": pos_label, "missing": missing}
    return curve_of(cells, groups, weighted=sample_weight is not None, **reading)


def curve_of(
    cells: nw.DataFrame[Any],
    again: Callable[[int], nw.DataFrame[Any]],
    *,
    weighted: bool,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    missing: Missing,
) -> Curve:
    """Sort groups of rows; `again` gives them with weights in another unit of two, where squares need one."""

    def rows(weight: str | None) -> ScoreRows:
        true, score, weights = (column_of(cells, name) for name in ("first", "second", weight))
        how: Any = {"labels": labels, "pos_label": pos_label, "missing": missing, "times": times_of(cells)}
        return check_scores(true, score, sample_weight=weights, **how)

    if not weighted:
        return arrays.curve(rows(None))
    found = arrays.curve(rows("weight"))
    if found.unit:
        cells = again(found.unit)
    return arrays.squared_by(found, rows("squares"))
