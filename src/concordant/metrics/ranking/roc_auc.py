"""roc_auc, gini, hand_till_auc, partial_auc, and how a row moves them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines.arrays import indices_among
from concordant.engines.devices.rows import DeviceRows
from concordant.errors import LabelError, OptionError
from concordant.inputs.rows import refuse_nan
from concordant.inputs.scores import ScoreRows, resolve_classes
from concordant.metrics.arithmetic import check_share, left_out, mean_over_classes, ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import Auc, elsewhere, in_torchmetrics
from concordant.metrics.ranking.curve_points import (
    OUTPUT_AVERAGES,
    Running,
    class_totals,
    of_curves,
    of_points,
    sums_of_later,
    why_one_class,
)
from concordant.names import require_choice
from concordant.settings import get_threads
from concordant.states import Curve, CurveStack
from concordant.states.curves import CurvesOnDemand
from concordant.typing import Average, FloatArray, Floats, MultiClass

if TYPE_CHECKING:
    from concordant.engines.devices.sums import DeviceRankSums


Limits = tuple[float, float]
Sums = TypeVar("Sums", _kernels.PairSums, _kernels.RankSums)


_MANY = 64  # classes, from which on to look up every row is faster than a column a class
_BLOCK = 8192  # rows that are summed at a time: sums of sums round less


def _roc_auc_why(
    curve: Curve | CurveStack, *, average: Average = "macro", multi_class: MultiClass = "ovr"
) -> str | None:
    if isinstance(curve, Curve) or multi_class == "ovr" or curve.multilabel:
        return why_one_class(curve, average=average)
    empty = class_totals(curve)[:, 1] == 0
    if average is None:
        gone = [repr(name) for name, none in zip(curve.outputs, empty.tolist(), strict=True) if none]
        return f"undefined for pairs with a class that has no row in y_true: {', '.join(gone)}" if gone else None
    return left_out(empty, curve.outputs, average, "no row of y_true is in the class")


def _roc_auc_shortcut(
    rows: ScoreRows | DeviceRows, *, average: Average = "macro", multi_class: MultiClass = "ovr"
) -> Floats | None:
    if multi_class not in ("ovr", "ovo") or average not in OUTPUT_AVERAGES:
        return None  # the formula says what is wrong
    sums = summed_pairs(rows, _kernels.pair_sums)
    pairs = sums.positives * sums.negatives
    return (sums.concordant + sums.tied / 2) / pairs if pairs else None


@metric(
    why=_roc_auc_why,
    trait=Auc(),
    of_masses=_kernels.auc_and_influence,
    shortcut=_roc_auc_shortcut,
    title="ROC AUC",
    says="how often a positive row scores above a negative one: 0.5 is guessing, 1 perfect",
    formula="(concordant pairs + tied pairs / 2) / (P N)",
    source="Hanley & McNeil 1982, Radiology 143:29; several classes: Hand & Till 2001, Machine Learning 45:171",
    dominance="always",
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
    require_choice("multi_class", multi_class, ("ovr", "ovo"))
    if isinstance(curve, CurveStack) and multi_class == "ovo" and not curve.multilabel:
        return _mean_of_pairs(curve, average, fill)
    return of_curves(curve, _auc, average, fill)


def _auc(curve: Curve) -> float:
    """U / (P N): each positive counts the negatives below it, and half of those at its own score."""
    negatives, positives = curve.weights[:, 0] * 1.0, curve.weights[:, 1] * 1.0
    below = negatives.sum() - negatives.cumsum()
    return float(ratio((positives * (below + negatives / 2)).sum(), positives.sum() * negatives.sum()))


def summed_pairs(rows: ScoreRows | DeviceRows, kernel: Callable[..., Sums]) -> Sums | DeviceRankSums:
    """Sort checked rows of two classes and sum with a kernel, `pair_sums`, or `rank_sums` that adds the precisions."""
    if isinstance(rows, DeviceRows):
        from concordant.engines.devices.sums import device_rank_sums

        return device_rank_sums(rows)
    negative, positive = rows.values
    sums = kernel(rows.y_true, negative, positive, rows.scores, rows.weights, get_threads())
    if sums.bad_label >= 0:
        return summed_pairs(resolve_classes(rows), kernel)
    if sums.bad_score >= 0:
        refuse_nan(rows.scores, rows.what, rows.kept)
    return sums


def _mean_of_pairs(stack: CurveStack, average: Average, fill: float) -> Floats:
    """Hand and Till's A(i, j) of all pairs of classes, or their mean."""
    if average not in ("macro", "weighted", None):
        raise OptionError(f'multi_class="ovo" takes average="macro", "weighted" or None, not {average!r}.')
    values, rows = pairwise_auc(stack)
    return values if average is None else mean_over_classes(values, rows, average, fill)


