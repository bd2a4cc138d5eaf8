"""Predicted labels without one error."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.states import Counts

_LEAST = 20  # rows of the two most frequent classes


@rule(
    severity="wrong conclusion likely",
    asks="Are the predicted labels a copy of the truth?",
    needs=("predicted labels",),
    tasks=("binary", "multiclass", "ordinal"),
)
def labels_without_error(evidence: Evidence) -> Said | None:
    """Speak where no label is wrong, with 20 or more rows of two classes."""
    second = sorted(evidence.true.values())[-2] if len(evidence.true) > 1 else 0
    if not _no_error(evidence.counts) or evidence.rows(second) < _LEAST:
        return None
    return Said(
        sentence=f"All {evidence.n:,} labels agree: accuracy is exactly 1.",
        meaning=(
            "Neither models nor two people do that. Most likely both columns are the same column, one was filled from "
            "the other, or the model was judged on the rows that trained it."
        ),
        next_step="Ask where the two columns come from. The table shows that nothing lies off the diagonal.",
        python="page.counts",
        command=evidence.command("explain", "truth", "prediction", **_labels(evidence)),
        numbers={"accuracy": 1.0, "rows": evidence.n},
    )


def _no_error(counts: Counts | None) -> bool:
    return counts is not None and bool((counts.occupied.truth == counts.occupied.prediction).all())


def _labels(evidence: Evidence) -> dict[str, str]:
    texts = [str(label) for label in evidence.labels]
    return {} if any("," in text or ".." in text for text in texts) else {"labels": ",".join(texts)}
