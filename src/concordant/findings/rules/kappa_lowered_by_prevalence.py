"""A low kappa of labels that agree: one class holds nearly all rows."""

from __future__ import annotations

import numpy as np

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import percent

_AGREE = 0.85
_LOW = 0.6
_SHARE = 0.8


@rule(
    severity="wrong conclusion likely",
    asks="Is kappa low because of prevalence and not of disagreement?",
    needs=("labels", "intervals"),
    tasks=("binary", "multiclass"),
)
def kappa_lowered_by_prevalence(evidence: Evidence) -> Said | None:
    """Speak where agreement is surely above 0.85, kappa surely within 0 and 0.6, and a class has 0.8 of all labels."""
    agreed, kappa, counts = evidence.interval("accuracy"), evidence.interval("cohen_kappa"), evidence.counts
    if (
        agreed is None
        or kappa is None
        or counts is None
        or agreed.low < _AGREE
        or not 0 < kappa.low <= kappa.high <= _LOW
    ):
        return None
    margins = np.asarray(counts.column_totals + counts.row_totals, np.float64)
    share = float(margins.max() / margins.sum())
    if share < _SHARE:
        return None
    label = evidence.quoted(counts.labels[int(margins.argmax())])
    even, first = evidence.value("brennan_prediger"), evidence.value("gwet_ac1")
    return Said(
        sentence=(
            f"Cohen's kappa is {kappa.value:.3f} (99 % interval {kappa.low:.3f} to {kappa.high:.3f}) although "
            f"{agreed.value:.3f} of the labels agree: {percent(share)} of all labels are {label}. Brennan and "
            f"Prediger's kappa is {even:.3f}, Gwet's AC1 {first:.3f}."
        ),
        meaning=(
            "Kappa takes off what chance would give, which is nearly all where one class is so frequent. It says that "
            "the rare classes are told apart badly here, not that the two columns differ often. Where those classes "
            "are more frequent, kappa is higher with the same errors."
        ),
        next_step=(
            "Report the agreement on each class beside kappa, and do not compare it with a kappa of other shares."
        ),
        python="concordant.positive_agreement.of(page.counts), concordant.negative_agreement.of(page.counts)"
        if evidence.task == "binary"
        else "concordant.category_kappa.of(page.counts, average=None)",
        command=evidence.command("report", "truth", "prediction", "score", all=True, **evidence.reading),
        numbers={
            "kappa": kappa.value,
            "agreement": agreed.value,
            "share": share,
            "brennan_prediger": even,
            "ac1": first,
        },
    )
