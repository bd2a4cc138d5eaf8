"""The predicted class of each row, how probable it is said to be, and whether it is right: two classes of several."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from concordant.errors import InputTypeError
from concordant.inputs.scores import ScoreRows, resolve_classes

OUTCOMES = ("wrong", "right")


def top_label(rows: ScoreRows) -> ScoreRows:
    """Take the highest probability of each row (of equal ones the first class) and whether that class is the truth."""
    if rows.multilabel:
        msg = "labels that can occur together have no top label; leave reduction at its default, or take one column."
        raise InputTypeError(msg)
    if rows.binary:
        if rows.assumed:
            rows = resolve_classes(rows)
        positive = rows.scores > 0.5
        highest = np.where(positive, rows.scores, 1 - rows.scores)
        right = (rows.y_true == rows.values[1]) == positive
    else:
        predicted = rows.scores.argmax(1)
        highest = np.take_along_axis(rows.scores, predicted[:, None], 1)[:, 0]
        right = rows.y_true == np.asarray(rows.values)[predicted]
    return replace(rows, y_true=right, values=(0, 1), classes=OUTCOMES, scores=highest, assumed=False)
