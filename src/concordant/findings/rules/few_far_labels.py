"""A quadratic kappa that a few rows at the end of the scale carry."""

from __future__ import annotations

import numpy as np

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import counted, percent
from concordant.metrics.definition.registry import get
from concordant.states import Counts

_FEW = 0.05
_LESS = 0.15


@rule(
    severity="wrong conclusion likely",
    asks="Do a few far-off labels carry the quadratic kappa?",
    needs=("labels",),
    tasks=("ordinal",),
)
def few_far_labels(evidence: Evidence) -> Said | None:
    """Speak where quadratic kappa falls by 0.15 without the rows of one end of the scale, a twentieth at most."""
    counts = evidence.counts
    if counts is None or len(evidence.labels) < 3:
        return None
    whole = evidence.value("cohen_kappa", weights="quadratic")
    found = [(*one, end) for end in (0, -1) if (one := _without(counts, end)) is not None]
    found = [one for one in found if one[1] <= _FEW * float(counts.n) and whole - one[0] >= _LESS]
    if not found:
        return None
    rest, rows, end = min(found)
    label = evidence.quoted(_used(counts)[end])
    share = percent(rows / float(counts.n))
    which = f"rows ({share} by weight)" if evidence.weighted else f"{counted(rows)} rows ({share})"
    return Said(
        sentence=(f"Quadratic kappa is {whole:.3f}; without the {which} where a column says {label} it is {rest:.3f}."),
        meaning=(
            f"The distance to {label} is squared, so these few rows outweigh all others. If {label} is a code "
            "(unknown, not done) and no step of the scale, the kappa means nothing; else it speaks of the extreme "
            "alone."
        ),
        next_step=f"Check what {label} stands for. Linear kappa depends less on the ends of the scale.",
        python="concordant.cohen_kappa.of(page.counts, weights='linear')",
        command=evidence.command("explain", "truth", "prediction", weights="linear", **evidence.reading),
        numbers={"kappa": whole, "without": rest, "rows": evidence.rows(rows)},
    )


def _used(counts: Counts) -> list[object]:
    """The labels that occur, in their order."""
    rows = counts.column_totals + counts.row_totals
    return [label for label, many in zip(counts.labels, rows.tolist(), strict=True) if many]


def _without(counts: Counts, end: int) -> tuple[float, float] | None:
    """Quadratic kappa without the rows of the label at an end, and how many these are."""
    place = list(counts.labels).index(_used(counts)[end])
    first, second = counts.places
    without = counts.with_numbers(np.where((first == place) | (second == place), 0, counts.numbers))
    rest = float(without.n)
    kappa = float(get("cohen_kappa").outcome(without, weights="quadratic").value)
    return None if not rest or np.isnan(kappa) else (kappa, float(counts.n) - rest)
