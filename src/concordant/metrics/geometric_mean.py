"""Geometric mean of the recalls of the classes: zero if one class is never found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from concordant.metrics._arithmetic.option_checks import check_share
from concordant.metrics._cells.rates import tables_alone
from concordant.metrics._object.define import metric
from concordant.metrics._object.parts import Parts, of_recalls
from concordant.metrics.recall import RECALL
from concordant.states import Counts
from concordant.typing import FloatArray, Floats, NumberArray


def _why(counts: Counts, *, correction: float = 0.0) -> str | None:  # noqa: ARG001  (a zero is not undefined)
    reason = RECALL.why(tables_alone(counts), "macro", None)
    return None if reason is None else reason.replace("macro average", "geometric mean")


def _of_recalls(recalls: FloatArray, correction: float) -> Floats:
    """Of those that are not NaN."""
    classes = (~np.isnan(recalls)).sum(-1)
    roots = _roots(recalls, classes, correction)
    with np.errstate(invalid="ignore"):  # zero times an infinite fill of the caller's
        return np.where(classes > 0, roots.prod(-1), np.nan)[()]


def _roots(recalls: NumberArray, classes: NumberArray, correction: float) -> NumberArray:
    """The factors of the mean, 1 of what is NaN: a product of recalls would underflow with many classes."""
    recalls = np.where(recalls == 0, correction, recalls)
    found: NumberArray = np.where(np.isnan(recalls), 1.0, recalls) ** (1 / np.maximum(classes, 1))[..., None]
    return found


def _with_one(recalls: FloatArray, others: NumberArray, correction: float) -> NumberArray:
    """The mean with each of the others in turn in the place of a recall: its root times those before and after it."""
    classes = (~np.isnan(recalls)).sum(-1)
    if not classes:
        return np.full(len(recalls), np.nan)
    roots = _roots(recalls, classes, correction)
    before = np.concatenate([[1.0], np.cumprod(roots[:-1])])
    after = np.concatenate([np.cumprod(roots[:0:-1])[::-1], [1.0]])
    found: NumberArray = before * after * _roots(others, classes, correction)
    return found


def _parts(counts: Counts, *, correction: float = 0.0) -> Parts:
    parts = of_recalls(counts, lambda recalls: _of_recalls(recalls, correction))
    if counts.outputs is not None:
        return parts
    return replace(parts, with_one=lambda recalls, others: _with_one(recalls, others, correction))


@metric(
    why=_why,
    parts=_parts,
    family="overall",
    title="Geometric mean of recalls",
    says="the recall of a typical class, zero if one class is never found",
    formula="(product over the K classes of n_kk / n_k.)^(1/K); two classes: sqrt(recall * specificity)",
    source="Kubat & Matwin 1997, ICML, p. 179; Sun, Kamel & Wang 2006, ICDM, p. 592",
    better="higher",
    range=(0, 1),
    interval="logit",
    aliases=("g_mean",),
    elsewhere=("gmean", "geometric_mean_score"),
)
def geometric_mean(counts: Counts, /, *, correction: float = 0.0, fill: float = float("nan")) -> Floats:
    """
    Geometric mean of the recalls of the classes: zero if one class is never found.

    ``(prod_k n_kk / n_k.)^(1/K)``, of two classes ``sqrt(recall * specificity)``. It is at most `balanced_accuracy`,
    their arithmetic mean, and falls to zero with the worst class.

    Parameters
    ----------
    correction : float, default 0
        The number between 0 and 1 that stands for a recall of zero, so that one class that is never found does not
        make the whole zero.

    Returns
    -------
    float
        Between 0 and 1. A class that never occurs in the truth has no recall: it is left out, with a warning that
        names it. Undefined (NaN) if that holds for all classes.

    Notes
    -----
    With a correction a class that is never found can count more than one that is hardly ever found. It is not
    `fowlkes_mallows`, the geometric mean of precision and recall.

    References
    ----------
    Kubat & Matwin (1997), Addressing the curse of imbalanced training sets: one-sided selection, 14th International
    Conference on Machine Learning, p. 179. Sun, Kamel & Wang (2006), Boosting for learning multiple classes with
    imbalanced class distribution, 6th International Conference on Data Mining, p. 592.

    Examples
    --------
    >>> from concordant import geometric_mean
    >>> round(geometric_mean([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 0]), 4)
    0.6124
    >>> round(geometric_mean([0, 0, 1, 2], [0, 0, 2, 2], correction=0.001), 4)
    0.1
    """
    correction = check_share(correction, "correction")
    recalls = RECALL.averaged(tables_alone(counts), None, None, fill)
    return _of_recalls(np.where(np.isnan(recalls), fill, recalls), correction)
