"""accuracy, losses, kappa, Matthews, confusion matrices."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, LabelError
from concordant.metrics.agreement.cohen_kappa import cohen_kappa
from concordant.metrics.arithmetic import mean_over_classes
from concordant.metrics.overall.accuracy import accuracy
from concordant.metrics.overall.accuracy import hamming_loss as hamming
from concordant.metrics.overall.accuracy import zero_one_loss as zero_one
from concordant.metrics.overall.balanced import matthews_correlation
from concordant.metrics.rates.basic import recall
from concordant.metrics.rates.rate import quotient_of
from concordant.sklearn._call import (
    COLUMNS,
    ROWS,
    WEIGHT,
    check_arrays,
    check_boolean,
    check_choice,
    check_number,
    check_optional_array,
    check_sample_weight,
    public,
    refuse,
    warn,
    warn_undefined,
)
from concordant.sklearn._scores import ZeroWeightError
from concordant.sklearn._targets import (
    IndicatorPair,
    LabelPairs,
    agreement_counts,
    equal_texts,
    read_label_pairs,
    read_pairs,
    table_counts,
)
from concordant.states import Counts
from concordant.typing import NumberArray


@public(ROWS)
def accuracy_score(y_true: Any, y_pred: Any, *, normalize: bool = True, sample_weight: Any = None) -> float:
    """
    Accuracy: the share of rows that are right.

    The formula is that of `concordant.accuracy`. With several labels at once a row is right if all of them are.

    Parameters
    ----------
    normalize : bool, default True
        False: the number of right rows, or the sum of their weights.

    Returns
    -------
    float

    Examples
    --------
    >>> from concordant.sklearn import accuracy_score
    >>> accuracy_score([0, 2, 1, 3], [0, 1, 2, 3])
    0.5
    >>> accuracy_score([0, 2, 1, 3], [0, 1, 2, 3], normalize=False)
    2.0
    """
    counts = _agreement("accuracy_score", y_true, y_pred, normalize, sample_weight)
    return _defined(accuracy.value_of(counts)) if normalize else float(counts.table.trace())


def _agreement(function: str, y_true: Any, y_pred: Any, normalize: Any, sample_weight: Any) -> Counts:
    """Count right and wrong rows, as a table with the former on its diagonal."""
    _check(function, y_true, y_pred, normalize, sample_weight)
    same = equal_texts(y_true, y_pred)
    if same is None:
        return read_pairs(y_true, y_pred, sample_weight).agreement()
    return agreement_counts(same, check_sample_weight(sample_weight, (len(same),) * 2))


def _check(function: str, y_true: Any, y_pred: Any, normalize: Any, sample_weight: Any) -> None:
    check_arrays(function, sparse=True, y_true=y_true, y_pred=y_pred)
    check_boolean(function, "normalize", normalize)
    check_optional_array(function, "sample_weight", sample_weight)


def _defined(value: Any) -> float:
    if value != value:  # noqa: PLR0124  (NaN: weights of both signs)
        raise ZeroWeightError("Weights sum to zero, can't be normalized")
    return float(value)


@public(ROWS)
def zero_one_loss(y_true: Any, y_pred: Any, *, normalize: bool = True, sample_weight: Any = None) -> float:
    """
    Zero-one loss: the share of rows that are wrong.

    The formula is that of `concordant.zero_one_loss`. With several labels at once a row is wrong if any of them is.

    Parameters
    ----------
    normalize : bool, default True
        False: the number of wrong rows, or the sum of their weights.

    Returns
    -------
    float

    Examples
    --------
    >>> from concordant.sklearn import zero_one_loss
    >>> zero_one_loss([1, 2, 3, 4], [2, 2, 3, 4])
    0.25
    >>> zero_one_loss([1, 2, 3, 4], [2, 2, 3, 4], normalize=False)
    1.0
    """
    counts = _agreement("zero_one_loss", y_true, y_pred, normalize, sample_weight)
    return _defined(zero_one.value_of(counts)) if normalize else float(counts.table.sum() - counts.table.trace())


@public(ROWS)
def hamming_loss(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """
    Hamming loss: the share of wrong decisions.

    The formula is that of `concordant.hamming_loss`. With several labels at once each label of a row is a decision.

    Returns
    -------
    float

    Examples
    --------
    >>> from concordant.sklearn import hamming_loss
    >>> hamming_loss([1, 2, 3, 4], [2, 2, 3, 4])
    0.25
    >>> hamming_loss([[0, 1], [1, 1]], [[0, 0], [0, 0]])
    0.75
    """
    _check("hamming_loss", y_true, y_pred, True, sample_weight)
    same = equal_texts(y_true, y_pred)
    if same is not None:
        return _defined(hamming.value_of(agreement_counts(same, check_sample_weight(sample_weight, (len(same),) * 2))))
    pairs = read_pairs(y_true, y_pred, sample_weight)
    if isinstance(pairs, IndicatorPair):
        return float(hamming.value_of(pairs.decisions()))
    return _defined(hamming.value_of(pairs.agreement()))


@public(COLUMNS)
def balanced_accuracy_score(y_true: Any, y_pred: Any, *, sample_weight: Any = None, adjusted: bool = False) -> float:
    """
    Balanced accuracy: the mean recall of the classes that occur in the truth.

    The formula is that of `concordant.balanced_accuracy`.

    Parameters
    ----------
    adjusted : bool, default False
        True: 0 by chance and 1 at best.

    Returns
    -------
    float

    Examples
    --------
    >>> from concordant.sklearn import balanced_accuracy_score
    >>> balanced_accuracy_score([0, 1, 0, 0, 1, 0], [0, 1, 0, 0, 0, 1])
    0.625
    """
    function = "balanced_accuracy_score"
    check_arrays(function, y_true=y_true, y_pred=y_pred)
    check_optional_array(function, "sample_weight", sample_weight)
    check_boolean(function, "adjusted", adjusted)
    pairs = read_label_pairs(y_true, y_pred, sample_weight)
    warn_single_label(len(pairs.labels))
    recalls = np.asarray(quotient_of(recall).of(Counts(pairs.class_tables(None), (0, 1))))
    classes = int((~np.isnan(recalls)).sum())
    if classes < len(recalls):
        warn("y_pred contains classes not in y_true")
    value = float(mean_over_classes(recalls, None, "macro", np.nan))
    if not adjusted or not classes:
        return value
    return float(np.float64(value - 1 / classes) / (1 - 1 / classes))  # of one class -1/0 or 0/0, which NumPy warns of


@public(WEIGHT)
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
    replace_undefined_by : float between -1 and 1, or nan, default nan
        What stands for 0/0.

    Returns
    -------
    float

    Examples
    --------
    >>> from concordant.sklearn import cohen_kappa_score
    >>> cohen_kappa_score(["low", "high", "low", "mid"], ["low", "high", "mid", "mid"])
    0.6363636363636364
    """
    function = "cohen_kappa_score"
    check_arrays(function, y1=y1, y2=y2)
    check_optional_array(function, "labels", labels)
    check_choice(function, "weights", weights, ("linear", "quadratic"), none=True)
    check_optional_array(function, "sample_weight", sample_weight)
    _check_replacement(function, replace_undefined_by)
    pairs = read_label_pairs(y1, y2, sample_weight)
    nothing = (
        "At least one label in `labels` must be present in `y1` (even though `cohen_kappa_score` is otherwise "
        "agnostic to the order of `y1` and `y2`)."
    )
    table = table_of(pairs, labels, nothing)
    value = float(cohen_kappa.value_of(table_counts(table), weights=weights))
    if value == value:  # noqa: PLR0124  (a number, not NaN)
        return value
    problem = "`y2` contains no labels that are present in both `y1` and `labels`."
    if table.any():
        problem = "`y1`, `y2` and `labels` have only one label in common. "
    warn_undefined(
        f"{problem}`cohen_kappa_score` is undefined and set to the value defined by the `replace_undefined_by` param, "
        f"which is set to {replace_undefined_by}."
    )
    return float(replace_undefined_by)


