"""The main number is too uncertain to answer much, and how many rows would change that."""

from __future__ import annotations

import math

from concordant.findings.evidence import Evidence, Headline
from concordant.findings.rule import Said, rule
from concordant.metrics.definition.registry import get
from concordant.states import Counts

_WIDE = 0.2  # from limit to limit
_WANTED = 0.1
_LEAST = 5  # rows; of fewer nothing can be planned


@rule(
    severity="worth knowing",
    asks="Is the interval of the main number too wide?",
    needs=("intervals",),
)
def wide_interval(evidence: Evidence) -> Said | None:
    """Speak where the interval of the first metric is wider than 0.2, beyond what buckets leave open."""
    first = evidence.headline
    if first is None or evidence.n < _LEAST or (evidence.constant and not _of_other_labels(evidence, first)):
        return None
    found = first.interval
    width = found.high - found.low - first.open  # more rows do not change what buckets leave open
    if width <= _WIDE:
        return None
    rows = math.ceil(evidence.n * (width / _WANTED) ** 2)
    clustered = evidence.clusters is not None
    like = "in more clusters like these" if clustered else "like these"
    line, command = _plan(evidence, first, width)
    return Said(
        sentence=(
            f"{first.title} is {found.value:.3f}, but these {evidence.n:,} rows leave {found.low:.3f} to "
            f"{found.high:.3f} possible ({100 * found.level:g} % interval)."
        ),
        meaning=(
            "That is too wide to tell a good result from a middling one, or two models from each other. About "
            f"{rows:,} rows {like} would make it {_WANTED:g} wide."
        ),
        next_step=(
            "Gather more clusters before you conclude. The width falls with the root of their number."
            if clustered
            else f"Gather more rows before you conclude. This plans an interval {_WANTED:g} wide."
        ),
        python=line,
        command=command if evidence.file is not None else None,
        numbers={"value": found.value, "low": found.low, "high": found.high, "rows": rows},
    )


def _of_other_labels(evidence: Evidence, first: Headline) -> bool:
    """Whether the first metric is of predicted labels that do not follow from the score."""
    return evidence.predicts and Counts in get(first.metric).takes


def _plan(evidence: Evidence, first: Headline, width: float) -> tuple[str, str | None]:
    """The plan of such an interval, as Python and as a command; plans of independent rows do not hold in clusters."""
    scaled = f"round(page.n * ({width:.4f} / {_WANTED}) ** 2)"
    if evidence.clusters is not None:
        return scaled, None
    value = round(min(max(first.interval.value, 0.05), 0.95), 2)
    if first.metric == "roc_auc" and evidence.task == "binary":
        share = round(evidence.true[evidence.labels[1]] / sum(evidence.true.values()), 3)
        share = min(max(share, 0.005), 0.995)
        value = max(value, round(1 - value, 2))
        return (
            f"concordant.planning.auc({value}, width={_WANTED}, prevalence={share})",
            f"concordant plan auc --expected {value} --width {_WANTED} --prevalence {share}",
        )
    if first.metric == "cohen_kappa" and 0.05 < first.interval.value < 1:
        weights = first.options.get("weights")
        chosen = f", weights={weights!r}" if weights else ""
        return f"concordant.planning.kappa(table=page.counts, width={_WANTED}{chosen})", None
    if first.metric in ("accuracy", "recall"):
        return (
            f"concordant.planning.proportion({value}, width={_WANTED})",
            f"concordant plan proportion --expected {value} --width {_WANTED}",
        )
    return scaled, None
