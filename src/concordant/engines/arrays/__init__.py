"""States of checked rows in memory. Every file knows one kind of rows, and asks the kernel that reads them."""

from concordant.engines.arrays.labels import counts, counts_of_groups, counts_of_indicators, sample_counts
from concordant.engines.arrays.quantities import loss_moments, moments, ranking_moments
from concordant.engines.arrays.scores import (
    WideScoresError,
    are_large,
    bucket_curve,
    curve,
    curve_or_stack,
    curve_stack,
    curves_to_keep,
    curves_to_read,
    indices_among,
    refuse_inexact,
    refuse_wide,
    squared_by,
    with_squares,
)

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
    "indices_among",
    "loss_moments",
    "moments",
    "ranking_moments",
    "refuse_inexact",
    "refuse_wide",
    "sample_counts",
    "squared_by",
    "with_squares",
]