def _check_replacement(function: str, value: Any) -> None:
    if isinstance(value, float) and value != value:  # noqa: PLR0124  (NaN)
        return
    try:
        check_number(function, "replace_undefined_by", value, low=-1.0, high=1.0, closed="both")
    except ValueError:
        refuse(function, "replace_undefined_by", value, "a float in the range [-1.0, 1.0] or numpy.nan")


@public(COLUMNS)
def matthews_corrcoef(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """
    Matthews' correlation coefficient: the correlation between truth and prediction, also for several classes.

    The formula is that of `concordant.matthews_correlation`. As in scikit-learn, 0/0 is 0.

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
    function = "matthews_corrcoef"
    check_arrays(function, y_true=y_true, y_pred=y_pred)
    check_optional_array(function, "sample_weight", sample_weight)
    table = table_of(read_label_pairs(y_true, y_pred, sample_weight), None)
    value = float(matthews_correlation.value_of(table_counts(table)))
    return value if value == value else 0.0  # noqa: PLR0124  (NaN)


def warn_single_label(size: int) -> None:
    """Warn where one label alone occurs."""
    if size == 1:
        warn(
            "A single label was found in 'y_true' and 'y_pred'. For the confusion matrix to have the correct shape, "
            "use the 'labels' parameter to pass all known labels."
        )


def table_of(pairs: LabelPairs, labels: Any, nothing: str = "At least one label specified must be in y_true") -> Any:
    """
    The table of the labels that the caller names, or of all that occur.

    Pairs with other labels are left out. `nothing` is said where none of the labels occurs in the truth. Of a label
    that is named twice the last place counts.
    """
    if labels is None:
        warn_single_label(len(pairs.labels))
        return pairs.full_table()
    indices = pairs.indices_of(labels)
    if not indices:
        raise LabelError("'labels' should contain at least one label.")
    in_truth = pairs.in_truth()
    if not any(in_truth[index] for index in indices if index >= 0):
        raise LabelError(nothing)
    warn_single_label(len(indices))
    last = {index: position for position, index in enumerate(indices) if index >= 0}
    kept_indices, positions = np.array(list(last)), np.array(list(last.values()))
    whole_table = pairs.full_table()
    table: NumberArray = np.zeros((len(indices), len(indices)), whole_table.dtype)
    table[np.ix_(positions, positions)] = whole_table[np.ix_(kept_indices, kept_indices)]
    return table


@public(COLUMNS)
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
    labels : array-like, optional
        The labels to show, in this order; pairs with others are left out. Default: all that occur, sorted.
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
    function = "confusion_matrix"
    check_arrays(function, y_true=y_true, y_pred=y_pred)
    check_optional_array(function, "labels", labels)
    check_optional_array(function, "sample_weight", sample_weight)
    check_choice(function, "normalize", normalize, ("true", "pred", "all"), none=True)
    pairs = read_label_pairs(y_true, y_pred, sample_weight, wraps=normalize is None)
    table: npt.NDArray[Any] = table_of(pairs, labels)
    if normalize is not None:
        return np.nan_to_num(table_counts(table).normalized(normalize), nan=0.0)
    if table.dtype.kind == "f" and pairs.weights is not None and pairs.weights.dtype.kind != "f":
        table = np.rint(table).astype(np.int64)
    return table


@public(ROWS)
def multilabel_confusion_matrix(
    y_true: Any, y_pred: Any, *, sample_weight: Any = None, labels: Any = None, samplewise: bool = False
) -> npt.NDArray[Any]:
    """
    One confusion matrix of two classes a label: the label against all others.

    Parameters
    ----------
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
    function = "multilabel_confusion_matrix"
    check_arrays(function, sparse=True, y_true=y_true, y_pred=y_pred)
    check_optional_array(function, "sample_weight", sample_weight)
    check_optional_array(function, "labels", labels)
    check_boolean(function, "samplewise", samplewise)
    pairs = read_pairs(y_true, y_pred, sample_weight)
    if not samplewise:
        tables: npt.NDArray[Any] = pairs.class_tables(labels)
        return tables
    if not isinstance(pairs, IndicatorPair):
        raise InputError("Samplewise metrics are not available outside of multilabel classification.")
    cells: npt.NDArray[Any] = pairs.of_labels(labels).rows()
    if pairs.weights is not None:
        cells = cells * pairs.weights[:, None, None]
    return cells
