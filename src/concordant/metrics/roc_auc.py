"""ROC AUC: the share of pairs of a positive and a negative row that the score puts in the right order."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from concordant import _kernels
from concordant.engines.devices.rows import DeviceRows
from concordant.errors import OptionError
from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.averages import check_average, left_out, mean_over_classes
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._curves.outputs import OUTPUT_AVERAGES, class_totals, over_outputs
from concordant.metrics._curves.pairwise_auc import pairwise_auc
from concordant.metrics._curves.placements import roc_auc_influence
from concordant.metrics._curves.rank_sums import pair_sums
from concordant.metrics._curves.why_undefined import why_one_class
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import elsewhere, in_torchmetrics
from concordant.metrics._object.natures import Auc
from concordant.names import did_you_mean
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats, MultiClass

if TYPE_CHECKING:
    from concordant._kernels import PairSums
    from concordant.engines.devices.sums import DeviceRankSums


def _auc(curve: Curve) -> float:
    """U / (P N): each positive counts the negatives below it, and half of those at its own score."""
    negatives, positives = curve.weights[:, 0] * 1.0, curve.weights[:, 1] * 1.0
    below = negatives.sum() - negatives.cumsum()
    return float(ratio((positives * (below + negatives / 2)).sum(), positives.sum() * negatives.sum()))


def _shortcut(
    rows: ScoreRows | DeviceRows, *, average: Average = "macro", multi_class: MultiClass = "ovr"
) -> Floats | None:
    if multi_class not in ("ovr", "ovo") or average not in OUTPUT_AVERAGES:
        return None  # the formula says what is wrong
    if isinstance(rows, DeviceRows) and rows.is_matrix:
        return _of_wins(rows, average, multi_class)
    return _of_sums(pair_sums(rows))


def _of_sums(sums: PairSums | DeviceRankSums) -> float | None:
    pairs = sums.positives * sums.negatives
    return (sums.concordant + sums.tied / 2) / pairs if pairs else None


def _of_wins(rows: DeviceRows, average: Average, multi_class: MultiClass) -> Floats | None:
    """The same of several classes on a device, by the rows of each two classes that are in the right order."""
    from concordant.engines.devices.sums import class_wins

    found = None if average == "micro" else class_wins(rows)
    if found is None or not found[1].all():  # the state says which class has no row
        return None
    wins, support = found
    if multi_class == "ovr":
        values = wins.sum(1) / (support * (support.sum() - support))
    else:
        over = wins / (support[:, None] * support)
        first, second = np.triu_indices(len(support), 1)
        values, support = (over[first, second] + over[second, first]) / 2, support[first] + support[second]
    return values if average is None else float(mean_over_classes(values, support, average, math.nan))


def _pairwise(stack: CurveStack, average: Average, fill: float) -> Floats:
    """Hand and Till's A(i, j) of all pairs of classes, or their mean."""
    if average not in ("macro", "weighted", None):
        msg = f'multi_class="ovo" takes average="macro", "weighted" or None, not {average!r}.'
        raise OptionError(msg)
    values, rows = pairwise_auc(stack)
    return values if average is None else mean_over_classes(values, rows, average, fill)


def _why(curve: Curve | CurveStack, *, average: Average = "macro", multi_class: MultiClass = "ovr") -> str | None:
    if isinstance(curve, Curve) or multi_class == "ovr" or curve.multilabel:
        return why_one_class(curve, average)
    empty = class_totals(curve)[:, 1] == 0
    if average is None:
        gone = [repr(name) for name, none in zip(curve.outputs, empty.tolist(), strict=True) if none]
        return f"undefined for pairs with a class that has no row in y_true: {', '.join(gone)}" if gone else None
    return left_out(empty, curve.outputs, average, "no row of y_true is in the class")


@metric(
    input="scores",
    why=_why,
    is_a=Auc(),
    influence=roc_auc_influence,
    shortcut=_shortcut,
    glance=_kernels.glanced_auc,
    family="ranking",
    title="ROC AUC",
    says="how often a positive row scores above a negative one: 0.5 is guessing, 1 perfect",
    formula="(concordant pairs + tied pairs / 2) / (P N)",
    source="Hanley & McNeil 1982, Radiology 143:29; several classes: Hand & Till 2001, Machine Learning 45:171",
    better="higher",
    dominance="always",
    range=(0, 1),
    interval="delong",
    chance=0.5,
    aliases=("auroc", "c_statistic"),
    elsewhere=(
        "roc_auc_score",
        "auc",
        "mann_whitney_u",
        "mann_whitney",
        "concordance_index",
        "c_index",
        "harrell_c",
        "roc_area",
        *in_torchmetrics("AUROC"),
        elsewhere("roc_auc_ovr", multi_class="ovr"),
        elsewhere("roc_auc_ovr_weighted", multi_class="ovr", average="weighted"),
        elsewhere("roc_aunp", average="weighted"),
        elsewhere("roc_auc_ovo", multi_class="ovo"),
        elsewhere("roc_auc_ovo_weighted", multi_class="ovo", average="weighted"),
        elsewhere("roc_aunu"),
    ),
)
def roc_auc(
    curve: Curve | CurveStack,
    /,
    *,
    average: Average = "macro",
    multi_class: MultiClass = "ovr",
    fill: float = float("nan"),
) -> Floats:
    """
    ROC AUC: the share of pairs of a positive and a negative row that the score puts in the right order.

    ``AUC = (concordant + tied / 2) / (P N)``, the area under the ROC curve and the Mann-Whitney U divided by the
    number of pairs. Only the order of the scores matters; they need not be probabilities.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the AUC of all decisions together, the mean weighted by
        how often a class occurs, or one value a class (with ``"ovo"``: a pair of classes).
    multi_class : {"ovr", "ovo"}, default "ovr"
        Of several classes: each against the rest by its own column, or each pair of classes (Hand and Till's M,
        which does not depend on how frequent the classes are).

    Returns
    -------
    float, or ndarray if average is None
        Between 0 and 1; 0.5 by chance. Undefined (NaN) if only one class occurs in the truth.

    Notes
    -----
    Ties are exact. Class probabilities are not normalised first, which would break ties. Micro-averaging pools
    the scores of all columns, which presumes that they are comparable.

    References
    ----------
    Hanley & McNeil (1982), The meaning and use of the area under a receiver operating characteristic curve,
    Radiology 143:29. Hand & Till (2001), A simple generalisation of the area under the ROC curve for multiple
    class classification problems, Machine Learning 45:171, eq. 7.

    Examples
    --------
    >>> from concordant import roc_auc
    >>> roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    if multi_class not in ("ovr", "ovo"):
        msg = f'multi_class must be "ovr" or "ovo", not {multi_class!r}.{did_you_mean(multi_class, ("ovr", "ovo"))}'
        raise OptionError(msg)
    if isinstance(curve, Curve):
        check_average(average, allowed=OUTPUT_AVERAGES)
        return _auc(curve)
    if multi_class == "ovo" and not curve.multilabel:
        return _pairwise(curve, average, fill)
    return over_outputs(curve, _auc, average, fill)
