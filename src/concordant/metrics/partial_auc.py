"""Partial AUC: the area under a part of the ROC curve."""

from __future__ import annotations

import math

from concordant.errors import OptionError
from concordant.metrics._arithmetic.option_checks import check_share
from concordant.metrics._curves.of_curves import of_points
from concordant.metrics._curves.partial_area import area_between, check_limits
from concordant.metrics._curves.partial_placements import partial_auc_influence
from concordant.metrics._curves.running import Running
from concordant.metrics._curves.why_undefined import why_one_class
from concordant.metrics._object.define import metric
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats

Limits = tuple[float, float]


def partial_area(points: Running, *, fpr: Limits | None, tpr: Limits | None, corrected: bool) -> float:
    """Take the area over a range of false positive rates (under the curve) or of true positive rates (beside it)."""
    negatives, positives = points.negatives[-1], points.positives[-1]
    if negatives == 0 or positives == 0:
        return math.nan
    rates = points.negatives / negatives, points.positives / positives
    low, high = tpr or fpr or (0.0, 1.0)
    area = area_between(rates[0], rates[1], low, high)
    least = (high * high - low * low) / 2  # the area under the diagonal
    if tpr is not None:
        area = high - low - area_between(rates[1], rates[0], low, high)
        least = high - low - least
    return (1 + (area - least) / (high - low - least)) / 2 if corrected else area


def _range(max_fpr: float | None, fpr: Limits | None, tpr: Limits | None) -> tuple[Limits | None, Limits | None]:
    if sum(limit is not None for limit in (max_fpr, fpr, tpr)) != 1:
        msg = (
            "partial_auc needs one range: max_fpr=0.1, fpr=(low, high) or tpr=(low, high); "
            f"it got max_fpr={max_fpr!r}, fpr={fpr!r}, tpr={tpr!r}."
        )
        raise OptionError(msg)
    if max_fpr is not None:
        return (0.0, check_share(max_fpr, "max_fpr", zero=False)), None
    if fpr is not None:
        return check_limits(fpr, "fpr"), None
    return None, None if tpr is None else check_limits(tpr, "tpr")


def _why(curve: Curve | CurveStack, *, average: Average = "macro", **_: object) -> str | None:
    return why_one_class(curve, average)


@metric(
    input="scores",
    shortcut="points",
    why=_why,
    influence=partial_auc_influence,
    family="ranking",
    title="Partial AUC",
    says="the ROC AUC within a range of false (or true) positive rates: 0.5 is guessing, 1 perfect",
    formula="A = area over the range; corrected: (1 + (A - A of chance) / (greatest A - A of chance)) / 2",
    source="McClish 1989, Medical Decision Making 9:190",
    better="higher",
    dominance="always",
    range=(0, 1),
    interval="logit",
    chance=0.5,
    aliases=("pauc",),
    elsewhere=("partial_auroc", "partial_roc_auc"),
)
def partial_auc(
    curve: Curve | CurveStack,
    /,
    *,
    max_fpr: float | None = None,
    fpr: Limits | None = None,
    tpr: Limits | None = None,
    corrected: bool = True,
    average: Average = "macro",
    fill: float = float("nan"),
) -> Floats:
    """
    Partial AUC: the area under a part of the ROC curve.

    The area A under the empirical ROC curve (straight lines between its points, also where a limit cuts one)
    over a range of false positive rates; or, over a range of true positive rates, the area between the curve and
    the side where every row is predicted positive (specificity over sensitivity). By default it is put on the
    scale of the AUC after McClish: ``(1 + (A - m) / (w - m)) / 2`` with the area m of chance in that range and
    its width w. One of `max_fpr`, `fpr` and `tpr` must be given.

    Parameters
    ----------
    max_fpr : float, optional
        The same as ``fpr=(0, max_fpr)``.
    fpr : tuple of two floats, optional
        The least and the greatest false positive rate, within 0 and 1.
    tpr : tuple of two floats, optional
        The least and the greatest true positive rate, within 0 and 1.
    corrected : bool, default True
        Whether to put the area on the scale where 0.5 is chance and 1 perfect, whatever the range. False: the
        area itself, at most the width of the range.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Corrected: 1 for a perfect ranking, 0.5 by chance; below 0 only where the middle of a range of false
        positive rates lies above 0.5 (of true positive rates below 0.5) and the curve far below the diagonal.
        Undefined (NaN) if only one class occurs in the truth.

    Notes
    -----
    Corrected values over a range of false positive rates from 0 are those of scikit-learn's
    ``roc_auc_score(max_fpr=...)``. pROC's ``auc(partial.auc=...)`` gives the area itself unless
    ``partial.auc.correct`` is set, and then NA where the curve is below the diagonal.

    References
    ----------
    McClish (1989), Analyzing a portion of the ROC curve, Medical Decision Making 9:190.

    Examples
    --------
    >>> from concordant import partial_auc
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> partial_auc(y_true, y_score, max_fpr=0.5, corrected=False)
    0.25
    >>> round(partial_auc(y_true, y_score, max_fpr=0.5), 4)
    0.6667
    >>> partial_auc(y_true, y_score, tpr=(0.5, 1), corrected=False)
    0.25
    """
    fpr, tpr = _range(max_fpr, fpr, tpr)

    return of_points(curve, lambda points: partial_area(points, fpr=fpr, tpr=tpr, corrected=corrected), average, fill)
