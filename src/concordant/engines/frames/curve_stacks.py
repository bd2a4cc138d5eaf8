"""Labels and one column of scores a class of a frame become a `CurveStack`: one group-by a column of a lazy frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.engines import arrays
from concordant.engines.frames.groups import grouped, times_of
from concordant.engines.frames.score_classes import ScoreClasses, score_classes
from concordant.engines.frames.whole_rows import CLASS, WEIGHT, score
from concordant.engines.named_columns import frame_of, is_lazy
from concordant.errors import InputTypeError
from concordant.inputs.rows import refuse_missing
from concordant.inputs.scores import ScoreRows
from concordant.states.curves import Curve, CurveStack
from concordant.typing import Frame, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw


def curve_stack(
    frame: Frame,
    *,
    y_true: str,
    y_score: Sequence[str],
    labels: Sequence[Label] | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> CurveStack:
    """Group each column of scores by its values and the truth; of a lazy frame where it lives."""
    refuse_missing((), missing)
    if isinstance(y_score, str) or len(y_score) < 2:
        msg = f"y_score must be a list of columns, one for each class, not {y_score!r}."
        raise InputTypeError(msg)
    names = [name for name in (y_true, *y_score, sample_weight) if name is not None]
    wrapped = frame_of(frame, names)
    if is_lazy(wrapped):
        how: Any = {"labels": labels, "sample_weight": sample_weight, "missing": missing}
        found = score_classes(wrapped, y_true, y_score, what="y_score", **how)
        if found is not None:
            return curves_of(found)
        wrapped = wrapped.select(names).head(0).collect()
    eager: Any = wrapped
    return CurveStack.from_scores(
        eager.get_column(y_true).to_native(),
        eager.select(list(y_score)).to_native(),
        labels=labels,
        sample_weight=None if sample_weight is None else eager.get_column(sample_weight).to_native(),
        missing=missing,
    )


def curves_of(found: ScoreClasses) -> CurveStack:
    """The curve of each column; of two columns for two classes that of the positive one."""
    rows = found.rows
    if len(rows.roles.scores) == 1:
        return CurveStack((_curve(found, 0),), (found.classes[-1],), multilabel=True)
    return CurveStack(tuple(_curve(found, place) for place in range(len(rows.roles.scores))), found.classes)


def _curve(found: ScoreClasses, place: int) -> Curve:
    """The distinct scores of a column with the rows of each class."""
    rows, classes = found.rows, found.classes
    cells: nw.DataFrame[Any] = grouped(rows.frame, (CLASS, score(place)), WEIGHT if rows.weighted else None)
    code = cells.get_column("first").to_numpy().astype(np.int64)
    scores = cells.get_column("second").to_numpy().astype(np.float64)
    weights = cells.get_column("weight").to_numpy().astype(np.float64) if rows.weighted else None
    own = (code, tuple(range(len(classes))), classes, scores, weights, rows.lost)
    return arrays.curve(ScoreRows(*own, times=None if rows.weighted else times_of(cells)))
