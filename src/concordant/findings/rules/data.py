"""Rules about the columns: dropped rows, weights, clusters, copies, percentages, spellings, order of labels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from concordant.findings.evidence import Evidence, difference_of
from concordant.findings.finding import Statement, counted, percent, rule, with_limits
from concordant.inference.samples.cells import CellSample
from concordant.inputs.label_values import visible
from concordant.metrics.definition.registry import get
from concordant.result.record import plural
from concordant.result.wording import quoted
from concordant.states import Counts, Curve
from concordant.typing import FloatArray, Label

_WORD = r"[^\W\d_]"
_JOINING = rf"(?<={_WORD})-+(?=\w)|(?<=\w)-+(?={_WORD})|(?<={_WORD})[\s_]+-+[\s_]+|[\s_]+-+[\s_]+(?={_WORD})"
_DOTS = rf"(?<={_WORD})\.+|\.+(?!\d)"


@rule(
    severity="wrong conclusion likely",
    asks="Do labels differ only by case, blanks or spelling?",
    tasks=("binary", "multiclass", "ordinal"),
)
def label_spellings(evidence: Evidence) -> Statement | None:
    """Speak where two labels look the same but for case, blanks and marks, or a rare one is a letter off."""
    used = {label: evidence.true.get(label, 0) + (evidence.predicted).get(label, 0) for label in evidence.page.labels}
    texts = [label for label in evidence.page.labels if used[label]]
    groups: dict[str, list[Label]] = {}
    for label in texts:
        groups.setdefault(_plain(str(label)), []).append(label)
    alike = [tuple(group) for group in groups.values() if len(group) > 1]
    if not alike:
        pairs = _misspelt([label for label in texts if isinstance(label, str)], used)
        alike = [pair for pair in pairs if _written_apart(evidence, pair) != 0]  # else words that both columns know
    if not alike:
        return None
    first = max(alike, key=lambda group: (_written_apart(evidence, group), min(used[label] for label in group)))
    written_apart = _written_apart(evidence, first)
    written = ascii if len({visible(str(label)) for label in first}) == 1 else repr  # two that look the same
    shown = " and ".join(
        written(label) if evidence.page.weighted else f"{written(label)} ({counted(used[label])})" for label in first
    )
    more = len(alike) - 1
    others = f" There {'is' if more == 1 else 'are'} {plural(str(more), 'more such case')}." if more else ""
    away = min(first, key=lambda label: used[label])
    kept = {label: max(group, key=lambda label: used[label]) for group in alike for label in group}
    renamed = {label: name for label, name in kept.items() if label != name}
    pairs_of_names = ", ".join(f"{written(old)}: {written(new)}" for old, new in renamed.items())
    each = f"{{{pairs_of_names}}}.get(label, label) for label in"
    python = f"[{each} y_true]"
    if evidence.predicts and any(evidence.predicted.get(label) for label in renamed):
        python = f"[[{each} column] for column in (y_true, y_pred)]"
    return Statement(
        sentence=f"{shown} are counted as different labels.{others}",
        meaning="They look like one class. Each row where the columns write it differently counts as an error."
        if written_apart
        else "They look like one class, which is counted as several. No row has two spellings of it.",
        next_step="Write them alike in both columns, then look again."
        if written_apart
        else "If they are one class, write them alike in both columns and look again.",
        python=python,
        numbers={
            "labels": len(first),
            "cases": len(alike),
            "rows": evidence.rows(used[away]),
            "apart": evidence.rows(written_apart),
        },
        severity=None if written_apart else "worth knowing",
    )


def _plain(text: str) -> str:
    """
    A label without case, blanks and the marks that join words; a number as its value, so that 1.0 is 1.

    A sign at either end (B-), before a number or between two (1-2) joins no words.
    """
    text = visible(text).strip()
    if re.fullmatch(r"[+-]?\d+(\.\d+)?", text):
        return repr(float(text))
    for marks in (_JOINING, _DOTS, r"[\s_]+"):
        text = re.sub(marks, " ", text)
    return re.sub(" +", " ", text).casefold().strip() or text


def _written_apart(evidence: Evidence, group: tuple[Label, ...]) -> float:
    """The number of rows in which the two columns write these labels differently."""
    if evidence.page.counts is None:
        return 0.0
    indices = [evidence.page.counts.labels.index(label) for label in group if label in evidence.page.counts.labels]
    part = evidence.page.counts.among(indices)
    return float(part.sum() - np.trace(part))


def _misspelt(labels: list[str], used: dict[Label, float]) -> Iterator[tuple[Label, ...]]:
    """Pairs of words that are one letter apart (changed, missing, or swapped), where one is rare and not both."""
    total = sum(used.values())
    words = [label for label in labels if len(label) >= 5 and not any(sign.isdigit() for sign in label)]
    if len(words) > 300:  # every pair of them is compared
        return
    for first, second in combinations(words, 2):
        few, many = sorted((used[first], used[second]))
        if few < 0.02 * total and few < many / 5 and _one_letter_apart(first.casefold(), second.casefold()):
            yield first, second


def _one_letter_apart(first: str, second: str) -> bool:
    if abs(len(first) - len(second)) > 1:
        return False
    if first[1:] == second or second[1:] == first:  # typical and atypical
        return False
    pairs = enumerate(zip(first, second, strict=False))
    start = next((k for k, (a, b) in pairs if a != b), min(len(first), len(second)))
    a, b = first[start:], second[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[:2][::-1] and a[2:] == b[2:])


_SCALES = (
    ("very low", "low", "mild", "medium", "mid", "moderate", "high", "severe", "very high", "critical"),
    ("never", "rarely", "sometimes", "often", "usually", "always"),
    ("strongly disagree", "disagree", "neutral", "neither", "agree", "strongly agree"),
    ("very poor", "poor", "bad", "fair", "average", "good", "very good", "excellent"),
    ("none", "slight", "small", "mild", "medium", "moderate", "large", "strong", "severe"),
    ("negative", "neutral", "positive"),
    ("i", "ii", "iii", "iv", "v", "vi"),
    ("xs", "s", "m", "l", "xl"),
)


@rule(severity="costs", asks="Are ordered labels read as names?", needs=("labels", "intervals"), tasks=("multiclass",))
def order_of_names(evidence: Evidence) -> Statement | None:
    """Speak where the names suggest an order and errors surely prefer neighbours in it."""
    order = suggested_order(evidence.page.labels)
    sample = evidence.cells()
    if order is None or sample is None or evidence.page.counts is None:
        return None
    if evidence.page.n * (1 - evidence.value("accuracy")) < 20:
        return None
    ordered = _in_order(sample, order)
    gain = difference_of(ordered, ("cohen_kappa", {"weights": "linear"}), ("cohen_kappa", {}))
    if gain is None or gain.low < 0.05:
        return None
    shown = ", ".join(quoted(label) for label in order)
    return Statement(
        sentence=(
            f"The labels look ordered, {shown}, and errors prefer neighbours: in this order linear kappa lies "
            f"{gain.value:.3f} above the plain one (99 % interval {gain.low:.3f} to {gain.high:.3f})."
        ),
        meaning=(
            "Read as names, an error to the next label costs as much as one across the scale. The page leaves out the "
            "metrics of ordered labels, such as the quadratic weighted kappa."
        ),
        next_step="Declare the order, from first to last.",
        python=(
            f"concordant.evaluate(y_true, y_pred, labels={list(order)!r}, task='ordinal'{evidence.drops})"
            if evidence.predicts
            else f"concordant.cohen_kappa.of(page.counts.relabel({list(order)!r}), weights='quadratic')"
        ),
        command=evidence.command("report", "truth", "prediction", labels=",".join(map(str, order)), task="ordinal")
        if evidence.predicts and not any("," in str(label) for label in order)
        else None,
        numbers={"gain": gain.value, "low": gain.low, "high": gain.high},
    )


def suggested_order(labels: tuple[Label, ...]) -> tuple[Label, ...] | None:
    """Return the labels in the order of a known scale, or of a number in each of them; None without either."""
    if not 3 <= len(labels) <= 30:
        return None
    texts = [str(label).strip().casefold() for label in labels]
    for scale in _SCALES:
        if all(text in scale for text in texts):
            return tuple(sorted(labels, key=lambda label: scale.index(str(label).strip().casefold())))
    numbers = [re.findall(r"\d+(?:\.\d+)?", text) for text in texts]
    if any(not 1 <= len(written) <= 2 for written in numbers):
        return None
    values = [float(written[0]) for written in numbers]
    if len(set(values)) < len(values):
        return None
    return tuple(label for _, label in sorted(zip(values, labels, strict=True), key=lambda item: item[0]))


def _in_order(sample: CellSample, order: tuple[Label, ...]) -> CellSample:
    """The same rows in a table whose labels stand in this order."""
    counts = sample.state
    indices = [order.index(label) for label in counts.labels]
    table = np.zeros_like(counts.table)
    table[np.ix_(indices, indices)] = counts.table
    true, predicted = (np.array(indices)[code] for code in sample.codes)
    return CellSample(sample.atoms, Counts(table, tuple(range(len(order))), ordered=True), (true, predicted))


_REPEATED = [float(digit * times) for digit in "987" for times in range(1 + (digit != "9"), 13)]
_LABELS_FOR_MISSING = [
    -32768.0,
    -2147483648.0,
    *_REPEATED,
    *(-number for number in _REPEATED),
]  # codes of surveys and registers
_NUMBERS_FOR_MISSING = [-1.0, *_LABELS_FOR_MISSING]  # and -1, which among labels is a label
_NAMES = {"truth": "y_true", "prediction": "y_pred", "score": "y_score"}


@rule(
    severity="wrong conclusion likely",
    asks="Does a number such as 999 stand for a missing value?",
    needs=("numbers", "every score"),
    tasks=("binary", "ordinal", "continuous"),
)
def number_for_missing(evidence: Evidence) -> Statement | None:
    """Speak where such a number repeats, further from all other values than these lie from each other."""
    by_role = [(role, *mark) for role, column in _columns(evidence) for mark in _marks(*column)]
    if not by_role:
        return None
    rows: dict[float, float] = {}
    for _, value, many, _, _ in by_role:
        rows[value] = rows.get(value, 0) + many
    marks = {f"{value:.0f}": many for value, many in sorted(rows.items(), key=lambda item: -item[1])}
    low, high = min(low for *_, low, _ in by_role), max(high for *_, high in by_role)
    roles = list(dict.fromkeys(role for role, *_ in by_role))
    it, looks = ("them", "These look like marks") if len(marks) > 1 else ("it", "This looks like a mark")
    more = ""
    if roles == ["score"] and evidence.page.task == "binary" and low >= 0 and high <= 1:
        more = f" Without {it} all scores lie between 0 and 1; with {it} they are not taken as probabilities."
    marked, among = "|".join(_NAMES[role] for role in roles), ", ".join(marks)
    test = f"== {among}" if len(marks) == 1 else f"in ({among})"
    without = re.sub(rf"\b({marked})\b(?!=)", rf"[None if one {test} else one for one in \1]", evidence.columns)
    weights = ", sample_weight=sample_weight" if evidence.page.weighted else ""
    drops: dict[str, str] = {} if evidence.page.n_missing else {"missing": "drop"}
    return Statement(
        sentence=(
            f"{' and '.join(f'{mark} stands {many:,.0f} times' for mark, many in marks.items())} in "
            f"{' and '.join(map(evidence.column, roles))}; the other values lie between {low:g} and {high:g}.{more}"
        ),
        meaning=f"{looks} of a missing value. On this page {among} count{'s' * (len(marks) == 1)} as numbers.",
        next_step="If it means missing, say so: such rows are then left out.",
        python=f"concordant.evaluate({without}, task={evidence.page.task!r}{weights}, missing='drop')",
        command=evidence.command("report", "truth", "prediction", "score", na=list(marks), **drops),
        numbers={"mark": max(rows, key=rows.__getitem__), "rows": sum(rows.values()), "low": low, "high": high},
    )


def _marks(
    values: FloatArray, rows: FloatArray, candidates: Sequence[float], least: int
) -> Iterator[tuple[float, float, float, float]]:
    """Yield each mark with its rows, and the ends of the other values, if these are `least` or more."""
    marks = np.isin(values, candidates)
    if not marks.any():
        return
    plain = np.sort(values[~marks])
    if len(plain) < least or (candidates is _LABELS_FOR_MISSING and (np.diff(plain) != 1).any()):
        return
    low, high = float(plain[0]), float(plain[-1])
    gap = max(high - low, 2.0 if candidates is _LABELS_FOR_MISSING else 0.0)  # the next label is none
    far = marks & ((values >= high + gap) | (values <= low - gap)) & (rows >= 3)
    for value, many in zip(values[far].tolist(), rows[far].tolist(), strict=True):
        if value != -1 or (low >= 0 and high <= 1):
            yield value, many, low, high


def _columns(evidence: Evidence) -> Iterator[tuple[str, tuple[FloatArray, FloatArray, Sequence[float], int]]]:
    """Yield the distinct values of each column of numbers with their rows, and what may be a mark beside how many."""
    curve = evidence.scores
    if curve is not None:
        rows = curve.weights.sum(1) * evidence.rows(1.0)
        yield "score", (np.asarray(curve.scores, np.float64), rows, _NUMBERS_FOR_MISSING, 10)
    for role, (values, repeats) in evidence.distinct().items():
        yield role, (values, repeats, _NUMBERS_FOR_MISSING, 10)
    if evidence.page.task == "ordinal" and all(type(label) in (int, float) for label in evidence.page.labels):
        for role, used in (("truth", evidence.true), ("prediction", evidence.predicted)):
            occurring = [label for label in evidence.page.labels if used.get(label)]
            rows = np.array([used[label] for label in occurring]) * evidence.rows(1.0)
            yield role, (np.array(occurring, np.float64), rows, _LABELS_FOR_MISSING, 2)


_NEIGHBOURS = 50  # distinct scores


@rule(severity="wrong conclusion likely", asks="Are rows repeated?", needs=("scores", "every score"), tasks=("binary",))
def repeated_scores(evidence: Evidence) -> Statement | None:
    """Speak where many rows share their score with others of the same class, and hardly any with the other class."""
    curve = evidence.scores
    if curve is None or evidence.page.weighted or len(curve.scores) < 2 * _NEIGHBOURS:
        return None
    weights = curve.weights.astype(np.float64)
    rows = weights.sum(1)
    tied = (rows > 1) & (rows <= 10)  # a score of more rows is a value of a grid
    extra = float((rows[tied] - 1).sum())
    if extra < 0.05 * rows.sum():
        return None
    pairs = rows * (rows - 1) / 2
    mixed = float((weights[:, 0] * weights[:, 1])[tied].sum())
    share = _share_nearby(curve)
    expected = float((pairs * 2 * share * (1 - share))[tied].sum())
    if expected < 5.0 or mixed > expected / 10:
        return None
    return Statement(
        sentence=(
            f"{extra:,.0f} rows ({percent(extra / rows.sum())}) have exactly the score of another row. If these were "
            f"different rows, about {expected:,.0f} pairs of them would differ in their class; {mixed:,.0f} do."
        ),
        meaning=(
            "They look like the same rows several times. Every interval on this page is then too narrow, and if copies "
            "stand in training and test rows, every metric is too good."
        ),
        next_step="Look for repeated rows where the data come from. If they belong together, say so: cluster=.",
        python=(
            f"concordant.roc_auc.interval(y_true, y_score{evidence.reads}, cluster=[str(score) for score in y_score])"
        ),
        numbers={"rows": extra, "expected": expected, "differ": mixed},
    )


def _share_nearby(curve: Curve) -> FloatArray:
    """The share of positive rows among the neighbours of each score, without the score itself."""
    weights = curve.weights.astype(np.float64)
    sums = np.concatenate([np.zeros((1, 2)), weights.cumsum(0)])
    index = np.arange(len(weights))
    low, high = np.maximum(index - _NEIGHBOURS // 2, 0), np.minimum(index + _NEIGHBOURS // 2 + 1, len(weights))
    nearby = sums[high] - sums[low] - weights
    return np.asarray(nearby[:, 1] / np.maximum(nearby.sum(1), 1))


@rule(severity="costs", asks="Are the scores probabilities in percent?", needs=("scores", "every score"))
def percentages_as_scores(evidence: Evidence) -> Statement | None:
    """Speak where scores lie within 0 and 100, reach beyond 50, and average to about the share of positive rows."""
    curve = evidence.scores
    if curve is None or evidence.page.probabilities or len(curve.scores) < 3:
        return None
    high, low = float(curve.scores[0]), float(curve.scores[-1])
    if not (low >= 0 and 50 < high <= 100):
        return None
    rows = curve.weights.sum(1)
    mean = float(rows @ curve.scores / rows.sum()) / 100
    share = float(curve.weights[:, 1].sum() / rows.sum())
    hundredth = Curve(curve.scores / 100, curve.weights, curve.classes)
    slope = float(get("calibration_slope").outcome(hundredth).value)
    # Of right probabilities both are 1; of those of a model for other rows they are not far from it. Percentiles can
    # have the mean, and a slope of 0.6.
    if not all(2 / 3 <= ratio <= 3 / 2 for ratio in (mean / share, slope)):
        return None
    return Statement(
        sentence=(
            f"The scores lie between {low:g} and {high:g} and average {100 * mean:.1f}; {100 * share:.1f} % of the "
            f"rows are {quoted(evidence.page.labels[1])}."
        ),
        meaning="They look like probabilities in percent. As scores they get no Brier score, log loss or calibration.",
        next_step="Divide them by 100 and look again.",
        python=(
            "concordant.evaluate(y_true, y_score=[score / 100 for score in y_score], "
            f"pos_label={evidence.page.labels[1]!r}{evidence.drops})['brier_score']"
        ),
        numbers={"low": low, "high": high, "mean": 100 * mean, "share": share, "slope": slope},
    )


@rule(
    severity="wrong conclusion likely",
    asks="Are names read as ordered labels?",
    needs=("labels", "intervals"),
    tasks=("ordinal",),
)
def order_without_neighbours(evidence: Evidence) -> Statement | None:
    """Speak where errors surely do not prefer neighbours: linear kappa lies less than 0.05 above the plain one."""
    sample, counts = evidence.cells(), evidence.page.counts
    if sample is None or counts is None or len(evidence.page.labels) < 4:
        return None
    errors = evidence.page.n * (1 - evidence.value("accuracy"))
    if errors < 20 or evidence.value("cohen_kappa") <= 0:
        return None
    gain = difference_of(sample, ("cohen_kappa", {"weights": "linear"}), ("cohen_kappa", {}))
    scope = 1 - evidence.value("cohen_kappa")  # what linear kappa could gain at most
    if gain is None or gain.high > 0.05 * min(1, 4 * scope):
        return None
    return Statement(
        sentence=(
            "Errors do not prefer neighbouring labels: linear kappa minus the kappa that ignores the order is "
            f"{with_limits(gain)}."
        ),
        meaning=(
            "Where an order means something, near misses are more frequent than far ones. These labels look like names "
            "or codes; a weighted kappa of names depends on how they happen to be numbered."
        ),
        next_step="If the labels have no order, say so.",
        python=f"concordant.evaluate(y_true, y_pred, task='multiclass'{evidence.drops})"
        if evidence.predicts
        else "concordant.cohen_kappa.of(page.counts)",
        command=evidence.command("report", "truth", "prediction", task="multiclass") if evidence.predicts else None,
        numbers={"gain": gain.value, "low": gain.low, "high": gain.high, "errors": float(errors)},
    )


@rule(severity="worth knowing", asks="Were many rows dropped because a value was missing?")
def dropped_rows(evidence: Evidence) -> Statement | None:
    """Speak where a twentieth of all rows or more were dropped."""
    total = evidence.page.n + evidence.page.n_missing
    if evidence.page.n_missing < 0.05 * total:
        return None
    return Statement(
        sentence=(
            f"{evidence.page.n_missing:,} of {total:,} rows ({percent(evidence.page.n_missing / total)}) were dropped: "
            "a value was missing."
        ),
        meaning=(
            "The page speaks of the complete rows. If rows without a prediction or a rating are the hard ones, as they "
            "often are, every number is too good."
        ),
        next_step="Compare dropped rows with the others on something that both have, and say how many there were.",
        python="page.n_missing / (page.n + page.n_missing)",
        numbers={"dropped": evidence.page.n_missing, "share": evidence.page.n_missing / total},
    )


@rule(severity="worth knowing", asks="Are there few clusters?", needs=("clusters",))
def few_clusters(evidence: Evidence) -> Statement | None:
    """Speak where the rows lie in fewer than 10 clusters."""
    if evidence.clusters is None or evidence.clusters >= 10:
        return None
    return Statement(
        sentence=f"{evidence.page.n:,} rows lie in only {evidence.clusters} clusters.",
        meaning=(
            "Rows of a cluster are alike, so the clusters are what was sampled. Few of them tell little about others, "
            "and methods for clustered rows are least reliable there."
        ),
        next_step="Take rows from more clusters rather than more rows of these.",
        python="concordant.planning.proportion(0.8, width=0.2, cluster_size=20, icc=0.1)",
        command=evidence.plan("proportion --expected 0.8 --width 0.2 --cluster-size 20 --icc 0.1"),
        numbers={"clusters": evidence.clusters, "rows": evidence.page.n},
    )


@rule(
    severity="wrong conclusion likely", asks="Are rows of measurements repeated?", needs=("measurements", "intervals")
)
def repeated_measurements(evidence: Evidence) -> Statement | None:
    """Speak where a twentieth of the rows repeat both numbers of another, beyond what rounding explains."""
    extra = evidence.repeated()
    if extra < max(0.05 * evidence.page.n, 3):
        return None
    return Statement(
        sentence=(
            f"{extra:,} of {evidence.page.n:,} rows ({percent(extra / evidence.page.n)}) repeat both numbers of "
            "another row."
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
        numbers={"rows": extra, "share": extra / evidence.page.n},
    )


@rule(
    severity="worth knowing",
    asks="Do few heavy rows decide?",
    needs=("labels", "weights", "intervals"),
    tasks=("binary", "multiclass", "ordinal"),
)
def uneven_weights(evidence: Evidence) -> Statement | None:
    """Speak where the weighted rows are worth half as many equal ones, or fewer (Kish 1965)."""
    sample = evidence.cells()
    if sample is None:
        return None
    worth = sample.atoms.total**2 / sample.atoms.total_squares
    if worth >= 0.5 * evidence.page.n:
        return None
    return Statement(
        sentence=f"The weights make {evidence.page.n:,} rows worth {worth:,.0f} equal ones.",
        meaning=(
            "A few heavy rows decide most numbers. The intervals know that and are wider; the count of rows on top "
            "does not show it."
        ),
        next_step="Look at the heaviest rows, and whether the numbers without weights say something else.",
        python=f"concordant.evaluate(y_true, y_pred{evidence.drops})" if evidence.predicts else "page.counts",
        command=evidence.command("report", "truth", "prediction", "score", without="weight", **evidence.reading),
        numbers={"rows": evidence.page.n, "worth": worth},
    )


@rule(severity="wrong conclusion likely", asks="Is the score a decision?", needs=("scores", "every score"))
def few_score_values(evidence: Evidence) -> Statement | None:
    """Speak where the score has no more than two different values."""
    curve = evidence.scores
    if curve is None or len(curve.scores) > 2:
        return None
    values = curve.scores[::-1].tolist()
    shown = " and ".join(f"{value:g}" for value in values)
    return Statement(
        sentence=f"The only score{'s are' if len(values) > 1 else ' is'} {shown}.",
        meaning=(
            "That is a decision, not a score: nothing can be ranked by it, and its AUC is the balanced accuracy. The "
            "probabilities were lost before they came here."
        ),
        next_step="Give the probabilities of the model. If there are none, give the column as predicted labels.",
        python=f"concordant.roc_auc(y_true, y_score{evidence.reads})",
        numbers={"values": len(values)},
    )
