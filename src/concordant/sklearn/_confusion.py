"""Confusion matrices under scikit-learn's names."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, LabelError
from concordant.sklearn._indicators import IndicatorPair
from concordant.sklearn._labels import LabelPairs, table_counts
from concordant.sklearn._pairs import read_label_pairs, read_pairs
from concordant.sklearn._parameters import check_arrays, check_boolean, check_choice, check_optional_array
from concordant.sklearn._public import COLUMNS, ROWS, public
from concordant.sklearn._warnings import warn
from concordant.typing import NumberArray


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
    places = pairs.places(labels)
    if not places:
        msg = "'labels' should contain at least one label."
        raise LabelError(msg)
    in_truth = pairs.in_truth()
    if not any(in_truth[place] for place in places if place >= 0):
        raise LabelError(nothing)
    warn_single_label(len(places))
    last = {place: position for position, place in enumerate(places) if place >= 0}
    found, kept = np.array(list(last)), np.array(list(last.values()))
    full = pairs.full_table()
    table: NumberArray = np.zeros((len(places), len(places)), full.dtype)
    table[np.ix_(kept, kept)] = full[np.ix_(found, found)]
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
        msg = "Samplewise metrics are not available outside of multilabel classification."
        raise InputError(msg)
    cells: npt.NDArray[Any] = pairs.of_labels(labels).rows()
    if pairs.weights is not None:
        cells = cells * pairs.weights[:, None, None]
    return cells
