"""Folds of rows, or of clusters: each class is dealt out evenly, in a random order that a seed fixes."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.intervals.estimand import check_seed
from concordant.inputs.rows import check_clusters
from concordant.inputs.scores import ScoreRows
from concordant.typing import Column

Groups: TypeAlias = tuple[npt.NDArray[np.intp], int]  # the cluster of each row, and how many there are


def groups_of(cluster: Column | None, rows: ScoreRows) -> Groups | None:
    """Return the cluster of each checked row, and how many there are; None if every row is one of its own."""
    if cluster is None:
        return None
    return check_clusters(cluster, len(rows.scores), rows.kept)


def check_folds(cv: Any, seed: Any = 0) -> int:
    """Return the number of folds; 0 for None: no cross-validation. The seed that deals rows to them is checked, too."""
    check_seed(seed)
    if cv is None:
        return 0
    if isinstance(cv, bool) or not isinstance(cv, (int, np.integer)) or cv < 2:
        msg = f"cv must be a whole number of folds, at least 2, or None for no cross-validation, not {cv!r}."
        raise OptionError(msg)
    return int(cv)


def stratified_folds(
    classes: npt.NDArray[Any], folds: int, seed: int, groups: Groups | None = None
) -> npt.NDArray[np.intp]:
    """
    Return the fold of each row.

    Rows of a class differ by at most one between folds, and so do all rows: the deal goes on from class to class.
    Clusters stay whole: they are dealt like rows, from those with the lowest mean class to those with the highest.
    """
    if groups is not None:
        code, size = groups
        mean = np.bincount(code, classes, minlength=size) / np.maximum(np.bincount(code, minlength=size), 1)
        return stratified_folds(mean, folds, seed)[code]
    order = np.random.default_rng(seed).permutation(len(classes))
    dealt = order[np.argsort(classes[order], kind="stable")]
    fold = np.empty(len(classes), dtype=np.intp)
    fold[dealt] = np.arange(len(classes)) % folds
    return fold
