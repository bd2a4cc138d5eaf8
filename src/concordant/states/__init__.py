"""
States: small, frozen and mergeable summaries of rows, from which every metric follows.

Each state has the same verbs: ``from_*`` (from rows, a table or a frame), ``empty``, ``a + b``, ``a * k``,
``==``, ``to_dict`` and ``from_dict``.

The module of a state is imported when the state is asked for: a program that starts needs few of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from concordant.names import names_of

if TYPE_CHECKING:
    from concordant.states.buckets import BucketCurve, ScoreKey
    from concordant.states.counts import Counts
    from concordant.states.curves import Curve, CurveStack
    from concordant.states.moments import Moments
    from concordant.states.numeric_ratings import NumericRatings, RatingMoments
    from concordant.states.ratings import Ratings, TallySums
    from concordant.states.sample_counts import SampleCounts
    from concordant.states.state import StatesByGroup
    from concordant.states.tallies import Tallies

_HOMES = {
    "BucketCurve": "buckets",
    "Counts": "counts",
    "Curve": "curves",
    "CurveStack": "curves",
    "Moments": "moments",
    "NumericRatings": "numeric_ratings",
    "RatingMoments": "numeric_ratings",
    "Ratings": "ratings",
    "SampleCounts": "sample_counts",
    "ScoreKey": "buckets",
    "StatesByGroup": "state",
    "Tallies": "tallies",
    "TallySums": "ratings",
}

__all__ = [
    "BucketCurve",
    "Counts",
    "Curve",
    "CurveStack",
    "Moments",
    "NumericRatings",
    "RatingMoments",
    "Ratings",
    "SampleCounts",
    "ScoreKey",
    "StatesByGroup",
    "Tallies",
    "TallySums",
]


__getattr__ = names_of(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
