"""Few clusters, on which every interval rests."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule

_FEW = 20


@rule(
    severity="worth knowing",
    asks="Are there few clusters?",
    needs=("clusters",),
)
def few_clusters(evidence: Evidence) -> Said | None:
    """Speak where the rows lie in fewer than 20 clusters."""
    if evidence.clusters is None or evidence.clusters >= _FEW:
        return None
    return Said(
        sentence=f"{evidence.n:,} rows lie in only {evidence.clusters} clusters.",
        meaning=(
            "Rows of a cluster are alike, so the clusters are what was sampled. Few of them tell little about others, "
            "and methods for clustered rows are least reliable there."
        ),
        next_step="Take rows from more clusters rather than more rows of these.",
        python="concordant.planning.proportion(0.8, width=0.2, cluster_size=20, icc=0.1)",
        command=None
        if evidence.file is None
        else "concordant plan proportion --expected 0.8 --width 0.2 --cluster-size 20 --icc 0.1",
        numbers={"clusters": evidence.clusters, "rows": evidence.n},
    )
