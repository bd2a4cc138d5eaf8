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
    from concordant.states.bucket_curve import BucketCurve
    from concordant.states.by_group import StatesByGroup
    from concordant.states.counts import Counts
    from concordant.states.curve import Curve
    from concordant.states.curve_stack import CurveStack
    from concordant.states.moments import Moments
    from concordant.states.numeric_ratings import NumericRatings
    from concordant.states.rating_moments import RatingMoments
    from concordant.states.ratings import Ratings
    from concordant.states.sample_counts import SampleCounts
    from concordant.states.score_key import ScoreKey
    from concordant.states.tallies import Tallies
    from concordant.states.tally_sums import TallySums

_HOMES = {
    "BucketCurve": "bucket_curve",
    "Counts": "counts",
    "Curve": "curve",
    "CurveStack": "curve_stack",
    "Moments": "moments",
    "NumericRatings": "numeric_ratings",
    "RatingMoments": "rating_moments",
    "Ratings": "ratings",
    "SampleCounts": "sample_counts",
    "ScoreKey": "score_key",
    "StatesByGroup": "by_group",
    "Tallies": "tallies",
    "TallySums": "tally_sums",
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
