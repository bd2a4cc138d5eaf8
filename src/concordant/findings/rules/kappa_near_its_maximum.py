"""A kappa that the margins hold down."""

from __future__ import annotations

from typing import Any

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule

_MAXIMUM = 0.8
_NEAR = 0.85
_LOW = 0.2  # below it there is no agreement to speak of


@rule(
    severity="wrong conclusion likely",
    asks="Is kappa near the most that these margins allow?",
    needs=("labels", "intervals"),
    tasks=("binary", "multiclass", "ordinal"),
)
def kappa_near_its_maximum(evidence: Evidence) -> Said | None:
    """Speak where the most that these margins allow is surely below 0.8, and kappa is 0.2 or more and 0.85 of it."""
    weights: dict[str, Any] = {"weights": "quadratic"} if evidence.task == "ordinal" else {}
    kappa, most = evidence.value("cohen_kappa", **weights), evidence.interval("kappa_max", **weights)
    if most is None or most.high > _MAXIMUM or not kappa >= max(_LOW, _NEAR * most.value):
        return None
    named = "Quadratic kappa" if weights else "Cohen's kappa"
    arguments = f"page.counts{', weights=' + repr('quadratic') if weights else ''}"
    return Said(
        sentence=(
            f"{named} is {kappa:.3f}, and with labels used this often it could be no more than {most.value:.3f} (99 % "
            f"interval {most.low:.3f} to {most.high:.3f})."
        ),
        meaning=(
            "The columns order the rows nearly as alike as they can; they differ in how often they use each label. One "
            "rater is stricter, or the threshold lies elsewhere. That can be mended more easily than real disagreement."
        ),
        next_step="Compare how often each column uses each label; agree on the threshold, or move it.",
        python=f"concordant.kappa_max.of({arguments})",
        command=evidence.command("explain", "truth", "prediction", **_labels(evidence)),
        numbers={"kappa": kappa, "kappa_max": most.value, "low": most.low, "high": most.high},
    )


def _labels(evidence: Evidence) -> dict[str, str]:
    return {name: value for name, value in evidence.reading.items() if name == "labels"}
