"""
States: small, frozen and mergeable summaries of rows, from which every metric follows.

Each state has the same verbs: ``from_*`` (from rows, a table or a frame), ``empty``, ``a + b``, ``a * k``,
``==``, ``to_dict`` and ``from_dict``.
"""

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
