"""The rows that all models have: with missing="drop" a row where one of them has no prediction is left out of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt


def common_rows(
    every: Sequence[Any], given: int, columns: tuple[str, ...] = ("y_true", "scores")
) -> tuple[list[Any], npt.NDArray[np.bool_] | None]:
    """
    Keep the rows that all models have.

    Parameters
    ----------
    every : sequence of ScoreRows, RatingRows or RankingRows
        The checked rows of each model.
    given : int
        How many rows the caller gave.
    columns : tuple of str
        Their fields that hold one entry a row, beside the weights.

    Returns
    -------
    list, and ndarray of bool, shape (given,), or None
        The rows, and which of the caller's they are; None if all.
    """
    if all(rows.origin is None for rows in every):
        return list(every), None
    origins = [np.arange(given) if rows.origin is None else rows.origin for rows in every]
    common = reduce(np.intersect1d, origins)
    kept = np.zeros(given, np.bool_)
    kept[common] = True
    return [_subset(rows, kept[origin], columns) for rows, origin in zip(every, origins, strict=True)], kept


def _subset(rows: Any, here: npt.NDArray[np.bool_], columns: tuple[str, ...]) -> Any:
    if here.all():
        return rows
    fewer = {name: getattr(rows, name)[here] for name in columns}
    if rows.weights is not None:
        fewer["weights"] = rows.weights[here]
    if rows.origin is not None:
        fewer["origin"] = rows.origin[here]
    return replace(rows, **fewer, missing=rows.missing + int((~here).sum()))
