"""Precision, recall, F and Jaccard under scikit-learn's names, with its averages and its rule for 0/0."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np

from concordant.errors import InputError, LabelError
from concordant.metrics.arithmetic import mean_over_classes
from concordant.metrics.rates.basic import PRECISION, RECALL
from concordant.metrics.rates.f_scores import JACCARD, f_rate
from concordant.metrics.rates.rate import Rate
from concordant.sklearn._indicators import IndicatorPair
from concordant.sklearn._labels import ClassCells, LabelPairs
from concordant.sklearn._pairs import Pairs, read_pairs
from concordant.sklearn._parameters import (
    check_arrays,
    check_choice,
    check_number,
    check_optional_array,
    check_pos_label,
    check_zero_division,
)
from concordant.sklearn._public import ROWS, public
from concordant.sklearn._warnings import warn, warn_undefined

RATES = ("precision", "recall", "f-score")

_AVERAGES = ("micro", "macro", "samples", "weighted", "binary")
_F1 = f_rate(1.0)
_WORDS = {
    "precision": ("Precision", "predicted"),
    "recall": ("Recall", "true"),
    "f-score": ("F-score", "true nor predicted"),
    "jaccard": ("Jaccard", "true or predicted"),
}


class RateOptions(NamedTuple):
    """What all of these functions take besides the data."""

    labels: Any
    pos_label: Any
    average: str | None
    sample_weight: Any
    zero_division: Any


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


def check_rate(function: str, y_true: Any, y_pred: Any, options: RateOptions, *, nan: bool = True) -> float:
    """Check the parameters that all of these functions have; return the number that stands for 0/0."""
    check_arrays(function, sparse=True, y_true=y_true, y_pred=y_pred)
    if options.labels is not None:
        check_optional_array(function, "labels", options.labels)
    if options.pos_label != 1:
        check_pos_label(function, options.pos_label)
    check_choice(function, "average", options.average, _AVERAGES, none=True)
    if options.sample_weight is not None:
        check_optional_array(function, "sample_weight", options.sample_weight)
    return check_zero_division(function, options.zero_division, nan=nan)


def _value(rate: Rate, word: str | None, pairs: Pairs, cells: ClassCells, average: str | None, fill: float) -> Any:
    """Take one rate; `word` says what to call it where 0/0 warns."""
    warning = None if word is None else (*_WORDS[word], average)
    return _mean_of(_filled(rate, cells, fill, warning), cells, average, pairs)


def rate_score(function: str, rate: Rate, word: str | None, y_true: Any, y_pred: Any, options: RateOptions) -> Any:
    """Check, count, take one rate."""
    fill = check_rate(function, y_true, y_pred, options, nan=word != "jaccard")
    average = options.average
    pairs = read_pairs(y_true, y_pred, options.sample_weight)
    cells = averaged_cells(pairs, average, options.labels, options.pos_label)
    warns = isinstance(options.zero_division, str)
    return _value(rate, word if warns else None, pairs, cells, average, fill)


def f_word(beta: float) -> str | None:
    """At beta 0 and infinity F is precision and recall, and it does not warn."""
    return "f-score" if 0 < beta < np.inf else None


def f_rate_of(beta: float) -> Rate:
    """F-beta; recall at infinity."""
    return RECALL if beta == np.inf else f_rate(float(beta))


def check_beta(function: str, beta: Any) -> None:
    """Raise unless it is a number of at least 0; infinity is one."""
    check_number(function, "beta", beta, low=0.0, high=np.inf, closed="both")


def measured(
    pairs: Pairs, cells: ClassCells, average: str | None, beta: float, warn_for: Collection[str], fill: float
) -> tuple[Any, Any, Any, Any]:
    """Precision, recall, F-beta and support of counted pairs."""
    rates = (("precision", PRECISION), ("recall", RECALL), (f_word(beta), f_rate_of(beta)))
    precision, recall, f = (
        _value(rate, word if word in warn_for else None, pairs, cells, average, fill) for word, rate in rates
    )
    return precision, recall, f, cells.support if average is None else None


def averaged_cells(pairs: Pairs, average: str | None, labels: Any, pos_label: Any) -> ClassCells:
    """The cells that a rate is taken of: of one class, of each class, of each row, or of all decisions together."""
    if average == "binary":
        return ClassCells.of_tables(_binary_pairs(pairs, pos_label).binary_table(pos_label))
    if pos_label not in (None, 1):
        warn(
            f"Note that pos_label (set to {pos_label!r}) is ignored when average != 'binary' (got {average!r}). "
            "You may use labels=[pos_label] to specify a single positive class."
        )
    if average == "samples":
        if not isinstance(pairs, IndicatorPair):
            msg = "Samplewise metrics are not available outside of multilabel classification."
            raise InputError(msg)
        rows = pairs.of_labels(labels).rows()
        if pairs.weights is not None and not pairs.weights.all():
            rows = rows * (pairs.weights != 0)[:, None, None]  # 0/0 there, which warns
        return ClassCells.of_tables(rows)
    if average == "micro":
        return ClassCells.of_tables(pairs.class_tables(labels).sum(0))
    return pairs.class_cells(labels)


def _binary_pairs(pairs: Pairs, pos_label: Any) -> LabelPairs:
    """Return pairs of at most two labels, the positive among them if there are two."""
    if pairs.kind != "binary" or not isinstance(pairs, LabelPairs):
        choices: list[str | None] = [None, "micro", "macro", "weighted"]
        choices += ["samples"] if isinstance(pairs, IndicatorPair) else []
        msg = f"Target is {pairs.kind} but average='binary'. Please choose another average setting, one of {choices}."
        raise LabelError(msg)
    if len(pairs.labels) == 2 and pos_label not in pairs.labels.tolist():
        msg = f"pos_label={pos_label} is not a valid label. It should be one of {pairs.labels}"
        raise LabelError(msg)
    return pairs


def _filled(rate: Rate, cells: Any, fill: float, warning: tuple[str, str, str | None] | None) -> Any:
    """
    Take a rate of the cells; `fill` stands for 0/0.

    `warning` names the rate, what there is none of, and the average, where 0/0 warns.
    """
    values = rate.of(cells)
    undefined = np.isnan(values)
    if not undefined.any():
        return values
    if warning is not None:
        _warn_filled(*warning, size=np.size(values))
    return np.where(undefined, fill, values)[()]


def _warn_filled(name: str, none_of: str, average: str | None, *, size: int) -> None:
    what, where = ("label", "sample") if average == "samples" else ("sample", "label")
    place = "due to" if size == 1 else f"in {where}s with"
    warn_undefined(
        f"{name} is ill-defined and being set to 0.0 {place} no {none_of} {what}s. "
        "Use `zero_division` parameter to control this behavior."
    )


def _mean_of(values: Any, cells: ClassCells, average: str | None, pairs: Pairs) -> Any:
    """Average the values of classes or rows; NaN are left out; weights that are all zero are no weights."""
    if average in ("binary", "micro"):
        return float(values)
    if average is None:
        return values
    if not len(values):
        return float("nan")
    weights = pairs.weights if average == "samples" else cells.support if average == "weighted" else None
    if weights is None or not np.any(weights[~np.isnan(values)]):
        return float(mean_over_classes(values, None, "macro", np.nan))
    if weights.dtype.kind == "f":
        weights = weights.astype(np.float64)  # sums of float32 keep seven digits
    return float(mean_over_classes(values, weights, "weighted", np.nan))
