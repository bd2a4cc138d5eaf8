"""The role of the score columns: of one class, of each class, probabilities or only scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import curves_to_keep
from concordant.errors import LabelError, LengthError, OptionError, ScoreError
from concordant.inputs.score_columns import indices_of_columns
from concordant.inputs.scores import MeasurementRows, ScoreRows, refuse_outside, refuse_sums
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
FROM_SCORES = "No predicted labels were given: "  # before how labels follow from scores
_HIGHEST = f"{FROM_SCORES}the class with the highest score is predicted, the first of equal ones."
ROUNDED = f"{FROM_SCORES}each score is rounded to the nearest label, halves upwards."
_OF_A_CLASS = ("roc_auc", "average_precision")
Kind = Literal["positive class", "classes", "scale"]


@dataclass(frozen=True, slots=True)
class Scoring:
    """
    Scores in their role.

    Attributes
    ----------
    kind : {"positive class", "classes", "scale"} or None
        One column for the positive of two classes; one column a class; one column on the scale of the labels; or no
        scores.
    rows : ScoreRows or None
        For curves and losses; None on a scale.
    states : PageStates
        The curves or the measurements, and of probabilities the losses: the squared loss and the surprise, of ordered
        classes also the ranked loss.
    measurement_rows : MeasurementRows or None
        The rows of truth and score on a scale.
    notes : list of str
        What was assumed.
    sums : Summary or None
        Scores that were added up, in place of their rows.
    """

    kind: Kind | None = None
    rows: ScoreRows | None = None
    states: PageStates = field(default_factory=PageStates)
    measurement_rows: MeasurementRows | None = None
    notes: list[str] = field(default_factory=list)
    sums: Summary | None = None


def find_scoring(
    rows: Rows, classes: Classes, task: Task, pair: tuple[Label, Label] | None, columns: Columns
) -> Scoring:
    """Give the score columns their role; `pair` is the negative and the positive label of a binary task."""
    if columns.scored is not None:
        return _of_sums(columns.scored, classes, columns, task)
    if rows.score_columns == 1 and pair is not None:
        return _of_positive(rows, classes, pair, columns, None)
    if rows.score_columns == 1:
        return _on_scale(rows, classes, task, columns)
    if rows.score_columns != len(classes.labels):
        raise wrong_number_of_columns(rows.score_columns, classes)
    if pair is not None and rows.scores is not None:
        _refuse_two_models(rows.scores, pair, columns)
    order, sentence = column_order(classes, columns)
    if pair is not None:
        return _of_positive(rows, classes, pair, columns, order[classes.labels.index(pair[1])])
    return _of_classes(rows, classes, order, sentence, task)


def wrong_number_of_columns(columns: int, classes: Classes) -> LengthError:
    """Return the error for other columns of scores than one a class."""
    msg = (
        f"there are {columns} score columns, but {len(classes.labels)} labels ({quoted_list(classes.labels)}). "
        f"Give one column a class and declare labels=[...] in their order. {OF_MODELS}"
    )
    return LengthError(msg)


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
    if rows.scores is None or classes.codes is None:  # the caller checked
        raise ScoreError("there are no scores.")
    scores = rows.scores if index is None else rows.scores[:, index]
    names = columns.score_names or ("y_score",)
    name = names[0 if len(names) == 1 or index is None else index]
    values = (classes.labels.index(pair[0]), classes.labels.index(pair[1]))
    taken = ScoreRows(classes.codes, values, pair, scores, rows.weights, rows.missing)
    probabilities = bool(scores.min() >= 0 and scores.max() <= 1)
    losses = {name: Moments.from_losses(taken, LOSSES[name]) for name in OF_TWO if probabilities}
    states = PageStates(None, curves_to_keep(taken), losses)
    return Scoring("positive class", taken, states, notes=[_of_pair(name, pair, probabilities=probabilities)])


def _of_sums(found: Summary, classes: Classes, columns: Columns, task: Task) -> Scoring:
    """Scores that were added up, with what is certain of numbers that were taken without holding all rows."""
    if found.several:
        kind: Kind = "classes"
        taken = "Taken as probabilities, as each row sums to 1."
        if found.why is not None:
            taken = f"Taken as scores and not as probabilities: {_why_no_probabilities(found.why).partition(';')[0]}."
        notes = [column_order(classes, columns)[1], taken]
    else:
        negative, positive = found.classes
        kind, probabilities = "positive class", bool(found.losses)
        notes = [_of_pair(columns.score_names[0], (negative, positive), probabilities=probabilities)]
    rows = f"The {found.rows:,} rows were {found.where}"
    exact = "Counts and losses are exact." if found.losses else "Counts are exact."
    if isinstance(found.curve, BucketStack):
        single = " and ".join(f"{get(name).facts.title} to {_known_to(found.curve, name)}" for name in _OF_A_CLASS)
        rows += (
            f", and their scores counted in {found.curve.buckets:,} buckets. {exact} Means over classes have "
            f"guaranteed bounds, and only digits that are certain are shown; of single classes {single} are known."
        )
    elif isinstance(found.curve, BucketCurve):
        others = "Numbers"
        if found.exact is not None:
            distinct = f"{found.exact.distinct:,} different scores"
            exact += f" ROC AUC, average precision and Kolmogorov-Smirnov are so by a second pass over {distinct}."
            others = "Other numbers"
        rows += (
            f", and their scores counted in {len(found.curve.places):,} buckets. {exact} {others} that depend on the "
            "order of the scores have guaranteed bounds: only digits that are certain are shown, and intervals are "
            "widened by the bounds."
        )
    else:
        rows += ". Every number is as exact as with all of them in memory."
    losses = {name: one for name, one in found.losses.items() if name != "ranked" or task == "ordinal"}
    states = PageStates(None, found.tied, losses, exact=found.exact, buckets=found.buckets)
    return Scoring(kind, states=states, notes=[*notes, rows], sums=found)


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
    scores = rows.scores
    if scores is None or classes.codes is None:  # the caller checked
        raise ScoreError("there are no scores.")
    if order != list(range(len(order))):
        scores = scores[:, order]
    taken = ScoreRows(classes.codes, tuple(range(len(order))), classes.labels, scores, rows.weights, rows.missing)
    curve, kept = curves_to_keep(taken), [name for name in LOSSES if name != "ranked" or task == "ordinal"]
    try:
        losses = {name: Moments.from_losses(taken, LOSSES[name]) for name in kept}
    except ScoreError as error:
        notes = [sentence, f"Taken as scores and not as probabilities: {_why_no_probabilities(str(error))}."]
        return Scoring("classes", taken, PageStates(None, curve), notes=notes)
    notes = [sentence, "Taken as probabilities, as each row sums to 1."]
    return Scoring("classes", taken, PageStates(None, curve, losses), notes=notes)


def _why_no_probabilities(error: str) -> str:
    """The first sentence of an error, without its numbers."""
    return error.partition(". ")[0].partition(" (")[0].replace("y_prob", "probabilities").rstrip(".")


def _on_scale(rows: Rows, classes: Classes, task: Task, columns: Columns) -> Scoring:
    name = columns.score_names[0] if columns.score_names else "y_score"
    if task != "ordinal" or rows.scores is None or classes.codes is None:
        order = "declare the order of the labels, labels=[...]" if classes.order == "none" else "say task='ordinal'"
        raise LengthError(
            f"{name} is one column of scores, which is enough for two classes or for ordered ones, but these are "
            f"{len(classes.labels)} classes taken without an order: {quoted_list(classes.labels)}. Give one column a "
            f"class, or {order}."
        )
    values = label_values(classes.labels)
    measurements = MeasurementRows(values[classes.codes.astype(np.intp)], rows.scores, rows.weights, rows.missing)
    scale = (
        "the labels stand at their values"
        if all(isinstance(label, (int, float)) for label in classes.labels)
        else f"the labels stand at 0 to {len(values) - 1} in their order"
    )
    sentence = f"{label_text(name, 40)}: one continuous score on the scale of the ordered labels; {scale}."
    states = PageStates(measurements=Moments.from_measurement_rows(measurements))
    return Scoring("scale", states=states, measurement_rows=measurements, notes=[sentence])


def note_on_threshold(positive: Label, threshold: float | None = None) -> str:
    """How labels follow from probabilities, or from scores and a threshold."""
    cut = "a probability of 0.5" if threshold is None else f"a score of {threshold:.15g}"
    return f"{FROM_SCORES}{quoted(positive)} is predicted from {cut} on."


def predicted_codes(
    scoring: Scoring, labels: Sequence[Label], threshold: float | None = None
) -> tuple[npt.NDArray[Any], str] | None:
    """
    Labels that follow from scores where none were given: from 0.5 on, the largest of several, the nearest label.

    Raises
    ------
    OptionError
        If there is a threshold, and no score of two classes.
    """
    taken, sums = scoring.rows, scoring.sums
    if threshold is not None:
        if taken is None or scoring.kind != "positive class":
            raise OptionError("threshold= cuts one score of two classes, and these are of more: leave it out.")
        from concordant.result.decisions import reaches  # and records that nobody needs where nothing is cut

        reached = reaches(taken.scores, threshold)
        return np.where(reached, taken.values[1], taken.values[0]), note_on_threshold(taken.classes[1], threshold)
    if scoring.measurement_rows is not None:
        return nearest_labels(scoring.measurement_rows.y_pred, labels), ROUNDED
    if scoring.kind == "positive class" and not scoring.states.losses:
        return None
    if sums is not None:
        places = np.array([labels.index(label) for label in sums.classes])
        return places[sums.decided], _HIGHEST if sums.several else note_on_threshold(sums.classes[1])
    if taken is None:
        return None
    if scoring.kind == "positive class":
        return np.where(taken.scores >= 0.5, taken.values[1], taken.values[0]), note_on_threshold(taken.classes[1])
    return taken.scores.argmax(1), _HIGHEST


def nearest_labels(scores: npt.NDArray[Any], labels: Sequence[Label]) -> npt.NDArray[np.intp]:
    """Return the index of the label that is nearest to each score, of two equally near ones the greater."""
    values = label_values(tuple(labels))
    order = np.argsort(values, kind="stable")
    rising = values[order]
    nearest: npt.NDArray[np.intp] = order[np.searchsorted((rising[1:] + rising[:-1]) / 2, scores, side="right")]
    return nearest
