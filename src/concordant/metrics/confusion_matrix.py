"""Confusion matrix: how often each label was predicted for each true label."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.states import Counts


def _why(counts: Counts) -> str | None:
    del counts
    return None


@metric(
    why=_why,
    family="tables",
    title="Confusion matrix",
    says="how often each label was predicted for each true label",
    formula="n_ij = rows with truth i and prediction j",
    source="Fawcett 2006, Pattern Recognition Letters 27:861, fig. 1",
    better=None,
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
