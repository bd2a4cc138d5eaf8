"""Precision, recall, F and support together, under scikit-learn's name."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from concordant.sklearn._pairs import read_pairs
from concordant.sklearn._parameters import refuse
from concordant.sklearn._public import ROWS, public
from concordant.sklearn._rates import RATES, RateOptions, averaged_cells, check_beta, check_rate, measured


@public(ROWS)
def precision_recall_fscore_support(
    y_true: Any,
    y_pred: Any,
    *,
    beta: float = 1.0,
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = None,
    warn_for: Collection[str] = RATES,
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> tuple[Any, Any, Any, Any]:
    """
    Precision, recall, F-beta and support, from one count.

    Parameters
    ----------
    average : {"binary", "micro", "macro", "samples", "weighted"} or None, default None
        None: one value a label. "weighted": weighted by how often a label is true. "samples": of each row.
    beta : float, default 1
        At least 0; above 1 recall counts more, below 1 precision.
    warn_for : list, tuple or set
        Which of "precision", "recall" and "f-score" warn where they are 0/0.

    Returns
    -------
    precision, recall, fbeta_score : float, or ndarray of shape (K,) if average is None
    support : ndarray of shape (K,), or None unless average is None
        How often each label is true.

    Examples
    --------
    >>> from concordant.sklearn import precision_recall_fscore_support
    >>> precision_recall_fscore_support([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    (0.5, 0.5, 0.5, None)
    """
    function = "precision_recall_fscore_support"
    options = RateOptions(labels, pos_label, average, sample_weight, zero_division)
    fill = check_rate(function, y_true, y_pred, options)
    check_beta(function, beta)
    if not isinstance(warn_for, (list, tuple, set)):
        kinds = "an instance of 'list', an instance of 'tuple' or an instance of 'set'"
        refuse(function, "warn_for", warn_for, kinds)
    pairs = read_pairs(y_true, y_pred, sample_weight)
    cells = averaged_cells(pairs, average, labels, pos_label)
    return measured(pairs, cells, average, beta, warn_for if isinstance(zero_division, str) else (), fill)
