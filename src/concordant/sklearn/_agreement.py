"""accuracy, losses, kappa, Matthews, confusion matrices."""

from __future__ import annotations

from numbers import Real
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, LabelError
from concordant.inputs.labels import LabelRows
from concordant.metrics.agreement.cohen_kappa import cohen_kappa
from concordant.metrics.arithmetic import mean_over_classes, ratio
from concordant.metrics.overall.balanced import matthews_correlation
from concordant.metrics.rates.basic import recall
from concordant.metrics.rates.rate import quotient_of
from concordant.sklearn._call import (
    OPTIONS,
    Expected,
    ZeroWeightError,
    check,
    choice,
    number,
    public,
    warn,
    warn_undefined,
)
from concordant.sklearn._targets import IndicatorPair, LabelPairs, label_pairs, read_label_pairs, read_pairs, read_rows
from concordant.states import Counts

_OF_KAPPA = {
    **OPTIONS,
    "replace_undefined_by": Expected(
        "a number from -1 to 1, or nan", lambda x: isinstance(x, Real) and not abs(number(x)) > 1
    ),
}
_OF_MATRIX = {**OPTIONS, "normalize": choice("true", "pred", "all", None)}


@public
def accuracy_score(y_true: Any, y_pred: Any, *, normalize: bool = True, sample_weight: Any = None) -> float:
    """
    Accuracy: the share of rows that are right.

    The formula is that of `concordant.accuracy`. With several labels at once a row is right if all of them are.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,), or indicator matrix of shape (n, L), also sparse
        The truth and the prediction.
    normalize : bool, default True
        False: the number of right rows, or the sum of their weights.
    sample_weight : array-like of shape (n,), optional
        One weight a row.

    Returns
    -------
    float
        Weights that sum to zero are refused with an error that is a ZeroDivisionError.

    Examples
    --------
    >>> from concordant.sklearn import accuracy_score
    >>> accuracy_score([0, 2, 1, 3], [0, 1, 2, 3])
    0.5
    >>> accuracy_score([0, 2, 1, 3], [0, 1, 2, 3], normalize=False)
    2.0
    """
    check(normalize=normalize, sample_weight=sample_weight)
    right, rows = _right_and_all(read_rows(y_true, y_pred, sample_weight))
    return _share(right, rows) if normalize else float(right)


def _right_and_all(rows: LabelRows | IndicatorPair) -> tuple[Any, Any]:
    """How many rows are right, or what they weigh, and all rows."""
    if isinstance(rows, LabelRows):
        counted = label_pairs(rows).counts
        return counted.diagonal.sum(), counted.n
    weights = rows.weights
    if weights is None and rows.unequal is None:
        return rows.right, rows.true.shape[0]
    same = rows.wrong_labels() == 0
    if weights is None:
        return np.count_nonzero(same), len(same)
    return weights[same].sum(dtype=np.float64), weights.sum(dtype=np.float64)


def _share(part: Any, rows: Any) -> float:
    if not rows:
        raise ZeroWeightError("sample_weight sums to 0: weights above and below it cancel out, so there is no share.")
    return float(part / rows)


@public
def zero_one_loss(y_true: Any, y_pred: Any, *, normalize: bool = True, sample_weight: Any = None) -> float:
    """
    Zero-one loss: the share of rows that are wrong.

    The formula is that of `concordant.zero_one_loss`. With several labels at once a row is wrong if any of them is.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,), or indicator matrix of shape (n, L), also sparse
        The truth and the prediction.
    normalize : bool, default True
        False: the number of wrong rows, or the sum of their weights.
    sample_weight : array-like of shape (n,), optional
        One weight a row.

    Returns
    -------
    float
        Weights that sum to zero are refused with an error that is a ZeroDivisionError.

    Examples
    --------
    >>> from concordant.sklearn import zero_one_loss
    >>> zero_one_loss([1, 2, 3, 4], [2, 2, 3, 4])
    0.25
    >>> zero_one_loss([1, 2, 3, 4], [2, 2, 3, 4], normalize=False)
    1.0
    """
    check(normalize=normalize, sample_weight=sample_weight)
    right, rows = _right_and_all(read_rows(y_true, y_pred, sample_weight))
    return _share(rows - right, rows) if normalize else float(rows - right)


