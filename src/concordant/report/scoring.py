"""The role of the score columns: of one class, of each class, probabilities or only scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import curves_to_keep
from concordant.errors import LabelError, LengthError, OptionError, ScoreError
from concordant.inputs.label_values import doubt_of_spelling, words_for_missing
from concordant.inputs.score_columns import indices_of_columns
from concordant.inputs.scores import ROUNDED_SUMS, MeasurementRows, ScoreRows, refuse_outside, refuse_sums
from concordant.metrics.agreement.weights import label_values
from concordant.metrics.definition.registry import get
from concordant.report.records import PageStates
from concordant.report.task import Classes, Task
from concordant.result.wording import label_text, quoted, quoted_list
from concordant.sources.buckets import BucketStack
from concordant.sources.source import Columns
from concordant.sources.summary import Summary
from concordant.states import BucketCurve, Moments
from concordant.states.moments import Loss
from concordant.typing import Label

if TYPE_CHECKING:
    from concordant.report.rows import Rows

# The losses of probabilities, with the classes beside them: scores and skill scores are taken of the same moments.
LOSSES: dict[str, Loss] = {"squared": "squared and class", "surprise": "surprise and class", "ranked": "ranked"}
OF_TWO = ("squared", "surprise")
OF_MODELS = "Scores of several models are compared, not put into one report."
NO_PROBABILITIES = "Taken as scores and not as probabilities: "  # before the reason
FROM_SCORES = "No predicted labels were given: "  # before how labels follow from scores
_HIGHEST = f"{FROM_SCORES}the class with the highest score is predicted, the first of equal ones."
ROUNDED = f"{FROM_SCORES}each score is rounded to the nearest label, halves upwards."
_OF_A_CLASS = ("roc_auc", "average_precision")


Predicted: TypeAlias = tuple[npt.NDArray[Any], str]


@dataclass(frozen=True, slots=True)
class Scoring:
    """
    Scores in their role: of the positive of two classes, of each class, or on the scale of the labels.

    Attributes
    ----------
    states : PageStates
        The curves or the measurements, and of probabilities the losses: the squared loss and the surprise, of ordered
        classes also the ranked loss.
    notes : list of str
        What was assumed.
    predicted : tuple of ndarray of int and str, or None
        Where no labels were given, those that follow from the scores, as codes of the classes, and in words how; None
        if the scores have no natural threshold.
    rows : ScoreRows or None
        For curves and losses; None on a scale, and of scores that were added up.
    measurements : MeasurementRows or None
        The rows of truth and score on a scale.
    """

    states: PageStates
    notes: list[str]
    predicted: Predicted | None = None
    rows: ScoreRows | None = None
    measurements: MeasurementRows | None = None


def find_scoring(
    rows: Rows, classes: Classes, task: Task, pair: tuple[Label, Label] | None, columns: Columns
) -> Scoring:
    """Give the score columns their role; `pair` is the negative and the positive label of a binary task."""
    if columns.scored is not None:
        return _of_sums(columns.scored, classes, columns, task)
    if columns.threshold is not None and pair is None:
        raise OptionError("threshold= cuts one score of two classes, and these are of more: leave it out.")
    if rows.score_columns == 1 and pair is not None:
        return _of_positive(rows, classes, pair, columns, None)
    if rows.score_columns == 1:
        return _on_scale(rows, classes, task, columns)
    if rows.score_columns != len(classes.labels):
        raise LengthError(
            f"there are {rows.score_columns} score columns, but {len(classes.labels)} labels "
            f"({quoted_list(classes.labels)}). Give one column a class and declare labels=[...] in their order. "
            f"{OF_MODELS}"
        )
    if pair is not None:
        _refuse_two_models(rows.score_matrix, pair, columns)
    order, sentence = column_order(classes, columns)
    if pair is not None:
        return _of_positive(rows, classes, pair, columns, order[classes.labels.index(pair[1])])
    return _of_classes(rows, classes, order, sentence, task)


def column_order(classes: Classes, columns: Columns) -> tuple[list[int], str]:
    """
    Return the index of the score column of each label, and the sentence about it.

    Columns that were given for classes belong to these; of others `indices_of_columns` says which is whose.
    """
    names = columns.score_names if len(columns.score_names) == len(classes.labels) else ()  # none of a column of lists
    if columns.score_classes:
        order = _as_given(classes.labels, columns.score_classes)
        return order, f"Each score column was given for its label{_pairs(classes.labels, names, order)}."
    order, named = indices_of_columns(classes.labels, names or None, "y_score", ordered=classes.order != "none")
    pairs = _pairs(classes.labels, names, order)
    if named:
        return order, f"The score columns belong to the labels in their names{pairs}."
    if classes.order == "declared":
        return order, f"The score columns stand in the order of the declared labels{pairs}."
    return order, (
        f"The score columns are taken in the order of the labels{pairs}. "
        "Declare labels=[...] in the order of the columns if that is wrong."
    )


def _as_given(labels: tuple[Label, ...], given: tuple[Label, ...]) -> list[int]:
    if len(given) != len(labels) or set(given) != set(labels):
        raise LabelError(
            f"y_score= has columns for {quoted_list(given)}, but the labels are {quoted_list(labels)}: give one column "
            "for each label."
        )
    return [given.index(label) for label in labels]


def _pairs(labels: tuple[Label, ...], names: tuple[str, ...], order: list[int]) -> str:
    if not names:
        return f" ({quoted_list(labels)})"
    shown = ", ".join(
        f"{quoted(label)}: {label_text(names[k], 40)}" for label, k in zip(labels[:4], order, strict=False)
    )
    return f" ({shown}{', ...' if len(labels) > 4 else ''})"


def _of_positive(
    rows: Rows, classes: Classes, pair: tuple[Label, Label], columns: Columns, index: int | None
) -> Scoring:
    scores = rows.score_matrix[:, index or 0]
    names = columns.score_names or ("y_score",)
    name = names[0 if len(names) == 1 or index is None else index]
    values = (classes.labels.index(pair[0]), classes.labels.index(pair[1]))
    taken = ScoreRows(classes.true, values, pair, scores, rows.weights, rows.missing)
    states, why = _states_of(taken, OF_TWO)
    predicted, threshold = None, columns.threshold
    if rows.pred is None and threshold is not None:
        from concordant.result.decisions import reaches  # and records that nobody needs where nothing is cut

        predicted = np.where(reaches(scores, threshold), values[1], values[0]), note_on_threshold(pair[1], threshold)
    elif rows.pred is None and why is None:
        predicted = np.where(scores >= 0.5, values[1], values[0]), note_on_threshold(pair[1])
    return Scoring(states, [_of_pair(name, pair, probabilities=why is None)], predicted, taken)


def _states_of(rows: ScoreRows, losses: Sequence[str]) -> tuple[PageStates, str | None]:
    """The curves, and of probabilities the losses; else why the scores are none."""
    curve = curves_to_keep(rows)
    try:
        return PageStates(None, curve, {name: Moments.from_losses(rows, LOSSES[name]) for name in losses}), None
    except ScoreError as error:
        return PageStates(None, curve), str(error)


def _of_sums(found: Summary, classes: Classes, columns: Columns, task: Task) -> Scoring:
    """Scores that were added up, with what is certain of numbers that were taken without holding all rows."""
    codes, predicted = np.array([classes.labels.index(label) for label in found.classes])[found.decided], None
    if found.several:
        predicted = codes, _HIGHEST
        taken = "Taken as probabilities, as each row sums to 1."
        if found.why is not None:
            taken = f"{NO_PROBABILITIES}{_why_no_probabilities(found.why).partition(';')[0]}."
        notes = [column_order(classes, columns)[1], taken]
    else:
        negative, positive = found.classes
        notes = [_of_pair(columns.score_names[0], (negative, positive), probabilities=bool(found.losses))]
        if found.losses:
            predicted = codes, note_on_threshold(positive)
    rows = f"The {found.rows:,} rows were read in batches"
    exact = "Counts and losses are exact." if found.losses else "Counts are exact."
    if isinstance(found.curve, BucketStack):
        single = " and ".join(f"{get(name).facts.title} to {_known_to(found.curve, name)}" for name in _OF_A_CLASS)
        rows += (
            f", and their scores counted in {found.curve.buckets:,} buckets. {exact} Means over classes have "
            f"guaranteed bounds, and only digits that are certain are shown; of single classes {single} are known."
        )
    elif isinstance(found.curve, BucketCurve):
        rows += (
            f", and their scores counted in {len(found.curve.places):,} buckets. {exact} Numbers that depend on the "
            "order of the scores have guaranteed bounds: only digits that are certain are shown, and intervals are "
            "widened by the bounds."
        )
    else:
        rows += ". Every number is as exact as with all of them in memory."
    losses = {name: one for name, one in found.losses.items() if name != "ranked" or task == "ordinal"}
    states = PageStates(None, found.tied, losses, buckets=found.buckets)
    return Scoring(states, [*notes, rows], predicted)


def _known_to(buckets: BucketStack, metric: str) -> str:
    """Half the width of the bounds of a metric of that class of which least is known."""
    widths = [get(metric).quiet_bounds_of(one, {}).width / 2 for one in buckets.against_rest()]
    return f"{max((width for width in widths if not np.isnan(width)), default=0.0):.1g}"


def _of_pair(name: str, pair: tuple[Label, Label], *, probabilities: bool) -> str:
    of = f"{label_text(name, 40)}: higher values speak for {quoted(pair[1])}"
    if probabilities:
        return f"{of}. Taken as probabilities, as all lie between 0 and 1."
    return f"{of}. Taken as scores, as they leave the range 0 to 1."


def _refuse_two_models(scores: npt.NDArray[Any], pair: tuple[Label, Label], columns: Columns) -> None:
    """Raise for two columns that are not the probabilities of two classes: of one of them nothing would be seen."""
    try:
        refuse_outside(scores)
        refuse_sums(scores)
    except ScoreError as error:
        names = " and ".join(label_text(name, 40) for name in columns.score_names) or "the two score columns"
        raise ScoreError(
            f"{names} are not the probabilities of the two classes {quoted(pair[0])} and {quoted(pair[1])}, which sum "
            f"to 1 in each row. Give the column of {quoted(pair[1])} alone. {OF_MODELS}"
        ) from error


def _of_classes(rows: Rows, classes: Classes, order: list[int], sentence: str, task: Task) -> Scoring:
    scores = rows.score_matrix
    if order != list(range(len(order))):
        scores = scores[:, order]
    taken = ScoreRows(classes.true, tuple(range(len(order))), classes.labels, scores, rows.weights, rows.missing)
    states, why = _states_of(taken, [name for name in LOSSES if name != "ranked" or task == "ordinal"])
    note = "Taken as probabilities, as each row sums to 1."
    if why is not None:
        note = f"{NO_PROBABILITIES}{_why_no_probabilities(why)}."
    predicted = (scores.argmax(1), _HIGHEST) if rows.pred is None else None
    return Scoring(states, [sentence, note], predicted, taken)


def _why_no_probabilities(error: str) -> str:
    """The first sentence of an error, without its numbers; and what it says of rounded ones."""
    first, _, more = error.partition(". ")
    told = first.partition(" (")[0].replace("y_prob must hold probabilities", "each must lie").rstrip(".")
    told = told.replace("y_prob", "probabilities")
    return f"{told}. {more.rstrip('.')}" if more.startswith(ROUNDED_SUMS) else told


def _on_scale(rows: Rows, classes: Classes, task: Task, columns: Columns) -> Scoring:
    name = columns.score_names[0] if columns.score_names else "y_score"
    if task != "ordinal":
        order = "declare the order of the labels, labels=[...]" if classes.order == "none" else "say task='ordinal'"
        words = words_for_missing(classes.labels)
        means = "means" if len(words) == 1 else "mean"
        missing = f" If {quoted_list(words)} {means} that the label is missing, say missing_labels={words!r}."
        spelling = doubt_of_spelling(classes.labels)
        raise LengthError(
            f"{name} is one column of scores, which is enough for two classes or for ordered ones, but these are "
            f"{len(classes.labels)} classes taken without an order: {quoted_list(classes.labels)}. Give one column a "
            f"class, or {order}.{missing if words else ''}{f' {spelling}.' if spelling else ''}"
        )
    values = label_values(classes.labels)
    scores = rows.score_matrix[:, 0]
    measurements = MeasurementRows(values[classes.true.astype(np.intp)], scores, rows.weights, rows.missing)
    scale = (
        "the labels stand at their values"
        if all(isinstance(label, (int, float)) for label in classes.labels)
        else f"the labels stand at 0 to {len(values) - 1} in their order"
    )
    sentence = f"{label_text(name, 40)}: one continuous score on the scale of the ordered labels; {scale}."
    states = PageStates(measurements=Moments.from_measurement_rows(measurements))
    predicted = (nearest_labels(scores, classes.labels), ROUNDED) if rows.pred is None else None
    return Scoring(states, [sentence], predicted, measurements=measurements)


def note_on_threshold(positive: Label, threshold: float | None = None) -> str:
    """How labels follow from probabilities, or from scores and a threshold."""
    cut = "a probability of 0.5" if threshold is None else f"a score of {threshold:.15g}"
    return f"{FROM_SCORES}{quoted(positive)} is predicted from {cut} on."


def nearest_labels(scores: npt.NDArray[Any], labels: Sequence[Label]) -> npt.NDArray[np.intp]:
    """Return the index of the label that is nearest to each score, of two equally near ones the greater."""
    values = label_values(tuple(labels))
    order = np.argsort(values, kind="stable")
    rising = values[order]
    nearest: npt.NDArray[np.intp] = order[np.searchsorted((rising[1:] + rising[:-1]) / 2, scores, side="right")]
    return nearest
