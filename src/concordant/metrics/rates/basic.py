"""Shares of rows, of one label or of all: recall, specificity, precision, their complements, and prevalence."""

from __future__ import annotations

from concordant.metrics.definition.facts import (
    UNKNOWN,
    alarmed,
    averaged,
    cleared,
    elsewhere,
    found,
    in_torchmetrics,
    missed,
)
from concordant.metrics.rates.rate import rate


@rate(
    top=lambda c: c.tp,
    bottom=lambda c: c.tp + c.fn,
    empty="no row of the truth is positive",
    event=found,
    title="Recall",
    says="of the rows that are positive, the share found",
    formula="TP / (TP + FN)",
    source="Altman & Bland 1994, BMJ 308:1552",
    denominators="rows",
    aliases=("sensitivity", "true_positive_rate"),
    elsewhere=(
        "tpr",
        "sens",
        "sensitivity_score",
        "recall_score",
        "probability_of_detection",
        "pod",
        elsewhere("hit_rate", "of positive rows: those that are found"),
        *in_torchmetrics("Recall", average="macro"),
        *averaged("recall"),
    ),
)
def recall() -> None:
    """
    Recall: the share of positive rows that are found.

    ``TP / (TP + FN)``, also called sensitivity and true positive rate.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where the class never occurs in the truth;
        averages leave such classes out and a warning names them.

    References
    ----------
    Altman & Bland (1994), Diagnostic tests 1: sensitivity and specificity, BMJ 308:1552.

    Examples
    --------
    >>> from concordant import recall
    >>> recall([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    >>> recall([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.5
    """


@rate(
    top=lambda c: c.tn,
    bottom=lambda c: c.tn + c.fp,
    empty="no row of the truth is negative",
    event=cleared,
    title="Specificity",
    says="of the rows that are negative, the share called negative",
    formula="TN / (TN + FP)",
    source="Altman & Bland 1994, BMJ 308:1552",
    denominators="rows",
    aliases=("true_negative_rate",),
    elsewhere=("spec", "specificity_score", "tnr", "selectivity", *in_torchmetrics("Specificity", average="macro")),
)
def specificity() -> None:
    """
    Specificity: the share of negative rows that are called negative.

    ``TN / (TN + FP)``, also called true negative rate; the recall of the negative class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where every row of the truth has the class;
        averages leave such classes out and a warning names them.

    References
    ----------
    Altman & Bland (1994), Diagnostic tests 1: sensitivity and specificity, BMJ 308:1552.

    Examples
    --------
    >>> from concordant import specificity
    >>> specificity([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    >>> specificity([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.7222222222222222
    """


@rate(
    top=lambda c: c.fn,
    bottom=lambda c: c.tp + c.fn,
    empty="no row of the truth is positive",
    event=missed,
    title="False negative rate",
    says="of the rows that are positive, the share missed",
    formula="FN / (FN + TP)",
    source="Fawcett 2006, Pattern Recognition Letters 27:861, fig. 1",
    denominators="rows",
    better="lower",
    aliases=("miss_rate",),
    elsewhere=("fnr", "frr", "false_rejection_rate", "false_reject_rate", "type_2_error"),
)
def false_negative_rate() -> None:
    """
    False negative rate: the share of positive rows that are missed.

    ``FN / (FN + TP)`` = 1 - recall.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where the class never occurs in the truth;
        averages leave such classes out and a warning names them.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, Pattern Recognition Letters 27:861, figure 1.

    Examples
    --------
    >>> from concordant import false_negative_rate
    >>> false_negative_rate([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.3333333333333333
    >>> false_negative_rate([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.5
    """


@rate(
    top=lambda c: c.fp,
    bottom=lambda c: c.tn + c.fp,
    empty="no row of the truth is negative",
    event=alarmed,
    title="False positive rate",
    says="of the rows that are negative, the share called positive (false alarms)",
    formula="FP / (FP + TN)",
    source="Fawcett 2006, Pattern Recognition Letters 27:861, fig. 1",
    denominators="rows",
    better="lower",
    aliases=("fall_out",),
    elsewhere=(
        "fpr",
        "false_alarm_rate",
        "false_acceptance_rate",
        "type_1_error",
        elsewhere("far", "false acceptance rate of biometrics"),
    ),
)
def false_positive_rate() -> None:
    """
    False positive rate: the share of negative rows that are called positive.

    ``FP / (FP + TN)`` = 1 - specificity, the x axis of the ROC curve.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where every row of the truth has the class;
        averages leave such classes out and a warning names them.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, Pattern Recognition Letters 27:861, figure 1.

    Examples
    --------
    >>> from concordant import false_positive_rate
    >>> false_positive_rate([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.3333333333333333
    >>> false_positive_rate([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.27777777777777773
    """


