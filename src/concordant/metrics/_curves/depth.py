"""How many positive rows stand among the rows with the highest scores."""

from __future__ import annotations

import numpy as np

from concordant.metrics._curves.running import Running


def positives_within(points: Running, rows: float) -> float:
    """
    Count the positives among the first `rows` rows of the ranking.

    Of rows with the score at the cut a part is taken, with the same part of their positives: what a random order
    of ties gives on average (the mean of the hypergeometric distribution).
    """
    return float(np.interp(rows, points.negatives + points.positives, points.positives))
