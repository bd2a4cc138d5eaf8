"""
Pictures with matplotlib: each function draws into `ax`, or into a new figure, and returns the Axes.

Functions take two columns; those of a table or a curve also, as their only positional argument, a state that was
built already (`Counts`, `Curve`, `CurveStack`), or the record that the metric gave back, whose ``plot()`` calls them.
Settings of matplotlib (its rcParams) are read, never changed; pyplot is touched only where no `ax` is given.
"""

from concordant.plots.calibration import calibration_curve, smooth_calibration_curve
from concordant.plots.curves import det_curve, gain_curve, lift_curve, precision_recall_curve, roc_curve
from concordant.plots.intervals import forest, rater_severity
from concordant.plots.matrices import (
    confusion_by_group,
    confusion_matrix,
    label_disagreement,
    ordinal_agreement,
    pairwise_agreement,
)
from concordant.plots.ratings import bland_altman, d_study, unit_disagreement
from concordant.plots.thresholds import (
    best_threshold,
    decision_curve,
    metric_by_threshold,
    ordinal_cut_points,
    score_distributions,
    score_ranges,
)

__all__ = [
    "best_threshold",
    "bland_altman",
    "calibration_curve",
    "confusion_by_group",
    "confusion_matrix",
    "d_study",
    "decision_curve",
    "det_curve",
    "forest",
    "gain_curve",
    "label_disagreement",
    "lift_curve",
    "metric_by_threshold",
    "ordinal_agreement",
    "ordinal_cut_points",
    "pairwise_agreement",
    "precision_recall_curve",
    "rater_severity",
    "roc_curve",
    "score_distributions",
    "score_ranges",
    "smooth_calibration_curve",
    "unit_disagreement",
]
