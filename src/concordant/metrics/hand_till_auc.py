"""Hand and Till's AUC of several classes: the mean of the AUC of every pair of classes."""

from __future__ import annotations

from concordant.engines.devices.rows import DeviceRows
from concordant.errors import LabelError
from concordant.inputs.scores import ScoreRows
from concordant.metrics._curves.placements import roc_auc_influence
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import Auc
from concordant.metrics._object.parts import Parts, mean_of_defined
from concordant.metrics.roc_auc import roc_auc
from concordant.states import Curve, CurveStack
from concordant.typing import Floats, MultiClass


def _why(curve: Curve | CurveStack) -> str | None:
    return roc_auc.why(curve, multi_class="ovo")


def _shortcut(rows: ScoreRows | DeviceRows, *, multi_class: MultiClass = "ovo") -> Floats | None:
    value: Floats | None = None if roc_auc.shortcut is None else roc_auc.shortcut(rows, multi_class=multi_class)
    return value


def _parts(curve: Curve | CurveStack) -> Parts | None:
    if isinstance(curve, Curve) or curve.multilabel:
        return None
    return Parts((("roc_auc", {"multi_class": "ovo", "average": None}),), mean_of_defined, linear=True)


@metric(
    input="scores",
    why=_why,
    is_a=Auc(of_pairs=True),
    influence=roc_auc_influence,
    parts=_parts,
    shortcut=_shortcut,
    family="ranking",
    title="Hand and Till's AUC",
    says="how often, of two rows of different classes, the scores tell which is which: 0.5 is guessing, 1 perfect",
    formula="2 / (K (K - 1)) sum over i < j of (A(i|j) + A(j|i)) / 2",
    source="Hand & Till 2001, Machine Learning 45:171, eq. 7",
    better="higher",
    range=(0, 1),
    interval="delong",
    chance=0.5,
    elsewhere=("multiclass.roc", "hand_till", "m_measure"),
)
def hand_till_auc(curve: Curve | CurveStack, /, *, fill: float = float("nan")) -> Floats:
    """
    Hand and Till's AUC of several classes: the mean of the AUC of every pair of classes.

    ``M = 2 / (K (K - 1)) sum over i < j of (A(i|j) + A(j|i)) / 2``, where ``A(i|j)`` is how often a row of class i
    has a higher score for i than a row of class j. It does not depend on how frequent the classes are. It is
    ``roc_auc(..., multi_class="ovo")``, which also weighs the pairs or gives them one by one. For two classes it is
    the ROC AUC.

    Returns
    -------
    float
        Between 0 and 1; 0.5 by chance. Pairs with a class that has no row in the truth are left out; undefined
        (NaN) if all are.

    Notes
    -----
    Rows of scores are not made to sum to one first, which would break ties.

    References
    ----------
    Hand & Till (2001), A simple generalisation of the area under the ROC curve for multiple class classification
    problems, Machine Learning 45:171, eq. 7.

    Examples
    --------
    >>> from concordant import hand_till_auc
    >>> y_true, y_score = [0, 1, 2, 1], [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.3, 0.3, 0.4], [0.5, 0.2, 0.3]]
    >>> round(hand_till_auc(y_true, y_score), 4)
    0.9167
    """
    if isinstance(curve, CurveStack) and curve.multilabel:
        msg = (
            "hand_till_auc compares classes that exclude each other; y_true has labels that can occur together. "
            "roc_auc gives the mean over labels."
        )
        raise LabelError(msg)
    return roc_auc.formula(curve, multi_class="ovo", fill=fill)
