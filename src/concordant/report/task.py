"""What the columns are: task, classes, the positive one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import counts_of_groups
from concordant.errors import ConcordantError, ContinuousLabelsError, LabelError, LabelOrderError, PositiveLabelError
from concordant.inputs.arrays import PLAIN_INTEGERS, is_plain, is_series, narwhals_series
from concordant.inputs.encoding import refuse_continuous
from concordant.inputs.labels import LabelRows, check_declared, common_labels, completed
from concordant.inputs.rows import numbers
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get
from concordant.names import did_you_mean, unknown_choice
from concordant.result.wording import quoted, quoted_list
from concordant.sources.source import Columns
from concordant.states import Counts
from concordant.typing import Column, Label

if TYPE_CHECKING:
    from concordant.report.rows import Rows


Order: TypeAlias = Literal["declared", "categories", "numbers", "bools", "none"]
Task: TypeAlias = Literal["binary", "multiclass", "ordinal", "continuous"]

LOOKED_AT = 10_000  # rows
_TASKS = ("binary", "multiclass", "ordinal", "continuous")
_NAMES = "use task='multiclass' if they are only names"
_MANY = 30  # different numbers: measurements more often than categories


def are_continuous(truth: Column, prediction: Column) -> bool:
    """Whether the first rows of both columns hold many numbers that are not whole, so that nobody can mean labels."""
    return _many_fractions(truth) and _many_fractions(prediction)


def _many_fractions(column: Column) -> bool:
    if is_plain(column, PLAIN_INTEGERS):
        return False
    try:
        found = numbers(column[:LOOKED_AT], "column")
    except (ConcordantError, TypeError, KeyError):  # text, or what cannot be cut; labels, then
        return False
    if found.dtype.kind != "f" or found.ndim != 1:
        return False
    known = found[np.isfinite(found)]
    return bool((known != np.floor(known)).any()) and len(np.unique(known)) > _MANY


def columns_are_continuous(columns: Columns) -> bool:
    """Whether truth and prediction hold many numbers that are not whole, so that nobody can mean labels."""
    return columns.pred is not None and columns.scores is None and are_continuous(columns.truth, columns.pred)


def takes_ratings(metrics: Collection[str], truth: Any) -> bool:
    """Whether all of some metrics are of continuous ratings, and the truth holds numbers."""
    if not metrics or any(get(name).facts.input != "measurements" for name in metrics):
        return False
    if is_series(truth):
        return narwhals_series(truth, "y_true").dtype.is_numeric()
    return np.asarray(truth).dtype.kind in "iuf"


@dataclass(frozen=True)
class Classes:
    """
    Labels of truth and prediction together.

    Attributes
    ----------
    labels : tuple
        All of them, in their order.
    order : {"declared", "categories", "numbers", "bools", "none"}
        Where the order comes from; "none" for names that were merely sorted.
    counts : Counts
        Truth against prediction, or against itself where there is no prediction.
    rows : LabelRows
        Truth and prediction as they were counted.
    """

    labels: tuple[Label, ...]
    order: Order
    counts: Counts
    rows: LabelRows

    @cached_property
    def true(self) -> npt.NDArray[Any]:
        """The index of each row's true label among `labels`."""
        return _codes(self.rows.y_true, self.rows.names, self.labels)

    @cached_property
    def pred(self) -> npt.NDArray[Any]:
        """The same of each row's predicted label."""
        return _codes(self.rows.y_pred, self.rows.names, self.labels)


def find_classes(
    rows: Rows, declared_labels: Sequence[Label] | None, columns: Columns, pos_label: Label | None = None
) -> Classes:
    """Count truth against prediction; the labels follow from the count, and of one the other where it is plain."""
    declared = None if declared_labels is None else check_declared(declared_labels)
    if declared is not None and len(declared) < 2:
        raise LabelError(f"labels= names only {quoted(declared[0])}; declare all classes, two or more.")
    what = (columns.truth_name, columns.pred_name)
    first, second = rows.true, rows.true if rows.pred is None else rows.pred
    if declared is None:
        try:
            refuse_continuous(first, what[0])
            refuse_continuous(second, what[1])
        except ContinuousLabelsError as error:
            msg = f"{error} To take both columns as continuous ratings, say task='continuous'."
            raise ContinuousLabelsError(msg) from error
    else:  # it settles the order: what the columns say about it does not matter
        first, second = replace(first, ordered=False), replace(second, ordered=False)
    (true, pred), names, ordered = common_labels((first, second), what)
    logical = names is None and true.dtype.kind == "b" and pred.dtype.kind == "b"
    every = LabelRows(
        true,
        pred,
        names,
        declared,
        declared is not None or ordered,
        logical,
        rows.weights,
        rows.missing,
        times=rows.times,
    )
    counts = counts_of_groups(every, rows.squares)
    if declared is None and len(counts.labels) == 1:
        counts = counts.relabel(_with_other(counts.labels, rows, columns, pos_label))
    return Classes(counts.labels, _order(counts, declared), counts, every)


