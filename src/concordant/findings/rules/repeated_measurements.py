"""Pairs of measurements that occur more than once."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import percent

_SHARE = 0.05


@rule(
    severity="wrong conclusion likely",
    asks="Are rows of measurements repeated?",
    needs=("measurements", "intervals"),
    tasks=("continuous",),
)
def repeated_measurements(evidence: Evidence) -> Said | None:
    """Speak where a twentieth of the rows repeat both numbers of another, beyond what rounding explains."""
    extra = evidence.repeated()
    if extra is None or extra < max(_SHARE * evidence.n, 3):
        return None
    return Said(
        sentence=(
            f"{extra:,} of {evidence.n:,} rows ({percent(extra / evidence.n)}) repeat both numbers of another row."
        ),
        meaning=(
            "Two continuous measurements hardly ever repeat both at once: these look like the same rows several times. "
            "Every interval on this page is then too narrow."
        ),
        next_step="Look for repeated rows where the data come from. If they belong together, say so: cluster=.",
        python=(
            f"concordant.concordance_correlation.interval(y_true, y_pred{evidence.drops}, "
            "cluster=[f'{a} {b}' for a, b in zip(y_true, y_pred)])"
        ),
        command=None,
        numbers={"rows": extra, "share": extra / evidence.n},
    )
