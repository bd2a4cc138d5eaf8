"""Metrics of two rates: informedness, markedness, likelihood ratios, the odds ratio, prevalence_threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.metrics.definition.facts import EACH_THRESHOLD, Ratio, elsewhere
from concordant.metrics.rates.basic import false_negative_rate, false_positive_rate, recall, specificity
from concordant.metrics.rates.rate import quotient_of, rate

if TYPE_CHECKING:
    from concordant.typing import Floats


def _float(cell: Floats) -> Floats:
    return cell * 1.0  # products of counts leave int64 above 3e9 rows


@rate(
    top=lambda c: _float(c.tp) * c.tn - _float(c.fp) * c.fn,
    bottom=lambda c: _float(c.tp + c.fn) * (c.tn + c.fp),
    empty="the truth has only one class",
    share=None,
    title="Informedness (Youden's J)",
    says="how much better than guessing the decision is: 0 is guessing, 1 perfect",
    formula="TP / (TP + FN) + TN / (TN + FP) - 1",
    source="Youden 1950, Cancer 3:32; Powers 2011, J. Machine Learning Technologies 2:37",
    denominators="rows",
    range=(-1, 1),
    chance=0,
    optimum=EACH_THRESHOLD,
    aliases=("youden_j", "bookmaker_informedness"),
    elsewhere=(
        "j_index",
        "youden",
        "youdens_j",
        "youden_index",
        "j_statistic",
        "true_skill_statistic",
        "tss",
        "peirce_skill_score",
        "hanssen_kuipers",
    ),
)
def informedness() -> None:
    """
    Informedness, also Youden's J: sensitivity plus specificity minus one.

    ``J = TP / (TP + FN) + TN / (TN + FP) - 1 = (TP TN - FP FN) / ((TP + FN)(TN + FP))``: the vertical distance
    of a point of the ROC curve from the chance line. It does not depend on how frequent the classes are.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between -1 and 1; 0 by chance. Undefined (NaN) where the truth has only one class.

    References
    ----------
    Youden (1950), Index for rating diagnostic tests, Cancer 3:32. Powers (2011), Evaluation: from precision,
    recall and F-measure to ROC, informedness, markedness and correlation, J. Machine Learning Technologies 2:37.

    Examples
    --------
    >>> from concordant import informedness
    >>> round(informedness([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]), 4)
    0.3333
    """


@rate(
    top=quotient_of(informedness).top,  # TP TN - FP FN
    bottom=lambda c: _float(c.tp + c.fp) * (c.tn + c.fn),
    empty="the prediction has only one class",
    share=None,
    at_prevalence=True,
    title="Markedness",
    says="how much better than guessing the predictions can be trusted: 0 is guessing, 1 perfect",
    formula="TP / (TP + FP) + TN / (TN + FN) - 1",
    source="Powers 2011, J. Machine Learning Technologies 2:37",
    denominators="columns",
    range=(-1, 1),
    chance=0,
    aliases=("delta_p",),
)
def markedness() -> None:
    """
    Markedness: precision plus negative predictive value minus one.

    ``TP / (TP + FP) + TN / (TN + FN) - 1 = (TP TN - FP FN) / ((TP + FP)(TN + FN))``: `informedness` with truth and
    prediction exchanged. Psychology knows it as delta P. It depends on how frequent the classes are: ``prevalence=``
    takes it in a population where they have other shares.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between -1 and 1; 0 by chance. Undefined (NaN) where the prediction has only one class: all rows or none are
        predicted as the class. Averages leave such classes out and a warning names them.

    Notes
    -----
    The product with informedness is the square of the Matthews correlation of the two classes.

    References
    ----------
    Powers (2011), Evaluation: from precision, recall and F-measure to ROC, informedness, markedness and correlation,
    Journal of Machine Learning Technologies 2:37.

    Examples
    --------
    >>> from concordant import markedness
    >>> round(markedness([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]), 4)
    0.3333
    """


@rate(
    top=quotient_of(recall).of,
    bottom=quotient_of(false_positive_rate).of,
    empty="the truth has only one class, or no row is predicted positive",
    limit=True,
    share=None,
    title="Positive likelihood ratio",
    says="by how much a positive prediction multiplies the odds that a row is positive: 1 says nothing",
    formula="recall / (1 - specificity)",
    source="Deeks & Altman 2004, BMJ 329:168",
    denominators="rows",
    range=(0, float("inf")),
    chance=1,
    trait=Ratio(),
    elsewhere=(
        "plr",
        "LR+",
        "lr_plus",
        "positive_lr",
        elsewhere("class_likelihood_ratios", "its first number"),
        elsewhere("likelihood_ratio", "of a positive result"),
    ),
)
def positive_likelihood_ratio() -> None:
    """
    Positive likelihood ratio: how much a positive prediction raises the odds of being positive.

    ``LR+ = recall / (1 - specificity)``. The odds after a positive prediction are the odds before it times LR+. It
    does not depend on how frequent the classes are; above 10 is often called strong evidence, 1 says nothing.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        At least 0; 1 by chance. Infinite where no negative row is called positive and a positive one is: the
        limit, not an error. Undefined (NaN) where the truth has only one class, or no row is predicted as the class;
        averages leave such classes out and a warning names them.

    Notes
    -----
    An infinite ratio from few rows proves nothing: it becomes finite with the first false positive. One infinite class
    makes a macro average infinite.

    References
    ----------
    Deeks & Altman (2004), Diagnostic tests 4: likelihood ratios, BMJ 329:168.

    Examples
    --------
    >>> from concordant import positive_likelihood_ratio
    >>> round(positive_likelihood_ratio([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]), 4)
    2.0
    >>> positive_likelihood_ratio([1, 1, 0, 0], [1, 0, 0, 0])
    inf
    """


@rate(
    top=quotient_of(false_negative_rate).of,
    bottom=quotient_of(specificity).of,
    empty="the truth has only one class, or no row is predicted negative",
    limit=True,
    share=None,
    title="Negative likelihood ratio",
    says="by how much a negative prediction multiplies the odds that a row is positive: 1 says nothing, 0 rules it out",
    formula="(1 - recall) / specificity",
    source="Deeks & Altman 2004, BMJ 329:168",
    denominators="rows",
    better="lower",
    range=(0, float("inf")),
    chance=1,
    trait=Ratio(),
    elsewhere=(
        "nlr",
        "LR-",
        "lr_minus",
        "negative_lr",
        elsewhere("class_likelihood_ratios", "its second number"),
        elsewhere("likelihood_ratio", "of a negative result"),
    ),
)
def negative_likelihood_ratio() -> None:
    """
    Negative likelihood ratio: how much a negative prediction lowers the odds of being positive.

    ``LR- = (1 - recall) / specificity``. The odds after a negative prediction are the odds before it times LR-. It
    does not depend on how frequent the classes are; below 0.1 is often called strong evidence, 1 says nothing.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        At least 0; 1 by chance. Infinite where no negative row is called negative and a positive one is: the
        limit, not an error. Undefined (NaN) where the truth has only one class, or every row is predicted as the
        class; averages leave such classes out and a warning names them.

    References
    ----------
    Deeks & Altman (2004), Diagnostic tests 4: likelihood ratios, BMJ 329:168.

    Examples
    --------
    >>> from concordant import negative_likelihood_ratio
    >>> round(negative_likelihood_ratio([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]), 4)
    0.5
    >>> negative_likelihood_ratio([1, 1, 0, 0], [1, 0, 1, 1])
    inf
    """


@rate(
    top=lambda c: _float(c.tp) * c.tn,
    bottom=lambda c: _float(c.fp) * c.fn,
    empty="truth or prediction has only one class",
    limit=True,
    share=None,
    title="Diagnostic odds ratio",
    says="the odds of a positive prediction among positive rows over the odds among negative rows: 1 says nothing",
    formula="TP TN / (FP FN)",
    source="Glas, Lijmer, Prins, Bonsel & Bossuyt 2003, J. Clinical Epidemiology 56:1129",
    denominators="both",
    range=(0, float("inf")),
    chance=1,
    trait=Ratio(),
    symmetric=True,
    aliases=("odds_ratio",),
    elsewhere=("dor",),
)
def diagnostic_odds_ratio() -> None:
    """
    Diagnostic odds ratio: the odds of a positive prediction among positives over those among negatives.

    ``DOR = TP TN / (FP FN) = LR+ / LR-``. It does not depend on how frequent the classes are, and exchanging truth and
    prediction, or the two classes, leaves it unchanged.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        At least 0; 1 by chance. Infinite where a kind of error does not occur and both kinds of right decisions do:
        the limit, not an error. Undefined (NaN) where truth or prediction has only one class; averages leave such
        classes out and a warning names them.

    Notes
    -----
    No 0.5 is added to the cells (a custom for interval estimates of tables with an empty cell). One number for two
    kinds of error hides which of them occurs: a test to rule out and a test to rule in can have the same ratio.

    References
    ----------
    Glas, Lijmer, Prins, Bonsel & Bossuyt (2003), The diagnostic odds ratio: a single indicator of test performance,
    Journal of Clinical Epidemiology 56:1129.

    Examples
    --------
    >>> from concordant import diagnostic_odds_ratio
    >>> diagnostic_odds_ratio([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    4.0
    >>> diagnostic_odds_ratio([1, 1, 0, 0], [1, 0, 0, 0])
    inf
    """


def _root(first: Any, second: Any) -> Floats:
    return np.sqrt(_float(first) * second)


@rate(
    top=lambda c: _root(c.fp, c.tp + c.fn),
    bottom=lambda c: _root(c.fp, c.tp + c.fn) + _root(c.tp, c.tn + c.fp),  # top and bottom times sqrt(P N)
    empty="the truth has only one class, or no row is predicted positive",
    share=None,
    title="Prevalence threshold",
    says="the prevalence below which the precision of this test falls steeply",
    formula="sqrt(FPR) / (sqrt(TPR) + sqrt(FPR))",
    source="Balayla 2020, PLoS ONE 15(10):e0240215",
    denominators="rows",
    better="lower",
    chance=0.5,
)
def prevalence_threshold() -> None:
    """
    Prevalence threshold: the prevalence below which precision falls steeply.

    ``sqrt(FPR) / (sqrt(TPR) + sqrt(FPR))``, which is Balayla's ``(sqrt(TPR FPR) - FPR) / (TPR - FPR)`` without its 0/0
    at TPR = FPR. As a function of the prevalence, with recall and specificity held fixed, precision is a curve from
    0 to 1; at the threshold its slope is 1, below it is steeper: there the value of a positive prediction falls fast.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 (no false positive) and 1 (no true positive); 0.5 by chance. Undefined (NaN) where the truth has
        only one class or no row is predicted as the class; averages leave such classes out and a warning names them.

    Notes
    -----
    The precision at the threshold is 1 minus the threshold. Compare with `prevalence`: a test used well above its
    threshold keeps its precision if the population shifts a little.

    References
    ----------
    Balayla (2020), Prevalence threshold and the geometry of screening curves, PLoS ONE 15(10):e0240215.

    Examples
    --------
    >>> from concordant import prevalence_threshold
    >>> round(prevalence_threshold([1, 1, 1, 1, 0, 0, 0, 0], [1, 1, 1, 1, 1, 0, 0, 0]), 4)
    0.3333
    """