@rate(
    top=lambda c: c.tp,
    bottom=lambda c: c.tp + c.fp,
    empty="no row is predicted positive",
    at_prevalence=True,
    title="Precision",
    says="of the rows predicted positive, the share that are",
    formula="TP / (TP + FP)",
    source="Altman & Bland 1994, BMJ 309:102",
    denominators="columns",
    aliases=("positive_predictive_value",),
    elsewhere=("ppv", "precision_score", *in_torchmetrics("Precision", average="macro"), *averaged("precision")),
)
def precision() -> None:
    """
    Precision: the share of positive predictions that are right.

    ``TP / (TP + FP)``. It depends on how frequent the positive class is. In a population with the prevalence pi
    (``prevalence=``) it is ``Se pi / (Se pi + (1 - Sp)(1 - pi))``, with sensitivity and specificity of the rows.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where no row is predicted as the class;
        averages leave such classes out and a warning names them.

    References
    ----------
    Altman & Bland (1994), Diagnostic tests 2: predictive values, BMJ 309:102. Mercaldo, Lau & Zhou (2007),
    Confidence intervals for predictive values with an emphasis to case-control studies, Statistics in Medicine
    26:2170 (at a set prevalence).

    Examples
    --------
    >>> from concordant import precision
    >>> precision([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    >>> precision([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.5
    >>> round(precision([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0], prevalence=0.1), 4)
    0.1818
    """


@rate(
    top=lambda c: c.tn,
    bottom=lambda c: c.tn + c.fn,
    empty="no row is predicted negative",
    at_prevalence=True,
    title="Negative predictive value",
    says="of the rows predicted negative, the share that are",
    formula="TN / (TN + FN)",
    source="Altman & Bland 1994, BMJ 309:102",
    denominators="columns",
    elsewhere=("npv", *in_torchmetrics("NegativePredictiveValue", average="macro")),
)
def negative_predictive_value() -> None:
    """
    Negative predictive value: the share of negative predictions that are right.

    ``TN / (TN + FN)``. It depends on how frequent the positive class is. In a population with the prevalence pi
    (``prevalence=``) it is ``Sp (1 - pi) / (Sp (1 - pi) + (1 - Se) pi)``, with sensitivity and specificity of the rows.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where every row is predicted as the class;
        averages leave such classes out and a warning names them.

    References
    ----------
    Altman & Bland (1994), Diagnostic tests 2: predictive values, BMJ 309:102. Mercaldo, Lau & Zhou (2007),
    Confidence intervals for predictive values with an emphasis to case-control studies, Statistics in Medicine
    26:2170 (at a set prevalence).

    Examples
    --------
    >>> from concordant import negative_predictive_value
    >>> negative_predictive_value([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    >>> negative_predictive_value([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.7222222222222222
    >>> round(negative_predictive_value([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0], prevalence=0.1), 4)
    0.9474
    """


@rate(
    top=lambda c: c.fp,
    bottom=lambda c: c.tp + c.fp,
    empty="no row is predicted positive",
    at_prevalence=True,
    title="False discovery rate",
    says="of the rows predicted positive, the share that are not",
    formula="FP / (TP + FP)",
    source="Benjamini & Hochberg 1995, J. Royal Statistical Society B 57:289",
    denominators="columns",
    better="lower",
    elsewhere=("fdr", elsewhere("far", "false alarm ratio of forecasts")),
)
def false_discovery_rate() -> None:
    """
    False discovery rate: the share of positive predictions that are wrong.

    ``FP / (TP + FP)`` = 1 - precision. Like precision it depends on how frequent the positive class is: in a
    population with the prevalence pi (``prevalence=``) it is ``(1 - Sp)(1 - pi) / (Se pi + (1 - Sp)(1 - pi))``. It is
    not the false positive rate, ``FP / (FP + TN)``.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where no row is predicted as the class;
        averages leave such classes out and a warning names them.

    Notes
    -----
    In multiple testing the false discovery rate is the expectation of this share (Benjamini and Hochberg call the
    share of one experiment Q and set it to 0 where nothing is called positive; here that is undefined).

    References
    ----------
    Benjamini & Hochberg (1995), Controlling the false discovery rate: a practical and powerful approach to multiple
    testing, Journal of the Royal Statistical Society B 57:289.

    Examples
    --------
    >>> from concordant import false_discovery_rate
    >>> false_discovery_rate([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.3333333333333333
    >>> false_discovery_rate([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.5
    """


