"""Which units of ratings belong together: pairs of a cluster and a profile, and how many units have both."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inputs.rows import check_clusters
from concordant.typing import FloatArray, NumberArray

Places = npt.NDArray[np.intp]


def members_of(cluster: Any, place: Places, weights: NumberArray | None) -> FloatArray:
    """Return the members of clusters of rows, whose profiles stand at `place`, -1 of rows that do not count."""
    code, _ = check_clusters(cluster, len(place), None)
    here = place >= 0
    of_units = np.ones(len(place)) if weights is None else weights.astype(np.float64)
    return _summed(code[here], place[here], of_units[here])


def joined_members(first: FloatArray, place: Places, second: FloatArray, other: Places) -> FloatArray:
    """Return those of two states whose profiles have moved; their clusters are different ones."""
    after = int(first[0].max(initial=-1.0)) + 1
    code = np.concatenate([first[0], second[0] + after])
    moved = np.concatenate([place[first[1].astype(np.intp)], other[second[1].astype(np.intp)]])
    return _summed(code, moved, np.concatenate([first[2], second[2]]))


def moved_members(cluster: FloatArray, profiles: int, units: Places, group: Places) -> FloatArray:
    """Return those whose profiles are among `units`, which became the profiles `group`."""
    place = np.full(profiles, -1, np.intp)
    place[units] = group
    moved = place[cluster[1].astype(np.intp)]
    here = moved >= 0
    return _summed(cluster[0][here], moved[here], cluster[2][here])


def unsound_members(cluster: FloatArray, weight: NumberArray) -> str | None:
    """Why these are not the members of clusters of units with this weight; None if they are."""
    if weight.ndim != 1:
        return "a stack of states has no clusters"
    code, profile, of_units = cluster
    if not (np.isfinite(cluster).all() and (cluster[:2] == np.floor(cluster[:2])).all() and (of_units > 0).all()):
        return "its clusters are not whole numbers with a weight"
    if cluster.size and not (profile.min() >= 0 and profile.max() < len(weight) and 0 <= code.min() < 2.0**53):
        return "a member of a cluster has a profile that is none"
    if cluster.size and code.max() >= 2.0**53:
        return "its clusters are too many"
    again = _summed(code, profile.astype(np.intp), of_units)
    if not np.array_equal(again[:2], cluster[:2]):
        return "its clusters are not in order"
    found = np.bincount(profile.astype(np.intp), of_units, minlength=len(weight))
    return None if np.allclose(found, weight, rtol=1e-9, atol=0.0) else "its clusters do not have the units that it has"


def _summed(code: NumberArray, profile: Places, weight: FloatArray) -> FloatArray:
    """Distinct pairs in their order, clusters numbered from 0, and their weights."""
    _, number = np.unique(code, return_inverse=True)
    pairs, place = np.unique(np.stack([number.ravel(), profile]), axis=1, return_inverse=True)
    sums = np.bincount(place.ravel(), weight, minlength=pairs.shape[1])
    return np.concatenate([pairs.astype(np.float64), sums[None]])
