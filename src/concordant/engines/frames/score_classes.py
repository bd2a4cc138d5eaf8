"""The classes of labels and scores in a lazy frame, and which column belongs to which: as of columns in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.engines.frames.groups import PLACES, grouped, times_of
from concordant.engines.frames.opened import column_of
from concordant.engines.frames.whole_rows import TRUTH, Roles, WholeRows, whole_rows
from concordant.inputs.scores import check_scores, resolve_classes
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import narwhals as nw


@dataclass(frozen=True, slots=True)
class ScoreClasses:
    """
    Rows whose scores are in their order.

    Attributes
    ----------
    rows : WholeRows
        With the codes of the classes.
    classes : tuple
        Of two the second is the positive one.
    ordered : bool
        Whether their order was declared, or is that of numbers.
    """

    rows: WholeRows
    classes: tuple[Label, ...]
    ordered: bool


def score_classes(
    frame: nw.LazyFrame[Any],
    y_true: str,
    y_score: Sequence[str],
    *,
    what: str,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> ScoreClasses | None:
    """
    Find the classes, of which the distinct labels come home; None if no row is left.

    Whoever reads columns in memory decides what they are: it is given these labels beside scores that tell one column
    from the other.
    """
    import narwhals as nw

    rows = whole_rows(frame, Roles(y_true, tuple(y_score), weight=sample_weight), missing)
    if rows.lost == rows.n:
        return None
    cells = grouped(rows.frame, (TRUTH,), None)
    truth, size = column_of(cells, PLACES[0]), len(rows.roles.scores)
    marks = [2 * (place + 1) / (size * (size + 1)) for place in range(size)]
    columns = {name: [mark] * len(cells) for name, mark in zip(rows.roles.scores, marks, strict=True)}
    one = np.full(len(cells), 1.0)
    given: Any = one if size == 1 else nw.from_dict(columns, backend=cells.implementation).to_native()
    times = times_of(cells)
    found = check_scores(truth, given, labels=labels, pos_label=pos_label, what=what, times=times)
    if found.assumed and not np.isin(found.y_true, found.values).all():
        found = resolve_classes(found)
    if size > 1:
        rows = rows.reordered([marks.index(mark) for mark in np.atleast_1d(found.scores[0]).tolist()])
    return ScoreClasses(rows.coded(found.classes), found.classes, found.ordered)
