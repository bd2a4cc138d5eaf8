"""Precision, recall, F and Jaccard under scikit-learn's names."""

from __future__ import annotations

from typing import Any

from concordant.metrics.f_beta import f_rate
from concordant.metrics.jaccard import JACCARD
from concordant.metrics.precision import PRECISION
from concordant.metrics.recall import RECALL
from concordant.sklearn._public import ROWS, public
from concordant.sklearn._rate_values import RateOptions, check_beta, f_rate_of, f_word, rate_score

_F1 = f_rate(1.0)


@public(ROWS)
def precision_score(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> Any:
    """
    Precision: of the rows predicted positive, the share that are.

    The formula is that of `concordant.precision`.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        0/0 where no row is predicted as the class.

    Examples
    --------
    >>> from concordant.sklearn import precision_score
    >>> precision_score([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    >>> precision_score([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.5
    """
    options = RateOptions(labels, pos_label, average, sample_weight, zero_division)
    return rate_score("precision_score", PRECISION, "precision", y_true, y_pred, options)


@public(ROWS)
def recall_score(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> Any:
    """
    Recall: of the rows that are positive, the share found.

    The formula is that of `concordant.recall`.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        0/0 where the class never occurs in the truth.

    Examples
    --------
    >>> from concordant.sklearn import recall_score
    >>> recall_score([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    """
    options = RateOptions(labels, pos_label, average, sample_weight, zero_division)
    return rate_score("recall_score", RECALL, "recall", y_true, y_pred, options)


@public(ROWS)
def f1_score(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> Any:
    """
    F1: the harmonic mean of precision and recall.

    The formula is that of `concordant.f1`.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        0/0 where the class occurs neither in the truth nor in the prediction.

    Examples
    --------
    >>> from concordant.sklearn import f1_score
    >>> f1_score([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    """
    options = RateOptions(labels, pos_label, average, sample_weight, zero_division)
    return rate_score("f1_score", _F1, "f-score", y_true, y_pred, options)


@public(ROWS)
def fbeta_score(
    y_true: Any,
    y_pred: Any,
    *,
    beta: float,
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> Any:
    """
    F-beta: precision and recall in one number, recall beta times as important.

    The formula is that of `concordant.f_beta`; here beta may be infinite, which gives recall.

    Parameters
    ----------
    beta : float
        At least 0; above 1 recall counts more, below 1 precision.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        0/0 where the class occurs neither in the truth nor in the prediction.

    Examples
    --------
    >>> from concordant.sklearn import fbeta_score
    >>> round(fbeta_score([1, 1, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0], beta=0.5), 4)
    0.7143
    """
    options = RateOptions(labels, pos_label, average, sample_weight, zero_division)
    check_beta("fbeta_score", beta)
    return rate_score("fbeta_score", f_rate_of(beta), f_word(beta), y_true, y_pred, options)


@public(ROWS)
def jaccard_score(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> Any:
    """
    Jaccard index: the rows in both sets over the rows in either.

    The formula is that of `concordant.jaccard`.

    Parameters
    ----------
    zero_division : {"warn", 0, 1}, default "warn"
        What stands for 0/0; "warn" is 0 with a warning.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        0/0 where the class occurs neither in the truth nor in the prediction.

    Examples
    --------
    >>> from concordant.sklearn import jaccard_score
    >>> jaccard_score([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.5
    """
    options = RateOptions(labels, pos_label, average, sample_weight, zero_division)
    return rate_score("jaccard_score", JACCARD, "jaccard", y_true, y_pred, options)
