"""Rules about rankings and thresholds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from concordant.errors import ConcordantError, InputError
from concordant.findings.evidence import Evidence
from concordant.findings.finding import Statement, counted, percent, rule, share_limits, with_limits
from concordant.metrics.definition.registry import get
from concordant.report.records import Result
from concordant.result import Interval
from concordant.result.wording import quoted
from concordant.settings import without_warnings
from concordant.states import Counts, Curve
from concordant.typing import Column, FloatArray, Label

_GAIN = 0.05


@rule(
    severity="costs",
    asks="Is the threshold 0.5 far from the best one?",
    needs=("probabilities", "every score", "intervals", "intervals of scores"),
)
def default_threshold(evidence: Evidence) -> Statement | None:
    """Speak where F1 on held-out rows gains 0.05 or more, and three standard errors, over the threshold 0.5."""
    curve, rows = evidence.scores, evidence.page.material
    if curve is None:
        return None
    if evidence.page.weighted or curve.n > 20_000:
        raise InputError("thresholds of more than 20,000 rows, or of weighted ones, are not cross-validated here")
    if curve.n < 40:
        return None
    clustered = evidence.clusters is not None
    if clustered and (rows is None or rows.scores is None):
        raise InputError("the rows of the clusters are not held here, so that no fold can keep clusters together")
    auc = evidence.interval("roc_auc")
    if auc is None or auc.low <= 0.5:  # F1 is then best where every row is called positive, which helps nobody
        return None
    default = _at_half(curve)
    if np.max(get("f1").of(curve.counts(), undefined=0.0)) - default < _GAIN:
        return None  # what no choice reaches on these rows, none reaches on held-out ones
    from concordant.decisions import best_threshold  # slow to import, and seldom needed

    if clustered and rows is not None and rows.scores is not None:
        truth, score, cluster = rows.true, rows.scores.scores, rows.cluster  # whose folds hold whole clusters
    else:
        truth, score, cluster = *_rows(curve), None
    best = best_threshold(truth, score, "f1", labels=(0, 1), cv=5, cluster=cluster)
    if best.point.recall + best.point.specificity - 1 < 0.1:  # the best F1 calls nearly all rows positive
        return None
    gain = best.cross_validated_value - default
    if not gain >= max(_GAIN, 3 * best.standard_error):
        return None
    return Statement(
        sentence=(
            f"At the threshold 0.5 F1 is {default:.3f}; at {best.threshold:.3g} it is "
            f"{best.cross_validated_value:.3f} on "
            f"held-out rows (standard error {best.standard_error:.3f}): a gain of {gain:.3f}."
        ),
        meaning=(
            "Predicted labels that cut the probabilities at 0.5 throw away what the score knows. The gain was measured "
            "on rows that did not choose the threshold, so it is no luck of the choice."
        ),
        next_step="Choose the threshold for what errors cost you; this finds the one with the best F1.",
        python=f"concordant.best_threshold(y_true, y_score, 'f1'{evidence.reads})",
        command=evidence.command("threshold", "truth", "score", metric="f1", **evidence.reading),
        numbers={
            "f1_at_half": default,
            "threshold": best.threshold,
            "held_out_f1": best.cross_validated_value,
            "standard_error": best.standard_error,
            "gain": gain,
        },
    )


def _at_half(curve: Curve) -> float:
    """F1 of the labels that cut at 0.5; 0 where it calls nothing positive."""
    positive = int((curve.scores >= 0.5).sum())
    below, above = curve.weights[positive:].sum(0), curve.weights[:positive].sum(0)
    counts = Counts(np.array([[below[0], above[0]], [below[1], above[1]]]), curve.classes)
    return float(get("f1").of(counts, undefined=0.0))


def _rows(curve: Curve) -> tuple[FloatArray, FloatArray]:
    """The rows of an exact curve once more: the class and the score of each."""
    score = np.concatenate([np.repeat(curve.scores, curve.weights[:, label]) for label in (0, 1)])
    truth = np.repeat([0, 1], curve.weights.sum(0))
    return truth, score


_WANTED = 0.1
_SHOWN_LABELS = 8  # of a table that stands in a command


@rule(
    severity="worth knowing",
    asks="Is the interval of the main number too wide?",
    needs=("intervals", "intervals of scores"),
)
def wide_interval(evidence: Evidence) -> Statement | None:
    """Speak where the interval of the first metric is wider than 0.2, beyond what buckets leave open."""
    first = next(iter(evidence.page.results), None)
    if first is None or not first.bounded or evidence.page.n < 5:  # of fewer rows nothing can be planned
        return None
    own_labels = evidence.predicts and Counts in get(first.name).takes  # which do not follow from the score
    if evidence.constant and not own_labels:
        return None
    interval: Any = first.interval
    left_open = 0.0 if first.bounds is None or first.bounds.exact else first.bounds.high - first.bounds.low
    width = interval.high - interval.low - left_open  # more rows do not change what buckets leave open
    if width <= 0.2:
        return None
    rows = math.ceil(evidence.page.n * (width / _WANTED) ** 2)
    clustered = evidence.clusters is not None
    like = "in more clusters like these" if clustered else "like these"
    line, command = _plan(evidence, first, width)
    if clustered:
        advice = " The width falls with the root of their number."
    elif command is not None or evidence.file is None:  # else the line is Python, which pages of files do not show
        of_class = ", and counts rows of the positive class alone" if first.name == "recall" else ""
        advice = f" This plans an interval {_WANTED:g} wide{of_class}."
    else:
        advice = ""
    return Statement(
        sentence=(
            f"{first.title} is {interval.value:.3f}, but its {100 * interval.level:g} % confidence interval from these "
            f"{evidence.page.n:,} rows is wide: {interval.low:.3f} to {interval.high:.3f}."
        ),
        meaning=(
            "That is too wide to tell a good result from a middling one, or two models from each other. About "
            f"{rows:,} rows {like} would make it {_WANTED:g} wide."
        ),
        next_step=f"Gather more {'clusters' if clustered else 'rows'} before you conclude.{advice}",
        python=line,
        command=command,
        numbers={"value": interval.value, "low": interval.low, "high": interval.high, "rows": rows},
    )


def _plan(evidence: Evidence, first: Result, width: float) -> tuple[str, str | None]:
    """The plan of such an interval, as Python and as a command; plans of independent rows do not hold in clusters."""
    scaled = f"round(page.n * ({width:.4f} / {_WANTED}) ** 2)"
    if evidence.clusters is not None:
        return scaled, None
    value = round(min(max(first.value, 0.05), 0.95), 2)
    if first.name == "roc_auc" and evidence.page.task == "binary":
        share = round(evidence.true[evidence.page.labels[1]] / sum(evidence.true.values()), 3)
        share = min(max(share, 0.005), 0.995)
        value = max(value, round(1 - value, 2))
        return (
            f"concordant.planning.auc({value}, width={_WANTED}, prevalence={share})",
            evidence.plan(f"auc --expected {value} --width {_WANTED} --prevalence {share}"),
        )
    if first.name == "cohen_kappa" and 0.05 < first.value < 1:
        weights, counts = first.options.get("weights"), evidence.page.counts
        option = f", weights={weights!r}" if weights else ""
        line = f"concordant.planning.kappa(table=page.counts, width={_WANTED}{option})"
        if counts is None or len(counts.labels) > _SHOWN_LABELS:
            return line, None
        table = "; ".join(",".join(f"{rows:g}" for rows in of_label) for of_label in counts.table.tolist())
        weighted = f" --weights {weights}" if weights else ""
        return line, evidence.plan(f'kappa --table "{table}" --width {_WANTED}{weighted}')
    if first.name in ("accuracy", "recall"):
        return (
            f"concordant.planning.proportion({value}, width={_WANTED})",
            evidence.plan(f"proportion --expected {value} --width {_WANTED}"),
        )
    return scaled, None


@rule(severity="wrong conclusion likely", asks="Does the score know the label?", needs=("scores", "every score"))
def score_is_the_label(evidence: Evidence) -> Statement | None:
    """Speak where the ROC AUC is exactly 1 or 0, with 100 rows of each class, or 20 if there are but two scores."""
    curve = evidence.scores
    if curve is None:
        return None
    values = len(curve.scores)
    pure = values == 2 and bool(np.all((curve.weights > 0).sum(1) == 1))
    least = 20 if pure else 100  # rows of each class; a good score separates fewer by luck
    if evidence.rows(float(min(curve.weights.sum(0)))) < least:
        return None
    auc = _separated(curve)
    if auc is None:
        return None
    how = "It has one value for each class." if pure else f"It has {values:,} different values."
    return Statement(
        sentence=f"ROC AUC is exactly {auc:g} of {evidence.page.n:,} rows: the score separates the classes. {how}",
        meaning=(
            "Real scores hardly do that. Most likely the score was made from the label, a column that is known only "
            "afterwards went into it, or the model was judged on the rows that trained it."
        ),
        next_step=(
            "Ask how the score was made, and judge it on rows that it never saw. These are its first errors, if any:"
        ),
        python=f"concordant.roc_curve(y_true, y_score{evidence.reads})",
        command=evidence.command("explain", "truth", "score", **evidence.reading),
        numbers={"roc_auc": auc, "rows": evidence.page.n, "values": values},
    )


def _separated(curve: Curve) -> int | None:
    """Return 1 or 0 where all scores of a class lie above all of the other, whatever sums of weights round to."""
    negatives, positives = (np.flatnonzero(curve.weights[:, label]) for label in (0, 1))
    if positives.max() < negatives.min():  # the highest scores come first
        return 1
    return 0 if negatives.max() < positives.min() else None


@rule(
    severity="wrong conclusion likely",
    asks="Is the AUC high where only the top of the ranking is used, and the top poor?",
    needs=("scores", "every score", "independent rows", "intervals", "intervals of scores"),
)
def top_of_the_ranking(evidence: Evidence) -> Statement | None:
    """Speak where the AUC is surely above 0.8, a tenth or less is positive, and surely under half of the top rows."""
    curve, auc = evidence.scores, evidence.interval("roc_auc")
    if curve is None or auc is None or auc.low <= 0.8:
        return None
    negatives, positives = curve.weights.sum(0).astype(np.float64).tolist()
    if not 0 < positives <= 0.1 * (negatives + positives):
        return None
    # Rows with equal scores at the edge count by their share, as `precision_at_k` takes them.
    rows = np.cumsum(curve.weights.sum(1))
    top = float(np.interp(positives, np.r_[0, rows], np.r_[0, np.cumsum(curve.weights[:, 1])]) / positives)
    low, high = share_limits(top, positives)
    if high >= 0.5:
        return None
    positive = quoted(evidence.page.labels[1])
    k = round(positives)
    return Statement(
        sentence=(
            f"ROC AUC is {with_limits(auc)}, but of the {counted(positives)} rows with the highest scores only "
            f"{percent(top)} (99 % interval {percent(low)} to {percent(high)}) are {positive}."
        ),
        meaning=(
            f"Only {percent(positives / (positives + negatives))} of the rows are {positive}. AUC compares with all "
            "other rows, most of which nobody would look at. Who acts on the top of the list mostly acts on false "
            "alarms."
        ),
        next_step="Judge the score by the precision at as many rows as you can look at.",
        python=f"concordant.precision_at_k(y_true, y_score, k={k}{evidence.reads})",
        command=evidence.command(
            "threshold", "truth", "score", metric="precision", max_positives=k, **evidence.reading
        ),
        numbers={"roc_auc": auc.value, "low": auc.low, "precision_at_top": top, "high": high, "k": k},
    )


@rule(
    severity="wrong conclusion likely",
    asks="Is the score shown to be better than chance?",
    needs=("scores", "intervals", "intervals of scores"),
)
def score_without_skill(evidence: Evidence) -> Statement | None:
    """Speak where 0.5 lies in the interval of 95 % of the ROC AUC of a score that is not constant."""
    auc = evidence.interval("roc_auc", level=0.95)
    if evidence.constant or auc is None or not auc.low <= 0.5 <= auc.high:
        return None
    positives = evidence.rows(min(evidence.true.values()))
    return Statement(
        sentence=f"ROC AUC is {with_limits(auc)}: the score is not shown to be better than chance, 0.5.",
        meaning="These rows do not tell this score from random numbers. All that is built on it may be chance.",
        next_step=(
            f"Do not rely on the score yet. {positives:,.0f} rows of the rarer class are here: see how many would show "
            "an AUC such as 0.7."
        ),
        python="concordant.planning.auc(0.7, against=0.5, power=0.9)",
        command=evidence.plan("auc --expected 0.7 --against 0.5 --power 0.9"),
        numbers={"roc_auc": auc.value, "low": auc.low, "high": auc.high},
    )


@rule(
    severity="wrong conclusion likely",
    asks="Does the score point the wrong way?",
    needs=("scores", "intervals", "intervals of scores"),
)
def inverted_score(evidence: Evidence) -> Statement | None:
    """Speak where the interval of 95 % of the ROC AUC lies below 0.5."""
    auc = evidence.interval("roc_auc", level=0.95)
    if auc is None or auc.high >= 0.5:
        return None
    negative, positive = evidence.page.labels
    other = quoted(negative)
    sentence, next_step = _inverted(auc, negative, positive)
    return Statement(
        sentence=sentence,
        meaning=(
            f"Rows of {quoted(positive)} get lower scores than rows of {other}. The score tells the classes "
            f"apart; most likely it is the score of {other}, or lower means more likely."
        ),
        next_step=next_step,
        python=f"concordant.evaluate(y_true, y_score=y_score, pos_label={negative!r}{evidence.drops})",
        command=evidence.command("report", "truth", "score", pos_label=negative),
        numbers={"roc_auc": auc.value, "low": auc.low, "high": auc.high},
    )


def _inverted(auc: Interval, negative: Label, positive: Label) -> tuple[str, str]:
    """What is seen of a score that points the wrong way, and what to do."""
    sentence = f"ROC AUC is {with_limits(auc)}, below 0.5: the score points the wrong way."
    next_step = (
        f"If lower values speak for {quoted(positive)}, reverse its sign (take minus the score); if it is the score of "
        f"{quoted(negative)}, take {quoted(negative)} as the positive class."
    )
    return sentence, next_step


def wrong_way(y_true: Column, y_score: Column, labels: Sequence[Label], **columns: Any) -> str | None:
    """Return what `inverted_score` finds of one score and these two classes, where it has no page; None if nothing."""
    with without_warnings(), suppress(ConcordantError):  # of weights that lie too far apart there is no interval
        auc: Any = get("roc_auc").interval(y_true, y_score, labels=list(labels), **columns)
        return " ".join(_inverted(auc, *labels)) if auc.high < 0.5 else None
    return None


@rule(
    severity="wrong conclusion likely",
    asks="Do the predicted labels and the score contradict each other?",
    needs=("predicted labels", "scores", "intervals", "intervals of scores"),
)
def labels_against_score(evidence: Evidence) -> Statement | None:
    """Speak where one is surely better than chance and the other surely worse."""
    auc, informed = evidence.interval("roc_auc"), evidence.interval("informedness")
    if auc is None or informed is None:
        return None
    score_good, labels_bad = auc.low > 0.5, informed.high < 0
    score_bad, labels_good = auc.high < 0.5, informed.low > 0
    if not ((score_good and labels_bad) or (score_bad and labels_good)):
        return None
    wrong, right = "score points", "predicted labels do"
    if labels_bad:
        wrong, right = "predicted labels point", "score does"
    return Statement(
        sentence=(
            f"ROC AUC is {with_limits(auc)} and informedness {with_limits(informed)}: the {wrong} the wrong way, and "
            f"the {right} not."
        ),
        meaning=(
            "Both cannot come from one model that works. The labels or the score were turned round, or one of the two "
            "columns belongs to other rows."
        ),
        next_step="Look at how the two columns were made. The table shows which way the labels point.",
        python="page.counts",
        command=evidence.command("report", "truth", "prediction", **evidence.reading),
        numbers={"roc_auc": auc.value, "informedness": informed.value},
    )