# AUC of every pair of classes (Hand & Till 2001, eq. 7).
#
# The score of class i is sorted once, with all classes at each score; one product then gives the AUC of i over every
# other class: each row of class j counts the rows of class i above it, and half of those at its own score.


def pairwise_auc(stack: CurveStack) -> tuple[FloatArray, FloatArray]:
    """A(i, j) = (A(i|j) + A(j|i)) / 2 for all i < j in the order of the classes, and the rows of both classes."""
    if not stack.curves:
        return np.zeros(0), np.zeros(0)
    curves = stack.curves
    if isinstance(curves, CurvesOnDemand) and curves.counted is not None and len(curves) > _MANY:
        support = class_totals(stack)[:, 1] * 1.0
        binary_curves = enumerate(stack.binary_curves())
        wins = [_wins(curves.counted, curve, index) for index, curve in binary_curves]
        over = np.stack([ratio(won, support * support[index]) for index, won in enumerate(wins)])
    else:
        over = np.stack([over_others(curve, index) for index, curve in enumerate(curves)])
        support = np.einsum("tc->c", curves[0].weights) * 1.0
    first, second = np.triu_indices(len(support), 1)
    return (over[first, second] + over[second, first]) / 2, support[first] + support[second]


def over_others(curve: Curve, index: int) -> FloatArray:
    """The AUC of one class over each class by these scores: how often its rows score higher; NaN where one is empty."""
    own = curve.weights[:, index] * 1.0
    above = own.cumsum() - own / 2
    table = curve.weights
    wins = np.zeros(table.shape[1])
    for start in range(0, len(table), _BLOCK):
        part = slice(start, start + _BLOCK)
        wins += np.einsum("t,tc->c", above[part], table[part])
    totals = np.einsum("tc->c", table) * 1.0
    values: FloatArray = ratio(wins, totals * totals[index])
    return values


def _wins(rows: ScoreRows, curve: Curve, index: int) -> FloatArray:
    """How many rows of each class a class wins against; rows are counted, so that sums are exact in any order."""
    own = curve.weights[:, 1] * 1.0
    below = (own.cumsum() - own / 2)[indices_among(curve.scores, rows.scores[:, index])]
    below = below if rows.times is None else below * rows.times
    return np.asarray(np.bincount(rows.y_true.astype(np.intp), below, len(rows.classes)), np.float64)


