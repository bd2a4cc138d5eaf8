"""balanced_accuracy, geometric_mean, matthews_correlation, mean_absolute_error, macro_mean_absolute_error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from concordant.metrics.agreement.weights import disagreement, steps
from concordant.metrics.arithmetic import (
    at_prevalence,
    check_share,
    left_out,
    mean_over_classes,
    ratio,
    why_at_prevalence,
)
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import ROW, CutPoints, Optimum, elsewhere, one_for_each_error
from concordant.metrics.overall.accuracy import no_rows, wrong_of
from concordant.metrics.rates.basic import recall
from concordant.metrics.rates.rate import quotient_of, tables_alone
from concordant.states import Counts
from concordant.typing import FloatArray, Floats, Prevalence

_RECALL = quotient_of(recall)
_EXACT = 2**26  # rows; products of two sums are integers that float64 holds


def _balanced_accuracy_costs(counts: Counts, options: Mapping[str, Any]) -> FloatArray:
    """An error costs the less the more frequent its class is in the truth."""
    share = counts.row_totals * 1.0
    scale = np.divide(share.sum(), share, out=np.zeros(len(share)), where=share > 0)
    return np.asarray(one_for_each_error(counts, options) * scale[:, None])


def _why_absent(counts: Counts, words: str = _RECALL.empty) -> str | None:
    """Say which classes the truth lacks, whose rows a mean over classes leaves out."""
    counts = tables_alone(counts)
    return left_out(counts.margins[0] == 0, counts.labels, "macro", words)


@metric(
    why=_why_absent,
    optimum=Optimum(
        by="row",
        words="the label whose probability is the greatest multiple of its mean",
        cut_points=CutPoints(search="costs", costs=_balanced_accuracy_costs),
    ),
    shortcut=lambda rows: _RECALL.shortcut(rows, average="macro"),
    of_tables=lambda labels: _RECALL.of_tables(labels, average="macro"),
    title="Balanced accuracy",
    says="the accuracy if all classes were equally frequent",
    formula="mean over classes of n_kk / n_k.",
    source="Brodersen, Ong, Stephan & Buhmann 2010, ICPR, p. 3121",
    denominators="rows",
    interval="score",
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
    return _RECALL.averaged(tables_alone(counts), "macro", None, fill)


def _geometric_mean_why(counts: Counts, *, correction: float = 0.0) -> str | None:  # noqa: ARG001  (a zero is not undefined)
    reason = _why_absent(counts)
    return None if reason is None else reason.replace("macro average", "geometric mean")


@metric(
    why=_geometric_mean_why,
    title="Geometric mean of recalls",
    says="the recall of a typical class, zero if one class is never found",
    formula="(product over the K classes of n_kk / n_k.)^(1/K); two classes: sqrt(recall * specificity)",
    source="Kubat & Matwin 1997, ICML, p. 179; Sun, Kamel & Wang 2006, ICDM, p. 592",
    denominators="rows",
    interval="score",
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
    counts = tables_alone(counts)
    recalls = ratio(counts.diagonal, counts.margins[0])
    undefined = np.isnan(recalls)
    if not np.count_nonzero(undefined) and recalls.size:  # nearly always
        return np.multiply.reduce(_corrected(recalls, correction) ** (1 / recalls.shape[-1]), -1)
    recalls = np.where(undefined, fill, recalls)
    undefined = np.isnan(recalls)
    classes = (~undefined).sum(-1)
    factors = np.where(undefined, 1.0, _corrected(recalls, correction))
    roots = factors ** (1 / np.maximum(classes, 1))[..., None]  # a product would underflow with many classes
    with np.errstate(invalid="ignore"):  # zero times an infinite fill of the caller's
        return np.where(classes > 0, roots.prod(-1), np.nan)[()]


def _corrected(recalls: Any, correction: float) -> Any:
    """Put the correction for recalls of zero, whose roots have no slope."""
    all_found = np.count_nonzero(recalls) == recalls.size  # nearly always
    return recalls if all_found else np.where(recalls == 0, correction, recalls)


def _one_class(counts: Counts) -> str | None:
    if counts.stack:
        return "some tables have only one class in the truth or in the prediction"
    for name, totals in (("truth", counts.row_totals), ("prediction", counts.column_totals)):
        used = [label for label, total in zip(counts.labels, totals.tolist(), strict=True) if total]
        if len(used) < 2:
            return f"the {name} has only the class {used[0]!r}" if used else "there are no rows"
    return None


@metric(
    why=lambda counts, prevalence=None: why_at_prevalence(counts, prevalence, _one_class),
    optimum=Optimum(by="threshold", cut_points=CutPoints(search="matthews")),
    title="Matthews correlation",
    says="the correlation between truth and prediction: 0 is guessing, 1 perfect",
    formula="(TP TN - FP FN) / sqrt((TP+FP)(TP+FN)(TN+FP)(TN+FN)); several classes: Gorodkin's R_K",
    source="Matthews 1975, BBA Protein Structure 405:442; Gorodkin 2004, Comput. Biol. Chem. 28:367, eq. 8",
    range=(-1, 1),
    interval="score",
    chance=0,
    symmetric=True,
    aliases=("phi_coefficient",),
    elsewhere=(
        "mcc",
        "matthews_corrcoef",
        "MatthewsCorrCoef",
        "BinaryMatthewsCorrCoef",
        "MulticlassMatthewsCorrCoef",
        "phi",
        "matthews",
        "r_k",
    ),
)
def matthews_correlation(counts: Counts, /, *, prevalence: Prevalence = None) -> Floats:
    """
    Matthews correlation: the correlation between truth and prediction, also for several classes.

    ``(TP TN - FP FN) / sqrt((TP + FP)(TP + FN)(TN + FP)(TN + FN))`` for two classes. For several it is
    Gorodkin's R_K: the covariance of the class indicators of truth and prediction, summed over the classes and
    divided by the root of the product of their variances, ``X / sqrt(Y Z)`` with
    ``X = sum_k TP_k TN_k - FP_k FN_k``, ``Y = sum_k c_k (n - c_k)``, ``Z = sum_k r_k (n - r_k)``.

    In a population with the prevalence pi (``prevalence=``) that of two classes is
    ``(Se + Sp - 1) sqrt(pi (1 - pi) / (q (1 - q)))`` with the share q = ``Se pi + (1 - Sp)(1 - pi)`` called positive.

    Returns
    -------
    float
        Between -1 and 1 (the least value is above -1 with more than two classes); 0 by chance. Undefined (NaN)
        if truth or prediction has only one class: 0/0.

    References
    ----------
    Matthews (1975), Comparison of the predicted and observed secondary structure of T4 phage lysozyme,
    Biochimica et Biophysica Acta (Protein Structure) 405:442. Gorodkin (2004), Comparing two K-category
    assignments by a K-category correlation coefficient, Computational Biology and Chemistry 28:367, eq. 8.

    Examples
    --------
    >>> from concordant import matthews_correlation
    >>> round(matthews_correlation([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]), 4)
    0.3333
    """
    counts = tables_alone(at_prevalence(counts, prevalence))
    if counts.numbers.dtype.kind == "i" and not counts.stack and counts.total < _EXACT:  # the same whole numbers
        (r, c), n = counts.margins, counts.total * 1.0
        return ratio(n * (n - wrong_of(counts)) - r @ c, np.sqrt((n * n - c @ c) * (n * n - r @ r)))
    # Cells, not margins: n - r_k would lose a small weight beside a large one. As floats: products leave int64.
    cells = counts.one_vs_rest().table * 1.0
    tn, fp, fn, tp = cells[..., 0, 0], cells[..., 0, 1], cells[..., 1, 0], cells[..., 1, 1]
    x = (tp * tn - fp * fn).sum(-1)
    y, z = ((tp + fp) * (tn + fn)).sum(-1), ((tp + fn) * (tn + fp)).sum(-1)
    return ratio(x, np.sqrt(y * z))  # the root of the product: exactly 1 where truth and prediction are equal


@metric(
    why=no_rows,
    optimum=Optimum(
        by="row", cut_points=CutPoints(search="costs", costs=lambda counts, _: disagreement(counts, "linear"))
    ),
    title="Mean absolute error of ordered labels",
    says="how far a predicted label is from the true one on average: 0 is perfect",
    formula="sum |x_i - x_j| n_ij / n",
    source="Gaudette & Japkowicz 2009, Canadian Conference on AI, LNAI 5549:207",
    denominators="rows",
    better="lower",
    range=(0, np.inf),
    interval="score",
    symmetric=True,
    needs_order="always",
    aliases=("mae",),
)
def mean_absolute_error(counts: Counts, /) -> Floats:
    """
    Mean absolute error of ordered labels: how far a predicted label is from the true one.

    ``sum_ij |x_i - x_j| n_ij / n``. Numeric labels stand at their values, other labels at their positions, so that
    the unit is a point of the scale, or a step between neighbours.

    Returns
    -------
    float
        Not negative; 0 if all rows are right. Undefined (NaN) without rows.

    Notes
    -----
    Where most rows are in one class, always saying that class is hard to beat: see `macro_mean_absolute_error`.

    References
    ----------
    Gaudette & Japkowicz (2009), Evaluation methods for ordinal classification, Canadian Conference on AI, LNAI
    5549:207.

    Examples
    --------
    >>> from concordant import mean_absolute_error
    >>> mean_absolute_error([1, 2, 3, 3], [1, 3, 1, 3])
    0.75
    >>> mean_absolute_error(["low", "high"], ["low", "low"], labels=["low", "mid", "high"])
    1.0
    """
    return ratio(counts.row_totals_by(steps(counts)).sum(-1), counts.total)


@metric(
    why=lambda counts: _why_absent(counts, "no row of the truth is in the class"),
    optimum=ROW,
    title="Macro-averaged mean absolute error",
    says="how far a predicted label is from the true one, every true class counting the same: 0 is perfect",
    formula="mean over classes i of sum_j |x_i - x_j| n_ij / n_i.",
    source="Baccianella, Esuli & Sebastiani 2009, ISDA, p. 283, eq. 4",
    denominators="rows",
    better="lower",
    range=(0, np.inf),
    interval="score",
    needs_order="always",
    aliases=("macro_mae", "amae"),
)
def macro_mean_absolute_error(counts: Counts, /, *, fill: float = float("nan")) -> Floats:
    """
    Macro-averaged mean absolute error: how far a prediction is off, every true class counting the same.

    ``mean over i of (sum_j |x_i - x_j| n_ij / n_i.)``: the mean absolute error of the rows of each true class,
    averaged over the classes. Numeric labels stand at their values, other labels at their positions.

    Returns
    -------
    float
        Not negative; 0 if all rows are right. Classes without a row in the truth are left out, and a warning names
        them. Undefined (NaN) without rows.

    References
    ----------
    Baccianella, Esuli & Sebastiani (2009), Evaluation measures for ordinal regression, ISDA, p. 283, eq. 4.

    Examples
    --------
    >>> from concordant import macro_mean_absolute_error
    >>> macro_mean_absolute_error([1, 1, 1, 3], [1, 1, 1, 1])  # the plain mean is 0.5
    1.0
    """
    each = ratio(counts.row_totals_by(steps(counts)), counts.margins[0])
    return mean_over_classes(each, None, "macro", fill)
