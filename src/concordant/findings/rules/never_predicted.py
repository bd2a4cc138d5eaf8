"""A class that is never predicted."""

from __future__ import annotations

import math

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import counted, percent

_CHANCE = 0.01
_LEAST = 5  # rows


@rule(
    severity="costs",
    asks="Is a class never predicted?",
    needs=("labels",),
    tasks=("binary", "multiclass", "ordinal"),
)
def never_predicted(evidence: Evidence) -> Said | None:
    """Speak where a class is never predicted that chance alone would predict, were it as frequent as in the truth."""
    if evidence.constant:  # no threshold would change that
        return None
    predicted, total = evidence.predicted or {}, sum(evidence.true.values())
    limit = _CHANCE / max(len(evidence.true), 1)
    absent = {
        label: rows
        for label, rows in evidence.true.items()
        if evidence.rows(rows) >= _LEAST
        and not predicted.get(label)
        and _log_chance(rows / total, evidence.worth) < math.log(limit)
    }
    if not absent:
        return None
    label = max(absent, key=lambda one: absent[one])
    others = "" if len(absent) == 1 else f", nor {len(absent) - 1} other class{'es' if len(absent) > 2 else ''}"
    shown = evidence.quoted(label)
    scores = evidence.scores
    many = _many(evidence, absent[label] / total, absent[label])
    return Said(
        sentence=f"{shown} is never predicted{others}, although {many}.",
        meaning=(
            f"Its recall is 0 and its precision is undefined; means over classes suffer from it. No row of {shown} is "
            "ever found."
        ),
        next_step="See what its rows are called instead."
        if scores is None
        else "Lower the threshold for it."
        if label == evidence.labels[1]
        else "Raise the threshold, so that scores below it stand for this class.",
        python=f"concordant.best_threshold(y_true, y_score, 'f1'{evidence.reads})"
        if scores is not None
        else "concordant.recall.of(page.counts, average=None)",
        command=None
        if scores is None
        else evidence.command("threshold", "truth", "score", metric="f1", **evidence.reading),
        numbers={"rows": evidence.rows(absent[label]), "classes": len(absent)},
    )


def _many(evidence: Evidence, share: float, rows: float) -> str:
    if evidence.weighted:
        return f"{percent(share)} of the truth, by weight, are of it"
    return f"the truth has {counted(rows)} rows of it"


def _log_chance(share: float, rows: float) -> float:
    """The logarithm of the chance that a label of this share is in none of so many independent rows."""
    return -math.inf if share >= 1 else rows * math.log1p(-share)
