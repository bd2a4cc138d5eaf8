"""Pairs of whole numbers of a batch, counted in the pieces of memory that the reader left them in, without a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.inputs.arrays import is_plain_integers
from concordant.inputs.chunks import in_chunks
from concordant.settings import threads_for

if TYPE_CHECKING:
    import polars as pl

IntArray = npt.NDArray[np.int64]


def count_chunks(truth: pl.Series, pred: pl.Series) -> tuple[IntArray, IntArray, IntArray] | None:
    """
    Count the pairs of labels of two columns without gaps.

    Returns
    -------
    tuple of ndarray, or None
        The truth, the prediction and the rows of each pair, which may come more than once. None where the columns hold
        something else than whole numbers of up to 64 bits with a sign, or too many different ones for a table.
    """
    tables: dict[bytes, tuple[IntArray, IntArray]] = {}
    for first, second in in_chunks(truth, pred):
        if not (is_plain_integers(first) and is_plain_integers(second)):
            return None
        labels, rows, _, too_many, places, _ = _kernels.count_pairs(first, second, None, threads_for(len(first)))
        if too_many or places is not None:
            return None
        known = tables.setdefault(labels.tobytes(), (labels, rows))[1]
        if known is not rows:
            known += rows
    return _listed(list(tables.values()))


def _listed(tables: list[tuple[IntArray, IntArray]]) -> tuple[IntArray, IntArray, IntArray]:
    """The cells of all tables that hold rows."""
    found: list[tuple[Any, ...]] = []
    for labels, rows in tables:
        here = np.nonzero(rows)
        found.append((labels[here[0]], labels[here[1]], rows[here]))
    columns = [np.concatenate(one) for one in zip(*found, strict=True)] if found else [np.empty(0, np.int64)] * 3
    return columns[0], columns[1], columns[2]
