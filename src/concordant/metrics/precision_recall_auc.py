"""Area under the precision-recall curve, with the right curves between its points."""

from __future__ import annotations

import math

import numpy as np

from concordant.metrics._arithmetic.target_prevalence import at_prevalence
from concordant.metrics._curves.of_curves import of_points
from concordant.metrics._curves.precision_recall_influence import precision_recall_auc_influence
from concordant.metrics._curves.running import Running
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import MeanOfPositives
from concordant.metrics.average_precision import average_precision
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats, Prevalence


def _area(points: Running) -> float:
    """
    Integrate TP / (TP + FP) over TP, where FP grows in proportion to TP between two thresholds.

    From m rows with t positives to D rows more of which a share q is positive, that is
    ``q (q (D - m log(1 + D / m)) + t log(1 + D / m))`` (the area of Keilwagen, Grosse &
    Grau 2014 without its difference of large numbers); from the first row, ``q q D``.
    """
    positives = float(points.positives[-1])
    if positives == 0:
        return math.nan
    gained = np.diff(points.positives)
    here = np.flatnonzero(gained)
    gained = gained[here]
    before = points.positives[here]
    rows = before + points.negatives[here]
    more = gained + (points.negatives[here + 1] - points.negatives[here])
    share = gained / more
    first = int(rows[0] == 0)  # only before the highest score there is no row
    area = float(share[0] * gained[0]) if first else 0.0
    share, before, rows, more = share[first:], before[first:], rows[first:], more[first:]
    with np.errstate(over="ignore"):  # weights can differ by more than a float holds
        log = np.log1p(more / rows)
    if np.isinf(log.max(initial=0.0)):
        log = np.where(np.isinf(log), np.log(rows + more) - np.log(rows), log)
    return float(area + (share * (share * (more - rows * log) + before * log)).sum()) / positives


@metric(
    input="scores",
    why=average_precision.why,
    is_a=MeanOfPositives(),
    influence=precision_recall_auc_influence,
    shortcut="points",
    family="ranking",
    title="Area under the precision-recall curve",
    says="the precision averaged over the recall; chance gives the share of positives",
    formula="integral of TP / (TP + FP) over TP / P, with FP in proportion to TP between two thresholds",
    source="Davis & Goadrich 2006, ICML, p. 233; Keilwagen, Grosse & Grau 2014, PLoS ONE 9:e92209",
    better="higher",
    dominance="always",
    range=(0, 1),
    interval="logit",
    aliases=("auprc", "pr_auc"),
    elsewhere=("aupr",),
)
def precision_recall_auc(
    curve: Curve | CurveStack,
    /,
    *,
    average: Average = "macro",
    prevalence: Prevalence = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Area under the precision-recall curve, with the right curves between its points.

    ``integral of TP / (TP + FP) d(TP / P)``. Between two thresholds a straight line of the ROC curve can be
    reached, on which FP grows in proportion to TP; in the precision-recall plane that is a curve (Davis & Goadrich
    2006), and its area is taken exactly (Keilwagen, Grosse & Grau 2014). From recall 0 to the first threshold the
    precision is that of the first threshold.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        At most 1; about the prevalence by chance. Undefined (NaN) without positive rows.

    Notes
    -----
    `average_precision` goes in steps instead, as scikit-learn does: a little different in small data, and far in
    data with many ties. Joining the points with straight lines, as ``auc(recall, precision)`` does, is too
    optimistic. The least possible value depends on the prevalence, so values of data with different prevalence
    cannot be compared, unless ``prevalence=`` takes them in one population. For a low one it takes many negative
    rows: see `average_precision`.

    References
    ----------
    Davis & Goadrich (2006), The relationship between precision-recall and ROC curves, ICML, p. 233. Keilwagen,
    Grosse & Grau (2014), Area under precision-recall curves for weighted and unweighted data, PLoS ONE 9:e92209.

    Examples
    --------
    >>> from concordant import precision_recall_auc
    >>> round(precision_recall_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.7973
    """
    return of_points(at_prevalence(curve, prevalence), _area, average, fill)
