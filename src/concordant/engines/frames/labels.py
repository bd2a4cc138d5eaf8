"""Two columns of labels of a lazy frame: the pairs that occur, counted by its own engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from concordant.engines.frames.groups import absent, grouped, times_of
from concordant.engines.frames.opened import column_of
from concordant.engines.label_groups import LabelGroups
from concordant.engines.unfit_rows import Gaps
from concordant.states.merging import unit_of_squares

if TYPE_CHECKING:
    import narwhals as nw


def label_groups(frame: nw.LazyFrame[Any], truth: str, pred: str, *, weight: str | None = None) -> LabelGroups:
    """
    Group the rows by their pair of labels, where they live.

    Raises
    ------
    WeightError
        If some weights are none.
    """
    cells = grouped(frame, (truth, pred), weight)
    if weight is not None and (unit := unit_of_squares(cells.get_column("weight").to_numpy())):
        cells = grouped(frame, (truth, pred), weight, unit)
    times = times_of(cells)
    lost = {}
    for name, key in ((truth, "first"), (pred, "second")):
        many = int(times[absent(cells.get_column(key)).to_numpy()].sum())
        if many:
            lost[name] = Gaps(many)
    weights, squares = (None if weight is None else cells.get_column(name).to_numpy() for name in ("weight", "squares"))
    first, second = column_of(cells, "first"), column_of(cells, "second")
    return LabelGroups(first, second, times, int(times.sum()), weights, squares, lost)
