"""accuracy, zero_one_loss, hamming_loss, exact_match, no_information_rate, adjusted_count_r2, confusion_matrix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from concordant import _kernels
from concordant.errors import InputTypeError
from concordant.inputs.labels import LabelRows
from concordant.metrics.agreement.weights import penalties
from concordant.metrics.arithmetic import at_prevalence, ratio, why_at_prevalence
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import LIKELIEST, RIGHT, ROW, Optimum, Share, rows_of, wrong
from concordant.settings import threads_for
from concordant.states import Counts, SampleCounts
from concordant.typing import Floats, Prevalence


def agreeing_share(rows: LabelRows) -> float | None:
    """The share of rows with equal labels; None of no rows, and where labels or weights have to be checked first."""
    agreeing = _agreeing(rows)
    return None if agreeing is None else agreeing / len(rows.y_true)


def disagreeing_share(rows: LabelRows) -> float | None:
    """The share of rows with different labels, where `agreeing_share` is known."""
    agreeing = _agreeing(rows)
    return None if agreeing is None else (len(rows.y_true) - agreeing) / len(rows.y_true)


def _agreeing(rows: LabelRows) -> int | None:
    """Count rows that agree where rows count alike; of declared labels, where no row can hold another one."""
    if rows.weights is not None or not len(rows.y_true):
        return None
    if rows.declared is not None and (rows.names is None or not set(rows.declared).issuperset(rows.names)):
        return None
    threads = threads_for(len(rows.y_true), rows.y_true.itemsize + rows.y_pred.itemsize)
    return _kernels.agreeing(rows.y_true, rows.y_pred, threads)


def no_rows(counts: Counts | SampleCounts) -> str | None:
    """Say so if there are no rows."""
    return "there are no rows" if np.any(np.asarray(counts.n) == 0) else None


def _no_rows_at_prevalence(counts: Counts | SampleCounts, *, prevalence: Prevalence = None) -> str | None:
    return why_at_prevalence(counts, prevalence, no_rows)


def whole_rows(counts: Counts | SampleCounts) -> Counts:
    """
    Return a table whose diagonal holds the rows that are right: all labels, where a row has several.

    Raises
    ------
    InputTypeError
        For one table a label: they do not say which errors fall on the same row.
    """
    if isinstance(counts, SampleCounts):
        cells = counts.counts
        off = (cells.fp + cells.fn) > 0
        return Counts(np.array([[counts.weights[~off].sum(), counts.weights[off].sum()], [0, 0]]), ("right", "wrong"))
    if counts.outputs is not None:
        raise InputTypeError(
            "tables of several labels (Counts) do not say which errors fall on the same row; take "
            "SampleCounts.from_indicators(y_true, y_pred), or call the metric on the two matrices."
        )
    return counts


def _all_decisions(counts: Counts) -> Counts:
    """The decisions on all labels in one table, where there are several at once."""
    return counts if counts.outputs is None else Counts(counts.table.sum(-3), counts.labels)


def wrong_of(counts: Counts) -> Floats:
    """How many rows of each table are off its diagonal."""
    # Summed, not n minus the diagonal: a few wrong rows of small weight would be lost beside many right ones.
    return penalties(counts, None).total(counts)


def _share_of(share: Share, view: Callable[[Any], Counts]) -> Share:
    """The same share of a view of the state."""
    return share._replace(part=lambda state: share.part(view(state)), whole=lambda state: share.whole(view(state)))


WRONG = Share(wrong_of, rows_of, event=wrong)
_RIGHT_ROWS, _WRONG_ROWS = _share_of(RIGHT, whole_rows), _share_of(WRONG, whole_rows)
_WRONG_DECISIONS = _share_of(WRONG, _all_decisions)


@metric(
    why=_no_rows_at_prevalence,
    optimum=LIKELIEST,
    title="Accuracy",
    says="the share of rows that are right",
    formula="accuracy = sum of the diagonal / n",
    source="Fielding & Bell 1997, Environmental Conservation 24:38, table 2 (correct classification rate)",
    interval="wilson",
    shortcut=agreeing_share,
    proportion=lambda _, prevalence: RIGHT if prevalence is None else None,
    symmetric=True,
    aliases=("observed_agreement", "exact_agreement"),
    elsewhere=("accuracy_score", "acc", "BinaryAccuracy", "percent_correct", "proportion_correct"),
)
def accuracy(counts: Counts, /, *, prevalence: Prevalence = None) -> Floats:
    """
    Accuracy: the share of rows where prediction and truth agree.

    ``accuracy = sum_k n_kk / n``. With classes of unequal size a model that always says the largest class has
    an accuracy of that class's share: read it beside `balanced_accuracy` or `cohen_kappa`. In a population with the
    prevalence pi (``prevalence=``) it is ``Se pi + Sp (1 - pi)``, of several classes ``sum_k pi_k recall_k``.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) without rows.

    References
    ----------
    Fielding & Bell (1997), A review of methods for the assessment of prediction errors in conservation
    presence/absence models, Environmental Conservation 24:38, table 2.

    Examples
    --------
    >>> from concordant import accuracy
    >>> accuracy([1, 1, 0, 1], [1, 0, 0, 1])
    0.75
    """
    if prevalence is not None:
        counts = at_prevalence(counts, prevalence)
    return ratio(RIGHT.part(counts), RIGHT.whole(counts))


@metric(
    judges_rows=True,
    why=_no_rows_at_prevalence,
    optimum=LIKELIEST,
    title="Zero-one loss",
    says="the share of rows that are wrong",
    formula="rows with an error / n",
    source="Dembczynski, Waegeman, Cheng & Huellermeier 2012, Machine Learning 88:5, eq. 2",
    better="lower",
    interval="wilson",
    shortcut=disagreeing_share,
    proportion=lambda _, prevalence: _WRONG_ROWS if prevalence is None else None,
    symmetric=True,
    aliases=("error_rate", "misclassification_rate"),
    elsewhere=("error", "misclassification_error"),
)
def zero_one_loss(counts: Counts | SampleCounts, /, *, prevalence: Prevalence = None) -> Floats:
    """
    Zero-one loss: the share of rows that are wrong.

    Of one column of labels it is 1 - `accuracy`, the error rate. Of several labels at once a row is wrong if any of
    its labels is (subset zero-one loss): 1 - `exact_match`. In a population with the prevalence pi (``prevalence=``)
    it is ``(1 - Se) pi + (1 - Sp)(1 - pi)``.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) without rows.

    Notes
    -----
    With many labels nearly every row is wrong somewhere; `hamming_loss` counts each label.

    References
    ----------
    Dembczynski, Waegeman, Cheng & Huellermeier (2012), On label dependence and loss minimization in multi-label
    classification, Machine Learning 88:5.

    Examples
    --------
    >>> from concordant import zero_one_loss
    >>> zero_one_loss(["a", "b", "c", "c"], ["a", "b", "b", "c"])
    0.25
    >>> zero_one_loss([[1, 0, 1, 0], [0, 1, 0, 0]], [[1, 0, 0, 1], [0, 1, 0, 0]])
    0.5
    """
    rows = whole_rows(at_prevalence(counts, prevalence))
    return ratio(wrong_of(rows), rows.total)


@metric(
    why=no_rows,
    optimum=Optimum(by="row", words="the likeliest label"),
    title="Hamming loss",
    says="the share of decisions that are wrong",
    formula="wrong decisions / all decisions",
    source="Schapire & Singer 2000, Machine Learning 39:135, section 3",
    better="lower",
    interval="wilson",
    shortcut=disagreeing_share,
    proportion=lambda _: _WRONG_DECISIONS,
    symmetric=True,
    elsewhere=("HammingDistance", "BinaryHammingDistance", "hamming"),
)
def hamming_loss(counts: Counts, /) -> Floats:
    """
    Hamming loss: the share of wrong decisions.

    Of one column of labels it is 1 - `accuracy`. Of several labels at once each label of each row is one decision:
    ``(FP + FN) / (n L)``, summed over the L labels.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) without rows.

    Notes
    -----
    Where labels are rare, predicting none of them has a small loss. Read it beside `jaccard` or `f1` with
    ``average="samples"``, and beside `zero_one_loss`, which asks for whole rows.

    References
    ----------
    Schapire & Singer (2000), BoosTexter: a boosting-based system for text categorization, Machine Learning 39:135,
    section 3.

    Examples
    --------
    >>> from concordant import hamming_loss
    >>> hamming_loss([[1, 0, 1, 0], [0, 1, 0, 0]], [[1, 0, 0, 0], [0, 1, 0, 1]])
    0.25
    >>> hamming_loss(["a", "b", "c", "c"], ["a", "b", "b", "c"])
    0.25
    """
    decisions = _all_decisions(counts)
    return ratio(wrong_of(decisions), decisions.total)


@metric(
    judges_rows=True,
    why=no_rows,
    optimum=Optimum(by="row", words="the likeliest label"),
    title="Exact match",
    says="the share of rows where every label is right",
    formula="rows without an error / n",
    source="Ghamrawi & McCallum 2005, CIKM, p. 195",
    interval="wilson",
    shortcut=agreeing_share,
    proportion=lambda _: _RIGHT_ROWS,
    symmetric=True,
    aliases=("subset_accuracy", "exact_match_ratio"),
    elsewhere=("emr", "MulticlassExactMatch", "MultilabelExactMatch"),
)
def exact_match(counts: Counts | SampleCounts, /) -> Floats:
    """
    Exact match: the share of rows where every label is right.

    For matrices of several labels at once, where `accuracy` gives one value a label; scikit-learn's ``accuracy_score``
    gives this number. Of one column of labels it is the accuracy.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) without rows.

    Notes
    -----
    A row that is nearly right counts as one that is wholly wrong; `jaccard` with ``average="samples"`` gives part
    of the credit.

    References
    ----------
    Ghamrawi & McCallum (2005), Collective multi-label classification, 14th ACM International Conference on
    Information and Knowledge Management, p. 195.

    Examples
    --------
    >>> from concordant import exact_match
    >>> exact_match([[1, 0, 1, 0], [0, 1, 0, 0]], [[1, 0, 0, 1], [0, 1, 0, 0]])
    0.5
    """
    return accuracy.formula(whole_rows(counts))


def _no_information_rate_share(counts: Counts) -> Share:
    """The share of the class that is the largest in these rows, as if it had been known to be."""
    sizes = counts.row_totals
    classes = np.arange(sizes.shape[-1])
    largest = classes == sizes.argmax(-1)[..., None] if classes.size else classes
    first, second = np.moveaxis(np.sort(sizes, -1)[..., :-3:-1], -1, 0) if classes.size > 1 else (sizes, 0 * sizes)
    squares = counts.numbers if counts.number_squares is None else counts.number_squares
    row = np.nan_to_num(ratio(counts.with_numbers(squares).total * 1.0, counts.total))  # the weight of one
    tied = bool(np.any(first - second < 1.96 * np.sqrt((first + second) * row))) and bool(np.all(counts.n))
    doubt = "the two most frequent classes are about equally frequent, the greater of both is too high on average"
    return Share(lambda state: (state.row_totals * largest).sum(-1), rows_of, doubt=doubt if tied else None)


@metric(
    why=no_rows,
    title="No-information rate",
    says="the accuracy of always saying the most frequent class",
    formula="max over classes of n_k. / n",
    source="Kuhn & Johnson 2013, Applied Predictive Modeling, section 11.2",
    better=None,
    interval="wilson",
    proportion=_no_information_rate_share,
    aliases=("null_accuracy",),
)
def no_information_rate(counts: Counts, /) -> Floats:
    """
    No-information rate: the accuracy of always saying the most frequent class.

    ``max_k n_k. / n``, the share of the largest class in the truth. It says nothing of the prediction; it is what an
    accuracy has to beat. `adjusted_count_r2` compares the two.

    Returns
    -------
    float
        Between 1/K and 1; no direction is better. Undefined (NaN) without rows.

    Notes
    -----
    It is the largest class of these rows, which a model does not know beforehand: on few rows it is a little too high a
    bar.

    References
    ----------
    Kuhn & Johnson (2013), Applied Predictive Modeling, Springer, section 11.2.

    Examples
    --------
    >>> from concordant import accuracy, no_information_rate
    >>> truth, pred = [0, 0, 0, 0, 1], [0, 0, 0, 1, 0]
    >>> accuracy(truth, pred), no_information_rate(truth, pred)
    (0.6, 0.8)
    """
    totals = counts.row_totals
    return ratio(totals.max(-1, initial=0), totals.sum(-1))  # initial: no rows can have no classes


def _beside_the_largest(counts: Counts) -> Floats:
    """
    How many rows are not of the most frequent class: the errors of always saying that class.

    Where m classes tie it has no derivative by their rows. Each of them is then taken for the largest to the share of
    1 / m, which depends neither on their order nor on how the derivative is taken.
    """
    # Summed, not n minus the largest: a class of small weight would be lost beside it.
    ascending = np.sort(counts.row_totals, axis=-1)
    others, largest = ascending[..., :-1].sum(-1), ascending[..., -1:]
    if isinstance(ascending, np.ndarray) and ascending.dtype.kind != "c":
        return others
    tied = np.abs(ascending) == np.abs(largest)  # of a complex step, whose imaginary part is next to nothing
    many = tied.sum(-1)
    return others + (tied * (largest - ascending)).sum(-1) / many if (many > 1).any() else others


def _adjusted_count_r2_why(counts: Counts) -> str | None:
    others = np.asarray(_beside_the_largest(counts))
    if others.all():
        return None
    if others.ndim:
        return f"the truth has only one class in {int((others == 0).sum())} of {others.size} tables"
    used = [label for label, total in zip(counts.labels, counts.row_totals.tolist(), strict=True) if total]
    return f"the truth has only the class {used[0]!r}" if used else "there are no rows"


@metric(
    why=_adjusted_count_r2_why,
    optimum=ROW,
    title="Adjusted count R2",
    says="the share of the errors of always saying the largest class that the prediction avoids: 0 is no gain",
    formula="(accuracy - NIR) / (1 - NIR), NIR the no-information rate",
    source="Long 1997, Regression Models for Categorical and Limited Dependent Variables, p. 108; Menard 2000",
    range=(float("-inf"), 1),
    interval="complement-log",
    aliases=("lambda_p",),
)
def adjusted_count_r2(counts: Counts, /) -> Floats:
    """
    Adjusted count R2: the share of the errors of always saying the largest class that the prediction avoids.

    ``(accuracy - NIR) / (1 - NIR) = 1 - errors / (n - max_k n_k.)`` with the `no_information_rate` NIR: a proportional
    reduction in error in the manner of Goodman and Kruskal's lambda, for a prediction that is given.

    Returns
    -------
    float
        At most 1; 0 where the prediction errs as often as the largest class does, negative without bound where it
        errs more often. Undefined (NaN) where the truth has only one class: there is no error to avoid.

    Notes
    -----
    Where one class is rare, a useful model (that finds half of the rare rows at the price of as many false alarms)
    has a value of 0 or less: all errors cost the same here. `cohen_kappa` and `matthews_correlation` compare with
    chance.

    References
    ----------
    Long (1997), Regression Models for Categorical and Limited Dependent Variables, Sage, p. 108. Menard (2000),
    Coefficients of determination for multiple logistic regression analysis, The American Statistician 54:17.

    Examples
    --------
    >>> from concordant import adjusted_count_r2
    >>> adjusted_count_r2([0, 0, 0, 1, 1], [0, 0, 0, 1, 0])
    0.5
    """
    with np.errstate(over="ignore"):  # beside a tiny weight the value can leave the numbers: minus infinity
        return 1 - ratio(wrong_of(counts), _beside_the_largest(counts))


@metric(
    why=lambda _: None,
    title="Confusion matrix",
    says="how often each label was predicted for each true label",
    formula="n_ij = rows with truth i and prediction j",
    source="Fawcett 2006, Pattern Recognition Letters 27:861, fig. 1",
    range=None,
    scale_free=False,
    elsewhere=(
        "confusion",
        "conf_mat",
        "BinaryConfusionMatrix",
        "MulticlassConfusionMatrix",
        "contingency_table",
        "crosstab",
        "cross_tabulation",
    ),
)
def confusion_matrix(counts: Counts, /) -> Counts:
    """
    Confusion matrix: how often each label was predicted for each true label.

    Rows are the truth, columns the prediction. The result is the state itself: it prints as a table with its
    labels, `numpy.asarray` gives the plain matrix, ``.normalized("true")`` the shares of each row, and every
    metric of labels can be taken ``of`` it.

    Returns
    -------
    Counts
        ``.table`` of shape (K, K), ``.labels`` its order.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, Pattern Recognition Letters 27:861, figure 1.

    Examples
    --------
    >>> from concordant import accuracy, confusion_matrix
    >>> matrix = confusion_matrix(["a", "b", "b"], ["a", "b", "a"])
    >>> print(matrix)
    rows: truth, columns: prediction
           a  b  total
    a      1  0      1
    b      1  1      2
    total  2  1      3
    >>> accuracy.of(matrix)
    0.6666666666666666
    """
    return counts