@rate(
    top=lambda c: c.fn,
    bottom=lambda c: c.tn + c.fn,
    empty="no row is predicted negative",
    at_prevalence=True,
    title="False omission rate",
    says="of the rows predicted negative, the share that are positive (missed)",
    formula="FN / (TN + FN)",
    source="Genovese & Wasserman 2002, J. Royal Statistical Society B 64:499 (false nondiscovery rate)",
    denominators="columns",
    better="lower",
    elsewhere=("for", "fomr"),
)
def false_omission_rate() -> None:
    """
    False omission rate: the share of negative predictions that are wrong.

    ``FN / (TN + FN)`` = 1 - negative predictive value. It depends on how frequent the positive class is: where
    positives are rare it is small for any prediction. In a population with the prevalence pi (``prevalence=``) it is
    ``(1 - Se) pi / (Sp (1 - pi) + (1 - Se) pi)``. It is not the false negative rate, ``FN / (FN + TP)``.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where every row is predicted as the class;
        averages leave such classes out and a warning names them.

    References
    ----------
    Genovese & Wasserman (2002), Operating characteristics and extensions of the false discovery rate procedure,
    Journal of the Royal Statistical Society B 64:499.

    Examples
    --------
    >>> from concordant import false_omission_rate
    >>> false_omission_rate([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.3333333333333333
    >>> round(false_omission_rate([0, 1, 2, 2], [0, 2, 2, 1], average="macro"), 4)
    0.2778
    """


@rate(
    top=lambda c: c.tp + c.fn,
    bottom=lambda c: c.tn + c.fp + c.fn + c.tp,
    empty="there are no rows",
    title="Prevalence",
    says="the share of rows that are positive in the truth",
    formula="(TP + FN) / n",
    source="Altman & Bland 1994, BMJ 309:102",
    better=None,
    optimum=UNKNOWN,
    aliases=("base_rate",),
    elsewhere=("pretest_probability",),
)
def prevalence() -> None:
    """
    Prevalence: the share of rows that are positive in the truth.

    ``(TP + FN) / n``. It says nothing of the prediction, but precision, accuracy and most other metrics depend on
    it: a number without it is hard to judge. It is the precision of chance.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; no direction is better. Undefined (NaN) without rows. Of several labels at once
        ``average="micro"`` is the label density.

    References
    ----------
    Altman & Bland (1994), Diagnostic tests 2: predictive values, BMJ 309:102.

    Examples
    --------
    >>> from concordant import prevalence
    >>> prevalence([1, 1, 0, 1, 0, 0, 0, 0], [1, 1, 1, 1, 1, 0, 0, 0])
    0.375
    >>> prevalence(["a", "b", "c", "c"], ["a", "b", "b", "c"], average=None).tolist()
    [0.25, 0.25, 0.5]
    """


@rate(
    top=lambda c: c.tp + c.fp,
    bottom=lambda c: c.tn + c.fp + c.fn + c.tp,
    empty="there are no rows",
    title="Predicted prevalence",
    says="the share of rows that are predicted positive",
    formula="(TP + FP) / n",
    source="caret (R package), documentation of confusionMatrix (detection prevalence)",
    better=None,
    optimum=UNKNOWN,
    aliases=("detection_prevalence", "apparent_prevalence"),
)
def predicted_prevalence() -> None:
    """
    Predicted prevalence: the share of rows that are predicted positive.

    ``(TP + FP) / n``. Where it differs from `prevalence` the prediction is biased as a whole: it calls too many or
    too few rows positive. Epidemiology knows it as apparent prevalence, caret as detection prevalence.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; no direction is better. Undefined (NaN) without rows. ``average="weighted"`` weighs, as
        everywhere, by how often a class occurs in the truth.

    References
    ----------
    caret (R package), documentation of confusionMatrix; on the package Kuhn (2008), Journal of Statistical Software
    28(5).

    Examples
    --------
    >>> from concordant import predicted_prevalence
    >>> predicted_prevalence([1, 1, 0, 1, 0, 0, 0, 0], [1, 1, 1, 1, 1, 0, 0, 0])
    0.625
    >>> predicted_prevalence(["a", "b", "c", "c"], ["a", "b", "b", "c"], average=None).tolist()
    [0.25, 0.5, 0.25]
    """


@rate(
    top=lambda c: c.tp,
    bottom=lambda c: c.tn + c.fp + c.fn + c.tp,
    empty="there are no rows",
    title="Detection rate",
    says="of all rows, the share that are positive and found",
    formula="TP / n",
    source="caret (R package), documentation of confusionMatrix",
    symmetric=True,
)
def detection_rate() -> None:
    """
    Detection rate: the share of all rows that are true positives.

    ``TP / n``, prevalence times recall: the yield of a screening. It cannot exceed `prevalence`, so compare it with
    that, and only on the same rows. Some authors call `recall` the detection rate.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and the prevalence of the class. Undefined (NaN) without rows.

    References
    ----------
    caret (R package), documentation of confusionMatrix; on the package Kuhn (2008), Journal of Statistical Software
    28(5).

    Examples
    --------
    >>> from concordant import detection_rate
    >>> detection_rate([1, 1, 0, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0, 0, 0])
    0.25
    >>> detection_rate(["a", "b", "c", "c"], ["a", "b", "b", "c"], average=None).tolist()
    [0.25, 0.25, 0.25]
    """
