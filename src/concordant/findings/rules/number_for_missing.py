"""A number such as 999 that stands for a missing value, and counts as one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.typing import FloatArray

_ROWS = 3  # that repeat it
_REPEATED = [float(digit * times) for digit in "987" for times in range(1 + (digit != "9"), 13)]
_OF_LABELS = [-32768.0, -2147483648.0, *_REPEATED, *(-one for one in _REPEATED)]  # codes of surveys and registers
_OF_NUMBERS = [-1.0, *_OF_LABELS]  # and -1, which among labels is a label
_Column: TypeAlias = tuple[FloatArray, FloatArray, Sequence[float], int]
_NAMES = {"truth": "y_true", "prediction": "y_pred", "score": "y_score"}


@rule(
    severity="wrong conclusion likely",
    asks="Does a number such as 999 stand for a missing value?",
    needs=("numbers", "every score"),
    tasks=("binary", "ordinal", "continuous"),
)
def number_for_missing(evidence: Evidence) -> Said | None:
    """Speak where such a number repeats, further from all other values than these lie from each other."""
    found = [(role, *mark) for role, column in _columns(evidence) for mark in _marks(*column)]
    if not found:
        return None
    rows: dict[float, float] = {}
    for _, value, many, _, _ in found:
        rows[value] = rows.get(value, 0) + many
    marks = {f"{value:.0f}": many for value, many in sorted(rows.items(), key=lambda item: -item[1])}
    low, high = min(one[3] for one in found), max(one[4] for one in found)
    roles = list(dict.fromkeys(one[0] for one in found))
    it, looks = ("them", "These look like marks") if len(marks) > 1 else ("it", "This looks like a mark")
    more = ""
    if roles == ["score"] and evidence.task == "binary" and low >= 0 and high <= 1:
        more = f" Without {it} all scores lie between 0 and 1; with {it} they are not taken as probabilities."
    marked, among = "|".join(_NAMES[role] for role in roles), ", ".join(marks)
    told = f"== {among}" if len(marks) == 1 else f"in ({among})"
    without = re.sub(rf"\b({marked})\b(?!=)", rf"[None if one {told} else one for one in \1]", evidence.columns)
    weights = ", sample_weight=sample_weight" if evidence.weighted else ""
    drops: dict[str, str] = {} if evidence.n_missing else {"missing": "drop"}
    return Said(
        sentence=(
            f"{' and '.join(f'{mark} stands {many:,.0f} times' for mark, many in marks.items())} in "
            f"{' and '.join(map(evidence.column, roles))}; the other values lie between {low:g} and {high:g}.{more}"
        ),
        meaning=f"{looks} of a missing value. On this page {among} count{'s' * (len(marks) == 1)} as numbers.",
        next_step="If it means missing, say so: such rows are then left out.",
        python=f"concordant.evaluate({without}, task={evidence.task!r}{weights}, missing='drop')",
        command=evidence.command("report", "truth", "prediction", "score", na=list(marks), **drops),
        numbers={"mark": max(rows, key=rows.__getitem__), "rows": sum(rows.values()), "low": low, "high": high},
    )


def _marks(
    values: FloatArray, rows: FloatArray, known: Sequence[float], least: int
) -> Iterator[tuple[float, float, float, float]]:
    """Yield each mark with its rows, and the ends of the other values, if these are `least` or more."""
    marks = np.isin(values, known)
    if not marks.any():
        return
    plain = np.sort(values[~marks])
    if len(plain) < least or (known is _OF_LABELS and (np.diff(plain) != 1).any()):
        return
    low, high = float(plain[0]), float(plain[-1])
    gap = max(high - low, 2.0 if known is _OF_LABELS else 0.0)  # the next label is none
    far = marks & ((values >= high + gap) | (values <= low - gap)) & (rows >= _ROWS)
    for value, many in zip(values[far].tolist(), rows[far].tolist(), strict=True):
        if value != -1 or (low >= 0 and high <= 1):
            yield value, many, low, high


def _columns(evidence: Evidence) -> Iterator[tuple[str, _Column]]:
    """Yield the distinct values of each column of numbers with their rows, and what may be a mark beside how many."""
    curve = evidence.scores
    if curve is not None:
        rows = curve.weights.sum(1) * evidence.rows(1.0)
        yield "score", (np.asarray(curve.scores, np.float64), rows, _OF_NUMBERS, 10)
    for role, (values, times) in evidence.distinct().items():
        yield role, (values, times, _OF_NUMBERS, 10)
    if evidence.task == "ordinal" and all(type(label) in (int, float) for label in evidence.labels):
        for role, used in (("truth", evidence.true), ("prediction", evidence.predicted or {})):
            occurring = [label for label in evidence.labels if used.get(label)]
            rows = np.array([used[label] for label in occurring]) * evidence.rows(1.0)
            yield role, (np.array(occurring, np.float64), rows, _OF_LABELS, 2)
