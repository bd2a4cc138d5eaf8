"""The ratings of two raters whose pairs of labels were counted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from concordant.errors import LengthError, OptionError
from concordant.inputs.ratings import check_raters
from concordant.states.counts import Counts
from concordant.states.rating_profiles import Profiles
from concordant.states.ratings import Ratings
from concordant.typing import Label


def panel_of_counts(counts: Counts, raters: Sequence[Label]) -> Ratings:
    """Take each cell that holds rows for a profile."""
    names = check_raters(raters)
    if len(names) != 2:
        msg = f"counts are of two raters, so that raters must name two, not {len(names)}."
        raise LengthError(msg)
    if counts.stack:
        msg = "a stack of counts is no panel; take the panel of each of its tables."
        raise OptionError(msg)
    cells = counts.occupied
    held = np.flatnonzero(cells.counts)
    codes = np.stack([cells.truth[held], cells.prediction[held]], axis=1)
    order = np.lexsort(codes.T[::-1])
    codes, held = codes[order], held[order]
    start = 2 * np.arange(len(held) + 1, dtype=np.int64)
    rater = np.tile(np.array([0, 1], np.int32), len(held))
    squares = None if cells.squares is None else cells.squares[held]
    profiles = Profiles(start, rater, codes.ravel().astype(np.int32))
    weight = cells.counts[held]
    named = (counts.labels, names)
    return Ratings.of_profiles(profiles, weight, squares, *named, ordered=counts.ordered, missing=counts.missing)
