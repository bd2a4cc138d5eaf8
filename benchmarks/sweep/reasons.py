"""
Why a peer may be faster: the classes of losses that are known, each with what we do that the peer does not.

A loss of no class is one to look into.
"""

from __future__ import annotations

from benchmarks.sweep.points import OURS, Point

CALL = 1.2e-4  # seconds; a call that takes no longer is mostly Python's
MANY = 256  # labels whose names take longer than the rows

UNKNOWN = "-"
REASONS = {
    "loop": "numba: a compiled loop knows the type, the labels and that all is there; we check each row.",
    "unchecked": "the peer reads one probability a row; we read all, to refuse what is none.",
    "call": f"a call of at most {1e6 * CALL:.0f} us: the checks of what came are Python, whatever the rows.",
    "declared": "every declared label is read, and all rows are checked against them.",
    "names": "many labels of text: each becomes a string of Python, in order, as a group-by does not.",
    "weights": "weights are checked, and their squares are summed for intervals.",
    "sort": "the peer is told how few whole scores there may be, and takes a histogram; we sort.",
}
NAMED = ("Polars", "Arrow", "pandas", "object", "list", "NumPy")


def reason(point: Point, peer: str) -> str:
    """Return the class of a loss to a peer at a point, or `UNKNOWN`."""
    spec = point.spec
    rules = {
        "loop": peer.startswith("numba"),
        "unchecked": "unchecked" in peer and spec.work == "log_loss",
        "call": point.seconds[OURS] <= CALL,
        "declared": "declared" in spec.column,
        "names": spec.labels > MANY and spec.column.startswith(NAMED),
        "weights": spec.weighted,
        "sort": spec.work in ("roc_auc", "roc_curve") and "int" in spec.column,
    }
    return next((name for name, holds in rules.items() if holds), UNKNOWN)
