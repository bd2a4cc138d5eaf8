"""Checked rows of labels become `Counts`: a table, or of many labels and few rows the cells that hold some."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import LabelError
from concordant.inputs.encoding import in_order
from concordant.inputs.labels import LabelRows
from concordant.inputs.weights import divided
from concordant.states.cells import Cells, table_pays
from concordant.states.merging import unit_of_squares
from concordant.states.tables import placed, places_among, refuse_unknown, reordered
from concordant.threads import threads_for
from concordant.typing import Label

if TYPE_CHECKING:
    from concordant.states.counts import Counts

C = TypeVar("C", bound="Counts")
_MOST = 1 << 20  # labels that occur, as in the kernel


def count_rows(cls: type[C], rows: LabelRows) -> C:
    """Count checked rows."""
    values, counts, squares, too_many, places = _kernels.count_pairs(
        rows.y_true, rows.y_pred, rows.weights, threads_for(len(rows.y_true))
    )
    if too_many:
        msg = (
            f"more than {_MOST} different labels occur, too many for a table. Are these really categories? "
            "For continuous ratings use concordance_correlation."
        )
        raise LabelError(msg)
    if squares is not None and (unit := unit_of_squares(counts)):
        weights = divided(rows.weights, unit)
        squares = _kernels.count_pairs(rows.y_true, rows.y_pred, weights, threads_for(len(rows.y_true)))[2]
    found = _names_of(values, rows)
    names, ordered, missing = _wanted(found, rows), rows.ordered, rows.missing
    if places is None:
        if names is None or names == found:
            return cls(counts, names or found, ordered, squares, missing=missing)
        if rows.declared is None and not ordered:
            table = reordered(counts, found, names), reordered(squares, found, names)
            return cls(table[0], names, ordered, table[1], missing=missing)
        if table_pays(len(names), int(np.count_nonzero(counts))):
            table = placed(counts, found, names), placed(squares, found, names)
            return cls(table[0], names, ordered, table[1], missing=missing)
        cells = Cells.of_table(counts, squares)
    else:
        cells = Cells(*places, counts, len(found), squares)
    if names is not None and names != found:
        cells = moved(cells, found, names)
    return cls.from_cells(cells, names or found, ordered=ordered, missing=missing)


def _wanted(found: tuple[Label, ...], rows: LabelRows) -> tuple[Label, ...] | None:
    """The labels in the order that is asked for; None for those that occur, as they come."""
    if rows.declared is not None:
        return rows.declared  # also where they are equal: 1 is True for Python, but another label
    if rows.names is None:
        return None
    if not rows.ordered:
        return in_order(found)  # whatever the order of the categories
    return None if all(isinstance(x, (int, float)) for x in rows.names) else rows.names


def moved(cells: Cells, found: tuple[Label, ...], names: tuple[Label, ...]) -> Cells:
    """Put cells of the labels `found` at their places among `names`, row after row."""
    place = places_among(found, names)
    refuse_unknown(found, names, place, cells.truth, cells.prediction)
    truth, prediction = place[cells.truth], place[cells.prediction]
    order = np.lexsort((prediction, truth))
    squares = None if cells.squares is None else cells.squares[order]
    return Cells(truth[order], prediction[order], cells.counts[order], len(names), squares)


def _names_of(values: npt.NDArray[Any], rows: LabelRows) -> tuple[Label, ...]:
    if rows.names is not None:
        return tuple(rows.names[code] for code in values.tolist())
    if rows.logical:
        return tuple(bool(value) for value in values.tolist())
    return tuple(values.tolist())
