"""Shares of right and wrong rows under scikit-learn's names."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.metrics.arithmetic import mean_over_classes
from concordant.metrics.overall.accuracy import accuracy
from concordant.metrics.overall.accuracy import hamming_loss as hamming
from concordant.metrics.overall.accuracy import zero_one_loss as zero_one
from concordant.metrics.rates.basic import RECALL
from concordant.sklearn._confusion import warn_single_label
from concordant.sklearn._forecasts import ZeroWeightError
from concordant.sklearn._indicators import IndicatorPair
from concordant.sklearn._labels import agreement_counts
from concordant.sklearn._pairs import equal_texts, read_label_pairs, read_pairs
from concordant.sklearn._parameters import check_arrays, check_boolean, check_optional_array
from concordant.sklearn._public import COLUMNS, ROWS, public
from concordant.sklearn._warnings import warn
from concordant.sklearn._weights import check_sample_weight
from concordant.states import Counts


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
        msg = "Weights sum to zero, can't be normalized"
        raise ZeroWeightError(msg)
    return float(value)


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
    recalls = np.asarray(RECALL.of(Counts(pairs.class_tables(None), (0, 1))))
    classes = int((~np.isnan(recalls)).sum())
    if classes < len(recalls):
        warn("y_pred contains classes not in y_true")
    value = float(mean_over_classes(recalls, None, "macro", np.nan))
    if not adjusted:
        return value
    if not classes:
        return value
    return float(np.float64(value - 1 / classes) / (1 - 1 / classes))  # of one class -1/0 or 0/0, which NumPy warns of