def _with_other(labels: tuple[Label, ...], rows: Rows, columns: Columns, pos_label: Label | None) -> tuple[Label, ...]:
    """The only label that occurs, with the other of two if it is plain; scores of one label alone mean nothing."""
    pair = completed(labels, pos_label)
    if len(pair) == 1 and (rows.scores is not None or (columns.scored is not None and not columns.scored.several)):
        raise LabelError(
            f"{columns.truth_name} holds one class only, {quoted(labels[0])}, so nothing says which class its scores "
            "speak for. Take rows of two or more classes, or, if the others exist and merely do not occur here, "
            "declare all: labels=[...]."
        )
    return pair


def _order(counts: Counts, declared: tuple[Label, ...] | None) -> Order:
    if declared is not None:
        return "declared"
    if all(isinstance(label, bool) for label in counts.labels):
        return "bools"
    if all(isinstance(label, (int, float)) and not isinstance(label, bool) for label in counts.labels):
        return "numbers"
    return "categories" if counts.ordered else "none"


def _codes(values: npt.NDArray[Any], names: tuple[Label, ...] | None, labels: tuple[Label, ...]) -> npt.NDArray[Any]:
    """The indices of the true labels among `labels`; no copy where the labels are their own indices."""
    if names is None and labels == tuple(range(len(labels))):
        return values
    index = {label: code for code, label in enumerate(labels)}
    if names is not None:
        known = np.array([index.get(name, -1) for name in names], dtype=np.int64)
        codes: npt.NDArray[Any] = known[values]
        return codes
    ascending = sorted(label for label in labels if isinstance(label, (int, float)))
    indices = np.array([index[label] for label in ascending], dtype=np.int64)
    return indices[np.searchsorted(np.array(ascending), values)]


def labels_in_words(labels: tuple[Label, ...]) -> str:
    """Name the labels in a sentence: whole numbers as a range, a few names in full."""
    whole = [x for x in labels if isinstance(x, int) and not isinstance(x, bool)]
    if len(whole) == len(labels) > 2 and whole == list(range(whole[0], whole[0] + len(whole))):
        return f"{whole[0]} to {whole[-1]}"
    return quoted_list(labels)


def find_task(classes: Classes, score_columns: int, wanted: Task | None) -> tuple[Task, list[str]]:
    """
    Return the task and the sentences that say why.

    Two labels are binary. More are ordinal if their order is known and nothing speaks against it: one column of
    probabilities a class does for whole numbers and for declared labels, which then only say what the columns are.
    """
    if wanted is not None:
        return wanted, [_as_requested(classes, wanted)]
    shown = labels_in_words(classes.labels)
    if len(classes.labels) == 2:
        return "binary", [f"Binary: the two labels are {shown}."]
    if len(classes.labels) == 1:
        return "multiclass", [f"One label alone occurs, {shown}: if there are others, declare all, labels=[...]."]
    if classes.order == "none":
        names = f"Multi-class: the labels {shown} are names without an order."
        return "multiclass", [f"{names} If they have one, declare it from first to last: labels=[...]."]
    if score_columns > 1 and classes.order != "categories":
        columns = f"Multi-class: there is one score column for each of {shown}."
        return "multiclass", [f"{columns} If the classes have an order, say task='ordinal'."]
    if classes.order == "declared":
        return "ordinal", [f"Ordinal: the declared labels {shown} are taken as ordered from first to last; {_NAMES}."]
    if classes.order == "categories":
        return "ordinal", [f"Ordinal: the column declares the order {shown}."]
    sentences = [f"Ordinal: whole numbers, {shown}, taken as ordered; {_NAMES}."]
    if len(classes.labels) > _MANY:
        many = f"{len(classes.labels)} different numbers occur: if these are measurements and not categories,"
        sentences.append(f"{many} concordance_correlation fits better.")
    return "ordinal", sentences


def are_alphabetical(labels: Sequence[Label]) -> bool:
    """Whether three or more labels are text by alphabet: where all labels must be named, that shows no order."""
    text = [label for label in labels if isinstance(label, str)]
    return len(text) == len(labels) > 2 and text == sorted(text)


