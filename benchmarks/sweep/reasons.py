"""
Why a peer may be faster, or our time jumps: the classes that are known, each with its reason.

A loss or a cliff of no class is one to look into.
"""

from __future__ import annotations

from benchmarks.sweep.finder import Cliff
from benchmarks.sweep.points import OURS, Point

CALL = 1.2e-4  # seconds; a call that takes no longer is mostly Python's
MANY = 256  # labels whose names take longer than the rows
CELLS_A_ROW = 4  # of a table; of more the cells are listed

UNKNOWN = "-"
REASONS = {
    "loop": "numba: a compiled loop knows the type, the labels and that all is there; we check each row.",
    "call": f"a call of at most {1e6 * CALL:.0f} us: the checks of what came are Python, whatever the rows.",
    "declared": "every declared label is read, and all rows are checked against them.",
    "names": "many labels of text: each becomes a string of Python, in order, as a group-by does not.",
    "listed": "many labels, few rows: we list the cells that hold some, in order; the peer's table is mostly empty.",
    "weights": "weights are checked, and added up by pair of labels in the order of the rows; text is coded first.",
    "sort": "the peer is told how few whole scores there may be; we look first, and sort what has too many.",
}
EVEN = {  # jumps that are no cliff of ours
    "memory": "so many rows do not fit the last-level cache, and are read at the speed of the memory.",
    "slope": "no step lies between them: the time for a unit rises all the way.",
}
CAUSES = {
    "objects": "each int above 256 of a list is an object of its own, which is read where it lies.",
    "sort": "so many possible whole scores are sorted; fewer are counted in cells.",
}
MEMORY = 3e-9  # seconds a row that is read and hardly more
OF_PYTHON = 256  # the greatest int of which Python has one object
NAMED = ("Polars", "Arrow", "pandas", "object", "list", "NumPy")


def reason(point: Point, peer: str) -> str:
    """Return the class of a loss to a peer at a point, or `UNKNOWN`."""
    spec = point.spec
    rules = {
        "loop": peer.startswith("numba"),
        "call": point.seconds[OURS] <= CALL,
        "declared": "declared" in spec.column,
        "names": spec.labels > MANY and spec.column.startswith(NAMED),
        "listed": spec.work == "Counts.from_labels" and spec.labels > MANY and spec.labels**2 > CELLS_A_ROW * spec.rows,
        "weights": spec.weighted,
        "sort": spec.work in ("roc_auc", "roc_curve") and "int" in spec.column,
    }
    return next((name for name, holds in rules.items() if holds), UNKNOWN)


def cause(cliff: Cliff) -> str:
    """Return the class of a cliff, or `UNKNOWN`."""
    low, high, along = cliff.low.spec, cliff.high.spec, cliff.axis
    ints = low.column.endswith(" of int") and OF_PYTHON / 2 <= low.labels <= 2 * OF_PYTHON
    rules = {
        "memory": along == "rows" and high.rows > 2_000_000 and cliff.high.ours <= MEMORY * high.rows,
        "objects": along == "labels" and ints,
        "slope": cliff.slope,
        "sort": along == "labels" and low.work in ("roc_auc", "roc_curve") and "int" in low.column,
    }
    return next((name for name, holds in rules.items() if holds), UNKNOWN)
