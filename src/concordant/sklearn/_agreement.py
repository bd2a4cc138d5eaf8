"""Cohen's kappa and Matthews' correlation under scikit-learn's names."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from concordant.metrics.agreement.cohen_kappa import cohen_kappa
from concordant.metrics.overall.balanced import matthews_correlation
from concordant.sklearn._confusion import table_of
from concordant.sklearn._labels import table_counts
from concordant.sklearn._pairs import read_label_pairs
from concordant.sklearn._parameters import check_arrays, check_choice, check_number, check_optional_array, refuse
from concordant.sklearn._public import COLUMNS, WEIGHT, public
from concordant.sklearn._warnings import warn_undefined


@public(WEIGHT)
def cohen_kappa_score(
    y1: Any,
    y2: Any,
    *,
    labels: Any = None,
    weights: Literal["linear", "quadratic"] | None = None,
    sample_weight: Any = None,
    replace_undefined_by: float = np.nan,
) -> float:
    """
    Cohen's kappa: agreement beyond chance, plain or weighted.

    The formula is that of `concordant.cohen_kappa`. As in scikit-learn, weights go by the places of the labels in
    their order: 1, 3 and 7 are as far apart as 1, 2 and 3.

    Parameters
    ----------
    y1, y2 : array-like of shape (n,)
        The labels of two raters.
    labels : array-like, optional
        The labels to take, in this order; pairs with others are left out. Default: all that occur, sorted.
    weights : {"linear", "quadratic"}, optional
        How much two labels disagree. None: every disagreement counts the same.
    replace_undefined_by : float between -1 and 1, or nan, default nan
        What stands for 0/0.

    Returns
    -------
    float

    Examples
    --------
    >>> from concordant.sklearn import cohen_kappa_score
    >>> cohen_kappa_score(["low", "high", "low", "mid"], ["low", "high", "mid", "mid"])
    0.6363636363636364
    """
    function = "cohen_kappa_score"
    check_arrays(function, y1=y1, y2=y2)
    check_optional_array(function, "labels", labels)
    check_choice(function, "weights", weights, ("linear", "quadratic"), none=True)
    check_optional_array(function, "sample_weight", sample_weight)
    _check_replacement(function, replace_undefined_by)
    pairs = read_label_pairs(y1, y2, sample_weight)
    nothing = (
        "At least one label in `labels` must be present in `y1` (even though `cohen_kappa_score` is otherwise "
        "agnostic to the order of `y1` and `y2`)."
    )
    table = table_of(pairs, labels, nothing)
    value = float(cohen_kappa.value_of(table_counts(table), weights=weights))
    if value == value:  # noqa: PLR0124  (a number, not NaN)
        return value
    warn_undefined(
        (
            "`y1`, `y2` and `labels` have only one label in common. "
            if table.any()
            else "`y2` contains no labels that are present in both `y1` and `labels`."
        )
        + "`cohen_kappa_score` is undefined and set to the value defined by the `replace_undefined_by` param, "
        f"which is set to {replace_undefined_by}."
    )
    return float(replace_undefined_by)


def _check_replacement(function: str, value: Any) -> None:
    if isinstance(value, float) and value != value:  # noqa: PLR0124  (NaN)
        return
    try:
        check_number(function, "replace_undefined_by", value, low=-1.0, high=1.0, closed="both")
    except ValueError:
        refuse(function, "replace_undefined_by", value, "a float in the range [-1.0, 1.0] or numpy.nan")


@public(COLUMNS)
def matthews_corrcoef(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """
    Matthews' correlation coefficient: the correlation between truth and prediction, also for several classes.

    The formula is that of `concordant.matthews_correlation`. As in scikit-learn, 0/0 is 0.

    Returns
    -------
    float
        Between -1 and 1; 0 by chance, and where truth or prediction has only one class.

    Examples
    --------
    >>> from concordant.sklearn import matthews_corrcoef
    >>> round(matthews_corrcoef([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]), 4)
    0.3333
    """
    function = "matthews_corrcoef"
    check_arrays(function, y_true=y_true, y_pred=y_pred)
    check_optional_array(function, "sample_weight", sample_weight)
    table = table_of(read_label_pairs(y_true, y_pred, sample_weight), None)
    value = float(matthews_correlation.value_of(table_counts(table)))
    return value if value == value else 0.0  # noqa: PLR0124  (NaN)
