"""
Pictures with matplotlib: each function draws into `ax`, or into a new figure, and returns the Axes.

Functions take two columns; those of a table or a curve also, as their only positional argument, a state that was
built already (`Counts`, `Curve`, `CurveStack`), or the record that the metric gave back, whose ``plot()`` calls them.
Settings of matplotlib (its rcParams) are read, never changed; pyplot is touched only where no `ax` is given.
"""

from concordant.plots.best_threshold import best_threshold
from concordant.plots.bland_altman import bland_altman
from concordant.plots.calibration_curve import calibration_curve
from concordant.plots.confusion_by_group import confusion_by_group
from concordant.plots.confusion_matrix import confusion_matrix
from concordant.plots.d_study import d_study
from concordant.plots.decision_curve import decision_curve
from concordant.plots.forest import forest
from concordant.plots.metric_by_threshold import metric_by_threshold
from concordant.plots.ordinal_agreement import ordinal_agreement
from concordant.plots.ordinal_cut_points import ordinal_cut_points
from concordant.plots.pairwise_agreement import pairwise_agreement
from concordant.plots.precision_recall_curve import precision_recall_curve
from concordant.plots.rater_severity import rater_severity
from concordant.plots.roc_curve import roc_curve
from concordant.plots.score_curves import det_curve, gain_curve, lift_curve
from concordant.plots.score_distributions import score_distributions
from concordant.plots.score_ranges import score_ranges
from concordant.plots.smooth_calibration_curve import smooth_calibration_curve
from concordant.plots.unit_disagreement import unit_disagreement

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
