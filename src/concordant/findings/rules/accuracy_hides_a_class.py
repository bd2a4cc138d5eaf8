"""A high accuracy beside a class that is mostly missed."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import counted

_HIGH = 0.8
_MISSED = 0.5


@rule(
    severity="wrong conclusion likely",
    asks="Does a high accuracy hide a class that is mostly missed?",
    needs=("labels", "intervals"),
    tasks=("binary", "multiclass"),
)
def accuracy_hides_a_class(evidence: Evidence) -> Said | None:
    """Speak where the accuracy is 0.8 or more and the recall of a class lies surely below one half."""
    accuracy = evidence.value("accuracy")
    if not accuracy >= _HIGH:
        return None
    level = 1 - 0.01 / len(evidence.labels)
    recalls = evidence.intervals("recall", average=None, level=level)
    missed = [(label, one) for label, one in zip(evidence.labels, recalls, strict=False) if one.high < _MISSED]
    if not missed:
        return None
    label, worst = min(missed, key=lambda item: item[1].value)
    others = f", and {len(missed) - 1} other class{'es' if len(missed) > 2 else ''}" if len(missed) > 1 else ""
    balanced = evidence.value("balanced_accuracy")
    shown = evidence.quoted(label)
    rows = "" if evidence.weighted else f"{counted(evidence.true[label])} "
    return Said(
        sentence=(
            f"Accuracy is {accuracy:.3f}, but of the {rows}rows of {shown} only "
            f"{worst.value:.3f} are found (at most {worst.high:.3f}){others}. Balanced accuracy is {balanced:.3f}."
        ),
        meaning=f"Accuracy counts rows, and few are {shown}. Whoever cares for {shown} gets a much worse classifier.",
        next_step="Report the recall of each class, or the balanced accuracy, beside the accuracy.",
        python="concordant.recall.of(page.counts, average=None)",
        command=None
        if evidence.scores is None
        else evidence.command("threshold", "truth", "score", metric="balanced_accuracy", **evidence.reading),
        numbers={"accuracy": accuracy, "recall": worst.value, "high": worst.high, "balanced_accuracy": balanced},
    )
