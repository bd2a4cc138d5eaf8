"""Rules about classes and errors."""

from __future__ import annotations

import math

import numpy as np

from concordant.findings.evidence import SURE, Evidence
from concordant.findings.finding import Statement, counted, percent, rule, share_limits, with_limits
from concordant.metrics.definition.registry import get
from concordant.result.record import plural
from concordant.result.wording import quoted
from concordant.states import Counts


@rule(
    severity="costs",
    asks="Do two classes make up most of the errors?",
    needs=("labels", "independent rows"),
    tasks=("multiclass",),
)
def most_confused_pair(evidence: Evidence) -> Statement | None:
    """Speak where a pair has surely a quarter of all errors, and twice its part, had errors fallen evenly on pairs."""
    counts, size = evidence.page.counts, len(evidence.page.labels)
    if counts is None or not 3 <= size <= 200:
        return None
    table = np.asarray(counts.table, np.float64)
    both = np.triu(table + table.T, 1)
    errors, pairs = float(both.sum()), size * (size - 1) / 2
    if errors < 20:
        return None
    i, j = (int(index) for index in np.unravel_index(int(both.argmax()), both.shape))
    share = float(both[i, j]) / errors
    low = share_limits(share, errors, 1 - 0.01 / pairs)[0]
    if low < max(0.25, 2 / pairs):
        return None
    before, after = (
        [float(get(name).outcome(table).value) for name in ("accuracy", "cohen_kappa")]
        for table in (counts, _merged(counts, i, j))
    )
    first, second = (quoted(counts.labels[index]) for index in (i, j))
    to = f"dict.fromkeys([{counts.labels[i]!r}, {counts.labels[j]!r}], {f'{counts.labels[i]} or {counts.labels[j]}'!r})"
    return Statement(
        sentence=(
            f"{counted(float(both[i, j]))} of {counted(errors)} errors ({percent(share)}) confuse {first} and "
            f"{second}. Merging the two would raise the accuracy from {before[0]:.3f} to {after[0]:.3f} and change "
            f"Cohen's kappa from {before[1]:.3f} to {after[1]:.3f}."
        ),
        meaning=(
            "The classifier mostly fails at one distinction. More rows of these two classes, or features that part "
            "them, help more than anything else. Merge them only if nobody needs the distinction."
        ),
        next_step="See what is left once they are one class.",
        python=f"concordant.accuracy(*[[str({to}.get(one, one)) for one in column] for column in (y_true, y_pred)])"
        if evidence.predicts and not evidence.page.n_missing
        else "page.counts",
        numbers={
            "errors": float(both[i, j]),
            "share": share,
            "low": low,
            "accuracy": before[0],
            "accuracy_merged": after[0],
            "kappa": before[1],
            "kappa_merged": after[1],
        },
    )


def _merged(counts: Counts, i: int, j: int) -> Counts:
    """The table with the class at j counted as that at i."""
    table = np.array(counts.table)
    table[i] += table[j]
    table[:, i] += table[:, j]
    keep = [index for index in range(len(counts.labels)) if index != j]
    return Counts(table[np.ix_(keep, keep)], tuple(counts.labels[index] for index in keep), counts.ordered)


@rule(
    severity="costs", asks="Is a class never predicted?", needs=("labels",), tasks=("binary", "multiclass", "ordinal")
)
def never_predicted(evidence: Evidence) -> Statement | None:
    """Speak where a class is never predicted that chance alone would predict, were it as frequent as in the truth."""
    if evidence.constant:  # no threshold would change that
        return None
    predicted, total = evidence.predicted, sum(evidence.true.values())
    limit = 0.01 / max(len(evidence.true), 1)
    absent = {
        label: rows
        for label, rows in evidence.true.items()
        if evidence.rows(rows) >= 5
        and not predicted.get(label)
        and _log_chance(rows / total, evidence.worth) < math.log(limit)
    }
    if not absent:
        return None
    label = max(absent, key=absent.__getitem__)
    others = "" if len(absent) == 1 else f", nor {len(absent) - 1} other class{'es' if len(absent) > 2 else ''}"
    shown = quoted(label)
    scores = evidence.scores
    many = f"the truth has {counted(absent[label])} rows of it"
    if evidence.page.weighted:
        many = f"{percent(absent[label] / total)} of the truth, by weight, are of it"
    return Statement(
        sentence=f"{shown} is never predicted{others}, although {many}.",
        meaning=(
            f"Its recall is 0 and its precision is undefined; means over classes suffer from it. No row of {shown} is "
            "ever found."
        ),
        next_step="See what its rows are called instead."
        if scores is None
        else "Lower the threshold for it."
        if label == evidence.page.labels[1]
        else "Raise the threshold, so that scores below it stand for this class.",
        python=f"concordant.best_threshold(y_true, y_score, 'f1'{evidence.reads})"
        if scores is not None
        else "concordant.recall.of(page.counts, average=None)",
        command=None
        if scores is None
        else evidence.command("threshold", "truth", "score", metric="f1", **evidence.reading),
        numbers={"rows": evidence.rows(absent[label]), "classes": len(absent)},
    )


