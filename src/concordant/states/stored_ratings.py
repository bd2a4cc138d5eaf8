"""Ratings as plain data, which is checked when it is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.states.merging import plain_labels
from concordant.states.rated_units import plain_weights, stored_weights
from concordant.states.rating_clusters import unsound_members
from concordant.states.rating_profiles import Profiles, grouped
from concordant.states.sound import refuse_unstorable, require_sound, unsound_ratings
from concordant.states.stored import StoredState

if TYPE_CHECKING:
    from concordant.states.ratings import Ratings

_VERSION = 1
_FIELDS = (
    "labels",
    "ordered",
    "raters",
    "start",
    "rater",
    "code",
    "weight",
    "squares",
    "shape",
    "dtype",
    "missing",
    "cluster",
)


def plain_ratings(ratings: Ratings) -> dict[str, Any]:
    """What `Ratings.to_dict` does."""
    refuse_unstorable("ratings", ratings.weight, ratings.squares)
    return {
        "state": "ratings",
        "version": _VERSION,
        "labels": plain_labels(ratings.labels),
        "ordered": ratings.ordered,
        "raters": plain_labels(ratings.raters),
        "start": ratings.start.tolist(),
        "rater": ratings.rater.tolist(),
        "code": ratings.code.tolist(),
        **plain_weights(ratings.weight, ratings.squares),
        "missing": ratings.missing,
        "cluster": None if ratings.cluster is None else ratings.cluster.tolist(),
    }


def stored_ratings(data: Mapping[str, Any]) -> tuple[Profiles, dict[str, Any]]:
    """Return the profiles of stored ratings, and what else `Ratings.of_profiles` takes."""
    stored = StoredState(data, "ratings", _VERSION, _FIELDS)
    labels, raters = stored.labels("labels"), stored.labels("raters")
    weight, squares = stored_weights(stored)
    profiles = Profiles(stored.row("start", "int64"), stored.row("rater", "int32"), stored.row("code", "int32"))
    require_sound(
        "ratings",
        unsound_ratings(profiles.start, profiles.rater, profiles.code, len(raters), len(labels), weight, squares),
    )
    same, _ = grouped(profiles, len(raters), len(labels))
    in_order = all(map(np.array_equal, profiles, same))
    require_sound("ratings", None if in_order else "its profiles are not distinct, in order")
    flag, missing, cluster = stored.flag("ordered"), stored.whole("missing"), None
    if stored["cluster"] is not None:
        first = next(iter(stored.listed("cluster", "lists")), None)
        size = len(first) if isinstance(first, (list, tuple)) else 0
        cluster = stored.nested("cluster", (3, size), "float64")
        require_sound("ratings", unsound_members(cluster, weight))
    named = {"labels": labels, "raters": raters, "ordered": flag, "missing": missing}
    return profiles, {"weight": weight, "squares": squares, **named, "cluster": cluster}
