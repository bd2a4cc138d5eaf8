"""Balanced accuracy: the mean recall of the classes, so that each class counts the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from concordant.inputs.labels import LabelRows
from concordant.metrics._cells.rates import tables_alone
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import elsewhere
from concordant.metrics._object.optimum import CutPoints, Optimum, one_for_each_error
from concordant.metrics._object.parts import Parts, mean_of_defined, of_recalls
from concordant.metrics.recall import RECALL
from concordant.states import Counts
from concordant.typing import FloatArray, Floats


def _why(counts: Counts) -> str | None:
    return RECALL.why(tables_alone(counts), "macro", None)


def _shortcut(rows: LabelRows) -> float | None:
    return RECALL.shortcut(rows, average="macro")


def _parts(counts: Counts) -> Parts:
    return of_recalls(counts, mean_of_defined, linear=True)


def _costs(counts: Counts, options: Mapping[str, Any]) -> FloatArray:
    """An error costs the less the more frequent its class is in the truth."""
    share = counts.row_totals * 1.0
    times = np.divide(share.sum(), share, out=np.zeros(len(share)), where=share > 0)
    return np.asarray(one_for_each_error(counts, options) * times[:, None])


@metric(
    why=_why,
    optimum=Optimum(
        by="row",
        words="the label whose probability is the greatest multiple of its mean",
        cut_points=CutPoints(search="costs", costs=_costs),
    ),
    shortcut=_shortcut,
    parts=_parts,
    family="overall",
    title="Balanced accuracy",
    says="the accuracy if all classes were equally frequent",
    formula="mean over classes of n_kk / n_k.",
    source="Brodersen, Ong, Stephan & Buhmann 2010, ICPR, p. 3121",
    better="higher",
    range=(0, 1),
    interval="logit",
    elsewhere=(
        "bal_accuracy",
        "balanced_accuracy_score",
        "bacc",
        "unweighted_average_recall",
        "uar",
        elsewhere("MulticlassAccuracy", "its average is macro unless told otherwise: the mean recall of the classes"),
    ),
)
def balanced_accuracy(counts: Counts, /, *, fill: float = float("nan")) -> Floats:
    """
    Balanced accuracy: the mean recall of the classes, so that each class counts the same.

    ``balanced accuracy = (1/K) sum_k n_kk / n_k.``. Chance (labels independent of the truth) gives 1/K.

    Returns
    -------
    float
        Between 0 and 1. A class that never occurs in the truth has no recall: it is left out, with a warning
        that names it. Undefined (NaN) if that holds for all classes.

    References
    ----------
    Brodersen, Ong, Stephan & Buhmann (2010), The balanced accuracy and its posterior distribution,
    20th International Conference on Pattern Recognition, p. 3121.

    Examples
    --------
    >>> from concordant import balanced_accuracy
    >>> balanced_accuracy([0, 0, 0, 1], [0, 0, 1, 1])
    0.8333333333333333
    """
    return RECALL.averaged(tables_alone(counts), "macro", None, fill)
