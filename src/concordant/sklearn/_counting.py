"""Pairs of labels are counted: by the kernel, and around it where scikit-learn counts what the kernel does not."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.sklearn._label_pairs import LabelPairs, usual_integers
from concordant.sklearn._targets import LabelColumn, named
from concordant.threads import threads_for
from concordant.typing import NumberArray


def count_pairs(true: LabelColumn, pred: LabelColumn, weights: npt.NDArray[Any] | None) -> LabelPairs:
    """
    Count pairs of labels of two columns that have the same names.

    Rows of weight zero and less count as scikit-learn counts them.
    """
    threads = threads_for(len(true.values))
    plain = None
    if weights is None or weights.min() > 0:
        present, table, _, too_many = _kernels.tabulate(true.values, pred.values, weights, threads)
    else:  # the kernel takes such rows for absent, but their labels are labels
        present, plain, _, too_many = _kernels.tabulate(true.values, pred.values, None, threads)
        table = plain if too_many else _signed(true, pred, weights, present)
    if too_many:
        return _many(true, pred, weights)
    if weights is not None and weights.dtype.kind in "iu" and weights.max() * float(len(weights)) >= 2.0**53:
        table = _whole(true, pred, weights, present)
    return _found(true, pred, present, table, weights, plain)


def count_whole_floats(true: LabelColumn, pred: LabelColumn) -> LabelPairs | None:
    """Count pairs of labels that are floats, or floats beside integers; None where the kernel leaves them to us."""
    present, table, _, too_many = _kernels.tabulate(true.values, pred.values, None, threads_for(len(true.values)))
    return None if too_many else _found(true, pred, present, table)


def _found(
    true: LabelColumn,
    pred: LabelColumn,
    present: npt.NDArray[Any],
    table: NumberArray,
    weights: npt.NDArray[Any] | None = None,
    plain: NumberArray | None = None,
) -> LabelPairs:
    """Name the labels of a table, and put it in their order."""
    both_logical = true.values.dtype.kind == "b" == pred.values.dtype.kind
    like = true.values if both_logical or true.values.dtype.kind != "b" else pred.values
    labels, order = named(present, true.names, floating=true.floating or pred.floating, like=like)
    if order is not None:
        table = table[np.ix_(order, order)]
        plain = None if plain is None else plain[np.ix_(order, order)]
    table, plain = usual_integers(table), None if plain is None else usual_integers(plain)
    return LabelPairs(table, labels, weights, None, plain, "binary" if len(labels) <= 2 else "multiclass")


def _signed(true: LabelColumn, pred: LabelColumn, weights: Any, present: npt.NDArray[Any]) -> NumberArray:
    """The table of weights of any sign over all labels that occur."""
    table = np.zeros((len(present), len(present)))
    for sign in (1, -1):
        part = np.maximum(weights * float(sign), 0.0)
        found, cells, _, _ = _kernels.tabulate(true.values, pred.values, part, threads_for(len(part)))
        places = np.searchsorted(present, found)
        table[np.ix_(places, places)] += sign * cells
    return table


def _whole(true: LabelColumn, pred: LabelColumn, weights: Any, present: npt.NDArray[Any]) -> NumberArray:
    """The table of whole weights that floats would round; like scikit-learn's it wraps around beyond 64 bits."""
    table = np.zeros((len(present), len(present)), np.int64)
    places = np.searchsorted(present, true.values), np.searchsorted(present, pred.values)
    np.add.at(table, places, weights.astype(np.int64))
    return table


def _many(true: LabelColumn, pred: LabelColumn, weights: npt.NDArray[Any] | None) -> LabelPairs:
    """Keep the rows where the labels are too many for the kernel."""
    both = LabelColumn(np.concatenate([true.values, pred.values]), true.names, true.floating or pred.floating)
    labels, codes = both.coded()
    rows = len(true)
    return LabelPairs(None, labels, weights, (codes[:rows], codes[rows:]))