def _log_chance(share: float, rows: float) -> float:
    """The logarithm of the chance that a label of this share is in none of so many independent rows."""
    return -math.inf if share >= 1 else rows * math.log1p(-share)


@rule(
    severity="wrong conclusion likely",
    asks="Are the predicted labels a copy of the truth?",
    needs=("predicted labels",),
    tasks=("binary", "multiclass", "ordinal"),
)
def labels_without_error(evidence: Evidence) -> Statement | None:
    """Speak where no label is wrong, with 20 or more rows of two classes."""
    counts = evidence.page.counts
    second = sorted(evidence.true.values())[-2] if len(evidence.true) > 1 else 0
    if counts is None or (counts.occupied.truth != counts.occupied.prediction).any() or evidence.rows(second) < 20:
        return None
    texts = [str(label) for label in evidence.page.labels]
    labels = {} if any("," in text or ".." in text for text in texts) else {"labels": ",".join(texts)}
    return Statement(
        sentence=f"All {evidence.page.n:,} labels agree: accuracy is exactly 1.",
        meaning=(
            "Neither models nor two people do that. Most likely both columns are the same column, one was filled from "
            "the other, or the model was judged on the rows that trained it."
        ),
        next_step="Ask where the two columns come from. The table shows that nothing lies off the diagonal.",
        python="page.counts",
        command=evidence.command("explain", "truth", "prediction", **labels),
        numbers={"accuracy": 1.0, "rows": evidence.page.n},
    )


@rule(
    severity="wrong conclusion likely",
    asks="Does a high accuracy hide a class that is mostly missed?",
    needs=("labels", "intervals"),
    tasks=("binary", "multiclass"),
)
def accuracy_hides_a_class(evidence: Evidence) -> Statement | None:
    """Speak where the accuracy is 0.8 or more and the recall of a class lies surely below one half."""
    accuracy = evidence.value("accuracy")
    if not accuracy >= 0.8:
        return None
    level = 1 - 0.01 / len(evidence.page.labels)
    recalls = evidence.intervals("recall", average=None, level=level)
    missed = [
        (label, recall) for label, recall in zip(evidence.page.labels, recalls, strict=False) if recall.high < 0.5
    ]
    if not missed:
        return None
    label, worst = min(missed, key=lambda item: item[1].value)
    others = f", and {len(missed) - 1} other class{'es' if len(missed) > 2 else ''}" if len(missed) > 1 else ""
    balanced = evidence.value("balanced_accuracy")
    shown = quoted(label)
    rows = "" if evidence.page.weighted else f"{counted(evidence.true[label])} "
    return Statement(
        sentence=(
            f"Accuracy is {accuracy:.3f}, but of the {rows}rows of {shown} only "
            f"{with_limits(worst)} are found{others}. Balanced accuracy is {balanced:.3f}."
        ),
        meaning=f"Accuracy counts rows, and few are {shown}. Whoever cares for {shown} gets a much worse classifier.",
        next_step="Report the recall of each class, or the balanced accuracy, beside the accuracy.",
        python="concordant.recall.of(page.counts, average=None)",
        command=None
        if evidence.scores is None
        else evidence.command("threshold", "truth", "score", metric="balanced_accuracy", **evidence.reading),
        numbers={"accuracy": accuracy, "recall": worst.value, "high": worst.high, "balanced_accuracy": balanced},
    )


