"""Two classes that make up most of the errors."""

from __future__ import annotations

import numpy as np

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import counted, percent, shares_limits
from concordant.metrics.definition.registry import get
from concordant.states import Counts

_MOST = 200  # classes
_LEAST = 20  # errors
_SHARE = 0.25  # of all errors
_TIMES = 2  # as many as if errors fell evenly on all pairs


@rule(
    severity="costs",
    asks="Do two classes make up most of the errors?",
    needs=("labels",),
    tasks=("multiclass",),
)
def most_confused_pair(evidence: Evidence) -> Said | None:
    """Speak where a pair has surely a quarter of all errors, and twice its part, had errors fallen evenly on pairs."""
    counts, size = evidence.counts, len(evidence.labels)
    if counts is None or not evidence.independent or not 3 <= size <= _MOST:
        return None
    table = np.asarray(counts.table, np.float64)
    both = np.triu(table + table.T, 1)
    errors, pairs = float(both.sum()), size * (size - 1) / 2
    if errors < _LEAST:
        return None
    i, j = (int(place) for place in np.unravel_index(int(both.argmax()), both.shape))
    share = float(both[i, j]) / errors
    low = shares_limits(share, errors, 1 - 0.01 / pairs)[0]
    if low < max(_SHARE, _TIMES / pairs):
        return None
    before, after = (_values(one) for one in (counts, _merged(counts, i, j)))
    first, second = (evidence.quoted(counts.labels[place]) for place in (i, j))
    to = f"dict.fromkeys([{counts.labels[i]!r}, {counts.labels[j]!r}], {f'{counts.labels[i]} or {counts.labels[j]}'!r})"
    return Said(
        sentence=(
            f"{counted(float(both[i, j]))} of {counted(errors)} errors ({percent(share)}) confuse {first} and "
            f"{second}. Merging the two would raise the accuracy from {before[0]:.3f} to {after[0]:.3f} and change "
            f"Cohen's kappa from {before[1]:.3f} to {after[1]:.3f}."
        ),
        meaning=(
            "The classifier mostly fails at one distinction. More rows of these two classes, or features that part "
            "them, help more than anything else. Merge them only if nobody needs the distinction."
        ),
        next_step="See what is left once they are one class.",
        python=f"concordant.accuracy(*[[str({to}.get(one, one)) for one in column] for column in (y_true, y_pred)])"
        if evidence.predicts and not evidence.n_missing
        else "page.counts",
        numbers={
            "errors": float(both[i, j]),
            "share": share,
            "low": low,
            "accuracy": before[0],
            "accuracy_merged": after[0],
            "kappa": before[1],
            "kappa_merged": after[1],
        },
    )


def _merged(counts: Counts, i: int, j: int) -> Counts:
    """The table with the class at j counted as that at i."""
    table = np.array(counts.table)
    table[i] += table[j]
    table[:, i] += table[:, j]
    keep = [place for place in range(len(counts.labels)) if place != j]
    return Counts(table[np.ix_(keep, keep)], tuple(counts.labels[place] for place in keep), counts.ordered)


def _values(counts: Counts) -> tuple[float, float]:
    accuracy, kappa = (float(get(name).outcome(counts).value) for name in ("accuracy", "cohen_kappa"))
    return accuracy, kappa
