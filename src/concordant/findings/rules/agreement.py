"""Rules about agreement and ordered labels."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.findings.evidence import Evidence, mean_of_cells
from concordant.findings.finding import Statement, counted, percent, rule, with_limits
from concordant.metrics.definition.registry import get
from concordant.result.wording import quoted
from concordant.states import Counts


@rule(
    severity="wrong conclusion likely",
    asks="Do a few far-off labels carry the quadratic kappa?",
    needs=("labels",),
    tasks=("ordinal",),
)
def few_far_labels(evidence: Evidence) -> Statement | None:
    """Speak where quadratic kappa falls by 0.15 without the rows of one end of the scale, a twentieth at most."""
    counts = evidence.page.counts
    if counts is None or len(evidence.page.labels) < 3:
        return None
    whole = evidence.value("cohen_kappa", weights="quadratic")
    ends = [(*without, end) for end in (0, -1) if (without := _without(counts, end)) is not None]
    ends = [(rest, rows, end) for rest, rows, end in ends if rows <= 0.05 * float(counts.n) and whole - rest >= 0.15]
    if not ends:
        return None
    rest, rows, end = min(ends)
    label = quoted(_used(counts)[end])
    share = percent(rows / float(counts.n))
    which = f"rows ({share} by weight)" if evidence.page.weighted else f"{counted(rows)} rows ({share})"
    return Statement(
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
    label = list(counts.labels).index(_used(counts)[end])
    first, second = counts.places
    without = counts.with_numbers(np.where((first == label) | (second == label), 0, counts.numbers))
    rest = float(without.n)
    kappa = float(get("cohen_kappa").outcome(without, weights="quadratic").value)
    return None if not rest or np.isnan(kappa) else (kappa, float(counts.n) - rest)


@rule(severity="wrong conclusion likely", asks="Do the two columns agree less than by chance?", needs=("intervals",))
def agreement_below_chance(evidence: Evidence) -> Statement | None:
    """Speak where the kappa of the labels, or the correlation of the numbers, lies surely below 0 or is exactly -1."""
    if evidence.page.task == "continuous":
        interval = evidence.interval("pearson_correlation")
        name, line = "The correlation", "page['pearson_correlation'].interval"
    elif evidence.page.counts is not None:
        weights: dict[str, Any] = {"weights": "quadratic"} if evidence.page.task == "ordinal" else {}
        interval = evidence.interval("cohen_kappa", **weights)
        name = "Quadratic kappa" if weights else "Cohen's kappa"
        line = f"concordant.cohen_kappa.of(page.counts{', weights=' + repr('quadratic') if weights else ''})"
    else:
        return None
    if interval is None or interval.high >= 0:
        return _exactly_reversed(evidence) if evidence.page.task == "continuous" else None
    two = len(evidence.page.labels) == 2
    return Statement(
        sentence=f"{name} is {with_limits(interval)}, surely below 0: the columns agree less than by chance.",
        meaning=(
            "One of the columns is turned round: "
            + ("the two labels mean the opposite" if two else "its scale runs from the other end")
            + ", or its rows are in another order."
        ),
        next_step="Check the coding of both columns before anything else is read.",
        python=line,
        numbers={"value": interval.value, "low": interval.low, "high": interval.high},
    )


def _exactly_reversed(evidence: Evidence) -> Statement | None:
    """What a correlation of exactly -1 says, which has no interval: chance does not put five rows on a line."""
    value = float(get("pearson_correlation").outcome(evidence.measurements).value)
    units = evidence.page.n if evidence.clusters is None else evidence.clusters
    if not value <= -1 + 1e-12 or units < 5:  # five rows have 120 orders
        return None
    return Statement(
        sentence=f"The correlation of {evidence.page.n:,} rows is exactly -1: on a line, one falls as the other rises.",
        meaning="One of the columns is the other one turned round: its scale runs from the other end.",
        next_step="Check the coding of both columns before anything else is read.",
        python="page['pearson_correlation'].value",
        numbers={"value": value},
    )


@rule(
    severity="wrong conclusion likely",
    asks="Is kappa low because of prevalence and not of disagreement?",
    needs=("labels", "intervals"),
    tasks=("binary", "multiclass"),
)
def kappa_lowered_by_prevalence(evidence: Evidence) -> Statement | None:
    """Speak where agreement is surely above 0.85, kappa surely within 0 and 0.6, and a class has 0.8 of all labels."""
    agreed, kappa, counts = evidence.interval("accuracy"), evidence.interval("cohen_kappa"), evidence.page.counts
    if agreed is None or kappa is None or counts is None or agreed.low < 0.85 or not 0 < kappa.low <= kappa.high <= 0.6:
        return None
    margins = np.asarray(counts.column_totals + counts.row_totals, np.float64)
    share = float(margins.max() / margins.sum())
    if share < 0.8:
        return None
    label = quoted(counts.labels[int(margins.argmax())])
    even, first = evidence.value("brennan_prediger"), evidence.value("gwet_ac1")
    return Statement(
        sentence=(
            f"Cohen's kappa is {with_limits(kappa)} although "
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
        if evidence.page.task == "binary"
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


@rule(
    severity="wrong conclusion likely",
    asks="Does a high quadratic kappa hide that most labels miss?",
    needs=("labels", "intervals"),
    tasks=("ordinal",),
)
def quadratic_kappa_hides_misses(evidence: Evidence) -> Statement | None:
    """Speak where quadratic kappa is surely above 0.6 and fewer than half of the labels are surely equal."""
    kappa, equal = evidence.interval("cohen_kappa", weights="quadratic"), evidence.interval("accuracy")
    if kappa is None or equal is None or kappa.low < 0.6 or equal.high > 0.5:
        return None
    near = evidence.value("adjacent_agreement")
    return Statement(
        sentence=(
            f"Quadratic kappa is {kappa.value:.3f}, but only {equal.value:.3f} of the labels are equal (99 % interval "
            f"{equal.low:.3f} to {equal.high:.3f}); {near:.3f} are equal or one step off."
        ),
        meaning=(
            "Quadratic kappa is a correlation: it rewards the right direction and hardly counts near misses. Who acts "
            "on the label itself is wrong most of the time."
        ),
        next_step="Report exact and adjacent agreement beside it."
        if evidence.measurements is None
        else "Report exact and adjacent agreement beside it; this finds cut points for equal labels.",
        python="concordant.accuracy.of(page.counts), concordant.adjacent_agreement.of(page.counts)",
        command=evidence.command("explain", "truth", "prediction", **evidence.reading)
        if evidence.measurements is None
        else evidence.command("cutpoints", "truth", "score", metric="accuracy", **evidence.reading),
        numbers={"kappa": kappa.value, "low": kappa.low, "equal": equal.value, "high": equal.high, "adjacent": near},
    )


@rule(
    severity="costs",
    asks="Is one of the two columns systematically higher?",
    needs=("predicted labels", "intervals"),
    tasks=("binary", "ordinal"),
)
def severity_shift(evidence: Evidence) -> Statement | None:
    """Speak where the rows with the prediction above and below the truth surely differ, and by a tenth or more."""
    sample = evidence.cells()
    if sample is None or evidence.page.n * (1 - evidence.value("accuracy")) < 10:
        return None
    size = len(sample.state.labels)
    sign = np.sign(np.arange(size)[None, :] - np.arange(size)[:, None]).astype(np.float64)
    shift = mean_of_cells(sample, sign)
    if shift.low <= 0 <= shift.high or abs(shift.value) < 0.1:
        return None
    higher = mean_of_cells(sample, (sign > 0).astype(np.float64)).value
    lower = mean_of_cells(sample, (sign < 0).astype(np.float64)).value
    prediction, truth = evidence.column("prediction"), evidence.column("truth")
    how_often = (
        "See how often each uses a label" if evidence.page.weighted else "Test whether the two use the labels alike"
    )
    how = "stricter" if evidence.page.task == "ordinal" else f"quicker to say {quoted(evidence.page.labels[1])}"
    return Statement(
        sentence=(
            f"{prediction} lies above {truth} in {higher:.3f} of the rows and below it in {lower:.3f}: a shift of "
            f"{shift.value:+.3f} (99 % interval {shift.low:+.3f} to {shift.high:+.3f})."
        ),
        meaning=(
            f"One column is {how}, not merely noisy. Every kappa pays for that; a common threshold, or one scale that "
            "both read alike, would win it back."
        ),
        next_step=f"{how_often}, then move the threshold or train the raters.",
        python="page.counts.table.sum(0) - page.counts.table.sum(1)"
        if evidence.page.weighted  # the test is of rows that count once
        else "concordant.stuart_maxwell_test(page.counts)",
        command=evidence.command("explain", "truth", "prediction", **_labels(evidence)),
        numbers={"shift": shift.value, "low": shift.low, "high": shift.high, "above": higher, "below": lower},
    )


@rule(
    severity="wrong conclusion likely",
    asks="Is kappa near the most that these margins allow?",
    needs=("labels", "intervals"),
    tasks=("binary", "multiclass", "ordinal"),
)
def kappa_near_its_maximum(evidence: Evidence) -> Statement | None:
    """Speak where the most that these margins allow is surely below 0.8, and kappa is 0.2 or more and 0.85 of it."""
    weights: dict[str, Any] = {"weights": "quadratic"} if evidence.page.task == "ordinal" else {}
    kappa, most = evidence.value("cohen_kappa", **weights), evidence.interval("kappa_max", **weights)
    if most is None or most.high > 0.8:
        return None
    if not kappa >= max(0.2, 0.85 * most.value):  # below 0.2 there is no agreement to speak of
        return None
    named = "Quadratic kappa" if weights else "Cohen's kappa"
    arguments = f"page.counts{', weights=' + repr('quadratic') if weights else ''}"
    return Statement(
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


@rule(
    severity="costs",
    asks="Do two measurements differ by a shift that could be taken off?",
    needs=("measurements", "intervals"),
)
def shift_of_measurements(evidence: Evidence) -> Statement | None:
    """Speak where r is surely above 0.8, Lin's bias factor below 0.95, and the mean difference surely not 0."""
    state = evidence.measurements
    shift, linear = evidence.interval("standardized_mean_difference"), evidence.interval("pearson_correlation")
    if state is None or shift is None or linear is None or linear.low < 0.8 or shift.low <= 0 <= shift.high:
        return None
    agreed = float(get("concordance_correlation").outcome(state).value)
    bias = agreed / linear.value
    if not bias < 0.95:
        return None
    difference = float(state.mean[1] - state.mean[0])
    return Statement(
        sentence=(
            f"Lin's concordance is {agreed:.3f} although the correlation is {linear.value:.3f}: on average the second "
            f"column lies {difference:+.4g} from the first, {with_limits(shift)} standard deviations."
        ),
        meaning=(
            f"The two rise together; the factor {bias:.3f} between the two numbers is shift and scale, not scatter. "
            "The second can be put on the scale of the first by a line, and would then agree much better."
        ),
        next_step="Fit the line on other rows, or mend the device; then look again.",
        python=f"concordant.standardized_mean_difference.interval(y_true, y_pred{evidence.drops})",
        numbers={
            "concordance": agreed,
            "correlation": linear.value,
            "bias_factor": bias,
            "difference": difference,
            "low": shift.low,
            "high": shift.high,
        },
    )
