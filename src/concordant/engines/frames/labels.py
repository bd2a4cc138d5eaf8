"""Two columns of labels of a lazy frame: the pairs that occur, counted by its own engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from concordant.engines.frames.groups import PLACES, absent, grouped, times_of
from concordant.engines.frames.opened import column_of
from concordant.engines.label_groups import LabelGroups
from concordant.engines.unfit_rows import Gaps
from concordant.states.state import unit_of_squares

if TYPE_CHECKING:
    import narwhals as nw


def label_groups(
    frame: nw.LazyFrame[Any],
    truth: str,
    pred: str,
    *,
    weight: str | None = None,
    by: str | None = None,
    cluster: str | None = None,
) -> LabelGroups:
    """
    Group the rows by their pair of labels, and by the columns of groups and clusters, where they live.

    Raises
    ------
    WeightError
        If some weights are none.
    """
    keys = tuple(name for name in (truth, pred, by, cluster) if name is not None)
    cells = grouped(frame, keys, weight)
    if weight is not None and (unit := unit_of_squares(cells.get_column("weight").to_numpy())):
        cells = grouped(frame, keys, weight, unit)
    times = times_of(cells)
    named = dict(zip(keys, PLACES, strict=False))
    lost = {}
    for name in (truth, pred):
        many = int(times[absent(cells.get_column(named[name])).to_numpy()].sum())
        if many:
            lost[name] = Gaps(many)
    weights, squares = (None if weight is None else cells.get_column(name).to_numpy() for name in ("weight", "squares"))
    first, second, third, fourth = (
        None if name is None else column_of(cells, named[name]) for name in (truth, pred, by, cluster)
    )
    found = (times, int(times.sum()), weights, squares, lost)
    return LabelGroups(first, second, *found, by=third, cluster=fourth)
