"""Columns of several models below one another, as one column of labels or of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inputs.common_labels import common_labels
from concordant.inputs.encoded import Encoded
from concordant.inputs.encoding import encode, refuse_continuous
from concordant.inputs.numbers import numbers
from concordant.inputs.series_of_one_type import below_one_another
from concordant.typing import Label


def stacked_labels(columns: Sequence[Any], names: Sequence[str], *, declared: bool = False) -> Any:
    """
    Stack columns of labels.

    Columns of one type of Polars stay of that type. Others become their labels: whole numbers, floats and decimals that
    are equal are one label, and an order that one of the columns declares holds for all.

    Raises
    ------
    InputTypeError
        If labels of two columns can never be equal (text and numbers).
    ContinuousLabelsError
        If a column holds numbers that are not whole and no labels are `declared`.
    """
    same = below_one_another(columns)
    if same is not None:
        return same
    encoded = [encode(column, name) for column, name in zip(columns, names, strict=True)]
    if not declared:
        for column, name in zip(encoded, names, strict=True):
            refuse_continuous(column, name)
    values, known, ordered = common_labels(encoded, names)
    stack, gaps = np.concatenate(values), np.concatenate([_gaps(column) for column in encoded])
    if known is None and not gaps.any():
        return stack
    labels = stack.astype(object) if known is None else _objects(known)[stack]
    labels[gaps] = None
    return _ordered_text(labels, known) if ordered and known and all(isinstance(x, str) for x in known) else labels


def stacked_numbers(columns: Sequence[Any], names: Sequence[str]) -> Any:
    """Stack columns of scores; whole numbers beside floats become floats."""
    same = below_one_another(columns)
    if same is not None:
        return same
    return np.concatenate([numbers(column, name) for column, name in zip(columns, names, strict=True)])


def _objects(labels: tuple[Label, ...]) -> npt.NDArray[Any]:
    return np.fromiter(labels, object, len(labels))


def _gaps(column: Encoded) -> npt.NDArray[np.bool_]:
    return np.zeros(len(column.values), bool) if column.missing is None else column.missing


def _ordered_text(labels: npt.NDArray[Any], order: tuple[Label, ...]) -> Any:
    import polars as pl

    return pl.Series("column", labels.tolist(), dtype=pl.Enum([str(label) for label in order]))
