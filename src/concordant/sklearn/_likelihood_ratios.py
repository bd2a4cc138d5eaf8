"""Likelihood ratios under scikit-learn's name."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.errors import InputError, LabelError, OptionError
from concordant.metrics.rates.combined import NEGATIVE_LIKELIHOOD_RATIO, POSITIVE_LIKELIHOOD_RATIO
from concordant.sklearn._confusion import table_of
from concordant.sklearn._labels import LabelPairs
from concordant.sklearn._pairs import read_pairs
from concordant.sklearn._parameters import check_arrays, check_optional_array, refuse
from concordant.sklearn._public import WEIGHT, public
from concordant.sklearn._warnings import warn_undefined
from concordant.states import Counts

_CONTROL = (
    "Use the `replace_undefined_by` param to control this behavior. To suppress this warning or turn it into an "
    "error, see Python's `warnings` module and `warnings.catch_warnings()`."
)


@public(WEIGHT)
def class_likelihood_ratios(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    sample_weight: Any = None,
    replace_undefined_by: Any = np.nan,
) -> tuple[float, float]:
    """
    Positive and negative likelihood ratio: how much a prediction moves the odds of being positive.

    The formulas are those of `concordant.positive_likelihood_ratio` and `concordant.negative_likelihood_ratio`; as in
    scikit-learn, x/0 is undefined and not infinite.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        The truth and the prediction, of two classes.
    labels : array-like, optional
        The negative and the positive label. Default: those that occur, sorted.
    replace_undefined_by : nan, 1.0 or dict, default nan
        What stands for an undefined ratio; ``{"LR+": value, "LR-": value}`` for each its own.

    Returns
    -------
    tuple of float
        LR+ and LR-.

    Examples
    --------
    >>> from concordant.sklearn import class_likelihood_ratios
    >>> class_likelihood_ratios([0, 1, 0, 1, 0], [1, 1, 0, 0, 0])
    (1.5, 0.75)
    """
    function = "class_likelihood_ratios"
    check_arrays(function, sparse=True, y_true=y_true, y_pred=y_pred)
    check_optional_array(function, "labels", labels)
    check_optional_array(function, "sample_weight", sample_weight)
    positive, negative = _replacements(function, replace_undefined_by)
    pairs = read_pairs(y_true, y_pred, sample_weight)
    if pairs.kind != "binary" or not isinstance(pairs, LabelPairs):
        msg = f"class_likelihood_ratios only supports binary classification problems, got targets of type: {pairs.kind}"
        raise InputError(msg)
    table = table_of(pairs, labels)
    if len(table) != 2:
        msg = f"class_likelihood_ratios needs two labels, not {len(table)}: name both, labels=[negative, positive]."
        raise LabelError(msg)
    return _ratios(Counts(table, (0, 1)), positive, negative)


def _ratios(counts: Counts, positive: float, negative: float) -> tuple[float, float]:
    """Take both ratios; the last two arguments stand for x/0."""
    if counts.tp + counts.fn == 0:
        warn_undefined(
            "No samples of the positive class are present in `y_true`. `positive_likelihood_ratio` and "
            f"`negative_likelihood_ratio` are both set to `np.nan`. {_CONTROL}"
        )
    if counts.fp == 0:
        warn_undefined(
            f"`positive_likelihood_ratio` is ill-defined and set to `np.nan`. {_CONTROL}"
            if counts.tp
            else "No samples were predicted for the positive class and `positive_likelihood_ratio` is set to "
            f"`np.nan`. {_CONTROL}"
        )
    else:
        positive = float(POSITIVE_LIKELIHOOD_RATIO.of(counts))
    if counts.tn == 0:
        warn_undefined(f"`negative_likelihood_ratio` is ill-defined and set to `np.nan`. {_CONTROL}")
    else:
        negative = float(NEGATIVE_LIKELIHOOD_RATIO.of(counts))
    return positive, negative


def _replacements(function: str, replace: Any) -> tuple[float, float]:
    """What stands for LR+ and for LR- where they are undefined."""
    if isinstance(replace, dict):
        positive, negative = replace.get("LR+"), replace.get("LR-")
        if _within(positive, 1.0, np.inf) and _within(negative, 0.0, 1.0):
            return float(positive), float(negative)  # type: ignore[arg-type]
        msg = (
            "The dictionary passed as `replace_undefined_by` needs to be in the form `{'LR+': `value_1`, 'LR-': "
            "`value_2`}` where the value for `LR+` ranges from `1.0` to `np.inf` or is `np.nan` and the value for "
            f"`LR-` ranges from `0.0` to `1.0` or is `np.nan`; got `{replace}`."
        )
        raise OptionError(msg)
    if isinstance(replace, (int, float)) and (replace == 1 or replace != replace):  # noqa: PLR0124  (NaN)
        return float(replace), float(replace)
    return refuse(function, "replace_undefined_by", replace, "a float among {1.0, nan} or an instance of 'dict'")


def _within(value: Any, low: float, high: float) -> bool:
    return isinstance(value, (int, float)) and (low <= value <= high or value != value)  # noqa: PLR0124  (NaN)
