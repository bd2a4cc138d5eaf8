"""Labels that are predicted and never occur in the truth."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import counted, percent

_LEAST = 5


@rule(
    severity="costs",
    asks="Is a label predicted that never occurs in the truth?",
    needs=("predicted labels",),
    tasks=("binary", "multiclass", "ordinal"),
)
def label_out_of_use(evidence: Evidence) -> Said | None:
    """Speak where five or more rows have a predicted label that no row of the truth has."""
    predicted = evidence.predicted or {}
    foreign = {
        label: rows
        for label, rows in predicted.items()
        if evidence.rows(rows) >= _LEAST and not evidence.true.get(label)
    }
    if not foreign:
        return None
    label = max(foreign, key=lambda one: foreign[one])
    others = "" if len(foreign) == 1 else f" So do {len(foreign) - 1} other labels."
    return Said(
        sentence=(
            f"{evidence.quoted(label)} is predicted {_often(evidence, foreign[label])} and never occurs in the "
            f"truth.{others}"
        ),
        meaning=(
            "Each of these rows is an error by its coding. The two columns may write the same class differently, the "
            "truth may be of other rows, or one rater does not use the label."
        ),
        next_step="See which classes of the truth stand beside it; if it is one, give both columns the same label.",
        python="page.counts",
        numbers={"rows": evidence.rows(foreign[label]), "labels": len(foreign)},
    )


def _often(evidence: Evidence, rows: float) -> str:
    total = sum(evidence.true.values())
    return f"in {percent(rows / total)} of the rows, by weight," if evidence.weighted else f"{counted(rows)} times"
