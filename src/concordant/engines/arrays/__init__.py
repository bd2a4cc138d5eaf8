"""States of checked rows in memory. Every file knows one kind of rows, and asks the kernel that reads them."""

from concordant.engines.arrays.buckets import WideScoresError, bucket_curve, refuse_inexact, refuse_wide
from concordant.engines.arrays.counts import counts, counts_of_groups
from concordant.engines.arrays.curves import (
    are_large,
    curve,
    curve_or_stack,
    curve_stack,
    curves_to_keep,
    curves_to_read,
    places_among,
    squared_by,
    with_squares,
)
from concordant.engines.arrays.indicators import counts_of_indicators, sample_counts
from concordant.engines.arrays.losses import loss_moments
from concordant.engines.arrays.measurements import moments
from concordant.engines.arrays.rankings import ranking_moments

__all__ = [
    "WideScoresError",
    "are_large",
    "bucket_curve",
    "counts",
    "counts_of_groups",
    "counts_of_indicators",
    "curve",
    "curve_or_stack",
    "curve_stack",
    "curves_to_keep",
    "curves_to_read",
    "loss_moments",
    "moments",
    "places_among",
    "ranking_moments",
    "refuse_inexact",
    "refuse_wide",
    "sample_counts",
    "squared_by",
    "with_squares",
]