def _as_requested(classes: Classes, wanted: Task) -> str:
    if wanted not in _TASKS:
        raise unknown_choice("task", wanted, _TASKS, "None (find out)")
    shown = labels_in_words(classes.labels)
    if wanted == "binary" and len(classes.labels) != 2:
        msg = f"task='binary' needs two labels, but there are {len(classes.labels)}: {quoted_list(classes.labels)}."
        raise LabelError(msg)
    if wanted == "ordinal" and classes.order == "none":
        raise LabelOrderError(
            f"task='ordinal' needs the order of the labels, and {quoted_list(classes.labels)} have none "
            "(alphabetical order is hardly theirs). Declare it from first to last: labels=[...]."
        )
    names = {"binary": "Binary", "multiclass": "Multi-class", "ordinal": "Ordinal"}
    return f"{names[wanted]}, as asked for: the labels are {shown}."


_GUESS = "THIS IS A GUESS"
_OTHER_WAY = "For the other way round"

# Pairs of words where the second is "positive" in everyday language.
_WORDS = (
    ("no", "yes"),
    ("n", "y"),
    ("false", "true"),
    ("f", "t"),
    ("negative", "positive"),
    ("neg", "pos"),
    ("absent", "present"),
    ("0", "1"),
    ("-1", "1"),
)


def find_positive(classes: Classes, wanted: Label | None) -> tuple[tuple[Label, Label], str]:
    """
    Return the negative and the positive label, and the sentence that says why.

    The order of reasons: said by `pos_label`; the second declared label; the last category; True; the larger
    number; the usual word of a pair such as no / yes; else a guess, the class with fewer rows in the truth.
    """
    first, second = classes.labels
    if wanted is not None:
        if wanted not in classes.labels:
            msg = f"pos_label={wanted!r} is none of the labels {quoted(first)} and {quoted(second)}."
            msg += did_you_mean(wanted, classes.labels)
            raise PositiveLabelError(msg)
        pair = (first, second) if wanted == second else (second, first)
        return pair, f"Positive class: {quoted(pair[1])}, as said by pos_label."
    reasons = {
        "declared": "the second of the declared labels",
        "categories": "the last category of the column",
        "bools": "the usual meaning of True",
        "numbers": "the larger number",
    }
    if classes.order in reasons:
        return (first, second), f"Positive class: {quoted(second)}, {reasons[classes.order]}."
    return pair_of_words(classes.labels) or _rarer(classes)


def pair_of_words(labels: Sequence[Label]) -> tuple[tuple[Label, Label], str] | None:
    """Return two labels of which one is the usual word for positive, negative first, and the sentence that says so."""
    for negative, positive in _WORDS:
        known = {str(label).strip().lower(): label for label in labels}
        if set(known) == {negative, positive}:
            pair = (known[negative], known[positive])
            return pair, f"Positive class: {quoted(pair[1])}, the usual meaning of the word. {_other_way(pair)}"
    return None


def _rarer(classes: Classes) -> tuple[tuple[Label, Label], str]:
    first, second = classes.labels
    rows = classes.counts.row_totals.tolist()
    pair = (second, first) if rows[0] < rows[1] else (first, second)
    if rows[0] == rows[1]:
        why = "the last by alphabet, as both classes have equally many rows"
    else:
        why = f"the class with fewer rows ({100 * min(rows) / sum(rows):.3g} %)"
    return pair, (
        f"Positive class: {quoted(pair[1])}. {_GUESS}, as names have no order: it is {why}. {_other_way(pair)}"
    )


def refuse_guess(assumptions: Sequence[str], labels: Sequence[Label], metric: Metric) -> None:
    """
    Raise if a metric depends on the positive class and that was guessed.

    The guess is the rarer class, so that a few rows more could turn it round, and with it whether a release passes.
    """
    if depends_on_positive(metric) and any(_GUESS in sentence for sentence in assumptions):
        shown = " or ".join(f"pos_label={label!r}" for label in labels)
        msg = f"{metric.name} depends on which class is the positive one, and nothing says it: {shown}?"
        raise PositiveLabelError(msg)


def depends_on_positive(metric: Metric) -> bool:
    """Whether a metric depends on which class is the positive one."""
    return "pos_label" in metric.options or metric.facts.input not in ("labels", "measurements")


def not_declared(assumptions: Sequence[str]) -> list[str]:
    """Return the sentences on a positive class that follows from a word, or from nothing."""
    return [sentence for sentence in assumptions if _OTHER_WAY in sentence]


def _other_way(pair: tuple[Label, Label]) -> str:
    return f"{_OTHER_WAY} say pos_label={pair[0]!r}, or declare labels=[{pair[1]!r}, {pair[0]!r}]."
