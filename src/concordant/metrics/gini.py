"""Gini coefficient of a score: the ROC AUC on a scale where chance is 0."""

from __future__ import annotations

from concordant.inputs.scores import ScoreRows
from concordant.metrics._curves.placements import roc_auc_influence
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import Auc
from concordant.metrics.roc_auc import roc_auc
from concordant.states import Curve, CurveStack
from concordant.typing import Average, FloatArray, Floats, MultiClass


def _shortcut(rows: ScoreRows) -> float | None:
    area = None if roc_auc.shortcut is None else roc_auc.shortcut(rows)
    return None if area is None else 2 * area - 1


def _influence(curve: Curve) -> FloatArray:
    return 2 * roc_auc_influence(curve)


@metric(
    input="scores",
    why=roc_auc.why,
    is_a=Auc(low=-1.0, width=2.0),
    influence=_influence,
    shortcut=_shortcut,
    family="ranking",
    title="Gini coefficient",
    says="how much more often a positive row scores above a negative one than below: 0 is guessing, 1 perfect",
    formula="2 AUC - 1 = (concordant pairs - discordant pairs) / (P N)",
    source="Somers 1962, American Sociological Review 27:799",
    better="higher",
    dominance="always",
    range=(-1, 1),
    interval="delong",
    chance=0,
    aliases=("accuracy_ratio", "somers_d"),
    elsewhere=("gini_coefficient", "gini_index", "gini_score", "gain_capture"),
)
def gini(
    curve: Curve | CurveStack,
    /,
    *,
    average: Average = "macro",
    multi_class: MultiClass = "ovr",
    fill: float = float("nan"),
) -> Floats:
    """
    Gini coefficient of a score: the ROC AUC on a scale where chance is 0.

    ``Gini = 2 AUC - 1 = (concordant - discordant) / (P N)``: of the pairs of a positive and a negative row, the
    share in the right order less the share in the wrong order. It is Somers' D of the score given the truth (of
    the pairs that are not tied on the truth) and the accuracy ratio of the cumulative accuracy profile.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class (with ``"ovo"``: a pair of classes).
    multi_class : {"ovr", "ovo"}, default "ovr"
        Of several classes: each against the rest by its own column, or each pair of classes, as in `roc_auc`.

    Returns
    -------
    float, or ndarray if average is None
        Between -1 and 1; 0 by chance. Undefined (NaN) if only one class occurs in the truth.

    Notes
    -----
    It is not the Gini index of the incomes of a population, nor the impurity of decision trees.

    References
    ----------
    Somers (1962), A new asymmetric measure of association for ordinal variables, American Sociological Review
    27:799.

    Examples
    --------
    >>> from concordant import gini
    >>> gini([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    """
    area = roc_auc.formula(curve, average=average, multi_class=multi_class, fill=(fill + 1) / 2)
    return 2 * area - 1
