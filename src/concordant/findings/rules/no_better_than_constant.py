"""The labels are not shown to be right more often than always giving the most frequent class."""

from __future__ import annotations

from concordant.findings.evidence import SURE, Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import with_limits


@rule(
    severity="wrong conclusion likely",
    asks="Are the labels shown to be right more often than one constant answer?",
    needs=("labels", "intervals"),
    tasks=("binary", "multiclass"),
)
def no_better_than_constant(evidence: Evidence) -> Said | None:
    """Speak where the interval of 95 % of the share of avoided errors of that constant answer reaches 0."""
    gain, surely = (evidence.interval("adjusted_count_r2", level=level) for level in (0.95, SURE))
    if gain is None or surely is None or gain.low > 0 or (evidence.constant and not evidence.predicts):
        return None
    accuracy, constant = evidence.value("accuracy"), evidence.value("no_information_rate")
    largest = max(evidence.true, key=lambda label: evidence.true[label])
    worse = surely.high < 0
    shown = surely if worse else gain
    verdict = "surely worse than" if worse else "not shown to be better than"
    return Said(
        sentence=(
            f"Accuracy is {accuracy:.3f}, and always answering {evidence.quoted(largest)} has {constant:.3f}: the "
            f"labels are {verdict} that constant answer. Share of its errors that they avoid: {with_limits(shown)}."
        ),
        meaning=_too_few(evidence) if gain.value > 0 else _meaning(evidence),
        next_step=(
            "Gather more rows, and judge the labels by a metric for which a constant answer is worth nothing."
            if gain.value > 0
            else "Judge the labels by a metric for which a constant answer is worth nothing."
        ),
        python=f"concordant.matthews_correlation.interval(y_true, y_pred{evidence.reads})"
        if evidence.predicts
        else "page['matthews_correlation'].interval",
        command=None
        if evidence.scores is None
        else evidence.command("threshold", "truth", "score", metric="matthews_correlation", **evidence.reading),
        numbers={"accuracy": accuracy, "constant": constant, "gain": gain.value, "low": gain.low, "high": gain.high},
    )


def _too_few(evidence: Evidence) -> str:
    """What an interval means that merely reaches 0."""
    told = evidence.interval("matthews_correlation")
    more = (
        f" They do tell the classes apart (Matthews correlation {with_limits(told)})."
        if told is not None and told.low > 0
        else ""
    )
    return (
        f"Here the labels are right more often than the constant answer, but {evidence.n:,} rows are too few to show "
        f"that this holds beyond them.{more}"
    )


def _meaning(evidence: Evidence) -> str:
    """Whether the labels tell the classes apart all the same."""
    told = evidence.interval("matthews_correlation")
    if told is not None and told.low > 0:
        return (
            f"The labels do tell the classes apart (Matthews correlation {with_limits(told)}), but accuracy cannot "
            "show it: here it speaks of the most frequent class alone. A good-looking accuracy is no success."
        )
    return "Nothing shows that these labels are useful: one who knows nothing is right as often, or more often."
