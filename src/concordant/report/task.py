"""The kind of the data, and the sentences of the page about it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from concordant.errors import LabelError, LabelOrderError, OptionError
from concordant.report.found_classes import Classes, labels_in_words
from concordant.report.written_values import quoted_list

Task: TypeAlias = Literal["binary", "multiclass", "ordinal", "continuous"]

_TASKS = ("binary", "multiclass", "ordinal", "continuous")
_NAMES = "use task='multiclass' if they are only names"
_MANY = 30  # different whole numbers: measurements more often than categories


def find_task(classes: Classes, score_columns: int, wanted: Task | None) -> tuple[Task, list[str]]:
    """
    Return the task and the sentences that say why.

    Two labels are binary. More are ordinal if their order is known and nothing speaks against it: one column of
    probabilities a class does for whole numbers and for declared labels, which then only say what the columns are.
    """
    if wanted is not None:
        return wanted, [_as_asked(classes, wanted)]
    shown = labels_in_words(classes.labels)
    if len(classes.labels) == 2:
        return "binary", [f"Binary: the two labels are {shown}."]
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
    said = [f"Ordinal: whole numbers, {shown}, taken as ordered; {_NAMES}."]
    if len(classes.labels) > _MANY:
        many = f"{len(classes.labels)} different numbers occur: if these are measurements and not categories,"
        said.append(f"{many} concordance_correlation fits better.")
    return "ordinal", said


def _as_asked(classes: Classes, wanted: Task) -> str:
    if wanted not in _TASKS:
        msg = f"task must be one of {', '.join(map(repr, _TASKS))} or None (find out), not {wanted!r}."
        raise OptionError(msg)
    shown = labels_in_words(classes.labels)
    if wanted == "binary" and len(classes.labels) != 2:
        msg = f"task='binary' needs two labels, but there are {len(classes.labels)}: {quoted_list(classes.labels)}."
        raise LabelError(msg)
    if wanted == "ordinal" and classes.order == "none":
        msg = (
            f"task='ordinal' needs the order of the labels, and {quoted_list(classes.labels)} have none "
            "(alphabetical order is hardly theirs). Declare it from first to last: labels=[...]."
        )
        raise LabelOrderError(msg)
    names = {"binary": "Binary", "multiclass": "Multi-class", "ordinal": "Ordinal"}
    return f"{names[wanted]}, as asked for: the labels are {shown}."
