"""Many rows were dropped because a value was missing."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import percent

_SHARE = 0.05


@rule(severity="worth knowing", asks="Were many rows dropped because a value was missing?")
def dropped_rows(evidence: Evidence) -> Said | None:
    """Speak where a twentieth of all rows or more were dropped."""
    total = evidence.n + evidence.n_missing
    if evidence.n_missing < _SHARE * total:
        return None
    return Said(
        sentence=(
            f"{evidence.n_missing:,} of {total:,} rows ({percent(evidence.n_missing / total)}) were dropped: a value "
            "was missing."
        ),
        meaning=(
            "The page speaks of the complete rows. If rows without a prediction or a rating are the hard ones, as they "
            "often are, every number is too good."
        ),
        next_step="Compare dropped rows with the others on something that both have, and say how many there were.",
        python="page.n_missing / (page.n + page.n_missing)",
        command=None,
        numbers={"dropped": evidence.n_missing, "share": evidence.n_missing / total},
    )