@rule(
    severity="costs",
    asks="Is a label predicted that never occurs in the truth?",
    needs=("predicted labels",),
    tasks=("binary", "multiclass", "ordinal"),
)
def label_out_of_use(evidence: Evidence) -> Statement | None:
    """Speak where five or more rows have a predicted label that no row of the truth has."""
    predicted = evidence.predicted
    foreign = {
        label: rows for label, rows in predicted.items() if evidence.rows(rows) >= 5 and not evidence.true.get(label)
    }
    if not foreign:
        return None
    label = max(foreign, key=foreign.__getitem__)
    others = "" if len(foreign) == 1 else f" So do {len(foreign) - 1} other labels."
    often = f"{counted(foreign[label])} times"
    if evidence.page.weighted:
        often = f"in {percent(foreign[label] / sum(evidence.true.values()))} of the rows, by weight,"
    return Statement(
        sentence=(f"{quoted(label)} is predicted {often} and never occurs in the truth.{others}"),
        meaning=(
            "Each of these rows is an error by its coding. The two columns may write the same class differently, the "
            "truth may be of other rows, or one rater does not use the label."
        ),
        next_step="See which classes of the truth stand beside it; if it is one, give both columns the same label.",
        python="page.counts",
        numbers={"rows": evidence.rows(foreign[label]), "labels": len(foreign)},
    )


@rule(
    severity="wrong conclusion likely",
    asks="Are the labels shown to be right more often than one constant answer?",
    needs=("labels", "intervals"),
    tasks=("binary", "multiclass"),
)
def no_better_than_constant(evidence: Evidence) -> Statement | None:
    """Speak where the interval of 95 % of the share of avoided errors of that constant answer reaches 0."""
    gain, surely = (evidence.interval("adjusted_count_r2", level=level) for level in (0.95, SURE))
    if gain is None or surely is None or gain.low > 0 or (evidence.constant and not evidence.predicts):
        return None
    accuracy, constant = evidence.value("accuracy"), evidence.value("no_information_rate")
    largest = max(evidence.true, key=lambda label: evidence.true[label])
    worse = surely.high < 0
    shown = surely if worse else gain
    verdict = "surely worse than" if worse else "not shown to be better than"
    return Statement(
        sentence=(
            f"Accuracy is {accuracy:.3f}, and always answering {quoted(largest)} has {constant:.3f}: the "
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
    correlation = evidence.interval("matthews_correlation")
    more = ""
    if correlation is not None and correlation.low > 0:
        more = f" They do tell the classes apart (Matthews correlation {with_limits(correlation)})."
    return (
        f"Here the labels are right more often than the constant answer, but {evidence.page.n:,} rows are too few to "
        f"show that this holds beyond them.{more}"
    )


def _meaning(evidence: Evidence) -> str:
    """The meaning of the finding: whether the labels tell the classes apart nevertheless."""
    correlation = evidence.interval("matthews_correlation")
    if correlation is not None and correlation.low > 0:
        return (
            f"The labels do tell the classes apart (Matthews correlation {with_limits(correlation)}), but accuracy "
            "cannot show it: here it speaks of the most frequent class alone. A good-looking accuracy is no success."
        )
    return "Nothing shows that these labels are useful: one who knows nothing is right as often, or more often."


@rule(
    severity="worth knowing",
    asks="Does a metric rest on few rows of a class?",
    tasks=("binary", "multiclass", "ordinal"),
)
def few_rows_of_a_class(evidence: Evidence) -> Statement | None:
    """Speak where a class has fewer than 20 rows of the truth."""
    few = {label: rows for label, rows in evidence.true.items() if 0 < rows < 20}
    if not few or evidence.page.weighted:
        return None
    label = min(few, key=few.__getitem__)
    rows = few[label]
    low, high = share_limits(0.8, rows, 0.95)
    shown = quoted(label)
    others = "" if len(few) == 1 else f" {len(few)} classes have fewer than 20."
    return Statement(
        sentence=f"The truth has only {plural(counted(rows), 'row')} of {shown}.{others}",
        meaning=(
            f"Recall, precision, AUC and every mean over classes rest on these rows: with {counted(rows)} a recall of "
            f"0.8 means no more than {low:.2f} to {high:.2f}. One row more or less moves them."
        ),
        next_step="See how many rows of a class make its recall sure to within 0.1, and gather them.",
        python="concordant.planning.proportion(0.8, width=0.2)",
        command=evidence.plan("proportion --expected 0.8 --width 0.2"),
        numbers={"rows": rows, "classes": len(few), "low": low, "high": high},
    )
