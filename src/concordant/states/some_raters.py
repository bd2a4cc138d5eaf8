"""Ratings of some of the raters: chosen ones, two of them as a table, or the same ones among more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.errors import LabelError, OptionError
from concordant.inputs.ratings import check_raters
from concordant.states.counts import Counts
from concordant.states.profiles import added_squares, sums_of
from concordant.states.rating_clusters import moved_members
from concordant.states.rating_profiles import grouped
from concordant.typing import Label, NumberArray

if TYPE_CHECKING:
    from concordant.states.ratings import Ratings


def selected(ratings: Ratings, raters: Sequence[Label]) -> Ratings:
    """What `Ratings.select` does."""
    names = check_raters(raters)
    place = np.full(len(ratings.raters), -1, np.int64)
    for new, name in enumerate(names):
        place[ratings.place_of(name)] = new
    here, units = ratings.profiles.relabelled(place)
    profiles, group = grouped(here, len(names), len(ratings.labels))
    kept = ratings.weight[..., units]
    weight = sums_of(group, len(profiles), kept)
    squares = None if ratings.squares is None else ratings.squares[..., units]
    squares = added_squares(group, weight, [(kept, squares)])
    lost = ratings.weight.sum() - kept.sum() if not ratings.weighted and not ratings.stack else 0
    cluster = None if ratings.cluster is None else moved_members(ratings.cluster, len(ratings.profiles), units, group)
    how: Any = {"ordered": ratings.ordered, "missing": ratings.missing + int(lost), "cluster": cluster}
    return ratings.of_profiles(profiles, weight, squares, ratings.labels, names, **how)


def aligned(ratings: Ratings, raters: Sequence[Label]) -> Ratings:
    """What `Ratings.align` does."""
    names = check_raters(raters)
    place = np.full(len(ratings.raters), -1, np.int64)
    for old, name in enumerate(ratings.raters):
        if name not in names and (ratings.rater == old).any():
            msg = f"rater {name!r} has ratings and is not among the raters to align to."
            raise LabelError(msg)
        place[old] = names.index(name) if name in names else -1
    here, _ = ratings.profiles.relabelled(place)
    profiles, group = grouped(here, len(names), len(ratings.labels))
    weight = sums_of(group, len(profiles), ratings.weight)
    squares = added_squares(group, weight, [(ratings.weight, ratings.squares)])
    return ratings.of_profiles(
        profiles, weight, squares, ratings.labels, names, ordered=ratings.ordered, missing=ratings.missing
    )


def pair_of(ratings: Ratings, a: Label, b: Label) -> Counts:
    """What `Ratings.pair` does."""
    if a == b:
        msg = f"a pair is two raters, not {a!r} twice."
        raise OptionError(msg)
    first, second = ratings.place_of(a), ratings.place_of(b)
    codes = np.full((2, len(ratings.profiles)), -1, np.int64)
    unit = ratings.profiles.unit
    for row, place in enumerate((first, second)):
        here = ratings.rater == place
        codes[row, unit[here]] = ratings.code[here]
    both = (codes >= 0).all(0)
    size = len(ratings.labels)
    cell, wide = codes[0, both] * size + codes[1, both], (*ratings.stack, size, size)
    table = sums_of(cell, size * size, ratings.weight[..., both]).reshape(wide)
    squares = None
    if ratings.squares is not None:
        found = added_squares(
            cell, table.reshape(*ratings.stack, -1), [(ratings.weight[..., both], ratings.squares[..., both])]
        )
        squares = None if found is None else _padded(found, size * size).reshape(wide)
    return Counts(table, ratings.labels, ratings.ordered, squares)


def _padded(sums: NumberArray, size: int) -> NumberArray:
    short = size - sums.shape[-1]
    return sums if not short else np.concatenate([sums, np.zeros((*sums.shape[:-1], short))], axis=-1)