@public
def hamming_loss(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """
    Hamming loss: the share of wrong decisions.

    The formula is that of `concordant.hamming_loss`. With several labels at once each label of a row is a decision.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,), or indicator matrix of shape (n, L), also sparse
        The truth and the prediction.
    sample_weight : array-like of shape (n,), optional
        One weight a row.

    Returns
    -------
    float
        Weights that sum to zero are refused with an error that is a ZeroDivisionError.

    Examples
    --------
    >>> from concordant.sklearn import hamming_loss
    >>> hamming_loss([1, 2, 3, 4], [2, 2, 3, 4])
    0.25
    >>> hamming_loss([[0, 1], [1, 1]], [[0, 0], [0, 0]])
    0.75
    """
    check(sample_weight=sample_weight)
    rows = read_rows(y_true, y_pred, sample_weight)
    if isinstance(rows, LabelRows):
        right, every = _right_and_all(rows)
        return _share(every - right, every)
    wrong = rows.tables[:, 0, 1].sum() + rows.tables[:, 1, 0].sum()
    if rows.unequal is not None:
        labels = rows.wrong_labels()
        wrong = labels.sum() if rows.weights is None else labels @ rows.weights.astype(np.float64)
    return float(ratio(wrong, rows.tables.sum()))


@public
def balanced_accuracy_score(y_true: Any, y_pred: Any, *, sample_weight: Any = None, adjusted: bool = False) -> float:
    """
    Balanced accuracy: the mean recall of the classes that occur in the truth.

    The formula is that of `concordant.balanced_accuracy`.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        The truth and the prediction.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    adjusted : bool, default False
        True: 0 by chance and 1 at best.

    Returns
    -------
    float
        Classes that occur only in the prediction are left out with a warning. Adjusted, it is infinite or NaN where the
        truth has one class.

    Examples
    --------
    >>> from concordant.sklearn import balanced_accuracy_score
    >>> balanced_accuracy_score([0, 1, 0, 0, 1, 0], [0, 1, 0, 0, 0, 1])
    0.625
    """
    check(sample_weight=sample_weight, adjusted=adjusted)
    pairs = read_label_pairs(y_true, y_pred, sample_weight)
    warn_single_label(len(pairs.labels))
    recalls = np.asarray(quotient_of(recall).of(pairs.counts.one_vs_rest()))
    classes = int((~np.isnan(recalls)).sum())
    if classes < len(recalls):
        warn("y_pred contains classes not in y_true")
    value = float(mean_over_classes(recalls, None, "macro", np.nan))
    if not adjusted or not classes:
        return value
    return float(np.float64(value - 1 / classes) / (1 - 1 / classes))  # of one class -1/0 or 0/0, which NumPy warns of


@public
def cohen_kappa_score(
    y1: Any,
    y2: Any,
    *,
    labels: Any = None,
    weights: Literal["linear", "quadratic"] | None = None,
    sample_weight: Any = None,
    replace_undefined_by: float = np.nan,
) -> float:
    """
    Cohen's kappa: agreement beyond chance, plain or weighted.

    The formula is that of `concordant.cohen_kappa`. As in scikit-learn, weights go by the places of the labels in
    their order: 1, 3 and 7 are as far apart as 1, 2 and 3.

    Parameters
    ----------
    y1, y2 : array-like of shape (n,)
        The labels of two raters.
    labels : array-like, optional
        The labels to take, in this order; pairs with others are left out. Default: all that occur, sorted.
    weights : {"linear", "quadratic"}, optional
        How much two labels disagree. None: every disagreement counts the same.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    replace_undefined_by : float between -1 and 1, or nan, default nan
        What stands for 0/0.

    Returns
    -------
    float
        Undefined (0/0) where both raters give the same label throughout: `replace_undefined_by`, with a warning.

    Examples
    --------
    >>> from concordant.sklearn import cohen_kappa_score
    >>> cohen_kappa_score(["low", "high", "low", "mid"], ["low", "high", "mid", "mid"])
    0.6363636363636364
    """
    options = {"labels": labels, "weights": weights, "sample_weight": sample_weight}
    check(_OF_KAPPA, **options, replace_undefined_by=replace_undefined_by)
    counts = chosen(read_label_pairs(y1, y2, sample_weight), labels)
    value = float(cohen_kappa.value_of(counts, weights=weights))
    if value == value:  # noqa: PLR0124  (a number, not NaN)
        return value
    problem = "`y2` contains no labels that are present in both `y1` and `labels`."
    if counts.numbers.any():
        problem = "`y1`, `y2` and `labels` have only one label in common. "
    warn_undefined(
        f"{problem}`cohen_kappa_score` is undefined and set to the value defined by the `replace_undefined_by` param, "
        f"which is set to {replace_undefined_by}."
    )
    return float(replace_undefined_by)


@public
def matthews_corrcoef(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """
    Matthews' correlation coefficient: the correlation between truth and prediction, also for several classes.

    The formula is that of `concordant.matthews_correlation`. As in scikit-learn, 0/0 is 0.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        The truth and the prediction.
    sample_weight : array-like of shape (n,), optional
        One weight a row.

    Returns
    -------
    float
        Between -1 and 1; 0 by chance, and where truth or prediction has only one class.

    Examples
    --------
    >>> from concordant.sklearn import matthews_corrcoef
    >>> round(matthews_corrcoef([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]), 4)
    0.3333
    """
    check(sample_weight=sample_weight)
    counts = chosen(read_label_pairs(y_true, y_pred, sample_weight), None)
    value = float(matthews_correlation.value_of(counts))
    return value if value == value else 0.0  # noqa: PLR0124  (NaN)


def warn_single_label(size: int) -> None:
    """Warn where one label alone occurs."""
    if size == 1:
        warn(
            "A single label was found in 'y_true' and 'y_pred'. For the confusion matrix to have the correct shape, "
            "use the 'labels' parameter to pass all known labels."
        )


def chosen(pairs: LabelPairs, labels: Any) -> Counts:
    """
    The pairs of the labels that the caller names, or of all that occur, numbered by their places.

    Pairs with other labels are left out. Of a label that is named twice the last place counts.
    """
    if labels is None:
        warn_single_label(len(pairs.labels))
        return numbered(pairs.counts)
    indices = pairs.indices_of(labels)
    if not any(index >= 0 and pairs.rows.row_totals[index] for index in indices):
        raise LabelError(f"none of labels={labels!r:.80} occurs in the first column: name at least one that does.")
    warn_single_label(len(indices))
    place = {index: position for position, index in enumerate(indices) if index >= 0}
    positions = list(place.values())
    table = np.zeros((len(indices), len(indices)), pairs.counts.numbers.dtype)
    table[np.ix_(positions, positions)] = pairs.counts.among(list(place))
    return Counts(table, tuple(range(len(indices))))


def numbered(counts: Counts) -> Counts:
    """The same counts, their labels numbered: distances between labels go by their places."""
    numbers = tuple(range(len(counts.labels)))
    if counts.labels == numbers:
        return counts
    if counts.cells is not None:
        return Counts.from_cells(counts.cells, numbers)
    return Counts(counts.table, numbers)


@public
def confusion_matrix(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    sample_weight: Any = None,
    normalize: Literal["true", "pred", "all"] | None = None,
) -> npt.NDArray[Any]:
    """
    Confusion matrix: how often each label was predicted for each true label.

    `concordant.confusion_matrix` gives the same counts as a state, with its labels.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        The truth and the prediction.
    labels : array-like, optional
        The labels to show, in this order; pairs with others are left out. Default: all that occur, sorted.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    normalize : {"true", "pred", "all"}, optional
        Shares of each row, of each column, or of all in place of counts; 0 where there is nothing.

    Returns
    -------
    ndarray of shape (K, K)
        Rows are the truth. Whole numbers, or floats for weights that are floats and for shares.

    Examples
    --------
    >>> from concordant.sklearn import confusion_matrix
    >>> confusion_matrix([2, 0, 2, 2, 0, 1], [0, 0, 2, 2, 0, 2]).tolist()
    [[2, 0, 0], [0, 0, 1], [1, 0, 2]]
    """
    check(_OF_MATRIX, labels=labels, sample_weight=sample_weight, normalize=normalize)
    pairs = read_label_pairs(y_true, y_pred, sample_weight)
    counts = chosen(pairs, labels)
    if normalize is not None:
        return np.nan_to_num(counts.normalized(normalize), nan=0.0)
    if counts.table.dtype.kind == "f" and pairs.weights is not None and pairs.weights.dtype.kind != "f":
        return np.rint(counts.table).astype(np.int64)
    return counts.table


@public
def multilabel_confusion_matrix(
    y_true: Any, y_pred: Any, *, sample_weight: Any = None, labels: Any = None, samplewise: bool = False
) -> npt.NDArray[Any]:
    """
    One confusion matrix of two classes a label: the label against all others.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,), or indicator matrix of shape (n, L), also sparse
        The truth and the prediction.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    labels : array-like, optional
        The labels to take, in this order; for indicators numbers of columns. Default: all that occur.
    samplewise : bool, default False
        True: one matrix a row of indicators.

    Returns
    -------
    ndarray of shape (K, 2, 2)
        ``[[tn, fp], [fn, tp]]`` of each label (or row).

    Examples
    --------
    >>> from concordant.sklearn import multilabel_confusion_matrix
    >>> multilabel_confusion_matrix(["a", "b", "b"], ["a", "a", "b"]).tolist()
    [[[1, 1], [0, 1]], [[1, 0], [1, 1]]]
    """
    check(sample_weight=sample_weight, labels=labels, samplewise=samplewise)
    pairs = read_pairs(y_true, y_pred, sample_weight)
    if not samplewise:
        return pairs.class_tables(labels)
    if not isinstance(pairs, IndicatorPair):
        raise InputError("samplewise=True needs indicators of several labels a row; y_true is one column.")
    tables = pairs.row_tables(labels)
    return tables if pairs.weights is None else tables * pairs.weights[:, None, None]
