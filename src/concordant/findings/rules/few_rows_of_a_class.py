"""So few rows of a class that what is said of it rests on next to nothing."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import counted, shares_limits

_FEW = 20


@rule(
    severity="worth knowing",
    asks="Does a metric rest on few rows of a class?",
    tasks=("binary", "multiclass", "ordinal"),
)
def few_rows_of_a_class(evidence: Evidence) -> Said | None:
    """Speak where a class has fewer than 20 rows of the truth."""
    few = {label: rows for label, rows in evidence.true.items() if 0 < rows < _FEW}
    if not few or evidence.weighted:
        return None
    label = min(few, key=lambda one: few[one])
    rows = few[label]
    low, high = shares_limits(0.8, rows, 0.95)
    shown = evidence.quoted(label)
    others = "" if len(few) == 1 else f" {len(few)} classes have fewer than {_FEW}."
    s = "" if rows == 1 else "s"
    return Said(
        sentence=f"The truth has only {counted(rows)} row{s} of {shown}.{others}",
        meaning=(
            f"Recall, precision, AUC and every mean over classes rest on these rows: with {counted(rows)} a recall of "
            f"0.8 means no more than {low:.2f} to {high:.2f}. One row more or less moves them."
        ),
        next_step="See how many rows of a class make its recall sure to within 0.1, and gather them.",
        python="concordant.planning.proportion(0.8, width=0.2)",
        command=None if evidence.file is None else "concordant plan proportion --expected 0.8 --width 0.2",
        numbers={"rows": rows, "classes": len(few), "low": low, "high": high},
    )
