"""Folds of rows: each class is dealt out evenly, in a random order that a seed fixes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError


def check_folds(cv: Any, seed: Any = 0) -> int:
    """Return the number of folds; 0 for None: no cross-validation. The seed that deals rows to them is checked, too."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        msg = f"seed must be a whole number, at least 0, not {seed!r}."
        raise OptionError(msg)
    if cv is None:
        return 0
    if isinstance(cv, bool) or not isinstance(cv, (int, np.integer)) or cv < 2:
        msg = f"cv must be a whole number of folds, at least 2, or None for no cross-validation, not {cv!r}."
        raise OptionError(msg)
    return int(cv)


def stratified_folds(classes: npt.NDArray[Any], folds: int, seed: int) -> npt.NDArray[np.intp]:
    """
    Return the fold of each row.

    Rows of a class differ by at most one between folds, and so do all rows: the deal goes on from class to class.
    """
    order = np.random.default_rng(seed).permutation(len(classes))
    dealt = order[np.argsort(classes[order], kind="stable")]
    fold = np.empty(len(classes), dtype=np.intp)
    fold[dealt] = np.arange(len(classes)) % folds
    return fold
