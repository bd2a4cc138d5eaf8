"""A number such as 999 that stands for a missing value, and counts as one."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.typing import FloatArray

_ROWS = 3  # that repeat it
_VALUES = 10  # different ones beside it, of scores and measurements
_REPEATED = [float(digit * times) for digit in "987" for times in range(1 + (digit != "9"), 13)]
_MARKS = [-1.0, -32768.0, -2147483648.0, *_REPEATED, *(-one for one in _REPEATED)]  # of surveys and registers


@rule(
    severity="wrong conclusion likely",
    asks="Does a number such as 999 stand for a missing value?",
    needs=("every score",),
    tasks=("binary", "ordinal", "continuous"),
)
def number_for_missing(evidence: Evidence) -> Said | None:
    """Speak where such a number repeats, further from all other values than these lie from each other."""
    found = [
        mark for role, values, rows, labels in _columns(evidence) for mark in _marks(role, values, rows, labels=labels)
    ]
    if not found:
        return None
    value, scores = max(found)[1], max(found)[-1]
    low, high = min(one[3] for one in found if one[1] == value), max(one[4] for one in found if one[1] == value)
    roles = {role: many for many, one, role, *_ in found if one == value}
    others = sorted({one for _, one, *_ in found} - {value})
    more = f" So does {' and '.join(f'{one:.0f}' for one in others)}." if others else ""
    if evidence.task == "binary" and scores and low >= 0 and high <= 1:
        more += " Without it all scores lie between 0 and 1; with it they are not taken as probabilities."
    return Said(
        sentence=(
            f"{value:.0f} stands {sum(roles.values()):,.0f} times in {' and '.join(map(evidence.column, roles))}; the "
            f"other values lie between {low:g} and {high:g}.{more}"
        ),
        meaning=f"It looks like a mark of a missing value. On this page it counts as the number {value:.0f}.",
        next_step="If it means missing, say so: such rows are then left out.",
        python=_python(evidence, value, roles),
        command=evidence.command(
            "report",
            *("truth", "prediction", "score"),
            na=f"{value:.0f}",
            **({} if evidence.n_missing else {"missing": "drop"}),
        ),
        numbers={"mark": value, "rows": sum(roles.values()), "low": low, "high": high},
    )


def _marks(
    role: str, values: FloatArray, rows: FloatArray, *, labels: bool
) -> Iterator[tuple[float, float, str, float, float, bool]]:
    """Yield each mark: its rows, itself, its column, the ends of all other values, and whether it is a score."""
    marks = np.isin(values, _MARKS if not labels else _MARKS[1:])  # -1 is a label like others
    plain = np.sort(values[~marks])
    if len(plain) < (2 if labels else _VALUES) or (labels and (np.diff(plain) != 1).any()):
        return
    low, high = float(plain[0]), float(plain[-1])
    far = marks & ((values >= 2 * high - low) | (values <= 2 * low - high)) & (rows >= _ROWS)
    for value, many in zip(values[far].tolist(), rows[far].tolist(), strict=True):
        if value != -1 or (low >= 0 and high <= 1):
            yield many, value, role, low, high, role == "score"


def _columns(evidence: Evidence) -> Iterator[tuple[str, FloatArray, FloatArray, bool]]:
    """Yield the distinct values of each column of numbers, how many rows have each, and whether they are labels."""
    curve = evidence.scores
    if curve is not None:
        rows = np.array([evidence.rows(weight) for weight in curve.weights.sum(1).tolist()])
        yield "score", np.asarray(curve.scores, np.float64), rows, False
    for role, (values, times) in evidence.distinct().items():
        yield role, values, times, False
    if evidence.task == "ordinal" and all(type(label) in (int, float) for label in evidence.labels):
        for role, used in (("truth", evidence.true), ("prediction", evidence.predicted or {})):
            here = [(float(label), evidence.rows(many)) for label, many in used.items() if many]  # type: ignore[arg-type]
            if here:
                values, times = np.array(here).T
                yield role, values, times, True


def _python(evidence: Evidence, value: float, marked: Collection[str]) -> str:
    """The page without these rows."""
    given = []
    for one in evidence.columns.split(", "):
        keyword, equals, column = one.rpartition("=")
        without = f"[None if one == {value:.0f} else one for one in {column}]"
        is_marked = {"y_true": "truth", "y_pred": "prediction", "y_score": "score"}[column] in marked
        given.append(f"{keyword}{equals}{without if is_marked else column}")
    task = ", task='continuous'" if evidence.task == "continuous" else ""
    weights = ", sample_weight=sample_weight" if evidence.weighted else ""
    return f"concordant.evaluate({', '.join(given)}{task}{weights}, missing='drop')"