@metric(
    why=lambda curve: roc_auc.why(curve, multi_class="ovo"),
    trait=Auc(of_pairs=True),
    of_masses=_kernels.auc_and_influence,
    shortcut=lambda rows, *, multi_class="ovo": _roc_auc_shortcut(rows, multi_class=multi_class),
    title="Hand and Till's AUC",
    says="how often, of two rows of different classes, the scores tell which is which: 0.5 is guessing, 1 perfect",
    formula="2 / (K (K - 1)) sum over i < j of (A(i|j) + A(j|i)) / 2",
    source="Hand & Till 2001, Machine Learning 45:171, eq. 7",
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
        raise LabelError(
            "hand_till_auc compares classes that exclude each other; y_true has labels that can occur together. "
            "roc_auc gives the mean over labels."
        )
    return roc_auc.formula(curve, multi_class="ovo", fill=fill)


def _gini_and_influence(masses: FloatArray) -> tuple[FloatArray, FloatArray]:
    auc, psi = _kernels.auc_and_influence(masses)
    return 2 * auc - 1, 2 * psi


def _gini_shortcut(rows: ScoreRows) -> Floats | None:
    area = _roc_auc_shortcut(rows)
    return None if area is None else 2 * area - 1


@metric(
    why=roc_auc.why,
    trait=Auc(low=-1.0, width=2.0),
    of_masses=_gini_and_influence,
    shortcut=_gini_shortcut,
    title="Gini coefficient",
    says="how much more often a positive row scores above a negative one than below: 0 is guessing, 1 perfect",
    formula="2 AUC - 1 = (concordant pairs - discordant pairs) / (P N)",
    source="Somers 1962, American Sociological Review 27:799",
    dominance="always",
    range=(-1, 1),
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


# Influence of a row on the partial AUC: its placement as far as it lies within the range.
#
# The area is an integral of the empirical curve between two limits. A row of the class on the upright axis lifts the
# curve from its score on; a row of the other class moves it to the side, and the area changes by the shift times the
# rise of the curve. For the whole range this is DeLong's placement; restricted to a range, the placement of Dodd & Pepe
# (2003), Biometrics 59:614, with the term that the estimated limits add (He & Escobar 2008, Statistics in Medicine
# 27:5291). Where the curve rises exactly at a limit, it has two slopes there, and their mean is taken.


def partial_auc_influence(
    curve: Curve, *, max_fpr: Any = None, fpr: Any = None, tpr: Any = None, corrected: bool = True
) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct score, shape (T, 2)."""
    low, high = tpr or fpr or (0.0, max_fpr)
    least = (high * high - low * low) / 2
    weights = curve.weights * 1.0
    if tpr is None:
        psi = _area_influence(weights[:, 0], weights[:, 1], low, high)
    else:
        psi = -_area_influence(weights[:, 1], weights[:, 0], low, high)[:, ::-1]
        least = high - low - least
    return psi / (2 * (high - low - least)) if corrected else psi


@metric(
    shortcut="points",
    why=why_one_class,
    influence=partial_auc_influence,
    title="Partial AUC",
    says="the ROC AUC within a range of false (or true) positive rates: 0.5 is guessing, 1 perfect",
    formula="A = area over the range; corrected: (1 + (A - A of chance) / (greatest A - A of chance)) / 2",
    source="McClish 1989, Medical Decision Making 9:190",
    dominance="always",
    chance=0.5,
    aliases=("pauc",),
    elsewhere=("partial_auroc", "partial_roc_auc"),
)
@of_points
def partial_auc(
    points: Running,
    /,
    *,
    max_fpr: float | None = None,
    fpr: Limits | None = None,
    tpr: Limits | None = None,
    corrected: bool = True,
) -> float:
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
    fpr, tpr = _checked_range(max_fpr, fpr, tpr)
    return partial_area(points, fpr=fpr, tpr=tpr, corrected=corrected)


def _checked_range(
    max_fpr: float | None, fpr: Limits | None, tpr: Limits | None
) -> tuple[Limits | None, Limits | None]:
    if sum(limit is not None for limit in (max_fpr, fpr, tpr)) != 1:
        raise OptionError(
            "partial_auc needs one range: max_fpr=0.1, fpr=(low, high) or tpr=(low, high); "
            f"it got max_fpr={max_fpr!r}, fpr={fpr!r}, tpr={tpr!r}."
        )
    if max_fpr is not None:
        return (0.0, check_share(max_fpr, "max_fpr", zero=False)), None
    if fpr is not None:
        return check_limits(fpr, "fpr"), None
    return None, None if tpr is None else check_limits(tpr, "tpr")


def check_limits(limits: tuple[float, float], name: str) -> tuple[float, float]:
    """Raise unless `limits` are a range within 0 and 1."""
    try:
        low, high = (float(limit) for limit in limits)
    except (TypeError, ValueError, OverflowError):
        low = high = np.nan
    if not 0 <= low < high <= 1:
        msg = f"{name} must be two numbers with 0 <= low < high <= 1, such as {name}=(0, 0.1), not {limits!r}."
        raise OptionError(msg)
    return low, high


def partial_area(points: Running, *, fpr: Limits | None, tpr: Limits | None, corrected: bool) -> float:
    """Compute the area over a range of false positive rates (under the curve) or true positive rates (beside it)."""
    negatives, positives = points.negatives[-1], points.positives[-1]
    if negatives == 0 or positives == 0:
        return math.nan
    fpr_of_points, tpr_of_points = points.negatives / negatives, points.positives / positives
    low, high = tpr or fpr or (0.0, 1.0)
    least = (high * high - low * low) / 2  # the area under the diagonal
    if tpr is None:
        area = area_between(fpr_of_points, tpr_of_points, low, high)
    else:
        area = high - low - area_between(tpr_of_points, fpr_of_points, low, high)
        least = high - low - least
    return (1 + (area - least) / (high - low - least)) / 2 if corrected else area


def area_between(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64], low: float, high: float) -> float:
    """
    Integrate y from x = low to x = high; `x` ascends from at most low to at least high.

    A piece of a straight line has the area of its width times its height in the middle, also where a limit
    cuts it.
    """
    first = max(int(np.searchsorted(x, low, side="right")) - 1, 0)
    last = min(int(np.searchsorted(x, high, side="left")) + 1, len(x))
    x, y = x[first:last], y[first:last]
    width = np.diff(x)
    wide = width > 0
    left = x[:-1][wide]
    start, end = np.maximum(left, low), np.minimum(x[1:][wide], high)
    part = ((start + end) / 2 - left) / width[wide]
    return float(((end - start) * (y[:-1][wide] + np.diff(y)[wide] * part)).sum())


def _area_influence(across: FloatArray, up: FloatArray, low: float, high: float) -> FloatArray:
    """Psi of a row of the class on the level and on the upright axis, for the area between two limits."""
    total, width, height = across.sum() + up.sum(), across.sum(), up.sum()  # of NumPy, so that 0 / 0 is NaN
    end = np.minimum(across.cumsum() / width, 1.0)
    start = np.append(0.0, end[:-1])
    rise = up / height
    steep = end <= start
    span = np.where(steep, 1.0, end - start)
    first, last = np.clip(start, low, high), np.clip(end, low, high)
    begun, done = (first - start) / span, (last - start) / span  # the part of each piece that lies within the range
    # Upright: what the curve gains beyond the score, and on average among ties.
    lifted = high - last + (last - first) * (begun + done) / 2
    lifted -= up @ lifted / height
    # Level: the rise of the curve beyond the score, and on average among ties.
    inside = np.where(steep, _share_within(end, low, high), done - begun)
    risen = rise * inside
    shifted = sums_of_later(risen) + np.where(steep, 0.0, rise * (done**2 - begun**2) / 2)
    shifted -= across @ shifted / width
    return np.stack([-shifted * (total / width), lifted * (total / height)], axis=1)


def _share_within(rate: FloatArray, low: float, high: float) -> FloatArray:
    """1 inside the range, 0 outside, 1/2 at a limit that rows lie on both sides of."""
    at_limit = (np.isclose(rate, low, rtol=0, atol=1e-12) & (low > 0)) | (
        np.isclose(rate, high, rtol=0, atol=1e-12) & (high < 1)
    )
    return np.where(at_limit, 0.5, (rate >= low) & (rate <= high))
